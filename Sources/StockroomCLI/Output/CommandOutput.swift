internal import Foundation

/// How a command writes its output.
enum OutputStyle { case text, json }

/// The output of a command, which can be written for people and for programs.
protocol CommandOutput {
  /// The exit status of the command.
  var status: Int32 { get }
  func write(as style: OutputStyle) throws
}

extension CommandOutput {
  var status: Int32 { ExitStatus.done }
}

/// One value as JSON, with the text that says the same.
struct ValueOutput: CommandOutput {
  let status: Int32
  private let json: (any Encodable)?
  private let show: () throws -> Void
  private let remark: () -> Void

  /// - Parameters:
  ///   - json: the value for programs.
  ///   - status: the exit status of the command.
  ///   - show: writes the text for people.
  ///   - remark: writes on standard error what belongs to the output, after it and in either style.
  init(
    _ json: any Encodable, status: Int32 = ExitStatus.done, text show: @escaping () throws -> Void,
    remarks remark: @escaping () -> Void = {}
  ) {
    (self.json, self.status, self.show, self.remark) = (json, status, show, remark)
  }

  /// - Parameter text: the sentence for people.
  init(
    _ json: any Encodable, status: Int32 = ExitStatus.done, _ text: String, remarks: @escaping () -> Void = {}
  ) {
    self.init(json, status: status, text: { Terminal.say(text) }, remarks: remarks)
  }

  /// For a command whose result was written already, such as a file on standard output.
  static var nothing: ValueOutput { nothing(status: ExitStatus.done) }

  static func nothing(status: Int32) -> ValueOutput { ValueOutput(status: status) }

  private init(status: Int32) {
    (json, self.status, show, remark) = (nil, status, {}, {})
  }

  /// The same output with another text for people.
  func withText(_ line: String) -> ValueOutput {
    json.map { ValueOutput($0, status: status, line) } ?? self
  }

  /// The same output with a further line for people.
  func adding(_ line: String) -> ValueOutput {
    guard let json else { return self }
    let show = show
    return ValueOutput(json, status: status) {
      try show()
      Terminal.say(line)
    } remarks: {
      remark()
    }
  }

  /// The same output with warnings on standard error, in either style.
  func warning(_ warnings: [String]?) -> ValueOutput {
    guard let warnings, !warnings.isEmpty else { return self }
    return failing(with: status) {
      for warning in warnings { Terminal.note("warning: \(warning)") }
    }
  }

  /// The same output of a command that did not do all of what was asked for.
  ///
  /// - Parameter problem: says on standard error what is missing, in either style.
  func failing(with status: Int32, _ problem: @escaping () -> Void) -> ValueOutput {
    guard let json else { return .nothing(status: status) }
    return ValueOutput(json, status: status, text: show) {
      remark()
      problem()
    }
  }

  func write(as style: OutputStyle) throws {
    switch style {
    case .text: try show()
    case .json: if let json { try Terminal.sayJSON(json) }
    }
    remark()
  }
}

/// A column of rows: a cell of the table for people, a key of the object for programs, or both.
struct OutputColumn<Row> {
  /// The heading of the table; nil where the value is for programs only.
  let title: String?
  /// The key in JSON; nil where the value is for people only.
  let key: String?
  let isNumber: Bool
  let value: (Row) -> (any Encodable)?
  let cell: (Row) -> String

  /// A value that is the same for people and for programs.
  ///
  /// - Parameters:
  ///   - key: in JSON; the title unless given.
  ///   - blank: the text for people where there is no value.
  init<Value: Encodable>(
    _ title: String, key: String? = nil, number: Bool = false, blank: String = "", _ value: @escaping (Row) -> Value?
  ) {
    (self.title, self.key, isNumber) = (title, key ?? title, number)
    self.value = value
    cell = { row in value(row).map { "\($0)" } ?? blank }
  }

  /// A value that is shown to people in another form than to programs.
  init<Value: Encodable>(
    _ title: String, key: String, number: Bool = false, json: @escaping (Row) -> Value?,
    text: @escaping (Row) -> String
  ) {
    (self.title, self.key, isNumber) = (title, key, number)
    (value, cell) = (json, text)
  }

  /// A value for people only.
  static func text(_ title: String, number: Bool = false, _ text: @escaping (Row) -> String) -> OutputColumn {
    OutputColumn(title: title, key: nil, number: number, value: { _ in nil }, cell: text)
  }

  /// A value for programs only.
  static func json<Value: Encodable>(_ key: String, _ value: @escaping (Row) -> Value?) -> OutputColumn {
    OutputColumn(title: nil, key: key, number: false, value: value, cell: { _ in "" })
  }

  private init(
    title: String?, key: String?, number: Bool, value: @escaping (Row) -> (any Encodable)?,
    cell: @escaping (Row) -> String
  ) {
    (self.title, self.key, isNumber, self.value, self.cell) = (title, key, number, value, cell)
  }
}

/// A row as a JSON object, by its columns.
struct EncodedRow<Row>: Encodable {
  let row: Row
  let columns: [OutputColumn<Row>]

  init(_ row: Row, _ columns: [OutputColumn<Row>]) { (self.row, self.columns) = (row, columns) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for column in columns {
      guard let key = column.key, let value = column.value(row) else { continue }
      try container.encode(value, forKey: Key(stringValue: key))
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Rows as a table and as a JSON array.
struct Listing<Row>: CommandOutput {
  let rows: [Row]
  let columns: [OutputColumn<Row>]
  /// The text for people when there are no rows; nil for a table of headings.
  let empty: String?
  /// Lines in place of a table.
  private let lines: ((Row) -> [String])?

  init(_ rows: [Row], empty: String? = nil, columns: [OutputColumn<Row>]) {
    (self.rows, self.empty, self.columns, lines) = (rows, empty, columns, nil)
  }

  /// - Parameter lines: the text for people of each row.
  init(_ rows: [Row], empty: String? = nil, columns: [OutputColumn<Row>], lines: @escaping (Row) -> [String]) {
    (self.rows, self.empty, self.columns, self.lines) = (rows, empty, columns, lines)
  }

  func write(as style: OutputStyle) throws {
    if style == .json { return try Terminal.sayJSON(rows.map { EncodedRow($0, columns) }) }
    if rows.isEmpty, let empty { return Terminal.say(empty) }
    guard let lines else { return Terminal.say(table) }
    for row in rows { for line in lines(row) { Terminal.say(line) } }
  }

  /// The rows as people see them.
  var table: String {
    var layout = TableLayout(columns)
    let cells = rows.map { layout.measured($0) }
    return (layout.headings + cells.map { layout.line($0) }).joined(separator: "\n")
  }
}
