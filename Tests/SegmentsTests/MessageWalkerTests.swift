import Segments
import Testing

@Suite struct MessageWalkerTests {
  private static let strict = WalkRules(
    startsBehindFirst: true, takesLateSegments: false, passesFullPlaces: true, reportsEveryRepetition: true,
    reportsMissingAtOnce: true)
  private static let lenient = WalkRules(
    startsBehindFirst: false, takesLateSegments: true, passesFullPlaces: false, reportsEveryRepetition: false,
    reportsMissingAtOnce: false)

  private static let message = MessageNode.message(notation: "A! B*2 [C! D [E! F!]*2 G!]*2 B [H! I]!")

  private func walk(_ tags: String, _ rules: WalkRules) -> String {
    var walker = MessageWalker(Self.message, rules)
    func shown(_ finding: MessageWalker.Finding) -> String {
      let name = (finding.isGroup ? "group " : "") + finding.tag
      let place = finding.group.isEmpty ? "" : " in \(finding.group)"
      return switch finding.kind {
      case .unexpected(let isKnown): isKnown ? "unexpected \(name)" : "unknown \(name)"
      case .late: "late \(name)\(place)"
      case .repeated(let limit): "\(name) over \(limit)\(place)"
      case .missing: "missing \(name)\(place)"
      }
    }
    var found: [String] = []
    for tag in tags.split(separator: " ") {
      found.append(([walker.take(String(tag))?.path ?? "-"] + walker.findings.map(shown)).joined(separator: "; "))
    }
    walker.finish()
    return (found + walker.findings.map(shown)).joined(separator: ", ")
  }

  @Test(arguments: [
    ("B C D E F E F G C G H I", "B, C/C, C/D, C/E/E, C/E/F, C/E/E, C/E/F, C/G, C/C, C/G, H/H, H/I"),
    ("B B B H", "B, B, B, H/H"), ("B B B B H", "B, B, B, B; B over 1, H/H"),
    ("C G C G C G H", "C/C, C/G, C/C, C/G, C/C; group C over 2, C/G, H/H"),
    ("C G C G C G C G H", "C/C, C/G, C/C, C/G, C/C; group C over 2, C/G, C/C; group C over 2, C/G, H/H"),
    ("C E C G H", "C/C, C/E/E, C/C; missing F in E; missing G in C, C/G, H/H"),
    ("C G D H", "C/C, C/G, -; unexpected D, H/H"), ("X H", "-; unknown X, H/H"), ("A H", "A; A over 1, H/H"),
    ("C E", "C/C, C/E/E, missing F in E, missing G in C, missing group H"),
  ])
  func followsStrictly(_ tags: String, _ expected: String) { #expect(walk(tags, Self.strict) == expected) }

  @Test(arguments: [
    ("A B C D E F E F G H", "A, B, C/C, C/D, C/E/E, C/E/F, C/E/E, C/E/F, C/G, H/H"),
    ("A B B B B H", "A, B, B, B; B over 2, B, H/H"),
    ("A C G C G C G C G H", "A, C/C, C/G, C/C, C/G, C/C; group C over 2, C/G, C/C, C/G, H/H"),
    ("A C G D H", "A, C/C, C/G, C/D; late D in C, H/H"),
    ("A C E H", "A, C/C, C/E/E, H/H; missing F in E; missing G in C"),
    ("B I", "B, -; unexpected I, missing A, missing group H"), ("A H B", "A, H/H, B; late B"),
    ("A H X", "A, H/H, -; unknown X"),
  ])
  func followsLeniently(_ tags: String, _ expected: String) { #expect(walk(tags, Self.lenient) == expected) }

  @Test func knowsItsTags() {
    #expect(Self.message.tags == ["", "A", "B", "C", "D", "E", "F", "G", "H", "I"])
    #expect(Self.message.children?[2].children?[2].group == "C")
    #expect(Self.message.children?[2].children?[2].path == "C/E")
  }

  /// For any input, a walk ends, and each segment is placed or reported.
  @Test(arguments: [strict, lenient]) func takesAnything(_ rules: WalkRules) {
    var state: UInt64 = 42
    let tags = Self.message.tags.sorted() + ["X"]
    var walker = MessageWalker(Self.message, rules)
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let tag = tags[Int(state >> 33) % tags.count]
      let node = walker.take(tag)
      let isReported = walker.findings.contains { if case .unexpected = $0.kind { true } else { false } }
      #expect(node?.tag ?? tag == tag && (node == nil) == isReported)
    }
    walker.finish()
  }
}
