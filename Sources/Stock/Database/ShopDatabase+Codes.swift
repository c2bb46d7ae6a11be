internal import GRDB
internal import RetailValues

/// Which of a list's codes a shop has, for finding out which column has the codes of its items.
extension ShopDatabase {
  /// Whether the shop has no items at all.
  package func hasNoItems() throws -> Bool {
    try read { try Bool.fetchOne($0, sql: "SELECT NOT EXISTS (SELECT 1 FROM variants)") ?? true }
  }

  /// The codes of the locations with their names, at most the first thousand.
  package func namedLocations() throws -> [(code: String, name: String?)] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT code, name FROM locations ORDER BY id LIMIT 1000")
        .map { ($0["code"], $0["name"]) }
    }
  }

  /// The codes that are SKUs or barcodes of the shop's items.
  ///
  /// - Parameter codes: a few values as a list has them; each is looked up in an index.
  package func knownCodes(among codes: [String]) throws -> Set<String> {
    try read { database in
      Set(
        try codes.filter { code in
          try Bool.fetchOne(
            database,
            sql: """
              SELECT EXISTS (SELECT 1 FROM variants WHERE sku = :code)
                OR EXISTS (SELECT 1 FROM barcodes WHERE canonical = :padded)
              """, arguments: ["code": code, "padded": Self.canonical(code)]) ?? false
        })
    }
  }

  /// Whether one of the codes is of an item that has a regular price already.
  package func haveRegularPrice(_ codes: [String]) throws -> Bool {
    try read { database in
      try codes.contains { code in
        try Bool.fetchOne(
          database,
          sql: """
            SELECT EXISTS (SELECT 1 FROM prices p JOIN variants v ON v.id = p.variant_id
              WHERE p.price_type = 'regular' AND (v.sku = :code
                OR v.id = (SELECT b.variant_id FROM barcodes b WHERE b.canonical = :padded)))
            """, arguments: ["code": code, "padded": Self.canonical(code)]) ?? false
      }
    }
  }

  /// The form in which barcodes are compared; the text itself where it is not one.
  static func canonical(_ code: String) -> String { (try? Barcode(parsing: code))?.canonical ?? code }
}

extension StagingArea {
  /// The unit that the item with a SKU or barcode is kept in; nil where there is no such item, or none is stored.
  package func stockUnit(ofItem code: String) throws -> String? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT p.stock_unit FROM variants v JOIN products p ON p.id = v.product_id
        WHERE v.id = COALESCE((SELECT id FROM variants WHERE sku = :code),
          (SELECT variant_id FROM barcodes WHERE canonical = :padded))
        """)
    return try String.fetchOne(statement, arguments: ["code": code, "padded": ShopDatabase.canonical(code)])
  }
}
