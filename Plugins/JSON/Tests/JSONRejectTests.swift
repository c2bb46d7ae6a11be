import FormatKit
import FormatKitTesting
import Testing

@testable import JSONFormat

/// The text of files of refused records.
@Suite struct JSONRejectTests {
  private func rejects<F: RejectingFormat>(
    _ format: F.Type, _ text: String, _ records: [Int], options: [String: String] = [:]
  ) throws -> String {
    let source = ByteSource.text(text, name: "list.json")
    let reading = CollectedReading(of: F.self, source: source, options: options)
    let rejected = (reading.tables.first?.records ?? []).map(\.position).filter { records.contains($0.record) }.map {
      RejectedRecord(
        record: $0.record, table: "", line: $0.line, byteOffset: $0.byteOffset, mark: "\($0.record)",
        reasons: ["sku \"\\\" is bad", "and\nmore"])
    }
    let sink = ByteSink.memory()
    try F(options: F.Options(parsing: options, of: F.descriptor.id))
      .writeRejects(of: source, RejectedRecords(rejected), to: sink)
    return sink.collectedText
  }

  private static func note(_ mark: Int) -> String {
    "\"stockroom_record\":\"\(mark)\",\"stockroom_reason\":\"sku \\\"\\\\\\\" is bad; and more\""
  }

  @Test(
    arguments: [
      // Numbers as written, nested values, the text around the records.
      (
        "{\"meta\": {\"n\": [{\"x\":1},{\"x\":2}]}, \"data\": {\"items\": [\n  {\"sku\": \"007\", \"price\": 1.10},\n  "
          + "{ \"tags\": [1, {\"a\":null}] }\n]}, \"end\": true}\n", [2], [:],
        "{\"meta\": {\"n\": [{\"x\":1},{\"x\":2}]}, \"data\": {\"items\": [\n  {\(note(2)), \"tags\": [1, {\"a\":null}] }\n"
          + "]}, \"end\": true}\n"
      ),
      ("[{\"a\":1},{\"a\":2}, {\"a\":3}]", [1, 3], [:], "[{\(note(1)),\"a\":1}, {\(note(3)),\"a\":3}]"),
      ("[{},5,\"x\"]", [1, 2], [:], "[{\(note(1))},{\(note(2)),\"value\":5}]"),
      ("{\"A-1\":{\"n\":1},\"A-2\":{\"n\":2}}", [2], [:], "{\"A-2\":{\(note(2)),\"n\":2}}"),
      ("{\"sku\":\"A\"}", [1], [:], "{\(note(1)),\"sku\":\"A\"}"),
      ("{\"a\":{\"b\":[{\"c\":1}]}}", [], ["path": "a.b"], "{\"a\":{\"b\":[]}}\n"),
      // Refused again, the members moved in between.
      (
        "[{\"a\":1,\"stockroom_reason\":\"x, {\",\"stockroom_record\":\"4\"}]", [1], [:], "[{\(note(1)),\"a\":1}]"
      ),
    ] as [(String, [Int], [String: String], String)])
  func keepsTheDocument(_ text: String, _ records: [Int], _ options: [String: String], _ expected: String) throws {
    #expect(try rejects(JSONFormat.self, text, records, options: options) == expected)
  }

  @Test(
    arguments: [
      ("{\"a\":1}\r\n\n {\"a\":2}\r\n{\"a\":3}", [2, 3], "{\(note(2)),\"a\":2}\r\n{\(note(3)),\"a\":3}\n"),
      // Lines that are not JSON are still not JSON afterwards.
      ("{\"a\":1\n", [1], "{\(note(1)),\"a\":1\n"),
      ("[1,\n17\n", [1, 2], "{\(note(1)),\"value\":[1,}\n{\(note(2)),\"value\":17}\n"),
      ("1,\"b\":2", [1], "{\(note(1)),\"value\":1,\"b\":2\n"),
      ("1,\"b\":2\n", [1], "{\(note(1)),\"value\":1,\"b\":2\n"),
    ] as [(String, [Int], String)])
  func keepsTheLines(_ text: String, _ records: [Int], _ expected: String) throws {
    let written = try rejects(JSONLinesFormat.self, text, records)
    #expect(written == expected)
    let errors = { (text: String) in
      CollectedReading(of: JSONLinesFormat.self, source: .text(text)).table("records")?.records
        .map { !$0.problems.isEmpty } ?? []
    }
    #expect(errors(written) == records.map { errors(text)[$0 - 1] })
  }

  /// A number at the very end, after text that has left the buffer.
  @Test func readsANumberAtTheEnd() {
    for text in ["{\"a\":1}\n17", "1\n2\n1e999"] {
      let records = CollectedReading(of: JSONLinesFormat.self, source: .text(text)).tables.flatMap(\.records)
      #expect(records.last?.fields.last?.text == text.split(separator: "\n").last.map(String.init))
    }
  }

  @Test func writesNothingWhenThereIsNothing() throws {
    #expect(try rejects(JSONFormat.self, "[{\"a\":1}]", []) == "[]\n")
    #expect(try rejects(JSONLinesFormat.self, "{\"a\":1}\n", []).isEmpty)
  }
}
