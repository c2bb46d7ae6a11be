internal import FormatKit

/// The changes of a plan or an import: a page of them by kind and search, and all of them.
enum ChangeList {
  private static let pageLength = 50

  /// The order of a plan in which the records are as in the file; without a name, the largest change is first.
  private static let asInFile = "file"

  /// The same for a plan, whose largest changes come first unless the order of the file is chosen.
  static func page(ofPlan words: CommandWords, _ query: FormValues) -> CommandWords {
    page(of: words.option("order", query["order"] == asInFile ? asInFile : "largest"), query)
  }

  /// The command with the choice that the address, or a form of the page, makes.
  static func page(of words: CommandWords, _ query: FormValues) -> CommandWords {
    choice(of: words, query).option("skip", "\(query.number("from"))")
  }

  /// The same for an import, whose records are read from the position on where the page before ended.
  static func page(ofImport words: CommandWords, _ query: FormValues) -> CommandWords {
    guard let position = query["after"], !position.isEmpty else {
      // Of what a text is looked for in, only as much is read as the page needs.
      return page(of: words, query).option("after", (query["find"] ?? "").isEmpty ? nil : "start")
    }
    return choice(of: words, query).option("after", position)
  }

  private static func choice(of words: CommandWords, _ query: FormValues) -> CommandWords {
    chosen(words, query).option("limit", "\(pageLength)")
  }

  /// The command with the kind and the text that the address chooses, for all pages of them.
  static func chosen(_ words: CommandWords, _ query: FormValues) -> CommandWords {
    words.option("kind", query["kind"]).option("find", query["find"])
  }

  /// The choice of the page of changes that was shown above or below a form, without what was typed in it since.
  static func shown(in form: FormValues) -> FormValues {
    var choice = FormValues()
    for (name, field) in [
      ("kind", "kind"), ("find", "shown-find"), ("from", "shown-from"), ("order", "shown-order"),
    ] {
      choice.append(name, form[field] ?? "")
    }
    return choice
  }

  /// The address of a page of changes.
  private static func address(_ address: String, _ fields: (name: String, value: String)...) -> String {
    let parts = fields.filter { !$0.value.isEmpty }.map { "\($0.name)=\(FormValues.encoded($0.value))" }
    return address + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }

  /// The address of the page that a form of it asks for by a tab, a text or a number of its first row.
  static func address(_ page: String, askedBy form: FormValues) -> String {
    let from = form.number("from")
    return address(
      page, ("kind", form["tab"] ?? form["kind"] ?? ""), ("find", form["find"] ?? ""),
      ("from", from > 0 ? "\(from)" : ""), ("order", form["order"] == asInFile ? asInFile : ""))
  }

  /// The values for the template `changes`.
  ///
  /// - Parameters:
  ///   - answer: what the command answered.
  ///   - address: the address of the page.
  ///   - row: makes the row of a record that is not a change of a plan or an import.
  ///   - form: the address that the form `take` of the page is sent to for another page of changes, so that what is ticked in it
  ///     is kept; empty where links are enough.
  ///   - file: the address of the file of all that is chosen; nil for none.
  static func values(
    _ answer: JSONValue, at address: String, _ query: FormValues, sentTo form: String = "", file: String? = nil,
    row: ((JSONValue) -> [String: Any])? = nil
  ) -> [String: Any] {
    let skip = query.number("from")
    let (kind, find) = (query["kind"] ?? "", query["find"] ?? "")
    let order = query["order"] == asInFile ? asInFile : ""
    let records = answer["records"].elements
    let total = answer["total"].integer
    let (following, preceding) = (skip + pageLength, max(0, skip - pageLength))
    func link(from: Int, after position: String = "", kind: String) -> String {
      let from = from > 0 ? "\(from)" : ""
      return Self.address(
        address, ("kind", kind), ("find", find), ("after", position), ("from", from), ("order", order)) + "#all"
    }
    let position = answer["next"].text ?? ""
    let hasNext = !position.isEmpty || total.map { following < $0 } ?? false
    let kinds = answer["kinds"].elements
    let all = kinds.reduce(0) { $0 + ($1["records"].integer ?? 0) }
    func tab(_ title: LocalizedText, _ name: String) -> [String: Any] {
      ["title": title, "name": name, "address": link(from: 0, kind: name), "is_current": kind == name]
    }
    let last = total.map { min($0, following) } ?? skip + records.count
    let tabs =
      [tab(LocalizedText("All \(PageNumber.text(all))"), "")]
      + kinds.map { found in
        let name = found["kind"].text ?? ""
        return tab(
          LocalizedText([ImportPages.shownWords(name).sentence, found["records"].numberText], separator: " "), name)
      }
    return [
      "list_address": address, "form": form,
      "csv": file.map { Self.address($0, ("kind", kind), ("find", find)) } ?? "",
      "rows": records.map { row?($0) ?? Self.row($0, in: answer["entry"]) },
      "has_rows": !records.isEmpty, "find": find,
      "from": "\(skip)", "kind": kind, "order": order, "is_as_in_file": order == asInFile,
      "total": total.map { PageNumber.text($0) } ?? "" as Any,
      "first": PageNumber.text(total == 0 ? 0 : skip + 1), "last": PageNumber.text(last), "tabs": tabs,
      "beyond": records.isEmpty && skip > 0 ? thereAreOnly(total) : "" as Any, "start": link(from: 0, kind: kind),
      "has_titles": records.contains { $0["title"].text != nil },
      "has_lines": records.contains { $0["line"].text != nil },
      "next": hasNext ? link(from: following, after: position, kind: kind) : "", "next_from": "\(following)",
      "previous": skip > 0 ? link(from: preceding, kind: kind) : "", "previous_from": "\(preceding)",
    ]
  }

  private static func thereAreOnly(_ total: Int?) -> LocalizedText {
    guard let total, total > 0 else { return LocalizedText("There are no more.") }
    return LocalizedText(
      count: total, one: "There is only 1 record.", other: "There are only \(PageNumber.text(total)) records.")
  }

  /// A record with names that people read.
  ///
  /// - Parameter entry: the import, undo or redo; null for a plan.
  static func row(_ record: JSONValue, in entry: JSONValue = .null) -> [String: Any] {
    let kind = record["kind"].text
    return [
      "key": record["key"].text ?? "", "title": record["title"].text ?? "", "line": record["line"].text ?? "",
      "kind": RecordWords.singularWord(kind), "action": word(of: record, in: entry), "reason": "",
      "percent": record["percent"].text.map { signedPercent($0) } ?? "" as Any,
      "fields": record["fields"].elements.map { field -> [String: Any] in
        let name = field["field"].text
        return [
          "field": RecordWords.name(ofField: name),
          "before": RecordWords.value(field["before"].text, ofField: name, of: kind),
          "after": RecordWords.value(field["after"].text, ofField: name, of: kind),
        ]
      },
    ]
  }

  /// By how much an amount changes: `+12.5 %`, `−7 %`.
  private static func signedPercent(_ number: String) -> LocalizedText {
    let sign = LocalizedText(verbatim: number.hasPrefix("-") ? "" : "+")
    let percent = LocalizedText([PageNumber.text(number), LocalizedText(verbatim: "%")], separator: "\u{A0}")
    return LocalizedText([sign, percent], separator: "")
  }

  /// What became of a record, or of a number of them. A new price that follows another is a change of it; what an undo or
  /// a redo makes was there before, except movements of stock.
  ///
  /// - Parameter entry: the import, undo or redo; null for a plan.
  static func word(of found: JSONValue, in entry: JSONValue = .null) -> LocalizedText {
    let isChange = found["fields"].elements.contains { $0["before"].text != nil }
    let isMovement = found["kind"].text.flatMap(Vocabulary.kind)?.isMovement == true
    let isBack = ImportPages.isReversion(entry) && !isMovement
    return switch found["action"].text {
    case "create" where isBack: LocalizedText("brought back")
    case "create" where !isChange: LocalizedText("new")
    case "create", "update": LocalizedText("changed")
    case "delete": LocalizedText("removed")
    default: ImportPages.shownWords(found["action"].text)
    }
  }
}
