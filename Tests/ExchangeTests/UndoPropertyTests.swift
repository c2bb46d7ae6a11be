import Exchange
import FormatKitTesting
import Foundation
import GRDB
import RetailValues
import ShopCheck
import Stock
import Testing

/// A shop in which files come and go at random.
private final class RandomShop {
  let shop: TestShop
  var random: SeededGenerator
  /// Imports that are live, and those that are undone; the first ones, which stay, are in neither.
  var live: [Int64] = []
  var undone: [Int64] = []
  /// Files that were taken before, by their import.
  var files: [Int64: (text: String, kind: String)] = [:]
  /// Imports whose redo left some movements out.
  var partlyBack: Set<Int64> = []
  private var documents = 0

  init(seed: UInt64) throws {
    shop = try TestShop.unguarded()
    random = SeededGenerator(seed: seed)
    try shop.take("location\nshop\nstore\n") { $0.kind = "locations" }
    try shop.take(
      "product_code,title,sku,category,colour,price\nP1,One,A,tools,red,1.00\nP2,Two,B,,,2.00\nP3,Three,C,tools,,\n")
    try shop.take("sku,quantity,unit_cost,effective_at,location\nA,5,1.00,2025-01-01,shop\n", name: "stock.csv") {
      $0.kind = "stock_levels"
    }
  }

  private func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
  private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private var sku: String { pick(["A", "B", "C", "D", "E", "F"]) }
  private var time: String { "2026-01-0\(number(1...9))T0\(number(0...9)):00" }

  /// A small file over few records, so that files meet.
  private func file() -> (text: String, kind: String) {
    let rows = 1...number(1...4)
    switch number(0...8) {
    case 0, 1:
      let keys = ["1", "2", "3", "4", "5", "6"].shuffled(using: &random).prefix(rows.count)
      return (
        "product_code,title,sku,category,colour,barcode,size\n"
          + keys.map { key in
            let sku = ["1": "A", "2": "B", "3": "C", "4": "D", "5": "E", "6": "F"][key] ?? "A"
            return
              "P\(key),\(pick(["One", "Two", "", "(clear)"])),\(sku),\(pick(["tools", "toys", "food", "", "(clear)"])),"
              + "\(pick(["red", "blue", ""])),\(pick(["", "", "401234500000\(key)".withCheckDigit])),\(pick(["", "S", "(clear)"]))\n"
          }.joined(), "variants"
      )
    case 2:
      return (
        "category,category_name,parent_category\n"
          + ["tools", "toys", "food", "root"].shuffled(using: &random).prefix(rows.count).map { code in
            "\(code),\(pick(["Name", "Other", ""])),\(pick(["root", "toys", "", "(clear)"]))\n"
          }.joined(), "categories"
      )
    case 3:
      return (
        "sku,price\n"
          + ["A", "B", "C", "D", "E", "F"].shuffled(using: &random).prefix(rows.count).map {
            "\($0),\(number(1...9)).50\n"
          }
          .joined(), "prices"
      )
    case 4, 5:
      documents += 1
      let document = "R\(number(0...3) == 0 ? number(1...documents) : documents)"
      return (
        "document,line,sku,quantity,unit_cost,effective_at,location,lot\n"
          + rows.map { line in
            "\(document),\(line),\(sku),\(number(1...9)),\(pick(["", "\(number(1...9)).25"])),\(time),shop,"
              + "\(pick(["", "", "L1"]))\n"
          }.joined(), "receipts"
      )
    case 6:
      return (
        "sku,quantity,effective_at,location\n"
          + rows.map { _ in "\(sku),\(number(1...3)),\(time),\(pick(["shop", "store"]))\n" }
          .joined(), "sales"
      )
    case 7:
      return (
        "sku,quantity,unit_cost,effective_at,location\n"
          + ["A", "B", "C", "D", "E", "F"].shuffled(using: &random).prefix(rows.count).map {
            "\($0),\(number(0...20)),\(pick(["", "2.75"])),\(time),shop\n"
          }.joined(), "stock_levels"
      )
    default:
      return (
        "count,sku,counted_quantity,section,location\n"
          + ["A", "B", "C", "D", "?"].shuffled(using: &random).prefix(rows.count).map {
            "N\(number(1...2)),\($0),\(number(0...20)),\(pick(["", "front"])),shop\n"
          }.joined(), "count_lines"
      )
    }
  }

  func step() throws {
    switch number(0...9) {
    case 0...4: try take(file())
    case 5:
      if let number = files.keys.sorted().randomElement(using: &random), let file = files[number] {
        try take(file)
      }
    case 6, 7: if let number = live.randomElement(using: &random) { try undo(number) }
    default: if let number = undone.randomElement(using: &random) { try redo(number) }
    }
  }

  private func take(_ file: (text: String, kind: String)) throws {
    let summary = try shop.take(file.text, name: "\(file.kind).csv") {
      $0.kind = file.kind
      $0.accepted = Set(GuardCode.allCases.filter(\.newNoun.isEmpty).map(\.rawValue))
    }
    switch summary.outcome {
    case .applied(let number):
      live.append(number)
      files[number] = file
    case .alreadyApplied(let number): #expect(live.contains(number))
    default: #expect(summary.errorCount > 0)
    }
  }

  func undo(_ number: Int64) throws {
    shop.clock += 1
    if Int.random(in: 0...5, using: &random) == 0 {
      let before = try shop.dump()
      let plan = try shop.shop.undoImport(number, actor: manager, isDryRun: true, at: hour(shop.clock))
      #expect(try shop.dump() == before)
      let done = try shop.shop.undoImport(number, actor: manager, at: hour(shop.clock))
      #expect(plan.number == nil && done.number != nil)
      #expect(plan.counts == done.counts && plan.records == done.records)
    } else {
      try shop.shop.undoImport(number, actor: manager, at: hour(shop.clock))
    }
    live.removeAll { $0 == number }
    undone.append(number)
    partlyBack.remove(number)
  }

  func redo(_ number: Int64) throws {
    shop.clock += 1
    let done = try shop.shop.redoImport(number, actor: manager, at: hour(shop.clock))
    undone.removeAll { $0 == number }
    live.append(number)
    if done.counts.contains(where: { $0.kind == "movements" && $0.outcome == .blocked }) { partlyBack.insert(number) }
  }

  /// Holds the ledger against one that is computed in the simplest way.
  func proveLedger() throws {
    #expect(try shop.shop.check(quick: true) == [])
    let rows = try shop.shop.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT id, variant_id, location_id, quantity, kind, unit_cost, import_id, reverses, effective_at FROM movements
          ORDER BY effective_at, id
          """)
    }
    var nextOf: [Int64: Int64] = [:]
    for row in rows { if let reversed: Int64 = row["reverses"] { nextOf[reversed] = row["id"] } }
    var balances: [String: Int64] = [:]
    var averages: [Int64: (average: Decimal?, onHand: Decimal)] = [:]
    for row in rows where row["reverses"] as Int64? == nil {
      let id: Int64 = row["id"]
      let variant: Int64 = row["variant_id"]
      let location: Int64 = row["location_id"]
      let number: Int64 = row["import_id"]
      var length = 1
      var last = id
      while let next = nextOf[last] { (last, length) = (next, length + 1) }
      let isLive = length % 2 == 1
      if undone.contains(number) { #expect(!isLive, "movement \(id) of import \(number)") }
      if !undone.contains(number), !partlyBack.contains(number) {
        #expect(isLive, "movement \(id) of import \(number)")
      }
      balances["\(variant) \(location)", default: 0] += isLive ? row["quantity"] : 0
      guard isLive else { continue }
      var state = averages[variant] ?? (nil, 0)
      let quantity = Decimal(row["quantity"] as Int64) / 1000
      let kind: String = row["kind"]
      if let cost: Int64 = row["unit_cost"],
        ["opening", "receipt"].contains(kind) || kind == "adjustment" && quantity > 0,
        quantity > 0
      {
        let arriving = Decimal(cost) / 1_000_000
        if let average = state.average, state.onHand > 0 {
          var mixed = (state.onHand * average + quantity * arriving) / (state.onHand + quantity)
          var rounded = Decimal()
          NSDecimalRound(&rounded, &mixed, 6, .plain)
          state.average = rounded
        } else {
          state.average = arriving
        }
      }
      state.onHand += quantity
      averages[variant] = state
    }
    let stored = try shop.shop.read { database in
      try Row.fetchAll(
        database, sql: "SELECT variant_id || ' ' || location_id, SUM(quantity) FROM balances GROUP BY 1")
    }
    #expect(Dictionary(uniqueKeysWithValues: stored.map { ($0[0] as String, $0[1] as Int64) }) == balances)
    let costs = try shop.shop.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT v.id, (SELECT h.average_cost FROM cost_history h WHERE h.variant_id = v.id
            ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1) FROM variants v
          """)
    }
    for row in costs {
      let average: Int64? = row[1]
      #expect(average.map { Decimal($0) / 1_000_000 } == averages[row[0]]?.average, "variant \(row[0] as Int64)")
    }
  }

  /// The catalog as people know it, kind by kind.
  func catalog() throws -> [String: Set<String>] {
    var all: [String: Set<String>] = [:]
    for kind in [
      "categories", "brands", "colours", "locations", "suppliers", "products", "variants", "barcodes", "prices",
    ] {
      all[kind] = Set(try shop.export(kind).split(whereSeparator: \.isNewline).map(String.init))
    }
    return all
  }
}

extension String {
  /// Twelve digits with the check digit of a GTIN-13.
  var withCheckDigit: String {
    let sum = enumerated().reduce(0) { $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3) }
    return self + "\((10 - sum % 10) % 10)"
  }
}

@Suite struct UndoPropertyTests {
  /// Imports, undos and redos in any order leave ledger and catalog as if what is undone had never been.
  @Test(arguments: Seeds.of(1...20 as ClosedRange<UInt64>)) func anyOrderHoldsTogether(seed: UInt64) throws {
    let random = try RandomShop(seed: seed)
    let first = try random.catalog()
    let firstLevels = try random.shop.lines("stock_levels", "sku", "location", "quantity")
    // Each sequence ends in its original state, except for the history in the ledger.
    for _ in 1...5 {
      for _ in 1...8 { try random.step() }
      try random.proveLedger()
      for number in random.live.shuffled(using: &random.random) { try random.undo(number) }
      try random.proveLedger()
      for line in try random.shop.lines("stock_levels", "sku", "location", "quantity") where !firstLevels.contains(line)
      {
        #expect(line.hasSuffix(",0"), "\(line)")
      }
      #expect(try random.shop.int("SELECT COUNT(*) FROM count_entries") == 0)
      #expect(try random.shop.int("SELECT COUNT(*) FROM count_sessions") == 0)
      try expectFirst(random, first)
    }
  }

  /// Everything is as at first; what else is there is what the ledger refers to.
  private func expectFirst(_ random: RandomShop, _ first: [String: Set<String>]) throws {
    let last = try random.catalog()
    for (kind, lines) in first { #expect(lines.isSubset(of: last[kind] ?? []), "\(kind)") }
    for kind in ["barcodes", "prices", "brands", "locations", "suppliers"] {
      #expect(last[kind] == first[kind], "\(kind)")
    }
    let unreferenced = try random.shop.shop.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT 'variant ' || sku FROM variants WHERE id > 3 AND id NOT IN (SELECT variant_id FROM movements)
          UNION ALL SELECT 'product ' || code FROM products WHERE id > 3 AND id NOT IN (SELECT product_id FROM variants)
          UNION ALL SELECT 'category ' || code FROM categories WHERE id > 1
            AND id NOT IN (SELECT category_id FROM products WHERE category_id IS NOT NULL)
            AND id NOT IN (SELECT parent_id FROM categories WHERE parent_id IS NOT NULL)
          UNION ALL SELECT 'colour ' || code FROM colours WHERE id > 1
            AND id NOT IN (SELECT colour_id FROM variants WHERE colour_id IS NOT NULL)
          UNION ALL SELECT 'lot ' || lot FROM lots WHERE id NOT IN (SELECT lot_id FROM movements WHERE lot_id IS NOT NULL)
          """)
    }
    #expect(unreferenced == [])
  }
}
