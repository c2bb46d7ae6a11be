import FormatKit
import FormatKitTesting
import Testing
import XMLFormat

/// What the public suite demands, and the golden cases.
struct XMLConformanceTests {
  static let samples = GoldenFixtures.samples(in: "Plugins/XML/Fixtures").filter { $0.bytes.count < 2000 }

  @Test func passesTheConformanceSuite() {
    #expect(FormatConformance.violations(of: XMLFormat.self, samples: Self.samples) == [])
  }

  @Test func readsTheGoldenCases() {
    let found = GoldenFixtures.violations(
      of: XMLFormat.self, folder: "Plugins/XML/Fixtures",
      codesWithoutCase: [.xmlIllegalCharacter, .xmlRecordTooLarge])
    #expect(found == [])
  }

  @Test func writesWhatItReads() {
    let found = FormatConformance.roundTripViolations(
      of: XMLFormat.self, samples: Self.samples, missingFields: .kept)
    #expect(found == [])
  }

  @Test func survivesDamage() {
    #expect(FormatConformance.mutationViolations(of: XMLFormat.self, samples: Self.samples, rounds: 4000) == [])
  }

  @Test func writesRefusedRecords() {
    for seed in 1...2 as ClosedRange<UInt64> {
      #expect(FormatConformance.rejectViolations(of: XMLFormat.self, samples: Self.samples, seed: seed) == [])
    }
    #expect(FormatConformance.rejectMutationViolations(of: XMLFormat.self, samples: Self.samples, rounds: 600) == [])
  }

  @Test(.enabled(if: Corpora.isAvailable("ubl"), "\(Corpora.notice)"), arguments: ["ubl", "onix", "commerce"])
  func writesRefusedRecordsOfOthers(_ folder: String) {
    let paths = Corpora.files(in: folder, endings: ["xml"], largest: 60_000)
    let samples = paths.compactMap { Corpora.sample($0) }
    #expect(samples.isEmpty || FormatConformance.rejectViolations(of: XMLFormat.self, samples: samples) == [])
  }

  @Test func claimsItsOwn() {
    let foreign = [
      ConformanceSample(name: "a.csv", text: "sku,name\nA,<b>\n"),
      ConformanceSample(name: "a.json", text: "[{\"a\": \"<x/>\"}]"),
      ConformanceSample(name: "a.html", text: "<!DOCTYPE html>\n<html><body/></html>"),
      ConformanceSample(name: "a.txt", text: "< 5 pieces left"),
    ]
    let own = Self.samples.filter { $0.bytes.contains(0x3C) }
    #expect(FormatConformance.sniffingViolations(of: XMLFormat.self, own: own, foreign: foreign) == [])
  }
}
