import Exchange
import FormatKitTesting
import Foundation
import ProblemKit
import Stock
import Testing

/// The shipped profiles on the real files for which they were written: the resulting records, and the stock that they
/// move.
struct ProfileCorpusTests {
  /// The expected records of one file with one profile, by record kind.
  struct Expectation {
    let file: String
    let profile: String
    var kinds: [String: [String: String]] = [:]

    func sum(_ column: String, _ names: [String]) -> Int {
      names.reduce(0) { $0 + (Int(kinds[$1]?[column] ?? "") ?? 0) }
    }
  }

  /// A shop for each group of files that belong together, in the order in which they must come.
  static let groups: [(name: String, currency: String, profiles: [String])] = [
    ("shopify/apparel", "USD", ["shopify"]), ("shopify/home", "USD", ["shopify"]),
    ("woocommerce", "USD", ["woocommerce"]), ("ConfigurableSampleData", "USD", ["magento"]),
    ("CatalogSampleData", "USD", ["magento-gear", "magento-gear-straps"]),
    ("BundleSampleData", "USD", ["magento-bundles"]), ("GroupedProductSampleData", "USD", ["magento-groups"]),
    ("books-small", "GBP", ["oscar-books"]), ("books-stock", "GBP", ["oscar-stock-update"]),
    ("uci-online-retail", "GBP", ["uci-online-retail"]),
    (
      "adventureworks", "USD",
      [
        "adventureworks-location", "adventureworks-product-model", "adventureworks-product",
        "adventureworks-product-inventory", "adventureworks-product-vendor",
      ]
    ),
    (
      "wide-world-importers/csv", "USD",
      [
        "wwi-stock-items", "wwi-stock-item-barcodes", "wwi-stock-groups", "wwi-holdings-stock", "wwi-holdings-counts",
        "wwi-purchase-orders",
      ]
    ),
    ("wide-world-importers/json/Warehouse.StockGroups", "USD", ["wwi-stock-groups"]),
    (
      "openboxes", "USD",
      [
        "openboxes-categories", "openboxes-locations", "openboxes-products", "openboxes-product-suppliers",
        "openboxes-inventory-stock", "openboxes-inventory-count",
      ]
    ),
    ("inventree", "USD", ["inventree"]),
  ]

  static func expectations() throws -> [Expectation] {
    var all: [Expectation] = []
    for row in try sampleRows(SampleShop.samples.appending(path: "profiles/expected-records.csv")) {
      let file = row["corpus_file"] ?? ""
      let profile = row["profile"] ?? ""
      if all.last?.file != file || all.last?.profile != profile {
        all.append(Expectation(file: file, profile: profile))
      }
      all[all.count - 1].kinds[row["kind"] ?? ""] = row
    }
    return all
  }

  /// Sales, movements and stock levels are all movements of the ledger.
  static let movingKinds = ["sales", "movements", "stock_levels"]

  @Test(.enabled(if: Corpora.isAvailable(), "\(Corpora.notice)"), arguments: groups.indices)
  func recordsAreThoseCountedDirectly(index: Int) throws {
    let group = Self.groups[index]
    let shop = try SampleShop(currency: group.currency, timeZone: "UTC")
    let place = FileManager.default.temporaryDirectory.appending(path: "place-\(UUID().uuidString).csv")
    try Data("location,location_name\nmain,Main\n".utf8).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    _ = try shop.take(place, as: "locations")
    let corpora = URL(filePath: try #require(Corpora.folder()))
    let wanted = try Self.expectations().filter { $0.file.contains(group.name) }
    #expect(!wanted.isEmpty)
    for profile in group.profiles {
      // A week of invoices shows as much as a month of them.
      for expectation in wanted.filter({ $0.profile == profile }).prefix(7) {
        try check(expectation, in: shop, corpora: corpora)
      }
    }
  }

  private func check(_ expectation: Expectation, in shop: SampleShop, corpora: URL) throws {
    let moved = "SELECT COALESCE(SUM(quantity), 0) FROM movements"
    let before = try Int(shop.texts(moved).first ?? "") ?? 0
    let summary = try shop.take(
      corpora.appending(path: expectation.file),
      by: SampleShop.samples.appending(path: "profiles/\(expectation.profile).yml"), at: "main")
    let name = "\(expectation.file) by \(expectation.profile)"
    func records(_ kind: String, _ actions: Set<PlanAction>? = nil) -> Int {
      summary.counts.filter { $0.kind == kind && actions?.contains($0.action) != false }.reduce(0) { $0 + $1.records }
    }
    for kind in expectation.kinds.keys.sorted() where !Self.movingKinds.contains(kind) {
      #expect(records(kind) == expectation.sum("records", [kind]), "\(kind) of \(name)")
      #expect(records(kind, [.reject]) == expectation.sum("rejected", [kind]), "\(kind) rejected of \(name)")
      #expect(records(kind, [.conflict]) == expectation.sum("conflicts", [kind]), "\(kind) in conflict of \(name)")
    }
    for kind in Self.movingKinds {
      #expect(records(kind) == expectation.sum("records", [kind]), "\(kind) of \(name)")
    }
    let troubles = ["rejected", "conflicts"].map { expectation.sum($0, Array(expectation.kinds.keys)) }.reduce(0, +)
    #expect((summary.errorCount == 0) == (troubles == 0), "\(name): \(summary.problems)")
    let after = try Int(shop.texts(moved).first ?? "") ?? 0
    let units = expectation.sum("quantity", ["movements", "stock_levels"]) - expectation.sum("quantity", ["sales"])
    #expect(after - before == units * 1000, "units moved by \(name)")
  }
}
