internal import CLibXLSXWriter
internal import FormatKit
internal import Foundation

/// One sheet being written: a header that stays in sight, and cells of the kinds that the values have.
struct SheetFile {
  /// The longest text of a cell, in UTF-16 code units.
  static let maximumText = 32_767
  private static let widestColumn = 60
  private static let narrowestColumn = 8

  private let book: WorkbookFile
  private let sheet: UnsafeMutablePointer<lxw_worksheet>
  private let columns: [Column]
  private let headerRow: Int
  private var row: Int
  private var widths: [Int]
  /// Whether a column has texts that a spreadsheet would take for numbers.
  private var hasCodes: [Bool]

  /// - Parameters:
  ///   - header: the rows that the header takes, from 1; its names stand in the first of them.
  init(_ schema: Schema, in book: WorkbookFile, header: ClosedRange<Int> = 1...1) throws(FormatError) {
    self.book = book
    columns = schema.columns
    sheet = try book.addSheet(schema.table)
    headerRow = header.lowerBound - 1
    row = header.upperBound
    widths = columns.map { min(Self.widestColumn, $0.name.count + 4) }
    hasCodes = columns.map { _ in false }
    for (index, column) in columns.enumerated() {
      var name = column.name
      let isFine = name.withUTF8 { bytes in
        bytes.isEmpty || writeText(bytes, headerRow, index, book.headerFormat)
      }
      guard isFine else {
        throw FormatError(
          .xlsxTextTooLong, at: SourcePosition(field: column.name), value: column.name,
          "the name of column \(index + 1) is longer than \(Self.maximumText) characters")
      }
    }
    worksheet_freeze_panes(sheet, lxw_row_t(row), 0)
  }

  /// Writes one row of a batch.
  ///
  /// - Parameter errors: columns whose cells show an error instead of a value.
  mutating func write(
    _ batch: borrowing RecordBatch, row index: Int, errors: Set<Int> = []
  ) throws(FormatError) {
    guard row < CellReference.maximumRows else {
      throw FormatError(
        .xlsxTooManyRows, at: SourcePosition(record: batch.position(row: index).record),
        "a sheet holds \(CellReference.maximumRows) rows, and there are more records")
    }
    for column in columns.indices {
      if errors.contains(column) {
        _ = worksheet_write_formula_str(sheet, lxw_row_t(row), lxw_col_t(column), "=NA()", nil, "#N/A")
        continue
      }
      let bytes = batch.bytes(row: index, column: column)
      guard !bytes.isEmpty else { continue }
      widths[column] = max(widths[column], min(Self.widestColumn, bytes.count + 2))
      let isWritten: Bool
      switch batch.kind(row: index, column: column) {
      case .absent, .null: continue
      case .boolean:
        let isTrue = bytes.first == UInt8(ascii: "t")
        isWritten =
          worksheet_write_boolean(sheet, lxw_row_t(row), lxw_col_t(column), isTrue ? 1 : 0, nil) == LXW_NO_ERROR
      case .number: isWritten = writeNumber(bytes, column)
      case .text: isWritten = writeTyped(bytes, column)
      }
      guard isWritten else {
        let place = batch.position(row: index)
        throw FormatError(
          .xlsxTextTooLong,
          at: SourcePosition(
            line: place.line, byteOffset: place.byteOffset, record: place.record, field: columns[column].name),
          value: String(decoding: bytes.prefix(200), as: UTF8.self),
          "record \(place.record), field '\(columns[column].name)': the text has more than \(Self.maximumText) characters"
        )
      }
    }
    row += 1
  }

  /// Writes what concerns whole columns.
  func finish() {
    guard !columns.isEmpty else { return }
    for (index, width) in widths.enumerated() {
      let column = lxw_col_t(index)
      worksheet_set_column(
        sheet, column, column, Double(max(Self.narrowestColumn, width)), hasCodes[index] ? book.format("@") : nil)
    }
    worksheet_autofilter(
      sheet, lxw_row_t(headerRow), 0, lxw_row_t(max(headerRow, row - 1)), lxw_col_t(columns.count - 1))
  }

  // MARK: Cells

  /// A number when the spreadsheet keeps all its digits, else text that is known for a number again.
  private func writeNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ column: Int) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.count < 64, NumberText.isKept(bytes, allowingZeros: true), let value = Double(text) else {
      return writeText(bytes, row, column, book.format(NumberFormat.numberAsTextCode))
    }
    var format: UnsafeMutablePointer<lxw_format>?
    if let point = bytes.firstIndex(of: UInt8(ascii: ".")), bytes.last == UInt8(ascii: "0") {
      format = book.format(NumberFormat.code(decimals: bytes.count - point - 1))
      if format == nil { return writeText(bytes, row, column, book.format(NumberFormat.numberAsTextCode)) }
    }
    return worksheet_write_number(sheet, lxw_row_t(row), lxw_col_t(column), value, format) == LXW_NO_ERROR
  }

  /// A date where the column has dates, else text.
  private mutating func writeTyped(_ bytes: UnsafeBufferPointer<UInt8>, _ column: Int) -> Bool {
    let type = columns[column].type
    if type == .date || type == .dateTime, bytes.count < 40,
      let serial = SerialDate.serial(of: String(decoding: bytes, as: UTF8.self)),
      let format = book.format(
        serial.isDateTime
          ? NumberFormat.dateTimeCode(fractions: serial.fractions, offset: serial.offset) : NumberFormat.dateCode)
    {
      return worksheet_write_number(sheet, lxw_row_t(row), lxw_col_t(column), serial.number, format) == LXW_NO_ERROR
    }
    if type == .number, NumberText.isKept(bytes, allowingZeros: false) { return writeNumber(bytes, column) }
    // What begins like a number or a formula stays text when somebody edits the cell.
    guard let first = bytes.first, (48...57).contains(first) || "+-=@.'".utf8.contains(first) else {
      return writeText(bytes, row, column, nil)
    }
    if bytes.allSatisfy({ (48...57).contains($0) }) { hasCodes[column] = true }
    return writeText(bytes, row, column, book.format("@"))
  }

  private func writeText(
    _ bytes: UnsafeBufferPointer<UInt8>, _ row: Int, _ column: Int, _ format: UnsafeMutablePointer<lxw_format>?
  ) -> Bool {
    // No character takes more code units than bytes.
    if bytes.count > Self.maximumText, String(decoding: bytes, as: UTF8.self).utf16.count > Self.maximumText {
      return false
    }
    let text = CellEscapes.encoded(bytes) + [0]
    return text.withUnsafeBufferPointer { text in
      text.withMemoryRebound(to: CChar.self) {
        worksheet_write_string(sheet, lxw_row_t(row), lxw_col_t(column), $0.baseAddress, format) == LXW_NO_ERROR
      }
    }
  }
}
