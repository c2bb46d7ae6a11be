internal import FormatKit

/// A record that would be treated otherwise than a plan says, in the words of a page.
///
/// A command says it in a line, such as `planned: update prices A1 (price 3.59 → 3.69); now: unchanged prices A1`.
enum PlanDifference {
  /// The kinds of records as the command writes them, the longest first: `order lines` before `orders`.
  private static let kinds = Vocabulary.kinds.map { (name: $0.name, words: ImportPages.words($0.name)) }
    .sorted { $0.words.utf8.count > $1.words.utf8.count }

  /// How a command begins each record.
  private static let beginnings = ["planned: ", "not in the plan: ", "no longer so: "]

  /// The records that a reason lists after its first line; none for other reasons. A value may have line breaks.
  static func lines(of reason: String) -> [String] {
    reason.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().reduce(into: []) { lines, line in
      let isNext = beginnings.contains { line.hasPrefix("  \($0)") }
      if isNext || lines.isEmpty { lines.append(line.trimmed) } else { lines[lines.count - 1] += "\n\(line)" }
    }
  }

  static func text(_ line: String) -> LocalizedText {
    if let match = line.wholeMatch(of: #/(?s)planned: (.*); now: (.*)/#) {
      let (before, now) = (treated(String(match.output.1)), treated(String(match.output.2)))
      return LocalizedText("Planned: \(before); now: \(now)")
    }
    if let match = line.wholeMatch(of: #/(?s)not in the plan: (.*)/#) {
      let now = treated(String(match.output.1))
      return LocalizedText("Not in the plan: \(now)")
    }
    if let match = line.wholeMatch(of: #/(?s)no longer so: (.*)/#) {
      let before = treated(String(match.output.1))
      return LocalizedText("No longer so: \(before)")
    }
    return LocalizedText(verbatim: line.sentence)
  }

  /// A record and what is done with it: `price A1, changed (Selling price 3.59 → 3.69)`.
  private static func treated(_ text: String) -> LocalizedText {
    if let match = text.wholeMatch(of: #/(?s)record ([0-9]+) \([a-z_]+\) is refused: (.*)/#) {
      let number = String(match.output.1)
      let problem = LocalizedText(said: Suggestion.withoutOptions(String(match.output.2)))
      return LocalizedText("record \(number) is refused: \(problem)")
    }
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, let kind = kinds.first(where: { "\(parts[1]) ".hasPrefix("\($0.words) ") }) else {
      return LocalizedText(verbatim: text)
    }
    var key = String(parts[1].dropFirst(kind.words.count))
    var fields: [LocalizedText] = []
    if let start = startOfChanges(in: key, of: kind.name) {
      let changes = changes(String(key[start...].dropFirst().dropLast()), of: kind.name)
      key = String(key[..<start])
      fields = [LocalizedText([LocalizedText(verbatim: "("), changes, LocalizedText(verbatim: ")")], separator: "")]
    }
    let name = [RecordWords.singularWord(kind.name), LocalizedText(verbatim: key.trimmed)].filter { !$0.isEmpty }
    let action = ChangeList.word(of: .object(["kind": .text(kind.name), "action": .text(parts[0])]))
    let record = LocalizedText([LocalizedText(name, separator: " "), action], separator: ", ")
    return LocalizedText([record] + fields, separator: " ")
  }

  /// Where the parenthesis with the changed fields begins, which is the last thing of a record; nil without one.
  ///
  /// The key before it and the values in it may have parentheses too. The one that is meant is closed by the last
  /// character, unless a value has a parenthesis without its other half.
  private static func startOfChanges(in text: String, of kind: String) -> String.Index? {
    guard text.hasSuffix(")") else { return nil }
    let starts = text.matches(of: #/ \(([a-z_]+) /#).compactMap { match -> String.Index? in
      let isField = Vocabulary.kind(kind)?.field(String(match.output.1)) != nil
      guard isField, text[match.range.upperBound...].contains(" → ") else { return nil }
      return text.index(after: match.range.lowerBound)
    }
    return starts.first { isClosedByLast(text[$0...]) } ?? starts.first
  }

  /// Whether the parenthesis at the beginning of a text is closed by the last character, and by no earlier one.
  private static func isClosedByLast(_ text: Substring) -> Bool {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      if depth == 0 { return text.index(after: index) == text.endIndex }
    }
    return false
  }

  /// Fields with their values before and after, as a command lists them. A value may have the comma that is between
  /// fields.
  private static func changes(_ text: String, of kind: String) -> LocalizedText {
    var changes: [String] = []
    for part in text.split(separator: ", ", omittingEmptySubsequences: false) {
      let field = String(part.prefix { $0 != " " })
      let isField = Vocabulary.kind(kind)?.field(field) != nil && part.contains(" → ")
      if isField || changes.isEmpty { changes.append(String(part)) } else { changes[changes.count - 1] += ", \(part)" }
    }
    let shown = changes.map { change -> LocalizedText in
      let field = String(change.prefix { $0 != " " })
      let values = change.dropFirst(field.count + 1).split(separator: " → ", maxSplits: 1).map { value in
        RecordWords.value(String(value), ofField: field, of: kind)
      }
      return LocalizedText(
        [RecordWords.name(ofField: field), LocalizedText(values, separator: " → ")], separator: " ")
    }
    return LocalizedText(shown, separator: ", ")
  }
}
