import FormatKit
import FormatKitTesting
import Testing

@testable import JSONFormat

@Suite struct JSONWriterTests {
  private typealias Field = (text: String, kind: FieldKind)

  private func write<F: WritableFormat>(
    _ format: F, _ columns: [Column], _ rows: [[Field]]
  ) throws -> String {
    let sink = ByteSink.memory()
    let schema = Schema(columns: columns)
    var writer = try format.writer(for: schema, to: sink)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for (index, row) in rows.enumerated() {
      for field in row { batch.append(text: field.text, kind: field.kind) }
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: index + 1))
    }
    try writer.write(batch)
    try writer.finish()
    return sink.collectedText
  }

  private func line(_ columns: [Column], _ row: [Field], _ options: [String: String] = [:]) throws -> String {
    try write(JSONLinesFormat(options: JSONLinesOptions(parsing: options, of: "json-lines")), columns, [row])
  }

  @Test func writesAnArrayWithARecordOnEachLine() throws {
    let format = JSONFormat(options: JSONOptions())
    let columns = [Column(name: "sku"), Column(name: "stock")]
    let rows: [[Field]] = [
      [("A-1", .text), ("12", .number)], [("A-2", .text), ("", .null)], [("", .absent), ("0", .text)],
    ]
    let expected = "[\n{\"sku\":\"A-1\",\"stock\":12},\n{\"sku\":\"A-2\",\"stock\":null},\n{\"stock\":\"0\"}\n]\n"
    #expect(try write(format, columns, rows) == expected)
    #expect(try write(format, columns, []) == "[]\n")
    #expect(try write(JSONLinesFormat(options: JSONLinesOptions()), columns, []) == "")
  }

  @Test(arguments: [
    ("12", ColumnType.number, FieldKind.text, "12"), ("-0.50e+7", .number, .text, "-0.50e+7"),
    ("012", .number, .text, "\"012\""), ("1.", .number, .text, "\"1.\""), ("+1", .number, .text, "\"+1\""),
    ("", .number, .text, "\"\""), ("NaN", .number, .number, "\"NaN\""), ("1,5", .number, .number, "\"1,5\""),
    ("12", .text, .text, "\"12\""), ("12", .date, .text, "\"12\""), ("1e9", .text, .number, "1e9"),
    ("true", .boolean, .text, "true"), ("false", .text, .boolean, "false"), ("yes", .boolean, .text, "\"yes\""),
    ("true", .text, .text, "\"true\""), ("TRUE", .boolean, .boolean, "\"TRUE\""),
    ("12345678901234567890.000", .text, .number, "12345678901234567890.000"),
  ])
  func typesAValueByFieldAndColumn(text: String, type: ColumnType, kind: FieldKind, expected: String) throws {
    #expect(try line([Column(name: "v", type: type)], [(text, kind)]) == "{\"v\":\(expected)}\n")
  }

  @Test func escapesWhatMustBeAndNothingElse() throws {
    let text = "\"\\/\u{8}\u{9}\u{A}\u{C}\u{D}\u{0}\u{1F}\u{7F}é👍 long enough for whole words \" and the rest"
    let expected =
      #"{"v":"\"\\/\b\t\n\f\r\u0000\u001f"# + "\u{7F}é👍" + #" long enough for whole words \" and the rest"}"# + "\n"
    #expect(try line([Column(name: "v")], [(text, .text)]) == expected)
    #expect(try line([Column(name: "a\"b\n")], [("1", .number)]) == #"{"a\"b\n":1}"# + "\n")
  }

  @Test(arguments: [
    (["a", "b.c", "d", "b.e.f"], "yes", #"{"a":1,"b":{"c":1,"e":{"f":1}},"d":1}"#),
    (["a", "b.c", "d", "b.e.f"], "no", #"{"a":1,"b.c":1,"d":1,"b.e.f":1}"#),
    (["a", "a.b"], "yes", #"{"a":1,"a.b":1}"#), (["a.b", "a"], "yes", #"{"a":1,"a.b":1}"#),
    (["a.", ".a", "."], "yes", #"{"a":{"":1},"":{"a":1,"":1}}"#),
  ])
  func makesObjectsOfDottedNames(names: [String], nested: String, expected: String) throws {
    let row: [Field] = names.map { _ in ("1", .number) }
    #expect(try line(names.map { Column(name: $0) }, row, ["nested": nested]) == expected + "\n")
  }

  @Test func leavesOutObjectsWithoutMembers() throws {
    let columns = ["a.b.c", "a.d", "e"].map { Column(name: $0) }
    #expect(try line(columns, [("", .absent), ("", .absent), ("1", .number)]) == "{\"e\":1}\n")
    #expect(try line(columns, [("", .absent), ("", .null), ("", .absent)]) == "{\"a\":{\"d\":null}}\n")
  }

  /// Random tables with every kind of field and text survive writing and reading.
  @Test(arguments: Seeds.of(1...40))
  func randomTablesSurvive(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = ["a", "b", "c.d", "c.e", "c.f.g", "h i", "ü\"\\", "long name of a column"]
    let columns = names.prefix(Int.random(in: 1...names.count, using: &generator)).map { Column(name: $0) }
    let rows: [[Field]] = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
      columns.map { _ in randomField(&generator) }
    }
    let text = try write(JSONFormat(options: JSONOptions()), columns, rows)
    for chunk in [Int.max, 13] {
      let reading = CollectedReading(
        of: JSONFormat.self, source: .memory(Array(text.utf8), name: "random", chunk: chunk), rowLimit: 100)
      #expect(reading.error == nil)
      let table = try #require(reading.tables.first)
      let read = table.segments.flatMap { segment in
        segment.records.map { record in
          Dictionary(zip(segment.schema.columns.map(\.name), record.fields), uniquingKeysWith: { first, _ in first })
        }
      }
      #expect(read.count == rows.count)
      for (fields, row) in zip(read, rows) {
        for (column, field) in zip(columns, row) {
          let back = fields[column.name] ?? CollectedReading.Field(kind: .absent, text: "")
          #expect(back == CollectedReading.Field(kind: field.kind, text: field.text), "column \(column.name)")
        }
      }
    }
  }

  private func randomField(_ generator: inout SeededGenerator) -> Field {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return ("", .absent)
    case 1: return ("", .null)
    case 2: return (["true", "false"].randomElement(using: &generator) ?? "true", .boolean)
    case 3:
      return (
        ["0", "-1.50", "1E+400", "123456789012345678901234567890"].randomElement(using: &generator) ?? "0", .number
      )
    default:
      let pieces = ["x", "plain words ", "\"", "\\", "\n", "\u{0}", "é", "👍", "{", ",", "\u{2028}", "0123456789abcdef"]
      let count = Int.random(in: 0...12, using: &generator)
      return ((0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined(), .text)
    }
  }
}
