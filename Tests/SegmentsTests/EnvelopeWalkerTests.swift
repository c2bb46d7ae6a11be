import Segments
import Testing

@Suite struct EnvelopeWalkerTests {
  /// `I` to `i` is an interchange, `G` to `g` a group, `M` to `m` a message.
  private func walk(_ tags: String, endsInnerFirst: Bool = false) -> (steps: String, walker: EnvelopeWalker) {
    var walker = EnvelopeWalker(
      EnvelopeTags(begins: ["I", "G", "M"], ends: ["i", "g", "m"], endsInnerFirst: endsInnerFirst))
    var steps: [String] = []
    for tag in tags.split(separator: " ") {
      var step: EnvelopeWalker.Step
      repeat {
        step = walker.take(String(tag))
        steps.append(Self.shown(step))
      } while steps.last?.hasPrefix("!") == true
    }
    return (steps.joined(separator: " "), walker)
  }

  /// `+message` begins, `-message` ends, `!message` is abandoned.
  private static func shown(_ step: EnvelopeWalker.Step) -> String {
    switch step {
    case .begins(let part): "+\(part)"
    case .ends(let part): "-\(part)"
    case .abandons(let part): "!\(part)"
    case .inside: "inside"
    case .stray: "stray"
    }
  }

  @Test(arguments: [
    ("I G M x m g i", "+interchange +group +message inside -message -group -interchange"),
    ("I M x m M m i", "+interchange +message inside -message +message -message -interchange"),
    ("x G M i", "stray stray stray stray"), ("I x g m i", "+interchange stray stray stray -interchange"),
    ("I G M M", "+interchange +group +message !message +message"),
    ("I G M G", "+interchange +group +message !message !group +group"),
    ("I G M g i", "+interchange +group +message !message -group -interchange"),
    ("I G M i", "+interchange +group +message !message !group -interchange"),
    ("I G M I", "+interchange +group +message !message !group !interchange +interchange"),
  ])
  func followsEnvelopes(_ tags: String, _ expected: String) {
    #expect(walk(tags).steps == expected)
    #expect(walk(tags, endsInnerFirst: true).steps == expected)
  }

  /// The end of a group that is not open: whether it ends the message before it.
  @Test func endsInnerPartsFirst() {
    #expect(walk("I M g x").steps == "+interchange +message stray inside")
    #expect(walk("I M g x", endsInnerFirst: true).steps == "+interchange +message !message stray stray")
  }

  @Test func counts() {
    let walker = walk("I G M m M m g G M m g M").walker
    #expect(walker.groupCount == 2)
    #expect(walker.messageCount == 4)
    #expect(walker.groupMessageCount == 2)
    #expect(walker.isOpen(.message) && walker.isOpen(.interchange) && !walker.isOpen(.group))
    let next = walk("I G M m g i I M").walker
    #expect((next.groupCount, next.messageCount) == (0, 1))
  }
}
