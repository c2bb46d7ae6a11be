internal import FormatKit
internal import XMLReading

/// The search for the record: which elements the first part of a document has, how often, and where they repeat.
extension RecordAssembly {
  mutating func beginOutline(_ tag: borrowing StartTag) {
    if guarding.hasFailed { return }
    depth &+= 1
    guard depth <= Self.maximumDepth else { return guarding.fail(.tooDeep, "nested too deep") }
    guard skipped == 0 else {
      skipped += 1
      return
    }
    let parent = depth == 1 ? -1 : open[depth - 2].node
    var (localName, uri, kind) = (tag.localName, tag.uri, ElementTree.Kind.element)
    if parent >= 0 {
      tree.nodes[Int(parent)].hasFields = true
      if localName == words.field, uri == nil, let name = tag.fieldName(words) {
        (localName, uri, kind) = (name, nil, .namedField)
      }
    }
    var node = depth == 1 ? (tree.count > 0 ? 0 : -1) : tree.child(of: parent, localName, uri, kind)
    if node < 0 {
      guard let added = tree.add(to: parent, localName, uri, prefix: tag.prefix, kind) else {
        skipped = 1
        return
      }
      node = added
    }
    if parent >= 0 {
      let instance = open[depth - 2].instance
      if tree.nodes[Int(node)].parentInstance == instance { tree.nodes[Int(node)].repeats = true }
      tree.nodes[Int(node)].parentInstance = instance
    }
    tree.nodes[Int(node)].occurrences += 1
    if tag.attributeCount > 0 { tree.nodes[Int(node)].hasFields = true }
    tree.nodes[Int(node)].expected = tree.nodes[Int(node)].firstChild
    instances += 1
    open[depth - 1] = OpenElement(node: node, instance: instances)
  }

  mutating func endOutline() {
    if guarding.hasFailed { return }
    depth -= 1
    if skipped > 0 { skipped -= 1 }
  }

  mutating func textOutline(_ text: UnsafeBufferPointer<UInt8>) {
    guard depth > 0, depth <= Self.maximumDepth, skipped == 0, !text.isBlank else { return }
    tree.nodes[Int(open[depth - 1].node)].hasText = true
  }

  /// The element chosen as record, and why.
  struct Choice {
    let path: [Name]
    let evidence: String
    /// Whether the document has nothing but an empty root.
    var isHollow = false

    /// `/catalog/product`
    var text: String { path.map { "/" + String(cString: $0.local) }.joined() }
  }

  /// Chooses the record element in this order: the shallowest element that repeats and has fields, at one level the
  /// most frequent one, then the one with the most descendants; the shallowest element that repeats and contains text,
  /// if its parent contains nothing else; the root's only child, unless it contains text alone; the root. Nil if the
  /// document has no element.
  func chosenRecord() -> Choice? {
    guard tree.count > 0 else { return nil }
    if let mark = (1..<max(1, tree.count)).first(where: { tree.nodes[$0].localName == words.rejectMark }) {
      return Choice(path: path(to: Int(tree.nodes[mark].parent)), evidence: "it is marked as a refused record")
    }
    var levels = [Int](repeating: 0, count: tree.count)
    var sizes = [Int](repeating: 1, count: tree.count)
    for index in stride(from: tree.count - 1, to: 0, by: -1) { sizes[Int(tree.nodes[index].parent)] += sizes[index] }
    var best: (node: Int, rank: (Int, Int, Int, Int))?
    for index in 1..<max(1, tree.count) {
      let node = tree.nodes[index]
      levels[index] = levels[Int(node.parent)] + 1
      guard node.kind == .element, node.repeats else { continue }
      let isAlone = tree.nodes[Int(node.parent)].firstChild == index && node.nextSibling < 0
      guard node.hasFields || isAlone else { continue }
      let rank = (node.hasFields ? 0 : 1, levels[index], -node.occurrences, -sizes[index])
      if best.map({ rank < $0.rank }) ?? true { best = (index, rank) }
    }
    if let best {
      return Choice(
        path: path(to: best.node),
        evidence:
          "repeats \(tree.nodes[best.node].occurrences) times in the first 64 KiB, nothing nearer to the root does")
    }
    let root = tree.nodes[0]
    if root.firstChild >= 0, root.firstChild == root.lastChild {
      let child = tree.nodes[Int(root.firstChild)]
      if child.kind == .element, child.hasFields || !child.hasText {
        return Choice(path: path(to: Int(root.firstChild)), evidence: "nothing repeats; the root's only child")
      }
    }
    return Choice(
      path: path(to: 0), evidence: "nothing repeats; the root itself", isHollow: !root.hasFields && !root.hasText)
  }

  private func path(to node: Int) -> [Name] {
    var names: [Name] = []
    var current = Int32(truncatingIfNeeded: node)
    while current >= 0 {
      let node = tree.nodes[Int(current)]
      names.append(Name(local: node.localName, uri: node.uri, isExact: true))
      current = node.parent
    }
    return names.reversed()
  }

  /// All local names of elements met, for "did you mean".
  var elementNames: Set<String> {
    Set((0..<tree.count).filter { tree.nodes[$0].kind == .element }.map { String(cString: tree.nodes[$0].localName) })
  }

  /// The path that a user gave: names with slashes, each with its namespace in braces if it matters; nil if it is not a
  /// path.
  static func parsePath(_ text: String, _ dictionary: XMLDictionary) -> (names: [Name], isAbsolute: Bool)? {
    var rest = Substring(text)
    let isAbsolute = rest.hasPrefix("/")
    if isAbsolute { rest.removeFirst() }
    var names: [Name] = []
    while true {
      var uri: UnsafePointer<UInt8>?
      if rest.hasPrefix("{") {
        guard let close = rest.firstIndex(of: "}") else { return nil }
        uri = dictionary.intern(String(rest[rest.index(after: rest.startIndex)..<close]))
        rest = rest[rest.index(after: close)...]
      }
      let local = rest.prefix { $0 != "/" }
      guard !local.isEmpty, !local.contains(where: \.isWhitespace), names.count < maximumDepth,
        let name = dictionary.intern(String(local))
      else { return nil }
      names.append(Name(local: name, uri: uri))
      rest = rest.dropFirst(local.count)
      if rest.isEmpty { return (names, isAbsolute) }
      rest.removeFirst()
    }
  }
}
