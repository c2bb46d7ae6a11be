internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Reconciliation
internal import RetailValues
internal import StandardFormats
internal import Stock
internal import Wording

extension CountCommand {
  struct Sheet: CountingCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "sheet", abstract: "Write the sheet of a count to fill in.",
      discussion: """
        The column counted_quantity is blank: leave it blank for items that were not counted, and write 0 for items that are not there. As \
        html it is a page to print, with a barcode to scan on every line and a page for every section.

        Examples:
          stockroom count sheet 1 --to sheet.csv
          stockroom count sheet 1 --to sheet.xlsx
          stockroom count sheet 1 --section A --to sheet.html
          stockroom count sheet 1 --language de --to sheet.html
          stockroom count sheet 1 --recount
        """)
    static let acts = Acts(.openSheet)

    @OptionGroup var chosen: CountArgument

    @OptionGroup var target: OutputFileOption

    @Option(help: ArgumentHelp("html or a format; by the file's ending when not given, else csv.", valueName: "format"))
    var format: String?

    @Option(help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Flag(help: "Only items to recount; always without expected quantities.")
    var recount = false

    @Option(
      help: ArgumentHelp(
        "The language of the page to print; the shop's when not given.", valueName: "language"))
    var language: Language?

    @OptionGroup var formulas: FormulaOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let session = try database.countSession(count)
      try CountSheetOutput(
        database: database, session: session, part: CountSheetPart(isRecount: recount, section: section),
        seen: shop.person.sees, language: language ?? shop.folder.settings.language, formulas: formulas
      ).write(to: to, format: format)
      guard let to, to != "-" else { return .nothing }
      return ValueOutput(
        ["count": session.code, "file": to], "Wrote the sheet of count \(session.code) to \(to).")
    }
  }

  struct Recount: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "recount", abstract: "Request a recount of variances beyond the tolerance, and write its sheet.",
      discussion: """
        What is entered for these items from now on is a recount, which another counter has to make. Two counts that agree are \
        used; otherwise a manager decides with `reconcile --decide`. All counts are kept.

        Examples:
          stockroom count recount 1 --to recount.html
          stockroom count recount 1 --item A1001-BLK-S
        """)
    static let acts = Acts(.runSessions)

    @OptionGroup var chosen: CountArgument

    @Option(
      name: .customLong("item"), help: ArgumentHelp("Count this item again, even without a variance.", valueName: "sku")
    )
    var items: [String] = []

    @Option(help: ArgumentHelp("As of when, for a count without a cut-off; now unless given.", valueName: "time"))
    var asOf: String?

    @Option(
      help: ArgumentHelp(
        "The file to write the sheet to; none when not given, - for standard output.", valueName: "file"))
    var to: String?

    @Option(help: ArgumentHelp("The format; by the file's ending when not given, else csv.", valueName: "format"))
    var format: String?

    @OptionGroup var formulas: FormulaOptions

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      let count: String
      let asked: Int
      let items: [String]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let moment = try MomentOption.parse(asOf, flag: "--as-of", clock: database.settings.clock)
      var variants: [Int64] = []
      var skus: [String] = []
      if items.isEmpty {
        try database.forEachCountLine(count, asOf: moment) { line in
          guard line.isToBeRecounted else { return }
          variants.append(line.fact.variantID)
          skus.append(line.fact.sku)
        }
      }
      for item in items {
        let variant = try database.knownVariant(item)
        variants.append(variant.id)
        skus.append(variant.sku)
      }
      let asked = try database.askForRecounts(
        of: variants, in: count, actor: shop.actor)
      let session = try database.countSession(count)
      if let to {
        try CountSheetOutput(
          database: database, session: session, part: CountSheetPart(isRecount: true), seen: shop.person.sees,
          language: shop.folder.settings.language, formulas: formulas
        ).write(to: to, format: format)
      }
      return ValueOutput(JSONOutput(count: session.code, asked: asked, items: skus)) {
        if to == "-" { return }
        Terminal.say(
          variants.isEmpty
            ? "Nothing in count \(session.code) is beyond the tolerance."
            : "Count \(session.code): \(variants.count) to be counted again by another counter: \(skus.joined(separator: ", "))"
        )
        if let to { Terminal.say("Wrote the recount sheet to \(to).") }
      }
    }
  }
}

/// Writes the sheet of a count in any format that can be written, or as a page to print.
struct CountSheetOutput {
  let database: ShopDatabase
  let session: CountSession
  let part: CountSheetPart
  /// The classes of data shown to the person who takes the sheet.
  let seen: Set<DataClass>
  /// The language of the page to print.
  let language: Language
  let formulas: FormulaOptions

  /// Whether expected figures are hidden: in a blind count, in a recount, and from people who may not see them.
  private var isBlind: Bool { session.isBlind || part.isRecount || !seen.contains(.expected) }

  func write(to path: String?, format id: String?) throws {
    try Progress.run("sheet of count \(session.code)") { progress in
      progress.begin("writing", counting: .things("lines"))
      try write(to: path, format: id, progress)
    }
  }

  private func write(to path: String?, format id: String?, _ progress: Progress) throws {
    let isPage =
      id == "html" || (id == nil && ["html", "htm"].contains { path?.lowercased().hasSuffix("." + $0) == true })
    if isPage {
      let texts = try CountSheetTexts(language)
      try Output.write(to: path) { sink in
        try CountSheetPage(database: database, session: session, part: part, isBlind: isBlind, texts: texts)
          .write(to: sink)
      }
    } else {
      try writeRecords(to: path, format: try Output.format(id, path: path), progress)
    }
  }

  private func writeRecords(to path: String?, format target: RegisteredFormat, _ progress: Progress) throws {
    let writing = try target.requireWriting()
    var names = ["count", "location", "section", "sku", "barcode", "title", "colour", "size"]
    if !isBlind { names.append("expected") }
    names += ["counted_quantity", "counted_at", "counter"]
    // A sheet that is filled in with a spreadsheet program takes numbers where numbers belong.
    let numbers: Set<String> = ["expected", "counted_quantity"]
    let schema = Schema(
      table: "count_lines", columns: names.map { Column(name: $0, type: numbers.contains($0) ? .number : .text) })
    try Output.write(to: path) { sink in
      var writer = try writing.writer(for: schema, to: sink, options: formulas.options(of: target))
      var batch = RecordBatch()
      var count = 0
      batch.reset(schema: schema)
      try database.countSheet(session.code, part: part) { row in
        let texts = [row.count, row.location, row.section, row.sku, row.barcode, row.title, row.colour, row.size]
        for text in texts { if let text { batch.append(text: text) } else { batch.append(missing: .null) } }
        if !isBlind { batch.append(text: row.expected?.description ?? "", kind: .number) }
        for _ in 0..<3 { batch.append(missing: .null) }
        batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: 0))
        if batch.isFull {
          try writer.write(batch)
          count += batch.rowCount
          progress.advance(to: count)
          batch.removeAllRows()
        }
      }
      if batch.rowCount > 0 { try writer.write(batch) }
      try writer.finish()
    }
  }
}
