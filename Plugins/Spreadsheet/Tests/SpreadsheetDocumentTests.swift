import FormatKit
import FormatKitTesting
import Foundation
import Testing

@testable import SpreadsheetFormat

/// OpenDocument spreadsheets: values of single cells, and files that mean harm.
@Suite struct SpreadsheetDocumentTests {
  @Test(arguments: [
    ("2026-10-31", "2026-10-31"), ("2026-10-31T00:00:00", "2026-10-31"), ("2026-10-31T18:00", nil),
    ("2026-10-31T18:00:00", "2026-10-31T18:00:00"), ("2026-10-31 18:00:00", "2026-10-31T18:00:00"),
    ("2026-10-31T18:00:00.0004999", "2026-10-31T18:00:00"), ("2026-10-31T18:00:00,5", "2026-10-31T18:00:00.500"),
    ("2026-10-31T23:59:59.9995", "2026-11-01"), ("2026-10-31T18:00:00+01:00", "2026-10-31T18:00:00+01:00"),
    ("2024-02-29", "2024-02-29"), ("2026-02-29", nil), ("2026-13-01", nil), ("2026-1-1", nil), ("31.10.2026", nil),
    ("", nil), ("-", nil), ("99999999999999999999-01-01", nil), ("2026-10-31T24:00:00", nil), ("2026-10-31x", nil),
    ("10000-01-01", "10000-01-01"), ("0000-01-01", "0000-01-01"), ("9999-12-31T23:59:59.9999", "10000-01-01"),
  ])
  func datesAreTaken(_ stored: String, _ text: String?) {
    #expect(DocumentDate.date(Array(stored.utf8))?.text == text)
  }

  @Test(arguments: [
    ("PT18H00M00S", "18:00:00"), ("PT18H", "18:00:00"), ("PT90M", "01:30:00"), ("PT0S", "00:00:00"),
    ("PT00H00M00.5S", "00:00:00.500"), ("PT100H00M00S", "100:00:00"), ("P1DT1S", "24:00:01"), ("P2D", "48:00:00"),
    ("-PT1H", "-01:00:00"), ("-PT0S", "00:00:00"), ("09:55:33", "09:55:33"), ("09:55:33.25", "09:55:33.250"),
    ("PT999999999H999999999M999999999S", "1016944443:25:39"), ("P", nil), ("PT", nil), ("P1Y", nil), ("PT1.5H", nil),
    ("PT9999999999H", nil), ("PT1H1H", nil), ("T1H", nil), ("", nil), ("24:00:00", nil), ("PT1Hx", nil),
  ])
  func timesAreTaken(_ stored: String, _ text: String?) {
    #expect(DocumentDate.time(Array(stored.utf8)) == text)
  }

  private func read(_ rows: String, options: [String: String] = [:]) -> CollectedReading {
    let book = TestWorkbook(document: "<table:table table:name=\"List\">\(rows)</table:table>")
    return CollectedReading(of: SpreadsheetFormat.self, source: book.source, options: options)
  }

  private func row(_ cells: String, times: Int = 1) -> String {
    "<table:table-row table:number-rows-repeated=\"\(times)\">\(cells)</table:table-row>"
  }

  private func cell(_ text: String, times: Int = 1) -> String {
    "<table:table-cell table:number-columns-repeated=\"\(times)\"><text:p>\(text)</text:p></table:table-cell>"
  }

  /// The number of a cell with what people see of it, and its value.
  @Test(arguments: [
    ("5", "5 cases of 12", "5 cases of 12"), ("1.5", "1.5k", "1.5k"), ("7", "Pack 7", "Pack 7"),
    ("12.5", "12,50", "12.5"), ("12.5", "12,50 €", "12.5"), ("12.5", "EUR 12,50", "12.5"), ("12.5", "12,50 kr", "12.5"),
    ("100000", "1E+05", "100000"), ("4006381333931", "4.006381333931E12", "4006381333931"), ("1.5", "1 1/2", "1.5"),
    ("5", "TRUE", "5"),
  ]) func wordsBelongToTheNumber(value: String, shown: String, expected: String) {
    let number =
      "<table:table-cell office:value-type=\"float\" office:value=\"\(value)\">"
      + "<text:p>\(shown)</text:p></table:table-cell>"
    let reading = read(row(cell("sku") + cell("stock")) + row(cell("a") + number) + row(cell("b") + number))
    #expect(reading.tables.first?.records.first?.fields.last?.text == expected, "\(reading)")
  }

  /// Rows and cells said to repeat are given so, in every sheet of the program and no further.
  @Test func whatRepeatsInProportionIsGiven() throws {
    let reading = read(row(cell("name") + cell("note")) + row(cell("a") + cell("b"), times: 50_000))
    let table = try #require(reading.tables.first)
    #expect(reading.error == nil && table.records.count == 50_000 && table.records.last?.position.line == 50_001)
    let wide = read(row(cell("a", times: 16_384)), options: ["header-row": "none"])
    #expect(wide.tables.first?.records.first?.fields.count == 16_384)
    // Beyond the first megabytes, the more is read, the more may repeat.
    let many = read(String(repeating: row(cell("0", times: 30)), count: 20_000), options: ["header-row": "none"])
    #expect(many.error == nil && many.recordCount == 20_000)
  }

  @Test func whatRepeatsBeyondProportionIsRefused() {
    let time = ProcessorTime.spent {
      for rows in [
        row(cell("a", times: 16_384), times: 1_048_576), row(cell("a"), times: 1_048_576),
        row(cell(String(repeating: "x", count: 100_000), times: 16_384)),
        String(repeating: row(cell("a"), times: 100_000), count: 10),
      ] {
        #expect(read(rows).error?.code == .xlsxTooLarge, "\(rows.prefix(60))")
      }
    }
    #expect(time < .seconds(20))
  }

  /// Empty cells and rows cost nothing for any number of repetitions.
  @Test(arguments: ["1048576", "99999999999999999999", "9223372036854775807", "-1", "0", "x", ""])
  func emptyRepeatsCostNothing(_ number: String) {
    let empty = "<table:table-cell table:number-columns-repeated=\"\(number)\"/>"
    let row = "<table:table-row table:number-rows-repeated=\"\(number)\">\(empty)</table:table-row>"
    let time = ProcessorTime.spent {
      #expect(read(String(repeating: row, count: 2000)).error?.code == .sourceEmpty)
    }
    #expect(time < .seconds(10))
  }

  @Test func spansOutsideTheSheetAreCut() {
    let spanned =
      "<table:table-cell table:number-columns-spanned=\"99999999\" table:number-rows-spanned=\"99999999\">"
      + "<text:p>a</text:p></table:table-cell>"
    let reading = read(row(cell("x") + spanned) + row(cell("1") + cell("2")))
    #expect(reading.error == nil && reading.recordCount > 0)
  }

  /// A space may be said to repeat more often than there is memory.
  @Test func manySpacesAreRefused() {
    let spaces = "<text:s text:c=\"999999999999\"/>"
    #expect(read(row(cell(spaces))).error?.code == .fieldTooLarge)
    #expect(read(row(cell(String(repeating: "<text:s text:c=\"16000000\"/>", count: 1000)))).error != nil)
  }

  @Test func manySheetsAreRead() throws {
    let sheets = (1...3000).map { "<table:table table:name=\"S\($0)\">\(row(cell("a")))</table:table>" }.joined()
    let reading = CollectedReading(
      of: SpreadsheetFormat.self, source: TestWorkbook(document: sheets).source, options: ["header-row": "none"])
    #expect(reading.error == nil)
    #expect(reading.tables.count == 3000)
    let more = String(repeating: "<table:table/>", count: 10_001)
    let refused = CollectedReading(of: SpreadsheetFormat.self, source: TestWorkbook(document: more).source)
    #expect(refused.error?.code == .xlsxTooLarge)
  }

  @Test func tablesWithinTablesArePassedOver() throws {
    let inner = "<table:table table:name=\"inner\">\(row(cell("inner")))</table:table>"
    let reading = read(
      "<table:shapes><draw:frame>\(inner)</draw:frame></table:shapes>"
        + row("<table:table-cell>\(inner)<text:p>outer</text:p></table:table-cell>"), options: ["header-row": "none"])
    #expect(reading.tables.map(\.name) == ["List"])
    #expect(try #require(reading.tables.first).records.map { $0.fields.map(\.text) } == [["outer"]])
  }

  /// Refused records of a document are a workbook of the other kind, with the same values.
  @Test func refusedRecordsAreAWorkbook() throws {
    let source = TestWorkbook.document.source
    let sink = ByteSink.memory()
    let refused = RejectedRecord(
      record: 1, table: "Prices", line: 2, byteOffset: 0, mark: "m", reasons: ["why"])
    try SpreadsheetFormat().writeRejects(of: source, RejectedRecords([refused]), to: sink)
    #expect(sink.collectedBytes.contains(Array("xl/workbook.xml".utf8)))
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: .memory(sink.collectedBytes, name: "a.xlsx"))
    let table = try #require(reading.table("Prices"))
    #expect(table.records.map { $0.fields.map(\.text) }.first?.prefix(2) == ["m", "why"])
  }

  /// The content that LibreOffice shows of the documents of other programs' tests, compared with our reading.
  @Test(
    .enabled(if: LibreOffice.path != nil && Corpora.isAvailable("xlsx"), "LibreOffice or \(Corpora.notice)"),
    arguments: Corpora.files(in: "xlsx", endings: ["ods"]))
  func otherProgramsReadTheSame(_ path: String) throws {
    let sample = try #require(Corpora.sample(path))
    let text = String(
      decoding: try LibreOffice.converted(sample.bytes, ending: "ods", to: LibreOffice.csv), as: UTF8.self)
    let peer = SpreadsheetPeerTests.Peer(
      workbook: path, sheet: 1, rows: SpreadsheetPeerTests.table(text), isUnicode: true)
    #expect(try SpreadsheetPeerTests.differences(from: peer) == [])
  }
}
