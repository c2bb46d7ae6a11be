internal import FormatKit
internal import XMLReading

/// Reads a message element by element: its header, then one product at a time.
struct MessageScanner {
  enum Item {
    case header(MessageElement)
    case product(MessageElement)
    /// Another element, which is skipped.
    case other(String, SourcePosition)
  }

  /// The elements that no record needs; nothing of them is kept.
  private static let passedOver: Set<String> = [
    "SupportingResource", "CitedContent", "Prize", "MediaFile", "RelatedMaterial", "RelatedProduct", "WorkIdentifier",
    "SalesRights", "NotForSale", "SalesRestriction", "ContentDetail", "ContentItem", "PromotionDetail", "Audience",
    "AudienceRange", "Complexity", "ProductWebsite", "Website", "AncillaryContent", "Illustrations", "ProductionDetail",
    "CopyrightStatement", "PersonAsSubject", "NameAsSubject", "CorporateBodyAsSubject", "PlaceAsSubject", "Conference",
    "Event", "ReligiousText", "Bible", "ProductPart", "ContainedItem", "SalesOutlet", "BookClubAdoption",
  ]
  private static let maximumDepth = 100
  private static let maximumElements = 100_000
  private static let maximumTextBytes = 16 << 20
  private static let maximumUnknownNames = 50

  let source: String
  private let reader: XMLEventReader
  private var ahead: XMLEvent?
  private var failure: Problems?
  private var hasBegun = false
  private var style = TagNames.Style.reference
  private var isMixed = false
  private var unknownNames: Set<String> = []
  private var entities: [Problem] = []

  /// The release that the message states; nil if it does not.
  private(set) var release: (name: String, evidence: String)?
  /// The problems of the message itself, not of one record.
  private(set) var problems: [Problem] = []
  private(set) var findings: [SourceFinding] = []

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    self.source = source.name
    reader = try XMLEventReader(source, charset: charset)
    findings = reader.findings
  }

  /// Returns the problems since the last call that belong to the last element or to earlier ones.
  mutating func takeProblems() -> [Problem] {
    entities += reader.takeProblems()
    // The parser reads one block of text in advance; a problem after the start of the next element belongs to that
    // element.
    let end: Int
    if case .begin(let tag) = ahead { end = tag.byteOffset } else { end = .max }
    let found = problems + entities.filter { $0.position.byteOffset < end }
    problems = []
    entities.removeAll { $0.position.byteOffset < end }
    return found
  }

  mutating func next() throws(Problems) -> Item? {
    if !hasBegun { try begin() }
    while let event = try nextEvent() {
      guard case .begin(let tag) = event else { continue }
      let name = resolved(tag)
      switch name {
      case "Header":
        let element = try element(name, tag)
        lookAhead()
        return .header(element)
      case "Product":
        let element = try element(name, tag)
        lookAhead()
        return .product(element)
      default:
        try reader.skip()
        lookAhead()
        return .other(name, SourcePosition(line: tag.line, byteOffset: tag.byteOffset, path: tag.path))
      }
    }
    return nil
  }

  private mutating func nextEvent() throws(Problems) -> XMLEvent? {
    if let failure { throw failure }
    if let event = ahead {
      ahead = nil
      return event
    }
    return try reader.next()
  }

  /// Goes on to what follows the element that was just read; an error there must not cost the element.
  private mutating func lookAhead() {
    do throws(Problems) { ahead = try reader.next() } catch { failure = error }
  }

  // MARK: The root

  private mutating func begin() throws(Problems) {
    hasBegun = true
    guard case .begin(let tag) = try reader.next() else {
      throw Problems(.sourceEmpty, source: source, "the document has no element")
    }
    let position = SourcePosition(line: tag.line, byteOffset: tag.byteOffset, path: tag.path)
    switch tag.name {
    case "ONIXMessage": style = .reference
    case "ONIXmessage": style = .short
    case _ where TagNames.resolve(tag.name) != nil || ONIXFormat.isLikeRoot(tag.name):
      throw Problems(
        .onixWrongRoot, source: source, at: position, value: tag.name,
        "the outermost element is '\(tag.name)', not 'ONIXMessage' or 'ONIXmessage'")
    default:
      throw Problems(
        .wrongFormat, source: source, at: position, value: tag.name,
        "the outermost element is '\(tag.name)', not 'ONIXMessage' or 'ONIXmessage'")
    }
    findings.append(
      SourceFinding("names", style == .short ? "short tags" : "reference names", evidence: "the element \(tag.name)"))
    settleRelease(tag, position)
  }

  private mutating func settleRelease(_ tag: XMLTag, _ position: SourcePosition) {
    let stated = tag[attribute: "release"].map { $0.tidied.shortened(50) }.flatMap { $0.isEmpty ? nil : $0 }
    // http://ns.editeur.org/onix/3.0/reference, with www in the host in earlier years.
    let parts = tag.namespace?.split(separator: "/").map(String.init) ?? []
    let named = parts.firstIndex(of: "onix").flatMap { $0 + 1 < parts.count ? parts[$0 + 1].shortened(50) : nil }
    if let space = tag.namespace, named == nil {
      problems.append(
        Problem(
          .onixOtherRelease, source: source, at: position, value: space.shortened(200),
          "the namespace '\(space.shortened(200))' is not one of ONIX for Books"))
    }
    if let stated, let named, stated != named {
      problems.append(
        Problem(
          .onixOtherRelease, source: source, at: position, value: stated,
          "the message says release '\(stated)', and its namespace says '\(named)'"))
    }
    guard let found = stated ?? named else { return }
    release = (found, stated != nil ? "the attribute release" : "the namespace")
    if !["2.0", "2.1", "3.0", "3.1"].contains(where: { found == $0 || found.hasPrefix($0 + ".") }) {
      problems.append(
        Problem(
          .onixOtherRelease, source: source, at: position, value: found,
          "the release '\(found)' is not one of 2.1, 3.0 and 3.1"))
    }
  }

  // MARK: Elements

  /// The reference name of an element. Reports the first name of the other style, and each unknown name once.
  private mutating func resolved(_ tag: XMLTag) -> String {
    if let found = TagNames.resolve(tag.name) {
      if found.style != style, !isMixed {
        isMixed = true
        problems.append(
          Problem(
            .onixMixedNames, source: source,
            at: SourcePosition(line: tag.line, byteOffset: tag.byteOffset, path: tag.path),
            value: tag.name.shortened(100),
            "'\(tag.name.shortened(100))' is a \(found.style == .short ? "short tag" : "reference name"), and the message is written in "
              + (style == .short ? "short tags" : "reference names")))
      }
      return found.name
    }
    if TagNames.markup.contains(tag.name) { return tag.name }
    if unknownNames.count < Self.maximumUnknownNames, unknownNames.insert(tag.name).inserted {
      problems.append(
        Problem(
          .onixUnknownElement, source: source,
          at: SourcePosition(line: tag.line, byteOffset: tag.byteOffset, path: tag.path),
          value: tag.name.shortened(100),
          "ONIX for Books has no element '\(tag.name.shortened(100))'"))
    }
    return tag.name
  }

  private mutating func element(_ name: String, _ tag: XMLTag) throws(Problems) -> MessageElement {
    var open = [MessageElement(name: name, tag: tag)]
    var count = 1
    var textBytes = 0
    while let event = try reader.next() {
      switch event {
      case .begin(let tag):
        let name = resolved(tag)
        if Self.passedOver.contains(name) {
          try reader.skip()
          continue
        }
        guard open.count < Self.maximumDepth else {
          throw error(.tooDeep, tag, "the elements are nested more than \(Self.maximumDepth) deep")
        }
        count += 1
        for attribute in tag.attributes { textBytes += attribute.value.utf8.count }
        open.append(MessageElement(name: name, tag: tag))
      case .text(let text):
        textBytes += text.utf8.count
        open[open.count - 1].pieces.append(.text(text))
      case .end:
        let element = open.removeLast()
        guard let last = open.indices.last else { return element }
        open[last].pieces.append(.element(element))
      }
      if count > Self.maximumElements || textBytes > Self.maximumTextBytes {
        let size = "more than \(Self.maximumElements) elements or \(Self.maximumTextBytes >> 20) MiB of text"
        throw error(XMLCodes.elementTooLarge, tag, "the \(name) holds \(size)")
      }
    }
    throw error(.sourceTruncated, tag, "the document ends before the \(name) does")
  }

  private func error(_ code: Problem.Code, _ tag: XMLTag, _ message: String) -> Problems {
    let position = SourcePosition(line: tag.line, byteOffset: tag.byteOffset, path: tag.path)
    return Problems(code, source: source, at: position, message)
  }
}
