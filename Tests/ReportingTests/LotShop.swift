import GRDB

@testable import Stock

/// A shop whose goods keep for a while, on 21 November 2026: lots that expired, that expire that day and later, one that was
/// sold out, stock without a lot, a lot without a cost, and sales that name no lot and take what expires first.
enum LotShop {
  static func fill(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO locations (id, code, name) VALUES (1, 'shop', 'Main shop'), (2, 'store', 'Store room');
        INSERT INTO categories (id, code, name) VALUES (1, 'dairy', 'Milk & cheese');
        INSERT INTO products (id, code, title, category_id, stock_unit) VALUES (1, 'MILK', 'Milk', 1, NULL),
          (2, 'BRIE', '=SUM(A1:A9)', 1, 'kg'), (3, 'EGGS', '<b>Eggs</b>', NULL, NULL);
        INSERT INTO variants (id, sku, product_id) VALUES (1, 'MILK-1', 1), (2, 'BRIE-1', 2), (3, 'EGGS-1', 3);
        INSERT INTO lots (id, variant_id, lot, expires_on) VALUES (1, 1, 'M-18', '2026-11-18'), (2, 1, 'M-21', '2026-11-21'),
          (3, 1, 'M-25', '2026-11-25'), (4, 1, 'M-15', '2026-11-15'), (5, 2, 'B <1>', '2026-12-05'), (6, 2, 'B-19', '2026-11-19'),
          (7, 3, 'E-20', '2026-11-20'), (8, 3, 'E-NO', NULL);
        INSERT INTO documents (id, kind, party, number) VALUES (1, 'receipt', 'dairy', 'R-1'), (2, 'sale', '', 'till');
        """)
    for (variant, place, lot, quantity, kind, cost, day) in [
      (1, 1, 4, 10_000, "receipt", 800_000, "2026-11-02"), (1, 1, 1, 12_000, "receipt", 800_000, "2026-11-05"),
      (1, 1, 2, 20_000, "receipt", 850_000, "2026-11-10"), (1, 1, 3, 24_000, "receipt", 850_000, "2026-11-14"),
      // 16 without a lot: the ten of the 15th and six of the 18th.
      (1, 1, nil, -16_000, "sale", nil, "2026-11-15"), (2, 2, 5, 3250, "receipt", 12_345_678, "2026-11-10"),
      (2, 2, 6, 1500, "receipt", 12_345_678, "2026-11-10"), (2, 2, 6, -250, "sale", nil, "2026-11-12"),
      (3, 1, 7, 30_000, "receipt", nil, "2026-11-10"), (3, 1, 8, 10_000, "receipt", nil, "2026-11-10"),
      (3, 2, 7, 6000, "receipt", nil, "2026-11-10"),
    ] as [(Int, Int, Int?, Int64, String, Int64?, String)] {
      try database.execute(
        sql: """
          INSERT INTO movements (variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, unit_cost,
            document_id, document_line) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, CAST((SELECT COUNT(*) + 1 FROM movements) AS TEXT))
          """,
        arguments: [
          variant, place, lot, quantity, kind, moment(day), moment(day), cost, kind == "receipt" ? 1 : 2,
        ])
    }
    try Ledger.rebuildBalances(database)
    try CostHistory.rebuild(database)
    try LotIssues.rebuild(database)
  }
}
