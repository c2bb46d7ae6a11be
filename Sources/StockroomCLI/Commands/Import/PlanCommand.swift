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
          stockroom plan show acme.plan --order largest
          stockroom plan show acme.plan --kind prices --find A1003 --limit 20
          stockroom plan show acme.plan --refused
        """)
    static let acts = Acts(.importFiles)
    static let worksInOneStore = true
    static let hasKind = true

    @Argument(help: "The plan.")
    var plan: String

    @OptionGroup var choice: ChangePageOptions

    @Option(help: "As in the file, or the largest change of a price or cost in percent first.")
    var order = ChangeOrder.file

    @Flag(help: "Show what is wrong with the records that are refused, in place of the others.")
    var refused = false

    @OptionGroup var shopOptions: ShopOptions

    /// An error in a record that is refused.
    struct Refusal: Encodable {
      let kind: String
      let line: Int?
      let record: Int?
      let code: String
      let field: String?
      /// The column of the cell, where the error is in one that can be corrected.
      let cell: String?
      let value: String?
      let message: String
      let remedy: String

      /// Whether a text in lower case is in it.
      fileprivate func holds(_ text: String) -> Bool {
        [field, value, message].contains { $0?.lowercased().contains(text) ?? false }
      }
    }

    /// A page of a plan.
    struct Page: Encodable {
      let source: String
      let plannedAt: String
      /// What the whole plan would make or change.
      let kinds: [ChangePage.Kind]
      /// How many of these the choice leaves.
      let total: Int
      let records: [ImportOutput.Change]
      /// The errors of refused records, where these are asked for.
      var problems: [Refusal]?
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      var page = try choice.page(former: shopOptions.former.kind)
      var saved = try SavedPlan(path: plan)
      var refusals: [Refusal] = []
      var refusalCount = 0
      if refused {
        while let line = try saved.nextLine() {
          guard let record = SavedPlan.record(line) else { continue }
          for refusal in Self.refusals(of: record) where page.chooses(refusal.kind, refusal.holds) {
            refusalCount += 1
            if refusalCount > page.skip, refusals.count < page.limit { refusals.append(refusal) }
          }
        }
      } else {
        let titles = PlanTitles(plan: plan, shop: try shop.books)
        let records = try page.chooseRecords(of: saved, order, titles)
        page.records = try titles.titledPage(records)
      }
      var kinds: [ChangePage.Kind] = []
      for count in saved.header.counts where count.action.isWritten {
        let others = kinds.filter { $0.kind != count.kind }
        let known = kinds.first { $0.kind == count.kind }?.records ?? 0
        kinds = others + [ChangePage.Kind(kind: count.kind, records: known + count.records)]
      }
      let source = (saved.header.source.path as NSString).lastPathComponent
      let shown = page
      var output = Page(
        source: source, plannedAt: saved.header.plannedAt, kinds: kinds, total: refused ? refusalCount : shown.total,
        records: shown.records)
      guard refused else { return ValueOutput(output) { shown.show(of: source) } }
      output.problems = refusals
      let problems = refusals
      return ValueOutput(output) { Self.show(problems) }
    }

    private static func refusals(of record: SavedPlan.Record) -> [Refusal] {
      (record.problems ?? []).filter { $0.severity == Problem.Severity.error.rawValue }.map { problem in
        Refusal(
          kind: record.kind, line: problem.line ?? record.at?.line, record: record.at?.record, code: problem.code,
          field: problem.field, cell: problem.cell, value: problem.value, message: problem.message,
          remedy: problem.remedy)
      }
    }

    private static func show(_ refusals: [Refusal]) {
      guard !refusals.isEmpty else { return Terminal.say("There is nothing to show.") }
      let rows = refusals.map { refusal in
        [
          (refusal.line ?? refusal.record).map { "\($0)" } ?? "", refusal.kind.replacing("_", with: " "),
          refusal.field ?? "", refusal.value ?? "", refusal.message,
        ]
      }
      Terminal.say(Terminal.table(["line", "kind", "field", "value", "what is wrong"], rows, rightAligned: [0]))
    }
  }
}

extension ImportOutput.Change {
  /// A record as a plan's line says it, still without a title that is not its own.
  init(_ record: SavedPlan.Record) {
    self.init(
      kind: record.kind, action: record.action, key: (record.key ?? []).joined(separator: " "),
      line: record.at.map { $0.line ?? $0.record },
      fields: (record.fields ?? [:]).filter { $0.value.after != PlanValue.whenApplied }.sorted { $0.key < $1.key }.map {
        .init(field: $0.key, before: $0.value.before, after: $0.value.after)
      })
    percent = relativeChangeInPercent
  }
}
