internal import ArgumentParser
internal import Catalog
internal import Exchange
internal import FormatKit
internal import Foundation
internal import StandardFormats
internal import Stock

/// Takes in a scanner's list of codes.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Take in a scanner's list: goods received, sold, brought back or counted.",
    discussion: """
      One code a line; a second column is the quantity, a column with a date and time says when. Without a header the \
      columns are told apart by what stands in them. A code is a barcode or a SKU; one scan of a case counts all that is in it.

      Examples:
        stockroom scan till.csv --as sale --location shop
        stockroom scan delivery.txt --as receipt --location stockroom --document DN-4711
        stockroom scan shelf-3.txt --as count --count 1 --section C
      """)

  enum Purpose: String, ExpressibleByArgument, CaseIterable {
    case receipt, sale, `return`, count
  }

  @Argument(help: "The scanner's file; - for standard input.")
  var file: String

  @Option(name: .customLong("as"), help: "What was scanned: receipt, sale, return or count.")
  var purpose: Purpose

  @Option(help: ArgumentHelp("Where; the shop's only location unless given.", valueName: "code"))
  var location: String?

  @Option(help: ArgumentHelp("When, for lines without a time; now unless given.", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("Number of the document, such as the delivery note.", valueName: "number"))
  var document: String?

  @Option(help: ArgumentHelp("The count that is entered.", valueName: "number"))
  var count: String?

  @Option(help: ArgumentHelp("The section that was counted.", valueName: "name"))
  var section: String?

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  @Flag(help: "Apply a file again that was applied before.")
  var again = false

  @OptionGroup var shopOptions: ShopOptions

  func run() throws {
    let folder = try shopOptions.folder()
    let database = try folder.open()
    let clock = database.settings.clock
    let now = Timestamp.now
    let moment = try MomentOption.parse(at, flag: "--at", clock: clock)
    var request = ImportRequest(source: try ReadingOptions.source(file))
    request.isScan = true
    request.again = again
    request.location = location ?? folder.settings.location
    let layout = try ScanLayout(request.source)
    request.profile = layout.profile(for: purpose)
    if purpose == .count {
      guard let count else {
        throw UsageError(
          "which count was scanned?", remedy: "Name it with --count N; `stockroom count open` opens one.")
      }
      _ = try database.countSession(count)
      request.forced = ["count": count]
      request.location = nil
      request.duplicates["count_lines"] = .sum
      if let section { request.forced["section"] = section }
      if let moment { request.forced["counted_at"] = clock.iso8601(moment) }
    } else {
      // The moment in the number keeps two lists apart that read the same.
      request.forced["document"] = document ?? "scan \(clock.iso8601(now))"
      if !layout.hasTime { request.forced["effective_at"] = clock.iso8601(moment ?? now) }
    }
    let summary = try ImportCommand.perform(
      request, in: database, actor: dryRun ? nil : folder.actor(shopOptions.user, command: "scan"))
    if shopOptions.json {
      try Terminal.sayJSON(ImportAnswer(summary))
    } else {
      ImportView(summary).show(request.source)
    }
    if summary.errorCount > 0 { throw Finished(status: ExitStatus.inputInvalid) }
  }
}

/// Which column of a scanner's file is what.
struct ScanLayout {
  private var code = ""
  private var quantity: String?
  private var time: String?
  private var columns: [String] = []
  private var options: [String: String] = [:]

  var hasTime: Bool { time != nil }

  init(_ source: ByteSource) throws {
    let preview = try source.preview()
    guard !preview.bytes.isEmpty else { throw FormatError(.sourceEmpty, source: source.name, "the file is empty") }
    let csv = try standardFormats.format("csv")
    guard let reading = csv.reading else { return }
    let first = preview.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    // A header has a word that no code is; a scanner's own first line is a code.
    let hasHeader = Self.isHeader(first)
    options["header"] = hasHeader ? "yes" : "no"
    var reader = try reading.reader(for: source, options: options)
    var batch = RecordBatch(rowLimit: 200)
    guard try reader.read(into: &batch), !batch.schema.columns.isEmpty else {
      throw FormatError(.sourceEmpty, source: source.name, "the file holds no codes")
    }
    let names = batch.schema.columns.map(\.name)
    code = names[0]
    for index in names.indices.dropFirst() {
      let texts = (0..<batch.rowCount).compactMap { batch.string(row: $0, column: index)?.trimmingSpaces() }
        .filter { !$0.isEmpty }
      guard !texts.isEmpty else { continue }
      if time == nil, texts.allSatisfy({ Timestamp($0, clock: .utc) != nil }) {
        time = names[index]
      } else if quantity == nil, texts.allSatisfy({ (try? ExactDecimal(parsing: $0.utf8)) != nil }) {
        quantity = names[index]
      }
    }
    // A clock before the code: the column of times is not the code.
    if names.count > 1, let text = batch.string(row: 0, column: 0), Timestamp(text, clock: .utc) != nil,
      text.contains("-")
    {
      time = names[0]
      code = names[1]
      if quantity == names[1] { quantity = nil }
    }
  }

  private static func isHeader(_ line: String) -> Bool {
    let words = Set([
      "code", "barcode", "ean", "gtin", "sku", "item", "upc", "artikel", "quantity", "qty", "time", "date",
    ])
    return line.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
      && !line.contains(where: \.isNumber)
  }

  func profile(for purpose: ScanCommand.Purpose) -> MappingProfile {
    var fields: [MappingProfile.FieldMapping] = [.init(field: "sku", value: .column(code))]
    let amount = quantity.map { ValueExpression.column($0) } ?? ValueExpression(.constant("1"))
    let kind: String
    switch purpose {
    case .receipt:
      kind = "receipts"
      fields.append(.init(field: "quantity", value: amount))
    case .sale:
      kind = "sales"
      fields.append(.init(field: "quantity", value: amount))
    case .return:
      kind = "sales"
      fields.append(.init(field: "quantity", value: ValueExpression(amount.source, steps: [.negate])))
    case .count:
      kind = "count_lines"
      fields.append(.init(field: "counted_quantity", value: amount))
    }
    if let time {
      fields.append(.init(field: purpose == .count ? "counted_at" : "effective_at", value: .column(time)))
    }
    return MappingProfile(
      name: "scan", summary: "A scanner's list", format: "csv", options: options,
      records: [.init(kind: kind, fields: fields)])
  }
}
