import Foundation
import Testing

/// A corrected reject file is read as its import was.
@Suite struct RejectReadingTests {
  private let folder: TestFolder
  private let shop: TestShopFolder

  private static let goods = "sku,nm,category,price\nA,Cup,Klothing,4.50\nB,Mug,Klothing,abc\n"

  init() throws {
    folder = try TestFolder()
    shop = try folder.shop("shop")
    try folder.write("categories.csv", "category,category_name\nClothing,Clothing\nShoes,Shoes\n")
    try folder.write("goods.csv", Self.goods)
    try shop.must(["import", "../categories.csv"])
  }

  /// Imports the goods as import 2, and writes what was left out into `rest.csv`, corrected.
  private func leaveOut(_ options: [String]) throws {
    let words = ["import", "../goods.csv", "--on-error", "skip", "--accept", "many-rejected"]
    let taken = try shop.run(words + options)
    try #require(taken.status == 3, "\(taken.shown)")
    let rejects = try String(contentsOfFile: folder.path + "/goods.rejects.csv", encoding: .utf8)
    try folder.write("rest.csv", rejects.replacing("abc", with: "7.25"))
  }

  private static let options = ["--map", "nm=title", "--value", "category:Klothing=Clothing"]

  private func goods() throws -> [String] {
    try ShopContents.rows(
      shop.database,
      """
      SELECT v.sku, p.title, g.code FROM variants v JOIN products p ON p.id = v.product_id
        LEFT JOIN categories g ON g.id = p.category_id ORDER BY v.sku
      """)
  }

  @Test func columnsAndValuesAreReadAgain() throws {
    try leaveOut(Self.options)
    #expect(try shop.must(["inspect", "../rest.csv"]).outputText.contains("reject file: read as import 2 was"))
    let planned = try shop.must(["import", "../rest.csv", "--plan", "../rest.plan"])
    #expect(planned.outputText.contains("reject file: read as import 2 was"), "\(planned.shown)")
    try shop.must(["apply", "../rest.plan"])
    #expect(try goods() == ["A|Cup|Clothing", "B|Mug|Clothing"])
    let again = try shop.must(["import", "../rest.csv"])
    #expect(again.outputText.contains("Already applied as import 3"), "\(again.shown)")
    try shop.must(["check"])
  }

  @Test func theProfileIsReadAgain() throws {
    try folder.write(
      "shop/profiles/goods.yml",
      """
      profile: goods
      records:
        - kind: products
          fields:
            product_code: sku
            title: nm
            category: { column: category, apply: [map: { values: { Klothing: Clothing }, otherwise: keep }] }
        - { kind: variants, fields: { sku: sku, product_code: sku } }
        - { kind: prices, fields: { sku: sku, price: price } }

      """)
    try leaveOut(["--profile", "goods"])
    try shop.must(["import", "../rest.csv"])
    #expect(try ShopContents.rows(shop.database, "SELECT COUNT(*) FROM prices") == ["2"])
    #expect(try goods() == ["A|Cup|Clothing", "B|Mug|Clothing"])
    let profiles = try ShopContents.rows(shop.database, "SELECT profile FROM imports WHERE id > 1")
    #expect(profiles == ["goods", "goods"])
  }

  @Test func anOptionThatIsGivenCountsFirst() throws {
    try leaveOut(Self.options)
    try shop.must(["import", "../rest.csv", "--value", "category:Klothing=Shoes"])
    #expect(try goods() == ["A|Cup|Clothing", "B|Mug|Shoes"])
  }

  @Test func anUndoneImportAndAnotherShopAreSaid() throws {
    try leaveOut(Self.options)
    let other = try folder.shop("other")
    let elsewhere = try other.run(["import", "../rest.csv", "--dry-run"])
    #expect(elsewhere.outputText.contains("reject file: not from an import of this shop"), "\(elsewhere.shown)")
    try shop.must(["imports", "undo", "2"])
    let undone = try shop.run(["import", "../rest.csv", "--dry-run"])
    #expect(undone.outputText.contains("not read as import 2 was (import 2 is undone;"), "\(undone.shown)")
  }

  @Test func anotherFileHasNoImport() throws {
    let planned = try shop.run(["import", "../goods.csv", "--dry-run"])
    #expect(!planned.outputText.contains("reject file"), "\(planned.shown)")
  }
}
