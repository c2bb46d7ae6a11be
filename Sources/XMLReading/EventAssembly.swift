internal import CLibXML2
internal import FormatKit

/// Turns the parser's calls into events. Lives in raw memory, as the parser's callbacks reach it by address.
struct EventAssembly {
  static let maximumDepth = 100
  /// The most bytes of text between two tags, and of all attributes of a tag.
  static let maximumTextBytes = RecordBatch.maximumFieldBytes
  static let maximumNameBytes = 1000
  /// The most distinct names, those of namespaces included; documents of a known shape have some hundreds.
  static let maximumNames = 16_384
  private static let maximumTold = 100

  /// An element that is not closed.
  private struct OpenElement {
    let place: ElementPlace
    /// How many children of each name it has had so far.
    var counts: [UnsafePointer<UInt8>: Int] = [:]
  }

  var guarding: DocumentGuard
  /// Events of one block that wait to be handed over.
  var events: [XMLEvent] = []
  /// Problems that do not end the document, at most ``maximumTold`` of them, each with the number of events before it.
  var problems: [(events: Int, problem: Problem)] = []
  private var told = 0
  private var open: [OpenElement] = []
  private var text: [UInt8] = []
  /// Names by their address in the parser's dictionary.
  private var names: [UnsafePointer<UInt8>: String] = [:]

  init(source: String) { guarding = DocumentGuard(source: source) }

  // MARK: Events

  mutating func begin(
    _ name: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?, attributeCount: Int,
    _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  ) {
    if guarding.hasFailed { return }
    takeText()
    guard open.count < Self.maximumDepth else {
      return guarding.fail(.tooDeep, path: path, "elements are nested deeper than \(Self.maximumDepth)")
    }
    guard xmlStrlen(name) <= Self.maximumNameBytes else {
      return guarding.fail(.fieldTooLarge, path: path, "a name is longer than \(Self.maximumNameBytes) bytes")
    }
    let text = known(name)
    var number = 1
    if !open.isEmpty {
      number = (open[open.count - 1].counts[name] ?? 0) &+ 1
      open[open.count - 1].counts[name] = number
    }
    let place = ElementPlace(open.last?.place, text, number: number)
    open.append(OpenElement(place: place))
    let start = guarding.startOfTag()
    let values = attributeCount > 0 ? taken(attributes, count: attributeCount) : []
    events.append(
      .begin(
        XMLTag(
          name: text, namespace: namespace.map { known($0) }, attributes: values, line: start.line,
          byteOffset: start.byteOffset, place: place)))
    if guarding.hasNews || !guarding.unknownEntities.isEmpty { takeNews() }
  }

  mutating func end() {
    if guarding.hasFailed { return }
    takeText()
    events.append(.end)
    open.removeLast()
  }

  mutating func text(_ run: UnsafeBufferPointer<UInt8>) {
    if guarding.hasFailed || open.isEmpty { return }
    text.append(contentsOf: run)
    if text.count > Self.maximumTextBytes { refuseText() }
  }

  private mutating func takeText() {
    guard !text.isEmpty else { return }
    if text.contains(where: { $0 > 0x20 }) { events.append(.text(String(decoding: text, as: UTF8.self))) }
    text.removeAll(keepingCapacity: text.count < 1 << 16)
  }

  private mutating func taken(
    _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
  ) -> [XMLAttribute] {
    var found: [XMLAttribute] = []
    found.reserveCapacity(count)
    var bytes = 0
    for index in 0..<count {
      // libxml2 gives five addresses for each: name, prefix, namespace, and where the value begins and ends.
      guard let entry = attributes.map({ $0 + 5 &* index }), let name = entry[0], let start = entry[3],
        let end = entry[4]
      else { continue }
      let raw = UnsafeBufferPointer(start: start, count: end - start)
      let isPlain = !raw.contains(UInt8(ascii: "&"))
      let value =
        isPlain ? String(decoding: raw, as: UTF8.self) : String(decoding: guarding.decode(raw), as: UTF8.self)
      bytes += value.utf8.count
      if bytes > Self.maximumTextBytes { refuseText() }
      if guarding.hasFailed { return found }
      found.append(XMLAttribute(name: known(name), namespace: entry[2].map { known($0) }, value: value))
    }
    return found
  }

  private mutating func refuseText() {
    guarding.fail(
      .fieldTooLarge, path: path, "the text or the attributes are larger than \(Self.maximumTextBytes >> 20) MiB")
  }

  /// The path of the innermost element.
  private var path: String? { open.last?.place.path }

  private mutating func known(_ name: UnsafePointer<UInt8>) -> String {
    if let known = names[name] { return known }
    let text = String(cString: name)
    names[name] = text
    if names.count > Self.maximumNames {
      guarding.fail(.tooManyColumns, path: path, "the document has more than \(Self.maximumNames) distinct names")
    }
    return text
  }

  // MARK: Problems

  /// Reports what the parser met since the last time.
  mutating func takeNews() {
    for name in guarding.unknownEntities {
      tell(
        XMLCodes.unknownEntity, "&\(name);",
        "the entity '&\(name);' is declared in no place that is read, and is left out of the text")
    }
    for prefix in guarding.newPrefixes {
      tell(XMLCodes.undeclaredPrefix, prefix, "the namespace prefix '\(prefix)' is not declared")
    }
    guarding.unknownEntities.removeAll()
    guarding.newPrefixes.removeAll()
    guarding.hasNews = false
  }

  private mutating func tell(_ code: Problem.Code, _ value: String, _ message: String) {
    guard told < Self.maximumTold else { return }
    told += 1
    let place = SourcePosition(line: guarding.line, byteOffset: guarding.byteOffset, path: path)
    problems.append((events.count, Problem(code, source: guarding.source, at: place, value: value, message)))
  }

  // MARK: Callbacks

  static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { data, name, _, namespace, namespaces, _, attributeCount, _, attributes in
      guard let data, let name else { return }
      let assembly = data.assumingMemoryBound(to: EventAssembly.self)
      assembly.pointee.guarding.admit(attributes: attributeCount, namespaces: namespaces)
      assembly.pointee.begin(name, namespace, attributeCount: Int(attributeCount), attributes)
    }
    handler.endElementNs = { data, _, _, _ in
      data?.assumingMemoryBound(to: EventAssembly.self).pointee.end()
    }
    handler.characters = { data, characters, length in
      data?.assumingMemoryBound(to: EventAssembly.self).pointee
        .text(UnsafeBufferPointer(start: characters, count: Int(length)))
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.reference = { data, _ in
      data?.assumingMemoryBound(to: EventAssembly.self).pointee.takeNews()
    }
    handler.getEntity = { data, name in
      guard let data, let name else { return nil }
      return data.assumingMemoryBound(to: EventAssembly.self).pointee.guarding.entity(name)
    }
    handler.entityDecl = { data, name, type, _, _, content in
      guard let data, let name else { return }
      data.assumingMemoryBound(to: EventAssembly.self).pointee.guarding
        .declareEntity(name, type: type, content: content.map { UnsafePointer($0) })
    }
    handler.attributeDecl = { data, _, _, _, _, value, tree in
      if let tree { xmlFreeEnumeration(tree) }
      data?.assumingMemoryBound(to: EventAssembly.self).pointee.guarding.declareDefault(value)
    }
    handler.serror = { data, error in
      guard let data, let error else { return }
      data.assumingMemoryBound(to: EventAssembly.self).pointee.guarding.take(error.pointee)
    }
    return handler
  }
}
