internal import FormatKit
internal import Segments

/// Walks through the envelope of a source and the positions of its messages, and reports every problem on the way.
///
/// Both reading and acknowledging go through here, so people and senders get the same reports.
final class InterchangeScanner {
  /// The role of a segment.
  enum Step {
    case interchangeBegins
    case groupBegins
    case setBegins
    /// A segment of a message that is imported, with its place; nil when it has none.
    case content(MessageNode?)
    /// A segment of a message that is not.
    case other
    case setEnds
    case groupEnds
    case interchangeEnds
    /// A segment of the envelope on which nothing else depends.
    case service
  }

  let name: String
  private let reader: SegmentReader
  private(set) var segment = Segment()
  private(set) var envelope = Envelope()
  /// The problems found since they were last taken.
  private(set) var problems: [X12Problem] = []
  /// The current message; nil for one that is not imported.
  private(set) var message: Message?
  /// The number of the current segment within its transaction set.
  private(set) var place = 0
  private(set) var counts = Counts()

  /// How much of everything there was, for people.
  struct Counts {
    var interchanges = 0
    var sets: [String: Int] = [:]
  }

  private var walker: MessageWalker?
  private var hierarchy = Hierarchy()
  private var totals: LineTotals?
  private var parts = EnvelopeWalker(.x12)
  private var isStray = false
  private var knownSets: Set<String> = []
  private var knownInterchanges: Set<String> = []
  /// Whether the current segment is to be examined again, and whether this is the second time.
  private var held = false
  private var isRepeated = false
  /// The loops that LS has begun and LE has not ended.
  var openLoops: [String] = []
  /// Codes that were reported already, so that a thousand lines do not repeat them.
  var toldCodes: Set<String> = []

  /// How many control numbers are kept to find repeated ones.
  private static let numberLimit = 20_000

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    name = source.name
    reader = try SegmentReader(source, charset: charset)
  }

  var charsetFinding: SourceFinding { reader.charsetFinding }
  var separators: Separators? { reader.separators }

  func takeProblems() -> [X12Problem] {
    defer { problems.removeAll(keepingCapacity: true) }
    return problems
  }

  func add(_ problem: X12Problem) { problems.append(problem) }

  /// The next step; nil at the end of the source.
  ///
  /// - Throws: what ends the source; ``Problem/Code/sourceTruncated`` when an interchange is not closed.
  func next() throws(Problems) -> Step? {
    isRepeated = held
    if held {
      held = false
      return route()
    }
    guard try reader.next(into: &segment) else {
      if counts.interchanges == 0 {
        throw Problems(.sourceEmpty, source: name, "the file holds no segment")
      }
      guard parts.isOpen(.interchange) else { return nil }
      throw truncated("the interchange \(envelope.interchangeNumber) is not closed by IEA")
    }
    // The last segment of a file may lack its terminator; any other one was cut off.
    if !segment.isTerminated, !segment.isNamed("IEA") {
      throw truncated("the file ends within segment \(segment.number) '\(segment.id)'")
    }
    return route()
  }

  private func truncated(_ message: String) -> Problems {
    Problems(
      .sourceTruncated, source: name,
      at: SourcePosition(
        line: segment.line, byteOffset: segment.byteOffset, path: X12Problem.path(segment)),
      message)
  }

  private func route() -> Step? {
    if parts.isOpen(.message) { place += 1 }
    switch parts.take(segment.id) {
    case .begins(.interchange): return beginInterchange()
    case .begins(.group): return beginGroup()
    case .begins(.message):
      if !parts.isOpen(.group) { tellExpected(.group) }
      return beginSet()
    case .ends(.interchange): return endInterchange()
    case .ends(.group): return endGroup()
    case .ends(.message): return endSet()
    case .abandons(let part): return abandon(part)
    case .inside: return isService ? .service : content()
    case .stray: return isService ? .service : stray()
    }
  }

  /// Whether the current segment is one between ISA and GS on which nothing depends.
  private var isService: Bool {
    parts.isOpen(.interchange) && !parts.isOpen(.group) && ["TA1", "TA3", "ISB", "ISE"].contains(segment.id)
  }

  /// Ends a part without its last segment. The current segment is looked at again.
  private func abandon(_ part: EnvelopePart) -> Step {
    if segment.isNamed("ISA") {
      if !isRepeated { report(.x12Envelope, .interchange("023"), "ISA stands where IEA is expected") }
    } else {
      tellExpected(part, end: true)
      if segment.isNamed("ST"), !parts.isOpen(.group) { tellExpected(.group) }
    }
    held = true
    switch part {
    case .interchange: return .interchangeEnds
    case .group: return .groupEnds
    case .message: return leaveSet()
    }
  }

  /// Reports, once for a segment, that another one should come before it.
  private func tellExpected(_ part: EnvelopePart, end: Bool = false) {
    guard !isRepeated else { return }
    let code: X12Problem.Report = !end ? .interchange("024") : part == .message ? .set("2") : .group("3")
    let id = end ? EnvelopeTags.x12.end(part) : EnvelopeTags.x12.begin(part)
    report(.x12Envelope, code, value: segment.id, "'\(segment.id)' stands where \(id) is expected")
  }

  /// A segment outside the one that it belongs to.
  private func stray() -> Step {
    // One problem for a run of them.
    if !isStray {
      let place = parts.isOpen(.group) ? "ST or GE" : parts.isOpen(.interchange) ? "GS or IEA" : "ISA"
      let name = String(segment.id.unicodeScalars.prefix(40).map(Character.init))
      report(.x12Envelope, .interchange("024"), value: name, "'\(name)' stands where \(place) is expected")
    }
    isStray = true
    return .service
  }

  /// Reports a problem of the current segment.
  func report(
    _ code: Problem.Code, _ report: X12Problem.Report, element: Int = 0, loop: String = "", value: String? = nil,
    _ message: String
  ) {
    add(X12Problem(code, report, at: segment, place: place, element: element, loop: loop, value: value, message))
  }

  /// Reports a problem of an element.
  ///
  /// - Parameter problem: the code of data element 723.
  func report(
    _ code: Problem.Code, _ problem: String, element: Int, number: String?, loop: String = "", value: String? = nil,
    _ message: String
  ) {
    report(
      code, .element(problem, element, dataElement: number), element: element, loop: loop, value: value,
      message)
  }

  /// Compares the number at the end of a part with that at its start.
  private func checkNumber(_ begun: String, of part: String, _ code: X12Problem.Report) {
    let number = segment.text(2)
    guard number != begun else { return }
    report(
      .x12ControlNumber, code, element: 2, value: number,
      "the \(part) ends with number '\(number)' and begins with '\(begun)'")
  }

  /// Compares the count at the end of a part with the number of what is in it.
  private func checkCount(_ found: Int, of what: String, _ code: X12Problem.Report) {
    let text = segment.text(1)
    guard Int(text) != found else { return }
    report(
      .x12ControlCount, code, element: 1, value: text, "the count of \(what) is '\(text)', but there are \(found)")
  }

  // MARK: Interchange

  private func beginInterchange() -> Step {
    isStray = false
    counts.interchanges += 1
    envelope = Envelope()
    envelope.senderQualifier = segment.text(5)
    envelope.sender = segment.text(6)
    envelope.receiverQualifier = segment.text(7)
    envelope.receiver = segment.text(8)
    envelope.date = segment.text(9)
    envelope.time = segment.text(10)
    envelope.interchangeVersion = segment.text(12)
    envelope.interchangeNumber = segment.text(13)
    envelope.wantsAcknowledgement = segment.text(14) == "1"
    envelope.usage = segment.text(15)
    checkHeader()
    if !Self.remember(envelope.sender + "\u{1F}" + envelope.interchangeNumber, in: &knownInterchanges) {
      report(
        .x12RepeatedNumber, .interchange("025"), element: 13, value: envelope.interchangeNumber,
        "the interchange number '\(envelope.interchangeNumber)' is in this file twice")
    }
    return .interchangeBegins
  }

  private static func remember(_ text: String, in known: inout Set<String>) -> Bool {
    guard known.count < numberLimit else { return true }
    return known.insert(text).inserted
  }

  private func endInterchange() -> Step {
    checkNumber(envelope.interchangeNumber, of: "interchange", .interchange("001"))
    checkCount(parts.groupCount, of: "functional groups", .interchange("021"))
    isStray = false
    return .interchangeEnds
  }

  // MARK: Group

  private func beginGroup() -> Step {
    isStray = false
    knownSets.removeAll(keepingCapacity: true)
    envelope.groupCode = segment.text(1)
    envelope.groupSender = segment.text(2)
    envelope.groupReceiver = segment.text(3)
    envelope.groupNumber = segment.text(6)
    envelope.version = segment.text(8)
    if !Self.isKnown(envelope.version.prefix(6)) {
      report(
        .x12OtherVersion, .group("2"), element: 8, value: envelope.version,
        "the version '\(envelope.version)' is not known")
    }
    return .groupBegins
  }

  /// Whether a version and release is one that the messages here are read in.
  static func isKnown(_ release: Substring) -> Bool {
    release >= "003010" && release <= "008060" && release.utf8.count == 6
  }

  private func endGroup() -> Step {
    checkCount(parts.groupMessageCount, of: "transaction sets", .group("5"))
    checkNumber(envelope.groupNumber, of: "functional group", .group("4"))
    isStray = false
    return .groupEnds
  }

  // MARK: Transaction set

  private func beginSet() -> Step {
    isStray = false
    place = 1
    envelope.setID = segment.text(1)
    envelope.setNumber = segment.text(2)
    if !parts.isOpen(.group) {
      envelope.groupCode = ""
      envelope.groupNumber = ""
      envelope.version = ""
    }
    let id = envelope.setID
    counts.sets[counts.sets.count < 100 ? id : "others", default: 0] += 1
    message = Message.all[id]
    walker = message.map { MessageWalker($0.root, .x12) }
    hierarchy = Hierarchy()
    openLoops.removeAll()
    totals = message.map { LineTotals($0) }
    if envelope.setNumber.isEmpty {
      report(.x12MissingElement, .set("7"), element: 2, "the transaction set has no number")
    } else if !Self.remember(envelope.setNumber, in: &knownSets) {
      report(
        .x12RepeatedNumber, .set("23"), element: 2, value: envelope.setNumber,
        "the transaction set number '\(envelope.setNumber)' is in its group twice")
    }
    if let group = CodeLists.groups[id], parts.isOpen(.group), group != envelope.groupCode {
      report(
        .x12WrongGroup, .set("6"), element: 1, value: envelope.groupCode,
        "the transaction set '\(id)' is in a group '\(envelope.groupCode)' instead of '\(group)'")
    }
    if message == nil, id != "997", id != "999" {
      let known = CodeLists.names[id].map { " (\($0))" } ?? ""
      report(
        .x12UnsupportedMessage, .set("1"), element: 1, value: id,
        "the transaction set '\(id)'\(known) is not imported")
    }
    return .setBegins
  }

  private func endSet() -> Step {
    checkCount(place, of: "segments", .set("4"))
    checkNumber(envelope.setNumber, of: "transaction set", .set("3"))
    return leaveSet()
  }

  private func leaveSet() -> Step {
    if walker != nil {
      walker?.finish()
      tell(walker?.findings ?? [])
    }
    for loop in openLoops {
      report(
        .x12IncompleteSegment, .segment("3"), loop: loop, "the loop '\(loop)' that LS begins is not ended by LE")
    }
    walker = nil
    return .setEnds
  }

  private func content() -> Step {
    if let problem = segment.binaryProblem { tell(problem) }
    guard message != nil else { return .other }
    let id = segment.id
    let node = walker?.take(id)
    tell(walker?.findings ?? [])
    checkElements(loop: openLoops.last ?? "")
    if segment.isNamed("HL") { add(contentsOf: hierarchy.take(segment, place: place)) }
    if segment.isNamed("LS") || segment.isNamed("LE") { checkLoopMarks(isStart: id == "LS") }
    if let node {
      totals?.take(segment, at: node.path)
      if segment.isNamed("CTT"), let totals { add(contentsOf: totals.problems(of: segment, place: place)) }
    }
    return .content(node)
  }

  private func add(contentsOf more: [X12Problem]) { problems += more }

  /// The current levels and how deep they are nested; for the records of ship notices.
  var levels: Hierarchy { hierarchy }
}
