public import FormatKit

extension Problem.Code {
  /// All codes of spreadsheets.
  public static let xlsx: [Problem.Code] = [
    .xlsxProtected, .xlsxOtherKind, .xlsxDamaged, .xlsxTooLarge, .xlsxHeaderMissing, .xlsxInvalidCell,
    .xlsxCellError, .xlsxNotCalculated, .xlsxCellOutside, .xlsxMergedNumber, .xlsxTotalRow, .xlsxTotalDiffers,
    .xlsxHeadingRow, .xlsxSectionHeading, .xlsxOneValue, .xlsxStruckRow, .xlsxTextTooLong, .xlsxTooManyRows,
  ]

  public static let xlsxProtected = Problem.Code(
    "xlsx-protected", .error, "The workbook is protected with a password.",
    remedy: "Open it with its password, take the password off, save it and try again.")
  public static let xlsxOtherKind = Problem.Code(
    "xlsx-other-kind", .error, "The file is neither an .xlsx nor an .ods workbook, but of a kind near to them.",
    remedy:
      "Open it in the spreadsheet program and save it as .xlsx (Excel workbook), or convert it: libreoffice --headless --convert-to xlsx FILE."
  )
  public static let xlsxDamaged = Problem.Code(
    "xlsx-damaged", .error, "The workbook is damaged: a part of it is missing, or not what it should be.",
    remedy: "Open it in the spreadsheet program, let it be repaired, and save it; or fetch it again.")
  public static let xlsxTooLarge = Problem.Code(
    "xlsx-too-large", .error, "The workbook unpacks to more than a list of goods can need.",
    remedy: "Copy the cells that matter into a new workbook, or save the sheet as CSV.")
  public static let xlsxHeaderMissing = Problem.Code(
    "xlsx-header-missing", .error, "There is nothing in the row that was given as header.",
    remedy:
      "Give the row with the names of the columns with --option header-row=NUMBER, or leave it out to have it found.")
  public static let xlsxInvalidCell = Problem.Code(
    "xlsx-invalid-cell", .error,
    "A cell holds something other than it says, or a text that the workbook does not have.",
    remedy:
      "Open the workbook in a spreadsheet program, type the value again and save the workbook; or ask the sender for it again."
  )
  public static let xlsxCellError = Problem.Code(
    "xlsx-cell-error", .warning, "The formula of a cell gives an error instead of a value.",
    remedy: "The cell counts as not given; correct the formula if its value is needed.")
  public static let xlsxNotCalculated = Problem.Code(
    "xlsx-not-calculated", .warning, "A cell has a formula, and no program has calculated its value yet.",
    remedy: "The cell counts as not given; open the workbook in a spreadsheet program and save it to have its value.")
  public static let xlsxCellOutside = Problem.Code(
    "xlsx-cell-outside", .warning, "A cell is outside the columns of the table.",
    remedy: "The cell is not used; give its column a name in the header if it belongs to the table.")
  public static let xlsxMergedNumber = Problem.Code(
    "xlsx-merged-number", .error, "A merged cell of several rows has a number, which may be meant for all of them.",
    remedy: "Unmerge the cells in the spreadsheet program, write the number of each row into its own cell, and save.")
  public static let xlsxTotalRow = Problem.Code(
    "xlsx-total-row", .warning, "A row has the sum of the numbers above it, and is not read as a record.",
    remedy: "If it is a record, give the row with the names of the columns with --option header-row=NUMBER.")
  public static let xlsxTotalDiffers = Problem.Code(
    "xlsx-total-differs", .error, "A row says that it is a total, and none of its numbers is the sum of its column.",
    remedy:
      "Delete the row or correct the sum; if it is a record, give the row with the names of the columns with --option header-row=NUMBER."
  )
  public static let xlsxHeadingRow = Problem.Code(
    "xlsx-heading-row", .warning,
    "A row has a single text where the other rows have several values: a heading or a note, which is not a record.",
    remedy:
      "If it is a record, fill in its other cells, or give --option one-value-rows=records; if it is the category of "
      + "the rows below it, one-value-rows=headings.")
  public static let xlsxSectionHeading = Problem.Code(
    "xlsx-section-heading", .notice,
    "Rows with a single text are above groups of records, and are read as a value of the records below them.",
    remedy: "If they are notes, give --option one-value-rows=notes; if they are records, one-value-rows=records.")
  public static let xlsxStruckRow = Problem.Code(
    "xlsx-struck-row", .error, "All cells of a row are struck out, and nothing says whether the row still counts.",
    remedy:
      "To leave such rows out, give --option struck-rows=leave-out; to read them as any other, struck-rows=records.")
  public static let xlsxOneValue = Problem.Code(
    "xlsx-one-value", .error, "A row has a single value, and nearly all other rows have several.",
    remedy: "Fill in the row or delete it. If it is complete, give --option one-value-rows=records; "
      + "if such rows are headings and notes, one-value-rows=notes.")
  public static let xlsxTextTooLong = Problem.Code(
    "xlsx-text-too-long", .error, "A text is longer than the 32,767 characters that a cell can hold.",
    remedy: "Leave the field out, or write another format: CSV and JSON can hold it.")
  public static let xlsxTooManyRows = Problem.Code(
    "xlsx-too-many-rows", .error, "There are more records than the 1,048,576 rows of a sheet can hold.",
    remedy: "Write fewer records, or another format: CSV and JSON have no such limit.")
}
