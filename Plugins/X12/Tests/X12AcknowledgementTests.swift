import FormatKit
import FormatKitTesting
import Foundation
import Testing

@testable import X12Format

/// The answer to what was read.
@Suite struct X12AcknowledgementTests {
  private static let folder = (PackageRoot.path() ?? ".") + "/Plugins/X12/Fixtures"

  private func answer(
    to bytes: [UInt8], prepared: String = "2026-10-31T18:30", verdict: AcknowledgementRequest.Verdict = .byContent
  ) throws -> (text: String, summary: Acknowledgement) {
    let sink = ByteSink.memory()
    let request = AcknowledgementRequest(
      prepared: prepared, verdict: verdict, numbers: ControlNumbers(startingAt: 7))
    let summary = try X12Format(options: X12Options()).acknowledge(
      .memory(bytes, name: "input.edi"), with: request, to: sink)
    return (sink.collectedText, summary)
  }

  private func input(_ name: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(name)/input.edi")))
  }

  static let cases = [
    "order", "acknowledgement", "ship-notice", "invoice", "catalogue", "inventory", "activity", "acknowledgements",
    "only-acknowledgements", "envelope", "structure", "no-lines", "no-number", "levels", "elements", "values",
    "odd-separators", "wrapped",
    "lines", "cut-off", "isa-layout",
  ]

  /// Next to each input are the expected answer and what pyx12 reads in that answer, one segment to a line.
  @Test(arguments: cases) func answersAsRecorded(_ name: String) throws {
    let path = "\(Self.folder)/\(name)"
    let input = try #require(FileManager.default.contents(atPath: path + "/input.edi"))
    let actual = try answer(to: Array(input)).text
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(actual.utf8).write(to: URL(fileURLWithPath: path + "/answer.edi"))
      return
    }
    let expected = try String(contentsOfFile: path + "/answer.edi", encoding: .utf8)
    #expect(actual == expected)
    // It knows no version 00304, and there is nothing to read where nothing is answered.
    if name == "activity" || actual.isEmpty { return }
    let peer = try String(contentsOfFile: path + "/answer.pyx12.txt", encoding: .utf8).split(separator: "\n")
    #expect(actual.split(separator: "\n").count == peer.count)
    for (ours, theirs) in zip(actual.split(separator: "\n"), peer) {
      // pyx12 leaves out the spaces and the last separator of ISA.
      #expect(ours == theirs || ours.hasPrefix("ISA") && theirs.hasPrefix("ISA"))
    }
  }

  /// pyx12 finds the same wrong with the envelopes of the inputs: what it says by the codes of TA1, AK9 and AK5 is answered.
  @Test(arguments: ["envelope", "cut-off", "order", "values", "elements", "levels"])
  func answersWhatAnotherParserFinds(_ name: String) throws {
    let path = "\(Self.folder)/\(name)"
    let found = try String(contentsOfFile: path + "/pyx12-faults.txt", encoding: .utf8).split(separator: "\n")
    let input = try #require(FileManager.default.contents(atPath: path + "/input.edi"))
    let scanner = try InterchangeScanner(.memory(Array(input), name: "input.edi"), charset: nil)
    do throws(Problems) { while try scanner.next() != nil {} } catch { #expect(name == "cut-off") }
    let ours = scanner.takeProblems().compactMap { problem -> String? in
      switch problem.report {
      case .interchange(let code): "isa \(code)"
      case .group(let code): "gs \(code)"
      case .set(let code): "st \(code)"
      default: nil
      }
    }
    // A missing end of a file is an error of reading here; and pyx12 reports for a transaction set that GE cuts off
    // that its group is not ended.
    let other = ["cut-off": ["isa 023", "gs 3", "st 2"], "envelope": ["gs 3"]][name] ?? []
    for line in found where !other.contains(String(line)) {
      #expect(ours.contains(String(line)), "\(name): \(line)")
    }
  }

  /// Messages, those rejected, interchanges, those rejected.
  @Test(arguments: [
    ("invoice", [2, 0, 1, 0]), ("only-acknowledgements", [0, 0, 0, 0]), ("order", [1, 0, 1, 0]),
  ])
  func countsWhatItAnswers(_ name: String, _ counts: [Int]) throws {
    let (text, summary) = try answer(to: input(name))
    #expect(
      [summary.messages, summary.rejectedMessages, summary.interchanges, summary.rejectedInterchanges] == counts)
    #expect(text.isEmpty == (summary.interchanges == 0))
  }

  /// The number counted as rejected is the number that the answer gives.
  @Test(arguments: cases) func countsWhatItSays(_ name: String) throws {
    let (text, summary) = try answer(to: input(name))
    let segments = text.split(separator: "\n")
    let sets = segments.filter { $0.hasPrefix("AK5") }
    let accepted = segments.filter { $0.hasPrefix("AK9") }.compactMap { Int($0.dropLast().split(separator: "*")[4]) }
    #expect(summary.messages == sets.count)
    let isRejected = segments.contains { $0.hasPrefix("TA1") && $0.split(separator: "*")[4] == "R" }
    #expect(summary.rejectedInterchanges == (isRejected ? 1 : 0))
    if !isRejected { #expect(summary.rejectedMessages == sets.count - accepted.reduce(0, +)) }
    // Each interchange and each group has a number of its own.
    for tag in ["ISA", "GS"] {
      let place = tag == "ISA" ? 13 : 6
      let numbers = segments.filter { $0.hasPrefix(tag) }.map { $0.split(separator: "*")[place] }
      #expect(Set(numbers).count == numbers.count, "\(tag) \(numbers)")
    }
  }

  /// Where nothing of a file was imported, its valid messages must be sent again too.
  @Test func rejectsWhatWasNotTaken() throws {
    let (text, summary) = try answer(to: input("order"), verdict: .allRejected)
    #expect(text.contains("AK5*R~\nAK9*R*1*1*0~"), "\(text)")
    #expect((summary.messages, summary.rejectedMessages, summary.rejectedInterchanges) == (1, 1, 0))
  }

  /// Every problem that the standard has a code for is in the answer, as often as it is reported to people.
  @Test(arguments: ["structure", "elements", "levels", "no-lines"]) func tellsTheSenderWhatPeopleAreTold(_ name: String)
    throws
  {
    let input = Array(try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(name)/input.edi")))
    let reading = CollectedReading(of: X12Format.self, source: .memory(input, name: "input.edi"))
    let ours: Set<Problem.Code> = [
      .x12CodeUnknown, .x12NoQuantity, .x12InexactPrice, .x12PriceOfPack, .x12Cancellation, .x12NotImported,
    ]
    let reported = reading.tables.flatMap(\.records).flatMap(\.problems).filter { !ours.contains($0.code) }
    let segments = try answer(to: input).text.split(separator: "\n")
    let elements = segments.count { $0.hasPrefix("AK4") }
    // AK3 with 8 says only that elements follow, unless it reports the empty ones at the end.
    let places = segments.count { $0.hasPrefix("AK3") && !$0.hasSuffix("*8~") }
    let trailing = reported.count { $0.code == .x12TooManyElements && $0.position.path?.contains("-") == false }
    let sets = segments.filter { $0.hasPrefix("AK5") }.map { segment in
      segment.dropLast().split(separator: "*").dropFirst(2).filter { $0 != "5" }.count
    }
    #expect(elements + places + trailing + sets.reduce(0, +) == reported.count)
    #expect(segments.contains { $0.hasPrefix("AK5*R") } == reported.contains { $0.severity == .error })
  }

  @Test(arguments: ["", "202610311830", "2026-13-01T18:30", "2026-10-31T24:60", "2026-10-31T18:3a", "2026-10-31 18:30"])
  func refusesAMomentThatIsNone(_ moment: String) {
    #expect(throws: Problems.self) { try answer(to: input("order"), prepared: moment) }
  }

  @Test func answersNothingThatCannotBeRead() {
    #expect(throws: Problems.self) { try answer(to: Array("GS*PO~".utf8)) }
  }
}
