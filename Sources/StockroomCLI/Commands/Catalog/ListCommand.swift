internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

/// Lists that several people keep together.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Keep shared lists of foods: show them, add to them, and merge the copies of several people.",
    discussion: """
      Lists are imported and exported as files of the format freshness-list.

      Examples:
        stockroom list show home
        stockroom list add home 4006381333931 --expires 2026-11-30
        stockroom list add home butter --place refrigerator
        stockroom list merge base.json mine.json theirs.json --to home.json
      """,
    subcommands: [Show.self, Add.self, Calendar.self, Merge.self])
}

extension ListCommand {
  struct Merge: ShoplessCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge",
      abstract: "Merge two people's copies of the same lists; nothing is lost, and conflicts are shown.",
      discussion: """
        The base is the last version that both had; mine and theirs are the changed copies. What only one side changed is \
        merged field by field, and what either added is kept. If both changed a field differently, or one changed what the \
        other removed, that is a conflict: both values are shown and the exit status is 3, unless --prefer names the side to \
        use. Until then the merged list has the value of the base, and keeps what one side removed and the other changed.

        Examples:
          stockroom list merge base.json mine.json theirs.json
          stockroom list merge base.json mine.json theirs.json --prefer theirs --to home.json
        """)

    @Argument(help: "The lists as both had them.")
    var base: String
    @Argument(help: "Your copy of the lists.")
    var mine: String
    @Argument(help: "The other person's copy of the lists.")
    var theirs: String

    @OptionGroup var target: OutputFileOption

    @Option(help: "Whose value to use in conflicts.")
    var prefer: SideArgument?

    @Flag(help: "Answer in JSON with stable keys.")
    var json = false

    private struct JSONOutput: Encodable {
      struct Conflict: Encodable {
        let kind: String
        let list: String
        let item: String?
        let title: String
        let field: String?
        let base: String?
        let mine: String?
        let theirs: String?
        let merged: String?
      }
      let lists: Int
      let items: Int
      let isDecided: Bool
      let conflicts: [Conflict]
    }

    func result() throws -> ValueOutput {
      guard !json || to != nil && to != "-" else {
        throw Problems(
          .usage, "--json and the merged lists both want standard output", remedy: "Name a file with --to.")
      }
      let format = try standardFormats.format("freshness-list")
      let sides = try [base, mine, theirs].map { try read($0, format) }
      let merge = ListMerge(base: sides[0], mine: sides[1], theirs: sides[2], preferring: prefer?.side)
      try Output.write(to: to) { try merge.merged.write(as: format, to: $0) }
      let isDecided = prefer != nil || merge.conflicts.isEmpty
      let items = merge.merged.items.values.reduce(0) { $0 + $1.count }
      let answer = JSONOutput(
        lists: merge.merged.lists.count, items: items, isDecided: isDecided,
        conflicts: merge.conflicts.map {
          .init(
            kind: $0.kind.rawValue, list: $0.list, item: $0.item, title: $0.title, field: $0.field, base: $0.base,
            mine: $0.mine, theirs: $0.theirs, merged: $0.merged)
        })
      return ValueOutput(answer, status: isDecided ? ExitStatus.done : ExitStatus.doneWithRejects) {
        show(merge.conflicts)
        Terminal.note(
          "\(Terminal.number(merge.merged.lists.count, "list")) with \(Terminal.number(items, "item"))"
            + (to.map { $0 == "-" ? "" : " written to \($0)" } ?? ""))
      }
    }

    private func read(_ file: String, _ format: RegisteredFormat) throws -> SharedLists {
      let source = try ReadingOptions.source(file)
      let (lists, problems) = try SharedLists.read(source, as: format)
      for problem in problems where problem.severity > .notice {
        var told = problem
        told.source = source.name
        Terminal.show(told)
      }
      if problems.contains(where: { $0.severity == .error }) { throw Finished(status: ExitStatus.inputInvalid) }
      return lists
    }

    private func show(_ conflicts: [ListMerge.Conflict]) {
      for conflict in conflicts {
        let place =
          conflict.item.map { "item \($0) '\(conflict.title)' of list \(conflict.list)" } ?? "list \(conflict.list)"
        let what =
          conflict.field.map { "\($0) was \(Self.shown(conflict.base))" } ?? "changed by one, taken out by the other"
        Terminal.note("conflict: \(place): \(what)")
        Terminal.note("  mine:   \(Self.shown(conflict.mine))")
        Terminal.note("  theirs: \(Self.shown(conflict.theirs))")
        Terminal.note("  merged: \(Self.shown(conflict.merged))")
      }
      if !conflicts.isEmpty, prefer == nil {
        Terminal.note(
          "\(Terminal.number(conflicts.count, "conflict")): decide with --prefer mine or --prefer theirs, or edit the "
            + "merged lists.")
      }
    }

    private static func shown(_ value: String?) -> String { value.map { "'\($0)'" } ?? "nothing" }
  }
}

/// A side of a merge on the command line.
enum SideArgument: String, ExpressibleByArgument, CaseIterable {
  case mine, theirs

  var side: ListMerge.Side { self == .mine ? .mine : .theirs }
}
