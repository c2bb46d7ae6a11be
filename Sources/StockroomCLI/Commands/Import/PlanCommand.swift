internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

/// Shows what a saved plan would change, a page at a time.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Look at a plan that `stockroom import --plan` saved.",
    discussion: """
      Example:
        stockroom plan show acme.plan --find 4006381333931
      """,
    subcommands: [Show.self])

  struct Show: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show the records that a plan would make or change.",
      discussion: """
        Nothing is changed. `stockroom apply` carries the plan out.

        Examples:
          stockroom plan show acme.plan
          stockroom plan show acme.plan --kind prices --find A1003 --limit 20
        """)
    static let acts = Acts(.importFiles)
    static let worksInOneStore = true
    static let hasKind = true

    @Argument(help: "The plan.")
    var plan: String

    @Option(help: ArgumentHelp("Only records of this kind.", valueName: "kind"), completion: ReadingOptions.kinds)
    var kind: String?

    @Option(help: ArgumentHelp("Only records with this text in a key or a value.", valueName: "text"))
    var find: String?

    @Option(help: "How many records to show.")
    var limit = 50

    @Option(help: "How many records to pass over first.")
    var skip = 0

    @OptionGroup var shopOptions: ShopOptions

    /// A page of a plan.
    struct Page: Encodable {
      struct Kind: Encodable {
        let kind: String
        let records: Int
      }
      let source: String
      let plannedAt: String
      /// What the whole plan would make or change.
      let kinds: [Kind]
      /// How many of these the choice leaves.
      let total: Int
      let records: [ImportOutput.Change]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      try Problems.requireLimit(limit)
      guard skip >= 0 else { throw Problems(.usage, "--skip must not be negative", remedy: "Write --skip 50.") }
      let kind = try ReadingOptions.kind(kind ?? shopOptions.former.kind)
      var saved = try SavedPlan(path: plan)
      let find = find?.lowercased()
      var (total, records) = (0, [ImportOutput.Change]())
      while let line = try saved.nextLine() {
        guard let record = SavedPlan.record(line), record.problems == nil, record.action.isWritten,
          kind == nil || record.kind == kind, find.map({ Self.holds(record, $0) }) ?? true
        else { continue }
        total += 1
        if total > skip, records.count < limit { records.append(ImportOutput.Change(record)) }
      }
      var kinds: [Page.Kind] = []
      for count in saved.header.counts where count.action.isWritten {
        let others = kinds.filter { $0.kind != count.kind }
        let known = kinds.first { $0.kind == count.kind }?.records ?? 0
        kinds = others + [Page.Kind(kind: count.kind, records: known + count.records)]
      }
      let page = Page(
        source: (saved.header.source.path as NSString).lastPathComponent, plannedAt: saved.header.plannedAt,
        kinds: kinds,
        total: total, records: records)
      return ValueOutput(page) { Self.show(page, from: skip) }
    }

    private static func holds(_ record: SavedPlan.Record, _ text: String) -> Bool {
      (record.key ?? []).contains { $0.lowercased().contains(text) }
        || (record.fields ?? [:]).values.contains { change in
          [change.before, change.after].contains { $0?.lowercased().contains(text) ?? false }
        }
    }

    private static func show(_ page: Page, from skip: Int) {
      guard !page.records.isEmpty else { return Terminal.say("There is nothing to show.") }
      Terminal.say("\(skip + 1) to \(skip + page.records.count) of \(page.total) records of \(page.source)")
      let rows = page.records.map { record in
        let fields = record.fields.map { field in
          record.action == .update
            ? "\(field.field) \(field.before ?? "–") → \(field.after ?? "–")" : "\(field.field) \(field.after ?? "–")"
        }
        return [
          record.line.map { "\($0)" } ?? "", record.kind.replacing("_", with: " "),
          record.action == .create ? "new" : "changed", record.key, fields.joined(separator: ", "),
        ]
      }
      Terminal.say(Terminal.table(["line", "kind", "what", "key", "values"], rows, rightAligned: [0]))
    }
  }
}

extension ImportOutput.Change {
  /// A record as a plan's line says it.
  init(_ record: SavedPlan.Record) {
    self.init(
      kind: record.kind, action: record.action, key: (record.key ?? []).joined(separator: " "),
      line: record.at.map { $0.line ?? $0.record },
      fields: (record.fields ?? [:]).filter { $0.value.after != PlanValue.whenApplied }.sorted { $0.key < $1.key }.map {
        .init(field: $0.key, before: $0.value.before, after: $0.value.after)
      })
  }
}
