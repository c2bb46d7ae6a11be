internal import ProblemKit
internal import RetailValues
internal import YAMLReading
internal import Yams

/// The translations of the words that a column may contain; empty where they are not translated.
typealias WordTranslations = [String: String]

/// The translation of a report: its English texts with those in another language.
///
/// A message file is data. Its texts are escaped when they are put into a page, like all texts from people.
struct ReportMessages: Hashable, Sendable {
  let language: ReportLanguage
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

  /// The texts of one message file: `English: Übersetzung`. One without a translation is left out.
  static func texts(in yaml: String, source: String) throws(Problems) -> [String: String] {
    let root: Node?
    do {
      root = try BoundedYAML.root(of: yaml)
    } catch {
      let remedy = "Correct the YAML; put texts with a colon or a brace into quotation marks."
      throw Problems(Problem(error, .invalidMessages, source: source, remedy: remedy))
    }
    // An empty file, and one with comments alone, says nothing.
    guard let root, root.scalar.map({ !$0.string.isEmpty }) ?? true else { return [:] }
    guard let mapping = root.mapping else {
      throw Problems(
        .invalidMessages, source: source, "the file is not a list of messages",
        remedy: "Write lines as `English: translation`.")
    }
    var problems: [Problem] = []
    var texts: [String: String] = [:]
    for (key, value) in mapping {
      guard let english = key.scalar?.string, let text = value.scalar?.string else {
        problems.append(
          Problem(
            .invalidMessages, source: source, line: value.mark?.line ?? 0,
            "the translation of '\(key.scalar?.string ?? "")' is not a text",
            remedy: "Put it into quotation marks: a text that begins with { or [ is taken for a list."))
        continue
      }
      if !text.isEmpty { texts[MessageText.collapsed(english)] = text }
    }
    if let error = Problems(collected: problems) { throw error }
    return texts
  }
}

/// A text with variables in it, in the form in which it is looked up in message files.
enum MessageText {
  /// With single spaces, and `{{name}}` without any.
  static func collapsed(_ text: String) -> String {
    let words = text.split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ")
    return words.replacing(#/\{\{\s*([A-Za-z0-9._-]+)\s*\}\}/#) { "{{\($0.output.1)}}" }
  }

  /// The names of its variables, sorted, each once.
  static func variables(of text: String) -> [String] {
    // Most texts have none, and a regular expression is compiled for each call.
    guard mayHaveVariables(text) else { return [] }
    return Set(text.matches(of: #/\{\{\s*([A-Za-z0-9._-]+)\s*\}\}/#).map { String($0.output.1) }).sorted()
  }

  private static func mayHaveVariables(_ text: some StringProtocol) -> Bool { text.utf8.contains(UInt8(ascii: "{")) }

  /// Whether it holds words for people, and not but variables and signs.
  static func hasLetters(_ text: String) -> Bool {
    guard mayHaveVariables(text) else { return text.contains(where: \.isLetter) }
    return text.replacing(#/\{\{[^{}]*\}\}/#, with: "").contains(where: \.isLetter)
  }

  /// A translation as part of an HTML template: its variables unchanged, everything else as text only.
  ///
  /// - Returns: nil when its variables differ from those of the English.
  static func markup(_ translation: String, of english: String) -> String? {
    let names = variables(of: english)
    guard variables(of: translation) == names else { return nil }
    var markup = ""
    var rest = translation[...]
    func escaped(_ text: Substring) -> String {
      // Braces would be tags of the template.
      HTMLText.escaped(String(text)).replacing("{", with: "&#123;").replacing("}", with: "&#125;")
    }
    while mayHaveVariables(rest), let match = rest.firstMatch(of: #/\{\{\s*([A-Za-z0-9._-]+)\s*\}\}/#) {
      markup += escaped(rest[..<match.range.lowerBound]) + "{{\(match.output.1)}}"
      rest = rest[match.range.upperBound...]
    }
    return markup + escaped(rest)
  }
}
