public import FormatKit

/// The problems of JSON text, independent of its meaning. Formats that read through ``JSONEventReader`` declare
/// ``jsonReading`` among their own codes.
extension Problem.Code {
  /// The codes that a ``JSONEventReader`` may throw or report.
  public static let jsonReading: [Problem.Code] = [
    .jsonSyntax, .jsonDuplicateKey, .jsonLoneSurrogate, .jsonValueTooLarge,
  ]

  /// The grammar of RFC 8259 is broken.
  public static let jsonSyntax = Problem.Code(
    "json-syntax", .error, "The text is not valid JSON.",
    remedy: "Correct the text at this place; JSON is defined by RFC 8259.")
  /// RFC 8259, section 4: what a reader makes of equal names in one object is unpredictable.
  public static let jsonDuplicateKey = Problem.Code(
    "json-duplicate-key", .warning, "An object has the same key twice.",
    remedy: "The last value is taken; have the sender give each key once.")
  /// RFC 8259, section 8.2: an escape of half a character.
  public static let jsonLoneSurrogate = Problem.Code(
    "json-lone-surrogate", .warning, "A string holds one half of a character written as two escapes.",
    remedy: "The half is read as U+FFFD; have the sender write the whole character.")
  /// A value that is read as a whole is bounded, so that memory does not grow with the file.
  public static let jsonValueTooLarge = Problem.Code(
    "json-value-too-large", .error, "An object or array that is read as one record is larger than a record may be.",
    remedy: "Look for a bracket that is closed too late before this place, or split the record.")
}
