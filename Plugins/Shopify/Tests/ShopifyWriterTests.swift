import DelimitedReading
import FormatKit
import FormatKitTesting
import ShopifyFormat
import Testing

@Suite struct ShopifyWriterTests {
  private func write(
    _ rows: [[String: String]], table: String = "records", columns given: [String]? = nil,
    _ options: [String: String] = [:]
  ) throws -> String {
    let columns = given ?? Set(rows.flatMap(\.keys)).sorted()
    let schema = Schema(table: table, columnNames: columns)
    let sink = ByteSink.memory()
    let format = ShopifyFormat(options: try ShopifyOptions(parsing: options, of: "shopify"))
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

  @Test func writesTheHeadersOfTheVendor() throws {
    let current = try write([], columns: ["product_code"])
    #expect(
      current.hasPrefix("Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,"))
    let classic = try write([], columns: ["product_code"], ["headers": "classic"])
    #expect(classic.hasPrefix("Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,"))
  }

  @Test func writesAnInventory() throws {
    let rows = [
      ["product_code": "mug", "sku": "MUG", "location": "High Street \"Old Bank\"", "quantity": "12"],
      ["product_code": "mug", "sku": "MUG", "location": "Blainville, Quebec", "quantity": "0"],
      ["product_code": "pot", "sku": "POT-R", "colour": "Red", "location": "Blainville, Quebec", "quantity": "-1"],
    ]
    let text = try write(rows, table: "stock_levels")
    let reading = ShopifySamples.reading(text)
    #expect(reading.problemCodes == [])
    for column in ["sku", "location", "quantity"] {
      #expect(reading.values("stock_levels", column) == rows.map { $0[column] })
    }
  }

  @Test(arguments: [
    (["product_code": "a", "sku": "1", "price": "3", "price_type": "sale"], "price_type"),
    (["product_code": "a", "sku": "1", "price": "3", "valid_from": "2026-01-01"], "price_type"),
    (["product_code": "a", "sku": "1", "variant_title": "Large one"], "variant_title"),
    (["product_code": "a", "sku": "1", "stock_unit": "kg"], "stock_unit"),
    (["product_code": "a", "sku": "1", "products.attributes": "no object"], "products.attributes"),
    (["product_code": "a", "sku": "1", "products.attributes": #"{"strange":"x"}"#], "attributes"),
    (["product_code": "a", "price": "3"], "sku"), (["product_code": "", "sku": "", "title": "A"], "sku"),
  ])
  func refusesWhatHasNoPlace(_ row: [String: String], _ field: String) {
    do {
      _ = try write([row])
      Issue.record("\(row) was written")
    } catch {
      let problem = (error as? Problems)?.first
      #expect(problem?.code.id == "shopify-unwritable-value")
      #expect(problem?.position.field == field)
      #expect(problem?.position.record == 1)
    }
  }

  @Test(arguments: [
    [["product_code": "a", "sku": "1"], ["product_code": "a", "sku": "2"]],
    [["product_code": "a", "sku": "1", "size": "M"], ["product_code": "a", "sku": "2"]],
    [["product_code": "a", "sku": "1", "title": "A"], ["product_code": "a", "sku": "1", "title": "B"]],
    [["product_code": "a", "sku": "1", "price": "1"], ["product_code": "a", "sku": "1", "price": "2"]],
  ])
  func refusesRecordsThatContradictEachOther(_ rows: [[String: String]]) {
    #expect(throws: Problems.self) { try write(rows) }
  }

  @Test func refusesColumnsThatAreThereOrTooMany() {
    let many = (1...17_000).map { "Extra \($0)" }.joined(separator: "|")
    for further in ["Title", "Extra|extra", many] {
      #expect(throws: Problems.self) { try write([], columns: ["product_code"], ["further-columns": further]) }
    }
  }

  @Test func refusesTablesOfOtherThings() {
    for columns in [["sku", "price"], ["product_code", "counter"], ["title"]] {
      #expect(throws: Problems.self) { try write([], columns: columns) }
    }
    #expect(throws: Problems.self) { try write([], table: "stock_levels", columns: ["sku", "quantity"]) }
    #expect(throws: Problems.self) {
      try write([["product_code": "a", "sku": "1", "location": "x", "quantity": "1.5"]], table: "stock_levels")
    }
  }
}
