import FormatKit
import FormatKitTesting
import Foundation
import SpreadsheetFormat
import Testing

/// What the public suite demands, and the golden cases.
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
      of: SpreadsheetFormat.self, samples: Self.samples, rounds: rounds, rowsPerByte: 16)
    #expect(found == [])
  }

  @Test func survivesDamageToParts() throws {
    let rounds = ProcessInfo.processInfo.environment["STOCKROOM_MUTATIONS"].flatMap { Int($0) } ?? 3000
    var generator = SeededGenerator(seed: 7)
    var mutator = ByteMutator(seed: 8)
    let original = TestWorkbook.everything
    for _ in 0..<rounds {
      var workbook = original
      let index = Int.random(in: 0..<workbook.parts.count, using: &generator)
      let other = original.parts.randomElement(using: &generator)?.bytes ?? []
      workbook.parts[index].bytes = mutator.mutate(workbook.parts[index].bytes, mixing: other)
      let source = ByteSource.memory(workbook.archive, name: "damaged.xlsx")
      let reading = CollectedReading(of: SpreadsheetFormat.self, source: source, recordLimit: 10_000)
      #expect(reading.contractViolations == [], "\(workbook.parts[index].name)")
      if !reading.contractViolations.isEmpty { break }
    }
  }

  @Test func claimsItsOwn() {
    let refused: Set<String> = [
      "binary", "open-document", "old-kind", "protected", "other-archive", "text-document", "not-a-workbook",
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
