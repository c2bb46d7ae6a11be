internal import GRDB
internal import ProblemKit
internal import RetailValues
internal import Stock

/// A search as SQL conditions on the product `p` and its variant `v`.
///
/// Codes are looked up once, and the conditions contain their record numbers. Text from users is never part of the SQL.
struct CatalogConditions {
  let query: CatalogQuery
  private let now: Int64
  private let categories: [Int64]
  private let brands: [Int64]
  private let colours: [Int64]
  /// The locations that are meant; nil for any.
  private let stores: [Int64]?
  /// Those within the distance; nil for any.
  private let near: [Int64]?
  /// One for each text that is looked for.
  let functions: [DatabaseFunction]
  /// The products that have the texts, as a list in JSON; nil to look for the texts.
  private var havingTexts: String?

  /// - Throws: ``Problem/Code/notFound`` for a category, brand, store or colour that there is not.
  init(_ query: CatalogQuery, at moment: Timestamp, _ database: Database) throws {
    self.query = query
    now = moment.millisecondsSince1970
    categories = try Self.ids(of: query.categories, .categories, "category", database)
    brands = try Self.ids(of: query.brands, .brands, "brand", database)
    colours =
      try Self.ids(of: query.colours, .colours, "colour", database)
      + query.colourFamilies.flatMap { try Self.colours(ofFamily: $0, database) }
    near = try Self.stores(within: query.metres, of: query.place, database)
    let named = try Self.ids(of: query.stores, .locations, "store", database)
    stores = query.stores.isEmpty ? near : near.map { near in named.filter { near.contains($0) } } ?? named
    functions =
      Self.searches(query.codes, "code") + Self.searches(query.titles, "title")
      + Self.searches(query.descriptions, "description")
  }

  private static func searches(_ texts: [String], _ name: String) -> [DatabaseFunction] {
    texts.enumerated().map { CatalogText.search("holds_\(name)_\($0)", for: $1) }
  }

  private static func ids(
    of texts: [String], _ kind: NamedKind, _ noun: String, _ database: Database
  ) throws -> [Int64] {
    try texts.map { text in
      guard let found = try NamedCodes.find(text, among: kind, database) else {
        throw try NamedCodes.unknown(text, noun, among: kind, database)
      }
      return found.id
    }
  }

  private static func colours(ofFamily family: String, _ database: Database) throws -> [Int64] {
    let ids = try Int64.fetchAll(database, sql: "SELECT id FROM colours WHERE family = ?", arguments: [family])
    guard ids.isEmpty else { return ids }
    let known = try String.fetchAll(
      database, sql: "SELECT DISTINCT family FROM colours WHERE family IS NOT NULL ORDER BY family LIMIT 10000")
    throw Problems(
      .notFound, "the catalog has no colour family '\(family)'",
      remedy: known.nearest(to: family).map { "Did you mean '\($0)'?" }
        ?? (known.isEmpty
          ? "It has none at all; leave that out."
          : "It has \(known.prefix(10).joined(separator: ", "))\(known.count > 10 ? " and others" : "")."))
  }

  private static func stores(
    within metres: Int64?, of place: Coordinates?, _ database: Database
  ) throws -> [Int64]? {
    guard let metres, let place else { return nil }
    return try Int64.fetchAll(
      database,
      sql: """
        SELECT id FROM locations WHERE COALESCE(status, 'active') = 'active'
          AND distance_m(latitude, longitude, \(place.latitude.scaled), \(place.longitude.scaled)) <= ?
        """, arguments: [metres])
  }

  /// The same conditions for several statements, in each of which the texts would be looked for again.
  func havingFoundTexts(_ database: Database) throws -> CatalogConditions {
    guard !functions.isEmpty else { return self }
    var found = self
    found.havingTexts = try String.fetchOne(
      database, sql: "SELECT json_group_array(p.id) FROM products p WHERE \(ofTexts.joined(separator: " AND "))")
    return found
  }

  // MARK: SQL

  /// The arguments of the conditions.
  var arguments: StatementArguments {
    var values: [String: (any DatabaseValueConvertible)?] = ["now": now]
    for (place, size) in query.sizes.enumerated() { values["size_\(place)"] = size }
    for (place, gender) in query.genders.enumerated() { values["gender_\(place)"] = gender }
    for (place, status) in query.statuses.sorted().enumerated() { values["status_\(place)"] = status }
    if let havingTexts { values["having_texts"] = havingTexts }
    return StatementArguments(values)
  }

  private static func list(_ ids: [Int64]) -> String { "(\(ids.map(String.init).joined(separator: ", ")))" }

  private static func names(_ name: String, _ count: Int) -> String {
    "(\((0..<count).map { ":\(name)_\($0)" }.joined(separator: ", ")))"
  }

  /// The state of the product `p`. A product of an inactive store is always inactive.
  static let status = """
    CASE WHEN COALESCE(p.status, 'active') = 'active' AND EXISTS (
        SELECT 1 FROM locations o WHERE o.id = p.location_id AND COALESCE(o.status, 'active') <> 'active')
      THEN 'inactive' ELSE COALESCE(p.status, 'active') END
    """

  /// Whether the product is one that is shown at all.
  var isShown: String {
    let published = query.includesUnpublished ? ":now = :now" : "(p.published_at IS NULL OR p.published_at <= :now)"
    return "\(Self.status) IN \(Self.names("status", query.statuses.count)) AND \(published)"
  }

  /// The conditions on the texts of the product.
  private var ofTexts: [String] {
    if havingTexts != nil { return ["p.id IN (SELECT value FROM json_each(:having_texts))"] }
    func any(_ texts: [String], _ name: String, _ column: String) -> [String] {
      texts.indices.map { "holds_\(name)_\($0)(\(column))" }
    }
    let codes = any(query.codes, "code", "p.code").joined(separator: " OR ")
    return (codes.isEmpty ? [] : ["(\(codes))"]) + any(query.titles, "title", "p.title")
      + any(query.descriptions, "description", "p.description")
  }

  /// The conditions on the product alone.
  private func ofProduct(without facet: CatalogFacet?) -> [String] {
    var conditions = [isShown] + ofTexts
    if !categories.isEmpty, facet != .category {
      conditions.append(
        """
        p.category_id IN (
          WITH RECURSIVE below (id) AS (
            SELECT id FROM categories WHERE id IN \(Self.list(categories))
            UNION SELECT c.id FROM below b JOIN categories c ON c.parent_id = b.id)
          SELECT id FROM below)
        """)
    }
    if !brands.isEmpty, facet != .brand { conditions.append("p.brand_id IN \(Self.list(brands))") }
    if !query.genders.isEmpty, facet != .gender {
      conditions.append("p.gender IN \(Self.names("gender", query.genders.count))")
    }
    return conditions
  }

  private func stores(without facet: CatalogFacet?) -> [Int64]? { facet == .store ? near : stores }

  /// Whether some of variant `v` is on hand in one of the stores.
  private func isOnHand(in stores: [Int64]?) -> String {
    let place = stores.map { "AND b.location_id IN \(Self.list($0))" } ?? ""
    return """
      EXISTS (SELECT 1 FROM balances b WHERE b.variant_id = v.id \(place)
        GROUP BY b.location_id HAVING SUM(b.quantity) > 0)
      """
  }

  /// The conditions on the variant, without its stores.
  private func ofVariant(without facet: CatalogFacet?) -> [String] {
    var conditions: [String] = []
    if !query.colours.isEmpty || !query.colourFamilies.isEmpty, facet != .colour, facet != .colourFamily {
      let wanted = Self.list(colours)
      conditions.append(
        """
        (v.colour_id IN \(wanted) OR EXISTS (
          SELECT 1 FROM product_colours k WHERE k.product_id = p.id AND k.colour_id IN \(wanted)))
        """)
    }
    if !query.sizes.isEmpty, facet != .size {
      conditions.append("v.size IN \(Self.names("size", query.sizes.count))")
    }
    let prices = [query.lowestPrice.map { ">= \($0)" }, query.highestPrice.map { "<= \($0)" }].compactMap { $0 }
    if !prices.isEmpty {
      let limits = prices.map { "c.price_minor \($0)" }.joined(separator: " AND ")
      conditions.append(
        "EXISTS (SELECT 1 FROM report_prices_now c WHERE c.variant_id = v.id AND \(limits))")
    }
    return conditions
  }

  /// The conditions on the variant, with its stores and its stock.
  private func ofVariantInStores(without facet: CatalogFacet?) -> [String] {
    let stores = stores(without: facet)
    var conditions = ofVariant(without: facet)
    if query.isInStock { conditions.append(isOnHand(in: stores)) }
    if let stores {
      let belongs = "p.location_id IN \(Self.list(stores))"
      conditions.append(query.seesStock ? "(\(belongs) OR \(isOnHand(in: stores)))" : belongs)
    }
    return conditions
  }

  /// All that must hold of the product `p`.
  func all(without facet: CatalogFacet? = nil) -> String {
    let variant = ofVariantInStores(without: facet)
    var conditions = ofProduct(without: facet)
    if !variant.isEmpty {
      // A product without variants may still belong to a store, or come in a colour.
      conditions.append(
        """
        EXISTS (SELECT 1 FROM (SELECT 1) LEFT JOIN variants v ON v.product_id = p.id
          WHERE \(variant.joined(separator: " AND ")))
        """)
    }
    return conditions.joined(separator: "\n  AND ")
  }

  /// The same of the product `p` and one variant `v`.
  private func ofBoth(without facet: CatalogFacet) -> String {
    (ofProduct(without: facet) + ofVariantInStores(without: facet)).joined(separator: "\n  AND ")
  }

  /// SQL for the distance of the nearest store of product `p` from the requested location, in metres; NULL if it has no
  /// store.
  var distance: String? {
    guard let place = query.place else { return nil }
    let metres = "distance_m(n.latitude, n.longitude, \(place.latitude.scaled), \(place.longitude.scaled)) AS metres"
    let isMeant = "COALESCE(n.status, 'active') = 'active'"
    let onHand =
      !query.seesStock
      ? ""
      : """
      UNION ALL SELECT \(metres) FROM variants v JOIN balances b ON b.variant_id = v.id
        JOIN locations n ON n.id = b.location_id
        WHERE v.product_id = p.id AND \(isMeant) GROUP BY v.id, n.id HAVING SUM(b.quantity) > 0
      """
    return """
      (SELECT MIN(d.metres) FROM (
        SELECT \(metres) FROM locations n WHERE n.id = p.location_id AND \(isMeant) \(onHand)) d)
      """
  }

  /// SQL that gives the numbers of all products found, in their order.
  var products: String {
    let order =
      switch query.order {
      case .title: "title_order(COALESCE(p.title, p.code)), p.code"
      case .code: "p.code"
      case .newest: "COALESCE(p.published_at, 0) DESC, p.id DESC"
      case .price:
        """
        (SELECT COALESCE(MIN(c.price_minor), 9223372036854775807) FROM report_prices_now c
          WHERE c.product_id = p.id), p.code
        """
      case .distance: "COALESCE(\(distance ?? "0"), 9223372036854775807), p.code"
      }
    return "SELECT p.id FROM products p WHERE \(all()) ORDER BY \(order)"
  }

  /// SQL that gives code, name and number of products for each value of a facet, the other facets held.
  func counts(of facet: CatalogFacet) -> String {
    switch facet {
    case .category:
      """
      WITH RECURSIVE counted (id, products) AS (
          SELECT p.category_id, COUNT(*) FROM products p
          WHERE p.category_id IS NOT NULL AND \(all(without: facet)) GROUP BY p.category_id),
        above (id, ancestor) AS (
          SELECT id, id FROM counted
          UNION SELECT a.id, c.parent_id FROM above a JOIN categories c ON c.id = a.ancestor
          WHERE c.parent_id IS NOT NULL)
      SELECT c.code, c.name, SUM(k.products) FROM above a JOIN counted k ON k.id = a.id
        JOIN categories c ON c.id = a.ancestor GROUP BY a.ancestor ORDER BY title_order(c.code), c.code
      """
    case .brand:
      """
      SELECT x.code, x.name, k.products FROM (
        SELECT p.brand_id, COUNT(*) AS products FROM products p
        WHERE p.brand_id IS NOT NULL AND \(all(without: facet)) GROUP BY p.brand_id) k
      JOIN brands x ON x.id = k.brand_id ORDER BY title_order(x.code), x.code
      """
    case .gender:
      """
      SELECT p.gender, NULL, COUNT(*) FROM products p WHERE p.gender IS NOT NULL AND \(all(without: facet))
      GROUP BY p.gender ORDER BY p.gender
      """
    case .size:
      """
      SELECT v.size, NULL, COUNT(DISTINCT p.id) FROM products p JOIN variants v ON v.product_id = p.id
      WHERE v.size IS NOT NULL AND \(ofBoth(without: facet)) GROUP BY v.size
      ORDER BY size_order(v.size), v.size
      """
    case .colour:
      "SELECT x.code, NULL, COUNT(*) FROM (\(colourPairs)) k JOIN colours x ON x.id = k.colour_id "
        + "GROUP BY x.id ORDER BY title_order(x.code), x.code"
    case .colourFamily:
      "SELECT x.family, NULL, COUNT(DISTINCT k.product_id) FROM (\(colourPairs)) k "
        + "JOIN colours x ON x.id = k.colour_id WHERE x.family IS NOT NULL GROUP BY x.family "
        + "ORDER BY title_order(x.family), x.family"
    case .store: storeCounts
    }
  }

  /// Each product with each colour that it would be found by.
  private var colourPairs: String {
    """
    SELECT p.id AS product_id, v.colour_id FROM products p JOIN variants v ON v.product_id = p.id
    WHERE v.colour_id IS NOT NULL AND \(ofBoth(without: .colour))
    UNION SELECT p.id, k.colour_id FROM product_colours k JOIN products p ON p.id = k.product_id
    WHERE \(all(without: .colour))
    """
  }

  private var storeCounts: String {
    var pairs: [String] = []
    if !query.isInStock {
      pairs.append(
        """
        SELECT p.id AS product_id, p.location_id FROM products p
        WHERE p.location_id IS NOT NULL AND \(all(without: .store))
        """)
    }
    if query.seesStock || query.isInStock {
      let conditions = (ofProduct(without: .store) + ofVariant(without: .store)).joined(separator: "\n  AND ")
      pairs.append(
        """
        SELECT q.product_id, q.location_id FROM (
          SELECT p.id AS product_id, b.location_id FROM products p JOIN variants v ON v.product_id = p.id
            JOIN balances b ON b.variant_id = v.id WHERE \(conditions)
          GROUP BY p.id, v.id, b.location_id HAVING SUM(b.quantity) > 0) q
        """)
    }
    let among = near.map { "WHERE x.id IN \(Self.list($0))" } ?? ""
    return """
      SELECT x.code, x.name, COUNT(DISTINCT k.product_id) FROM (\(pairs.joined(separator: " UNION "))) k
        JOIN locations x ON x.id = k.location_id \(among) GROUP BY x.id ORDER BY title_order(x.code), x.code
      """
  }
}
