import FormatKit
import FormatKitTesting
import Foundation
import JSONReading
import ProductTableFormat
import Testing

/// The fixtures of the format.
enum ProductTableSamples {
  static let folder = "Plugins/ProductTable/Fixtures"
  static let all = GoldenFixtures.samples(in: folder)

  static func reading(_ text: String, options: [String: String] = [:]) -> CollectedReading {
    CollectedReading(of: ProductTableFormat.self, source: .text(text, name: "input.json"), options: options)
  }
}

extension CollectedReading {
  /// The values of the columns of a table, one text for each record; `-` where absent.
  func lines(_ table: String, _ columns: String...) -> [String] {
    guard let found = self.table(table) else { return [] }
    return found.segments.flatMap { segment in
      let places = columns.map { segment.schema.index(of: $0) }
      return segment.records.map { record in
        places.map { place in
          guard let place, record.fields[place].kind != .absent else { return "-" }
          return record.fields[place].text
        }.joined(separator: "|")
      }
    }
  }
}

@Suite struct ProductTableConformanceTests {
  @Test func keepsTheContract() {
    #expect(FormatConformance.violations(of: ProductTableFormat.self, samples: ProductTableSamples.all) == [])
  }

  @Test func readsFixturesAsExpected() {
    // The first is of the writer, the second of products that the tests make.
    #expect(
      GoldenFixtures.violations(
        of: ProductTableFormat.self, folder: ProductTableSamples.folder,
        codesWithoutCase: [.productTableUnwritable, .jsonValueTooLarge]) == [])
  }

  @Test func survivesDamage() {
    #expect(
      FormatConformance.mutationViolations(of: ProductTableFormat.self, samples: ProductTableSamples.all, rounds: 1500)
        == [])
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let own = ProductTableSamples.all.filter { !["view", "no-name-column"].contains($0.name.split(separator: "/")[0]) }
    let foreign = [
      ConformanceSample(name: "goods.csv", text: "name,regular_price,stores\nBag,20,{}\n"),
      ConformanceSample(name: "rest.json", text: "[{\"name\":\"Bag\",\"regular_price\":\"20\",\"sale_price\":\"\"}]\n"),
      ConformanceSample(name: "colours.json", text: "{\"colors\":[\"Red\"],\"stores\":{\"A\":1}}\n"),
      ConformanceSample(name: "package.json", text: "{\"name\":\"bag\",\"description\":\"\",\"version\":\"1\"}\n"),
      ConformanceSample(name: "empty.json", text: "{}\n"),
    ]
    #expect(FormatConformance.sniffingViolations(of: ProductTableFormat.self, own: own, foreign: foreign) == [])
  }

  @Test func listsItsOptionsAndCodes() throws {
    let root = try #require(PackageRoot.path())
    let text = try String(contentsOfFile: "\(root)/Plugins/ProductTable/README.md", encoding: .utf8)
    let rows = text.split(separator: "\n").map(String.init)
    for option in ProductTableOptions.fields.map(\.description) {
      #expect(rows.contains("| `\(option.name)` | \(option.values) | \(option.summary) |"))
    }
    for code in ProductTableFormat.descriptor.problemCodes where code.id.hasPrefix("product-table") {
      #expect(text.contains("`\(code.id)`"), "the README names \(code.id)")
    }
  }
}
