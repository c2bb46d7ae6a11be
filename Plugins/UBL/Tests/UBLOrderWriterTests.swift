import FormatKit
import FormatKitTesting
import Foundation
import Testing
import UBLFormat

/// Orders that are written.
@Suite struct UBLOrderWriterTests {
  static func write(
    _ columns: [String], _ rows: [[String?]], table: String = "order_lines", options: [String: String] = [:],
    rowsPerBatch: Int = 1024
  ) throws(Problems) -> String {
    let sink = ByteSink.memory()
    let schema = Schema(table: table, columnNames: columns)
    let format = UBLFormat(options: try UBLOptions(parsing: options, of: "ubl"))
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

  static let columns = [
    "supplier", "order_number", "ordered_on", "expected_on", "location", "currency", "buyer", "contract", "contact",
    "note",
    "sender", "receiver", "supplier_name", "gln", "email", "line", "sku", "barcode", "supplier_code", "order_quantity",
    "order_unit", "pack_size", "unit_cost",
  ]
  private static let head: [String?] = [
    "NORTH", "4711", "2026-09-15", "2026-10-01", "MAIN", "EUR", "Corner & Sons", "FRAME-9", "Ada \"Ad\" Berg",
    "Ring <twice>\nand wait.", "4098765000003", "4012345000009", "Northwind", "4012345000009",
    "orders@northwind.example",
  ]
  static let rows: [[String?]] = [
    head + ["1", "TEA-01", "4006381333931", "NW-100", "10", "case", "12", "1.2"],
    head + ["2", nil, "40170725", nil, "2.5", "kg", "1", "12.345678"],
    head + ["3", "MUG", nil, nil, "3", "dozen", "12", "2"],
    head + ["4", nil, nil, "NW-7", "1", nil, nil, nil],
    head + ["5", "SAFFRON", nil, nil, "250", "g", "0.001", "3500"],
    head + ["6", "WATER", nil, nil, "2", "pallet", nil, "0.5"],
    head + ["7", "ROPE", nil, nil, "2", "QZ7", "5", "0.5"],
    head + ["8", "BOWL", nil, nil, "2", nil, "6", "1.5"],
  ]
  static let plain: [(columns: [String], rows: [[String?]])] = [
    (columns, rows),
    (
      ["supplier", "order_number", "ordered_on", "sku", "order_quantity"],
      [["S", "1", "2026-09-15", "A", "1"], ["S", "1", "2026-09-15", "B", "2"]]
    ),
  ]

  @Test func writesAnOrder() throws {
    let text = try Self.write(
      [
        "supplier", "order_number", "ordered_on", "currency", "sku", "order_quantity", "order_unit", "pack_size",
        "unit_cost",
      ],
      [["NORTH", "4711", "2026-09-15", "EUR", "TEA-01", "10", "case", "12", "1.2"]],
      options: ["sender": "0088:4098765000003"])
    let base = "urn:oasis:names:specification:ubl:schema:xsd:"
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <Order xmlns="\(base)Order-2"
          xmlns:cac="\(base)CommonAggregateComponents-2"
          xmlns:cbc="\(base)CommonBasicComponents-2">
          <cbc:UBLVersionID>2.1</cbc:UBLVersionID>
          <cbc:ID>4711</cbc:ID>
          <cbc:IssueDate>2026-09-15</cbc:IssueDate>
          <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
          <cac:BuyerCustomerParty>
            <cac:Party>
              <cbc:EndpointID schemeID="0088">4098765000003</cbc:EndpointID>
            </cac:Party>
          </cac:BuyerCustomerParty>
          <cac:SellerSupplierParty>
            <cbc:CustomerAssignedAccountID>NORTH</cbc:CustomerAssignedAccountID>
            <cac:Party>
              <cac:PartyName>
                <cbc:Name>NORTH</cbc:Name>
              </cac:PartyName>
            </cac:Party>
          </cac:SellerSupplierParty>
          <cac:OrderLine>
            <cac:LineItem>
              <cbc:ID>1</cbc:ID>
              <cbc:Quantity unitCode="XCS">10</cbc:Quantity>
              <cac:Price>
                <cbc:PriceAmount currencyID="EUR">1.2</cbc:PriceAmount>
                <cbc:BaseQuantity unitCode="C62">1</cbc:BaseQuantity>
              </cac:Price>
              <cac:Item>
                <cbc:PackSizeNumeric>12</cbc:PackSizeNumeric>
                <cac:BuyersItemIdentification>
                  <cbc:ID>TEA-01</cbc:ID>
                </cac:BuyersItemIdentification>
              </cac:Item>
            </cac:LineItem>
          </cac:OrderLine>
        </Order>

        """)
  }

  /// The output is read back unchanged, field by field, and without an error.
  @Test func readsWhatItWrote() throws {
    let text = try Self.write(Self.columns, Self.rows)
    #expect(try Self.write(Self.columns, Self.rows, rowsPerBatch: 1) == text)
    let reading = CollectedReading(of: UBLFormat.self, source: .text(text))
    #expect(reading.error == nil)
    // A pallet of unknown content has a price for one; a code that is not a unit's is reported.
    let codes = reading.tables.flatMap(\.records).flatMap(\.problems).map(\.code)
    #expect(codes == [.ublCodeUnknown])
    for table in ["suppliers", "orders", "order_lines"] {
      let found = try #require(reading.table(table))
      for (record, row) in zip(found.records, Self.rows) {
        for (column, field) in zip(found.segments[0].schema.columns, record.fields) {
          guard let place = Self.columns.firstIndex(of: column.name) else { continue }
          #expect(field.text == row[place] ?? "", "\(table) \(column.name)")
        }
      }
      #expect(found.records.count == (table == "order_lines" ? Self.rows.count : 1))
    }
  }

  /// Valid by the schema of OASIS, if that and the program that compares are installed.
  @Test(
    .enabled(
      if: Corpora.isAvailable("ubl/xsd-2.1") && FileManager.default.isExecutableFile(atPath: "/usr/bin/xmllint"),
      "needs xmllint and the schemas; \(Corpora.notice)"), arguments: [0, 1])
  func isValidByTheSchema(_ index: Int) throws {
    let (columns, rows) = Self.plain[index]
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(try Self.write(columns, rows).utf8).write(to: file)
    let schema = try #require(Corpora.folder("ubl/xsd-2.1")) + "/maindoc/UBL-Order-2.1.xsd"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xmllint")
    process.arguments = ["--nonet", "--noout", "--schema", schema, file.path]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(told)")
  }

  @Test(arguments: [
    (["supplier"], "order_number"), (["unit_cost", "order_number", "supplier", "order_quantity", "profit"], "profit"),
  ])
  func refusesColumns(_ columns: [String], _ value: String) throws {
    let error = try #require(throws: Problems.self) { try Self.write(columns, []) }
    #expect(error.code == .ublUnwritable)
    #expect(error.first.value == value)
  }

  @Test func refusesOtherTables() throws {
    let error = try #require(throws: Problems.self) { try Self.write(["sku"], [], table: "products") }
    #expect(error.code == .ublUnwritable)
  }

  @Test func refusesSeveralOrders() throws {
    var other = Self.rows[1]
    other[1] = "4712"
    let error = try #require(throws: Problems.self) { try Self.write(Self.columns, [Self.rows[0], other]) }
    #expect(error.message.contains("holds one order"))
    #expect(error.first.position.record == 2)
  }

  /// Each with one field changed to what an order cannot say.
  @Test(arguments: [
    ("order_number", nil), ("order_number", "a\u{1}b"), ("note", "\u{FFFF}"), ("order_quantity", nil),
    ("order_quantity", "many"), ("order_unit", "armful"), ("pack_size", "x"), ("barcode", "SHELF-1"),
    ("barcode", "4006381333932"), ("unit_cost", "1,5"), ("currency", nil), ("ordered_on", "2026-13-01"),
    ("ordered_on", nil), ("expected_on", "soon"), ("supplier", nil),
  ])
  func refusesWhatAnOrderCannotSay(_ field: String, _ value: String?) throws {
    var row = Self.rows[0]
    row[try #require(Self.columns.firstIndex(of: field))] = value
    let error = try #require(throws: Problems.self) { try Self.write(Self.columns, [row]) }
    #expect(error.code == .ublUnwritable, "\(error)")
    #expect(!error.message.isEmpty && !error.remedy.isEmpty)
  }

  @Test func refusesPacksThatAreNone() throws {
    var row = Self.rows[2]
    row[Self.columns.count - 2] = "6"
    let error = try #require(throws: Problems.self) { try Self.write(Self.columns, [row]) }
    #expect(error.message == "one 'dozen' holds 12, not '6'")
  }

  @Test func refusesReplacements() throws {
    let columns = ["supplier", "order_number", "ordered_on", "sku", "order_quantity", "replaces"]
    let rows = [["S", "1", "2026-09-15", "A", "1", "true"]]
    let error = try #require(throws: Problems.self) { try Self.write(columns, rows) }
    #expect(error.first.value == "true")
  }

  @Test func takesTheDayFromTheOption() throws {
    let columns = ["supplier", "order_number", "sku", "order_quantity"]
    let text = try Self.write(columns, [["S", "1", "A", "1"]], options: ["issued": "2026-10-31"])
    #expect(text.contains("<cbc:IssueDate>2026-10-31</cbc:IssueDate>"))
    #expect(throws: Problems.self) { try Self.write(columns, [], options: ["issued": "31.10.2026"]) }
  }
}
