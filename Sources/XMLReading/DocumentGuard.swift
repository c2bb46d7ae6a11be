public import CLibXML2
public import FormatKit

/// Protects the parser from hostile documents: entities, declarations, and the first error that ends the document.
public struct DocumentGuard {
  /// The largest text of an entity.
  public static let maximumEntityBytes = 1024
  private static let maximumEntities = 1000
  private static let maximumDefaultBytes = 4096

  /// The name of the source, for errors.
  public let source: String
  /// The parser now running.
  public var context: xmlParserCtxtPtr?
  /// Whether the parser was notified of the end of the input.
  public var isFinishing = false
  /// Whether the reading has ended with ``failure``.
  public private(set) var hasFailed = false
  /// The first error that ended the document.
  public private(set) var failure: Problems?
  /// Names of entities met since the last event that no declaration explains.
  public var unknownEntities: [String] = []
  /// Prefixes met without a declaration that were not reported yet.
  public var newPrefixes: [String] = []
  /// Whether there are unknown entities or undeclared prefixes to report.
  public var hasNews = false
  private var undeclaredPrefixes: Set<String> = []

  private var entities: xmlDocPtr?
  private var entityCount = 0
  private var defaultBytes = 0

  /// A guard of one source.
  public init(source: String) { self.source = source }

  /// Forgets the document; also frees the entities that it declared.
  public mutating func reset() {
    if let entities { xmlFreeDoc(entities) }
    entities = nil
    (entityCount, defaultBytes) = (0, 0)
    (hasFailed, failure, isFinishing) = (false, nil, false)
    unknownEntities.removeAll()
    newPrefixes.removeAll()
    undeclaredPrefixes.removeAll()
    hasNews = false
  }

  // MARK: Places

  /// The line that the parser is in.
  public var line: Int { context?.pointee.input.map { Int($0.pointee.line) } ?? 0 }

  /// How much of the text the parser has passed.
  public var byteOffset: Int {
    guard let input = context?.pointee.input, let base = input.pointee.base, let cursor = input.pointee.cur else {
      return -1
    }
    return Int(truncatingIfNeeded: input.pointee.consumed) &+ (cursor - base)
  }

  /// Whether the start tag that the parser has just read is that of an empty element, its end still ahead.
  public var isAtEmptyTag: Bool { context?.pointee.input?.pointee.cur?.pointee == UInt8(ascii: "/") }

  /// The position where the start tag begins that the parser has just read. It is found because `<` is not allowed within a tag.
  public func startOfTag() -> (line: Int, byteOffset: Int) {
    guard let input = context?.pointee.input, let base = input.pointee.base, var cursor = input.pointee.cur else {
      return (0, 0)
    }
    var line = Int(input.pointee.line)
    while cursor > base, cursor.pointee != UInt8(ascii: "<") {
      cursor -= 1
      if cursor.pointee == UInt8(ascii: "\n") { line &-= 1 }
    }
    return (line, Int(truncatingIfNeeded: input.pointee.consumed) &+ (cursor - base))
  }

  // MARK: Failing

  /// Ends the reading; the first failure counts.
  public mutating func fail(_ code: Problem.Code, value: String? = nil, path: String? = nil, _ message: String) {
    let position = SourcePosition(line: line, byteOffset: byteOffset, path: path)
    fail(Problems(code, source: source, at: position, value: value, message))
  }

  private mutating func fail(_ error: Problems) {
    guard !hasFailed else { return }
    hasFailed = true
    failure = error
    if let context { xmlStopParser(context) }
  }

  /// Takes over what the parser reports.
  public mutating func take(_ error: xmlError) {
    switch xmlParserErrors(UInt32(bitPattern: error.code)) {
    case XML_WAR_UNDECLARED_ENTITY:
      guard let name = error.str1 else { return }
      unknownEntities.append(String(cString: name))
      hasNews = true
    case XML_NS_ERR_UNDEFINED_NAMESPACE:
      if undeclaredPrefixes.count < 64, let prefix = error.str1 {
        let text = String(cString: prefix)
        guard undeclaredPrefixes.insert(text).inserted else { return }
        newPrefixes.append(text)
        hasNews = true
      }
    case _ where error.level == XML_ERR_FATAL:
      let input = context?.pointee.input
      var isAtEnd = isFinishing && (input.map { $0.pointee.cur >= $0.pointee.end } ?? true)
      let isEarlyEnd = error.code == XML_ERR_DOCUMENT_END.rawValue || error.code == XML_ERR_DOCUMENT_EMPTY.rawValue
      if isFinishing, isEarlyEnd, context?.pointee.instate != XML_PARSER_EPILOG { isAtEnd = true }
      fail(XMLProblem(error, source: source, byteOffset: byteOffset, isAtEnd: isAtEnd).error)
    default: break
    }
  }

  /// Bounds what libxml2 compares with each other: attributes of one element, and namespaces in force.
  @inlinable @inline(__always)
  public mutating func admit(attributes: Int32, namespaces: Int32) {
    if attributes > AttributeGuard.maximumAttributes
      || namespaces > 0 && Int(context?.pointee.nsNr ?? 0) > 2 * AttributeGuard.maximumAttributes
    {
      refuseAttributes()
    }
  }

  /// Ends the reading because of an element with too many attributes.
  public mutating func refuseAttributes() {
    fail(
      XMLCodes.tooManyAttributes,
      "an element has more than \(AttributeGuard.maximumAttributes) attributes or namespaces")
  }

  // MARK: Declarations

  /// Accepts a declared entity when it is a short text without markup; refuses the document otherwise.
  public mutating func declareEntity(_ name: UnsafePointer<xmlChar>, type: Int32, content: UnsafePointer<xmlChar>?) {
    if xmlGetPredefinedEntity(name) != nil { return }
    let shown = String(cString: name)
    guard type == Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), let content else {
      let isParameter = type >= Int32(XML_INTERNAL_PARAMETER_ENTITY.rawValue)
      return fail(
        XMLCodes.entityRefused, value: shown,
        isParameter
          ? "the entity '%\(shown);' is a part of a declaration, which is not expanded"
          : "the entity '&\(shown);' refers to a file outside, which is not read")
    }
    let length = Int(xmlStrlen(content))
    let text = UnsafeBufferPointer(start: content, count: length)
    guard length <= Self.maximumEntityBytes, !text.contains(UInt8(ascii: "&")), !text.contains(UInt8(ascii: "<")) else {
      return fail(
        XMLCodes.entityRefused, value: shown,
        "the entity '&\(shown);' stands for other entities, markup or more than \(Self.maximumEntityBytes) bytes")
    }
    entityCount += 1
    guard entityCount <= Self.maximumEntities else {
      return fail(XMLCodes.entityRefused, "more than \(Self.maximumEntities) entities are declared")
    }
    addEntity(name, content)
  }

  private mutating func addEntity(_ name: UnsafePointer<xmlChar>, _ content: UnsafePointer<xmlChar>) {
    if entities == nil {
      entities = xmlNewDoc("1.0")
      if let entities { xmlCreateIntSubset(entities, "entities", nil, nil) }
    }
    guard let entities else { return }
    xmlAddDocEntity(entities, name, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, content)
  }

  /// A declared entity; where a document names a declaration outside, which is not read, also a character of HTML 4,
  /// whose names are those that such declarations give.
  public mutating func entity(_ name: UnsafePointer<xmlChar>) -> xmlEntityPtr? {
    if let entities, let found = xmlGetDocEntity(entities, name) { return found }
    guard context?.pointee.hasExternalSubset == 1, let known = htmlEntityLookup(name),
      let scalar = Unicode.Scalar(known.pointee.value)
    else { return nil }
    addEntity(name, String(Character(scalar)))
    return entities.flatMap { xmlGetDocEntity($0, name) }
  }

  /// Bounds the attributes that a declaration adds to elements that do not have them.
  public mutating func declareDefault(_ value: UnsafePointer<xmlChar>?) {
    guard let value else { return }
    defaultBytes += 64 + Int(xmlStrlen(value))
    if defaultBytes > Self.maximumDefaultBytes {
      fail(
        XMLCodes.entityRefused,
        "the DOCTYPE declares default values of attributes beyond \(Self.maximumDefaultBytes) bytes")
    }
  }

  /// The value of an attribute, in which the parser leaves `&#38;` and the references to declared entities unchanged.
  public mutating func decode(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(value.count)
    var index = 0
    while index < value.count {
      let byte = value[index]
      guard byte == UInt8(ascii: "&"), let end = value[index...].firstIndex(of: UInt8(ascii: ";")) else {
        decoded.append(byte)
        index += 1
        continue
      }
      let name = Array(value[(index + 1)..<end])
      if name == Array("#38".utf8) {
        decoded.append(UInt8(ascii: "&"))
      } else if let content = entity(name + [0])?.pointee.content {
        decoded.append(contentsOf: UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content))))
      }
      index = end + 1
      if decoded.count > RecordBatch.maximumFieldBytes {
        fail(.fieldTooLarge, "an attribute is larger than \(RecordBatch.maximumFieldBytes >> 20) MiB")
        return []
      }
    }
    return decoded
  }
}
