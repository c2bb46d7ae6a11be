import FormatKit
import FormatKitTesting
import Foundation
import Testing

@testable import JSONFormat

/// Collections of other people's JSON. That of Nicolas Seriot ("Parsing JSON is a minefield", 2016) names its files by what
/// a reader must do: `y_` accept, `n_` refuse, `i_` either.
@Suite struct JSONCorpusTests {
  private func read(_ sample: ConformanceSample, chunk: Int = .max) -> CollectedReading {
    CollectedReading(of: JSONFormat.self, source: sample.source(chunk: chunk), options: ["charset": "utf-8"])
  }

  @Test(.enabled(if: Corpora.isAvailable("json"), "\(Corpora.notice)"), arguments: ["json", "firebase"])
  func writesRefusedRecords(_ folder: String) {
    let paths = Corpora.files(in: folder, endings: ["json"], largest: 100_000)
    #expect(!paths.isEmpty)
    let samples = paths.compactMap { Corpora.sample($0) }
    #expect(FormatConformance.rejectViolations(of: JSONFormat.self, samples: samples) == [])
  }

  @Test(.enabled(if: Corpora.isAvailable("json/test_parsing"), "\(Corpora.notice)"))
  func acceptsAndRefusesWhatItMust() throws {
    let files = Corpora.files(in: "json/test_parsing", endings: ["json"])
    #expect(files.count > 150)
    for path in files {
      let sample = try #require(Corpora.sample(path))
      for chunk in [Int.max, 1, 7] where chunk == .max || sample.bytes.count < 10_000 {
        let reading = read(sample, chunk: chunk)
        #expect(reading.contractViolations == [], "\(sample.name)")
        let code = reading.error?.code.id ?? "none"
        if sample.name.hasPrefix("y_") { #expect(reading.error == nil, "\(sample.name) is refused: \(code)") }
        if sample.name.hasPrefix("n_") { #expect(reading.error != nil, "\(sample.name) is accepted") }
      }
    }
  }

  /// Without a given character set, bytes that are not UTF-8 are read as Windows-1252; the grammar is checked
  /// nevertheless.
  @Test(.enabled(if: Corpora.isAvailable("json/test_parsing"), "\(Corpora.notice)"))
  func refusesWhateverTheCharacterSet() throws {
    for path in Corpora.files(in: "json/test_parsing", endings: ["json"]) {
      let sample = try #require(Corpora.sample(path))
      let reading = CollectedReading(of: JSONFormat.self, source: sample.source())
      if sample.name.hasPrefix("y_") { #expect(reading.error == nil, "\(sample.name)") }
      if sample.name.hasPrefix("n_"), String(validating: sample.bytes, as: UTF8.self) != nil {
        #expect(reading.error != nil, "\(sample.name)")
      }
    }
  }

  @Test(.enabled(if: Corpora.isAvailable("json/test_transform"), "\(Corpora.notice)"))
  func keepsDigitsAndKeys() throws {
    for path in Corpora.files(in: "json/test_transform", endings: ["json"]) {
      let sample = try #require(Corpora.sample(path))
      let reading = read(sample)
      let isText = String(validating: sample.bytes, as: UTF8.self) != nil
      #expect(reading.error?.code == (isText ? nil : .invalidText), "\(sample.name)")
      guard sample.name.hasPrefix("number_") else { continue }
      let digits = sample.name.dropFirst("number_".count).dropLast(".json".count)
      let record = try #require(reading.tables.first?.records.first)
      #expect(record.fields == [CollectedReading.Field(kind: .number, text: String(digits))], "\(sample.name)")
    }
  }

  @Test(.enabled(if: Corpora.isAvailable(), "\(Corpora.notice)"))
  func readsEveryFileOfTheShops() throws {
    let files = ["csv/agate", "retail", "foodkeeper", "firebase"].flatMap { Corpora.files(in: $0, endings: ["json"]) }
    #expect(files.count > 10)
    for path in files {
      let sample = try #require(Corpora.sample(path))
      let reading = CollectedReading(of: JSONFormat.self, source: sample.source())
      #expect(reading.error == nil, "\(path)")
      #expect(reading.contractViolations == [], "\(path)")
      #expect(reading.recordCount > 0, "\(path)")
      #expect(reading.tables.flatMap(\.records).flatMap(\.problems).isEmpty, "\(path)")
    }
  }

  @Test(.enabled(if: Corpora.isAvailable("foodkeeper"), "\(Corpora.notice)"))
  func countsTheCellsOfFoodKeeper() throws {
    let path = try #require(Corpora.files(in: "foodkeeper", endings: ["json"]).first)
    let sample = try #require(Corpora.sample(path))
    let reading = CollectedReading(of: JSONFormat.self, source: sample.source())
    let document = try JSONSerialization.jsonObject(with: Data(sample.bytes)) as? [String: Any]
    let sheets = try #require(document?["sheets"] as? [[String: Any]])
    let rows = sheets.flatMap { $0["data"] as? [[Any]] ?? [] }
    #expect(reading.table("sheets")?.records.count == sheets.count)
    #expect(reading.table("sheets.data")?.records.count == rows.count)
    #expect(reading.table("sheets.data.value")?.records.count == rows.map(\.count).reduce(0, +))
  }
}
