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
    return spellings[withoutMarks(header)].flatMap { $0 == header ? nil : $0 }
  }

  /// Shorter names are those of something else too often.
  private static let shortestSpelling = 4

  /// The names by their spelling without marks; those that are spelled like a name with another meaning are left out.
  private static let spellings: [String: String] = {
    var found: [String: String] = [:]
    let names = Set(translations.flatMap { $0.values.joined() }.filter { $0.utf8.count >= shortestSpelling })
    for name in names where !isPlain(name) {
      let plain = withoutMarks(name)
      guard plain != name, fieldNames(of: plain).isEmpty else { continue }
      if let other = found[plain], fieldNames(of: other) != fieldNames(of: name) {
        found[plain] = ""
      } else {
        found[plain] = min(found[plain] ?? name, name)
      }
    }
    return found.filter { !$0.value.isEmpty }
  }()

  private static func withoutMarks(_ text: String) -> String {
    isPlain(text) ? text : String(text.map { plainLetters[$0] ?? $0 })
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
}
