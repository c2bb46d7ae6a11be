import FormatKitTesting
import Testing
import YAMLReading
import Yams

/// Short texts that expand to endless ones, and texts that only look like them.
@Suite struct BoundedYAMLTests {
  /// Nine levels of nine aliases: 387 million values in about 300 bytes.
  static let bomb: String = {
    var text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
    for level in 1...8 {
      text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",") + "]\n"
    }
    return text
  }()

  static let refused: [(String, String)] = [
    (bomb, "more than 100,000 values"),
    // The same as a key, which is hashed while the text is read.
    ("\(bomb)? *a8\n: 1\n", "a key is a list"), ("\(bomb)*a8 : 1\n", "a key is a list"),
    ("\(bomb){[*a8]: 1}\n", "a key is a list"), ("\(bomb)x: {? *a8 : 1}\n", "a key is a list"),
    ("\(bomb)x: {?*a8 : 1}\n", "a key is a list"), ("\(bomb)[*a8, 1]\t: 1\n", "a key is a list"),
    ("x: \(many("[", 65))\(many("]", 65))", "nested more than 64 deep"),
    ("\(many("- ", 70))x", "nested more than 64 deep"), (many("[", 500_000), "e"),
    ("x: [\(many("a,", 100_001))a]", "more than 100,000 values"), (many("#", 1 + 1 << 20), "larger than 1 MiB"),
    ("a: [", "did not find"), ("a: 1\na: 2\n", "'a' is given twice"),
  ]

  private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test(arguments: refused)
  func refuses(_ text: String, _ message: String) throws {
    let time = ProcessorTime.spent {
      let problem = #expect(throws: BoundedYAML.InvalidText.self) { try BoundedYAML.root(of: text) }
      #expect(problem.map { $0.message.contains(message) } == true, "\(problem?.message ?? "")")
    }
    #expect(time < .seconds(20), "the text took \(time)")
  }

  @Test func saysWhereALimitIsPassed() throws {
    let problem = #expect(throws: BoundedYAML.InvalidText.self) {
      try BoundedYAML.root(of: "a: 1\n? b\n: &b 1\nc: *b\n")
    }
    #expect(problem?.line == 2)
  }

  @Test(arguments: [
    "base: &base {a: 1, b: [x]}\nother:\n  <<: *base\n  c: *base\n", "text: 'Really? *yes*: R&D'\n",
    "? a\n: 1\n", "[a, b]: 1\n", "x: \"*a &b\"\n", "a: &a [x]\nb: [*a, *a]\n", "q: Why? Because.\n",
  ])
  func takes(_ text: String) throws { #expect(try BoundedYAML.root(of: text)?.mapping != nil) }

  @Test func anEmptyTextHasNoRoot() throws {
    #expect(try BoundedYAML.root(of: "") == nil)
    #expect(try BoundedYAML.root(of: "# nothing\n")?.string ?? "" == "")
  }
}
