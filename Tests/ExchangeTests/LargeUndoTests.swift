import Exchange
import FormatKit
import Foundation
import GRDB
import RetailValues
import ShopCheck
import Stock
import Testing

/// An undo of an import that made most of the records removes them without the indexes of their tables, which are there again
/// afterwards.
@Suite struct LargeUndoTests {
  private func items(_ numbers: Range<Int>) -> String {
    numbers.reduce(into: "product_code,title,sku,barcode,price\n") { text, number in
      let digits = String(format: "40%010d", number)
      let sum = zip(digits, 0...).reduce(0) { $0 + ($1.0.wholeNumberValue ?? 0) * ($1.1 % 2 == 0 ? 1 : 3) }
      let barcode = digits + "\((10 - sum % 10) % 10)"
      text += "P\(number / 2),Item \(number / 2),S\(number),\(barcode),\(number % 90 + 1).50\n"
    }
  }

  private func contents(of shop: TestShop) throws -> [String] {
    try ["products", "variants", "barcodes", "prices"].map { try shop.export($0) }
  }

  private func schema(of shop: TestShop) throws -> [String] {
    try shop.shop.read {
      try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    }
  }

  @Test(arguments: [0, 10, 3_000]) func whatWasThereBeforeStays(_ before: Int) throws {
    let shop = try TestShop.unguarded()
    if before > 0 { try shop.take(items(0..<before)) }
    let (kept, schema) = (try contents(of: shop), try schema(of: shop))
    guard case .applied(let number) = try shop.take(items(before..<before + 1_200)).outcome else {
      Issue.record("not applied")
      return
    }
    let made = try contents(of: shop)
    #expect(try shop.shop.undoImport(number, actor: manager, at: hour(500)).total(.reverted) > 4_000)
    #expect(try contents(of: shop) == kept)
    #expect(try self.schema(of: shop) == schema)
    #expect(try shop.shop.check() == [])
    try shop.shop.redoImport(number, actor: manager, at: hour(501))
    #expect(try contents(of: shop) == made)
    #expect(try shop.shop.check() == [])
  }
}
