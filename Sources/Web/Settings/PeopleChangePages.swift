internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Adding people, changing what they may do, and taking them off the list.
///
/// The commands write stockroom.yml. Each form asks the manager for their own passphrase, as that for the passphrase of
/// somebody else does.
extension PeoplePages {
  static func addChanges(to routes: PageRoutes) {
    routes.post("/settings/people", for: .servePages) { visit in try await add(visit) }
    routes.post("/settings/people/:login/change", for: .servePages) { visit in try await change(visit) }
    routes.get("/settings/people/:login/delete") { visit in
      let person = try await person(visit)
      guard person.isListed, !person.isReader else { return visit.redirect(to: address(person.login)) }
      return try deletion(person, visit)
    }
    routes.post("/settings/people/:login/delete", for: .servePages) { visit in try await delete(visit) }
  }

  private static func add(_ visit: Visit) async throws -> Response {
    let form = PersonForm(visit)
    if let failure = form.roleFailure { return try await list(visit, failure, form: form) }
    if let failure = try await visit.presentPassphraseFailure() {
      return try await list(visit, failure, form: form)
    }
    let answer = await visit.answer(form.adding)
    guard answer.status == 0, let person = JSONValue(answer.output) else {
      return try await list(visit, form.atField(PageFailure(answer)), form: form)
    }
    let login = person["login"].text ?? form.login
    // Who had the login before does not come back. Those who list themselves stay.
    if login != visit.person.login { try await signOut(login, visit) }
    let name = person["name"].text ?? login
    let isCounter = person["roles"].elements.contains { $0.text == Role.counter.rawValue }
    return visit.redirect(
      to: address(login),
      saying: LocalizedText(
        [LocalizedText("\(name) is on the list. Set a passphrase here, so that \(name) can sign in.")]
          + (isCounter ? [LocalizedText("To count, a card is enough: the page of a count makes one.")] : []),
        separator: " "))
  }

  private static func change(_ visit: Visit) async throws -> Response {
    let person = try await person(visit)
    guard person.isListed else { return visit.redirect(to: address(person.login)) }
    let form = PersonForm(visit, login: person.login)
    if person.hasRoles, let failure = form.roleFailure {
      return try await page(person, visit, failure, sent: form)
    }
    if let failure = try await visit.presentPassphraseFailure(at: "own-to-change") {
      return try await page(person, visit, failure, sent: form)
    }
    let answer = await visit.answer(form.changing)
    guard answer.status == 0 else {
      return try await page(person, visit, form.atField(PageFailure(answer)), sent: form)
    }
    let name = form.name.isEmpty ? person.login : form.name
    return visit.redirect(
      to: address(person.login), saying: LocalizedText("Saved. What \(name) may do from now on is shown below."))
  }

  private static func delete(_ visit: Visit) async throws -> Response {
    let person = try await person(visit)
    guard person.isListed, !person.isReader else { return visit.redirect(to: address(person.login)) }
    if let failure = try await visit.presentPassphraseFailure() { return try deletion(person, visit, failure) }
    let answer = await visit.answer(CommandWords("people", "remove").argument(person.login).writing)
    guard answer.status == 0 else { return try deletion(person, visit, PageFailure(answer)) }
    try await signOut(person.login, visit)
    return visit.redirect(
      to: "/settings/people",
      saying: LocalizedText("\(person.name) is signed out and no longer on the list. What they did stays."))
  }

  private static func deletion(_ person: Listed, _ visit: Visit, _ failure: PageFailure? = nil) throws -> Response {
    let title = LocalizedText("Take \(person.name) off the list?")
    let values: [String: Any] = [
      "name": person.name, "address": address(person.login), "present": try visit.presentPassphraseField("own"),
    ]
    guard let failure else { return try visit.page("settings-delete", title: title, values) }
    return try visit.page("settings-delete", title: title, values, refusing: failure)
  }
}
