import FormatKit
import FormatKitTesting
import Foundation
import Testing
import UBLFormat

/// The demands of the public suite, and the golden cases.
@Suite struct UBLConformanceTests {
  static let folder = "Plugins/UBL/Fixtures"
  static let samples = GoldenFixtures.samples(in: folder)

  @Test func passesTheConformanceSuite() {
    #expect(FormatConformance.violations(of: UBLFormat.self, samples: Self.samples) == [])
  }

  /// Documents too large for a fixture are in the tests of XMLReading.
  @Test func readsTheGoldenCases() {
    let tooLarge = UBLFormat.descriptor.problemCodes.filter {
      ["xml-too-many-attributes", "xml-element-too-large"].contains($0.id)
    }
    let found = GoldenFixtures.violations(
      of: UBLFormat.self, folder: Self.folder, codesWithoutCase: [.ublUnwritable] + tooLarge)
    #expect(found == [])
  }

  /// `STOCKROOM_MUTATIONS` asks for more rounds.
  @Test func survivesDamage() {
    let rounds = ProcessInfo.processInfo.environment["STOCKROOM_MUTATIONS"].flatMap { Int($0) } ?? 2000
    let found = FormatConformance.mutationViolations(of: UBLFormat.self, samples: Self.samples, rounds: rounds)
    #expect(found == [])
  }

  /// Damage of another sort, after which the document is well-formed XML more often than not: tags taken out, doubled,
  /// exchanged and mixed between documents, and values put in the place of others. `STOCKROOM_FUZZ` says for how many seconds,
  /// `STOCKROOM_FUZZ_SEED` with which random numbers.
  @Test func survivesOtherOrders() throws {
    let seconds = ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"].flatMap { Double($0) } ?? 3
    let corpus = Corpora.files(in: "ubl/oasis-examples", endings: ["xml"]).compactMap { Corpora.sample($0) }
    let all = (Self.samples.filter { !$0.name.hasPrefix("order-in-utf-16/") } + corpus).map {
      $0.bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).map(Array.init)
    }
    let values = ["", "0", "-1", "1e5", "99999999999999999999999999", "0.0000001", "2026-10-31", "EUR", "XCS", "true"]
    let start = ContinuousClock.now
    let seed = ProcessInfo.processInfo.environment["STOCKROOM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 21
    var generator = SeededGenerator(seed: seed)
    var mutator = ByteMutator(seed: seed &+ 1)
    var round = 0
    while ContinuousClock.now - start < .seconds(seconds) {
      round += 1
      var parts = all[Int.random(in: 0..<all.count, using: &generator)]
      let other = all[Int.random(in: 0..<all.count, using: &generator)]
      for _ in 0..<Int.random(in: 1...6, using: &generator) where parts.count > 4 {
        let place = Int.random(in: 2..<parts.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          // An element with its end, where it holds a value.
          let isLeaf = place + 1 < parts.count && parts[place + 1].first == UInt8(ascii: "/")
          parts.removeSubrange(place...(isLeaf ? place + 1 : place))
        case 1: parts.insert(parts[place], at: Int.random(in: 2..<parts.count, using: &generator))
        case 2: parts.swapAt(place, Int.random(in: 2..<parts.count, using: &generator))
        case 3: parts.insert(other[Int.random(in: 0..<other.count, using: &generator)], at: place)
        case 4:
          guard let end = parts[place].firstIndex(of: UInt8(ascii: ">")) else { continue }
          parts[place] = Array(parts[place][...end]) + Array((values.randomElement(using: &generator) ?? "").utf8)
        default: parts[place] = mutator.mutate(parts[place])
        }
      }
      let bytes = Array(parts.joined(separator: [UInt8(ascii: "<")]))
      let source = ByteSource.memory(bytes, name: "fuzz", chunk: [7, 4096].randomElement(using: &generator) ?? 7)
      let reading = CollectedReading(of: UBLFormat.self, source: source, recordLimit: bytes.count + 16)
      try #require(reading.contractViolations == [], "round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(round > 50)
  }

  @Test func claimsItsOwn() {
    let refused: Set<String> = ["external-entity"]
    let own = Self.samples.filter { sample in !refused.contains { sample.name.hasPrefix($0 + "/") } }
    let foreign = [
      ConformanceSample(name: "a.xml", text: "<Order><ID>1</ID></Order>"),
      ConformanceSample(name: "b.xml", text: "<o:Order xmlns:o='urn:example:order'><o:ID>1</o:ID></o:Order>"),
      ConformanceSample(
        name: "c.xml",
        text: "<a xmlns:b='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'>only a declaration</a>"),
      ConformanceSample(name: "a.csv", text: "sku,name\n1,urn:oasis:names:specification:ubl:schema:xsd:Order-2\n"),
      ConformanceSample(name: "a.json", text: "{\"Order\": 1}"),
    ]
    #expect(FormatConformance.sniffingViolations(of: UBLFormat.self, own: own, foreign: foreign) == [])
  }
}
