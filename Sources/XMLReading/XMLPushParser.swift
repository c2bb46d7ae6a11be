public import CLibXML2
public import FormatKit

/// libxml2's push parser over a document, its events going to the handler given.
///
/// No tree is built, nothing outside of the bytes given is opened, and nothing global is changed. What the document says of
/// its character set is not asked, as ``XMLInput`` has settled it. Not safe to share between threads.
public final class XMLPushParser {
  /// The parser itself, for a ``DocumentGuard``; freed with this object.
  public let context: xmlParserCtxtPtr

  /// - Parameters:
  ///   - data: what the handler's functions are given; it must outlive the parser.
  ///   - dictionary: where names are kept, so that equal names have equal addresses beyond this run.
  ///   - charset: ``XMLInput/libraryCharset``.
  ///   - source: the source's name, for the error when there is no memory.
  public init(
    _ handler: xmlSAXHandler, data: UnsafeMutableRawPointer, dictionary: xmlDictPtr, charset: String?, source: String
  ) throws(Problems) {
    xmlInitParser()
    var handler = handler
    guard let context = xmlCreatePushParserCtxt(&handler, data, nil, 0, nil) else {
      throw Problems(.sourceUnreadable, source: source, "there is no memory for the parser")
    }
    // The set is settled before the parser sees a byte, so what the document says of it is not asked again.
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
    xmlCtxtUseOptions(context, Int32(truncatingIfNeeded: options))
    xmlDictFree(context.pointee.dict)
    context.pointee.dict = dictionary
    xmlDictReference(dictionary)
    context.pointee.str_xml = xmlDictLookup(dictionary, "xml", 3)
    context.pointee.str_xmlns = xmlDictLookup(dictionary, "xmlns", 5)
    context.pointee.str_xml_ns = xmlDictLookup(dictionary, "http://www.w3.org/XML/1998/namespace", 36)
    if let charset, let converter = xmlFindCharEncodingHandler(charset) { xmlSwitchToEncoding(context, converter) }
    self.context = context
  }

  deinit {
    if let document = context.pointee.myDoc { xmlFreeDoc(document) }
    xmlFreeParserCtxt(context)
  }

  /// Parses the next bytes.
  public func feed(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 0 else { return }
    xmlParseChunk(
      context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(truncatingIfNeeded: bytes.count), 0)
  }

  /// Says that no more bytes come.
  public func finish() { xmlParseChunk(context, nil, 0, 1) }
}
