internal import FormatKit
internal import RetailValues
internal import Workbook

/// One sheet being written: a header that stays in sight, and cells of the kinds that the values have.
struct SheetFile {
  private static let widestColumn = 60
  private static let narrowestColumn = 8

  private let book: WorkbookFile
  private let sheet: WorkbookSheet
  private let columns: [Column]
  /// Whether texts that would be formulas, once the sheet is saved as text, get an apostrophe before them.
  private let setsApostrophes: Bool
  private let headerRow: Int
  private var row: Int
  private var widths: [Int]
  /// Whether a column has texts that a spreadsheet would take for numbers.
  private var hasCodes: [Bool]

  /// - Parameters:
  ///   - header: the rows that the header takes, from 1; its names are in the first of them.
  init(
    _ schema: Schema, in book: WorkbookFile, header: ClosedRange<Int> = 1...1, setsApostrophes: Bool
  ) throws(Problems) {
    self.setsApostrophes = setsApostrophes
    self.book = book
    columns = schema.columns
    sheet = try book.sheet(named: schema.table)
    headerRow = header.lowerBound - 1
    row = header.upperBound
    widths = columns.map { min(Self.widestColumn, $0.name.count + 4) }
    hasCodes = columns.map { _ in false }
    for (index, column) in columns.enumerated() {
      var name = setsApostrophes ? FormulaGuard.spreadsheet.guarded(column.name) : column.name
      let isFine = name.withUTF8 { bytes in
        bytes.isEmpty
          || sheet.write(bytes, row: headerRow, column: index, book.format(CellStyle(numberFormat: "@", isBold: true)))
      }
      guard isFine else {
        throw Problems(
          .xlsxTextTooLong, at: SourcePosition(field: column.name), value: column.name,
          "the name of column \(index + 1) is longer than \(WorkbookSheet.maximumText) characters")
      }
    }
    sheet.freeze(rows: row)
  }

  /// Writes one row of a batch.
  ///
  /// - Parameter errors: columns whose cells show an error instead of a value.
  mutating func write(
    _ batch: borrowing RecordBatch, row index: Int, errors: Set<Int> = []
  ) throws(Problems) {
    guard row < WorkbookSheet.maximumRows else {
      throw Problems(
        .xlsxTooManyRows, at: SourcePosition(record: batch.position(row: index).record),
        "a sheet holds \(WorkbookSheet.maximumRows) rows, and there are more records")
    }
    for column in columns.indices {
      if errors.contains(column) {
        sheet.writeMissing(row: row, column: column)
        continue
      }
      let bytes = batch.bytes(row: index, column: column)
      guard !bytes.isEmpty else { continue }
      widths[column] = max(widths[column], min(Self.widestColumn, bytes.count + 2))
      let isWritten: Bool
      switch batch.kind(row: index, column: column) {
      case .absent, .null: continue
      case .boolean:
        isWritten = sheet.write(bytes.first == UInt8(ascii: "t"), row: row, column: column)
      case .number: isWritten = writeNumber(bytes, column)
      case .percentage: isWritten = writePercentage(bytes, column)
      case .text: isWritten = writeTyped(bytes, column)
      }
      guard isWritten else {
        let place = batch.position(row: index)
        throw Problems(
          .xlsxTextTooLong,
          at: SourcePosition(
            line: place.line, byteOffset: place.byteOffset, record: place.record, field: columns[column].name),
          value: String(decoding: bytes.prefix(200), as: UTF8.self),
          "record \(place.record), field '\(columns[column].name)': the text has more than \(WorkbookSheet.maximumText) characters"
        )
      }
    }
    row += 1
  }

  /// Writes what concerns whole columns.
  func finish() {
    guard !columns.isEmpty else { return }
    for (index, width) in widths.enumerated() {
      sheet.set(column: index, width: max(Self.narrowestColumn, width), hasCodes[index] ? format("@") : nil)
    }
    sheet.filter(rows: headerRow...max(headerRow, row - 1), columns: columns.count)
  }

  // MARK: Cells

  private func format(_ code: String) -> CellFormat? { book.format(CellStyle(numberFormat: code)) }

  /// A number when the spreadsheet keeps all its digits, else text that is known for a number again.
  private func writeNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ column: Int) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.count < 64, NumberText.isKept(bytes, allowingZeros: true), let value = Double(text) else {
      return sheet.write(bytes, row: row, column: column, format(NumberFormat.numberAsTextCode))
    }
    if let currency = columns[column].currency {
      return sheet.write(value, row: row, column: column, format(NumberFormat.code(currency: currency)))
    }
    var shown: CellFormat?
    if let point = bytes.firstIndex(of: UInt8(ascii: ".")), bytes.last == UInt8(ascii: "0") {
      shown = format(NumberFormat.code(decimals: bytes.count - point - 1))
      if shown == nil { return sheet.write(bytes, row: row, column: column, format(NumberFormat.numberAsTextCode)) }
    }
    return sheet.write(value, row: row, column: column, shown)
  }

  /// The same with the percent sign.
  private func writePercentage(_ bytes: UnsafeBufferPointer<UInt8>, _ column: Int) -> Bool {
    guard bytes.count < 64, NumberText.isKept(bytes, allowingZeros: false),
      let value = Double(String(decoding: bytes, as: UTF8.self))
    else {
      return sheet.write(bytes, row: row, column: column, format(NumberFormat.percentageAsTextCode))
    }
    return sheet.write(value, row: row, column: column, format(NumberFormat.percentageCode))
  }

  /// A date where the column has dates, else text.
  private mutating func writeTyped(_ bytes: UnsafeBufferPointer<UInt8>, _ column: Int) -> Bool {
    let type = columns[column].type
    if type == .date || type == .dateTime, bytes.count < 40,
      let serial = DateSerial.serial(of: String(decoding: bytes, as: UTF8.self)),
      let format = format(
        serial.isDateTime
          ? NumberFormat.dateTimeCode(fractions: serial.fractions, offset: serial.offset) : NumberFormat.dateCode)
    {
      return sheet.write(serial.number, row: row, column: column, format)
    }
    if type == .number, NumberText.isKept(bytes, allowingZeros: false) { return writeNumber(bytes, column) }
    if setsApostrophes, let first = bytes.first, FormulaGuard.mayConcern(first),
      FormulaGuard.spreadsheet.needsGuard(bytes)
    {
      let guarded = [UInt8(ascii: "'")] + bytes
      return guarded.withUnsafeBufferPointer { sheet.write($0, row: row, column: column, format("@")) }
    }
    // A text that begins like a number or a formula stays a text when somebody edits the cell.
    guard WorkbookSheet.looksLikeMore(bytes) else {
      return sheet.write(bytes, row: row, column: column, nil)
    }
    if bytes.allSatisfy({ (48...57).contains($0) }) { hasCodes[column] = true }
    return sheet.write(bytes, row: row, column: column, format("@"))
  }
}
