public import FormatKit
internal import JSONReading

extension Problem.Code {
  /// The codes of JSON documents and JSON Lines, in addition to the common codes.
  static let jsonCodes: [Problem.Code] = [
    .jsonSyntax, .jsonDuplicateKey, .jsonLoneSurrogate, .jsonPathMissing, .jsonTooManyTables,
    .jsonOddRecord,
  ]

  public static let jsonOddRecord = Problem.Code(
    "json-odd-record", .warning, "A record is of another kind than the records before it, or one of its values is.",
    remedy: "Write it as in the other records; as it is, it is read into columns of its own.")

  public static let jsonPathMissing = Problem.Code(
    "json-path-missing", .error, "The document has nothing at the path given.",
    remedy: "Leave the option path out to have the records found.")
  public static let jsonTooManyTables = Problem.Code(
    "json-too-many-tables", .error, "The records hold more than 128 different nested arrays.",
    remedy: "If the keys of the object are the records' ids, give --option keyed=yes; else name the array with path.")
}
