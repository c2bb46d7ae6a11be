import FormatKit
import FormatKitTesting
import Foundation
import SquareFormat
import Testing

/// The fixtures of the format.
enum SquareSamples {
  static let folder = "Plugins/Square/Fixtures"
  static let all = GoldenFixtures.samples(in: folder)

  static func reading(_ text: String, options: [String: String] = [:]) -> CollectedReading {
    CollectedReading(of: SquareFormat.self, source: .text(text, name: "input.csv"), options: options)
  }
}

@Suite struct SquareConformanceTests {
  @Test func keepsTheContract() {
    let samples = SquareSamples.all.filter { !$0.name.hasPrefix("library/") }
    #expect(samples.count == 7)
    // How many fields records have is judged by all of them.
    let isJudgedByLaterLines = { (sample: ConformanceSample) in sample.name.hasPrefix("extra-empty") }
    #expect(
      FormatConformance.violations(of: SquareFormat.self, samples: samples.filter { !isJudgedByLaterLines($0) }) == [])
    #expect(
      FormatConformance.violations(
        of: SquareFormat.self, samples: samples.filter(isJudgedByLaterLines),
        checking: FormatConformance.Checks.all.subtracting(.cutOff)) == [])
  }

  @Test func readsFixturesAsExpected() {
    #expect(
      GoldenFixtures.violations(
        of: SquareFormat.self, folder: SquareSamples.folder,
        codesWithoutCase: SquareFormat.descriptor.problemCodes.filter { code in
          ["unwritable", "missing-value", "left-out"].contains { code.id.contains($0) }
        })
        == [])
  }

  @Test func readsBackWhatItWrote() {
    let samples = SquareSamples.all.filter { sample in
      ["library/", "with-stock/", "marked/"].contains { sample.name.hasPrefix($0) }
    }
    #expect(samples.count == 3)
    for sample in samples {
      let stock = sample.options["stock"].map { ["stock": $0, "currency": "GBP"] } ?? [:]
      let columns = ["further-columns": "Price Market|Modifier Set - Wrapping|Tax - VAT (20%)"]
      let locations = ["locations": "High Street, \"Old Bank\"|Market"]
      #expect(
        FormatConformance.catalogueRoundTripViolations(
          of: SquareFormat.self, samples: [sample],
          writeOptions: stock.merging(columns) { $1 }.merging(locations) { $1 }) == [])
    }
  }

  /// The rows of refused records are written unchanged, and are refused again for the same reasons.
  @Test func writesRefusedRowsBack() throws {
    let sample = try #require(SquareSamples.all.first { $0.name.hasPrefix("faults/") })
    #expect(FormatConformance.refusedRowViolations(of: SquareFormat.self, sample: sample, table: "variants") == [])
  }

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(
        of: SquareFormat.self, samples: SquareSamples.all, rounds: 1500, rowsPerByte: 4) == [])
  }

  /// As long as `STOCKROOM_FUZZ` says, in seconds: fixtures and collections, damaged.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] != nil, "STOCKROOM_FUZZ is not set"))
  func survivesDamageForLong() {
    let samples = SquareSamples.all + Corpora.files(in: "commerce/square").compactMap { Corpora.sample($0) }
    #expect(FormatConformance.longMutationViolations(of: SquareFormat.self, samples: samples, rowsPerByte: 4) == [])
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let foreign = [
      ConformanceSample(name: "goods.csv", text: "sku,item name,variation name\nA-1,Mug,Regular\n"),
      ConformanceSample(name: "some.csv", text: "Token,Item Name,Price\n1,A,3\n"),
      ConformanceSample(name: "shopify.csv", text: "Handle,Title,Variant SKU,Variant Price\nmug,Mug,A,3.00\n"),
      ConformanceSample(name: "names.json", text: "{\"variation name\": \"simple\"}\n"),
    ]
    let own = SquareSamples.all
    #expect(FormatConformance.sniffingViolations(of: SquareFormat.self, own: own, foreign: foreign) == [])
  }
}
