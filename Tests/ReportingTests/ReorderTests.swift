import Foundation
import GRDB
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

/// The quantity that an item needs, computed from the tables by a loop that shares no code with the report.
private struct PlainNeed: Hashable {
  var supplier: String?
  var units: Int64
  var orderUnits: Int64
  var cost: Int64?
}

/// - Parameter at: the last moment of the sales.
private func plainNeeds(_ database: Database, days: Int64, cover: Int64, at: Int64) throws -> [String: PlainNeed] {
  func sum(_ sql: String, _ variant: Int64) throws -> Int64 {
    try Int64.fetchOne(
      database, sql: "SELECT COALESCE(SUM(quantity), 0) FROM movements WHERE variant_id = ? AND \(sql)",
      arguments: [variant])
      ?? 0
  }
  var needs: [String: PlainNeed] = [:]
  for row in try Row.fetchAll(
    database, sql: "SELECT v.id, v.sku, p.status FROM variants v JOIN products p ON p.id = v.product_id")
  {
    let variant: Int64 = row["id"]
    if row["status"] as String? == "discontinued" { continue }
    var open: Int64 = 0
    for line in try Row.fetchAll(
      database,
      sql: """
        SELECT l.*, o.order_number, o.supplier_id, s.code FROM order_lines l JOIN orders o ON o.id = l.order_id
          JOIN suppliers s ON s.id = o.supplier_id WHERE l.variant_id = ? AND l.closed_on IS NULL
        """, arguments: [variant])
    {
      let answer = try String.fetchOne(
        database,
        sql: """
          SELECT e.line_response FROM order_responses r JOIN order_response_lines e ON e.response_id = r.id
          WHERE r.order_number = ? AND e.line = ?
          """, arguments: [line["order_number"] as String, line["line"] as String])
      if answer == "rejected" { continue }
      let unit: String = (line["order_unit"] as String? ?? "").lowercased()
      let listed = try Int64.fetchOne(
        database, sql: "SELECT pack_size FROM supplier_items WHERE supplier_id = ? AND variant_id = ?",
        arguments: [line["supplier_id"] as Int64, variant])
      let pack = line["pack_size"] as Int64? ?? (["ea", "each"].contains(unit) ? 1000 : listed ?? 1000)
      // In the shop of these tests an order has an item once.
      let came = try sum("order_number = '\(line["order_number"] as String)'", variant)
      open += max(0, (line["order_quantity"] as Int64) * pack / 1000 - came)
    }
    let available = try sum("1", variant) + open
    let sold = -(try sum("kind IN ('sale', 'customer-return') AND effective_at > \(at - days * 86_400_000)", variant))
    let supplier =
      try String.fetchOne(
        database,
        sql: """
          SELECT d.party FROM movements m JOIN documents d ON d.id = m.document_id
          WHERE m.variant_id = ? AND m.kind = 'receipt' AND m.id NOT IN (SELECT movement_id FROM cancelled_movements)
          ORDER BY m.effective_at DESC LIMIT 1
          """, arguments: [variant])
      ?? String.fetchOne(
        database,
        sql: """
          SELECT s.code FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id WHERE i.variant_id = ?
          ORDER BY i.unit_cost IS NULL, i.unit_cost LIMIT 1
          """, arguments: [variant])
    let item = try Row.fetchOne(
      database,
      sql:
        "SELECT i.* FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id WHERE s.code = ? AND i.variant_id = ?",
      arguments: [supplier, variant])
    let level = try Row.fetchOne(
      database,
      sql: """
        SELECT COUNT(*) AS levels, SUM(reorder_point) AS point, SUM(COALESCE(order_up_to, reorder_point)) AS top
        FROM reorder_levels WHERE variant_id = ?
        """, arguments: [variant])
    let lead = item?["lead_time_days"] as Int64? ?? 7
    let target: Int64
    if let level, level["levels"] as Int64 > 0 {
      guard available <= level["point"] as Int64 else { continue }
      target = level["top"]
    } else {
      guard sold > 0, available * days <= sold * lead else { continue }
      target = Int64((Double(sold * (lead + cover)) / Double(days)).rounded(.up))
    }
    let pack = item?["pack_size"] as Int64? ?? 1000
    var orderUnits: Int64 = 1
    let least = Int64((Double(item?["minimum_order"] as Int64? ?? 0) / 1000).rounded(.up))
    while orderUnits < least || available + orderUnits * pack < target { orderUnits += 1 }
    var cost: Int64?
    if let unitCost = item?["unit_cost"] as Int64? {
      let digits = item?["currency"] as String? == "JPY" ? 0.0 : 2.0
      cost = Int64((Double(unitCost) / 1e6 * Double(orderUnits * pack) / 1000 * pow(10, digits)).rounded())
    }
    needs[row["sku"]] = PlainNeed(supplier: supplier, units: orderUnits * pack, orderUnits: orderUnits, cost: cost)
  }
  return needs
}

private func milli(_ value: Any?) -> Int64 {
  NSDecimalNumber(decimal: (Decimal(string: value as? String ?? "") ?? -1) * 1000).int64Value
}

/// Amounts without their decimal point are minor units of their currency.
private func minor(_ value: Any?) -> Int64? { (value as? String).flatMap { Int64($0.replacing(".", with: "")) } }

@Test(arguments: [(28, 14), (7, 0), (90, 60), (1, 1)])
func whatIsToBeOrderedIsThatOfAPlainLoop(_ days: Int64, _ cover: Int64) throws {
  try withShop(SupplyShop.fill) { path in
    let data = try shippedReports.report(named: "reorder").data(on: path, ["days": "\(days)", "cover": "\(cover)"])
    var found: [String: PlainNeed] = [:]
    for line in data["lines"] as? [[String: Any]] ?? [] {
      found[line["sku"] as? String ?? ""] = PlainNeed(
        supplier: line["supplier"] as? String, units: milli(line["suggested_units"]),
        orderUnits: milli(line["order_quantity"]) / 1000, cost: minor(line["line_cost"]))
    }
    for line in data["without_supplier"] as? [[String: Any]] ?? [] {
      let units = milli(line["suggested_units"])
      found[line["sku"] as? String ?? ""] = PlainNeed(supplier: nil, units: units, orderUnits: units / 1000, cost: nil)
    }
    let shop = try ShopDatabase.open(at: path, readOnly: true)
    let expected = try shop.read {
      try plainNeeds($0, days: days, cover: cover, at: generatedAt.millisecondsSince1970)
    }
    #expect(found == expected)
    #expect(found.count >= 3)
  }
}

@Test func aSupplierIsAskedForAllThatItLists() throws {
  try withShop(SupplyShop.fill) { path in
    let report = try shippedReports.report(named: "reorder")
    func lines(_ parameters: [String: String]) throws -> [[String]] {
      (try report.data(on: path, parameters)["lines"] as? [[String: Any]] ?? []).map { line in
        ["supplier", "sku", "order_quantity", "reason"].map { "\(line[$0] ?? "")" }
      }
    }
    // Mugs came from acme last; a year of sales and a lead time of 30 days make nord order two cases of 24.
    #expect(try lines(["supplier": "idle"]).isEmpty)
    #expect(
      try lines(["supplier": "tokyo"]) == [["tokyo", "CUP-1", "8", "at or below the reorder point"]])
    // On 17 November the day's mugs were not there yet, and what is open counts as now: 24 on hand less 14, 240 to come.
    #expect(try lines(["at": "2026-11-16", "location": "store"]).map { $0[1] } == ["RICE-5"])
    // Before anything came: nothing on hand, and no sales either; reorder points remain.
    #expect(Set(try lines(["at": "2026-09-30"]).map { $0[3] }) == ["at or below the reorder point"])
  }
}

@Test(arguments: [
  (["days": "0"], "days '0' is out of range", "Give a number from 1 up to 3660."),
  (["cover": "-1"], "cover '-1' is out of range", "Give a number from 0 up to 3660."),
  (["supplier": "acm"], "supplier 'acm' is not a supplier of this shop", "Did you mean 'acme'?"),
])
func parametersOfReorderAreChecked(_ parameters: [String: String], _ message: String, _ remedy: String) throws {
  try withShop(SupplyShop.fill) { path in
    let report = try shippedReports.report(named: "reorder")
    let error = #expect(throws: Problems.self) { _ = try report.data(on: path, parameters) }
    #expect(error?.all.first?.message == message)
    #expect(error?.all.first?.remedy.contains(remedy) == true)
  }
}

/// The stock room has plenty of candles, and no reorder point: the shop runs low of them all the same.
@Test(arguments: [[:], ["at": "2026-11-20"], ["location": "shop"], ["supplier": "acme"]] as [[String: String]])
func aReorderPointIsComparedWithTheStockOfItsOwnLocation(_ parameters: [String: String]) throws {
  try withShop { database in
    try SupplyShop.fill(database)
    try database.execute(
      sql: """
        INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
            document_line)
          SELECT 900, 7, 2, 100000, 'receipt', effective_at, recorded_at, unit_cost, document_id, '900' FROM movements WHERE id = 4;
        INSERT INTO order_lines (id, order_id, line, variant_id, order_quantity) VALUES (900, 2, '900', 7, 50000);
        """)
    try Ledger.rebuildBalances(database)
  } _: { path in
    let data = try shippedReports.report(named: "reorder").data(on: path, parameters)
    let line = (data["lines"] as? [[String: Any]] ?? []).first { $0["sku"] as? String == "NEW-1" }
    let found = try #require(line)
    let values = ["on_hand", "on_order", "reorder_point", "order_quantity"].map { "\(found[$0] ?? "")" }
    #expect(values == ["1", "0", "3", "2"], "\(values)")
    // Without a reorder point, what sells is compared with all that there is.
    let other = try shippedReports.report(named: "reorder").data(on: path, ["location": "store"])
    #expect((other["lines"] as? [[String: Any]] ?? []).allSatisfy { $0["sku"] as? String != "NEW-1" })
  }
}

/// Numbers that no shop has must not make a report fail, or print a number that is not so.
@Test func numbersBeyondReasonAreLeftOut() throws {
  try withShop { database in
    try SupplyShop.fill(database)
    try database.execute(
      sql: """
        UPDATE supplier_items SET lead_time_days = 9223372036854775807 WHERE variant_id = 1;
        UPDATE supplier_items SET pack_size = 9223372036854775807 WHERE variant_id = 2;
        UPDATE supplier_items SET minimum_order = 9223372036854775807, unit_cost = 9223372036854775807 WHERE variant_id = 8;
        UPDATE reorder_levels SET order_up_to = 9223372036854775807 WHERE variant_id = 7;
        """)
  } _: { path in
    let data = try shippedReports.report(named: "reorder").data(on: path)
    let lines = data["lines"] as? [[String: Any]] ?? []
    #expect(lines.compactMap { $0["sku"] as? String } == ["RICE-5", "TEA-1", "CUP-1"])
    #expect(lines.map { $0["suggested_units"] as? String } == [nil, "72", nil])
    #expect(lines.allSatisfy { !("\($0["line_cost"] ?? "")".contains("e")) })
  }
}
