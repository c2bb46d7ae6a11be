public import FormatKit
internal import XMLReading

extension Problem.Code {
  public static let xmlSyntax = XMLCodes.syntax
  public static let xmlEntityRefused = XMLCodes.entityRefused
  public static let xmlTooManyAttributes = XMLCodes.tooManyAttributes
  public static let xmlRecordNotFound = Problem.Code(
    "xml-record-not-found", .error, "The document has no element of the name given as record.",
    remedy: "Leave the option record out to have it found, or name an element of the document.")
  public static let xmlRecordTooLarge = Problem.Code(
    "xml-record-too-large", .error, "One record is larger than 64 MiB.",
    remedy: "Name the element that is a record with --option record=NAME; this one seems to hold them all.")
  public static let xmlUnexpectedRepetition = Problem.Code(
    "xml-unexpected-repetition", .error, "An element repeats within its record that did not in the first 64 KiB.",
    remedy: "Name it with --option repeated=PATH to have a table of its own.")
  public static let xmlUnknownEntity = XMLCodes.unknownEntity
  public static let xmlUndeclaredPrefix = XMLCodes.undeclaredPrefix
  public static let xmlNotRead = Problem.Code(
    "xml-not-read", .warning, "An element or a text is next to the records, and is not one of them.",
    remedy:
      "If it belongs to a record, correct the document; name the element that is a record with --option record=NAME.")
  public static let xmlMixedContent = Problem.Code(
    "xml-mixed-content", .warning, "An element has text between its elements; reported once for each name.",
    remedy: "Check that the column of the element itself has the text that you need.")
  public static let xmlIllegalCharacter = Problem.Code(
    "xml-illegal-character", .error, "A field holds a character that XML 1.0 cannot express.",
    remedy: "Take the character out of the record, or write another format: CSV and JSON can hold it.")
}
