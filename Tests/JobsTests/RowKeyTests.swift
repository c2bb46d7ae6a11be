import FormatKit
import FormatKitTesting
import Foundation
import Reporting
import RetailValues
import Stock
import Testing

@testable import Jobs

/// Keys of rows as bytes, and days as definitions name them.
@Suite struct RowKeyTests {
  private func key(_ texts: [String?]) -> [UInt8] {
    var batch = RecordBatch()
    batch.reset(schema: Schema(columnNames: texts.indices.map { "k\($0)" }))
    for text in texts {
      if let text { batch.append(text: text) } else { batch.append(missing: .null) }
    }
    batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: 1))
    var key: [UInt8] = []
    #expect(
      RowKey.fill(&key, row: 0, columns: Array(texts.indices), of: batch) == texts.contains { $0?.isEmpty == false })
    return key
  }

  /// Texts can be read back, and two keys are equal only if their texts are, for all bytes.
  @Test func keysKeepTheirTexts() {
    var random = SeededGenerator(seed: 7)
    var seen: [[UInt8]: [String?]] = [:]
    for _ in 0..<3000 {
      let texts = (0..<2).map { _ -> String? in
        guard Int.random(in: 0...5, using: &random) > 0 else { return nil }
        return String(
          (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Character(["\0", "\u{1}", "\u{2}", "\u{3}", "a", "é"][Int.random(in: 0...5, using: &random)])
          })
      }
      let key = key(texts)
      #expect(key.withUnsafeBytes { RowKey.texts($0) }.map { $0.map { String(decoding: $0, as: UTF8.self) } } == texts)
      if let other = seen.updateValue(texts, forKey: key) { #expect(other == texts) }
    }
    #expect(seen.count > 500)
  }

  @Test func keysAreInTheOrderOfTheirTexts() {
    let ordered: [[String]] = [["A", "Z"], ["A0", "A"], ["B", ""], ["B", "a"], ["Ba", ""]]
    #expect(ordered.map(key).sorted { $0.lexicographicallyPrecedes($1) } == ordered.map(key))
  }

  /// Half past midnight of New Year's Day in Berlin, still the year before in UTC.
  @Test(arguments: [
    ("today", ReportParameterType.date, "2027-01-01"), ("yesterday", .dateTime, "2026-12-31"),
    ("yesterday", .period, "2026-12-31"), ("this-month", .period, "2027-01"), ("last-month", .period, "2026-12"),
    ("this-quarter", .period, "2027-Q1"), ("last-quarter", .period, "2026-Q4"), ("this-year", .period, "2027"),
    ("last-year", .period, "2026"), ("last-month", .date, "last-month"), ("today", .text, "today"),
    ("2026-10", .period, "2026-10"),
  ])
  func daysAreSeenFromTheCutOff(_ word: String, _ type: ReportParameterType, _ text: String) throws {
    let clock = try #require(ShopClock(timeZone: "Europe/Berlin"))
    let moment = Timestamp(millisecondsSince1970: 1_798_759_800_000)
    #expect(RelativeDay.resolve(word, for: type, at: moment, clock) == text)
  }

  @Test func rowsAreComparedWithThoseBefore() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rows-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (folder.appendingPathComponent("1").path, folder.appendingPathComponent("2").path)
    let digest = { (byte: UInt8) in [UInt8](repeating: byte, count: 16) }
    do {
      let rows = try PublishedRows(makingFileAt: first, number: 1, after: nil)
      try rows.begin("a")
      #expect(try rows.take(key: [1], digest: digest(1)) == .new)
      #expect(try rows.take(key: [1], digest: digest(2)) == .repeated)
      #expect(try rows.take(key: [2], digest: digest(2)) == .new)
      #expect(try rows.take(key: [], digest: digest(9)) == .new)
      #expect(!PublishedRows.isWhole(fileAt: first, number: 1))
      try rows.finish()
    }
    #expect(PublishedRows.isWhole(fileAt: first, number: 1) && !PublishedRows.isWhole(fileAt: first, number: 2))
    let before = try Data(contentsOf: URL(fileURLWithPath: first))
    let rows = try PublishedRows(makingFileAt: second, number: 2, after: first)
    // Another output first: names count, not places.
    try rows.begin("b")
    #expect(try rows.take(key: [1], digest: digest(1)) == .new)
    try rows.forEachGone { _ in Issue.record("nothing was there") }
    try rows.begin("a")
    #expect(try rows.take(key: [2], digest: digest(3)) == .changed)
    #expect(try rows.take(key: [], digest: digest(9)) == .unchanged)
    #expect(try rows.take(key: [3], digest: digest(3)) == .new)
    var gone: [[UInt8]] = []
    try rows.forEachGone { gone.append(Array($0)) }
    #expect(gone == [[1]])
    try rows.finish()
    #expect(try Data(contentsOf: URL(fileURLWithPath: first)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["1", "2"])
  }

  /// A run that fails gives its rows up in the midst of them, many times over in one process.
  @Test func rowsThatAreGivenUpLeaveNothingBehind() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rows-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 1...100 {
      let path = folder.appendingPathComponent("\(number)").path
      do {
        let rows = try PublishedRows(makingFileAt: path, number: number, after: nil)
        try rows.begin("a")
        for key in UInt8(0)..<20 { _ = try rows.take(key: [key], digest: [UInt8](repeating: key, count: 16)) }
      }
      #expect(!PublishedRows.isWhole(fileAt: path, number: number))
    }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(folder.path)
        == true
    }
    #expect(open.isEmpty)
  }
}
