internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Renaming and deleting the shop's own profiles.
extension ProfilePages {
  static func addChanges(to routes: PageRoutes) {
    routes.post("/settings/profiles/:name/rename", for: .defineOptions) { visit in try await rename(visit) }
    routes.get("/settings/profiles/:name/delete") { visit in try deletion(try await own(visit), visit) }
    routes.post("/settings/profiles/:name/delete", for: .defineOptions) { visit in try await delete(visit) }
  }

  /// A profile of the shop's own by its name in the address.
  private static func own(_ visit: Visit) async throws -> JSONValue {
    let name = try visit.parameter("name")
    guard let profile = try await profiles(visit).first(where: { $0["profile"].text == name && $0["is_own"].isTrue })
    else { throw PageFailure.notFound }
    return profile
  }

  private static func address(_ name: String) -> String { "/settings/profiles/" + FormValues.encoded(name) }

  private static func rename(_ visit: Visit) async throws -> Response {
    let profile = try await own(visit)
    let name = profile["profile"].text ?? ""
    let new = visit.form["new-name"] ?? ""
    if new == name { return visit.redirect(to: address(name)) }
    if let failure = waiting(for: name, visit) {
      return try page(of: profile, named: name, visit, refusing: failure)
    }
    let words = CommandWords("settings", "profile", "rename").argument(name).argument(new)
    let answer = await visit.answer(words.writing)
    guard answer.status == 0 else {
      return try page(of: profile, named: name, visit, refusing: PageFailure(answer))
    }
    return visit.redirect(
      to: address(new),
      saying: LocalizedText(
        "The profile \(LocalizedText(verbatim: name)) is now called \(LocalizedText(verbatim: new))."))
  }

  private static func delete(_ visit: Visit) async throws -> Response {
    let profile = try await own(visit)
    let name = profile["profile"].text ?? ""
    if let failure = waiting(for: name, visit) { return try deletion(profile, visit, failure) }
    let answer = await visit.answer(CommandWords("settings", "profile", "delete").argument(name).writing)
    guard answer.status == 0 else { return try deletion(profile, visit, PageFailure(answer)) }
    return visit.redirect(
      to: "/settings/profiles", saying: LocalizedText("The profile \(LocalizedText(verbatim: name)) is deleted."))
  }

  /// Why a profile has to stay as it is: a file that waits is read by it.
  private static func waiting(for name: String, _ visit: Visit) -> PageFailure? {
    guard let plan = WaitingPlan.all(of: visit).first(where: { $0.reading.profile == name }) else { return nil }
    return PageFailure(
      status: .unprocessableContent,
      title: LocalizedText("\(LocalizedText(verbatim: plan.name)) waits to be imported, and is read by this profile"),
      remedy: LocalizedText("Import that file first, or choose another profile for it."))
  }

  private static func deletion(_ profile: JSONValue, _ visit: Visit, _ failure: PageFailure? = nil) throws -> Response {
    guard visit.may(.defineOptions) else { throw PageFailure.forbidden(.defineOptions) }
    let name = profile["profile"].text ?? ""
    let title = LocalizedText("Delete the profile \(LocalizedText(verbatim: name))?")
    let values: [String: Any] = ["name": name, "address": address(name)]
    guard let failure else { return try visit.page("settings-profile-delete", title: title, values) }
    return try visit.page("settings-profile-delete", title: title, values, refusing: failure)
  }
}
