internal import Wording

/// The translations of the words that a column may contain; empty where they are not translated.
typealias WordTranslations = [String: String]

/// The translation of a report: its English texts with those in another language.
///
/// A message file is data. Its texts are escaped when they are put into a page, like all texts from people.
struct ReportMessages: Hashable, Sendable {
  let language: Language
  /// From the report's own folder, and from `_shared`.
  let own: [String: String]
  let shared: [String: String]

  static let none = ReportMessages(language: .english, own: [:], shared: [:])

  var isEmpty: Bool { own.isEmpty && shared.isEmpty }

  /// The translation; nil when the text is not translated.
  func translation(of english: String) -> String? { own[english] ?? shared[english] }

  /// The translation, or the English text where it is not translated.
  func text(_ english: String) -> String { translation(of: english) ?? english }

  /// The translations of those words that have one; those of vocabularies are the same in every report.
  func translations(of words: LabelWords) -> WordTranslations {
    guard !isEmpty else { return [:] }
    var translations: WordTranslations = [:]
    for word in words.shared {
      let english = MessageText.collapsed(word)
      translations[word] = shared[english] ?? own[english]
    }
    for word in words.own { translations[word] = translation(of: MessageText.collapsed(word)) ?? translations[word] }
    return translations
  }
}
