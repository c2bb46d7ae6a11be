import FormatKitTesting
import Foundation
import GRDB
import Reconciliation
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// A regular price of the catalog.
private struct PlainPrice {
  let variant: Int64
  let from: Int64
  let to: Int64?
  let cents: Int64
}

/// A simple model of the retail method: for each question, every figure is summed again from the start of its year, in
/// decimals.
private struct PlainRetail {
  let movements: [Int64: [StockMovement]]
  let prices: [PlainPrice]
  let yearStarts: [Int64]
  let events: [PlainMarkdown]

  /// The price that is valid, else the one that ended last.
  func price(_ variant: Int64, _ at: Int64) -> Int64? {
    let begun = prices.filter { $0.variant == variant && $0.from <= at }.sorted { $0.from < $1.from }
    return begun.last { $0.to.map { $0 >= at } ?? true }?.cents
      ?? begun.max { ($0.to ?? .max, $0.from) < ($1.to ?? .max, $1.from) }?.cents
  }

  /// The price after the mark-downs of active events.
  func markedPrice(_ variant: Int64, _ at: Int64) -> Int64? {
    price(variant, at).map { markedDown($0, events.filter { $0.product == variant }, at: at) }
  }

  func isValid(_ variant: Int64, _ at: Int64) -> Bool {
    prices.contains { $0.variant == variant && $0.from <= at && ($0.to.map { $0 >= at } ?? true) }
  }

  private func onHand(_ variant: Int64, before at: Int64) -> Decimal {
    (movements[variant] ?? []).filter { $0.effectiveAt.millisecondsSince1970 < at && $0.kind != .transfer }
      .reduce(0) { $0 + Decimal($1.quantity.scaled) / 1000 }
  }

  private struct Purchase {
    let at: Int64
    let units: Decimal
    let cents: Decimal
    let price: Int64
  }

  private func purchases(_ variant: Int64) -> [Purchase] {
    (movements[variant] ?? []).compactMap { movement in
      guard let cost = movement.unitCost else { return nil }
      let isIn = movement.quantity.scaled > 0
      switch movement.kind {
      case .opening, .receipt, .supplierReturn: break
      case .adjustment where isIn: break
      default: return nil
      }
      var at = movement.effectiveAt.millisecondsSince1970
      if price(variant, at) == nil {
        guard let first = prices.filter({ $0.variant == variant && $0.from > at }).map(\.from).min() else { return nil }
        at = first
      }
      guard let price = price(variant, at) else { return nil }
      return Purchase(
        at: at, units: Decimal(movement.quantity.scaled) / 1000, cents: Decimal(cost.scaled) / 10_000, price: price)
    }
  }

  /// Whole cents, half away from zero.
  private func whole(_ amount: Decimal) -> Decimal {
    var magnitude = abs(amount)
    var rounded = Decimal()
    NSDecimalRound(&rounded, &magnitude, 0, .plain)
    return amount < 0 ? -rounded : rounded
  }

  /// The markups less cancellations that a change of price makes on a day, in cents.
  private func markup(_ variant: Int64, _ at: Int64, year: Int64) -> Decimal {
    guard let after = price(variant, at), let before = price(variant, at - 1), after != before else { return 0 }
    let held = onHand(variant, before: at)
    guard held > 0 else { return 0 }
    var original = before
    // The last arrival before this moment, or the price at the year's end where that came later.
    let arrival = purchases(variant).last { $0.at < at && $0.units > 0 }
    if let arrival { original = arrival.price }
    if year > .min, arrival.map({ $0.at < year }) ?? true, onHand(variant, before: year) != 0,
      let atYear = price(variant, year - 1)
    {
      original = atYear
    }
    return whole(held * Decimal(max(after, original) - max(before, original)))
  }

  /// Cost ÷ retail of the category's variants as of a moment, to six decimals.
  func ratio(_ variants: [Int64], through moment: Int64) -> Decimal? {
    let year = yearStarts.last { $0 <= moment } ?? .min
    let before = year == .min ? nil : ratio(variants, through: year - 1)
    var opening = Decimal(0)
    if before != nil {
      for variant in variants {
        let held = onHand(variant, before: year)
        if held > 0, let price = markedPrice(variant, year - 1) { opening += whole(held * Decimal(price)) }
      }
    }
    var moments: Set<Int64> = []
    for variant in variants {
      moments.formUnion(purchases(variant).map(\.at))
      for price in prices where price.variant == variant {
        moments.formUnion([price.from] + (price.to.map { [$0 + 1] } ?? []))
      }
    }
    // The latest moment with a ratio of its own.
    for last in moments.filter({ $0 >= year && $0 <= moment }).sorted(by: >) {
      var cost = before.map { whole(opening * $0) } ?? 0
      var retail = opening
      var isMoved = false
      for variant in variants {
        for purchase in purchases(variant) where purchase.at >= year && purchase.at <= last {
          cost += whole(purchase.units * purchase.cents)
          retail += whole(purchase.units * Decimal(purchase.price))
          if purchase.at == last { isMoved = true }
        }
        for at in moments where at >= year && at <= last {
          let amount = markup(variant, at, year: year)
          retail += amount
          if at == last, amount != 0 { isMoved = true }
        }
      }
      guard isMoved, retail > 0, cost >= 0 else { continue }
      var exact = cost / retail
      var rounded = Decimal()
      NSDecimalRound(&rounded, &exact, 6, .plain)
      return rounded
    }
    return before
  }
}

/// The retail method over three years of random trade: late deliveries, undone movements, prices that come, go and change.
@Suite struct RetailHistoryTests {
  private let variants: Int64 = 6

  private func fill(_ shop: ShopDatabase, _ random: inout SeededGenerator) throws {
    try shop.addGoods(Int(variants))
    try shop.write { database in
      try database.execute(
        sql: """
          INSERT INTO categories (code) VALUES ('a'), ('b');
          UPDATE products SET category_id = CASE WHEN id % 3 = 0 THEN 1 WHEN id % 3 = 1 THEN 2 END
          """)
    }
    for round in 0..<4 {
      for variant in 1...variants {
        if round == 0 || Bool.random(using: &random) {
          let start = hour(Int.random(in: 0...26_000, using: &random) * (round == 0 ? 0 : 1) + Int(variant))
          let days = Int.random(in: 1...9_000, using: &random)
          let end = Int.random(in: 0...4, using: &random) == 0 ? hour(days + 26_000 * round / 4) : nil
          if let end, end < start { continue }
          // The last two have no price to begin with.
          if round > 0 || variant < 5 {
            try shop.price(variant, Int64.random(in: 5...20, using: &random) * 99, from: start, to: end)
          }
        }
      }
      var batch: [TestMovement] = []
      for variant in 1...variants {
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          let at = hour(Int.random(in: 0...26_000, using: &random))
          let units = Int64.random(in: 1...9, using: &random)
          let cents = Int64.random(in: 2...12, using: &random) * 83
          switch Int.random(in: 0...6, using: &random) {
          case 0, 1, 2:
            batch.append(TestMovement(variant: variant, quantity: units * 3, kind: .receipt, at: at, costCents: cents))
          case 3:
            batch.append(
              TestMovement(variant: variant, quantity: -units, kind: .supplierReturn, at: at, costCents: cents))
          case 4: batch.append(TestMovement(variant: variant, quantity: units, kind: .customerReturn, at: at))
          case 5:
            batch.append(TestMovement(variant: variant, quantity: -units, kind: .transfer, at: at))
            batch.append(TestMovement(variant: variant, location: 2, quantity: units, kind: .transfer, at: at))
          default: batch.append(TestMovement(variant: variant, quantity: -units, kind: .sale, at: at))
          }
        }
      }
      try shop.record(batch, at: hour(26_000 + round))
      try undoOne(shop, &random)
    }
  }

  private func undoOne(_ shop: ShopDatabase, _ random: inout SeededGenerator) throws {
    try shop.write { database in
      let ids = try Int64.fetchAll(
        database,
        sql: """
          SELECT id FROM movements m WHERE reverses IS NULL AND kind <> 'transfer'
            AND NOT EXISTS (SELECT 1 FROM movements r WHERE r.reverses = m.id) ORDER BY id
          """)
      guard let id = ids.randomElement(using: &random) else { return }
      let first = try Ledger.nextMovementID(database)
      try database.execute(
        sql: """
          INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost,
            document_id, document_line, reverses)
          SELECT variant_id, location_id, -quantity, kind, effective_at, 0, unit_cost, document_id, 'undo ' || id, id
          FROM movements WHERE id = ?
          """, arguments: [id])
      try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: hour(0))
    }
  }

  private func plain(_ shop: ShopDatabase) throws -> PlainRetail {
    var movements: [Int64: [StockMovement]] = [:]
    for variant in 1...variants {
      let all = try shop.movements(of: variant)
      let reversed = Set(all.compactMap(\.reverses))
      movements[variant] = all.filter { $0.reverses == nil && !reversed.contains($0.id) }
    }
    let prices = try shop.read { database in
      try Row.fetchAll(database, sql: "SELECT variant_id, valid_from, valid_to, price FROM prices").map {
        PlainPrice(variant: $0[0], from: $0[1], to: $0[2], cents: $0[3])
      }
    }
    let events = try shop.plainMarkdowns()
    let starts = [2027, 2028, 2029].compactMap { CalendarDate(year: $0, month: 1, day: 1) }
    return PlainRetail(
      movements: movements, prices: prices,
      yearStarts: starts.map { shop.settings.clock.timestamp($0).millisecondsSince1970 }, events: events)
  }

  @Test(arguments: Seeds.of(1...12 as ClosedRange<UInt64>)) func ratiosAreTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withShop { original in
      try original.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      // Half of the shops choose the method when all has happened; in the others it follows every change.
      var shop = seed % 2 == 0 ? original : try original.valued(by: .retail, actor: manager)
      try fill(shop, &random)
      // Of every three shops one has no events.
      if seed % 3 != 0 { try shop.addEvents(6, within: 27_000, &random) }
      let moments = (0..<6).map { _ in hour(Int.random(in: 0...27_000, using: &random)) }
      // A count by the retail method is valued in any shop.
      let session = try shop.openCount(
        location: "shop", kind: .full, cutOff: moments[0], valuation: .retail, actor: manager)
      try shop.enter((1...variants).map { ($0, 100) }, in: session.code)
      let facts = try shop.countFacts(session.code)
      if seed % 2 == 0 { shop = try shop.valued(by: .retail, actor: manager) }
      let plain = try plain(shop)
      var compared = 0
      for variant in 1...variants {
        let group = (1...variants).filter { $0 % 3 == variant % 3 }
        for at in moments.map(\.millisecondsSince1970) {
          let expected = plain.ratio(group, through: at)
          let row = try shop.read {
            try Row.fetchOne(
              $0,
              sql: """
                SELECT h.complement FROM retail_complements h JOIN variants v JOIN products p ON p.id = v.product_id
                WHERE v.id = ? AND h.category_id = COALESCE(p.category_id, 0) AND h.effective_at <= ?
                ORDER BY h.effective_at DESC LIMIT 1
                """, arguments: [variant, at])
          }
          let stored = row.map { Decimal($0[0] as Int64) / 1_000_000 }
          #expect(stored == expected, "variant \(variant), hour \((at - hour(0).millisecondsSince1970) / 3_600_000)")
          if expected != nil { compared += 1 }
        }
        let at = moments[0].millisecondsSince1970
        var expected: Int64?
        if plain.isValid(variant, at), let price = plain.markedPrice(variant, at),
          let ratio = plain.ratio(group, through: at)
        {
          var exact = Decimal(price) * ratio * 10_000
          var rounded = Decimal()
          NSDecimalRound(&rounded, &exact, 0, .plain)
          expected = NSDecimalNumber(decimal: rounded).int64Value
        }
        #expect(facts.items.first { $0.variantID == variant }?.costs.retail?.unitCost.scaled == expected)
      }
      #expect(compared > 6)
      // Every movement has the price and the ratio of its own moment.
      let rows = try shop.read {
        try Row.fetchAll($0, sql: "SELECT variant_id, effective_at, unit_cost_micro, cost_source FROM report_movements")
      }
      for row in rows {
        let (variant, at): (Int64, Int64) = (row[0], row[1])
        let ratio = plain.ratio((1...variants).filter { $0 % 3 == variant % 3 }, through: at)
        guard plain.isValid(variant, at), let price = plain.markedPrice(variant, at), let ratio else {
          #expect(row[3] != "retail-method")
          continue
        }
        #expect(row[3] == "retail-method")
        let exact = Decimal(price) * ratio * 10_000
        #expect(abs(exact - Decimal(row[2] as Int64)) <= Decimal(0.5))
      }
      #expect(try shop.check(quick: true) == [])
    }
  }
}
