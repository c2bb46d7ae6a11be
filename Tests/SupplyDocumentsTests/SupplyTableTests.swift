import FormatKit
import FormatKitTesting
import SupplyDocuments
import Testing

@Suite struct SupplyTableTests {
  private static let whole = SupplyTables()

  /// Every column of the list is a field of its kind, and the list contains every required field.
  @Test func tablesAreOfTheVocabulary() throws {
    #expect(Self.whole.schemas.map(\.table) == SupplyRecord.allCases.map(\.rawValue))
    for record in SupplyRecord.allCases {
      let kind = try #require(Vocabulary.kind(record.rawValue))
      let schema = Self.whole[record].schema
      #expect(Set(kind.fields.filter(\.isRequired).map(\.name)).isSubset(of: schema.columns.map(\.name)), "\(record)")
      for column in schema.columns { #expect(kind.schema.columns.contains(column), "\(record).\(column.name)") }
      for name in [record.documentNumber, record.quantity].compactMap({ $0 }) {
        #expect(schema.index(of: name) != nil, "\(record).\(name)")
      }
    }
  }

  @Test func formatsLeaveOutAndMoveColumns() {
    let tables = SupplyTables(without: [.sales: "lot note"], moving: [.sales: "location effective_at < quantity"])
    #expect(
      tables[.sales].schema.columns.map(\.name) == [
        "document", "line", "sku", "barcode", "supplier_code", "location", "effective_at", "quantity", "unit_price",
        "currency",
      ])
    #expect(tables[.orders].schema == Self.whole[.orders].schema)
    #expect(tables[.sales].index(of: "currency") == 9)
    #expect(tables[.sales].index(of: "lot") == nil)
  }

  private func row(_ record: SupplyRecord, _ values: [String: String], line: Int = 1) -> SupplyRow<Problem> {
    var row = SupplyRow<Problem>(Self.whole[record], line: line, byteOffset: line * 10)
    for (column, value) in values { row[column] = value }
    return row
  }

  @Test func rowsKeepTheBestValue() {
    var row = row(.variants, ["sku": "A"])
    #expect(row["sku"] == "A" && row["size"] == nil && row["brand"] == nil)
    row["sku"] = ""
    row["brand"] = "no such column"
    #expect(row.fields.isEmpty && row["brand"] == nil)
    row.offer("size", "L", rank: 5)
    row.offer("size", "M", rank: 5)
    row.offer("size", "", rank: 1)
    #expect(row["size"] == "L")
    row.offer("size", "S", rank: 1)
    #expect(row["size"] == "S")
    row.set(ItemNumbers(sku: "B", barcode: "4006381333931"))
    #expect(row["sku"] == "B")
  }

  /// Batches of one table each, in the order in which records must be applied; numbers continue from batch to batch.
  @Test(arguments: [1, 3, 1024]) func buffersByTable(_ limit: Int) throws {
    let remark = Problem(.invalidText, "odd")
    var buffer = SupplyRowBuffer<Problem>()
    #expect(buffer.isUnused)
    let isKeptEarly = buffer.addToLast([remark])
    #expect(!isKeptEarly)
    for line in 1...4 {
      buffer.add(row(.variants, ["sku": "\(line)"], line: line))
      buffer.add(row(.products, ["product_code": "\(line)"], line: line))
    }
    let isKept = buffer.addToLast([remark, remark, remark], limit: 2)
    #expect(isKept && !buffer.hasOutgoing && !buffer.isUnused)
    buffer.flush()
    let isKeptLate = buffer.addToLast([remark])
    #expect(!isKeptLate)
    var found: [String] = []
    var numbers: [Int] = []
    while buffer.hasOutgoing {
      var batch = RecordBatch(rowLimit: limit)
      buffer.fill(&batch, source: "test")
      #expect(batch.rowCount > 0 && batch.rowCount <= limit)
      for row in 0..<batch.rowCount {
        let (key, position) = (batch.string(row: row, column: 0) ?? "", batch.position(row: row))
        found.append("\(batch.schema.table) \(key) \(position.record)")
      }
      numbers += batch.problems.map(\.problem.position.record)
    }
    #expect(found == ["products", "variants"].flatMap { table in (1...4).map { "\(table) \($0) \($0)" } })
    #expect(numbers == [4, 4])
  }

  @Test func handsOverBeforeMemoryGrows() {
    var buffer = SupplyRowBuffer<Problem>()
    for line in 1...1024 { buffer.add(row(.variants, ["sku": "\(line)"])) }
    #expect(!buffer.hasOutgoing)
    buffer.add(row(.variants, ["sku": "last"]))
    #expect(buffer.hasOutgoing)
    var large = SupplyRowBuffer<Problem>()
    for _ in 1...5 { large.add(row(.products, ["description": String(repeating: "x", count: 300_000)])) }
    #expect(large.hasOutgoing)
  }

  @Test(arguments: [
    ("4006381333931", true), ("036000291452", true), ("4006381333930", false), ("400638133393", false), ("", false),
    ("٤٠٠٦٣٨١٣", false),
  ])
  func knowsGTINs(_ text: String, _ isGTIN: Bool) { #expect(ItemNumbers.isGTIN(text) == isGTIN) }
}
