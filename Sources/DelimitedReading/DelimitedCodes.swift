internal import CSVFormat
public import FormatKit

/// The diagnostics that every format over delimited text may give, under the format's own id.
public struct DelimitedCodes: Sendable {
  public let shortRow: DiagnosticCode
  public let longRow: DiagnosticCode
  public let extraEmptyFields: DiagnosticCode
  public let strayQuote: DiagnosticCode
  public let nulByte: DiagnosticCode
  public let unclosedQuote: DiagnosticCode
  public let unusedColumns: DiagnosticCode
  public let repeatedHeader: DiagnosticCode
  public let missingCode: DiagnosticCode
  public let madeSKU: DiagnosticCode
  public let duplicateSKU: DiagnosticCode
  public let invalidNumber: DiagnosticCode
  public let stockNotTaken: DiagnosticCode
  public let unwritableTable: DiagnosticCode
  public let unwritableValue: DiagnosticCode
  public let missingValue: DiagnosticCode
  public let leftOut: DiagnosticCode

  /// - Parameter id: the id of the format, which the codes begin with.
  public init(_ id: String) {
    shortRow = DiagnosticCode(
      "\(id)-short-row", .error, "A row has fewer fields than the header.",
      remedy: "Add the missing comma or field, or export the file again; a missing comma moves every field after it.")
    longRow = DiagnosticCode(
      "\(id)-long-row", .error, "A row has more fields than the header.",
      remedy: "Put fields that hold a comma in quotes; a program that saved the file may have taken the quotes away.")
    extraEmptyFields = DiagnosticCode(
      "\(id)-extra-empty-fields", .notice, "Rows end with empty fields beyond the last column.",
      remedy: "Nothing needs to be done; the empty fields are left out.")
    strayQuote = DiagnosticCode(
      "\(id)-stray-quote", .error, "Text follows the closing quote of a field.",
      remedy: "Write a quote within a quoted field twice.")
    nulByte = DiagnosticCode(
      "\(id)-nul-byte", .error, "A field holds a NUL byte.", remedy: "Export the file again as UTF-8.")
    unclosedQuote = DiagnosticCode(
      "\(id)-unclosed-quote", .error, "A quoted field is never closed.",
      remedy: "Close the quote; if the file was cut off in transfer, fetch it again.")
    unusedColumns = DiagnosticCode(
      "\(id)-unused-columns", .notice, "The file has columns that nothing is made of.",
      remedy: "Nothing needs to be done; to use them, import the file with --format csv and a mapping profile.")
    repeatedHeader = DiagnosticCode(
      "\(id)-repeated-header", .warning, "The header stands among the rows once more.",
      remedy: "It is passed over; several exports seem to have been put together, so see that they are of one layout.")
    missingCode = DiagnosticCode(
      "\(id)-missing-code", .error, "A row does not say which product or variant it is about.",
      remedy: "Fill in the cells that identify the item, or take the row out.")
    madeSKU = DiagnosticCode(
      "\(id)-made-sku", .notice, "Variants have no SKU; one is made of the names of product and options.",
      remedy: "Give the variants SKUs in the shop system; made ones change when the product or an option is renamed.")
    duplicateSKU = DiagnosticCode(
      "\(id)-duplicate-sku", .error, "Two variants have the same SKU.",
      remedy: "Give each variant an SKU of its own in the shop system, and export again.")
    invalidNumber = DiagnosticCode(
      "\(id)-invalid-number", .error, "A price, cost or quantity is not a number.",
      remedy: "Write digits with at most one decimal mark, or leave the cell empty.")
    stockNotTaken = DiagnosticCode(
      "\(id)-stock-not-taken", .notice, "The file has quantities in stock, which are not taken unless you say so.",
      remedy: "To set the stock to them, give --option stock=yes; it is then as of the moment of the import.")
    unwritableTable = DiagnosticCode(
      "\(id)-unwritable-table", .error, "In writing: the columns do not make a file of this format.",
      remedy: "See the format's README for the columns that it is written from.")
    unwritableValue = DiagnosticCode(
      "\(id)-unwritable-value", .error, "In writing: a value has no place in a file of this format.",
      remedy: "Leave the column out, or correct the value; nothing is shortened or left out silently.")
    missingValue = DiagnosticCode(
      "\(id)-missing-value", .error, "In writing: an item lacks a value that the system needs.",
      remedy: "Import the value, or give one for all items with --set FIELD=VALUE.")
    leftOut = DiagnosticCode(
      "\(id)-left-out", .notice, "In writing: the system has no place for some values, which are left out.",
      remedy: "Nothing needs to be done unless the values are wanted in that system.")
  }

  public var all: [DiagnosticCode] { ofText + ofRecords + ofWriting }

  private var ofText: [DiagnosticCode] {
    [shortRow, longRow, extraEmptyFields, strayQuote, nulByte, unclosedQuote, unusedColumns, repeatedHeader]
  }
  private var ofRecords: [DiagnosticCode] { [missingCode, madeSKU, duplicateSKU, invalidNumber, stockNotTaken] }
  /// Those that no file can cause.
  public var ofWriting: [DiagnosticCode] { [unwritableTable, unwritableValue, missingValue, leftOut] }

  /// A problem of reading or writing the text, under this format's code.
  func own(_ diagnostic: Diagnostic) -> Diagnostic {
    let code: DiagnosticCode
    switch diagnostic.code {
    case .csvShortRow: code = shortRow
    case .csvLongRow: code = longRow
    case .csvExtraEmptyFields: code = extraEmptyFields
    // Nearly all rows are longer or shorter than the header.
    case .csvHeaderWidth: code = longRow
    case .csvStrayQuote: code = strayQuote
    case .csvNULByte: code = nulByte
    case .csvUnclosedQuote: code = unclosedQuote
    default: return diagnostic
    }
    return Diagnostic(
      code, source: diagnostic.source, at: diagnostic.position, value: diagnostic.value, diagnostic.message,
      remedy: diagnostic.code == .csvHeaderWidth ? "Correct the header, or export the file again." : nil)
  }

  func own(_ error: FormatError) -> FormatError {
    var changed = FormatError(own(error.diagnostic))
    changed.further = error.further.map { own($0) }
    return changed
  }
}
