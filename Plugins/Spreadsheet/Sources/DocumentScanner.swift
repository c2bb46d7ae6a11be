internal import FormatKit
internal import RetailValues

/// Makes rows of the cells in the content of an OpenDocument spreadsheet, where all sheets follow each other.
///
/// Repeated cells and rows are given as often as their count says, as long as that stays in proportion to the file.
final class DocumentScanner: RowScanner {
  private enum CellType {
    case none, number, percentage, date, time, boolean, text
  }

  /// Called when a wanted sheet begins, with its number from 1.
  private let beginSheet: (Int, MergedCells) -> Void
  /// Called when the sheet ends.
  private let endSheet: () -> Problems?
  private let wanted: Set<Int>

  /// The depth of the element that the parser is in; 0 outside elements. The content of ``skipped`` is ignored.
  private var (bodyDepth, sheetDepth, rowDepth, cellDepth, skipped) = (0, 0, 0, 0, 0)

  private var sheetCount = 0
  private var merges = MergedCells()
  private var allowance = RepeatAllowance()
  private var lastRow = 0
  private var rowRepeats = 1
  private var nextColumn = 0

  private var type = CellType.none
  private var value: [UInt8] = []
  private var hasValue = false
  /// The code of the currency of an amount.
  private var currency: String?
  private var hasFormula = false
  /// The value of a formula that is only a word for true or false.
  private var truth: Bool?
  private var isError = false
  private var isCovered = false
  private var cellRepeats = 1
  private var text = DocumentText()
  /// The styles that draw a line through the value, and the style being described.
  private var struckStyles: Set<String> = []
  private var describedStyle: String?
  private var style: String?

  init(
    wanted: Set<Int>, beginSheet: @escaping (Int, MergedCells) -> Void,
    receive: @escaping (inout SheetRow) -> Problems?, endSheet: @escaping () -> Problems?
  ) {
    self.wanted = wanted
    self.beginSheet = beginSheet
    self.endSheet = endSheet
    super.init(receive: receive)
  }

  // MARK: Elements

  override func begin(_ tag: borrowing PartTag) {
    guard skipped == 0 else { return }
    if cellDepth > 0 {
      if !text.begin(tag, isInCell: depth == cellDepth + 1) { skipped = depth }
      failIfTextIsTooLarge(text.isTooLarge)
    } else if rowDepth > 0 {
      switch tag.name {
      case "table-cell": beginCell(tag, isCovered: false)
      case "covered-table-cell": beginCell(tag, isCovered: true)
      default: skipped = depth
      }
    } else if sheetDepth > 0 {
      switch tag.name {
      case "table-row": beginRow(tag)
      case "table-rows", "table-row-group", "table-header-rows": break
      default: skipped = depth
      }
    } else if bodyDepth > 0 {
      if tag.name.equals("table"), isWanted() { beginSheet(tag) } else { skipped = depth }
    } else if tag.name.equals("spreadsheet") {
      bodyDepth = depth
    } else {
      beginStyle(tag)
    }
  }

  private func beginStyle(_ tag: borrowing PartTag) {
    if tag.name.equals("style") { describedStyle = tag.attribute(called: "name")?.text }
    guard tag.name.equals("text-properties"), let describedStyle, struckStyles.count < WorkbookParts.maximumSheets,
      let line = tag.attribute(called: "text-line-through-style") ?? tag.attribute(called: "text-line-through-type"),
      !line.value.elementsEqual("none".utf8)
    else { return }
    struckStyles.insert(describedStyle)
  }

  override func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard cellDepth > 0, skipped == 0 else { return }
    text.add(bytes)
    failIfTextIsTooLarge(text.isTooLarge)
  }

  override func end(_ name: PartName) {
    let ended = depth + 1
    if skipped > 0 {
      if ended == skipped { skipped = 0 }
    } else if ended == cellDepth {
      cellDepth = 0
      endCell()
    } else if cellDepth > 0 {
      text.end(name)
    } else if ended == rowDepth {
      rowDepth = 0
      endRow()
    } else if ended == sheetDepth {
      sheetDepth = 0
      if let error = endSheet() { fail(error) }
    } else if ended == bodyDepth {
      bodyDepth = 0
    }
  }

  // MARK: Sheets

  private func isWanted() -> Bool {
    sheetCount += 1
    return wanted.contains(sheetCount)
  }

  private func beginSheet(_ tag: borrowing PartTag) {
    sheetDepth = depth
    lastRow = 0
    merges = MergedCells()
    allowance.place = startOfTag
    beginSheet(sheetCount, merges)
  }

  // MARK: Rows

  private func beginRow(_ tag: borrowing PartTag) {
    rowDepth = depth
    row.reset()
    row.byteOffset = startOfTag
    row.number = lastRow + 1
    allowance.earn(at: row.byteOffset)
    rowRepeats = Self.repeats(tag.attribute(called: "number-rows-repeated"))
    nextColumn = 0
  }

  private func endRow() {
    lastRow = min(lastRow + rowRepeats, CellReference.maximumRows + 1)
    guard failure == nil, !row.cells.isEmpty || !row.problems.isEmpty else { return }
    let first = row.number
    failIfTooManyRows(first + rowRepeats - 1)
    guard failure == nil, spend(rowRepeats - 1, row.cells.count + 1, row.bytes.count, row.problems.count) else {
      return
    }
    for number in first..<(first + rowRepeats) {
      row.number = number
      if let error = receive(&row) { return fail(error) }
    }
  }

  // MARK: Cells

  private func beginCell(_ tag: borrowing PartTag, isCovered: Bool) {
    cellDepth = depth
    (type, hasValue, hasFormula, truth, isError, cellRepeats) = (.none, false, false, nil, false, 1)
    (currency, style) = (nil, nil)
    self.isCovered = isCovered
    value.removeAll(keepingCapacity: true)
    text.reset()
    column = nextColumn
    var spans = (columns: 1, rows: 1)
    for index in 0..<tag.attributeCount {
      guard let found = tag.attribute(index) else { continue }
      switch found.name {
      case "value-type": setType(found.value)
      case "value", "date-value", "time-value", "boolean-value":
        hasValue = true
        value.append(contentsOf: found.value)
      case "currency":
        let code = found.text
        if Currency(code) != nil { currency = code.uppercased() }
      case "string-value":
        hasValue = true
        value.append(contentsOf: found.text.utf8)
      case "formula": setFormula(found.value)
      case "style-name" where !struckStyles.isEmpty: style = found.text
      case "number-columns-repeated": cellRepeats = Self.repeats(found)
      case "number-columns-spanned": spans.columns = Self.repeats(found)
      case "number-rows-spanned": spans.rows = Self.repeats(found)
      default: break
      }
    }
    nextColumn = min(column + cellRepeats, CellReference.maximumColumns)
    if !isCovered { merges.add(column: column, row: row.number, spans) }
  }

  private func setType(_ value: UnsafeBufferPointer<UInt8>) {
    // LibreOffice repeats the type in a namespace of its own, which alone marks errors.
    if value.elementsEqual("error".utf8) {
      isError = true
      return
    }
    switch String(decoding: value, as: UTF8.self) {
    case "float", "currency": type = .number
    case "percentage": type = .percentage
    case "date": type = .date
    case "time": type = .time
    case "boolean": type = .boolean
    case "void": type = .none
    default: type = .text
    }
  }

  private func setFormula(_ formula: UnsafeBufferPointer<UInt8>) {
    hasFormula = true
    // LibreOffice stores true and false this way, next to the number, in workbooks of other kinds.
    let isTrue = formula.elementsEqual("of:=TRUE()".utf8)
    if isTrue || formula.elementsEqual("of:=FALSE()".utf8) { truth = isTrue }
  }

  private func endCell() {
    // Content below merged cells is not visible.
    guard !isCovered, failure == nil else { return }
    let count = row.cells.count
    addCell()
    guard row.cells.count > count, failure == nil else { return }
    let last = column + cellRepeats - 1
    if cellRepeats > 1 {
      guard last < CellReference.maximumColumns else {
        column = CellReference.maximumColumns
        return failIfTooManyColumns()
      }
      guard spend(cellRepeats - 1, 1, max(value.count, text.bytes.count), isError ? 1 : 0) else { return }
      while column < last, failure == nil {
        column += 1
        addCell()
      }
    }
    failIfTooManyColumns()
    failIfRowIsTooLarge()
  }

  /// Adds what the cell holds, if it holds anything.
  private func addCell() {
    let count = row.cells.count
    defer {
      if row.cells.count > count, let style, struckStyles.contains(style) { row.cells[count].isStruck = true }
    }
    if isError || hasFormula && Self.isErrorValue(text.bytes) {
      isError = true
      return addError(text.bytes.isEmpty ? value : text.bytes)
    }
    if let truth { return add(.boolean, (truth ? "true" : "false").utf8) }
    switch type {
    case .number where hasValue, .percentage where hasValue:
      if let digits = digits(value) {
        // What the words say belongs to the value: five cases of twelve are not five.
        if type == .number, currency == nil, Self.hasWords(text.bytes) { return add(.text, text.bytes) }
        add(type == .percentage ? .percentage : .number, digits.utf8, currency: currency)
      }
    case .boolean where hasValue: addBoolean(value)
    case .date where hasValue:
      guard let date = DocumentDate.date(value) else { return refuse(value, "which is not a date") }
      add(date.kind, date.text.utf8)
    case .time where hasValue:
      guard let time = DocumentDate.time(value) else { return refuse(value, "which is not a time") }
      add(.time, time.utf8)
    case .text where hasValue:
      if !value.isEmpty { add(.text, value) }
    default:
      if !text.bytes.isEmpty {
        add(.text, text.bytes)
      } else if hasFormula, type == .none, !text.isPresent {
        formulaWithoutValue()
      }
    }
  }

  /// Whether words are next to the number that people see, by which it means something else than the number alone. A short word
  /// before it is mostly a currency.
  private static func hasWords(_ shown: some Collection<UInt8>) -> Bool {
    guard shown.contains(where: { $0 >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }) else {
      return false
    }
    let text = String(decoding: shown, as: UTF8.self)
    guard let first = text.firstIndex(where: \.isNumber) else { return false }
    let (before, number) = (text[..<first], text[first...])
    let after = number.drop { $0.isNumber || ".,'’/ \u{A0}\u{202F}".contains($0) }
    // Numbers that machines write have an exponent.
    let exponent = after.dropFirst().drop { "+-".contains($0) }
    if after.first == "E" || after.first == "e", !exponent.isEmpty, exponent.allSatisfy(\.isNumber) { return false }
    func isWord(_ part: Substring) -> Bool {
      let word = part.filter { !$0.isWhitespace }
      return word.contains(where: \.isLetter) && !NumberFormat.isCurrency(word)
    }
    return isWord(after) || isWord(before) && before.count > 4
  }

  // MARK: Repetition

  /// The number of repetitions stated; 1 when it is not a number.
  private static func repeats(_ attribute: PartTag.Attribute?) -> Int {
    guard let attribute, let number = attribute.number else { return 1 }
    return min(max(1, number), 1 << 24)
  }

  private func spend(_ times: Int, _ cells: Int, _ bytes: Int, _ problems: Int) -> Bool {
    if allowance.spend(times, cells: cells, bytes: bytes, problems: problems) { return true }
    fail(
      Problems(
        .xlsxTooLarge, at: SourcePosition(line: row.number, path: CellReference.letters(0) + "\(row.number)"),
        "row \(row.number) repeats cells with values \(times + 1) times, beyond all proportion to the file"))
    return false
  }
}

/// The amount of output that few bytes may cause by repetition: some megabytes immediately, and in the long run a small
/// multiple of the input.
private struct RepeatAllowance {
  private static let limit = 4 << 20
  private static let factor = 16
  private static let bytesPerCell = 4
  private static let bytesPerProblem = 256

  private var left = Self.limit
  /// Up to where bytes were counted.
  var place = 0

  mutating func earn(at place: Int) {
    left = min(Self.limit, left + Self.factor * min(Self.limit, max(0, place - self.place)))
    self.place = place
  }

  /// False when it is too much.
  mutating func spend(_ times: Int, cells: Int, bytes: Int, problems: Int) -> Bool {
    let (cost, isOverflow) = times.multipliedReportingOverflow(
      by: cells * Self.bytesPerCell + bytes + problems * Self.bytesPerProblem)
    guard !isOverflow, cost <= left else { return false }
    left -= cost
    return true
  }
}

extension MergedCells {
  /// Adds a cell that covers several columns or rows.
  func add(column: Int, row: Int, _ spans: (columns: Int, rows: Int)) {
    guard spans.columns > 1 || spans.rows > 1, column < CellReference.maximumColumns, row <= CellReference.maximumRows
    else { return }
    add(
      MergedRange(
        columns: column...min(column + spans.columns, CellReference.maximumColumns) - 1,
        rows: row...min(row + spans.rows - 1, CellReference.maximumRows)))
  }
}
