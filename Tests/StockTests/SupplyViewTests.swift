import FormatKitTesting
import GRDB
import StockTesting
import Testing

@testable import Stock

/// The views of the documents of supply in random shops: one order's part of them, and what they do not read for it.
@Suite struct SupplyViewTests {
  /// Puts in orders of two suppliers with the same numbers, and documents that name their lines, their items or neither.
  private func addDocuments(_ shop: ShopDatabase, _ random: inout SeededGenerator) throws {
    try shop.addGoods(5)
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func maybe(_ value: String) -> String { pick(0...1) == 0 ? "NULL" : value }
    var sql = """
      INSERT INTO suppliers (id, code) VALUES (1, 'S1'), (2, 'S2');
      INSERT INTO supplier_items (supplier_id, variant_id, pack_size) VALUES (1, 1, 6000), (2, 2, 4000);

      """
    for order in 1...8 {
      let number = (order + 1) / 2
      sql += "INSERT INTO orders (id, supplier_id, order_number) VALUES (\(order), \(order % 2 + 1), 'P\(number)');\n"
      sql +=
        "INSERT INTO order_responses VALUES (\(order), \(order % 2 + 1), 'P\(number)', 'R', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);\n"
      for line in 1...pick(1...4) {
        sql += """
          INSERT INTO order_lines (order_id, line, variant_id, order_quantity, pack_size, unit_cost)
            VALUES (\(order), '\(line)', \(pick(1...4)), \(pick(1...9))000, \(maybe("3000")), \(pick(1...2))000000);

          """
      }
      sql += """
        INSERT INTO order_response_lines (response_id, line, confirmed_quantity) VALUES (\(order), '1', \(pick(1...9))000);
        INSERT INTO despatch_advices (id, supplier_id, despatch_number) VALUES (\(order), \(pick(1...2)), 'D\(order)');
        INSERT INTO invoices (id, supplier_id, invoice_number, invoice_kind, order_number, despatch_number, total_amount)
          VALUES (\(order), \(pick(1...2)), 'I\(9 - order)', '\(pick(0...4) == 0 ? "credit-note" : "invoice")',
            \(maybe("'P\(pick(1...2))'")), \(maybe("'D\(pick(1...2))'")), \(maybe("\(pick(1...2))"))) ;
        INSERT INTO documents (id, kind, party, number) VALUES (\(order), 'receipt', 'S\(pick(1...2))', 'D\(order)');

        """
      for line in 1...pick(1...4) {
        sql += """
          INSERT INTO despatch_lines (despatch_id, line, variant_id, order_number, order_line, despatched_quantity, pack_size)
            VALUES (\(order), '\(line)', \(pick(1...4)), \(maybe("'P\(pick(1...4))'")), \(maybe("'\(pick(1...5))'")),
              \(pick(1...9))000, \(maybe("2000")));
          INSERT INTO invoice_lines (invoice_id, line, variant_id, order_number, order_line, invoiced_quantity, pack_size,
            unit_cost) VALUES (\(order), '\(line)', \(pick(1...4)), \(maybe("'P\(pick(1...4))'")),
              \(maybe("'\(pick(1...5))'")), \(pick(1...9))000, \(maybe("2000")), \(pick(1...2))000000);
          INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, document_id,
            document_line, order_number) VALUES (\(pick(1...5)), 1, \(pick(1...30))000, 'receipt', 0, 0, \(order), '\(line)',
              \(maybe("'P\(pick(1...4))'")));

          """
      }
    }
    try shop.write { [sql] in try $0.execute(sql: sql) }
  }

  @Test(arguments: Seeds.of(1...10)) func oneOrderHasItsPartOfTheWhole(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    try withShop { shop in
      try addDocuments(shop, &random)
      try shop.read { database in
        var differences = 0
        for order in 1...8 {
          for (view, own) in [
            ("report_orders", ReportingViews.orders(only: "?")),
            ("report_order_differences", ReportingViews.differences(only: "?1")),
          ] {
            func rows(_ sql: String) throws -> [String] {
              try Row.fetchAll(database, sql: sql, arguments: [order]).map(\.description).sorted()
            }
            let found = try rows(own.replacing("?1", with: "?").replacing("?", with: "?1"))
            #expect(try found == rows("SELECT * FROM \(view) WHERE order_id = ?"))
            differences += view == "report_orders" ? 0 : found.count
          }
        }
        #expect(differences > 10)
      }
    }
  }

  @Test(arguments: Seeds.of(1...10)) func aDuplicateIsTheFirstThatLooksTheSame(seed: Int) throws {
    struct Invoice {
      var supplier: Int64
      var kind: String
      var order: String?
      var despatch: String?
      var total: Int64?
      var number: String
    }
    var random = SeededGenerator(seed: UInt64(seed))
    try withShop { shop in
      try addDocuments(shop, &random)
      try shop.read { database in
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT i.*, v.duplicate_of FROM report_invoices v JOIN invoices i ON i.id = v.invoice_id ORDER BY i.id
            """)
        var before: [Invoice] = []
        for row in rows {
          let invoice = Invoice(
            supplier: row["supplier_id"], kind: row["invoice_kind"], order: row["order_number"],
            despatch: row["despatch_number"], total: row["total_amount"], number: row["invoice_number"])
          let same = before.first { earlier in
            earlier.supplier == invoice.supplier && earlier.kind == invoice.kind && invoice.total != nil
              && earlier.total == invoice.total
              && (invoice.order != nil && earlier.order == invoice.order
                || invoice.despatch != nil && earlier.despatch == invoice.despatch)
          }
          #expect(row["duplicate_of"] as String? == same?.number)
          before.append(invoice)
        }
      }
    }
  }

  /// Everything that grows with the shop is found by an index: an order is read as fast among a million as alone.
  @Test func oneOrderIsReadWithoutReadingTheOthers() throws {
    try withShop { shop in
      try shop.read { database in
        let whole = [
          "orders", "order_lines", "despatch_advices", "despatch_lines", "invoices", "invoice_lines", "movements",
        ]
        func scans(_ sql: String) throws -> [String] {
          // Aliases hide the tables; what is scanned must be something made on the way, or a table of the shop's own few.
          let names = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: [1])
            .map { $0["detail"] as String }.filter { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT ROW") }
          let aliases = sql.matches(of: /(?:FROM|JOIN) (\w+) (\w+)/).filter { whole.contains(String($0.1)) }.map(\.2)
          return names.filter { name in
            whole.contains { name == "SCAN \($0)" }
              || aliases.contains { name.hasPrefix("SCAN \($0) ") || name == "SCAN \($0)" }
          }
        }
        #expect(try scans(ReportingViews.orders(only: "?1")) == [])
        #expect(try scans(ReportingViews.differences(only: "?1")) == [])
        #expect(try scans("SELECT * FROM report_despatch_lines WHERE despatch_id = ?1") == [])
        #expect(try scans("SELECT * FROM orders o WHERE o.note = ?1") == ["SCAN o"])
        let plan = try Row.fetchAll(
          database, sql: "EXPLAIN QUERY PLAN SELECT duplicate_of FROM report_invoices WHERE 1 = ?", arguments: [1]
        )
        .map { $0["detail"] as String }.filter { $0.contains(" e USING") || $0.hasPrefix("SCAN e") }
        #expect(
          plan.count == 2
            && plan.allSatisfy { $0.contains("COVERING INDEX invoices_by_") && $0.contains("invoice_kind=?") })
      }
    }
  }

  @Test func partnersAreFoundByTheirNumbersWithAnIndex() throws {
    try withShop { shop in
      try shop.read { database in
        for kind in ["suppliers", "locations"] {
          let plan = try Row.fetchAll(
            database, sql: "EXPLAIN QUERY PLAN SELECT code FROM \(kind) WHERE gln = ?", arguments: ["4"])
          #expect(plan.map { $0["detail"] as String } == ["SEARCH \(kind) USING INDEX \(kind)_by_gln (gln=?)"])
        }
      }
    }
  }
}
