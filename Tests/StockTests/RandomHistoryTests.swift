import FormatKitTesting
import Foundation
import GRDB
import Reconciliation
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// A simple model of stock: a list of events, read from the start for every question. It does not contain the movements
/// of counts.
private struct SimpleHistory {
  struct Count {
    var location: Int64
    var at: Timestamp
    var counted: Int64
    /// The variance when it was posted, to be compared with the one that comes out when everything is known.
    var postedVariance: Int64
  }
  var movements: [TestMovement] = []
  var counts: [Count] = []

  /// The last count before a point in the order of counts: by time, then by posting.
  private func anchor(_ location: Int64, through moment: Timestamp, before index: Int?) -> Count? {
    var best: (count: Count, index: Int)?
    for (number, count) in counts.enumerated() where count.location == location && count.at <= moment {
      if let index, number == index || count.at == moment && number > index { continue }
      if let known = best, known.count.at > count.at { continue }
      best = (count, number)
    }
    return best?.count
  }

  /// Expected at a moment: the last count plus the movements after it, up to and with the moment.
  func expected(_ location: Int64, at moment: Timestamp, before index: Int? = nil) -> Int64 {
    let anchor = anchor(location, through: moment, before: index)
    var sum = anchor?.counted ?? 0
    for movement in movements where movement.location == location && movement.at <= moment {
      if let anchor, movement.at <= anchor.at { continue }
      sum += movement.quantity
    }
    return sum
  }
}

/// Moving average cost in Foundation's decimals over the ledger's own movements.
private func simpleAverage(_ movements: [StockMovement]) -> Decimal? {
  var average: Decimal?
  var onHand = Decimal(0)
  for movement in movements where movement.kind != .transfer {
    let quantity = Decimal(movement.quantity.scaled) / 1000
    let setsCost = [.opening, .receipt, .adjustment].contains(movement.kind) && quantity > 0
    if setsCost, let cost = movement.unitCost {
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

@Suite struct RandomHistoryTests {
  /// 40 shops of 50 variants: 2,000 histories of receipts, sales, returns, transfers and counts, many of them recorded late.
  @Test(arguments: Seeds.of(1...40 as ClosedRange<UInt64>)) func aSecondImplementationAgrees(seed: UInt64) throws {
    let variants: Int64 = 50
    var random = SeededGenerator(seed: seed)
    try withShop { shop in
      // What is tested here does not depend on the disk.
      try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      try shop.addGoods(Int(variants))
      var histories = [SimpleHistory](repeating: SimpleHistory(), count: Int(variants))
      for round in 1...8 {
        try shop.record(movements(&random, into: &histories, round: round))
        if round % 2 == 0 { try count(shop, &random, &histories, round: round) }
      }
      for moment in [hour(10_000)] + (0..<5).map({ _ in hour(Int.random(in: 0...80, using: &random)) }) {
        var expected: [String: Int64] = [:]
        for (index, history) in histories.enumerated() {
          for (location, code) in [(1, "shop"), (2, "store")] as [(Int64, String)] {
            let quantity = history.expected(location, at: moment) * 1000
            if quantity != 0 { expected["V\(index + 1) \(code)"] = quantity }
          }
        }
        let balances = try shop.balances(at: moment == hour(10_000) ? nil : moment)
        #expect(
          expected
            == Dictionary(uniqueKeysWithValues: balances.map { ("\($0.sku) \($0.location)", $0.quantity.scaled) }))
      }
      let variances = try restatedVariances(shop)
      for (index, history) in histories.enumerated() {
        let variant = Int64(index + 1)
        let average = try shop.averageCost(variant).map { Decimal($0) / 1_000_000 }
        #expect(average == simpleAverage(inOrderOfValuation(try shop.movements(of: variant))))
        #expect(variances[variant, default: []] == simpleVariances(history))
      }
      #expect(try shop.check(quick: true) == [])
    }
  }

  private func movements(
    _ random: inout SeededGenerator, into histories: inout [SimpleHistory], round: Int
  ) -> [TestMovement] {
    var batch: [TestMovement] = []
    for index in histories.indices {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        // Mostly in the present of the round, often from any time before it.
        let time = Bool.random(using: &random) ? round * 10 : Int.random(in: 0...(round * 10), using: &random)
        let location = Int64.random(in: 1...2, using: &random)
        let quantity = Int64.random(in: 1...9, using: &random)
        var movement = TestMovement(
          variant: Int64(index + 1), location: location, quantity: -quantity, kind: .sale, at: hour(time))
        switch Int.random(in: 0...7, using: &random) {
        case 0, 1:
          movement.kind = .receipt
          movement.quantity = quantity * 3
          movement.costCents = Int64.random(in: 1...999, using: &random)
        case 2:
          movement.kind = .adjustment
          movement.quantity = Bool.random(using: &random) ? quantity : -quantity
          movement.costCents = Bool.random(using: &random) ? 70 : nil
        case 3:
          movement.kind = .customerReturn
          movement.quantity = quantity
        case 4:
          movement.kind = .transfer
          var other = movement
          other.location = 3 - location
          other.quantity = quantity
          batch.append(other)
          histories[index].movements.append(other)
        default: break
        }
        batch.append(movement)
        histories[index].movements.append(movement)
      }
    }
    return batch.shuffled(using: &random)
  }

  /// Counts some of the variants of one location, each at a time of its own or at the cut-off.
  private func count(
    _ shop: ShopDatabase, _ random: inout SeededGenerator, _ histories: inout [SimpleHistory], round: Int
  ) throws {
    let location = Int64.random(in: 1...2, using: &random)
    let cutOff = hour(Int.random(in: 0...(round * 10), using: &random))
    let session = try shop.openCount(
      location: location == 1 ? "shop" : "store", kind: .full, cutOff: cutOff, actor: manager)
    var counts: [(index: Int, count: SimpleHistory.Count)] = []
    var entries: [(Int64?, Int64, Timestamp?)] = []
    for index in histories.indices where Int.random(in: 0...2, using: &random) > 0 {
      let time = Bool.random(using: &random) ? nil : hour(Int.random(in: 0...(round * 10), using: &random))
      let counted = Int64.random(in: 0...20, using: &random)
      entries.append((Int64(index + 1), counted, time))
      let at = time ?? cutOff
      let expected = histories[index].expected(location, at: at)
      counts.append(
        (index, SimpleHistory.Count(location: location, at: at, counted: counted, postedVariance: counted - expected)))
    }
    try shop.enter(entries, in: session.code)
    let facts = try shop.countFacts(session.code)
    for (index, count) in counts {
      let fact = try #require(facts.items.first { $0.variantID == Int64(index + 1) })
      #expect(fact.asOf == count.at)
      #expect(fact.expected.scaled == (count.counted - count.postedVariance) * 1000)
      histories[index].counts.append(count)
    }
    guard !counts.isEmpty else { return }
    let posted = try shop.post(session.code)
    #expect(posted.adjustments == counts.count { $0.count.postedVariance != 0 })
  }

  /// The variances of each variant's lines with their corrections, in the order of posting.
  private func restatedVariances(_ shop: ShopDatabase) throws -> [Int64: [Int64]] {
    let rows = try shop.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT l.variant_id, l.variance_milli + COALESCE(
            (SELECT SUM(r.restated_milli) FROM report_count_restatements r WHERE r.line_id = l.line_id), 0)
          FROM report_count_lines l WHERE l.variance_milli IS NOT NULL ORDER BY l.line_id
          """)
    }
    return Dictionary(grouping: rows, by: { $0[0] as Int64 }).mapValues { $0.map { $0[1] as Int64 } }
  }

  /// The variances that come out with all that is known in the end.
  private func simpleVariances(_ history: SimpleHistory) -> [Int64] {
    history.counts.enumerated().map { index, count in
      (count.counted - history.expected(count.location, at: count.at, before: index)) * 1000
    }
  }
}
