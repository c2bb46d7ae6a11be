import FormatKit
import FormatKitTesting
import Foundation
import GoogleMerchantFormat
import Testing
import XMLReading

@Suite struct GoogleMerchantConformanceTests {
  @Test func keepsTheContract() {
    // A line end within quotes is part of the text, and that of a line that is cut short shows as one.
    let quoted = GoogleMerchantSamples.named("text-quoted")
    let others = GoogleMerchantSamples.all.filter { sample in !quoted.contains { $0.name == sample.name } }
    #expect(FormatConformance.violations(of: GoogleMerchantFormat.self, samples: others) == [])
    let checks = FormatConformance.Checks.all.subtracting(.lineEnds)
    #expect(FormatConformance.violations(of: GoogleMerchantFormat.self, samples: quoted, checking: checks) == [])
  }

  @Test func readsFixturesAsExpected() {
    #expect(
      GoldenFixtures.violations(
        of: GoogleMerchantFormat.self, folder: GoogleMerchantSamples.folder,
        // Those of the writer, and one that takes a hundred thousand elements and has a test of its own.
        codesWithoutCase: [
          .merchantUnwritableTable, .merchantUnwritableValue, .merchantMissingValue, .merchantOmitted,
          XMLCodes.elementTooLarge,
        ]) == [])
  }

  @Test func survivesDamage() {
    // An item of few bytes gives a product, a variant and prices.
    #expect(
      FormatConformance.mutationViolations(
        of: GoogleMerchantFormat.self, samples: GoogleMerchantSamples.all, rounds: 2000, rowsPerByte: 1) == [])
  }

  /// As long as `STOCKROOM_FUZZ` says, in seconds: fixtures, damaged, read, and what was read written in every form.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] != nil, "STOCKROOM_FUZZ is not set"))
  func survivesDamageForLong() {
    let seconds = Int(ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] ?? "") ?? 1
    let start = ContinuousClock.now
    var seed: UInt64 = 1
    while ContinuousClock.now - start < .seconds(seconds) {
      #expect(
        FormatConformance.mutationViolations(
          of: GoogleMerchantFormat.self, samples: GoogleMerchantSamples.all, rounds: 500, seed: seed) == [],
        "seed \(seed)")
      var mutator = ByteMutator(seed: seed)
      for sample in GoogleMerchantSamples.all {
        let damaged = ConformanceSample(name: sample.name, bytes: mutator.mutate(sample.bytes), options: sample.options)
        for form in ["rss", "atom", "tsv"] { writeAgain(damaged, form: form, seed: seed) }
      }
      seed += 1
    }
  }

  /// Writes every table that a sample gives; what cannot be written must say so, and what was written must be read.
  private func writeAgain(_ sample: ConformanceSample, form: String, seed: UInt64) {
    let reading = CollectedReading(of: GoogleMerchantFormat.self, source: sample.source(), options: sample.options)
    for table in reading.tables where table.name != "categories" {
      let columns = table.segments[0].schema.columns.map(\.name)
      let rows = table.flattenedTexts
      guard let bytes = try? GoogleMerchantSamples.written(table.name, columns, rows, options: ["form": form]),
        !rows.isEmpty
      else { continue }
      let again = CollectedReading(of: GoogleMerchantFormat.self, source: .memory(bytes, name: "again"))
      #expect(again.error == nil, "\(sample.name) written as \(form), seed \(seed)")
    }
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let own = GoogleMerchantSamples.all
    let foreign = [
      ConformanceSample(name: "goods.tsv", text: "sku\ttitle\tprice\nA-1\tMug\t3.00\n"),
      ConformanceSample(name: "ids.tsv", text: "id\ttitle\tlink\n1\tMug\thttps://shop.example\n"),
      ConformanceSample(name: "news.xml", text: "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel/></rss>\n"),
      ConformanceSample(name: "catalog.csv", text: "id,title,link,image_link,price\n1,Mug,a,b,3.00 EUR\n"),
      ConformanceSample(name: "order.x12", text: "ISA*00*          *00*          *ZZ*A\n"),
      ConformanceSample(name: "feed.json", text: "{\"g\": \"http://base.google.com/ns/1.0\"}\n"),
    ]
    #expect(FormatConformance.sniffingViolations(of: GoogleMerchantFormat.self, own: own, foreign: foreign) == [])
  }

  @Test func listsItsOptionsCodesAndFields() throws {
    let root = try #require(PackageRoot.path())
    let text = try String(contentsOfFile: "\(root)/Plugins/GoogleMerchant/README.md", encoding: .utf8)
    let rows = text.split(separator: "\n").map(String.init)
    for option in GoogleMerchantOptions.fields.map(\.description) {
      #expect(rows.contains("| `\(option.name)` | \(option.values) | \(option.summary) |"))
    }
    for code in GoogleMerchantFormat.descriptor.problemCodes where code.id.hasPrefix("google-merchant") {
      #expect(text.contains("`\(code.id)`"), "the README names \(code.id)")
    }
  }
}

extension CollectedReading.Table {
  /// The texts of all records, those with an error left out.
  var flattenedTexts: [[String?]] {
    segments.flatMap { segment in
      segment.records.filter { !$0.problems.contains { $0.severity == .error } }.map { record in
        record.fields.map { $0.kind == .absent || $0.kind == .null ? nil : $0.text }
      }
    }
  }
}
