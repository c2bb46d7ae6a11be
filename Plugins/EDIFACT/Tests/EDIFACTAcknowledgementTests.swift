import EDIFACTFormat
import FormatKit
import FormatKitTesting
import Testing

@Suite struct EDIFACTAcknowledgementTests {
  private func answer(
    _ text: String, verdict: AcknowledgementRequest.Verdict = .byContent
  ) throws -> (String, Acknowledgement) {
    let sink = ByteSink.memory()
    let request = AcknowledgementRequest(
      prepared: "2026-10-31T18:00", verdict: verdict, numbers: ControlNumbers(startingAt: 31))
    let result = try EDIFACTFormat().acknowledge(.text(text), with: request, to: sink)
    return (sink.collectedText.split(separator: "\n").joined(), result)
  }

  private static let good =
    "UNH+1+ORDERS:D:96A:UN'BGM+220+A-1+9'DTM+137:20260501:102'NAD+SU+RIV::92'LIN+1++4006381333931:EN'QTY+21:1'UNS+S'"

  @Test func acknowledgesWhatIsRight() throws {
    let (text, result) = try answer(EDIFACTSamples.interchange(Self.good))
    #expect(
      text
        == "UNA:+.? 'UNB+UNOC:3+RIVERSIDE+SHOP+261031:1800+31'UNH+1+CONTRL:D:3:UN'UCI+1+SHOP+RIVERSIDE+7'UNT+3+1'UNZ+1+31'"
    )
    #expect((result.interchanges, result.messages, result.rejectedMessages) == (1, 1, 0))
  }

  /// A problem, and the segments in the middle of the CONTRL that report it.
  @Test(arguments: [
    // A quantity that is not a number: segment 6, the first element, its second component; 0098 counts the tag.
    ("QTY+21:1'", "QTY+21:1A'", "UCM+1+ORDERS:D:96A:UN+4'UCS+6'UCD+37+2:2'"),
    ("DTM+137:20260501:102'", "", "UCM+1+ORDERS:D:96A:UN+4'UCS+3+13'"),
    ("UNS+S'", "XYZ+1'UNS+S'", "UCM+1+ORDERS:D:96A:UN+4'UCS+7+15'"),
    ("NAD+SU+RIV::92'", "NAD++RIV::92'", "UCM+1+ORDERS:D:96A:UN+4'UCS+4'UCD+13+2'"),
    ("ORDERS:D:96A", "QUOTES:D:96A", "UCM+1+QUOTES:D:96A:UN+4+14+UNH+3:1'"),
    // A warning is no reason to reject.
    ("BGM+220+A-1+9'", "BGM+220+A-1+9++++X'", ""),
    // One error that people see is reported to the sender too: a date that is needed.
    ("20260501:102", "20261350:102", "UCM+1+ORDERS:D:96A:UN+4'UCS+3'UCD+12+2:2'"),
  ])
  func tellsWhatIsWrong(_ part: String, _ instead: String, _ expected: String) throws {
    let message = Self.good.replacing(part, with: instead)
    let source = EDIFACTSamples.interchange(message)
    let (text, result) = try answer(source)
    let start = try #require(text.firstRange(of: "UCI+1+SHOP+RIVERSIDE+7'"))
    let end = try #require(text.firstRange(of: "UNT+"))
    #expect(text[start.upperBound..<end.lowerBound] == expected)
    #expect(result.rejectedMessages == (expected.isEmpty ? 0 : 1))
    // People see an error exactly when the sender does, except for messages that are only skipped.
    let errors = EDIFACTSamples.reading(source).allProblems.filter { $0.severity == .error }
    #expect(errors.isEmpty == expected.isEmpty)
  }

  @Test(arguments: [
    ("UNT+8+1'", "UNT+7+1'", "UCI+1+SHOP+RIVERSIDE+7'UCM+1+ORDERS:D:96A:UN+4+29+UNT+2'UNT+4+1'"),
    ("UNT+8+1'", "UNT+8+2'", "UCI+1+SHOP+RIVERSIDE+7'UCM+1+ORDERS:D:96A:UN+4+28+UNT+3'UNT+4+1'"),
    ("UNT+8+1'", "", "UCI+1+SHOP+RIVERSIDE+7'UCM+1+ORDERS:D:96A:UN+4+13+UNT'UNT+4+1'"),
    ("UNZ+1+1'", "UNZ+2+1'", "UCI+1+SHOP+RIVERSIDE+4+29+UNZ+2'UNT+3+1'"),
    ("UNZ+1+1'", "UNZ+1+7'", "UCI+1+SHOP+RIVERSIDE+4+28+UNZ+3'UNT+3+1'"),
    ("UNZ+1+1'", "", "UCI+1+SHOP+RIVERSIDE+4+13+UNZ'UNT+3+1'"),
    ("UNZ+1+1'", "FOO+1'UNZ+1+1'", "UCI+1+SHOP+RIVERSIDE+4+33+FOO'UNT+3+1'"),
  ])
  func answersEnvelopes(_ part: String, _ instead: String, _ expected: String) throws {
    let (text, _) = try answer(EDIFACTSamples.interchange(Self.good).replacing(part, with: instead))
    #expect(text.contains(expected), "\(text)")
  }

  @Test func answersGroupsAndVersionFour() throws {
    let bad = Self.good.replacing("QTY+21:1'", with: "QTY+21'")
    let count = bad.split(separator: "'").count + 1
    let text =
      "UNB+UNOY:4+SHOP+RIVERSIDE+20260501:0930+1'UNG+ORDERS+A+B+20260501:0930+G1+UN+D:96A'\(bad)UNT+\(count)+1'UNE+2+G1'UNZ+1+1'"
    let (answered, _) = try answer(text)
    #expect(answered.contains("UNB+UNOY:4+RIVERSIDE+SHOP+20261031:1800+31'UNH+1+CONTRL:4:1:UN'"))
    // The group's own count is wrong: it is rejected as a whole, and its messages are not reported one by one.
    #expect(answered.contains("UCI+1+SHOP+RIVERSIDE+7'UCF+G1+A+B+4+29+UNE+2'UNT"))
    let (right, _) = try answer(text.replacing("UNE+2", with: "UNE+1"))
    #expect(right.contains("UCF+G1+A+B+7'UCM+1+ORDERS:D:96A:UN+4'UCS+6'UCD+13+2:2'UNT+7+1'"))
  }

  /// A file that is refused for its envelope reports the errors of its records too, once more.
  @Test func tellsAllErrorsOfAFileThatIsRefused() throws {
    let message = Self.good.replacing("QTY+21:1'", with: "QTY+21:1A'")
    let reading = EDIFACTSamples.reading(
      EDIFACTSamples.interchange(message).replacing("UNZ+1+1'", with: "UNZ+4+1'"))
    let error = try #require(reading.error)
    #expect(error.code == .edifactControlCount)
    #expect(error.further.map(\.code) == [.edifactInvalidNumber])
    #expect(error.further.first?.position.path == "message 1, segment 6, QTY-01-02")
  }

  @Test func doesNotAnswerAnswers() throws {
    let (text, result) = try answer(
      "UNB+UNOC:3+RIVERSIDE+SHOP+260501:0930+A1'UNH+1+CONTRL:D:3:UN'UCI+7+SHOP+RIVERSIDE+7'UNT+3+1'UNZ+1+A1'")
    #expect(text.isEmpty)
    #expect(result == Acknowledgement())
  }

  @Test func releasesWhatSeparates() throws {
    let text = EDIFACTSamples.interchange(Self.good).replacing("SHOP", with: "SH?+OP??")
    #expect(try answer(text).0.contains("UCI+1+SH?+OP??+RIVERSIDE+7'"))
  }

  /// Where nothing of a file was imported, its valid messages must be sent again too.
  @Test func rejectsWhatWasNotTaken() throws {
    let (text, result) = try answer(EDIFACTSamples.interchange(Self.good), verdict: .allRejected)
    #expect(text.contains("UCI+1+SHOP+RIVERSIDE+7'UCM+1+ORDERS:D:96A:UN+4+18'UNT+4+1'"), "\(text)")
    #expect((result.messages, result.rejectedMessages, result.rejectedInterchanges) == (1, 1, 0))
  }

  @Test func countsTheMessagesOfARejectedInterchange() throws {
    let text = EDIFACTSamples.interchange(Self.good).replacing("UNZ+1+1'", with: "UNZ+2+1'")
    let (_, result) = try answer(text)
    #expect((result.messages, result.rejectedMessages, result.rejectedInterchanges) == (1, 1, 1))
  }

  @Test func needsAMomentAndAnInterchange() {
    #expect(throws: Problems.self) {
      try EDIFACTFormat().acknowledge(
        .text(EDIFACTSamples.interchange(Self.good)), with: AcknowledgementRequest(prepared: "soon"), to: .memory())
    }
    #expect(throws: Problems.self) { try answer("BGM+220'") }
  }

  /// Our own reader accepts what we write: an answer with a total of segments, read as an interchange.
  @Test func writesWhatItReads() throws {
    for sample in EDIFACTSamples.all {
      let sink = ByteSink.memory()
      let request = AcknowledgementRequest(prepared: "2026-10-31")
      guard let result = try? EDIFACTFormat().acknowledge(sample.source(), with: request, to: sink),
        result.interchanges > 0
      else { continue }
      let reading = CollectedReading(of: EDIFACTFormat.self, source: .memory(sink.collectedBytes, name: "answer.edi"))
      var expected: Set<String> = ["edifact-nothing-to-import", "edifact-answer-message"]
      if sample.name.hasPrefix("several") { expected.insert("edifact-test-interchange") }
      #expect(reading.codes == expected, "\(sample.name)")
    }
  }
}
