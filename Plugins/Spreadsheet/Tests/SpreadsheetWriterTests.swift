import FormatKit
import FormatKitTesting
import Foundation
import SpreadsheetFormat
import Testing

/// The content of the cells that are written.
@Suite struct SpreadsheetWriterTests {
  private static let schema = Schema(
    table: "stock_levels",
    columns: [
      Column(name: "sku"), Column(name: "on_hand", type: .number), Column(name: "price", type: .number),
      Column(name: "active", type: .boolean), Column(name: "since", type: .date), Column(name: "at", type: .dateTime),
    ])

  private typealias Field = (FieldKind, String)

  private func written(_ schema: Schema, _ rows: [[(FieldKind, String)]]) throws(Problems) -> [UInt8] {
    let sink = ByteSink.memory()
    var writer = try SpreadsheetFormat().writer(for: schema, to: sink)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for (index, row) in rows.enumerated() {
      for (kind, text) in row {
        if kind == .absent || kind == .null {
          batch.append(missing: kind)
        } else {
          batch.append(text: text, kind: kind)
        }
      }
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: index + 1))
    }
    try writer.write(batch)
    try writer.finish()
    return sink.collectedBytes
  }

  private static let rows: [[(FieldKind, String)]] = [
    [
      (.text, "00123"), (.number, "4"), (.number, "12.50"), (.boolean, "true"), (.text, "2026-10-31"),
      (.text, "2026-10-31T18:00:00+01:00"),
    ],
    [
      (.text, "=1+1"), (.number, "-0.25"), (.number, "12345678901234567"), (.boolean, "false"), (.text, "soon"),
      (.text, "2026-10-31T18:00:00.250Z"),
    ],
    [
      (.text, "+4"), (.null, ""), (.absent, ""), (.null, ""), (.text, "1899-12-31"), (.text, "0001-01-01T00:00:00Z"),
    ],
    [
      (.percentage, "0.19"), (.percentage, "0.00261493408061246"), (.percentage, "-1"), (.null, ""), (.text, ""),
      (.text, ""),
    ],
    [
      (.text, " _x000D_ \r\n\t\u{1}\u{1F600} "), (.number, "1E5"), (.number, "0.00"), (.null, ""), (.text, ""),
      (.text, "2026-10-31T18:00:00"),
    ],
  ]

  @Test func everyFieldComesBack() throws {
    let source = ByteSource.memory(try written(Self.schema, Self.rows), name: "stock.xlsx")
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: source)
    let table = try #require(reading.table("stock_levels"))
    #expect(reading.error == nil && table.records.allSatisfy { $0.problems.isEmpty })
    #expect(table.segments.first?.schema.columns.map(\.name) == Self.schema.columns.map(\.name))
    #expect(table.records.count == Self.rows.count)
    for (record, row) in zip(table.records, Self.rows) {
      for (field, (kind, text)) in zip(record.fields, row) {
        #expect(field.text == text)
        if !text.isEmpty { #expect(field.kind == kind, "\(text)") }
      }
    }
  }

  @Test func equalRecordsGiveEqualBytes() throws {
    let first = try written(Self.schema, Self.rows)
    // Time stamps of archives count two seconds at a time.
    Thread.sleep(forTimeInterval: 2.1)
    #expect(try written(Self.schema, Self.rows) == first)
  }

  /// The name of a sheet is bounded by what spreadsheet programs take.
  @Test(arguments: [
    ("products", "products"), ("a/b:c*d?e[f]g\\h", "a_b_c_d_e_f_g_h"), ("'quoted'", "_quoted_"), ("", "Sheet"),
    (String(repeating: "x", count: 40), String(repeating: "x", count: 31)), ("a\u{0}b\nc", "a_b_c"),
  ])
  func sheetsHaveNames(_ table: String, _ sheet: String) throws {
    let bytes = try written(Schema(table: table, columnNames: ["sku"]), [[(.text, "A")]])
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: .memory(bytes, name: "a.xlsx"))
    #expect(reading.tables.map(\.name) == [sheet])
  }

  @Test func aTextMayFillItsCellAndNoMore() throws {
    let schema = Schema(columnNames: ["sku", "note"])
    let longest = String(repeating: "\u{20AC}", count: 32_767)
    let bytes = try written(schema, [[(.text, "A"), (.text, longest)]])
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: .memory(bytes, name: "a.xlsx"))
    #expect(reading.tables.first?.records.first?.fields.last?.text == longest)
    // A character of two code units counts as two.
    let tooLong = String(repeating: "x", count: 32_766) + "\u{1F600}"
    do {
      _ = try written(schema, [[(.text, "A"), (.text, tooLong)]])
      Issue.record("a text that is too long was written")
    } catch {
      #expect(error.code == .xlsxTextTooLong && error.first.position.field == "note")
    }
  }

  @Test func noHalfOfAWorkbookIsWritten() throws {
    let schema = Schema(columnNames: ["sku"])
    let sink = ByteSink.memory()
    var writer = try SpreadsheetFormat().writer(for: schema, to: sink)
    var batch = RecordBatch(rowLimit: 1 << 16)
    batch.reset(schema: schema)
    for _ in 0..<(1 << 16) {
      batch.append(missing: .null)
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: 0))
    }
    do {
      for _ in 0..<16 { try writer.write(batch) }
      Issue.record("a row beyond the last one was written")
    } catch {
      #expect(error.code == .xlsxTooManyRows)
    }
    #expect(sink.byteCount == 0)
  }

  /// Another program's view: every value as LibreOffice shows it, with what it takes for text on the left.
  @Test(.enabled(if: LibreOffice.path != nil, "LibreOffice is not here")) func otherProgramsReadIt() throws {
    let bytes = try written(Self.schema, Array(Self.rows.prefix(2)))
    let text = String(
      decoding: try LibreOffice.converted(bytes, ending: "xlsx", to: LibreOffice.csv), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.first == "sku,on_hand,price,active,since,at")
    // How a program shows decimals and times is its own; what they are is not.
    let first = try #require(lines.dropFirst().first).split(separator: ",").map(String.init)
    let last = try #require(lines.last).split(separator: ",").map(String.init)
    #expect(first.count == 6 && last.count == 6, "\(text)")
    #expect(first[0] == "00123" && first[1] == "4" && Double(first[2]) == 12.5 && first[3] == "TRUE")
    #expect(first[4] == "2026-10-31" && first[5].hasPrefix("2026-10-31") && first[5].contains("18:00:00"))
    #expect(last[0] == "=1+1" && last[1] == "-0.25" && last[2] == "12345678901234567" && last[3] == "FALSE")
    #expect(last[4] == "soon" && last[5].hasPrefix("2026-10-31") && last[5].contains("18:00:00"))
  }

  /// Kinds and values survive another program: what LibreOffice makes of a written workbook is read as the same records.
  @Test(.enabled(if: LibreOffice.path != nil, "LibreOffice is not here")) func otherProgramsKeepTheKinds() throws {
    let rows = Array(Self.rows.prefix(3))
    let bytes = try written(Self.schema, rows)
    let document = try LibreOffice.converted(bytes, ending: "xlsx", to: "ods")
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: .memory(document, name: "stock.ods"))
    let table = try #require(reading.table("stock_levels"))
    #expect(reading.error == nil && table.records.count == rows.count)
    #expect(table.segments.first?.schema.columns.map(\.name) == Self.schema.columns.map(\.name))
    for (record, row) in zip(table.records, rows) {
      for (field, (kind, text)) in zip(record.fields, row) where !text.isEmpty {
        // Signs of our own, for zeros at the end, digits beyond 15 and offsets, are in the number formats of .xlsx.
        let kept = ["12.50": "12.5", "2026-10-31T18:00:00+01:00": "2026-10-31T18:00:00"][text] ?? text
        let plain = text.hasSuffix(".250Z") ? String(text.dropLast()) : kept
        #expect(field.text == plain)
        #expect(field.kind == kind || text == "12345678901234567", "\(text)")
      }
    }
  }
}
