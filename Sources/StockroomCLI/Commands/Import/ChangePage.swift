internal import ArgumentParser
internal import ProblemKit
internal import Stock

/// The options that choose among the records of a plan or an import.
struct ChangePageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only records of this kind.", valueName: "kind"), completion: ReadingOptions.kinds)
  var kind: String?

  @Option(help: ArgumentHelp("Only records with this text in a key, a title or a value.", valueName: "text"))
  var find: String?

  @Option(help: "How many records to show; 50 unless given.")
  var limit: Int?

  @Option(help: "How many records to pass over first.")
  var skip = 0

  /// Whether any of them is given.
  var isGiven: Bool { kind != nil || find != nil || limit != nil || skip != 0 }

  /// The page that they choose, still without its records.
  ///
  /// - Parameter former: the kind by an old name of the option.
  /// - Throws: a usage error for an unknown kind, and for a number that cannot be.
  func page(former: String?) throws -> ChangePage {
    let limit = limit ?? 50
    try Problems.requireLimit(limit)
    try Problems.requireSkip(skip)
    return ChangePage(
      kind: try ReadingOptions.kind(kind ?? former), text: find?.lowercased(), skip: skip, limit: limit)
  }
}

/// A page of the records of a plan or an import.
struct ChangePage {
  /// How many records of a kind there are in all.
  struct Kind: Encodable {
    let kind: String
    let records: Int
  }

  /// The only kind that is shown; nil for all kinds.
  let kind: String?
  /// In lower case, the text that every record on the page has; nil for all records.
  let text: String?
  let skip: Int
  let limit: Int
  /// Of an import, the position that the page is read from; nil to begin at the first record.
  var after: ImportedPosition?
  /// How many records the choice leaves, if ``isCounted``.
  var total = 0
  var records: [ImportOutput.Change] = []
  /// Of an import, the position of the last record where others follow it.
  var next: ImportedPosition?
  /// Whether the records are those of an undo or a redo, which brings prices back.
  var isOfReversion = false

  init(kind: String?, text: String?, skip: Int, limit: Int) {
    (self.kind, self.text, self.skip, self.limit) = (kind, text, skip, limit)
  }

  /// Whether `total` is known: a text is not looked for in more records than the page needs where it is read from a position on.
  var isCounted: Bool { text == nil || after == nil }

  /// Whether something is one of those that are chosen.
  ///
  /// - Parameter holds: whether a text in lower case is in it.
  func chooses(_ kind: String, _ holds: (String) -> Bool) -> Bool {
    (self.kind ?? kind) == kind && (text.map(holds) ?? true)
  }

  /// Whether a record is one of those that are chosen.
  func chooses(_ record: ImportOutput.Change) -> Bool { chooses(record.kind, record.holds) }

  /// Shows the page.
  ///
  /// - Parameter name: what the records are of, such as the name of a file.
  func show(of name: String) {
    guard !records.isEmpty else {
      let isBeyond = isCounted && after == nil && total > 0
      return Terminal.say(isBeyond ? Terminal.thereAreOnly(total, "record") : "There is nothing to show.")
    }
    Terminal.say(
      after == nil
        ? "\(skip + 1) to \(skip + records.count) of \(total) records of \(Terminal.oneLine(name))"
        : "\(Terminal.number(records.count, "record")) of \(Terminal.oneLine(name))")
    let hasLines = records.contains { $0.line != nil }
    let hasTitles = records.contains { $0.title != nil }
    let rows = records.map { record in
      let fields = record.fields.map { field in
        record.action == .update || field.before != nil
          ? "\(field.field) \(field.before ?? "–") → \(field.after ?? "–")" : "\(field.field) \(field.after ?? "–")"
      }
      let action = isOfReversion ? record.action : record.action.shown(before: record.fields.map(\.before))
      let what = [PlanAction.create: "new", .delete: "removed"][action] ?? "changed"
      return (hasLines ? [record.line.map { "\($0)" } ?? ""] : [])
        + [record.kind.replacing("_", with: " "), what, record.key] + (hasTitles ? [record.title ?? ""] : [])
        + [fields.joined(separator: ", ")]
    }
    let headings = (hasLines ? ["line"] : []) + ["kind", "what", "key"] + (hasTitles ? ["title"] : []) + ["values"]
    Terminal.say(Terminal.table(headings, rows, rightAligned: hasLines ? [0] : []))
    if after != nil, let next { Terminal.say("There are more: --after \(next.text)") }
  }
}

extension Terminal {
  /// What is said where more were passed over than there are.
  static func thereAreOnly(_ count: Int, _ noun: String) -> String {
    count == 0 ? "There are no \(noun)s." : "There \(count == 1 ? "is" : "are") only \(number(count, noun))."
  }
}

extension ImportOutput.Change {
  /// Whether a text in lower case is in its key, its title or a value.
  func holds(_ text: String) -> Bool {
    let values = fields.flatMap { [$0.before, $0.after] }
    return ([key, title] + values).contains { $0?.lowercased().contains(text) ?? false }
  }
}
