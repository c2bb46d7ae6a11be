import FormatKitTesting
import Foundation
import GRDB
import RetailValues
import Testing

@testable import CatalogSearch
@testable import Stock

/// Feeds against plain loops over the same products.
@Suite struct FeedTests {
  struct Published: Hashable {
    var code: String
    var store: String?
    var at: Int64
  }

  private static let day: Int64 = 86_400_000

  private func shop() throws -> ShopDatabase {
    let currency = try #require(Currency("EUR"))
    return try ShopDatabase.create(
      at: ":memory:", settings: ShopSettings(name: "feed", currency: currency, timeZone: "UTC"))
  }

  private func addStores(_ count: Int, to shop: ShopDatabase) throws {
    try shop.write { database in
      for number in 0..<count {
        try database.execute(sql: "INSERT INTO locations (code) VALUES (?)", arguments: ["S\(number)"])
      }
    }
  }

  private func add(_ products: [Published], to shop: ShopDatabase) throws {
    try shop.write { database in
      for product in products {
        try database.execute(
          sql: """
            INSERT INTO products (code, location_id, published_at)
            VALUES (?, (SELECT id FROM locations WHERE code = ?), ?)
            """, arguments: [product.code, product.store, product.at])
      }
    }
  }

  private func pages(
    of feed: Feed, size: Int, in shop: ShopDatabase, between: (Int) throws -> Void = { _ in }
  ) throws -> [[String]] {
    var pages: [[String]] = []
    var token: Feed.Token?
    repeat {
      let page = try feed.page(after: token, size: size, in: shop)
      pages.append(page.products.map(\.code))
      token = page.next
      // The token survives being written down.
      if let next = token { #expect(Feed.Token("\(next)") == next) }
      try between(pages.count)
    } while token != nil && pages.count < 10_000
    return pages
  }

  /// The rule in plain words: days backwards, within a day rounds, within a round stores in the session's order.
  private func expected(_ products: [Published], session: Timestamp) -> [String] {
    var turns: [String: Int] = [:]
    var places: [(day: Int64, turn: Int, order: Int64, code: String)] = []
    for product in products {
      let day = product.at / Self.day
      turns["\(day) \(product.store ?? "")", default: 0] += 1
      guard product.at <= session.millisecondsSince1970 else { continue }
      places.append(
        (
          day, turns["\(day) \(product.store ?? "")"] ?? 0, Feed.order(of: product.store ?? "", in: session),
          product.code
        ))
    }
    return places.sorted { (-$0.day, $0.turn, $0.order) < (-$1.day, $1.turn, $1.order) }.map(\.code)
  }

  @Test(arguments: [1, 3, 7, 50, 1000]) func followsTheRule(size: Int) throws {
    let shop = try shop()
    try addStores(6, to: shop)
    var random = SystemSeed(state: UInt64(size))
    let products = (0..<300).map { number in
      Published(
        code: "P\(number)", store: random.next(8) < 7 ? "S\(random.next(6))" : nil,
        at: 1_790_000_000_000 + Int64(random.next(20)) * Self.day / 4)
    }
    try add(products, to: shop)
    let session = Timestamp(millisecondsSince1970: 1_790_000_000_000 + 3 * Self.day)
    let read = try pages(of: Feed(.discovery, session: session), size: size, in: shop).flatMap { $0 }
    #expect(read == expected(products, session: session))
    #expect(read.count < products.count && read.count > 100)
    // Again the same; another session has the stores in another order.
    #expect(try pages(of: Feed(.discovery, session: session), size: 13, in: shop).flatMap { $0 } == read)
    let other = Timestamp(millisecondsSince1970: session.millisecondsSince1970 + 1)
    #expect(try pages(of: Feed(.discovery, session: other), size: size, in: shop).flatMap { $0 } != read)
  }

  /// One store uploads a hundred products at once, five others two each: as long as another store has products left for
  /// the day, no store has two positions in a row.
  @Test func aBatchDoesNotStandInABlock() throws {
    let shop = try shop()
    try addStores(6, to: shop)
    let morning: Int64 = 1_790_000_000_000 / Self.day * Self.day
    var products = (0..<100).map { Published(code: "BATCH\($0)", store: "S0", at: morning + 1000) }
    for store in 1..<6 {
      for number in 0..<20 { products.append(Published(code: "O\(store)-\(number)", store: "S\(store)", at: morning)) }
    }
    try add(products, to: shop)
    let read = try Feed(.discovery, session: Timestamp(millisecondsSince1970: morning + Self.day)).page(
      size: 1000, in: shop)
    let stores = read.products.map { $0.store ?? "" }
    #expect(stores.count == 200)
    for (index, pair) in zip(stores, stores.dropFirst()).enumerated() where pair.0 == pair.1 {
      #expect(Set(stores[(index + 1)...]) == [pair.0], "two of \(pair.0) in a row at \(index)")
    }
    #expect(Set(stores.prefix(6)).count == 6)
  }

  /// Products come, go, move and are hidden between pages: what was published before the session and stays is shown once, and
  /// nothing is shown twice.
  @Test(arguments: Seeds.of(1...12)) func nothingRepeatsOrIsSkipped(seed: Int) throws {
    let shop = try shop()
    try addStores(5, to: shop)
    var random = SystemSeed(state: UInt64(seed) &* 7919)
    let start: Int64 = 1_790_000_000_000
    let session = Timestamp(millisecondsSince1970: start)
    var number = 0
    func some(_ count: Int, before: Bool) -> [Published] {
      (0..<count).map { _ in
        number += 1
        let distance = Int64(random.next(4 * 86_400_000))
        return Published(
          code: "P\(number)", store: "S\(random.next(5))", at: before ? start - distance : start + 1 + distance)
      }
    }
    let first = some(150 + random.next(200), before: true)
    try add(first, to: shop)
    var gone: Set<String> = []
    let size = 1 + random.next(30)
    let read = try pages(of: Feed(.discovery, session: session), size: size, in: shop) { _ in
      try add(some(random.next(20), before: false), to: shop)
      // Some that come late say that they were published before.
      try add(some(random.next(5), before: true), to: shop)
      for _ in 0..<random.next(4) {
        let code = first[random.next(first.count)].code
        gone.insert(code)
        try shop.write { database in
          switch random.next(3) {
          case 0: try database.execute(sql: "DELETE FROM products WHERE code = ?", arguments: [code])
          case 1:
            try database.execute(sql: "UPDATE products SET status = 'inactive' WHERE code = ?", arguments: [code])
          default:
            try database.execute(
              sql: "UPDATE products SET published_at = ? WHERE code = ?", arguments: [start + 5 * Self.day, code])
          }
        }
      }
    }.flatMap { $0 }
    #expect(Set(read).count == read.count, "something is shown twice")
    #expect(Set(first.map(\.code)).subtracting(gone).subtracting(read) == [], "something is skipped")
    #expect(
      try shop.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM feed_places") }
        == shop.read {
          try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM products WHERE published_at IS NOT NULL")
        })
  }

  @Test func followingShowsStoresBrandsAndProducts() throws {
    let shop = try shop()
    try addStores(3, to: shop)
    try add((0..<30).map { Published(code: "P\($0)", store: "S\($0 % 3)", at: 1_790_000_000_000) }, to: shop)
    try shop.write { database in
      try database.execute(
        sql: """
          INSERT INTO brands (code) VALUES ('B');
          UPDATE products SET brand_id = 1 WHERE code IN ('P0', 'P1', 'P2');
          INSERT INTO users (code) VALUES ('anna'), ('ben');
          INSERT INTO follows (user_id, followed_kind, followed) VALUES
            (1, 'store', 'S1'), (1, 'product', 'P5'), (1, 'store', 'GONE'), (2, 'brand', 'B'), (2, 'search', 'S2');
          UPDATE locations SET status = 'inactive' WHERE code = 'S0';
          UPDATE products SET status = 'inactive' WHERE code = 'P4';
          """)
    }
    func codes(_ user: String) throws -> Set<String> {
      let feed = Feed(.following(user: user), session: Timestamp(millisecondsSince1970: 1_790_000_000_001))
      return Set(try pages(of: feed, size: 4, in: shop).flatMap { $0 })
    }
    #expect(try codes("anna") == ["P1", "P7", "P10", "P13", "P16", "P19", "P22", "P25", "P28", "P5"])
    #expect(try codes("ben") == ["P1", "P2"])
    #expect(try codes("nobody") == [])
  }

  @Test func tokensAreRead() {
    for text in ["", "1.2.3.4", "a.b.c.d.-", "1.2.3.4.5.6", "1.2.3.4.🙂", "9999999999999999.1.1.1.1"] {
      #expect(Feed.Token(text) == nil, "\(text)")
    }
  }

  /// A hundred thousand products: the cost of a page depends on its size, not on its position.
  @Test func pagesOfManyProductsAreQuick() throws {
    let shop = try shop()
    try addStores(40, to: shop)
    try shop.write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
          INSERT INTO products (code, location_id, published_at)
          SELECT 'P' || i, 1 + i % 40, 1790000000000 - (i % 50) * 86400000 FROM n
          """)
    }
    let feed = Feed(.discovery, session: Timestamp(millisecondsSince1970: 1_790_000_000_000))
    let start = ProcessorTime.ofThread
    var token: Feed.Token?
    var count = 0
    for _ in 0..<20 {
      let page = try feed.page(after: token, size: 1000, in: shop)
      count += page.products.count
      token = page.next
    }
    #expect(count == 20_000)
    #expect(ProcessorTime.ofThread - start < .seconds(20))
  }
}

/// Random numbers that are the same each time.
private struct SystemSeed {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return limit <= 0 ? 0 : Int((state >> 33) % UInt64(limit))
  }
}
