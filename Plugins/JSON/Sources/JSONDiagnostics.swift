public import FormatKit

extension DiagnosticCode {
  /// What JSON documents and JSON Lines may meet beside the common codes.
  static let jsonCodes: [DiagnosticCode] = [
    .jsonSyntax, .jsonDuplicateKey, .jsonLoneSurrogate, .jsonPathMissing, .jsonTooManyTables,
  ]

  /// The grammar of RFC 8259 is broken.
  public static let jsonSyntax = DiagnosticCode(
    "json-syntax", .error, "The text is not valid JSON.",
    remedy: "Mend the text at this place; JSON is defined by RFC 8259.")
  /// RFC 8259, section 4: what a reader makes of equal names in one object is unpredictable.
  public static let jsonDuplicateKey = DiagnosticCode(
    "json-duplicate-key", .warning, "An object has the same key twice.",
    remedy: "The last value is taken; have the sender give each key once.")
  /// RFC 8259, section 8.2: an escape of half a character.
  public static let jsonLoneSurrogate = DiagnosticCode(
    "json-lone-surrogate", .warning, "A string holds one half of a character written as two escapes.",
    remedy: "The half is read as U+FFFD; have the sender write the whole character.")
  public static let jsonPathMissing = DiagnosticCode(
    "json-path-missing", .error, "The document has nothing at the path given.",
    remedy: "Leave the option path out to have the records found.")
  public static let jsonTooManyTables = DiagnosticCode(
    "json-too-many-tables", .error, "The records hold more than 128 different nested arrays.",
    remedy: "If the keys of the object are the records' ids, give --option keyed=yes; else name the array with path.")
}
