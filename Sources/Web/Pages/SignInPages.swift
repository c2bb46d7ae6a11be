internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving
internal import Wording

/// Signing in and out.
enum SignInPages {
  private static let largestForm = 10_000
  private static let usedLink = LocalizedText("This link was used, or its time is over.")

  static func add(to routes: PageRoutes, _ router: Router<PageContext>, _ site: Site) {
    router.get("/sign-in") { request, context in
      let query = FormValues(encoded: request.uri.query ?? "")
      if query["key"] == nil, query["lost"] == nil, try PageRoutes.visit(request, context, site) != nil {
        return Response.redirect(to: local(query["to"]))
      }
      let problem =
        query["lost"] == nil
        ? nil : LocalizedText("You were signed out, so what you sent was not taken. Sign in and send it again.")
      return try page(
        site, request, site.settings(isForStrangers: true), to: query["to"], key: query["key"], problem: problem)
    }
    router.post("/sign-in") { request, context in
      guard site.address.isOurs(request.headers) else { throw PageFailure.signedOut }
      let body = try await request.body.collect(upTo: largestForm)
      let form = FormValues(encoded: String(buffer: body))
      let settings = try site.settings(isForStrangers: true)
      if let key = form["key"] { return try byLink(key, to: form["to"], request, site, settings) }
      return try await byPassphrase(form, request, context, site, settings)
    }
    router.post("/sign-in/language") { request, _ in
      guard site.address.isOurs(request.headers) else { throw PageFailure.signedOut }
      let form = FormValues(encoded: String(buffer: try await request.body.collect(upTo: largestForm)))
      guard let language = form["language"].flatMap(Language.init(rawValue:)) else { throw PageFailure.notFound }
      var response = Response.redirect(to: address(to: form["to"], key: form["key"]))
      response.setCookie(site.cookie(choosing: language))
      return response
    }
    // Where a browser comes that is asked to open the address of the form.
    router.get("/sign-in/language") { _, _ in Response.redirect(to: address(to: nil, key: nil)) }
    routes.post("/sign-out") { visit in
      if visit.form["everywhere"] != nil {
        site.sessions.endAll(of: visit.person.login)
      } else {
        site.sessions.end(visit.secret)
      }
      var response = Response.redirect(to: "/sign-in")
      response.setCookie(cookie("", site, maxAge: 0))
      return response
    }
    routes.post("/role") { visit in
      let name = visit.form["role"] ?? ""
      let role = visit.person.roles.first { $0.rawValue == name }
      guard role != nil || name.isEmpty else { throw PageFailure.notFound }
      // Other rights, another session: a page of before cannot act in the new role (OWASP ASVS 4.0, 3.2.1).
      guard let secret = site.sessions.change(visit.secret, to: role) else { throw PageFailure.signedOut }
      site.sessions.say(
        Message(
          text: role.map { LocalizedText("You act as \($0.shownName) now.") }
            ?? LocalizedText("You act in all your roles now.")),
        to: secret)
      return signedIn(secret, to: "/", site)
    }
    routes.get("/more") { visit in
      let roles = visit.person.roles.sorted { $0.rawValue < $1.rawValue }
      return try visit.page(
        "more", title: LocalizedText("More"),
        [
          "others": Navigation.others(for: visit),
          "has_roles": roles.count > 1 && visit.session.count == nil, "is_all": visit.session.role == nil,
          "roles": roles.map { role -> [String: Any] in
            ["code": role.rawValue, "name": role.shownName, "is_current": visit.session.role == role]
          },
        ].merging(PageLanguage.values(visit)) { $1 })
    }
  }

  // MARK: Ways to sign in

  private static func byLink(
    _ key: String, to: String?, _ request: Request, _ site: Site, _ settings: ServedSettings
  ) throws -> Response {
    guard let login = site.links.use(key) else {
      return try page(site, request, settings, to: to, key: nil, problem: usedLink)
    }
    return signedIn(site.sessions.begin(login), to: to, request, site)
  }

  private static func byPassphrase(
    _ form: FormValues, _ request: Request, _ context: PageContext, _ site: Site, _ settings: ServedSettings
  ) async throws -> Response {
    let login = form["login"] ?? ""
    let typed = form.fields.first { $0.name == "passphrase" }?.value ?? ""
    switch try await site.result(of: typed, by: login, from: context.network, settings) {
    case .passphrase(let hash):
      return signedIn(site.sessions.begin(login, credentialHash: hash), to: form["to"], request, site)
    case .card(let card):
      return signedIn(site.sessions.begin(login, card: card), to: CountPages.address(card.count), request, site)
    case .service:
      return try page(
        site, request, settings, to: form["to"], key: nil, login: login,
        problem: LocalizedText("This account is for jobs and commands. It does not sign in to pages."),
        status: .forbidden)
    case .wrong:
      site.log("sign-in refused from \(context.remoteAddress), as \(logged(login))")
      return try page(
        site, request, settings, to: form["to"], key: nil, login: login,
        problem: LocalizedText("The name and the passphrase do not belong together."), status: .unprocessableContent)
    case .tooMany(let minutes):
      return try page(
        site, request, settings, to: form["to"], key: nil, login: login,
        problem: LocalizedText(
          count: minutes, one: "There were too many wrong attempts. Try again in 1 minute.",
          other: "There were too many wrong attempts. Try again in \(minutes) minutes."), status: .tooManyRequests)
    }
  }

  private static let longestLoggedName = 40

  /// A name that anybody may have typed, for the log: in quotation marks, on one line, and cut.
  private static func logged(_ name: String) -> String {
    let shown = String(name.unicodeScalars.prefix(longestLoggedName))
    return String(reflecting: shown) + (shown == name ? "" : "…")
  }

  /// Goes on with a new session in place of the one that the browser had.
  private static func signedIn(_ secret: String, to: String?, _ request: Request, _ site: Site) -> Response {
    if let old = request.cookies[site.address.cookie]?.value { site.sessions.end(old) }
    return signedIn(secret, to: to, site)
  }

  private static func signedIn(_ secret: String, to: String?, _ site: Site) -> Response {
    var response = Response.redirect(to: local(to))
    response.setCookie(cookie(secret, site, maxAge: Int(Sessions.duration)))
    return response
  }

  private static func cookie(_ secret: String, _ site: Site, maxAge: Int) -> Cookie {
    Cookie(
      name: site.address.cookie, value: secret, maxAge: maxAge, path: "/", secure: site.address.isSecure,
      httpOnly: true,
      sameSite: .strict)
  }

  private static func page(
    _ site: Site, _ request: Request, _ settings: ServedSettings, to: String?, key: String?, login: String = "",
    problem: LocalizedText? = nil, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let language = site.language(of: request, settings)
    var values: [String: Any] = [
      "title": LocalizedText("Sign in"), "shop": settings.frame.name, "to": local(to), "login": login,
      "languages": PageLanguage.choices(language),
    ]
    var problem = problem
    if let key, let login = site.links.login(of: key), let person = settings.person(login) {
      values["key"] = key
      values["person"] = person.name
    } else if key != nil {
      problem = usedLink
    }
    if let problem {
      let failure = PageFailure(status: status, title: problem, remedy: "", field: status == .ok ? "" : "login")
      values.merge(failure.values) { $1 }
    }
    return try site.html("sign-in", values, status: status, in: language)
  }

  /// The address of the page for signing in.
  private static func address(to: String?, key: String?) -> String {
    let key = key.map { "&key=" + FormValues.encoded($0) } ?? ""
    return "/sign-in?to=" + FormValues.encoded(local(to)) + key
  }

  /// An address of ours to go on to: never one of another site.
  private static func local(_ address: String?) -> String {
    // Addresses of ours are ASCII; among other letters a second slash could be part of a character.
    guard let address, address.utf8.first == UInt8(ascii: "/"), address.utf8.dropFirst().first != UInt8(ascii: "/"),
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return "/" }
    return address
  }
}
