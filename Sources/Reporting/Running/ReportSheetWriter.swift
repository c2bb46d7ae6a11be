internal import ProblemKit
internal import RetailValues
internal import Stock
internal import Wording
internal import Workbook

/// One sheet of a report, from the top down: typed cells, columns as wide as what they hold.
///
/// Exact numbers of more digits than a spreadsheet keeps become text, so that none is changed unseen. An unknown value
/// leaves its cell empty; it is never zero.
struct ReportSheetWriter {
  private static let widestColumn = 60
  private static let narrowestColumn = 8
  private static let widthOfHeading = 16
  /// As wide as `2026-10-31 18:00:00`, which is shown as `###` in a column that is too narrow.
  private static let widthOfDateTime = 21
  /// How many decimal digits a spreadsheet keeps.
  private static let keptDigits = 15

  private let sheet: WorkbookSheet
  private let book: WorkbookFile
  /// How the next cells are printed.
  var formatting: Formatting
  /// Whether texts that would be formulas, once the sheet is saved as text, get an apostrophe before them.
  var guardsFormulas = true
  private var row = 0
  private var column = 0
  private var widths: [Int] = []

  init(_ sheet: WorkbookSheet, in book: WorkbookFile, formatting: Formatting) {
    self.sheet = sheet
    self.book = book
    self.formatting = formatting
  }

  var isFull: Bool { row >= WorkbookSheet.maximumRows }

  mutating func skipRow() { row += 1 }

  mutating func endRow() {
    row += 1
    column = 0
  }

  // MARK: - Rows

  /// A line of text that may run over the columns next to it.
  mutating func title(_ text: String, isBold: Bool = true) throws {
    _ = write(text, CellStyle(isBold: isBold))
    row += 1
  }

  /// Writes the headings.
  ///
  /// - Parameter types: the types of the columns: a heading is aligned like its values.
  mutating func header(_ names: [String], _ types: [ReportColumnType]) throws {
    var lines = 1
    for (name, type) in zip(names, types) {
      // A long heading takes several lines, but each of its words only one.
      let word = name.split(separator: " ").map(\.count).max() ?? 0
      let width = max(word + 4, min(name.count + 4, Self.widthOfHeading))
      note(width)
      // The button of the filter and the ends of lines take room as well.
      lines = max(lines, (name.count + width - 1) / max(width - 4, 1))
      _ = write(name, CellStyle(numberFormat: "@", isBold: true, wraps: true, side: Self.side(of: type)))
      column += 1
    }
    sheet.set(row: row, lines: lines)
    endRow()
    sheet.freeze(rows: row)
  }

  /// A name with its description next to it.
  mutating func fact(
    _ name: String, _ value: ReportingValue, _ type: ReportColumnType, _ translations: WordTranslations = [:],
    in query: ReportQuery? = nil
  ) throws {
    note(name.count + 2)
    _ = write(name, CellStyle(isBold: true))
    column += 1
    try cell(value, type, translations, in: query, name)
    endRow()
  }

  /// - Parameters:
  ///   - translations: of the words that a label may be.
  ///   - name: the column's, for the error of a text that is too long.
  mutating func cell(
    _ value: ReportingValue, _ type: ReportColumnType, _ translations: WordTranslations, isBold: Bool = false,
    in query: ReportQuery? = nil, _ name: String
  ) throws {
    defer { column += 1 }
    guard value != .null else { return }
    let shown = formatting.display(value, as: type, translations)
    note(type == .dateTime ? Self.widthOfDateTime : shown.prefix(Self.widestColumn).count + 2)
    if case .integer(let number) = value {
      if type == .flag {
        sheet.write(number != 0, row: row, column: column, book.format(CellStyle(isBold: isBold, side: .right)))
        return
      }
      if let (stored, format) = stored(number, type) {
        sheet.write(stored, row: row, column: column, book.format(CellStyle(numberFormat: format, isBold: isBold)))
        return
      }
    } else if type == .date, let serial = DateSerial.serial(of: formatting.exact(value, as: type)), !serial.isDateTime {
      sheet.write(
        serial.number, row: row, column: column,
        book.format(CellStyle(numberFormat: formatting.locale.dayInSpreadsheet, isBold: isBold)))
      return
    }
    let text = type == .label ? shown : formatting.exact(value, as: type)
    guard write(text, CellStyle(isBold: isBold, side: Self.side(of: type))) else {
      throw Problems(
        .textTooLong, source: query.map(\.file) ?? "",
        "row \(row + 1), column '\(name)': '\(text.prefix(60))…' has \(text.utf16.count) characters, "
          + "and a cell holds \(WorkbookSheet.maximumText)",
        remedy: "Write the report as CSV or JSON, or shorten the text in the shop.")
    }
  }

  // MARK: - Numbers

  /// The number that a cell stores, and how it is shown; nil when a spreadsheet would not keep it exactly.
  private func stored(_ number: Int64, _ type: ReportColumnType) -> (Double, String)? {
    if type == .dateTime {
      let text = formatting.exact(.integer(number), as: type)
      // The offset is left out: all times are the shop's, and the first sheet names its zone.
      guard let serial = DateSerial.serial(of: String(text.dropLast(6))), serial.isDateTime else { return nil }
      return (serial.number, formatting.locale.dayInSpreadsheet + " hh:mm:ss")
    }
    // A percentage is stored as the fraction that it is: 12.5 % is 0.125.
    let text =
      type == .percent
      ? FixedPointText.shortest(number, fractionDigits: 6) : formatting.exact(.integer(number), as: type)
    guard text.utf8.count(where: { (48...57).contains($0) }) <= Self.keptDigits, let value = Double(text) else {
      return nil
    }
    return (value, format(of: text, type))
  }

  private func format(of text: String, _ type: ReportColumnType) -> String {
    let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
    let digits: Int =
      switch type {
      case .money: formatting.currency.minorUnitDigits
      case .unitCost: max(decimals, formatting.currency.minorUnitDigits)
      // A whole number of pieces has no decimals; grams of a kilogram have three.
      case .quantity: decimals == 0 ? 0 : Quantity.fractionDigits
      case .percent: 2
      case .degrees: Degrees.fractionDigits
      case .wholeNumber, .distance, .text, .label, .date, .dateTime, .flag: 0
      }
    if type == .wholeNumber || type == .distance { return "0" }
    return "#,##0" + (digits > 0 ? "." + String(repeating: "0", count: digits) : "") + (type == .percent ? "%" : "")
  }

  /// The side to which the values of a column and its heading are aligned.
  private static func side(of type: ReportColumnType) -> CellStyle.Side {
    switch type {
    case .text, .label: .left
    default: .right
    }
  }

  private func write(_ text: String, _ style: CellStyle) -> Bool {
    var text = guardsFormulas ? FormulaGuard.spreadsheet.guarded(text) : text
    return text.withUTF8 { bytes in
      guard !bytes.isEmpty else { return true }
      var style = style
      if WorkbookSheet.looksLikeMore(bytes) { style.numberFormat = "@" }
      return sheet.write(bytes, row: row, column: column, book.format(style))
    }
  }

  // MARK: - Columns

  private mutating func note(_ width: Int) {
    while widths.count <= column { widths.append(Self.narrowestColumn) }
    widths[column] = max(widths[column], min(Self.widestColumn, width))
  }

  private func setWidths() {
    for (index, width) in widths.enumerated() { sheet.set(column: index, width: width) }
  }

  func finishFacts(footer: String) {
    setWidths()
    sheet.printPages(isLandscape: false, headingRows: 0, footer: footer)
  }

  func finishTable(footer: String) {
    setWidths()
    if !widths.isEmpty { sheet.filter(rows: 0...max(0, row - 1), columns: widths.count) }
    sheet.printPages(isLandscape: true, headingRows: 1, footer: footer)
  }
}
