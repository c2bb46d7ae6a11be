import GRDB
import ProblemKit
import Reconciliation
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

@Suite struct MovingAverageCostTests {
  /// One case: movements as (quantity in units, cost in millionths or nil), and the average that must come out.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var movements: [(Int64, Int64?)]
    var average: Int64?
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "nothing", movements: [], average: nil),
    Case(name: "first receipt", movements: [(10, 2_000_000)], average: 2_000_000),
    Case(name: "two receipts", movements: [(10, 2_000_000), (30, 4_000_000)], average: 3_500_000),
    Case(name: "sale keeps it", movements: [(10, 2_000_000), (-5, nil), (5, 4_000_000)], average: 3_000_000),
    Case(name: "thirds round down", movements: [(2, 1_000_000), (1, 2_000_000)], average: 1_333_333),
    Case(name: "thirds round up", movements: [(1, 1_000_000), (2, 2_000_000)], average: 1_666_667),
    Case(name: "half rounds away", movements: [(1, 1), (1, 2)], average: 2),
    Case(name: "each step is rounded", movements: [(1, 1), (1, 2), (1, 1)], average: 2),
    Case(name: "sold out", movements: [(10, 2_000_000), (-10, nil), (4, 5_000_000)], average: 5_000_000),
    Case(name: "oversold", movements: [(10, 2_000_000), (-13, nil), (4, 5_000_000)], average: 5_000_000),
    Case(name: "return without cost", movements: [(10, 2_000_000), (5, nil), (15, 4_000_000)], average: 3_000_000),
    Case(name: "stock of unknown cost", movements: [(5, nil), (1, 7_000_000)], average: 7_000_000),
    Case(name: "free goods cost nothing", movements: [(1, 2_000_000), (1, 0)], average: 1_000_000),
    Case(name: "taken back", movements: [(10, 1_000_000), (10, 100_000_000), (-10, 100_000_000)], average: 1_000_000),
    Case(name: "taken back whole", movements: [(10, 3_000_000), (-10, 3_000_000)], average: 3_000_000),
    Case(name: "taken back too dear", movements: [(10, 1_000_000), (-5, 9_000_000)], average: 1_000_000),
  ]

  @Test(arguments: cases) func workedExample(_ example: Case) throws {
    var cost = MovingAverageCost()
    for (quantity, unitCost) in example.movements { try cost.add(quantity: quantity * 1000, cost: unitCost) }
    #expect(cost.average == example.average)
  }

  @Test func theLargestNumbersDoNotOverflow() throws {
    var cost = MovingAverageCost()
    try cost.add(quantity: .max - 1, cost: .max)
    try cost.add(quantity: 1, cost: .max)
    #expect(cost.average == .max)
    #expect(throws: Problems.self) { try cost.add(quantity: 1, cost: 1) }
  }
}

@Suite struct LedgerTests {
  @Test func balancesAreTheSumOfMovementsNowAndThen() throws {
    try withShop { shop in
      try shop.addGoods(2)
      try shop.record([
        TestMovement(quantity: 10, kind: .opening, at: hour(0), costCents: 100),
        TestMovement(quantity: -3, kind: .sale, at: hour(5)),
        TestMovement(quantity: -2, kind: .transfer, at: hour(6)),
        TestMovement(location: 2, quantity: 2, kind: .transfer, at: hour(6)),
        TestMovement(variant: 2, quantity: -4, kind: .sale, at: hour(7)),
      ])
      try shop.record([TestMovement(quantity: 1, kind: .customerReturn, at: hour(4))])
      let now = try shop.balances().map { "\($0.sku) \($0.location) \($0.quantity)" }
      #expect(now == ["V1 shop 6", "V1 store 2", "V2 shop -4"])
      let then = try shop.balances(at: hour(5)).map { "\($0.sku) \($0.location) \($0.quantity)" }
      #expect(then == ["V1 shop 8"])
      #expect(try shop.onHand(1, at: hour(3)) == 10_000)
      #expect(
        try shop.movements(of: 1, location: "shop", through: hour(5)).map(\.quantity.scaled) == [10_000, 1000, -3000])
      #expect(try shop.check() == [])
      #expect(throws: Problems.self) { try shop.balances(location: "nowhere") }
    }
  }

  @Test func averageCostFollowsBackdatedReceipts() throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.record([TestMovement(quantity: 10, kind: .receipt, at: hour(10), costCents: 200)])
      try shop.record([TestMovement(quantity: -5, kind: .sale, at: hour(20))])
      try shop.record([TestMovement(quantity: 5, kind: .receipt, at: hour(30), costCents: 400)])
      #expect(try shop.averageCost() == 3_000_000)
      // A sale before the second receipt, recorded late, leaves less of the old cost.
      try shop.record([TestMovement(quantity: -3, kind: .sale, at: hour(15))])
      #expect(try shop.averageCost() == 3_428_571)
      // A receipt before the first one.
      try shop.record([TestMovement(quantity: 10, kind: .receipt, at: hour(5), costCents: 100)])
      #expect(try shop.averageCost(at: hour(10)) == 1_500_000)
      #expect(try shop.averageCost() == 2_235_294)
      #expect(try shop.check() == [])
    }
  }

  @Test func transfersDoNotChangeTheCost() throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.record([
        TestMovement(quantity: 10, kind: .receipt, at: hour(1), costCents: 100),
        TestMovement(quantity: -10, kind: .transfer, at: hour(2)),
      ])
      // On its way the stock is at no location, but it is still owned.
      try shop.record([TestMovement(quantity: 10, kind: .receipt, at: hour(3), costCents: 200)])
      #expect(try shop.averageCost() == 1_500_000)
      #expect(try shop.check().map(\.code) == [.unbalancedTransfer])
    }
  }

  @Test func aSumBeyondTheRangeIsRefusedAndChangesNothing() throws {
    try withShop { shop in
      try shop.addGoods()
      let most = Int64.max / 1000
      try shop.record([TestMovement(quantity: most, kind: .receipt, at: hour(1), costCents: 1)])
      for kind in [MovementKind.receipt, .transfer, .sale] {
        #expect(throws: Problems.self) {
          try shop.record([TestMovement(quantity: most, kind: kind, at: hour(2), costCents: 1)])
        }
      }
      #expect(try shop.onHand(1) == most * 1000)
      #expect(try shop.check() == [])
    }
  }

  @Test func manyMovementsOfOneVariantTakeOnePass() throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.record(
        (0..<50_000).map { number in
          TestMovement(
            quantity: number % 3 == 0 ? 2 : -1, kind: number % 3 == 0 ? .receipt : .sale, at: hour(number),
            costCents: number % 3 == 0 ? Int64(number % 90) + 10 : nil)
        })
      let entries = try shop.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM cost_history") }
      #expect(entries == 16_667)
      #expect(try shop.check() == [])
    }
  }

  @Test func theMovementsAreReplayedWithoutSorting() throws {
    try withShop { shop in
      let plan = try shop.read { database in
        try Row.fetchAll(
          database,
          sql: """
            EXPLAIN QUERY PLAN SELECT m.quantity FROM movements m INDEXED BY movements_by_variant
            WHERE m.kind <> 'transfer' ORDER BY m.variant_id, m.effective_at, m.id
            """
        ).map { $0["detail"] as String }
      }
      #expect(!plan.contains { $0.contains("TEMP B-TREE") })
    }
  }

  @Test func aSecondWriterWaitsForTheFirst() async throws {
    try await withShopFile { path in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            let shop = try ShopDatabase.open(at: path)
            for number in 0..<20 {
              try shop.record([TestMovement(quantity: 1, kind: .receipt, at: hour(number), costCents: 100)])
            }
          }
        }
        try await group.waitForAll()
      }
      let shop = try ShopDatabase.open(at: path)
      #expect(try shop.onHand(1) == 40_000)
      #expect(try shop.check() == [])
    }
  }
}

@Suite struct LedgerCheckTests {
  /// A way to damage a shop, and the finding that must name it.
  static let damages: [(String, Problem.Code)] = [
    ("UPDATE balances SET quantity = quantity + 1 WHERE variant_id = 1", .wrongBalance),
    ("DELETE FROM balances WHERE variant_id = 2", .wrongBalance),
    ("INSERT INTO balances VALUES (3, 1, 0, 5)", .wrongBalance),
    ("UPDATE past_balances SET quantity = quantity + 1 WHERE variant_id = 1", .wrongBalance),
    ("DELETE FROM past_balances WHERE variant_id = 2", .wrongBalance),
    ("INSERT INTO past_balances SELECT 1, 1, ends_at + 2419200000, quantity FROM past_balances LIMIT 1", .wrongBalance),
    ("UPDATE cost_history SET average_cost = average_cost + 1 WHERE variant_id = 1", .wrongCostHistory),
    ("DELETE FROM cost_history WHERE variant_id = 1", .wrongCostHistory),
    ("INSERT INTO cost_history VALUES (3, 1, 1, 1, 1)", .wrongCostHistory),
    ("UPDATE count_lines SET counted = counted + 1, variance = variance + 1 WHERE variant_id = 1", .wrongCountSum),
    ("UPDATE count_lines SET variance = variance + 1 WHERE variant_id = 1", .wrongCountLine),
    ("UPDATE count_lines SET movement_id = NULL WHERE variant_id = 1", .wrongCountLine),
    ("UPDATE count_entries SET quantity = 1 WHERE variant_id = 1", .wrongCountSum),
    ("DROP TRIGGER audit_log_is_not_changed; UPDATE audit_log SET actor = 'x' WHERE id = 1", .brokenAuditLog),
    ("DROP TRIGGER audit_log_is_not_deleted; DELETE FROM audit_log WHERE id = 1", .brokenAuditLog),
    (
      "DROP TRIGGER movements_are_not_changed; UPDATE movements SET effective_at = effective_at - 99999999 WHERE id = 3",
      .countNotHeld
    ),
    ("PRAGMA foreign_keys = OFF; DELETE FROM variants WHERE id = 3; ", .danglingReference),
    ("INSERT INTO lot_balances VALUES (1, 1, 0, 1000)", .wrongLots), ("INSERT INTO lot_replays VALUES (1)", .wrongLots),
  ]

  @Test(arguments: damages) func findsDamage(_ sql: String, _ code: Problem.Code) throws {
    try withShop { shop in
      try shop.addGoods(3)
      try shop.record([
        TestMovement(quantity: 10, kind: .receipt, at: hour(1), costCents: 100),
        TestMovement(variant: 2, quantity: 10, kind: .receipt, at: hour(1), costCents: 100),
        TestMovement(quantity: 1, kind: .receipt, at: hour(12), costCents: 300),
      ])
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2, 3], actor: manager)
      try shop.enter([(1, 8), (2, 10)], in: "1", countedAt: hour(10))
      _ = try shop.post("1", at: hour(50))
      #expect(try shop.check() == [])
      try shop.queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      #expect(try shop.check().map(\.code).contains(code))
      if [.wrongBalance, .wrongCostHistory].contains(code) {
        try shop.repairIndex(actor: manager)
        #expect(try shop.check() == [])
      }
    }
  }
}
