internal import RetailValues
internal import Wording

/// What commands say, in the language of a page: their messages and remedies, from `pages/problems`.
///
/// Commands speak English. A message is known again by the text around its values, and the values are put into the
/// translation. A value in quotation marks or backticks is data. Another one may be a part of the message, such as
/// `3 rows are`, or a word of a fixed list, and is translated if it is known. It has no quotation marks and no second clause,
/// unless it is known: a text with them is of another message. Where the whole is not known, its sentences and the parts between
/// semicolons may be, each by itself.
///
/// ```swift
/// CommandMessages(["'{{1}}' is not a number": "„{{1}}“ ist keine Zahl"]).translation(of: "'abc' is not a number") { $0 }
/// // „abc“ ist keine Zahl
/// ```
struct CommandMessages: Sendable {
  /// A translation with values.
  private struct Pattern: Sendable {
    /// The bytes before, between and after the values.
    let fixed: [[UInt8]]
    /// The names of the values in the order of the English.
    let names: [Substring]
    let translation: [MessageText.Part]
    /// The more of a message is fixed, the surer it is.
    let weight: Int
  }

  /// What is longer is shown as it is: messages have some hundred bytes.
  private static let mostBytes = 2_000

  /// A part of a message may have a part that is a message.
  private static let mostParts = 2

  /// Lookups for one message: it may have words of the person who sees it, who could make many patterns match.
  private static let mostLookups = 50

  /// What a value that is not known does not have.
  private static let joints = ["'", ", and ", ", or ", ", but "].map { Array($0.utf8) }

  /// What amounts follow in messages. Elsewhere, digits with a point may be the number of a document or of a version.
  private static let beforeAmounts = [
    "price ", "cost ", "from ", "to ", "amount ", "than ", "quantity ", "stock ", "is ", "times ", "below ", "(",
  ].map { Array($0.utf8) }

  /// What the names of columns of a file follow: they are data, although they may be words of pages.
  private static let beforeColumns = ["column ", "columns "].map { Array($0.utf8) }

  private let whole: [String: String]
  /// By the first byte; those that begin with a value by 0.
  private let patterns: [UInt8: [Pattern]]
  /// The decimal mark of amounts.
  private let decimalMark: String

  /// - Parameters:
  ///   - texts: English with `{{1}}`, `{{2}}` … for values, and its translation with the same values.
  ///   - decimalMark: the decimal mark of the language.
  init(_ texts: [String: String], decimalMark: String = ".") {
    self.decimalMark = decimalMark
    var (whole, patterns): ([String: String], [UInt8: [Pattern]]) = ([:], [:])
    for (english, translation) in texts.sorted(by: { $0.key < $1.key }) {
      let pattern = Self.pattern(english, translation)
      if pattern.names.isEmpty {
        whole[english] = translation
      } else if pattern.weight > 0 {
        patterns[pattern.fixed[0].first ?? 0, default: []].append(pattern)
      }
    }
    self.whole = whole
    self.patterns = patterns.mapValues { found in
      found.sorted { ($0.weight, $0.fixed.count) > ($1.weight, $1.fixed.count) }
    }
  }

  private static func pattern(_ english: String, _ translation: String) -> Pattern {
    var (fixed, names): ([[UInt8]], [Substring]) = ([[]], [])
    for part in MessageText.parts(of: english) {
      switch part {
      case .text(let text): fixed[fixed.count - 1] += Array(text.utf8)
      case .variable(let name):
        names.append(name)
        fixed.append([])
      }
    }
    return Pattern(
      fixed: fixed, names: names, translation: MessageText.parts(of: translation),
      weight: fixed.reduce(0) { $0 + $1.count })
  }

  /// A message in the language; nil where none is known. It may begin with a capital letter, and lack the full stop.
  ///
  /// - Parameter word: translates a value: a word of a fixed list, or a day.
  func translation(of message: String, word: (String) -> String) -> String? {
    let message = MessageText.collapsed(message)
    guard message.utf8.count <= Self.mostBytes else { return nil }
    var lookups = Self.mostLookups
    return knownPart(message, word, &lookups) ?? knownParts(message, word, &lookups)
  }

  /// The sentences of a message, or the parts between its semicolons; nil if one of them is not known, or there is only one.
  private func knownParts(
    _ message: String, _ word: (String) -> String, _ lookups: inout Int, depth: Int = 0
  ) -> String? {
    guard lookups > 0, [". ", "; ", "! ", "? "].contains(where: { message.contains($0) }) else { return nil }
    let sentences = Suggestion.sentences(of: message).map(\.trimmed).filter { !$0.isEmpty }
    if sentences.count > 1 {
      var shown: [String] = []
      for sentence in sentences {
        let known =
          knownPart(sentence, word, &lookups, depth: depth) ?? knownParts(sentence, word, &lookups, depth: depth)
        guard let known else { return nil }
        shown.append(known)
      }
      return shown.joined(separator: " ")
    }
    let clauses = message.split(separator: "; ").map(String.init)
    guard clauses.count > 1 else { return nil }
    var shown: [String] = []
    for clause in clauses {
      guard let known = knownPart(clause, word, &lookups, depth: depth) else { return nil }
      shown.append(known)
    }
    return shown.joined(separator: "; ")
  }

  /// The same for a message, or a part of one, that may lack the full stop, or have one more.
  private func knownPart(
    _ message: String, _ word: (String) -> String, _ lookups: inout Int, depth: Int = 0
  ) -> String? {
    if let known = knownSentence(message, word, &lookups, depth: depth) { return known }
    if message.hasSuffix(".") {
      return knownSentence(String(message.dropLast()), word, &lookups, depth: depth).map { $0 + "." }
    }
    guard let known = known(message + ".", word, &lookups, depth: depth) else { return nil }
    return known.hasSuffix(".") ? String(known.dropLast()) : known
  }

  /// The same for a message, or a part of one, that may begin with a capital letter.
  private func knownSentence(
    _ message: String, _ word: (String) -> String, _ lookups: inout Int, depth: Int = 0
  ) -> String? {
    if let known = known(message, word, &lookups, depth: depth) { return known }
    let lower = message.prefix(1).lowercased() + message.dropFirst()
    return lower == message ? nil : known(lower, word, &lookups, depth: depth)?.sentence
  }

  /// - Parameters:
  ///   - lookups: how many more there may be.
  ///   - depth: in how many messages this one is a part.
  private func known(
    _ message: String, _ word: (String) -> String, _ lookups: inout Int, depth: Int = 0
  ) -> String? {
    if let known = whole[message] { return known }
    let bytes = Array(message.utf8)
    guard let first = bytes.first, lookups > 0 else { return nil }
    lookups -= 1
    let found = (patterns[first, default: []] + patterns[0, default: []]).compactMap { pattern in
      Self.values(of: pattern, in: bytes).map { (pattern: pattern, values: $0) }
    }
    for (pattern, values) in found.sorted(by: { $0.pattern.weight > $1.pattern.weight }) {
      guard let parts = shown(values, in: bytes, word, &lookups, depth) else { continue }
      return pattern.translation.map { part -> String in
        switch part {
        case .text(let text): String(text)
        case .variable(let name): pattern.names.firstIndex(of: name).map { parts[$0] } ?? ""
        }
      }.joined()
    }
    return nil
  }

  /// The values as the translation has them; nil if one of them cannot be a value, so that the message is another one.
  private func shown(
    _ values: [Range<Int>], in bytes: [UInt8], _ word: (String) -> String, _ lookups: inout Int, _ depth: Int
  ) -> [String]? {
    var shown: [String] = []
    for value in values {
      let text = String(decoding: bytes[value], as: UTF8.self)
      let mark = value.lowerBound > 0 ? bytes[value.lowerBound - 1] : 0
      if mark == UInt8(ascii: "'") {
        // It would be in a pair of quotation marks, and its end in the next one.
        guard ["' ", "': "].allSatisfy({ Self.place(of: Array($0.utf8), in: bytes[value]) == nil }) else { return nil }
        shown.append(text)
      } else if mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "`") {
        shown.append(text)
      } else if depth < Self.mostParts,
        let known = knownSentence(text, word, &lookups, depth: depth + 1)
          ?? knownParts(text, word, &lookups, depth: depth + 1)
      {
        shown.append(known)
      } else if Self.isAmount(text), Self.ends(bytes[..<value.lowerBound], with: Self.beforeAmounts) {
        shown.append(text.replacing(".", with: decimalMark))
      } else {
        let isOfFile = Self.ends(bytes[..<value.lowerBound], with: Self.beforeColumns)
        let translated = isOfFile ? text : word(text)
        guard translated != text || Self.joints.allSatisfy({ Self.place(of: $0, in: bytes[value]) == nil }) else {
          return nil
        }
        shown.append(translated)
      }
    }
    return shown
  }

  /// Whether a text is a number with decimals, perhaps with a sign and a unit: `12.50`, `+56.7 %`, `3.20 EUR`.
  private static func isAmount(_ text: String) -> Bool {
    text.wholeMatch(of: #/[-+]?[0-9]+\.[0-9]+(?: (?:%|[A-Za-z]{1,3}))?/#) != nil
  }

  private static func ends(_ before: ArraySlice<UInt8>, with words: [[UInt8]]) -> Bool {
    words.contains { before.suffix($0.count).elementsEqual($0) }
  }

  /// Where the values of a pattern are in a message; nil if the message is another one.
  private static func values(of pattern: Pattern, in bytes: [UInt8]) -> [Range<Int>]? {
    guard bytes.count >= pattern.weight, bytes.starts(with: pattern.fixed[0]) else { return nil }
    let last = pattern.fixed[pattern.fixed.count - 1]
    let end = bytes.count - last.count
    guard bytes[end...].elementsEqual(last) else { return nil }
    var values: [Range<Int>] = []
    var at = pattern.fixed[0].count
    for fixed in pattern.fixed.dropFirst().dropLast() {
      guard at <= end, let next = place(of: fixed, in: bytes[at..<end]) else { return nil }
      values.append(at..<next)
      at = next + fixed.count
    }
    guard at <= end else { return nil }
    return values + [at..<end]
  }

  private static func place(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = part.first else { return bytes.startIndex }
    guard bytes.count >= part.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - part.count)).first {
      bytes[$0] == first && bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
