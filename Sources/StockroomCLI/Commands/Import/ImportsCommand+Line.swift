internal import ArgumentParser
internal import Exchange
internal import ProblemKit
internal import RetailValues
internal import StandardFormats
internal import Stock

extension ImportsCommand {
  struct Line: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "line", abstract: "Show one line of an imported file, and what became of it.",
      discussion: """
        These are the movements of stock and the counted items that were made of the line. Goods and prices do not keep \
        their line. A shop does not keep the files: with --file, the cells are read from yours, which must be the file \
        that was imported.

        Examples:
          stockroom imports line 7 211
          stockroom imports line 7 211 --file count-2026-10-31.csv
        """)
    static let acts = Acts(.readChangeSets)

    @Argument(help: "The import's number.")
    var number: Int64

    @Argument(help: "The line of the file, from 1.")
    var line: Int

    @Option(help: ArgumentHelp("The imported file, to show its cells.", valueName: "file"))
    var file: String?

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      guard line > 0 else {
        throw Problems(.usage, "there is no line \(line)", remedy: "Lines count from 1.")
      }
      let database = try shop.books
      var contents = try database.importContents(number, shownRecords: 0)
      if shop.folder.settings.people != nil { contents.leaveOutPersonal() }
      let words = RecordWords(database.settings)
      let records = try database.importedRecords(ofLine: Int64(line), in: contents)
        .map { ImportOutput.Change($0, words) }
      let entry = contents.entry
      let path = contents.showsCells ? file : nil
      let row = try path.flatMap { try sourceRow(in: $0, of: entry, in: shop.folder) }
      let answer = ImportLineOutput(
        entry: ImportEntryOutput(entry, clock: database.settings.clock), line: line,
        cells: row?.cells.map { .init(column: $0.column, value: $0.value) },
        corrections: contents.corrections.filter { $0.line == line }.map { ImportOutput.Corrected($0) },
        records: records)
      let shown = contents
      return ValueOutput(answer) {
        ImportContentsView(shown, database.settings).showEntry()
        answer.show()
      }
    }

    /// The row as the file has it; nil where no row begins at the line.
    private func sourceRow(in path: String, of entry: ImportEntry, in folder: ShopFolder) throws -> SourceRow? {
      // A profile may be gone since.
      let profile = entry.profile.flatMap { try? folder.profile($0) }
      return try SourceRow(
        line: line, of: ReadingOptions.source(path), sha256: entry.fileSHA256, format: entry.format, profile: profile,
        registry: standardFormats)
    }
  }
}

/// One line of an import, for `--json`.
private struct ImportLineOutput: Encodable {
  struct Cell: Encodable {
    let column: String
    let value: String?
  }

  let entry: ImportEntryOutput
  let line: Int
  /// The cells as the file has them; nil without the file, and where no row begins at the line.
  let cells: [Cell]?
  let corrections: [ImportOutput.Corrected]
  let records: [ImportOutput.Change]

  func show() {
    Terminal.say("  line \(line)")
    for cell in cells ?? [] { Terminal.say(Terminal.oneLine("    \(cell.column): \(cell.value ?? "")")) }
    for cell in corrections {
      Terminal.say(Terminal.oneLine("    corrected: \(cell.column) '\(cell.was)' → '\(cell.value)'"))
    }
    for record in records {
      let values = record.fields.map { "\($0.field) \($0.after ?? "–")" }.joined(separator: ", ")
      let kind = record.kind.replacing("_", with: " ")
      Terminal.say(Terminal.oneLine("  \(kind) \(record.key): \(values)"))
    }
    if records.isEmpty { Terminal.say("  No movement of stock and no counted item was made of it.") }
  }
}
