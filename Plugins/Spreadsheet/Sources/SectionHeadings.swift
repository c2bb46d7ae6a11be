internal import FormatKit
internal import RetailValues

/// Headings of sections, such as `Desk lamps` above the lamps, as a value of the rows below them.
///
/// The headings fill a column of the table where only they do, and otherwise a column of their own. That is the column of
/// categories, unless the table has one.
struct SectionHeadings {
  /// A row that is a heading if a record follows it, and otherwise a note.
  struct Candidate {
    let row: SheetRow
    let column: Int
    let text: String
  }

  /// The column of the sheet that the headings fill; nil for one that is added to the table.
  private let column: Int?
  /// The name of the column that is added; nil when the headings fill one of the table.
  let addedName: String?
  /// What the headings are, for people.
  private let meaning: String
  /// The heading above the next record.
  private var current: String?
  private var candidate: Candidate?
  private var isTold = false

  private static let maximumLength = 60

  /// Nil where the rows with a single value are not headings of what is below them, or where that is not certain.
  init?(_ rows: some Collection<SheetRow>, of layout: SheetLayout, oneValueRows: OneValueRows) {
    guard layout.header != nil, !layout.isRefused, oneValueRows.reading != .notes, oneValueRows.reading != .records
    else { return nil }
    let isGiven = oneValueRows.reading == .headings
    let notes = Self.notes(in: rows, oneValueRows)
    guard let first = notes.first, isGiven || Self.areHeadings(notes, of: rows) else { return nil }
    let records = rows.filter { !oneValueRows.isNote($0) }
    let isOwn =
      notes.allSatisfy { $0.column == first.column }
      && !records.contains { row in row.cell(in: first.column).map { row.isFilled($0) } ?? false }
    column = isOwn ? first.column : nil
    let hasCategory = layout.names.contains { Self.isCategory($0) }
    if !isOwn, !isGiven, hasCategory { return nil }
    addedName = isOwn ? nil : hasCategory ? "heading" : "category"
    meaning = addedName ?? "'\(layout.names[first.column - layout.columns.lowerBound])'"
  }

  private static func notes(in rows: some Collection<SheetRow>, _ oneValueRows: OneValueRows) -> [Candidate] {
    rows.compactMap { row in
      guard case .note(let column, let text)? = oneValueRows.role(of: row) else { return nil }
      return Candidate(row: row, column: column, text: text)
    }
  }

  /// Whether notes are headings: the first is above all records, each has records below it, and no two are alike.
  /// The last one may be a note below the table.
  private static func areHeadings(_ notes: [Candidate], of rows: some Collection<SheetRow>) -> Bool {
    let numbers = Set(notes.map(\.row.number))
    guard let first = rows.first, let last = rows.suffix(1).first, numbers.contains(first.number) else { return false }
    let headings = last.number == notes.last?.row.number ? notes.dropLast() : notes[...]
    guard headings.count > 1, headings.allSatisfy({ $0.column == headings[0].column && isHeading($0.text) }),
      Set(headings.map { $0.text.filter { !$0.isNumber } }).count == headings.count
    else { return false }
    return zip(rows, rows.dropFirst()).allSatisfy { above, below in
      !numbers.contains(above.number) || !numbers.contains(below.number) || below.number == last.number
    }
  }

  /// Whether a text may be a heading: it is short and not a sentence.
  private static func isHeading(_ text: String) -> Bool {
    text.count <= maximumLength && text.contains(where: \.isLetter) && !text.hasPrefix("*")
      && !(text.last.map { ".!?".contains($0) } ?? true)
  }

  /// Whether a name is one of a column of categories.
  private static func isCategory(_ name: String) -> Bool {
    Vocabulary.fieldNames(of: name).contains("category")
  }

  // MARK: Rows

  /// Keeps a row with a single value until the next row says whether it is a heading; the one kept before it is a note.
  mutating func keep(_ candidate: Candidate) -> Candidate? {
    defer { self.candidate = candidate }
    return self.candidate
  }

  /// Gives up the row that was kept, because no record follows it.
  mutating func takeNote() -> Candidate? {
    defer { candidate = nil }
    return candidate
  }

  /// Puts the heading into a record below it, and returns the problem to be reported for the first one.
  mutating func complete(_ row: inout SheetRow) -> (problem: SheetRow.CellProblem, row: SheetRow)? {
    let heading = candidate
    if let heading {
      current = Self.withoutColon(heading.text)
      candidate = nil
    }
    if let column, let current { row.fill(column, with: current) }
    guard let heading, !isTold else { return nil }
    isTold = true
    let problem = SheetRow.CellProblem(
      column: heading.column, code: .xlsxSectionHeading, value: heading.text,
      what: "has the only value of its row, '\(heading.text)'; it is read as the \(meaning) of the rows "
        + "below it, as are all headings like it")
    return (problem, heading.row)
  }

  /// The value of the column that is added, in the record that was completed last.
  var addedValue: String? { addedName == nil ? nil : current }

  private static func withoutColon(_ text: String) -> String {
    let text = text.trimmingSpaces()
    return text.hasSuffix(":") ? String(text.dropLast()).trimmingSpaces() : text
  }
}

extension SheetRow {
  /// Puts a text into an empty cell.
  mutating func fill(_ column: Int, with text: String) {
    if let cell = cell(in: column) {
      if isFilled(cell) { return }
      cells.removeAll { $0.column == column }
    }
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    cells.append(Cell(column: column, kind: .text, end: bytes.count, start: start))
    settle()
  }
}

extension SheetRow.CellProblem {
  static func note(_ note: SectionHeadings.Candidate) -> Self {
    let shown = String(note.text.prefix(200))
    return Self(
      column: note.column, code: .xlsxHeadingRow, value: shown,
      what: "has the only value of its row, '\(shown)'; the row is a heading or a note, not a record")
  }
}
