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

  /// Whether it is about a cell.
  func isOf(line: Int, column: String) -> Bool { self.line == line && self.column == column }

  /// What tells it from the other cells of a file.
  struct Place: Hashable {
    let line: Int
    let column: String
  }

  var place: Place { Place(line: line, column: column) }

  // MARK: Forms

  /// The names of the fields of a form, each once for every cell of the page, in this order.
  private static let fields = ["line", "column", "was", "cell"]

  /// The cells of a form with what is typed in them; nothing where the fields are not those of the page.
  static func typed(in form: FormValues) -> [CellChange] {
    let columns = fields.map { name in
      form.fields.filter { $0.name == name }.map { name == "cell" ? $0.value : FormValues.asShown($0.value) }
    }
    guard Set(columns.map(\.count)).count == 1 else { return [] }
    return columns[0].indices.compactMap { place in
      guard let line = Int(columns[0][place]), line > 0, !columns[1][place].isEmpty else { return nil }
      return CellChange(
        line: line, column: columns[1][place], was: columns[2][place].trimmed, value: columns[3][place].trimmed)
    }
  }

  /// Whether something else is typed in a cell than what the page showed.
  static func areTyped(in form: FormValues) -> Bool { typed(in: form).contains { $0.value != $0.was } }

  // MARK: Limits

  /// The most cells of a file, as of `stockroom import --corrections`.
  private static let mostCells = 10_000
  /// The most characters of a value, as there.
  static let mostCharacters = 10_000
  /// The most text of all cells of a file, which is read with each of its pages.
  private static let mostBytes = 500_000

  /// The changes after a form was sent: cells whose value was changed in it, and one that is taken back.
  ///
  /// - Throws: which value cannot be taken, or that somebody else corrected the cell since the form was shown.
  static func changed(_ changes: [CellChange], by form: FormValues) throws(PageFailure) -> [CellChange] {
    let before = Dictionary(changes.map { ($0.place, $0) }) { first, _ in first }
    var cells = before
    let back = takenBack(in: form)
    if let back { cells[back] = nil }
    var bytes = cells.values.reduce(0) { $0 + $1.size }
    for typed in typed(in: form) where typed.value != typed.was && typed.place != back {
      try typed.check(over: before[typed.place])
      var cell = cells[typed.place] ?? typed
      bytes -= cells[typed.place]?.size ?? 0
      cell.value = typed.value
      // A cell with the value of the file again is not corrected.
      cells[typed.place] = cell.value == cell.was ? nil : cell
      bytes += cells[typed.place]?.size ?? 0
      guard cells.count <= mostCells, bytes <= mostBytes else {
        throw failure(LocalizedText("Too much of this file is corrected here"))
      }
    }
    return cells.values.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// The cell whose correction a form takes back.
  private static func takenBack(in form: FormValues) -> Place? {
    guard let back = form.fields.first(where: { $0.name == "back" })?.value, let space = back.firstIndex(of: " "),
      let line = Int(back[..<space])
    else { return nil }
    return Place(line: line, column: FormValues.asShown(String(back[back.index(after: space)...])))
  }

  /// Whether a value that was typed can be taken.
  ///
  /// - Parameter present: the correction of the cell by now.
  private func check(over present: CellChange?) throws(PageFailure) {
    guard value.count <= Self.mostCharacters else {
      throw Self.failure(
        LocalizedText("Line \(String(line)), \(column): the value has more than \(Self.mostCharacters) characters"))
    }
    guard !value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\t" }) else {
      throw Self.failure(
        LocalizedText("Line \(String(line)), \(column): the value has a character that cannot be shown"))
    }
    guard let present, present.value != was, present.value != value else { return }
    let shown: String = present.value.count > 100 ? present.value.prefix(100) + "…" : present.value
    throw PageFailure(
      status: .conflict,
      title: LocalizedText("Line \(String(line)), \(column): somebody has corrected this cell to “\(shown)” since"),
      remedy: LocalizedText("Nothing was taken. Look at what you typed, and check again."))
  }

  private var size: Int { column.utf8.count + was.utf8.count + value.utf8.count + 40 }

  private static func failure(_ title: LocalizedText) -> PageFailure {
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

extension WaitingPlan.Reading {
  /// Takes what a form says of cells.
  ///
  /// - Throws: why it is not taken.
  mutating func takeCells(of form: FormValues) throws(PageFailure) {
    let changes = try CellChange.changed(cells ?? [], by: form)
    cells = changes.isEmpty ? nil : changes
  }
}
