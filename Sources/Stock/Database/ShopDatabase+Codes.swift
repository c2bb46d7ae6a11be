internal import GRDB
internal import RetailValues

/// Which of a list's codes a shop has, for finding out which column has the codes of its items.
extension ShopDatabase {
  /// Whether the shop has no items at all.
  package func hasNoItems() throws -> Bool {
    try read { try Bool.fetchOne($0, sql: "SELECT NOT EXISTS (SELECT 1 FROM variants)") ?? true }
  }

  /// Whether an item has one of some names for its code or its title, in capitals or small letters.
  package func hasItem(called names: [String]) throws -> Bool {
    guard !names.isEmpty else { return false }
    // No index compares without regard to case: one pass looks for all names.
    let list = names.map { _ in "?" }.joined(separator: ", ")
    return try read { database in
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM variants
              WHERE sku COLLATE NOCASE IN (\(list)) OR title COLLATE NOCASE IN (\(list)))
            OR EXISTS (SELECT 1 FROM products WHERE title COLLATE NOCASE IN (\(list)))
          """, arguments: StatementArguments(names + names + names)) ?? false
    }
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

  /// How many of the codes name items that a supplier sells to the shop: by the supplier's own numbers, and by the SKUs and
  /// barcodes of the shop. Where orders are named and the shop has them, only their items count.
  ///
  /// - Parameters:
  ///   - codes: a few values as a list has them; each is looked up in an index.
  ///   - suppliers: codes and aliases of suppliers; without any, the suppliers of the orders are meant.
  ///   - orders: numbers of orders.
  package func itemCodes(
    among codes: [String], suppliers: [String], orders: [String]
  ) throws -> (ofSupplier: Int, ofShop: Int) {
    try read { database in
      func ids(_ sql: String, _ values: [String]) throws -> Set<Int64> {
        try values.reduce(into: []) { found, value in
          try found.formUnion(Int64.fetchAll(database, sql: sql, arguments: ["value": value]))
        }
      }
      let sellers =
        suppliers.isEmpty
        ? try ids("SELECT supplier_id FROM orders WHERE order_number = :value", orders)
        : try ids(
          """
          SELECT id FROM suppliers WHERE code = :value
          UNION SELECT supplier_id FROM supplier_aliases WHERE alias = :value
          """, suppliers)
      let list = sellers.sorted().map(String.init).joined(separator: ", ")
      let ordered = try ids(
        """
        SELECT l.variant_id FROM orders o JOIN order_lines l ON l.order_id = o.id
        WHERE o.order_number = :value AND o.supplier_id IN (\(list)) AND l.variant_id IS NOT NULL
        """, orders)
      func areNamed(_ items: Set<Int64>) -> Bool {
        ordered.isEmpty ? !items.isEmpty : !items.isDisjoint(with: ordered)
      }
      var count = (ofSupplier: 0, ofShop: 0)
      for code in codes {
        let own = try ids(
          "SELECT variant_id FROM supplier_items WHERE supplier_id IN (\(list)) AND supplier_code = :value", [code])
        let shops = try ids("SELECT id FROM variants WHERE sku = :value", [code])
          .union(ids("SELECT variant_id FROM barcodes WHERE canonical = :value", [Self.canonical(code)]))
        if areNamed(own) { count.ofSupplier += 1 }
        if areNamed(shops) { count.ofShop += 1 }
      }
      return count
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

  /// The titles of items by their SKUs, of those that the shop has and that have one.
  package func titles(ofItems codes: [String]) throws -> [String: String] {
    try titles(
      "SELECT COALESCE(v.title, p.title) FROM variants v JOIN products p ON p.id = v.product_id WHERE v.sku = ?",
      of: codes)
  }

  /// The titles of products by their codes, of those that the shop has and that have one.
  package func titles(ofProducts codes: [String]) throws -> [String: String] {
    try titles("SELECT title FROM products WHERE code = ?", of: codes)
  }

  private func titles(_ sql: String, of codes: [String]) throws -> [String: String] {
    guard !codes.isEmpty else { return [:] }
    return try read { database in
      let statement = try database.cachedStatement(sql: sql)
      return try Set(codes).reduce(into: [:]) { $0[$1] = try String.fetchOne(statement, arguments: [$1]) }
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
