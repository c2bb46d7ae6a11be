import FormatKit
import FormatKitTesting
import Foundation
import Testing

/// The format that CONTRIBUTING.md shows.
@Suite struct ShelfScanFormatTests {
  static let samples = [
    ConformanceSample(name: "a.scan", text: "4006381333931 x 12\n\n2410001852955 x 0\nnonsense\n4006381333931 x 3\n"),
    ConformanceSample(name: "b.scan", text: "1 x 2\r\n3 x 4\r\n"),
    ConformanceSample(name: "c.scan", text: "ä x 1"),
  ]

  @Test func keepsTheContract() {
    #expect(FormatConformance.violations(of: ShelfScanFormat.self, samples: Self.samples) == [])
    #expect(FormatConformance.mutationViolations(of: ShelfScanFormat.self, samples: Self.samples, rounds: 500) == [])
    let foreign = [ConformanceSample(name: "a.csv", text: "a,b\n1,2\n")]
    #expect(FormatConformance.sniffingViolations(of: ShelfScanFormat.self, own: Self.samples, foreign: foreign) == [])
  }

  @Test func isTheOneInTheGuide() throws {
    let root = try #require(PackageRoot.path())
    let source = try String(contentsOfFile: "\(root)/Tests/FormatKitTests/ShelfScanFormat.swift", encoding: .utf8)
    let guide = try String(contentsOfFile: "\(root)/CONTRIBUTING.md", encoding: .utf8)
    #expect(guide.contains("```swift\n\(source)```\n"), "the example in CONTRIBUTING.md is not ShelfScanFormat.swift")
  }

  /// The last step of the tutorial is the whole format; each earlier step has lines of it in their order.
  @Test func isTheOneInTheTutorial() throws {
    let root = try #require(PackageRoot.path())
    let source = try String(contentsOfFile: "\(root)/Tests/FormatKitTests/ShelfScanFormat.swift", encoding: .utf8)
    let catalog = "\(root)/Sources/FormatKit/FormatKit.docc"
    let tutorial = try String(contentsOfFile: "\(catalog)/Tutorials/Write-a-format.tutorial", encoding: .utf8)
    for step in 1...4 {
      let name = "ShelfScanFormat-\(step).swift"
      #expect(tutorial.contains("file: \"\(name)\""))
      let code = try String(contentsOfFile: "\(catalog)/Resources/\(name)", encoding: .utf8)
      var rest = source.split(separator: "\n", omittingEmptySubsequences: false)[...]
      for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
        let index = rest.firstIndex(of: line)
        #expect(index != nil, "\(name) has '\(line)', which ShelfScanFormat.swift does not have there")
        if let index { rest = rest[(index + 1)...] }
      }
      if step == 4 { #expect(code == source, "the tutorial does not end with ShelfScanFormat.swift") }
    }
  }

  @Test func tellsLinesThatAreTooLong() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: RecordBatch.maximumFieldBytes + (1 << 17))
    var lines = try TextLines(.memory(bytes))
    #expect(throws: Problems.self) { try lines.next() }
  }

  @Test(arguments: [
    ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n \n a\n", [" a"]), ("a", ["a"]), ("a\r", ["a"]),
  ])
  func findsLines(_ text: String, _ expected: [String]) throws {
    for chunk in [1, 2, 100] {
      var lines = try TextLines(.memory(Array(text.utf8), chunk: chunk))
      var found: [String] = []
      while let line = try lines.next() { found.append(line.text) }
      #expect(found == expected)
    }
  }
}
