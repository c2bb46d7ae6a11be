import FormatKitTesting
import GRDB
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// A simple model of lots: single units of each lot at each location, and for each unit that leaves a search through
/// all lots.
private struct UnitLots {
  struct Place {
    var units: [Int64: Int] = [:]
    /// The lots in the order in which they first came.
    var arrivals: [Int64] = []
    var unlotted = 0
    /// The lot of each unit that was sold from one, the last sold last.
    var sold: [Int64] = []
  }
  /// The last day of each lot.
  var lastDays: [Int64: String]
  var clock: ShopClock
  var places: [Int64: Place] = [:]
  var underway: [String: [Int64]] = [:]

  private func isExpired(_ lot: Int64, at moment: Int64) -> Bool {
    guard let day = lastDays[lot] else { return false }
    return "\(clock.date(of: Timestamp(millisecondsSince1970: moment)))" > day
  }

  /// Moves units; gives what the movement took of each lot without naming it, and how much of that had expired.
  mutating func move(
    lot: Int64?, units: Int, at moment: Int64, kind: String, reason: String?, location: Int64, transfer: String?
  ) -> [Int64: (units: Int, expired: Int)] {
    var place = places[location] ?? Place()
    defer { places[location] = place }
    var moved: [Int64: (units: Int, expired: Int)] = [:]
    let isSale = kind == "sale" || kind == "customer-return"
    if let lot {
      if !place.arrivals.contains(lot) { place.arrivals.append(lot) }
      place.units[lot, default: 0] += units
      if isSale, units < 0 { place.sold += Array(repeating: lot, count: -units) }
      return [:]
    }
    var carried: [Int64] = []
    if units > 0, let transfer { carried = underway.removeValue(forKey: transfer) ?? [] }
    for _ in 0..<max(0, units) {
      let lot: Int64?
      if !carried.isEmpty {
        lot = carried.removeFirst()
      } else {
        lot = isSale ? place.sold.popLast() : nil
      }
      guard let lot else {
        place.unlotted += 1
        continue
      }
      if !place.arrivals.contains(lot) { place.arrivals.append(lot) }
      place.units[lot, default: 0] += 1
      moved[lot, default: (0, 0)].units += 1
    }
    for _ in 0..<max(0, -units) {
      let atHand = place.arrivals.enumerated().filter { place.units[$0.element, default: 0] > 0 }
        .sorted { (lastDays[$0.element] ?? "9", $0.offset) < (lastDays[$1.element] ?? "9", $1.offset) }
        .map(\.element)
      let expired = atHand.first { isExpired($0, at: moment) }
      let fresh = atHand.first { !isExpired($0, at: moment) }
      let taken = reason == "expiry" ? expired ?? fresh : fresh ?? (place.unlotted > 0 ? nil : expired)
      guard let taken else {
        place.unlotted -= 1
        continue
      }
      place.units[taken, default: 0] -= 1
      moved[taken, default: (0, 0)].units -= 1
      if isExpired(taken, at: moment) { moved[taken, default: (0, 0)].expired += 1 }
      if isSale { place.sold.append(taken) }
      if let transfer { underway[transfer, default: []].append(taken) }
    }
    return moved
  }
}

@Suite struct LotStockTests {
  /// 25 shops of 20 variants with three to six lots each: receipts with and without a lot, sales, returns, write-offs,
  /// transfers, many of them late, some taken back, and days of expiry that change.
  @Test(arguments: Seeds.of(1...25 as ClosedRange<UInt64>)) func aPlainLoopAgrees(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withShop { shop in
      try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      try shop.addGoods(20)
      try addLots(shop, &random)
      for round in 1...6 {
        try record(shop, round: round, &random)
        if round == 3 {
          try shop.write {
            try $0.execute(sql: "UPDATE lots SET expires_on = '2026-01-02' WHERE id % 4 = 1")
          }
        }
        try takeBackSome(shop, &random)
      }
      try compare(shop, through: nil)
      try compare(shop, through: hour(Int.random(in: 10...60, using: &random)))
      #expect(try shop.check(quick: true) == [])
      try shop.repairIndex(actor: manager)
      #expect(try shop.check(quick: true) == [])
    }
  }

  private func addLots(_ shop: ShopDatabase, _ random: inout SeededGenerator) throws {
    try shop.write { database in
      for variant in 1...20 {
        for number in 1...Int.random(in: 3...6, using: &random) {
          let day: String? = Bool.random(using: &random) ? "2026-01-0\(Int.random(in: 1...4, using: &random))" : nil
          try database.execute(
            sql: "INSERT INTO lots (variant_id, lot, expires_on) VALUES (?, ?, ?)",
            arguments: [variant, "L\(number)", day])
        }
      }
    }
  }

  private func record(_ shop: ShopDatabase, round: Int, _ random: inout SeededGenerator) throws {
    let lots = try shop.read { database in
      Dictionary(
        grouping: try Row.fetchAll(database, sql: "SELECT variant_id, id FROM lots"), by: { $0[0] as Int64 }
      ).mapValues { $0.map { $0[1] as Int64 } }
    }
    var batch: [TestMovement] = []
    for variant in Int64(1)...20 {
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let time = Bool.random(using: &random) ? round * 12 : Int.random(in: 0...(round * 12), using: &random)
        let quantity = Int64.random(in: 1...6, using: &random)
        var movement = TestMovement(
          variant: variant, location: Int64.random(in: 1...2, using: &random), quantity: -quantity, kind: .sale,
          at: hour(time))
        let lot = lots[variant]?.randomElement(using: &random)
        switch Int.random(in: 0...9, using: &random) {
        case 0, 1, 2: (movement.kind, movement.quantity, movement.lot) = (.receipt, quantity * 2, lot)
        case 3: (movement.kind, movement.quantity) = (.receipt, quantity)
        case 4: (movement.kind, movement.quantity) = (.customerReturn, quantity)
        case 5: (movement.kind, movement.reason) = (.writeOff, Bool.random(using: &random) ? "expiry" : "damage")
        case 6: movement.lot = lot
        case 7:
          movement.kind = .transfer
          if Bool.random(using: &random) { movement.lot = lot }
          batch.append(movement)
          movement.location = 3 - movement.location
          movement.quantity = quantity
        default: break
        }
        batch.append(movement)
      }
    }
    try shop.record(batch)
  }

  /// Takes movements back as an undo does, sides of transfers together, and brings back some that were taken back.
  private func takeBackSome(_ shop: ShopDatabase, _ random: inout SeededGenerator) throws {
    try shop.write { database in
      let open = try Int64.fetchAll(
        database,
        sql: """
          SELECT m.id FROM movements m WHERE m.kind <> 'transfer'
            AND NOT EXISTS (SELECT 1 FROM movements r WHERE r.reverses = m.id)
          """)
      let first = try Ledger.nextMovementID(database)
      for id in open where Int.random(in: 0...9, using: &random) == 0 {
        try database.execute(
          sql: """
            INSERT INTO movements (variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, unit_cost,
              reason_id, document_id, document_line, reverses)
            SELECT variant_id, location_id, lot_id, -quantity, kind, effective_at, recorded_at, unit_cost, reason_id,
              document_id, document_line || ' back', id FROM movements WHERE id = ?
            """, arguments: [id])
      }
      try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: hour(0))
    }
  }

  /// Holds what the shop says of lots against the loop over its movements.
  private func compare(_ shop: ShopDatabase, through moment: Timestamp?) throws {
    let (rows, lots) = try shop.read { database in
      (
        try Row.fetchAll(
          database,
          sql: """
            SELECT m.*, r.code AS reason FROM movements m LEFT JOIN reasons r ON r.id = m.reason_id
            WHERE effective_at <= ? ORDER BY m.effective_at, m.id
            """, arguments: [moment?.millisecondsSince1970 ?? .max]),
        try Row.fetchAll(database, sql: "SELECT id, lot, expires_on FROM lots")
      )
    }
    let names = Dictionary(uniqueKeysWithValues: lots.map { ($0["id"] as Int64, $0["lot"] as String) })
    let days = Dictionary(
      uniqueKeysWithValues: lots.compactMap { lot in (lot["expires_on"] as String?).map { (lot["id"] as Int64, $0) } })
    // What was taken back, and what took it back, an even number of times, never was.
    var chains: [Int64: [Int64]] = [:]
    var origin: [Int64: Int64] = [:]
    for row in rows.sorted(by: { ($0["id"] as Int64) < ($1["id"] as Int64) }) {
      let id: Int64 = row["id"]
      origin[id] = (row["reverses"] as Int64?).map { origin[$0] ?? $0 } ?? id
      chains[origin[id] ?? id, default: []].append(id)
    }
    var variants: [Int64: UnitLots] = [:]
    var issues: [String: Int] = [:]
    for row in rows {
      let (id, variant): (Int64, Int64) = (row["id"], row["variant_id"])
      guard let chain = chains[id], chain.count % 2 == 1 else { continue }
      let (kind, quantity): (String, Int64) = (row["kind"], row["quantity"])
      let (document, line): (Int64, String) = (row["document_id"], row["document_line"])
      var plain = variants[variant] ?? UnitLots(lastDays: days, clock: shop.settings.clock)
      let moved = plain.move(
        lot: row["lot_id"], units: Int(quantity / 1000), at: row["effective_at"], kind: kind, reason: row["reason"],
        location: row["location_id"],
        transfer: kind == "transfer" ? "\(document) \(line.split(separator: " ")[0])" : nil)
      variants[variant] = plain
      for (lot, part) in moved where part.units != 0 { issues["\(id) \(lot) \(part.expired > 0)"] = part.units }
    }
    var expected: [String: Int] = [:]
    for (variant, plain) in variants {
      for (location, place) in plain.places {
        for (lot, units) in place.units where units != 0 {
          expected["V\(variant) \(location == 1 ? "shop" : "store") \(names[lot] ?? "?")"] = units
        }
        if place.unlotted != 0 { expected["V\(variant) \(location == 1 ? "shop" : "store") -"] = place.unlotted }
      }
    }
    var found: [String: Int] = [:]
    try shop.balances(at: moment) {
      found["\($0.sku) \($0.location) \($0.lot ?? "-")"] = Int($0.quantity.scaled / 1000)
    }
    #expect(found == expected)
    guard moment == nil else { return }
    let (stored, uneven) = try shop.read { database in
      (
        try Row.fetchAll(
          database,
          sql: """
            SELECT movement_id || ' ' || lot_id || ' ' || CASE was_expired WHEN 1 THEN 'true' ELSE 'false' END,
              quantity_milli / 1000
            FROM report_lot_movements WHERE lot_source = 'first-expired'
            """),
        try Row.fetchAll(
          database,
          sql: """
            SELECT variant_id, location_id FROM (
              SELECT variant_id, location_id, remaining_milli AS quantity FROM report_lot_balances
              UNION ALL SELECT variant_id, location_id, -quantity FROM movements)
            GROUP BY variant_id, location_id HAVING SUM(quantity) <> 0
            """)
      )
    }
    #expect(Dictionary(uniqueKeysWithValues: stored.map { ($0[0] as String, $0[1] as Int) }) == issues)
    #expect(uneven.isEmpty)
    #expect(!issues.isEmpty)
  }
}
