import FormatKit
import FormatKitTesting
import ShopifyFormat
import Testing

/// Files of real shops; the counts and sums were calculated by a script of Python's csv module.
@Suite(.enabled(if: Corpora.isAvailable("commerce"), "\(Corpora.notice)"))
struct ShopifyCorpusTests {
  @Test(arguments: [
    (
      "apparel.csv", "20 products, 22 variants, 22 prices, 22 stock_levels", "regular 1295", "22",
      "shopify-made-sku"
    ),
    (
      "home-and-garden.csv", "20 products, 21 variants, 37 prices, 21 stock_levels", "list 2031.98 regular 2345.84",
      "65", "shopify-made-sku"
    ),
  ])
  func readsEveryFile(_ name: String, _ counts: String, _ sums: String, _ stock: String, _ codes: String) throws {
    let path = try #require(Corpora.files(in: "commerce/shopify").first { $0.hasSuffix("/\(name)") })
    let sample = try #require(Corpora.sample(path))
    let reading = CollectedReading(of: ShopifyFormat.self, source: sample.source(), options: ["stock": "yes"])
    #expect(reading.error == nil)
    #expect(reading.contractViolations == [])
    let order = ["products", "variants", "barcodes", "prices", "stock_levels"]
    let found = order.compactMap { table in reading.table(table).map { "\($0.records.count) \(table)" } }
    #expect(found.joined(separator: ", ") == counts)
    #expect(Set(reading.problemCodes).sorted().joined(separator: " ") == codes)
    var totals: [String: Int] = [:]
    for (type, price) in zip(reading.values("prices", "price_type"), reading.values("prices", "price")) {
      totals[type ?? "", default: 0] += Self.hundredths(price)
    }
    let shown = totals.sorted { $0.key < $1.key }.map { "\($0.key) \(Self.shown($0.value))" }
    #expect(shown.joined(separator: " ") == sums)
    let quantity = reading.values("stock_levels", "quantity").reduce(0) { $0 + Self.hundredths($1) }
    #expect(Self.shown(quantity) == stock)
  }

  @Test func takesNothingOfOthers() {
    for path in Corpora.files(in: "commerce") where !path.contains("/shopify/") {
      guard let sample = Corpora.sample(path), let preview = try? sample.source().preview() else { continue }
      #expect(ShopifyFormat.sniff(preview).score == 0, "\(path)")
    }
  }

  @Test func readsBackWhatItWrote() {
    let samples = Corpora.files(in: "commerce/shopify").compactMap { Corpora.sample($0, options: ["stock": "yes"]) }
    #expect(samples.count == 2)
    #expect(
      FormatConformance.catalogueRoundTripViolations(
        of: ShopifyFormat.self, samples: samples, writeOptions: ["stock": "yes"]) == [])
  }

  private static func hundredths(_ text: String?) -> Int {
    let parts = (text ?? "").split(separator: ".")
    let fraction = parts.count > 1 ? (parts[1] + "00").prefix(2) : "00"
    return (Int(parts.first ?? "") ?? 0) * 100 + (Int(fraction) ?? 0)
  }

  private static func shown(_ hundredths: Int) -> String {
    let rest = hundredths % 100
    return rest == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
