internal import CLibXML2
internal import FormatKit
internal import XMLReading

/// The parser's dictionary of names, shared by all runs over one document: equal names have equal addresses.
final class XMLDictionary {
  let pointer: xmlDictPtr

  /// Nil if memory cannot be allocated.
  init?() {
    guard let made = xmlDictCreate() else { return nil }
    pointer = made
    // Names are kept as long as the document is read; 10 MB is the bound that libxml2 itself sets.
    xmlDictSetLimit(made, 10_000_000)
  }

  deinit { xmlDictFree(pointer) }

  /// The address of a name; nil when the dictionary is full.
  func intern(_ name: String) -> UnsafePointer<UInt8>? { xmlDictLookup(pointer, name, Int32(name.utf8.count)) }
}

/// Names that the reader itself knows, by their addresses.
struct XMLWords {
  let dictionary: xmlDictPtr
  let field: UnsafePointer<UInt8>
  let name: UnsafePointer<UInt8>
  let `nil`: UnsafePointer<UInt8>
  let instanceNamespace: UnsafePointer<UInt8>
  let rejectMark: UnsafePointer<UInt8>
  let rejectReason: UnsafePointer<UInt8>
  let lineBreak: UnsafePointer<UInt8>?
  /// The names of elements that mark a part of a text.
  private let inline: Set<UnsafePointer<UInt8>>

  static let instanceNamespaceName = "http://www.w3.org/2001/XMLSchema-instance"

  init?(_ dictionary: XMLDictionary) {
    guard let field = dictionary.intern("field"), let name = dictionary.intern("name"),
      let `nil` = dictionary.intern("nil"), let namespace = dictionary.intern(Self.instanceNamespaceName),
      let mark = dictionary.intern(RejectColumns.mark), let reason = dictionary.intern(RejectColumns.reason)
    else { return nil }
    self.dictionary = dictionary.pointer
    self.field = field
    self.name = name
    self.nil = `nil`
    instanceNamespace = namespace
    rejectMark = mark
    rejectReason = reason
    lineBreak = dictionary.intern("br")
    inline = Set(Self.inlineNames.compactMap(dictionary.intern))
  }

  /// The elements of HTML that mark a part of a text.
  static let inlineNames: Set = [
    "a", "abbr", "b", "big", "br", "code", "em", "font", "i", "mark", "s", "small", "span", "strong", "sub", "sup",
    "tt",
    "u",
  ]

  func isInline(_ name: UnsafePointer<UInt8>) -> Bool { inline.contains(name) }
}

/// A start tag as the parser hands it over; valid within the callback only.
struct StartTag: ~Copyable {
  struct Attribute {
    let localName: UnsafePointer<UInt8>
    let prefix: UnsafePointer<UInt8>?
    let uri: UnsafePointer<UInt8>?
    let value: UnsafeBufferPointer<UInt8>
  }

  let localName: UnsafePointer<UInt8>
  let prefix: UnsafePointer<UInt8>?
  let uri: UnsafePointer<UInt8>?
  let attributeCount: Int
  let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  /// The attribute of that place; libxml2 gives five addresses for each.
  @inline(__always)
  func attribute(_ index: Int) -> Attribute {
    guard let entry = attributes.map({ $0 + 5 &* index }), let name = entry[0], let start = entry[3], let end = entry[4]
    else {
      return Attribute(localName: localName, prefix: nil, uri: nil, value: UnsafeBufferPointer(start: nil, count: 0))
    }
    return Attribute(
      localName: name, prefix: entry[1], uri: entry[2], value: UnsafeBufferPointer(start: start, count: end - start))
  }

  /// The address of `NAME` in `<field name="NAME">`; nil for any other element.
  func fieldName(_ words: XMLWords) -> UnsafePointer<UInt8>? {
    var found: UnsafePointer<UInt8>?
    for index in 0..<attributeCount {
      let attribute = attribute(index)
      if attribute.uri == words.instanceNamespace { continue }
      guard found == nil, attribute.uri == nil, attribute.localName == words.name, attribute.value.count > 0,
        attribute.value.count < 1024
      else { return nil }
      // The parser leaves an ampersand as a reference here.
      let text = String(decoding: attribute.value, as: UTF8.self).replacingScalars("&#38;", with: "&")
      found = xmlDictLookup(words.dictionary, text, Int32(text.utf8.count))
    }
    return found
  }
}

/// A run of libxml2's push parser over a document, its events going to a ``RecordAssembly``.
///
/// No tree is built, and nothing global is changed: errors come through the parser's own handler.
final class XMLParser {
  private let parser: XMLPushParser
  private let assembly: UnsafeMutablePointer<RecordAssembly>

  init(
    _ assembly: UnsafeMutablePointer<RecordAssembly>, _ dictionary: XMLDictionary, charset: String?
  ) throws(Problems) {
    parser = try XMLPushParser(
      Self.handler(isOutline: assembly.pointee.purpose == .outline), data: UnsafeMutableRawPointer(assembly),
      dictionary: dictionary.pointer, charset: charset, source: assembly.pointee.source)
    self.assembly = assembly
    assembly.pointee.guarding.context = parser.context
  }

  deinit { assembly.pointee.guarding.context = nil }

  /// Parses the next bytes; what ended the document is kept by the assembly.
  func feed(_ bytes: UnsafeRawBufferPointer) {
    guard !assembly.pointee.guarding.hasFailed else { return }
    parser.feed(bytes)
  }

  /// Says that no more bytes come.
  func finish() {
    guard !assembly.pointee.guarding.hasFailed else { return }
    assembly.pointee.guarding.isFinishing = true
    parser.finish()
  }

  // MARK: Callbacks

  private static func handler(isOutline: Bool) -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = isOutline ? beginOutline : beginElement
    if isOutline {
      handler.endElementNs = { data, _, _, _ in
        data?.assumingMemoryBound(to: RecordAssembly.self).pointee.endOutline()
      }
      handler.characters = { data, characters, length in
        data?.assumingMemoryBound(to: RecordAssembly.self).pointee
          .textOutline(UnsafeBufferPointer(start: characters, count: Int(length)))
      }
      handler.cdataBlock = handler.characters
    } else {
      handler.endElementNs = { data, _, _, _ in
        data.unsafelyUnwrapped.assumingMemoryBound(to: RecordAssembly.self).pointee.end()
      }
      handler.characters = takeText
      handler.ignorableWhitespace = takeText
      handler.cdataBlock = takeText
      handler.reference = { data, _ in
        data?.assumingMemoryBound(to: RecordAssembly.self).pointee.reportNews()
      }
    }
    handler.getEntity = { data, name in
      guard let data, let name else { return nil }
      return data.assumingMemoryBound(to: RecordAssembly.self).pointee.guarding.entity(name)
    }
    handler.entityDecl = { data, name, type, _, _, content in
      guard let data, let name else { return }
      data.assumingMemoryBound(to: RecordAssembly.self).pointee.guarding
        .declareEntity(name, type: type, content: content.map { UnsafePointer($0) })
    }
    handler.attributeDecl = { data, _, _, _, _, value, tree in
      if let tree { xmlFreeEnumeration(tree) }
      data?.assumingMemoryBound(to: RecordAssembly.self).pointee.guarding.declareDefault(value)
    }
    handler.serror = { data, error in
      guard let data, let error else { return }
      data.assumingMemoryBound(to: RecordAssembly.self).pointee.guarding.take(error.pointee)
    }
    return handler
  }

  private static let takeText: charactersSAXFunc = { data, characters, length in
    data.unsafelyUnwrapped.assumingMemoryBound(to: RecordAssembly.self).pointee
      .text(UnsafeBufferPointer(start: characters, count: Int(length)))
  }

  private static let beginElement: startElementNsSAX2Func = {
    data, localName, prefix, uri, namespaces, _, attributeCount, _, attributes in
    let assembly = data.unsafelyUnwrapped.assumingMemoryBound(to: RecordAssembly.self)
    assembly.pointee.guarding.admit(attributes: attributeCount, namespaces: namespaces)
    assembly.pointee.begin(
      StartTag(
        localName: localName.unsafelyUnwrapped, prefix: prefix, uri: uri, attributeCount: Int(attributeCount),
        attributes: attributes))
  }

  private static let beginOutline: startElementNsSAX2Func = {
    data, localName, prefix, uri, namespaces, _, attributeCount, _, attributes in
    let assembly = data.unsafelyUnwrapped.assumingMemoryBound(to: RecordAssembly.self)
    assembly.pointee.guarding.admit(attributes: attributeCount, namespaces: namespaces)
    assembly.pointee.beginOutline(
      StartTag(
        localName: localName.unsafelyUnwrapped, prefix: prefix, uri: uri, attributeCount: Int(attributeCount),
        attributes: attributes))
  }
}
