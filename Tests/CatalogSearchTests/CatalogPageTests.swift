import FormatKitTesting
import Foundation
import GRDB
import ProblemKit
import RetailValues
import StockTesting
import Testing

@testable import CatalogSearch
@testable import Stock

/// Pages of a search while the catalog changes under it.
@Suite struct CatalogPageTests {
  private static let now = Timestamp(millisecondsSince1970: 1000)

  private func withKeptSearches(limit: Int = 1 << 20, _ work: (KeptSearches) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("search-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try work(KeptSearches(at: folder.appendingPathComponent(KeptSearches.fileName).path, limit: limit))
  }

  /// Products may be added, renamed, repriced, withdrawn or removed between two pages: every product that was found and
  /// is still visible appears once, in its original order, and no other product appears.
  @Test(arguments: Seeds.of(1...12)) func pagesNeitherRepeatNorSkip(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var catalog = PlainCatalog(&random, products: 90)
    try withShop { shop in
      try shop.write { try catalog.fill($0) }
      try withKeptSearches { kept in
        var query = PlainCatalog.query(&random)
        (query.codes, query.titles, query.descriptions, query.stores, query.sizes) = ([], [], [], [], [])
        (query.lowestPrice, query.metres, query.isInStock) = (nil, nil, false)
        let size = Int.random(in: 1...7, using: &random)
        let all = try shop.products(query, at: Self.now)
        var gone: Set<Int64> = []
        var seen: [Int64] = []
        // A product that was shown before it disappeared is not an error.
        var page = try shop.catalogPage(query, size: size, at: Self.now, keptIn: kept)
        #expect(page.total == all.count)
        while true {
          #expect(page.products.allSatisfy { !gone.contains($0.id) })
          seen += page.products.map(\.id)
          guard let next = page.next else { break }
          #expect(page.products.count == size)
          for _ in 0..<Int.random(in: 0...6, using: &random) {
            let id = Int64.random(in: 1...90, using: &random)
            let title = PlainCatalog.titles.randomElement(using: &random) ?? ""
            let change = Int.random(in: 0...4, using: &random)
            let made = Int64(catalog.products.count + 1)
            if change == 0 {
              catalog.products.append(.init(id: made, code: "A\(made)", title: title))
            } else if change > 2 {
              gone.insert(id)
            }
            let added = catalog.products.last
            try shop.write { database in
              switch change {
              case 0: try added.map { try catalog.insert($0, database) }
              case 1: try database.execute(sql: "UPDATE products SET title = ? WHERE id = ?", arguments: [title, id])
              case 2: try database.execute(sql: "UPDATE prices SET price = price * 7 % 1000")
              case 3:
                // Withdrawn, or active again: a status that the search did not ask for.
                let other = query.statuses.contains("inactive") ? "draft" : "inactive"
                try database.execute(sql: "UPDATE products SET status = ? WHERE id = ?", arguments: [other, id])
              default:
                for table in ["balances", "prices"] {
                  try database.execute(
                    sql: "DELETE FROM \(table) WHERE variant_id IN (SELECT id FROM variants WHERE product_id = ?)",
                    arguments: [id])
                }
                for table in ["variants", "product_colours"] {
                  try database.execute(sql: "DELETE FROM \(table) WHERE product_id = ?", arguments: [id])
                }
                try database.execute(sql: "DELETE FROM products WHERE id = ?", arguments: [id])
              }
            }
          }
          page = try shop.catalogPage(after: next, size: size, seesStock: true, at: Self.now, keptIn: kept)
          #expect(page.total == all.count)
        }
        let shownBefore = Set(seen)
        #expect(shownBefore.count == seen.count)
        #expect(seen == all.filter { shownBefore.contains($0) })
        #expect(Set(all).subtracting(gone).isSubset(of: shownBefore))
      }
    }
  }

  @Test func aPageMayBeAskedForByItsNumber() throws {
    try withShop { shop in
      try shop.addGoods(32)
      var query = CatalogQuery()
      query.order = .newest
      let pages = try (1...4).map { try shop.catalogPage(query, size: 10, page: $0, at: Self.now) }
      #expect(pages.map(\.products.count) == [10, 10, 10, 2])
      #expect(pages.flatMap { $0.products.map(\.id) } == (1...32).reversed())
      #expect(pages.map(\.first) == [0, 10, 20, 30])
      #expect(try shop.catalogPage(query, size: .max, page: .max, at: Self.now).products.isEmpty)
    }
  }

  @Test func aSearchIsKeptForADayAndWithinItsRoom() throws {
    try withShop { shop in
      try shop.addGoods(40)
      try withKeptSearches(limit: 3 * 40 * 8) { kept in
        func begin(_ moment: Int64) throws -> String {
          let moment = Timestamp(millisecondsSince1970: moment)
          return try #require(try shop.catalogPage(CatalogQuery(), size: 3, at: moment, keptIn: kept).next)
        }
        func goOn(_ token: String, _ moment: Int64) -> Int? {
          let moment = Timestamp(millisecondsSince1970: moment)
          return try? shop.catalogPage(after: token, size: 5, seesStock: false, at: moment, keptIn: kept).products.count
        }
        let end = 4 * KeptSearches.sharing
        let tokens = try (1...4).map { try begin($0 * KeptSearches.sharing) }
        // There is room for three.
        #expect(tokens.map { goOn($0, end) } == [nil, 5, 5, 5])
        let last = tokens[3]
        #expect(goOn(last, end + KeptSearches.lifetime) == 5)
        #expect(goOn(last, end + 1 + KeptSearches.lifetime) == nil)
        let id = last.split(separator: ".")[0]
        #expect(goOn("\(id).40", end) == 0)
        for wrong in ["", ".", "x.1", "\(id)", "\(id).41", "\(id).-1", "\(id).x", "\(id).1.1", "%.0"] {
          #expect(goOn(wrong, end) == nil, "\(wrong)")
        }
      }
    }
  }

  /// What is searched for again and again, such as the whole catalog, is written once.
  @Test func theSameSearchIsSharedWhileItFindsTheSame() throws {
    try withShop { shop in
      try shop.addGoods(40)
      try withKeptSearches { kept in
        func begin(_ moment: Int64, _ query: CatalogQuery = CatalogQuery()) throws -> String {
          let moment = Timestamp(millisecondsSince1970: moment)
          return try #require(try shop.catalogPage(query, size: 3, at: moment, keptIn: kept).next)
        }
        let first = try begin(1)
        #expect(try begin(KeptSearches.sharing) == first)
        #expect(try begin(KeptSearches.sharing + 1) != first, "it would end too soon")
        let latest = try begin(KeptSearches.sharing + 2)
        var other = CatalogQuery()
        other.order = .newest
        #expect(try begin(KeptSearches.sharing + 2, other) != latest)
        other.order = .title
        other.includesUnpublished = true
        #expect(try begin(KeptSearches.sharing + 2, other) != latest, "it shows more")
        try shop.write { try $0.execute(sql: "UPDATE products SET status = 'inactive' WHERE id = 40") }
        #expect(try begin(KeptSearches.sharing + 2) != latest, "it finds less")
      }
    }
  }

  @Test func onAFullDiskNothingIsKeptAndOtherFailuresAreReported() throws {
    try withShop { shop in
      try shop.addGoods(40)
      try withKeptSearches { kept in
        func begin(_ number: Int64) throws -> String? {
          let moment = Timestamp(millisecondsSince1970: number * KeptSearches.sharing)
          return try shop.catalogPage(CatalogQuery(), size: 3, at: moment, keptIn: kept).next
        }
        // A file that has no room for one more page than it has.
        try kept.queue.write { try $0.execute(sql: "PRAGMA max_page_count = 1") }
        #expect(try begin(1) != nil)
        let later = try (2...20).map { try begin($0) }
        #expect(later.last == .some(nil))
        try kept.queue.write { try $0.execute(sql: "DROP TABLE searches") }
        #expect(throws: (any Error).self) { try begin(21) }
      }
    }
  }

  /// Nothing of the catalog's own is lost with what was kept: a file that is something else is named, not overwritten.
  @Test func aFileThatIsNoneOfOursIsNamed() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("search-\(UUID().uuidString)").path
    try Data("no database at all, but long enough to be looked at as one".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: Problems.self) { try KeptSearches(at: path) }
  }
}
