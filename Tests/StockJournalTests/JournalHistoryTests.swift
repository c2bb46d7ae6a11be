import FormatKitTesting
import Foundation
import GRDB
import Reconciliation
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock
@testable import StockJournal

/// The journal of shops with random histories, against sums that a simple loop over the tables makes.
@Suite struct JournalHistoryTests {
  private static let variants: Int64 = 8

  @Test(arguments: Seeds.of(1...12 as ClosedRange<UInt64>)) func sumsHoldWhateverHappens(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withShop { shop in
      try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      try shop.addGoods(Int(Self.variants))
      try shop.write { try $0.execute(sql: "UPDATE variants SET standard_cost = 1234567 WHERE id % 4 = 0") }
      var imports: Int64 = 0
      var closings: [(through: CalendarDate, text: String)] = []
      var known: [String: String] = [:]
      for round in 1...14 {
        let now = hour(round * 60)
        switch Int.random(in: 0...5, using: &random) {
        case 0 where imports > 0:
          let number = Int64.random(in: 1...imports, using: &random)
          let history = try shop.imports()
          let entry = try #require(history.first { $0.number == number })
          if entry.operation == .import {
            _ =
              try entry.isUndone
              ? shop.redoImport(number, actor: manager, at: now) : shop.undoImport(number, actor: manager, at: now)
          }
        case 1: try count(shop, &random, round: round)
        case 2:
          let last = shop.settings.clock.date(of: now)
          let day = CalendarDate(daysSince1970: last.daysSince1970 - Int.random(in: 1...4, using: &random))
          if try shop.closedThrough().map({ $0 < day }) ?? true {
            let period = try shop.closePeriod(through: day, actor: manager, at: now)
            closings.append((day, try text(of: shop, through: day)))
            #expect(period.to == day)
          }
        case 3 where !closings.isEmpty && Int.random(in: 0...2, using: &random) == 0:
          closings.removeLast()
          try shop.reopenPeriod(actor: manager, at: now)
        default: try add(shop, &random, round: round)
        }
        imports = try shop.read { try Int64.fetchOne($0, sql: "SELECT MAX(id) FROM imports") ?? 0 }
        try verify(shop, closings, &known)
      }
      #expect(try shop.check(quick: true) == [])
    }
  }

  private func verify(
    _ shop: ShopDatabase, _ closings: [(through: CalendarDate, text: String)], _ known: inout [String: String]
  ) throws {
    var sums: [String: Int64] = [:]
    var ids: Set<String> = []
    var day = ""
    var all: [JournalEntry] = []
    _ = try shop.readJournal { journal in
      try journal.entries { entry in
        all.append(entry)
        #expect(entry.isBalanced)
        #expect(entry.postings.allSatisfy { $0.amount != 0 })
        #expect(ids.insert(entry.id).inserted, "\(entry.id) twice")
        #expect(entry.date >= day)
        day = entry.date
        for posting in entry.postings { sums[posting.account, default: 0] += posting.amount }
        let identity = "\(entry.kind) \(entry.location) \(entry.effectiveDate)"
        #expect(known.updateValue(identity, forKey: entry.id) ?? identity == identity)
        // What is booked in a closed period was there when it was closed; everything else has an open day.
        if let last = closings.last?.through.description, entry.effectiveDate <= last, entry.date > last {
          #expect(entry.date > entry.effectiveDate)
        }
      }
    }
    let expected = try simpleSums(shop)
    #expect(sums.filter { $0.value != 0 } == expected.filter { $0.value != 0 })
    for (through, text) in closings { #expect(try self.text(of: shop, through: through) == text) }
    // Some days of the journal are what the whole of it has of these days.
    let days = Set(all.map(\.date)).sorted().compactMap { CalendarDate($0) }
    guard days.count > 2 else { return }
    for (first, last) in [
      (days[0], days[0]), (days[days.count / 3], days[days.count / 2]), (days[1], days[days.count - 1]),
    ] {
      var part: [JournalEntry] = []
      _ = try shop.readJournal(from: first, to: last) { try $0.entries { part.append($0) } }
      #expect(part == all.filter { $0.date >= first.description && $0.date <= last.description })
    }
  }

  private func text(of shop: ShopDatabase, through day: CalendarDate) throws -> String {
    try shop.readJournal(to: day) { journal in
      var writer = JournalWriter(
        .json, heading: JournalHeading(shopName: "", currency: journal.currency, closedThrough: nil))
      var text = ""
      try journal.entries { text += try writer.text(of: $0) }
      return text
    }
  }

  // MARK: - What should come out

  private struct Fact {
    var id: Int64
    var variant: Int64
    var quantity: Int64
    var kind: String
    var at: Int64
    var cost: Int64?
    var reason: String?
    var reverses: Int64?
  }

  /// Sums by account in Foundation's decimals, from the movements and the count lines alone.
  private func simpleSums(_ shop: ShopDatabase) throws -> [String: Int64] {
    var sums: [String: Int64] = [:]
    func book(_ account: String, _ loss: Int64) {
      sums[account, default: 0] += loss
      sums["Assets:Inventory", default: 0] -= loss
    }
    let reasons = Dictionary(uniqueKeysWithValues: Reason.builtIn.map { ($0.code, $0) })
    let facts = try shop.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT m.id, m.variant_id, m.quantity, m.kind, m.effective_at, m.unit_cost, r.code, m.reverses
          FROM movements m LEFT JOIN reasons r ON r.id = m.reason_id ORDER BY m.effective_at, m.id
          """
      ).map {
        Fact(
          id: $0[0], variant: $0[1], quantity: $0[2], kind: $0[3], at: $0[4], cost: $0[5], reason: $0[6],
          reverses: $0[7])
      }
    }
    let reversedBy = Dictionary(uniqueKeysWithValues: facts.compactMap { fact in fact.reverses.map { ($0, fact.id) } })
    func isLive(_ fact: Fact) -> Bool {
      guard fact.reverses == nil else { return false }
      var length = 1
      var last = fact.id
      while let next = reversedBy[last] {
        last = next
        length += 1
      }
      return length % 2 == 1
    }
    let live = facts.filter(isLive)
    func average(_ variant: Int64, at moment: Int64) -> Decimal? {
      var average: Decimal?
      var onHand = Decimal(0)
      for fact in live where fact.variant == variant && fact.at <= moment && fact.kind != "transfer" {
        let quantity = Decimal(fact.quantity) / 1000
        if let cost = fact.cost, ["opening", "receipt"].contains(fact.kind) {
          let arriving = Decimal(cost) / 1_000_000
          if let before = average, onHand > 0 {
            average = rounded((onHand * before + quantity * arriving) / (onHand + quantity), 6)
          } else {
            average = arriving
          }
        }
        onHand += quantity
      }
      return average ?? (variant % 4 == 0 ? Decimal(1_234_567) / 1_000_000 : nil)
    }
    for fact in live {
      let own = fact.kind == "opening" ? fact.cost.map { Decimal($0) / 1_000_000 } : nil
      let reason = fact.reason.flatMap { reasons[$0] }
      guard fact.kind == "opening" || fact.kind == "write-off" && reason?.lossClass != .unknown else { continue }
      guard let cost = own ?? average(fact.variant, at: fact.at) else { continue }
      let cents = rounded(Decimal(abs(fact.quantity)) / 1000 * cost * 100, 0)
      let loss = Int64(truncating: cents as NSDecimalNumber) * (fact.quantity < 0 ? 1 : -1)
      book(fact.kind == "opening" ? "Equity:Opening balances" : try #require(reason).account, loss)
    }
    let lines = try shop.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT l.variance, l.unit_cost, r.account, (SELECT TOTAL(m.quantity) FROM count_restatements c
            JOIN movements m ON m.id = c.movement_id WHERE c.line_id = l.id)
          FROM count_lines l LEFT JOIN reasons r ON r.id = COALESCE(l.reason_id, (SELECT id FROM reasons WHERE code = 'unknown'))
          WHERE l.variance IS NOT NULL AND l.unit_cost IS NOT NULL
          """)
    }
    for line in lines {
      let variance = (line[0] as Int64) + Int64(line[3] as Double)
      let cents = rounded(Decimal(abs(variance)) / 1000 * Decimal(line[1] as Int64) / 1_000_000 * 100, 0)
      book(line[2], Int64(truncating: cents as NSDecimalNumber) * (variance < 0 ? 1 : -1))
    }
    return sums
  }

  private func rounded(_ value: Decimal, _ digits: Int) -> Decimal {
    var value = value
    var result = Decimal()
    NSDecimalRound(&result, &value, digits, .plain)
    return result
  }

  // MARK: - What happens

  /// An import of a document: openings, receipts, sales and write-offs, half of them from any time before.
  private func add(_ shop: ShopDatabase, _ random: inout SeededGenerator, round: Int) throws {
    let now = hour(round * 60).millisecondsSince1970
    var rows:
      [(variant: Int64, location: Int64, quantity: Int64, kind: String, at: Int64, cost: Int64?, reason: String?)] =
        []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let time = Bool.random(using: &random) ? round * 60 - 1 : Int.random(in: 0..<(round * 60), using: &random)
      let quantity = Int64.random(in: 1...9000, using: &random)
      let cost = Int.random(in: 0...3, using: &random) == 0 ? nil : Int64.random(in: 1...9_999_999, using: &random)
      let (kind, signed, reason): (String, Int64, String?) =
        switch Int.random(in: 0...4, using: &random) {
        case 0: ("opening", quantity * 3, nil)
        case 1: ("receipt", quantity * 2, nil)
        case 2: ("sale", -quantity, nil)
        default:
          (
            "write-off", Int.random(in: 0...5, using: &random) == 0 ? quantity : -quantity,
            ["damage", "expiry", "sample", "known-theft", "unknown"].randomElement(using: &random)
          )
        }
      rows.append(
        (
          Int64.random(in: 1...Self.variants, using: &random), Int64.random(in: 1...2, using: &random), signed, kind,
          hour(time).millisecondsSince1970, kind == "opening" || kind == "receipt" ? cost : nil, reason
        ))
    }
    try shop.write { database in
      let first = try Ledger.nextMovementID(database)
      try database.execute(
        sql: """
          INSERT INTO imports (identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
            unchanged, rejected, conflicts, first_movement, last_movement)
          VALUES (?, '', 'goods.csv', 0, 'csv', ?, 'mary', 0, 0, 0, 0, 0, ?, ?)
          """, arguments: ["import \(first)", now, first, first + Int64(rows.count) - 1])
      let number = database.lastInsertedRowID
      try database.execute(
        sql: "INSERT INTO documents (kind, party, number, import_id) VALUES ('movement', '', ?, ?)",
        arguments: ["D\(number)", number])
      let document = database.lastInsertedRowID
      for (line, row) in rows.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, reason_id,
              document_id, document_line, import_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT id FROM reasons WHERE code = ?), ?, ?, ?)
            """,
          arguments: [
            row.variant, row.location, row.quantity, row.kind, row.at, now, row.cost, row.reason, document, "\(line)",
            number,
          ])
      }
      try Ledger.settle(
        database, newMovementsFrom: first, actor: manager, at: Timestamp(millisecondsSince1970: now))
    }
  }

  private func count(_ shop: ShopDatabase, _ random: inout SeededGenerator, round: Int) throws {
    let cutOff = hour(Int.random(in: 0..<(round * 60), using: &random))
    let session = try shop.openCount(
      location: Bool.random(using: &random) ? "shop" : "store", kind: .partial, cutOff: cutOff, actor: manager)
    let entries = (1...Self.variants).map { (Int64?.some($0), Int64.random(in: 0...20, using: &random)) }
    try shop.enter(entries.map { (variant: $0.0, quantity: $0.1) }, in: session.code)
    var options = ReconciliationOptions(uncounted: .ignore)
    // A separate loss class, for both directions of the variance.
    options.reasons[1] = Reason(code: "known-theft", name: "Known theft", lossClass: .known, account: "")
    _ = try shop.post(session.code, options: options, at: hour(round * 60))
  }
}
