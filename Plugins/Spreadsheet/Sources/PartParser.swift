internal import CLibXML2
internal import FormatKit
internal import ZipReading

/// Receives the elements and the text of a part of a workbook. Subclasses handle the elements that they know and skip the rest.
class PartHandler {
  /// The error that ended the part; the parser stops immediately.
  var failure: Problems?
  fileprivate(set) var depth = 0
  fileprivate var context: xmlParserCtxtPtr?

  func begin(_ tag: borrowing PartTag) {}
  func end(_ name: PartName) {}
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  func fail(_ error: Problems) {
    guard failure == nil else { return }
    failure = error
    if let context { xmlStopParser(context) }
  }

  /// The number of bytes of the part before the start tag that has just been read.
  var startOfTag: Int {
    guard let input = context?.pointee.input, let base = input.pointee.base, var cursor = input.pointee.cur else {
      return 0
    }
    while cursor > base, cursor.pointee != UInt8(ascii: "<") { cursor -= 1 }
    return Int(truncatingIfNeeded: input.pointee.consumed) &+ (cursor - base)
  }
}

/// The local name of an element or attribute; what its prefix is does not matter.
struct PartName {
  let start: UnsafePointer<UInt8>

  /// Compares with a name of ASCII letters.
  @inline(__always)
  static func ~= (name: StaticString, value: PartName) -> Bool { value.equals(name) }

  @inline(__always)
  func equals(_ name: StaticString) -> Bool {
    let other = name.utf8Start
    for index in 0..<name.utf8CodeUnitCount where start[index] != other[index] { return false }
    return start[name.utf8CodeUnitCount] == 0
  }
}

/// A start tag; valid within the call only.
struct PartTag: ~Copyable {
  let name: PartName
  fileprivate let count: Int
  fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  struct Attribute {
    let name: PartName
    /// Whether the name has a namespace of its own, as `r:id` has.
    let isForeign: Bool
    let value: UnsafeBufferPointer<UInt8>

    /// The value as text, in which the parser leaves an ampersand as a reference.
    var text: String { String(decoding: value, as: UTF8.self).replacingScalars("&#38;", with: "&") }
    /// The value as a whole number; nil when it is not a whole number.
    var number: Int? { value.count < 19 ? Int(String(decoding: value, as: UTF8.self)) : nil }
    /// Whether the value is one of XML's words for true.
    var isTrue: Bool { value.elementsEqual("1".utf8) || value.elementsEqual("true".utf8) }
  }

  var attributeCount: Int { count }

  @inline(__always)
  func attribute(_ index: Int) -> Attribute? {
    guard let entry = attributes.map({ $0 + 5 &* index }), let name = entry[0], let start = entry[3], let end = entry[4]
    else { return nil }
    return Attribute(
      name: PartName(start: name), isForeign: entry[2] != nil,
      value: UnsafeBufferPointer(start: start, count: end - start))
  }

  /// The attribute of a name in any namespace; nil when there is no such attribute.
  func attribute(called name: StaticString) -> Attribute? {
    for index in 0..<count {
      if let found = attribute(index), found.name.equals(name) { return found }
    }
    return nil
  }

  /// The attribute of a name without a namespace; nil when there is no such attribute.
  func attribute(named name: StaticString) -> Attribute? {
    for index in 0..<count {
      if let found = attribute(index), !found.isForeign, found.name.equals(name) { return found }
    }
    return nil
  }
}

/// A run of libxml2's push parser over one part of a workbook.
///
/// Nothing but the part is opened, no entities are declared, no tree is built; depth, attributes and the length of a tag
/// are bounded.
final class PartParser {
  private static let maximumDepth = 128
  private static let maximumAttributes = 256
  /// The longest tag or comment.
  private static let maximumTagBytes = 256 << 10
  private static let blockBytes = 16 << 10

  private let context: xmlParserCtxtPtr
  private let handler: PartHandler
  private let stream: ZipPartStream
  private let source: String
  private let part: String
  private let block: UnsafeMutableRawBufferPointer
  private(set) var isFinished = false

  init(_ part: ZipArchive.Part, of container: ZipArchive, _ handler: PartHandler) throws(Problems) {
    xmlInitParser()
    stream = try container.open(part)
    source = container.source
    self.part = part.name
    self.handler = handler
    var callbacks = Self.callbacks()
    let data = Unmanaged.passUnretained(handler).toOpaque()
    guard let made = xmlCreatePushParserCtxt(&callbacks, data, nil, 0, nil) else {
      throw Problems(.sourceUnreadable, source: container.source, "there is no memory for the parser")
    }
    xmlCtxtUseOptions(made, Int32(truncatingIfNeeded: XML_PARSE_NONET.rawValue))
    context = made
    handler.context = made
    block = .allocate(byteCount: Self.blockBytes, alignment: 16)
  }

  deinit {
    handler.context = nil
    if let document = context.pointee.myDoc { xmlFreeDoc(document) }
    xmlFreeParserCtxt(context)
    block.deallocate()
  }

  /// Parses a whole part.
  static func parse(_ part: ZipArchive.Part, of container: ZipArchive, _ handler: PartHandler) throws(Problems) {
    let parser = try PartParser(part, of: container, handler)
    while !parser.isFinished { try parser.step() }
  }

  /// Parses the next bytes of the part.
  func step() throws(Problems) {
    guard !isFinished else { return }
    let count = try stream.read(into: block)
    if count == 0 {
      isFinished = true
      xmlParseChunk(context, nil, 0, 1)
    } else {
      xmlParseChunk(context, block.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count), 0)
    }
    if let failure = handler.failure {
      isFinished = true
      throw located(failure)
    }
    if let input = context.pointee.input, let cursor = input.pointee.cur, let end = input.pointee.end,
      end - cursor > Self.maximumTagBytes
    {
      isFinished = true
      throw located(
        Problems(.xlsxDamaged, source: source, "a tag is longer than \(Self.maximumTagBytes) bytes"))
    }
  }

  /// Errors of the parser's own know neither the source nor the part.
  private func located(_ error: Problems) -> Problems {
    var error = error
    error.first.source = source
    if error.first.position.path == nil { error.first.position.path = part }
    return error
  }

  // MARK: Callbacks

  private static func callbacks() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { data, name, _, _, namespaces, _, attributeCount, _, attributes in
      guard let data, let name else { return }
      let handler = Unmanaged<PartHandler>.fromOpaque(data).takeUnretainedValue()
      handler.depth += 1
      if handler.depth > PartParser.maximumDepth {
        handler.fail(Problems(.tooDeep, "elements are nested more than \(PartParser.maximumDepth) deep"))
        return
      }
      if attributeCount > PartParser.maximumAttributes || namespaces > PartParser.maximumAttributes {
        handler.fail(
          Problems(.xlsxDamaged, "an element has more than \(PartParser.maximumAttributes) attributes"))
        return
      }
      handler.begin(PartTag(name: PartName(start: name), count: Int(attributeCount), attributes: attributes))
    }
    handler.endElementNs = { data, name, _, _ in
      guard let data, let name else { return }
      let handler = Unmanaged<PartHandler>.fromOpaque(data).takeUnretainedValue()
      handler.depth -= 1
      handler.end(PartName(start: name))
    }
    handler.characters = { data, characters, length in
      guard let data else { return }
      Unmanaged<PartHandler>.fromOpaque(data).takeUnretainedValue()
        .text(UnsafeBufferPointer(start: characters, count: Int(length)))
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.internalSubset = { data, _, _, _ in
      guard let data else { return }
      Unmanaged<PartHandler>.fromOpaque(data).takeUnretainedValue()
        .fail(
          Problems(.xlsxDamaged, "the part has a DOCTYPE, which no workbook has, and could expand without bounds"))
    }
    handler.serror = { data, error in
      guard let data, let error, error.pointee.level == XML_ERR_FATAL else { return }
      let handler = Unmanaged<PartHandler>.fromOpaque(data).takeUnretainedValue()
      var text = error.pointee.message.map { String(cString: $0) } ?? "not well-formed"
      text = String(text.prefix { !$0.isNewline })
      handler.fail(
        Problems(
          .xlsxDamaged, "the part is not well-formed XML: \(text.prefix(1).lowercased() + text.dropFirst())"))
    }
    return handler
  }
}
