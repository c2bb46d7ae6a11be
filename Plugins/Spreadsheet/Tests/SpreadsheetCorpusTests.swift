import FormatKit
import FormatKitTesting
import Foundation
import SpreadsheetFormat
import Testing

/// Workbooks of other programs' tests, and what those programs made of them.
@Suite(.enabled(if: Corpora.isAvailable("xlsx"), "\(Corpora.notice)")) struct SpreadsheetCorpusTests {
  static let endings: Set<String> = ["xlsx", "xlsm", "xlsb", "xls", "ods"]

  /// The other files of the collection are what other programs made of these.
  @Test func everyWorkbookIsReadOrRefused() throws {
    let folder = try #require(Corpora.folder("xlsx")) + "/"
    var found: [String: String] = [:]
    for path in Corpora.files(in: "xlsx", endings: Self.endings) {
      let sample = try #require(Corpora.sample(path))
      let reading = CollectedReading(of: SpreadsheetFormat.self, source: sample.source())
      #expect(reading.contractViolations == [], "\(path)")
      let tables = reading.tables.map { "\($0.name) \($0.records.count)" }.joined(separator: "; ")
      let code = reading.error?.code
      found[String(path.dropFirst(folder.count))] = code?.id ?? tables
      let preview = try sample.source().preview()
      let isOwn = code != .xlsxOtherKind && code != .xlsxProtected
      #expect((SpreadsheetFormat.sniff(preview).score >= 90) == isOwn, "\(path)")
    }
    for (path, expected) in SpreadsheetCorpusTable.expected { #expect(found[path] == expected, "\(path)") }
    #expect(found.count == SpreadsheetCorpusTable.expected.count)
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
    let samples = Corpora.files(in: "xlsx", endings: ["xlsx", "xlsm", "ods"], largest: 30_000).compactMap {
      Corpora.sample($0)
    }
    let found = FormatConformance.mutationViolations(
      of: SpreadsheetFormat.self, samples: samples, rounds: rounds, seed: 3, rowsPerByte: 128)
    #expect(found == [])
  }

  @Test func refusedRecordsComeBack() {
    let samples = Corpora.files(in: "xlsx", endings: ["xlsx", "ods"], largest: 12_000).compactMap { Corpora.sample($0) }
    #expect(FormatConformance.rejectViolations(of: SpreadsheetFormat.self, samples: samples) == [])
  }

  /// A workbook that contains only errors is left out: records without values are written as empty rows, which are not records.
  @Test func whatIsReadCanBeWritten() {
    let samples = Corpora.files(in: "xlsx", endings: ["xlsx", "ods"], largest: 60_000).compactMap { Corpora.sample($0) }
      .filter { $0.name != "errors.xlsx" }
    #expect(FormatConformance.roundTripViolations(of: SpreadsheetFormat.self, samples: samples) == [])
  }
}
