public import ProblemKit

extension Problem.Code {
  /// The codes that every format may report.
  public static let common: [Problem.Code] = [
    .sourceUnreadable, .sourceEmpty, .nothingTaken, .sourceTruncated, .invalidText, .fieldTooLarge, .tooManyColumns,
    .tooDeep,
    .wrongFormat,
    .unknownFormat, .ambiguousFormat, .unknownOption, .invalidOption, .sinkFailed, .tableUnknown, .duplicateColumn,
    .charsetDetected, .formulaApostrophe, .rejectsUnwritable, .recordWithoutRows, .recordInPlaceOfRows,
  ]

  /// The source cannot be opened or read.
  public static let sourceUnreadable = Problem.Code(
    "source-unreadable", .error, "The file cannot be opened or read.",
    remedy: "Check that the file exists and that you may read it.")
  /// The source has no bytes, or nothing but white space.
  public static let sourceEmpty = Problem.Code(
    "source-empty", .error, "The file holds no data.", remedy: "Ask the sender for the file again; nothing was changed."
  )
  /// The source was read to its end and had no record and no table.
  public static let nothingTaken = Problem.Code(
    "nothing-taken", .error, "The file was read to its end, and nothing in it can be taken.",
    remedy: "See what the file holds with `stockroom inspect FILE`, and ask the sender for the records.")
  /// The source ends within a record.
  public static let sourceTruncated = Problem.Code(
    "source-truncated", .error, "The file ends in the middle of a record.",
    remedy: "The file was cut off, probably in transfer; fetch it again.")
  /// Bytes that the character set of the source does not have.
  public static let invalidText = Problem.Code(
    "invalid-text", .error, "The text is not valid in its character set.",
    remedy: "Give the character set with --option charset=\(Charset.windows1252.rawValue) (or "
      + Charset.allCases.filter { $0 != .windows1252 }.map(\.rawValue).joined(separator: ", ") + ").")
  /// A field above ``RecordBatch/maximumFieldSize``.
  public static let fieldTooLarge = Problem.Code(
    "field-too-large", .error, "One field is larger than 16 MiB.",
    remedy: "Look for an unclosed quote or tag before this place, or leave the field out of the export.")
  /// A record with more columns than a batch takes.
  public static let tooManyColumns = Problem.Code(
    "too-many-columns", .error, "A record has more than 16,384 columns.",
    remedy: "Check the delimiter; a table of goods has a few dozen columns.")
  /// A document with more levels than its format allows.
  public static let tooDeep = Problem.Code(
    "too-deep", .error, "The document is nested deeper than allowed.",
    remedy: "Export the data flat; no list of goods is nested this deep.")
  /// The content is not of the format that was asked for.
  public static let wrongFormat = Problem.Code(
    "wrong-format", .error, "The content is of another format than the one asked for.",
    remedy: "Leave --format out to have the format found, or see `stockroom inspect`.")
  /// No registered format recognises the source, or none has the given id.
  public static let unknownFormat = Problem.Code(
    "unknown-format", .error, "No registered format recognises the file.",
    remedy: "See `stockroom formats` for what can be read, and name one with --format.")
  /// Two formats recognise the source with equal scores.
  public static let ambiguousFormat = Problem.Code(
    "ambiguous-format", .error, "Two formats claim the file with equal confidence.",
    remedy: "Name one of them with --format.")
  /// An option that the format does not declare.
  public static let unknownOption = Problem.Code(
    "unknown-option", .error, .usage, "The format has no option of that name.",
    remedy: "See `stockroom formats` for its options.")
  /// A value that an option cannot have.
  public static let invalidOption = Problem.Code(
    "invalid-option", .error, .usage, "The value is not valid for the option.",
    remedy: "See `stockroom formats` for the values allowed.")
  /// The output cannot be written.
  public static let sinkFailed = Problem.Code(
    "output-failed", .error, .outputFailed, "The output cannot be written.",
    remedy: "Check the free space and the rights of the folder.")
  /// A table that the source does not have.
  public static let tableUnknown = Problem.Code(
    "unknown-table", .error, "The file has no table of that name.", remedy: "See `stockroom inspect` for its tables.")
  /// Two columns of one header have the same name.
  public static let duplicateColumn = Problem.Code(
    "duplicate-column", .warning, "Two columns have the same name.",
    remedy: "The later one is renamed with its number; name the one you mean in a profile.")
  /// The character set is a guess from the bytes.
  public static let charsetDetected = Problem.Code(
    "charset-detected", .notice, "The character set was found by looking at the bytes.",
    remedy: "If letters look wrong, name it with --option charset=NAME.")
}
