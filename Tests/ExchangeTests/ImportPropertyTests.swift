import Exchange
import FormatKit
import FormatKitTesting
import GRDB
import RetailValues
import ShopCheck
import Stock
import Testing

/// A generator that gives the same numbers for the same seed (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct ImportPropertyTests {
  private static let tables = [
    "categories", "brands", "colours", "locations", "suppliers", "products", "variants", "barcodes", "supplier_items",
    "prices", "lots", "orders", "order_lines", "movements",
  ]

  private func feed(_ number: Int, _ random: inout SeededGenerator) -> (text: String, name: String, kind: String?) {
    func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    func code(_ prefix: String, _ range: Int) -> String { "\(prefix)\(Int.random(in: 1...range, using: &random))" }
    let count = Int.random(in: 1...40, using: &random)
    switch number % 4 {
    case 0:
      let rows = (0..<count).map { _ in
        [
          code("S", 60), code("P", 20), pick(["", "red", "blue", "(clear)"]), pick(["S", "M", "", "(clear)"]),
          pick(["", "1.5", "2"]),
        ].joined(separator: ";")
      }
      return (
        "sku;product_code;colour;size;standard_cost\n" + rows.joined(separator: "\n") + "\n", "v\(number).csv",
        "variants"
      )
    case 1:
      let rows = (0..<count).map { _ in
        [code("P", 25), pick(["Hat", "Coat", "", "(clear)"]), pick(["", "tops", "hats"]), pick(["", "Acme"])]
          .joined(separator: ";")
      }
      return ("product_code;title;category;brand\n" + rows.joined(separator: "\n") + "\n", "p\(number).csv", "products")
    case 2:
      let rows = (0..<count).map { _ in
        [code("S", 60), "\(Int.random(in: 1...9, using: &random))", pick(["", "regular", "sale"])].joined(
          separator: ";")
      }
      return ("sku;price;price_type\n" + rows.joined(separator: "\n") + "\n", "r\(number).csv", "prices")
    default:
      let rows = (0..<count).map { _ in
        [
          pick(["", "1", "2"]), code("S", 60), "\(Int.random(in: -2...5, using: &random))",
          pick(["2026-01-01", "2026-01-02"]), pick(["", "L1", "L2"]),
        ].joined(separator: ";")
      }
      return (
        "document;sku;quantity;effective_at;lot\n" + rows.joined(separator: "\n") + "\n", "s\(number).csv", "sales"
      )
    }
  }

  /// What a plan says is what applying does: the counts are the same, and so are the rows that come and change.
  @Test(arguments: Seeds.of(1...12)) func whatIsAnnouncedIsDone(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let shop = try TestShop()
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    try shop.take("sku\n" + (1...30).map { "S\($0)\n" }.joined()) { $0.kind = "variants" }
    for number in 0..<8 {
      let (text, name, kind) = feed(number, &random)
      let before = try shop.dump()
      let policy = [StagingContext.DuplicatePolicy.conflict, .first, .last].randomElement(using: &random) ?? .first
      func configure(_ request: inout ImportRequest) {
        request.kind = kind
        request.duplicates = [kind ?? "": policy]
      }
      let plan = try shop.take(text, name: name, plan: true, configure)
      #expect(try shop.dump() == before)
      shop.clock -= 1
      let done = try shop.take(text, name: name, configure)
      #expect(done.counts == plan.counts && done.problemCounts == plan.problemCounts, "seed \(seed) file \(number)")
      let after = try shop.dump()
      #expect(try shop.temporaryTables().isEmpty)
      guard done.isApplied else {
        #expect(done.outcome == .refused && after == before && done.errorCount > 0)
        continue
      }
      for table in Self.tables {
        let old = before[table] ?? []
        let new = after[table] ?? []
        let grown = new.count - old.count
        let changed = Set(old).subtracting(new).count
        // A changed price is another row; the plan calls it a change.
        let kinds = table == "movements" ? ["stock_levels", "receipts", "sales", "movements"] : [table]
        let made = kinds.reduce(0) { $0 + done.count($1, .create) }
        // Setting a stock level also creates a movement.
        let levels = table == "movements" ? done.count("stock_levels", .update) : 0
        let created = made + levels + (table == "prices" ? done.count(table, .update) - changed : 0)
        #expect(grown == created, "seed \(seed) file \(number) \(table): \(done.tally)")
        if table != "prices", table != "movements" {
          #expect(changed == done.count(table, .update), "seed \(seed) file \(number) \(table): \(done.tally)")
        }
      }
      #expect(
        try shop.take(text, name: "other\(number).csv") {
          configure(&$0)
          $0.again = true
        }.tally.allSatisfy { $0.contains("unchanged") },
        "seed \(seed) file \(number)")
    }
    #expect(try shop.shop.check().isEmpty)
  }
}
