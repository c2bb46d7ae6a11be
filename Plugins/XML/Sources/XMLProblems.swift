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
    "xml-mixed-content", .warning,
    "An element has text and elements; reported once for each name, and wherever a part of the text may be lost.",
    remedy: "Check that the column of the element itself has the text that you need.")
  public static let xmlOddElement = Problem.Code(
    "xml-odd-element", .warning,
    "An element has elements where most have text, or is in another namespace than in most records.",
    remedy: "Write it as in the other records; as it is, it is read into columns of its own.")
  public static let xmlRecordNotRead = Problem.Code(
    "xml-record-not-read", .error, "An element next to the records has what they have, but is not one of them.",
    remedy:
      "Give it the name and position of the records, or take it out of the document; --on-error skip takes the records."
  )
  public static let xmlIllegalCharacter = Problem.Code(
    "xml-illegal-character", .error, "A field holds a character that XML 1.0 cannot express.",
    remedy: "Take the character out of the record, or write another format: CSV and JSON can hold it.")
}
