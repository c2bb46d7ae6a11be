import Foundation
import GRDB
import RetailValues
import Stock
import Testing

@testable import Reporting

private func rows(_ data: [String: Any], _ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }

/// Exact decimals as numbers; nil for what is missing.
private func number(_ value: Any?) -> Decimal? { (value as? String).flatMap { Decimal(string: $0) } }

/// An entry of the ledger in thousandths of units, as a loop over the movements makes it.
private struct PlainEntry: Equatable {
  var location: String
  var sku: String
  var entry: String
  var movement: Int64?
  var came: Int64
  var balance: Int64
}

/// The whole ledger, computed from the movements one by one.
private func plainLedger(
  _ database: Database, from: Int64?, to: Int64, location: String?, listsUnmoved: Bool
) throws -> [PlainEntry] {
  var entries: [PlainEntry] = []
  for place in try String.fetchAll(database, sql: "SELECT code FROM locations ORDER BY code")
  where location == nil || place == location {
    for sku in try String.fetchAll(database, sql: "SELECT sku FROM variants ORDER BY sku") {
      let moves = try Row.fetchAll(
        database,
        sql: """
          SELECT m.id, m.kind, m.quantity, m.effective_at FROM movements m
          WHERE m.variant_id = (SELECT id FROM variants WHERE sku = ?)
            AND m.location_id = (SELECT id FROM locations WHERE code = ?) ORDER BY m.effective_at, m.id
          """, arguments: [sku, place])
      var balance: Int64 = 0
      var within: [PlainEntry] = []
      var opening: Int64 = 0
      for move in moves {
        let at: Int64 = move["effective_at"]
        guard at <= to else { break }
        balance += move["quantity"]
        if let from, at < from {
          opening = balance
        } else {
          within.append(
            PlainEntry(
              location: place, sku: sku, entry: move["kind"], movement: move["id"], came: move["quantity"],
              balance: balance))
        }
      }
      let isListed = !within.isEmpty || listsUnmoved && opening != 0
      guard isListed else { continue }
      entries.append(
        PlainEntry(location: place, sku: sku, entry: "Opening balance", movement: nil, came: 0, balance: opening))
      entries += within
      entries.append(
        PlainEntry(location: place, sku: sku, entry: "Closing balance", movement: nil, came: 0, balance: balance))
    }
  }
  return entries
}

private func milli(_ value: Any?) -> Int64 { NSDecimalNumber(decimal: (number(value) ?? 0) * 1000).int64Value }

private func entries(_ data: [String: Any]) -> [PlainEntry] {
  rows(data, "entries").filter { $0["entry"] as? String != "Rounding and revaluation" }.map { row in
    PlainEntry(
      location: row["location"] as? String ?? "", sku: row["sku"] as? String ?? "",
      entry: row["entry"] as? String ?? "",
      movement: row["movement_id"] as? Int64, came: milli(row["in_units"]) - milli(row["out_units"]),
      balance: milli(row["balance"]))
  }
}

private struct LedgerCase: CustomTestStringConvertible {
  let parameters: [String: String]
  var from: String?
  var to = "2026-11-21T09:30"
  var testDescription: String { "\(parameters)" }
}

private let ledgerCases = [
  LedgerCase(parameters: [:]),
  // The month of the shop begins and ends on another day in UTC.
  LedgerCase(parameters: ["period": "2026-10"], from: "2026-09-30T22:00", to: "2026-10-31T22:59:59.999"),
  LedgerCase(
    parameters: ["period": "2026-10", "unmoved": "yes", "location": "shop"], from: "2026-09-30T22:00",
    to: "2026-10-31T22:59:59.999"),
  LedgerCase(
    parameters: ["from": "2026-10-08", "to": "2026-12-31"], from: "2026-10-07T22:00", to: "2026-12-31T22:59:59.999"),
  LedgerCase(parameters: ["period": "2020"], from: "2019-12-31T23:00", to: "2020-12-31T22:59:59.999"),
]

@Test(arguments: ledgerCases)
private func theLedgerIsThatOfAPlainLoop(_ ledger: LedgerCase) throws {
  try withShop(LedgerShop.fill) { path in
    let data = try shippedReports.report(named: "stock-ledger").data(on: path, ledger.parameters)
    let shop = try ShopDatabase.open(at: path, readOnly: true)
    let plain = try shop.read {
      try plainLedger(
        $0, from: ledger.from.map(moment), to: moment(ledger.to), location: ledger.parameters["location"],
        listsUnmoved: ledger.parameters["unmoved"] == "yes")
    }
    #expect(entries(data) == plain)
    #expect(plain.isEmpty == (ledger.parameters["period"] == "2020"))
    #expect(rows(data, "ties").count == 3)
    for tie in rows(data, "ties") { #expect(tie["holds"] as? Bool == true, "\(tie)") }
  }
}

/// The opening and closing values of the stock are those of the report on stock on hand, item by item, and the
/// movements in between add up.
@Test(arguments: ["moving-average", "fifo", "last", "standard", "retail"])
func theLedgerTiesToTheStockOnHandAtBothEnds(_ method: String) throws {
  try withShop { database in
    try LedgerShop.fill(database, valuedBy: method)
  } _: { path in
    let ledger = try shippedReports.report(named: "stock-ledger").data(
      on: path, ["period": "2026-10", "unmoved": "yes"])
    let onHand = try shippedReports.report(named: "stock-on-hand")
    for (end, at) in [("Opening balance", "2026-09-30"), ("Closing balance", "2026-10-31")] {
      let items = rows(try onHand.data(on: path, ["at": at]), "items")
      let balances = rows(ledger, "entries").filter { $0["entry"] as? String == end && number($0["balance"]) != 0 }
      func key(_ row: [String: Any], _ quantity: String) -> String {
        let texts = ["location", "sku", quantity, "value_cost"].map { row[$0].map { "\($0)" } ?? "missing" }
        return texts.joined(separator: " ")
      }
      #expect(balances.map { key($0, "balance") }.sorted() == items.map { key($0, "quantity") }.sorted())
      #expect(items.count >= 5)
    }
    var running: Decimal? = 0
    var compared = 0
    for row in rows(ledger, "entries") {
      let value = number(row["value_cost"])
      switch row["entry"] as? String {
      case "Opening balance": running = value
      case "Closing balance": if let running { #expect(running == value, "\(row)") }
      default: running = value.flatMap { value in running.map { $0 + value } }
      }
      if row["entry"] as? String != "Closing balance" { #expect(number(row["balance_cost"]) == running, "\(row)") }
      compared += 1
    }
    #expect(compared > 25)
    // The sums by kind are those of the lead schedule, which leaves out what was taken back: two movements that are nothing.
    let schedule = try shippedReports.report(named: "lead-schedule").data(on: path, ["period": "2026-10"])
    func lines(_ data: [String: Any]) -> [String] {
      rows(data, "ledger").map { "\($0["line"] ?? "") \($0["units"] ?? "") \($0["cost"] ?? "")" }
    }
    #expect(lines(ledger) == lines(schedule))
  }
}

/// Each case is a change that was made outside the program, with the ties that hold nevertheless and the lines that differ in
/// each: opening stock and movements against the closing stock, and each of the two against the stock on hand now.
@Test(arguments: [
  // Both sums agree, and two items do not.
  (
    """
    UPDATE balances SET quantity = quantity + 1000 WHERE variant_id = 1 AND location_id = 1;
    UPDATE balances SET quantity = quantity - 1000 WHERE variant_id = 5;
    """, [true, false, false], [0, 2, 2]
  ),
  // Those of the end of 21 October, which the closing stock begins with.
  (
    """
    UPDATE past_balances SET quantity = quantity + 1000
      WHERE variant_id = 1 AND location_id = 1 AND ends_at = \(740 * 2_419_200_000 + 2_419_199_999);
    UPDATE past_balances SET quantity = quantity - 1000
      WHERE variant_id = 4 AND ends_at = \(740 * 2_419_200_000 + 2_419_199_999);
    """, [false, false, true], [2, 2, 0]
  ),
])
func aBalanceThatIsWrongShows(_ sql: String, _ ties: [Bool], _ lines: [Int]) throws {
  try withShop { database in
    try LedgerShop.fill(database)
    try database.execute(sql: sql)
  } _: { path in
    let report = try shippedReports.report(named: "stock-ledger")
    let data = try report.data(on: path, ["period": "2026-10"])
    #expect(rows(data, "ties").map { $0["holds"] as? Bool } == ties)
    #expect(rows(data, "ties").map { $0["differing_lines"] as? Int } == lines)
    #expect(try report.text(on: path, format: .html).contains("does not tie to the stock on hand"))
  }
}

@Test(arguments: [
  (["category": "food"], ["PEAR-1", "SAKE-1"]), (["category": "fruit"], ["PEAR-1"]), (["item": "BOWL-1"], ["BOWL-1"]),
  (["item": "4006381333931"], ["BOWL-1"]), (["item": "nothing"], []),
])
func theLedgerIsOfTheItemsThatAreAskedFor(_ parameters: [String: String], _ skus: [String]) throws {
  try withShop(LedgerShop.fill) { path in
    let report = try shippedReports.report(named: "stock-ledger")
    let data = try report.data(on: path, parameters)
    #expect(Set(rows(data, "entries").compactMap { $0["sku"] as? String }) == Set(skus))
    for tie in rows(data, "ties") { #expect(tie["holds"] as? Bool == true) }
    let all = rows(try report.data(on: path), "entries").filter { skus.contains($0["sku"] as? String ?? "") }
    #expect(entries(["entries": all]) == entries(data))
  }
}
