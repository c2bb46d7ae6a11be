import GRDB
import StockTesting
import Testing

@testable import Stock

/// Codes of other tables come out as a plain join has them, whether they are looked up in memory or in the database.
@Suite struct StoredRecordTests {
  /// A table with more rows than the limit for memory is joined.
  @Test(arguments: [3, 4095, 4096, 1_000_000])
  func codesOfOtherTablesAreTheirs(highestColour: Int) throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO products (id, code, title) VALUES (1, 'P', 'Item');
            INSERT INTO colours (id, code) VALUES (1, 'red'), (2, ''), (\(highestColour), 'dunkelgrün');
            INSERT INTO variants (sku, product_id, colour_id, size)
              VALUES ('A', 1, 1, 'S'), ('B', 1, NULL, NULL), ('C', 1, \(highestColour), ''), ('D', 1, 2, 'L'), ('E', 1, 1, 'M');
            """)
      }
      var reported: [[String?]] = []
      try shop.forEachRecord(of: "variants", fields: ["sku", "product_code", "colour", "size", "nothing"]) { row in
        reported.append((0..<5).map { column in row.text(column).map { String(decoding: $0, as: UTF8.self) } })
      }
      let plain = try shop.read { database in
        try Row.fetchAll(
          database,
          sql: """
            SELECT v.sku, p.code, c.code, v.size, NULL FROM variants v JOIN products p ON p.id = v.product_id
              LEFT JOIN colours c ON c.id = v.colour_id ORDER BY v.id
            """
        ).map { row in (0..<5).map { row[$0] as String? } }
      }
      #expect(reported == plain)
      #expect(reported.map { $0[2] } == ["red", nil, "dunkelgrün", "", "red"])
    }
  }

  @Test func onlyOneLocationIsToldWhereOneIsAsked() throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO products (id, code, title) VALUES (1, 'P', 'Item');
            INSERT INTO variants (id, sku, product_id) VALUES (1, 'A', 1), (2, 'B', 1);
            INSERT INTO locations (id, code) VALUES (1, 'shop'), (2, 'store');
            INSERT INTO balances (variant_id, location_id, quantity) VALUES (1, 1, 1000), (1, 2, 2000), (2, 2, 3000);
            """)
      }
      for (location, expected) in [("shop", ["A shop 1000"]), ("store", ["A store 2000", "B store 3000"]), ("x", [])] {
        var reported: [String] = []
        try shop.forEachRecord(of: "stock_levels", fields: ["sku", "location", "quantity"], location: location) { row in
          let texts = (0..<2).map { row.text($0).map { String(decoding: $0, as: UTF8.self) } ?? "-" }
          reported.append("\(texts[0]) \(texts[1]) \(row.integer(2) ?? 0)")
        }
        #expect(reported == expected)
      }
    }
  }
}
