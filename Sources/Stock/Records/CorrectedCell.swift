/// A cell of an imported file that got another value than the file has.
public struct CorrectedCell: Hashable, Sendable {
  /// The most characters of a value of the file that are kept.
  public static let mostCharacters = 10_000

  /// The line on which the record of the cell begins; the row of a sheet.
  public let line: Int
  /// The number of the column, from 1.
  public let columnNumber: Int
  /// The name of the column.
  public let column: String
  /// The value that the file has, shortened to ``mostCharacters``.
  public let was: String
  /// The value that was imported.
  public let value: String

  public init(line: Int, columnNumber: Int, column: String, was: String, value: String) {
    self.line = line
    self.columnNumber = columnNumber
    self.column = column
    self.was = was.count > Self.mostCharacters ? was.prefix(Self.mostCharacters - 1) + "…" : was
    self.value = value
  }

  /// The column for people: its name, or its number where it has none.
  public var shownColumn: String { column.isEmpty ? "column \(columnNumber)" : column }

  /// A value or the name of a column as messages show it: at most 60 characters.
  public static func shown(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
