import Foundation
import GRDB
import Testing

@testable import Reporting
@testable import Stock

/// In a report of a period, the supplier of an item is that of its last receipt up to the end of the period: a later
/// delivery changes no earlier month.
@Suite struct SupplierOfPeriodTests {
  /// What the sums of a supplier must be.
  private struct Sums: Equatable, CustomStringConvertible {
    var lines = 0
    var amount: Decimal = 0
    var cost: Decimal = 0

    var description: String { "\(lines) lines, \(amount), \(cost)" }
  }

  private func texts(_ row: [String: Any], _ columns: String...) -> [String] {
    columns.map { row[$0].map { "\($0)" } ?? "missing" }
  }

  /// The supplier of each item at a moment, by loops over lists and receipts, without the views.
  private func suppliers(_ path: String, at end: String) throws -> [String: String] {
    try ShopDatabase.open(at: path, readOnly: true).read { database in
      var suppliers: [String: String] = [:]
      let lists = try Row.fetchAll(
        database,
        sql: """
          SELECT v.sku, s.code FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id
            JOIN variants v ON v.id = i.variant_id
          ORDER BY i.unit_cost IS NULL DESC, i.unit_cost DESC, s.code DESC
          """)
      // The cheapest list comes last, and so does the last receipt.
      for list in lists { suppliers[list["sku"]] = list["code"] as String }
      let receipts = try Row.fetchAll(
        database,
        sql: """
          SELECT v.sku, d.party FROM movements m JOIN documents d ON d.id = m.document_id
            JOIN variants v ON v.id = m.variant_id
          WHERE m.kind = 'receipt' AND m.effective_at <= ? AND m.reverses IS NULL
            AND m.id NOT IN (SELECT r.reverses FROM movements r WHERE r.reverses IS NOT NULL)
          ORDER BY m.effective_at, m.id
          """, arguments: [moment(end)])
      for receipt in receipts { suppliers[receipt["sku"]] = receipt["party"] as String }
      return suppliers
    }
  }

  /// A receipt in the first location.
  private static func receive(
    _ database: Database, _ id: Int64, _ variant: Int, _ at: String, document: Int, quantity: Int64 = 0,
    cost: Int64? = nil, reverses: Int64? = nil
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost,
          document_id, document_line, reverses) VALUES (?, ?, 1, ?, 'receipt', ?, ?, ?, ?, ?, ?)
        """,
      arguments: [id, variant, quantity, moment(at), moment(at), cost, document, "\(id)", reverses])
  }

  // MARK: - Shrinkage

  /// The corner shop with bread from Acme, apples of which bolt has the cheapest list, and mugs that Cent lists.
  private static func fill(_ database: Database) throws {
    try CornerShop.fill(database)
    try database.execute(
      sql: """
        INSERT INTO suppliers (id, code, name) VALUES (1, 'acme', 'Acme'), (2, 'bolt', NULL), (3, 'cent', 'Cent');
        INSERT INTO supplier_items (supplier_id, variant_id, unit_cost) VALUES (1, 1, 300), (2, 1, 200), (3, 4, NULL);
        INSERT INTO documents (id, kind, party, number) VALUES (20, 'receipt', 'acme', 'R1'),
          (21, 'receipt', 'bolt', 'R2'), (22, 'receipt', 'cent', 'R3');
        """)
    try receive(database, 60, 2, "2026-10-02", document: 20)
    // Undone, with its reversal.
    try receive(database, 61, 2, "2026-10-20", document: 21)
    try receive(database, 62, 2, "2026-10-20", document: 21, reverses: 61)
    try database.execute(sql: "INSERT INTO cancelled_movements VALUES (61), (62)")
  }

  /// The deliveries of November: bread from two other suppliers, and the first ones of apples and soap. The first is at
  /// midnight by the clock of the shop, when November begins.
  private static func deliverInNovember(_ database: Database) throws {
    try receive(database, 70, 2, "2026-10-31T23:00", document: 21)
    try receive(database, 71, 2, "2026-11-03", document: 22)
    try receive(database, 72, 1, "2026-11-03", document: 22)
    try receive(database, 73, 3, "2026-11-04", document: 20)
  }

  /// The sums of `ShrinkageTests`: apples 5.26, bread 1.25, soap 1.00, mugs 45.00, and 450.00 in November; the gifts
  /// have no cost.
  @Test func aDeliveryOfNovemberDoesNotChangeOctober() throws {
    try withShop(Self.fill) { path in
      let report = try shippedReports.report(named: "shrinkage")
      func table(_ parameters: [String: String]) throws -> [[String]] {
        queryRows(try report.data(on: path, parameters), "suppliers").map {
          texts($0, "supplier", "supplier_name", "lines", "net_cost")
        }
      }
      let october = [
        ["cent", "Cent", "2", "45.00"], ["bolt", "bolt", "2", "5.26"], ["acme", "Acme", "3", "1.25"],
        ["", "No supplier", "2", "1.00"],
      ]
      #expect(try table(["period": "2026-10"]) == october)
      #expect(try table([:]) == october)
      let shop = try ShopDatabase.open(at: path)
      try shop.write(Self.deliverInNovember)
      #expect(try table(["period": "2026-10"]) == october)
      // Until the last count.
      #expect(try table([:]) == october)
      // The year has the suppliers of its end.
      #expect(
        try table(["period": "2026"]) == [
          ["cent", "Cent", "8", "501.51"], ["acme", "Acme", "1", "1.00"], ["", "No supplier", "1", "<null>"],
        ])
    }
  }

  @Test(
    arguments: [
      (["period": "2026-10"], "2026-10-31T22:59:59.999"), (["period": "2026-11"], "2026-11-30T22:59:59.999"),
      (["period": "2026"], "2026-12-31T22:59:59.999"), ([:], "2026-10-31T18:00"),
      (["to": "2026-11-01T00:00"], "2026-10-31T23:00"),
    ] as [([String: String], String)])
  func theLinesOfASupplierAddUpToItsRow(parameters: [String: String], end: String) throws {
    try withShop { database in
      try Self.fill(database)
      try Self.deliverInNovember(database)
    } _: { path in
      let data = try shippedReports.report(named: "shrinkage").data(on: path, parameters)
      let suppliers = try suppliers(path, at: end)
      var expected: [String: Sums] = [:]
      // What a count found missing is negative there.
      for (query, column, sign) in [("largest", "value_cost", -1), ("known_losses", "loss_cost", 1)] {
        for row in queryRows(data, query) {
          let supplier = suppliers[row["sku"] as? String ?? "?"] ?? ""
          expected[supplier, default: Sums()].lines += 1
          expected[supplier, default: Sums()].cost += Decimal(sign) * (queryNumber(row[column]) ?? 0)
        }
      }
      var found: [String: Sums] = [:]
      for row in queryRows(data, "suppliers") {
        found[row["supplier"] as? String ?? "?"] = Sums(
          lines: row["lines"] as? Int ?? -1, cost: queryNumber(row["net_cost"]) ?? 0)
      }
      #expect(found == expected)
      let total = try #require(queryRows(data, "statement").last)
      #expect(found.values.map(\.lines).reduce(0, +) == total["lines"] as? Int)
      #expect(found.values.map(\.cost).reduce(0, +) == queryNumber(total["net_cost"]))
    }
  }

  // MARK: - Margins

  /// Mugs, which Acme had delivered before, from Nordhandel, and tea the other way round.
  private static func deliverTrade(_ database: Database) throws {
    try receive(database, 900, 2, "2026-11-15T08:00", document: 4, quantity: 5000, cost: 2_000_000)
    try receive(database, 901, 1, "2026-11-16T08:00", document: 3, quantity: 5000, cost: 5_000_000)
    try Ledger.rebuildBalances(database)
    try TradeShop.rebuildCosts(database)
  }

  @Test(arguments: ["2026-08", "2026-Q3", "2026-10"])
  func aLaterDeliveryDoesNotChangeAnEarlierMargin(period: String) throws {
    try withShop(TradeShop.fill) { path in
      let report = try shippedReports.report(named: "margin")
      let all = try report.text(on: path, ["period": period])
      let ofSupplier = try report.text(on: path, ["period": period, "supplier": "acme"])
      #expect(all != ofSupplier)
      let shop = try ShopDatabase.open(at: path)
      try shop.write(Self.deliverTrade)
      #expect(try report.text(on: path, ["period": period]) == all)
      #expect(try report.text(on: path, ["period": period, "supplier": "acme"]) == ofSupplier)
    }
  }

  /// The table, the report of each supplier and a loop over the sales agree.
  @Test(arguments: [
    ("2026-10", "2026-10-31T22:59:59.999"), ("2026-11", "2026-11-30T22:59:59.999"), ("2026", "2026-12-31T22:59:59.999"),
  ])
  func theReportOfASupplierIsItsRow(period: String, end: String) throws {
    try withShop { database in
      try TradeShop.fill(database)
      try Self.deliverTrade(database)
    } _: { path in
      let report = try shippedReports.report(named: "margin")
      let suppliers = try suppliers(path, at: end)
      let trade = try PlainTrade(path)
      var expected: [String: Sums] = [:]
      for sale in trade.sales where sale.day.hasPrefix(period) {
        let supplier = trade.items[sale.variant].flatMap { suppliers[$0.sku] } ?? ""
        expected[supplier, default: Sums()].lines += 1
        guard let paid = sale.paid, let cost = sale.cost else { continue }
        expected[supplier, default: Sums()].amount += paid
        expected[supplier, default: Sums()].cost += cost
      }
      let parameters = ["period": period, "tax": "with"]
      let rows = queryRows(try report.data(on: path, parameters), "suppliers")
      #expect(Set(rows.compactMap { $0["supplier"] as? String }) == Set(expected.keys))
      for row in rows {
        let supplier = row["supplier"] as? String ?? "?"
        let sums = expected[supplier] ?? Sums()
        #expect((queryNumber(row["net_sales"]) ?? 0) == sums.amount, "\(supplier)")
        #expect((queryNumber(row["cost_of_goods_sold"]) ?? 0) == sums.cost, "\(supplier)")
        guard !supplier.isEmpty else { continue }
        let own = try report.data(on: path, parameters.merging(["supplier": supplier]) { $1 })
        let header = try #require(own["header"] as? [String: Any])
        #expect(header["lines"] as? Int == sums.lines)
        for column in ["net_sales", "cost_of_goods_sold", "gross_profit"] {
          #expect(queryNumber(header[column]) == queryNumber(row[column]), "\(column) of \(supplier)")
        }
        #expect(queryRows(own, "items").allSatisfy { $0["supplier"] as? String == supplier })
      }
    }
  }

  // MARK: - Slow movers

  /// Pears, which Acme had delivered before, come from tokyo on 14 November; the first kites come on the 10th.
  @Test(arguments: [
    ("2026-10-31", "acme"), ("2026-11-13", "acme"), ("2026-11-14", "tokyo"), ("2026-11-20", "tokyo"),
  ])
  func slowItemsHaveTheSupplierOfTheMoment(day: String, ofPears: String) throws {
    try withShop { database in
      try LedgerShop.fill(database)
      try database.execute(
        sql: "INSERT INTO documents (id, kind, party, number) VALUES (20, 'receipt', 'tokyo', 'R-9')")
      try Self.receive(database, 900, 1, "2026-11-14T08:00", document: 20, quantity: 1000, cost: 3_000_000)
      try Ledger.rebuildBalances(database)
      try CostHistory.rebuild(database)
      try LayerCosts.rebuild(database)
    } _: { path in
      let report = try shippedReports.report(named: "slow-movers")
      func items(_ parameters: [String: String]) throws -> [String: String] {
        let parameters = parameters.merging(["at": day, "days": "0"]) { $1 }
        var items: [String: String] = [:]
        for row in queryRows(try report.data(on: path, parameters), "lines") {
          items[row["sku"] as? String ?? "?"] = row["supplier"] as? String ?? ""
        }
        return items
      }
      let all = try items([:])
      #expect(all["PEAR-1"] == ofPears)
      let suppliers = try suppliers(path, at: "\(day)T22:59:59.999")
      let expected = Dictionary(uniqueKeysWithValues: all.keys.map { ($0, suppliers[$0] ?? "") })
      #expect(all == expected)
      for supplier in ["acme", "tokyo"] {
        #expect(try items(["supplier": supplier]) == all.filter { $0.value == supplier }, "\(supplier)")
      }
    }
  }
}
