internal import CSVFormat
public import FormatKit

/// The problems that every format over delimited text may give, under the format's own id.
public struct DelimitedCodes: Sendable {
  public let shortRow: Problem.Code
  public let longRow: Problem.Code
  public let extraEmptyFields: Problem.Code
  public let strayQuote: Problem.Code
  public let nulByte: Problem.Code
  public let unclosedQuote: Problem.Code
  public let unusedColumns: Problem.Code
  public let repeatedHeader: Problem.Code
  public let missingCode: Problem.Code
  public let madeSKU: Problem.Code
  public let duplicateSKU: Problem.Code
  public let invalidNumber: Problem.Code
  public let stockNotTaken: Problem.Code
  public let unwritableTable: Problem.Code
  public let unwritableValue: Problem.Code
  public let missingValue: Problem.Code
  public let leftOut: Problem.Code

  /// - Parameter id: the id of the format, which the codes begin with.
  public init(_ id: String) {
    shortRow = Problem.Code(
      "\(id)-short-row", .error, "A row has fewer fields than the header.",
      remedy: "Add the missing comma or field, or export the file again; a missing comma moves every field after it.")
    longRow = Problem.Code(
      "\(id)-long-row", .error, "A row has more fields than the header.",
      remedy: "Put fields that hold a comma in quotes; a program that saved the file may have taken the quotes away.")
    extraEmptyFields = Problem.Code(
      "\(id)-extra-empty-fields", .notice, "Rows end with empty fields beyond the last column.",
      remedy: "Nothing needs to be done; the empty fields are left out.")
    strayQuote = Problem.Code(
      "\(id)-stray-quote", .error, "Text follows the closing quote of a field.",
      remedy: "Write a quote within a quoted field twice.")
    nulByte = Problem.Code(
      "\(id)-nul-byte", .error, "A field holds a NUL byte.", remedy: "Export the file again as UTF-8.")
    unclosedQuote = Problem.Code(
      "\(id)-unclosed-quote", .error, "A quoted field is never closed.",
      remedy: "Close the quote; if the file was cut off in transfer, fetch it again.")
    unusedColumns = Problem.Code(
      "\(id)-unused-columns", .notice, "The file has columns that nothing is made of.",
      remedy: "Nothing needs to be done; to use them, import the file with --format csv and a mapping profile.")
    repeatedHeader = Problem.Code(
      "\(id)-repeated-header", .warning, "The header is repeated among the rows.",
      remedy: "It is passed over; several exports seem to have been put together, so see that they are of one layout.")
    missingCode = Problem.Code(
      "\(id)-missing-code", .error, "A row does not say which product or variant it is about.",
      remedy: "Fill in the cells that identify the item, or take the row out.")
    madeSKU = Problem.Code(
      "\(id)-made-sku", .notice, "Variants have no SKU; one is made of the names of product and options.",
      remedy: "Give the variants SKUs in the shop system; made ones change when the product or an option is renamed.")
    duplicateSKU = Problem.Code(
      "\(id)-duplicate-sku", .error, "Two variants have the same SKU.",
      remedy: "Give each variant an SKU of its own in the shop system, and export again.")
    invalidNumber = Problem.Code(
      "\(id)-invalid-number", .error, "A price, cost or quantity is not a number.",
      remedy: "Write digits with at most one decimal mark, or leave the cell empty.")
    stockNotTaken = Problem.Code(
      "\(id)-stock-not-taken", .notice, "The file has quantities in stock, which are not taken unless you say so.",
      remedy:
        "To set the stock to them, give --location CODE or --option stock=yes; it is then as of the time of the import."
    )
    unwritableTable = Problem.Code(
      "\(id)-unwritable-table", .error, "In writing: the columns do not make a file of this format.",
      remedy: "See the format's README for the columns that it is written from.")
    unwritableValue = Problem.Code(
      "\(id)-unwritable-value", .error, "In writing: a value has no place in a file of this format.",
      remedy: "Leave the column out, or correct the value; nothing is shortened or left out silently.")
    missingValue = Problem.Code(
      "\(id)-missing-value", .error, "In writing: an item lacks a value that the system needs.",
      remedy: "Import the value, or give one for all items with --set FIELD=VALUE.")
    leftOut = Problem.Code(
      "\(id)-left-out", .notice, "In writing: the system has no place for some values, which are left out.",
      remedy: "Nothing needs to be done unless the values are wanted in that system.")
  }

  public var all: [Problem.Code] { ofText + ofRecords + ofWriting }

  private var ofText: [Problem.Code] {
    [shortRow, longRow, extraEmptyFields, strayQuote, nulByte, unclosedQuote, unusedColumns, repeatedHeader]
  }
  private var ofRecords: [Problem.Code] { [missingCode, madeSKU, duplicateSKU, invalidNumber, stockNotTaken] }
  /// Those that no file can cause.
  public var ofWriting: [Problem.Code] { [unwritableTable, unwritableValue, missingValue, leftOut] }

  /// A problem of reading or writing the text, under this format's code.
  func own(_ problem: Problem) -> Problem {
    let code: Problem.Code
    switch problem.code {
    case .csvShortRow: code = shortRow
    case .csvLongRow: code = longRow
    case .csvExtraEmptyFields: code = extraEmptyFields
    // Nearly all rows are longer or shorter than the header.
    case .csvHeaderWidth: code = longRow
    case .csvStrayQuote: code = strayQuote
    case .csvNULByte: code = nulByte
    case .csvUnclosedQuote: code = unclosedQuote
    default: return problem
    }
    return Problem(
      code, source: problem.source, at: problem.position, value: problem.value, problem.message,
      remedy: problem.code == .csvHeaderWidth ? "Correct the header, or export the file again." : nil)
  }

  func own(_ error: Problems) -> Problems { error.map { own($0) } }
}
