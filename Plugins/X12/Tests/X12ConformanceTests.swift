import FormatKit
import FormatKitTesting
import Foundation
import Testing
import X12Format

/// The demands of the public suite, and the golden cases.
@Suite(.enabled(if: Vocabulary.kind("order_responses") != nil, "the vocabulary has no documents of supply"))
struct X12ConformanceTests {
  static let folder = "Plugins/X12/Fixtures"
  static let samples = GoldenFixtures.samples(in: folder)

  @Test func passesTheConformanceSuite() {
    #expect(FormatConformance.violations(of: X12Format.self, samples: Self.samples) == [])
  }

  @Test func readsTheGoldenCases() {
    let found = GoldenFixtures.violations(of: X12Format.self, folder: Self.folder, codesWithoutCase: [.x12Unwritable])
    #expect(found == [])
  }

  /// `STOCKROOM_MUTATIONS` asks for more rounds.
  @Test func survivesDamage() {
    let rounds = ProcessInfo.processInfo.environment["STOCKROOM_MUTATIONS"].flatMap { Int($0) } ?? 3000
    let found = FormatConformance.mutationViolations(of: X12Format.self, samples: Self.samples, rounds: rounds)
    #expect(found == [])
  }

  /// Damage of another sort: whole segments taken out, doubled, exchanged and mixed between documents. Every source
  /// that can be read at all can be answered. `STOCKROOM_FUZZ` says for how many seconds, `STOCKROOM_SEED` with which
  /// numbers.
  @Test func survivesOtherOrders() throws {
    let seconds = ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"].flatMap { Double($0) } ?? 3
    let corpus = Corpora.files(in: "x12", endings: ["edi", "txt"], largest: 5000).compactMap { Corpora.sample($0) }
    let all = (Self.samples + corpus).map {
      $0.bytes.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    }
    let start = ContinuousClock.now
    let seed = ProcessInfo.processInfo.environment["STOCKROOM_SEED"].flatMap { UInt64($0) } ?? 11
    var generator = SeededGenerator(seed: seed)
    var mutator = ByteMutator(seed: seed &+ 1)
    var round = 0
    while ContinuousClock.now - start < .seconds(seconds) {
      round += 1
      var segments = all[Int.random(in: 0..<all.count, using: &generator)]
      let other = all[Int.random(in: 0..<all.count, using: &generator)]
      for _ in 0..<Int.random(in: 1...6, using: &generator) where segments.count > 1 {
        let place = Int.random(in: 0..<segments.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: segments.remove(at: place)
        case 1: segments.insert(segments[place], at: Int.random(in: 0..<segments.count, using: &generator))
        case 2: segments.swapAt(place, Int.random(in: 0..<segments.count, using: &generator))
        case 3: segments.insert(other[Int.random(in: 0..<other.count, using: &generator)], at: place)
        default: segments[place] = mutator.mutate(Array(segments[place]))[...]
        }
      }
      let bytes = Array(segments.joined(separator: [UInt8(ascii: "~")]))
      let source = ByteSource.memory(bytes, name: "fuzz", chunk: [7, 4096].randomElement(using: &generator) ?? 7)
      let reading = CollectedReading(of: X12Format.self, source: source, recordLimit: bytes.count + 16)
      try #require(reading.contractViolations == [], "round \(round): \(String(decoding: bytes, as: UTF8.self))")
      let sink = ByteSink.memory()
      _ = try? X12Format(options: X12Options()).acknowledge(
        source, with: AcknowledgementRequest(prepared: "2026-10-31T18:30"), to: sink)
      guard sink.byteCount > 0 else { continue }
      let answer = CollectedReading(of: X12Format.self, source: .memory(sink.collectedBytes, name: "answer"))
      // An answer is whole, and holds nothing that could be imported.
      let code = answer.error?.code.id
      try #require(code == nil || code == "x12-nothing-to-import", "round \(round): \(sink.collectedText)")
    }
    #expect(round > 100)
  }

  @Test func claimsItsOwn() {
    // Parts without an ISA segment are claimed as well: only this format can say what is missing.
    let own = Self.samples.filter { !$0.name.hasPrefix("unreadable-isa/") }
    let foreign = [
      ConformanceSample(name: "a.edi", text: "UNA:+.? '\nUNB+UNOC:3+A+B'"),
      ConformanceSample(name: "a.csv", text: "ISA,name,price\n1,2,3\n"),
      ConformanceSample(name: "a.x12", text: "ISABELLA*1*2"),
      ConformanceSample(name: "b.csv", text: "GS;ST;a;b;c\n1;2;3;4;5\n"),
      ConformanceSample(name: "c.csv", text: "ST|1000|2|3|4\nGS|1|2|3|4\n"),
      ConformanceSample(name: "d.csv", text: "GS,1,2,3,4\nST,1,2,3,4\n"),
    ]
    #expect(FormatConformance.sniffingViolations(of: X12Format.self, own: own, foreign: foreign) == [])
  }
}
