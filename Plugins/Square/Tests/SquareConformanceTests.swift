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

extension CollectedReading {
  /// The values of one column of a table, nil where absent.
  func values(_ table: String, _ column: String) -> [String?] {
    guard let found = self.table(table) else { return [] }
    return found.segments.flatMap { segment in
      let place = segment.schema.index(of: column)
      return segment.records.map { record -> String? in
        guard let place, record.fields[place].kind != .absent else { return nil }
        return record.fields[place].text
      }
    }
  }

  /// The codes of all diagnostics and of the error that ended the source.
  var codes: [String] {
    (tables.flatMap(\.records).flatMap(\.diagnostics) + (error.map { [$0.diagnostic] } ?? [])).map(\.code.id)
  }
}

@Suite struct SquareConformanceTests {
  @Test func keepsTheContract() {
    let samples = SquareSamples.all.filter { !$0.name.hasPrefix("library/") }
    #expect(samples.count == 6)
    #expect(FormatConformance.violations(of: SquareFormat.self, samples: samples) == [])
  }

  @Test func readsFixturesAsExpected() {
    #expect(
      GoldenFixtures.violations(
        of: SquareFormat.self, folder: SquareSamples.folder,
        codesWithoutCase: SquareFormat.descriptor.diagnosticCodes.filter {
          $0.id.hasPrefix("square-unwritable")
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

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(
        of: SquareFormat.self, samples: SquareSamples.all, rounds: 1500, rowsPerByte: 4) == [])
  }

  /// As long as `STOCKROOM_FUZZ` says, in seconds: fixtures and collections, damaged.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] != nil, "STOCKROOM_FUZZ is not set"))
  func survivesDamageForLong() {
    let seconds = Int(ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] ?? "") ?? 1
    let samples = SquareSamples.all + Corpora.files(in: "commerce/square").compactMap { Corpora.sample($0) }
    let start = ContinuousClock.now
    var seed: UInt64 = 1
    while ContinuousClock.now - start < .seconds(seconds) {
      #expect(
        FormatConformance.mutationViolations(
          of: SquareFormat.self, samples: samples, rounds: 500, seed: seed, rowsPerByte: 4) == [], "seed \(seed)")
      seed += 1
    }
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
