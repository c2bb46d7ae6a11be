/// A segment or a loop at its place in a message.
final class MessageNode: Sendable {
  /// The segment, which for a loop is the one that begins it.
  let id: String
  let isMandatory: Bool
  /// How often it may stand here.
  let maximum: Int
  /// The segments and loops of a loop, its first segment ahead; nil for a segment.
  let children: [MessageNode]?
  /// The loops that it stands in, and its own name: `PO1/PID/PID`; `BEG` ahead of all loops.
  let path: String
  /// Every segment that may stand below.
  let names: Set<String>

  init(id: String, isMandatory: Bool, maximum: Int, children: [MessageNode]?, path: String) {
    self.id = id
    self.isMandatory = isMandatory
    self.maximum = maximum
    self.children = children
    self.path = path
    names = (children ?? []).reduce(into: [id]) { $0.formUnion($1.names) }
  }
}

/// Reads the structure of a message from its text.
///
/// `BEG!` is mandatory, `REF*` may stand any number of times, `PER*3` three times, `[N1 N2*2 N3*2 N4]*200` is a loop.
struct MessageStructure {
  private var words: ArraySlice<Substring>
  /// The bracket that ended the last loop, with its number.
  private var bracket: Substring = "]"

  private init(words: ArraySlice<Substring>) { self.words = words }

  static func parse(_ text: String) -> MessageNode {
    let spaced = text.replacing("[", with: " [ ").replacing("]", with: " ]")
    var parser = MessageStructure(words: spaced.split(whereSeparator: \.isWhitespace)[...])
    return MessageNode(id: "", isMandatory: true, maximum: 1, children: parser.nodes(within: ""), path: "")
  }

  private mutating func nodes(within path: String) -> [MessageNode] {
    var found: [MessageNode] = []
    while let word = words.popFirst() {
      if word.hasPrefix("]") {
        bracket = word
        break
      }
      if word == "[" {
        let name = (words.first ?? "").prefix { $0.isLetter || $0.isNumber }
        let children = nodes(within: path + name + "/")
        found.append(
          MessageNode(
            id: String(name), isMandatory: bracket.contains("!"), maximum: Self.count(bracket, otherwise: .max),
            children: children, path: path + name))
      } else {
        let name = String(word.prefix { $0.isLetter || $0.isNumber })
        found.append(
          MessageNode(
            id: name, isMandatory: word.contains("!"), maximum: Self.count(word, otherwise: 1), children: nil,
            path: path + name))
      }
    }
    return found
  }

  /// The number after the star; any number when there is none.
  private static func count(_ word: Substring, otherwise: Int) -> Int {
    guard let star = word.firstIndex(of: "*") else { return otherwise }
    return Int(word[word.index(after: star)...]) ?? .max
  }
}
