import FormatKit
import FormatKitTesting
import GoogleMerchantFormat
import Testing
import XMLReading

/// Items in all their forms, and the records that they become.
@Suite struct GoogleMerchantItemTests {
  typealias Samples = GoogleMerchantSamples

  /// Elements of an item, and the codes that they cause.
  @Test(arguments: [
    ("<g:price>15.00 USD</g:price>", []), ("<g:price>15.00</g:price>", ["google-merchant-price"]),
    ("<g:price>USD 15.00</g:price>", ["google-merchant-price-form"]),
    ("<g:sale_price>15,00 EUR</g:sale_price>", ["google-merchant-price"]),
    (
      "<g:sale_price>1.00 EUR</g:sale_price><g:sale_price_effective_date>now</g:sale_price_effective_date>",
      ["google-merchant-sale-dates"]
    ),
    ("<g:gtin>4006381333930</g:gtin>", ["google-merchant-gtin"]), ("<g:gtin>4006381333931</g:gtin>", []),
    ("<g:availability>in stock</g:availability>", []), ("<g:availability>In_Stock</g:availability>", []),
    ("<g:availability>perhaps</g:availability>", ["google-merchant-unknown-value"]),
    ("<g:expiration_date>2026-13-01</g:expiration_date>", ["google-merchant-invalid-value"]),
    ("<g:image_link>ftp://shop.example/a.jpg</g:image_link>", ["google-merchant-invalid-value"]),
    ("<g:unit_pricing_measure>750 ml</g:unit_pricing_measure>", []),
    ("<g:unit_pricing_measure>750ml</g:unit_pricing_measure>", []),
    ("<g:unit_pricing_measure>one bottle</g:unit_pricing_measure>", ["google-merchant-invalid-value"]),
    ("<g:color>Red/Blue</g:color>", []), ("<g:color>Red, Blue</g:color>", ["google-merchant-colours"]),
    ("<g:colr>Red</g:colr>", ["google-merchant-unknown-attribute"]),
    ("<price>1.00 EUR</price>", ["google-merchant-outside-namespace"]),
    ("<guid>1</guid>", ["google-merchant-left-out"]),
    ("<g:size>S</g:size><g:size>S</g:size>", []),
    ("<g:size>S</g:size><g:size>M</g:size>", ["google-merchant-repeated-attribute"]),
    ("<g:shipping><g:country>DE</g:country><g:price>free</g:price></g:shipping>", ["google-merchant-invalid-value"]),
    ("<g:shipping>DE::Standard:4.90 EUR</g:shipping>", []),
    ("<g:price/>", []), ("<g:title> </g:title>", []),
  ])
  func tellsWhatIsWrong(_ elements: String, _ codes: [String]) {
    let reading = Samples.item(elements)
    #expect(reading.error == nil)
    #expect(reading.codes == codes)
    #expect(reading.contractViolations == [])
  }

  @Test func aPriceAloneSaysNothingOfTheVariant() {
    let reading = Samples.item("<g:price>15.00 USD</g:price>")
    #expect(reading.tables.map(\.name) == ["prices"])
    #expect(reading.values("prices", "sku") == ["A-1"])
    #expect(reading.values("prices", "price_type") == ["regular"])
  }

  @Test(arguments: [
    ("<g:availability>in_stock</g:availability>", true), ("<g:price>1.00 EUR</g:price>", false),
    ("<title>Bowl</title><g:availability>in_stock</g:availability>", false), ("<g:color>Red</g:color>", false),
  ])
  func attributesOfASupplementalFeedAreTold(_ elements: String, _ isTold: Bool) {
    let codes = Samples.item(elements).allProblems.map(\.code)
    #expect(codes.contains(.merchantReplacesAttributes) == isTold)
  }

  @Test func aColourAloneSaysNothingOfTheProduct() {
    let reading = Samples.item("<g:color>Red / Blue</g:color>")
    #expect(reading.tables.map(\.name) == ["variants"])
    #expect(reading.values("variants", "colour") == ["Red/Blue"])
    #expect(reading.values("variants", "product_code") == [nil])
  }

  /// The product of an item without title and group is not known: it may be a variant of any.
  @Test func anItemWithoutATitleMakesNoProduct() {
    let reading = Samples.item("<g:brand>Hill</g:brand><g:product_type>A &gt; B</g:product_type><g:size>M</g:size>")
    #expect(reading.tables.map(\.name) == ["variants"])
    #expect(reading.values("variants", "attributes") == [#"{"brand":"Hill","product_type":"A > B"}"#])
    let grouped = Samples.item("<g:brand>Hill</g:brand><g:item_group_id>G</g:item_group_id>")
    #expect(grouped.values("products", "product_code") == ["G"])
    #expect(grouped.values("products", "brand") == ["Hill"])
  }

  @Test func whatHasNoFieldIsKept() {
    let reading = Samples.item(
      "<g:mpn>X</g:mpn><g:gender>female</g:gender><g:installment><g:months>6</g:months><g:amount>50 BRL</g:amount>"
        + "</g:installment><g:promotion_id>A</g:promotion_id><g:promotion_id>B</g:promotion_id><c:season>winter</c:season>"
    )
    #expect(
      reading.values("variants", "attributes") == [
        #"{"gender":"female","installment":{"months":"6","amount":"50 BRL"},"mpn":"X","promotion_id":["A","B"],"season":"winter"}"#
      ])
  }

  @Test(
    arguments: [
      ("", nil as String?, #"{"cost_of_goods_sold":"4.20 EUR"}"#, 1), ("EUR", "4.20", nil, 0),
      ("USD", nil, #"{"cost_of_goods_sold":"4.20 EUR"}"#, 1),
    ] as [(String, String?, String?, Int)])
  func costsAreOfTheShopsCurrency(_ currency: String, _ cost: String?, _ kept: String?, _ notices: Int) {
    let reading = Samples.item(
      "<g:cost_of_goods_sold>4.20 EUR</g:cost_of_goods_sold>", options: currency.isEmpty ? [:] : ["currency": currency])
    #expect(reading.values("variants", "standard_cost") == [cost])
    #expect(reading.values("variants", "attributes") == [kept])
    #expect(reading.codes.count { $0 == "google-merchant-cost-kept" } == notices)
  }

  @Test func anUnknownCurrencyOptionIsRefused() {
    let reading = Samples.item("", options: ["currency": "EUX"])
    #expect(reading.error?.code == .invalidOption)
    #expect(reading.error?.remedy == "Did you mean EUR?")
  }

  @Test(
    arguments: [
      ("Home &gt; Garden", "Home > Garden", ["Home", "Home > Garden"]),
      ("Home&gt;Garden", "Home > Garden", ["Home", "Home > Garden"]),
      ("Gifts", "Gifts", ["Gifts"]), ("&gt; &gt;", nil, []),
    ] as [(String, String?, [String])])
  func categoriesAreATree(_ type: String, _ category: String?, _ categories: [String]) {
    let reading = Samples.item("<g:title>A</g:title><g:product_type>\(type)</g:product_type>")
    #expect(reading.values("products", "category") == [category])
    #expect(reading.values("categories", "category") == categories)
  }

  @Test func googlesCategoryServesWhereItIsNoNumber() {
    let number = Samples.item("<g:title>A</g:title><g:google_product_category>2271</g:google_product_category>")
    #expect(number.values("products", "category") == [nil])
    let path = Samples.item("<g:title>A</g:title><g:google_product_category>A &gt; B</g:google_product_category>")
    #expect(path.values("products", "category") == ["A > B"])
    #expect(path.values("variants", "attributes") == [#"{"google_product_category":"A > B"}"#])
  }

  @Test func theSecondOfAnIDIsRefusedWhole() {
    let reading = Samples.reading(
      Samples.feed(
        "<g:id>1</g:id><g:price>1.00 EUR</g:price>", "<g:id>1</g:id><g:price>2.00 EUR</g:price><g:gtin>1</g:gtin>"))
    #expect(reading.values("prices", "price") == ["1.00"])
    #expect(reading.codes == ["google-merchant-duplicate-id"])
    let place = reading.allProblems.first { $0.code == .merchantDuplicateID }?.position
    #expect(place?.path == "/rss/channel/item[2]/id")
    #expect(place?.line == 4)
  }

  @Test func placesInTextAreLineAndColumn() {
    let reading = Samples.reading(
      "id\ttitle\timage_link\tprice\nA\tGrüße\t\t1,00 EUR\nB\t\"Two\tthree\"\t\t1,00 EUR\nC\tx\t\t1,00 EUR\n")
    let places = reading.allProblems.filter { $0.code == .merchantPrice }.map(\.position)
    #expect(places.map(\.line) == [2, 3, 4])
    // Quotes make the column uncertain, also in the last line, after an earlier line had them.
    #expect(places.map(\.column) == [10, 0, 0])
    #expect(places.map(\.field) == ["price", "price", "price"])
  }

  @Test func quotesMayBeText() {
    let text = "id\ttitle\timage_link\tprice\nA\t\"Big\" pan\t\t1.00 EUR\nB\t12\" pan\t\t1.00 EUR\n"
    #expect(Samples.reading(text).codes.contains("csv-stray-quote"))
    let reading = Samples.reading(text, options: ["quotes": "no"])
    #expect(reading.codes == [])
    #expect(reading.values("products", "title") == ["\"Big\" pan", "12\" pan"])
  }

  @Test(arguments: ["sku\ttitle\nA\tB\n", "id,title,price\nA,B,C\n", "just some text\n"])
  func refusesOtherText(_ text: String) {
    #expect(Samples.reading(text).error?.code == .wrongFormat)
  }

  @Test func aThousandDeepIsRefused() {
    let deep = String(repeating: "<g:a>", count: 1000) + String(repeating: "</g:a>", count: 1000)
    let reading = Samples.reading(Samples.feed("<g:id>0</g:id><title>Bowl</title>", "<g:id>1</g:id>\(deep)"))
    #expect(reading.error?.code == .tooDeep)
  }

  @Test func anItemWithoutEndIsRefused() {
    let many = String(repeating: "<g:a/>", count: 100_001)
    let reading = Samples.reading(Samples.feed("<g:id>1</g:id>\(many)"))
    #expect(reading.error?.code == XMLCodes.elementTooLarge)
  }

  /// Values that are much larger than any feed needs are limited or reported.
  @Test func hostileValuesAreBounded() {
    let parts = String(repeating: "<g:rate>1</g:rate>", count: 50_000)
    let many = Samples.item("<g:tax>\(parts)</g:tax>")
    #expect(many.codes == ["google-merchant-invalid-value"])
    let colons = Samples.item("<g:shipping>\(String(repeating: ":", count: 4 << 20))</g:shipping>")
    #expect(colons.error == nil)
    let unknown = Samples.item((1...3000).map { "<g:a\($0)>1</g:a\($0)>" }.joined())
    #expect(unknown.table("variants")?.records.first?.problems.count ?? 0 <= 1001)
    // Each sign becomes two in the attributes.
    let quotes = Samples.item(
      "<g:mpn>\(String(repeating: "\"", count: 5 << 20))</g:mpn><g:pattern>\(String(repeating: "\"", count: 5 << 20))</g:pattern>"
    )
    #expect(quotes.codes.contains("field-too-large"))
    #expect(quotes.contractViolations == [])
  }

  /// Errors of items are reported again if the feed cannot be read to its end.
  @Test func anErrorAtTheEndTellsOfAll() {
    let text = Samples.feed("<g:id>1</g:id><g:price>15,00 EUR</g:price>").dropLast(10)
    let error = Samples.reading(String(text)).error
    #expect(error?.code == .sourceTruncated)
    #expect(error?.further.map(\.code) == [.merchantPrice])
  }

  @Test func manyItemsKeepMemoryBounded() {
    let items = (1...5000).map { "<g:id>\($0)</g:id><title>Item \($0)</title><g:price>\($0).00 EUR</g:price>" }
    let text = Samples.feed().replacing(
      "<channel>\n", with: "<channel>\n" + items.map { "<item>\($0)</item>\n" }.joined())
    let reading = Samples.reading(text)
    #expect(reading.error == nil)
    #expect(reading.table("variants")?.records.count == 5000)
    #expect(reading.batchCount > 10, "the records come in batches")
  }
}
