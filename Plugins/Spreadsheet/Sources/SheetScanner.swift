internal import FormatKit

/// Makes rows of the cells in a sheet's part.
final class SheetScanner: RowScanner {
  private enum CellType {
    case number, shared, text, inline, boolean, error, date
  }

  private let styles: StyleTable
  private let texts: SharedTexts
  private let dates: SerialDate

  private var isInData = false
  private var isInRow = false
  private var lastRow = 0

  private var isInCell = false
  private var type = CellType.number
  private var style = 0
  private var hasFormula = false
  private var hasValue = false
  private var runs = TextRuns()

  /// - Parameter receive: takes each row with cells in it, in the order of the sheet.
  init(
    styles: StyleTable, texts: SharedTexts, dates: SerialDate, receive: @escaping (inout SheetRow) -> Problems?
  ) {
    self.styles = styles
    self.texts = texts
    self.dates = dates
    super.init(receive: receive)
  }

  // MARK: Elements

  override func begin(_ tag: borrowing PartTag) {
    if isInCell { return beginInCell(tag) }
    if isInRow {
      if tag.name.equals("c") { beginCell(tag) }
    } else if isInData {
      if tag.name.equals("row") { beginRow(tag) }
    } else if tag.name.equals("sheetData") {
      isInData = true
    }
  }

  private func beginInCell(_ tag: borrowing PartTag) {
    switch tag.name {
    case "v":
      if type != .inline || !hasValue {
        hasValue = true
        runs.beginRun(tag)
      }
    case "is":
      // The text in the cell counts; some programs write an invisible value next to it.
      runs.reset()
      hasValue = true
      type = .inline
    case "f": hasFormula = true
    default: if type == .inline { runs.begin(tag) }
    }
  }

  override func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isInCell else { return }
    runs.text(bytes)
    failIfTextIsTooLarge(runs.isTooLarge)
  }

  override func end(_ name: PartName) {
    if isInCell {
      if name.equals("c") {
        isInCell = false
        endCell()
      } else {
        runs.end(name)
      }
    } else if isInRow {
      if name.equals("row") {
        isInRow = false
        endRow()
      }
    } else if isInData, name.equals("sheetData") {
      isInData = false
    }
  }

  // MARK: Rows

  private func beginRow(_ tag: borrowing PartTag) {
    isInRow = true
    column = -1
    row.reset()
    row.byteOffset = startOfTag
    // Rows that go back, or have no number, are counted on.
    let given = tag.attribute(named: "r")?.number ?? 0
    failIfTooManyRows(given)
    row.number = given > lastRow ? given : lastRow + 1
    lastRow = row.number
    failIfTooManyRows(lastRow)
  }

  private func endRow() {
    guard !row.cells.isEmpty || !row.problems.isEmpty else { return }
    row.settle()
    if let error = receive(&row) { fail(error) }
  }

  // MARK: Cells

  private func beginCell(_ tag: borrowing PartTag) {
    isInCell = true
    (type, style, hasFormula, hasValue) = (.number, 0, false, false)
    runs.reset()
    var next = column + 1
    for index in 0..<tag.attributeCount {
      guard let found = tag.attribute(index), !found.isForeign else { continue }
      switch found.name {
      case "r":
        if let cell = CellReference.parse(found.value) {
          next = cell.column
        } else {
          // A malformed name counts as a missing one; a cell outside any sheet is refused.
          failIfOutsideOfSheet(found.value)
        }
      case "s": style = found.number ?? 0
      case "t": type = Self.type(found.value)
      default: break
      }
    }
    column = next
    failIfTooManyColumns()
  }

  private static func type(_ value: UnsafeBufferPointer<UInt8>) -> CellType {
    switch value.first {
    case UInt8(ascii: "s"): value.count == 1 ? .shared : .text
    case UInt8(ascii: "i"): .inline
    case UInt8(ascii: "b"): .boolean
    case UInt8(ascii: "e"): .error
    case UInt8(ascii: "d"): .date
    default: .number
    }
  }

  private func endCell() {
    runs.finish()
    defer {
      if styles.isStruck(style), row.cells.last?.column == column { row.cells[row.cells.count - 1].isStruck = true }
    }
    guard hasValue, !runs.bytes.isEmpty else {
      if hasFormula, !hasValue || type == .number { formulaWithoutValue() }
      return
    }
    switch type {
    case .number: addNumber()
    case .shared: addShared()
    case .inline: add(kind(ofText: runs.bytes), runs.bytes)
    case .date: add(.text, runs.bytes)
    case .text:
      if hasFormula, Self.isErrorValue(runs.bytes) { addError(runs.bytes) } else { add(.text, runs.bytes) }
    case .boolean: addBoolean(runs.bytes)
    case .error: addError(runs.bytes)
    }
    failIfRowIsTooLarge()
  }

  private func addNumber() {
    guard let digits = digits(runs.bytes) else { return }
    let format = styles.format(style)
    // What the words say belongs to the value: five cases of twelve are not five.
    if let words = format.words { return add(.text, Self.shown(digits, words).utf8) }
    switch format.meaning {
    case .number, .numberAsText: add(.number, digits.utf8, currency: format.currency)
    case .percentage, .percentageAsText: add(.percentage, digits.utf8)
    case .zeros(let count): addCode(digits, count)
    case .decimals(let count): add(.number, Self.padded(digits, to: count).utf8)
    case .date, .dateTime, .time, .duration:
      guard let text = dates.text(String(decoding: runs.bytes, as: UTF8.self), format) else {
        return add(.number, digits.utf8)
      }
      let isDate = text.utf8.count == 10
      let hasDate = isDate || text.utf8.dropFirst(10).first == UInt8(ascii: "T")
      add(!hasDate ? .time : isDate ? .date : .dateTime, text.utf8)
    }
  }

  /// A number as people see it, with the words of its format around it; no digit is rounded off.
  private static func shown(_ digits: String, _ words: NumberFormat.Words) -> String {
    let shifted = words.thousands == 0 ? digits : NumberText.plain("\(digits)E-\(3 * words.thousands)".utf8) ?? digits
    return [words.before, shifted, words.after].flatMap { $0.split(separator: " ") }.joined(separator: " ")
  }

  /// Adds a whole number as the code that is seen: 123 with the format `00000` is 00123.
  private func addCode(_ digits: String, _ count: Int) {
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return add(.number, digits.utf8)
    }
    add(.text, (String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits).utf8)
  }

  /// Puts back the zeros at the end that we showed by the cell's format.
  private static func padded(_ digits: String, to decimals: Int) -> String {
    guard !digits.utf8.contains(UInt8(ascii: "E")) else { return digits }
    let point = digits.utf8.firstIndex(of: UInt8(ascii: "."))
    let present = point.map { digits.utf8.distance(from: $0, to: digits.utf8.endIndex) - 1 } ?? 0
    guard present < decimals else { return digits }
    return digits + (point == nil ? "." : "") + String(repeating: "0", count: decimals - present)
  }

  private func addShared() {
    let digits = String(decoding: runs.bytes, as: UTF8.self)
    let start = row.bytes.count
    do {
      guard let index = Int(digits), try texts.append(index, to: &row.bytes) else {
        let shown = shown(runs.bytes)
        return fail(
          Problems(
            .xlsxInvalidCell, at: place, value: shown,
            "cell \(name) refers to text '\(shown)', and the workbook has \(texts.count) texts"))
      }
    } catch {
      return fail(error)
    }
    let kind = kind(ofText: row.bytes[start...])
    row.cells.append(SheetRow.Cell(column: column, kind: kind, end: row.bytes.count, start: start))
  }

  /// What a text is: a number where we wrote it so because no spreadsheet would have kept its digits.
  private func kind(ofText text: some Collection<UInt8>) -> SheetRow.Kind {
    let meaning = styles.format(style).meaning
    guard meaning == .numberAsText || meaning == .percentageAsText, NumberText.plain(text) != nil else { return .text }
    return meaning == .numberAsText ? .number : .percentage
  }
}
