internal import Foundation

/// Rows that may be too many for memory, such as the stock of a million items: they are written as they come.
///
/// As JSON they are an array, or one member of an object. As text they are a table whose cells wait until all are measured;
/// see ``SpilledCells``.
struct RowStream<Row>: CommandOutput {
  let columns: [OutputColumn<Row>]
  /// Hands out the rows.
  let forEach: ((Row) throws -> Void) throws -> Void
  /// The text for people when there are no rows; nil for a table of headings.
  var empty: String?
  /// The name of the member that contains the rows, with the other members; nil for an array.
  var member: (key: String, others: [String: any Encodable])?
  /// The lines for people before and after the table.
  var heading: [String] = []
  var ending: [String] = []

  init(columns: [OutputColumn<Row>], empty: String? = nil, forEach: @escaping ((Row) throws -> Void) throws -> Void) {
    (self.columns, self.empty, self.forEach) = (columns, empty, forEach)
  }

  func write(as style: OutputStyle) throws {
    switch style {
    case .text: try writeTable()
    case .json: try writeJSON()
    }
  }

  private func writeTable() throws {
    var table = TableLayout(columns)
    let waiting = SpilledCells(columns: table.count)
    try forEach { row in try waiting.append(table.measured(row)) }
    if waiting.isEmpty, let empty { return Terminal.say(empty) }
    for line in heading { Terminal.say(line) }
    for line in table.headings { Terminal.say(line) }
    try waiting.forEachRow { Terminal.say(table.line($0)) }
    for line in ending { Terminal.say(line) }
  }

  private func writeJSON() throws {
    guard let (key, others) = member else {
      try writeArray(after: "", indent: "")
      return Terminal.sayPart("\n")
    }
    let (before, after) = (others.keys.filter { $0 < key }.sorted(), others.keys.filter { $0 > key }.sorted())
    func text(_ name: String) throws -> String {
      guard let value = others[name] else { return "" }
      return "  \"\(name)\" : " + Self.indented(try Terminal.json(value), by: "  ")
    }
    let start = try before.map { try text($0) + ",\n" }.joined()
    let end = try after.map { ",\n" + (try text($0)) }.joined()
    try writeArray(after: "{\n\(start)  \"\(key)\" : ", indent: "  ")
    Terminal.sayPart(end + "\n}\n")
  }

  /// Writes the rows as the encoder writes an array. Nothing is written before the first row is available, so that an
  /// error is the only output.
  private func writeArray(after start: String, indent: String) throws {
    var before = start + "[\n"
    try forEach { row in
      let text = Self.indented(try Terminal.json(EncodedRow(row, columns)), by: indent + "  ")
      Terminal.sayPart(before + indent + "  " + text)
      before = ",\n"
    }
    Terminal.sayPart((before == ",\n" ? "" : before) + "\n" + indent + "]")
  }

  private static func indented(_ text: String, by indent: String) -> String {
    text.replacing("\n", with: "\n" + indent)
  }
}

/// The columns of a table and their widths.
struct TableLayout<Row> {
  private let columns: [OutputColumn<Row>]
  private var widths: [Int]

  init(_ columns: [OutputColumn<Row>]) {
    self.columns = columns.filter { $0.title != nil }
    widths = self.columns.map { $0.title?.count ?? 0 }
  }

  /// How many columns are shown.
  var count: Int { columns.count }

  /// The cells of a row; the columns become as wide as they need.
  mutating func measured(_ row: Row) -> [String] {
    let cells = columns.map { Terminal.oneLine($0.cell(row)) }
    for (index, cell) in cells.enumerated() { widths[index] = max(widths[index], cell.count) }
    return cells
  }

  var headings: [String] {
    [line(columns.map { $0.title ?? "" }), line(widths.map { String(repeating: "-", count: $0) })]
  }

  func line(_ cells: [String]) -> String {
    Terminal.tableLine(cells, widths: widths) { columns[$0].isNumber }
  }
}
