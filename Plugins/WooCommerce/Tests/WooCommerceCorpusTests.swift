import FormatKit
import FormatKitTesting
import Testing
import WooCommerceFormat

/// Files of real shops; the counts and sums were calculated by a script of Python's csv module.
@Suite(.enabled(if: Corpora.isAvailable("commerce"), "\(Corpora.notice)"))
struct WooCommerceCorpusTests {
  @Test func readsEveryFile() throws {
    let paths = Corpora.files(in: "commerce/woocommerce")
    #expect(paths.count == 1)
    let sample = try #require(paths.first.flatMap { Corpora.sample($0) })
    let reading = CollectedReading(of: WooCommerceFormat.self, source: sample.source())
    #expect(reading.error == nil)
    #expect(reading.contractViolations == [])
    #expect(reading.problemCodes == [])
    let found = reading.tables.map { "\($0.records.count) \($0.name)" }
    #expect(found.joined(separator: ", ") == "15 products, 20 variants, 26 prices")
    var totals: [String: Int] = [:]
    for (type, price) in zip(reading.values("prices", "price_type"), reading.values("prices", "price")) {
      totals[type ?? "", default: 0] += Int(price ?? "") ?? 100_000
    }
    #expect(totals == ["regular": 699, "sale": 168])
    let parents = reading.values("variants", "product_code")
    #expect(parents.count { $0 == "cc-hoodie" } == 6)
    #expect(parents.count { $0 == "cc-tee" } == 3)
    #expect(reading.values("variants", "colour").compactMap { $0 }.count == 14)
  }

  @Test func takesNothingOfOthers() {
    for path in Corpora.files(in: "commerce") where !path.contains("/woocommerce/") {
      guard let sample = Corpora.sample(path), let preview = try? sample.source().preview() else { continue }
      #expect(WooCommerceFormat.sniff(preview).score == 0, "\(path)")
    }
  }

  @Test func readsBackWhatItWrote() {
    let further =
      "Meta: _wpcom_is_markdown|Meta: _generate-sidebar-layout-meta|Download 1 name|Download 1 URL|Download 2 name|"
      + "Download 2 URL"
    let samples = Corpora.files(in: "commerce/woocommerce").compactMap { Corpora.sample($0) }
    #expect(
      FormatConformance.catalogueRoundTripViolations(
        of: WooCommerceFormat.self, samples: samples, writeOptions: ["further-columns": further]) == [])
  }
}
