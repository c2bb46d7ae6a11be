internal import Foundation
internal import ProblemKit
internal import Wording

/// The texts of the pages in one language: English with its translations, from `pages/messages` and `pages/problems`.
struct PageMessages: Sendable {
  let language: Language
  let texts: [String: String]
  /// What commands say; nil in English.
  let commands: CommandMessages?
  /// The summary of each kind of problem in English, by its code.
  private let summaries: [String: String]
  /// How numbers and days are written.
  let conventions: LanguageConventions

  static let english = PageMessages(.english, texts: [:])

  /// - Parameters:
  ///   - texts: what pages say.
  ///   - problems: what commands say.
  ///   - summaries: the summary of each kind of problem in English, by its code.
  init(
    _ language: Language, texts: [String: String], problems: [String: String] = [:], summaries: [String: String] = [:]
  ) {
    self.language = language
    self.texts = Self.complete(texts)
    let conventions = LanguageConventions(language)
    commands =
      language == .english
      ? nil : CommandMessages(Self.complete(problems), decimalMark: conventions.decimalPoint)
    self.summaries = summaries
    self.conventions = conventions
  }

  /// Those with the same variables: with others, one would be shown as it is, or a value would be left out.
  private static func complete(_ texts: [String: String]) -> [String: String] {
    texts.filter { MessageText.variables(of: $0.key) == MessageText.variables(of: $0.value) }
  }

  /// Reads the message files of a language. Without a file, everything stays English.
  ///
  /// - Parameters:
  ///   - folder: the folder `pages`.
  ///   - summaries: the summary of each kind of problem in English, by its code.
  /// - Throws: what is wrong with a file.
  init(_ language: Language, in folder: String, summaries: [String: String] = [:]) throws(Problems) {
    self.init(
      language, texts: try Self.read(Self.path(language, in: folder), language),
      problems: try Self.read(Self.path(language, in: folder, of: "problems"), language), summaries: summaries)
  }

  private static func read(_ path: String, _ language: Language) throws(Problems) -> [String: String] {
    guard language != .english, let data = FileManager.default.contents(atPath: path) else { return [:] }
    return try MessageFile.texts(in: String(decoding: data, as: UTF8.self), source: path)
  }

  /// The file of a language.
  ///
  /// - Parameter part: `messages` for what pages say, `problems` for what commands say.
  static func path(_ language: Language, in folder: String, of part: String = "messages") -> String {
    "\(folder)/\(part)/\(language.rawValue).yml"
  }

  /// What a command said, in the language.
  ///
  /// A message that is not translated stays English behind the kind of problem, such as “Eine Zahl ist nicht lesbar: …”.
  ///
  /// - Parameter code: the code of the problem; empty without one.
  func said(_ message: String, code: String) -> String {
    guard !message.isEmpty else { return message }
    guard let commands else { return Self.withFieldsInWords(message) }
    func word(_ text: String) -> String {
      let shown =
        PageWords.isField(text) ? RecordWords.name(ofField: text) : LocalizedText(word: text, of: PageWords.inMessages)
      return shown.text(in: self)
    }
    // A value that is a day is shown as pages have days; a list of words, such as of roles, word by word.
    func value(_ text: String) -> String {
      if let order = Suggestion.orders[text] { return order.text(in: self) }
      let day = conventions.day(text)
      guard day == text else { return day }
      let parts = text.replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
      let isList = parts.count > 1 && !PageWords.inMessages.contains(text)
      return isList && parts.allSatisfy(PageWords.inMessages.contains)
        ? parts.map(word).joined(separator: ", ") : word(text)
    }
    if let known = commands.translation(of: message, word: value) { return known }
    let summary = summaries[code].flatMap { commands.translation(of: $0, word: value) }
    guard let kind = summary else { return word(message) }
    return "\(kind.hasSuffix(".") ? String(kind.dropLast()) : kind): \(message)"
  }

  /// A message in English with the words of pages for a field at its beginning and for an order of dates:
  /// `effective_at 'x' is not a date (read as ymd)`.
  private static func withFieldsInWords(_ message: String) -> String {
    let shown = message.replacing(#/\(read as (ymd|dmy|mdy)\)/#) { match in
      "(read as \(Suggestion.orders[String(match.output.1)]?.description ?? String(match.output.1)))"
    }
    let name = shown.prefix { $0 != " " }
    guard name.contains("_"), RecordWords.valueType(ofField: String(name)) != nil else { return shown }
    return RecordWords.name(ofField: String(name)).description + shown.dropFirst(name.count)
  }
}
