internal import Foundation
internal import ProblemKit
internal import Wording

/// The texts of the pages in one language: English with its translations, from `pages/messages`.
struct PageMessages: Sendable {
  let language: Language
  let texts: [String: String]
  /// How numbers and days are written.
  let conventions: LanguageConventions

  static let english = PageMessages(.english, texts: [:])

  init(_ language: Language, texts: [String: String]) {
    self.language = language
    // A translation with other variables would show one of them as it is, or leave a value out.
    self.texts = texts.filter { MessageText.variables(of: $0.key) == MessageText.variables(of: $0.value) }
    conventions = LanguageConventions(language)
  }

  /// Reads the message file of a language. Without a file, everything stays English.
  ///
  /// - Parameter folder: the folder `pages`.
  /// - Throws: what is wrong with the file.
  init(_ language: Language, in folder: String) throws(Problems) {
    let path = Self.path(language, in: folder)
    guard language != .english, let data = FileManager.default.contents(atPath: path) else {
      self.init(language, texts: [:])
      return
    }
    self.init(language, texts: try MessageFile.texts(in: String(decoding: data, as: UTF8.self), source: path))
  }

  static func path(_ language: Language, in folder: String) -> String { "\(folder)/messages/\(language.rawValue).yml" }
}
