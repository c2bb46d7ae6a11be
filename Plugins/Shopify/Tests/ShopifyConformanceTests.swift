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
    #expect(FormatConformance.refusedRowViolations(of: ShopifyFormat.self, sample: sample, table: "variants") == [])
  }

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(
        of: ShopifyFormat.self, samples: ShopifySamples.all, rounds: 1500, rowsPerByte: 4) == [])
  }

  /// As long as `STOCKROOM_FUZZ` says, in seconds: fixtures and collections, damaged.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] != nil, "STOCKROOM_FUZZ is not set"))
  func survivesDamageForLong() {
    let samples = ShopifySamples.all + Corpora.files(in: "commerce/shopify").compactMap { Corpora.sample($0) }
    #expect(FormatConformance.longMutationViolations(of: ShopifyFormat.self, samples: samples, rowsPerByte: 4) == [])
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
