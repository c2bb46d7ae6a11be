internal import GRDB
internal import ProblemKit
public import RetailValues
public import Stock

/// A product as customers see it: without its cost and its suppliers.
public struct CatalogProduct: Sendable {
  public let id: Int64
  public let code: String
  public let title: String
  public let description: String?
  /// Code and name of its brand.
  public let brand: String?
  public let brandName: String?
  /// Code and name of its category.
  public let category: String?
  public let categoryName: String?
  public let gender: String?
  /// `active`, `inactive` or `discontinued`; inactive too when its store is.
  public let status: String
  /// Code and name of the store that it belongs to.
  public let store: String?
  public let storeName: String?
  /// The current prices of its cheapest and its most expensive variant; nil without a price.
  public let lowestPrice: Money?
  public let highestPrice: Money?
  /// The regular price of the cheapest variant, if it is offered for less.
  public let regularPrice: Money?
  /// The codes of all colours that it comes in.
  public let colours: [String]
  /// From small to large.
  public let sizes: [String]
  /// Whether any of it is on hand anywhere; nil for those who may not know.
  public let isInStock: Bool?
  /// The distance of its nearest store; nil if it was not requested, or if no store has the product.
  public let metres: Int64?
}

/// A variant as customers see it.
public struct CatalogVariant: Sendable {
  public let sku: String
  public let title: String?
  public let colour: String?
  public let size: String?
  public let price: Money?
  /// The regular price, if it is offered for less.
  public let regularPrice: Money?
  public let barcode: String?
  /// The remaining stock by location; nil for users who may not see it.
  public let left: [(location: String, quantity: Quantity)]?
}

extension ShopDatabase {
  /// The products of these numbers in that order, without those that are gone or may not be shown any more.
  func catalogProducts(_ ids: [Int64], of query: CatalogQuery, at moment: Timestamp) throws -> [CatalogProduct] {
    let list = "[\(ids.map(String.init).joined(separator: ", "))]"
    let meant = "(SELECT value FROM json_each(:ids))"
    return try search(query, at: moment) { conditions, database in
      var colours: [Int64: [String]] = [:]
      var sizes: [Int64: [String]] = [:]
      let properties = try Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT * FROM (
              SELECT 'colour' AS property, v.product_id, x.code AS value FROM variants v
                JOIN colours x ON x.id = v.colour_id WHERE v.product_id IN \(meant)
              UNION SELECT 'colour', k.product_id, x.code FROM product_colours k JOIN colours x ON x.id = k.colour_id
                WHERE k.product_id IN \(meant)
              UNION SELECT 'size', v.product_id, v.size FROM variants v
                WHERE v.size IS NOT NULL AND v.product_id IN \(meant))
            ORDER BY product_id, CASE WHEN property = 'size' THEN size_order(value) END, value
            """), arguments: ["ids": list])
      for row in properties {
        if row["property"] == "size" {
          sizes[row["product_id"], default: []].append(row["value"])
        } else {
          colours[row["product_id"], default: []].append(row["value"])
        }
      }
      let onHand =
        "(SELECT 1 FROM balances b WHERE b.variant_id = v.id GROUP BY b.location_id HAVING SUM(b.quantity) > 0)"
      let isInStock =
        query.seesStock ? "EXISTS (SELECT 1 FROM variants v WHERE v.product_id = p.id AND EXISTS \(onHand))" : "NULL"
      let distance = conditions.distance
      let sql = """
        SELECT p.*, b.code AS brand, b.name AS brand_name, c.code AS category, c.name AS category_name, n.code AS store,
          n.name AS store_name, \(CatalogConditions.status) AS shown_status,
          (SELECT MIN(q.price_minor) FROM report_prices_now q WHERE q.product_id = p.id) AS lowest,
          (SELECT MAX(q.price_minor) FROM report_prices_now q WHERE q.product_id = p.id) AS highest,
          (SELECT q.regular_price_minor FROM report_prices_now q WHERE q.product_id = p.id
            AND q.price_minor IS NOT NULL ORDER BY q.price_minor, q.variant_id LIMIT 1) AS regular,
          \(isInStock) AS is_in_stock, \(distance ?? "NULL") AS metres
        FROM products p LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id
          LEFT JOIN locations n ON n.id = p.location_id
        WHERE p.id IN \(meant) AND \(conditions.isShown)
        """
      // With a distance, the statement is one for that place.
      let statement = try distance == nil ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
      let rows = try Row.fetchAll(statement, arguments: conditions.arguments + ["ids": list])
      var found: [Int64: CatalogProduct] = [:]
      for row in rows {
        let id: Int64 = row["id"]
        let lowest: Int64? = row["lowest"]
        let regular: Int64? = row["regular"]
        let code: String = row["code"]
        found[id] = CatalogProduct(
          id: id, code: code, title: row["title"] ?? code, description: row["description"], brand: row["brand"],
          brandName: row["brand_name"], category: row["category"], categoryName: row["category_name"],
          gender: row["gender"], status: row["shown_status"], store: row["store"], storeName: row["store_name"],
          lowestPrice: money(lowest), highestPrice: money(row["highest"]),
          regularPrice: regular == lowest ? nil : money(regular),
          colours: colours[id] ?? [], sizes: sizes[id] ?? [], isInStock: row["is_in_stock"], metres: row["metres"])
      }
      return ids.compactMap { found[$0] }
    }
  }

  private func money(_ minorUnits: Int64?) -> Money? {
    minorUnits.map { Money(minorUnits: $0, currency: settings.currency) }
  }

  /// A product by its code, or by the SKU or a barcode of one of its variants; the case of the letters A to Z matters only where
  /// several would fit. A product that may not be shown fits nothing.
  ///
  /// - Parameters:
  ///   - query: which products may be shown, and what of them.
  ///   - limit: how many variants are given at most.
  /// - Throws: ``Problem/Code/notFound``, as for one that may not be shown, ``Problem/Code/ambiguousItem``.
  public func catalogProduct(
    _ name: String, _ query: CatalogQuery, limit: Int = 1000, at moment: Timestamp = .now
  ) throws -> (product: CatalogProduct, variants: [CatalogVariant], variantCount: Int) {
    var (meant, shown): ([(id: Int64, code: String)], [CatalogProduct]) = ([], [])
    for match in CodeMatch.allCases where shown.isEmpty {
      meant = try read { try match.products($0, typed: name) }
      shown = try catalogProducts(meant.map(\.id), of: query.continued, at: moment)
    }
    guard let product = shown.first else {
      throw Problems(
        .notFound, "the catalog shows no product '\(name)'",
        remedy: "Give its code, or the SKU or a barcode of one of its variants; `stockroom catalog list` finds it.")
    }
    guard shown.count == 1 else {
      let ids = Set(shown.map(\.id))
      throw VariantLookup.ambiguous(name, meant.filter { ids.contains($0.id) }.map(\.code))
    }
    return try read { database in
      let rows = try Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT v.id, v.sku, v.title, v.size, x.code AS colour, q.price_minor, q.regular_price_minor,
              (SELECT MIN(o.code) FROM barcodes o WHERE o.variant_id = v.id) AS barcode
            FROM variants v LEFT JOIN colours x ON x.id = v.colour_id
              LEFT JOIN report_prices_now q ON q.variant_id = v.id
            WHERE v.product_id = ?
            ORDER BY MIN(v.id) OVER (PARTITION BY v.colour_id), size_order(v.size), v.size, v.id LIMIT ?
            """), arguments: [product.id, limit])
      let count = try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM variants WHERE product_id = ?", arguments: [product.id])
      let variants = try rows.map { row in
        let left =
          !query.seesStock
          ? nil
          : try Row.fetchAll(
            database.cachedStatement(
              sql: """
                SELECT n.code, SUM(b.quantity) FROM balances b JOIN locations n ON n.id = b.location_id
                WHERE b.variant_id = ? GROUP BY n.id HAVING SUM(b.quantity) <> 0 ORDER BY n.code
                """), arguments: [row["id"] as Int64]
          ).map { (location: $0[0] as String, quantity: Quantity(scaled: $0[1])) }
        let (price, regular): (Int64?, Int64?) = (row["price_minor"], row["regular_price_minor"])
        return CatalogVariant(
          sku: row["sku"], title: row["title"], colour: row["colour"], size: row["size"], price: money(price),
          regularPrice: regular == price ? nil : money(regular), barcode: row["barcode"], left: left)
      }
      return (product, variants, count ?? 0)
    }
  }
}

/// How a typed code fits a product; the first that finds one which may be shown decides.
private enum CodeMatch: CaseIterable {
  case code, variant, spelling

  /// The products that a typed code fits, whether they may be shown or not, each with its code that fits.
  func products(_ database: Database, typed name: String) throws -> [(id: Int64, code: String)] {
    switch self {
    case .code:
      let id = try Int64.fetchOne(database, sql: "SELECT id FROM products WHERE code = ?", arguments: [name])
      return id.map { [(id: $0, code: name)] } ?? []
    case .variant:
      guard let variant = try VariantLookup.id(database, of: name) else { return [] }
      let id = try Int64.fetchOne(database, sql: "SELECT product_id FROM variants WHERE id = ?", arguments: [variant])
      return id.map { [(id: $0, code: name)] } ?? []
    case .spelling:
      guard VariantLookup.hasLetters(name) else { return [] }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT id, MIN(code) AS code FROM (
            SELECT id, code FROM products WHERE code IN (\(VariantLookup.spellings(in: "products", "code")))
            UNION SELECT product_id, sku FROM variants WHERE sku IN (\(VariantLookup.spellings(in: "variants", "sku"))))
          GROUP BY id ORDER BY code
          """, arguments: [name])
      return rows.map { (id: $0["id"] as Int64, code: $0["code"] as String) }
    }
  }
}
