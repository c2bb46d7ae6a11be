extension MessageNode {
  /// Reads the structure of a message from its notation.
  ///
  /// `BEG!` is a mandatory segment, `PER*3` one that may occur three times, `REF*` one that may occur any number of times.
  /// `[N1 N2*2 N4]*200` is a group, which begins with its first segment; without a star it may occur any number of times, and
  /// with `]!` it is mandatory.
  ///
  /// - Parameters:
  ///   - tag: the tag of the message as a whole.
  ///   - section: the segment that begins the last section: the groups after it are in a group of its name, so that totals are
  ///     not taken for the values before it.
  public static func message(_ tag: String = "", notation: String, section: String? = nil) -> MessageNode {
    let spaced = notation.replacing("[", with: " [ ").replacing("]", with: " ]")
    var words = spaced.split(whereSeparator: \.isWhitespace)[...]
    return message(tag, nodes(&words, in: [], section).nodes)
  }

  /// - Returns: the nodes of a group, and the bracket that ends it with its number.
  private static func nodes(
    _ words: inout ArraySlice<Substring>, in group: [String], _ section: String?
  ) -> (nodes: [MessageNode], bracket: Substring) {
    var found: [MessageNode] = []
    var outer = group
    while let word = words.popFirst() {
      if word.hasPrefix("]") { return (found, word) }
      let isGroup = word == "["
      let tag = String((isGroup ? words.first ?? "" : word).prefix { $0.isLetter || $0.isNumber })
      let inner = isGroup ? nodes(&words, in: outer + [tag], section) : nil
      let count = inner?.bracket ?? word
      found.append(
        MessageNode(
          tag, isMandatory: count.contains("!"), maximum: maximum(count) ?? (isGroup ? .max : 1),
          children: inner?.nodes, in: isGroup ? outer : group))
      if tag == section { outer = [tag] }
    }
    return (found, "]")
  }

  /// The number after the star; any number for a star alone, nil without a star.
  private static func maximum(_ word: Substring) -> Int? {
    word.firstIndex(of: "*").map { Int(word[word.index(after: $0)...]) ?? .max }
  }
}
