import CSVFormat
import FormatKit
import FormatKitTesting
import Testing

/// Texts that a spreadsheet would run: harmless in what is written, themselves again in what is read.
@Suite struct CSVFormulaTests {
  private func written(_ names: [String], _ rows: [[String]], _ options: [String: String]) throws -> String {
    let sink = ByteSink.memory()
    let schema = Schema(columnNames: names)
    var writer = try CSVFormat(options: CSVOptions(parsing: options, of: "csv")).writer(for: schema, to: sink)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for row in rows {
      for text in row { batch.append(text: text) }
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: 1))
    }
    try writer.write(batch)
    try writer.finish()
    return sink.collectedText
  }

  private func reading(_ text: String, _ options: [String: String] = [:]) -> CollectedReading {
    CollectedReading(of: CSVFormat.self, source: .text(text, name: "goods.csv"), options: options)
  }

  @Test(arguments: [
    [:], ["delimiter": "semicolon"], ["quoting": "all"], ["quote": "'"], ["escape": "backslash"], ["null": "'=x"],
    ["quote": "'", "escape": "backslash", "null": ""], ["delimiter": "'"],
  ])
  func everyTextComesBack(_ options: [String: String]) throws {
    let pieces = ["'", "=", "+", "-", "@", "x", "5", " ", "\t", "\n", "\"", ",", ";", "\\", "\u{FF1D}", "\u{E9}"]
    var generator = SeededGenerator(seed: 20)
    func text() -> String {
      // Records of nothing but empty texts are blank lines.
      "a="
        + (0..<Int.random(in: 0...5, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
        .joined()
    }
    let names = ["=a", "'=b", " c", "-5", "+1"]
    let rows = (0..<1500).map { _ in names.map { _ in String(text().dropFirst(2)) } + ["x"] }
    let columns = names + ["last"]
    for mode in ["harmless", "as-is"] {
      var options = options
      options["formulas"] = mode
      let file = try written(columns, rows, options)
      options["header"] = "yes"
      if options["delimiter"] == nil { options["delimiter"] = "comma" }
      // A file written for people is recognised as such without options.
      if mode == "harmless" { options["formulas"] = nil }
      let table = try #require(reading(file, options).tables.first)
      #expect(table.segments.first?.schema.columns.map(\.name) == columns.map { $0 == " c" ? "c" : $0 })
      #expect(table.records.map { $0.fields.map(\.text) } == rows, "\(options)")
    }
  }

  @Test func numbersStayNumbers() throws {
    let schema = Schema(columns: [Column(name: "a", type: .number), Column(name: "b")])
    var batch = RecordBatch()
    batch.reset(schema: schema)
    batch.append(text: "-5", kind: .number)
    batch.append(text: "+4930123")
    batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: 1))
    let sink = ByteSink.memory()
    var writer = try CSVFormat(options: CSVOptions(parsing: ["formulas": "harmless"], of: "csv")).writer(
      for: schema, to: sink)
    try writer.write(batch)
    try writer.finish()
    #expect(sink.collectedText == "a,b\n-5,'+4930123\n")
  }

  /// The apostrophe of a text that no spreadsheet would run belongs to it.
  @Test func takesOffOnlyWhatGuards() throws {
    let table = try #require(reading("a,b\n's-Hertogenbosch,'n\n'-tje,\"'=1,5\"\n").tables.first)
    #expect(table.records.map { $0.fields.map(\.text) } == [["'s-Hertogenbosch", "'n"], ["-tje", "=1,5"]])
    #expect(table.records[0].problems.isEmpty)
    let reported = table.records[1].problems
    #expect(reported.map(\.code) == [.formulaApostrophe] && reported.first?.value == "'-tje")
    #expect(reported.first?.position.field == "a" && reported.first?.position.line == 3)
    let kept = try #require(reading("a,b\n'-tje,'=1\n", ["formulas": "as-is"]).tables.first)
    #expect(kept.records.map { $0.fields.map(\.text) } == [["'-tje", "'=1"]])
    #expect(kept.records[0].problems.isEmpty)
  }

  @Test func tellsOnce() throws {
    let lines = (1...3000).map { "A\($0),'=\($0)" }.joined(separator: "\n")
    let table = try #require(reading("'=sku,b\n\(lines)\n").tables.first)
    #expect(table.records.flatMap(\.problems).map(\.code) == [.formulaApostrophe])
    #expect(table.records.count == 3000 && table.records[2999].fields[1].text == "=3000")
  }

  /// Refused records are opened by people, so formulas are guarded in all of them.
  @Test(arguments: [
    ("sku,=name\n=A,\"=B, C\"\n+1,-5\n'=x,''=y\n", "sku,'=name", ["'=A,\"'=B, C\"", "'+1,-5", "'=x,''=y"]),
    ("=title\nsku;name\n@a;\" =b\"\n\"-5\";\"-5x\"\n", "sku;name", ["'@a;\"' =b\"", "\"-5\";\"'-5x\""]),
    ("'sku','name'\n'=a','b'\n'c','=d'\n", "'sku','name'", ["'''=a','b'", "'c','''=d'"]),
    ("only\n=a\n", "'only'", ["'=a"]),
  ])
  func refusedRecordsAreHarmless(_ text: String, _ header: String, _ records: [String]) throws {
    let options = text.hasPrefix("=title") ? ["skip-lines": "1"] : [:]
    let source = ByteSource.text(text, name: "goods.csv")
    let before = CollectedReading(of: CSVFormat.self, source: source, options: options)
    let rows = try #require(before.tables.first?.records)
    let refused = rows.map { record in
      RejectedRecord(
        record: record.position.record, table: "records", line: record.position.line,
        byteOffset: record.position.byteOffset, mark: "m", reasons: ["r"])
    }
    let sink = ByteSink.memory()
    try CSVFormat(options: CSVOptions(parsing: options, of: "csv")).writeRejects(
      of: source, RejectedRecords(refused), to: sink)
    let written = sink.collectedText
    for record in records { #expect(written.contains(record + "\n"), "\(written)") }
    if header != "'only'" { #expect(written.contains(header + "\n"), "\(written)") }
    if text.hasPrefix("=title") { #expect(written.hasPrefix("'=title\n")) }
    let after = CollectedReading(of: CSVFormat.self, source: .text(written, name: "goods.csv"), options: options)
    let again = try #require(after.tables.first?.records)
    #expect(again.map { $0.fields.dropFirst(2).map(\.text) } == rows.map { $0.fields.map(\.text) })
    #expect(again.allSatisfy { $0.problems.isEmpty })
  }
}
