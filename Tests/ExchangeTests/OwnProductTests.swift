import Exchange
import Stock
import Testing

/// Rows that name an item and no product.
struct OwnProductTests {
  private static func shop() throws -> TestShop {
    let shop = try TestShop()
    let summary = try shop.take(
      """
      sku,product_code,title,size,barcode,price
      MUG-S,MUG,Mug,S,4006381333931,4.00
      MUG-L,MUG,Mug,L,4006381333948,6.00
      TEA,TEA,Tea,,,2.00

      """)
    try #require(summary.isApplied, "\(summary.reported)")
    return shop
  }

  private static let before = "sku,product_code\nMUG-S,MUG\nMUG-L,MUG\nTEA,TEA\n"

  private static func variants(_ shop: TestShop) throws -> String {
    try shop.export("variants", fields: ["sku", "product_code"])
  }

  @Test(arguments: [
    // The shop's own export, without the product.
    "sku,title,price\nMUG-L,Mug,6.00\nMUG-S,Mug,4.00\nTEA,Tea,2.00\n", "sku,title\nMUG-S,Mug\n",
    "sku,price\nMUG-S,4.00\n", "sku,product_code,title\nMUG-S,,Mug\nTEA,,Tea\n", "barcode,title\n4006381333948,Mug\n",
  ])
  func whatTheShopHasIsUnchanged(text: String) throws {
    let shop = try Self.shop()
    let summary = try shop.take(text)
    #expect(summary.isApplied && summary.counts.allSatisfy { $0.action == .unchanged }, "\(summary.reported)")
    #expect(try Self.variants(shop) == Self.before)
  }

  @Test func whatIsSaidOfTheProductIsSaidOfTheItemsOwn() throws {
    let shop = try Self.shop()
    let summary = try shop.take("sku,title,brand\nMUG-L,Large cup,Nord\nMUG-S,Large cup,Nord\nNEW,New thing,Nord\n")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(
      try Self.variants(shop) == "sku,product_code\nMUG-S,MUG\nMUG-L,MUG\nTEA,TEA\nNEW,NEW\n")
    #expect(
      try shop.export("products", fields: ["product_code", "title"])
        == "product_code,title\nMUG,Large cup\nTEA,Tea\nNEW,New thing\n")
  }

  /// Two items of a product cannot each say what it is called.
  @Test func rowsThatContradictEachOtherAreRefused() throws {
    let shop = try Self.shop()
    let summary = try shop.take("sku,title\nMUG-L,Large mug\nMUG-S,Small mug\n")
    #expect(!summary.isApplied && summary.reported.contains("conflict"), "\(summary.reported)")
    #expect(try Self.variants(shop) == Self.before)
  }

  /// Who names a product means it, also one with the item's own code.
  @Test func anItemGoesToAnotherProductWhenThatIsNamed() throws {
    let shop = try Self.shop()
    let summary = try shop.take("sku,product_code,title\nMUG-L,MUG-L,Large mug\n")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(
      try Self.variants(shop)
        == "sku,product_code\nMUG-S,MUG\nMUG-L,MUG-L\nTEA,TEA\n")
  }
}
