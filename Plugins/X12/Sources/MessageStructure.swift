internal import Segments

/// Reads the structure of a message from its text.
///
/// `BEG!` is mandatory, `REF*` may occur any number of times, `PER*3` three times, `[N1 N2*2 N3*2 N4]*200` is a loop.
struct MessageStructure {
  private var words: ArraySlice<Substring>
  /// The bracket that ended the last loop, with its number.
  private var bracket: Substring = "]"

  private init(words: ArraySlice<Substring>) { self.words = words }

  static func parse(_ text: String) -> MessageNode {
    let spaced = text.replacing("[", with: " [ ").replacing("]", with: " ]")
    var parser = MessageStructure(words: spaced.split(whereSeparator: \.isWhitespace)[...])
    return MessageNode.message("", parser.nodes(within: []))
  }

  private mutating func nodes(within group: [String]) -> [MessageNode] {
    var found: [MessageNode] = []
    while let word = words.popFirst() {
      if word.hasPrefix("]") {
        bracket = word
        break
      }
      let isLoop = word == "["
      let name = String((isLoop ? words.first ?? "" : word).prefix { $0.isLetter || $0.isNumber })
      let children = isLoop ? nodes(within: group + [name]) : nil
      let count = isLoop ? bracket : word
      found.append(
        MessageNode(
          name, isMandatory: count.contains("!"), maximum: Self.count(count, otherwise: isLoop ? .max : 1),
          children: children, in: group))
    }
    return found
  }

  /// The number after the star; any number for a star alone.
  private static func count(_ word: Substring, otherwise: Int) -> Int {
    guard let star = word.firstIndex(of: "*") else { return otherwise }
    return Int(word[word.index(after: star)...]) ?? .max
  }
}

extension WalkRules {
  /// The rules for walking through transaction sets, starting after ST.
  static let x12 = WalkRules(
    startsBehindFirst: false, takesLateSegments: true, passesFullPlaces: false, reportsEveryRepetition: false,
    reportsMissingAtOnce: false)
}
