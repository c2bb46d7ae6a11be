internal import Segments

/// The segments and groups that a message may have, in order, read from its notation.
final class StructureTable: Sendable {
  let root: MessageNode
  /// The groups by their paths, without the group around a line: `LIN/PRI` for `PGI/LIN/PRI`.
  let scopes: [String: String]

  init(_ notation: String) {
    root = .message("UNH", notation: notation, section: "UNS")
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
}

extension WalkRules {
  /// The rules for walking through messages of EDIFACT, starting after UNH.
  static let edifact = WalkRules(
    startsBehindFirst: true, takesLateSegments: false, passesFullPlaces: true, reportsEveryRepetition: true,
    reportsMissingAtOnce: true)
}
