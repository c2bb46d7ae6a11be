internal import RetailValues
internal import Wording

/// A text of a page that is shown in the language of the person who reads it.
///
/// A sentence is looked up in `pages/messages` by its English, in which `{{1}}`, `{{2}}` … stand for the values. Values are data:
/// they are never looked up, unless they are themselves of this type.
///
/// ```swift
/// LocalizedText("Order \(number) is late")
/// LocalizedText(count: changes, one: "Apply 1 change", other: "Apply \(changes) changes")
/// LocalizedText(verbatim: product.name)
/// ```
///
/// Only a literal directly behind `LocalizedText(` is a sentence, so that a test can collect all of them from the source.
struct LocalizedText: Sendable, Hashable {
  /// What the text is made of.
  indirect enum Content: Sendable, Hashable {
    /// The English with `{{1}}`, `{{2}}` … for the values.
    case sentence(String, [LocalizedText])
    /// Data, the same in every language.
    case verbatim(String)
    /// A plain number such as `-1234.50`.
    case number(String)
    /// A plain number as people type it.
    case typed(String)
    /// A day of ISO 8601, with the time of day behind it or without it.
    case moment(String)
    case list([LocalizedText], separator: String)
    /// With a capital letter at its beginning.
    case capitalised(LocalizedText)
    /// Without `'…'`, which is in the place of a value.
    case withoutValue(LocalizedText)
    /// What a command said, with the code of its problem.
    case said(String, code: String)
    /// A text that the program declares.
    case declared(String)
  }

  let content: Content

  private init(content: Content) { self.content = content }

  init(_ sentence: Sentence) { content = .sentence(sentence.english, sentence.values) }

  /// One of two sentences, by a number.
  ///
  /// - Parameters:
  ///   - one: the sentence for 1.
  ///   - other: the sentence for every other number, including 0.
  init(count: Int, one: Sentence, other: Sentence) { self.init(count == 1 ? one : other) }

  /// Data, such as a name: the same in every language.
  init(verbatim data: String) { content = .verbatim(data) }

  /// A word of a fixed list that a command answers, such as the state of an order, also with a capital letter. What is not in
  /// ``PageWords`` is shown as it is.
  ///
  /// - Parameter words: the list.
  init(word: String?, of words: Set<String> = PageWords.all) {
    let word = word ?? ""
    let lower = word.prefix(1).lowercased() + word.dropFirst()
    content =
      if words.contains(word) {
        .sentence(word, [])
      } else if words.contains(lower) {
        .capitalised(LocalizedText(content: .sentence(lower, [])))
      } else {
        .verbatim(word)
      }
  }

  /// A unit of quantities, such as `case`; a word that is not one of ours is shown as it is.
  init(unit: String?) { self.init(word: unit, of: PageWords.units) }

  /// The name of a profile, or what an import without one has in its place.
  init(profile: String?) { self.init(word: profile, of: Set(PageWords.profileWords)) }

  /// What differs between two documents.
  ///
  /// - Parameters:
  ///   - expected: what the sentence has for what was expected.
  ///   - found: what it has for what was found.
  init(_ difference: DocumentDifference, expected: LocalizedText, found: LocalizedText) {
    content = .sentence(difference.pattern, [expected, found])
  }

  /// Texts one after another, such as roles with commas between them.
  init(_ texts: [LocalizedText], separator: String) { content = .list(texts, separator: separator) }

  /// A plain number of a command, such as `-1234.50`, which is shown as the language writes it; any other text as it is.
  init(number: String?) { content = .number(number ?? "") }

  /// A plain number of a command as people type it: with the decimal mark of the language, and without one between thousands.
  /// Any other text is shown as it is.
  init(typed number: String) { content = .typed(number) }

  /// A day, `2026-11-30`, or a moment, `2026-11-30 09:41`.
  init(moment: String?) { content = .moment(moment ?? "") }

  /// What a command says of a problem, in English: it is looked up in `pages/problems`.
  ///
  /// - Parameter code: the code of the problem; empty for a remedy, and without one.
  init(said message: String?, code: String? = nil) { content = .said(message ?? "", code: code ?? "") }

  /// A text of a command's answer that the program declares and no person writes, such as the name of a guard: it is looked up
  /// as it is, also with a small letter at its beginning.
  init(declared text: String?) { content = .declared(text ?? "") }

  /// The text with a capital letter at its beginning, as sentences and headings have.
  var sentence: LocalizedText { LocalizedText(content: .capitalised(self)) }

  /// What is said of several values: the text without `'…'`, as its language writes it.
  var withoutValue: LocalizedText { LocalizedText(content: .withoutValue(self)) }

  /// A sentence as it is in the source, with values in it.
  struct Sentence: ExpressibleByStringInterpolation, Sendable, Hashable {
    let english: String
    let values: [LocalizedText]

    init(stringLiteral english: String) { (self.english, values) = (english, []) }

    init(stringInterpolation parts: Parts) { (english, values) = (parts.english, parts.values) }

    /// What a sentence is made of while it is put together.
    struct Parts: StringInterpolationProtocol {
      fileprivate var english = ""
      fileprivate var values: [LocalizedText] = []

      init(literalCapacity: Int, interpolationCount: Int) { english.reserveCapacity(literalCapacity) }

      mutating func appendLiteral(_ literal: String) { english += literal }

      mutating func appendInterpolation(_ text: LocalizedText) {
        values.append(text)
        english += "{{\(values.count)}}"
      }

      mutating func appendInterpolation(_ data: String) { appendInterpolation(LocalizedText(verbatim: data)) }

      mutating func appendInterpolation(_ number: some BinaryInteger) {
        appendInterpolation(LocalizedText(verbatim: "\(number)"))
      }
    }
  }
}

extension LocalizedText: CustomStringConvertible {
  /// The text in English, for the log and for tests.
  var description: String { text(in: .english) }

  /// The text in a language; a sentence that is not translated in English.
  func text(in messages: PageMessages) -> String {
    switch content {
    case .sentence(let english, let values):
      Self.filled(messages.texts[english] ?? english, with: values, messages)
    case .verbatim(let data): data
    case .number(let plain): Self.isNumber(plain) ? messages.conventions.number(plain) : plain
    case .typed(let plain):
      Self.isNumber(plain) ? plain.replacing(".", with: messages.conventions.decimalPoint) : plain
    case .moment(let text): text.contains(" ") ? messages.conventions.moment(text) : messages.conventions.day(text)
    case .list(let texts, let separator): texts.map { $0.text(in: messages) }.joined(separator: separator)
    case .capitalised(let text): text.sentence(in: messages)
    case .withoutValue(let text): Self.withoutValue(text.text(in: messages))
    case .said(let message, let code): messages.said(message, code: code)
    case .declared(let text): Self.declared(text, in: messages)
    }
  }

  private static func declared(_ english: String, in messages: PageMessages) -> String {
    if let known = messages.texts[english] { return known }
    let lower = english.prefix(1).lowercased() + english.dropFirst()
    return messages.texts[lower]?.sentence ?? english
  }

  /// The text with a capital letter at its beginning, unless it begins with a name that a command said.
  private func sentence(in messages: PageMessages) -> String {
    let text = text(in: messages)
    // Such as the key `price-changed`; other languages have hyphens in words of their own.
    if case .said(let message, _) = content, let key = message.prefixMatch(of: #/[a-z]+(-[a-z]+)+[ :]/#)?.output.0,
      text.hasPrefix(key)
    {
      return text
    }
    return text.sentence
  }

  /// A text without the value that `…` in quotation marks is in the place of; at its beginning, `…` stays.
  private static func withoutValue(_ text: String) -> String {
    text.replacing(#/\s?['„“”«]\s?…\s?['“”»]/#) { match in match.range.lowerBound == text.startIndex ? "…" : "" }
  }

  /// A sentence with its values in place of `{{1}}`, `{{2}}` …
  private static func filled(_ sentence: String, with values: [LocalizedText], _ messages: PageMessages) -> String {
    guard !values.isEmpty else { return sentence }
    return MessageText.parts(of: sentence).map { part in
      switch part {
      case .text(let text): String(text)
      case .variable(let name):
        // What names no value is shown as it is.
        Int(name).flatMap { values.indices.contains($0 - 1) ? values[$0 - 1].text(in: messages) : nil } ?? "{{\(name)}}"
      }
    }.joined()
  }

  /// Whether a command wrote it as a number: `1200`, `-0.50`.
  private static func isNumber(_ text: String) -> Bool {
    text.dropFirst(text.hasPrefix("-") ? 1 : 0).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      .allSatisfy { part in !part.isEmpty && part.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  /// Whether it shows nothing.
  var isEmpty: Bool {
    switch content {
    case .sentence(let text, _), .verbatim(let text), .number(let text), .typed(let text), .moment(let text),
      .said(let text, _), .declared(let text):
      text.isEmpty
    case .list(let texts, _): texts.allSatisfy(\.isEmpty)
    case .capitalised(let text), .withoutValue(let text): text.isEmpty
    }
  }
}

/// A text for a page: a ``LocalizedText``, or a `String`, which is data and the same in every language.
protocol ShownText: Sendable {
  var localized: LocalizedText { get }
}

extension LocalizedText: ShownText {
  var localized: LocalizedText { self }
}

extension String: ShownText {
  var localized: LocalizedText { LocalizedText(verbatim: self) }
}

extension JSONValue {
  /// A day as the language of the page writes it; empty for anything else.
  var shownDay: LocalizedText { LocalizedText(moment: text) }

  /// A moment of ISO 8601 as the language of the page writes it, to the minute; empty for anything else.
  var shownMoment: LocalizedText { LocalizedText(moment: moment) }

  /// A word of a fixed list in the language of the page; empty for anything else.
  var word: LocalizedText { LocalizedText(word: text) }
}
