public import FormatKit

/// Writes the 997 that answers what was read: the problems that people see, in the words of the standard.
///
/// Each interchange is answered by one, sender and receiver exchanged; each functional group by a transaction set 997
/// with AK1, AK2 to AK5 for every transaction set, and AK9. TA1 follows in an interchange of its own, where one is
/// asked for or the interchange itself has errors. An acknowledgement is about the standard: it leaves out problems
/// with our own records, such as a price that is not exact. A group of acknowledgements is not answered.
extension X12Format: AcknowledgingFormat {
  public static let acknowledgementName = "997"

  /// The most segments with problems that are listed for one transaction set.
  static let acknowledgedProblems = 5000

  public func acknowledge(
    _ source: ByteSource, with request: AcknowledgementRequest, to sink: ByteSink
  ) throws(Problems) -> Acknowledgement {
    let moment = try InterchangeWriter.moment(request.prepared)
    let scanner = try InterchangeScanner(source, charset: options.charset)
    var answer = AcknowledgementRun(
      writer: InterchangeWriter(to: sink, lines: options.hasLines), moment: moment, request)
    while true {
      var failure: Problems?
      var step: InterchangeScanner.Step?
      do throws(Problems) { step = try scanner.next() } catch { failure = error }
      if let failure {
        guard scanner.counts.interchanges > 0, failure.code != .sourceUnreadable else { throw failure }
        try answer.breakOff(scanner)
        return answer.summary
      }
      guard let step else { return answer.summary }
      try answer.take(step, scanner)
    }
  }
}

/// The answer on its way.
private struct AcknowledgementRun {
  var writer: InterchangeWriter
  let moment: String
  private let isAllRejected: Bool
  private let numbers: ControlNumbers
  private(set) var summary = Acknowledgement()
  /// The number of the interchange that is being written, and of the group in it.
  private var number = 0
  private var groupNumber = 0
  private var receiverName = ""

  /// One functional group that is answered.
  struct Group {
    var envelope: Envelope
    var codes: [String] = []
    var received = 0
    var accepted = 0
    var hasErrors = false
    var hasProblems = false
  }

  private var envelope = Envelope()
  private var isAnswer = false
  private var isAnswering = false
  /// Whether the interchange has got an answer, how many messages it has, and how many of them were rejected.
  private var isAnswered = false
  private var messages = 0
  private var rejected = 0
  private var group: Group?
  private var set: (id: String, number: String, place: Int)?
  private var setProblems: [X12Problem] = []
  private var interchangeCodes: [String] = []

  init(writer: InterchangeWriter, moment: String, _ request: AcknowledgementRequest) {
    self.writer = writer
    self.moment = moment
    isAllRejected = request.verdict == .allRejected
    numbers = request.numbers
  }

  mutating func take(_ step: InterchangeScanner.Step, _ scanner: InterchangeScanner) throws(Problems) {
    let problems = scanner.takeProblems()
    switch step {
    case .interchangeBegins:
      envelope = scanner.envelope
      interchangeCodes = []
      (isAnswering, isAnswered, messages, rejected) = (false, false, 0, 0)
      keep(problems)
    case .groupBegins:
      isAnswer = scanner.envelope.groupCode == "FA"
      group = isAnswer ? nil : Group(envelope: scanner.envelope)
      keep(problems)
      if !isAnswer { try beginGroup() }
    case .setBegins:
      set = (scanner.envelope.setID, scanner.envelope.setNumber, scanner.segment.number)
      setProblems = problems
    case .setEnds:
      keep(problems)
      try endSet()
    case .groupEnds:
      keep(problems)
      try endGroup(received: scanner.segment)
    case .interchangeEnds:
      keep(problems)
      try endInterchange()
    case .content, .other, .service: keep(problems)
    }
  }

  private mutating func keep(_ problems: [X12Problem]) {
    for problem in problems {
      switch problem.report {
      case .interchange(let code): if interchangeCodes.count < 10 { interchangeCodes.append(code) }
      case .group(let code):
        if let count = group?.codes.count, count < 5, group?.codes.contains(code) == false { group?.codes.append(code) }
        if problem.isError { group?.hasErrors = true } else { group?.hasProblems = true }
      case .set, .segment, .element:
        if set != nil, setProblems.count < X12Format.acknowledgedProblems { setProblems.append(problem) }
      case .none: break
      }
    }
  }

  // MARK: Writing

  /// Begins the answer at the first thing that needs one.
  private mutating func open() throws(Problems) {
    guard !isAnswering else { return }
    isAnswering = true
    if !isAnswered { summary.interchanges += 1 }
    isAnswered = true
    let receiver = InterchangeWriter.Party(
      qualifier: InterchangeWriter.harmless(envelope.senderQualifier, 2),
      id: InterchangeWriter.harmless(envelope.sender, 15))
    receiverName = "\(receiver.qualifier):\(receiver.id)"
    number = try numbers.next(for: receiverName)
    groupNumber = 0
    let version = envelope.interchangeVersion
    let isVersion = version.utf8.count == 5 && version.utf8.allSatisfy { (48...57).contains($0) }
    try writer.begin(
      InterchangeWriter.Heading(
        sender: InterchangeWriter.Party(
          qualifier: InterchangeWriter.harmless(envelope.receiverQualifier, 2),
          id: InterchangeWriter.harmless(envelope.receiver, 15)),
        receiver: receiver, moment: moment, interchangeVersion: isVersion && version >= "00300" ? version : "00401",
        number: number,
        isTest: envelope.usage == "T"))
  }

  private mutating func beginGroup() throws(Problems) {
    guard let group else { return }
    try open()
    // Groups have numbers of the same row, so that none comes twice.
    groupNumber = groupNumber == 0 ? number : try numbers.next(for: receiverName)
    let version = group.envelope.version.prefix(6)
    let isVersion = InterchangeScanner.isKnown(version) && version.utf8.allSatisfy { (48...57).contains($0) }
    try writer.beginGroup(
      "FA", sender: InterchangeWriter.harmless(group.envelope.groupReceiver, 15),
      receiver: InterchangeWriter.harmless(group.envelope.groupSender, 15), moment: moment, number: groupNumber,
      version: isVersion ? String(version) : "004010")
    try writer.beginSet("997")
    try writer.write([
      "AK1", InterchangeWriter.harmless(group.envelope.groupCode, 2),
      InterchangeWriter.harmless(group.envelope.groupNumber, 9),
    ])
  }

  private mutating func endSet() throws(Problems) {
    guard let current = set else { return }
    set = nil
    guard group != nil else { return }
    group?.received += 1
    try writer.write([
      "AK2", InterchangeWriter.harmless(current.id, 3), InterchangeWriter.harmless(current.number, 9),
    ])
    var codes: [String] = []
    var hasErrors = isAllRejected
    var hasSegments = false
    var open: (place: Int, segment: String, elements: Int)?
    for problem in setProblems {
      // A kind of message that is not read here cannot be accepted.
      if problem.isError || problem.code == .x12UnsupportedMessage { hasErrors = true }
      switch problem.report {
      case .set(let code): if !codes.contains(code) { codes.append(code) }
      case .segment(let code):
        hasSegments = true
        open = code == "8" ? (problem.place, problem.segment, 0) : nil
        try write(problem, code)
      case .element(let code, let element, let dataElement):
        hasSegments = true
        if open?.place != problem.place || open?.segment != problem.segment {
          try write(problem, "8")
          open = (problem.place, problem.segment, 0)
        }
        guard let count = open?.elements, count < 99 else { continue }
        open?.elements += 1
        try writer.write([
          "AK4", "\(element)", dataElement ?? "", code, problem.value.map { InterchangeWriter.harmless($0, 99) } ?? "",
        ])
      case .interchange, .group, .none: break
      }
    }
    setProblems = []
    if hasSegments { codes.insert("5", at: 0) }
    let status = hasErrors ? "R" : codes.isEmpty ? "A" : "E"
    try writer.write(["AK5", status] + codes.prefix(5))
    if !hasErrors { group?.accepted += 1 }
    if status == "E" { group?.hasProblems = true }
  }

  private mutating func write(_ problem: X12Problem, _ code: String) throws(Problems) {
    try writer.write([
      "AK3", InterchangeWriter.harmless(problem.segment, 3), String(problem.place),
      InterchangeWriter.harmless(problem.loop, 4), code,
    ])
  }

  private mutating func endGroup(received segment: Segment) throws(Problems) {
    guard let group else { return }
    self.group = nil
    let status =
      group.hasErrors || (group.received > 0 && group.accepted == 0)
      ? "R" : group.accepted < group.received ? "P" : group.hasProblems || !group.codes.isEmpty ? "E" : "A"
    let said = segment.isNamed("GE") ? Int(segment.text(1)).flatMap { (0...999_999).contains($0) ? $0 : nil } : nil
    let accepted = status == "R" && group.hasErrors ? 0 : group.accepted
    try writer.write(
      ["AK9", status, String(said ?? group.received), String(group.received), String(accepted)] + group.codes.prefix(5))
    try writer.endSet()
    try writer.endGroup(number: groupNumber)
    messages += group.received
    rejected += group.received - accepted
  }

  private mutating func endInterchange() throws(Problems) {
    let fatal: Set<String> = ["001", "021", "023", "024"]
    let code = interchangeCodes.first { fatal.contains($0) } ?? interchangeCodes.first
    if isAnswering {
      try writer.end(number: number)
      isAnswering = false
    }
    let isRejected = code.map { fatal.contains($0) } ?? false
    summary.messages += messages
    summary.rejectedMessages += isRejected ? messages : rejected
    if isRejected { summary.rejectedInterchanges += 1 }
    guard envelope.wantsAcknowledgement || code != nil else { return }
    // The result for an interchange is known only at its end, so this is sent separately.
    try open()
    let status = isRejected ? "R" : code == nil ? "A" : "E"
    try writer.write([
      "TA1", InterchangeWriter.harmless(envelope.interchangeNumber, 9), InterchangeWriter.harmless(envelope.date, 6),
      InterchangeWriter.harmless(envelope.time, 4), status, code ?? "000",
    ])
    try writer.end(number: number)
    isAnswering = false
  }

  /// Ends the answer to a source that could not be read to its end.
  mutating func breakOff(_ scanner: InterchangeScanner) throws(Problems) {
    keep(scanner.takeProblems())
    if set != nil {
      setProblems.append(
        X12Problem(
          .x12Envelope, .set("2"), at: scanner.segment, place: scanner.place, "the transaction set is not ended by SE"))
      try endSet()
    }
    if group != nil {
      group?.codes.append("3")
      group?.hasErrors = true
      try endGroup(received: Segment())
    }
    interchangeCodes.insert("023", at: 0)
    try endInterchange()
  }
}
