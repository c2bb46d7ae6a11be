import FormatKit
import FormatKitTesting
import Testing

@testable import JSONFormat

@Suite struct JSONConformanceTests {
  private let documents = GoldenFixtures.samples(in: "Plugins/JSON/Fixtures/json")
  private let lines = GoldenFixtures.samples(in: "Plugins/JSON/Fixtures/json-lines")

  @Test func readsTheCasesAsRecorded() {
    #expect(GoldenFixtures.violations(of: JSONFormat.self, folder: "Plugins/JSON/Fixtures/json") == [])
    #expect(GoldenFixtures.violations(of: JSONLinesFormat.self, folder: "Plugins/JSON/Fixtures/json-lines") == [])
  }

  @Test func documentsConform() { #expect(FormatConformance.violations(of: JSONFormat.self, samples: documents) == []) }

  @Test func linesConform() { #expect(FormatConformance.violations(of: JSONLinesFormat.self, samples: lines) == []) }

  @Test func whatIsWrittenReadsTheSame() {
    #expect(FormatConformance.roundTripViolations(of: JSONFormat.self, samples: documents) == [])
    #expect(FormatConformance.roundTripViolations(of: JSONLinesFormat.self, samples: lines) == [])
    let flat = ["nested": "no"]
    #expect(FormatConformance.roundTripViolations(of: JSONLinesFormat.self, samples: lines, writeOptions: flat) == [])
  }

  @Test func survivesDamage() {
    #expect(FormatConformance.mutationViolations(of: JSONFormat.self, samples: documents, rounds: 1500) == [])
    #expect(FormatConformance.mutationViolations(of: JSONLinesFormat.self, samples: lines, rounds: 1500) == [])
  }

  @Test func writesRefusedRecords() {
    // A member without a name is called by its place among the columns met before it, and there are fewer of them.
    let documents = documents.filter { !$0.name.hasPrefix("duplicate-column") }
    for seed in 1...2 as ClosedRange<UInt64> {
      #expect(FormatConformance.rejectViolations(of: JSONFormat.self, samples: documents, seed: seed) == [])
      #expect(FormatConformance.rejectViolations(of: JSONLinesFormat.self, samples: lines, seed: seed) == [])
    }
    #expect(FormatConformance.rejectMutationViolations(of: JSONFormat.self, samples: documents, rounds: 600) == [])
    #expect(FormatConformance.rejectMutationViolations(of: JSONLinesFormat.self, samples: lines, rounds: 600) == [])
  }

  private static let foreign = [
    ConformanceSample(name: "goods.csv", text: "sku,name\nA-1,Mug\nA-2,Cup\n"),
    ConformanceSample(name: "quoted.csv", text: "\"sku\",\"name\"\n\"A-1\",\"Mug\"\n"),
    ConformanceSample(name: "one-column.csv", text: "\"A-1\"\n\"A-2\"\n"),
    ConformanceSample(name: "numbers.txt", text: "12\n13\n14\n"),
    ConformanceSample(name: "settings.ini", text: "[section]\nkey=value\n"),
    ConformanceSample(name: "catalog.xml", text: "<?xml version=\"1.0\"?><a/>\n"),
    ConformanceSample(name: "order.edi", text: "UNA:+.? 'UNB+UNOA:1+A+B+260501:1200+1'\n"),
    ConformanceSample(name: "order.x12", text: "ISA*00*          *00*          *ZZ*A\n"),
    ConformanceSample(name: "shop.mustache", text: "{{#products}}{{name}}{{/products}}\n"),
  ]

  @Test func knowsItsOwnFilesAndNoOthers() {
    let json = ["array", "nested", "path-found", "keyed", "one-object", "mixed-elements", "truncated", "utf-16"]
    let own = documents.filter { sample in json.contains { sample.name.hasPrefix($0 + "/") } }
    #expect(own.count == json.count)
    let ownLines = lines.filter { !$0.name.hasPrefix("too-many") && !$0.name.hasPrefix("lone") }
    #expect(
      FormatConformance.sniffingViolations(of: JSONFormat.self, own: own, foreign: Self.foreign + severalLines) == [])
    #expect(
      FormatConformance.sniffingViolations(of: JSONLinesFormat.self, own: ownLines, foreign: Self.foreign + own) == [])
  }

  /// Those that show by more than their name what they are.
  private var severalLines: [ConformanceSample] {
    lines.filter { $0.name.hasPrefix("nested") || $0.name.hasPrefix("rec") }
  }

  @Test(arguments: [
    ("a.json", "[{\"a\":1}]", "json"), ("a.json", "{\"a\":1}\n", "json"), ("a.txt", "{\n\"a\":1\n}", "json"),
    ("a.jsonl", "{\"a\":1}\n", "json-lines"), ("a.ndjson", "{\"a\":1}", "json-lines"),
    ("a.json", "{\"a\":1}\n{\"a\":2}\n", "json-lines"), ("a.txt", "[1,2]\n[3,4]\n", "json-lines"),
    ("a.jsonl", "1\n2\n", "json-lines"), ("a.json", "17", "json"), ("a", "{\"a\":1}\n{\"a\":2", "json"),
    ("a.jsonl", "{\"a\":1}\n{\"a\":2", "json-lines"),
  ])
  func neverTies(name: String, text: String, expected: String) throws {
    let registry = FormatRegistry([.format(JSONFormat.self), .format(JSONLinesFormat.self)])
    let claim = try registry.identify(SourcePreview(name: name, bytes: Array(text.utf8), isWhole: true))
    #expect(claim.format.descriptor.id == expected, "\(claim.confidence)")
  }
}
