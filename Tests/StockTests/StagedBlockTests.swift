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
}
