import DelimitedReading
import FormatKit
import FormatKitTesting
import SquareFormat
import Testing

@Suite struct SquareTableTests {
  private static let header =
    "Token,Item Name,Variation Name,SKU,GTIN,Price,Default Unit Cost,Default Vendor Name,Default Vendor Code,"

  private static let prices: [(String, String)] = [
    ("$25.00", "25.00"), ("25", "25"), ("£1,250.00", "1250.00"), ("1,250", "1250"), ("12.5 €", "12.5"),
  ]

  @Test(arguments: prices) func readsPrices(_ text: String, _ price: String) {
    let reading = SquareSamples.reading(Self.header + "x\nT,A,Regular,S,,\"\(text)\",,,,\n")
    #expect(reading.values("prices", "price") == [price])
  }

  @Test(arguments: ["call us", "1,25", "12,5000", "-3", "=1+1", "1e3", "$"])
  func refusesPricesThatAreNone(_ price: String) {
    let reading = SquareSamples.reading(Self.header + "Stockable\nT,A,Regular,S,,\"\(price)\",,,,\n")
    #expect(reading.problemCodes == ["square-invalid-number"])
    let problem = reading.table("prices")?.records.first?.problems.first
    #expect(problem?.position.line == 2)
    #expect(problem?.value == price)
  }

  @Test(arguments: ["variable", "Variable", "VARIABLE"]) func makesNoPriceOfAVariableOne(_ text: String) {
    let reading = SquareSamples.reading(Self.header + "Stockable\nT,A,Regular,S,,\(text),,,,\n")
    #expect(reading.table("prices") == nil)
    #expect(reading.problemCodes == [])
    #expect(reading.values("variants", "attributes")[0]?.contains("\"price\":\"\(text)\"") == true)
  }

  @Test func namesASupplierOnce() {
    let rows = (1...3).map { "T\($0),A,V\($0),S\($0),,1,2.5,Hill,H-\($0),\n" }.joined()
    let reading = SquareSamples.reading(Self.header + "Stockable\n" + rows)
    #expect(reading.values("suppliers", "supplier") == ["Hill"])
    #expect(reading.values("supplier_items", "supplier_code") == ["H-1", "H-2", "H-3"])
    #expect(reading.values("variants", "standard_cost") == [nil, nil, nil])
  }

  /// Names of locations with commas and quotes, and a location whose name is the beginning of another's.
  @Test func readsLocationsOfTheHeader() {
    let reading = SquareSamples.reading(
      "Item Name,Variation Name,SKU,Current Quantity A,\"Current Quantity A, \"\"B\"\"\",\"New Quantity A, \"\"B\"\"\",New Quantity C\n"
        + "Mug,Regular,M,1,2,3,4\nPot,Regular,P,,0,,\n", options: ["stock": "yes"])
    #expect(reading.values("stock_levels", "location") == ["A", "A, \"B\"", "C", "A, \"B\""])
    #expect(reading.values("stock_levels", "quantity") == ["1", "3", "4", "0"])
    #expect(reading.table("locations") == nil)
  }

  @Test func bearsThousandsOfLocations() {
    let columns = (1...5_000).map { "Current Quantity L\($0),New Quantity L\($0)" }.joined(separator: ",")
    let cells = (1...5_000).map { "\($0)," }.joined(separator: ",")
    let reading = SquareSamples.reading(
      "Item Name,Variation Name,SKU,\(columns)\nMug,Regular,M,\(cells)\n", options: ["stock": "yes"])
    #expect(reading.table("stock_levels")?.records.count == 5_000)
    #expect(reading.values("stock_levels", "location").last == "L5000")
  }

  @Test func refusesOtherFiles() {
    #expect(SquareSamples.reading("sku,name\nA-1,Mug\n").problemCodes == ["wrong-format"])
  }

  // MARK: Writing

  private func write(_ rows: [[String: String]], _ options: [String: String] = [:]) throws -> String {
    let columns = Set(rows.flatMap(\.keys)).union(["sku"]).sorted()
    let schema = Schema(columnNames: columns)
    let sink = ByteSink.memory()
    let format = SquareFormat(options: try SquareOptions(parsing: options, of: "square"))
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
    let text = try write([], ["locations": "Shop|Market, \"Old\""])
    #expect(
      text.hasPrefix("Reference Handle,Token,Item Name,Customer-facing Name,Variation Name,Unit and Precision,SKU,"))
    #expect(
      text.hasSuffix(
        "Default Vendor Code,Current Quantity Shop,New Quantity Shop,Stock Alert Enabled Shop,Stock Alert Count Shop,"
          + "\"Current Quantity Market, \"\"Old\"\"\",\"New Quantity Market, \"\"Old\"\"\","
          + "\"Stock Alert Enabled Market, \"\"Old\"\"\",\"Stock Alert Count Market, \"\"Old\"\"\"\n"))
  }

  private static let misfits: [([String: String], String)] = [
    (["product_code": "a", "title": "A", "sku": "1"], "product_code"),
    (["product_code": "a", "sku": "1", "brand": "B"], "brand"),
    (["product_code": "a", "sku": "1", "price": "3", "price_type": "list"], "price_type"),
    (["product_code": "a", "sku": "1", "quantity": "3", "location": "x"], "location"),
    (["product_code": "a", "sku": "1", "quantity": "3"], "location"),
    (["product_code": "a", "sku": "1", "standard_cost": "3", "unit_cost": "4"], "standard_cost"),
    (["product_code": "a", "sku": "1", "supplier_code": "x"], "supplier_code"),
    (["product_code": "a", "sku": "1", "category": "Tea, Coffee"], "category"),
    (["product_code": "a", "title": "a"], "sku"),
    (
      [
        "product_code": "a", "sku": "1",
        "variants.attributes": #"{"option:A":"1","option:B":"2","option:C":"3","option:D":"4"}"#,
      ], "sku"
    ),
  ]

  @Test(arguments: misfits) func refusesWhatHasNoPlace(_ row: [String: String], _ field: String) {
    do {
      _ = try write([row])
      Issue.record("\(row) was written")
    } catch {
      let problem = (error as? Problems)?.first
      #expect(problem?.code.id == "square-unwritable-value")
      #expect(problem?.position.field == field)
    }
  }

  @Test func leavesCodesOutWhenTold() throws {
    let text = try write([["product_code": "a", "title": "A", "sku": "1"]], ["product-codes": "left-out"])
    #expect(SquareSamples.reading(text).values("products", "product_code") == ["A"])
  }
}
