import FormatKit
import FormatKitTesting
import Foundation
import Testing

/// The suite accepts a valid format and detects each error of a broken one.
@Suite struct FormatConformanceTests {
  private static let text = "sku|title|quantity\nA-1|Håkan|3\n\nA-2|short\nA-3||0\n"

  private func samples(_ problem: LineProblem = .none) -> [ConformanceSample] {
    [ConformanceSample(name: "goods.lines", text: Self.text, options: ["fault": problem.rawValue])]
  }

  @Test func acceptsASoundFormat() {
    #expect(FormatConformance.violations(of: LineFormat.self, samples: samples()) == [])
    #expect(FormatConformance.roundTripViolations(of: LineFormat.self, samples: samples()) == [])
    #expect(FormatConformance.mutationViolations(of: LineFormat.self, samples: samples(), rounds: 500) == [])
    let foreign = [ConformanceSample(name: "a.json", text: "{\"a\":1}\n")]
    #expect(FormatConformance.sniffingViolations(of: LineFormat.self, own: samples(), foreign: foreign) == [])
  }

  @Test(arguments: [
    (LineProblem.losesTail, "without its last newline"), (.splitsAtChunks, "in chunks of 1 bytes"),
    (.swallowsFailure, "without an error, and records are missing"), (.countsFromZero, "record 0 of the table"),
    (.undeclaredCode, "'other' is not declared"), (.ignoresLimit, "beyond its limit of 1"),
    (.neverEnds, "does not end"),
    (.keepsMark, "with a byte-order mark"), (.keepsReturn, "with CR LF"), (.acceptsEmpty, "instead of source-empty"),
  ])
  func catchesABrokenReader(problem: LineProblem, expected: String) {
    let found = FormatConformance.violations(of: LineFormat.self, samples: samples(problem))
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test func catchesTextThatIsNotUTF8() {
    let found = FormatConformance.violations(of: LineFormat.self, samples: samples(.mangledText))
    #expect(found.contains { $0.contains("not valid UTF-8") }, "\(found)")
  }

  @Test func catchesAWriterThatChangesValues() {
    let found = FormatConformance.roundTripViolations(
      of: LineFormat.self, samples: samples(), writeOptions: ["fault": "changesOnWriting"])
    #expect(found.contains { $0.contains("'sku' of record 1 was \"A-1\" and is read back as \"A-1!\"") }, "\(found)")
  }

  @Test func catchesARoundTripWithoutRecords() {
    let empty = [ConformanceSample(name: "empty.lines", text: "a|b\n")]
    #expect(FormatConformance.roundTripViolations(of: LineFormat.self, samples: empty) != [])
    #expect(FormatConformance.violations(of: LineFormat.self, samples: []) != [])
  }

  @Test func catchesMoreRecordsThanBytes() {
    let found = FormatConformance.mutationViolations(of: LineFormat.self, samples: samples(.neverEnds), rounds: 3)
    #expect(found.contains { $0.contains("does not end") }, "\(found)")
  }

  @Test func catchesWrongSniffing() {
    let own = [ConformanceSample(name: "a.json", text: "{\"a\":1}\n")]
    let found = FormatConformance.sniffingViolations(of: LineFormat.self, own: own, foreign: samples())
    #expect(found.count == 2, "\(found)")
  }

  @Test func printsAReadingLineByLine() {
    #expect(
      BatchDump.text(of: LineFormat.self, samples()[0]) == """
        finding header = "first line" (always)
        table records
          column sku: text
          column title: text
          column quantity: text
        record 1 at line 2, byte 19
          sku: "A-1"
          title: "Håkan"
          quantity: "3"
        record 2 at line 4, byte 33
          sku: "A-2"
          title: "short"
          warning lines-short-row at line 4, byte 33, record 2: the line is too short
            Add the missing fields.
        record 3 at line 5, byte 43
          sku: "A-3"
          title: ""
          quantity: "0"

        """)
  }

  @Test func comparesGoldenCases() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("golden-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = folder.appendingPathComponent("short-row")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data(Self.text.utf8).write(to: place.appendingPathComponent("input.lines"))
    try Data("# none\nfault=none\n".utf8).write(to: place.appendingPathComponent("options"))

    let sample = ConformanceSample(name: "input.lines", text: Self.text, options: ["fault": "none"])
    #expect(GoldenFixtures.samples(in: folder.path).map(\.bytes) == [sample.bytes])
    #expect(GoldenFixtures.samples(in: folder.path).map(\.options) == [sample.options])
    guard ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == nil else { return }

    var found = GoldenFixtures.violations(of: LineFormat.self, folder: folder.path)
    #expect(found.count == 1 && found[0].contains("there is no expected.txt"), "\(found)")
    let expected = BatchDump.text(of: LineFormat.self, sample)
    try Data(expected.utf8).write(to: place.appendingPathComponent("expected.txt"))
    #expect(GoldenFixtures.violations(of: LineFormat.self, folder: folder.path) == [])
    let other = expected.replacingOccurrences(of: "Håkan", with: "Hakan")
    try Data(other.utf8).write(to: place.appendingPathComponent("expected.txt"))
    found = GoldenFixtures.violations(of: LineFormat.self, folder: folder.path)
    #expect(
      found == ["short-row: line 8 of expected.txt is '  title: \"Hakan\"', but reading gives '  title: \"Håkan\"'"])

    try Data("a|b\n1|2\n".utf8).write(to: place.appendingPathComponent("input.lines"))
    found = GoldenFixtures.violations(of: LineFormat.self, folder: folder.path)
    #expect(found.contains("no case causes the code 'lines-short-row'"))
  }

  @Test func aSeedGivesTheSameNumbersAndDamages() {
    var generator = SeededGenerator(seed: 1_234_567)
    // The reference sequence published with the algorithm.
    #expect(
      (0..<3).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
    var (first, second) = (ByteMutator(seed: 7, byteLimit: 100), ByteMutator(seed: 7, byteLimit: 100))
    let bytes = Array("sku|title\nA-1|3\n".utf8)
    for _ in 0..<200 {
      let damaged = first.mutate(bytes, mixing: bytes)
      #expect(damaged == second.mutate(bytes, mixing: bytes))
      #expect(damaged.count <= 100)
    }
  }

  @Test func findsThePackage() throws {
    let root = try #require(PackageRoot.path())
    #expect(FileManager.default.fileExists(atPath: root + "/Sources/FormatKit"))
    #expect(Corpora.files(in: "no-such-collection") == [])
  }
}
