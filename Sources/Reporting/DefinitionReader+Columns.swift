internal import Catalog
internal import Yams

/// What the columns of a query hold.
extension DefinitionReader {
  /// A column as `name: type`, or as `name: {type: …, title: …, currency: …, words: …}`.
  mutating func column(_ name: String, _ node: Node, among names: [String]) -> ReportColumn? {
    var type: Node? = node
    var title: String?
    var currencyPlace: Int?
    var list: Node?
    if node.mapping != nil {
      let values = fields(node, "the column '\(name)'", ["type", "title", "currency", "words"])
      type = values["type"]
      list = values["words"]
      title = values["title"].flatMap { text($0, required: "title", at: node) }
      if let currency = values["currency"]?.scalar?.string {
        currencyPlace = names.firstIndex(of: currency)
        if currencyPlace == nil {
          problem(
            node, "the currency of '\(name)' is to stand in a column '\(currency)', which the query does not have",
            remedy: "Name the column with the currency's code." + suggestion(for: currency, among: names))
        }
      }
    }
    let words = list.map { labelWords($0, of: name) } ?? LabelWords()
    return choice(type, of: ReportColumnType.self, "column '\(name)'", at: node).map { kind in
      if kind == .label, list == nil {
        problem(
          node, "the column '\(name)' is a label, but has no words",
          remedy: "List the words that its SQL makes, as in \(name): {type: label, words: [All, No category]}, or name "
            + "a vocabulary of _shared/words.yml. A column of names and texts of the shop alone is a text.")
      }
      if kind != .label, let list {
        problem(
          list, "the column '\(name)' has words, but is a \(kind.rawValue)",
          remedy: "Make it a label, or take its words out.")
      }
      return ReportColumn(name: name, type: kind, title: title, currencyPlace: currencyPlace, words: words)
    }
  }

  /// A vocabulary by its name alone, or a list of words, in which `{of: NAME}` stands for those of a vocabulary.
  private mutating func labelWords(_ node: Node, of column: String) -> LabelWords {
    var words = LabelWords()
    guard let parts = node.sequence else {
      words.shared = vocabulary(node, of: column)
      return words
    }
    for part in parts {
      if let word = part.scalar?.string, !word.isEmpty {
        words.own.append(word)
      } else if part.mapping != nil {
        let name = fields(part, "one of the words of '\(column)'", ["of"])["of"]
        words.shared += vocabulary(name ?? part, of: column)
      } else {
        problem(
          part, "one of the words of '\(column)' is no word",
          remedy: "Write words: [All, No category], or {of: NAME} for those of a vocabulary.")
      }
    }
    if parts.isEmpty {
      problem(node, "the words of '\(column)' are none", remedy: "List them, or make the column a text.")
    }
    return words
  }

  private mutating func vocabulary(_ node: Node, of column: String) -> [String] {
    let name = node.scalar?.string ?? ""
    if let words = vocabularies[name] { return words }
    problem(
      node, "the words of '\(column)' are to be those of '\(name)', which is no vocabulary",
      remedy: "Name one of _shared/words.yml, or list the words: [All, No category]."
        + suggestion(for: name, among: vocabularies.keys.sorted()))
    return []
  }
}
