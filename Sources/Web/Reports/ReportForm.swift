internal import Foundation
internal import Wording

/// The form of a report's parameters, made of what `report NAME --describe` says.
struct ReportForm {
  let report: JSONValue
  /// The values by name: those of the address, with the last month where it says nothing of a period.
  let values: [(name: String, value: String)]

  /// The word of the period that is preset.
  private static let preset = "last-month"
  /// Periods that are offered, with what pages say for their words; any other can be typed.
  private static let periods: [(word: String, title: LocalizedText)] = [
    (preset, LocalizedText("Last month")), ("this-month", LocalizedText("This month")),
    ("last-quarter", LocalizedText("Last quarter")), ("this-quarter", LocalizedText("This quarter")),
    ("last-year", LocalizedText("Last year")), ("this-year", LocalizedText("This year")),
    ("last-30-days", LocalizedText("Last 30 days")),
  ]
  /// How many fields are shown before the others are folded.
  private static let shownFields = 5
  /// The types whose values may be days.
  private static let times = ["period", "date", "date-time"]
  /// The types whose fields come first.
  private static let first = ["period", "location", "category", "supplier", "session", "store"]

  /// - Parameters:
  ///   - language: that of the page, in whose format days may be typed.
  ///   - periodWords: the words of periods, by what pages say for them.
  init(
    _ report: JSONValue, query: FormValues, language: Language = .english, periodWords: [String: String] = [:]
  ) {
    self.report = report
    let conventions = LanguageConventions(language)
    let parameters = report["parameters"].elements
    var values: [(name: String, value: String)] = []
    let asksForPeriod = ["from", "to"].contains { !(query[$0] ?? "").isEmpty }
    for parameter in parameters {
      let name = parameter["name"].text ?? ""
      if parameter["type"].text == "period", query[name] == nil, !asksForPeriod {
        values.append((name, Self.preset))
      } else if let value = query[name], !value.isEmpty {
        let isTime = Self.times.contains(parameter["type"].text ?? "")
        let word = parameter["type"].text == "period" ? periodWords[Self.key(value)] : nil
        values.append((name, word ?? (isTime ? conventions.isoMoment(value) : value)))
      }
    }
    self.values = values
  }

  /// The words of the periods that are offered, by what pages in any language say for them: an address with one of these texts
  /// may be opened by somebody who reads another language.
  static func periodWords(in templates: PageTemplates) -> [String: String] {
    var words: [String: String] = [:]
    for (word, title) in periods {
      for language in Language.allCases { words[key(templates.text(title, in: language))] = word }
    }
    return words
  }

  /// A text as it is looked for: as people may type it.
  private static func key(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespaces).lowercased()
  }

  var name: String { report["name"].text ?? "" }
  var title: String { report["title"].text ?? name }

  /// The words of `--param`.
  var parameters: [String] { values.map { "\($0.name)=\($0.value)" } }

  /// Whether a value is missing without which the report cannot be made.
  var isIncomplete: Bool {
    report["parameters"].elements.contains { parameter in
      parameter["is_required"].isTrue && parameter["default"].text == nil && value(parameter["name"].text ?? "").isEmpty
    }
  }

  /// The values as the query of an address, with the period though it may be empty.
  var query: String {
    values.map { "\(FormValues.encoded($0.name))=\(FormValues.encoded($0.value))" }.joined(separator: "&")
  }

  private func value(_ name: String) -> String { values.first { $0.name == name }?.value ?? "" }

  /// The fields for a template: those that are shown, and those that are folded.
  var fields: [String: Any] {
    let all = report["parameters"].elements
    let sorted =
      Self.first.flatMap { type in all.filter { $0["type"].text == type } }
      + all.filter { !Self.first.contains($0["type"].text ?? "") }
    let shown = sorted.count <= Self.shownFields ? sorted.count : Self.shownFields - 1
    let folded = sorted.dropFirst(shown)
    return [
      "periods": Self.periods.map { ["value": $0.title] }, "fields": sorted.prefix(shown).map(field),
      "more_fields": folded.map(field), "has_more_fields": !folded.isEmpty,
      "is_open": folded.contains { !value($0["name"].text ?? "").isEmpty }, "has_fields": !all.isEmpty,
    ]
  }

  /// The identifier of the field of a parameter.
  private static func fieldID(_ name: String) -> String { "p-\(name)" }

  /// Why the report was not made, at the field of the parameter that the message begins with.
  func atField(_ failure: PageFailure) -> PageFailure {
    let title = failure.title.description.lowercased()
    let names = report["parameters"].elements.compactMap { $0["name"].text }
    return names.first { title.hasPrefix("\($0) ") }.map { failure.at(Self.fieldID($0)) } ?? failure
  }

  private func field(_ parameter: JSONValue) -> [String: Any] {
    let name = parameter["name"].text ?? ""
    let type = parameter["type"].text ?? ""
    let value = value(name)
    var field: [String: Any] = [
      "name": name, "id": Self.fieldID(name),
      "label": LocalizedText(word: ImportPages.words(name).sentence),
      "help": parameter["help"].text ?? "", "value": value, "is_select": false, "input": "text", "list": false,
      "placeholder": parameter["default"].text ?? "", "options": [[String: Any]](),
      "required": parameter["is_required"].isTrue,
    ]
    let listed = parameter["values"].elements
    let choices = parameter["choices"].elements.compactMap(\.text)
    if !choices.isEmpty {
      let chosen = value.isEmpty ? parameter["default"].text ?? "" : value
      field["is_select"] = true
      field["options"] = Self.options(
        Self.titled(choices, parameter["choice_titles"].elements.compactMap(\.text)), chosen: chosen,
        empty: parameter["default"].text == nil ? LocalizedText("Any") : nil)
    } else if !listed.isEmpty {
      var options = listed.map { ($0["code"].text ?? "", $0["name"].text ?? "") }
      // A name in the address is one of the values too, and what is neither is kept for the person to see.
      let chosen = options.first { $0.0 == value || $0.1.lowercased() == value.lowercased() }?.0 ?? value
      if !value.isEmpty, !options.contains(where: { $0.0 == chosen }) { options.append((value, value)) }
      field["is_select"] = true
      field["options"] = Self.options(
        options, chosen: chosen, empty: type == "session" ? LocalizedText("The latest") : LocalizedText("All"))
    } else if type == "period" {
      field["list"] = true
      if let known = Self.periods.first(where: { $0.word == value }) { field["value"] = known.title }
    } else if type == "date" || type == "date-time", value.isEmpty || Self.isDay(value) {
      field["input"] = "date"
    }
    return field
  }

  /// Choices with their titles; those that are not translated are shown as words.
  private static func titled(_ choices: [String], _ titles: [String]) -> [(String, String)] {
    zip(choices, titles.count == choices.count ? titles : choices).map { choice, title in
      (choice, title == choice ? ImportPages.words(choice) : title)
    }
  }

  private static func options(
    _ values: [(String, String)], chosen: String, empty: LocalizedText?
  ) -> [[String: Any]] {
    let all = (empty.map { [("", $0)] } ?? []) + values.map { ($0.0, LocalizedText(verbatim: $0.1)) }
    return all.map { code, name -> [String: Any] in
      ["value": code, "title": name, "is_chosen": code == chosen]
    }
  }

  private static func isDay(_ text: String) -> Bool {
    text.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) != nil
  }
}
