import FormatKit
import FormatKitTesting
import FreshnessListFormat
import Testing

/// The fixtures of the format.
enum FreshnessSamples {
  static let folder = "Plugins/FreshnessList/Fixtures"
  static let all = GoldenFixtures.samples(in: folder)
}

extension CollectedReading {
  /// The records of a table as texts, absent fields left out, in order of their text.
  func content(_ name: String) -> [String] {
    guard let table = table(name) else { return [] }
    return table.segments.flatMap { segment in
      segment.records.map { record in
        zip(segment.schema.columns, record.fields).filter { $1.kind != .absent }.map { "\($0.name)=\($1.text)" }
          .joined(separator: "|")
      }
    }.sorted()
  }
}

/// What the format writes of a reading: each list with its items, as an export of a shop hands them over.
private func written(_ reading: CollectedReading) throws -> [UInt8] {
  let sink = ByteSink.memory()
  var writer = try FreshnessListFormat().tablesWriter(to: sink)
  func write(_ name: String, of list: String) throws {
    guard let table = reading.table(name), let schema = table.segments.first?.schema else { return }
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for record in table.records where record.fields[0].text == list {
      for field in record.fields {
        if field.kind == .absent {
          batch.append(missing: .absent)
        } else {
          batch.append(text: field.text, kind: field.kind)
        }
      }
      batch.endRow(at: record.position)
    }
    if batch.rowCount > 0 { try writer.write(batch) }
  }
  for list in reading.table("shared_lists")?.records.map({ $0.fields[0].text }) ?? [] {
    try write("shared_lists", of: list)
    try write("list_items", of: list)
  }
  try writer.finish()
  return sink.collectedBytes
}

@Suite struct FreshnessListTests {
  @Test func keepsTheContract() {
    #expect(FreshnessSamples.all.count >= 7)
    #expect(FormatConformance.violations(of: FreshnessListFormat.self, samples: FreshnessSamples.all) == [])
  }

  @Test func readsFixturesAsExpected() {
    let untold = FreshnessListFormat.descriptor.problemCodes.filter {
      ["freshness-unwritable", "json-value-too-large", "json-lone-surrogate"].contains($0.id)
    }
    #expect(
      GoldenFixtures.violations(
        of: FreshnessListFormat.self, folder: FreshnessSamples.folder, codesWithoutCase: untold) == [])
  }

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(
        of: FreshnessListFormat.self, samples: FreshnessSamples.all, rounds: 2000, rowsPerByte: 4) == [])
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let foreign = [
      ConformanceSample(name: "a.json", text: "{\"lists\": {\"home\": {\"items\": {}}}}"),
      ConformanceSample(name: "b.json", text: "[{\"freshness_lists\": 1}]"),
      ConformanceSample(name: "c.csv", text: "freshness_lists,name\n1,Butter\n"),
    ]
    #expect(
      FormatConformance.sniffingViolations(of: FreshnessListFormat.self, own: FreshnessSamples.all, foreign: foreign)
        == [])
  }

  /// Written and read again, the records are the same, and nothing is odd any more.
  @Test(arguments: ["household", "array", "odd", "empty"]) func readsBackWhatItWrote(_ name: String) throws {
    let sample = try #require(FreshnessSamples.all.first { $0.name.hasPrefix(name + "/") })
    let first = CollectedReading(of: FreshnessListFormat.self, source: sample.source())
    let bytes = try written(first)
    let second = CollectedReading(of: FreshnessListFormat.self, source: .memory(bytes, name: "written.json"))
    #expect(second.problemCodes == [])
    for table in ["shared_lists", "list_items"] { #expect(first.content(table) == second.content(table)) }
    #expect(try written(second) == bytes)
  }

  @Test func manyItemsComeInBatches() {
    let items = (1...20_000).map { "\"\($0)\": {\"name\": \"Food \($0)\", \"expires\": \"2026-11-30\"}" }
    let text = "{\"freshness_lists\": {\"home\": {\"items\": {\(items.joined(separator: ",\n"))}}}}"
    let reading = CollectedReading(of: FreshnessListFormat.self, source: .text(text, name: "many.json"))
    #expect(reading.table("list_items")?.records.count == 20_000)
    #expect(reading.table("shared_lists")?.records.count == 1)
    #expect(reading.batchCount > 15)
    #expect(reading.problemCodes == [])
  }
}
