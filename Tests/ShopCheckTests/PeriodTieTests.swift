import GRDB
import ProblemKit
import RetailValues
import StockTesting
import Testing

@testable import ShopCheck
@testable import Stock
@testable import StockJournal

/// The shrinkage statement, the journal and the ledger of a closed period come to the same, and a change shows in one of them.
@Suite struct PeriodTieTests {
  private func day(_ text: String) throws -> CalendarDate {
    ShopClock.utc.date(of: try #require(Timestamp(text, clock: .utc)))
  }

  /// A January with 10 lost by damage, 4 by expiry, 2 used and 3 missing in a count, at a euro each, that is closed.
  private func withClosedMonth(_ work: (ShopDatabase) throws -> Void) throws {
    try withShop { shop in
      try shop.addGoods(2)
      try shop.record([
        TestMovement(quantity: 100, kind: .receipt, at: hour(1), costCents: 100),
        TestMovement(variant: 2, quantity: 50, kind: .receipt, at: hour(1), costCents: 100),
      ])
      try shop.record([
        TestMovement(quantity: -10, kind: .writeOff, at: hour(10), reason: "damage"),
        TestMovement(variant: 2, quantity: -4, kind: .writeOff, at: hour(10), reason: "expiry"),
        TestMovement(quantity: -2, kind: .writeOff, at: hour(10), reason: "internal-use"),
      ])
      _ = try shop.openCount(location: "shop", kind: .partial, code: "N1", variants: [1], actor: manager)
      try shop.enter([(1, 85)], in: "N1", countedAt: hour(20))
      _ = try shop.post("N1", at: hour(21))
      try shop.closePeriod(through: try day("2026-01-05"), actor: manager, at: hour(24 * 7))
      #expect(try shop.check() == [])
      try work(shop)
    }
  }

  /// Changes the tables past the triggers, which are there again afterwards.
  private func change(_ shop: ShopDatabase, _ sql: String) throws {
    try shop.queue.writeWithoutTransaction { database in
      let triggers = try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
      for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger[0] as String)") }
      try database.execute(sql: sql)
      for trigger in triggers { try database.execute(sql: trigger[1]) }
    }
  }

  private static func reason(_ code: String) -> String { "(SELECT id FROM reasons WHERE code = '\(code)')" }

  /// What an auditor would see: the closed journal says one thing, the statement of the month another.
  @Test(arguments: [
    ("UPDATE movements SET reason_id = \(reason("internal-use")) WHERE reason_id = \(reason("damage"))", "10.00 EUR"),
    ("UPDATE movements SET reason_id = \(reason("unknown")) WHERE reason_id = \(reason("damage"))", "10.00 EUR"),
    ("UPDATE movements SET reason_id = NULL WHERE reason_id = \(reason("damage"))", "10.00 EUR"),
    ("UPDATE movements SET reason_id = \(reason("expiry")) WHERE reason_id = \(reason("damage"))", "14.00 EUR"),
    ("UPDATE reasons SET loss_class = 'none' WHERE code = 'damage'", "damage (none)"),
    ("UPDATE reasons SET loss_class = 'known' WHERE code = 'internal-use'", "internal-use (known)"),
  ])
  func aReasonThatChangesInAClosedMonthIsFound(_ sql: String, _ figure: String) throws {
    try withClosedMonth { shop in
      try change(shop, sql)
      let found = try shop.periodTies()
      let finding = try #require(found.first)
      #expect(finding.code == .periodDoesNotTie)
      #expect(finding.message.contains("period 1 through 2026-01-05") && finding.message.contains(figure))
      #expect(try shop.check().contains(finding))
    }
  }

  /// What the closed period holds is changed together with its digest and the log, so that both still fit each other.
  @Test(arguments: [
    "UPDATE closed_movements SET loss = loss + 1 WHERE other_account LIKE '%Damage'",
    "UPDATE closed_movements SET other_account = 'Expenses:Other' WHERE other_account LIKE '%Damage'",
    "UPDATE closed_entries SET content = replace(content, '1000', '900')",
    "DELETE FROM closed_entries WHERE position = 1", "DELETE FROM closed_movements WHERE other_account LIKE '%Damage'",
    "UPDATE periods SET debits = debits - 1000, entries = 1",
  ])
  func aClosedPeriodThatFitsItsDigestAndNotItsMovementsIsFound(_ sql: String) throws {
    try withClosedMonth { shop in
      try change(shop, sql)
      let digest = try shop.read { try JournalPeriods.digest(of: 1, $0) }
      try change(shop, "UPDATE periods SET digest = '\(digest)'")
      #expect(try shop.periodTies().map(\.code) == [.periodDoesNotTie])
    }
  }

  /// A period that an earlier version closed holds reasons and no losses by reason.
  @Test func periodsOfEarlierVersionsTieByTheirReasons() throws {
    try withClosedMonth { shop in
      try change(
        shop,
        "UPDATE closed_entries SET content = json_remove(content, '$.losses')")
      #expect(try shop.periodTies() == [])
      try change(
        shop,
        "UPDATE movements SET reason_id = \(Self.reason("internal-use")) WHERE reason_id = \(Self.reason("damage"))")
      let found = try shop.periodTies()
      #expect(found.map(\.code) == [.periodDoesNotTie])
      #expect(found[0].message.contains("damage"))
    }
  }

  /// What comes later changes no tie: a late delivery, a late loss, a restated and a reversed count, another method.
  @Test(arguments: ValuationMethod.allCases) func whatComesLaterTies(_ method: ValuationMethod) throws {
    try withClosedMonth { shop in
      try shop.record(
        [TestMovement(quantity: 100, kind: .receipt, at: hour(2), costCents: 200)], at: hour(24 * 8))
      try shop.record(
        [TestMovement(quantity: -3, kind: .writeOff, at: hour(11), reason: "damage")], at: hour(24 * 8))
      #expect(try shop.check() == [])
      let other = try shop.valued(by: method, actor: manager, at: hour(24 * 9))
      #expect(try other.check() == [])
      try other.closePeriod(through: try day("2026-01-09"), actor: manager, at: hour(24 * 12))
      _ = try other.reverseCount("N1", note: "wrong shelf", actor: manager, at: hour(24 * 13))
      #expect(try other.check() == [])
    }
  }
}
