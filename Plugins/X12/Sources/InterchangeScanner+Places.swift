internal import FormatKit
internal import Segments

// Checks of a segment's position, of its binary data, and of the loops that LS and LE enclose.
extension InterchangeScanner {
  func checkLoopMarks(isStart: Bool) {
    let loop = segment.text(1)
    if isStart {
      if openLoops.count < 50 { openLoops.append(loop) }
    } else if openLoops.last == loop {
      openLoops.removeLast()
    } else {
      report(
        .x12SegmentOrder, .segment("7"), element: 1, value: loop, "LE ends the loop '\(loop)', which LS has not begun")
    }
  }

  func tell(_ problem: Segment.BinaryProblem) {
    let element = segment.isNamed("BIN") ? 1 : 2
    switch problem {
    case .noLength(let text):
      report(
        .x12BinaryLength, "6", element: element, number: "784", value: text,
        "the length '\(text)' of the binary data is not a number")
    case .otherLength(let said, let found):
      report(
        .x12BinaryLength, "7", element: element, number: "784", value: String(said),
        "the binary data has \(found) bytes instead of \(said)")
    }
  }

  func tell(_ findings: [MessageWalker.Finding]) {
    for finding in findings {
      var problem = problem(of: finding)
      problem.loop = openLoops.last ?? ""
      add(problem)
    }
  }

  /// The problem with the position of a segment, with its code of data element 720.
  private func problem(of finding: MessageWalker.Finding) -> X12Problem {
    let tag = finding.tag
    let within = finding.group.isEmpty ? "" : " in the loop of \(finding.group)"
    let (code, number, message): (Problem.Code, String, String) =
      switch finding.kind {
      case .unexpected(isKnown: true): (.x12UnexpectedSegment, "2", "'\(tag)' is not expected here")
      case .unexpected(isKnown: false):
        (.x12UnexpectedSegment, "6", "'\(tag)' is not a segment of the transaction set \(envelope.setID)")
      case .late: (.x12SegmentOrder, "7", "'\(tag)' comes after its place\(within)")
      case .repeated(let limit) where finding.isGroup:
        (.x12SegmentRepeats, "4", "the loop of '\(tag)' stands more than \(limit) times\(within)")
      case .repeated(let limit): (.x12SegmentRepeats, "5", "'\(tag)' stands more than \(limit) times\(within)")
      case .missing: (.x12MissingSegment, "3", "the mandatory segment \(tag) is missing\(within)")
      }
    let value = finding.kind == .missing ? nil : tag
    var problem = X12Problem(code, .segment(number), at: segment, place: place, value: value, message)
    problem.segment = tag
    return problem
  }
}
