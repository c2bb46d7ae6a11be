internal import FormatKit
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving
internal import Wording

/// What a form says of one setting.
struct SettingForm: Sendable {
  /// The key, as `stockroom settings` calls it.
  let setting: String
  /// The only location that it is for; empty for all.
  let location: String
  /// The value as it was typed.
  let value: String
  /// The English of the page's own word for `on`, `off`, `yes` or `no`, where that was typed.
  let answer: String?
  /// The value that the page showed; empty where the form changes none that was shown.
  let shown: String
  /// Whether the usual value is to hold again.
  let isUnset: Bool

  init(_ visit: Visit) {
    setting = visit.form["setting"] ?? ""
    location = visit.form["location"] ?? ""
    value = visit.form["value"] ?? ""
    let typed = value.filter { !$0.isWhitespace }.lowercased()
    answer = ["on", "off", "yes", "no"].first {
      visit.site.templates.text(LocalizedText(word: $0), in: visit.language).lowercased() == typed
    }
    let (name, place, sent) = (setting, location, visit.typed("shown"))
    shown = sent.isEmpty && !place.isEmpty ? Self.limit(name, at: place, in: visit.form.all("limit")) : sent
    isUnset = visit.form["act"] == "unset"
  }

  /// What stands for the value of a setting without one, as the command prints it in every language.
  static let unset = "not set"

  /// A limit of one location as a form lists it.
  static func listed(_ setting: String, at location: String, _ value: String) -> String {
    "\(location)=\(setting)=\(value)"
  }

  /// The limit that a page listed for a location.
  private static func limit(_ setting: String, at location: String, in listed: [String]) -> String {
    let start = Self.listed(setting, at: location, "")
    return listed.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) } ?? unset
  }

  /// The number that was typed, with a point as its decimal mark, and its unit; other text as it is.
  private var number: String {
    guard let match = value.wholeMatch(of: /([0-9.,'’\s]*[0-9])([^0-9.,]*)/) else { return value }
    return CountNumber.normalized(String(match.1)) + match.2
  }

  /// What is wrong with a value, by the name that the page has for the setting; nil for a message that does not name the
  /// setting as the settings file has it.
  private func title(of answer: CommandAnswer) -> LocalizedText? {
    let error = JSONValue(answer.output).map { $0["error"] } ?? .null
    let message = error["message"].text ?? ""
    guard let file = message.firstRange(of: "stockroom.yml: "), message[file.upperBound...].contains(setting) else {
      return nil
    }
    // The value in quotation marks comes after the sections of the file and the key.
    var said = message[file.upperBound...].drop { $0 != "'" }
    if let name = said.ranges(of: " for the guard ").last { said = said[..<name.lowerBound] }
    guard !said.isEmpty else { return nil }
    return LocalizedText(
      [SettingsPages.title(of: setting), LocalizedText(said: String(said), code: error["code"].text)], separator: ": ")
  }

  /// The words of the command that makes the change.
  ///
  /// - Parameter isNumber: whether the value is a number.
  func words(isNumber: Bool) -> CommandWords {
    let words = CommandWords("settings", isUnset ? "unset" : "set").option("location", location)
      .option("was", shown).argument(setting)
    return (isUnset ? words : words.argument(isNumber ? answer ?? number : value)).writing
  }

  /// A form that was not taken.
  struct Refused {
    let form: SettingForm
    let failure: PageFailure

    /// Whether it is about the setting of a row.
    func isOf(_ setting: String, at location: String) -> Bool {
      form.setting == setting && form.location == location
    }
  }

  /// Makes the change, and goes on to the page.
  ///
  /// - Parameters:
  ///   - address: that of the page.
  ///   - areNumbers: whether the page has settings that are numbers.
  ///   - page: the page again, with what was not taken.
  static func save(
    _ visit: Visit, to address: String, areNumbers: Bool = false, refusing page: (Refused) async throws -> Response
  ) async throws -> Response {
    let form = SettingForm(visit)
    // A row shows the value with its unit, and has it in its field without, as the language of the page writes it.
    let prefilled = visit.numberInField(form.shown.split(separator: " ").first.map(String.init) ?? "")
    if areNumbers, !form.isUnset, let failure = visit.numberFailure(form.value, shown: prefilled) {
      return try await page(Refused(form: form, failure: failure))
    }
    let answer = await visit.answer(form.words(isNumber: areNumbers))
    guard answer.status == 0, let result = JSONValue(answer.output) else {
      var failure = PageFailure(answer).ofChange
      guard failure.isAboutTheForm else { throw failure }
      failure.title = form.title(of: answer) ?? failure.title
      return try await page(Refused(form: form, failure: failure))
    }
    guard let line = result["line"].integer else {
      return visit.redirect(to: address, saying: LocalizedText("Saved. The usual value applies again."))
    }
    let value = result["value"].text ?? form.value
    let shown = areNumbers ? PageNumber.limit(value) : SettingTable.word(value, of: form.setting)
    return visit.redirect(
      to: address,
      saying: LocalizedText(
        "Saved: \(SettingsPages.title(of: form.setting)) is \(shown). stockroom.yml, line \(line)."))
  }
}

extension SettingForm.Refused {
  /// The values for a page that shows its form again, with the message at the field of its row, or of the form below where
  /// no row has it.
  func values(isShownInRow: Bool) -> [String: Any] {
    failure.at(isShownInRow ? SettingTable.fieldID(form.setting, at: form.location) : "limit-value").values
  }
}

extension PageFailure {
  /// The same; a conflict where somebody changed the same thing in the meantime.
  var ofChange: PageFailure {
    guard ["wrong-state", "output-failed"].contains(code), status == .unprocessableContent else { return self }
    var failure = self
    failure.status = .conflict
    return failure
  }

  var isConflict: Bool { status == .conflict }

  /// Whether the page of the form can be shown again.
  var isAboutTheForm: Bool { keepsForm || isConflict }

  /// That a record was changed since the page was shown.
  static let changedMeanwhile = PageFailure(
    status: .conflict, title: LocalizedText("Somebody changed this in the meantime"),
    remedy: LocalizedText("Nothing was changed. Look at the present values below, and decide again."))
}

/// Settings as rows of a template, each with the form that changes it.
struct SettingTable {
  /// Where the forms are sent.
  let action: String
  /// The form that was not taken; nil for a page that is only looked at.
  let refused: SettingForm.Refused?
  var places = ShopPlaces(places: [])
  /// Whether the values are limits, which are numbers.
  var areLimits = false

  /// The settings that are answered with yes or no.
  private static let answers = ["show_stock", "single_person"]

  /// The identifier of the field of a setting.
  static func fieldID(_ key: String, at location: String) -> String { "set-\(key)-\(FormValues.encoded(location))" }

  /// A value as people read it.
  static func word(_ value: String, of setting: String) -> LocalizedText {
    switch setting {
    case "language": LocalizedText(verbatim: Language(rawValue: value).map(PageLanguage.name) ?? value)
    case "valuation": PageNumber.value(value, of: .choice([]))
    case _ where answers.contains(setting): PageNumber.value(value, of: .boolean)
    default: LocalizedText(verbatim: value)
    }
  }

  /// Settings for `settings-table`, under names that people read; false without any.
  func values(_ settings: JSONValue) -> Any {
    let rows = settings.elements.map { setting -> [String: Any] in
      let key = setting["setting"].text ?? ""
      var row: [String: Any] = [
        "name": SettingsPages.title(of: key),
        "value": setting["value"].text.map { areLimits ? PageNumber.limit($0) : Self.word($0, of: key) } ?? "" as Any,
        "meaning": SettingsPages.meaning(of: setting, key), "fixed": setting["fixed"].word,
      ]
      let written = setting["written"].text ?? setting["value"].text ?? ""
      let choices = setting["choices"].elements.compactMap(\.text)
      row.merge(
        form(
          key, at: setting["location"].text ?? "", value: setting["value"].text, written: written, choices: choices,
          line: setting["line"].text ?? "", isFixed: setting["fixed"].text != nil)
      ) { $1 }
      return row
    }
    return rows.isEmpty ? false as Any : ["rows": rows] as [String: Any]
  }

  /// The values for `settings-change`, the form of one row.
  ///
  /// - Parameters:
  ///   - value: what holds, as it is shown; nil without a value.
  ///   - written: the same as it is typed.
  func form(
    _ key: String, at location: String, value: String?, written: String, choices: [String] = [], line: String,
    isFixed: Bool = false
  ) -> [String: Any] {
    let refused = refused.flatMap { $0.isOf(key, at: location) ? $0 : nil }
    let isKept = refused.map { !$0.failure.isConflict && !$0.form.isUnset } ?? false
    let given = isKept ? refused?.form.value ?? "" : written
    let options = options(for: key, choices, given: given)
    let shown = areLimits && !isKept ? LocalizedText(typed: given) : LocalizedText(verbatim: given)
    return [
      "key": key, "location": location, "line": line, "id": Self.fieldID(key, at: location),
      "action": action, "given": shown, "choices": options, "has_choices": !options.isEmpty,
      "shown": value ?? SettingForm.unset, "can_change": !isFixed, "may_unset": !line.isEmpty && !isFixed,
      "is_open": refused != nil,
    ]
  }

  /// The values that can be chosen, with the one that holds or was sent.
  private func options(for key: String, _ choices: [String], given: String) -> [[String: Any]] {
    let isPlace = key == "location"
    func word(_ value: String) -> LocalizedText { areLimits ? PageNumber.limit(value) : Self.word(value, of: key) }
    let known =
      isPlace
      ? places.choices(chosen: given)
      : choices.map { ["code": $0, "name": word($0), "is_chosen": $0 == given] as [String: Any] }
    guard !known.isEmpty, !known.contains(where: { $0["code"] as? String == given }) else { return known }
    let name = given.isEmpty ? LocalizedText(verbatim: "–") : word(given)
    return [["code": given, "name": name, "is_chosen": true]] + known
  }

  /// Whether a row of these settings has the form that was not taken.
  func isShown(in settings: JSONValue, key: String = "setting") -> Bool {
    settings.elements.contains {
      refused?.isOf($0[key].text ?? "", at: $0["location"].text ?? "") ?? false
    }
  }
}
