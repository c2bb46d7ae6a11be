public import FormatKit
internal import SupplyDocuments

extension EDIFACTFormat: AcknowledgingFormat {
  public static let acknowledgementName = "CONTRL"

  /// Writes the CONTRL that answers every interchange of a source, from the same problems that people see.
  ///
  /// The answer goes from the receiver to the sender, in the syntax level and version of the original, one interchange
  /// for each. A message with an error is rejected, with its segments and elements; the others are acknowledged. A
  /// message of a kind that is not imported is rejected too, because it has no effect. Answers are not answered.
  public func acknowledge(
    _ source: ByteSource, with request: AcknowledgementRequest, to sink: ByteSink
  ) throws(Problems) -> Acknowledgement {
    guard let time = EnvelopeTime(request.prepared) else {
      throw Problems(
        .invalidOption, source: source.name, value: request.prepared,
        "'\(request.prepared)' is not a date and time such as 2026-10-31T18:00")
    }
    var answer = AcknowledgementBuilder(time: time, request, sink: sink)
    let walk = try InterchangeWalk(source, charset: options.charset)
    var builder: DocumentBuilder?
    var rows: [DocumentRow] = []
    while true {
      let event: InterchangeWalk.Event
      do throws(Problems) {
        event = try walk.next()
      } catch {
        if answer.isOpen {
          try answer.abandon(walk.interchange, error.first)
        } else if answer.result.interchanges == 0 {
          throw error
        }
        return answer.result
      }
      answer.take(walk.problems)
      switch event {
      case .interchangeStart: answer.begin()
      case .groupStart: answer.beginGroup(walk.group)
      case .messageStart:
        answer.beginMessage()
        builder = walk.message.flatMap {
          DocumentBuilder($0.header, of: walk.interchange, catalogue: options.catalogue)
        }
      case .segment:
        guard let message = walk.message, message.isPlaced else { continue }
        let place = message.place(of: walk.segment)
        if !message.scope.hasPrefix("LIN") { builder?.takeHead(walk.segment, scope: message.scope, at: place) }
        builder?.takeLine(walk.segment, scope: message.scope, at: place, rows: &rows)
      case .messageEnd:
        builder?.finishLine(&rows)
        rows += builder?.headRows() ?? []
        for row in rows { answer.take(row.problems) }
        rows.removeAll(keepingCapacity: true)
        if let message = walk.message { answer.endMessage(message.header, isSupported: message.isSupported) }
        builder = nil
      case .groupEnd: answer.endGroup()
      case .interchangeEnd: try answer.end(walk.interchange)
      case .end: return answer.result
      }
      for row in rows { answer.take(row.problems) }
      rows.removeAll(keepingCapacity: true)
    }
  }
}

/// Gathers what a CONTRL says and writes it.
struct AcknowledgementBuilder {
  /// The maximum numbers of segments reported for one message, and of messages for one interchange.
  private static let maximumSegments = 999
  private static let maximumMessages = 9_999
  private static let maximumEntries = 50_000

  private let time: EnvelopeTime
  private let isAllRejected: Bool
  private let numbers: ControlNumbers
  private let sink: ByteSink
  private(set) var result = Acknowledgement()
  private(set) var isOpen = false
  private var interchangeProblems: [EDIFACTProblem] = []
  private var groupProblems: [EDIFACTProblem] = []
  private var messageProblems: [EDIFACTProblem] = []
  private var isInMessage = false
  private var group: OpenGroup?
  private var entries: [(tag: String, elements: [[String]])] = []
  private var rejected = 0
  private var answered = 0

  /// A functional group, and the state when it began.
  private struct OpenGroup {
    let segment: [[String]]
    let firstEntry: Int
    let answered: Int
    let rejected: Int
  }

  init(time: EnvelopeTime, _ request: AcknowledgementRequest, sink: ByteSink) {
    self.time = time
    isAllRejected = request.verdict == .allRejected
    numbers = request.numbers
    self.sink = sink
  }

  mutating func take(_ problems: [EDIFACTProblem]) {
    for problem in problems where problem.isError {
      switch problem.level {
      case .interchange: interchangeProblems.append(problem)
      case .group: groupProblems.append(problem)
      case .message, .segment:
        if messageProblems.count < Self.maximumSegments { messageProblems.append(problem) }
      }
    }
    if interchangeProblems.count > 100 { interchangeProblems.removeLast(interchangeProblems.count - 100) }
    if groupProblems.count > 100 { groupProblems.removeLast(groupProblems.count - 100) }
  }

  mutating func begin() {
    isOpen = true
    messageProblems = []
    groupProblems = []
    entries = []
    rejected = 0
    answered = 0
    group = nil
  }

  mutating func beginGroup(_ given: FunctionalGroup?) {
    guard let given else { return }
    group = OpenGroup(
      segment: [[given.reference], given.sender, given.receiver], firstEntry: entries.count, answered: answered,
      rejected: rejected)
  }

  mutating func beginMessage() { messageProblems.removeAll { $0.place.messageNumber == 0 } }

  mutating func endMessage(_ header: MessageHeader, isSupported: Bool) {
    defer { messageProblems = [] }
    guard !MessageTables.answers.contains(header.type) else { return }
    answered += 1
    if !isSupported {
      reject(header, error: 14, tag: "UNH", position: ["3", "1"])
      return
    }
    guard !messageProblems.isEmpty else {
      // There is nothing wrong with it but the company that it is in.
      if isAllRejected { reject(header, error: 18, tag: "", position: []) }
      return
    }
    // Problems of the message's envelope are reported for the message, all others for its segments.
    let own = messageProblems.first { $0.code == .edifactEnvelope || ["UNH", "UNT"].contains($0.place.tag) }
    if let own {
      let tag = ["UNH", "UNT"].contains(own.place.tag) ? own.place.tag : "UNT"
      reject(header, error: own.syntaxError, tag: tag, position: Self.position(own.place))
    } else {
      reject(header, error: nil, tag: "", position: [])
    }
    guard entries.count < Self.maximumEntries else { return }
    var told = -1
    for problem in messageProblems.sorted(by: { $0.place.segmentNumber < $1.place.segmentNumber }) {
      guard problem.place.segmentNumber > 0, !["UNH", "UNT"].contains(problem.place.tag) else { continue }
      let isWhole = problem.place.element == 0
      if told != problem.place.segmentNumber || isWhole {
        entries.append(("UCS", [["\(problem.place.segmentNumber)"], isWhole ? ["\(problem.syntaxError)"] : []]))
        told = problem.place.segmentNumber
      }
      if !isWhole { entries.append(("UCD", [["\(problem.syntaxError)"], Self.position(problem.place)])) }
    }
  }

  private mutating func reject(_ header: MessageHeader, error: Int?, tag: String, position: [String]) {
    rejected += 1
    guard rejected <= Self.maximumMessages else { return }
    entries.append(
      ("UCM", [[header.reference], header.identification, ["4"], [error.map { "\($0)" } ?? ""], [tag], position]))
  }

  /// Elements are counted with the tag as the first (0098), components from 1 (0104).
  private static func position(_ place: EDIFACTProblem.Place) -> [String] {
    guard place.element > 0 else { return [] }
    return ["\(place.element + 1)", place.component > 0 ? "\(place.component)" : ""]
  }

  mutating func endGroup() {
    defer {
      group = nil
      groupProblems = []
    }
    guard let open = group, !groupProblems.isEmpty || entries.count > open.firstEntry else { return }
    let problem = groupProblems.first
    if problem != nil {
      entries.removeLast(entries.count - open.firstEntry)
      rejected = open.rejected + answered - open.answered
    }
    let segment =
      open.segment + [
        [problem == nil ? "7" : "4"], [problem.map { "\($0.syntaxError)" } ?? ""], [problem?.place.tag ?? ""],
        problem.map { Self.position($0.place) } ?? [],
      ]
    entries.insert(("UCF", segment), at: open.firstEntry)
  }

  /// The source ends, or cannot be read on, within an interchange.
  mutating func abandon(_ interchange: Interchange, _ problem: Problem) throws(Problems) {
    answered += 1
    let isTruncated = problem.code == .sourceTruncated
    let problem = EDIFACTProblem(
      problem.code, .interchange, error: isTruncated ? 13 : 18,
      at: EDIFACTProblem.Place(tag: isTruncated ? "UNZ" : ""), problem.message)
    interchangeProblems.insert(problem, at: 0)
    try end(interchange)
  }

  mutating func end(_ interchange: Interchange) throws(Problems) {
    defer {
      isOpen = false
      interchangeProblems = []
    }
    // Answers are not answered, and neither is a sender without a name.
    guard answered > 0 || !interchangeProblems.isEmpty, !interchange.senderIdentification.isEmpty else { return }
    result.interchanges += 1
    let problem = interchangeProblems.first
    let isRejected = problem != nil || rejected > Self.maximumMessages
    result.messages += answered
    result.rejectedMessages += isRejected ? answered : rejected
    if isRejected {
      result.rejectedInterchanges += 1
      entries = []
    }
    let version = (1...4).contains(interchange.version) ? interchange.version : 3
    let level =
      CharacterLevel(interchange.level).isKnown && interchange.level.hasPrefix("UNO") ? interchange.level : "UNOC"
    var writer = SegmentWriter(sink, isUTF8: CharacterLevel(level).isUTF8)
    let number = "\(try numbers.next(for: interchange.sender.joined(separator: ":")))"
    try writer.writeUNA()
    try writer.write(
      "UNB",
      [
        [level, "\(version)"], interchange.receiver, interchange.sender, time.element(version: version), [number], [],
        [],
        [], [], [], interchange.isTest ? ["1"] : [],
      ])
    writer.beginMessage()
    try writer.write("UNH", [["1"], version >= 4 ? ["CONTRL", "4", "1", "UN"] : ["CONTRL", "D", "3", "UN"]])
    try writer.write(
      "UCI",
      [
        [interchange.reference], interchange.sender, interchange.receiver, [isRejected ? "4" : "7"],
        [problem.map { "\($0.syntaxError)" } ?? ""], [problem.map { String($0.place.tag.prefix(3)) } ?? ""],
        problem.map { Self.position($0.place) } ?? [],
      ])
    for entry in entries { try writer.write(entry.tag, entry.elements) }
    try writer.write("UNT", [["\(writer.count + 1)"], ["1"]])
    try writer.write("UNZ", [["1"], [number]])
  }
}
