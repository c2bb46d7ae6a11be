import FormatKit
import FormatKitTesting
import Foundation
import SpreadsheetFormat
import Testing

/// Workbooks of other programs' tests, and what those programs made of them.
@Suite(.enabled(if: Corpora.isAvailable("xlsx"), "\(Corpora.notice)")) struct SpreadsheetCorpusTests {
  /// What is not read, and why.
  private static let refused: [String: String] = [
    "pass_protected.xlsx": "xlsx-protected", "author_snowman.xlsx": "source-empty", "empty_sheet.xlsx": "source-empty",
    "vba.xlsm": "source-empty",
  ]

  @Test func everyWorkbookIsReadOrRefused() {
    for path in Corpora.files(in: "xlsx", endings: ["xlsx", "xlsm", "xls", "xlsb", "ods"]) {
      guard let sample = Corpora.sample(path) else { continue }
      let reading = CollectedReading(of: SpreadsheetFormat.self, source: sample.source())
      #expect(reading.contractViolations == [], "\(path)")
      let isWorkbook = path.hasSuffix(".xlsx") || path.hasSuffix(".xlsm")
      let expected = isWorkbook ? Self.refused[sample.name] : "xlsx-other-kind"
      #expect(reading.error?.diagnostic.code.id == expected, "\(path): \(reading.error?.description ?? "")")
      let preview = try? sample.source().preview()
      let isOwn = isWorkbook && expected != "xlsx-protected"
      #expect(preview.map { SpreadsheetFormat.sniff($0).score >= 90 } == isOwn, "\(path)")
    }
  }

  @Test func theRetailListIsRead() throws {
    let path = try #require(Corpora.files(in: "retail", endings: ["xlsx"]).first)
    let sample = try #require(Corpora.sample(path))
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: sample.source())
    let table = try #require(reading.table("NE data"))
    #expect(table.records.count == 1036 && reading.error == nil)
    let first = table.records[0].fields.map(\.text)
    #expect(first.prefix(6) == ["NE", "ADAMS", "31001", "1005-00-589-1271", "RIFLE,7.62 MILLIMETER", "1"])
  }

  @Test func survivesDamage() {
    let rounds = ProcessInfo.processInfo.environment["STOCKROOM_MUTATIONS"].flatMap { Int($0) } ?? 1000
    let samples = Corpora.files(in: "xlsx", endings: ["xlsx", "xlsm"], largest: 30_000).compactMap {
      Corpora.sample($0)
    }
    let found = FormatConformance.mutationViolations(
      of: SpreadsheetFormat.self, samples: samples, rounds: rounds, seed: 3, rowsPerByte: 16)
    #expect(found == [])
  }

  @Test func refusedRecordsComeBack() {
    let samples = Corpora.files(in: "xlsx", endings: ["xlsx"], largest: 12_000).compactMap { Corpora.sample($0) }
    #expect(FormatConformance.rejectViolations(of: SpreadsheetFormat.self, samples: samples) == [])
  }

  /// A workbook that holds nothing but errors is left out: what has no value is written as an empty row, which is none.
  @Test func whatIsReadCanBeWritten() {
    let samples = Corpora.files(in: "xlsx", endings: ["xlsx"], largest: 60_000).compactMap { Corpora.sample($0) }
      .filter { $0.name != "errors.xlsx" }
    #expect(FormatConformance.roundTripViolations(of: SpreadsheetFormat.self, samples: samples) == [])
  }
}
