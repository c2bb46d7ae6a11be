/// One segment: its tag and its components, with its position.
///
/// The text of all components is one run of bytes; release characters are taken out. Components are found by element,
/// repetition and component, all counted from 1, as in `LIN-03-01`.
struct Segment: Sendable {
  /// One component of the text, with the numbers of its element and repetition.
  struct Component: Sendable {
    var element: Int
    var repetition: Int
    var number: Int
    var start: Int
    var end: Int
  }

  var tag = ""
  var text: [UInt8] = []
  var components: [Component] = []
  /// How many elements follow the tag.
  var elementCount = 0
  /// The number within the message, the UNH being 1; 0 for segments of the envelope.
  var number = 0
  var line = 1
  /// Bytes before the tag, from the start of the decoded text.
  var byteOffset = 0
  /// Whether a line end within the segment was left out.
  var hasLineBreak = false
  /// Whether a release character precedes a character that needs no release.
  var hasUnneededRelease = false
  /// Whether characters beyond ASCII occur.
  var isASCII = true

  mutating func removeAll() {
    tag = ""
    text.removeAll(keepingCapacity: true)
    components.removeAll(keepingCapacity: true)
    elementCount = 0
    number = 0
    hasLineBreak = false
    hasUnneededRelease = false
    isASCII = true
  }

  /// The text of a component; empty when it is not there.
  func value(_ element: Int, _ component: Int = 1, repetition: Int = 1) -> String {
    guard let found = find(element, component, repetition) else { return "" }
    return string(found)
  }

  func string(_ component: Component) -> String {
    String(decoding: text[component.start..<component.end], as: UTF8.self)
  }

  /// The texts of all components of one repetition of an element.
  func values(_ element: Int, repetition: Int = 1) -> [String] {
    components.lazy.filter { $0.element == element && $0.repetition == repetition }.map(string)
  }

  private func find(_ element: Int, _ component: Int, _ repetition: Int) -> Component? {
    for candidate in components {
      if candidate.element > element { return nil }
      if candidate.element == element, candidate.repetition == repetition, candidate.number == component {
        return candidate
      }
    }
    return nil
  }
}
