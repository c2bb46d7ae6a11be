import FormatKit
import FormatKitTesting
import Foundation
import JSONReading
import Testing

@testable import BookwormFormat

@Suite struct BookwormConformanceTests {
  static let folder = "Plugins/Bookworm/Fixtures"
  private let samples = GoldenFixtures.samples(in: folder)

  @Test func keepsTheContract() {
    #expect(FormatConformance.violations(of: BookwormFormat.self, samples: samples) == [])
  }

  @Test func readsFixturesAsExpected() {
    #expect(
      GoldenFixtures.violations(
        of: BookwormFormat.self, folder: Self.folder,
        codesWithoutCase: [.bookwormTooManyUsers, .bookwormUnwritable, .jsonValueTooLarge]) == [])
  }

  @Test func survivesDamage() {
    #expect(FormatConformance.mutationViolations(of: BookwormFormat.self, samples: samples, rounds: 1000) == [])
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let names: Set<Substring> = ["tree", "owned", "not-well-formed", "cut-off", "written"]
    let own = samples.filter { names.contains($0.name.prefix { $0 != "/" }) && !$0.name.hasPrefix("written") }
    let foreign = [
      ConformanceSample(name: "shop.json", text: "{\"users\": {\"a\": {\"DisplayName\": \"A\"}}, \"inventory\": {}}\n"),
      ConformanceSample(name: "books.json", text: "{\"books\": [{\"author\": \"A\", \"title\": \"B\"}]}\n"),
      ConformanceSample(name: "library.json", text: "{\"books\": {\"1\": {\"author\": \"A\", \"title\": \"B\"}}}\n"),
      ConformanceSample(name: "a.csv", text: "author,condition,summary\na,b,c\n"),
    ]
    #expect(FormatConformance.sniffingViolations(of: BookwormFormat.self, own: own, foreign: foreign) == [])
  }

  @Test func listsItsOptionsAndCodes() throws {
    let root = try #require(PackageRoot.path())
    let text = try String(contentsOfFile: "\(root)/Plugins/Bookworm/README.md", encoding: .utf8)
    let rows = text.split(separator: "\n").map(String.init)
    for option in BookwormOptions.fields.map(\.description) {
      #expect(rows.contains("| `\(option.name)` | \(option.values) | \(option.summary) |"), "\(option.name)")
    }
    for code in BookwormFormat.descriptor.problemCodes where code.id.hasPrefix("bookworm") {
      #expect(text.contains("`\(code.id)`"), "the README names \(code.id)")
    }
  }

  @Test func tooManyUsersAreRefused() throws {
    let users = (0..<4).map { "\"u\($0)\":{\"email\":\"a\($0)@b.c\"}" }.joined(separator: ",")
    var batch = RecordBatch()
    var reader = try BookwormReader(.text("{\"users\":{\(users)}}"), BookwormOptions(), maximumUsers: 4)
    let isRead = try reader.read(into: &batch)
    #expect(isRead && batch.rowCount == 4)
    var refusing = try BookwormReader(.text("{\"users\":{\(users)}}"), BookwormOptions(), maximumUsers: 3)
    let error = #expect(throws: Problems.self) { try refusing.read(into: &batch) }
    #expect(error?.code == .bookwormTooManyUsers)
  }

  @Test(arguments: [
    ("Dune", "Dune"), ("Vol. 1 [a]/b #2 $", "Vol%2E 1 %5Ba%5D%2Fb %232 %24"), ("50% off", "50% off"),
    ("a%2Eb", "a%252Eb"), ("a%25", "a%2525"), ("tab\there", "tab%09here"), ("%", "%"), ("Straße", "Straße"),
  ])
  func keysAreEscapedAndRead(_ text: String, _ key: String) {
    #expect(BookwormKey.escaped(text) == key)
    #expect(BookwormKey.text(key) == text)
    #expect(!BookwormKey.holdsForbidden(key))
  }
}
