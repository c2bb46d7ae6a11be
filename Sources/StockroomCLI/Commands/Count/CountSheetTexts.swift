internal import Foundation
internal import RetailValues
internal import Wording

/// The texts of the printed sheet of a count, in one language: from the message files of the pages.
struct CountSheetTexts {
  /// How numbers are written.
  let conventions: LanguageConventions
  private let translations: [String: String]

  /// Reads the message file of a language. Without a file, the texts are in English.
  ///
  /// - Throws: what is wrong with the file.
  init(_ language: Language) throws {
    let path = ServeCommand.templates.map { "\($0)/messages/\(language.rawValue).yml" } ?? ""
    guard language != .english, let data = FileManager.default.contents(atPath: path) else {
      (conventions, translations) = (.english, [:])
      return
    }
    conventions = LanguageConventions(language)
    translations = try MessageFile.texts(in: String(decoding: data, as: UTF8.self), source: path)
  }

  /// A text with values in place of `{{1}}`, `{{2}}` …; in English where it is not translated.
  func text(_ english: String, _ values: String...) -> String {
    let translation = translations[english] ?? english
    // A translation with other variables would leave a value out.
    let isComplete = MessageText.variables(of: translation) == MessageText.variables(of: english)
    return MessageText.parts(of: isComplete ? translation : english).map { part in
      switch part {
      case .text(let text): String(text)
      case .variable(let name):
        Int(name).flatMap { values.indices.contains($0 - 1) ? values[$0 - 1] : nil } ?? "{{\(name)}}"
      }
    }.joined()
  }

  /// The same as text of an HTML page.
  func html(_ english: String) -> String { HTMLText.line(text(english)) }
}
