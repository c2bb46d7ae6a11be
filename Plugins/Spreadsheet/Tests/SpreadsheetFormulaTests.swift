import FormatKit
import FormatKitTesting
import RetailValues
import SpreadsheetFormat
import Testing

/// Texts that would be formulas once a sheet is saved as text.
@Suite struct SpreadsheetFormulaTests {
  private static let texts = [
    "=1+1", "'=1+1", "''=x", "+49 30 123", "+4930123", "-x", "-1-2", "'-5", "@home", " =2+2", "\u{FF1D}3", "'\u{FF1D}3",
    "'s-Hertogenbosch", "'n", "=HYPERLINK(\"a\",\"b\")", "x=1", "+1+2",
  ]

  private func written(_ texts: [String], _ options: [String: String] = ["formulas": "harmless"]) throws -> [UInt8] {
    let schema = Schema(table: "goods", columns: [Column(name: "id"), Column(name: "=text")])
    let sink = ByteSink.memory()
    let format = SpreadsheetFormat(options: try SpreadsheetOptions(parsing: options, of: "xlsx"))
    var writer = try format.writer(for: schema, to: sink)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for (index, text) in texts.enumerated() {
      batch.append(text: "id\(index)")
      batch.append(text: text)
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: index + 1))
    }
    try writer.write(batch)
    try writer.finish()
    return sink.collectedBytes
  }

  private func table(_ bytes: [UInt8], _ options: [String: String] = [:]) throws -> CollectedReading.Table {
    try #require(
      CollectedReading(of: SpreadsheetFormat.self, source: .memory(bytes, name: "goods.xlsx"), options: options)
        .tables.first)
  }

  @Test func everyTextComesBack() throws {
    let harmless = try table(try written(Self.texts))
    #expect(harmless.segments.first?.schema.columns.map(\.name) == ["id", "=text"])
    #expect(harmless.records.map { $0.fields[1].text } == Self.texts)
    #expect(harmless.records.flatMap(\.problems).map(\.code) == [.formulaApostrophe])
    let shown = try table(try written(Self.texts), ["formulas": "as-is"])
    #expect(shown.records.map { $0.fields[1].text } == Self.texts.map { FormulaGuard.spreadsheet.guarded($0) })
    #expect(shown.records.allSatisfy { $0.problems.isEmpty })
    let asIs = try table(try written(Self.texts, [:]), ["formulas": "as-is"])
    #expect(asIs.records.map { $0.fields[1].text } == Self.texts)
  }

  @Test func refusedRecordsAreHarmless() throws {
    let source = ByteSource.memory(try written(Self.texts, [:]), name: "goods.xlsx")
    let options = ["formulas": "as-is"]
    for options in [options, [:]] {
      let before = CollectedReading(of: SpreadsheetFormat.self, source: source, options: options)
      let rows = try #require(before.tables.first?.records)
      let refused = rows.map {
        RejectedRecord(record: $0.position.record, table: "goods", byteOffset: 0, mark: "=m", reasons: ["=r"])
      }
      let sink = ByteSink.memory()
      try SpreadsheetFormat(options: SpreadsheetOptions(parsing: options, of: "xlsx")).writeRejects(
        of: source, RejectedRecords(refused), to: sink)
      let again = try table(sink.collectedBytes, options)
      #expect(again.records.map { $0.fields[3].text } == rows.map { $0.fields[1].text })
      #expect(again.records.allSatisfy { $0.problems.isEmpty })
      let shown = try table(sink.collectedBytes, ["formulas": "as-is"]).records[0].fields.map(\.text)
      #expect(shown.dropLast(2) == (options.isEmpty ? ["'=m", "'=r"] : ["=m", "=r"]))
      #expect(shown.last == (options.isEmpty ? "'=1+1" : "=1+1"))
    }
  }

  /// Another program computes nothing, neither in our files nor in what it saves of them, and all comes back.
  @Test(.enabled(if: LibreOffice.path != nil, "LibreOffice is not here")) func otherProgramsRunNothing() throws {
    let csv =
      "id,'=text\n"
      + Self.texts.enumerated().map {
        "id\($0),\(CSVText.field(CSVText.harmless($1)))\n"
      }.joined()
    let fromCSV = try LibreOffice.converted(Array(csv.utf8), ending: "csv", to: "xlsx")
    #expect(try table(fromCSV).records.map { $0.fields[1].text } == Self.texts)
    let saved = String(
      decoding: try LibreOffice.converted(try written(Self.texts), ending: "xlsx", to: LibreOffice.csv), as: UTF8.self)
    #expect(saved == csv)
  }
}
