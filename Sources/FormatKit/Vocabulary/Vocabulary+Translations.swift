/// Languages whose letters are often written without their marks, or in capitals that lose them.
extension Vocabulary {
  /// Headers that mean a field, as in ``synonyms``, one table for each of these languages.
  static let translations = [
    czechSynonyms, hungarianSynonyms, turkishSynonyms, finnishSynonyms, greekSynonyms, japaneseSynonyms,
  ]

  /// The name of a field that a normalised header spells without marks or in capitals, such as `nákupní cena` for `nakupni cena`; nil
  /// for a name itself, such as `price`.
  package static func spelling(of header: String) -> String? {
    guard header.utf8.count >= shortestSpelling, header.utf8.count < 200 else { return nil }
    let plain = withoutMarks(header)
    // A spelling that several names have in common is theirs only if they mean the same.
    guard let names = markedNames[plain], let name = names.min(), name != header, fieldNames(of: plain).isEmpty else {
      return nil
    }
    let fields = fieldNames(of: name)
    return names.allSatisfy { fieldNames(of: $0) == fields } ? name : nil
  }

  /// Shorter names are those of something else too often.
  private static let shortestSpelling = 4

  /// The names with marks by their spelling without them.
  private static let markedNames: [String: Set<String>] = {
    var found: [String: Set<String>] = [:]
    for name in translations.lazy.flatMap({ $0.values.joined() }) where name.utf8.count >= shortestSpelling {
      guard !isPlain(name) else { continue }
      let plain = withoutMarks(name)
      if plain != name { found[plain, default: []].insert(name) }
    }
    return found
  }()

  private static func withoutMarks(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    // Letters and their marks apart are compared as whole characters, which is slower.
    guard !text.unicodeScalars.contains(where: isPart) else { return String(text.map { plainLetters[$0] ?? $0 }) }
    var plain = ""
    for scalar in text.unicodeScalars { plain.unicodeScalars.append(plainScalars[scalar] ?? scalar) }
    return plain
  }

  /// Whether a scalar is a mark for the letter before it, or a Greek letter that has a second number.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value) || (0x1F00...0x1FFF).contains(scalar.value)
  }

  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// Letters without their marks. The lower case of a Turkish `İ` has two characters, and that of `Σ` is never `ς`.
  private static let plainLetters: [Character: Character] = {
    let pairs: [(String, Character)] = [
      ("áàâäå", "a"), ("çč", "c"), ("ď", "d"), ("éěë", "e"), ("ğ", "g"), ("ıi̇íîï", "i"), ("ň", "n"), ("óöőô", "o"),
      ("ř", "r"), ("šş", "s"), ("ť", "t"), ("úůüű", "u"), ("ý", "y"), ("ž", "z"), ("ά", "α"), ("έ", "ε"), ("ή", "η"),
      ("ίϊΐ", "ι"), ("ό", "ο"), ("ύϋΰ", "υ"), ("ώ", "ω"), ("ς", "σ"),
    ]
    return Dictionary(pairs.flatMap { marked, plain in marked.map { ($0, plain) } }) { first, _ in first }
  }()

  /// Those of them that are one scalar each.
  private static let plainScalars: [Unicode.Scalar: Unicode.Scalar] = {
    var found: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (marked, plain) in plainLetters where marked.unicodeScalars.count == 1 {
      if let scalar = marked.unicodeScalars.first { found[scalar] = plain.unicodeScalars.first }
    }
    return found
  }()
}
