import FormatKitTesting
import Foundation
import GRDB
import ProblemKit
import RetailValues
import StockTesting
import Testing

@testable import CatalogSearch
@testable import Stock

@Suite struct CatalogSearchTests {
  private static let now = Timestamp(millisecondsSince1970: 1000)

  @Test(arguments: Seeds.of(1...12)) func whatIsFoundIsWhatALoopFinds(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let catalog = PlainCatalog(&random)
    try withShop { shop in
      try shop.write { try catalog.fill($0) }
      var found = 0
      for _ in 0..<60 {
        let query = PlainCatalog.query(&random)
        let products = try shop.products(query, at: Self.now)
        #expect(Set(products) == catalog.found(query, now: 1000), "\(query)")
        #expect(Set(products).count == products.count)
        found += products.count
      }
      #expect(found > 100)
    }
  }

  @Test(arguments: Seeds.of(1...8)) func eachFacetCountsWhatItsValuesWouldFind(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed + 100))
    let catalog = PlainCatalog(&random)
    try withShop { shop in
      try shop.write { try catalog.fill($0) }
      for _ in 0..<12 {
        let query = PlainCatalog.query(&random)
        let counts = try shop.catalogFacets(query, at: Self.now)
        func expect(_ facet: CatalogFacet, _ values: [String], _ set: (inout CatalogQuery, String) -> Void) {
          let expected = values.map { value -> (String, Int) in
            var narrowed = query
            set(&narrowed, value)
            return (value, catalog.found(narrowed, now: 1000).count)
          }.filter { $0.1 > 0 }
          let found = counts[facet, default: []].map { "\($0.value): \($0.products)" }.sorted()
          #expect(found == expected.map { "\($0.0): \($0.1)" }.sorted(), "\(facet) of \(query)")
        }
        expect(.category, (0..<8).map { "C\($0)" }) { $0.categories = [$1] }
        expect(.brand, ["B0", "B1", "B2"]) { $0.brands = [$1] }
        expect(.store, ["L0", "L1", "L2"]) { $0.stores = [$1] }
        expect(.size, PlainCatalog.sizes) { $0.sizes = [$1] }
        expect(.gender, PlainCatalog.genders) { $0.genders = [$1] }
        expect(.colour, ["K0", "K1", "K2", "K3"]) { ($0.colours, $0.colourFamilies) = ([$1], []) }
        expect(.colourFamily, ["red", "blue"]) { ($0.colours, $0.colourFamilies) = ([], [$1]) }
      }
    }
  }

  @Test func productsStandInTheOrderAskedFor() throws {
    var random = SeededGenerator(seed: 7)
    let catalog = PlainCatalog(&random)
    let place = try #require(
      Coordinates(latitude: Degrees(scaled: 525_000_000), longitude: Degrees(scaled: 134_000_000)))
    try withShop { shop in
      try shop.write { try catalog.fill($0) }
      func ids(_ order: CatalogQuery.Order) throws -> [Int64] {
        var query = CatalogQuery()
        (query.order, query.place, query.seesStock) = (order, place, true)
        return try shop.products(query, at: Self.now)
      }
      let shown = catalog.products.filter { catalog.matches($0, CatalogQuery(), now: 1000) }
      func sorted<Key: Comparable>(_ key: (PlainCatalog.Product) -> Key) -> [Int64] {
        shown.sorted { (key($0), $0.code) < (key($1), $1.code) }.map(\.id)
      }
      #expect(try ids(.code) == sorted { $0.code })
      #expect(try ids(.price) == sorted { $0.variants.compactMap(\.price).min() ?? .max })
      #expect(
        try ids(.newest) == shown.sorted { ($0.published ?? 0, $0.id) > ($1.published ?? 0, $1.id) }.map(\.id))
      #expect(
        try ids(.distance)
          == sorted { product in
            let stores = (0..<3).filter { store in
              !catalog.closed.contains(store)
                && (product.store == store || product.variants.contains { ($0.stock[store] ?? 0) > 0 })
            }
            return stores.compactMap { catalog.metres($0, place) }.min() ?? .max
          })
      let titles = try ids(.title).map { id in catalog.products[Int(id) - 1] }.map { $0.title ?? $0.code }
      let folded = titles.map {
        $0.replacingOccurrences(of: "ß", with: "ss").folding(options: .diacriticInsensitive, locale: nil).lowercased()
      }
      #expect(folded == folded.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    }
  }

  /// Users search for names, not codes; letters of every script are compared without case.
  @Test func namesFindAsCodesDo() throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO brands (id, code, name) VALUES (1, 'DRC', 'Lin & Ull'), (2, 'X1', 'Twin'), (3, 'X2', 'twin');
            INSERT INTO categories (id, code, name) VALUES (1, 'k7', 'Çanta');
            INSERT INTO locations (id, code, name) VALUES (1, 'nq4', 'Birk'), (2, 'Birk', 'Other');
            INSERT INTO products (id, code, title, brand_id, category_id, location_id) VALUES
              (1, 'P1', 'İstanbul bag', 1, 1, 1), (2, 'P2', 'IĞDIR BAG', 2, NULL, 2);
            """)
      }
      func found(_ change: (inout CatalogQuery) -> Void) throws -> [Int64] {
        var query = CatalogQuery()
        change(&query)
        return try shop.products(query, at: Self.now)
      }
      #expect(try found { $0.brands = ["Lin & Ull"] } == [1])
      #expect(try found { $0.brands = ["lin & ull", "X1"] }.sorted() == [1, 2])
      #expect(try found { $0.categories = ["ÇANTA"] } == [1])
      // A code comes before a name.
      #expect(try found { $0.stores = ["Birk"] } == [2])
      for title in ["istanbul", "İSTANBUL", "ISTANBUL", "i\u{307}stanbul"] {
        #expect(try found { $0.titles = [title] } == [1], "\(title)")
      }
      #expect(try found { $0.titles = ["ığdır"] } == [2])
      let twins = #expect(throws: Problems.self) { _ = try found { $0.brands = ["Twin"] } }
      #expect(twins?.message.contains("X1, X2") == true, "\(String(describing: twins))")
      let unknown = #expect(throws: Problems.self) { _ = try found { $0.brands = ["Lin & Ul"] } }
      #expect(unknown?.remedy.contains("Lin & Ull") == true, "\(String(describing: unknown))")
      let page = try shop.catalogPage(CatalogQuery(), size: 5, at: Self.now)
      #expect(page.products.map(\.brandName) == ["Twin", "Lin & Ull"])
      #expect(page.products.map(\.storeName) == ["Other", "Birk"])
      let brands = try shop.catalogFacets(CatalogQuery(), [.brand], at: Self.now)[.brand]
      #expect(brands?.map(\.name) == ["Lin & Ull", "Twin"])
      #expect(try shop.code(meantBy: "other", among: .locations) == "Birk")
      #expect(try shop.code("new one", among: .locations) == "new one")
    }
  }

  @Test func sizesStandInTheirOrder() throws {
    try withShop { shop in
      let sizes = ["Large", "40", "XSmall", "Medium", "36", "XLarge", "Small", "8"]
      try shop.write { database in
        try database.execute(sql: "INSERT INTO products (id, code) VALUES (1, 'P1')")
        for (number, size) in sizes.enumerated() {
          try database.execute(
            sql: "INSERT INTO variants (id, sku, product_id, size) VALUES (?, ?, 1, ?)",
            arguments: [number + 1, "V\(number)", size])
        }
      }
      let ordered = ["XSmall", "Small", "Medium", "Large", "XLarge", "8", "36", "40"]
      let page = try shop.catalogPage(CatalogQuery(), size: 5, at: Self.now)
      #expect(page.products.first?.sizes == ordered)
      #expect(try shop.catalogProduct("P1", CatalogQuery(), at: Self.now).variants.map(\.size) == ordered)
      let facets = try shop.catalogFacets(CatalogQuery(), [.size], at: Self.now)
      #expect(facets[.size]?.map(\.value) == ordered)
    }
  }

  /// A store that is closed for now closes its part of the catalog, until `--status` asks for it.
  @Test func productsOfAnInactiveStoreAreNotShown() throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO locations (id, code, status) VALUES (1, 'open', 'active'), (2, 'shut', 'inactive');
            INSERT INTO products (id, code, location_id, status) VALUES (1, 'P1', 1, NULL), (2, 'P2', 2, 'active'),
              (3, 'P3', 2, 'discontinued');
            """)
      }
      var query = CatalogQuery()
      #expect(try shop.products(query, at: Self.now) == [1])
      #expect(throws: Problems.self) { _ = try shop.catalogProduct("P2", query, at: Self.now) }
      query.statuses = ["inactive"]
      #expect(try shop.products(query, at: Self.now) == [2])
      #expect(try shop.catalogProduct("P2", query, at: Self.now).product.status == "inactive")
      query.statuses = ["discontinued"]
      #expect(try shop.products(query, at: Self.now) == [3])
    }
  }

  @Test func aTypedCodeNamesNoProductThatMayNotBeShown() throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO products (id, code, status) VALUES (1, 'AB-1', NULL), (2, 'ab-1', 'discontinued'), (3, 'Ab-1', NULL),
              (4, 'CD-1', NULL), (5, 'cd-1', 'discontinued'), (6, 'ef-1', 'discontinued'), (7, 'EF-1', 'discontinued');
            """)
      }
      let several = #expect(throws: Problems.self) {
        _ = try shop.catalogProduct("aB-1", CatalogQuery(), at: Self.now)
      }
      #expect(several?.code == .ambiguousItem)
      #expect(several?.message == "'aB-1' may be 'AB-1' or 'Ab-1'")
      for typed in ["cD-1", "cd-1"] {
        #expect(try shop.catalogProduct(typed, CatalogQuery(), at: Self.now).product.code == "CD-1")
      }
      let hidden = #expect(throws: Problems.self) {
        _ = try shop.catalogProduct("eF-1", CatalogQuery(), at: Self.now)
      }
      #expect(hidden?.code == .notFound)
    }
  }

  /// The mark-down of a sales event counts in searches as it does at the till; the customer pays the lowest of all
  /// prices.
  @Test func salesEventsCountInPrices() throws {
    try withShop { shop in
      try shop.addGoods(3)
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO prices (variant_id, price_type, currency, valid_from, price) VALUES
              (1, 'regular', 'EUR', 0, 1000), (2, 'regular', 'EUR', 0, 1000), (2, 'sale', 'EUR', 0, 700),
              (3, 'regular', 'EUR', 0, 1000);
            INSERT INTO sales_events (id, code, starts_at) VALUES (1, 'NOW', 0);
            INSERT INTO sales_events (id, code, starts_at, ends_at) VALUES (2, 'PAST', 0, 1);
            INSERT INTO sales_event_rates (event_id, rate_group, product_id, mark_off) VALUES
              (1, 'a', 1, 250000), (1, 'b', 2, 250000), (2, 'c', 3, 500000);
            """)
      }
      var query = CatalogQuery()
      query.order = .price
      let products = try shop.catalogPage(query, size: 9).products
      #expect(products.map(\.code) == ["P2", "P1", "P3"])
      #expect(products.map { $0.lowestPrice?.minorUnits } == [700, 750, 1000])
      #expect(products.map { $0.regularPrice?.minorUnits } == [1000, 1000, nil])
      query.highestPrice = 750
      #expect(try shop.products(query) == [2, 1])
    }
  }
}
