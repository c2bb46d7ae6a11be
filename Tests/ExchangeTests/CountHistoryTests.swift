import Exchange
import FormatKitTesting
import GRDB
import ProblemKit
import Reconciliation
import RetailValues
import ShopCheck
import Stock
import Testing

/// Compares histories of stock and counts through the real import with ``PlainCounts``.
@Suite struct CountHistoryTests {
  /// 40 shops of 30 variants at two locations: 2,400 histories of receipts, sales, returns, transfers and adjustments, many of
  /// them late, counted in sections by several counters, corrected, counted again, decided, undone, redone, posted and reversed.
  @Test(arguments: Seeds.of(1...40 as ClosedRange<UInt64>)) func aSecondImplementationAgrees(seed: UInt64) throws {
    var run = try HistoryRun(seed: seed)
    for _ in 0..<24 { try run.step() }
    try run.compareAll()
  }
}

private struct HistoryRun {
  static let variants = 30
  static let locations = ["shop", "store"]
  static let counters = [["ann", "bob"], ["cat", "dan"], ["eve", "fay"], ["gus", "hal"], ["ida", "jon"]]

  let shop: TestShop
  var plain = PlainCounts()
  var random: SeededGenerator
  /// The import of each file, by its number in the plain lists, with the sessions that it counted in.
  var files: [(importID: Int64, sessions: Set<Int>)] = []

  init(seed: UInt64) throws {
    shop = try TestShop.unguarded()
    random = SeededGenerator(seed: seed)
    // What is tested here does not depend on the disk.
    try shop.shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    try shop.take("location\nshop\nstore\n", name: "locations.csv") { $0.kind = "locations" }
    let goods = (0..<Self.variants).map { "P\($0),Item \($0),V\($0)\n" }.joined()
    try shop.take("product_code,title,sku\n" + goods, name: "goods.csv")
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func isChosen(oneIn count: Int) -> Bool { number(1...count) == 1 }
  private func code(_ session: Int) -> String { "N\(session)" }
  private func iso(_ hours: Int) -> String { ShopClock.utc.iso8601(hour(hours)) }

  private var openSessions: [Int] { plain.sessions.indices.filter { !plain.sessions[$0].isPosted } }

  mutating func step() throws {
    switch number(0...15) {
    case 0...4: try move()
    case 5 where openSessions.count < 3: try open()
    case 5...8: try count()
    case 9: try setSection()
    case 10, 11: try askAgain()
    case 12: try undoOrRedo()
    case 13, 14: try post()
    default: try reverse()
    }
    try compareOpenSessions()
  }

  private mutating func take(_ text: String, _ name: String, sessions: Set<Int> = []) throws {
    let summary = try shop.take(text, name: name)
    guard case .applied(let importID) = summary.outcome else {
      Issue.record("\(name): \(summary.outcome) \(summary.reported)\n\(text)")
      return
    }
    files.append((importID, sessions))
  }

  // MARK: Steps

  private mutating func move() throws {
    let file = files.count
    var text = "document,line,sku,location,movement_kind,quantity,to_location,effective_at,unit_cost\n"
    for line in 1...number(10...60) {
      let (variant, place, hours) = (number(0...Self.variants - 1), number(0...1), number(0...100))
      let quantity = number(1...9)
      func row(_ kind: String, _ quantity: Int, _ to: String = "", _ cost: String = "") -> String {
        "D\(file),\(line),V\(variant),\(Self.locations[place]),\(kind),\(quantity),\(to),\(iso(hours)),\(cost)\n"
      }
      func note(_ location: Int, _ quantity: Int) {
        plain.movements.append(
          .init(variant: variant, location: location, quantity: quantity, hour: hours, file: file))
      }
      switch number(0...7) {
      case 0, 1:
        text += row("receipt", quantity * 3, "", "1.\(number(10...99))")
        note(place, quantity * 3)
      case 2:
        text += row("customer-return", quantity)
        note(place, quantity)
      case 3:
        text += row("adjustment", -quantity)
        note(place, -quantity)
      case 4:
        text += row("transfer", quantity, Self.locations[1 - place])
        note(place, -quantity)
        note(1 - place, quantity)
      default:
        text += row("sale", -quantity)
        note(place, -quantity)
      }
    }
    try take(text, "movements-\(file).csv")
  }

  private mutating func open() throws {
    let session = plain.sessions.count
    let (location, cutOff) = (number(0...1), number(0...100))
    _ = try shop.shop.openCount(
      location: Self.locations[location], kind: isChosen(oneIn: 2) ? .full : .partial, code: code(session),
      cutOff: hour(cutOff), acceptsSecondFullCount: true, actor: manager, at: hour(shop.clock))
    plain.sessions.append(.init(location: location, cutOff: cutOff))
  }

  private mutating func count() throws {
    guard let session = openSessions.randomElement(using: &random) else { return try open() }
    let file = files.count
    var text = "count,section,sku,counted_quantity,counted_at,counter,note\n"
    var lines = 0
    for variant in 0..<Self.variants where isChosen(oneIn: 2) {
      let round = plain.round(session, variant)
      guard round < Self.counters.count else { continue }
      for section in ["A", "B"] where isChosen(oneIn: 2) {
        let counter = Self.counters[round][number(0...1)]
        let hours = isChosen(oneIn: 2) ? number(0...100) : nil
        // Few different numbers, so that counts often agree.
        let quantity = number(0...3) * 5
        text += "\(code(session)),\(section),V\(variant),\(quantity),\(hours.map(iso) ?? ""),\(counter),file \(file)\n"
        plain.enter(
          .init(
            session: session, variant: variant, section: section, counter: counter, round: round, quantity: quantity,
            hour: hours, file: file))
        lines += 1
      }
    }
    if lines > 0 { try take(text, "counted-\(file).csv", sessions: [session]) }
  }

  private mutating func setSection() throws {
    guard let session = openSessions.randomElement(using: &random) else { return }
    let section = isChosen(oneIn: 2) ? "A" : "B"
    let hours = isChosen(oneIn: 4) ? nil : number(0...100)
    try shop.shop.setSectionTime(section, in: code(session), to: hours.map(hour), actor: manager)
    plain.sessions[session].sectionHours[section] = hours
  }

  private mutating func askAgain() throws {
    guard let session = openSessions.randomElement(using: &random) else { return }
    let variants = (0..<Self.variants).filter { plain.item(session, $0) != nil }.filter { _ in isChosen(oneIn: 2) }
    try shop.shop.askForRecounts(of: try variants.map(id), in: code(session), actor: manager)
    for variant in variants { plain.askAgain(session, variant) }
  }

  private mutating func undoOrRedo() throws {
    // What was counted in a posted count stays; other tests see to that.
    let candidates = files.indices.filter { file in
      files[file].sessions.allSatisfy { !plain.sessions[$0].isPosted }
    }
    guard let file = candidates.randomElement(using: &random) else { return }
    if plain.undone.contains(file) {
      #expect(try shop.shop.redoImport(files[file].importID, actor: manager, at: hour(shop.clock)).isComplete)
      plain.undone.remove(file)
    } else {
      #expect(try shop.shop.undoImport(files[file].importID, actor: manager, at: hour(shop.clock)).isComplete)
      plain.undone.insert(file)
    }
  }

  private mutating func post() throws {
    guard let session = openSessions.randomElement(using: &random) else { return }
    var counted: [(variant: Int, item: PlainCounts.Item)] = []
    for variant in 0..<Self.variants {
      guard var item = plain.item(session, variant) else { continue }
      if item.isDisputed || item.isRecountOpen {
        let quantity = number(0...20)
        try shop.shop.rule(
          .quantity(Quantity(scaled: Int64(quantity) * 1000)), on: try id(variant), in: code(session),
          note: "looked again",
          actor: manager)
        plain.sessions[session].decided[variant] = (quantity, plain.holding(session, variant))
        guard let decided = plain.item(session, variant) else { continue }
        item = decided
      }
      counted.append((variant, item))
    }
    guard !counted.isEmpty else { return }
    let posted = try shop.shop.postCount(
      code(session), uncounted: .ignore, actor: manager, at: hour(shop.clock)
    ) { facts in
      let reconciliation = Reconciliation(of: facts, options: ReconciliationOptions(uncounted: .ignore))
      if let problem = reconciliation.problems.first { throw Problems(problem) }
      return reconciliation.lines
    }
    var adjustments = 0
    for (variant, item) in counted
    where item.counted != plain.expected(variant, plain.sessions[session].location, at: item.hour) { adjustments += 1 }
    #expect(posted.adjustments == adjustments)
    for (variant, item) in counted {
      plain.lines.append(.init(session: session, variant: variant, hour: item.hour, counted: item.counted))
    }
    plain.sessions[session].isPosted = true
  }

  private mutating func reverse() throws {
    let posted = plain.sessions.indices.filter { plain.sessions[$0].isPosted && !plain.sessions[$0].isReversed }
    guard let session = posted.randomElement(using: &random) else { return }
    let reversed = try shop.shop.reverseCount(
      code(session), note: "taken back", actor: manager, at: hour(shop.clock))
    #expect(reversed.session.state == .reversed)
    plain.sessions[session].isReversed = true
  }

  private func id(_ variant: Int) throws -> Int64 { try #require(try shop.shop.variant("V\(variant)")).id }

  // MARK: Comparisons

  private func compareOpenSessions() throws {
    for session in openSessions {
      let facts = try shop.shop.countFacts(code(session))
      var found: [String: PlainCounts.Item] = [:]
      for fact in facts.items {
        guard let counted = fact.counted else { continue }
        let hours = Int((fact.asOf.millisecondsSince1970 - hour(0).millisecondsSince1970) / 3_600_000)
        found[fact.sku] = .init(
          counted: Int(counted.scaled / 1000), hour: hours, isDisputed: fact.isDisputed,
          isRecountOpen: fact.isRecountOpen)
        let variant = Int(fact.sku.dropFirst()) ?? -1
        #expect(
          fact.expected.scaled
            == Int64(plain.expected(variant, plain.sessions[session].location, at: hours)) * 1000)
      }
      var wanted: [String: PlainCounts.Item] = [:]
      for variant in 0..<Self.variants { wanted["V\(variant)"] = plain.item(session, variant) }
      #expect(found == wanted, "\(code(session))")
    }
  }

  func compareAll() throws {
    for hours in [100_000, 0, 25, 50, 75, 100] {
      var wanted: [String: Int64] = [:]
      for variant in 0..<Self.variants {
        for (index, location) in Self.locations.enumerated() {
          let quantity = plain.expected(variant, index, at: hours)
          if quantity != 0 { wanted["V\(variant) \(location)"] = Int64(quantity) * 1000 }
        }
      }
      var found: [String: Int64] = [:]
      for balance in try shop.shop.balances(at: hours == 100_000 ? nil : hour(hours)) where balance.quantity != .zero {
        found["\(balance.sku) \(balance.location)", default: 0] += balance.quantity.scaled
      }
      #expect(found == wanted, "at hour \(hours)")
    }
    let rows = try shop.shop.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT v.sku, l.variance_restated_milli FROM report_count_lines l JOIN report_variants v USING (variant_id)
          WHERE l.session_state = 'posted' AND l.variance_milli IS NOT NULL ORDER BY l.line_id
          """)
    }
    let variances = Dictionary(grouping: rows, by: { $0[0] as String }).mapValues { $0.map { $0[1] as Int64 } }
    for variant in 0..<Self.variants {
      #expect(variances["V\(variant)", default: []] == plain.variances(variant).map { Int64($0) * 1000 })
    }
    #expect(try shop.shop.check(quick: true) == [])
  }
}
