internal import FormatKit

/// A command that a message proposes, which a page offers as one answer.
///
/// Its options belong together: `--kind movements --set movement_kind=write-off` says what the rows are only as a
/// whole. What the command leaves open, such as `--set effective_at=DATE`, has a field next to the button.
struct SuggestedCommand: Equatable {
  /// How the names of these fields begin: `given.effective_at`.
  static let given = "given."

  /// What it says.
  let answers: [Suggestion]
  /// The names of what it leaves open: fields of records, `supplier` or `location`.
  let open: [String]

  /// The commands in some texts, each of which has a line of its own, and each once.
  static func all(in texts: [String]) -> [SuggestedCommand] {
    var found: [SuggestedCommand] = []
    for line in texts.flatMap({ $0.split(separator: "\n") }) where isCommand(line) {
      let command = SuggestedCommand(
        answers: Suggestion.all(in: [String(line)]), open: Suggestion.leftOpen(in: String(line)))
      if !found.contains(command) { found.append(command) }
    }
    return found
  }

  /// A text without the commands that have a line of their own.
  static func rest(of text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { !isCommand($0) }.joined(separator: "\n")
  }

  private static func isCommand(_ line: Substring) -> Bool { line.hasPrefix("    stockroom import ") }

  // MARK: For a page

  /// The forms of the commands in some texts: their buttons, and the fields of what they leave open.
  ///
  /// - Parameter reading: what is said of the file already. A command that says no more would change nothing.
  static func forms(in texts: [String], _ reading: WaitingPlan.Reading, _ visit: Visit) async -> [[String: Any]] {
    let commands = all(in: texts).filter { !$0.open.isEmpty || !$0.added(to: reading).isEmpty }
    let open = Set(commands.flatMap(\.open))
    var choices: [String: [[String: Any]]] = [:]
    if open.contains("supplier") { choices["supplier"] = await ShopPlaces.suppliers(visit) }
    if open.contains("location") { choices["location"] = await ShopPlaces.all(visit).choices(chosen: nil) }
    return commands.enumerated().map { number, command -> [String: Any] in
      let added = command.added(to: reading)
      let fields = command.open.map { field($0, id: "given-\(number)-\($0)", choices[$0] ?? []) }
      return [
        "title": added.isEmpty
          ? LocalizedText("Take it for all rows") : LocalizedText(added.map(\.title), separator: " · "),
        "parts": command.answers.map { ["answer": $0.answer] }, "fields": fields, "has_fields": !fields.isEmpty,
      ]
    }
  }

  /// What it says beyond what is said already.
  private func added(to reading: WaitingPlan.Reading) -> [Suggestion] {
    answers.filter { answer in
      var other = reading
      other.take(answer)
      return other != reading
    }
  }

  /// A field for what a command leaves open.
  ///
  /// - Parameter known: the suppliers or places of the shop.
  private static func field(_ name: String, id: String, _ known: [[String: Any]]) -> [String: Any] {
    var values: [String: Any] = [
      "id": id, "name": given + name, "label": RecordWords.name(ofField: name), "input": "text",
      "choices": [[String: Any]](), "known": known, "has_known": !known.isEmpty, "is_choice": false,
    ]
    switch RecordWords.valueType(ofField: name) {
    case .dateTime?: values["input"] = "datetime-local"
    case .date?: values["input"] = "date"
    case .choice(let words)?:
      values["is_choice"] = true
      values["choices"] = words.map { word -> [String: Any] in
        ["value": word, "text": RecordWords.value(word, ofField: name, of: nil)]
      }
    default: break
    }
    return values
  }
}

extension WaitingPlan.Reading {
  /// Takes what was filled in next to the button of a command.
  ///
  /// - Returns: whether something was.
  mutating func takeGiven(of visit: Visit) -> Bool {
    let given = visit.form.values(after: SuggestedCommand.given).filter { !$0.value.isEmpty }
    for (name, value) in given {
      switch (name, RecordWords.valueType(ofField: name)) {
      case ("supplier", _): supplier = value
      case ("location", _): location = value
      case (_, .dateTime?): constants[name] = TypedMoment(visit.isoMoment(value)).inField(endOfDay: false)
      case (_, .date?): constants[name] = visit.isoMoment(value)
      case (_, .none): break
      default: constants[name] = value
      }
    }
    return !given.isEmpty
  }
}

extension MadePlan {
  /// What has to be answered before the plan can be applied, with what the page shows of it; empty for one that asks
  /// nothing. After an answer that does not help it is the same as before.
  var asked: [String] {
    if let error = answer["error"]["message"].text { return [error] }
    let confirmed = Set(answer["guards"].elements.filter { $0["accepted"].isTrue }.compactMap { $0["code"].text })
    let open = Self.questions(answer).filter { !confirmed.contains($0.key) }
    let profiles = asksForProfile ? fittingProfiles.map(\.answer) : []
    let questions = profiles + open.sorted { $0.key < $1.key }.map(\.value)
    guard !questions.isEmpty else { return [] }
    let found = answer["findings"].elements.flatMap { [$0["name"].text ?? "", $0["value"].text ?? ""] }
    let counts = answer["counts"].elements.flatMap { one in ["kind", "action", "records"].map { one[$0].text ?? "" } }
    return questions + found + counts
  }
}
