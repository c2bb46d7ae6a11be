import FormatKitTesting
import Foundation
import GRDB
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// The papers and counts of a small shop in the order of their time.
private struct ShopHistory {
  static let variants: Int64 = 5

  enum Event {
    /// A document with one movement, or with the two of a transfer.
    case paper([TestMovement])
    case count(location: String, kind: CountKind, at: Timestamp, counted: [(variant: Int64?, quantity: Int64)])
  }

  /// Each at a time of its own, except that a count may have the time of a paper; it then comes after it.
  var events: [Event] = []
  /// What is recorded and taken back later. A shop without it must come to the same.
  var mistakes: [Event] = []

  init(_ random: inout SeededGenerator) {
    for time in 1...Int.random(in: 12...26, using: &random) {
      events.append(.paper(Self.paper(time, &random)))
      switch Int.random(in: 0...9, using: &random) {
      case 0: events.append(Self.count(at: hour(time), &random))
      case 1: events.append(Self.count(at: Self.moment(time, minutes: 30), &random))
      case 2: mistakes.append(.paper(Self.paper(time, &random)))
      case 3: mistakes.append(Self.count(at: Self.moment(time, minutes: 15), &random))
      default: break
      }
    }
  }

  private static func moment(_ time: Int, minutes: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: hour(time).millisecondsSince1970 + minutes * 60_000)
  }

  private static func paper(_ time: Int, _ random: inout SeededGenerator) -> [TestMovement] {
    let quantity = Int64.random(in: 1...5, using: &random)
    var movement = TestMovement(
      variant: Int64.random(in: 1...variants, using: &random), location: Int64.random(in: 1...2, using: &random),
      quantity: -quantity, kind: .sale, at: hour(time))
    // The first variant never has a cost, and the first goods of the second have no cost.
    let hasCost = movement.variant > 2 || movement.variant == 2 && time > 8
    let cost = hasCost ? Int64.random(in: 1...9, using: &random) * 37 : nil
    switch Int.random(in: 0...11, using: &random) {
    case 0, 1, 2:
      (movement.kind, movement.quantity, movement.costCents) = (.receipt, quantity * 2, cost)
    case 3: (movement.kind, movement.quantity) = (.receipt, quantity)
    case 4: (movement.kind, movement.quantity, movement.costCents) = (.opening, quantity, cost)
    case 5: (movement.kind, movement.quantity) = (.customerReturn, quantity)
    case 6: (movement.kind, movement.costCents) = (.supplierReturn, cost)
    case 7: movement.kind = .writeOff
    case 8:
      movement.kind = .transfer
      var arrival = movement
      (arrival.location, arrival.quantity) = (3 - movement.location, quantity)
      return [movement, arrival]
    default: break
    }
    return [movement]
  }

  private static func count(at moment: Timestamp, _ random: inout SeededGenerator) -> Event {
    let isFull = Bool.random(using: &random)
    let chosen = (1...variants).filter { $0 == 3 || isFull || Bool.random(using: &random) }
    return .count(
      location: Bool.random(using: &random) ? "shop" : "store", kind: isFull ? .full : .partial, at: moment,
      counted: chosen.map { ($0, Int64.random(in: 0...12, using: &random)) })
  }
}

extension ShopDatabase {
  /// Records a paper or posts a count.
  ///
  /// - Returns: what takes it back.
  @discardableResult
  fileprivate func add(_ event: ShopHistory.Event) throws -> () throws -> Void {
    switch event {
    case .paper(let movements):
      let first = try read { try Ledger.nextMovementID($0) }
      try record(movements)
      return { try self.takeBack(first..<first + Int64(movements.count)) }
    case .count(let location, let kind, let moment, let counted):
      let session = try openCount(
        location: location, kind: kind, cutOff: moment,
        variants: kind == .full ? [] : counted.compactMap { $0.variant },
        actor: manager)
      try enter(counted, in: session.code)
      _ = try post(session.code)
      return { _ = try self.reverseCount(session.code, note: "never counted", actor: manager, at: hour(100_001)) }
    }
  }

  /// Takes movements back as the undo of an import does.
  private func takeBack(_ movements: Range<Int64>) throws {
    try write { database in
      let first = try Ledger.nextMovementID(database)
      try database.execute(
        sql: """
          INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost,
            document_id, document_line, reverses)
          SELECT variant_id, location_id, -quantity, kind, effective_at, 0, unit_cost, document_id, 'undo ' || id, id
          FROM movements WHERE id >= ? AND id < ?
          """, arguments: [movements.lowerBound, movements.upperBound])
      try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: hour(0))
    }
  }

  /// Prices, standard costs and suppliers' lists for the methods that need them.
  fileprivate func addCatalogCosts() throws {
    try addGoods(Int(ShopHistory.variants))
    try write { database in
      try database.execute(
        sql: """
          UPDATE variants SET standard_cost = id * 1110000 WHERE id <> 4;
          INSERT INTO suppliers (id, code) VALUES (1, 'acme');
          INSERT INTO supplier_items (supplier_id, variant_id, unit_cost) SELECT 1, id, id * 770000 FROM variants WHERE id > 1;
          """)
      for (start, price) in [(0, 300), (7, 420), (15, 350)] {
        try database.execute(
          sql: """
            INSERT INTO prices (variant_id, price_type, currency, valid_from, price)
            SELECT id, 'regular', 'EUR', ?, ? + id FROM variants WHERE id <> 5
            """, arguments: [hour(start).millisecondsSince1970, price])
      }
    }
  }

  /// What stock, papers and counts are worth by a method, line by line, and by FIFO the layers that are left.
  fileprivate func worth(by method: ValuationMethod) throws -> [String] {
    let shop = settings.valuation == method ? self : try valued(by: method, actor: manager)
    return try shop.read { database in
      var lines: [String] = []
      func add(_ subject: String, _ sql: String) throws {
        let rows = try Row.fetchAll(database, sql: sql)
        lines += rows.map { row in
          subject + ": " + row.map { "\($0) \($1.isNull ? "unknown" : $1.description)" }.joined(separator: ", ")
        }
      }
      try add(
        "stock",
        """
        SELECT variant_id, location_id, quantity_milli, unit_cost_micro, cost_source, value_cost_minor
        FROM report_stock_on_hand WHERE quantity_milli <> 0 ORDER BY 1, 2
        """)
      try add(
        "paper",
        """
        SELECT variant_id, effective_at, location_id, kind, quantity_milli, unit_cost_micro, cost_source, value_cost_minor
        FROM report_movements WHERE is_cancelled = 0 AND kind <> 'count-adjustment' ORDER BY 1, 2, 3
        """)
      // By the other methods each correction is rounded by itself, so that the sum may differ by cents.
      try add(
        "count",
        """
        SELECT variant_id, effective_at, location_id, SUM(quantity_milli) AS units,
          CASE WHEN MIN(cost_source) = 'fifo' AND MAX(cost_source) = 'fifo' THEN SUM(value_cost_minor) END AS value
        FROM report_movements WHERE is_cancelled = 0 AND kind = 'count-adjustment'
        GROUP BY variant_id, effective_at, location_id HAVING SUM(quantity_milli) <> 0 ORDER BY 1, 2, 3
        """)
      guard method == .fifo else { return lines }
      for variant in 1...ShopHistory.variants {
        var replay = LayerReplay(costDivisor: 10_000_000)
        let rows = try Row.fetchCursor(
          database,
          sql: """
            SELECT \(LayerCosts.columns) FROM movements m WHERE m.variant_id = ? AND \(LayerCosts.counts)
            ORDER BY m.effective_at, m.id
            """, arguments: [variant])
        while let row = try rows.next() { try replay.add(row) { _ in } }
        try replay.endMoment { _ in }
        lines.append(
          "layers of \(variant): "
            + replay.layers.remaining.map { "\($0.quantity) at \($0.cost ?? -1)" }.joined(separator: ", "))
      }
      return lines
    }
  }
}

/// Late papers, late counts and mistakes that were taken back leave no trace in what stock is worth.
@Suite struct ArrivalOrderTests {
  @Test(arguments: Seeds.of(1...30 as ClosedRange<UInt64>)) func whateverTheOrderOfArrivalTheWorthIsTheSame(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let history = ShopHistory(&random)
    var expected: [ValuationMethod: [String]] = [:]
    try withShop { shop in
      try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      try shop.addCatalogCosts()
      for event in history.events { try shop.add(event) }
      for method in ValuationMethod.allCases { expected[method] = try shop.worth(by: method) }
    }
    try withShop { original in
      try original.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      // Layers are kept as the papers come in.
      let shop = try original.valued(by: .fifo, actor: manager)
      try shop.addCatalogCosts()
      var undo: [() throws -> Void] = []
      let all: [(ShopHistory.Event, Bool)] = history.events.map { ($0, false) } + history.mistakes.map { ($0, true) }
      for (event, isMistake) in all.shuffled(using: &random) {
        let takeBack = try shop.add(event)
        if isMistake { undo.append(takeBack) }
        if let next = undo.first, Bool.random(using: &random) {
          try next()
          undo.removeFirst()
        }
      }
      for takeBack in undo { try takeBack() }
      #expect(try shop.check(quick: true) == [])
      #expect(try shop.worth(by: .fifo) == expected[.fifo])
      for method in ValuationMethod.allCases where method != .fifo {
        #expect(try shop.worth(by: method) == expected[method], "\(method.rawValue)")
      }
    }
  }

  /// Ten at 1.00 and ten at 5.00, nineteen counted; then a sale from before the count explains the loss.
  @Test func aRestatedLossAddsNoValue() throws {
    try withShop { original in
      let shop = try original.valued(by: .fifo, actor: manager)
      try shop.addGoods()
      try shop.record([TestMovement(quantity: 10, kind: .opening, at: hour(1), costCents: 100)])
      try shop.record([TestMovement(quantity: 10, kind: .receipt, at: hour(2), costCents: 500)])
      let session = try shop.openCount(
        location: "shop", kind: .partial, cutOff: hour(4), variants: [1], actor: manager)
      try shop.enter([(1, 19)], in: session.code)
      _ = try shop.post(session.code)
      func value() throws -> Int64? {
        try shop.read { try Int64.fetchOne($0, sql: "SELECT SUM(value_cost_minor) FROM report_stock_on_hand") }
      }
      #expect(try value() == 5900)
      try shop.record([TestMovement(quantity: -1, kind: .sale, at: hour(3))])
      #expect(try value() == 5900)
      let adjustments = try shop.read {
        try Int64.fetchAll(
          $0, sql: "SELECT value_cost_minor FROM report_movements WHERE kind = 'count-adjustment' ORDER BY movement_id")
      }
      #expect(adjustments == [-100, 100])
      #expect(try shop.check(quick: true) == [])
    }
  }
}
