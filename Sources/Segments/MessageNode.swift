/// A segment or a group of segments with its position in a message; X12 calls a group a loop.
public final class MessageNode: Sendable {
  /// The segment's tag; for a group the tag of the segment that begins it.
  public let tag: String
  public let isMandatory: Bool
  /// The maximum number of repetitions at its position.
  public let maximum: Int
  /// The segments and groups of a group, its first segment first; nil for a segment.
  public let children: [MessageNode]?
  /// The tags of the groups that it is in, from the outermost one, and its own tag: `PO1/PID/PID`.
  public let path: String
  /// The path without its own tag: `PO1/PID`; empty outside of groups.
  public let group: String
  /// Every tag that may occur in it, its own included.
  public let tags: Set<String>

  /// - Parameter group: the tags of the groups that it is in.
  public init(_ tag: String, isMandatory: Bool, maximum: Int, children: [MessageNode]? = nil, in group: [String] = []) {
    self.tag = tag
    self.isMandatory = isMandatory
    self.maximum = maximum
    self.children = children
    self.group = group.joined(separator: "/")
    path = (group + [tag]).joined(separator: "/")
    tags = (children ?? []).reduce(into: [tag]) { $0.formUnion($1.tags) }
  }

  /// The message as a whole.
  public static func message(_ tag: String = "", _ children: [MessageNode]) -> MessageNode {
    MessageNode(tag, isMandatory: true, maximum: 1, children: children)
  }
}
