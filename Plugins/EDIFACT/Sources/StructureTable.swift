internal import Segments

/// The segments and groups that a message may have, in order, read from its table.
///
/// A table is a text of words: `BGM!` is a segment that must be there, `DTM!35` one that may repeat 35 times, `FTX99` one that
/// need not be there; `(10 RFF! DTM5)` is a group that may repeat ten times and begins with its first segment, `(!5 NAD! …)`
/// one that must be there.
final class StructureTable: Sendable {
  /// How deep groups may be nested.
  static let maximumDepth = 12

  let root: MessageNode
  /// The groups by their paths, without the group around a line: `LIN/PRI` for `PGI/LIN/PRI`.
  let scopes: [String: String]

  init(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace).flatMap(Self.cut)[...]
    root = MessageNode.message("UNH", Self.parse(&words, []))
    var scopes: [String: String] = [:]
    Self.visit(root) { node in
      let parts = node.group.split(separator: "/")
      scopes[node.group] = parts[(parts.firstIndex(of: "LIN") ?? 0)...].joined(separator: "/")
    }
    self.scopes = scopes
  }

  private static func visit(_ node: MessageNode, _ take: (MessageNode) -> Void) {
    take(node)
    for child in node.children ?? [] { visit(child, take) }
  }

  /// Takes brackets off a word: `(10`, `DTM5)`.
  private static func cut(_ word: Substring) -> [Substring] {
    var result: [Substring] = []
    var rest = word
    if rest.first == "(" {
      result.append("(")
      rest.removeFirst()
    }
    let body = rest.prefix { $0 != ")" }
    if !body.isEmpty { result.append(body) }
    result += Array(repeating: ")", count: rest.count - body.count)
    return result
  }

  private static func parse(_ words: inout ArraySlice<Substring>, _ group: [String]) -> [MessageNode] {
    var nodes: [MessageNode] = []
    var section = group
    while let word = words.popFirst(), word != ")" {
      if word == "(" {
        let count = words.popFirst() ?? "1"
        let tag = String((words.first ?? "").prefix(3))
        nodes.append(node(tag, count, section, parse(&words, section + [tag])))
        continue
      }
      let tag = String(word.prefix(3))
      nodes.append(node(tag, word.dropFirst(3), group))
      // The segments after the section control have paths of their own, so that totals are not taken for segments before it.
      if tag == "UNS" { section = ["UNS"] }
    }
    return nodes
  }

  /// - Parameter count: `!` for a mandatory segment, and the maximum number of repetitions.
  private static func node(
    _ tag: String, _ count: Substring, _ group: [String], _ children: [MessageNode]? = nil
  ) -> MessageNode {
    let number = count.drop { $0 == "!" }
    return MessageNode(
      tag, isMandatory: count.first == "!", maximum: number.isEmpty ? 1 : Int(number) ?? 1, children: children,
      in: group)
  }
}

extension WalkRules {
  /// The rules for walking through messages of EDIFACT, starting after UNH.
  static let edifact = WalkRules(
    startsBehindFirst: true, takesLateSegments: false, passesFullPlaces: true, reportsEveryRepetition: true,
    reportsMissingAtOnce: true)
}
