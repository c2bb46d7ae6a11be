import DelimitedReading
import FormatKit
import FormatKitTesting
import Testing
import WooCommerceFormat

@Suite struct WooCommerceWriterTests {
  private func write(_ rows: [[String: String]], _ options: [String: String] = [:]) throws -> String {
    let columns = Set(rows.flatMap(\.keys)).union(["sku"]).sorted()
    let schema = Schema(columnNames: columns)
    let sink = ByteSink.memory()
    let format = WooCommerceFormat(options: try WooCommerceOptions(parsing: options, of: "woocommerce"))
    var writer = try format.writer(for: schema, to: sink)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for (index, row) in rows.enumerated() {
      for column in columns {
        if let text = row[column] { batch.append(text: text) } else { batch.append(missing: .absent) }
      }
      batch.endRow(at: RecordPosition(line: index + 1, byteOffset: 0, record: index + 1))
    }
    try writer.write(batch)
    try writer.finish()
    return sink.collectedText
  }

  @Test func writesTheHeaderOfTheVendor() throws {
    let text = try write([], ["attributes": "1"])
    #expect(
      text.hasPrefix("ID,Type,SKU,\"GTIN, UPC, EAN, or ISBN\",Name,Published,Is featured?,Visibility in catalog,"))
    #expect(
      text.hasSuffix(
        ",Brands,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Attribute 1 default\n"))
    #expect(try write([], ["attributes": "0"]).hasSuffix(",Position,Brands\n"))
  }

  /// A catalogue that never was in WooCommerce.
  @Test func writesVariableProducts() throws {
    let rows = [
      [
        "product_code": "S", "sku": "S-R", "title": "Shirt", "colour": "Red, dark", "size": "M", "price": "3",
        "category": "A, B/C",
      ],
      [
        "product_code": "S", "sku": "S-B", "title": "Shirt", "colour": "Blue", "price": "4", "price_type": "sale",
        "valid_to": "2026-10-31",
      ],
      ["product_code": "M", "sku": "M", "title": "=Mug", "price": "5"],
    ]
    let text = try write(rows)
    #expect(text.contains(",'=Mug,"))
    let reading = WooCommerceSamples.reading(text)
    #expect(reading.problemCodes == [])
    #expect(reading.values("products", "title") == ["Shirt", "=Mug"])
    #expect(reading.values("products", "category") == ["A, B/C", nil])
    #expect(reading.values("variants", "sku") == ["S-R", "S-B", "M"])
    #expect(reading.values("variants", "product_code") == ["S", "S", "M"])
    #expect(reading.values("variants", "colour") == ["Red, dark", "Blue", nil])
    #expect(reading.values("variants", "size") == ["M", nil, nil])
    #expect(reading.values("prices", "price_type") == ["regular", "sale", "regular"])
    #expect(reading.values("prices", "valid_to") == [nil, "2026-10-31", nil])
  }

  private static let misfits: [([String: String], String)] = [
    (["product_code": "a", "sku": "1", "price": "3", "price_type": "list"], "price_type"),
    (["product_code": "a", "sku": "1", "price": "3", "valid_from": "2026-01-01"], "price_type"),
    (["product_code": "a", "sku": "1", "status": "discontinued"], "status"),
    (["product_code": "a", "sku": "1", "stock_unit": "kg"], "stock_unit"),
    (["product_code": "a", "sku": "1", "products.attributes": "no object"], "products.attributes"),
    (["product_code": "a", "sku": "1", "products.attributes": #"{"strange":"x"}"#], "attributes"),
    (
      [
        "product_code": "a", "sku": "1",
        "variants.attributes": #"{"option:A":"1","option:B":"2","option:C":"3","option:D":"4"}"#,
      ], "attributes"
    ),
    (["product_code": "a", "price": "3"], "sku"),
    (["sku": "a", "variant_title": "other", "title": "A"], "variant_title"),
  ]

  @Test(arguments: misfits) func refusesWhatHasNoPlace(_ row: [String: String], _ field: String) {
    do {
      _ = try write([row])
      Issue.record("\(row) was written")
    } catch {
      let problem = (error as? Problems)?.first
      #expect(problem?.code.id == "woocommerce-unwritable-value")
      #expect(problem?.position.field == field)
    }
  }
}
