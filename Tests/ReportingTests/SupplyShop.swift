import GRDB
import Stock

/// A shop that orders from three suppliers in three currencies, with everything that goes right and wrong between an
/// order and its invoice. The tests of the supply reports contain the expected results.
enum SupplyShop {
  static func fill(_ database: Database) throws {
    try catalog(database)
    try orders(database)
    try answers(database)
    try receipts(database)
    try sales(database)
    try invoices(database)
    try Ledger.rebuildBalances(database)
  }

  private static func catalog(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO locations (id, code, name, kind) VALUES (1, 'shop', 'Main shop', 'shop'), (2, 'store', 'Store room', 'store');
        INSERT INTO suppliers (id, code, name) VALUES (1, 'acme', 'Acme Wholesale'),
          (2, 'nord', 'Nordhandel Å/S & Söhne, importers of household goods to the trade since 1874'), (3, 'tokyo', NULL),
          (4, 'idle', 'Never asked');
        INSERT INTO products (id, code, title, stock_unit, status) VALUES (1, 'TEA', 'Green tea', NULL, 'active'),
          (2, 'RICE', 'Rice, 5 kg', NULL, NULL), (4, 'MUG', 'Mug, blue, with a handle for the left hand and a lid of oak', NULL, NULL),
          (5, 'OIL', 'Olive oil, loose', 'l', NULL), (6, 'OLD', 'Old lamp', NULL, 'discontinued'),
          (7, 'NEW', 'Candle', NULL, NULL), (8, 'CUP', '=SUM(A1:A9)', NULL, NULL);
        INSERT INTO variants (id, sku, product_id) VALUES (1, 'TEA-1', 1), (2, 'RICE-5', 2), (4, 'MUG-1', 4), (5, 'OIL-1', 5),
          (6, 'OLD-1', 6), (7, 'NEW-1', 7), (8, 'CUP-1', 8);
        INSERT INTO barcodes (canonical, code, symbology, variant_id) VALUES ('04006381333931', '4006381333931', 'GTIN-13', 1);
        INSERT INTO supplier_items (supplier_id, variant_id, supplier_code, unit_cost, currency, pack_size, order_unit,
          minimum_order, lead_time_days) VALUES
          (1, 1, 'A-TEA', 2100000, NULL, 12000, 'case', 2000, 5), (1, 2, 'A-RICE', 4500000, 'EUR', NULL, NULL, NULL, NULL),
          (1, 4, 'A-MUG', 1250000, 'EUR', 6000, 'case', NULL, 3), (2, 4, 'N-77', 1100000, 'USD', 24000, 'case', NULL, 30),
          (2, 5, NULL, NULL, NULL, NULL, 'l', NULL, NULL), (3, 8, 'T-CUP', 350000000, 'JPY', 10000, 'box', 1500, 10),
          (1, 6, 'A-OLD', 9000000, NULL, NULL, NULL, NULL, NULL);
        INSERT INTO reorder_levels (variant_id, location_id, reorder_point, order_up_to) VALUES
          (2, 1, 10000, 40000), (2, 2, 25000, 60000), (6, 1, 5000, 10000), (7, 1, 3000, NULL), (8, 1, 80000, 100000);
        """)
    try database.execute(
      sql: """
        INSERT INTO products (id, code, title) VALUES (3, 'SOAP', ?); INSERT INTO variants (id, sku, product_id) VALUES (3, 'SOAP-1', 3)
        """, arguments: [CornerShop.hostileTitle])
  }

  /// O-6 has an item twice, at two prices. On 21 November 2026 O-3 is 51 days late, O-1 42 and 11, O-4 one; the rest is to come.
  private static func orders(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO orders (id, supplier_id, order_number, ordered_on, expected_on, location_id, currency) VALUES
          (1, 1, 'O-1', '2026-10-01', '2026-10-10', 1, 'EUR'), (2, 1, 'O-2', '2026-11-01', '2026-11-18', 2, NULL),
          (3, 2, 'O-3', '2026-09-01', '2026-10-01', 1, 'USD'), (4, 3, 'O-4', '2026-11-10', '2026-12-01', 1, 'JPY'),
          (5, 2, 'O-5', '2026-11-12', NULL, NULL, 'EUR'), (6, 1, 'O-6', '2026-11-13', '2026-11-18', 1, 'EUR');
        INSERT INTO order_lines (id, order_id, line, variant_id, supplier_code, order_quantity, order_unit, pack_size, unit_cost,
          closed_on, closed_reason) VALUES
          (1, 1, '1', 1, 'A-TEA', 10000, 'case', 12000, 2100000, NULL, NULL),
          (2, 1, '2', 2, 'A-RICE', 20000, 'EA', NULL, 4500000, NULL, NULL),
          (3, 1, '3', 4, 'A-MUG', 4000, 'case', NULL, 1250000, NULL, NULL),
          (4, 1, '4', 3, 'A-SOAP', 12000, NULL, NULL, 333333, NULL, NULL),
          (5, 1, '5', 5, NULL, 2500, 'l', NULL, 7333333, NULL, NULL),
          (6, 2, '1', 1, 'A-TEA', 5000, 'case', 12000, 2100000, '2026-11-19', 'no more to come'),
          (7, 2, '2', 4, 'A-MUG', 2000, 'case', 6000, 1250000, NULL, NULL),
          (8, 3, '1', 4, 'N-77', 10000, 'case', 24000, 1100000, NULL, NULL),
          (9, 3, '2', 5, NULL, 8000, 'l', NULL, NULL, NULL, NULL),
          (10, 4, '1', 8, 'T-CUP', 5000, 'box', 10000, 350000000, NULL, NULL),
          (11, 5, '1', 1, NULL, 3000, 'each', NULL, 2000000, NULL, NULL),
          (12, 2, '3', 2, 'A-RICE', 6000, NULL, NULL, 4500000, NULL, NULL),
          (13, 6, '1', 4, 'A-MUG', 1000, 'case', 6000, 1250000, NULL, NULL),
          (14, 6, '2', 4, 'A-MUG', 1000, 'case', 6000, 1350000, NULL, NULL);
        """)
  }

  private static func answers(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO order_responses (id, supplier_id, order_number, response_number, responded_on, response) VALUES
          (1, 1, 'O-1', 'R-1', '2026-10-02', 'changed'), (2, 3, 'O-4', 'R-2', '2026-11-11', 'changed'),
          (3, 1, 'O-2', 'R-3', '2026-11-02', 'accepted');
        INSERT INTO order_response_lines (response_id, line, variant_id, line_response, confirmed_quantity, order_unit, pack_size,
          unit_cost, promised_on, substitute_supplier_code, note) VALUES
          (1, '1', 1, 'accepted', 10000, 'case', NULL, 2100000, NULL, NULL, NULL),
          (1, '2', 2, 'changed', 18000, NULL, NULL, 4500000, NULL, NULL, 'harvest'),
          (1, '3', 4, 'changed', 4000, 'case', NULL, 1300000, '2026-10-12', NULL, NULL),
          (1, '4', 3, 'rejected', NULL, NULL, NULL, NULL, NULL, NULL, 'no longer made'),
          (1, '5', 5, 'backordered', 0, 'l', NULL, NULL, '2026-11-10', NULL, NULL),
          (2, '1', 8, 'substituted', 5000, 'box', NULL, NULL, '2026-11-20', 'T-CUP2', NULL);
        INSERT INTO despatch_advices (id, supplier_id, despatch_number, despatched_on, order_number) VALUES
          (1, 1, 'D-1', '2026-10-08', 'O-1'), (2, 1, 'D-2', '2026-11-16', 'O-2');
        INSERT INTO despatch_lines (despatch_id, line, variant_id, order_number, order_line, despatched_quantity, order_unit,
          pack_size) VALUES
          (1, '1', 1, 'O-1', '1', 10000, 'case', 12000), (1, '2', 2, 'O-1', '2', 18000, NULL, NULL),
          (1, '3', 4, 'O-1', NULL, 4000, 'case', NULL), (2, '1', 1, 'O-2', '1', 2000, 'case', 12000),
          (2, '2', 4, 'O-2', '2', 2000, 'case', 8000);
        """)
  }

  /// Of O-1 three of 18 bags of rice are missing, and two candles arrived that were not ordered; of O-2 more mugs
  /// arrived than were ordered. One bag that was booked twice was reversed.
  private static func receipts(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO documents (id, kind, party, number) VALUES (1, 'stock-level', '', 'opening'), (2, 'sale', '', 'till'),
          (3, 'receipt', 'acme', 'D-1'), (4, 'receipt', 'acme', 'D-2'), (5, 'receipt', 'nord', 'N-9'), (6, 'receipt', 'acme', 'D-3');
        """)
    let first = moment("2026-10-09T10:00")
    let second = moment("2026-11-17T10:00")
    let rows: [(variant: Int, place: Int, quantity: Int64, order: String?, document: Int, at: Int64, cost: Int64?)] = [
      (1, 1, 120_000, "O-1", 3, first, 2_100_000), (2, 1, 15_000, "O-1", 3, first, 4_500_000),
      (4, 1, 24_000, "O-1", 3, first, 1_300_000), (7, 1, 2000, "O-1", 3, first, 3_000_000),
      (1, 2, 24_000, "O-2", 4, second, 2_100_000), (4, 2, 16_000, "O-2", 4, second, 1_250_000),
      (2, 1, 1000, "O-1", 3, first, 4_500_000), (2, 1, -1000, "O-1", 3, first, 4_500_000),
      (5, 1, 4500, nil, 5, moment("2026-10-20"), 7_000_000),
      (4, 1, 12_000, "O-6", 6, moment("2026-11-18T10:00"), 1_300_000),
    ]
    for (index, row) in rows.enumerated() {
      try database.execute(
        sql: """
          INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
            document_line, order_number) VALUES (?, ?, ?, ?, 'receipt', ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          index + 1, row.variant, row.place, row.quantity, row.at, row.at, row.cost, row.document, "\(index)",
          row.order,
        ])
    }
    try database.execute(sql: "INSERT INTO cancelled_movements VALUES (7), (8)")
  }

  /// In the 28 days to 21 November: 100 tea less one brought back, 14 mugs, 3 litres of oil, 30 cups.
  private static func sales(_ database: Database) throws {
    let rows: [(variant: Int, quantity: Int64, kind: String, at: String)] = [
      (1, -40_000, "sale", "2026-10-12"), (1, -100_000, "sale", "2026-11-05"),
      (1, 1000, "customer-return", "2026-11-06"),
      (4, -14_000, "sale", "2026-11-07"), (5, -3000, "sale", "2026-11-08"), (8, -30_000, "sale", "2026-11-09"),
      (3, -2000, "sale", "2026-11-10"), (6, -4000, "sale", "2026-11-11"), (7, -1000, "sale", "2026-11-12"),
    ]
    for (index, row) in rows.enumerated() {
      try database.execute(
        sql: """
          INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, document_id,
            document_line) VALUES (?, ?, 1, ?, ?, ?, ?, 2, ?)
          """,
        arguments: [
          index + 50, row.variant, row.quantity, row.kind, moment(row.at), moment(row.at), "\(index)",
        ])
    }
  }

  /// I-1 has one bag too many after a credit note, and mugs at a higher price; I-2 occurs twice; I-3 has a line that
  /// was not ordered and a wrong total; the yen are for cups that never arrived.
  private static func invoices(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO invoices (id, supplier_id, invoice_number, invoice_kind, invoiced_on, due_on, order_number, despatch_number,
          corrects, currency, net_amount, allowance_amount, charge_amount, tax_amount, total_amount) VALUES
          (1, 1, 'I-1', 'invoice', '2026-10-15', '2026-11-14', 'O-1', 'D-1', NULL, 'EUR', 36160, 500, 1000, 6870, 43030),
          (2, 1, 'C-1', 'credit-note', '2026-10-20', NULL, 'O-1', NULL, 'I-1', 'EUR', 900, NULL, NULL, 171, 1071),
          (3, 1, 'I-2', 'invoice', '2026-11-18', NULL, 'O-2', NULL, NULL, NULL, 5040, NULL, NULL, 958, 5998),
          (4, 1, 'I-2b', 'invoice', '2026-11-19', NULL, 'O-2', NULL, NULL, NULL, 5040, NULL, NULL, 958, 5998),
          (5, 1, 'I-3', 'invoice', '2026-11-20', NULL, NULL, NULL, NULL, 'EUR', 3100, NULL, NULL, 0, 3200),
          (7, 1, 'I-4', 'invoice', '2026-11-20', NULL, 'O-6', 'D-3', NULL, 'EUR', NULL, NULL, NULL, NULL, NULL),
          (6, 3, 'T-1', 'invoice', '2026-11-12', NULL, 'O-4', NULL, NULL, 'JPY', 7200, NULL, NULL, 0, 7200);
        INSERT INTO invoice_lines (invoice_id, line, variant_id, title, order_number, order_line, invoiced_quantity, order_unit,
          pack_size, unit_cost, currency, line_amount, tax_rate) VALUES
          (1, '1', 1, NULL, 'O-1', '1', 10000, 'case', NULL, 2100000, 'EUR', 25200, 190000),
          (1, '2', 2, NULL, 'O-1', '2', 18000, 'EA', NULL, 4500000, 'EUR', 8100, 190000),
          (1, '3', 4, NULL, 'O-1', NULL, 4000, 'case', NULL, 1400000, NULL, 3360, 190000),
          (2, '1', 2, NULL, 'O-1', '2', 2000, NULL, NULL, 4500000, 'EUR', 900, 190000),
          (3, '1', 1, NULL, 'O-2', '1', 2000, 'case', 12000, 2100000, NULL, 5040, 190000),
          (4, '1', 1, NULL, 'O-2', '1', 2000, 'case', 12000, 2100000, NULL, 5040, 190000),
          (5, '1', NULL, 'Fuel surcharge, as agreed by nobody', NULL, NULL, 1000, NULL, NULL, NULL, 'EUR', 1500, NULL),
          (5, '2', 4, NULL, 'O-2', '2', 2000, 'case', 8000, 1000000, 'EUR', 1600, NULL),
          (7, '1', 4, NULL, 'O-6', NULL, 4000, 'EA', NULL, 1250000, 'EUR', NULL, NULL),
          (6, '1', 8, NULL, 'O-4', '1', 2000, 'box', NULL, 360000000, 'JPY', 7200, NULL);
        """)
  }
}
