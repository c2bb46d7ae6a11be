internal import FormatKit

// What is told of a segment's place, of its binary data, and of the loops that LS and LE enclose.
extension InterchangeScanner {
  func checkLoopMarks(isStart: Bool) {
    let loop = segment.text(1)
    if isStart {
      if openLoops.count < 50 { openLoops.append(loop) }
    } else if openLoops.last == loop {
      openLoops.removeLast()
    } else {
      add(
        Fault(
          .x12SegmentOrder, .segment("7"), at: segment, place: place, element: 1, value: loop,
          "LE ends the loop '\(loop)', which LS has not begun"))
    }
  }

  func tell(_ trouble: Segment.BinaryTrouble) {
    let element = segment.isNamed("BIN") ? 1 : 2
    switch trouble {
    case .noLength(let text):
      add(
        Fault(
          .x12BinaryLength, .element("6", element, component: 0, dataElement: "784"), at: segment, place: place,
          element: element, value: text, "the length '\(text)' of the binary data is no number"))
    case .otherLength(let said, let found):
      add(
        Fault(
          .x12BinaryLength, .element("7", element, component: 0, dataElement: "784"), at: segment, place: place,
          element: element, value: String(said), "the binary data has \(found) bytes instead of \(said)"))
    }
  }

  func tell(_ troubles: [MessageWalker.Trouble]) {
    for trouble in troubles {
      let report = Fault.Report.segment(trouble.kind.rawValue)
      let id = trouble.id
      let within = trouble.loop.isEmpty ? "" : " in the loop of \(trouble.loop)"
      var fault: Fault
      switch trouble.kind {
      case .unexpected:
        fault = Fault(
          .x12UnexpectedSegment, report, at: segment, place: place, value: id, "'\(id)' is not expected here")
      case .notInMessage:
        fault = Fault(
          .x12UnexpectedSegment, report, at: segment, place: place, value: id,
          "'\(id)' is no segment of the transaction set \(envelope.setID)")
      case .outOfOrder:
        fault = Fault(
          .x12SegmentOrder, report, at: segment, place: place, value: id, "'\(id)' stands behind its place\(within)")
      case .repeats:
        fault = Fault(
          .x12SegmentRepeats, report, at: segment, place: place, value: id,
          "'\(id)' stands more than \(trouble.limit) times\(within)")
      case .loopRepeats:
        fault = Fault(
          .x12SegmentRepeats, report, at: segment, place: place, value: id,
          "the loop of '\(id)' stands more than \(trouble.limit) times\(within)")
      case .missing:
        fault = Fault(
          .x12MissingSegment, report, at: segment, place: place, "the mandatory segment \(id) is missing\(within)")
        fault.segment = id
      }
      fault.loop = openLoops.last ?? ""
      add(fault)
    }
  }
}
