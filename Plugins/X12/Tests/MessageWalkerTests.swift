import Segments
import Testing

@testable import X12Format

/// Places of segments in a message.
@Suite struct MessageWalkerTests {
  private func walk(_ root: MessageNode, _ segments: String) -> [String] {
    var walker = MessageWalker(root, .x12)
    var found: [String] = []
    for id in segments.split(separator: " ") {
      let node = walker.take(String(id))
      found.append(([node?.path ?? "-"] + walker.findings.map(Self.shown)).joined(separator: " "))
    }
    walker.finish()
    found += walker.findings.map(Self.shown)
    return found
  }

  private static func shown(_ finding: MessageWalker.Finding) -> String {
    let code =
      switch finding.kind {
      case .unexpected(let isKnown): isKnown ? "2" : "6"
      case .missing: "3"
      case .repeated: finding.isGroup ? "4" : "5"
      case .late: "7"
      }
    return "\(code):\(finding.tag)"
  }

  static let root = MessageNode.message(notation: "A! B*2 [C D [E F]*2 G]*2 [H! I]! J")

  @Test(arguments: [
    ("A B C D E F E G C H I J", ["A", "B", "C/C", "C/D", "C/E/E", "C/E/F", "C/E/E", "C/G", "C/C", "H/H", "H/I", "J"]),
    ("A B B B H", ["A", "B", "B", "B 5:B", "H/H"]),
    ("A C C C H", ["A", "C/C", "C/C", "C/C 4:C", "H/H"]),
    ("A C E E E H", ["A", "C/C", "C/E/E", "C/E/E", "C/E/E 4:E", "H/H"]),
    ("A C G D H", ["A", "C/C", "C/G", "C/D 7:D", "H/H"]),
    ("A F H", ["A", "- 2:F", "H/H"]),
    ("A X H", ["A", "- 6:X", "H/H"]),
    ("B J", ["B", "J", "3:A", "3:H"]),
    ("A H B", ["A", "H/H", "B 7:B"]),
  ])
  func findsPlaces(_ segments: String, _ expected: [String]) { #expect(walk(Self.root, segments) == expected) }

  @Test func findsPlacesInACatalogue() {
    let found = walk(
      Message.catalogue.root, "BCT PER DTM N1 N1 LIN DTM REF CTB CTB PID MEA TD4 DTM CTP DTM PKL CTP PKL CTT")
    #expect(
      found == [
        "BCT", "PER", "DTM", "N1/N1", "N1/N1", "LIN/LIN", "LIN/DTM", "LIN/REF", "LIN/CTB", "LIN/CTB", "LIN/PID",
        "LIN/MEA",
        "LIN/TD4", "LIN/DTM 7:DTM", "LIN/CTP/CTP", "LIN/CTP/DTM", "LIN/CTP/PKL", "LIN/CTP/CTP", "LIN/CTP/PKL", "CTT",
      ])
  }

  /// Every rule names a place that its message has, and every counted and summed place is there.
  @Test(arguments: Message.all.keys.sorted()) func rulesNamePlaces(_ id: String) throws {
    let message = try #require(Message.all[id])
    var paths: Set<String> = []
    func collect(_ node: MessageNode) {
      for child in node.children ?? [] { collect(child) }
      if node.children == nil { paths.insert(node.path) }
    }
    collect(message.root)
    let named =
      Array(message.headerRules.keys) + Array(message.lineRules.keys) + Array(message.lineStarts)
      + message.hashed.map(\.path) + message.counted.flatMap { $0.split(separator: "|").map(String.init) }
      + [message.beginning]
    #expect(Set(named).subtracting(paths) == [])
  }
}
