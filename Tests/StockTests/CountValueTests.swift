import GRDB
import Reconciliation
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// What counted goods cost and what they are sold for, at the time of the count.
@Suite struct CountValueTests {
  @Test func costsFallBackFromAverageToStandard() throws {
    try withShop { shop in
      try shop.addGoods(5)
      try shop.write { database in
        try database.execute(sql: "UPDATE variants SET standard_cost = 4000000 WHERE id IN (1, 2, 3, 4)")
        try database.execute(sql: "INSERT INTO suppliers (code) VALUES ('acme'), ('bolt')")
        for variant in 1...3 {
          try database.execute(
            sql: """
              INSERT INTO supplier_items (supplier_id, variant_id, unit_cost, currency) VALUES
                (1, ?, 3500000, 'EUR'), (2, ?, 3000000, 'USD')
              """, arguments: [variant, variant])
        }
      }
      try shop.record([
        TestMovement(variant: 1, quantity: 5, kind: .receipt, at: hour(1), costCents: 100),
        // The first receipt comes after the count.
        TestMovement(variant: 2, quantity: 5, kind: .receipt, at: hour(20), costCents: 200),
      ])
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2, 3, 4, 5], actor: manager)
      try shop.enter([(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)], in: "1", countedAt: hour(10))
      let lines = Reconciliation(of: try shop.countFacts("1")).lines
      #expect(lines.map(\.costSource) == [.movingAverage, .last, .supplierList, .standard, .unvalued])
      #expect(lines.map { $0.unitCost?.scaled } == [1_000_000, 2_000_000, 3_500_000, 4_000_000, nil])
      #expect(lines.map { $0.costValue?.minorUnits } == [-400, 200, 350, 400, nil])
    }
  }

  /// Twenty at 15.00 were there, and a receipt at 3.00 came ten minutes after the count.
  @Test func lastCostTakesNoReceiptFromAfterTheCount() throws {
    try withShop { original in
      let shop = try original.valued(by: .last, actor: manager)
      try shop.addGoods(2)
      try shop.record([
        TestMovement(variant: 1, quantity: 20, kind: .opening, at: hour(1), costCents: 1500),
        TestMovement(variant: 1, quantity: 5, kind: .receipt, at: hour(11), costCents: 300),
        TestMovement(variant: 2, quantity: 20, kind: .opening, at: hour(1)),
        TestMovement(variant: 2, quantity: 5, kind: .receipt, at: hour(11), costCents: 300),
      ])
      _ = try shop.openCount(location: "shop", kind: .partial, cutOff: hour(10), variants: [1, 2], actor: manager)
      try shop.enter([(1, 17), (2, 17)], in: "1")
      let lines = Reconciliation(of: try shop.countFacts("1")).lines
      #expect(lines.map(\.costSource) == [.movingAverage, .unvalued])
      #expect(lines.map { $0.costValue?.minorUnits } == [-4500, nil])
      _ = try shop.post("1")
      let values = try shop.read {
        try Row.fetchAll(
          $0,
          sql: """
            SELECT l.variance_cost_minor, m.value_cost_minor FROM report_count_lines l
              JOIN report_movements m ON m.movement_id = l.movement_id ORDER BY l.variant_id
            """)
      }
      #expect(values.map { $0[0] as Int64? } == [-4500, nil])
      #expect(values.map { $0[1] as Int64? } == [-4500, nil])
    }
  }

  @Test func theRegularPriceOfTheTimeCounts() throws {
    try withStockedShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO prices (variant_id, price_type, currency, valid_from, price, valid_to, tax_included) VALUES
              (1, 'regular', 'EUR', \(Schema.always), 199, NULL, 1), (1, 'regular', 'EUR', ?, 249, NULL, 0),
              (1, 'sale', 'EUR', ?, 99, NULL, 1), (1, 'regular', 'USD', ?, 300, NULL, 1)
            """, arguments: StatementArguments([10, 5, 5].map { hour($0).millisecondsSince1970 }))
      }
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      for (moment, price, taxIncluded) in [(9, 199, true), (10, 249, false)] as [(Int, Int64, Bool)] {
        let fact = try shop.countFacts("1", asOf: hour(moment)).items[0]
        #expect(fact.retailPrice?.minorUnits == price)
        #expect(fact.isTaxIncluded == taxIncluded)
      }
    }
  }
}
