import GRDB
import Stock
import Testing

@testable import Reporting

/// A boutique with a sales event, sections (one without a position), and colours that are similar.
private enum Boutique {
  static func fill(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO locations (code, name) VALUES ('store', 'The <store>');
        INSERT INTO categories (code, name, parent_id) VALUES ('tops', 'Tops', NULL), ('shirts', 'Shirts', 1);
        INSERT INTO colours (code, family, red, green, blue) VALUES ('Navy Blue', 'Blue', 0, 0, 128),
          ('Navi Blue', 'Blue', 90, 90, 90), ('Sky', 'Blue', 135, 206, 235), ('Pale Sky', 'Blue', 136, 205, 233),
          ('Sand', 'Brown', NULL, NULL, NULL), ('Odd & even', NULL, 1, 2, 3);
        INSERT INTO products (code, title, description, category_id, status) VALUES
          ('A', 'Shirt "A"', 'Linen' || char(10) || 'and cotton', 2, 'active'), ('B', 'Blouse', NULL, 1, NULL),
          ('C', 'Coat', NULL, NULL, 'discontinued'), ('D', 'Dress', NULL, NULL, NULL);
        INSERT INTO variants (sku, product_id, colour_id, size) VALUES ('A/N/S', 1, 1, 'Small'), ('A/N/XS', 1, 1, 'XSmall'),
          ('A/S/S', 1, 3, 'Small'), ('B/O/M', 2, 6, 'Medium'), ('C', 3, NULL, NULL), ('D', 4, NULL, NULL);
        INSERT INTO prices (variant_id, price_type, currency, valid_from, price) VALUES
          (1, 'regular', 'EUR', 0, 1999), (2, 'regular', 'EUR', 0, 1999), (3, 'regular', 'EUR', 0, 1999),
          (4, 'regular', 'EUR', 0, 5000), (4, 'sale', 'EUR', 0, 4500), (5, 'regular', 'EUR', 0, 100),
          (1, 'regular', 'USD', 0, 1);
        INSERT INTO sales_events (code, title, starts_at, ends_at) VALUES
          ('s', 'Sale', 1577836800000, NULL), ('old', 'Old sale', 1577836800000, 1580515200000);
        INSERT INTO sales_event_rates (event_id, rate_group, category_id, product_id, mark_off) VALUES
          (1, 'tops', 1, NULL, 50000), (1, 'shirts', 2, NULL, 125000), (2, 'all', NULL, NULL, 500000);
        INSERT INTO documents (kind, party, number) VALUES ('movement', '', '1');
        INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, document_id, document_line)
          VALUES (1, 1, 2000, 'opening', 1, 1, 1, '1'), (3, 1, 1000, 'opening', 1, 1, 1, '2');
        INSERT INTO sections (location_id, section, title, map_x, map_y, map_width, map_height) VALUES
          (1, '1', 'Tops <new>', 0, 0, 100, 50), (1, '2', NULL, 0, 60, 100, 40), (1, '3', 'Store room', NULL, NULL, NULL, NULL);
        INSERT INTO section_products (location_id, section, product_id) VALUES (1, '1', 1), (1, '9', 2);
        """)
    try Ledger.rebuildBalances(database)
  }

  static let reports = ["catalog-page", "colours", "price-list", "store-map"]
}

private let textFormats = ReportFormat.allCases.filter { $0 != .xlsx && $0 != .pdf }

@Test(arguments: Boutique.reports, textFormats)
private func reportsOfABoutiqueWriteTheirGoldenOutput(_ name: String, format: ReportFormat) throws {
  try withShop(Boutique.fill) { path in
    try expectGolden(
      try shippedReports.report(named: name).text(on: path, format: format), "\(name).\(format.rawValue)")
  }
}

@Test(arguments: Boutique.reports, textFormats)
private func anEmptyShopHasReportsOfABoutiqueToo(_ name: String, format: ReportFormat) throws {
  try withShop { _ in
  } _: { path in
    try expectGolden(
      try shippedReports.report(named: name).text(on: path, format: format), "empty-\(name).\(format.rawValue)")
  }
}

@Test(
  arguments: [
    ("2026-11-21T12:00", ["A": "17.49", "B": "45.00", "D": nil]), ("2020-01-15T12:00", ["A": "10.00", "B": "25.00"]),
    ("2019-12-31T12:00", ["A": "19.99", "B": "45.00"]),
  ] as [(String, [String: String?])])
private func pricesOfAMomentAreTheLowest(moment: String, expected: [String: String?]) throws {
  try withShop(Boutique.fill) { path in
    let data = try shippedReports.report(named: "price-list").data(on: path, ["moment": moment])
    let items = try #require(data["items"] as? [[String: Any]])
    for (product, price) in expected {
      let found = items.filter { ($0["sku"] as? String)?.hasPrefix(product) == true }
      #expect(!found.isEmpty)
      #expect(found.allSatisfy { $0["price"] as? String == price })
    }
  }
}

/// The catalog leaves out items without a price, and shows no quantity if only availability is requested.
@Test private func theCatalogTellsAsMuchAsIsWanted() throws {
  try withShop(Boutique.fill) { path in
    let report = try shippedReports.report(named: "catalog-page")
    let data = try report.data(on: path, ["stock": "availability"])
    let products = try #require(data["products"] as? [[String: Any]])
    // By the names of their categories, Shirts and Tops.
    #expect(products.map { $0["product_code"] as? String } == ["A", "B"])
    let sizes = try #require(data["sizes"] as? [[String: Any]])
    #expect(sizes.allSatisfy { !($0["quantity_left"] is String) })
    #expect(sizes.contains { $0["is_left"] as? Bool == true } && sizes.contains { $0["is_left"] as? Bool == false })
  }
}
