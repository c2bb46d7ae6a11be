internal import CLibXML2
internal import FormatKit

/// An error of libxml2, as one of ours.
struct XMLProblem {
  let error: Problems

  /// Maps a fatal error.
  ///
  /// - Parameters:
  ///   - isAtEnd: whether the parser was at the end of the source.
  init(_ problem: xmlError, source: String, byteOffset: Int, isAtEnd: Bool) {
    var text = problem.message.map { String(cString: $0) } ?? "not well-formed"
    while text.last?.isWhitespace == true { text.removeLast() }
    let message = text.prefix(1).lowercased() + text.dropFirst()
    let position = SourcePosition(
      line: max(0, Int(problem.line)), column: max(0, Int(problem.int2)), byteOffset: byteOffset)
    let lowered = text.lowercased()
    let code: Problem.Code
    var shown = message
    switch xmlParserErrors(UInt32(bitPattern: problem.code)) {
    case XML_ERR_ENTITY_LOOP, XML_ERR_ENTITY_BOUNDARY:
      code = XMLCodes.entityRefused
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
      code = XMLCodes.syntax
    }
    error = Problems(code, source: source, at: position, shown)
  }
}

extension String {
  /// The first line; libxml2 adds the bytes in question on a second.
  fileprivate var prefixUpToNewline: String { String(prefix { !$0.isNewline }) }
}
