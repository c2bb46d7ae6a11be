public import FormatKit

/// The problems of text in any XML document; formats that read through this module declare ``all`` of them among their
/// own.
public enum XMLCodes {
  public static let syntax = Problem.Code(
    "xml-syntax", .error, "The document is not well-formed XML.",
    remedy: "Ask the sender for a well-formed document; `xmllint --noout FILE` shows the same place.")
  public static let entityRefused = Problem.Code(
    "xml-entity-refused", .error,
    "The document declares entities that refer to files, to each other or to markup, or expand without bounds.",
    remedy: "Export the data without a DOCTYPE that declares entities; goods lists need none.")
  public static let tooManyAttributes = Problem.Code(
    "xml-too-many-attributes", .error, "An element has more than 1,024 attributes or namespaces.",
    remedy: "Export one element per value; look for an unclosed tag before this place.")
  public static let elementTooLarge = Problem.Code(
    "xml-element-too-large", .error, "An element holds more than 100,000 elements, or more than 16 MiB of text.",
    remedy: "Look for an element that is closed too late, or ask the sender for smaller documents.")
  public static let unknownEntity = Problem.Code(
    "xml-unknown-entity", .error, "The record has a character entity that only a file outside could explain.",
    remedy: "Ask the sender to write the character itself; no file outside is read.")
  public static let undeclaredPrefix = Problem.Code(
    "xml-undeclared-prefix", .warning, "A name has a namespace prefix that is declared nowhere.",
    remedy: "The names are taken without their prefix; the sender should declare it with xmlns:PREFIX.")

  /// The codes of problems that an ``XMLEventReader`` may throw or report.
  public static let all = [syntax, entityRefused, tooManyAttributes, elementTooLarge, unknownEntity, undeclaredPrefix]
}
