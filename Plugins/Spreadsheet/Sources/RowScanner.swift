internal import FormatKit

/// Gathers the cells of one row after the other: what the kinds of workbooks have in common.
class RowScanner: PartHandler {
  private static let maximumRowBytes = 64 << 20

  /// Takes each row with cells in it, in the order of the sheet.
  let receive: (inout SheetRow) -> Problems?
  final var row = SheetRow()
  /// The column of the cell being read, from 0.
  final var column = -1

  init(receive: @escaping (inout SheetRow) -> Problems?) { self.receive = receive }

  /// The name of the cell being read.
  final var name: String { CellReference.letters(max(0, column)) + "\(row.number)" }
  final var place: SourcePosition { SourcePosition(line: row.number, path: name) }

  // MARK: Values

  final func add(_ kind: SheetRow.Kind, _ bytes: some Sequence<UInt8>, currency: String? = nil) {
    let start = row.bytes.count
    row.bytes.append(contentsOf: bytes)
    row.cells.append(
      SheetRow.Cell(column: column, kind: kind, end: row.bytes.count, start: start, currency: currency))
  }

  /// Adds one of the words for true and false.
  final func addBoolean(_ stored: [UInt8]) {
    let text = stored.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    if text.elementsEqual("1".utf8) || text.elementsEqual("true".utf8) {
      add(.boolean, "true".utf8)
    } else if text.elementsEqual("0".utf8) || text.elementsEqual("false".utf8) {
      add(.boolean, "false".utf8)
    } else {
      refuse(stored, "which is neither true nor false")
    }
  }

  /// The digits of a stored number; nil when it is not a number, which has been reported then.
  final func digits(_ stored: [UInt8]) -> String? {
    if let digits = NumberText.plain(stored) { return digits }
    if Self.isNoNumber(stored) { addError(stored) } else { refuse(stored, "which is not a number") }
    return nil
  }

  // MARK: Problems

  final func shown(_ stored: [UInt8]) -> String { String(decoding: stored.prefix(200), as: UTF8.self) }

  /// Refuses the workbook, because a cell's description of itself is wrong and nothing else can be trusted.
  final func refuse(_ stored: [UInt8], _ what: String) {
    let shown = shown(stored)
    fail(Problems(.xlsxInvalidCell, at: place, value: shown, "cell \(name) holds '\(shown)', \(what)"))
  }

  final func addError(_ stored: [UInt8]) {
    let shown = shown(stored)
    row.problems.append(
      SheetRow.CellProblem(column: column, code: .xlsxCellError, value: shown, what: "shows the error '\(shown)'"))
    add(.missing, [])
  }

  final func formulaWithoutValue() {
    row.problems.append(
      SheetRow.CellProblem(
        column: column, code: .xlsxNotCalculated, value: nil, what: "has a formula that was never calculated"))
    add(.missing, [])
  }

  final func failIfTooManyColumns() {
    guard column >= CellReference.maximumColumns else { return }
    fail(Problems(.tooManyColumns, "row \(row.number) has more than 16,384 cells"))
  }

  final func failIfTooManyRows(_ last: Int) {
    guard last > CellReference.maximumRows else { return }
    fail(Problems(.xlsxTooLarge, "the sheet has more than 1,048,576 rows"))
  }

  /// Refuses the name of a cell that is beyond the last one of a sheet, XFD1048576.
  final func failIfOutsideOfSheet(_ name: some Collection<UInt8>) {
    guard CellReference.isOutsideOfSheet(name) else { return }
    let shown = String(decoding: name.prefix(40), as: UTF8.self)
    fail(
      Problems(
        .xlsxTooLarge, at: SourcePosition(line: row.number), value: shown,
        "the cell '\(shown)' is outside of a sheet, whose last cell is XFD1048576"))
  }

  final func failIfTextIsTooLarge(_ isTooLarge: Bool) {
    if isTooLarge { fail(Problems(.fieldTooLarge, at: place, "cell \(name) is larger than 16 MiB")) }
  }

  final func failIfRowIsTooLarge() {
    guard row.bytes.count > Self.maximumRowBytes else { return }
    fail(Problems(.fieldTooLarge, at: SourcePosition(line: row.number), "the row is larger than 64 MiB"))
  }

  /// Whether a text is one that programs store for results that are not numbers.
  private static func isNoNumber(_ text: [UInt8]) -> Bool {
    ["nan", "inf", "-inf", "infinity", "-infinity"].contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  /// Errors that programs store as the text of a formula.
  static func isErrorValue(_ text: [UInt8]) -> Bool {
    guard let first = text.first, text.count < 16 else { return false }
    if first == UInt8(ascii: "#") { return errorValues.contains(String(decoding: text, as: UTF8.self)) }
    // LibreOffice numbers the errors that have no name.
    return text.starts(with: "Err:5".utf8) && text.count == 7
  }

  private static let errorValues: Set<String> = [
    "#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#GETTING_DATA",
  ]
}
