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
    values["problem"] = false
    guard let failure else { return try visit.page("settings-profile", title: title, values) }
    return try visit.page("settings-profile", title: title, values, refusing: failure)
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
      "kinds": LocalizedText(kinds, separator: ", "), "wrong": profile["problem"].text ?? "",
      "is_own": profile["is_own"].isTrue,
    ]
  }

  private static func shown(_ profile: JSONValue) -> [String: Any] {
    var values = row(profile)
    values["records"] = profile["records"].elements.enumerated().map { number, record -> [String: Any] in
      [
        "id": "records-\(number)", "kind": RecordWords.several(record["kind"].text),
        "table": record["table"].text ?? "",
        "fields": record["fields"].elements.map { field in
          ["field": field["field"].text ?? "", "from": field["from"].text ?? ""]
        },
      ]
    }
    return values
  }
}
