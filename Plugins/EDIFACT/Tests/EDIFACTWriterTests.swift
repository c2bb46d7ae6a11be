import EDIFACTFormat
import FormatKit
import FormatKitTesting
import Testing

@Suite struct EDIFACTWriterTests {
  private static let columns = [
    "supplier", "gln", "order_number", "ordered_on", "expected_on", "location", "currency", "line", "sku", "barcode",
    "supplier_code", "order_quantity", "order_unit", "pack_size", "unit_cost",
  ]

  private func write(
    _ rows: [[String: String]], table: String = "order_lines", _ change: (inout EDIFACTOptions) -> Void = { _ in },
    rowsPerBatch: Int = 100
  ) throws -> String {
    var options = EDIFACTOptions()
    options.sender = "4012345000009"
    change(&options)
    let sink = ByteSink.memory()
    let schema = Schema(table: table, columnNames: Self.columns)
    var writer = try EDIFACTFormat(options: options).writer(for: schema, to: sink)
    var batch = RecordBatch(rowLimit: rowsPerBatch)
    batch.reset(schema: schema)
    for (index, row) in rows.enumerated() {
      for column in Self.columns {
        if let text = row[column] { batch.append(text: text) } else { batch.append(missing: .absent) }
      }
      batch.endRow(at: RecordPosition(line: index + 1, byteOffset: 0, record: index + 1))
      if batch.isFull {
        try writer.write(batch)
        batch.removeAllRows()
      }
    }
    try writer.write(batch)
    try writer.finish()
    return sink.collectedText
  }

  private static let rows: [[String: String]] = [
    [
      "supplier": "RIV", "gln": "4098765000005", "order_number": "PO-1", "ordered_on": "2026-05-01",
      "expected_on": "2026-05-08", "location": "STORE1", "currency": "EUR", "line": "1", "sku": "MUG-BLUE",
      "barcode": "4006381333931", "supplier_code": "R-100", "order_quantity": "24", "order_unit": "each",
      "pack_size": "1",
      "unit_cost": "1.25",
    ],
    [
      "supplier": "RIV", "gln": "4098765000005", "order_number": "PO-1", "ordered_on": "2026-05-01", "line": "2",
      "supplier_code": "TEA+250?", "order_quantity": "10", "order_unit": "case", "pack_size": "12", "unit_cost": "2.5",
    ],
    [
      "supplier": "RIV", "gln": "4098765000005", "order_number": "PO-2", "ordered_on": "2026-05-02", "line": "1",
      "barcode": "4006381333948", "order_quantity": "2.5", "order_unit": "kg", "unit_cost": "8.4",
    ],
    [
      "supplier": "HILL", "order_number": "PO-3", "ordered_on": "2026-05-03", "line": "1", "sku": "Käse",
      "order_quantity": "3",
    ],
  ]

  @Test func writesOrdersOfEANCOM() throws {
    let text = try write(Array(Self.rows.prefix(2)))
    #expect(
      text.split(separator: "\n") == [
        "UNA:+.? '", "UNB+UNOC:3+4012345000009:14+4098765000005:14+260501:0000+PO1'", "UNH+1+ORDERS:D:96A:UN:EAN008'",
        "BGM+220+PO-1+9'", "DTM+137:20260501:102'", "DTM+2:20260508:102'", "NAD+BY+4012345000009::9'",
        "NAD+SU+4098765000005::9'", "RFF+IA:RIV'", "NAD+DP+STORE1::92'", "CUX+2:EUR:9'", "LIN+1++4006381333931:EN'",
        "PIA+1+MUG-BLUE:IN::92+R-100:SA::91'", "QTY+21:24:PCE'", "PRI+AAA:1.25:::1:PCE'", "LIN+2'",
        "PIA+5+TEA?+250??:SA::91'", "QTY+21:10:CS'", "QTY+59:12'", "PRI+AAA:2.5:::1:PCE'", "UNS+S'", "CNT+2:2'",
        "UNT+21+1'", "UNZ+1+PO1'",
      ])
  }

  @Test(arguments: [EDIFACTOptions.Release.d96a, .d01b], [1, 100])
  func readsBackWhatItWrote(_ release: EDIFACTOptions.Release, _ rowsPerBatch: Int) throws {
    // The letters beyond ASCII are Latin 1, which is no valid UTF-8.
    let sink = try write(
      Self.rows,
      {
        $0.directory = release
        $0.charset = .utf8
      }, rowsPerBatch: rowsPerBatch)
    let reading = EDIFACTSamples.reading(sink)
    #expect(reading.error == nil)
    #expect(reading.allProblems == [])
    for column in [
      "supplier", "order_number", "line", "sku", "barcode", "supplier_code", "order_quantity", "order_unit",
      "unit_cost",
    ] { #expect(reading.values("order_lines", column) == Self.rows.map { $0[column] }, "\(column)") }
    #expect(reading.values("order_lines", "pack_size") == ["1", "12", "1", nil])
    #expect(reading.values("orders", "ordered_on") == ["2026-05-01", "2026-05-02", "2026-05-03"])
    #expect(reading.values("orders", "expected_on") == ["2026-05-08", nil, nil])
    #expect(reading.values("orders", "currency") == ["EUR", nil, nil])
    #expect(reading.values("orders", "location") == ["STORE1", nil, nil])
    #expect(reading.values("suppliers", "gln") == ["4098765000005", "4098765000005", nil])
  }

  @Test func writesTheSameBytesHoweverItIsCut() throws {
    #expect(try write(Self.rows.dropLast(), rowsPerBatch: 1) == write(Self.rows.dropLast(), rowsPerBatch: 100))
  }

  @Test func writesOrdersWithoutLines() throws {
    let text = try write([["supplier": "RIV", "order_number": "PO-9", "ordered_on": "2026-05-01"]], table: "orders")
    #expect(text.contains("UNS+S'\nCNT+2:0'\nUNT+8+1'"))
    #expect(EDIFACTSamples.reading(text).values("orders", "order_number") == ["PO-9"])
    #expect(try write([]) == "")
  }

  @Test(arguments: [
    ("order_quantity", "many", "edifact-unwritable-value"), ("order_quantity", nil, "edifact-unwritable-value"),
    ("order_number", String(repeating: "9", count: 36), "edifact-unwritable-value"),
    ("supplier", nil, "edifact-unwritable-value"), ("order_unit", "wagon", "edifact-unwritable-value"),
    ("sku", "文", "edifact-unwritable-value"), ("ordered_on", nil, "edifact-unwritable-value"),
    ("ordered_on", "soon", "edifact-unwritable-value"), ("line", "1234567", "edifact-unwritable-value"),
  ])
  func refusesWhatItCannotWrite(_ column: String, _ value: String?, _ code: String) {
    var row = Self.rows[0]
    row[column] = value
    do {
      _ = try write([row])
      Issue.record("\(column) was written")
    } catch {
      #expect((error as? Problems)?.code.id == code)
      #expect((error as? Problems)?.first.position.record == 1)
    }
  }

  @Test func refusesOtherTablesAndNeedsASender() {
    #expect(throws: Problems.self) { try write([], table: "products") }
    #expect(throws: Problems.self) { try write([]) { $0.sender = nil } }
    #expect(throws: Problems.self) { try write([]) { $0.prepared = "soon" } }
  }
}
