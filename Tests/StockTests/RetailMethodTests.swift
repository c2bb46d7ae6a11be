import Foundation
import GRDB
import Reconciliation
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// The retail method: examples of accounting textbooks, and random histories against a second way of computing them.
@Suite struct RetailMethodTests {
  /// Goods of one category. Units are whole, amounts cents.
  enum Step: Sendable {
    case buys(_ item: Int64, units: Int64, cents: Int64)
    case priced(_ item: Int64, cents: Int64)
    case sells(_ item: Int64, units: Int64)
    case returns(_ item: Int64, units: Int64, cents: Int64)
    /// The first day of the next year.
    case newYear
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: [Step]
    /// Cost and retail of the goods available, in cents, and the first divided by the second in millionths.
    var cost: Int64
    var retail: Int64
    var complement: Int64
    /// The remaining stock at retail, in cents.
    var endingRetail: Int64
    var endingCost: Int64
    var testDescription: String { name }
  }

  static let examples = [
    // Beginning inventory 14,000 at cost and 21,500 at retail, purchases 61,000 and 78,500, sales 70,000: a ratio of 75 %
    // and an ending inventory of 30,000 at retail, 22,500 at cost.
    Example(
      name: "cost to retail ratio of 75 percent",
      steps: [
        .priced(1, cents: 2_15), .buys(1, units: 10_000, cents: 1_40), .priced(2, cents: 7_85),
        .buys(2, units: 10_000, cents: 6_10), .sells(1, units: 9983), .sells(2, units: 6183),
      ], cost: 75_000_00, retail: 100_000_00, complement: 750_000, endingRetail: 30_000_00, endingCost: 22_500_00),
    // Beginning inventory 500 and 1,000; purchases 20,000 and 35,000; markups 3,000, cancelled 1,000; markdowns 2,500,
    // cancelled 2,000; sales 25,000. The conventional ratio is 20,500 to 38,000, 53.9 %; 12,500 are left at retail.
    Example(
      name: "markups, markdowns and their cancellations",
      steps: [
        .priced(1, cents: 1_00), .buys(1, units: 1000, cents: 50), .priced(2, cents: 20_00),
        .buys(2, units: 1000, cents: 12_00), .priced(3, cents: 15_00), .buys(3, units: 1000, cents: 8_00),
        .priced(2, cents: 23_00), .priced(2, cents: 22_00), .priced(3, cents: 12_50), .priced(3, cents: 14_50),
        .sells(1, units: 950), .sells(2, units: 500), .sells(3, units: 900),
      ], cost: 20_500_00, retail: 38_000_00, complement: 539_474, endingRetail: 12_500_00, endingCost: 6743_42),
    // Only markdowns: the ratio stays that of the purchases, and the ending inventory falls below its cost.
    Example(
      name: "markdowns alone lower the value",
      steps: [
        .priced(1, cents: 10_00), .buys(1, units: 100, cents: 6_00), .priced(1, cents: 8_00), .sells(1, units: 50),
      ],
      cost: 600_00, retail: 1000_00, complement: 600_000, endingRetail: 400_00, endingCost: 240_00),
    // 40 of 100 are left at the end of the year: 400 at retail, 240 at 60 %. With 60 more at 7.00: 660 to 1,000.
    Example(
      name: "a year begins with what the one before left",
      steps: [
        .priced(1, cents: 10_00), .buys(1, units: 100, cents: 6_00), .sells(1, units: 60), .newYear,
        .buys(1, units: 60, cents: 7_00), .sells(1, units: 50),
      ], cost: 660_00, retail: 1000_00, complement: 660_000, endingRetail: 500_00, endingCost: 330_00),
    // A return to the supplier reduces the purchases: 600 − 60 to 1,000 − 100.
    Example(
      name: "purchases less returns",
      steps: [.priced(1, cents: 10_00), .buys(1, units: 100, cents: 6_00), .returns(1, units: 10, cents: 6_00)],
      cost: 540_00, retail: 900_00, complement: 600_000, endingRetail: 900_00, endingCost: 540_00),
    // Goods that come in before they have a price are among those available from their first price on.
    Example(
      name: "a price that comes later",
      steps: [.buys(1, units: 10, cents: 4_00), .priced(1, cents: 8_00)], cost: 40_00, retail: 80_00,
      complement: 500_000, endingRetail: 80_00, endingCost: 40_00),
  ]

  @Test(arguments: examples) func textbookExamples(_ example: Example) throws {
    try withShop { original in
      let shop = try original.valued(by: .retail, actor: manager)
      try shop.addGoods(3)
      var now = 1
      for step in example.steps {
        now += 24
        let at = hour(now)
        switch step {
        case .buys(let item, let units, let cents):
          try shop.record([TestMovement(variant: item, quantity: units, kind: .receipt, at: at, costCents: cents)])
        case .sells(let item, let units):
          try shop.record([TestMovement(variant: item, quantity: -units, kind: .sale, at: at)])
        case .returns(let item, let units, let cents):
          let cost = cents > 0 ? cents : nil
          try shop.record(
            [TestMovement(variant: item, quantity: -units, kind: .supplierReturn, at: at, costCents: cost)])
        case .priced(let item, let cents): try shop.price(item, cents, from: at)
        case .newYear: now = 24 * 366
        }
      }
      let last = try #require(
        try shop.read {
          try Row.fetchOne(
            $0,
            sql: """
              SELECT cost_minor, retail_minor, complement_micro FROM report_retail_complements
              ORDER BY effective_at DESC LIMIT 1
              """)
        })
      #expect(last[0] == example.cost)
      #expect(last[1] == example.retail)
      #expect(last[2] == example.complement)
      // A count that finds nothing values all that is left, at cost and at retail.
      let session = try shop.openCount(location: "shop", kind: .full, cutOff: hour(now + 24), actor: manager)
      #expect(session.valuation == .retail)
      try shop.enter([(1, 0), (2, 0), (3, 0)], in: session.code)
      let lines = Reconciliation(of: try shop.countFacts(session.code)).lines.filter { $0.variance?.scaled != 0 }
      #expect(lines.allSatisfy { $0.costSource == .retailMethod })
      #expect(-lines.reduce(0) { $0 + ($1.retailValue?.minorUnits ?? 0) } == example.endingRetail)
      #expect(-lines.reduce(0) { $0 + ($1.costValue?.minorUnits ?? 0) } == example.endingCost)
      _ = try shop.post(session.code, options: ReconciliationOptions(uncounted: .ignore))
      let complements = try shop.read {
        try Int64.fetchAll(
          $0, sql: "SELECT DISTINCT complement_micro FROM report_count_lines WHERE variance_milli <> 0")
      }
      #expect(complements == [example.complement])
      #expect(try shop.check() == [])
    }
  }

  @Test func withoutPriceOrRatioTheOthersFollow() throws {
    try withShop { original in
      let shop = try original.valued(by: .retail, actor: manager)
      try shop.addGoods(4)
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO categories (code) VALUES ('a'), ('b');
            UPDATE products SET category_id = CASE WHEN id < 3 THEN 1 ELSE 2 END;
            UPDATE variants SET standard_cost = 5000000 WHERE id = 3
            """)
        try ShopDatabase.advanceCatalogRevision(database)
      }
      try shop.price(1, 10_00, from: hour(0))
      try shop.price(3, 10_00, from: hour(0))
      try shop.record([
        TestMovement(variant: 1, quantity: 10, kind: .receipt, at: hour(1), costCents: 600),
        TestMovement(variant: 2, quantity: 10, kind: .receipt, at: hour(1), costCents: 300),
        TestMovement(variant: 3, quantity: 10, kind: .receipt, at: hour(1)),
        TestMovement(variant: 4, quantity: 10, kind: .receipt, at: hour(1)),
      ])
      let rows = try shop.read {
        try Row.fetchAll(
          $0, sql: "SELECT unit_cost_micro, cost_source FROM report_stock_on_hand ORDER BY variant_id")
      }
      #expect(rows.map { $0[0] as Int64? } == [6_000_000, 3_000_000, 5_000_000, nil])
      #expect(rows.map { $0[1] as String } == ["retail-method", "moving-average", "standard", "unvalued"])
      // Another method takes the ratios away.
      let average = try shop.valued(by: .movingAverage, actor: manager)
      #expect(try average.read { try Int64.fetchOne($0, sql: "SELECT COUNT(*) FROM retail_complements") } == 0)
      #expect(try average.check() == [])
    }
  }

  @Test func aWrongRatioIsFoundAndMended() throws {
    try withShop { original in
      let shop = try original.valued(by: .retail, actor: manager)
      try shop.addGoods()
      try shop.price(1, 10_00, from: hour(0))
      try shop.record([TestMovement(quantity: 10, kind: .receipt, at: hour(1), costCents: 600)])
      try shop.write { try $0.execute(sql: "UPDATE retail_complements SET complement = 1") }
      #expect(try shop.check().map(\.code) == [.wrongCostHistory])
      try shop.repairIndex(actor: manager)
      #expect(try shop.check() == [])
    }
  }
}
