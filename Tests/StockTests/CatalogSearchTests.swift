import Catalog
import FormatKitTesting
import Foundation
import GRDB
import Testing

@testable import Stock

/// A catalog as lists in memory, searched by loops: what the search in SQL is held against.
struct PlainCatalog {
  struct Variant {
    var id: Int64
    var colour: Int?
    var size: String?
    var price: Int64?
    /// On hand by location.
    var stock: [Int: Int64] = [:]
  }
  struct Product {
    var id: Int64
    var code: String
    var title: String?
    var description: String?
    var category: Int?
    var brand: Int?
    var gender: String?
    var status: String?
    var store: Int?
    var published: Int64?
    var colours: Set<Int> = []
    var variants: [Variant] = []
  }
  /// The category above each; category 0 is above itself by way of 1 in no catalog, but others may hang anywhere.
  var parents: [Int?] = []
  var families = ["red", "red", "blue", nil]
  var places: [(Int64, Int64)] = [(525_000_000, 134_000_000), (525_100_000, 134_000_000), (480_000_000, 110_000_000)]
  /// The places that are not active: nothing of theirs is shown as active, and nothing is near by them.
  let closed: Set<Int> = [2]
  var products: [Product] = []

  static let titles = [
    "Mug", "MUGS, big", "Straße", "STRASSE 2", "Žluťoučký kůň", "žluťoučký", "Ärmel", "a\u{308}rmel", "Топор", "ТОПОР",
    "50% off_",
  ]
  static let sizes = ["S", "M", "L"]
  static let genders = ["women", "men", "neutral"]

  init(_ random: inout SeededGenerator, products count: Int = 60) {
    func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    for category in 0..<8 { parents.append(category == 0 || pick(0..<4) == 0 ? nil : pick(0..<category)) }
    var variant: Int64 = 0
    for number in 1...count {
      var product = Product(id: Int64(number), code: "P\(pick(0..<10))-\(number)")
      product.title = pick(0..<8) == 0 ? nil : Self.titles.randomElement(using: &random)
      product.description = pick(0..<2) == 0 ? nil : "holds \(Self.titles[pick(0..<Self.titles.count)]) well"
      product.category = pick(0..<5) == 0 ? nil : pick(0..<8)
      product.brand = pick(0..<4) == 0 ? nil : pick(0..<3)
      product.gender = pick(0..<3) == 0 ? nil : Self.genders[pick(0..<3)]
      product.status = [nil, "active", "active", "inactive", "discontinued"][pick(0..<5)]
      product.store = pick(0..<2) == 0 ? nil : pick(0..<3)
      product.published = pick(0..<4) == 0 ? Int64(pick(0..<20)) * 100 : nil
      product.colours = Set((0..<pick(0..<3)).map { _ in pick(0..<4) })
      for _ in 0..<pick(0..<4) {
        variant += 1
        var made = Variant(id: variant)
        made.colour = pick(0..<4) == 0 ? nil : pick(0..<4)
        made.size = pick(0..<4) == 0 ? nil : Self.sizes[pick(0..<3)]
        made.price = pick(0..<6) == 0 ? nil : Int64(pick(1..<20)) * 50
        for place in 0..<3 where pick(0..<3) == 0 { made.stock[place] = Int64(pick(-2..<4)) }
        product.variants.append(made)
      }
      products.append(product)
    }
  }

  func fill(_ database: Database) throws {
    for (number, parent) in parents.enumerated() {
      try database.execute(
        sql: "INSERT INTO categories (id, code, parent_id) VALUES (?, ?, ?)",
        arguments: [number + 1, "C\(number)", parent.map { $0 + 1 }])
    }
    for brand in 1...3 { try database.execute(sql: "INSERT INTO brands (id, code) VALUES (\(brand), 'B\(brand - 1)')") }
    for (number, family) in families.enumerated() {
      try database.execute(
        sql: "INSERT INTO colours (id, code, family) VALUES (?, ?, ?)", arguments: [number + 1, "K\(number)", family])
    }
    for (number, place) in places.enumerated() {
      try database.execute(
        sql: "INSERT INTO locations (id, code, latitude, longitude, status) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          number + 1, "L\(number)", place.0, place.1,
          closed.contains(number) ? "inactive" : number == 0 ? nil : "active",
        ])
    }
    for product in products { try insert(product, database) }
  }

  func insert(_ product: Product, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO products (id, code, title, description, category_id, brand_id, gender, status, location_id, published_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        product.id, product.code, product.title, product.description, product.category.map { $0 + 1 },
        product.brand.map { $0 + 1 }, product.gender, product.status, product.store.map { $0 + 1 }, product.published,
      ])
    for colour in product.colours {
      try database.execute(
        sql: "INSERT INTO product_colours (product_id, colour_id) VALUES (?, ?)", arguments: [product.id, colour + 1])
    }
    for variant in product.variants {
      try database.execute(
        sql: "INSERT INTO variants (id, sku, product_id, colour_id, size) VALUES (?, ?, ?, ?, ?)",
        arguments: [variant.id, "V\(variant.id)", product.id, variant.colour.map { $0 + 1 }, variant.size])
      if let price = variant.price {
        // Half of them by a sale price below the regular one, beside prices of other times that say nothing.
        let regular = variant.id % 2 == 0 ? price + 500 : price
        try database.execute(
          sql: """
            INSERT INTO prices (variant_id, price_type, currency, valid_from, valid_to, price) VALUES
              (?1, 'regular', 'EUR', 0, 9999999999999, ?2), (?1, 'regular', 'EUR', 9999999999999, NULL, 1),
              (?1, 'sale', 'EUR', -5, -1, 2), (?1, 'regular', 'USD', 0, NULL, 3)
            """, arguments: [variant.id, regular])
        if regular != price {
          try database.execute(
            sql:
              "INSERT INTO prices (variant_id, price_type, currency, valid_from, price) VALUES (?, 'sale', 'EUR', 0, ?)",
            arguments: [variant.id, price])
        }
      }
      for (place, quantity) in variant.stock {
        // In two lots, one of which may be short.
        try database.execute(
          sql: "INSERT INTO balances VALUES (?1, ?2, 0, ?3), (?1, ?2, 1, -1000)",
          arguments: [variant.id, place + 1, (quantity + 1) * 1000])
      }
    }
  }

  private func isBelow(_ category: Int?, _ wanted: Int) -> Bool {
    var current = category
    while let here = current {
      if here == wanted { return true }
      current = parents[here]
    }
    return false
  }

  /// Accents as they may be written, and what has no case.
  static func holds(_ text: String?, _ wanted: String) -> Bool {
    guard let text else { return false }
    let locale = Locale(identifier: "en_GB")
    func plain(_ text: String) -> String {
      text.lowercased(with: locale).replacingOccurrences(of: "ß", with: "ss").decomposedStringWithCanonicalMapping
    }
    return wanted.isEmpty || plain(text).range(of: plain(wanted), options: .literal) != nil
  }

  func metres(_ place: Int, _ from: Coordinates) -> Int64? {
    Coordinates(latitude: Degrees(scaled: places[place].0), longitude: Degrees(scaled: places[place].1))?.metres(
      to: from)
  }

  func matches(_ product: Product, _ query: CatalogQuery, now: Int64) -> Bool {
    func number(_ code: String) -> Int { Int(code.dropFirst()) ?? -1 }
    let isOfClosed = product.store.map(closed.contains) ?? false
    let own = product.status ?? "active"
    guard query.statuses.contains(own == "active" && isOfClosed ? "inactive" : own), product.published ?? 0 <= now,
      query.codes.isEmpty || query.codes.contains(where: { product.code.lowercased().contains($0.lowercased()) }),
      query.titles.allSatisfy({ Self.holds(product.title, $0) }),
      query.descriptions.allSatisfy({ Self.holds(product.description, $0) }),
      query.categories.isEmpty || query.categories.contains(where: { isBelow(product.category, number($0)) }),
      query.brands.isEmpty || query.brands.contains(where: { product.brand == number($0) }),
      query.genders.isEmpty || query.genders.contains(where: { product.gender == $0 })
    else { return false }
    let wanted = Set(query.colours.map(number)).union(
      families.indices.filter { families[$0].map(query.colourFamilies.contains) ?? false })
    let stores = (0..<3).filter { store in
      let isNear =
        query.metres.map { limit in
          !closed.contains(store) && query.place.flatMap { metres(store, $0) } ?? .max <= limit
        } ?? true
      return isNear && (query.stores.isEmpty || query.stores.contains("L\(store)"))
    }
    let areStoresAsked = !query.stores.isEmpty || query.metres != nil
    func suits(_ variant: Variant?) -> Bool {
      func isIn(_ store: Int) -> Bool { (variant?.stock[store] ?? 0) > 0 }
      if !wanted.isEmpty {
        guard variant?.colour.map(wanted.contains) ?? false || !product.colours.isDisjoint(with: wanted) else {
          return false
        }
      }
      if !query.sizes.isEmpty { guard let size = variant?.size, query.sizes.contains(size) else { return false } }
      if let lowest = query.lowestPrice { guard let price = variant?.price, price >= lowest else { return false } }
      if let highest = query.highestPrice { guard let price = variant?.price, price <= highest else { return false } }
      if query.isInStock { guard stores.contains(where: isIn) else { return false } }
      guard areStoresAsked else { return true }
      return product.store.map(stores.contains) ?? false || query.seesStock && stores.contains(where: isIn)
    }
    return product.variants.isEmpty ? suits(nil) : product.variants.contains(where: suits)
  }

  func found(_ query: CatalogQuery, now: Int64) -> Set<Int64> {
    Set(products.filter { matches($0, query, now: now) }.map(\.id))
  }

  static func query(_ random: inout SeededGenerator) -> CatalogQuery {
    func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    func some(_ all: [String]) -> [String] { pick(0..<3) > 0 ? [] : all.filter { _ in pick(0..<2) == 0 } }
    var query = CatalogQuery()
    query.seesStock = pick(0..<4) > 0
    if pick(0..<5) == 0 { query.codes = ["p\(pick(0..<10))-", "-1"] }
    let parts = ["mUG", "strasse", "STRAẞE", "KŮŇ", "ÄRM", "топор", "%", "_", ""]
    if pick(0..<3) == 0 { query.titles = [parts[pick(0..<parts.count)]] }
    if pick(0..<5) == 0 { query.descriptions = ["holds", parts[pick(0..<parts.count)]] }
    query.categories = some((0..<8).map { "C\($0)" })
    query.brands = some(["B0", "B1", "B2"])
    query.stores = some(["L0", "L1", "L2"])
    query.colours = some(["K0", "K1", "K2", "K3"])
    query.colourFamilies = some(["red", "blue"])
    query.sizes = some(Self.sizes)
    query.genders = some(Self.genders)
    if pick(0..<4) == 0 { query.lowestPrice = Int64(pick(1..<20)) * 50 }
    if pick(0..<4) == 0 { query.highestPrice = Int64(pick(1..<20)) * 50 }
    if pick(0..<3) == 0 {
      query.place = Coordinates(latitude: Degrees(scaled: 525_050_000), longitude: Degrees(scaled: 134_000_000))
      if pick(0..<2) == 0 { query.metres = [0, 556, 5000, 1_000_000][pick(0..<4)] }
    }
    query.isInStock = query.seesStock && pick(0..<4) == 0
    query.statuses = [["active"], ["inactive", "discontinued"], ["active", "inactive", "discontinued"]][pick(0..<3)]
    query.order = CatalogQuery.Order.allCases[pick(0..<(query.place == nil ? 4 : 5))]
    return query
  }
}

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

  /// Whoever searches knows names, not codes; letters of every script are compared without their case.
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
      let twins = #expect(throws: StockError.self) { _ = try found { $0.brands = ["Twin"] } }
      #expect(twins?.message.contains("X1, X2") == true, "\(String(describing: twins))")
      let unknown = #expect(throws: StockError.self) { _ = try found { $0.brands = ["Lin & Ul"] } }
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
      #expect(throws: StockError.self) { _ = try shop.catalogProduct("P2", query, at: Self.now) }
      query.statuses = ["inactive"]
      #expect(try shop.products(query, at: Self.now) == [2])
      #expect(try shop.catalogProduct("P2", query, at: Self.now).product.status == "inactive")
      query.statuses = ["discontinued"]
      #expect(try shop.products(query, at: Self.now) == [3])
    }
  }

  /// What a sales event takes off counts in searches as it does at the till; the lowest of all prices is what is paid.
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
