internal import FormatKit
internal import Stock

/// A cell of a file that is imported with another value than the file has.
public struct CellCorrection: Hashable, Sendable, Codable {
  /// The line on which the record of the cell begins; the row of a sheet.
  public var line: Int
  /// The name of the column, or its number from 1 where no column has that name.
  public var column: String
  /// The number of the column from 1, where it is known: names may be empty, or those of several columns.
  public var number: Int?
  /// The value that the file has, without spaces around it; nil where it is not compared.
  public var was: String?
  public var value: String
  /// The file that has the correction and the line there; empty for one that was given in another way.
  public var origin = Origin()

  /// The position of a correction in a file of corrections.
  public struct Origin: Hashable, Sendable {
    public var source = ""
    public var line = 0

    public init(source: String = "", line: Int = 0) { (self.source, self.line) = (source, line) }
  }

  enum CodingKeys: String, CodingKey { case line, column, number, was, value }

  public init(
    line: Int, column: String, number: Int? = nil, was: String? = nil, value: String, origin: Origin = Origin()
  ) {
    self.line = line
    self.column = column
    self.number = number
    self.was = was
    self.value = value
    self.origin = origin
  }

  /// The same correction of the same file.
  init(_ cell: CorrectedCell) {
    // A value that was shortened cannot be compared.
    let was = cell.was.count < CorrectedCell.mostCharacters ? cell.was : nil
    self.init(line: cell.line, column: cell.column, number: cell.columnNumber, was: was, value: cell.value)
  }

  /// Why the correction cannot be made.
  func refusal(_ message: String, remedy: String? = nil) -> Problem {
    Problem(
      .correctionRefused, source: origin.source, at: SourcePosition(line: origin.line), value: value,
      "the correction of \(place): \(message)", remedy: remedy)
  }

  /// `line 17, Price`.
  var place: String {
    let name = column.isEmpty ? number.map { "column \($0)" } ?? "" : column
    return "line \(line), \(CorrectedCell.shown(name))"
  }

  // MARK: Limits

  /// Checks what can be wrong with corrections without the file.
  ///
  /// - Throws: ``Problem/Code/correctionRefused`` for each that is too long or names no cell, and for too many.
  static func check(_ corrections: [CellCorrection]) throws(Problems) {
    guard corrections.count <= CellLimits.cells else {
      throw Problems(
        .correctionRefused, value: "\(corrections.count)",
        "at most 10,000 cells can be corrected, and there are \(corrections.count) corrections",
        remedy: "Correct the file itself, and import that.")
    }
    let found = corrections.compactMap { correction -> Problem? in
      if correction.line < 1 { return correction.refusal("line numbers start at 1") }
      if correction.column.isEmpty, correction.number == nil { return correction.refusal("the column is missing") }
      if correction.value.count > CellLimits.characters {
        return correction.refusal("the value has more than \(CellLimits.characters) characters")
      }
      return CellLimits.hasControlCharacter(correction.value)
        ? correction.refusal("the value has a control character in it") : nil
    }
    if let problems = Problems(collected: shortened(found)) { throw problems }
  }

  /// The first problems, and how many there are besides.
  static func shortened(_ problems: [Problem]) -> [Problem] {
    let most = 100
    guard problems.count > most else { return problems }
    return problems.prefix(most) + [
      Problem(.correctionRefused, "\(problems.count - most) more corrections are refused")
    ]
  }
}

extension RegisteredFormat {
  /// Whether a line and a column name one value of a file: of text tables and sheets, where no record holds other records.
  var hasCells: Bool { descriptor.shape == .tabular && !options.contains { $0.name == nestedRowsName } }
}

/// The columns of a table as corrections name them.
struct CellColumns {
  let names: [String]
  private let places: [String: [Int]]

  init(_ names: [String]) {
    self.names = names
    places = Dictionary(grouping: names.indices) { names[$0] }
  }

  /// The index of a correction's column: by the number that is known, else by its name, else by a number in place of the name.
  /// Nil where no column or several are meant.
  func index(of correction: CellCorrection) -> Int? {
    let named = numbers(of: correction.column)
    let meant = named.isEmpty ? Int(correction.column) : named.count == 1 ? named[0] : nil
    guard let number = correction.number ?? meant, number >= 1, number <= names.count else { return nil }
    return number - 1
  }

  /// The numbers of the columns with a name, from 1.
  func numbers(of name: String) -> [Int] { (places[name] ?? []).map { $0 + 1 } }

  /// The names that each stand for one column.
  var clearNames: Set<String> { Set(places.filter { !$0.key.isEmpty && $0.value.count == 1 }.keys) }
}

/// The cells that a reader has corrected so far.
final class CorrectionLog {
  /// A value that the file has in a corrected cell.
  struct FileValue {
    let text: String
    /// Whether it is a text, and not a number or a day of a sheet.
    let isText: Bool
  }

  private struct Place: Hashable {
    let line: Int
    let column: String
  }

  private(set) var cells: [CorrectedCell] = []
  private var values: [Place: FileValue] = [:]

  func add(_ cell: CorrectedCell, fileValue: FileValue) {
    cells.append(cell)
    values[Place(line: cell.line, column: cell.column)] = fileValue
  }

  /// What the file has in a cell that was corrected; nil for other cells.
  func fileValue(line: Int, column: String) -> FileValue? {
    values.isEmpty ? nil : values[Place(line: line, column: column)]
  }
}
