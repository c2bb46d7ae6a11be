import FormatKit
import FormatKitTesting
import Testing

@testable import JSONFormat

/// Inputs made to exhaust a reader; what is large is generated, never stored.
@Suite struct JSONHostileInputTests {
  /// A source that begins with one text, goes on with copies of another, and ends with a third.
  private func source(_ start: String, _ unit: String, copies: Int, end: String = "") -> ByteSource {
    ByteSource(name: "generated") { () throws(Problems) in
      let block = Array(String(repeating: unit, count: max(1, 4096 / unit.utf8.count)).utf8)
      var left = copies * unit.utf8.count
      var next = Array(start.utf8)[...]
      var isEnded = false
      return ByteStream(name: "generated") { buffer in
        if next.isEmpty, left > 0 {
          next = block.prefix(left)
          left -= next.count
        } else if next.isEmpty, !isEnded {
          isEnded = true
          next = Array(end.utf8)[...]
        }
        let count = min(buffer.count, next.count)
        for (offset, byte) in next.prefix(count).enumerated() { buffer[offset] = byte }
        next = next.dropFirst(count)
        return count
      }
    }
  }

  private func errorCode<F: ReadableFormat>(_ format: F.Type, _ source: ByteSource, _ options: [String: String] = [:])
    -> String?
  {
    CollectedReading(of: format, source: source, options: options).error?.code.id
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func refusesNestingOfAHundredThousand(unit: String) {
    #expect(errorCode(JSONFormat.self, source("", unit, copies: 100_000)) == "too-deep")
    // At the greatest depth arrays in arrays run into the limit of tables first.
    let deepest = errorCode(JSONFormat.self, source("", unit, copies: 100_000), ["depth": "512"])
    #expect(deepest == (unit.contains("[") ? "json-too-many-tables" : "too-deep"))
    #expect(errorCode(JSONFormat.self, source("{\"skip\":", unit, copies: 100_000), ["path": "x"]) == "too-deep")
  }

  @Test func goesOnAfterALineNestedTooDeep() {
    let reading = CollectedReading(
      of: JSONLinesFormat.self, source: source("", "[", copies: 100_000, end: "\n{\"a\":1}\n"))
    let records = reading.table("records")?.records ?? []
    #expect(records.map(\.problems.count) == [1, 0])
    #expect(reading.error == nil)
  }

  /// 200 MB suffice: the refusal must come after 16 MiB, long before.
  @Test(arguments: [("[", "7"), ("[\"", "x"), ("[{\"", "k"), ("[\"", "\\u0041"), ("[1.", "0"), ("[1e", "9")])
  func refusesATokenWithoutEnd(start: String, unit: String) {
    let endless = source(start, unit, copies: 200_000_000 / unit.utf8.count)
    #expect(errorCode(JSONFormat.self, endless, ["path": ".", "keyed": "no"]) == "field-too-large")
  }

  @Test func refusesARecordWithoutEnd() {
    let unit = "\"" + String(repeating: "x", count: 1 << 20) + "\","
    let members = (0..<70).map { "\"k\($0)\":\(unit)" }.joined()
    #expect(errorCode(JSONFormat.self, .text("[{" + members, name: "generated")) == "field-too-large")
  }

  @Test func refusesAMillionColumns() {
    let text = "[{" + (0..<1_000_000).map { "\"c\($0)\":1" }.joined(separator: ",") + "}]"
    #expect(errorCode(JSONFormat.self, .text(text, name: "generated")) == "too-many-columns")
    let nested = "[{" + (0..<100_000).map { "\"c\($0)\":{\"x\":{\"y\":{}}}" }.joined(separator: ",") + "}]"
    #expect(errorCode(JSONFormat.self, .text(nested, name: "generated")) == "too-many-columns")
  }

  @Test func acceptsAsManyColumnsAsATableMayHave() {
    let count = RecordBatch.maximumColumns
    let text = "[{" + (0..<count).map { "\"c\($0)\":1" }.joined(separator: ",") + "}]"
    let reading = CollectedReading(of: JSONFormat.self, source: .text(text, name: "generated"))
    #expect(reading.error == nil)
    #expect(reading.tables.first?.segments.first?.schema.columns.count == count)
  }

  @Test func refusesAKeyThatIsAText() {
    let key = String(repeating: "k", count: 2000)
    #expect(errorCode(JSONFormat.self, .text("[{\"\(key)\":1}]")) == "field-too-large")
  }

  @Test func handsOutAMillionChildrenOfOneRecord() throws {
    let children = source("[{\"lines\":[{\"qty\":1}", ",{\"qty\":2}", copies: 1_000_000, end: "],\"order\":\"7\"}]")
    var reader = try JSONFormat(options: JSONOptions()).reader(for: children)
    var batch = RecordBatch()
    var (childCount, largest) = (0, 0)
    var orders: [String?] = []
    while try reader.read(into: &batch) {
      largest = max(largest, batch.rowCount)
      if batch.schema.table == "records.lines" {
        #expect(batch.string(row: 0, column: 0) == "1")
        #expect(batch.string(row: 0, column: 1) == String(childCount + 1))
        childCount += batch.rowCount
      } else {
        orders += (0..<batch.rowCount).map { batch.string(row: $0, column: 0) }
      }
    }
    #expect(childCount == 1_000_001)
    #expect(largest <= 1024)
    #expect(orders == ["7"])
  }

  @Test func capsTheProblemsOfARecord() {
    let text = "[{" + Array(repeating: "\"a\":1", count: 10_000).joined(separator: ",") + "}]"
    let reading = CollectedReading(of: JSONFormat.self, source: .text(text))
    let problems = reading.tables.first?.records.first?.problems ?? []
    #expect(problems.count == 100)
    #expect(problems.last?.message.contains("and 9899 more") == true)
  }
}
