import FormatKit
import Foundation
import Stock
import Testing

@testable import Exchange

/// The examples of `docs/guides/mapping-profiles.md`: each file, imported with its profile, produces the records shown below
/// it.
@Suite struct ProfileDocumentationTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let title: String
    /// The blocks by their language.
    var blocks: [String: String] = [:]

    var testDescription: String { title }
  }

  private static let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/guides/mapping-profiles.md")

  static let examples: [Example] = {
    let text = (try? String(contentsOf: document, encoding: .utf8)) ?? ""
    let part = text.components(separatedBy: "\n## Examples\n").last ?? ""
    return part.components(separatedBy: "\n### ").dropFirst().map { section in
      var example = Example(title: String(section.prefix { $0 != "\n" }))
      for block in section.components(separatedBy: "```").enumerated() where block.offset % 2 == 1 {
        let language = String(block.element.prefix { $0 != "\n" })
        example.blocks[language] = String(block.element.dropFirst(language.count + 1))
      }
      return example
    }
  }()

  @Test func thereAreExamples() { #expect(Self.examples.count >= 7) }

  @Test(arguments: examples) func givesWhatItSays(_ example: Example) throws {
    let shop = try TestShop()
    try shop.take("location\nshop\n", name: "locations.csv")
    try shop.take("supplier\nacme\n", name: "suppliers.csv")
    let file = try #require(example.blocks["csv"])
    let profile = try #require(example.blocks["yaml"])
    let summary = try shop.take(file, profile: profile)
    #expect(summary.isApplied, "\(summary.reported)")
    var heading: [String] = []
    var found: [String] = []
    var expected: [String] = []
    func check() throws {
      guard let kind = heading.first, heading.count == 2 else { return }
      let fields = heading[1].split(separator: ",").map(String.init)
      found = try shop.export(kind, fields: fields).split(whereSeparator: \.isNewline).dropFirst().map(String.init)
      #expect(found == expected, "\(kind)")
    }
    for line in try #require(example.blocks["text"]).split(separator: "\n").map(String.init) {
      let words = line.split(separator: " ").map(String.init)
      if words.count == 2, Vocabulary.kind(words[0]) != nil {
        try check()
        (heading, expected) = (words, [])
      } else {
        expected.append(line)
      }
    }
    try check()
    #expect(!found.isEmpty)
  }

  /// The example of all keys at the top is a profile that can be read.
  @Test func theOverviewIsAProfile() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let block = try #require(
      text.components(separatedBy: "```yaml\n").dropFirst().first?.components(separatedBy: "```").first)
    let profile = try MappingProfile(yaml: block, source: "docs")
    #expect(profile.header?.tables.first?.columns == ["Handle", "Title", "Size"])
  }
}
