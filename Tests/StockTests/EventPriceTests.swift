import FormatKitTesting
import Foundation
import GRDB
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// A markdown as it applies to one product, in millionths.
struct PlainMarkdown {
  let product: Int64
  let from: Int64
  let to: Int64?
  let share: Int64
}

/// A price less the largest of the markdowns of a moment, in decimals.
func markedDown(_ price: Int64, _ markdowns: [PlainMarkdown], at: Int64) -> Int64 {
  let greatest = markdowns.filter { $0.from <= at && ($0.to.map { $0 >= at } ?? true) }.map(\.share).max() ?? 0
  var exact = Decimal(price) * (1 - Decimal(greatest) / 1_000_000)
  var rounded = Decimal()
  NSDecimalRound(&rounded, &exact, 0, .plain)
  return NSDecimalNumber(decimal: rounded).int64Value
}

extension ShopDatabase {
  /// Puts in events of two groups each, at random: by category, brand, product, gender, or several of them.
  func addEvents(_ count: Int, within hours: Int, _ random: inout SeededGenerator) throws {
    try write { database in
      func one(_ table: String) throws -> Int64? {
        Bool.random(using: &random)
          ? try Int64.fetchAll(database, sql: "SELECT id FROM \(table) ORDER BY id").randomElement(using: &random) : nil
      }
      for number in 1...count {
        let start = Int.random(in: 0...hours, using: &random)
        let length = Int.random(in: 0...hours / 3, using: &random)
        try database.execute(
          sql: "INSERT INTO sales_events (code, starts_at, ends_at) VALUES (?, ?, ?)",
          arguments: [
            "e\(number)", hour(start).millisecondsSince1970,
            length % 5 == 0 ? nil : hour(start + length).millisecondsSince1970,
          ])
        let event = database.lastInsertedRowID
        for group in ["a", "b"] {
          try database.execute(
            sql: """
              INSERT INTO sales_event_rates (event_id, rate_group, category_id, brand_id, product_id, gender, mark_off)
              VALUES (?, ?, ?, ?, ?, ?, ?)
              """,
            arguments: [
              event, group, try one("categories"), try one("brands"),
              Int.random(in: 0...2, using: &random) == 0 ? try one("products") : nil,
              [nil, nil, "women", "men"].randomElement(using: &random) ?? nil,
              Int64.random(in: 0...1000, using: &random) * 1000 + [0, 0, 500].randomElement(using: &random)!,
            ])
        }
      }
      try ShopDatabase.advanceCatalogRevision(database)
    }
  }

  /// The mark-down of every event on every product, found by visiting all of them.
  func plainMarkdowns() throws -> [PlainMarkdown] {
    try read { database in
      let above = Dictionary(
        uniqueKeysWithValues: try Row.fetchAll(database, sql: "SELECT id, parent_id FROM categories").map {
          ($0[0] as Int64, $0[1] as Int64?)
        })
      var found: [PlainMarkdown] = []
      for product in try Row.fetchAll(database, sql: "SELECT id, category_id, brand_id, gender FROM products") {
        var categories: [Int64] = []
        var category = product[1] as Int64?
        while let next = category, !categories.contains(next) {
          categories.append(next)
          category = above[next] ?? nil
        }
        let rates = try Row.fetchAll(
          database,
          sql: """
            SELECT r.category_id, r.brand_id, r.product_id, r.gender, r.mark_off, e.starts_at, e.ends_at
            FROM sales_event_rates r, sales_events e WHERE e.id = r.event_id
            """)
        for rate in rates {
          if let wanted = rate[0] as Int64?, !categories.contains(wanted) { continue }
          if let wanted = rate[1] as Int64?, wanted != product[2] as Int64? { continue }
          if let wanted = rate[2] as Int64?, wanted != product[0] as Int64? { continue }
          if let wanted = rate[3] as String?, wanted != product[3] as String? { continue }
          found.append(PlainMarkdown(product: product[0], from: rate[5], to: rate[6], share: rate[4]))
        }
      }
      return found
    }
  }
}

/// Prices while sales events are on, against a loop over all events.
@Suite struct EventPriceTests {
  @Test(arguments: Seeds.of(1...10 as ClosedRange<UInt64>)) func pricesAreThoseOfALoop(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withShop { shop in
      try shop.addGoods(12)
      try shop.write { database in
        for number in 1...8 {
          try database.execute(
            sql: "INSERT INTO categories (code, parent_id) VALUES (?, ?)",
            arguments: ["c\(number)", number < 3 ? nil : Int.random(in: 1..<number, using: &random)])
        }
        try database.execute(sql: "INSERT INTO brands (code) VALUES ('x'), ('y')")
        // A cycle that was made by hand must not cause an endless loop.
        if seed % 4 == 0 { try database.execute(sql: "UPDATE categories SET parent_id = 8 WHERE id = 1") }
        for product in 1...12 {
          try database.execute(
            sql: "UPDATE products SET category_id = ?, brand_id = ?, gender = ? WHERE id = ?",
            arguments: [
              product % 5 == 0 ? nil : Int.random(in: 1...8, using: &random),
              product % 4 == 0 ? nil : Int.random(in: 1...2, using: &random),
              [nil, "women", "men", "neutral"].randomElement(using: &random) ?? nil, product,
            ])
          for type in ["regular", "regular", "sale"] where product % 6 != 0 {
            let start = Int.random(in: 0...500, using: &random)
            let end: Int64? = Bool.random(using: &random) ? nil : hour(start + 300).millisecondsSince1970
            let price: Int64 = product == 1 ? Int64.max / 2 : Int64.random(in: 1...30_000, using: &random)
            try database.execute(
              sql: """
                INSERT OR IGNORE INTO prices (variant_id, price_type, currency, valid_from, valid_to, price)
                VALUES (?, ?, 'EUR', ?, ?, ?)
                """,
              arguments: [
                product, type, hour(start).millisecondsSince1970,
                end, price,
              ])
          }
        }
      }
      try shop.addEvents(7, within: 900, &random)
      try shop.record(
        (1...12).map { TestMovement(variant: $0, quantity: 1, kind: .sale, at: hour(Int($0) * 60)) }, at: hour(1000))
      let all = try shop.plainMarkdowns()
      let prices = try shop.read {
        try Row.fetchAll($0, sql: "SELECT variant_id, price_type, valid_from, valid_to, price FROM prices")
      }
      func price(_ type: String, _ variant: Int64, _ at: Int64) -> Int64? {
        let valid = prices.filter {
          $0[0] == variant && $0[1] == type && $0[2] <= at && (($0[3] as Int64?).map { $0 >= at } ?? true)
        }
        return valid.max { ($0[2] as Int64) < $1[2] }?[4]
      }
      var reduced = 0
      for variant in Int64(1)...12 {
        let own = all.filter { $0.product == variant }
        for _ in 0..<20 {
          // Often at the very edges.
          var edges: [Int64] = []
          for markdown in own {
            edges += [markdown.from, markdown.from - 1]
            if let end = markdown.to { edges += [end, end + 1] }
          }
          var at: Int64 = hour(Int.random(in: 0...1200, using: &random)).millisecondsSince1970
          if Bool.random(using: &random), let edge = edges.randomElement(using: &random) { at = edge }
          let regular = price("regular", variant, at)
          let marked = regular.map { markedDown($0, own, at: at) }
          let offers = [price("sale", variant, at), marked.flatMap { $0 == regular ? nil : $0 }].compactMap { $0 }
          let row = try #require(
            try shop.read { database in
              try Row.fetchOne(
                database,
                sql: """
                  SELECT \(EventPrices.markedDown("v.id", at: "\(at)")), \(EventPrices.offered("v.id", at: "\(at)")),
                    (SELECT MIN(e.price_minor) FROM report_event_prices e WHERE e.variant_id = v.id
                      AND e.valid_from <= \(at) AND (e.valid_to IS NULL OR e.valid_to >= \(at))
                      AND e.starts_at <= \(at) AND (e.ends_at IS NULL OR e.ends_at >= \(at))
                      AND e.price_id = (SELECT p.id FROM prices p WHERE p.variant_id = v.id AND p.price_type = 'regular'
                        AND p.valid_from <= \(at) AND (p.valid_to IS NULL OR p.valid_to >= \(at))
                        ORDER BY p.valid_from DESC LIMIT 1))
                  FROM variants v WHERE v.id = \(variant)
                  """)
            })
          #expect(row[0] == marked)
          #expect(row[1] == offers.min())
          #expect((row[2] as Int64?) ?? regular == marked)
          if marked != regular { reduced += 1 }
        }
      }
      #expect(reduced > 10)
      let movements = try shop.read {
        try Row.fetchAll($0, sql: "SELECT variant_id, effective_at, retail_price_minor FROM report_movements")
      }
      #expect(movements.count == 12)
      for movement in movements {
        let (variant, at): (Int64, Int64) = (movement[0], movement[1])
        let own = all.filter { $0.product == variant }
        #expect(movement[2] == price("regular", variant, at).map { markedDown($0, own, at: at) })
      }
      // A count is valued at the price of its own time, however its items are looked up.
      let moment = hour(Int.random(in: 100...800, using: &random))
      let session = try shop.openCount(location: "shop", kind: .full, cutOff: moment, actor: manager)
      try shop.enter((1...12).map { ($0, 3) }, in: session.code)
      let at = moment.millisecondsSince1970
      for item in try shop.countFacts(session.code).items {
        let own = all.filter { $0.product == item.variantID }
        #expect(
          item.retailPrice?.minorUnits == price("regular", item.variantID, at).map { markedDown($0, own, at: at) })
      }
      #expect(try shop.check(quick: true) == [])
    }
  }

  /// What reaches a product is looked up by what the product is: a shop of 20,000 products and 4,000 rates takes no square.
  @Test func manyProductsAndRatesAreLookedUp() throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO categories (code) VALUES ('all');
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO products (code, category_id) SELECT 'P' || i, 1 FROM n;
            INSERT INTO variants (sku, product_id) SELECT code, id FROM products;
            INSERT INTO prices (variant_id, price_type, currency, valid_from, price)
              SELECT id, 'regular', 'EUR', 0, 1000 FROM variants;
            INSERT INTO sales_events (code, starts_at) VALUES ('sale', 10);
            INSERT INTO sales_event_rates (event_id, rate_group, product_id, mark_off)
              SELECT 1, code, id, 100000 FROM products WHERE id <= 4000;
            """)
      }
      let started = ProcessorTime.ofThread
      let sum: Int64? = try shop.read {
        try Int64.fetchOne(
          $0, sql: "SELECT SUM(\(EventPrices.markedDown("v.id", at: "v.id + 9"))) FROM variants v")
      }
      #expect(sum == Int64(4000 * 900 + 16_000 * 1000))
      // The square would be 80 million pairs; this is what a slow machine needs for 20,000 look-ups.
      #expect(ProcessorTime.ofThread - started < .seconds(30))
    }
  }
}
