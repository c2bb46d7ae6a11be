public import FormatKit

/// Workbooks of spreadsheet programs (Office Open XML, .xlsx; OpenDocument, .ods): every sheet is a table.
///
/// Read with libzip and libxml2, a row at a time, and written as .xlsx with libxlsxwriter.
///
/// ```swift
/// let format = SpreadsheetFormat(options: SpreadsheetOptions(sheet: "Prices"))
/// var reader = try format.reader(for: .file("acme.xlsx"))
/// ```
public struct SpreadsheetFormat: ReadableFormat, WritableFormat {
  public static let descriptor = FormatDescriptor(
    id: "xlsx", name: "Spreadsheet",
    summary: "Workbooks of Excel, LibreOffice and other spreadsheet programs, a table for each sheet.",
    extensions: ["xlsx"], readExtensions: ["xlsm", "ods"], shape: .tabular,
    aliases: [FormatAlias("excel"), FormatAlias("xlsm", isReadOnly: true), FormatAlias("ods", isReadOnly: true)],
    problemCodes: Problem.Code.xlsx)

  let options: SpreadsheetOptions

  public init(options: SpreadsheetOptions = SpreadsheetOptions()) { self.options = options }

  public func reader(for source: ByteSource) throws(Problems) -> SpreadsheetReader {
    SpreadsheetReader(source, options: options)
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> SpreadsheetWriter {
    try SpreadsheetWriter(schema, to: sink, setsApostrophes: options.formulas == .harmless)
  }

  /// Judges by the names of the archive's parts; other archives are left to others.
  public static func sniff(_ preview: SourcePreview) -> Confidence { WorkbookSignature.confidence(preview) }
}

/// The part of a workbook that is read.
public struct SpreadsheetOptions: FormatOptions {
  /// The only sheet to be read, by its name, or its number from 1; all that are not hidden when nil.
  public var sheet: String?
  /// The row with the names of the columns.
  public var header = Header.found
  /// How rows with a single value are read. If nil: by the rows around them when the header is detected, as records
  /// when it is given.
  public var oneValueRows: OneValueReading?
  /// How rows are read whose cells are all struck out; each of them is an error when nil.
  public var struckRows: StruckRowReading?
  /// Whether cells that would be formulas, once the sheet is saved as text, have a leading apostrophe. With nil, it is
  /// removed from input and not added to output.
  public var formulas: FormulaTexts?

  /// The row with the names of the columns.
  public enum Header: Hashable, Sendable {
    /// The first row with names above values.
    case found
    /// No row: columns are named by their numbers.
    case none
    /// The rows of these numbers, put together.
    case rows(ClosedRange<Int>)
  }

  public init() {}

  public init(sheet: String? = nil, header: Header = .found) {
    self.sheet = sheet
    self.header = header
  }

  public static let fields: [OptionField<SpreadsheetOptions>] = [
    .text(
      "sheet", \.sheet, "The only sheet to read; all that are not hidden when not given.",
      values: "a sheet's name, or its number from 1"),
    OptionField(
      "header-row", "The row with the names of the columns; found when not given.",
      values: "a row's number, several as 3-4, found or none",
      assign: { options, text in
        guard let header = Header(text) else { return false }
        options.header = header
        return true
      }),
    .choice(
      "one-value-rows", \.oneValueRows,
      "What rows with a single value are: records; notes, which are left out; headings, which are the category of the "
        + "rows below them; or found by the rows around them."),
    .choice(
      "struck-rows", \.struckRows, "What rows that are struck out are: records, or left out; an error when not given."),
    .formulas(\.formulas),
  ]
}

/// How rows are read that the sender struck out.
public enum StruckRowReading: String, CaseIterable, Sendable {
  case records
  case leaveOut = "leave-out"
}

extension SpreadsheetOptions.Header {
  /// The most rows that a header may have.
  static let maximumRows = 10

  init?(_ text: String) {
    switch text {
    case "found": self = .found
    case "none": self = .none
    default:
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1], first >= 1,
        last >= first, last <= CellReference.maximumRows, last - first < Self.maximumRows
      else { return nil }
      self = .rows(first...last)
    }
  }
}
