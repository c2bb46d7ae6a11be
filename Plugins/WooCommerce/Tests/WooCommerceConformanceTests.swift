import FormatKit
import FormatKitTesting
import Foundation
import Testing
import WooCommerceFormat

/// The fixtures of the format.
enum WooCommerceSamples {
  static let folder = "Plugins/WooCommerce/Fixtures"
  static let all = GoldenFixtures.samples(in: folder)

  static func reading(_ text: String, options: [String: String] = [:]) -> CollectedReading {
    CollectedReading(of: WooCommerceFormat.self, source: .text(text, name: "input.csv"), options: options)
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

@Suite struct WooCommerceConformanceTests {
  @Test func keepsTheContract() {
    // A parent that comes after its variation is missing if the file is cut off between them. All records together
    // decide how many fields a record has.
    let isJudgedByLaterLines = { (sample: ConformanceSample) in
      sample.name.hasPrefix("parents-after/") || sample.name.hasPrefix("extra-empty/")
    }
    let late = WooCommerceSamples.all.filter(isJudgedByLaterLines)
    let others = WooCommerceSamples.all.filter { !isJudgedByLaterLines($0) && !$0.name.hasPrefix("shop/") }
    #expect(late.count == 2)
    #expect(others.count >= 4)
    #expect(FormatConformance.violations(of: WooCommerceFormat.self, samples: others) == [])
    let checks = FormatConformance.Checks.all.subtracting(.cutOff)
    #expect(FormatConformance.violations(of: WooCommerceFormat.self, samples: late, checking: checks) == [])
  }

  @Test func readsFixturesAsExpected() {
    #expect(
      GoldenFixtures.violations(
        of: WooCommerceFormat.self, folder: WooCommerceSamples.folder,
        codesWithoutCase: WooCommerceFormat.descriptor.problemCodes.filter { code in
          ["unwritable", "missing-value", "left-out"].contains { code.id.contains($0) }
        })
        == [])
  }

  @Test func readsBackWhatItWrote() {
    let samples = WooCommerceSamples.all.filter { sample in
      ["shop/", "with-stock/", "parents-after/"].contains { sample.name.hasPrefix($0) }
    }
    #expect(samples.count == 3)
    for sample in samples {
      let stock = sample.options["stock"].map { ["stock": $0, "currency": "EUR"] } ?? [:]
      #expect(
        FormatConformance.catalogueRoundTripViolations(
          of: WooCommerceFormat.self, samples: [sample],
          writeOptions: stock.merging(["further-columns": "Meta: _origin"]) { $1 }) == [])
    }
  }

  /// The rows of refused records are written unchanged, and are refused again for the same reasons.
  @Test func writesRefusedRowsBack() throws {
    let sample = try #require(WooCommerceSamples.all.first { $0.name.hasPrefix("faults/") })
    let reading = CollectedReading(of: WooCommerceFormat.self, source: sample.source(), options: sample.options)
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
    try WooCommerceFormat().writeRejects(of: sample.source(), RejectedRecords(refused), to: sink)
    #expect(sink.collectedText.hasPrefix("stockroom_record,stockroom_reason,"))
    let back = ByteSource.memory(sink.collectedBytes, name: "input.csv")
    #expect(try WooCommerceFormat.sniff(back.preview()).score > 90)
    let again = CollectedReading(of: WooCommerceFormat.self, source: back, options: sample.options)
    #expect(again.error == nil)
    #expect(again.contractViolations == [])
    #expect(again.table("variants")?.records.count == Set(refused.map(\.line)).count)
  }

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(
        of: WooCommerceFormat.self, samples: WooCommerceSamples.all, rounds: 1500, rowsPerByte: 4) == [])
  }

  /// As long as `STOCKROOM_FUZZ` says, in seconds: fixtures and collections, damaged.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] != nil, "STOCKROOM_FUZZ is not set"))
  func survivesDamageForLong() {
    let seconds = Int(ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] ?? "") ?? 1
    let samples = WooCommerceSamples.all + Corpora.files(in: "commerce/woocommerce").compactMap { Corpora.sample($0) }
    let start = ContinuousClock.now
    var seed: UInt64 = 1
    while ContinuousClock.now - start < .seconds(seconds) {
      #expect(
        FormatConformance.mutationViolations(
          of: WooCommerceFormat.self, samples: samples, rounds: 500, seed: seed, rowsPerByte: 4) == [], "seed \(seed)")
      seed += 1
    }
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let foreign = [
      ConformanceSample(name: "goods.csv", text: "sku,type,name\nA-1,simple,Mug\n"),
      ConformanceSample(name: "some.csv", text: "ID,Type,SKU,Name,Regular price,Stock\n1,simple,A,Mug,3,4\n"),
      ConformanceSample(
        name: "shopify.csv", text: "Handle,Title,Type,Variant SKU,Variant Price\nmug,Mug,Cups,A,3.00\n"),
      ConformanceSample(name: "types.json", text: "{\"type\": \"simple\"}\n"),
      ConformanceSample(name: "types.txt", text: "the type is simple\n"),
    ]
    let own = WooCommerceSamples.all
    #expect(FormatConformance.sniffingViolations(of: WooCommerceFormat.self, own: own, foreign: foreign) == [])
  }
}
