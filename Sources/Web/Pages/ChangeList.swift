internal import HummingbirdCore

/// The changes of a plan or an import: a page of them by kind and search, and all of them.
enum ChangeList {
  private static let pageLength = 50
  /// The number of records that a file of all of them is read by.
  private static let chunk = 2000

  /// The command with the choice that the address makes.
  static func page(of words: CommandWords, _ query: FormValues) -> CommandWords {
    words.option("kind", query["kind"]).option("find", query["find"]).option("limit", "\(pageLength)")
      .option("skip", "\(query.number("from"))")
  }

  /// The values for the template `changes`.
  ///
  /// - Parameters:
  ///   - answer: what the command answered.
  ///   - address: the address of the page.
  static func values(_ answer: JSONValue, at address: String, _ query: FormValues) -> [String: Any] {
    let skip = query.number("from")
    let (kind, find) = (query["kind"] ?? "", query["find"] ?? "")
    let total = answer["total"].integer ?? 0
    func link(from: Int, kind: String) -> String {
      let parts = [("kind", kind), ("find", find), ("from", from > 0 ? "\(from)" : "")].filter { !$0.1.isEmpty }
        .map { "\($0.0)=\(FormValues.encoded($0.1))" }
      return address + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&")) + "#all"
    }
    let kinds = answer["kinds"].elements
    let all = kinds.reduce(0) { $0 + ($1["records"].integer ?? 0) }
    func tab(_ title: String, _ name: String) -> [String: Any] {
      ["title": title, "address": link(from: 0, kind: name), "is_current": kind == name]
    }
    let records = answer["records"].elements
    return [
      "list_address": address, "rows": records.map(row), "has_rows": !records.isEmpty, "find": find, "kind": kind,
      "total": total, "first": total == 0 ? 0 : skip + 1, "last": min(total, skip + pageLength),
      "has_titles": records.contains { $0["title"].text != nil },
      "has_lines": records.contains { $0["line"].text != nil },
      "tabs": [tab("All \(all)", "")]
        + kinds.map { found in
          let name = found["kind"].text ?? ""
          return tab("\(ImportPages.words(name).sentence) \(found["records"].text ?? "")", name)
        },
      "next": skip + pageLength < total ? link(from: skip + pageLength, kind: kind) : "",
      "previous": skip > 0 ? link(from: max(0, skip - pageLength), kind: kind) : "",
    ]
  }

  /// A record with names that people read.
  static func row(_ record: JSONValue) -> [String: Any] {
    [
      "key": record["key"].text ?? "", "title": record["title"].text ?? "", "line": record["line"].text ?? "",
      "kind": ImportPages.words(record["kind"].text), "action": action(record),
      "fields": record["fields"].elements.map { field in
        [
          "field": ImportPages.words(field["field"].text), "before": field["before"].text ?? "",
          "after": field["after"].text ?? "",
        ]
      },
    ]
  }

  /// What became of a record. A new price that follows another is a change of it.
  private static func action(_ record: JSONValue) -> String {
    let isChange = record["fields"].elements.contains { $0["before"].text != nil }
    return word(ofAction: isChange && record["action"].text == "create" ? "update" : record["action"].text)
  }

  /// The word for an action of a plan or an import.
  static func word(ofAction action: String?) -> String {
    switch action {
    case "create": "new"
    case "update": "changed"
    case "delete": "removed"
    default: ImportPages.words(action)
    }
  }

  /// All records as a CSV file, with a row for each field.
  static func csv(of words: CommandWords, named name: String, _ visit: Visit) async throws -> Response {
    let rows = try await all(words, in: "records", visit).flatMap { record -> [[String]] in
      let row = [
        record["key"].text ?? "", record["title"].text ?? "", action(record), ImportPages.words(record["kind"].text),
      ]
      let fields = record["fields"].elements.map { field in
        [ImportPages.words(field["field"].text)] + ["before", "after"].map { field[$0].text ?? "" }
      }
      return (fields.isEmpty ? [["", "", ""]] : fields).map { row + $0 }
    }
    return .csv(["Item", "Title", "What", "Kind", "Field", "Before", "After"], rows, named: name)
  }

  /// All rows of a command that answers a page at a time.
  ///
  /// - Parameter name: the member of its answer that has them; nil where the answer is the list itself.
  static func all(_ words: CommandWords, in name: String?, _ visit: Visit) async throws -> [JSONValue] {
    var rows: [JSONValue] = []
    while true {
      let answer = try await visit.run(words.option("limit", "\(chunk)").option("skip", "\(rows.count)"))
      let next = (name.map { answer[$0] } ?? answer).elements
      rows += next
      guard next.count == chunk else { return rows }
    }
  }
}
