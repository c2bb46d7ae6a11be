import FormatKitTesting
import Foundation
import GRDB
import ProblemKit
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// Compares the choice of a cycle count with plain loops over the same goods.
@Suite struct CycleSelectionTests {
  private struct Item {
    var id: Int64
    var onHand: Int64 = 0
    var costCents: Int64?
    var soldCents: Int64 = 0
    var lastCounted: Int?
  }

  /// 60 items in the shop with random stock, costs, sales and counts; the hour of now is 24 × 400.
  private func withGoods(
    seed: UInt64, _ work: (ShopDatabase, [Item], Timestamp) throws -> Void
  ) throws {
    var random = SeededGenerator(seed: seed)
    try withShop { shop in
      try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      try shop.addGoods(60)
      var items = (1...60).map { Item(id: $0) }
      var movements: [TestMovement] = []
      for index in items.indices {
        let quantity = Int64.random(in: 1...50, using: &random)
        let cost = Int64.random(in: 0...4, using: &random) == 0 ? nil : Int64.random(in: 1...5000, using: &random)
        movements.append(
          TestMovement(variant: items[index].id, quantity: quantity, kind: .receipt, at: hour(1), costCents: cost))
        items[index].onHand += quantity
        items[index].costCents = cost
      }
      try shop.record(movements)
      // Sales with their price: some longer ago than a year, some at another place, some taken back.
      try shop.write { database in
        let first = try Ledger.nextMovementID(database)
        try database.execute(sql: "INSERT INTO documents (kind, party, number) VALUES ('sale', '', 'S')")
        let document = database.lastInsertedRowID
        var line = 0
        for index in items.indices where Bool.random(using: &random) {
          for _ in 1...3 {
            line += 1
            let day = Int.random(in: 0...399, using: &random)
            let location = Int64.random(in: 1...3, using: &random) == 3 ? 2 : 1
            let quantity = Int64.random(in: -2...9, using: &random)
            let price = Int64.random(in: 1...9999, using: &random)
            guard quantity != 0 else { continue }
            try database.execute(
              sql: """
                INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_price,
                  document_id, document_line) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)
                """,
              arguments: [
                items[index].id, location, -quantity * 1000, quantity > 0 ? "sale" : "customer-return",
                hour(24 * day).millisecondsSince1970, price, document, "\(line)",
              ])
            guard location == 1 else { continue }
            items[index].onHand -= quantity
            if day > 400 - 365 { items[index].soldCents += quantity * price }
          }
          items[index].soldCents = max(0, items[index].soldCents)
        }
        try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: hour(0))
      }
      for number in 1...4 {
        let day = number * 80
        let counted = items.indices.filter { _ in Int.random(in: 0...2, using: &random) == 0 }
        _ = try shop.openCount(
          location: "shop", kind: .partial, code: "C\(number)", variants: counted.map { items[$0].id }, actor: manager)
        // The counted quantities are those on hand, so the stock does not change.
        let expected = try shop.countFacts("C\(number)", asOf: hour(24 * day)).items
        try shop.enter(
          expected.map { ($0.variantID, max(0, $0.expected.scaled / 1000)) }, in: "C\(number)",
          countedAt: hour(24 * day))
        _ = try shop.post("C\(number)")
        for index in counted { items[index].lastCounted = day }
      }
      for index in items.indices { items[index].onHand = try shop.onHand(items[index].id) / 1000 }
      try work(shop, items, hour(24 * 400))
    }
  }

  private func chosen(_ shop: ShopDatabase, _ selection: CycleSelection, at moment: Timestamp) throws -> [Int64] {
    // A draw makes a temporary table.
    try shop.write { try selection.choose($0, at: 1, asOf: moment) }
  }

  private func sku(_ item: Item) -> String { "V\(item.id)" }

  @Test(arguments: Seeds.of(1...12 as ClosedRange<UInt64>)) func choicesAreThoseOfPlainLoops(seed: UInt64) throws {
    try withGoods(seed: seed) { shop, items, now in
      let limit = Int(seed) * 5
      let days = items.sorted {
        ($0.lastCounted ?? -1, sku($0)) < ($1.lastCounted ?? -1, sku($1))
      }
      let byDays = try chosen(shop, CycleSelection(method: .days, limit: limit), at: now)
      #expect(byDays == days.prefix(limit).map(\.id))

      let value = items.sorted { left, right in
        func worth(_ item: Item) -> Int64? { item.costCents.map { abs(item.onHand * $0) } }
        switch (worth(left), worth(right)) {
        case (let one?, let other?) where one != other: return one > other
        case (_?, nil): return true
        case (nil, _?): return false
        default: break
        }
        if abs(left.onHand) != abs(right.onHand) { return abs(left.onHand) > abs(right.onHand) }
        return sku(left) < sku(right)
      }
      let byValue = try chosen(shop, CycleSelection(method: .value, limit: limit), at: now)
      #expect(byValue == value.prefix(limit).map(\.id))

      // Classes: the best sellers up to 80 %, then up to 95 %.
      let total = items.reduce(0) { $0 + $1.soldCents }
      var before: Int64 = 0
      var due: [(class: Int, dueOn: Int, item: Item)] = []
      for item in items.sorted(by: { ($1.soldCents, sku($0)) < ($0.soldCents, sku($1)) }) {
        let share = total == 0 ? 1 : Decimal(before) / Decimal(total)
        let place =
          item.soldCents == 0
          ? 2 : share < Decimal(string: "0.8") ?? 1 ? 0 : share < Decimal(string: "0.95") ?? 1 ? 1 : 2
        before += item.soldCents
        let dueOn = item.lastCounted.map { $0 + [30, 90, 180][place] } ?? -1
        if dueOn <= 400 { due.append((place, dueOn, item)) }
      }
      due.sort { ($0.class, $0.dueOn, sku($0.item)) < ($1.class, $1.dueOn, sku($1.item)) }
      let classes = due.prefix(limit).map(\.item.id)
      let byClass = try chosen(shop, CycleSelection(method: .byClass, limit: limit), at: now)
      #expect(byClass == classes)
      #expect(Set(due.map(\.class)).count > 1)
    }
  }

  @Test func chanceIsTheSameForTheSameSeed() throws {
    try withGoods(seed: 99) { shop, items, now in
      func draw(_ seed: UInt64, _ limit: Int) throws -> [Int64] {
        try chosen(shop, CycleSelection(method: .random, limit: limit, seed: seed), at: now)
      }
      let first = try draw(7, 20)
      #expect(try draw(7, 20) == first)
      #expect(try draw(7, 10) == Array(first.prefix(10)))
      #expect(try draw(8, 20) != first)
      #expect(Set(first).count == 20)
      let all = try draw(7, 1000)
      #expect(Set(all) == Set(items.map(\.id)))
      // Over many seeds every item comes up about as often as any other: 600 draws of 10 out of 60.
      var times: [Int64: Int] = [:]
      for seed in 1...600 { for id in try draw(UInt64(seed), 10) { times[id, default: 0] += 1 } }
      #expect(times.count == 60)
      #expect(times.values.allSatisfy { (50...160).contains($0) }, "\(times)")
    }
  }

  @Test func theChoiceIsKept() throws {
    try withGoods(seed: 3) { shop, _, now in
      let selection = CycleSelection(method: .byClass, limit: 7, classDays: [1, 2, 3])
      let session = try shop.openCount(
        location: "shop", kind: .cycle, code: "cycle", selection: selection, actor: manager, at: now)
      #expect(session.selection == selection)
      #expect(try shop.countSheet("cycle").count <= 7)
      #expect(throws: Problems.self) {
        try shop.openCount(location: "store", kind: .cycle, selection: .init(method: .value, limit: 0), actor: manager)
      }
    }
  }
}
