internal import CLibXLSXWriter

/// How a cell looks.
package struct CellStyle: Hashable {
  /// The code that shows a number, such as `#,##0.00`; `@` keeps a text a text when somebody edits the cell.
  package var numberFormat: String?
  package var isBold: Bool
  /// Whether a long text goes on in the next line of its cell.
  package var wraps: Bool
  package var side: Side

  /// The side of its cell to which a value is aligned.
  package enum Side: Sendable {
    /// Texts to the left, numbers and dates to the right, as spreadsheets have it.
    case usual
    /// To the left, off the edge, so that it does not touch a number in the cell before.
    case left
    case right
  }

  package init(numberFormat: String? = nil, isBold: Bool = false, wraps: Bool = false, side: Side = .usual) {
    self.numberFormat = numberFormat
    self.isBold = isBold
    self.wraps = wraps
    self.side = side
  }
}

/// A look that a workbook knows.
package struct CellFormat {
  let pointer: UnsafeMutablePointer<lxw_format>
}

/// One sheet of a workbook. Rows and columns count from 0, and rows come from the top down.
///
/// A text is never a formula, even if it begins with an equals sign.
package struct WorkbookSheet {
  /// The longest text of a cell, in UTF-16 code units.
  package static let maximumText = 32_767
  package static let maximumRows = 1_048_576

  private let sheet: UnsafeMutablePointer<lxw_worksheet>

  init(_ sheet: UnsafeMutablePointer<lxw_worksheet>) { self.sheet = sheet }

  /// Whether such a text would become a number or a formula when somebody edits it.
  package static func looksLikeMore(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    return (48...57).contains(first) || "+-=@.'".utf8.contains(first)
  }

  // MARK: Cells

  /// Writes a number; whether the sheet could take it.
  @discardableResult
  package func write(_ number: Double, row: Int, column: Int, _ format: CellFormat? = nil) -> Bool {
    worksheet_write_number(sheet, lxw_row_t(row), lxw_col_t(column), number, format?.pointer) == LXW_NO_ERROR
  }

  /// Writes TRUE or FALSE; whether the sheet could take it.
  @discardableResult
  package func write(_ flag: Bool, row: Int, column: Int, _ format: CellFormat? = nil) -> Bool {
    worksheet_write_boolean(sheet, lxw_row_t(row), lxw_col_t(column), flag ? 1 : 0, format?.pointer) == LXW_NO_ERROR
  }

  /// Writes a text in UTF-8; false when it is longer than ``maximumText``.
  package func write(
    _ bytes: UnsafeBufferPointer<UInt8>, row: Int, column: Int, _ format: CellFormat? = nil
  ) -> Bool {
    // No character takes more code units than bytes.
    if bytes.count > Self.maximumText, String(decoding: bytes, as: UTF8.self).utf16.count > Self.maximumText {
      return false
    }
    let text = CellEscapes.encoded(bytes) + [0]
    return text.withUnsafeBufferPointer { text in
      text.withMemoryRebound(to: CChar.self) {
        worksheet_write_string(sheet, lxw_row_t(row), lxw_col_t(column), $0.baseAddress, format?.pointer)
          == LXW_NO_ERROR
      }
    }
  }

  /// Writes the error that says that there is no value, #N/A.
  package func writeMissing(row: Int, column: Int) {
    _ = worksheet_write_formula_str(sheet, lxw_row_t(row), lxw_col_t(column), "=NA()", nil, "#N/A")
  }

  // MARK: The whole sheet

  /// Keeps the first rows in sight.
  package func freeze(rows: Int) { worksheet_freeze_panes(sheet, lxw_row_t(rows), 0) }

  /// Sets the width of a column, in characters, and the format of its cells that have none of their own.
  package func set(column: Int, width: Int, _ format: CellFormat? = nil) {
    worksheet_set_column(sheet, lxw_col_t(column), lxw_col_t(column), Double(width), format?.pointer)
  }

  /// Sets the height of the row that is written, in lines of text: not every program makes room for texts that wrap.
  package func set(row: Int, lines: Int) {
    worksheet_set_row(sheet, lxw_row_t(row), Double(lines) * 15, nil)
  }

  /// Offers to filter the rows, the first of which is the header.
  package func filter(rows: ClosedRange<Int>, columns: Int) {
    worksheet_autofilter(
      sheet, lxw_row_t(rows.lowerBound), 0, lxw_row_t(rows.upperBound), lxw_col_t(columns - 1))
  }

  /// Prints as wide as a page, with its heading rows and the page's number on every page.
  ///
  /// - Parameter headingRows: how many rows are repeated.
  package func printPages(isLandscape: Bool, headingRows: Int, footer: String) {
    worksheet_set_paper(sheet, 9)
    if isLandscape { worksheet_set_landscape(sheet) }
    worksheet_fit_to_pages(sheet, 1, 0)
    if headingRows > 0 { worksheet_repeat_rows(sheet, 0, lxw_row_t(headingRows - 1)) }
    // An ampersand begins a command in a footer.
    _ = worksheet_set_footer(
      sheet, "&L\(String(footer.unicodeScalars.flatMap { $0 == "&" ? "&&" : "\($0)" }))&C&A&R&P / &N")
  }
}
