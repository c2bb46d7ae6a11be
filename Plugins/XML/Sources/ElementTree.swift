/// The kinds of elements and attributes met in a document, each once, under the kind of its parent.
///
/// Names are compared by their address in the parser's dictionary. Siblings mostly come in the same order, so that the one
/// after the last match is tried first, and no name is looked up by its letters while records are read.
struct ElementTree {
  /// What a name belongs to.
  enum Kind: UInt8 {
    case element, attribute
    /// `<field name="list price">`: an element whose attribute names the column.
    case namedField
  }

  struct Node {
    let localName: UnsafePointer<UInt8>
    let uri: UnsafePointer<UInt8>?
    let kind: Kind
    let parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var nextSibling: Int32 = -1
    /// The child to be expected next.
    var expected: Int32 = -1
    /// The instance of the parent that it was last met in: met there again, it repeats.
    var parentInstance = 0
    var occurrences = 0
    /// Whether it was met with attributes or child elements, with text, and twice in one parent.
    var hasFields = false
    var hasText = false
    var repeats = false
    /// Whether each occurrence is a row of its own.
    var isRow = false
    /// The table that its text and attributes go to.
    var table: Int32 = 0
    /// The column of its text or value; -1 until it has one.
    var column: Int32 = -1
    /// The row that holds it, and how often it was met there.
    var ownerRow = 0
    var indexInOwner = 0
    /// Whether it was reported that it has both text and elements.
    var isMixed = false
    /// How often it had text alone, and how often only elements.
    var plainCount = 0
    var nestedCount = 0
    /// The sibling of the same name in another namespace; -1 without one.
    var namesake: Int32 = -1
  }

  private struct Key: Hashable {
    let parent: Int32
    let localName: UnsafePointer<UInt8>
    let uri: UnsafePointer<UInt8>?
    let kind: Kind
  }

  /// No document may have more kinds of elements and attributes than a table may have columns.
  static let maximumNodes = 16_384

  private(set) var nodes: UnsafeMutablePointer<Node>
  private(set) var count = 0
  private var capacity = 64
  /// The part of a path that a node adds.
  private(set) var components: [String] = []
  private var index: [Key: Int32] = [:]

  init() { nodes = .allocate(capacity: capacity) }

  func deallocate() { nodes.deallocate() }

  /// The child of that name; -1 when it was not met before.
  @inline(__always)
  func child(
    of parent: Int32, _ localName: UnsafePointer<UInt8>, _ uri: UnsafePointer<UInt8>?, _ kind: Kind
  ) -> Int32 {
    let owner = nodes + Int(parent)
    let expected = owner.pointee.expected
    if expected >= 0, matches(expected, localName, uri, kind) {
      owner.pointee.expected = nodes[Int(expected)].nextSibling
      return expected
    }
    return search(parent, localName, uri, kind)
  }

  @inline(__always)
  private func matches(
    _ node: Int32, _ localName: UnsafePointer<UInt8>, _ uri: UnsafePointer<UInt8>?, _ kind: Kind
  ) -> Bool {
    let node = nodes + Int(node)
    return node.pointee.localName == localName && node.pointee.uri == uri && node.pointee.kind == kind
  }

  private func search(
    _ parent: Int32, _ localName: UnsafePointer<UInt8>, _ uri: UnsafePointer<UInt8>?, _ kind: Kind
  ) -> Int32 {
    var candidate = nodes[Int(parent)].firstChild
    var steps = 0
    while candidate >= 0, !matches(candidate, localName, uri, kind) {
      candidate = nodes[Int(candidate)].nextSibling
      steps += 1
      // Records with very many columns in changing order must not cost the square of their number.
      if steps == 32 {
        candidate = index[Key(parent: parent, localName: localName, uri: uri, kind: kind)] ?? -1
        break
      }
    }
    if candidate >= 0 { nodes[Int(parent)].expected = nodes[Int(candidate)].nextSibling }
    return candidate
  }

  /// Adds a node under a parent, -1 for the first one; nil when there are too many.
  mutating func add(
    to parent: Int32, _ localName: UnsafePointer<UInt8>, _ uri: UnsafePointer<UInt8>?,
    prefix: UnsafePointer<UInt8>?, _ kind: Kind
  ) -> Int32? {
    guard count < Self.maximumNodes else { return nil }
    if count == capacity {
      let grown = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
      grown.moveInitialize(from: nodes, count: count)
      nodes.deallocate()
      nodes = grown
      capacity *= 2
    }
    let added = Int32(truncatingIfNeeded: count)
    let namesake = namesake(under: parent, localName, kind)
    components.append(component(localName, prefix: namesake >= 0 ? prefix : nil))
    (nodes + count).initialize(to: Node(localName: localName, uri: uri, kind: kind, parent: parent))
    if namesake >= 0 {
      nodes[count].namesake = namesake
      if nodes[Int(namesake)].namesake < 0 { nodes[Int(namesake)].namesake = added }
    }
    count += 1
    guard parent >= 0 else { return added }
    index[Key(parent: parent, localName: localName, uri: uri, kind: kind)] = added
    let last = nodes[Int(parent)].lastChild
    if last < 0 { nodes[Int(parent)].firstChild = added } else { nodes[Int(last)].nextSibling = added }
    nodes[Int(parent)].lastChild = added
    nodes[Int(parent)].expected = -1
    nodes[Int(added)].table = nodes[Int(parent)].table
    return added
  }

  /// The first child that has a name in any namespace; -1 without one.
  func namesake(under parent: Int32, _ localName: UnsafePointer<UInt8>, _ kind: Kind) -> Int32 {
    guard parent >= 0 else { return -1 }
    var sibling = nodes[Int(parent)].firstChild
    while sibling >= 0 {
      let node = nodes[Int(sibling)]
      if node.localName == localName, node.kind == kind { return sibling }
      sibling = node.nextSibling
    }
    return -1
  }

  /// The local name, with its prefix if there is one.
  private func component(_ localName: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?) -> String {
    let name = String(cString: localName)
    return prefix.map { "\(String(cString: $0)):\(name)" } ?? name
  }

  /// The path of a node below the nearest row or, when `whole`, below the record.
  func path(of node: Int32, whole: Bool = false) -> String {
    var parts: [String] = []
    var current = node
    while current >= 0 {
      let isRoot = nodes[Int(current)].parent < 0
      if isRoot || (nodes[Int(current)].isRow && !whole && current != node) { break }
      parts.append(components[Int(current)])
      current = nodes[Int(current)].parent
    }
    guard nodes[Int(node)].kind == .attribute, let name = parts.first else {
      return parts.reversed().joined(separator: ".")
    }
    return parts.dropFirst().reversed().joined(separator: ".") + "@" + name
  }
}
