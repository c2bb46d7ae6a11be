import FormatKitTesting
import GRDB
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// The facts of counts of few and of many items, which are read in two ways, against one plain query of each item.
struct CountFactScanTests {
  private static let variants = 60

  /// Movements at two places with receipts at many costs, prices that change, lots, standard costs, suppliers' lists.
  private func fill(_ shop: ShopDatabase, _ random: inout SeededGenerator) throws {
    try shop.addGoods(Self.variants)
    try shop.write { database in
      try database.execute(sql: "INSERT INTO suppliers (code) VALUES ('S1'), ('S2')")
      for variant in 1...Self.variants {
        try database.execute(
          sql: "UPDATE variants SET standard_cost = ? WHERE id = ?",
          arguments: [variant % 3 == 0 ? nil : variant * 1_000_000, variant])
        if variant % 4 == 0 {
          try database.execute(
            sql: "INSERT INTO lots (variant_id, lot) VALUES (?, 'L')", arguments: [variant])
          for supplier in 1...2 {
            try database.execute(
              sql: "INSERT INTO supplier_items (supplier_id, variant_id, unit_cost) VALUES (?, ?, ?)",
              arguments: [supplier, variant, (variant + 10 * supplier) * 1_000_000])
          }
        }
        for change in 0..<Int.random(in: 0...3, using: &random) {
          try database.execute(
            sql: """
              INSERT INTO prices (variant_id, price_type, currency, valid_from, price, valid_to, tax_included)
              VALUES (?, ?, 'EUR', ?, ?, ?, ?)
              """,
            arguments: [
              variant, change == 2 ? "offer" : "regular", hour(change * 40).millisecondsSince1970,
              100 * variant + change,
              variant % 5 == 0 ? hour(change * 40 + 30).millisecondsSince1970 : nil, change == 1,
            ])
        }
      }
    }
    for _ in 0..<6 {
      try shop.record(
        (1...Self.variants).filter { _ in Bool.random(using: &random) }.map { variant in
          let isReceipt = variant % 7 != 0 && Bool.random(using: &random)
          let lot = variant % 4 == 0 && Bool.random(using: &random) ? Int64(variant / 4) : nil
          return TestMovement(
            variant: Int64(variant), location: Int64.random(in: 1...2, using: &random),
            quantity: isReceipt ? Int64.random(in: 1...50, using: &random) : -Int64.random(in: 1...9, using: &random),
            kind: isReceipt ? .receipt : .sale, at: hour(Int.random(in: 1...200, using: &random)),
            costCents: isReceipt ? Int64.random(in: 1...999, using: &random) : nil, lot: lot)
        })
    }
  }

  @Test(arguments: [ValuationMethod.movingAverage, .last, .standard], 1...4)
  func factsOfFewAndOfMany(valuation: ValuationMethod, seed: Int) throws {
    try withShop { shop in
      var random = SeededGenerator(seed: UInt64(seed))
      try fill(shop, &random)
      for share in [1, 3, 12, 60] {
        let chosen = Array((1...Int64(Self.variants)).shuffled(using: &random).prefix(share)).sorted()
        let session = try shop.openCount(
          location: "shop", kind: .partial, cutOff: seed % 2 == 0 ? hour(150) : nil, valuation: valuation,
          variants: chosen, actor: manager)
        // Some are not counted, some in two sections at their own times, some were not on the sheet.
        for section in ["A", "B"] {
          let counted = (1...Int64(Self.variants)).filter {
            chosen.contains($0) ? $0 % 5 != 0 : $0 % 17 == 0 && share > 3
          }
          try shop.enter(
            counted.map { variant -> (variant: Int64?, quantity: Int64, countedAt: Timestamp?) in
              (variant, variant % 9, variant % 3 == 0 ? nil : hour(Int.random(in: 1...210, using: &random)))
            }, in: session.code, section: section)
        }
        if seed > 2 {
          try shop.write { database in
            try database.execute(
              sql: "INSERT INTO count_sections (session_id, section, counted_at) VALUES (?, 'A', ?)",
              arguments: [session.id, hour(99).millisecondsSince1970])
          }
        }
        let facts = try shop.countFacts(session.code, asOf: hour(180))
        let plain = try plainFacts(shop, session, asOf: session.cutOff ?? hour(180))
        #expect(facts.items.map(\.variantID) == plain.map(\.variantID))
        for (fact, reported) in zip(facts.items, plain) {
          #expect(fact.isOnSheet == reported.isOnSheet)
          #expect(fact.counted?.scaled == reported.counted)
          #expect(fact.asOf.millisecondsSince1970 == reported.asOf)
          #expect(fact.expected.scaled == reported.expected)
          let (cost, source) = fact.costs.first(by: valuation)
          #expect(cost?.scaled == reported.cost && source == reported.source)
          #expect(fact.retailPrice?.minorUnits == reported.price)
          #expect(fact.isTaxIncluded == reported.isTaxIncluded)
        }
        var streamed: [CountFact] = []
        try shop.forEachCountFact(session.code, asOf: hour(180), begin: { #expect($0.items.isEmpty) }) {
          streamed.append($0)
        }
        #expect(streamed == facts.items)
      }
    }
  }

  private struct PlainFact {
    var variantID: Int64
    var isOnSheet: Bool
    var counted: Int64?
    var asOf: Int64
    var expected: Int64
    var cost: Int64?
    var source: CostSource
    var price: Int64?
    var isTaxIncluded: Bool
  }

  /// One question after the other, from the movements alone.
  private func plainFacts(_ shop: ShopDatabase, _ session: CountSession, asOf: Timestamp) throws -> [PlainFact] {
    try shop.read { database in
      func number(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
        try Int64.fetchOne(database, sql: sql, arguments: arguments)
      }
      let variants = try Int64.fetchAll(
        database,
        sql: """
          SELECT variant_id FROM count_sheet WHERE session_id = ?1
          UNION SELECT variant_id FROM count_entries WHERE session_id = ?1 ORDER BY 1
          """, arguments: [session.id])
      return try variants.map { variant in
        let onSheet = try number(
          "SELECT COUNT(*) FROM count_sheet WHERE session_id = ? AND variant_id = ?", [session.id, variant])
        let at =
          try number(
            """
            SELECT MAX(COALESCE(e.counted_at, (SELECT s.counted_at FROM count_sections s
              WHERE s.session_id = e.session_id AND s.section = e.section), ?))
            FROM count_entries e WHERE session_id = ? AND variant_id = ?
            """, [asOf.millisecondsSince1970, session.id, variant]) ?? asOf.millisecondsSince1970
        let price = try Row.fetchOne(
          database,
          sql: """
            SELECT price, tax_included FROM prices WHERE variant_id = ?1 AND price_type = 'regular' AND valid_from <= ?2
              AND (valid_to IS NULL OR valid_to >= ?2) ORDER BY valid_from DESC LIMIT 1
            """, arguments: [variant, at])
        let lastReceipt = """
          SELECT unit_cost FROM movements WHERE variant_id = ?1 AND kind = 'receipt' AND quantity > 0
            AND unit_cost IS NOT NULL AND effective_at <= ?2 ORDER BY effective_at DESC, id DESC LIMIT 1
          """
        let average = try number(
          """
          SELECT average_cost FROM cost_history WHERE variant_id = ? AND effective_at <= ?
          ORDER BY effective_at DESC, movement_id DESC LIMIT 1
          """, [variant, at])
        var last = try number(lastReceipt, [variant, at])
        if last == nil, session.valuation != .last { last = try number(lastReceipt, [variant, Int64.max]) }
        let list = try number("SELECT MIN(unit_cost) FROM supplier_items WHERE variant_id = ?", [variant])
        let standard = try number("SELECT standard_cost FROM variants WHERE id = ?", [variant])
        let inOrder: [(Int64?, CostSource)] =
          (session.valuation == .last ? [(last, .last)] : session.valuation == .standard ? [(standard, .standard)] : [])
          + [(average, .movingAverage), (last, .last), (list, .supplierList), (standard, .standard)]
        let cost = inOrder.first { $0.0 != nil }
        return PlainFact(
          variantID: variant, isOnSheet: onSheet == 1,
          counted: try number(
            "SELECT SUM(quantity) FROM count_entries WHERE session_id = ? AND variant_id = ?", [session.id, variant]),
          asOf: at,
          expected: try number(
            """
            SELECT COALESCE(SUM(quantity), 0) FROM movements WHERE variant_id = ? AND location_id = 1 AND effective_at <= ?
            """, [variant, at]) ?? 0,
          cost: cost?.0, source: cost?.1 ?? .unvalued, price: price?[0], isTaxIncluded: price?[1] ?? true)
      }
    }
  }
}
