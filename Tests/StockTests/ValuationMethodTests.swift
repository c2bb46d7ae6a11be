import FormatKitTesting
import Foundation
import GRDB
import Reconciliation
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// A simple model of stock: a list with the cost of every single unit, the oldest first.
private struct UnitByUnit {
  var units: [Decimal?] = []
  var owed = 0
  var latest: Decimal?
  /// Nil until a unit was taken; a unit without a cost counts as taken.
  var lastTaken: Decimal??

  /// The cost of each unit that moves; nil for a unit of unknown cost.
  mutating func move(_ movement: StockMovement) -> [Decimal?] {
    let count = Int(movement.quantity.scaled / 1000)
    var own = movement.unitCost.map { Decimal($0.scaled) / 1_000_000 }
    switch movement.kind {
    case .opening, .receipt, .supplierReturn: break
    case .adjustment: if count < 0 { own = nil }
    default: own = nil
    }
    let isSale = [.sale, .customerReturn].contains(movement.kind)
    let isSupply = [.opening, .receipt, .supplierReturn].contains(movement.kind)
    if count > 0 {
      let cost = own ?? (isSale ? lastTaken ?? latest : latest)
      for _ in 0..<count {
        if owed > 0 {
          owed -= 1
        } else if isSale {
          units.insert(cost, at: 0)
        } else {
          units.append(cost)
        }
      }
      if let cost, !isSale { latest = cost }
      return Array(repeating: cost, count: count)
    }
    var moved: [Decimal?] = []
    var fitting = 0
    if isSupply, let own, let newest = units.lastIndex(of: own) {
      // The run of units of that cost that ends with the newest of them.
      var index = newest
      while index >= 0, units[index] == own { (fitting, index) = (fitting + 1, index - 1) }
      fitting = min(fitting, -count)
      units.removeSubrange((newest - fitting + 1)...newest)
      moved += Array(repeating: own, count: fitting)
    }
    for _ in 0..<(-count - fitting) {
      if units.isEmpty {
        owed += 1
        let cost = isSupply ? own ?? latest : latest
        moved.append(cost)
        if !isSupply, let cost { lastTaken = .some(cost) }
      } else {
        let cost = isSupply ? units.removeLast() : units.removeFirst()
        moved.append(cost)
        if !isSupply { lastTaken = .some(cost) }
      }
    }
    return moved
  }
}

private func sum(_ costs: [Decimal?]) -> Decimal? {
  costs.reduce(Decimal(0) as Decimal?) { total, cost in total.flatMap { total in cost.map { total + $0 } } }
}

/// Cents, half away from zero.
private func cents(_ amount: Decimal) -> Int64 {
  var hundredths = (amount < 0 ? -amount : amount) * 100
  var rounded = Decimal()
  NSDecimalRound(&rounded, &hundredths, 0, .plain)
  let magnitude = NSDecimalNumber(decimal: rounded).int64Value
  return amount < 0 ? -magnitude : magnitude
}

private func simpleAverage(_ movements: [StockMovement]) -> Decimal? {
  var average: Decimal?
  var onHand = Decimal(0)
  for movement in movements where movement.kind != .transfer {
    let quantity = Decimal(movement.quantity.scaled) / 1000
    if [.opening, .receipt, .adjustment].contains(movement.kind), quantity > 0, let cost = movement.unitCost {
      let arriving = Decimal(cost.scaled) / 1_000_000
      if let before = average, onHand > 0 {
        var mixed = (onHand * before + quantity * arriving) / (onHand + quantity)
        var rounded = Decimal()
        NSDecimalRound(&rounded, &mixed, 6, .plain)
        average = rounded
      } else {
        average = arriving
      }
    }
    onHand += quantity
  }
  return average
}

/// Every method over random histories, with late and undone movements, against lists of single units in decimals.
@Suite struct ValuationMethodTests {
  private let variants: Int64 = 12

  /// Movements that count, in the order in which they are valued.
  private func live(_ shop: ShopDatabase, _ variant: Int64) throws -> [StockMovement] {
    let all = try shop.movements(of: variant)
    let reversed = Dictionary(all.compactMap { m in m.reverses.map { ($0, m.id) } }, uniquingKeysWith: { a, _ in a })
    return inOrderOfValuation(
      all.filter { movement in
        guard movement.reverses == nil else { return false }
        var length = 1
        var id = movement.id
        while let next = reversed[id] { (id, length) = (next, length + 1) }
        return length % 2 == 1
      })
  }

  private func fill(_ shop: ShopDatabase, _ random: inout SeededGenerator) throws {
    try shop.addGoods(Int(variants))
    try shop.write { database in
      try database.execute(
        sql: """
          UPDATE variants SET standard_cost = id * 1110000 WHERE id % 3 = 0;
          INSERT INTO suppliers (id, code) VALUES (1, 'acme'), (2, 'bolt');
          INSERT INTO supplier_items (supplier_id, variant_id, unit_cost)
            SELECT 1, id, id * 770000 FROM variants WHERE id % 4 = 0;
          INSERT INTO supplier_items (supplier_id, variant_id, unit_cost)
            SELECT 2, id, id * 760000 FROM variants WHERE id % 8 = 0;
          """)
    }
    for round in 1...5 {
      try shop.record(movements(&random, round: round), at: hour(round))
      try undoSome(shop, &random)
    }
  }

  private func movements(_ random: inout SeededGenerator, round: Int) -> [TestMovement] {
    var batch: [TestMovement] = []
    for variant in 1...variants {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let time = Int.random(in: 0...(round * 10), using: &random)
        let quantity = Int64.random(in: 1...6, using: &random)
        var movement = TestMovement(
          variant: variant, location: Int64.random(in: 1...2, using: &random), quantity: -quantity, kind: .sale,
          at: hour(time))
        // The variants 10 to 12 have no cost of their own for long.
        let cost = variant < 10 || round == 5 ? Int64.random(in: 1...9, using: &random) * 37 : nil
        switch Int.random(in: 0...9, using: &random) {
        case 0, 1, 2: (movement.kind, movement.quantity, movement.costCents) = (.receipt, quantity * 2, cost)
        case 3: (movement.kind, movement.quantity, movement.costCents) = (.opening, quantity, cost)
        case 4: (movement.kind, movement.quantity) = (.customerReturn, quantity)
        case 5: (movement.kind, movement.costCents) = (.supplierReturn, Bool.random(using: &random) ? cost : nil)
        case 6: (movement.kind, movement.quantity) = (.adjustment, Bool.random(using: &random) ? quantity : -quantity)
        case 7: movement.kind = .writeOff
        default: break
        }
        batch.append(movement)
      }
    }
    return batch.shuffled(using: &random)
  }

  /// Takes back some movements, and some of what was taken back again.
  private func undoSome(_ shop: ShopDatabase, _ random: inout SeededGenerator) throws {
    let last = try shop.read { database in
      try Int64.fetchAll(
        database,
        sql:
          "SELECT id FROM movements m WHERE NOT EXISTS (SELECT 1 FROM movements r WHERE r.reverses = m.id) ORDER BY id")
    }
    let chosen = last.filter { _ in Int.random(in: 0...9, using: &random) == 0 }
    guard !chosen.isEmpty else { return }
    try shop.write { database in
      let first = try Ledger.nextMovementID(database)
      for id in chosen {
        try database.execute(
          sql: """
            INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost,
              document_id, document_line, reverses)
            SELECT variant_id, location_id, -quantity, kind, effective_at, 0, unit_cost, document_id, 'undo ' || id, id
            FROM movements WHERE id = ?
            """, arguments: [id])
      }
      try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: hour(0))
    }
  }

  @Test(arguments: Seeds.of(1...25 as ClosedRange<UInt64>)) func layersAreThoseOfSingleUnits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withShop { original in
      try original.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      // Half of the shops change the method when all has happened.
      let isLate = seed % 2 == 0
      var shop = isLate ? original : try original.valued(by: .fifo, actor: manager)
      try fill(shop, &random)
      if isLate { shop = try shop.valued(by: .fifo, actor: manager) }
      #expect(shop.settings.valuation == .fifo)
      var compared = 0
      for variant in 1...variants {
        var simple = UnitByUnit()
        for movement in try live(shop, variant) {
          let value = sum(simple.move(movement))
          let row = try #require(
            try shop.read {
              try Row.fetchOne(
                $0,
                sql: """
                  SELECT c.cost_value, c.stock_cost, m.value_cost_minor, m.cost_source
                  FROM layer_costs c JOIN report_movements m ON m.movement_id = c.movement_id WHERE c.movement_id = ?
                  """, arguments: [movement.id])
            })
          let sign: Decimal = movement.quantity.scaled < 0 ? -1 : 1
          #expect(row[0] == value.map { cents(sign * $0) })
          if let value {
            #expect(row[2] == cents(sign * value))
            #expect(row[3] == "fifo")
            compared += 1
          } else {
            #expect(row[3] != "fifo")
          }
        }
        let left = simple.units.isEmpty ? simple.latest : sum(simple.units).map { $0 / Decimal(simple.units.count) }
        let stored = try shop.read {
          try Row.fetchOne(
            $0,
            sql:
              "SELECT SUM(value_cost_minor), SUM(quantity_milli) FROM report_stock_on_hand WHERE variant_id = ? AND cost_source = 'fifo'",
            arguments: [variant])
        }
        if let left, let value: Int64 = stored?[0], let quantity: Int64 = stored?[1] {
          #expect(quantity == Int64(simple.units.count - simple.owed) * 1000)
          // Each of the two locations is rounded once, and the unit cost to six decimals.
          #expect(abs(value - cents(left * Decimal(quantity) / 1000)) <= 1)
        }
      }
      #expect(compared > 20)
      #expect(try shop.check(quick: true) == [])
      // A wrong value is found and corrected.
      try shop.write {
        try $0.execute(
          sql: "UPDATE layer_costs SET cost_value = 1 WHERE cost_value = (SELECT MIN(cost_value) FROM layer_costs)")
      }
      #expect(try shop.check(quick: true).map(\.code) == [.wrongCostHistory])
      try shop.repairIndex(actor: manager)
      #expect(try shop.check(quick: true) == [])
    }
  }

  @Test func whatComesBackOfALayerWithoutACostTakesNoneFromAnotherLayer() throws {
    try withShop { original in
      let shop = try original.valued(by: .fifo, actor: manager)
      try shop.addGoods()
      try shop.record([
        TestMovement(quantity: 10, kind: .opening, at: hour(1)),
        TestMovement(quantity: 10, kind: .receipt, at: hour(2), costCents: 500),
        TestMovement(quantity: 10, kind: .receipt, at: hour(3), costCents: 900),
        TestMovement(quantity: -3, kind: .sale, at: hour(4)),
        TestMovement(quantity: 3, kind: .customerReturn, at: hour(5)),
      ])
      let rows = try shop.read {
        try Row.fetchAll(
          $0,
          sql: """
            SELECT value_cost_minor, cost_source FROM report_movements WHERE kind IN ('sale', 'customer-return')
            ORDER BY effective_at
            """)
      }
      #expect(rows.map { $0[0] as Int64? } == [-1900, 1900])
      #expect(rows.map { $0[1] as String } == ["moving-average", "moving-average"])
    }
  }

  @Test(arguments: Seeds.of(101...110 as ClosedRange<UInt64>)) func variancesOfEveryMethod(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withShop { shop in
      try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      try fill(shop, &random)
      for method in ValuationMethod.allCases {
        let cutOff = hour(Int.random(in: 20...60, using: &random))
        let session = try shop.openCount(
          location: "shop", kind: .full, cutOff: cutOff, valuation: method, actor: manager)
        #expect(session.valuation == method)
        try shop.enter((1...variants).map { ($0, Int64.random(in: 0...12, using: &random)) }, in: session.code)
        let facts = try shop.countFacts(session.code)
        #expect(facts.valuation == method)
        for line in Reconciliation(of: facts).lines {
          let history = try live(shop, line.fact.variantID)
          let variance = try #require(line.variance).scaled / 1000
          let (value, source) = simpleValue(variance, line.fact.variantID, history, through: cutOff, by: method)
          if variance != 0 { #expect(line.costValue?.minorUnits == value) }
          if variance != 0 || method != .fifo { #expect(line.costSource == source) }
        }
        // Posting keeps method and values.
        let posted = try shop.post(session.code)
        #expect(posted.session.valuation == method)
        let sums = try shop.read {
          try Row.fetchOne(
            $0,
            sql: """
              SELECT SUM(variance_cost_minor), (SELECT valuation_method FROM report_count_sessions WHERE session = ?)
              FROM report_count_lines WHERE session = ?
              """, arguments: [session.code, session.code])
        }
        #expect(sums?[0] ?? 0 == Reconciliation(of: facts).lines.reduce(0) { $0 + ($1.costValue?.minorUnits ?? 0) })
        #expect(sums?[1] == method.rawValue)
      }
      #expect(try shop.check(quick: true) == [])
    }
  }

  private func simpleValue(
    _ variance: Int64, _ variant: Int64, _ history: [StockMovement], through moment: Timestamp,
    by method: ValuationMethod
  ) -> (Int64?, CostSource) {
    let until = history.filter { $0.effectiveAt <= moment }
    func lastCost(_ movements: [StockMovement]) -> Decimal? {
      movements.last { $0.kind == .receipt && $0.quantity.scaled > 0 && $0.unitCost != nil }?.unitCost
        .map { Decimal($0.scaled) / 1_000_000 }
    }
    let chain: [(CostSource, Decimal?)] = [
      (.movingAverage, simpleAverage(until)), (.last, lastCost(until) ?? (method == .last ? nil : lastCost(history))),
      (
        .supplierList,
        variant % 8 == 0 ? Decimal(variant) * 76 / 100 : variant % 4 == 0 ? Decimal(variant) * 77 / 100 : nil
      ), (.standard, variant % 3 == 0 ? Decimal(variant) * 111 / 100 : nil),
    ]
    if method == .fifo {
      var stock = UnitByUnit()
      for movement in until where movement.kind != .transfer { _ = stock.move(movement) }
      let units: [Decimal?] =
        variance > 0
        ? Array(repeating: stock.latest, count: Int(variance))
        : (0..<Int(-variance)).map { $0 < stock.units.count ? stock.units[$0] : stock.latest }
      if let value = sum(units) { return (cents(variance < 0 ? -value : value), .fifo) }
    }
    let preferred: CostSource = method == .last ? .last : method == .standard ? .standard : .movingAverage
    let order = chain.filter { $0.0 == preferred } + chain
    for case (let source, let cost?) in order { return (cents(cost * Decimal(variance)), source) }
    return (nil, .unvalued)
  }
}
