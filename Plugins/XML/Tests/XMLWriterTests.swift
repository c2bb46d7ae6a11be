import FormatKit
import FormatKitTesting
import Foundation
import Testing
import XMLFormat

/// Writing: layout, escapes, what has no place among elements, and what is refused.
struct XMLWriterTests {
  typealias Cell = (text: String, kind: FieldKind)

  static func write(_ columns: [String], _ rows: [[Cell]], _ options: XMLOptions = XMLOptions()) throws -> String {
    let sink = ByteSink.memory()
    let schema = Schema(table: "goods", columnNames: columns)
    var writer = try XMLFormat(options: options).writer(for: schema, to: sink)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for (number, row) in rows.enumerated() {
      for cell in row { batch.append(text: cell.text, kind: cell.kind) }
      batch.endRow(at: RecordPosition(line: number + 2, byteOffset: 0, record: number + 1))
    }
    try writer.write(batch)
    try writer.finish()
    return sink.collectedText
  }

  @Test func laysRecordsOutByLine() throws {
    let text = try Self.write(
      ["@sku", "price", "price@currency", "size.width", "list price", "note"],
      [[("A<1", .text), ("3", .number), ("EUR", .text), ("2", .text), ("4", .text), ("", .null)]],
      XMLOptions(record: "product", root: "catalog"))
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <catalog xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
          <product sku="A&lt;1">
            <price currency="EUR">3</price>
            <size>
              <width>2</width>
            </size>
            <note xsi:nil="true"/>
            <field name="list price">4</field>
          </product>
        </catalog>

        """)
  }

  @Test(arguments: ["\u{0}", "a\u{8}", "\u{FFFE}", "x\u{FFFF}y"])
  func refusesWhatXMLCannotExpress(_ value: String) {
    let error = #expect(throws: Problems.self) {
      _ = try Self.write(["sku", "note"], [[("1", .text), ("ok", .text)], [("2", .text), (value, .text)]])
    }
    #expect(error?.code == .xmlIllegalCharacter)
    #expect(error?.first.position.field == "note")
    #expect(error?.first.position.record == 2)
  }

  @Test(arguments: [("root", "a b"), ("record", "1x"), ("root", "")])
  func refusesNamesThatAreNone(_ option: String, _ value: String) {
    let error = #expect(throws: Problems.self) {
      let options = try XMLOptions(parsing: [option: value], of: "xml")
      _ = try Self.write(["a"], [], options)
    }
    #expect(error?.code == .invalidOption)
  }

  /// Random rows over awkward columns come back as they were, and xmllint agrees that what is written is well-formed.
  @Test(arguments: Seeds.of(1...40))
  func bringsRandomRowsBack(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let names = [
      "sku", "@id", "a", "a.b", "a.b.c", "a@x", "a.b@y", "list price", "field", "field@name", "xml", "1st", "a..b", ".",
      "@", "@a b", "naïve", "x:y", "<&\">", "value", "_parent", "a@b@c", "deep.er.still",
    ]
    let columns = names.shuffled(using: &generator).prefix(Int.random(in: 1...names.count, using: &generator))
    let texts = ["", " ", "x", " x ", "a\nb", "\r\n", "\t", "]]>", "<a>&amp;\"'", "ü€😀", "&#38;", "nil"]
    let rows = (0..<Int.random(in: 2...9, using: &generator)).map { _ in
      columns.map { _ -> Cell in
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: ("", .absent)
        case 1: ("", .null)
        default: (texts.randomElement(using: &generator) ?? "", .text)
        }
      }
    }
    let text = try Self.write(Array(columns), rows)
    let sample = ConformanceSample(name: "w.xml", text: text, options: ["record": "/goods/record"])
    let reading = CollectedReading(of: XMLFormat.self, source: sample.source(), options: sample.options)
    #expect(reading.error == nil && reading.tables.count <= 1)
    let table = reading.tables.first
    for (number, row) in rows.enumerated() {
      let segment = table?.segments.first
      for (column, cell) in zip(columns, row) {
        let place = segment?.schema.index(of: column)
        let field = place.flatMap { segment?.records[number].fields[$0] }
        #expect(field?.kind ?? .absent == cell.kind, "\(column) in row \(number + 1) of \(text)")
        #expect(field?.text ?? "" == cell.text, "\(column) in row \(number + 1) of \(text)")
      }
    }
    if Self.hasXMLLint { #expect(try Self.isAccepted(text), "\(text)") }
  }

  static let hasXMLLint = FileManager.default.isExecutableFile(atPath: "/usr/bin/xmllint")

  @Test(.enabled(if: hasXMLLint, "xmllint is not installed"))
  func isAcceptedByXMLLint() throws {
    #expect(try Self.isAccepted(Self.write(["a", "b c"], [[("1", .text), ("<", .text)]])))
    #expect(try Self.isAccepted(Self.write(["a"], [])))
    #expect(try !Self.isAccepted("<a>"))
  }

  static func isAccepted(_ text: String) throws -> Bool {
    let path = NSTemporaryDirectory() + "stockroom-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xmllint")
    process.arguments = ["--noout", "--nonet", path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
