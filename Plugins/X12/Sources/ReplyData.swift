internal import FormatKit

/// The replies of partners to messages that we have sent: 997, 999 and TA1.
struct ReplyData {
  private var group = ""
  private var set = ""
  private var problems: [(message: String, element: Int, value: String)] = []

  /// Data elements 715 and 717.
  private static let meanings = [
    "A": "accepted", "E": "accepted, with errors noted", "P": "partly accepted", "R": "rejected",
    "M": "rejected: its authentication failed", "W": "rejected: its assurance failed",
    "X": "rejected: it could not be decrypted",
  ]

  /// The meaning of a segment of an acknowledgement, for people; nil when it has none by itself.
  mutating func take(_ segment: Segment, in envelope: Envelope) -> SourceFinding? {
    if segment.isNamed("TA1") {
      let number = segment.text(1)
      let word = Self.meanings[segment.text(4)] ?? "acknowledged as '\(segment.text(4))'"
      if segment.text(4) == "R" {
        problems.append(("the partner rejects our interchange '\(number)' with the code '\(segment.text(5))'", 4, "R"))
      }
      return SourceFinding("acknowledgement", "interchange \(number): \(word)", evidence: "TA1")
    }
    guard envelope.setID == "997" || envelope.setID == "999" else { return nil }
    switch segment.id {
    case "AK1":
      group = "\(segment.text(2)) (\(segment.text(1)))"
      set = ""
    case "AK2": set = "\(segment.text(1)) number \(segment.text(2))"
    case "AK5", "IK5":
      let code = segment.text(1)
      guard ["R", "M", "W", "X"].contains(code) else { return nil }
      let word = Self.meanings[code] ?? code
      problems.append(("the partner says of our transaction set \(set) in group \(group): \(word)", 1, code))
    case "AK9":
      let code = segment.text(1)
      let word = Self.meanings[code] ?? "acknowledged as '\(code)'"
      if set.isEmpty, ["R", "M", "W", "X"].contains(code) {
        problems.append(("the partner says of our group \(group): \(word)", 1, code))
      }
      return SourceFinding(
        "acknowledgement", "group \(group): \(word), \(segment.text(4)) of \(segment.text(2)) transaction sets",
        evidence: "\(envelope.setID) number \(envelope.setNumber)")
    default: break
    }
    return nil
  }

  mutating func takeProblems(at scanner: InterchangeScanner) -> [X12Problem] {
    guard !problems.isEmpty else { return [] }
    defer { problems.removeAll() }
    return problems.map { problem in
      X12Problem(
        .x12MessageRejected, .none, at: scanner.segment, place: scanner.place, element: problem.element,
        value: problem.value, problem.message)
    }
  }
}
