internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues

/// The mapping profiles: what each makes of the columns of a file.
enum ProfilePages {
  static func add(to routes: PageRoutes) {
    routes.get("/settings/profiles") { visit in
      let all = try await profiles(visit)
      let own = all.filter { $0["is_own"].isTrue }.map(row)
      let others = all.filter { !$0["is_own"].isTrue }.map(row)
      return try visit.page(
        "settings-profiles", title: LocalizedText("Profiles"),
        ["profiles": own, "has_profiles": !own.isEmpty, "others": others, "has_others": !others.isEmpty])
    }
    routes.get("/settings/profiles/:name") { visit in
      let name = try visit.parameter("name")
      guard let profile = try await profiles(visit).first(where: { $0["profile"].text == name }) else {
        throw PageFailure.notFound
      }
      return try page(of: profile, named: name, visit)
    }
    addChanges(to: routes)
  }

  /// The page of one profile.
  ///
  /// - Parameter failure: why another name for it was not taken.
  static func page(
    of profile: JSONValue, named name: String, _ visit: Visit, refusing failure: PageFailure? = nil
  ) throws -> Response {
    let title = LocalizedText("Profile \(name)")
    var values = shown(profile)
    values["may_change"] = profile["is_own"].isTrue && visit.mayInWholeShop(.defineOptions)
    values["new_name"] = visit.form["new-name"] ?? name
    guard let failure else { return try visit.page("settings-profile", title: title, values) }
    return try visit.page("settings-profile", title: title, values, refusing: failure.at("new-name"))
  }

  static func profiles(_ visit: Visit) async throws -> [JSONValue] {
    try await SettingsPages.settings(visit, "profiles")["profiles"].elements
  }

  private static func row(_ profile: JSONValue) -> [String: Any] {
    let name = profile["profile"].text ?? ""
    let kinds = profile["records"].elements.compactMap(\.["kind"].text).map { ImportPages.shownWords($0) }
    return [
      "name": name, "address": "/settings/profiles/" + FormValues.encoded(name),
      "summary": profile["summary"].text ?? "", "format": profile["format"].text ?? "",
      "kinds": LocalizedText(kinds, separator: ", "), "wrong": LocalizedText(said: profile["problem"].text),
      "is_own": profile["is_own"].isTrue,
    ]
  }

  private static func shown(_ profile: JSONValue) -> [String: Any] {
    var values = row(profile)
    values["records"] = profile["records"].elements.enumerated().map { number, record -> [String: Any] in
      [
        "id": "records-\(number)", "kind": RecordWords.several(record["kind"].text),
        "table": record["table"].text ?? "",
        "fields": record["fields"].elements.map { field($0, of: record["kind"].text) },
      ]
    }
    return values
  }

  /// A field with where its value comes from, and the values of the sender that stand for ours.
  private static func field(_ field: JSONValue, of kind: String?) -> [String: Any] {
    let name = field["field"].text ?? ""
    let columns = field["columns"].elements.compactMap(\.text).map { LocalizedText(verbatim: $0) }
    let from: LocalizedText
    if let first = columns.first {
      from = columns.dropFirst().reduce(first) { LocalizedText("\($0), else \($1)") }
    } else if let constant = field["constant"].text {
      from = LocalizedText("always \(RecordWords.value(constant, ofField: name, of: kind))")
    } else {
      from = LocalizedText(said: field["from"].text)
    }
    let values = field["values"].elements.map { value -> [String: Any] in
      ["theirs": value["theirs"].text ?? "", "ours": RecordWords.value(value["ours"].text, ofField: name, of: kind)]
    }
    return [
      "field": RecordWords.title(ofField: name), "from": from, "values": values, "has_values": !values.isEmpty,
      "others_are_left_out": field["otherwise"].text == "nothing",
      "others_are_errors": field["otherwise"].text == "error",
    ]
  }
}
