internal import Foundation

/// Titles and authors in a form under which two ways of writing one book meet.
///
/// Case, accents, punctuation, articles and what follows a colon do not count: `The Left Hand of Darkness` and `left hand of
/// darkness: a novel` are one title. Of authors the last names count, in any order: `Ursula K. Le Guin`, `Le Guin, Ursula K.`
/// and `LE GUIN` meet in `guin`.
public enum WorkKey {
  private static let longest = 500
  private static let articles: Set<String> = [
    "a", "an", "the", "der", "die", "das", "ein", "eine", "le", "la", "les", "l", "un", "une", "el", "los", "las", "en",
    "ett",
  ]
  private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md"]

  /// A title: its words without leading articles and subtitle; nil if no words remain.
  public static func title(_ text: String) -> String? {
    let main = text.prefix { !":;([".contains($0) }
    let own = words(main)
    let all = own.isEmpty ? words(text[...]) : own
    let kept = all.drop { articles.contains($0) }
    // A title that is nothing but an article keeps it.
    let key = (kept.isEmpty ? all[...] : kept).joined(separator: " ")
    return key.isEmpty ? nil : key
  }

  /// The last name of the first author; nil if the text has no author.
  public static func author(_ text: String) -> String? {
    let first = firstAuthor(text)
    if let comma = first.firstIndex(of: ",") {
      let family = words(first[..<comma])
      if let name = family.last { return name }
    }
    return words(first).last { !suffixes.contains($0) }
  }

  /// The first of several authors.
  private static func firstAuthor(_ text: String) -> Substring {
    let short = text.prefix(longest)
    let ends = [";", "/", "&", " and ", " und ", " et ", " y ", " och ", " with "].compactMap {
      short.range(of: $0, options: .caseInsensitive)?.lowerBound
    }
    let end = ends.filter { $0 > short.startIndex }.min() ?? short.endIndex
    return short[..<end]
  }

  /// Letters and digits in lower case without accents, divided at all other characters. An apostrophe does not divide.
  private static func words(_ text: Substring) -> [String] {
    let folded = String(text.prefix(longest)).replacing("ß", with: "ss").folding(
      options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
    let kept = folded.unicodeScalars.filter { !["'", "\u{2019}", "\u{02BC}"].contains($0) }
    return String(String.UnicodeScalarView(kept)).split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
  }
}
