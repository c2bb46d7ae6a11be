internal import Exchange
internal import FormatKit
internal import RetailValues
internal import StandardFormats
internal import Stock

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
  ///   - knows: whether the shop has an item with a code.
  init(
    _ source: ByteSource, options given: [String: String] = [:], dates order: DateOrder? = nil,
    knows: (String) throws -> Bool
  ) throws {
    let preview = try source.preview()
    guard !preview.bytes.isEmpty else { throw Problems(.sourceEmpty, source: source.name, "the file is empty") }
    let csv = try standardFormats.format("csv")
    guard let reading = csv.reading else { return }
    let first = preview.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    // A header has a word that no code is; a scanner's own first line is a code.
    let hasHeader = Self.isHeader(first)
    options = ["header": hasHeader ? "yes" : "no"].merging(given) { _, given in given }
    if given["delimiter"] == nil, !hasHeader, try Self.isSpaced(preview, knows) { options["delimiter"] = "space" }
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
    let known = try Self.knownColumn(texts, among: own, knows)
    // A clock may be before the code.
    let codeColumn = known ?? (own.count > 1 && !Self.dateOrders(texts[start]).isEmpty ? own[1] : start)
    code = names[codeColumn]
    findings.append(
      SourceFinding(
        "codes", code,
        evidence: hasHeader ? "by the header" : known == nil ? "by their place" : "the shop has items with these codes")
    )
    var others: [Int] = []
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
        others.append(index)
      }
    }
    for index in others { try leaveOut(names[index], texts[index], source.name) }
  }

  /// Leaves a column of words out, with a notice; one that may have quantities is refused.
  private mutating func leaveOut(_ name: String, _ texts: [String], _ source: String) throws {
    guard quantity != nil, texts.allSatisfy({ $0.first?.isLetter == true }) else {
      throw Problems(
        .nothingMapped, source: source, at: SourcePosition(field: name), value: texts[0],
        "the column '\(name)' has values such as '\(texts[0])', which are neither quantities nor times",
        remedy: "Take the column out, or import the file with a mapping profile.")
    }
    findings.append(SourceFinding("columns not used", name, evidence: "its values are words, such as '\(texts[0])'"))
  }

  /// The column of which the shop knows most values as the codes of items, and at least half of them; nil without such a column.
  private static func knownColumn(
    _ texts: [[String]], among columns: [Int], _ knows: (String) throws -> Bool
  ) throws -> Int? {
    var best: (column: Int, share: Double)?
    for column in columns where !texts[column].isEmpty {
      let found = try texts[column].prefix(50).count(where: knows)
      let share = Double(found) / Double(min(50, texts[column].count))
      if share >= 0.5, share > best?.share ?? 0 { best = (column, share) }
    }
    return best?.column
  }

  /// Whether the lines are codes and quantities with a space between them: the shop knows most of the codes, and none of the
  /// lines as a whole.
  private static func isSpaced(_ preview: SourcePreview, _ knows: (String) throws -> Bool) throws -> Bool {
    let lines = preview.text.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
      .prefix(50)
    let parts = lines.map { line in line.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }
    guard !lines.isEmpty, parts.allSatisfy({ $0.count == 2 }),
      !lines.contains(where: { $0.contains { ",;\t|".contains($0) } }),
      try !lines.contains(where: { try knows(String($0)) })
    else { return false }
    return try (0...1).contains { place in
      let codes = parts.map { $0[place] }
      guard areNumbers(parts.map { $0[1 - place] }) else { return false }
      return try codes.count(where: knows) * 2 >= codes.count
    }
  }

  /// Whether a file is a list of codes, with quantities or without, that names no columns, or of codes under one heading.
  static func isBareList(_ source: ByteSource) throws -> Bool {
    let preview = try source.preview()
    let lines = preview.text.split(whereSeparator: \.isNewline).filter { !$0.trimmingSpaces().isEmpty }
    // A number in the first line would make it a file of JSON.
    let codes = lines.map { $0.trimmingSpaces() }
    if let first = codes.first, first.allSatisfy(\.isNumber), codes.allSatisfy(isPlainCode) { return true }
    guard let claim = try? standardFormats.identify(preview), claim.format.descriptor.id == "csv",
      let line = lines.first
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

  private static func isPlainCode(_ text: String) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
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
    return headings.contains(Vocabulary.normalized(first))
  }

  private static let headings = Vocabulary.headerNames(of: "sku", in: "barcodes")
    .union(Vocabulary.headerNames(of: "barcode", in: "barcodes"))
    .union(["code", "time", "date", "timestamp", "fecha", "datum"])

  /// Refuses quantities below zero, which would be the contrary of what was scanned.
  private static func positive(_ contrary: String) -> ValueStep {
    .notNegative(
      remedy:
        "Put such lines into a file of their own, without the minus, and import that with --kind \(contrary); a line "
        + "that takes an earlier one back is left out with it.")
  }

  func profile(for purpose: ScanCommand.Purpose) -> MappingProfile {
    var fields: [MappingProfile.FieldMapping] = [.init(field: "sku", value: .column(code))]
    let amount = quantity.map { ValueExpression.column($0) } ?? ValueExpression(.constant("1"))
    let kind: String
    switch purpose {
    case .receipt:
      kind = "receipts"
      fields.append(.init(field: "quantity", value: amount))
      // A scan is one piece, or the pack that its barcode stands for.
      fields.append(.init(field: "order_unit", value: ValueExpression(.constant("each"))))
    case .sale:
      kind = "sales"
      let steps = [Self.positive("return")]
      fields.append(.init(field: "quantity", value: ValueExpression(amount.source, steps: steps)))
    case .return:
      kind = "sales"
      let steps = [Self.positive("sale"), .negate]
      fields.append(.init(field: "quantity", value: ValueExpression(amount.source, steps: steps)))
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
