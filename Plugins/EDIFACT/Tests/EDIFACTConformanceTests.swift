import EDIFACTFormat
import FormatKit
import FormatKitTesting
import Foundation
import Testing

/// The fixtures of the format.
enum EDIFACTSamples {
  static let folder = "Plugins/EDIFACT/Fixtures"
  static let all = GoldenFixtures.samples(in: folder)

  static func named(_ names: String...) -> [ConformanceSample] {
    all.filter { sample in names.contains { sample.name.hasPrefix($0 + "/") } }
  }

  /// Whether the vocabulary has the documents that answer an order; until then only some samples keep to it.
  static let isVocabularyWhole =
    Vocabulary.kind("invoices") != nil && Vocabulary.kind("orders")?.field("document_identity") != nil
  static let notice: Comment = "the vocabulary does not have the documents of supply yet"

  static func reading(_ text: String, options: [String: String] = [:]) -> CollectedReading {
    CollectedReading(of: EDIFACTFormat.self, source: .text(text, name: "input.edi"), options: options)
  }

  /// One interchange of version 3 with the given messages, whose counts are put in.
  static func interchange(_ messages: String..., una: String = "") -> String {
    var text = una + "UNB+UNOC:3+SHOP+RIVERSIDE+260501:0930+1'"
    for (index, message) in messages.enumerated() {
      let count = message.split(separator: "'").count + 1
      let reference = message.dropFirst(4).prefix { $0 != "+" }
      text += message + "UNT+\(count)+\(reference)'"
      if index == messages.count - 1 { text += "UNZ+\(messages.count)+1'" }
    }
    return text
  }
}

extension CollectedReading {
  var codes: Set<String> { Set(allProblems.map(\.code.id)) }
}

@Suite struct EDIFACTConformanceTests {
  @Test func keepsTheContractOfReportsAndCatalogues() {
    let samples = EDIFACTSamples.named("inventory", "sales", "price-catalogue", "tradacoms", "only-answers")
    #expect(samples.count == 5)
    #expect(FormatConformance.violations(of: EDIFACTFormat.self, samples: samples) == [])
  }

  @Test(.enabled(if: EDIFACTSamples.isVocabularyWhole, EDIFACTSamples.notice))
  func keepsTheContract() {
    // A line end takes part in the text of what is cut in the middle of a segment.
    let wrapped = EDIFACTSamples.named("broken-lines")
    let others = EDIFACTSamples.all.filter { sample in !wrapped.contains { $0.name == sample.name } }
    #expect(FormatConformance.violations(of: EDIFACTFormat.self, samples: others) == [])
    let checks = FormatConformance.Checks.all.subtracting(.lineEnds)
    #expect(FormatConformance.violations(of: EDIFACTFormat.self, samples: wrapped, checking: checks) == [])
  }

  @Test(.enabled(if: EDIFACTSamples.isVocabularyWhole, EDIFACTSamples.notice))
  func readsFixturesAsExpected() {
    #expect(
      GoldenFixtures.violations(
        of: EDIFACTFormat.self, folder: EDIFACTSamples.folder,
        codesWithoutCase: [.edifactUnwritableTable, .edifactUnwritableValue]) == [])
  }

  @Test(.enabled(if: EDIFACTSamples.isVocabularyWhole, EDIFACTSamples.notice))
  func survivesDamage() {
    // A line of a catalogue gives five records, and a message two before its lines.
    #expect(
      FormatConformance.mutationViolations(
        of: EDIFACTFormat.self, samples: EDIFACTSamples.all, rounds: 1500, rowsPerByte: 1) == [])
  }

  /// As long as `STOCKROOM_FUZZ` says, in seconds: fixtures and collections, damaged, read and answered. `STOCKROOM_SEED` is
  /// the first seed.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] != nil, "STOCKROOM_FUZZ is not set"))
  func survivesDamageForLong() {
    let seconds = Int(ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] ?? "") ?? 1
    let samples =
      EDIFACTSamples.all + Corpora.files(in: "edifact", largest: 1 << 15).compactMap { Corpora.sample($0) }
    let start = ContinuousClock.now
    var seed = ProcessInfo.processInfo.environment["STOCKROOM_SEED"].flatMap { UInt64($0) } ?? 1
    while ContinuousClock.now - start < .seconds(seconds) {
      #expect(
        FormatConformance.mutationViolations(of: EDIFACTFormat.self, samples: samples, rounds: 500, seed: seed) == [],
        "seed \(seed)")
      var mutator = ByteMutator(seed: seed)
      for sample in samples {
        let damaged = ByteSource.memory(mutator.mutate(sample.bytes), name: sample.name)
        _ = try? EDIFACTFormat().acknowledge(
          damaged, with: AcknowledgementRequest(prepared: "2026-10-31T18:00"), to: .memory())
      }
      seed += 1
    }
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let own = EDIFACTSamples.all.filter { !$0.name.hasPrefix("bad-una") }
    let foreign = [
      ConformanceSample(name: "goods.csv", text: "sku,name\nA-1,Mug\n"),
      ConformanceSample(name: "units.csv", text: "UNA,UNB,UNC\n1,2,3\n"),
      ConformanceSample(name: "order.x12", text: "ISA*00*          *00*          *ZZ*A\n"),
      ConformanceSample(name: "catalog.xml", text: "<?xml version=\"1.0\"?><UNB/>\n"),
      ConformanceSample(name: "order.json", text: "{\"UNB\": 1}\n"),
      ConformanceSample(name: "unb.txt", text: "UNBROKEN\n"),
    ]
    #expect(FormatConformance.sniffingViolations(of: EDIFACTFormat.self, own: own, foreign: foreign) == [])
  }

  @Test func listsItsOptions() throws {
    let root = try #require(PackageRoot.path())
    let text = try String(contentsOfFile: "\(root)/Plugins/EDIFACT/README.md", encoding: .utf8)
    let rows = text.split(separator: "\n").map(String.init)
    for option in EDIFACTOptions.fields.map(\.description) {
      #expect(rows.contains("| `\(option.name)` | \(option.values) | \(option.summary) |"))
    }
    for code in EDIFACTFormat.descriptor.problemCodes {
      #expect(text.contains("`\(code.id)`"), "the README names \(code.id)")
    }
  }
}
