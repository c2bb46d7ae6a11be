import GRDB
import ProblemKit
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock
@testable import StockJournal

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

  /// The journal of closed days has what was closed, whatever came since, and reads no movement for it.
  @Test func closedDaysReadTheirPeriodAlone() throws {
    try withStock { shop in
      try lose(shop, quantity: -3, at: hour(24 * 6), recorded: hour(24 * 6))
      try shop.closePeriod(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      try shop.closePeriod(through: try day("2026-01-08"), actor: manager, at: hour(24 * 10))
      try lose(shop, quantity: -2, at: hour(20), recorded: hour(24 * 11))
      let all = try entries(shop)
      #expect(all.map(\.date) == ["2026-01-01", "2026-01-07", "2026-01-12"])
      for (first, last, expected) in [
        ("2026-01-01", "2026-01-05", 0..<1), ("2026-01-01", "2026-01-08", 0..<2), ("2026-01-06", "2026-01-08", 1..<2),
        ("2026-01-06", "2026-01-12", 1..<3), ("2026-01-09", "2026-01-12", 2..<3), ("2026-01-02", "2026-01-04", 0..<0),
      ] {
        var found: [JournalEntry] = []
        _ = try shop.readJournal(from: try day(first), to: try day(last)) { try $0.entries { found.append($0) } }
        #expect(found == Array(all[expected]), "\(first) to \(last)")
      }
      for (last, isRead) in [("2026-01-08", false), ("2026-01-09", true)] {
        let days = Int64(try day("2026-01-06").daysSince1970)...Int64(try day(last).daysSince1970)
        try shop.queue.inTransaction(.deferred) { database in
          _ = try JournalLines(database, accounts: JournalAccounts(), clock: shop.settings.clock, days: days)
          for table in ["journal_closed", "journal_lines"] {
            let hasRows = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM temp.\(table))")
            #expect(hasRows == isRead, "\(table) through \(last)")
          }
          return .rollback
        }
      }
    }
  }

  @Test func aTrialShowsWhatClosingGivesAndClosesNothing() throws {
    try withStock { shop in
      let entriesOfLog = try shop.auditEntries(AuditLog.Filter(limit: 100)).count
      let trial = try shop.periodToClose(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      #expect(try shop.periods().isEmpty)
      #expect(try shop.auditEntries(AuditLog.Filter(limit: 100)).count == entriesOfLog)
      let period = try shop.closePeriod(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      #expect(trial == period)
      let error = #expect(throws: Problems.self) {
        try shop.periodToClose(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      }
      #expect(error?.code == .wrongState)
      #expect(try shop.check().isEmpty)
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
      // A second period keeps the days, and after a reopening the open movements have their own days again.
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
      // After another closing it is not booked again.
      try shop.closePeriod(through: try day("2026-01-07"), actor: manager, at: hour(24 * 20))
      #expect(try entries(shop) == found)
    }
  }

  /// A restatement names the count that it corrects, also where nothing differed when the count was posted.
  @Test(arguments: [(90, [.restatement]), (80, [.count, .restatement])] as [(Int64, [JournalEntryKind])])
  func aRestatementNamesItsCount(counted: Int64, kinds: [JournalEntryKind]) throws {
    try withStock { shop in
      let session = try shop.openCount(location: "shop", kind: .full, code: "N1", cutOff: hour(30), actor: manager)
      try shop.enter([(1, counted)], in: session.code)
      _ = try shop.post("N1", at: hour(31))
      try lose(shop, quantity: -2, at: hour(20), recorded: hour(40))
      let found = try entries(shop).filter { $0.count != nil }
      #expect(found.map(\.kind) == kinds)
      #expect(found.last?.corrects == "count-N1-shop-2026-01-02")
      if found.count > 1 { #expect(found[1].corrects == found[0].id) }
    }
  }

  /// Another method restates nothing that is closed: what it makes of a closed loss is an entry of its own, in the open
  /// period, and going back to the first method takes that entry away again.
  @Test(arguments: [(ValuationMethod.last, Int128(2000)), (.standard, 700), (.fifo, 1000), (.retail, 900)])
  func anotherMethodLeavesClosedPeriodsAsTheyAre(_ method: ValuationMethod, _ value: Int128) throws {
    try withShop { average in
      try average.addGoods()
      try average.price(1, 200, from: hour(0))
      try average.price(1, 150, from: hour(5))
      try average.write { database in
        try database.execute(sql: "UPDATE variants SET standard_cost = 700000")
        try ShopDatabase.advanceCatalogRevision(database)
      }
      // 100 at 1.00 and 25 at 2.00 make an average of 1.20; bought for 150.00, priced 250.00, a ratio of 0.6. Marked down
      // to 1.50, one is worth 0.90 by it.
      try average.record([
        TestMovement(quantity: 100, kind: .receipt, at: hour(1), costCents: 100),
        TestMovement(quantity: 25, kind: .receipt, at: hour(2), costCents: 200),
      ])
      let counted = try average.openCount(location: "shop", kind: .full, code: "N1", cutOff: hour(3), actor: manager)
      try average.enter([(1, 120)], in: counted.code)
      _ = try average.post("N1", at: hour(4))
      try lose(average)
      let period = try average.closePeriod(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      let before = try entries(average)
      #expect(before.map(\.kind) == [.count, .movement])
      #expect(before.map(\.debits) == [600, 1200])

      let other = try average.valued(by: method, actor: manager, at: hour(24 * 8))
      let after = try entries(other)
      #expect(Array(after.prefix(2)) == before)
      // What a count posted has its own method for good; only the write-off is worth something else.
      #expect(after.dropFirst(2).map(\.kind) == (value == 1200 ? [] : [.revaluation]))
      #expect(after.dropFirst(2).map { $0.debits } == (value == 1200 ? [] : [abs(value - 1200)]))
      #expect(after.dropFirst(2).allSatisfy { $0.corrects == before[1].id && $0.date == "2026-01-06" })
      // A loss of the open period has the new method's cost, and so has the stock.
      try lose(other, at: hour(24 * 6), recorded: hour(24 * 8))
      #expect(try entries(other).last { $0.kind == .movement }?.debits == value)
      let source = try other.read { try String.fetchOne($0, sql: "SELECT cost_source FROM report_stock_on_hand") }
      #expect(source == (method == .retail ? "retail-method" : method.rawValue))
      #expect(try other.check() == [])
      #expect(try other.auditEntries(limit: 10).contains { $0.details.contains("valued by \(method.rawValue)") })

      let again = try other.valued(by: .movingAverage, actor: manager, at: hour(24 * 9))
      #expect(try entries(again).filter { $0.kind == .revaluation } == [])
      #expect(period.debits.minorUnits == 1800)
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
      #expect(throws: Problems.self) {
        try shop.closePeriod(through: try day("2026-01-08"), actor: manager, at: hour(24 * 7))
      }
      #expect(throws: Problems.self) { try shop.reopenPeriod(actor: manager, at: hour(24 * 7)) }
      let first = try shop.closePeriod(actor: manager, at: hour(24 * 40))
      #expect(first.to == (try day("2026-01-31")))
      #expect(throws: Problems.self) { try shop.closePeriod(actor: manager, at: hour(24 * 40)) }
      let second = try shop.closePeriod(through: try day("2026-02-05"), actor: manager, at: hour(24 * 40))
      #expect(second.from == (try day("2026-02-01")))
      do {
        try shop.reopenPeriod(endingOn: first.to, actor: manager, at: hour(24 * 41))
        Issue.record("a period was reopened out of order")
      } catch let error as Problems {
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
      try shop.queue.write { database in
        for trigger in try String.fetchAll(
          database,
          sql:
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('closed_entries', 'closed_movements', 'periods')"
        ) {
          try database.execute(sql: "DROP TRIGGER \(trigger)")
        }
        try database.execute(sql: sql)
      }
      // Missing triggers are found as well.
      let codes = try shop.check().map(\.code)
      let altered: [Problem.Code] = sql.contains("periods") ? [.alteredTable, .alteredRow] : [.alteredTable]
      #expect(codes == [.alteredSchema, .closedPeriodChanged] + altered)
    }
  }
}
