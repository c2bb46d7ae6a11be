public import FormatKit
internal import SupplyDocuments

/// Reads the messages of interchanges as records.
///
/// Every message is walked through twice: first to check all of it and to gather the values of its header, for totals are at its
/// end, then to hand out its lines as they come. So memory does not grow with a message.
public struct EDIFACTReader: BatchReader {
  private let source: ByteSource
  private let options: EDIFACTOptions
  private let ahead: InterchangeWalk
  private let behind: InterchangeWalk
  private var buffer = SupplyRowBuffer<EDIFACTProblem>()
  private var replay: Replay?
  private var failure: Problems?
  private var isDone = false
  /// Errors of envelopes: nothing of the source can be used.
  private var refusals: [EDIFACTProblem] = []
  /// Problems reported without a record of their own.
  private var orphans: [EDIFACTProblem] = []
  /// Errors of records, reported again when the source ends with an error: the reader that refuses the source forgets
  /// its records.
  private var recordErrors: [EDIFACTProblem] = []
  private var counts: [String: Int] = [:]
  private var syntax = ""
  private var hasUNA = false

  /// The most problems that are kept without a record.
  private static let maximumKept = 1000

  /// A message whose lines are being handed out.
  private struct Replay {
    var builder: DocumentBuilder
    let ordinal: Int
    let isRefused: Bool
    /// Problems waiting for the next record.
    var waiting: [EDIFACTProblem]
    var hasBegun = false
  }

  init(_ source: ByteSource, options: EDIFACTOptions) throws(Problems) {
    self.source = source
    self.options = options
    ahead = try InterchangeWalk(source, charset: options.charset)
    behind = try InterchangeWalk(source, charset: options.charset)
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while true {
      if buffer.hasOutgoing {
        buffer.fill(&batch, source: source.name)
        return true
      }
      if isDone {
        if let failure { throw failure }
        return false
      }
      do throws(Problems) {
        if replay != nil { try replaySome() } else { try readMessage() }
      } catch {
        end(with: error)
      }
    }
  }

  public var findings: [SourceFinding] {
    var found: [SourceFinding] = []
    if !syntax.isEmpty { found.append(SourceFinding("syntax", syntax, evidence: "UNB")) }
    found.append(ahead.reader.text.charsetFinding)
    if !syntax.isEmpty {
      let signs = ahead.reader.characters
      let shown = [signs.component, signs.element, signs.decimalMark, signs.release ?? 32, signs.terminator]
      found.append(
        SourceFinding(
          "service characters", shown.map { $0 < 32 ? "line end" : String(UnicodeScalar($0)) }.joined(separator: " "),
          evidence: hasUNA ? "UNA" : signs.endsAtLineEnd ? "the first lines" : "no UNA, so the usual ones"))
    }
    if !counts.isEmpty {
      let shown = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      found.append(SourceFinding("messages", shown, evidence: "UNH"))
    }
    return found
  }

  // MARK: The first walk

  private mutating func readMessage() throws(Problems) {
    var builder: DocumentBuilder?
    var answer: ResponseText?
    var kept: [EDIFACTProblem] = []
    var isRefused = false
    behind.checksElements = false
    while true {
      let event = try ahead.next()
      let walk = ahead.message
      let isLine = walk.map { $0.scope.hasPrefix("LIN") && $0.isPlaced } ?? false
      for problem in ahead.problems {
        switch problem.level {
        case .interchange, .group: keepOutside(problem)
        case .segment where walk == nil: keepOutside(problem)
        // It is met again, when the lines are handed out.
        case .segment where isLine && event == .segment: behind.checksElements = true
        case .message, .segment:
          if problem.isError { isRefused = true }
          if kept.count < Self.maximumKept { kept.append(problem) }
        }
      }
      switch event {
      case .interchangeStart:
        if syntax.isEmpty { syntax = "\(ahead.interchange.level):\(ahead.interchange.version)" }
        hasUNA = hasUNA || ahead.reader.hasUNA
      case .messageStart:
        guard let walk else { continue }
        let type = walk.header.type.isEmpty ? "without a type" : String(walk.header.type.prefix(20))
        if counts.count < 100 || counts[type] != nil { counts[type, default: 0] += 1 }
        builder = DocumentBuilder(walk.header, of: ahead.interchange, catalogue: options.catalogue)
        if MessageTables.answers.contains(walk.header.type) { answer = ResponseText(walk.header.type) }
      case .segment:
        guard let walk, walk.isPlaced else { continue }
        if !isLine { builder?.takeHead(ahead.segment, scope: walk.scope, at: walk.place(of: ahead.segment)) }
        answer?.take(ahead.segment)
      case .messageEnd:
        guard let walk else { return }
        guard let builder else { return pass(walk, answer) }
        return begin(builder, kept, isRefused: isRefused)
      case .end: return end(with: nil)
      case .groupStart, .groupEnd, .interchangeEnd: break
      }
    }
  }

  /// Keeps a problem outside all messages: an error until the end, anything else until the next record.
  private mutating func keepOutside(_ problem: EDIFACTProblem) {
    if problem.isError {
      if refusals.count < Self.maximumKept { refusals.append(problem) }
    } else if orphans.count < Self.maximumKept {
      orphans.append(problem)
    }
  }

  private mutating func pass(_ walk: MessageWalk, _ answer: ResponseText?) {
    let header = walk.header
    let place = EDIFACTProblem.Place(
      line: header.line, byteOffset: header.byteOffset, messageNumber: header.number, segmentNumber: 1, tag: "UNH",
      element: 2, component: 1)
    if let answer {
      keepOutside(
        EDIFACTProblem(
          .edifactAnswerMessage, .message, error: 14, at: place, value: header.type, answer.text(header.reference)))
      return
    }
    keepOutside(
      EDIFACTProblem(
        .edifactUnsupportedMessage, .message, error: 14, at: place, value: header.type,
        "the message '\(header.reference.prefix(40))' is of the type '\(header.type.prefix(20))', which is not imported"
      ))
  }

  private mutating func begin(_ given: DocumentBuilder, _ kept: [EDIFACTProblem], isRefused hasErrors: Bool) {
    var builder = given
    var waiting = kept
    let rows = builder.headRows()
    let isRefused = hasErrors || rows.contains { $0.problems.contains(where: \.isError) }
    for var row in rows {
      row.problems = waiting + row.problems
      waiting = []
      if isRefused, !row.problems.contains(where: \.isError) { row.problems.append(refusal(of: builder.message, row)) }
      add(row)
    }
    replay = Replay(builder: builder, ordinal: builder.message.ordinal, isRefused: isRefused, waiting: waiting)
  }

  private func refusal(of message: MessageHeader, _ row: DocumentRow) -> EDIFACTProblem {
    let place = EDIFACTProblem.Place(
      line: row.position.line, byteOffset: row.position.byteOffset, messageNumber: message.number)
    return EDIFACTProblem(
      .edifactMessageRefused, .segment, error: 18, at: place, value: message.reference,
      "this belongs to the message '\(message.reference.prefix(40))', which is refused")
  }

  private mutating func add(_ given: DocumentRow) {
    var row = given
    if !orphans.isEmpty {
      row.problems = orphans + row.problems
      orphans = []
    }
    for problem in row.problems
    where problem.isError && problem.code != .edifactMessageRefused && recordErrors.count < Self.maximumKept {
      recordErrors.append(problem)
    }
    buffer.add(row)
  }

  // MARK: The second walk

  /// Hands out the lines of a message until some records are there.
  private mutating func replaySome() throws(Problems) {
    guard var current = replay else { return }
    // Held in one place only, it is changed without being copied.
    replay = nil
    var rows: [DocumentRow] = []
    while rows.isEmpty {
      let event = try behind.next()
      let walk = behind.message
      if !current.hasBegun {
        guard event == .messageStart, walk?.header.ordinal == current.ordinal else {
          if event == .end { return }
          continue
        }
        current.hasBegun = true
        continue
      }
      if event == .messageEnd || event == .end {
        current.builder.finishLine(&rows)
        hand(rows, &current)
        finish(current)
        return
      }
      guard event == .segment, let walk, walk.isPlaced else { continue }
      let isLine = walk.scope.hasPrefix("LIN")
      current.builder.takeLine(
        behind.segment, scope: walk.scope, at: walk.place(of: behind.segment), rows: &rows)
      // The records of the last line come before the problems of this segment.
      hand(rows, &current)
      if isLine, current.waiting.count < Self.maximumKept {
        current.waiting += behind.problems.filter { $0.level == .segment }
      }
    }
    replay = current
  }

  private mutating func hand(_ rows: [DocumentRow], _ current: inout Replay) {
    for var row in rows {
      row.problems = current.waiting + row.problems
      current.waiting = []
      if current.isRefused, !row.problems.contains(where: \.isError) {
        row.problems.append(refusal(of: current.builder.message, row))
      }
      add(row)
    }
  }

  /// Keeps problems without a record in their message for the end, or for the next record.
  private mutating func finish(_ current: Replay) {
    for problem in current.waiting { keepOutside(problem) }
  }

  // MARK: The end

  private mutating func end(with error: Problems?) {
    isDone = true
    replay = nil
    var problems = refusals.map { $0.problem(source: source.name) }
    if let error { problems.append(error.first) }
    if buffer.isUnused, error == nil {
      let shown = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      problems.append(
        Problem(
          .edifactNothingToImport, source: source.name, at: SourcePosition(line: 1, byteOffset: 0),
          counts.isEmpty ? "the file holds no message" : "the file holds \(shown), and nothing to import"))
      problems += orphans.map { $0.problem(source: source.name) }
    } else if !orphans.isEmpty, !buffer.addToLast(orphans) {
      problems += orphans.filter(\.isError).map { $0.problem(source: source.name) }
    }
    if !problems.isEmpty { problems += recordErrors.map { $0.problem(source: source.name) } }
    failure = Problems(collected: problems)
    buffer.flush()
  }
}

/// The content of an answer to one of our messages, in a sentence.
struct ResponseText {
  private let type: String
  private var about = ""
  private var action = ""
  private var texts: [String] = []

  init(_ type: String) { self.type = type }

  mutating func take(_ segment: Segment) {
    switch segment.tag {
    case "UCI":
      about = segment.value(1)
      action = segment.value(4)
    case "RFF" where about.isEmpty: about = segment.value(1, 2)
    case "FTX" where texts.count < 5: texts.append(segment.values(4).filter { !$0.isEmpty }.joined(separator: " "))
    case "ERC" where texts.isEmpty && action.isEmpty: action = segment.value(1)
    default: break
    }
  }

  func text(_ reference: String) -> String {
    let meaning =
      switch (type, action) {
      case ("CONTRL", "4"): "rejected"
      case ("CONTRL", "7"): "acknowledged"
      case ("CONTRL", "8"): "received"
      default: action.isEmpty ? "" : "code \(action)"
      }
    let said = texts.isEmpty ? meaning : texts.joined(separator: "; ")
    return
      "the \(type) '\(reference.prefix(40))' about '\(about.prefix(40))' says: \(said.isEmpty ? "nothing" : "\(said.prefix(400))")"
  }
}
