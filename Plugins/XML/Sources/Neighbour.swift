/// An element next to the records, and what it has in common with them.
struct Neighbour {
  let name: String
  let line: Int
  /// How many elements and attributes it has, and how many of them the records have, too.
  private var parts = 0
  private var knownParts = 0
  private var holdsRecord = false

  init(name: String, line: Int, ofRecords tree: ElementTree, _ tag: borrowing StartTag) {
    self.name = name
    self.line = line
    for index in 0..<tag.attributeCount {
      parts += 1
      if tree.namesake(under: 0, tag.attribute(index).localName, .attribute) >= 0 { knownParts += 1 }
    }
  }

  /// Compares one of its child elements with those of the records.
  mutating func compare(_ child: borrowing StartTag, with tree: ElementTree) {
    parts += 1
    if child.localName == tree.nodes[0].localName { holdsRecord = true }
    if tree.namesake(under: 0, child.localName, .element) >= 0 { knownParts += 1 }
  }

  /// Whether it holds a record, or at least two and most of its parts are those of a record.
  var isLikeRecords: Bool { holdsRecord || knownParts >= 2 && knownParts * 2 > parts }
}
