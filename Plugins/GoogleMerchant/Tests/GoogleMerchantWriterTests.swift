import FormatKit
import FormatKitTesting
import GoogleMerchantFormat
import Testing

@Suite struct GoogleMerchantWriterTests {
  typealias Samples = GoogleMerchantSamples

  static let forms = ["rss", "atom", "tsv"]

  private func text(
    _ table: String, _ columns: [String], _ rows: [[String?]], _ options: [String: String] = [:]
  ) throws -> String {
    String(decoding: try Samples.written(table, columns, rows, options: options), as: UTF8.self)
  }

  /// Tables of categories are not written: their paths come back with the products.
  static let tables = [
    ConformanceSample(
      name: "round.xml",
      text: GoogleMerchantSamples.feed(
        """
        <g:id>A &amp; "1"</g:id><g:item_group_id>A</g:item_group_id><title>Bowl &lt;big&gt;, 12"</title>
        <description>Line one\nline two\ttabbed</description><link>https://shop.example/?a=1&amp;b=2</link>
        <g:image_link>https://shop.example/a,b.jpg</g:image_link>
        <g:additional_image_link>https://shop.example/1,2.jpg</g:additional_image_link>
        <g:additional_image_link>https://shop.example/3.jpg</g:additional_image_link>
        <g:availability>in_stock</g:availability><g:price>15.00 USD</g:price><g:sale_price>9.00 USD</g:sale_price>
        <g:sale_price_effective_date>2026-02-24T11:00+0100/2026-02-28T23:59+0100</g:sale_price_effective_date>
        <g:gtin>4006381333931</g:gtin><g:gtin>96385074</g:gtin><g:brand>Harbour</g:brand><g:color>Red/Blue</g:color>
        <g:size>M</g:size><g:cost_of_goods_sold>4.00 USD</g:cost_of_goods_sold>
        <g:shipping><g:country>US</g:country><g:price>1.00 USD</g:price></g:shipping>
        <g:shipping><g:country>CA</g:country><g:service>Fast: by air</g:service><g:price>2.00 USD</g:price></g:shipping>
        <g:product_detail><g:section_name>Care</g:section_name><g:attribute_name>Wash, dry</g:attribute_name>
        <g:attribute_value>say "no"</g:attribute_value></g:product_detail>
        <c:stock_unit>each</c:stock_unit><c:tax_rate>19</c:tax_rate><c:season>winter</c:season>
        """,
        "<g:id>B</g:id><g:item_group_id>A</g:item_group_id><title>Bowl, small</title><g:price>7.00 USD</g:price>"
          + "<c:list_price>8.00 USD</c:list_price><c:tax_included>true</c:tax_included><g:size>S</g:size>",
        "<g:id>C</g:id><title>Alone</title><g:price>3 USD</g:price><g:gender>unisex</g:gender>"))
  ]

  @Test(arguments: forms)
  func everyTableComesBack(_ form: String) {
    #expect(
      FormatConformance.roundTripViolations(
        of: GoogleMerchantFormat.self, samples: Self.tables, writeOptions: ["form": form]) == [])
  }

  @Test(arguments: forms)
  func everyTableComesBackWithTheShopsCurrency(_ form: String) {
    var samples = Self.tables
    samples[0].options = ["currency": "USD"]
    #expect(
      FormatConformance.roundTripViolations(
        of: GoogleMerchantFormat.self, samples: samples, writeOptions: ["form": form, "currency": "USD"]) == [])
  }

  /// Products, variants, barcodes and prices in one table become items, and come back.
  @Test(arguments: forms)
  func wholeCataloguesComeBack(_ form: String) {
    #expect(
      FormatConformance.catalogueRoundTripViolations(
        of: GoogleMerchantFormat.self, samples: Self.tables, writeOptions: ["form": form]) == [])
  }

  /// What an export of a shop joins: product, variant, barcodes and prices in one row.
  static let joinedColumns = [
    "sku", "product_code", "title", "variant_title", "description", "brand", "category", "colour", "size", "barcode",
    "price", "currency", "sale_price", "sale_price_effective_date", "availability", "standard_cost",
    "products.attributes", "variants.attributes",
  ]
  static let joinedRow: [String?] = [
    "SHIRT-R", "SHIRT", "Shirt", "Shirt, red", "Of cotton", "Hill", "Clothing > Shirts", "Red", "M",
    "4006381333931,96385074", "29.00", "USD", "19.00", "2026-02-24T00:00:00Z/2026-02-28T00:00:00Z", "in_stock", "11.5",
    #"{"link":"https://shop.example/shirt"}"#, #"{"image_link":"https://shop.example/r.jpg"}"#,
  ]

  @Test func writesRSS() throws {
    let text = try text(
      "variants", Self.joinedColumns, [Self.joinedRow], ["title": "Hill & Dale", "link": "https://shop.example"])
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:c="http://base.google.com/cns/1.0">
        <channel>
        <title>Hill &amp; Dale</title>
        <link>https://shop.example</link>
        <description>Hill &amp; Dale</description>
        <item>
        <g:id>SHIRT-R</g:id>
        <g:item_group_id>SHIRT</g:item_group_id>
        <title>Shirt, red</title>
        <description>Of cotton</description>
        <g:gtin>4006381333931</g:gtin>
        <g:gtin>96385074</g:gtin>
        <g:brand>Hill</g:brand>
        <g:product_type>Clothing &gt; Shirts</g:product_type>
        <link>https://shop.example/shirt</link>
        <g:image_link>https://shop.example/r.jpg</g:image_link>
        <g:availability>in_stock</g:availability>
        <g:price>29.00 USD</g:price>
        <g:sale_price>19.00 USD</g:sale_price>
        <g:sale_price_effective_date>2026-02-24T00:00:00Z/2026-02-28T00:00:00Z</g:sale_price_effective_date>
        <g:color>Red</g:color>
        <g:size>M</g:size>
        <c:standard_cost>11.5</c:standard_cost>
        </item>
        </channel>
        </rss>

        """)
  }

  @Test(arguments: forms)
  func whatIsJoinedIsReadBack(_ form: String) throws {
    let bytes = try Samples.written("variants", Self.joinedColumns, [Self.joinedRow], options: ["form": form])
    let reading = CollectedReading(of: GoogleMerchantFormat.self, source: .memory(bytes, name: "feed"))
    #expect(reading.error == nil)
    #expect(reading.codes == [])
    #expect(reading.values("products", "product_code") == ["SHIRT"])
    #expect(reading.values("products", "title") == ["Shirt, red"])
    #expect(reading.values("products", "category") == ["Clothing > Shirts"])
    #expect(reading.values("variants", "standard_cost") == ["11.5"])
    #expect(reading.values("barcodes", "barcode") == ["4006381333931", "96385074"])
    #expect(reading.values("prices", "price") == ["29.00", "19.00"])
    #expect(reading.values("prices", "valid_to") == [nil, "2026-02-28T00:00:00Z"])
  }

  /// The shop's current data has precedence over what a feed once contained.
  @Test func columnsGoAheadOfWhatWasKept() throws {
    let kept = #"{"availability":"in_stock","brand":"Dale","cost_of_goods_sold":"9.00 EUR"}"#
    let bytes = try Samples.written(
      "variants", ["sku", "availability", "brand", "standard_cost", "attributes"],
      [["A", "out_of_stock", "Hill", "4", kept]], options: ["currency": "EUR"])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<g:availability>out_of_stock</g:availability>"))
    #expect(text.contains("<g:brand>Dale</g:brand>"))
    #expect(text.contains("<g:cost_of_goods_sold>4 EUR</g:cost_of_goods_sold>"))
  }

  @Test func writesText() throws {
    let rows: [[String?]] = [
      [
        "A", "Pan, 12\"",
        #"{"shipping":[{"country":"DE","price":"4.90 EUR"},{"country":"AT"}],"link":"https://shop.example"}"#,
      ],
      ["B", "Pot", #"{"shipping":{"service":"Fast: by air"},"season":"winter"}"#],
    ]
    #expect(
      try text("variants", ["id", "title", "attributes"], rows, ["form": "tsv"]) == """
        id\ttitle\tlink\tshipping(country:service:price)\tc:season
        A\t"Pan, 12\"""\thttps://shop.example\tDE::4.90 EUR,AT::\t
        B\tPot\t\t":""Fast: by air"":"\twinter

        """)
  }

  @Test func rowsOfOneItemBecomeOne() throws {
    let columns = ["sku", "price_type", "currency", "valid_from", "price", "valid_to"]
    let rows: [[String?]] = [
      ["A", "regular", "EUR", nil, "5.00", nil], ["A", "sale", "EUR", "2026-02-24", "4.00", "2026-02-28"],
      ["B", nil, "EUR", nil, "6.00", nil],
    ]
    for size in [1, 2, 1024] {
      let bytes = try Samples.written("prices", columns, rows, rowsPerBatch: size)
      let reading = CollectedReading(of: GoogleMerchantFormat.self, source: .memory(bytes, name: "feed"))
      #expect(reading.values("prices", "sku") == ["A", "A", "B"])
      #expect(reading.values("prices", "valid_from") == [nil, "2026-02-24T00:00:00", nil])
      #expect(reading.codes == [])
    }
  }

  /// Tables and rows that cannot be written, and their messages.
  @Test(
    arguments: [
      (["order_number", "supplier"], [], "the column 'order_number' of the table 't' has no place in a product feed"),
      (["title"], [], "the table 't' has no column 'sku' or 'id'"),
      (["id", "colr"], [], "the column 'colr' of the table 't' has no place in a product feed"),
      (["sku", "title"], [[nil, "Bowl"]], "the record has no id"),
      (["sku", "price"], [["A", "5.00"]], "the amount '5.00' of price names no currency"),
      (["sku", "price", "currency"], [["A", "5,00", "EUR"]], "price '5,00' has a comma in its amount"),
      (
        ["sku", "price_type", "price", "currency"], [["A", "club", "5.00", "EUR"]],
        "the price type 'club' is not one of regular, sale and list"
      ),
      (
        ["sku", "price_type", "price", "currency", "valid_from"], [["A", "regular", "5.00", "EUR", "2026-01-01"]],
        "a regular price has no time in a feed"
      ),
      (
        ["sku", "price_type", "price", "currency", "valid_to"], [["A", "sale", "5.00", "EUR", "2026-01-01"]],
        "a sale from '' to '2026-01-01' lacks one of the two, and a feed has both or none"
      ),
      (["sku", "colour"], [["A", "Red"], ["A", "Blue"]], "two records of 'A' differ in color: 'Red' and 'Blue'"),
      (
        ["sku", "barcode", "pack_quantity"], [["A", "1", "1"], ["A", "2", "6"]],
        "the barcode stands for 6 units, and a gtin is that of one item"
      ),
      (["sku", "attributes"], [["A", "red"]], "the attributes 'red' are not a JSON object of texts"),
      (["sku", "attributes"], [["A", #"{"a b":"c"}"#]], "the attribute 'c:a b' of 'A' has no name that XML allows"),
      (["sku", "title"], [["A", "\u{1}"]], "title of 'A' holds a character that is not allowed in XML"),
    ] as [([String], [[String?]], String)])
  func saysWhatCannotBeWritten(_ columns: [String], _ rows: [[String?]], _ message: String) {
    do {
      _ = try Samples.written("t", columns, rows)
      Issue.record("it is written")
    } catch let error as Problems {
      #expect(error.message == message)
      #expect(GoogleMerchantFormat.descriptor.problemCodes.contains(error.code))
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func whatTextHasNoPlaceForIsSaid() {
    for attributes in [#"{"season":["a","b"]}"#, #"{"season":{"a":"b"}}"#, #"{"color":["a","b"]}"#] {
      #expect(throws: Problems.self) {
        try Samples.written("t", ["sku", "attributes"], [["A", attributes]], options: ["form": "tsv"])
      }
    }
  }

  /// Items that have only an id are written as a text of one column.
  @Test(arguments: forms) func idsAloneAreAFeed(_ form: String) throws {
    let bytes = try Samples.written("variants", ["sku", "size"], [["A", nil], ["B", nil]], options: ["form": form])
    let reading = CollectedReading(of: GoogleMerchantFormat.self, source: .memory(bytes, name: "feed"))
    #expect(reading.error == nil)
    #expect(reading.values("variants", "sku") == ["A", "B"])
  }

  @Test func aFeedOfNothingIsAFeed() throws {
    for form in Self.forms {
      let bytes = try Samples.written("variants", ["sku", "title"], [], options: ["form": form])
      let reading = CollectedReading(of: GoogleMerchantFormat.self, source: .memory(bytes, name: "feed"))
      #expect(reading.error == nil)
      #expect(reading.recordCount == 0)
    }
  }
}
