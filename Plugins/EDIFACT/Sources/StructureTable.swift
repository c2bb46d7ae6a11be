/// The segments and groups that a message may have, in order, read from its table.
///
/// A table is a text of words: `BGM!` is a segment that must be there, `DTM!35` one that may repeat 35 times, `FTX99` one that
/// need not be there; `(10 RFF! DTM5)` is a group that may repeat ten times and begins with its first segment, `(!5 NAD! …)`
/// one that must be there.
final class StructureTable: Sendable {
  /// One segment or group of a list.
  struct Node: Sendable {
    /// The segment's tag; for a group the one it begins with.
    let tag: String
    let isMandatory: Bool
    let maximum: Int
    /// What a group holds, its first segment included; nil for a segment.
    let group: Group?
  }

  /// A list of nodes.
  final class Group: Sendable {
    let nodes: [Node]
    /// The tags that the groups begin with, from the outermost to this one: `LIN/PRI`; empty for the message itself.
    let path: String
    /// The same without what a line stands in: `LIN/PRI` for `PGI/LIN/PRI`.
    let scope: String
    /// How many groups it stands in.
    let depth: Int

    init(nodes: [Node], path: String, depth: Int) {
      self.nodes = nodes
      self.path = path
      let parts = path.split(separator: "/")
      let line = parts.firstIndex(of: "LIN") ?? 0
      scope = parts[line...].joined(separator: "/")
      self.depth = depth
    }
  }

  /// How deep groups may be nested.
  static let maximumDepth = 12

  let root: Group
  /// Every tag that the message knows.
  let tags: Set<String>

  init(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace).flatMap(Self.cut)[...]
    var tags: Set<String> = []
    root = Self.parse(&words, "", 0, &tags)
    self.tags = tags
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

  private static func parse(
    _ words: inout ArraySlice<Substring>, _ path: String, _ depth: Int, _ tags: inout Set<String>
  ) -> Group {
    var nodes: [Node] = []
    var section = path
    while let word = words.popFirst(), word != ")" {
      if word == "(" {
        let count = words.popFirst() ?? "1"
        let trigger = (words.first ?? "").prefix(3)
        let inner = section.isEmpty ? String(trigger) : "\(section)/\(trigger)"
        let group = parse(&words, inner, depth + 1, &tags)
        nodes.append(
          Node(
            tag: String(trigger), isMandatory: count.first == "!", maximum: number(count.drop { $0 == "!" }),
            group: group))
        continue
      }
      let tag = String(word.prefix(3))
      tags.insert(tag)
      let rest = word.dropFirst(3)
      nodes.append(
        Node(tag: tag, isMandatory: rest.first == "!", maximum: number(rest.drop { $0 == "!" }), group: nil))
      // What follows the section control has paths of its own, so that totals are not taken for what stands ahead.
      if tag == "UNS" { section = "UNS" }
    }
    return Group(nodes: nodes, path: path, depth: depth)
  }

  private static func number(_ text: Substring) -> Int { text.isEmpty ? 1 : Int(text) ?? 1 }
}

/// Follows the segments of one message through its table.
struct StructureWalk {
  /// What became of a segment.
  enum Outcome: Equatable {
    case placed
    /// More often than the table allows; it is placed all the same.
    case repeated(maximum: Int, isGroup: Bool)
    /// Not here, or nowhere in this message.
    case unexpected(isKnown: Bool)
  }

  private struct Frame {
    var group: StructureTable.Group
    var index: Int
    var count: Int
    /// How often the group itself occurred.
    var occurrence: Int
  }

  private let table: StructureTable
  private var frames: [Frame]
  private(set) var isInSummary = false
  /// Segments and groups that must be there and were passed over by the last step, as `RFF` or `group LIN`.
  private(set) var missing: [String] = []

  init(_ table: StructureTable) {
    self.table = table
    frames = [Frame(group: table.root, index: 0, count: 1, occurrence: 1)]
  }

  /// The path of the group that the last segment stands in.
  var path: String { frames.last.map { $0.group.path.isEmpty && isInSummary ? "UNS" : $0.group.path } ?? "" }

  /// The same as mapping names it; see ``StructureTable/Group/scope``.
  var scope: String { frames.last.map { $0.group.scope.isEmpty && isInSummary ? "UNS" : $0.group.scope } ?? "" }

  /// Places the next segment.
  mutating func step(_ tag: String) -> Outcome {
    missing.removeAll(keepingCapacity: true)
    if let place = place(of: tag, strictly: true) {
      move(to: place)
      return .placed
    }
    if let place = place(of: tag, strictly: false) {
      let (maximum, isGroup) = bound(of: place)
      move(to: place)
      return .repeated(maximum: maximum, isGroup: isGroup)
    }
    return .unexpected(isKnown: table.tags.contains(tag))
  }

  /// Ends the message and tells what is missing.
  mutating func finish() {
    missing.removeAll(keepingCapacity: true)
    for frame in frames.reversed() { addMissing(frame.group.nodes[(frame.index + 1)...]) }
  }

  private struct Place {
    var level: Int
    var index: Int
    /// Whether the group of that level begins again, rather than a node of it being met.
    var restarts = false
  }

  private func place(of tag: String, strictly: Bool) -> Place? {
    for level in frames.indices.reversed() {
      let frame = frames[level]
      let nodes = frame.group.nodes
      let current = nodes[frame.index]
      if current.group == nil, current.tag == tag, frame.index > 0 || level == 0,
        !strictly || frame.count < current.maximum
      {
        return Place(level: level, index: frame.index)
      }
      for index in (frame.index + 1)..<max(frame.index + 1, nodes.count) where nodes[index].tag == tag {
        return Place(level: level, index: index)
      }
      guard level > 0, nodes[0].tag == tag else { continue }
      let holder = frames[level - 1].group.nodes[frames[level - 1].index]
      if !strictly || frame.occurrence < holder.maximum { return Place(level: level, index: 0, restarts: true) }
    }
    return nil
  }

  private func bound(of place: Place) -> (Int, Bool) {
    if place.restarts, place.level > 0 {
      let holder = frames[place.level - 1]
      return (holder.group.nodes[holder.index].maximum, true)
    }
    let node = frames[place.level].group.nodes[place.index]
    return (node.maximum, node.group != nil)
  }

  private mutating func move(to place: Place) {
    while frames.count - 1 > place.level {
      let closed = frames.removeLast()
      addMissing(closed.group.nodes[(closed.index + 1)...])
    }
    let nodes = frames[place.level].group.nodes
    if place.restarts {
      addMissing(nodes[(frames[place.level].index + 1)...])
      frames[place.level].index = 0
      frames[place.level].count = 1
      frames[place.level].occurrence += 1
      return
    }
    let frame = frames[place.level]
    if place.index == frame.index {
      frames[place.level].count += 1
    } else {
      addMissing(nodes[(frame.index + 1)..<place.index])
      frames[place.level].index = place.index
      frames[place.level].count = 1
    }
    if nodes[place.index].tag == "UNS" { isInSummary = true }
    if let group = nodes[place.index].group {
      frames.append(Frame(group: group, index: 0, count: 1, occurrence: 1))
    }
  }

  private mutating func addMissing(_ passed: ArraySlice<StructureTable.Node>) {
    for node in passed where node.isMandatory {
      missing.append(node.group == nil ? node.tag : "group \(node.tag)")
    }
  }
}
