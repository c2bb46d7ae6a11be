internal import ArgumentParser
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock

/// Lists, shows, undoes and redoes imports.
struct ImportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imports", abstract: "List what was imported; show, undo and redo an import.",
    discussion: """
      Every import has a number. An undo reverses what the import created and changed; stock is moved back by movements of the \
      opposite quantity, and nothing is deleted from the ledger.

      Examples:
        stockroom imports
        stockroom imports show 7
        stockroom imports undo 7 --dry-run
        stockroom imports redo 7
      """,
    subcommands: [ListImports.self, Show.self, Line.self, Corrections.self, Undo.self, Redo.self],
    defaultSubcommand: ListImports.self)

  struct ListImports: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List imports, undos, redos and deleted counts, the latest first.",
      discussion: """
        Items that were entered into a count one by one are an import each. With --grouped, those of one person, section and day \
        are one line.

        Examples:
          stockroom imports list --limit 20
          stockroom imports list --grouped
          stockroom imports list --find spring.csv --total
        """)
    static let acts = Acts(.readImports)

    @Option(help: "The maximum number of entries.")
    var limit = 50

    @Option(help: "How many entries to pass over first.")
    var skip = 0

    @Flag(help: "Show the items that a person entered into a count one by one as one line for each day.")
    var grouped = false

    @Option(help: ArgumentHelp("Only entries with this text in the file, the person or the number.", valueName: "text"))
    var find: String?

    @Flag(help: "Count all of them as well; with --json, the answer is an object with `total` and `imports`.")
    var total = false

    /// The list with the number of all its entries.
    private struct Counted: Encodable {
      let total: Int
      let imports: [ImportEntryOutput]
    }

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      try Problems.requireLimit(limit)
      try Problems.requireSkip(skip)
      let database = try shop.books
      let clock = database.settings.clock
      let lines: [ImportLine]
      let all: Int
      if grouped {
        let found = try ImportLine.grouped(in: database, find: find, skip: skip, limit: limit)
        lines = found.lines
        all = try total ? database.importLineCount(of: CountEntryOptions.entries, find: find) : found.total
      } else {
        lines = try database.imports(limit: limit, skip: skip, find: find).map { ImportLine($0) }
        all = try lines.isEmpty || total ? database.importCount(find: find) : lines.count
      }
      let isGrouped = grouped
      let rows = lines.map { line in
        isGrouped ? ImportEntryOutput(line, clock: clock) : ImportEntryOutput(line.entry, clock: clock)
      }
      let (noun, isCounted, first) = (grouped ? "line" : "import", total, skip + 1)
      func say() {
        Self.show(lines, of: all, noun, clock)
        if isCounted, !lines.isEmpty { Terminal.say("\(first) to \(first + lines.count - 1) of \(all)") }
      }
      guard total else { return ValueOutput(rows, text: say) }
      return ValueOutput(Counted(total: all, imports: rows), text: say)
    }

    /// - Parameters:
    ///   - total: the number of all lines; it is said where `lines` is empty.
    ///   - noun: what they are.
    private static func show(_ lines: [ImportLine], of total: Int, _ noun: String, _ clock: ShopClock) {
      guard !lines.isEmpty else {
        return Terminal.say(total == 0 ? "Nothing was imported yet." : Terminal.thereAreOnly(total, noun))
      }
      let rows = lines.map { line in
        let entry = line.entry
        let what = entry.reverts.map { "\(entry.operation.words) of \($0)" } ?? entry.operation.words
        let file = (entry.source as NSString).lastPathComponent
        return [
          "\(entry.number)", clock.display(entry.at), entry.actor,
          line.entries > 1 ? "\(file) (\(line.entries) entries)" : file, entry.format, entry.profile ?? "",
          "\(line.counts.created)", "\(line.counts.updated)", "\(line.counts.unchanged)", "\(line.counts.rejected)",
          entry.operation == .import ? (entry.isUndone ? "undone" : "applied") : what,
        ]
      }
      Terminal.say(
        Terminal.table(
          ["no", "when", "who", "file", "format", "profile", "created", "updated", "unchanged", "rejected", "state"],
          rows,
          rightAligned: [0, 6, 7, 8, 9]))
    }
  }

  struct Show: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show what an import, undo, redo or deleted count changed.",
      discussion: """
        Without further options the first records of each kind are shown. With one of them it is a page of all records, with their \
        titles and values. With --after, a page at the end of a large import takes as long as the first one.

        Examples:
          stockroom imports show 7
          stockroom imports show 7 --kind prices --find A1003 --limit 20
          stockroom imports show 7 --after start --limit 1000
        """)
    static let acts = Acts(.readChangeSets)
    static let hasKind = true

    @Argument(help: "The import's number.")
    var number: Int64

    @OptionGroup var choice: ChangePageOptions

    @Option(
      help: ArgumentHelp(
        "The position after which to begin: `start`, or `next` of the answer before. What --find finds is not counted then.",
        valueName: "position"))
    var after: String?

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let position = try after.map { text in
        guard let position = ImportedPosition(text, in: number) else {
          throw Problems(
            .usage, "--after '\(text)' is not a position in import \(number)",
            remedy: "Write --after start, or `next` of the answer before.")
        }
        return position
      }
      let isPage = choice.isGiven || position != nil || shopOptions.former.kind != nil
      var contents =
        isPage ? try database.importContents(number, shownRecords: 0) : try database.importContents(number)
      if shop.folder.settings.people != nil { contents.leaveOutPersonal() }
      if isPage {
        var page = try choice.page(former: shopOptions.former.kind)
        page.after = position
        let kinds = try page.take(from: contents, in: database)
        let shown = page
        return ValueOutput(ImportContentsOutput(contents, shown, kinds: kinds, database.settings)) {
          shown.show(of: "import \(number)")
        }
      }
      return ValueOutput(ImportContentsOutput(contents, database.settings)) {
        ImportContentsView(contents, database.settings).show()
      }
    }
  }

  struct Undo: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Undo an import.",
      discussion: """
        What a later import changed, and what other records depend on, is kept and reported, with exit status 3. Afterwards \
        the same file may be imported again. If nothing can be undone because a count was approved or posted, the undo is \
        refused: exit status 4. Movements of closed periods are undone with --accept closed-period. A dry run names the first records of each kind; --kind, --find, --limit and --skip \
        choose a page of all of them.

        Examples:
          stockroom imports undo 7 --dry-run
          stockroom imports undo 7
        """)
    static let acts = Acts(.undoImports)
    static let hasKind = true

    @OptionGroup var reversionOptions: ReversionOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      try shop.revert(reversionOptions, kind: shopOptions.former.kind) {
        try $0.undoImport(
          $1, actor: shop.actor, isDryRun: $2, reading: $3, acceptsClosedPeriods: $4, steps: $5)
      }
    }
  }

  struct Redo: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "redo", abstract: "Redo an undone import.",
      discussion: """
        What was recorded again since then stays as it is and is reported, so that nothing counts twice, with exit status 3. \
        A dry run can be paged like that of an undo.

        Example:
          stockroom imports redo 7
        """)
    static let acts = Acts(.undoImports)
    static let hasKind = true

    @OptionGroup var reversionOptions: ReversionOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      try shop.revert(reversionOptions, kind: shopOptions.former.kind) {
        try $0.redoImport(
          $1, actor: shop.actor, isDryRun: $2, reading: $3, acceptsClosedPeriods: $4, steps: $5)
      }
    }
  }
}

/// Which import is undone or redone.
struct ReversionOptions: ParsableArguments {
  @Argument(help: "The import's number; see `stockroom imports`.")
  var number: Int64

  @OptionGroup var choice: ChangePageOptions

  @OptionGroup var dryRunOption: DryRunOption

  @OptionGroup var guardOptions: GuardOptions

  /// The page of the records that a dry run shows; nil for the first records of each kind.
  ///
  /// - Parameter kind: the kind by an old name of the option.
  func page(former kind: String?) throws -> ChangePage? {
    guard choice.isGiven || kind != nil else { return nil }
    guard dryRunOption.isDryRun else {
      throw Problems(
        .usage, "--kind, --find, --limit and --skip choose what a dry run shows, not what is reverted",
        remedy: "Add --dry-run, or leave them out.")
    }
    return try choice.page(former: kind)
  }
}

extension OpenShop {
  /// Undoes or redoes an import.
  ///
  /// - Parameters:
  ///   - kind: the kind of the records to show, by an old name of the option.
  ///   - revert: does it with the import of that number, or only plans it, reads all of its records if asked to, is told
  ///     whether closed periods may change, and says how far it has come.
  fileprivate func revert(
    _ options: ReversionOptions, kind: String?,
    by revert: (
      ShopDatabase, Int64, Bool, ImportReversion.Reading?, Bool, @escaping ImportReversion.Steps
    ) throws -> ImportReversion
  ) throws -> ValueOutput {
    let books = try books
    let hidesPersonal = folder.settings.people != nil
    let page = try options.page(former: kind).map { ReversionPage($0, books.settings, hidesPersonal: hidesPersonal) }
    let acceptsClosed = try options.guardOptions.acceptsClosedPeriods(folder.settings)
    var reversion = try Progress.run("import \(options.number)") { progress in
      progress.begin("changing", as: .writing)
      return try revert(books, options.number, options.dryRunOption.isDryRun, page?.reading, acceptsClosed) {
        progress.finish(steps: $0, of: $1)
      }
    }
    if hidesPersonal { reversion.leaveOutPersonal() }
    return ImportReversionView(reversion, books.settings, page).output
  }
}
