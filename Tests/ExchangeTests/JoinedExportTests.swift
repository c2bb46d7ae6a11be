import Exchange
import FormatKit
import StandardFormats
import Stock
import Testing

/// Exports of variants with fields of their products, barcodes and prices.
@Suite struct JoinedExportTests {
  private static let feed = """
    <rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
    <item><g:id>R</g:id><g:item_group_id>SHIRT</g:item_group_id><title>Shirt red</title><g:brand>Hill</g:brand>
    <g:product_type>Clothing &gt; Shirts</g:product_type><g:color>Red</g:color><g:price>29.00 EUR</g:price>
    <g:sale_price>19.00 EUR</g:sale_price><g:gtin>4006381333931</g:gtin><g:gtin>96385074</g:gtin>
    <link>https://shop.example/r</link><g:cost_of_goods_sold>11.00 EUR</g:cost_of_goods_sold></item>
    <item><g:id>G</g:id><g:item_group_id>SHIRT</g:item_group_id><title>Shirt green</title><g:brand>Hill</g:brand>
    <g:color>Green</g:color><g:price>30.00 EUR</g:price><link>https://shop.example/g</link></item>
    <item><g:id>MUG</g:id><title>Mug</title><g:price>7.50 EUR</g:price></item>
    </channel></rss>
    """

  private func shop() throws -> TestShop {
    let shop = try TestShop()
    let summary = try shop.take(Self.feed, name: "feed.xml") { $0.options = ["currency": "EUR"] }
    #expect(summary.errorCount == 0)
    return shop
  }

  @Test func aFeedBecomesGoods() throws {
    let shop = try shop()
    #expect(try shop.int("SELECT COUNT(*) FROM products") == 2)
    #expect(try shop.int("SELECT COUNT(*) FROM variants") == 3)
    #expect(try shop.int("SELECT COUNT(*) FROM prices") == 4)
    #expect(try shop.int("SELECT COUNT(*) FROM barcodes") == 2)
    #expect(try shop.lines("categories", "category", "parent_category") == ["Clothing,", "Clothing > Shirts,Clothing"])
    #expect(try shop.lines("variants", "sku", "standard_cost") == ["R,11", "G,", "MUG,"])
  }

  @Test func variantsHaveFieldsOfTheirProducts() throws {
    let shop = try shop()
    #expect(
      try shop.lines(
        "variants", "sku", "title", "variant_title", "category", "barcode", "price", "currency", "sale_price",
        "availability")
        == [
          "R,Shirt red,,Clothing > Shirts,\"4006381333931,96385074\",29.00,EUR,19.00,out_of_stock",
          "G,Shirt red,Shirt green,Clothing > Shirts,,30.00,EUR,,out_of_stock",
          "MUG,Mug,,,,7.50,EUR,,out_of_stock",
        ])
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    #expect(try shop.take("sku,location,quantity\nMUG,shop,3\n", name: "stock_levels.csv").isApplied)
    #expect(try shop.lines("variants", "sku", "availability").last == "MUG,in_stock")
  }

  /// What is written as a feed and imported again changes nothing.
  @Test(arguments: ["rss", "atom", "tsv"]) func aFeedOfTheShopChangesNothing(_ form: String) throws {
    let shop = try shop()
    let before = try shop.dump()
    let kind = try #require(Vocabulary.kind("variants"))
    let fields = [
      "sku", "product_code", "title", "variant_title", "category", "brand", "colour", "size", "standard_cost",
      "barcode", "price", "currency", "sale_price", "attributes",
    ]
    let sink = ByteSink.memory()
    let options = ["form": form, "currency": "EUR"]
    try RecordExport(shop: shop.shop).write(
      kind, fields: fields, format: standardFormats.format("google-merchant"), options: options, to: sink)
    let summary = try shop.take(sink.collectedText, name: form == "tsv" ? "feed.txt" : "feed.xml") {
      $0.format = "google-merchant"
      $0.options = ["currency": "EUR"]
    }
    #expect(summary.tally.filter { !$0.contains("unchanged") } == [])
    let after = try shop.dump()
    for table in ["products", "variants", "barcodes", "prices", "categories"] {
      #expect(after[table] == before[table], "\(table)")
    }
  }

  @Test func anUnknownFieldIsTold() throws {
    #expect(throws: Problems.self) { try shop().lines("variants", "sku", "titel") }
    #expect(throws: Problems.self) { try shop().lines("products", "sale_price") }
  }
}
