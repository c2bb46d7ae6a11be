import FormatKit
import FormatKitTesting
import Foundation
import SpreadsheetFormat
import Testing

/// The demands of the public suite, and the golden cases.
@Suite struct SpreadsheetConformanceTests {
  static let folder = "Plugins/Spreadsheet/Fixtures"
  /// Those that unpack to much are read once, as golden cases.
  static let samples = GoldenFixtures.samples(in: folder).filter { $0.bytes.count < 8000 }

  @Test func passesTheConformanceSuite() {
    #expect(FormatConformance.violations(of: SpreadsheetFormat.self, samples: Self.samples) == [])
  }

  @Test func readsTheGoldenCases() {
    let found = GoldenFixtures.violations(
      of: SpreadsheetFormat.self, folder: Self.folder, codesWithoutCase: [.xlsxTextTooLong, .xlsxTooManyRows])
    #expect(found == [])
  }

  @Test func writesWhatItReads() {
    #expect(FormatConformance.roundTripViolations(of: SpreadsheetFormat.self, samples: Self.samples) == [])
  }

  @Test func writesRefusedRecords() {
    for seed in 1...2 as ClosedRange<UInt64> {
      let found = FormatConformance.rejectViolations(of: SpreadsheetFormat.self, samples: Self.samples, seed: seed)
      #expect(found == [])
    }
  }

  /// One changed byte of packed data says little; `STOCKROOM_MUTATIONS` asks for more rounds.
  @Test func survivesDamage() {
    let rounds = ProcessInfo.processInfo.environment["STOCKROOM_MUTATIONS"].flatMap { Int($0) } ?? 3000
    let found = FormatConformance.mutationViolations(
      of: SpreadsheetFormat.self, samples: Self.samples, rounds: rounds, rowsPerByte: 128)
    #expect(found == [])
  }

  /// `STOCKROOM_FUZZ` says for how many seconds, `STOCKROOM_SEED` with which numbers.
  @Test(arguments: [TestWorkbook.everything, .document])
  func survivesDamageToParts(_ original: TestWorkbook) throws {
    let environment = ProcessInfo.processInfo.environment
    let seconds = environment["STOCKROOM_FUZZ"].flatMap { Double($0) }
    let rounds = environment["STOCKROOM_MUTATIONS"].flatMap { Int($0) } ?? (seconds == nil ? Seeds.rounds(3000) : .max)
    let seed = environment["STOCKROOM_SEED"].flatMap { UInt64($0) } ?? 7
    var generator = SeededGenerator(seed: seed)
    var mutator = ByteMutator(seed: seed &+ 1)
    let start = ContinuousClock.now
    for round in 0..<rounds {
      if let seconds, ContinuousClock.now - start > .seconds(seconds) { break }
      var workbook = original
      let index = Int.random(in: 0..<workbook.parts.count, using: &generator)
      let other = original.parts.randomElement(using: &generator)?.bytes ?? []
      workbook.parts[index].bytes = mutator.mutate(workbook.parts[index].bytes, mixing: other)
      let source = ByteSource.memory(workbook.archive, name: "damaged.xlsx")
      let begun = ProcessorTime.ofThread
      let reading = CollectedReading(of: SpreadsheetFormat.self, source: source, recordLimit: 300_000)
      try #require(reading.contractViolations == [], "round \(round) of seed \(seed): \(workbook.parts[index].name)")
      try #require(ProcessorTime.ofThread - begun < .seconds(20), "round \(round) of seed \(seed)")
    }
  }

  @Test func claimsItsOwn() {
    let refused: Set<String> = [
      "binary", "old-kind", "old-document", "protected", "other-archive", "text-document", "not-a-workbook", "sxc",
      "ods-text-document",
    ]
    let own = GoldenFixtures.samples(in: Self.folder).filter { sample in
      !refused.contains { sample.name.hasPrefix($0 + "/") }
    }
    let foreign =
      GoldenFixtures.samples(in: Self.folder).filter { sample in refused.contains { sample.name.hasPrefix($0 + "/") } }
      + [
        ConformanceSample(name: "a.csv", text: "PK,name\nA,B\n"), ConformanceSample(name: "a.xlsx", text: "sku,name\n"),
      ]
    #expect(FormatConformance.sniffingViolations(of: SpreadsheetFormat.self, own: own, foreign: foreign) == [])
  }
}
