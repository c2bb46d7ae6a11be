import CSVFormat
import FormatKit
import FormatKitTesting
import Foundation
import Testing

/// Files that others wrote.
@Suite(.enabled(if: Corpora.isAvailable("csv"), "\(Corpora.notice)"))
struct CSVCorpusTests {
  /// Summary of every file: what was found out and what came out, one line each, re-recorded with `RECORD_GOLDEN=1`.
  @Test func readsEveryFileAsRecorded() throws {
    let folder = try #require(Corpora.folder("csv"))
    var lines = ["file\tcharset\tdelimiter\tquote\theader\tcolumns\trows\tdiagnostics\terror"]
    for path in Corpora.files(in: "csv") where !path.hasSuffix(".json") {
      let sample = try #require(Corpora.sample(path))
      let reading = CollectedReading(of: CSVFormat.self, source: sample.source())
      #expect(reading.contractViolations == [], "\(path)")
      lines.append(path.dropFirst(folder.count + 1) + "\t" + summary(of: reading))
    }
    let actual = lines.joined(separator: "\n") + "\n"
    let golden = URL(fileURLWithPath: try #require(PackageRoot.path())).appendingPathComponent(
      "Plugins/CSV/Fixtures/corpus-summary.tsv")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(actual.utf8).write(to: golden)
      return
    }
    let expected = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
    for (left, right) in zip(expected.split(separator: "\n"), actual.split(separator: "\n")) { #expect(left == right) }
    #expect(expected.split(separator: "\n").count == lines.count)
  }

  @Test(arguments: ["csv", "commerce", "retail"])
  func writesRefusedRecords(_ folder: String) {
    let paths = Corpora.files(in: folder, endings: ["csv", "tsv", "txt"], largest: 100_000)
    #expect(!paths.isEmpty)
    #expect(
      FormatConformance.rejectViolations(of: CSVFormat.self, samples: paths.compactMap { Corpora.sample($0) }) == [])
  }

  private func summary(of reading: CollectedReading) -> String {
    let found = Dictionary(reading.findings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    var counts: [String: Int] = [:]
    for problem in reading.tables.flatMap(\.records).flatMap(\.problems) {
      counts[problem.code.id, default: 0] += 1
    }
    let problems = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let columns = reading.tables.first?.segments.first?.schema.columns.count ?? 0
    return
      (["charset", "delimiter", "quote", "header"].map { found[$0] ?? "" }
      + ["\(columns)", "\(reading.recordCount)", problems, reading.error?.code.id ?? ""])
      .joined(separator: "\t")
  }

  @Test func agreesWithTheJSONOfTheSpectrum() throws {
    let folder = try #require(Corpora.folder("csv/csv-spectrum"))
    let paths = Corpora.files(in: "csv/csv-spectrum/csvs", endings: ["csv"])
    #expect(paths.count >= 11)
    for path in paths {
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      let data = try #require(FileManager.default.contents(atPath: "\(folder)/json/\(name).json"))
      // One of the expected files is Windows-1252, as no JSON should be.
      let text = String(data: data, encoding: .utf8) ?? String(data: data, encoding: .windowsCP1252) ?? ""
      let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let expected = parsed as? [[String: String]] ?? (parsed as? [String: String]).map { [$0] }
      let actual = try records(of: path)
      switch name {
      case "location_coordinates":
        // The collection has another telephone number in the table than in its JSON.
        let field = "Contact Phone Number"
        #expect(actual.map { $0.filter { $0.key != field } } == expected?.map { $0.filter { $0.key != field } })
      case "newlines_crlf":
        // The collection lost the carriage returns of the table.
        let bytes = try #require(Corpora.sample(path)).bytes.filter { $0 != 13 }.flatMap { $0 == 10 ? [13, 10] : [$0] }
        #expect(try records(of: ConformanceSample(name: name, bytes: bytes)) == expected ?? [])
      default: #expect(actual == expected, "\(name)")
      }
    }
  }

  private func records(of path: String, options: [String: String] = [:]) throws -> [[String: String]] {
    try records(of: try #require(Corpora.sample(path, options: options)))
  }

  private func records(of sample: ConformanceSample) throws -> [[String: String]] {
    let reading = CollectedReading(of: CSVFormat.self, source: sample.source(), options: sample.options)
    if let error = reading.error { throw error }
    return reading.tables.flatMap(\.segments).flatMap { segment in
      segment.records.map { record in
        Dictionary(
          zip(segment.schema.columns.map(\.name), record.fields.map(\.text)), uniquingKeysWith: { first, _ in first })
      }
    }
  }

  /// Files of which one collection has the same table in several encodings, line ends or delimiters.
  @Test(arguments: [
    ["agate/test.csv", "agate/test_cr.csv", "agate/test_crlf.csv", "agate/test_csv_sniff.csv"],
    ["agate/test_utf16_big.csv", "agate/test_utf16_little.csv", "csvkit/test_utf16_big.csv"],
    ["csvkit/test_utf8.csv", "csvkit/test_utf8_bom.csv"],
    ["csvkit/dummy.csv", "csvkit/dummy.tsv"],
    ["miller/abixy.csv", "miller/abixy.tsv"],
    ["miller/s.csv", "miller/s.tsv"],
    ["miller/quote-all.csv", "miller/quote-all.csv"],
    ["csvkit/test_latin1.csv", "agate/test_latin1.csv"],
  ])
  func readsTwinsAlike(_ names: [String]) throws {
    let folder = try #require(Corpora.folder("csv"))
    let readings = try names.map { try records(of: "\(folder)/\($0)") }
    #expect(readings.first?.isEmpty == false)
    for (name, reading) in zip(names, readings) { #expect(reading == readings.first, "\(name)") }
  }

  @Test(.enabled(if: Corpora.isAvailable("commerce/django-oscar"), "\(Corpora.notice)"))
  func readsBackslashesAndNullsOfDjangoOscar() throws {
    let folder = try #require(Corpora.folder("commerce/django-oscar"))
    let options = ["escape": "backslash", "null": "NULL"]
    let sample = try #require(Corpora.sample("\(folder)/books-small-semicolon.csv", options: options))
    let reading = CollectedReading(of: CSVFormat.self, source: sample.source(), options: options)
    #expect(reading.error == nil)
    let records = reading.tables.flatMap(\.records)
    #expect(records.count == 10)
    #expect(records.first?.fields.map(\.kind) == [.text, .text, .null, .text, .text, .text, .text, .text])
    #expect(Set(records.flatMap(\.problems).map(\.code)) == [.csvShortRow])
    #expect(!records.flatMap(\.fields).contains { $0.text.contains("\\") })
  }

  @Test func recognisesItsOwnAndNoOthers() throws {
    let own = Corpora.files(in: "csv", endings: ["csv", "tsv"], largest: 1 << 16).compactMap { Corpora.sample($0) }
      .filter { !$0.bytes.allSatisfy { $0 <= 32 } }
    let foreign = ["json", "xml-security", "x12", "edifact", "ubl", "onix", "xlsx", "firebase", "mustache"]
      .flatMap { Corpora.files(in: $0, largest: 1 << 16) }
      .filter { path in !["csv", "tsv", "md"].contains { path.hasSuffix(".\($0)") } }
      .compactMap { Corpora.sample($0) }
    #expect(FormatConformance.sniffingViolations(of: CSVFormat.self, own: own, foreign: foreign) == [])
  }
}
