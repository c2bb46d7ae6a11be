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
  private(set) var faults: [Fault] = []
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
  private var isInInterchange = false
  private var isInGroup = false
  private var isInSet = false
  private var isStray = false
  private var groupCount = 0
  private var setCount = 0
  private var knownSets: Set<String> = []
  private var knownInterchanges: Set<String> = []
  private var waiting: [Step] = []
  /// Whether the current segment is to be examined again, and whether this is the second time.
  private var held = false
  private var isRepeated = false
  /// The loops that LS has begun and LE has not ended.
  var openLoops: [String] = []
  /// Codes that were reported already, so that a thousand lines do not repeat them.
  var toldCodes: Set<String> = []

  /// How many control numbers are kept to find repeated ones.
  private static let numberLimit = 20_000

  init(_ source: ByteSource, charset: Charset?) throws(FormatError) {
    name = source.name
    reader = try SegmentReader(source, charset: charset)
  }

  var charsetFinding: SourceFinding { reader.charsetFinding }
  var separators: Separators? { reader.separators }

  func takeFaults() -> [Fault] {
    defer { faults.removeAll(keepingCapacity: true) }
    return faults
  }

  func add(_ fault: Fault) { faults.append(fault) }

  /// The next step; nil at the end of the source.
  ///
  /// - Throws: what ends the source; ``DiagnosticCode/sourceTruncated`` when an interchange is not closed.
  func next() throws(FormatError) -> Step? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    isRepeated = held
    if held {
      held = false
      return route()
    }
    guard try reader.next(into: &segment) else {
      if counts.interchanges == 0 {
        throw FormatError(.sourceEmpty, source: name, "the file holds no segment")
      }
      guard isInInterchange else { return nil }
      throw truncated("the interchange \(envelope.interchangeNumber) is not closed by IEA")
    }
    // The last segment of a file may lack its terminator; any other one was cut off.
    if !segment.isTerminated, !segment.isNamed("IEA") {
      throw truncated("the file ends within segment \(segment.number) '\(segment.id)'")
    }
    return route()
  }

  private func truncated(_ message: String) -> FormatError {
    FormatError(
      .sourceTruncated, source: name,
      at: SourcePosition(
        line: segment.line, byteOffset: segment.byteOffset, path: Fault.path(segment, element: 0, component: 0)),
      message)
  }

  /// Closes what should have been closed and steps on.
  private func route() -> Step? {
    if isInSet { place += 1 }
    switch segment.id {
    case "ISA":
      if isInInterchange {
        add(Fault(.x12Envelope, .interchange("023"), at: segment, place: place, "ISA stands where IEA is expected"))
      }
      return closing(to: 0, then: beginInterchange)
    case "IEA":
      guard isInInterchange else { return stray() }
      if isInGroup || isInSet { expected(isInSet ? "SE" : "GE") }
      return closing(to: 1, then: endInterchange)
    case "GS":
      guard isInInterchange else { return stray() }
      if isInGroup || isInSet { expected(isInSet ? "SE" : "GE") }
      return closing(to: 1, then: beginGroup)
    case "GE":
      guard isInGroup else { return stray() }
      if isInSet { expected("SE") }
      return closing(to: 2, then: endGroup)
    case "ST":
      guard isInInterchange else { return stray() }
      if isInSet { expected("SE") }
      if !isInGroup { expected("GS") }
      return closing(to: 2, then: beginSet)
    case "SE":
      guard isInSet else { return stray() }
      return endSet()
    case "TA1", "TA3", "ISB", "ISE":
      guard isInInterchange, !isInGroup else { return isInSet ? content() : stray() }
      return .service
    default:
      guard isInSet else { return stray() }
      return content()
    }
  }

  /// Ends the transaction set, the group and the interchange that are still open, down to a depth, before the next step.
  private func closing(to depth: Int, then begin: () -> Step) -> Step {
    var steps: [Step] = []
    if isInSet { steps.append(leaveSet()) }
    if depth < 2, isInGroup {
      isInGroup = false
      steps.append(.groupEnds)
    }
    if depth < 1, isInInterchange {
      isInInterchange = false
      steps.append(.interchangeEnds)
    }
    guard let first = steps.first else { return begin() }
    // The segment is looked at again when all that was open is closed.
    waiting += steps.dropFirst()
    held = true
    return first
  }

  private func expected(_ id: String) {
    guard !isRepeated else { return }
    let report: Fault.Report = id == "SE" ? .set("2") : id == "GE" ? .group("3") : .interchange("024")
    add(
      Fault(
        .x12Envelope, report, at: segment, place: place, value: segment.id,
        "'\(segment.id)' stands where \(id) is expected"))
  }

  /// A segment outside the one that it belongs to.
  private func stray() -> Step {
    // One problem for a run of them.
    if !isStray {
      let place = isInGroup ? "ST or GE" : isInInterchange ? "GS or IEA" : "ISA"
      let name = String(segment.id.unicodeScalars.prefix(40).map(Character.init))
      add(
        Fault(
          .x12Envelope, .interchange("024"), at: segment, place: 0, value: name,
          "'\(name)' stands where \(place) is expected"))
    }
    isStray = true
    return .service
  }

  // MARK: Interchange

  private func beginInterchange() -> Step {
    isInInterchange = true
    isStray = false
    groupCount = 0
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
      add(
        Fault(
          .x12RepeatedNumber, .interchange("025"), at: segment, place: 0, element: 13,
          value: envelope.interchangeNumber,
          "the interchange number '\(envelope.interchangeNumber)' is in this file twice"))
    }
    return .interchangeBegins
  }

  private static func remember(_ text: String, in known: inout Set<String>) -> Bool {
    guard known.count < numberLimit else { return true }
    return known.insert(text).inserted
  }

  private func endInterchange() -> Step {
    let number = segment.text(2)
    if number != envelope.interchangeNumber {
      add(
        Fault(
          .x12ControlNumber, .interchange("001"), at: segment, place: 0, element: 2, value: number,
          "the interchange ends with number '\(number)' and begins with '\(envelope.interchangeNumber)'"))
    }
    count(segment.text(1), element: 1, found: groupCount, of: "functional groups", .interchange("021"))
    isInInterchange = false
    isStray = false
    return .interchangeEnds
  }

  private func count(_ text: String, element: Int, found: Int, of what: String, _ report: Fault.Report) {
    guard Int(text) != found else { return }
    add(
      Fault(
        .x12ControlCount, report, at: segment, place: place, element: element, value: text,
        "the count of \(what) is '\(text)', but there are \(found)"))
  }

  // MARK: Group

  private func beginGroup() -> Step {
    isInGroup = true
    isStray = false
    groupCount += 1
    setCount = 0
    knownSets.removeAll(keepingCapacity: true)
    envelope.groupCode = segment.text(1)
    envelope.groupSender = segment.text(2)
    envelope.groupReceiver = segment.text(3)
    envelope.groupNumber = segment.text(6)
    envelope.version = segment.text(8)
    if !Self.isKnown(envelope.version.prefix(6)) {
      add(
        Fault(
          .x12OtherVersion, .group("2"), at: segment, place: 0, element: 8, value: envelope.version,
          "the version '\(envelope.version)' is not known"))
    }
    return .groupBegins
  }

  /// Whether a version and release is one that the messages here are read in.
  static func isKnown(_ release: Substring) -> Bool {
    release >= "003010" && release <= "008060" && release.utf8.count == 6
  }

  private func endGroup() -> Step {
    count(segment.text(1), element: 1, found: setCount, of: "transaction sets", .group("5"))
    let number = segment.text(2)
    if number != envelope.groupNumber {
      add(
        Fault(
          .x12ControlNumber, .group("4"), at: segment, place: 0, element: 2, value: number,
          "the functional group ends with number '\(number)' and begins with '\(envelope.groupNumber)'"))
    }
    isInGroup = false
    isStray = false
    return .groupEnds
  }

  // MARK: Transaction set

  private func beginSet() -> Step {
    isInSet = true
    isStray = false
    setCount += 1
    place = 1
    envelope.setID = segment.text(1)
    envelope.setNumber = segment.text(2)
    if !isInGroup {
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
      add(Fault(.x12MissingElement, .set("7"), at: segment, place: 1, element: 2, "the transaction set has no number"))
    } else if !Self.remember(envelope.setNumber, in: &knownSets) {
      add(
        Fault(
          .x12RepeatedNumber, .set("23"), at: segment, place: 1, element: 2, value: envelope.setNumber,
          "the transaction set number '\(envelope.setNumber)' is in its group twice"))
    }
    if let group = CodeLists.groups[id], isInGroup, group != envelope.groupCode {
      add(
        Fault(
          .x12WrongGroup, .set("6"), at: segment, place: 1, element: 1, value: envelope.groupCode,
          "the transaction set '\(id)' is in a group '\(envelope.groupCode)' instead of '\(group)'"))
    }
    if message == nil, id != "997", id != "999" {
      let known = CodeLists.names[id].map { " (\($0))" } ?? ""
      add(
        Fault(
          .x12UnsupportedMessage, .set("1"), at: segment, place: 1, element: 1, value: id,
          "the transaction set '\(id)'\(known) is not imported"))
    }
    return .setBegins
  }

  private func endSet() -> Step {
    count(segment.text(1), element: 1, found: place, of: "segments", .set("4"))
    let number = segment.text(2)
    if number != envelope.setNumber {
      add(
        Fault(
          .x12ControlNumber, .set("3"), at: segment, place: place, element: 2, value: number,
          "the transaction set ends with number '\(number)' and begins with '\(envelope.setNumber)'"))
    }
    return leaveSet()
  }

  private func leaveSet() -> Step {
    if walker != nil {
      walker?.finish()
      tell(walker?.findings ?? [])
    }
    for loop in openLoops {
      add(
        Fault(
          .x12IncompleteSegment, .segment("3"), at: segment, place: place, loop: loop,
          "the loop '\(loop)' that LS begins is not ended by LE"))
    }
    isInSet = false
    walker = nil
    return .setEnds
  }

  private func content() -> Step {
    if let trouble = segment.binaryTrouble { tell(trouble) }
    guard message != nil else { return .other }
    let id = segment.id
    let node = walker?.take(id)
    tell(walker?.findings ?? [])
    checkElements(loop: openLoops.last ?? "")
    if segment.isNamed("HL") { add(contentsOf: hierarchy.take(segment, place: place)) }
    if segment.isNamed("LS") || segment.isNamed("LE") { checkLoopMarks(isStart: id == "LS") }
    if let node {
      totals?.take(segment, at: node.path)
      if segment.isNamed("CTT"), let totals { add(contentsOf: totals.faults(of: segment, place: place)) }
    }
    return .content(node)
  }

  private func add(contentsOf more: [Fault]) { faults += more }

  /// The current levels and how deep they are nested; for the records of ship notices.
  var levels: Hierarchy { hierarchy }
}
