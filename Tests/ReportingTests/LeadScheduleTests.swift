import Foundation
import GRDB
import RetailValues
import Stock
import Testing

@testable import Reporting

private func rows(_ data: [String: Any], _ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }

private func texts(_ row: [String: Any]?, _ columns: String...) -> [String] {
  columns.map { row?[$0].map { "\($0)" } ?? "missing" }
}

private let untilTheCounts = ["to": "2026-10-31T19:00"]

private func schedule(_ path: String, _ parameters: [String: String] = untilTheCounts) throws -> [String: Any] {
  try shippedReports.report(named: "lead-schedule").data(on: path, parameters)
}

/// The names of the ties that do not hold.
private func broken(_ data: [String: Any]) -> [String] {
  rows(data, "ties").filter { $0["holds"] as? Bool == false }.compactMap { $0["tie"] as? String }
}

/// Written by hand from the movements of `CornerShop`: openings 105.00 + 50.00 + 10.00 + 450.00 + 72.00; sold 43.05 + 31.25 +
/// 45.00 + 0.33; written off 3.75 + 9.00; adjusted −2.63 + 1.25 − 6.00; counted −2.63 + 1.25 − 1.00 − 36.00. On hand
/// in the end 56.70 + 18.75 + 8.67 + 360.00 + 66.00, so one cent is rounding: 29 soaps at 0.333333.
@Test func theLedgerGoesFromOpeningToClosingStock() throws {
  try withShop(CornerShop.fill) { path in
    let data = try schedule(path)
    #expect(
      rows(data, "ledger").map { texts($0, "line", "units", "cost", "unvalued") } == [
        ["Opening stock", "0", "0.00", "0"], ["Stock taken over", "242", "687.00", "1"],
        ["Sales", "-56.5", "-119.63", "0"], ["Returns by customers", "1", "1.25", "0"],
        ["Write-offs", "-5", "-12.75", "0"], ["Adjustments", "-1.25", "-7.38", "0"],
        ["Count adjustments", "-13.25", "-38.38", "1"], ["Rounding and revaluation", "<null>", "0.01", "<null>"],
        ["Closing stock", "167", "510.12", "1"],
      ])
    #expect(broken(data) == [])
    #expect(rows(data, "ties").map { $0["tie"] as? String } == ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"])
    #expect(
      rows(data, "entries").map { texts($0, "entry", "reason", "lines", "debit", "credit", "net", "unvalued") } == [
        ["count-C-1-shop-2026-10-31", "count-error", "1", "1.00", "0.00", "1.00", "0"],
        ["count-C-1-shop-2026-10-31", "unknown", "3", "2.63", "1.25", "1.38", "1"],
        ["count-C-2-store-2026-10-30", "unknown", "1", "36.00", "0.00", "36.00", "0"],
      ])
    #expect(
      rows(data, "sources").map { texts($0, "source", "movements", "cost") } == [
        ["opening.csv", "6", "687.00"], ["till.csv", "5", "-118.38"], ["losses.csv", "5", "-20.13"],
        ["<null>", "5", "-38.38"],
      ])
    // A later period opens with what the one before closed with.
    let november = try schedule(path, ["period": "2026-11"])
    #expect(texts(rows(november, "ledger").first, "units", "cost") == ["167", "510.12"])
    #expect(broken(november) == [])
    // One location: moved goods are listed as transfers, which need not add up to zero.
    let store = try schedule(path, untilTheCounts.merging(["location": "store"]) { first, _ in first })
    #expect(texts(rows(store, "ledger").last, "units", "cost") == ["91", "426.00"])
    #expect(!rows(store, "ties").contains { $0["tie"] as? String == "B" })
  }
}

@Test func lateMovementsTieThroughTheirCorrections() throws {
  try withShop { database in
    try CornerShop.fill(database)
    try CornerShop.sellLate(database, variant: 4, location: 2, 2000, line: 5, at: "2026-10-30T18:00", document: 5)
  } _: { path in
    let data = try schedule(path)
    #expect(broken(data) == [])
    let ties = rows(data, "ties")
    #expect(texts(ties.first { $0["tie"] as? String == "E" }, "left_units", "right_units") == ["2", "2"])
    #expect(texts(ties.first { $0["tie"] as? String == "H" }, "left_cost", "right_cost") == ["29.38", "29.38"])
    let correction = try #require(try lastMovement(path))
    #expect(
      rows(data, "entries").suffix(2).map { texts($0, "entry", "corrects", "net", "restated") } == [
        ["count-C-2-store-2026-10-30", "<null>", "36.00", "-9.00"],
        ["restatement-\(correction)", "count-C-2-store-2026-10-30", "-9.00", "<null>"],
      ])
  }
}

/// The movement that was recorded last, which is the correction of a line in these shops.
private func lastMovement(_ path: String) throws -> Int64? {
  try ShopDatabase.open(at: path, readOnly: true).read { database in
    try Int64.fetchOne(database, sql: "SELECT MAX(movement_id) FROM count_restatements")
  }
}

/// Each case is a change that was made outside the program, with the checks that detect it.
@Test(arguments: [
  ("UPDATE balances SET quantity = quantity + 1000 WHERE variant_id = 1", ["A"]),
  ("UPDATE past_balances SET quantity = quantity + 1000 WHERE variant_id = 1", ["A"]),
  ("UPDATE count_lines SET variance = -9000 WHERE id = 5", ["C", "D", "I"]),
  ("UPDATE count_lines SET counted = counted + 1000 WHERE id = 5", ["C", "I"]),
  // Two errors that cancel in every total.
  ("UPDATE count_lines SET counted = counted + (CASE id WHEN 2 THEN 1000 ELSE -1000 END) WHERE id IN (2, 3)", ["I"]),
  ("DELETE FROM count_lines WHERE id = 3", ["F"]),
  // Posted at a cost that nothing explains: no revaluation.
  ("UPDATE count_lines SET unit_cost = 1000000, cost_value = -800 WHERE id = 5", ["J"]),
  ("INSERT INTO count_restatements (movement_id, line_id) VALUES (20, 3)", ["F"]),
])
func whatDoesNotTieIsShown(_ sql: String, _ ties: [String]) throws {
  try withShop { database in
    try CornerShop.fill(database)
    try database.execute(sql: "UPDATE count_sessions SET document_id = NULL")
    try database.execute(sql: sql)
  } _: { path in
    #expect(broken(try schedule(path)) == ties)
    let page = try shippedReports.report(named: "lead-schedule").text(on: path, untilTheCounts, format: .html)
    #expect(page.contains("<span class=\"flag\">no</span>"))
  }
}

/// Twenty at 15.00 in a shop that values by last cost; three of them are missing at 18:00.
private struct LateReceipt: CustomTestStringConvertible {
  let testDescription: String
  var receivedAt: String
  /// What the missing were posted at, in cents, and where the cost was from.
  var posted: (value: Int, source: String)
  var revaluation: String
  var difference: String
  var broken: [String]
}

@Test(arguments: [
  LateReceipt(
    testDescription: "posted at the cost of a receipt from after the count", receivedAt: "2026-10-31T19:00",
    posted: (-900, "last"), revaluation: "0.00", difference: "-36.00", broken: ["J"]),
  LateReceipt(
    testDescription: "a receipt from before the count came later", receivedAt: "2026-10-30T10:00",
    posted: (-4500, "moving-average"), revaluation: "36.00", difference: "0.00", broken: []),
])
private func onlyWhatCameLaterIsARevaluation(_ late: LateReceipt) throws {
  try withShop { database in
    let (opened, counted, received) = (
      moment("2026-10-01T09:00"), moment("2026-10-31T18:00"), moment(late.receivedAt)
    )
    try database.execute(
      sql: """
        UPDATE settings SET value = 'last' WHERE name = 'valuation';
        INSERT INTO locations (id, code) VALUES (1, 'shop');
        INSERT INTO products (id, code) VALUES (1, 'P1');
        INSERT INTO variants (id, sku, product_id) VALUES (1, 'V1', 1);
        INSERT INTO documents (id, kind, party, number) VALUES (1, 'stock-level', '', 'O1'), (2, 'count', '', '1'),
          (3, 'receipt', '', 'R1');
        INSERT INTO count_sessions (id, code, location_id, kind, state, opened_at, valuation_method, posted_at, posted_by,
          document_id) VALUES (1, '1', 1, 'partial', 'posted', 0, 'last', \(counted), 'ann', 2);
        INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, reason_id,
          document_id, document_line) VALUES
          (1, 1, 1, 20000, 'opening', \(opened), 0, 15000000, NULL, 1, '1'),
          (2, 1, 1, -3000, 'count-adjustment', \(counted), 0, NULL, (SELECT id FROM reasons WHERE code = 'unknown'), 2, 'V1'),
          (3, 1, 1, 5000, 'receipt', \(received), 0, 3000000, NULL, 3, '1');
        INSERT INTO cost_history (variant_id, effective_at, movement_id, average_cost, on_hand) VALUES
          (1, \(opened), 1, 15000000, 20000), (1, \(received), 3, 12600000, 25000);
        INSERT INTO count_lines (id, session_id, variant_id, state, as_of, counted, expected, variance, unit_cost, cost_source,
          cost_value, reason_id, movement_id) VALUES
          (1, 1, 1, 'counted', \(counted), 17000, 20000, -3000, \(-late.posted.value * 10_000 / 3), '\(late.posted.source)',
            \(late.posted.value), (SELECT id FROM reasons WHERE code = 'unknown'), 2);
        """)
    try Ledger.rebuildBalances(database)
  } _: { path in
    let data = try schedule(path, ["to": "2026-10-31T23:00"])
    #expect(texts(rows(data, "sessions").first, "revaluation", "unexplained") == [late.revaluation, late.difference])
    #expect(broken(data) == late.broken)
  }
}

@Test func theScheduleNamesTheEntryOfTheAuditLog() throws {
  try withShop { database in
    try CornerShop.fill(database)
    let actor = Actor(name: "ann", command: "reconcile")
    let posted = moment("2026-10-31T19:00")
    for details in ["posted count C-10 from state open", "posted count C-1 from state open: 4 lines"] {
      try AuditLog.append(
        database, actor: actor, at: .init(millisecondsSince1970: posted), details: details)
    }
  } _: { path in
    let session = rows(try schedule(path), "sessions").last
    let entry = try #require(try ShopDatabase.open(at: path, readOnly: true).auditEntries(limit: 1).first)
    #expect(
      texts(session, "session", "audit_entry", "audit_hash", "document_kind", "document")
        == ["C-1", "2", entry.hash, "count", "C-1"])
  }
}
