import GRDB
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// Goods of lots that are recorded after a count has found them without a lot.
@Suite struct LateLotTests {
  /// What is left by lot; 0 is stock without a lot.
  private func left(_ shop: ShopDatabase) throws -> [String] {
    try shop.read {
      try String.fetchAll(
        $0, sql: "SELECT lot_id || ' ' || (quantity / 1000) FROM lot_balances WHERE quantity <> 0 ORDER BY lot_id")
    }
  }

  /// A shop with a variant of two lots, of which some movements are recorded and then something is counted.
  private func withCountedShop(
    _ movements: [TestMovement], counted: Int64, _ work: (ShopDatabase) throws -> Void
  ) throws {
    try withShop { shop in
      try shop.addGoods(1)
      try shop.write { try $0.execute(sql: "INSERT INTO lots (variant_id, lot) VALUES (1, 'L1'), (1, 'L2')") }
      try shop.record(movements)
      _ = try shop.openCount(location: "shop", kind: .partial, code: "june", variants: [1], actor: manager)
      try shop.enter([(1, counted)], in: "june", countedAt: hour(10))
      _ = try shop.post("june")
      try work(shop)
      #expect(try shop.check(quick: true) == [])
    }
  }

  private var received: TestMovement { TestMovement(quantity: 4, kind: .receipt, at: hour(1), lot: 2) }
  private var sold: TestMovement { TestMovement(quantity: -5, kind: .sale, at: hour(5), lot: 1) }

  private func takeBackTheLast(_ shop: ShopDatabase) throws {
    try shop.write { database in
      let first = try Ledger.nextMovementID(database)
      try database.execute(
        sql: """
          INSERT INTO movements (variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, unit_cost,
            reason_id, document_id, document_line, reverses)
          SELECT variant_id, location_id, lot_id, -quantity, kind, effective_at, recorded_at, unit_cost, reason_id,
            document_id, document_line || ' back', id FROM movements
          WHERE id = (SELECT MAX(id) FROM movements WHERE kind = 'receipt')
          """)
      try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: hour(0))
    }
  }

  /// The gain of the count becomes smaller by what the lot lacked, and the undo of the delivery brings it back.
  @Test func aLateDeliveryOfALotExplainsTheGainOfACount() throws {
    try withCountedShop([received, sold], counted: 6) { shop in
      #expect(try left(shop) == ["0 7", "1 -5", "2 4"])
      let late = try shop.record([TestMovement(quantity: 5, kind: .receipt, at: hour(3), lot: 1)])
      #expect(late.restatedLines == 1)
      #expect(try left(shop) == ["0 2", "2 4"])
      #expect(try shop.onHand(1) == 6000)
      try takeBackTheLast(shop)
      #expect(try left(shop) == ["0 7", "1 -5", "2 4"])
      #expect(try shop.onHand(1) == 6000)
    }
  }

  /// Two deliveries before two counts fill up the lot once, also where the first count gained less than the lot lacked.
  @Test(arguments: [(Int64(6), Int64(16), ["0 12", "2 4"]), (0, 10, ["0 6", "2 4"])])
  func deliveriesBeforeTwoCountsFillUpALotOnce(june: Int64, july: Int64, after: [String]) throws {
    try withCountedShop([received, sold], counted: june) { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, code: "july", variants: [1], actor: manager)
      try shop.enter([(1, july)], in: "july", countedAt: hour(20))
      _ = try shop.post("july")
      let late = try shop.record([
        TestMovement(quantity: 5, kind: .receipt, at: hour(3), lot: 1),
        TestMovement(quantity: 5, kind: .receipt, at: hour(15), lot: 1),
      ])
      #expect(late.restatedLines == 2)
      #expect(try left(shop) == after)
      #expect(try shop.onHand(1) == july * 1000)
    }
  }

  /// More than the lot lacked is not what the count has found without a lot: it was not there when it was counted.
  @Test func whatTheLotDoesNotLackIsCorrectedInTheLot() throws {
    try withCountedShop([received, sold], counted: 6) { shop in
      try shop.record([TestMovement(quantity: 8, kind: .receipt, at: hour(3), lot: 1)])
      #expect(try left(shop) == ["0 2", "2 4"])
      try takeBackTheLast(shop)
      #expect(try left(shop) == ["0 7", "1 -5", "2 4"])
    }
  }

  /// Without a gain, and for lots that lack nothing, the correction is one of the lot.
  @Test func otherCorrectionsAreOfTheLot() throws {
    try withCountedShop([received], counted: 11) { shop in
      try shop.record([TestMovement(quantity: 5, kind: .receipt, at: hour(3), lot: 1)])
      #expect(try left(shop) == ["0 7", "2 4"])
    }
  }
}
