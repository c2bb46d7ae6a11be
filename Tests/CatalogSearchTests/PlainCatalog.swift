import FormatKitTesting
import Foundation
import GRDB
import RetailValues
import Testing

@testable import CatalogSearch
@testable import Stock

/// A catalog as lists in memory, searched by loops: the reference for the search in SQL.
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
  /// The category above each. Category 0 is never its own ancestor by way of 1, but others may be anywhere.
  var parents: [Int?] = []
  var families = ["red", "red", "blue", nil]
  var places: [(Int64, Int64)] = [(525_000_000, 134_000_000), (525_100_000, 134_000_000), (480_000_000, 110_000_000)]
  /// The locations that are not active: none of their goods is shown as active or near.
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
        // Half of them by a sale price below the regular one, with prices of other times that do not matter.
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
        // In two lots, one of which may be negative.
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

  /// Accents as they may be written, and letters without case.
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
