import Exchange
import Foundation
import ProblemKit
import Reconciliation
import RetailValues
import Stock
import Testing

/// The corner shop from its files, compared with the numbers that `derive.sql` computed without this code.
struct CornerShopTests {
  static let folder = SampleShop.samples.appending(path: "corner-shop")

  static func file(_ name: String) -> URL { folder.appending(path: name) }

  static func profile(_ name: String) -> URL { folder.appending(path: "profiles/\(name).yml") }

  /// Imports a file of the shop without a single problem.
  static func take(_ name: String, as kind: String? = nil, by profile: String? = nil, into shop: SampleShop) throws {
    let summary = try shop.take(file(name), as: kind, by: profile.map(Self.profile))
    try #require(summary.problemCounts["error"] ?? 0 == 0, "\(name): \(summary.problems)")
  }

  /// A shop with the catalog, Acme's goods from one of the four price lists.
  static func catalog(_ priceList: String, by profile: String) throws -> SampleShop {
    let shop = try SampleShop(currency: "EUR", timeZone: "Europe/Berlin")
    for name in ["locations", "suppliers", "categories", "colours"] {
      try take("shop/\(name).csv", as: name, into: shop)
    }
    try take(priceList, by: profile, into: shop)
    for name in ["products", "variants", "barcodes", "prices"] { try take("shop/\(name).csv", as: name, into: shop) }
    try take("shop/supplier-items.csv", as: "supplier_items", into: shop)
    return shop
  }

  /// The shop on the evening of 31 October, counted, with one unknown code.
  static func countedShop() throws -> SampleShop {
    let shop = try catalog("acme-price-list.csv", by: "acme-price-list")
    try take("price-changes-2026-10-15.csv", as: "prices", into: shop)
    try take("opening-stock.csv", as: "stock_levels", into: shop)
    try take("order-2026-10.csv", by: "order", into: shop)
    try take("receipts.csv", as: "receipts", into: shop)
    try take("transfers.csv", as: "movements", into: shop)
    try take("write-offs.csv", as: "movements", into: shop)
    try take("sales-2026-10.csv", as: "sales", into: shop)
    try take("count-session.csv", as: "counts", into: shop)
    try take("count-2026-10-31.csv", as: "count_lines", into: shop)
    return shop
  }

  static let catalogQueries = [
    """
    SELECT p.code, p.title, p.description, c.code, b.code, p.stock_unit, p.tax_rate, p.status, p.attributes
    FROM products p LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN brands b ON b.id = p.brand_id ORDER BY 1
    """,
    """
    SELECT v.sku, p.code, v.title, c.code, v.size, v.standard_cost, v.attributes
    FROM variants v JOIN products p ON p.id = v.product_id LEFT JOIN colours c ON c.id = v.colour_id ORDER BY 1
    """,
    """
    SELECT b.canonical, b.code, b.symbology, v.sku, b.pack_quantity
    FROM barcodes b JOIN variants v ON v.id = b.variant_id ORDER BY 1
    """,
    """
    SELECT s.code, v.sku, i.supplier_code, i.unit_cost, i.currency, i.pack_size, i.order_unit, i.minimum_order
    FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id JOIN variants v ON v.id = i.variant_id ORDER BY 1, 2
    """,
    """
    SELECT v.sku, p.price_type, p.currency, p.valid_from, p.price, p.valid_to, p.tax_included
    FROM prices p JOIN variants v ON v.id = p.variant_id ORDER BY 1, 2, 3, 4
    """,
    "SELECT c.code, c.name, p.code FROM categories c LEFT JOIN categories p ON p.id = c.parent_id ORDER BY 1",
    "SELECT code FROM brands ORDER BY 1", "SELECT code, family, red, green, blue FROM colours ORDER BY 1",
  ]

  @Test func everyFormOfThePriceListGivesTheSameCatalog() throws {
    let first = try Self.catalog("acme-price-list.csv", by: "acme-price-list")
    #expect(try first.texts("SELECT COUNT(*) FROM variants") == ["306"])
    for (name, profile) in [
      ("price-list.csv", "price-list"), ("price-list.json", "price-list-json"), ("price-list.xml", "price-list-xml"),
    ] {
      let other = try Self.catalog(name, by: profile)
      for query in Self.catalogQueries { #expect(try other.texts(query) == first.texts(query), "\(name)") }
    }
  }

  @Test func stockAndAverageCostAreAsDerived() throws {
    let shop = try Self.countedShop()
    let expected = try sampleRows(Self.file("expected-stock.csv")).map { row in
      ["sku", "location", "on_hand_milli", "average_cost_micro"].map { row[$0] ?? "" }.joined(separator: ",")
    }
    let found = try shop.texts(
      """
      SELECT v.sku, l.code, SUM(b.quantity), (SELECT h.average_cost FROM cost_history h WHERE h.variant_id = v.id
        ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1)
      FROM balances b JOIN variants v ON v.id = b.variant_id JOIN locations l ON l.id = b.location_id
      GROUP BY v.sku, l.code ORDER BY v.sku, l.code
      """)
    #expect(found == expected)
  }

  @Test func knownLossesAndSalesAreAsDerived() throws {
    let shop = try Self.countedShop()
    let expected = try sampleRows(Self.file("expected.csv"))
    let clock = shop.database.settings.clock
    let from = try #require(Timestamp("2026-10-01", clock: clock)).millisecondsSince1970
    let to = try #require(Timestamp("2026-11-01", clock: clock)).millisecondsSince1970
    let period = "effective_at >= \(from) AND effective_at < \(to)"
    let names = "JOIN report_locations l USING (location_id) JOIN report_variants v USING (variant_id)"
    var found = try shop.texts(
      """
      SELECT l.location, v.category, 'known-cost ' || reason, COALESCE(SUM(loss_cost_minor), 0)
      FROM report_known_losses \(names) WHERE \(period) GROUP BY 1, 2, 3
      UNION ALL SELECT l.location, v.category, 'known-retail ' || reason, SUM(loss_retail_minor)
      FROM report_known_losses \(names) WHERE \(period) GROUP BY 1, 2, 3
      UNION ALL SELECT l.location, v.category, 'net-sales', SUM(net_sales_minor)
      FROM report_sales \(names) WHERE \(period) GROUP BY 1, 2, 3
      """)
    found.sort()
    let wanted = expected.filter { row in
      let measure = row["measure"] ?? ""
      return row["scope"] != "all" && row["category"] != "all"
        && (measure.hasPrefix("known-cost ") || measure.hasPrefix("known-retail ") || measure == "net-sales")
    }
    #expect(wanted.count > 30)
    #expect(
      found
        == wanted.map { row in
          let cents = Int((row["value"] ?? "").replacing(".", with: "")).map(String.init) ?? ""
          return [row["scope"] ?? "", row["category"] ?? "", row["measure"] ?? "", cents].joined(separator: ",")
        }.sorted())
  }

  @Test func theCountIsBlockedUntilTheUnknownItemIsRegistered() throws {
    let shop = try Self.countedShop()
    let blocked = Reconciliation(of: try shop.database.countFacts("1"))
    #expect(blocked.unknownItems.map(\.code) == ["2419999000423"])
    #expect(!blocked.problems.isEmpty)
    try Self.take("count-unknown-item.csv", by: "price-list", into: shop)
    #expect(try shop.database.resolveKnownItems(in: "1") == 1)
    let reconciliation = Reconciliation(of: try shop.database.countFacts("1"))
    #expect(reconciliation.problems.isEmpty)
    #expect(reconciliation.unknownItems.isEmpty)
  }

  @Test func countLinesAndTotalsAreAsDerived() throws {
    let shop = try Self.countedShop()
    try Self.take("count-unknown-item.csv", by: "price-list", into: shop)
    try shop.database.resolveKnownItems(in: "1")
    let reconciliation = Reconciliation(of: try shop.database.countFacts("1"))
    let clock = shop.database.settings.clock
    let expected = try sampleRows(Self.file("expected-count-lines.csv")).filter { $0["counted_milli"] != "" }
    let counted = reconciliation.lines.filter { $0.fact.counted != nil }.map { ($0.fact.sku, $0) }
    let lines = Dictionary(counted) { first, _ in first }
    #expect(Set(lines.keys) == Set(expected.compactMap { $0["sku"] }))
    for row in expected {
      let sku = row["sku"] ?? ""
      let line = try #require(lines[sku])
      #expect(line.fact.asOf == Timestamp(row["as_of"] ?? "", clock: clock), "\(sku)")
      #expect("\(line.fact.counted?.scaled ?? -1)" == row["counted_milli"], "\(sku)")
      #expect("\(line.fact.expected.scaled)" == row["expected_milli"], "\(sku)")
      #expect((line.variance?.scaled).map(String.init) == row["variance_milli"], "\(sku)")
      #expect((line.unitCost?.scaled).map(String.init) ?? "" == row["unit_cost_micro"], "\(sku)")
      #expect(line.costSource.rawValue == row["cost_source"], "\(sku)")
      #expect((line.costValue?.minorUnits).map(String.init) ?? "" == row["variance_cost_cents"], "\(sku)")
      #expect((line.fact.retailPrice?.minorUnits).map(String.init) ?? "" == row["retail_price_cents"], "\(sku)")
      #expect((line.retailValue?.minorUnits).map(String.init) ?? "" == row["variance_retail_cents"], "\(sku)")
    }
    let statement = try sampleRows(Self.file("expected.csv")).filter { row in
      row["scope"] == "shop" && row["category"] == "all"
    }
    func cents(_ measure: String) throws -> Int64 {
      let row = try #require(statement.first { $0["measure"] == measure })
      return try #require(Int64((row["value"] ?? "").replacing(".", with: "")))
    }
    let totals = reconciliation.totals
    #expect(try totals.grossLoss.cost.minorUnits == cents("unknown-gross-loss-cost"))
    #expect(try totals.grossGain.cost.minorUnits == cents("unknown-gross-gain-cost"))
    #expect(try totals.grossLoss.retail.minorUnits == cents("unknown-gross-loss-retail"))
    #expect(try totals.grossGain.retail.minorUnits == cents("unknown-gross-gain-retail"))
    #expect(try totals.unknown.cost.minorUnits == cents("unknown-net-cost"))
    #expect(try totals.unknown.retail.minorUnits == cents("unknown-net-retail"))
  }
}
