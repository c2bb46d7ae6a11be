import FormatKit
import FormatKitTesting
import StoreInventoryFormat
import Testing

/// What the tree can hold, and what it cannot.
@Suite struct StoreInventoryWriterTests {
  /// Writes tables of rows, each batch as the export hands it over.
  private func written(_ tables: [(String, [String], [[String]])]) throws(Problems) -> String {
    let sink = ByteSink.memory()
    var writer = try StoreInventoryFormat().tablesWriter(to: sink)
    for (table, columns, rows) in tables {
      var batch = RecordBatch()
      batch.reset(schema: Schema(table: table, columnNames: columns))
      for (number, row) in rows.enumerated() {
        for field in row { if field.isEmpty { batch.append(missing: .absent) } else { batch.append(text: field) } }
        batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: number + 1))
      }
      try writer.write(batch)
    }
    try writer.finish()
    return sink.collectedText
  }

  private static let product = ("products", ["product_code", "title", "category"], [["A0000001", "A", "Shirt"]])
  private static func variants(_ colour: String, _ size: String) -> (String, [String], [[String]]) {
    ("variants", ["sku", "colour", "size", "colour_family", "price"], [["s", colour, size, "Blue", "19.90"]])
  }
  private static func stock(_ quantity: String) -> (String, [String], [[String]]) {
    ("stock_levels", ["sku", "location", "quantity"], [["s", "store", quantity]])
  }

  @Test func anEmptyShopIsATreeToo() throws {
    let text = try written([])
    #expect(
      text
        == "{\n  \"barcodeIDs\": {},\n  \"colors\": {},\n  \"inventory\": {},\n  \"maxPrice\": 0,\n  \"users\": {}\n}\n"
    )
  }

  @Test func derivedKeysAreMadeAnew() throws {
    let text = try written([Self.product, Self.variants("Sky", "Small"), Self.stock("3"), Self.stock("2.5")])
    for part in ["\"Price\": 19.9,", "\"TypePrice\": \"Shirt 19.9\"", "\"maxPrice\": 19.9", "\"Small\": 5.5"] {
      #expect(text.contains(part), "\(text)")
    }
    let reading = CollectedReading(of: StoreInventoryFormat.self, source: .text(text, name: "back.json"))
    #expect(reading.rows("stock_levels").map { $0["quantity"] } == ["5.5"])
    #expect(reading.reported.map(\.code) == ["store-inventory-undeclared-colour"])
  }

  @Test func whatTheTreeCannotHoldEndsTheWriting() {
    let cases: [[(String, [String], [[String]])]] = [
      [Self.product, Self.variants("Sky", ""), Self.stock("1")],
      [Self.product, Self.variants("", "Small"), Self.stock("1")],
      [Self.product, Self.variants("Sky/Sea", "Small"), Self.stock("1")],
      [Self.product, Self.variants("Sky", "M.1"), Self.stock("1")],
      [("products", ["product_code"], [["A$1"]])], [("colours", ["colour"], [["Blue #2"]])],
      [("users", ["user"], [["a[1]"]])],
      [
        ("variants", ["sku", "product_code", "colour", "size"], [["s", "A", "Sky", ""]]),
        ("barcodes", ["barcode", "sku"], [["96385074", "s"]]),
      ],
      [("barcodes", ["barcode", "sku"], [["96385074", "unknown"]])],
    ]
    for tables in cases {
      do {
        let text = try written(tables)
        Issue.record("was written: \(text)")
      } catch {
        #expect(error.code.id == "store-inventory-unwritable")
      }
    }
    // Without stock, a variant without a colour says the price and no more.
    #expect(throws: Never.self) { try written([Self.product, Self.variants("", ""), Self.stock("0")]) }
  }
}
