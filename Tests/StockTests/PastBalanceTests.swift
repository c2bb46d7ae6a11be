import FormatKitTesting
import GRDB
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// The balances that are kept of earlier times lead to the stock at any moment.
@Suite struct PastBalanceTests {
  /// The end of four weeks as the calendar counts them, for moments before 1970 as well.
  @Test(
    arguments: [
      (0, 2_419_199_999), (2_419_199_999, 2_419_199_999), (2_419_200_000, 4_838_399_999), (-1, -1),
      (-2_419_200_000, -1), (-2_419_200_001, -2_419_200_001),
    ] as [(Int64, Int64)])
  func fourWeeksEnd(_ moment: Int64, _ end: Int64) throws {
    let found = try DatabaseQueue().read {
      try Int64.fetchOne($0, sql: "SELECT \(PastBalances.end(of: "?1"))", arguments: [moment])
    }
    #expect(found == end)
  }

  /// Movements of several years in any order, several to one moment and at the very ends of four weeks, and some from before
  /// 1970; each group is recorded alone, so that some come late.
  @Test(arguments: Seeds.of(1...12 as ClosedRange<UInt64>)) func theStockAtAnyMomentIsTheSumOfTheMovements(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    func anyMoment() -> Timestamp {
      let start = Int64.random(in: -3...30, using: &random) * PastBalances.span
      let offsets: [Int64] = [0, -1, 1, Int64.random(in: 0..<PastBalances.span, using: &random)]
      return Timestamp(millisecondsSince1970: start + (offsets.randomElement(using: &random) ?? 0))
    }
    try withShop { shop in
      try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      try shop.addGoods(6)
      for _ in 0..<8 {
        try shop.record(
          (0..<Int.random(in: 1...30, using: &random)).map { _ in
            TestMovement(
              variant: Int64.random(in: 1...6, using: &random), location: Int64.random(in: 1...2, using: &random),
              quantity: Int64.random(in: -9...9, using: &random), kind: .adjustment, at: anyMoment())
          })
        #expect(try shop.check() == [])
      }
      for moment in (0..<40).map({ _ in anyMoment() }) {
        for location in [nil, "store"] {
          let found = try shop.balances(at: moment, location: location, includingZero: true)
          let expected = try shop.read { database in
            try String.fetchAll(
              database,
              sql: """
                SELECT v.sku || ' ' || l.code || ' ' || SUM(m.quantity)
                FROM movements m JOIN variants v ON v.id = m.variant_id JOIN locations l ON l.id = m.location_id
                WHERE m.effective_at <= ? AND l.code = COALESCE(?, l.code)
                GROUP BY v.sku, l.code ORDER BY v.sku, l.code
                """, arguments: [moment.millisecondsSince1970, location])
          }
          #expect(found.map { "\($0.sku) \($0.location) \($0.quantity.scaled)" } == expected)
        }
      }
    }
  }

  /// What an undo takes back is taken back from the time of the movement on.
  @Test func whatIsTakenBackChangesTheBalancesSince() throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.record([TestMovement(quantity: 10, kind: .opening, at: hour(0))])
      try shop.record([TestMovement(quantity: -1, kind: .sale, at: hour(24 * 100))])
      func quantities() throws -> [Int64] {
        try shop.read { try Int64.fetchAll($0, sql: "SELECT quantity FROM past_balances ORDER BY ends_at") }
      }
      #expect(try quantities() == [10_000, 9000])
      try shop.record([TestMovement(quantity: -4, kind: .sale, at: hour(24 * 50))])
      #expect(try quantities() == [10_000, 6000, 5000])
      try shop.record([TestMovement(quantity: 4, kind: .customerReturn, at: hour(24 * 50))])
      #expect(try quantities() == [10_000, 10_000, 9000])
      #expect(try shop.check() == [])
    }
  }
}
