internal import CLibXML2
public import FormatKit

/// Reads an XML document as a run of events, or element by element, in memory that does not grow with the document.
///
/// Meant for formats whose documents have a known shape: they pass through what is large event by event, and take a line or
/// a product at a time as an ``XMLElement``. Nothing outside of the bytes is opened. Entities that refer to files, to each
/// other or to markup are refused; elements may be nested 100 deep.
///
/// ```swift
/// let reader = try XMLEventReader(.file("order.xml"))
/// while let event = try reader.next() {
///   guard case .begin(let tag) = event, tag.name == "OrderLine" else { continue }
///   let line = try reader.subtree()
///   print(line.value("LineItem", "Quantity") ?? "none", line.path)
/// }
/// ```
///
/// After an error, which is thrown once everything before it was handed over, the same error is thrown again. Not
/// safe to share between threads.
public final class XMLEventReader {
  /// The most elements in one ``subtree()``.
  public static let maximumElements = 100_000
  /// The most text, attributes included, in one ``subtree()``.
  public static let maximumTextBytes = EventAssembly.maximumTextBytes

  /// The character set, and how it was found.
  public let findings: [SourceFinding]

  private static let blockBytes = 1 << 16
  private static let maximumDictionaryBytes = 1_000_000

  private let source: String
  private let assembly: UnsafeMutablePointer<EventAssembly>
  private let dictionary: xmlDictPtr
  private let block: UnsafeMutableRawBufferPointer
  private var parser: XMLPushParser?
  private var input: XMLInput
  private var attributeGuard = AttributeGuard()
  private var failure: Problems?
  private var sawContent = false
  private var isFinished = false
  /// How many events of the block were handed over.
  private var passed = 0
  /// The element whose begin was the last event handed over.
  private var begun: XMLTag?

  /// Opens the document and settles its character set.
  ///
  /// - Throws: ``Problem/Code/sourceUnreadable``, and ``Problem/Code/invalidText`` for a character set that is not read.
  public init(_ source: ByteSource, charset: Charset? = nil) throws(Problems) {
    let input = try XMLInput(source, charset: charset)
    guard let dictionary = xmlDictCreate() else {
      throw Problems(.sourceUnreadable, source: source.name, "there is no memory for the parser")
    }
    xmlDictSetLimit(dictionary, Self.maximumDictionaryBytes)
    self.source = source.name
    self.input = input
    self.dictionary = dictionary
    findings = [input.finding]
    assembly = .allocate(capacity: 1)
    assembly.initialize(to: EventAssembly(source: source.name))
    block = .allocate(byteCount: Self.blockBytes, alignment: 16)
    let parser = try XMLPushParser(
      EventAssembly.handler(), data: UnsafeMutableRawPointer(assembly), dictionary: dictionary,
      charset: input.libraryCharset, source: source.name)
    self.parser = parser
    assembly.pointee.guarding.context = parser.context
  }

  deinit {
    parser = nil
    assembly.pointee.guarding.reset()
    assembly.deinitialize(count: 1)
    assembly.deallocate()
    xmlDictFree(dictionary)
    block.deallocate()
  }

  /// The next event; nil at the end of the document.
  ///
  /// - Throws: what ends the document: one of ``XMLCodes``, ``Problem/Code/sourceTruncated``,
  ///   ``Problem/Code/sourceEmpty``, ``Problem/Code/wrongFormat``, ``Problem/Code/invalidText``,
  ///   ``Problem/Code/tooDeep``, ``Problem/Code/fieldTooLarge``.
  public func next() throws(Problems) -> XMLEvent? {
    while passed == assembly.pointee.events.count {
      assembly.pointee.events.removeAll(keepingCapacity: true)
      for index in assembly.pointee.problems.indices { assembly.pointee.problems[index].events = 0 }
      passed = 0
      begun = nil
      if isFinished {
        if let failure = failure ?? assembly.pointee.guarding.failure { throw failure }
        return nil
      }
      readBlock()
    }
    let event = assembly.pointee.events[passed]
    passed += 1
    if case .begin(let tag) = event { begun = tag } else { begun = nil }
    return event
  }

  /// The element whose ``XMLEvent/begin(_:)`` was the last event, with all that is in it, up to and with its end.
  ///
  /// - Throws: ``XMLCodes/elementTooLarge`` beyond ``maximumElements`` or ``maximumTextBytes``, and what ``next()`` throws.
  /// - Precondition: the last event was a begin.
  public func subtree() throws(Problems) -> XMLElement {
    guard let tag = begun else { preconditionFailure("an element is taken right after its begin") }
    var open = [XMLElement(tag: tag, text: "", children: [])]
    var room = Self.maximumTextBytes - Self.textBytes(of: tag)
    var elements = 1
    while let event = try next() {
      switch event {
      case .begin(let tag):
        elements += 1
        room -= Self.textBytes(of: tag)
        open.append(XMLElement(tag: tag, text: "", children: []))
      case .text(let text):
        room -= text.utf8.count
        open[open.count - 1].text += text
      case .end:
        var element = open.removeLast()
        element.text = Self.trimmed(element.text)
        guard !open.isEmpty else { return element }
        open[open.count - 1].children.append(element)
      }
      if elements > Self.maximumElements || room < 0 { throw tooLarge(tag) }
    }
    // The parser lets no document end with an element open.
    throw Problems(.sourceTruncated, source: source, at: place(tag), "the document ends before '\(tag.name)' does")
  }

  /// Passes over the rest of the element whose ``XMLEvent/begin(_:)`` was the last event, in constant memory.
  ///
  /// - Precondition: the last event was a begin.
  public func skip() throws(Problems) {
    precondition(begun != nil, "an element is passed over right after its begin")
    var depth = 1
    while depth > 0, let event = try next() {
      switch event {
      case .begin: depth += 1
      case .text: break
      case .end: depth -= 1
      }
    }
  }

  /// The problems up to the last event that do not end the document and were not returned before: prefixes without a
  /// declaration, each once, and unknown entities; at most 100 of a document.
  public func takeProblems() -> [Problem] {
    guard !assembly.pointee.problems.isEmpty else { return [] }
    let count = assembly.pointee.problems.prefix { $0.events <= passed }.count
    defer { assembly.pointee.problems.removeFirst(count) }
    return assembly.pointee.problems.prefix(count).map(\.problem)
  }

  // MARK: Parsing

  private func readBlock() {
    let (count, isAtEnd, inputFailure) = input.fill(block)
    let bytes = UnsafeRawBufferPointer(rebasing: block[..<count])
    failure = inputFailure
    if !sawContent, let first = bytes.first(where: { $0 > 0x20 }) {
      sawContent = true
      if first != UInt8(ascii: "<") {
        return fail(.wrongFormat, line: 1, "the content does not begin with '<' and is not XML")
      }
    }
    if !sawContent, isAtEnd, failure == nil { return fail(.sourceEmpty, line: 0, "the file is empty") }
    if attributeGuard.admits(bytes) {
      parser?.feed(bytes)
    } else {
      assembly.pointee.guarding.refuseAttributes()
    }
    if isAtEnd, failure == nil, !assembly.pointee.guarding.hasFailed {
      assembly.pointee.guarding.isFinishing = true
      parser?.finish()
    }
    if isAtEnd || assembly.pointee.guarding.hasFailed { finish() }
  }

  private func fail(_ code: Problem.Code, line: Int, _ message: String) {
    failure = Problems(code, source: source, at: SourcePosition(line: line), message)
    finish()
  }

  private func finish() {
    assembly.pointee.takeNews()
    assembly.pointee.guarding.context = nil
    parser = nil
    isFinished = true
  }

  // MARK: Elements

  private static func textBytes(of tag: XMLTag) -> Int { tag.attributes.reduce(0) { $0 + $1.value.utf8.count } }

  /// A text without white space, as XML has it, at its ends.
  private static func trimmed(_ text: String) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }
    guard let first = text.utf8.first, let last = text.utf8.last, isSpace(first) || isSpace(last) else { return text }
    var bytes = text.utf8.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(Substring(bytes))
  }

  private func place(_ tag: XMLTag) -> SourcePosition {
    SourcePosition(line: tag.line, byteOffset: tag.byteOffset, path: tag.path)
  }

  private func tooLarge(_ tag: XMLTag) -> Problems {
    Problems(
      XMLCodes.elementTooLarge, source: source, at: place(tag), value: tag.name,
      "'\(tag.name)' holds more than \(Self.maximumElements) elements or \(Self.maximumTextBytes >> 20) MiB of text")
  }
}
