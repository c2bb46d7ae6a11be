import FormatKit
import FormatKitTesting
import Testing

@testable import JSONFormat

private let documents = GoldenFixtures.samples(in: "Plugins/JSON/Fixtures/json")
private let lines = GoldenFixtures.samples(in: "Plugins/JSON/Fixtures/json-lines")

@Test func documentsReadAsRecorded() {
  #expect(GoldenFixtures.violations(of: JSONFormat.self, folder: "Plugins/JSON/Fixtures/json") == [])
}

@Test func linesReadAsRecorded() {
  #expect(GoldenFixtures.violations(of: JSONLinesFormat.self, folder: "Plugins/JSON/Fixtures/json-lines") == [])
}

@Test func documentsConform() { #expect(FormatConformance.violations(of: JSONFormat.self, samples: documents) == []) }

@Test func linesConform() { #expect(FormatConformance.violations(of: JSONLinesFormat.self, samples: lines) == []) }
