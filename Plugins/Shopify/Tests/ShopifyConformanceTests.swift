import FormatKit
import FormatKitTesting
import Foundation
import ShopifyFormat
import Testing

/// The fixtures of the format.
enum ShopifySamples {
  static let folder = "Plugins/Shopify/Fixtures"
  static let all = GoldenFixtures.samples(in: folder)

  static func reading(_ text: String, options: [String: String] = [:]) -> CollectedReading {
    CollectedReading(of: ShopifyFormat.self, source: .text(text, name: "input.csv"), options: options)
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

  /// The codes of all problems and of the error that ended the source.
  var codes: [String] {
    (tables.flatMap(\.records).flatMap(\.problems) + (error.map { [$0.first] } ?? [])).map(\.code.id)
  }
}

@Suite struct ShopifyConformanceTests {
  @Test func keepsTheContract() {
    // Reading a sample some hundred times is for small ones, and once for those of the same bytes.
    let samples = ShopifySamples.all.filter { $0.bytes.count < 4096 && !$0.name.hasPrefix("classic/") }
    #expect(samples.count >= 8)
    #expect(FormatConformance.violations(of: ShopifyFormat.self, samples: samples) == [])
  }

  @Test func readsFixturesAsExpected() {
    #expect(
      GoldenFixtures.violations(
        of: ShopifyFormat.self, folder: ShopifySamples.folder,
        codesWithoutCase: ShopifyFormat.descriptor.problemCodes.filter { code in
          ["unwritable", "missing-value", "left-out"].contains { code.id.contains($0) }
        })
        == [])
  }

  @Test(arguments: ["current", "classic"]) func readsBackWhatItWrote(_ header: String) {
    let further =
      "Google Shopping / MPN|Color (product.metafields.shopify.color-pattern)|Price / International|Loyalty points"
    let samples = ShopifySamples.all.filter { sample in
      ["classic/", "with-stock/", "current/", "semicolons/", "images-only/", "many-images/"].contains {
        sample.name.hasPrefix($0)
      }
    }
    #expect(samples.count == 6)
    for sample in samples {
      let stock = sample.options["stock"].map { ["stock": $0, "currency": "EUR"] } ?? [:]
      #expect(
        FormatConformance.catalogueRoundTripViolations(
          of: ShopifyFormat.self, samples: [sample],
          writeOptions: stock.merging(["headers": header, "further-columns": further]) { $1 }) == [])
    }
  }

  /// The rows of refused records are written unchanged, and are refused again for the same reasons.
  @Test func writesRefusedRowsBack() throws {
    let sample = try #require(ShopifySamples.all.first { $0.name.hasPrefix("faults/") })
    let reading = CollectedReading(of: ShopifyFormat.self, source: sample.source(), options: sample.options)
    var refused: [RejectedRecord] = []
    for table in reading.tables {
      for record in table.records where record.problems.contains(where: { $0.severity == .error }) {
        let place = record.position
        refused.append(
          RejectedRecord(
            record: place.record, table: table.name, line: place.line, byteOffset: place.byteOffset, mark: "m",
            reasons: record.problems.map(\.message)))
      }
    }
    refused.sort { ($0.byteOffset, $0.record, $0.table) < ($1.byteOffset, $1.record, $1.table) }
    let sink = ByteSink.memory()
    try ShopifyFormat().writeRejects(of: sample.source(), RejectedRecords(refused), to: sink)
    #expect(sink.collectedText.hasPrefix("stockroom_record,stockroom_reason,"))
    let back = ByteSource.memory(sink.collectedBytes, name: "input.csv")
    #expect(try ShopifyFormat.sniff(back.preview()).score > 90)
    let again = CollectedReading(of: ShopifyFormat.self, source: back, options: sample.options)
    #expect(again.error == nil)
    #expect(again.contractViolations == [])
    #expect(again.table("variants")?.records.count == Set(refused.map(\.line)).count)
  }

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(
        of: ShopifyFormat.self, samples: ShopifySamples.all, rounds: 1500, rowsPerByte: 4) == [])
  }

  /// As long as `STOCKROOM_FUZZ` says, in seconds: fixtures and collections, damaged.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] != nil, "STOCKROOM_FUZZ is not set"))
  func survivesDamageForLong() {
    let seconds = Int(ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] ?? "") ?? 1
    let samples = ShopifySamples.all + Corpora.files(in: "commerce/shopify").compactMap { Corpora.sample($0) }
    let start = ContinuousClock.now
    var seed: UInt64 = 1
    while ContinuousClock.now - start < .seconds(seconds) {
      #expect(
        FormatConformance.mutationViolations(
          of: ShopifyFormat.self, samples: samples, rounds: 500, seed: seed, rowsPerByte: 4) == [], "seed \(seed)")
      seed += 1
    }
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let foreign = [
      ConformanceSample(name: "goods.csv", text: "sku,name\nA-1,Mug\n"),
      ConformanceSample(name: "some.csv", text: "Handle,Title,Vendor,Price\nmug,Mug,Potter,3.00\n"),
      ConformanceSample(
        name: "loyverse.csv", text: "Handle,SKU,Name,Category,Sold by weight,Price,Cost,Barcode\nmug,1,Mug,,N,3,1,\n"),
      ConformanceSample(name: "woo.csv", text: "ID,Type,SKU,Name,Published,Is featured?\n1,simple,A,Mug,1,0\n"),
      ConformanceSample(name: "handles.json", text: "{\"handle\": \"Body (HTML)\"}\n"),
      ConformanceSample(name: "handles.txt", text: "handle with care\n"),
    ]
    let own = ShopifySamples.all.filter { !$0.name.hasPrefix("unclosed/") }
    #expect(FormatConformance.sniffingViolations(of: ShopifyFormat.self, own: own, foreign: foreign) == [])
  }
}
