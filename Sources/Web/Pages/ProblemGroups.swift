/// The problems of a plan by what is wrong, the most frequent first.
enum ProblemGroups {
  /// How many rows are shown of each.
  private static let shownRows = 5

  /// A field of the record on a line.
  struct Place: Hashable {
    let line: Int
    let field: String
  }

  /// The values for a template.
  ///
  /// - Parameters:
  ///   - isError: whether the errors are wanted, or the warnings and notices.
  ///   - declared: what answers the problems of a whole file.
  ///   - cells: the identifiers of the fields of the page in which values can be corrected.
  static func values(
    _ answer: JSONValue, isError: Bool, _ declared: DeclaredAnswers, cells: [Place: String] = [:]
  ) -> [[String: Any]] {
    let groups = answer["problem_groups"].elements.filter { ($0["severity"].text == "error") == isError }
    func rows(_ place: Int) -> Int { groups[place]["records"].integer ?? 0 }
    let places = groups.indices.sorted { (rows($1), $0) < (rows($0), $1) }
    return places.map { row(of: groups[$0], in: answer, declared, cells) }
  }

  private static func row(
    of group: JSONValue, in answer: JSONValue, _ declared: DeclaredAnswers, _ cells: [Place: String]
  ) -> [String: Any] {
    // A plan that an earlier version made has no examples in its groups.
    let own = group["examples"].elements
    let examples =
      own.isEmpty
      ? answer["problems"].elements.filter { found in
        found["code"].text == group["code"].text && found["field"].text == group["field"].text
      } : own
    let message = group["message"].text ?? examples.first?["message"].text ?? ImportPages.words(group["code"].text)
    let rows = group["records"].integer ?? 0
    // What is wrong with the file as a whole is at no place in it.
    let placed = examples.filter { !$0.shownPosition.isEmpty }
    let shown = placed.prefix(shownRows)
    let texts = ["message", "remedy"].compactMap { group[$0].text }
    let suggested = Suggestion.all(in: texts)
    let answers =
      declared.buttons(for: suggested)
      + making(group, examples).filter { made in !suggested.contains { $0.answer == made["answer"] as? String } }
    let more = placed.isEmpty ? 0 : max(0, rows - shown.count)
    return [
      "title": title(of: group, message, examples.first, isCounted: !placed.isEmpty),
      "number": placed.isEmpty ? "" : PageNumber.of(rows, .row) as Any,
      "remedy": group.shownRemedy,
      "answers": answers, "has_answers": !answers.isEmpty,
      "asks_for_day": declared.isAnsweredByDay(group["code"].text),
      "asks_for_place": texts.flatMap(Suggestion.leftOpen).contains("location"),
      "examples": shown.map { example($0, of: message, cells) }, "more": more > 0 ? "\(more)" : "",
    ]
  }

  /// What is wrong with all of them. A message without its value is that of the first one: only with a value are its words known.
  ///
  /// - Parameter isCounted: whether the number of rows follows.
  private static func title(
    of group: JSONValue, _ message: String, _ first: JSONValue?, isCounted: Bool
  ) -> LocalizedText {
    let (own, value) = (first?["message"].text ?? "", first?["value"].text ?? "")
    let isOfFirst = own != message && withoutValue(own, value) == message
    let said = isOfFirst ? own.replacing("'\(value)'", with: "'…'") : message
    let withoutOptions = Suggestion.withoutOptions(said)
    var title = withoutOptions.isEmpty ? said : withoutOptions
    if isCounted, title.hasSuffix(".") { title.removeLast() }
    let shown = LocalizedText(said: title, code: group["code"].text)
    return (isOfFirst ? shown.withoutValue : shown).sentence
  }

  /// A message without its value, as those of several values have it.
  private static func withoutValue(_ message: String, _ value: String) -> String {
    message.replacing("'\(value)'", with: "…").replacing(" … ", with: " ")
  }

  /// A row with its place, its value and its line of the file.
  private static func example(
    _ found: JSONValue, of message: String, _ cells: [Place: String]
  ) -> [String: Any] {
    let own = found["message"].text ?? ""
    let value = found["value"].text ?? ""
    // What the heading says already is not said again.
    let isSaid = own == message || withoutValue(own, value) == message
    let cell = cells[Place(line: found["line"].integer ?? 0, field: found["field"].text ?? "")]
    return [
      "cell": cell ?? "", "place": found.shownPosition, "field": RecordWords.name(ofField: found["field"].text),
      "value": value,
      "message": isSaid ? LocalizedText(verbatim: "") : found.shownMessage, "excerpt": found["excerpt"].text ?? "",
    ]
  }

  /// The button that makes what rows name and the shop does not have.
  private static func making(_ group: JSONValue, _ examples: [JSONValue]) -> [[String: Any]] {
    guard group["code"].text == "unknown-reference", let value = examples.first?["value"].text else { return [] }
    let isOne = group["records"].integer == examples.count && examples.allSatisfy { $0["value"].text == value }
    let (option, title): (String, LocalizedText)
    switch group["field"].text {
    case "location", "to_location":
      option = "new-locations"
      title =
        isOne
        ? LocalizedText("Add “\(value)” as a location")
        : LocalizedText("Add the locations that the file names, such as “\(value)”")
    case "supplier":
      option = "new-suppliers"
      title =
        isOne
        ? LocalizedText("Add “\(value)” as a supplier")
        : LocalizedText("Add the suppliers that the file names, such as “\(value)”")
    default: return []
    }
    return [["title": title, "answer": Suggestion(option: option, value: "").answer]]
  }
}
