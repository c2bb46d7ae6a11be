import FormatKit
import Testing

@Suite struct TableRowsTests {
  private let schemas = [
    Schema(table: "products", columnNames: ["product_code", "title"]),
    Schema(table: "prices", columns: [Column(name: "sku"), Column(name: "price", type: .number)]),
  ]

  @Test func handsOutTablesInTheOrderOfTheirSchemas() {
    var rows = TableRows(schemas)
    for number in 1...3 {
      var price = TableRow("prices", at: SourcePosition(line: number, byteOffset: number * 10))
      price["sku"] = "S\(number)"
      price["price"] = number == 2 ? "" : "\(number).50"
      var product = TableRow("products", at: SourcePosition(line: number))
      product["product_code"] = "P\(number)"
      product.problems = number == 3 ? [Problem(.invalidText, "odd")] : []
      rows.add(contentsOf: [price, product, TableRow("products", at: SourcePosition())])
    }
    #expect(!rows.hasOutgoing)
    rows.flush()
    var batch = RecordBatch(rowLimit: 2)
    var found: [String] = []
    while rows.hasOutgoing {
      rows.fill(&batch, source: "s")
      for row in 0..<batch.rowCount {
        let fields = batch.strings(row: row).map { $0 ?? "nil" }.joined(separator: ",")
        found.append("\(batch.schema.table) \(batch.position(row: row).record) \(fields)")
      }
      found += batch.problems.map { "\($0.problem.source) \($0.row) \($0.problem.position.record)" }
    }
    #expect(
      found == [
        "products 1 P1,nil", "products 2 P2,nil", "products 3 P3,nil", "s 0 3", "prices 1 S1,1.50", "prices 2 S2,nil",
        "prices 3 S3,3.50",
      ])
  }

  @Test func handsOutWhatIsEnough() {
    var rows = TableRows(schemas)
    var row = TableRow("prices", at: SourcePosition())
    row["sku"] = String(repeating: "x", count: 1 << 20)
    rows.add(row)
    #expect(rows.hasOutgoing)
  }
}
