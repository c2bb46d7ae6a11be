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
    #expect(FormatConformance.refusedRowViolations(of: WooCommerceFormat.self, sample: sample, table: "variants") == [])
  }

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(
        of: WooCommerceFormat.self, samples: WooCommerceSamples.all, rounds: 1500, rowsPerByte: 4) == [])
  }

  /// As long as `STOCKROOM_FUZZ` says, in seconds: fixtures and collections, damaged.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] != nil, "STOCKROOM_FUZZ is not set"))
  func survivesDamageForLong() {
    let samples = WooCommerceSamples.all + Corpora.files(in: "commerce/woocommerce").compactMap { Corpora.sample($0) }
    #expect(
      FormatConformance.longMutationViolations(of: WooCommerceFormat.self, samples: samples, rowsPerByte: 4) == [])
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
