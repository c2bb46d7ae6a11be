internal import FormatKit
internal import HTTPTypes
internal import RetailValues

/// A cell of a file that was sent, with the value that a person gave in place of the file's.
struct CellChange: Codable, Sendable, Equatable {
  /// The line on which the record begins.
  let line: Int
  let column: String
  /// The value of the file, as the page showed it.
  let was: String
  var value: String

  init(line: Int, column: String, was: String, value: String) {
    (self.line, self.column, self.was, self.value) = (line, column, was, value)
  }

  /// What is typed in a cell that showed the value of the file.
  private init(_ typed: TypedCell) {
    self.init(line: typed.place.line, column: typed.place.column, was: typed.was, value: typed.value)
  }

  /// In what it differs from the other cells of a file.
  struct Place: Hashable, Sendable {
    let line: Int
    let column: String

    /// The identifier of its field in a page.
    var fieldID: String { "cell-\(line)-\(FormValues.encoded(column))" }
  }

  var place: Place { Place(line: line, column: column) }

  // MARK: Forms

  /// The most text of all cells of a file, which is read with each of its pages.
  private static let mostBytes = 500_000

  /// The changes after a form was sent: cells whose value was changed in it, and one that is taken back.
  ///
  /// Cells that another form corrected in the meantime stay corrected.
  ///
  /// - Parameter marks: the decimal marks of columns with numbers. A number with the other mark is written with that of
  ///   its column.
  /// - Throws: which value cannot be taken, or that somebody else corrected the cell since the form was shown.
  static func changed(
    _ changes: [CellChange], by form: FormValues, decimalMarks marks: [String: Character] = [:]
  ) throws(PageFailure) -> [CellChange] {
    let before = Dictionary(changes.map { ($0.place, $0) }) { first, _ in first }
    var cells = before
    let back = takenBack(in: form)
    if let back { cells[back] = nil }
    var bytes = cells.values.reduce(0) { $0 + $1.size }
    let shown = TypedCell.all(in: form)
    guard shown.count <= TypedCell.mostInForm else { throw tooMuch }
    for typed in shown where typed.isTyped && typed.place != back {
      try typed.check(over: before[typed.place])
      var cell = cells[typed.place] ?? CellChange(typed)
      bytes -= cells[typed.place]?.size ?? 0
      cell.value = marks[cell.column].map { CountNumber.written(typed.value, withMark: $0) } ?? typed.value
      // A cell with the value of the file again is not corrected.
      cells[typed.place] = cell.value == cell.was ? nil : cell
      bytes += cells[typed.place]?.size ?? 0
      guard cells.count <= CellLimits.cells, bytes <= mostBytes else { throw tooMuch }
    }
    return cells.values.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// The decimal marks of the columns of a file by which a plan read them.
  static func decimalMarks(in answer: JSONValue) -> [String: Character] {
    let signs: [String: Character] = ["point": ".", "comma": ","]
    let found = answer["findings"].elements.compactMap { finding -> (String, Character)? in
      guard let column = (finding["name"].text ?? "").wholeMatch(of: #/decimal mark of '(.+)'/#)?.output.1,
        let sign = signs[finding["value"].text ?? ""]
      else { return nil }
      return (String(column), sign)
    }
    return Dictionary(found) { first, _ in first }
  }

  /// The cell whose correction a form takes back.
  private static func takenBack(in form: FormValues) -> Place? {
    guard let back = form.fields.first(where: { $0.name == "back" })?.value, let space = back.firstIndex(of: " "),
      let line = Int(back[..<space])
    else { return nil }
    return Place(line: line, column: FormValues.asShown(String(back[back.index(after: space)...])))
  }

  private var size: Int { column.utf8.count + was.utf8.count + value.utf8.count + 40 }

  private static var tooMuch: PageFailure { failure(LocalizedText("Too much of this file is corrected here")) }

  static func failure(_ title: LocalizedText) -> PageFailure {
    PageFailure(
      status: .unprocessableContent, title: title,
      remedy: LocalizedText("Write a shorter value, or correct the file itself and send it again."))
  }

  // MARK: Files

  /// The text of the file that `stockroom import --corrections` reads.
  static func file(_ changes: [CellChange]) -> String {
    let lines = changes.map { "\($0.line),\(CSVText.field($0.column)),\(CSVText.field($0.value))\r\n" }
    return "line,column,value\r\n" + lines.joined()
  }
}

extension WaitingPlan {
  /// Takes what a form says of cells.
  ///
  /// - Throws: why it is not taken.
  mutating func takeCells(of visit: Visit) throws(PageFailure) {
    let marks = CellChange.decimalMarks(in: try answer(visit))
    let changes = try CellChange.changed(reading.cells ?? [], by: visit.form, decimalMarks: marks)
    reading.cells = changes.isEmpty ? nil : changes
  }
}
