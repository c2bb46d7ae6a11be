import FormatKitTesting
import Foundation
import GRDB
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// Records pass through a block of memory into their staging tables.
@Suite struct StagedBlockTests {
  private func withArea(_ work: (StagingArea) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("block-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let shop = try NewShop.make(
      at: folder.appendingPathComponent("shop.db").path,
      settings: ShopSettings(name: "test", currency: Currency("EUR").unsafelyUnwrapped, timeZone: "UTC"))
    try shop.withStaging(work)
  }

  /// Values of every sort and length, in so many records that the block is filled several times; one of them does not fit into
  /// a block.
  @Test func everyValueArrivesAsItWas() throws {
    var random = SeededGenerator(seed: 7)
    let records = (0..<9_000).map { number -> [StagedValue] in
      (0..<4).map { _ -> StagedValue in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .absent
        case 1: .clear
        case 2: .integer(Int64.random(in: .min ... .max, using: &random))
        case 3: .text("")
        case 4: .text(String(repeating: "é", count: Int.random(in: 0..<40, using: &random)))
        default: .text(String(repeating: "x", count: number == 5_000 ? 600_000 : 3))
        }
      }
    }
    let long = records[5_000].map { if case .text(let text) = $0 { text.utf8.count } else { 0 } }.max() ?? 0
    #expect(long == 600_000)
    try withArea { area in
      try area.fill {
        let inserter = try area.inserter(for: "variants", fields: ["sku", "title", "size", "material"])
        for (number, record) in records.enumerated() {
          try inserter.insert(
            record,
            at: StagedPosition(table: number / 5_000, line: number + 2, record: number + 1, byteOffset: 10 * number),
            isBroken: number % 7 == 0)
        }
      }
      let rows = try Row.fetchAll(
        area.database,
        sql: """
          SELECT seq, tbl, line, record, offset, broken, clear, f_sku, f_title, f_size, f_material FROM temp.stage_variants
          ORDER BY seq
          """)
      try #require(rows.count == records.count)
      for (number, row) in rows.enumerated() {
        var clear: Int64 = 0
        let values = records[number].enumerated().map { place, value -> DatabaseValue in
          switch value {
          case .absent: return .null
          case .clear:
            clear |= 1 << Int64(place)
            return .null
          case .integer(let integer): return integer.databaseValue
          case .text(let text): return text.databaseValue
          case .bytes: return .null
          }
        }
        let place = [number + 1, number / 5_000, number + 2, number + 1, 10 * number, number % 7 == 0 ? 1 : 0]
        #expect(
          Array(row.databaseValues) == place.map(\.databaseValue) + [clear.databaseValue] + values, "record \(number)")
      }
      // Outside of filling there is nothing on its way.
      #expect(try Int.fetchOne(area.database, sql: "SELECT COUNT(*) FROM staged_block") == 0)
    }
  }

  /// What a record says is known again wherever it comes, but not what is said with another code or in another field.
  @Test func recordsAreSetAsideWhereverTheirLikeCame() throws {
    try withArea { area in
      let records: [[StagedValue]] = [
        [.text("A"), .text("x"), .absent], [.text("B"), .text("x"), .absent], [.text("A"), .text("x"), .absent],
        [.text("A"), .absent, .text("x")], [.text("A"), .text("x"), .absent], [.text("A"), .text("x"), .absent],
        [.text("B"), .text("x"), .clear], [.text("B"), .text("x"), .absent], [.absent, .text("x"), .absent],
        [.text("B"), .text("x"), .absent], [.absent, .text("x"), .absent],
      ]
      try area.fill {
        let inserter = try area.inserter(for: "products", fields: ["product_code", "title", "brand"])
        for (number, record) in records.enumerated() {
          try inserter.insert(
            record, at: StagedPosition(table: 0, line: 0, record: number, byteOffset: 0), isBroken: number == 7)
        }
        #expect(!inserter.keysAscend && inserter.lastNumber == 11)
      }
      let staged = try Int.fetchAll(area.database, sql: "SELECT seq FROM temp.stage_products ORDER BY seq")
      #expect(staged == [1, 2, 4, 7, 8, 9, 11])
      let repeats = try #require(area.staged["products"]?.inserter.repeats)
      let places = try repeats.setAside()
      var found: [[Int64]] = []
      while let place = places.current {
        found.append(Array(place.prefix(2)))
        try places.advance()
      }
      #expect(found == [[3, 1], [5, 1], [6, 1], [10, 2]])
      try area.spellOutRepeats()
      let titles = try String.fetchAll(
        area.database,
        sql:
          "SELECT seq || ' ' || COALESCE(f_product_code, '-') || ' ' || record FROM temp.stage_products WHERE seq IN (3, 5, 6, 10)"
      )
      #expect(titles == ["3 A 2", "5 A 4", "6 A 5", "10 B 9"])
    }
  }

  /// A content that is known keeps its number, however many come; of those beyond the limit none is found.
  @Test func contentsKeepTheirNumbers() {
    var known = ContentNumbers()
    func number(_ content: UInt64, orAdd number: Int64) -> Int64? {
      withUnsafePointer(to: content) {
        known.number(
          of: UnsafeBufferPointer(start: $0, count: 1), UnsafeRawBufferPointer(start: nil, count: 0), orAdd: number)
      }
    }
    let limit = ContentNumbers.limit
    for content in 0..<limit + 10 { #expect(number(UInt64(content), orAdd: Int64(content) + 1) == nil) }
    for content in 0..<limit where number(UInt64(content), orAdd: -1) != Int64(content) + 1 {
      Issue.record("content \(content) has another number")
    }
    #expect(number(UInt64(limit + 5), orAdd: 1) == nil)
  }
}
