import FoodKeeperFormat
import FormatKit
import FormatKitTesting
import Foundation
import Testing

/// The fixtures of the format.
enum FoodKeeperSamples {
  static let folder = "Plugins/FoodKeeper/Fixtures"
  static let all = GoldenFixtures.samples(in: folder)
}

extension CollectedReading {
  /// The records of a table as texts, absent fields left out, in order of their text.
  func content(_ name: String) -> [String] {
    guard let table = table(name) else { return [] }
    return table.segments.flatMap { segment in
      segment.records.filter { record in !record.problems.contains { $0.severity == .error } }.map { record in
        zip(segment.schema.columns, record.fields).filter { $1.kind != .absent }.map { "\($0.name)=\($1.text)" }
          .joined(separator: "|")
      }
    }.sorted()
  }
}

/// What the format writes of a reading: each food with its durations, as an export of a shop hands them over.
func written(_ reading: CollectedReading) throws -> [UInt8] {
  let sink = ByteSink.memory()
  var writer = try FoodKeeperFormat().tablesWriter(to: sink)
  func batch(_ table: CollectedReading.Table?, _ isWanted: (CollectedReading.Record) -> Bool) throws {
    guard let table, let schema = table.segments.first?.schema else { return }
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for record in table.records where isWanted(record) {
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
  func good(_ table: String) -> [CollectedReading.Record] {
    reading.table(table)?.records.filter { record in !record.problems.contains { $0.severity == .error } } ?? []
  }
  let durations = Set(good("storage_durations").map(\.position.record))
  for food in good("foods") {
    try batch(reading.table("foods")) { $0.position.record == food.position.record }
    try batch(reading.table("storage_durations")) {
      $0.fields[0].text == food.fields[0].text && durations.contains($0.position.record)
    }
  }
  try writer.finish()
  return sink.collectedBytes
}

@Suite struct FoodKeeperTests {
  @Test func keepsTheContract() {
    #expect(FoodKeeperSamples.all.count >= 7)
    #expect(FormatConformance.violations(of: FoodKeeperFormat.self, samples: FoodKeeperSamples.all) == [])
  }

  @Test func readsFixturesAsExpected() {
    let untold = FoodKeeperFormat.descriptor.problemCodes.filter {
      ["foodkeeper-unwritable", "json-value-too-large", "json-lone-surrogate"].contains($0.id)
    }
    #expect(
      GoldenFixtures.violations(of: FoodKeeperFormat.self, folder: FoodKeeperSamples.folder, codesWithoutCase: untold)
        == [])
  }

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(
        of: FoodKeeperFormat.self, samples: FoodKeeperSamples.all, rounds: 2000, rowsPerByte: 4) == [])
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let own = FoodKeeperSamples.all.filter { sample in
      !["objects/", "no-sheets/"].contains { sample.name.hasPrefix($0) }
    }
    let foreign = [
      ConformanceSample(name: "a.json", text: "{\"sheets\": [{\"name\": \"Goods\", \"data\": [{\"sku\": 1}]}]}"),
      ConformanceSample(name: "b.json", text: "[{\"Category_Name\": \"Meat\"}]"),
      ConformanceSample(name: "c.csv", text: "ID,Name\n1,Butter\n"),
    ]
    #expect(FormatConformance.sniffingViolations(of: FoodKeeperFormat.self, own: own, foreign: foreign) == [])
  }

  /// Written and read again, the records are the same; what was odd and kept is odd again, what was corrected is right.
  @Test(arguments: ["sample", "oddities", "objects"]) func readsBackWhatItWrote(_ name: String) throws {
    let sample = try #require(FoodKeeperSamples.all.first { $0.name.hasPrefix(name + "/") })
    let first = CollectedReading(of: FoodKeeperFormat.self, source: sample.source(), options: sample.options)
    let bytes = try written(first)
    let second = CollectedReading(of: FoodKeeperFormat.self, source: .memory(bytes, name: "written.json"))
    #expect(second.error == nil)
    for table in ["foods", "storage_durations"] {
      #expect(first.content(table) == second.content(table))
      #expect(!second.content(table).isEmpty)
    }
    #expect(Set(second.problemCodes).subtracting(first.problemCodes) == [])
    #expect(try written(second) == bytes)
  }

  @Test func aRowTooLargeEndsTheSource() {
    let row =
      "[" + String(repeating: "{\"Tips\": \"" + String(repeating: "x", count: 1000) + "\"},", count: 1100) + "{}]"
    let text = "{\"sheets\": [{\"name\": \"Product\", \"data\": [\(row)]}]}"
    let reading = CollectedReading(of: FoodKeeperFormat.self, source: .text(text, name: "large.json"))
    #expect(reading.error?.code.id == "json-value-too-large")
  }

  /// The rows of the sheet go by: a file of many products takes no more memory than one of few.
  @Test func manyProductsComeInBatches() {
    let rows = (1...30_000).map {
      "[{\"ID\": \($0)}, {\"Name\": \"Food \($0)\"}, {\"Freeze_Max\": 1}, {\"Freeze_Metric\": \"Days\"}]"
    }
    let text = "{\"sheets\": [{\"name\": \"Product\", \"data\": [\(rows.joined(separator: ",\n"))]}]}"
    let reading = CollectedReading(of: FoodKeeperFormat.self, source: .text(text, name: "many.json"))
    #expect(reading.table("foods")?.records.count == 30_000)
    #expect(reading.table("storage_durations")?.records.count == 30_000)
    #expect(reading.batchCount > 50)
    #expect(reading.problemCodes.isEmpty)
  }
}

/// The USDA's own table, against another program's reading of it.
@Suite(.enabled(if: Corpora.isAvailable("foodkeeper"), "\(Corpora.notice)"))
struct FoodKeeperCorpusTests {
  private func reading() throws -> (sample: ConformanceSample, reading: CollectedReading) {
    let file = try #require(Corpora.files(in: "foodkeeper", endings: ["json"]).first)
    let sample = try #require(Corpora.sample(file))
    return (sample, CollectedReading(of: FoodKeeperFormat.self, source: sample.source()))
  }

  @Test func everyProductAndDurationOfTheTableIsRead() throws {
    let (sample, reading) = try reading()
    #expect(reading.error == nil)
    #expect(reading.table("foods")?.records.count == 661)
    var counts: [String: Int] = [:]
    let table = try #require(reading.table("storage_durations"))
    for record in table.records {
      let fields = record.fields.map(\.text)
      counts["\(fields[1]) \(fields[2]) \(fields[5])", default: 0] += 1
    }
    #expect(counts == (try countsOfPython(sample)))
    #expect(counts.values.reduce(0, +) > 1300)
    #expect(
      !reading.problemCodes.contains { code in
        FoodKeeperFormat.descriptor.problemCodes.contains { $0.id == code && $0.severity == .error }
      })
    let expected = [
      "foodkeeper-no-metric": 1, "foodkeeper-open-range": 1, "foodkeeper-text-for-number": 3, "foodkeeper-not-kept": 1,
      "foodkeeper-repeated-column": 1,
    ]
    #expect(Dictionary(reading.problemCodes.map { ($0, 1) }, uniquingKeysWith: +) == expected)
  }

  @Test func theTableComesBack() throws {
    let (_, first) = try reading()
    let bytes = try written(first)
    let second = CollectedReading(of: FoodKeeperFormat.self, source: .memory(bytes, name: "written.json"))
    #expect(second.error == nil)
    for table in ["foods", "storage_durations"] { #expect(first.content(table) == second.content(table)) }
  }

  /// How many durations there are by place, condition and unit, counted by Python's reader of JSON.
  private func countsOfPython(_ sample: ConformanceSample) throws -> [String: Int] {
    let script = """
      import collections, json, sys
      columns = {"Pantry": "pantry stored", "DOP_Pantry": "pantry purchased", "Pantry_After_Opening": "pantry opened",
        "Refrigerate": "refrigerator stored", "DOP_Refrigerate": "refrigerator purchased",
        "Refrigerate_After_Opening": "refrigerator opened", "Refrigerate_After_Thawing": "refrigerator thawed",
        "Freeze": "freezer stored", "DOP_Freeze": "freezer purchased"}
      counts = collections.Counter()
      book = json.load(sys.stdin)
      for line in next(s for s in book["sheets"] if s["name"] == "Product")["data"]:
        row = {key: value for cell in line for key, value in cell.items()}
        for prefix, name in columns.items():
          unit = row.get(prefix + "_Metric")
          parts = [row.get(prefix + end) for end in ("_Min", "_Max", "_tips", "_Tips")]
          if unit is None and all(part is None for part in parts): continue
          unit = "not-stated" if unit is None else unit.lower().replace(" ", "-")
          counts[name + " " + ("years" if unit == "year" else unit)] += 1
      for name, count in counts.items(): print(name, count)
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    DispatchQueue.global().async {
      try? input.fileHandleForWriting.write(contentsOf: Data(sample.bytes))
      try? input.fileHandleForWriting.close()
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return Dictionary(
      uniqueKeysWithValues: text.split(separator: "\n").compactMap { line in
        line.lastIndex(of: " ").map { (String(line[..<$0]), Int(line[line.index(after: $0)...]) ?? 0) }
      })
  }
}
