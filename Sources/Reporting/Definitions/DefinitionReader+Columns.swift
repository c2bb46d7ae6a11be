internal import RetailValues
internal import Yams

/// Reading the columns of a query.
extension DefinitionReader {
  /// A column as `name: type`, or as `name: {type: …, title: …, currency: …, words: …}`. Its title and its heading may have
  /// their translations with them.
  mutating func column(_ name: String, _ node: Node, among names: [String]) -> ReportColumn? {
    var type: Node? = node
    var title: String?
    var currencyPlace: Int?
    var list: Node?
    var cell = ReportColumn.Cell()
    if node.mapping != nil {
      let values = fields(
        node, "the column '\(name)'", ["type", "title", "currency", "words"] + ReportColumn.Cell.fields)
      cell = self.cell(values, of: name, at: node, among: names)
      type = values["type"]
      list = values["words"]
      title = values["title"].flatMap {
        $0.mapping == nil ? text($0, required: "title", at: node) : translated($0, "the title of '\(name)'")
      }
      if let currency = values["currency"]?.scalar?.string {
        currencyPlace = names.firstIndex(of: currency)
        if currencyPlace == nil {
          problem(
            node, "the currency of '\(name)' should be in a column '\(currency)', which the query does not have",
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
      return ReportColumn(name: name, type: kind, title: title, currencyPlace: currencyPlace, words: words, cell: cell)
    }
  }

  /// The format of one column in tables that are made of columns.
  private mutating func cell(
    _ values: [String: Node], of name: String, at node: Node, among names: [String]
  ) -> ReportColumn.Cell {
    func column(_ node: Node?) -> String? { node.flatMap { shown(with: name, $0, among: names) } }
    func list(_ field: String) -> [Node] {
      values[field].map { $0.sequence.map { Array($0) } ?? [$0] } ?? []
    }
    let classes = values["class"]?.scalar?.string
    if let classes, classes.contains(where: { !$0.isNameLetter }) {
      problem(
        node, "the class of '\(name)' is '\(classes)', which is not a name",
        remedy: "Use letters, digits and hyphens.")
    }
    return ReportColumn.Cell(
      heading: values["heading"].flatMap { translated($0, "the heading of '\(name)'") },
      unknown: values["unknown"]?.scalar?.string,
      dash: values["dash"]?.scalar?.string,
      sense: values["sense"].flatMap { choice($0, of: ReportColumn.Cell.Sense.self, "sense", at: node) } ?? .amount,
      code: list("code").compactMap { column($0) }, unit: column(values["unit"]), isSigned: flag(values["signed"]),
      isStrong: flag(values["strong"]),
      below: list("below").flatMap { line(of: name, $0, among: names) },
      flags: list("flags").compactMap { column($0) }, says: values["says"]?.scalar?.string, classes: classes,
      link: values["link"].flatMap { link($0, of: name, among: names) }, contents: values["cell"]?.scalar?.string)
  }

  /// The name of a column of the query that is shown with another; a property of its value may follow: `lines.is_positive`.
  private mutating func shown(with name: String, _ node: Node, among names: [String]) -> String? {
    let other = node.scalar?.string ?? ""
    if names.contains(other.split(separator: ".").first.map(String.init) ?? "") { return other }
    problem(
      node, "'\(name)' is shown with a column '\(other)', which the query does not have",
      remedy: "Name a column of the query." + suggestion(for: other, among: names))
    return nil
  }

  /// One line below a value: `sku`, `"of {{lines}}"`, or `late_days: "days: {{.}}"`.
  private mutating func line(of name: String, _ node: Node, among names: [String]) -> [ReportColumn.Cell.Line] {
    if let mapping = node.mapping {
      return mapping.compactMap { key, text in
        shown(with: name, key, among: names).map { .init(column: $0, text: text.scalar?.string) }
      }
    }
    if let text = node.scalar?.string, text.contains("{{") { return [.init(text: text)] }
    return shown(with: name, node, among: names).map { [.init(column: $0)] } ?? []
  }

  /// The format of a query as a table.
  mutating func table(_ node: Node, of what: String, columns: [ReportColumn]) -> ReportTable {
    let values = fields(
      node, "the table of \(what)", Self.frameFields + ["empty", "head", "columns", "details"])
    var table = ReportTable()
    table.frame = frame(values, of: what, at: node)
    if let empty = values["empty"]?.scalar?.string { table.empty = empty }
    if let cells = values["empty"]?.sequence?.compactMap({ $0.scalar?.string }), let last = cells.last {
      (table.cellsBeforeEmpty, table.empty) = (Array(cells.dropLast()), last)
    }
    table.details = values["details"].map { details($0, of: what) }
    if let (flag, contents) = values["head"]?.mapping?.first, let name = flag.scalar?.string {
      table.head = .init(flag: name, contents: contents.scalar?.string ?? "")
      if !columns.contains(where: { $0.name == name && $0.type == .flag }) {
        problem(
          flag, "the table of \(what) has a head where '\(name)' is set, which is not a flag of the query",
          remedy: "Name a column of type flag." + suggestion(for: name, among: columns.map(\.name)))
      }
    }
    for item in values["columns"]?.sequence.map({ Array($0) }) ?? [] {
      if let pair = item.mapping?.first, let text = pair.value.scalar?.string {
        table.groups.append(.init(title: pair.key.scalar?.string, columns: [], fixedText: text))
        continue
      }
      let (group, names): (String?, [String]) =
        if let pair = item.mapping?.first {
          (pair.key.scalar?.string, pair.value.sequence?.compactMap { $0.scalar?.string } ?? [])
        } else {
          (nil, [item.scalar?.string ?? ""])
        }
      for name in names where !columns.contains(where: { $0.name == name }) {
        problem(
          item, "the table of \(what) shows a column '\(name)', which the query does not have",
          remedy: "Name a column of the query." + suggestion(for: name, among: columns.map(\.name)))
      }
      table.groups.append(.init(title: group, columns: names))
    }
    return table
  }

  private static let frameFields = ["caption", "labelled-by", "name", "class"]

  private mutating func frame(_ values: [String: Node], of what: String, at node: Node) -> ReportTable.Frame {
    let frame = ReportTable.Frame(
      caption: values["caption"]?.scalar?.string, label: values["labelled-by"]?.scalar?.string,
      name: values["name"]?.scalar?.string,
      classes: values["class"]?.scalar?.string.split(separator: " ").map(String.init))
    let names = [frame.label].compactMap { $0 } + (frame.classes ?? [])
    for name in names where name.contains(where: { !$0.isNameLetter }) {
      problem(
        node, "the table of \(what) has '\(name)', which is not a name", remedy: "Use letters, digits and hyphens.")
    }
    return frame
  }

  private mutating func details(_ node: Node, of what: String) -> ReportTable.Details {
    let values = fields(node, "the details of \(what)", Self.frameFields + ["head", "queries"])
    return ReportTable.Details(
      frame: frame(values, of: what, at: node), head: values["head"]?.scalar?.string ?? "",
      queries: values["queries"]?.sequence?.compactMap { $0.scalar?.string } ?? [])
  }

  /// A vocabulary by its name alone, or a list of words, in which `{of: NAME}` includes those of a vocabulary.
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
          part, "one of the words of '\(column)' is not a word",
          remedy: "Write words: [All, No category], or {of: NAME} for those of a vocabulary.")
      }
    }
    if parts.isEmpty {
      problem(node, "the words of '\(column)' are not listed", remedy: "List them, or make the column a text.")
    }
    return words
  }

  private mutating func vocabulary(_ node: Node, of column: String) -> [String] {
    let name = node.scalar?.string ?? ""
    if let words = vocabularies[name] { return words }
    problem(
      node, "the words of '\(column)' are to be those of '\(name)', which is not a vocabulary",
      remedy: "Name one of _shared/words.yml, or list the words: [All, No category]."
        + suggestion(for: name, among: vocabularies.keys.sorted()))
    return []
  }
}

extension Character {
  /// Whether it may be in the name of an element of a page.
  fileprivate var isNameLetter: Bool { isASCII && (isLetter || isNumber || self == "-" || self == "_") }
}
