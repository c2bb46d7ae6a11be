import FormatKit
import FormatKitTesting
import Testing
import XMLFormat

/// The text of files of refused records.
@Suite struct XMLRejectTests {
  private func rejects(_ bytes: [UInt8], _ records: [Int], options: [String: String] = [:]) throws -> [UInt8] {
    let source = ByteSource.memory(bytes, name: "list.xml")
    let reading = CollectedReading(of: XMLFormat.self, source: source, options: options)
    let rejected = (reading.tables.first?.records ?? []).map(\.position).filter { records.contains($0.record) }.map {
      RejectedRecord(
        record: $0.record, table: "", line: $0.line, byteOffset: $0.byteOffset, mark: "\($0.record)",
        reasons: ["'<' & \u{20AC}"])
    }
    let sink = ByteSink.memory()
    try XMLFormat(options: XMLOptions(parsing: options, of: "xml"))
      .writeRejects(of: source, RejectedRecords(rejected), to: sink)
    return sink.collectedBytes
  }

  private static func note(_ mark: Int, _ euro: String) -> String {
    "<stockroom_record>\(mark)</stockroom_record><stockroom_reason>'&lt;' &amp; \(euro)</stockroom_reason>"
  }

  @Test(
    arguments: [
      (
        "<?xml version=\"1.0\"?>\n<c xmlns=\"urn:x\" xmlns:g=\"urn:g\"><head/>\n  <!-- list -->\n  <g:p sku='007'/>\n"
          + "  <g:p sku=\"2\"><t>a</t><t>b</t></g:p>\n  <g:p sku=\"3\"><t>c</t></g:p>\n</c>\n", [1, 3], [:],
        "<?xml version=\"1.0\"?>\n<?stockroom-rejects record=\"/{urn:x}c/{urn:g}p\" repeated=\"t\"?>\n"
          + "<c xmlns=\"urn:x\" xmlns:g=\"urn:g\"><head/>\n  <!-- list -->\n"
          + "  <g:p sku='007'>\(note(1, "\u{20AC}"))</g:p>\n  <g:p sku=\"3\">\(note(3, "\u{20AC}"))<t>c</t></g:p>\n</c>\n"
      ),
      // Refused again.
      (
        "<?stockroom-rejects record=\"/c/p\" repeated=\"\"?>\n<c><p><stockroom_record>1</stockroom_record>\n"
          + "<stockroom_reason/><n>A</n></p></c>", [1], [:],
        "<?stockroom-rejects record=\"/c/p\" repeated=\"\"?>\n<c><p>\(note(1, "\u{20AC}"))\n<n>A</n></p></c>"
      ),
    ] as [(String, [Int], [String: String], String)])
  func keepsTheDocument(_ text: String, _ records: [Int], _ options: [String: String], _ expected: String) throws {
    let written = try rejects(Array(text.utf8), records, options: options)
    #expect(String(decoding: written, as: UTF8.self) == expected)
  }

  @Test func keepsCharacterSets() throws {
    let latin = Array("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><c><p><n>Caf".utf8) + [0xE9]
    let written = try rejects(latin + Array("</n></p><p/></c>".utf8), [1])
    let head =
      "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<?stockroom-rejects record=\"/c/p\" repeated=\"\"?><c><p>"
    #expect(written == Array((head + Self.note(1, "&#8364;") + "<n>Caf").utf8) + [0xE9] + Array("</n></p></c>".utf8))

    // A set that libxml2 decodes: the same text in UTF-8.
    let cyrillic = Array("<?xml version=\"1.0\" encoding=\"koi8-r\"?><c><p><n>".utf8) + [0xD4, 0xC5]
    let converted = try rejects(cyrillic + Array("</n></p><p/></c>".utf8), [1])
    let text = String(decoding: converted, as: UTF8.self)
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?stockroom-rejects"))
    #expect(text.hasSuffix(Self.note(1, "\u{20AC}") + "<n>\u{442}\u{435}</n></p></c>"))
  }

  /// A row of an inner table is refused: the record that holds it is written, once.
  @Test func writesTheRecordOfARefusedRow() throws {
    let text = "<c><p><t>a</t><t>b</t></p><p><t>c</t></p></c>"
    let reading = CollectedReading(of: XMLFormat.self, source: .text(text))
    let rows = try #require(reading.table("p.t")).records.map(\.position).filter { $0.record < 3 }
    let rejected = rows.map {
      RejectedRecord(record: $0.record, table: "p.t", byteOffset: $0.byteOffset, mark: "t\($0.record)", reasons: ["no"])
    }
    let sink = ByteSink.memory()
    try XMLFormat().writeRejects(of: .text(text), RejectedRecords(rejected), to: sink)
    #expect(
      sink.collectedText
        == "<?stockroom-rejects record=\"/c/p\" repeated=\"t\"?>\n<c><p><stockroom_record>t1 t2</stockroom_record>"
        + "<stockroom_reason>no; no</stockroom_reason><t>a</t><t>b</t></p></c>")
  }
}
