import FormatKit
import FormatKitTesting
import Foundation
import Testing
import XMLFormat

/// What needs more than a small file: positions far down, tables that interleave, real documents.
struct XMLReaderTests {
  @Test func knowsLinesBeyondSixteenBits() throws {
    let text = "<c>\n" + String(repeating: "<p><n>a</n>\n</p>\n", count: 50_000) + "<p\n a='1'/></c>"
    var reader = try XMLFormat().reader(for: .text(text, name: "long.xml"))
    var batch = RecordBatch()
    var last = RecordPosition(line: 0, byteOffset: 0, record: 0)
    while try reader.read(into: &batch) {
      for row in 0..<batch.rowCount {
        let place = batch.position(row: row)
        #expect(place.record == last.record + 1)
        #expect(place.line == 2 * place.record)
        #expect(place.byteOffset == 4 + 17 * (place.record - 1))
        last = place
      }
    }
    #expect(last.record == 50_001)
  }

  @Test func endsABatchAheadOfANewColumn() throws {
    let filler = "<!-- " + String(repeating: "x", count: 70_000) + " -->"
    let text = "<c><p><n>a</n></p><p><n>b</n></p>\(filler)<p><n>c</n><m>1</m></p><p><n>d</n></p></c>"
    var reader = try XMLFormat().reader(for: .text(text))
    var batch = RecordBatch()
    var seen: [[String]] = []
    while try reader.read(into: &batch) {
      seen.append(
        batch.schema.columns.map(\.name) + (0..<batch.rowCount).map { batch.string(row: $0, column: 0) ?? "" })
    }
    #expect(seen == [["n", "a", "b"], ["n", "m", "c", "d"]])
  }

  @Test func handsARecordsManyChildrenOverInPieces() throws {
    let text =
      "<c><p><n>a</n><t>1</t><t>2</t></p><p><n>b</n>" + String(repeating: "<t>x</t>", count: 400_000) + "</p></c>"
    var reader = try XMLFormat().reader(for: .text(text))
    var batch = RecordBatch()
    var counts: [String: Int] = [:]
    while try reader.read(into: &batch) {
      counts[batch.schema.table, default: 0] += batch.rowCount
      #expect(batch.rowCount <= 1024)
    }
    #expect(counts == ["p": 2, "p.t": 400_002])
  }

  @Test func keepsMixedTextInLinearTime() throws {
    let text = "<c><p>" + String(repeating: "ab<i/>", count: 300_000) + "</p><p>x<i/></p></c>"
    let reading = CollectedReading(
      of: XMLFormat.self, source: .text(text), options: ["record": "p"])
    let table = reading.table("p")
    let column = table?.segments.first?.schema.index(of: "value")
    #expect(column.map { table?.records.first?.fields[$0].text.utf8.count } == 600_000)
  }

  static let documents = [
    ("ubl/oasis-examples/invoice/BII04 XML example full core data 01.xml", "InvoiceLine"),
    ("ubl/oasis-examples/order/UBL-Order-2.1-Example.xml", "OrderLine"),
  ]

  @Test(.enabled(if: Corpora.isAvailable("ubl"), "\(Corpora.notice)"))
  func readsRealDocuments() throws {
    var tried = 0
    for folder in ["ubl/oasis-examples", "onix"] {
      for path in Corpora.files(in: folder, endings: ["xml", "onix"], largest: 4 << 20) {
        let (rows, error) = XMLSecurityTests.drain(try .file(path))
        tried += 1
        if let error {
          #expect(error.first.position.line > 0, "\(path): \(error)")
        } else {
          #expect(rows > 0, "\(path)")
        }
      }
    }
    #expect(tried > 20)
  }

  @Test(.enabled(if: Corpora.isAvailable("ubl"), "\(Corpora.notice)"), arguments: documents)
  func findsASensibleRecord(_ path: String, _ record: String) throws {
    let full = try #require(Corpora.folder()) + "/" + path
    try #require(FileManager.default.fileExists(atPath: full))
    var reader = try XMLFormat().reader(for: .file(full))
    var batch = RecordBatch()
    _ = try reader.read(into: &batch)
    #expect(batch.schema.table == record, "\(reader.findings)")
  }
}
