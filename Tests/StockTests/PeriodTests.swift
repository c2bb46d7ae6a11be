import Catalog
import GRDB
import Testing

@testable import Stock

/// Closing and reopening periods; the days are those of Berlin.
@Suite struct PeriodTests {
  private func entries(_ shop: ShopDatabase, _ accounts: JournalAccounts = JournalAccounts()) throws -> [JournalEntry] {
    var entries: [JournalEntry] = []
    try shop.readJournal(accounts: accounts) { journal in _ = try journal.entries { entries.append($0) } }
    return entries
  }

  private func day(_ text: String) throws -> CalendarDate {
    let moment = try #require(Timestamp(text, clock: .utc))
    return ShopClock.utc.date(of: moment)
  }

  /// Loses ten units, worth a euro each, on the first day.
  private func lose(
    _ shop: ShopDatabase, quantity: Int64 = -10, at moment: Timestamp = hour(10), recorded: Timestamp = hour(10)
  ) throws {
    try shop.write { database in
      let first = try Ledger.nextMovementID(database)
      try database.execute(
        sql: "INSERT INTO documents (kind, party, number) VALUES ('movement', '', ?)", arguments: ["W\(first)"])
      try database.execute(
        sql: """
          INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, reason_id, document_id,
            document_line) VALUES (1, 1, ?, 'write-off', ?, ?, (SELECT id FROM reasons WHERE code = 'damage'), ?, '1')
          """,
        arguments: [
          quantity * 1000, moment.millisecondsSince1970, recorded.millisecondsSince1970, database.lastInsertedRowID,
        ])
      try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: recorded)
    }
  }

  private func withStock(_ work: (ShopDatabase) throws -> Void) throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.record([TestMovement(quantity: 100, kind: .receipt, at: hour(1), costCents: 100)])
      try lose(shop)
      try work(shop)
    }
  }

  @Test func whatComesLateIsBookedOnTheDayOfItsRecording() throws {
    try withStock { shop in
      let period = try shop.closePeriod(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      #expect(period.entries == 1)
      #expect(period.debits.minorUnits == 1000)
      try lose(shop, quantity: -2, at: hour(20), recorded: hour(24 * 8))
      try lose(shop, quantity: -3, at: hour(24 * 6), recorded: hour(24 * 8))
      // The clock was put back: the first open day.
      try lose(shop, quantity: -4, at: hour(20), recorded: hour(30))
      let found = try entries(shop)
      #expect(found.map(\.date) == ["2026-01-01", "2026-01-06", "2026-01-07", "2026-01-09"])
      #expect(found.map(\.effectiveDate) == ["2026-01-01", "2026-01-01", "2026-01-07", "2026-01-01"])
      #expect(found.map { $0.debits } == [1000, 400, 300, 200])
      #expect(found[3].description.hasSuffix("(of 2026-01-01, a closed period)"))
      // A second period keeps the days, and a reopening gives what is not closed its own day back.
      try shop.closePeriod(through: try day("2026-01-09"), actor: manager, at: hour(24 * 20))
      #expect(try entries(shop) == found)
      try shop.reopenPeriod(actor: manager, at: hour(24 * 21))
      #expect(try entries(shop) == found)
      try shop.reopenPeriod(actor: manager, at: hour(24 * 21))
      #expect(try entries(shop).map(\.date) == ["2026-01-01", "2026-01-01", "2026-01-01", "2026-01-07"])
      #expect(try shop.check() == [])
    }
  }

  @Test func aCostThatChangesLaterIsARevaluation() throws {
    try withStock { shop in
      try shop.closePeriod(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      // A hundred at two euro more, in time before the loss: the average is 1.50.
      try shop.record(
        [TestMovement(quantity: 100, kind: .receipt, at: hour(2), costCents: 200)], at: hour(24 * 8))
      let found = try entries(shop)
      #expect(found.map(\.kind) == [.movement, .revaluation])
      #expect(found.map(\.debits) == [1000, 500])
      #expect(found[1].date == "2026-01-06")
      #expect(found[1].corrects == found[0].id)
      // Closed once more, it is not booked again.
      try shop.closePeriod(through: try day("2026-01-07"), actor: manager, at: hour(24 * 20))
      #expect(try entries(shop) == found)
    }
  }

  @Test func aClosedEntryKeepsItsAccounts() throws {
    try withStock { shop in
      try shop.closePeriod(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      try lose(shop, at: hour(20), recorded: hour(24 * 8))
      var accounts = JournalAccounts()
      accounts.inventory = "Assets:Goods:{location}"
      accounts.shrinkage = "Expenses:Loss:{reason}"
      #expect(
        try entries(shop, accounts).map { $0.postings.map(\.account) } == [
          ["Assets:Inventory", "Expenses:Shrinkage:Damage"], ["Assets:Goods:Shop", "Expenses:Loss:Damage"],
        ])
    }
  }

  @Test func whatCannotBeClosedOrReopenedIsRefused() throws {
    try withStock { shop in
      #expect(throws: StockError.self) {
        try shop.closePeriod(through: try day("2026-01-08"), actor: manager, at: hour(24 * 7))
      }
      #expect(throws: StockError.self) { try shop.reopenPeriod(actor: manager, at: hour(24 * 7)) }
      let first = try shop.closePeriod(actor: manager, at: hour(24 * 40))
      #expect(first.to == (try day("2026-01-31")))
      #expect(throws: StockError.self) { try shop.closePeriod(actor: manager, at: hour(24 * 40)) }
      let second = try shop.closePeriod(through: try day("2026-02-05"), actor: manager, at: hour(24 * 40))
      #expect(second.from == (try day("2026-02-01")))
      do {
        try shop.reopenPeriod(endingOn: first.to, actor: manager, at: hour(24 * 41))
        Issue.record("a period was reopened out of order")
      } catch let error as StockError {
        #expect(error.code == .wrongState)
        #expect(error.message.contains("2026-02-05"))
      }
      try shop.reopenPeriod(endingOn: second.to, actor: manager, at: hour(24 * 41))
      #expect(try shop.closedThrough() == first.to)
      let log = try shop.auditEntries().map(\.details)
      #expect(log[0].hasPrefix("reopened period 2, which was closed through 2026-02-05"))
      #expect(log[1].hasPrefix("closed period 2 through 2026-02-05: 0 entries, debits 0.00 EUR"))
    }
  }

  @Test(arguments: [
    "UPDATE closed_entries SET content = replace(content, '1000', '1001')", "DELETE FROM closed_entries",
    "UPDATE closed_movements SET loss = loss + 1", "DELETE FROM closed_movements", "UPDATE periods SET debits = 7",
    "UPDATE periods SET last_day = last_day + 1",
  ])
  func aChangeOfWhatWasClosedIsPreventedAndFound(sql: String) throws {
    try withStock { shop in
      try shop.closePeriod(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      #expect(try shop.check() == [])
      #expect(throws: (any Error).self) { try shop.write { try $0.execute(sql: sql) } }
      try shop.write { database in
        for trigger in try String.fetchAll(
          database,
          sql:
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('closed_entries', 'closed_movements', 'periods')"
        ) {
          try database.execute(sql: "DROP TRIGGER \(trigger)")
        }
        try database.execute(sql: sql)
      }
      // The triggers that are gone are found as well.
      #expect(try shop.check().map(\.code) == [.alteredSchema, .closedPeriodChanged])
    }
  }
}
