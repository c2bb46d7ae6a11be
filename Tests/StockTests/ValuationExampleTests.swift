import GRDB
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// The ending inventory of textbook purchases and sales by every method, as a shop's ledger values it.
@Suite struct ValuationExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    /// Units bought at a cost in cents, or sold.
    var steps: [(units: Int64, cents: Int64?)]
    /// The standard cost in cents.
    var standard: Int64
    /// The remaining stock, in cents: units × average rounded to six decimals, layers, units × last cost, units ×
    /// standard.
    var ending: [ValuationMethod: Int64]
    var testDescription: String { name }
  }

  static let examples = [
    // 2,000 at 4.00, 6,000 at 4.40, 4,000 sold, 2,000 at 4.75: the average is 4.30 and then 4.45, the oldest are sold
    // first, and 6,000 are left: 4,000 at 4.40 and 2,000 at 4.75.
    Example(
      name: "one sale between purchases", steps: [(2000, 400), (6000, 440), (-4000, nil), (2000, 475)], standard: 445,
      ending: [.movingAverage: 26_700_00, .fifo: 27_100_00, .last: 28_500_00, .standard: 26_700_00]),
    // 100 at 10, 200 at 11, 300 at 12, 550 sold, 400 at 13: of 450 left 50 are at 12 and 400 at 13. The average is
    // 11.333333, and with the last purchase (50 × 11.333333 + 400 × 13) ÷ 450 = 12.814815.
    Example(
      name: "a year of electronics", steps: [(100, 1000), (200, 1100), (300, 1200), (-550, nil), (400, 1300)],
      standard: 1150, ending: [.movingAverage: 5766_67, .fifo: 5800_00, .last: 5850_00, .standard: 5175_00]),
    // 150 at 21, 120 sold, 225 at 27, 180 sold, 210 at 33: 75 at 27 and 210 at 33 are left. The average is
    // (30 × 21 + 225 × 27) ÷ 255 = 26.294118, and then (75 × 26.294118 + 210 × 33) ÷ 285 = 31.235294.
    Example(
      name: "beginning inventory and two sales",
      steps: [(150, 2100), (-120, nil), (225, 2700), (-180, nil), (210, 3300)], standard: 3000,
      ending: [.movingAverage: 8902_06, .fifo: 8955_00, .last: 9405_00, .standard: 8550_00]),
  ]

  @Test(arguments: examples) func theEndingInventory(_ example: Example) throws {
    try withShop { original in
      var shop = original
      try shop.addGoods()
      try shop.write { database in
        try database.execute(sql: "UPDATE variants SET standard_cost = ?", arguments: [example.standard * 10_000])
        try ShopDatabase.advanceCatalogRevision(database)
      }
      try shop.record(
        example.steps.enumerated().map { index, step in
          TestMovement(
            quantity: step.units, kind: step.units < 0 ? .sale : .receipt, at: hour(index), costCents: step.cents)
        })
      for (method, value) in example.ending.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        shop = try shop.valued(by: method, actor: manager)
        let row = try shop.read {
          try Row.fetchOne($0, sql: "SELECT value_cost_minor, cost_source FROM report_stock_on_hand")
        }
        #expect(row?[0] == value, "\(method.rawValue)")
        #expect(row?[1] == method.rawValue)
      }
    }
  }
}
