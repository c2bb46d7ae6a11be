import GRDB
import RetailValues
import StockTesting
import Testing

@testable import Stock

@Suite struct ExpiryTotalsTests {
  @Test func itemsCountOnceAndLotsAtEachLocation() throws {
    try withShop { shop in
      try shop.addGoods(4)
      // The day of each lot, and what remains of it at each of two locations.
      let lots: [(variant: Int64, day: String?, remaining: [Int64])] = [
        (1, "2026-10-30", [1, 2]), (1, "2026-10-01", [3, 0]), (1, "2026-10-31", [1, 0]), (2, "2026-11-07", [1, 1]),
        (3, "2026-11-08", [1, 1]), (4, nil, [5, 5]), (4, "2026-10-01", [0, -1]),
      ]
      try shop.queue.writeWithoutTransaction { database in
        for (number, lot) in lots.enumerated() {
          try database.execute(
            sql: "INSERT INTO lots (id, variant_id, lot, expires_on) VALUES (?, ?, ?, ?)",
            arguments: [number + 1, lot.variant, "L\(number)", lot.day])
          for (place, remaining) in lot.remaining.enumerated() {
            try database.execute(
              sql: "INSERT INTO lot_balances (variant_id, location_id, lot_id, quantity) VALUES (?, ?, ?, ?)",
              arguments: [lot.variant, place + 1, number + 1, remaining * 1000])
          }
        }
      }
      let today = try #require(CalendarDate(year: 2026, month: 10, day: 31))
      let last = try #require(today.adding(days: 7))
      let totals = try shop.expiryTotals(on: today, through: last)
      #expect(totals == ExpiryTotals(expiredItems: 1, expiredLots: 3, expiringItems: 2, expiringLots: 3))
      // The list has the same lots, and its pages have each of them once.
      var all: [String] = []
      try shop.expiringLots(through: last) { all.append("\($0.lot) \($0.location)") }
      #expect(all.count == totals.expiredLots + totals.expiringLots)
      var paged: [String] = []
      for skip in stride(from: 0, through: 6, by: 2) {
        try shop.expiringLots(through: last, skip: skip, limit: 2) { paged.append("\($0.lot) \($0.location)") }
      }
      #expect(paged == all)
    }
  }
}
