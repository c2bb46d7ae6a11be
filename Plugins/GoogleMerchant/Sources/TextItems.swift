internal import CSVFormat
internal import FormatKit

/// A column of a text feed.
struct TextColumn: Hashable, Sendable {
  /// The text in the header.
  let header: String
  /// The attribute that it holds.
  let name: String
  /// The parts that the header says its groups have: `shipping(country:price)`.
  let parts: [String]?

  init(_ header: String) {
    self.header = header
    var text = header[...]
    // Two columns of one name have a number put after the second.
    if text.hasSuffix(")"), let start = text.lastIndex(of: "("),
      text[text.index(after: start)...].dropLast().allSatisfy(\.isNumber)
    {
      text = text[..<start]
      while text.last == " " { text.removeLast() }
    }
    if text.hasSuffix(")"), let start = text.lastIndex(of: "(") {
      parts = text[text.index(after: start)...].dropLast().split(separator: ":", omittingEmptySubsequences: false)
        .map { FeedNames.attribute(String($0)) }
      text = text[..<start]
    } else {
      parts = nil
    }
    let name = FeedNames.attribute(String(text))
    // Custom attributes differ from Google's by their prefix alone.
    self.name = name
  }

  /// What makes a header that of a product feed, and not of any table: attributes that only such feeds have.
  static func verdict(on headers: [String]) -> (known: Int, isFeed: Bool) {
    let names = Set(headers.map { TextColumn($0).name })
    let known = names.filter { AttributeTable.attribute($0) != nil }.count
    let marks: Set<String> = [
      "image_link", "availability", "google_product_category", "item_group_id", "product_type", "identifier_exists",
      "sale_price_effective_date", "additional_image_link", "cost_of_goods_sold", "age_group",
    ]
    return (known, names.contains("id") && known >= 3 && !names.isDisjoint(with: marks))
  }
}

/// Takes the items out of tab-separated text.
final class TextItems {
  private let source: String
  private var reader: CSVReader
  private var batch = RecordBatch(rowLimit: 256)
  private var row = 0
  private var columns: [TextColumn] = []
  /// Whether lines were seen that are longer than their fields: quotes are about.
  private var hasQuotes = false

  init(_ source: ByteSource, charset: Charset?, quoted: Bool) throws(Problems) {
    self.source = source.name
    var options = CSVOptions()
    options.delimiter = UInt8(ascii: "\t")
    options.quote = quoted ? .character(UInt8(ascii: "\"")) : .none
    options.header = .yes
    options.formulas = .asIs
    options.adjustsHeader = false
    options.charset = charset
    reader = try CSVFormat(options: options).reader(for: source)
  }

  var findings: [SourceFinding] { reader.findings.filter { $0.name == "charset" } }

  /// The next item; nil at the end. Lines that contain only tabs are skipped.
  func next() throws(Problems) -> FeedItem? {
    while true {
      while row >= batch.rowCount {
        row = 0
        do throws(Problems) {
          guard try reader.read(into: &batch) else { return nil }
        } catch {
          throw Self.told(error)
        }
        if columns.isEmpty { try settleColumns() }
      }
      defer { row += 1 }
      if let item = item() { return item }
    }
  }

  private func settleColumns() throws(Problems) {
    columns = batch.schema.columns.map { TextColumn($0.name) }
    guard columns.contains(where: { $0.name == "id" }) else {
      throw Problems(
        .wrongFormat, source: source, at: SourcePosition(line: 1),
        value: ItemProblem.shortened(columns.map(\.header).joined(separator: ", ")),
        "the first line does not name the columns of a product feed, with tabs between: there is no 'id'",
        remedy: "Leave --format out to have the format found, or save the file as text with tabs.")
    }
  }

  private func item() -> FeedItem? {
    let position = batch.position(row: row)
    var item = FeedItem(at: FeedPlace(line: position.line, byteOffset: position.byteOffset))
    let starts = fieldStarts(position)
    for (index, column) in columns.enumerated() {
      guard let text = batch.string(row: row, column: index)?.trimmingSpaces(), !text.isEmpty else { continue }
      let place = FeedPlace(
        line: position.line, column: index < starts.count ? starts[index] : 0, byteOffset: position.byteOffset,
        field: column.header)
      add(text, of: column, at: place, to: &item)
    }
    for found in batch.problems where found.row == row {
      let place = FeedPlace(line: found.problem.position.line, field: found.problem.position.field)
      let problem = found.problem
      item.problems.append(
        ItemProblem(
          problem.code, at: place, value: problem.value, problem.message,
          remedy: Self.remedies[problem.code] ?? problem.remedy))
    }
    return item.names.isEmpty && item.problems.allSatisfy { !$0.isError } ? nil : item
  }

  /// What to do about lines that cannot be cut into fields, in the words of this format's options.
  private static let remedies: [Problem.Code: String] = [
    .csvUnclosedQuote: "Close the quote, or give --option quotes=no if quotes are ordinary text in this file.",
    .csvStrayQuote:
      "Write a quote within a quoted field twice, or give --option quotes=no if quotes are ordinary text.",
    .csvLongRow: "Put fields that hold tabs in quotes, or take the tabs out of them.",
    .csvShortRow: "Add the missing tabs; one that is missing moves every field after it.",
    .csvHeaderWidth: "Correct the first line, so that it has a name for each field.",
  ]

  private static func told(_ error: Problems) -> Problems {
    var error = error
    if let remedy = remedies[error.code] { error.first.remedy = remedy }
    return error
  }

  private func add(_ text: String, of column: TextColumn, at place: FeedPlace, to item: inout FeedItem) {
    guard let attribute = AttributeTable.attribute(column.name) else {
      return item.add(column.name, FeedValue(text: text, place: place))
    }
    let values = attribute.isRepeated ? ListText.values(text) : [text]
    for value in values {
      if attribute.parts.isEmpty {
        item.add(
          column.name, FeedValue(text: attribute.isRepeated ? ListText.unquoted(value) : value, place: place))
      } else {
        let parts = GroupText.parts(value, of: column.name, given: column.parts)
        item.add(column.name, FeedValue(text: value, parts: parts, place: place))
      }
    }
  }

  /// The first character of each field in the line; empty if quotes make the positions uncertain.
  private func fieldStarts(_ position: RecordPosition) -> [Int] {
    var starts: [Int] = []
    var character = 1
    var length = 0
    var fields = 0
    for index in 0..<columns.count {
      guard batch.kind(row: row, column: index) != .absent else { break }
      let bytes = batch.bytes(row: row, column: index)
      starts.append(character)
      // A character begins with every byte that does not continue one.
      character += bytes.count { $0 & 0xC0 != 0x80 } + 1
      length += bytes.count
      fields += 1
    }
    if row + 1 < batch.rowCount {
      let rest = batch.position(row: row + 1).byteOffset - position.byteOffset - length - max(0, fields - 1)
      if rest != 1, rest != 2 {
        hasQuotes = true
        return []
      }
      return starts
    }
    return hasQuotes ? [] : starts
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate func trimmingSpaces() -> String {
    guard let first = utf8.first, let last = utf8.last, first <= 32 || last <= 32 || first >= 0x80 || last >= 0x80
    else {
      return self
    }
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
