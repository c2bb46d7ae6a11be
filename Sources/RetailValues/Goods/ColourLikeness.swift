/// When two colours of one family are probably the same one, entered twice.
public enum ColourLikeness {
  /// By how much red, green and blue, 0 to 255 each, may differ for two shades to look the same.
  public static let shadeTolerance = 3

  /// Whether two names differ only in case, spaces, signs and accents, or in one or two letters.
  ///
  /// Letters are compared word by word, so that `Light Blue` and `Bright Blue` are two names; a short word must be the same, one
  /// of four to six letters may have one letter changed, added, left out or swapped with its neighbour, a longer one two,
  /// and all words together two. Numbers must be the same: `Blue 10` and `Blue 11` are two names.
  public static func areAlike(_ left: String, _ right: String) -> Bool {
    let (one, other) = (words(of: left), words(of: right))
    let (joined, otherJoined) = (one.flatMap { $0 }, other.flatMap { $0 })
    if joined == otherJoined { return !joined.isEmpty }
    guard joined.count <= lettersLimit, otherJoined.count <= lettersLimit else { return false }
    guard joined.filter(\.isNumber) == otherJoined.filter(\.isNumber) else { return false }
    // Names that differ only by a space are the same.
    guard one.count == other.count else { return areAlike([joined], [otherJoined]) }
    return areAlike(one, other)
  }

  /// Names longer than this are the same only when all of their letters are.
  private static let lettersLimit = 64

  private static func areAlike(_ one: [[Character]], _ other: [[Character]]) -> Bool {
    var total = 0
    for (word, otherWord) in zip(one, other) where word != otherWord {
      let letters = max(word.count, otherWord.count)
      let distance = editDistance(word, otherWord)
      guard distance <= (letters < 4 ? 0 : letters < 7 ? 1 : 2) else { return false }
      total += distance
    }
    return total <= 2
  }

  /// The words in lower case without accents, made of letters and digits.
  private static func words(of name: String) -> [[Character]] {
    var words: [[Character]] = []
    var word: [Character] = []
    for scalar in name.lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark: continue
      case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: word.append(plain(scalar))
      default:
        if !word.isEmpty { words.append(word) }
        word = []
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The base letter of an accented letter, from its Unicode name: `LATIN SMALL LETTER E WITH ACUTE`.
  private static func plain(_ scalar: Unicode.Scalar) -> Character {
    guard !scalar.isASCII, let name = scalar.properties.name, name.hasPrefix("LATIN SMALL LETTER ") else {
      return Character(scalar)
    }
    let letter = name.dropFirst("LATIN SMALL LETTER ".count).prefix { $0 != " " }
    return letter.count == 1 ? Character(letter.lowercased()) : Character(scalar)
  }
}
