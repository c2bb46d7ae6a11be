import FormatKit
import SupplyDocuments
import Testing

@Suite struct OrderRecordTests {
  private static let code = Problem.Code("test-unwritable", .error, "It cannot be written.", remedy: "")

  private func check(_ table: String, _ columns: [String]) throws(Problems) {
    let records = OrderRecords(Schema(table: table, columnNames: columns), code: Self.code)
    try records.checkColumns(of: SupplyTables(), for: "a letter", as: "letters")
  }

  private static let required = ["supplier", "order_number", "order_quantity"]

  @Test func takesColumnsOfOrdersAndSuppliers() throws {
    try check("order_lines", Self.required + ["sku", "ordered_on", "email", "buyer_gln", RejectColumns.mark])
  }

  @Test(arguments: [
    ("prices", required, "records of 'prices' cannot be written as letters"),
    ("order_lines", required + ["colour"], "a letter has no place for the column 'colour'"),
    ("order_lines", ["supplier", "order_number"], "the column 'order_quantity' is missing"),
  ])
  func refusesOtherTables(_ table: String, _ columns: [String], _ message: String) {
    let error = #expect(throws: Problems.self) { try check(table, columns) }
    #expect(error?.message == message)
    #expect(error?.code == Self.code)
  }

  @Test func readsLines() throws {
    let schema = Schema(table: "order_lines", columnNames: Self.required + [RejectColumns.reason])
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for row in [["NORTH", "7", "2", "wrong"], ["NORTH", "", "3", ""]] {
      for text in row { batch.append(text: text) }
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: 40))
    }
    var records = OrderRecords(schema, code: Self.code)
    let first = records.line(0, of: batch)
    #expect(first.columns == Self.required)
    #expect(first["order_number"] == "7" && first["sku"] == "" && first.given("sku") == nil)
    try records.checkValues(of: first)
    let second = records.line(1, of: batch)
    #expect(second.columns == ["supplier", "order_quantity"])
    let error = #expect(throws: Problems.self) { try records.checkValues(of: second) }
    #expect(error?.message == "the order_number is missing")
    #expect(error?.first.position.record == 2)
    _ = records.line(1, of: batch, number: 40)
    #expect(records.refusal("sku", nil, "none").first.position.record == 40)
  }
}
