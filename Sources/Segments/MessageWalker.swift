/// The differences between the walks of the standards.
public struct WalkRules: Sendable {
  /// Whether the message begins with the first segment of its structure, which is not passed to the walk.
  public var startsBehindFirst: Bool
  /// Whether a late segment is placed at its position and reported; otherwise it has no position.
  public var takesLateSegments: Bool
  /// Whether a later position with the same tag is preferred to a full one.
  public var passesFullPlaces: Bool
  /// Whether every repetition beyond the limit is reported; otherwise only the first one.
  public var reportsEveryRepetition: Bool
  /// Whether a missing segment is reported as soon as it is passed; otherwise when its group ends.
  public var reportsMissingAtOnce: Bool

  public init(
    startsBehindFirst: Bool, takesLateSegments: Bool, passesFullPlaces: Bool, reportsEveryRepetition: Bool,
    reportsMissingAtOnce: Bool
  ) {
    self.startsBehindFirst = startsBehindFirst
    self.takesLateSegments = takesLateSegments
    self.passesFullPlaces = passesFullPlaces
    self.reportsEveryRepetition = reportsEveryRepetition
    self.reportsMissingAtOnce = reportsMissingAtOnce
  }
}

/// Finds the position of each segment in a message, and the segments that are out of order, missing or repeated too often.
public struct MessageWalker: Sendable {
  /// A problem with the position of a segment.
  public struct Finding: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// It has no position here; it may have one elsewhere in the message.
      case unexpected(isKnown: Bool)
      case late
      /// It occurs more often than the limit.
      case repeated(limit: Int)
      case missing
    }
    public let kind: Kind
    /// The segment, or the segment that begins the group.
    public let tag: String
    public let isGroup: Bool
    /// The group that it is in; empty outside of groups.
    public let group: String
  }

  private struct Frame: Sendable {
    let tag: String
    let children: [MessageNode]
    var index = 0
    var counts: [Int]

    /// - Parameter isBegun: whether the first segment has been passed.
    init(_ node: MessageNode, isBegun: Bool) {
      tag = node.tag
      children = node.children ?? []
      counts = Array(repeating: 0, count: children.count)
      if isBegun, !counts.isEmpty { counts[0] = 1 }
    }
  }

  private let rules: WalkRules
  private let tags: Set<String>
  private var frames: [Frame]
  /// The findings of the last step.
  public private(set) var findings: [Finding] = []

  public init(_ message: MessageNode, _ rules: WalkRules) {
    self.rules = rules
    tags = message.tags
    frames = [Frame(message, isBegun: rules.startsBehindFirst)]
  }

  /// The position of the next segment; nil for a segment without a position, which is then skipped.
  public mutating func take(_ tag: String) -> MessageNode? {
    findings.removeAll(keepingCapacity: true)
    if rules.passesFullPlaces, let place = search(tag, passingFull: true) { return enter(place.level, place.index) }
    if let place = search(tag, passingFull: false) { return enter(place.level, place.index) }
    if rules.takesLateSegments, let place = searchBehind(tag) {
      add(.late, frames[place.level].children[place.index], in: frames[place.level].tag, isGroup: false)
      return enter(place.level, place.index)
    }
    findings.append(
      Finding(kind: .unexpected(isKnown: tags.contains(tag)), tag: tag, isGroup: false, group: frames.last?.tag ?? ""))
    return nil
  }

  /// Ends the message: reports what is missing.
  public mutating func finish() {
    findings.removeAll(keepingCapacity: true)
    while let frame = frames.popLast() { close(frame) }
  }

  // No copy of a frame is kept below: with one, each segment would copy the counts that `enter` changes.

  private func search(_ tag: String, passingFull: Bool) -> (level: Int, index: Int)? {
    for level in frames.indices.reversed() {
      let children = frames[level].children
      // The first segment of an open group begins the group again, which is a matter of the group around it.
      let first = max(level == 0 ? 0 : 1, frames[level].index)
      for index in first..<max(first, children.count) where children[index].tag == tag {
        if passingFull, frames[level].counts[index] >= children[index].maximum { continue }
        return (level, index)
      }
    }
    return nil
  }

  private func searchBehind(_ tag: String) -> (level: Int, index: Int)? {
    for level in frames.indices.reversed() {
      let children = frames[level].children
      let first = level == 0 ? 0 : 1
      for index in first..<max(first, frames[level].index) where children[index].tag == tag { return (level, index) }
    }
    return nil
  }

  private mutating func enter(_ level: Int, _ index: Int) -> MessageNode {
    while frames.count > level + 1, let frame = frames.popLast() { close(frame) }
    if rules.reportsMissingAtOnce, index > frames[level].index {
      for passed in (frames[level].index + 1)..<index { addIfMissing(passed, of: frames[level]) }
    }
    frames[level].index = index
    frames[level].counts[index] += 1
    let (node, count) = (frames[level].children[index], frames[level].counts[index])
    if count > node.maximum, rules.reportsEveryRepetition || count == node.maximum + 1 {
      add(.repeated(limit: node.maximum), node, in: frames[level].tag)
    }
    guard let first = node.children?.first else { return node }
    frames.append(Frame(node, isBegun: true))
    return first
  }

  private mutating func close(_ frame: Frame) {
    let first = rules.reportsMissingAtOnce ? frame.index + 1 : 0
    for index in first..<max(first, frame.children.count) { addIfMissing(index, of: frame) }
  }

  private mutating func addIfMissing(_ index: Int, of frame: Frame) {
    guard frame.children[index].isMandatory, frame.counts[index] == 0 else { return }
    add(.missing, frame.children[index], in: frame.tag)
  }

  private mutating func add(_ kind: Finding.Kind, _ node: MessageNode, in group: String, isGroup: Bool? = nil) {
    findings.append(Finding(kind: kind, tag: node.tag, isGroup: isGroup ?? (node.children != nil), group: group))
  }
}
