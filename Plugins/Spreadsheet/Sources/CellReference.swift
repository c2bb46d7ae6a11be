/// Names of cells: `B17` is column 1 (from 0), row 17 (from 1).
enum CellReference {
  static let maximumColumns = 16_384
  static let maximumRows = 1_048_576

  /// The letters of a column, which counts from 0.
  static func letters(_ column: Int) -> String {
    var rest = column
    var letters: [UInt8] = []
    repeat {
      letters.insert(UInt8(65 + rest % 26), at: 0)
      rest = rest / 26 - 1
    } while rest >= 0
    return String(decoding: letters, as: UTF8.self)
  }

  /// The column and the row of a name; nil when it is not a cell's name, or is beyond the last cell of a sheet. The row
  /// may be missing.
  static func parse(_ name: some Collection<UInt8>) -> (column: Int, row: Int?)? {
    var column = 0
    var row = 0
    var hasRow = false
    for byte in name where byte != UInt8(ascii: "$") {
      switch byte {
      case 65...90, 97...122:
        guard !hasRow, column <= maximumColumns else { return nil }
        column = column * 26 + Int(byte & 0x1F)
      case 48...57:
        guard column > 0, row <= maximumRows else { return nil }
        hasRow = true
        row = row * 10 + Int(byte) - 48
      default: return nil
      }
    }
    guard (1...maximumColumns).contains(column), !hasRow || (1...maximumRows).contains(row) else { return nil }
    return (column - 1, hasRow ? row : nil)
  }

  /// Whether a name is that of a cell, letters and then digits, beyond the last one of a sheet (ECMA-376, part 1, 18.3.1.4).
  static func isOutsideOfSheet(_ name: some Collection<UInt8>) -> Bool {
    let bytes = name.filter { $0 != UInt8(ascii: "$") }
    let letters = bytes.prefix { (65...90).contains($0 & 0xDF) }
    let digits = bytes.dropFirst(letters.count)
    return !letters.isEmpty && digits.allSatisfy { (48...57).contains($0) } && parse(name) == nil
  }

  /// The name of a cell with that of its sheet, as formulas have it: `Sheet1!B17`, `'Price list'!B17`.
  static func path(sheet: String, column: Int, row: Int) -> String {
    "\(quoted(sheet))!\(letters(column))\(row)"
  }

  private static func quoted(_ sheet: String) -> String {
    let isPlain = sheet.utf8.first.map { !(48...57).contains($0) } ?? false
    if isPlain, sheet.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" })
    {
      return sheet
    }
    return "'\(sheet.replacing("'", with: "''"))'"
  }
}
