internal import CLibXML2
public import FormatKit

extension DiagnosticCode {
  public static let xmlSyntax = DiagnosticCode(
    "xml-syntax", .error, "The document is not well-formed XML.",
    remedy: "Ask the sender for a well-formed document; `xmllint --noout FILE` shows the same place.")
  public static let xmlEntityRefused = DiagnosticCode(
    "xml-entity-refused", .error,
    "The document declares entities that refer to files, to each other or to markup, or expand without bounds.",
    remedy: "Export the data without a DOCTYPE that declares entities; goods lists need none.")
  public static let xmlTooManyAttributes = DiagnosticCode(
    "xml-too-many-attributes", .error, "An element has more than 1,024 attributes or namespaces.",
    remedy: "Export one element per value; look for an unclosed tag before this place.")
  public static let xmlRecordNotFound = DiagnosticCode(
    "xml-record-not-found", .error, "The document has no element of the name given as record.",
    remedy: "Leave the option record out to have it found, or name an element of the document.")
  public static let xmlRecordTooLarge = DiagnosticCode(
    "xml-record-too-large", .error, "One record is larger than 64 MiB.",
    remedy: "Name the element that is a record with --option record=NAME; this one seems to hold them all.")
  public static let xmlUnexpectedRepetition = DiagnosticCode(
    "xml-unexpected-repetition", .error, "An element repeats within its record that did not in the first 64 KiB.",
    remedy: "Name it with --option repeated=PATH to have a table of its own.")
  public static let xmlUnknownEntity = DiagnosticCode(
    "xml-unknown-entity", .error, "The record has a character entity that only a file outside could explain.",
    remedy: "Ask the sender to write the character itself; no file outside is read.")
  public static let xmlUndeclaredPrefix = DiagnosticCode(
    "xml-undeclared-prefix", .warning, "A name has a namespace prefix that is declared nowhere.",
    remedy: "The names are taken without their prefix; the sender should declare it with xmlns:PREFIX.")
  public static let xmlIllegalCharacter = DiagnosticCode(
    "xml-illegal-character", .error, "A field holds a character that XML 1.0 cannot express.",
    remedy: "Take the character out of the record, or write another format: CSV and JSON can hold it.")
}

/// What libxml2 says of an error, as one of ours.
struct XMLFault {
  let error: FormatError

  /// Maps a fatal error.
  ///
  /// - Parameters:
  ///   - isAtEnd: whether the parser stood at the end of the source.
  init(_ fault: xmlError, source: String, byteOffset: Int, isAtEnd: Bool) {
    var text = fault.message.map { String(cString: $0) } ?? "not well-formed"
    while text.last?.isWhitespace == true { text.removeLast() }
    let message = text.prefix(1).lowercased() + text.dropFirst()
    let position = SourcePosition(
      line: max(0, Int(fault.line)), column: max(0, Int(fault.int2)), byteOffset: byteOffset)
    let lowered = text.lowercased()
    let code: DiagnosticCode
    var shown = message
    switch xmlParserErrors(UInt32(bitPattern: fault.code)) {
    case XML_ERR_ENTITY_LOOP, XML_ERR_ENTITY_BOUNDARY:
      code = .xmlEntityRefused
    case XML_ERR_NAME_TOO_LONG:
      (code, shown) = (.fieldTooLarge, "a name is longer than 50,000 bytes")
    case _ where lowered.contains("huge") || lowered.contains("too long") || lowered.contains("too large"):
      (code, shown) = (.fieldTooLarge, "a tag, comment or value here is larger than 10 MB")
    case XML_ERR_NO_MEMORY where lowered.contains("dict"):
      (code, shown) = (.tooManyColumns, "the document has more distinct names than allowed")
    case XML_ERR_INVALID_CHAR where lowered.contains("not proper utf-8"),
      XML_ERR_INVALID_ENCODING where lowered.contains("not proper utf-8"):
      (code, shown) = (.invalidText, "the text is not valid utf-8 here, and no other character set is declared")
    case XML_ERR_INVALID_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_ERR_UNKNOWN_ENCODING,
      XML_I18N_CONV_FAILED, XML_IO_ENCODER:
      (code, shown) = (.invalidText, message.prefixUpToNewline)
    case _ where isAtEnd:
      (code, shown) = (.sourceTruncated, "the document ends before its last element is closed")
    default:
      code = .xmlSyntax
    }
    error = FormatError(code, source: source, at: position, shown)
  }
}

extension String {
  /// The first line; libxml2 adds the bytes in question on a second.
  fileprivate var prefixUpToNewline: String { String(prefix { !$0.isNewline }) }
}
