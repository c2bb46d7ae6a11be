internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

/// Takes in a scanner's list of codes.
struct ScanCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Take in a scanner's list: goods received, sold, brought back or counted.",
    discussion: """
      One code a line; a second column is the quantity, a column with a date and time says when. Without a header the \
      columns are recognised by their values. A code is a barcode or a SKU; one scan of a case counts all that is in it.

      Examples:
        stockroom scan till.csv --kind sale --location shop
        stockroom scan delivery.txt --kind receipt --location stockroom --document DN-4711
        stockroom scan shelf-3.txt --kind count --count 1 --section C
        stockroom scan till.csv --kind sale --location shop --on-error skip
      """)
  static let acts = Acts(.recordGoods, .enterCounts, when: "all but --kind count; or --kind count")
  static let worksInOneStore = true
  static let hasKind = true
  var act: Act { purpose == .count ? .enterCounts : .recordGoods }

  enum Purpose: String, ExpressibleByArgument, CaseIterable {
    case receipt, sale, `return`, count
  }

  @Argument(help: "The scanner's file; - for standard input.")
  var file: String

  @Option(help: ArgumentHelp("What was scanned; it has to be given.", valueName: "kind"))
  var kind: Purpose?

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

  @Option(
    name: .customLong("option"),
    help: ArgumentHelp("An option of the format csv, such as charset=windows-1252.", valueName: "name=value"))
  var formatOptions: [String] = []

  @OptionGroup var notation: NotationOptions

  @OptionGroup var dryRunOption: DryRunOption

  @OptionGroup var errorOptions: ErrorOptions

  @Flag(help: "Apply a file again that was applied before.")
  var again = false

  @OptionGroup var guardOptions: GuardOptions

  @OptionGroup var shopOptions: ShopOptions

  private var purpose: Purpose? { kind ?? shopOptions.former.kind.flatMap { Purpose(rawValue: $0) } }

  private func requirePurpose() throws -> Purpose {
    if let purpose { return purpose }
    let former = shopOptions.former.kind
    throw Problems(
      .usage, former.map { "there is no kind of scan '\($0)'" } ?? "--kind is missing: nothing says what was scanned",
      remedy: "Write --kind receipt, --kind sale, --kind return or --kind count.")
  }

  func run(in shop: OpenShop) throws -> ValueOutput {
    let purpose = try requirePurpose()
    let database = try shop.books
    let clock = database.settings.clock
    let now = Timestamp.now
    let moment = try MomentOption.parse(at, flag: "--at", clock: clock)
    var request = ImportRequest(source: try ReadingOptions.source(file))
    // Named for this list, they distinguish it from another with the same content.
    request.identityParts = [document, moment.map { clock.iso8601($0) }].compactMap { $0 }
    request.again = again
    request.accepted = try guardOptions.accepted()
    try shop.folder.apply(to: &request)
    request.location = try database.code(location, among: .locations) ?? shop.folder.settings.location
    notation.apply(to: &request)
    let layout = try ScanLayout(
      request.source, options: try ReadingOptions.pairs(formatOptions, flag: "--option"), dates: notation.dates)
    request.profile = layout.profile(for: purpose)
    request.onError = errorOptions.policy(for: request, file: file)
    if purpose == .count {
      guard let count else {
        throw Problems(
          .usage, "which count was scanned?", remedy: "Name it with --count N; `stockroom count open` opens one.")
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
    var summary = try ImportCommand.perform(
      request, in: database, actor: dryRunOption.actor(in: shop))
    summary.findings += layout.findings
    summary.hideEarlierValues(from: shop.person)
    return ValueOutput(summary, to: request, canSkip: true)
  }
}

/// The meaning of the columns in a scanner's file.
struct ScanLayout {
  private var code = ""
  private var quantity: String?
  private var time: String?
  private var options: [String: String] = [:]
  private var dates = DateOrder.yearMonthDay
  /// The meaning found for each column.
  private(set) var findings: [SourceFinding] = []

  var hasTime: Bool { time != nil }

  /// - Parameters:
  ///   - given: options of the format, which come before what is found.
  ///   - order: the order of the dates, where it was given.
  init(_ source: ByteSource, options given: [String: String] = [:], dates order: DateOrder? = nil) throws {
    let preview = try source.preview()
    guard !preview.bytes.isEmpty else { throw Problems(.sourceEmpty, source: source.name, "the file is empty") }
    let csv = try standardFormats.format("csv")
    guard let reading = csv.reading else { return }
    let first = preview.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    // A header has a word that no code is; a scanner's own first line is a code.
    let hasHeader = Self.isHeader(first)
    options = ["header": hasHeader ? "yes" : "no"].merging(given) { _, given in given }
    var reader = try reading.reader(for: source, options: options)
    var batch = RecordBatch(rowLimit: 200)
    guard try reader.read(into: &batch), !batch.schema.columns.isEmpty else {
      throw Problems(.sourceEmpty, source: source.name, "the file holds no codes")
    }
    let names = batch.schema.columns.map(\.name)
    let texts = names.indices.map { column in
      (0..<batch.rowCount).compactMap { batch.string(row: $0, column: column)?.trimmingSpaces() }.filter { !$0.isEmpty }
    }
    // The two columns of a file of refused records come before the scanner's own.
    let own = names.indices.filter { !RejectColumns.contains(names[$0]) }
    guard let start = own.first else {
      throw Problems(.sourceEmpty, source: source.name, "the file holds no codes")
    }
    // A clock may be before the code.
    let codeColumn = own.count > 1 && !Self.dateOrders(texts[start]).isEmpty ? own[1] : start
    code = names[codeColumn]
    findings.append(SourceFinding("codes", code, evidence: hasHeader ? "by the header" : "by their place"))
    for index in own where index != codeColumn && !texts[index].isEmpty {
      if time == nil, let order = try Self.dateOrder(texts[index], given: order, source.name) {
        time = names[index]
        dates = order
        findings.append(
          SourceFinding("times", names[index], evidence: "its values are dates, read as \(order.rawValue)"))
      } else if quantity == nil, Self.areNumbers(texts[index]) {
        quantity = names[index]
        findings.append(SourceFinding("quantities", names[index], evidence: "its values are numbers"))
      } else {
        throw Problems(
          .nothingMapped, source: source.name, at: SourcePosition(field: names[index]), value: texts[index][0],
          "the column '\(names[index])' has values such as '\(texts[index][0])', which are neither quantities nor times",
          remedy: "Take the column out, or import the file with a mapping profile.")
      }
    }
  }

  /// Whether a file is a list of codes, with quantities or without, that names no columns, or of codes under one heading.
  static func isBareList(_ source: ByteSource) throws -> Bool {
    let preview = try source.preview()
    guard let claim = try? standardFormats.identify(preview), claim.format.descriptor.id == "csv",
      let line = preview.text.split(whereSeparator: \.isNewline).first(where: { !$0.trimmingSpaces().isEmpty })
    else { return false }
    let fields = line.split(omittingEmptySubsequences: false) { ",;\t|".contains($0) }.map { field in
      field.filter { $0 != "\"" }.trimmingSpaces()
    }
    if fields.count == 1 { return true }
    // A heading has no number in it; a counted line has one for its quantity.
    return fields.count <= 3 && !isHeader(String(line))
      && fields.contains { field in
        ExactDecimal.Mark.allCases.contains { (try? ExactDecimal(parsing: field.utf8, mark: $0)) != nil }
      }
  }

  /// The order in which all these texts are dates; nil when they are not dates.
  ///
  /// - Throws: `date-order-unclear` when day and month cannot be distinguished.
  private static func dateOrder(
    _ texts: [String], given: DateOrder?, _ source: String
  ) throws(Problems) -> DateOrder? {
    let fitting = dateOrders(texts)
    if let given, fitting.contains(given) { return given }
    guard fitting.count < 2 else {
      throw Problems(
        .datesConflict, source: source, value: texts[0],
        "in times such as '\(texts[0])' day and month cannot be distinguished",
        remedy: "Say which order they have with --dates dmy or --dates mdy, or set the scanner to write 2026-10-31.")
    }
    return fitting.first
  }

  /// The orders in which all these texts are dates; none when there are no texts.
  private static func dateOrders(_ texts: [String]) -> [DateOrder] {
    guard !texts.isEmpty else { return [] }
    return DateOrder.allCases.filter { order in
      // Digits alone are a code or a quantity.
      texts.allSatisfy { Timestamp($0, order: order, clock: .utc) != nil && $0.contains { !$0.isNumber } }
    }
  }

  /// Whether there is a decimal mark with which all these texts are numbers; which one it is, the import finds.
  private static func areNumbers(_ texts: [String]) -> Bool {
    ExactDecimal.Mark.allCases.contains { mark in
      texts.allSatisfy { (try? ExactDecimal(parsing: $0.utf8, mark: mark)) != nil }
    }
  }

  /// Whether a line names columns instead of being scanned: its first word means a code in one of our languages.
  private static func isHeader(_ line: String) -> Bool {
    let first = line.split { ",;\t|".contains($0) }.first.map(String.init) ?? line
    let word = first.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    let known = ["sku", "barcode"].flatMap { name in
      [name] + (Vocabulary.kind("barcodes")?.field(name)?.synonyms ?? [])
    }
    return (known + ["code", "time", "date", "timestamp", "fecha", "datum"]).contains(word)
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
      name: "scan", summary: "A scanner's list", format: "csv", options: options, dates: dates,
      records: [.init(kind: kind, fields: fields)])
  }
}
