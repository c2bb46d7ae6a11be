import FormatKit
import FormatKitTesting
import Testing
import X12Format

/// Purchase orders that are written.
@Suite struct X12OrderWriterTests {
  private func write(
    _ columns: [String], _ rows: [[String?]], table: String = "order_lines", options: [String: String] = [:],
    rowsPerBatch: Int = 1024
  ) throws(Problems) -> String {
    let sink = ByteSink.memory()
    let schema = Schema(table: table, columnNames: columns)
    let format = X12Format(options: try X12Options(parsing: options, of: "x12"))
    var writer = try format.writer(for: schema, to: sink)
    var batch = RecordBatch()
    for start in stride(from: 0, to: rows.count, by: rowsPerBatch) {
      batch.reset(schema: schema)
      for (index, row) in rows[start..<min(rows.count, start + rowsPerBatch)].enumerated() {
        for field in row { if let field { batch.append(text: field) } else { batch.append(missing: .null) } }
        batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: start + index + 1))
      }
      try writer.write(batch)
    }
    try writer.finish()
    return sink.collectedText
  }

  private static let columns = [
    "supplier", "order_number", "ordered_on", "expected_on", "location", "currency", "supplier_name", "line", "sku",
    "barcode",
    "supplier_code", "order_quantity", "order_unit", "pack_size", "unit_cost",
  ]
  private static let rows: [[String?]] = [
    [
      "NORTH", "4711", "2026-09-15", "2026-10-01", "MAIN", "USD", "Northwind", "1", "TEA-01", "036000291452", "NW-100",
      "10",
      "case", "12", "1.2",
    ],
    [
      "NORTH", "4711", "2026-09-15", "2026-10-01", "MAIN", "USD", "Northwind", "2", nil, "4006381333931", nil, "2.5",
      "each", "1",
      "0.333333",
    ],
    ["NORTH", "4712", "2026-09-16", nil, nil, "USD", "Northwind", "1", "MUG", nil, nil, "1", nil, nil, nil],
    ["SOUTH", "9", "2026-09-16", nil, nil, "USD", nil, "1", nil, "10036000291459", nil, "3", "dozen", nil, "2"],
  ]

  @Test func writesOrders() throws {
    let text = try write(Self.columns, Self.rows, options: ["sender": "01:049351117", "control-number": "41"])
    #expect(
      text == """
        ISA*00*          *00*          *01*049351117      *ZZ*NORTH          *260915*0000*U*00401*000000041*0*P*>~
        GS*PO*049351117*NORTH*20260915*0000*41*X*004010~
        ST*850*0001~
        BEG*00*SA*4711**20260915~
        CUR*BY*USD~
        DTM*002*20261001~
        N1*SU*Northwind*92*NORTH~
        N1*ST**92*MAIN~
        PO1*1*10*CA*1.2*PE*UP*036000291452*IN*TEA-01*VN*NW-100~
        PO4*12~
        PO1*2*2.5*EA*0.333333*PE*EN*4006381333931~
        CTT*2*12.5~
        SE*11*0001~
        ST*850*0002~
        BEG*00*SA*4712**20260916~
        CUR*BY*USD~
        N1*SU*Northwind*92*NORTH~
        PO1*1*1****IN*MUG~
        CTT*1*1~
        SE*7*0002~
        GE*2*41~
        IEA*1*000000041~
        ISA*00*          *00*          *01*049351117      *ZZ*SOUTH          *260916*0000*U*00401*000000042*0*P*>~
        GS*PO*049351117*SOUTH*20260916*0000*42*X*004010~
        ST*850*0001~
        BEG*00*SA*9**20260916~
        CUR*BY*USD~
        N1*SU**92*SOUTH~
        PO1*1*3*DZ*2*PE*UK*10036000291459~
        CTT*1*3~
        SE*7*0001~
        GE*1*42~
        IEA*1*000000042~

        """)
    #expect(
      try write(Self.columns, Self.rows, options: ["sender": "01:049351117", "control-number": "41"], rowsPerBatch: 1)
        == text)
  }

  /// The output is read back unchanged and without problems.
  @Test func readsWhatItWrote() throws {
    let text = try write(Self.columns, Self.rows)
    let reading = CollectedReading(of: X12Format.self, source: .text(text))
    #expect(reading.error == nil)
    #expect(reading.tables.flatMap(\.records).flatMap(\.problems).map(\.message) == [])
    let lines = try #require(reading.table("order_lines"))
    let orders = try #require(reading.table("orders"))
    let names = lines.segments[0].schema.columns.map(\.name)
    #expect(lines.records.count == Self.rows.count)
    for (record, row) in zip(lines.records, Self.rows) {
      for (name, field) in zip(names, record.fields) where name != "title" {
        let column = try #require(Self.columns.firstIndex(of: name))
        // One dozen holds twelve, and one without a unit is one.
        let expected = name == "pack_size" && row[column] == nil && field.text == "12" ? "12" : row[column] ?? ""
        #expect(field.text == expected, "\(name)")
      }
    }
    #expect(orders.records.map { $0.fields[1].text } == ["4711", "4712", "9"])
    #expect(
      orders.records[0].fields.prefix(6).map(\.text) == ["NORTH", "4711", "2026-09-15", "2026-10-01", "MAIN", "USD"])
  }

  @Test(arguments: [
    (["supplier"], "order_number"), (["unit_cost", "order_number", "supplier", "order_quantity", "profit"], "profit"),
  ])
  func refusesColumns(_ columns: [String], _ value: String) throws {
    let error = try #require(throws: Problems.self) { try write(columns, []) }
    #expect(error.code == .x12Unwritable)
    #expect(error.first.value == value)
  }

  @Test func refusesOtherTables() throws {
    let error = try #require(throws: Problems.self) { try write(["sku"], [], table: "products") }
    #expect(error.code == .x12Unwritable)
  }

  /// Each with one field changed to what an order cannot say.
  @Test(arguments: [
    ("order_number", "a*b"), ("order_number", "x\ny"), ("order_number", "12345678901234567890123"),
    ("order_number", nil),
    ("order_quantity", nil), ("order_quantity", "many"), ("order_quantity", "1234567890123456"),
    ("order_unit", "armful"),
    ("pack_size", "11.5"), ("pack_size", "x"), ("barcode", "SHELF-1"), ("unit_cost", "1,5"),
    ("ordered_on", "2026-13-01"),
    ("ordered_on", nil), ("expected_on", "soon"), ("supplier", nil), ("supplier", "A SUPPLIER OF 16C"),
    ("line", "123456789012345678901"),
  ])
  func refusesWhatAnOrderCannotSay(_ field: String, _ value: String?) throws {
    var row = Self.rows[0]
    row[try #require(Self.columns.firstIndex(of: field))] = value
    let error = try #require(throws: Problems.self) { try write(Self.columns, [row]) }
    #expect(error.code == .x12Unwritable, "\(error)")
    #expect(!error.message.isEmpty && !error.remedy.isEmpty)
  }

  @Test func refusesPacksThatAreNone() throws {
    var row = Self.rows[1]
    row[13] = "6"
    let error = try #require(throws: Problems.self) { try write(Self.columns, [row]) }
    #expect(error.message == "one 'each' holds 1, not '6'")
  }

  @Test func refusesLinesThatStandApart() throws {
    let error = try #require(throws: Problems.self) {
      try write(Self.columns, [Self.rows[0], Self.rows[2], Self.rows[1]])
    }
    #expect(error.first.value == "4711")
  }

  @Test func takesTheDateOfTheInterchange() throws {
    let text = try write(
      ["supplier", "order_number", "order_quantity", "sku"], [["A1", "1", "2", "X"]],
      options: ["prepared": "2026-10-31T18:30", "test": "yes", "lines": "no", "receiver": "08:9251750000"])
    #expect(
      text.contains(
        "*08*9251750000     *261031*1830*U*00401*000000001*0*T*>~GS*PO*STOCKROOM*9251750000*20261031*1830*1*"))
    #expect(text.contains("~BEG*00*SA*1**20261031~"))
    #expect(throws: Problems.self) {
      try write(["supplier", "order_number", "order_quantity", "sku"], [], options: ["prepared": "now"])
    }
  }
}
