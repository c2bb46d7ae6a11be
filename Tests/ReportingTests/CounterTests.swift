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

/// The statement on who counted, and on counts that found nothing.
@Suite struct CounterTests {
  private static let addCounters = """
    -- Bread: Jonas counted again, and his number stands. Soap: Zoe's second count does not; a manager decided the gifts.
    INSERT INTO count_entries (session_id, variant_id, code, section, quantity, counter, entered_at, round) VALUES
      (1, 2, 'x', 'front', 15000, 'jonas', 0, 1), (1, 3, 'x', 'front', 25000, 'zoe', 0, 1),
      (1, 5, 'x', 'front', 7000, 'zoe', 0, 1), (1, 1, 'x', 'cellar', 0, 'zoe', 0, 0);
    UPDATE count_lines SET round = 1 WHERE id = 2;
    UPDATE count_lines SET round = NULL WHERE id = 4;
    INSERT INTO count_recounts (session_id, variant_id, round, asked_at, asked_by) VALUES
      (1, 2, 1, 0, 'ann'), (1, 3, 1, 0, 'ann'), (1, 5, 1, 0, 'ann');
    UPDATE count_sessions SET approved_at = 1, approved_by = 'bob' WHERE id = 1;
    """

  @Test func theCounterIsWhoseCountStands() throws {
    try withShop { database in
      try CornerShop.fill(database)
      try database.execute(sql: Self.addCounters)
    } _: { path in
      let report = try shippedReports.report(named: "shrinkage")
      let data = try report.data(on: path, ["location": "shop"])
      // Apples 2.63 added up by two, soap 1.00, the gift without a cost, bread -1.25.
      #expect(
        rows(data, "counters").map { texts($0, "counter", "counted_lines", "net_cost") } == [
          ["several", "1", "2.63"], ["mia", "1", "1.00"], ["jonas", "1", "-1.25"],
          ["decided by a manager", "1", "<null>"],
        ])
      #expect(
        rows(data, "sessions").map { texts($0, "session", "recounts", "approved_by", "posted_by") } == [
          ["C-1", "3", "bob", "ann"]
        ])
      #expect(
        rows(data, "session_people").map { texts($0, "session", "counter", "lines") } == [
          ["C-1", "jonas", "1"], ["C-1", "mia", "4"], ["C-1", "zoe", "3"],
        ])
      let page = try report.text(on: path, ["location": "shop"], format: .html)
      #expect(page.contains("counted by jonas, mia, zoe<span class=\"sub\">approved by bob</span>"))
    }
  }

  /// 11 cakes are expected in the store and counted, by a count of its own.
  private static func countCakes(_ database: Database) throws {
    let counted = moment("2026-10-29T18:00")
    try CornerShop.fill(database)
    try database.execute(sql: "DELETE FROM count_lines WHERE id = 6")
    try database.execute(
      sql: """
        INSERT INTO documents (id, kind, party, number) VALUES (19, 'count', '', 'C-3');
        INSERT INTO count_sessions (id, code, location_id, kind, state, opened_at, cut_off_at, posted_at, posted_by,
          document_id) VALUES (4, 'C-3', 2, 'full', 'posted', \(counted), \(counted), \(counted), 'ann', 19)
        """)
    try CornerShop.line(
      database, 6, session: 4, variant: 6, counted, counted: 11_000, expected: 11_000, cost: 6_000_000, value: 0,
      price: 1150, retail: 0, movement: nil)
  }

  @Test func aCountInWhichEverythingMatchedIsACount() throws {
    try withShop(Self.countCakes) { path in
      let report = try shippedReports.report(named: "shrinkage")
      let data = try report.data(on: path)
      #expect(texts(data["header"] as? [String: Any], "sessions") == ["3"])
      #expect(
        rows(data, "sessions").map { texts($0, "session", "variances", "net_cost", "loss_cost") } == [
          ["C-3", "0", "0.00", "0.00"], ["C-2", "1", "36.00", "36.00"], ["C-1", "4", "2.38", "3.63"],
        ])
      // Alone it is a statement of no loss, with its cut-off.
      let alone = try report.data(on: path, ["location": "store", "to": "2026-10-29T19:00", "from": "2026-10-29"])
      #expect(
        texts(alone["header"] as? [String: Any], "sessions", "cut_off_at") == ["1", "2026-10-29T19:00:00+01:00"])
      #expect(try report.text(on: path, format: .html).contains("<dt>Count sessions</dt><dd>3</dd>"))
    }
  }

  @Test func whatMatchedAndWasRestatedIsUnknown() throws {
    try withShop { database in
      try Self.countCakes(database)
      try CornerShop.sellLate(database, variant: 6, location: 2, 2000, line: 6, at: "2026-10-29T18:00", document: 19)
    } _: { path in
      let data = try shippedReports.report(named: "shrinkage").data(on: path)
      #expect(
        rows(data, "reasons").filter { $0["part"] as? String == "unknown" }.map { texts($0, "reason", "lines") }
          == [["unknown", "5"], ["count-error", "1"]])
      // 36.00 + 2.63 - 1.25, and two cakes of 6.00 found.
      #expect(texts(rows(data, "reasons").first { $0["reason"] as? String == "unknown" }, "net_cost") == ["25.38"])
    }
  }

  /// The ledger of October, written by hand in ``theLedgerGoesFromOpeningToClosingStock()``, split by place.
  @Test func movementsAreSummedByKindMonthAndPlace() throws {
    try withShop { database in
      try CornerShop.fill(database)
      // Half an hour into November in Berlin.
      try CornerShop.move(
        database, 50, 4, 2, -1000, "write-off", moment("2026-10-31T23:30"), document: 3, reason: "damage")
    } _: { path in
      let report = try shippedReports.report(named: "shrinkage")
      let data = try report.data(on: path, ["period": "2026", "location": "store"])
      #expect(
        rows(data, "moved").map {
          texts($0, "month", "location", "kind", "movements", "units", "cost", "retail", "unvalued")
        } == [
          ["2026-10", "store", "adjustment", "1", "-1", "-6.00", "-11.50", "0"],
          ["2026-10", "store", "count-adjustment", "1", "-8", "-36.00", "-79.60", "0"],
          ["2026-10", "store", "opening", "2", "112", "522.00", "1133.00", "0"],
          ["2026-10", "store", "sale", "1", "-10", "-45.00", "-99.50", "0"],
          ["2026-10", "store", "write-off", "1", "-2", "-9.00", "-19.90", "0"],
          ["2026-11", "store", "write-off", "2", "-101", "-454.50", "-1004.95", "0"],
        ])
      // Single lines of files are shown where they are asked for.
      let page = try report.text(on: path, format: .html)
      let detailed = try report.text(on: path, ["detail": "yes"], format: .html)
      #expect(!page.contains("counted.csv") && detailed.contains("counted.csv"))
    }
  }

  @Test func thePageEndsWithTheStateOfTheBooks() throws {
    try withShop { database in
      try CornerShop.fill(database)
      try AuditLog.append(
        database, actor: Actor(name: "ann", command: "reconcile"),
        at: .init(millisecondsSince1970: moment("2026-11-06T09:00")), details: "looked")
    } _: { path in
      let entry = try #require(try ShopDatabase.open(at: path, readOnly: true).auditEntries(limit: 1).first)
      for name in ["shrinkage", "lead-schedule"] {
        let report = try shippedReports.report(named: name)
        let books = try report.data(on: path)["books"] as? [String: Any]
        // Movement 22, the last, is the count of the store.
        #expect(
          texts(books, "changed_at", "audit_at", "audit_hash") == [
            "2026-10-30T19:00:00+01:00", "2026-11-06T10:00:00+01:00", entry.hash,
          ])
        let page = try report.text(on: path, format: .html)
        #expect(page.contains(entry.hash) && page.contains("<dt>Approved</dt><dd>Name</dd><dd>Date</dd>"))
      }
    }
  }
}
