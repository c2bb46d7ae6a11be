public import FormatKit

extension DiagnosticCode {
  /// Every code of this format, as its descriptor lists them.
  static let csv: [DiagnosticCode] = [
    .csvShortRow, .csvLongRow, .csvExtraEmptyFields, .csvStrayQuote, .csvNULByte, .csvUnclosedQuote, .csvUnquotable,
  ]

  public static let csvShortRow = DiagnosticCode(
    "csv-short-row", .warning, "A record has fewer fields than the table has columns.",
    remedy: "The missing fields count as not given; add the delimiters if they should be empty.")
  public static let csvLongRow = DiagnosticCode(
    "csv-long-row", .error, "A record has more fields than the table has columns.",
    remedy: "Put fields that hold the delimiter in quotes; for lines above the header, give --option skip-lines=N.")
  public static let csvExtraEmptyFields = DiagnosticCode(
    "csv-extra-empty-fields", .notice, "A record ends with empty fields beyond the last column.",
    remedy: "Nothing needs to be done; the empty fields are left out.")
  public static let csvStrayQuote = DiagnosticCode(
    "csv-stray-quote", .error, "Text follows the closing quote of a field.",
    remedy: "Write a quote within a quoted field twice; if the file has \\\" instead, give --option escape=backslash.")
  public static let csvNULByte = DiagnosticCode(
    "csv-nul-byte", .error, "A field holds a NUL byte.",
    remedy: "Export the file again; if it is UTF-16, give --option charset=utf-16le or utf-16be.")
  public static let csvUnclosedQuote = DiagnosticCode(
    "csv-unclosed-quote", .error, "A quoted field is never closed.",
    remedy: "Close the quote, or give --option quote=none if quotes are ordinary text in this file.")
  public static let csvUnquotable = DiagnosticCode(
    "csv-unquotable", .error, "A field to be written needs quotes, and quotes are switched off.",
    remedy: "Leave --option quote=none out, or choose a delimiter that no field holds.")
}
