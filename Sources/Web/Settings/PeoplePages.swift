internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The people of the shop: their roles, their passphrases, and signing them out.
enum PeoplePages {
  static func add(to routes: PageRoutes) {
    routes.get("/settings/people") { visit in try await list(visit) }
    routes.get("/settings/people/:login") { visit in try await page(person(visit), visit) }
    addChanges(to: routes)
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
      try await signOut(person.login, visit)
      _ = try await visit.run(CommandWords("people", "passphrase").flag("remove").argument(person.login).writing)
      try await signOut(person.login, visit)
      return visit.redirect(
        to: "/settings/people",
        saying: LocalizedText("\(person.name) is signed out and can no longer sign in with a passphrase."))
    }
    routes.post("/settings/people/:login/sign-out", for: .servePages) { visit in
      let person = try await person(visit)
      if !person.isReader, let failure = try await visit.presentPassphraseFailure(at: "own-to-sign-out") {
        return try await page(person, visit, failure)
      }
      try await signOut(person.login, visit)
      visit.site.log("\(visit.person.login) signed \(person.login) out")
      guard !person.isReader else { return Response.redirect(to: "/sign-in") }
      return visit.redirect(
        to: address(person.login), saying: LocalizedText("\(person.name) is signed out on all devices."))
    }
  }

  /// Ends the sessions of a person on all devices. Their cards are taken back too: a lost phone may have the number of one.
  static func signOut(_ login: String, _ visit: Visit) async throws {
    let site = visit.site
    site.sessions.endAll(of: login)
    try await site.commands.outside { try CardFile.withdraw(of: login, shop: site.shop.folder) }
  }

  static func address(_ login: String) -> String { "/settings/people/" + FormValues.encoded(login) }

  // MARK: Who

  /// A person as the command lists them.
  struct Listed {
    let login: String
    let name: String
    let values: [String: Any]
    let hasPassphrase: Bool
    /// Whether they have a role, without which nobody signs in.
    let hasRoles: Bool
    /// Whether they sign in to the pages: a service uses them with tokens alone.
    let signsIn: Bool
    /// Whether it is the person who looks at the page.
    let isReader: Bool
    /// Whether stockroom.yml lists them. It lists nobody where one person runs the shop alone.
    let isListed: Bool
    /// The fields of the form that changes the person.
    let form: PersonForm

    init(_ person: JSONValue, _ visit: Visit, isListed: Bool = true) {
      let login = person["login"].text ?? ""
      let name = person["name"].text ?? login
      let roles = person["roles"].elements.compactMap(\.text)
      let hasPassphrase = person["has_passphrase"].isTrue
      let isReader = login == visit.person.login
      (self.login, self.name, self.hasPassphrase) = (login, name, hasPassphrase)
      (hasRoles, self.isReader, self.isListed) = (!roles.isEmpty, isReader, isListed)
      signsIn = roles.contains { $0 != Role.service.rawValue }
      form = PersonForm(login: login, name: name, roles: Set(roles), store: person["store"].text)
      values = [
        "login": login, "name": name, "address": PeoplePages.address(login),
        "roles": LocalizedText(roles.map { LocalizedText(word: $0) }, separator: ", "),
        "has_roles": !roles.isEmpty, "store": person["store"].text ?? "",
        "acts_for": person["acts_for"].elements.compactMap(\.text).joined(separator: ", "),
        "line": person["line"].text ?? "", "has_passphrase": hasPassphrase, "is_reader": isReader,
        "signs_in": signsIn || hasPassphrase,
      ]
    }
  }

  static func people(_ visit: Visit) async throws -> [Listed] {
    guard visit.may(.servePages) else { throw PageFailure.forbidden(.servePages) }
    return try await visit.run(CommandWords("people", "list")).elements.map { Listed($0, visit) }
  }

  /// The person of the address. A shop that lists nobody has one: who runs the server.
  static func person(_ visit: Visit) async throws -> Listed {
    let login = try visit.parameter("login")
    let people = try await people(visit)
    if let person = people.first(where: { $0.login == login }) { return person }
    guard people.isEmpty, login == visit.person.login else { throw PageFailure.notFound }
    let roles = visit.person.roles.map { JSONValue.text($0.rawValue) }
    return Listed(
      .object([
        "login": .text(login), "name": .text(visit.person.name), "roles": .list(roles),
        "has_passphrase": .flag(try visit.site.passphrases.has(login)),
      ]), visit, isListed: false)
  }

  // MARK: Pages

  /// - Parameter form: what was sent to add a person; an empty form when nil.
  static func list(
    _ visit: Visit, _ failure: PageFailure? = nil, form: PersonForm = PersonForm(login: "")
  ) async throws -> Response {
    let people = try await people(visit)
    let signingIn = people.filter(\.signsIn)
    let without = signingIn.filter { !$0.hasPassphrase }
    let details = await form.values(visit)
    let values: [String: Any] = [
      "people": people.map(\.values), "has_people": !people.isEmpty, "own": address(visit.person.login),
      "without": without.isEmpty ? "" : LocalizedText("\(without.count) of \(signingIn.count)") as Any,
      "reader": visit.person.name,
      "details": details, "present": try visit.presentPassphraseField("own"),
    ]
    guard let failure else {
      return try visit.page("settings-people", title: LocalizedText("People and roles"), values)
    }
    return try visit.page("settings-people", title: LocalizedText("People and roles"), values, refusing: failure)
  }

  /// - Parameters:
  ///   - failure: why a form was not taken; nil for a page that is only looked at.
  ///   - sent: what was sent to change the person; what holds when nil.
  static func page(
    _ person: Listed, _ visit: Visit, _ failure: PageFailure? = nil, sent: PersonForm? = nil
  ) async throws -> Response {
    let isOther = !person.isReader
    // A shop that lists nobody has nothing that could be changed.
    var details: Any = false
    if person.isListed { details = await (sent ?? person.form).values(visit) }
    // Who has a passphrase gives the present one to change it.
    let more: [String: Any] = [
      "is_own": person.isReader && person.hasPassphrase, "may_remove": isOther && person.hasPassphrase,
      "may_delete": isOther && person.isListed, "details": details, "shortest": Passphrases.shortest,
      "present_to_change": try visit.presentPassphraseField("own-to-change"),
      "present_to_set": try visit.presentPassphraseField("own"),
      "present_to_sign_out": try isOther ? visit.presentPassphraseField("own-to-sign-out") : false as Any,
    ]
    let values = person.values.merging(more) { $1 }
    guard let failure else { return try visit.page("settings-person", title: person.name, values) }
    return try visit.page("settings-person", title: person.name, values, refusing: failure)
  }

  private static func removal(_ person: Listed, _ visit: Visit, _ failure: PageFailure? = nil) throws -> Response {
    let title = LocalizedText("Remove the passphrase of \(person.name)?")
    let values: [String: Any] = [
      "name": person.name, "address": address(person.login), "present": try visit.presentPassphraseField("own"),
    ]
    guard let failure else { return try visit.page("settings-remove", title: title, values) }
    return try visit.page("settings-remove", title: title, values, refusing: failure)
  }

  private static func set(_ visit: Visit) async throws -> Response {
    let person = try await person(visit)
    guard !(person.isReader && person.hasPassphrase) else { return visit.redirect(to: "/passphrase") }
    if let failure = visit.newPassphraseFailure { return try await page(person, visit, failure) }
    if let failure = try await visit.presentPassphraseFailure() { return try await page(person, visit, failure) }
    func endSessions() { if !person.isReader { visit.site.sessions.endAll(of: person.login) } }
    // Before the command too, which may wait for others.
    endSessions()
    let answer = await visit.answer(
      CommandWords("people", "passphrase").argument(person.login).writing, reading: [visit.typed("passphrase")])
    guard answer.status == 0 else { return try await page(person, visit, PageFailure(answer).at("passphrase")) }
    endSessions()
    return visit.redirect(
      to: "/settings/people",
      saying: LocalizedText(
        "\(person.name) signs in as \(person.login) with the new passphrase. Do not show it to anybody else."))
  }
}
