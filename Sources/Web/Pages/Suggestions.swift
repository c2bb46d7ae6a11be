internal import FormatKit

/// An answer that a message suggests as an option of the command line, for a button of the page.
///
/// Messages name what helps: `--map Karton=pack_size`, `--kind receipts`, `--new-items`. A page shows the message without these words,
/// and a button for each option that has no placeholder in it.
struct Suggestion: Equatable {
  /// The option without its hyphens.
  let option: String
  /// Its value; empty for an option without one.
  let value: String

  /// What the button says, unless ``DeclaredAnswers`` has a meaning of its own.
  var title: LocalizedText {
    switch assignment {
    case .column(let column, ""): return LocalizedText("“\(column)” is not needed")
    case .column(let column, let field):
      return LocalizedText("“\(column)” means: \(RecordWords.name(ofField: field))")
    case .constant(let field, let value):
      let shown = RecordWords.value(value, ofField: field, of: nil)
      return LocalizedText("\(RecordWords.name(ofField: field)) of all rows: \(shown)")
    case nil: break
    }
    switch option {
    case "kind": return LocalizedText("These are \(ImportPages.shownWords(value))")
    case "profile" where value.isEmpty: return LocalizedText("Read it without a profile")
    case "profile": return LocalizedText("Read it with the profile \(value)")
    case "supplier": return LocalizedText("The supplier is \(value)")
    case "location": return LocalizedText("The location is \(value)")
    case "decimal":
      return value == "comma"
        ? LocalizedText("Numbers have a decimal comma") : LocalizedText("Numbers have a decimal \(value)")
    case "dates": return LocalizedText("Dates are written \(Self.orders[value] ?? LocalizedText(verbatim: value))")
    case "new-items": return LocalizedText("Make the items that the shop does not have")
    case "new-suppliers": return LocalizedText("Make the suppliers that the shop does not have")
    case "new-locations": return LocalizedText("Make the places that the shop does not have")
    case "again": return LocalizedText("Import it once more")
    default: return LocalizedText(verbatim: "\(option) \(value)")
    }
  }

  /// What the value of `--map` and `--set` says.
  enum Assignment: Equatable, Sendable {
    /// `COLUMN=FIELD`: what a column is taken for; an empty field for one that is not used.
    case column(String, field: String)
    /// `FIELD=VALUE`: a field has one value in all rows.
    case constant(field: String, value: String)
  }

  /// The value of `--map` or `--set` in its parts; nil for other answers.
  var assignment: Assignment? {
    if option == "map" { return ColumnAssignment(value).map { .column($0.column, field: $0.field) } }
    guard option == "set", let sign = value.firstIndex(of: "=") else { return nil }
    return .constant(field: String(value[..<sign]), value: String(value[value.index(after: sign)...]))
  }

  /// The field that a column is to be taken for; nil for other answers.
  var mappedField: String? { if case .column(_, let field) = assignment, !field.isEmpty { field } else { nil } }

  /// The field that is to have one value in all rows; nil for other answers.
  var setField: String? { if case .constant(let field, _) = assignment { field } else { nil } }

  /// The value of the button.
  var answer: String { "\(option) \(value)" }

  /// In which order dates have their parts.
  static let orders = [
    "ymd": LocalizedText("year, month, day"), "dmy": LocalizedText("day, month, year"),
    "mdy": LocalizedText("month, day, year"),
  ]

  /// The options that a page can answer with a button.
  private static let flags = ["new-items", "new-suppliers", "new-locations"]
  private static let valued = ["map", "set", "kind", "profile", "supplier", "location", "decimal", "dates"]

  /// Reads the file by the names of its columns, whatever profile it was read with.
  static let withoutProfile = Suggestion(option: "profile", value: "")

  /// Takes a file once more that was imported before. Only the plan of such a file offers it.
  static let again = Suggestion(option: "again", value: "")

  init(option: String, value: String) { (self.option, self.value) = (option, value) }

  /// Reads the value of a button.
  init?(answer: String) {
    let parts = answer.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let known = Self.flags + Self.valued + [Self.again.option]
    guard parts.count == 2, known.contains(parts[0]) else { return nil }
    self.init(option: parts[0], value: parts[1])
  }

  /// The options in some texts, each once, without those that have a placeholder such as COLUMN or CODE.
  static func all(in texts: [String]) -> [Suggestion] {
    var found: [Suggestion] = []
    for (option, value) in texts.flatMap(options) {
      var suggestion: Suggestion?
      if flags.contains(option) { suggestion = Suggestion(option: option, value: "") }
      if valued.contains(option), let value, !isPlaceholder(value, of: option), isValue(value, of: option) {
        suggestion = Suggestion(option: option, value: value)
      }
      if let suggestion, !found.contains(suggestion) { found.append(suggestion) }
    }
    return found
  }

  /// What the options of a text leave open, each once: `effective_at` of `--set effective_at=DATE`, and `location` of
  /// `--location CODE`.
  static func leftOpen(in text: String) -> [String] {
    var open: [String] = []
    for (option, value) in options(in: text) {
      guard let value, isPlaceholder(value, of: option) else { continue }
      let name: String? =
        switch (option, Suggestion(option: option, value: value).assignment) {
        case ("supplier", _), ("location", _): option
        case (_, .constant(let field, let value)) where isPlaceholder(value): field
        default: nil
        }
      if let name, RecordWords.valueType(ofField: name) != nil, !open.contains(name) { open.append(name) }
    }
    return open
  }

  /// The options of a text, each with the word that follows it; without the word where the text says to leave the option out.
  private static func options(in text: String) -> [(name: String, value: String?)] {
    text.matches(of: #/(?:^|[\s(`])--([a-z]+(?:-[a-z]+)*)/#).map { match in
      let isLeftOut = text[..<match.range.lowerBound].hasSuffix("eave")
      return (String(match.output.1), isLeftOut ? nil : word(text[match.range.upperBound...]))
    }
  }

  // MARK: Messages without the command line

  /// The text without what it says of the command line.
  ///
  /// A phrase such as “with `stockroom count start 7`” goes where the sentence ends or goes on without it. Else a sentence with an
  /// option or a command goes. Its first part stays where that is a sentence by itself, such as the
  /// first one of “Correct the value, or name the mark with `--decimal`.”. What leads with a colon to a sentence that
  /// goes, goes with it.
  static func withoutOptions(_ text: String) -> String {
    guard text.contains("--") || text.contains("stockroom ") else { return text }
    let text = text.replacing(
      #/ with `(?:stockroom |--)[^`]*`(?=[,;.]|$| (?:to|if) )| \((?:--|stockroom )[^()]*\)(?=\.|$)/#, with: "")
    var kept: [String] = []
    var wasCut = false
    for sentence in sentences(of: text) {
      let isFirst = kept.isEmpty && !wasCut
      guard let command = sentence.firstMatch(of: #/(?:^\s\s+|`)stockroom [a-z]|(?:^|[\s(`'\[])--[a-z]/#) else {
        let trimmed = sentence.trimmed
        // A sentence that continues the one that went says nothing without it.
        guard !wasCut || isBeginning(trimmed) else { continue }
        if !trimmed.isEmpty { kept.append(trimmed) }
        wasCut = false
        continue
      }
      wasCut = true
      if let part = part(of: sentence, before: command.range.lowerBound, isFirst: isFirst) {
        kept.append(part)
      } else {
        while let last = kept.last, !isComplete(last) { kept.removeLast() }
      }
    }
    return kept.joined(separator: " ")
  }

  /// The sentences and lines of a text with the spaces around them; what is in backticks or single quotation marks is not
  /// divided, such as the name of the column 'P.A. HT'.
  static func sentences(of text: String) -> [String] {
    var sentences: [String] = []
    var sentence = ""
    var (isCode, isQuoted) = (false, false)
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "'" {
        isQuoted = isQuoted ? isWithinWord(sentence.last, rest.first) : isQuote(after: sentence.last, before: rest)
      }
      sentence.append(character)
      if character == "`" { isCode.toggle() }
      let isEnd = !isCode && !isQuoted && ".!?".contains(character) && (rest.first?.isWhitespace ?? true)
      if isEnd || character.isNewline {
        sentences.append(sentence)
        (sentence, isCode, isQuoted) = ("", false, false)
      }
    }
    return sentences + [sentence]
  }

  /// Whether an apostrophe is one within a word, as in `Prix d'achat`.
  private static func isWithinWord(_ previous: Character?, _ next: Character?) -> Bool {
    previous?.isLetter == true && next?.isLetter == true
  }

  /// Whether a quotation mark begins what another one ends in the same line.
  private static func isQuote(after previous: Character?, before rest: Substring) -> Bool {
    guard previous.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return false }
    return rest.prefix { !$0.isNewline }.contains("'")
  }

  /// The longest part before a command that is a sentence by itself; nil without one.
  private static func part(of sentence: String, before command: String.Index, isFirst: Bool) -> String? {
    let before = sentence[..<command]
    let end = sentence.trimmed.last.map { ".!?".contains($0) ? String($0) : "" } ?? ""
    for match in before.matches(of: #/;(?: |$)|, or(?: |$)/#).reversed() {
      let part = before[..<match.range.lowerBound].trimmed
      if isComplete(part), isFirst || isBeginning(part), !isCondition(part) { return part + end }
    }
    return nil
  }

  /// Whether nothing has to follow a text.
  private static func isComplete(_ text: String) -> Bool {
    guard let last = text.last, !":;,(".contains(last), !text.hasSuffix(" or"), !text.hasSuffix(" and") else {
      return false
    }
    return text.filter { $0 == "(" }.count == text.filter { $0 == ")" }.count
  }

  /// Whether a text can begin where another one ended.
  private static func isBeginning(_ text: String) -> Bool {
    guard let first = text.first else { return false }
    return !first.isLowercase && !text.hasPrefix("Or ")
  }

  /// Whether a text is a condition or a purpose alone, such as “If letters look wrong”.
  private static func isCondition(_ text: String) -> Bool {
    ["If ", "To ", "When ", "Where ", "For "].contains { text.hasPrefix($0) } && !text.contains(",")
  }

  /// The word that follows an option, as a shell reads it: after a space or `=`, perhaps in quotation marks.
  private static func word(_ text: Substring) -> String? {
    guard let first = text.first, first == " " || first == "=" else { return nil }
    var (word, mark) = ("", Character?.none)
    // What ends the sentence is outside of quotation marks.
    var (quoted, isEscaped) = (0, false)
    for character in text.dropFirst() {
      if let open = mark {
        if character == open { mark = nil } else { word.append(character) }
        quoted = word.count
      } else if isEscaped {
        word.append(character)
        (quoted, isEscaped) = (word.count, false)
      } else if character == "'" || character == "\"" {
        mark = character
      } else if character == "\\" {
        isEscaped = true
      } else if character.isWhitespace || "`);".contains(character) {
        break
      } else {
        word.append(character)
      }
    }
    while word.count > quoted, let last = word.last, ".,:".contains(last) { word.removeLast() }
    return word.isEmpty ? nil : word
  }

  /// Whether a value of an option has to be filled in. The column of `--map` may be called `CODE` or `NAME`.
  private static func isPlaceholder(_ value: String, of option: String) -> Bool {
    guard option == "map", let assignment = ColumnAssignment(value) else { return isPlaceholder(value) }
    return assignment.column == "COLUMN" || assignment.field == "FIELD"
  }

  /// Whether a value holds a word in capitals that stands for something to be filled in.
  private static func isPlaceholder(_ value: String) -> Bool {
    let words = [
      "COLUMN", "FIELD", "VALUE", "CODE", "KIND", "FILE", "NAME", "NUMBER", "TEXT", "OUR", "THEIR", "THEIRS", "OURS",
      "DATE", "REASON",
    ]
    return value.split(whereSeparator: { !$0.isLetter }).contains { words.contains(String($0)) }
  }

  /// Words of a sentence that goes on after the name of an option.
  private static let connecting: Set<String> = [
    "and", "as", "does", "for", "goes", "if", "is", "needs", "not", "or", "says", "to", "together", "with",
  ]

  /// Whether a word that follows an option is a value of it, and not the next word of the sentence.
  private static func isValue(_ word: String, of option: String) -> Bool {
    switch option {
    case "map", "set": Suggestion(option: option, value: word).assignment != nil
    case "kind": Vocabulary.kind(word) != nil
    case "decimal": ["comma", "point"].contains(word)
    case "dates": orders[word] != nil
    default: !connecting.contains(word)
    }
  }
}

extension WaitingPlan.Reading {
  /// Takes an answer that a button gave.
  mutating func take(_ suggestion: Suggestion) {
    switch suggestion.assignment {
    case .column(let column, let field):
      columns[column] = field
      values?[column] = nil
    case .constant(let field, let value): constants[field] = value
    case nil: break
    }
    switch suggestion.option {
    case "kind": take(kind: suggestion.value)
    case "profile" where suggestion.value.isEmpty: (profile, withoutProfile) = (nil, true)
    case "profile": (profile, withoutProfile, columns, values) = (suggestion.value, nil, [:], nil)
    case "supplier": supplier = suggestion.value
    case "location": location = suggestion.value
    case "decimal": decimal = suggestion.value
    case "dates": dates = suggestion.value
    case "new-items": newItems = true
    case "new-suppliers": newSuppliers = true
    case "new-locations": newLocations = true
    case "again": again = true
    default: break
    }
  }

  /// Takes the rows for records of a kind. If they are lines of a document, what columns were taken for in another kind of
  /// document is forgotten: a quantity that was ordered is confirmed or sent now, and is recognised again.
  private mutating func take(kind name: String) {
    kind = name
    guard let head = Vocabulary.head(of: name), let lines = Vocabulary.kind(name) else { return }
    columns = columns.filter { _, field in
      lines.field(field) != nil || head.field(field) != nil || Vocabulary.kinds.allSatisfy { $0.field(field) == nil }
    }
  }
}
