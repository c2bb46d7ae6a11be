import CSVFormat
import FormatKit
import FormatKitTesting
import Foundation
import Testing

@Suite struct CSVConformanceTests {
  static let folder = "Plugins/CSV/Fixtures"

  @Test func keepsTheContract() {
    let samples = GoldenFixtures.samples(in: Self.folder)
    // Cut off in its third line, a title above a table cannot be told from a column of text, and all delimiters that are left
    // may have a space after them.
    let isJudgedByLaterLines = { (sample: ConformanceSample) in
      ["title-line", "spaces"].contains { sample.name.hasPrefix($0) }
    }
    let titled = samples.filter(isJudgedByLaterLines)
    let others = samples.filter { !isJudgedByLaterLines($0) }
    #expect(FormatConformance.violations(of: CSVFormat.self, samples: others) == [])
    let checks = FormatConformance.Checks.all.subtracting(.cutOff)
    #expect(FormatConformance.violations(of: CSVFormat.self, samples: titled, checking: checks) == [])
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
    // A refused line with a quote out of place may take in the lines after it when the rejects are read, and then ends them
    // with an error; spaces after all delimiters of a few rejects are left out.
    let unstable = ["spaces", "unclosed-quote", "repaired-quotes", "refused-quotes"]
    let samples = GoldenFixtures.samples(in: Self.folder).filter { sample in
      !unstable.contains { sample.name.hasPrefix($0) }
    }
    for seed in 1...2 as ClosedRange<UInt64> {
      #expect(FormatConformance.rejectViolations(of: CSVFormat.self, samples: samples, seed: seed) == [])
    }
    // The same for quotes that the damage puts in.
    let unquoted = samples.filter { !$0.bytes.contains(UInt8(ascii: "\"")) && !$0.bytes.contains(UInt8(ascii: "'")) }
      .map {
        ConformanceSample(
          name: $0.name, bytes: $0.bytes, options: $0.options.merging(["quote": "none"]) { given, _ in given })
      }
    let violations = FormatConformance.rejectMutationViolations(of: CSVFormat.self, samples: unquoted, rounds: 600)
    #expect(violations.filter { !Self.isOfSpacesOnly($0) } == [])
  }

  /// Whether values differ by a space at their beginning alone.
  private static func isOfSpacesOnly(_ violation: String) -> Bool {
    guard let has = violation.firstRange(of: " has "), let instead = violation.firstRange(of: " instead of ") else {
      return false
    }
    return violation[has.upperBound..<instead.lowerBound].replacing("\" ", with: "\"")
      == violation[instead.upperBound...].replacing("\" ", with: "\"")
  }

  @Test(arguments: [
    [:], ["line-ends": "crlf"], ["quoting": "all"], ["delimiter": "tab"], ["delimiter": "semicolon", "bom": "yes"],
    ["quote": "'", "delimiter": "pipe"], ["escape": "backslash"], ["formulas": "harmless"],
  ])
  func roundTrips(_ options: [String: String]) {
    var readOptions = options
    readOptions["header"] = "yes"
    // Otherwise reading takes off what was not set.
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
