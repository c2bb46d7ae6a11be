import Segments
import Testing

@Suite struct MessageNotationTests {
  private func shown(_ node: MessageNode) -> String {
    let count = node.maximum == .max ? "*" : node.maximum == 1 ? "" : "*\(node.maximum)"
    let own = node.path + (node.isMandatory ? "!" : "") + count
    guard let children = node.children else { return own }
    return "\(own) [\(children.map(shown).joined(separator: " "))]"
  }

  @Test(arguments: [
    ("A! B C*3 D* E!*9", "A! B C*3 D* E!*9"), ("[A B*2]", "A* [A/A A/B*2]"), ("[A]*1", "A [A/A]"),
    ("[A! [B! C]!*7]*2 D", "A*2 [A/A! A/B!*7 [A/B/B! A/B/C]] D"),
    // Groups of the last section are in a group of its name; its segments are not.
    ("[A! B] S! B [C! [A! D]*2]*3 E", "A* [A/A! A/B] S! B S/C*3 [S/C/C! S/C/A*2 [S/C/A/A! S/C/A/D]] E"),
  ])
  func readsStructures(_ notation: String, _ expected: String) {
    let root = MessageNode.message("M", notation: notation, section: "S")
    #expect(root.tag == "M")
    #expect((root.children ?? []).map(shown).joined(separator: " ") == expected)
  }

  @Test func gathersTags() {
    #expect(MessageNode.message(notation: "A [B [C D]*2]").tags == ["", "A", "B", "C", "D"])
  }
}
