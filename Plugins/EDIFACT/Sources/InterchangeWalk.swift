internal import FormatKit
internal import Segments

/// Walks through the interchanges of a source: envelope by envelope, message by message, segment by segment.
///
/// Reading records and answering with a CONTRL both use it, so that the sender and people get the same reports.
final class InterchangeWalk {
  enum Event: Hashable {
    case interchangeStart, groupStart, messageStart, segment, messageEnd, groupEnd, interchangeEnd, end
  }

  /// The segment of the last event.
  private(set) var segment = Segment()
  private(set) var interchange = Interchange()
  private(set) var group: FunctionalGroup?
  private(set) var message: MessageWalk?
  /// The problems found by the last step.
  private(set) var problems: [EDIFACTProblem] = []
  private(set) var messageCount = 0
  let reader: SegmentReader
  /// False when the message that follows was found right before; its segments are then only placed.
  var checksElements = true
  private let source: ByteSource
  private let isCharsetGiven: Bool
  private var parts = EnvelopeWalker(.edifact)
  private var isChecked = false
  private var hasInterchange = false
  private var isHeld = false
  private var level = CharacterLevel("UNOA")
  private var toldStray = false
  private var toldCharset = false

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    self.source = source
    isCharsetGiven = charset != nil
    reader = try SegmentReader(source, charset: charset)
  }

  var syntaxLevel: CharacterLevel { level }

  private var place: EDIFACTProblem.Place {
    EDIFACTProblem.Place(line: segment.line, byteOffset: segment.byteOffset, tag: segment.tag)
  }

  /// Goes on to the next event.
  func next() throws(Problems) -> Event {
    problems.removeAll(keepingCapacity: true)
    if !parts.isOpen(.message) { message = nil }
    while true {
      if !isHeld, try !advance() { return try finish() }
      isHeld = false
      if let event = try handle() { return event }
    }
  }

  private func advance() throws(Problems) -> Bool {
    if !isChecked { try refuseOthers() }
    guard try reader.next(into: &segment) else { return false }
    if !segment.isASCII { recode() }
    return true
  }

  /// Decodes text of a single-byte set other than Latin 1 again, and reports a set that contradicts the announced one.
  private func recode() {
    let found = reader.text.detectedCharset
    if found == .windows1252, reader.text.isGuessed, let upperHalf = level.upperHalf {
      segment.recode(upperHalf)
    } else if !toldCharset, segment.tag != "UNB", !isCharsetGiven,
      (found == .utf8) != level.isUTF8, !["UNOA", "UNOB", "UNOX"].contains(level.identifier)
    {
      toldCharset = true
      let texts = segment.components.map { segment.string($0) }
      let shown = texts.first { text in text.utf8.contains { $0 >= 0x80 } } ?? ""
      problems.append(
        EDIFACTProblem(
          .edifactCharsetDiffers, .segment, error: 46, at: place, value: shown,
          "the interchange announces \(level.identifier), and its text ('\(shown.prefix(40))') is "
            + (found == .utf8 ? "UTF-8" : "not UTF-8")))
    }
  }

  // MARK: Segments of the envelope

  private func handle() throws(Problems) -> Event? {
    switch parts.take(segment.tag) {
    case .begins(.interchange): return begin()
    case .begins(.group): return beginGroup()
    case .begins(.message): return beginMessage()
    case .ends(.interchange): return endInterchange()
    case .ends(.group): return endGroup()
    case .ends(.message): return endMessage()
    case .abandons(let part): return abandon(part)
    case .inside: return body()
    case .stray:
      guard parts.isOpen(.interchange) else { throw stray() }
      tellStray()
      return nil
    }
  }

  /// Ends a part that is open where another one begins, or where the part around it ends.
  private func abandon(_ part: EnvelopePart) -> Event {
    isHeld = true
    let text: String
    var place = place
    switch part {
    case .interchange: text = "the interchange '\(interchange.reference)' has no UNZ before the next UNB"
    case .group: text = "the group '\(group?.reference ?? "")' has no UNE before \(segment.tag)"
    case .message:
      text = "the message '\(message?.header.reference ?? "")' has no UNT before \(segment.tag)"
      place.messageNumber = message?.header.number ?? 0
    }
    problem(.edifactEnvelope, part.level, 13, text, at: place)
    if part == .group { group = nil }
    return part.end
  }

  /// Compares the count and the reference at the end of a part with what was there.
  private func checkEnd(
    _ part: EnvelopePart, _ reference: String, has count: Int, _ what: String, at place: EDIFACTProblem.Place? = nil
  ) {
    let place = place ?? self.place
    let (stated, found) = (segment.value(1), segment.value(2))
    if Int(stated) != count {
      problem(
        .edifactControlCount, part.level, 29, "\(segment.tag) says '\(stated)' \(what), and there are \(count)",
        at: place.at(1), value: stated)
    }
    if found != reference {
      problem(
        .edifactControlReference, part.level, 28,
        "\(segment.tag) has the reference '\(found)', and \(EnvelopeTags.edifact.begin(part)) '\(reference)'",
        at: place.at(2), value: found)
    }
  }

  private func begin() -> Event {
    hasInterchange = true
    toldStray = false
    interchange = Interchange(segment)
    level = CharacterLevel(interchange.level)
    reader.setVersion(interchange.version)
    group = nil
    if !level.isKnown || !(1...4).contains(interchange.version) {
      let value = "\(interchange.level):\(segment.value(1, 2))"
      problem(.edifactUnknownSyntax, .segment, 2, "the syntax '\(value)' is not known", at: place.at(1), value: value)
    }
    if interchange.isTest {
      problem(
        .edifactTestInterchange, .segment, 25, "the interchange '\(interchange.reference)' is marked as a test",
        at: place.at(11), value: "1")
    }
    checkElements(.interchange)
    return .interchangeStart
  }

  private func endInterchange() -> Event {
    checkElements(.interchange)
    let isGrouped = parts.groupCount > 0
    checkEnd(
      .interchange, interchange.reference, has: isGrouped ? parts.groupCount : parts.messageCount,
      isGrouped ? "groups" : "messages")
    return .interchangeEnd
  }

  private func beginGroup() -> Event {
    group = FunctionalGroup(segment)
    if parts.groupCount == 1, parts.messageCount > 0 {
      problem(.edifactEnvelope, .interchange, 30, "a group begins behind messages that are in none")
    }
    checkElements(.group)
    return .groupStart
  }

  private func endGroup() -> Event {
    checkElements(.group)
    checkEnd(.group, group?.reference ?? "", has: parts.groupMessageCount, "messages")
    group = nil
    return .groupEnd
  }

  // MARK: Messages

  private func beginMessage() -> Event {
    messageCount += 1
    let header = MessageHeader(segment, number: parts.messageCount, ordinal: messageCount)
    let walk = MessageWalk(header, characters: reader.characters)
    problems += walk.take(&segment, level: level)
    message = walk
    if !parts.isOpen(.group), parts.groupCount > 0 {
      problem(.edifactEnvelope, .interchange, 30, "a message outside of a group follows groups")
    }
    return .messageStart
  }

  private func endMessage() -> Event {
    guard let message else { return .messageEnd }
    problems += message.take(&segment, level: level)
    problems += message.finish(segment)
    checkEnd(
      .message, message.header.reference, has: message.segmentCount, "segments", at: message.place(of: segment))
    return .messageEnd
  }

  private func body() -> Event {
    problems += message?.take(&segment, level: level, checksElements: checksElements) ?? []
    return .segment
  }

  // MARK: What does not belong

  private func checkElements(_ problemLevel: EDIFACTProblem.Level) {
    var check = ElementCheck(characters: reader.characters, isOldDirectory: interchange.version < 4)
    problems += check.problems(of: segment, at: place, level: problemLevel)
  }

  private func problem(
    _ code: Problem.Code, _ level: EDIFACTProblem.Level, _ error: Int, _ text: String,
    at place: EDIFACTProblem.Place? = nil,
    value: String? = nil
  ) {
    problems.append(
      EDIFACTProblem(code, level, error: error, at: place ?? self.place, value: value ?? segment.tag, text))
  }

  /// Reports a segment between messages, once for each interchange.
  private func tellStray() {
    guard !toldStray else { return }
    toldStray = true
    problem(.edifactEnvelope, .interchange, 33, "\(segment.tag.prefix(20)) is outside any message")
  }

  /// Returns the error for a segment outside all interchanges, of which nothing is known.
  private func stray() -> Problems {
    let tag = String(segment.tag.prefix(20))
    return hasInterchange
      ? Problems(
        .edifactEnvelope, source: source.name, at: place.position, value: tag,
        "'\(tag)' comes after the end of the interchange (UNZ)")
      : Problems(
        .edifactNoInterchange, source: source.name, at: place.position, value: tag,
        "the first segment is '\(tag)' instead of UNB")
  }

  /// Sources of other standards are refused before they are cut into segments.
  private func refuseOthers() throws(Problems) {
    let preview = try source.preview(limit: 4096)
    let text = EDIFACTFormat.startOfText(preview)
    if text.isEmpty, preview.isWhole {
      throw Problems(.sourceEmpty, source: source.name, "the file is empty")
    }
    if text.starts(with: "STX=".utf8) || text.starts(with: "MHD=".utf8) {
      throw Problems(
        .edifactTradacoms, source: source.name, at: SourcePosition(line: 1, byteOffset: 0), value: "STX",
        "the file begins with STX or MHD, as TRADACOMS does")
    }
    guard text.starts(with: "UNA".utf8) || text.starts(with: "UNB".utf8) else {
      let start = String(decoding: text.prefix(3), as: UTF8.self)
      throw Problems(
        .edifactNoInterchange, source: source.name, at: SourcePosition(line: 1, byteOffset: 0), value: start,
        "the file begins with '\(start)' instead of UNA or UNB")
    }
    if let start = text.firstRange(of: Array("UNB".utf8))?.upperBound {
      let level = CharacterLevel(String(decoding: text[start...].dropFirst().prefix(4), as: UTF8.self))
      reader.text.isNamedBySource = level.upperHalf != nil
    }
    isChecked = true
  }

  private func finish() throws(Problems) -> Event {
    guard parts.isOpen(.interchange) else {
      if !hasInterchange {
        throw Problems(.sourceTruncated, source: source.name, at: reader.position, "the file ends before its UNB")
      }
      return .end
    }
    let missing = parts.isOpen(.message) ? "UNT" : "UNZ"
    throw Problems(
      .sourceTruncated, source: source.name, at: reader.position, value: missing,
      "the file ends without its \(missing)")
  }
}

extension EDIFACTProblem.Place {
  var position: SourcePosition { SourcePosition(line: line, byteOffset: byteOffset, path: path.isEmpty ? nil : path) }
}

extension EnvelopeTags {
  static let edifact = EnvelopeTags(begins: ["UNB", "UNG", "UNH"], ends: ["UNZ", "UNE", "UNT"], endsInnerFirst: true)
}

extension EnvelopePart {
  fileprivate var level: EDIFACTProblem.Level {
    switch self {
    case .interchange: .interchange
    case .group: .group
    case .message: .message
    }
  }

  fileprivate var end: InterchangeWalk.Event {
    switch self {
    case .interchange: .interchangeEnd
    case .group: .groupEnd
    case .message: .messageEnd
    }
  }
}
