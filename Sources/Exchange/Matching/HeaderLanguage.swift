internal import FormatKit

/// The language that the names of titles and descriptions end with: `name_de`, `Title (EN)`.
enum HeaderLanguage {
  private static let names = Vocabulary.headerNames(of: ["title", "description"])
  private static let languages: Set<String> = [
    "de", "en", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "fi", "cs", "hu", "tr", "el", "ja", "deutsch",
    "englisch",
    "französisch", "german", "english", "french", "spanish", "italian",
  ]

  /// The name without its language, such as `name`; nil for a name that ends with none.
  static func bare(_ name: String) -> String? {
    let words = Vocabulary.normalized(name).split(separator: " ").map(String.init)
    guard words.count > 1, let last = words.last, languages.contains(last) else { return nil }
    let bare = words.dropLast().joined(separator: " ")
    return names.contains(bare) ? bare : nil
  }

  /// The forms of names, with the one without the language where no other column is called so.
  static func adding(to forms: [[String]], of names: [String]) -> [[String]] {
    let bare = names.map(bare)
    return zip(forms, bare).map { own, name in
      guard let name, bare.count(where: { $0 == name }) == 1, !forms.contains(where: { $0.contains(name) }) else {
        return own
      }
      return own + [name]
    }
  }
}
