/// Finds the place of each segment in a message, and tells what is out of its place, missing or too many.
struct MessageWalker {
  /// What is wrong with the place of a segment; the codes are those of data element 720.
  struct Trouble: Equatable {
    enum Kind: String {
      case unexpected = "2"
      case missing = "3"
      case loopRepeats = "4"
      case repeats = "5"
      case notInMessage = "6"
      case outOfOrder = "7"
    }
    var kind: Kind
    /// The segment that is missing; the segment at hand for all others.
    var id: String
    var loop: String
    var limit = 0
  }

  private struct Frame {
    let loop: MessageNode
    let children: [MessageNode]
    var place = 0
    var counts: [Int]

    init(_ loop: MessageNode) {
      self.loop = loop
      children = loop.children ?? []
      counts = Array(repeating: 0, count: children.count)
    }
  }

  private var frames: [Frame]
  /// What was found wrong by the last call.
  private(set) var troubles: [Trouble] = []

  init(_ root: MessageNode) { frames = [Frame(root)] }

  /// The place of the next segment; nil when it has none, and then it is passed over.
  mutating func take(_ id: String) -> MessageNode? {
    troubles.removeAll(keepingCapacity: true)
    for level in frames.indices.reversed() {
      // The first segment of an open loop begins the loop again, which is a matter of the loop around it. No copy of a frame
      // is kept here: with one, every segment would copy the counts that `enter` changes.
      let children = frames[level].children
      let first = max(level == 0 ? 0 : 1, frames[level].place)
      for index in first..<max(first, children.count) where children[index].id == id { return enter(level, index) }
    }
    for level in frames.indices.reversed() {
      let children = frames[level].children
      let first = level == 0 ? 0 : 1
      for index in first..<max(first, frames[level].place) where children[index].id == id {
        troubles.append(Trouble(kind: .outOfOrder, id: id, loop: frames[level].loop.id))
        return enter(level, index)
      }
    }
    let isKnown = frames[0].loop.names.contains(id)
    troubles.append(Trouble(kind: isKnown ? .unexpected : .notInMessage, id: id, loop: frames.last?.loop.id ?? ""))
    return nil
  }

  /// Ends the message, which tells what is missing.
  mutating func finish() {
    troubles.removeAll(keepingCapacity: true)
    while let frame = frames.popLast() { close(frame) }
  }

  private mutating func enter(_ level: Int, _ index: Int) -> MessageNode {
    while frames.count > level + 1, let frame = frames.popLast() { close(frame) }
    frames[level].place = index
    frames[level].counts[index] += 1
    let node = frames[level].children[index]
    if frames[level].counts[index] == node.maximum &+ 1 {
      troubles.append(
        Trouble(
          kind: node.children == nil ? .repeats : .loopRepeats, id: node.id, loop: frames[level].loop.id,
          limit: node.maximum))
    }
    guard node.children != nil else { return node }
    var frame = Frame(node)
    frame.counts[0] = 1
    frames.append(frame)
    return frame.children[0]
  }

  private mutating func close(_ frame: Frame) {
    for (index, child) in frame.children.enumerated() where child.isMandatory && frame.counts[index] == 0 {
      troubles.append(Trouble(kind: .missing, id: child.id, loop: frame.loop.id))
    }
  }
}
