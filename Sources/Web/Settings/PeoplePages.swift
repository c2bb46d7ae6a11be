internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The people of the shop: their roles, their passphrases, and signing them out.
enum PeoplePages {
  static func add(to routes: PageRoutes) {
    routes.get("/settings/people") { visit in try await list(visit) }
    routes.get("/settings/people/:login") { visit in try page(try await person(visit), visit) }
    routes.post("/settings/people/:login/passphrase", for: .servePages) { visit in try await set(visit) }
    routes.get("/settings/people/:login/remove") { visit in
      let person = try await person(visit)
      guard !person.isReader, person.hasPassphrase else { return visit.redirect(to: address(person.login)) }
      return try removal(person, visit)
    }
    routes.post("/settings/people/:login/remove", for: .servePages) { visit in
      let person = try await person(visit)
      guard !person.isReader else { return visit.redirect(to: address(person.login)) }
      if let failure = try await visit.presentPassphraseFailure() { return try removal(person, visit, failure) }
      // Before the command too, which may wait for others.
      try signOut(person.login, visit)
      _ = try await visit.run(CommandWords("people", "passphrase").flag("remove").argument(person.login).writing)
      try signOut(person.login, visit)
      return visit.redirect(
        to: "/settings/people", saying: "\(person.name) is signed out and can no longer sign in with a passphrase.")
    }
    routes.post("/settings/people/:login/sign-out", for: .servePages) { visit in
      let person = try await person(visit)
      if !person.isReader, let failure = try await visit.presentPassphraseFailure() {
        return try page(person, visit, failure, isSigningOut: true)
      }
      try signOut(person.login, visit)
      visit.site.log("\(visit.person.login) signed \(person.login) out")
      guard !person.isReader else { return Response.redirect(to: "/sign-in") }
      return visit.redirect(to: address(person.login), saying: "\(person.name) is signed out on all devices.")
    }
  }

  /// Ends the sessions of a person on all devices. Their cards are taken back too: a lost phone may have the number of one.
  private static func signOut(_ login: String, _ visit: Visit) throws {
    visit.site.sessions.endAll(of: login)
    try visit.site.cards.withdraw(of: login)
  }

  static func address(_ login: String) -> String { "/settings/people/" + FormValues.encoded(login) }

  // MARK: Who

  /// A person as the command lists them.
  private struct Listed {
    let login: String
    let name: String
    let values: [String: Any]
    let hasPassphrase: Bool
    /// Whether they have a role, without which nobody signs in.
    let hasRoles: Bool
    /// Whether it is the person who looks at the page.
    let isReader: Bool

    init(_ person: JSONValue, _ visit: Visit) {
      let login = person["login"].text ?? ""
      let name = person["name"].text ?? login
      let roles = person["roles"].elements.compactMap(\.text)
      let hasPassphrase = person["has_passphrase"].isTrue
      let isReader = login == visit.person.login
      (self.login, self.name, self.hasPassphrase) = (login, name, hasPassphrase)
      (hasRoles, self.isReader) = (!roles.isEmpty, isReader)
      values = [
        "login": login, "name": name, "address": PeoplePages.address(login), "roles": roles.joined(separator: ", "),
        "has_roles": !roles.isEmpty, "store": person["store"].text ?? "",
        "acts_for": person["acts_for"].elements.compactMap(\.text).joined(separator: ", "),
        "line": person["line"].text ?? "", "has_passphrase": hasPassphrase, "is_reader": isReader,
      ]
    }
  }

  private static func people(_ visit: Visit) async throws -> [Listed] {
    guard visit.may(.servePages) else { throw PageFailure.forbidden(.servePages) }
    return try await visit.run(CommandWords("people", "list")).elements.map { Listed($0, visit) }
  }

  /// The person of the address. A shop that lists nobody has one: who runs the server.
  private static func person(_ visit: Visit) async throws -> Listed {
    let login = try visit.parameter("login")
    let people = try await people(visit)
    if let person = people.first(where: { $0.login == login }) { return person }
    guard people.isEmpty, login == visit.person.login else { throw PageFailure.notFound }
    let roles = visit.person.roles.map { JSONValue.text($0.rawValue) }
    return Listed(
      .object([
        "login": .text(login), "name": .text(visit.person.name), "roles": .list(roles),
        "has_passphrase": .flag(try visit.site.passphrases.has(login)),
      ]), visit)
  }

  // MARK: Pages

  private static func list(_ visit: Visit) async throws -> Response {
    let people = try await people(visit)
    let without = people.filter { $0.hasRoles && !$0.hasPassphrase }
    return try visit.page(
      "settings-people", title: "People and roles",
      [
        "people": people.map(\.values), "has_people": !people.isEmpty, "own": address(visit.person.login),
        "without": without.isEmpty ? "" : "\(without.count) of \(people.count)",
      ])
  }

  /// - Parameter isSigningOut: whether the failure is of the form that signs out.
  private static func page(
    _ person: Listed, _ visit: Visit, _ failure: PageFailure? = nil, isSigningOut: Bool = false
  ) throws -> Response {
    // Who has a passphrase gives the present one to change it.
    let more: [String: Any] = [
      "is_own": person.isReader && person.hasPassphrase, "may_remove": !person.isReader && person.hasPassphrase,
      "shortest": Passphrases.shortest, "problem": false, "remedy": "", "has_failed": false,
      "is_signing_out": isSigningOut, "present_to_set": try visit.presentPassphraseField("own"),
      "present_to_sign_out": try person.isReader ? false as Any : visit.presentPassphraseField("own-to-sign-out"),
    ]
    let values = person.values.merging(more) { $1 }
    guard let failure else { return try visit.page("settings-person", title: person.name, values) }
    guard !isSigningOut else {
      // The fields of the other form are not what is wrong.
      let shown = values.merging(failure.values) { $1 }.merging(["has_failed": false]) { $1 }
      return try visit.page("settings-person", title: person.name, shown, status: failure.status)
    }
    return try visit.page("settings-person", title: person.name, values, refusing: failure)
  }

  private static func removal(_ person: Listed, _ visit: Visit, _ failure: PageFailure? = nil) throws -> Response {
    let title = "Remove the passphrase of \(person.name)?"
    let values: [String: Any] = [
      "name": person.name, "address": address(person.login), "present": try visit.presentPassphraseField("own"),
      "problem": false, "remedy": "", "has_failed": false,
    ]
    guard let failure else { return try visit.page("settings-remove", title: title, values) }
    return try visit.page("settings-remove", title: title, values, refusing: failure)
  }

  private static func set(_ visit: Visit) async throws -> Response {
    let person = try await person(visit)
    guard !(person.isReader && person.hasPassphrase) else { return visit.redirect(to: "/passphrase") }
    if let failure = visit.newPassphraseFailure { return try page(person, visit, failure) }
    if let failure = try await visit.presentPassphraseFailure() { return try page(person, visit, failure) }
    func endSessions() { if !person.isReader { visit.site.sessions.endAll(of: person.login) } }
    // Before the command too, which may wait for others.
    endSessions()
    let answer = await visit.answer(
      CommandWords("people", "passphrase").argument(person.login).writing, reading: [visit.typed("passphrase")])
    guard answer.status == 0 else { return try page(person, visit, PageFailure(answer)) }
    endSessions()
    return visit.redirect(
      to: "/settings/people",
      saying: "\(person.name) signs in as \(person.login) with the new passphrase. Tell it to nobody else.")
  }
}
