import FormatKit
import FormatKitTesting
import Foundation
import Testing

@testable import X12Format

/// The answer to what was read.
@Suite struct X12AcknowledgementTests {
  private static let folder = (PackageRoot.path() ?? ".") + "/Plugins/X12/Fixtures"

  private func answer(to bytes: [UInt8]) throws -> (text: String, summary: X12Acknowledgement.Summary) {
    let sink = ByteSink.memory()
    let summary = try X12Acknowledgement(moment: "202610311830", controlNumber: 7).write(
      of: .memory(bytes, name: "input.edi"), to: sink)
    return (sink.collectedText, summary)
  }

  static let cases = [
    "order", "acknowledgement", "ship-notice", "invoice", "catalogue", "inventory", "activity", "acknowledgements",
    "only-acknowledgements", "envelope", "structure", "no-lines", "no-number", "levels", "elements", "values",
    "odd-separators", "wrapped",
    "lines", "cut-off", "isa-layout",
  ]

  /// Beside each input stands the answer that it gets, and how pyx12 reads that answer: one segment to a line.
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
    do throws(FormatError) { while try scanner.next() != nil {} } catch { #expect(name == "cut-off") }
    let ours = scanner.takeFaults().compactMap { fault -> String? in
      switch fault.report {
      case .interchange(let code): "isa \(code)"
      case .group(let code): "gs \(code)"
      case .set(let code): "st \(code)"
      default: nil
      }
    }
    // What is missing at the end of a file is an error of reading here; and pyx12 says of a transaction set that GE cuts off
    // that its group is not ended.
    let other = ["cut-off": ["isa 023", "gs 3", "st 2"], "envelope": ["gs 3"]][name] ?? []
    for line in found where !other.contains(String(line)) {
      #expect(ours.contains(String(line)), "\(name): \(line)")
    }
  }

  @Test func countsWhatItAnswers() throws {
    let input = try #require(FileManager.default.contents(atPath: Self.folder + "/invoice/input.edi"))
    #expect(
      try answer(to: Array(input)).summary == X12Acknowledgement.Summary(accepted: 2, rejected: 0, interchanges: 1))
    let only = try #require(FileManager.default.contents(atPath: Self.folder + "/only-acknowledgements/input.edi"))
    #expect(try answer(to: Array(only)) == ("", X12Acknowledgement.Summary()))
  }

  /// Every fault that the standard has a code for is in the answer, as often as people are told of it.
  @Test(arguments: ["structure", "elements", "levels", "no-lines"]) func tellsTheSenderWhatPeopleAreTold(_ name: String)
    throws
  {
    let input = Array(try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(name)/input.edi")))
    let reading = CollectedReading(of: X12Format.self, source: .memory(input, name: "input.edi"))
    let ours: Set<DiagnosticCode> = [
      .x12UnknownCode, .x12NoQuantity, .x12InexactPrice, .x12PriceOfPack, .x12Cancellation, .x12NotImported,
    ]
    let told = reading.tables.flatMap(\.records).flatMap(\.diagnostics).filter { !ours.contains($0.code) }
    let segments = try answer(to: input).text.split(separator: "\n")
    let elements = segments.count { $0.hasPrefix("AK4") }
    // AK3 with 8 says only that elements follow, unless it stands for the empty ones at the end.
    let places = segments.count { $0.hasPrefix("AK3") && !$0.hasSuffix("*8~") }
    let trailing = told.count { $0.code == .x12TooManyElements && $0.position.path?.contains("-") == false }
    let sets = segments.filter { $0.hasPrefix("AK5") }.map { segment in
      segment.dropLast().split(separator: "*").dropFirst(2).filter { $0 != "5" }.count
    }
    #expect(elements + places + trailing + sets.reduce(0, +) == told.count)
    #expect(segments.contains { $0.hasPrefix("AK5*R") } == told.contains { $0.severity == .error })
  }

  @Test(arguments: ["", "20261031", "202613011830", "202610312460", "20261031183a"])
  func refusesAMomentThatIsNone(_ moment: String) {
    #expect(throws: FormatError.self) {
      try X12Acknowledgement(moment: moment).write(of: .text("ISA*"), to: .memory())
    }
  }

  @Test func answersNothingThatCannotBeRead() {
    #expect(throws: FormatError.self) {
      try X12Acknowledgement(moment: "202610311830").write(of: .text("GS*PO~"), to: .memory())
    }
  }
}
