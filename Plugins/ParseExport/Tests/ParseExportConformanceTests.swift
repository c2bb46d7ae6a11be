import FormatKit
import FormatKitTesting
import Foundation
import JSONReading
import ParseExportFormat
import Testing

@Suite struct ParseExportConformanceTests {
  static let folder = "Plugins/ParseExport/Fixtures"
  static let samples = GoldenFixtures.samples(in: folder)

  @Test func keepsTheContract() {
    #expect(FormatConformance.violations(of: ParseExportFormat.self, samples: Self.samples) == [])
  }

  @Test func readsFixturesAsExpected() {
    // A value of that size is made by the tests of the shared reader.
    #expect(
      GoldenFixtures.violations(
        of: ParseExportFormat.self, folder: Self.folder, codesWithoutCase: [.jsonValueTooLarge]) == [])
  }

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(of: ParseExportFormat.self, samples: Self.samples, rounds: 1000) == [])
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let own = Self.samples.filter { ["whole/input.zip", "product-traps/input.json"].contains($0.name) }
    #expect(own.count == 2)
    let foreign = [
      ConformanceSample(name: "goods.json", text: "[{\"objectId\":\"a\",\"title\":\"b\"}]\n"),
      ConformanceSample(name: "page.json", text: "{\"results\":[{\"sku\":\"A\"}],\"next\":null}\n"),
      ConformanceSample(name: "goods.csv", text: "objectId,title\na,b\n"),
    ]
    #expect(FormatConformance.sniffingViolations(of: ParseExportFormat.self, own: own, foreign: foreign) == [])
  }

  /// The order of the files in the archive changes nothing: what is read is the same.
  @Test func readsClassesInAnyOrder() throws {
    let sample = try #require(Self.samples.first { $0.name == "whole/input.zip" })
    let reading = CollectedReading(of: ParseExportFormat.self, source: sample.source(), options: [:])
    #expect(reading.error == nil)
    // Stores are returned before products, although they come later in the archive.
    #expect(reading.tables.map(\.name).firstIndex(of: "locations") == 0)
    #expect(reading.findings.count { $0.name == "class kept as it came in" } == 3)
  }

  /// Corpus: a class export as it was found in the wild.
  @Test(.enabled(if: Corpora.folder("firebase") != nil, "STOCKROOM_CORPORA is not set"))
  func readsARealClassFile() throws {
    for path in Corpora.files(in: "firebase", largest: 1 << 22) where path.contains("parse/") && path.hasSuffix(".json")
    {
      let reading = CollectedReading(
        of: ParseExportFormat.self, source: try .file(path), options: ["class": "Store"])
      #expect(reading.error == nil, "\(path)")
      #expect(reading.tables.contains { $0.name == "locations" && !$0.records.isEmpty }, "\(path)")
    }
  }
}
