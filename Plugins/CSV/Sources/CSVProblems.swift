public import FormatKit

extension Problem.Code {
  /// Every code of this format, as its descriptor lists them.
  static let csv: [Problem.Code] = [
    .csvShortRow, .csvLongRow, .csvRaggedRow, .csvExtraEmptyFields, .csvHeaderWidth, .csvHeaderLines, .csvRowNames,
    .csvTitles,
    .csvSingleColumn, .csvSecondTable,
    .csvRepeatedHeader,
    .csvStrayQuote, .csvRepairedQuote, .csvNULByte, .csvUnclosedQuote, .csvUnquotable,
  ]

  public static let csvShortRow = Problem.Code(
    "csv-short-row", .error, "A record has fewer fields than the other records of the table.",
    remedy: "Add the missing delimiter or field; if records only lack their last fields, give --option ragged=yes.")
  public static let csvLongRow = Problem.Code(
    "csv-long-row", .error, "A record has more fields than the other records of the table.",
    remedy:
      "Put fields that hold the delimiter in quotes; take away delimiters at the end of the line that are too many; for "
      + "lines above the header, give --option skip-lines=N.")
  public static let csvRaggedRow = Problem.Code(
    "csv-ragged-row", .warning, "A record lacks fields at its end, which --option ragged=yes permits.",
    remedy: "The missing fields count as not given; add the delimiters if they should be empty.")
  public static let csvExtraEmptyFields = Problem.Code(
    "csv-extra-empty-fields", .notice, "Records end with empty fields beyond the last column.",
    remedy: "Nothing needs to be done; the empty fields are left out.")
  public static let csvHeaderWidth = Problem.Code(
    "csv-header-width", .error, "The header has more or fewer names than nearly all records have fields.",
    remedy: "Correct the header, or give the names of all columns with --option columns=a,b,c.")
  public static let csvHeaderLines = Problem.Code(
    "csv-header-lines", .error, "The line below the header looks like a second line of names, or one of units.",
    remedy:
      "If it belongs to the names, give --option header-lines=2; if it is a record, give --option header-lines=1.")
  public static let csvRowNames = Problem.Code(
    "csv-row-names", .warning, "The records begin with a column that the header has no name for, as tables of R do.",
    remedy: "Check that each name is above its column; give the names with --option columns=a,b,c if not.")
  public static let csvSingleColumn = Problem.Code(
    "csv-single-column", .warning, "The file is read as a single column, and its words look like fields.",
    remedy: "If the words are fields, give --option delimiter=space.")
  public static let csvSecondTable = Problem.Code(
    "csv-second-table", .error, "After an empty line, it is not certain whether another table begins.",
    remedy:
      "If it is a record, delete the empty line above it; if it names columns, move that table to a file of its own.")
  public static let csvTitles = Problem.Code(
    "csv-titles", .warning, "Lines above the names of the columns are taken as titles and left out.",
    remedy: "If a line that is left out holds the names, give --option skip-lines=0.")
  public static let csvRepeatedHeader = Problem.Code(
    "csv-repeated-header", .warning, "The header is repeated among the records.",
    remedy: "Check that the parts of the file are of one layout; the repeated header is left out.")
  public static let csvRepairedQuote = Problem.Code(
    "csv-repaired-quote", .warning, "A quote was out of place or missing, and there is one way to read the line.",
    remedy: "Compare the field with what it should be; to refuse such lines, give --option quotes=strict.")
  public static let csvStrayQuote = Problem.Code(
    "csv-stray-quote", .error, "A quote is out of place in a field.",
    remedy: "Write a quote within a quoted field twice; if the file has \\\" instead, give --option escape=backslash.")
  public static let csvNULByte = Problem.Code(
    "csv-nul-byte", .error, "A field holds a NUL byte.",
    remedy: "Export the file again; if it is UTF-16, give --option charset=utf-16le or utf-16be.")
  public static let csvUnclosedQuote = Problem.Code(
    "csv-unclosed-quote", .error, "A quoted field is never closed.",
    remedy:
      "Close the quote. Only where no field of the file is in quotes, give --option quote=none, which takes all quotes "
      + "for text.")
  public static let csvUnquotable = Problem.Code(
    "csv-unquotable", .error, "A field to be written needs quotes, and quotes are switched off.",
    remedy: "Leave --option quote=none out, or choose a delimiter that no field holds.")
}
