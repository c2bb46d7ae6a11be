import CSVFormat
import FormatKit
import FormatKitTesting
import Foundation
import Testing

@Suite struct CSVConformanceTests {
  static let folder = "Plugins/CSV/Fixtures"

  @Test func keepsTheContract() {
    // Cut off in its third line, a title above a table looks like a column of text, and all remaining delimiters may
    // have a space after them. With the options that settle this, the same files keep the whole contract.
    let judgedByLaterLines = ["title-line": ["skip-lines": "1"], "spaces": ["spaces": "kept"]]
    var samples = GoldenFixtures.samples(in: Self.folder)
    var others: [ConformanceSample] = []
    // Cut off above its first record, a second table looks like records of another width, which are refused; see
    // refusesTheBeginningOfASecondTable.
    others += samples.filter { $0.name.hasPrefix("two-tables/") }
    samples.removeAll { $0.name.hasPrefix("two-tables/") }
    for (name, options) in judgedByLaterLines {
      for sample in samples where sample.name.hasPrefix("\(name)/") {
        others.append(sample)
        samples.append(
          ConformanceSample(
            name: sample.name, bytes: sample.bytes, options: sample.options.merging(options) { _, new in new }))
      }
      samples.removeAll { $0.name.hasPrefix("\(name)/") && $0.options[options.keys.first ?? ""] == nil }
    }
    #expect(others.count == judgedByLaterLines.count + 1)
    #expect(FormatConformance.violations(of: CSVFormat.self, samples: samples) == [])
    let checks = FormatConformance.Checks.all.subtracting(.cutOff)
    #expect(FormatConformance.violations(of: CSVFormat.self, samples: others, checking: checks) == [])
  }

  /// A file of two tables that is cut off anywhere has no records in its first table but its own, except refused ones.
  @Test func refusesTheBeginningOfASecondTable() throws {
    let sample = try #require(GoldenFixtures.samples(in: Self.folder).first { $0.name.hasPrefix("two-tables/") })
    let whole = CollectedReading(of: CSVFormat.self, source: sample.source(), options: sample.options)
    let expected = try #require(whole.table("records")).records.map { $0.fields }
    #expect(whole.table("records (2)")?.records.count == 2)
    let start = try #require(sample.bytes.firstRange(of: [10, 10])).lowerBound
    for length in start...sample.bytes.count {
      let cut = ConformanceSample(name: sample.name, bytes: Array(sample.bytes[..<length]), options: sample.options)
      let reading = CollectedReading(of: CSVFormat.self, source: cut.source(), options: cut.options)
      let taken = try #require(reading.table("records")).records.filter { record in
        !record.problems.contains { $0.severity == .error }
      }
      #expect(taken.map { $0.fields } == expected, "\(length) bytes")
    }
  }

  @Test func readsFixturesAsExpected() {
    #expect(
      GoldenFixtures.violations(of: CSVFormat.self, folder: Self.folder, codesWithoutCase: [.csvUnquotable]) == [])
  }

  @Test func survivesDamage() {
    let samples = GoldenFixtures.samples(in: Self.folder)
    #expect(FormatConformance.mutationViolations(of: CSVFormat.self, samples: samples, rounds: 2000) == [])
  }

  @Test func writesRefusedRecords() {
    let samples = GoldenFixtures.samples(in: Self.folder)
    for seed in 1...2 as ClosedRange<UInt64> {
      #expect(FormatConformance.rejectViolations(of: CSVFormat.self, samples: samples, seed: seed) == [])
    }
    #expect(FormatConformance.rejectMutationViolations(of: CSVFormat.self, samples: samples, rounds: 3000) == [])
  }

  @Test(arguments: [
    [:], ["line-ends": "crlf"], ["quoting": "all"], ["delimiter": "tab"], ["delimiter": "semicolon", "bom": "yes"],
    ["quote": "'", "delimiter": "pipe"], ["escape": "backslash"], ["formulas": "harmless"],
  ])
  func roundTrips(_ options: [String: String]) {
    var readOptions = options
    readOptions["header"] = "yes"
    // Otherwise reading removes apostrophes that writing did not add.
    readOptions["formulas"] = options["formulas"] ?? "as-is"
    if options["delimiter"] == nil { readOptions["delimiter"] = "comma" }
    #expect(
      FormatConformance.roundTripViolations(
        of: CSVFormat.self, samples: GoldenFixtures.samples(in: Self.folder), writeOptions: options,
        readOptions: readOptions) == [])
  }

  @Test func keepsNullApartWhenItHasAWord() {
    for word in ["NULL", ""] {
      #expect(
        FormatConformance.roundTripViolations(
          of: CSVFormat.self,
          samples: [
            ConformanceSample(
              name: "null.csv", bytes: Array("a,b,c\n1,\"\(word)\",\(word)\n\"\",x,\(word)\n".utf8),
              options: ["null": word])
          ],
          writeOptions: ["null": word], readOptions: ["null": word, "header": "yes"], missingFields: .kept) == [])
    }
  }
}

@Suite struct CSVDocumentationTests {
  /// The README's table of options has a row for each option, as it is declared.
  @Test func listsItsOptions() throws {
    let root = try #require(PackageRoot.path())
    let text = try String(contentsOfFile: "\(root)/Plugins/CSV/README.md", encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") && !$0.hasPrefix("| `csv-") }
    let declared = CSVOptions.fields.map(\.description).map { "| `\($0.name)` | \($0.values) | \($0.summary) |" }
    #expect(rows.map(String.init) == declared)
  }
}
