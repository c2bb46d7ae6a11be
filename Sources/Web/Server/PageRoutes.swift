internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The pages of people who are signed in, by their addresses.
///
/// ```swift
/// routes.get("/imports/:number") { visit in try visit.page("import", title: LocalizedText("Import"), …) }
/// routes.post("/imports/:number/undo") { visit in visit.redirect(to: "/imports", saying: LocalizedText("Import 7 was undone.")) }
/// ```
final class PageRoutes {
  typealias Answer = @Sendable (Visit) async throws -> Response
  typealias Refused = @Sendable (Visit, PageFailure) async throws -> Response

  /// Bytes of a form without files.
  private static let largestForm = 1_000_000
  /// Bytes of the key of a form.
  private static let longestKey = 64

  private let site: Site
  private let router: Router<PageContext>
  /// The paths of all pages.
  private var pages: Set<String> = []
  /// The paths that take forms.
  private var forms: [String] = []

  init(site: Site, router: Router<PageContext>) { (self.site, self.router) = (site, router) }

  /// A page that shows something, and changes nothing.
  func get(_ path: String, _ answer: @escaping Answer) {
    pages.insert(path)
    router.get(RouterPath(path)) { [site] request, context in
      guard let visit = try Self.visit(request, context, site) else { return try Self.signIn(for: request, site) }
      if let count = visit.session.count, !visit.isAllowedByCard {
        return visit.redirect(to: CountPages.address(count))
      }
      return await Self.shown(visit) {
        do { return try await answer(visit) } catch let failure as PageFailure where failure.code == "not-found" {
          // What the address names.
          throw PageFailure.notFound
        }
      }
    }
  }

  /// A change that a form asks for. It is carried out once, however often the form is sent, unless it is repeatable.
  ///
  /// - Parameters:
  ///   - takesFiles: whether the form sends files. They are written to the disk before the command that takes them could refuse the
  ///     person, so that the act is needed here.
  ///   - limits: how much it may send, where it sends files.
  ///   - act: what the person must be permitted; nil where the command alone decides.
  ///   - otherContent: the answer where the page's form was sent before with other content, as by two scans of which the second comes
  ///     before the answer to the first; nil to say so and do nothing.
  ///   - refused: the page of the form again where what it sent is too much; nil for a page of its own.
  ///   - isRepeatable: whether it is carried out each time, and the form can be sent to another address afterwards.
  ///   - isQuiet: whether the next page does not say that it was sent before, as where a script sends it again by itself.
  func post(
    _ path: String, takesFiles: Bool = false, limits: MultipartReader.Limits = .init(), for act: Act? = nil,
    otherContent: Answer? = nil, refused: Refused? = nil, isRepeatable: Bool = false, isQuiet: Bool = false,
    _ answer: @escaping Answer
  ) {
    forms.append(path)
    router.post(RouterPath(path)) { [site] request, context in
      guard site.address.isOurs(request.headers) else { throw PageFailure.signedOut }
      guard var visit = try Self.visit(request, context, site) else { return try Self.signIn(for: request, site) }
      let signedIn = visit
      guard visit.isAllowedByCard else { return site.failure(.notOnCard, for: visit) }
      if let act, !visit.may(act) { return site.failure(.forbidden(act), for: visit) }
      let isTooMuch = Self.announced(by: request) > (takesFiles ? limits.body : Int64(Self.largestForm))
      if isTooMuch { context.closeSoon() }
      var response = await Self.shown(signedIn) {
        do {
          if isTooMuch { throw takesFiles ? MultipartReader.tooLarge as any Error : HTTPError(.contentTooLarge) }
          try await Self.read(request, takesFiles: takesFiles, limits, into: &visit)
        } catch let failure
          as PageFailure where failure.status == .contentTooLarge
        {
          guard let refused else { throw failure }
          return try await refused(signedIn, failure)
        }
        try Self.requireSecrets(visit.form, of: visit.session)
        return try await isRepeatable ? answer(visit) : Self.once(visit, isQuiet, otherContent, answer)
      }
      if isTooMuch { response.headers[.connection] = "close" }
      return response
    }
  }

  /// Leads from each address that only takes forms to the next page above it: a person comes there after a reload, or after
  /// signing in again. Called last, when all pages and forms are known.
  func leadFormsToPages() {
    for path in forms where !pages.contains(path) {
      var parts = path.split(separator: "/")
      repeat { parts.removeLast() } while !parts.isEmpty && !pages.contains("/" + parts.joined(separator: "/"))
      let length = parts.count
      router.get(RouterPath(path)) { request, _ in
        Response.redirect(to: "/" + request.uri.path.split(separator: "/").prefix(length).joined(separator: "/"))
      }
    }
  }

  // MARK: Steps

  /// Who asks; nil when nobody is signed in, or the person is no longer listed, or no longer in the role that they act in,
  /// or has another passphrase or no longer that card since.
  static func visit(_ request: Request, _ context: PageContext, _ site: Site) throws -> Visit? {
    guard let secret = request.cookies[site.address.cookie]?.value, let session = site.sessions.session(secret),
      site.keepsCredential(of: session)
    else { return nil }
    let settings = try site.settings()
    guard let person = settings.person(session.login) else {
      // Who gets the login later is somebody else.
      site.sessions.endAll(of: session.login)
      return nil
    }
    guard session.role.map(person.roles.contains) ?? true else { return nil }
    var parameters: [String: String] = [:]
    for (name, value) in context.parameters { parameters[String(name)] = String(value) }
    return Visit(
      site: site, person: person, session: session, secret: secret, settings: settings,
      origin: site.address.origin(request.head.authority ?? ""), path: request.uri.path, parameters: parameters,
      query: FormValues(encoded: request.uri.query ?? ""), language: site.language(of: request, settings),
      chosenLanguage: site.chosenLanguage(request))
  }

  /// To the page where people sign in, which leads back here, or to the page of a form that was sent after the session had
  /// ended: the one that the browser names, else the one that the form's own address leads to.
  private static func signIn(for request: Request, _ site: Site) throws -> Response {
    guard request.method != .get else {
      let address = "/sign-in?to=" + FormValues.encoded(request.head.path ?? "/")
      guard mayComeFromAnotherSite(request, site) else { return Response.redirect(to: address) }
      let settings = try site.settings(isForStrangers: true)
      return try site.html(
        "continue",
        ["title": LocalizedText("The page is being opened"), "shop": settings.frame.name, "continues": address],
        in: site.language(of: request, settings))
    }
    let page = request.headers[.referer].flatMap { site.address.path(of: $0) } ?? request.uri.path
    return Response.redirect(to: "/sign-in?lost=yes&to=" + FormValues.encoded(page))
  }

  /// Whether a browser may have come by a link of another site, such as one in a mail. It keeps the cookie back then
  /// (RFC 6265bis, section 5.2), also through redirects, and sends it when a page of ours leads on.
  private static func mayComeFromAnotherSite(_ request: Request, _ site: Site) -> Bool {
    // Over plain HTTP, browsers do not say where a request comes from.
    request.cookies[site.address.cookie] == nil && request.headers[.secFetchSite] ?? "cross-site" == "cross-site"
      && request.headers[.accept]?.contains("text/html") ?? false
  }

  /// The answer, or the page that says what went wrong.
  private static func shown(_ visit: Visit, _ answer: () async throws -> Response) async -> Response {
    do { return try await answer() } catch {
      return visit.site.failure(Gate.failure(of: error), for: visit)
    }
  }

  /// The secrets that every form of a page has, at its beginning.
  private static func requireSecrets(_ form: FormValues, of session: Session) throws(PageFailure) {
    guard let csrf = form["csrf"], HashFile.areEqual(csrf, session.csrf), let once = form["once"],
      once.utf8.count <= longestKey
    else { throw .signedOut }
  }

  /// How many bytes of a body the head of a request announces; 0 where it does not say.
  private static func announced(by request: Request) -> Int64 {
    request.headers[.contentLength].flatMap { Int64($0) } ?? 0
  }

  private static func read(
    _ request: Request, takesFiles: Bool, _ limits: MultipartReader.Limits, into visit: inout Visit
  ) async throws {
    let type = request.headers[.contentType] ?? ""
    guard takesFiles else {
      let body = try await request.body.collect(upTo: largestForm)
      visit.form = FormValues(encoded: String(buffer: body))
      return
    }
    let (uploads, session) = (visit.site.uploads, visit.session)
    let place = { @Sendable (fields: FormValues, name: String) throws -> String in
      try requireSecrets(fields, of: session)
      return try uploads.place(name)
    }
    guard var reader = MultipartReader(contentType: type, limits: limits, place: place) else {
      throw PageFailure.signedOut
    }
    do {
      for try await buffer in request.body { try reader.take(buffer.readableBytesView) }
      guard reader.isComplete else {
        throw PageFailure(
          status: .badRequest, title: LocalizedText("The files did not come whole"),
          remedy: LocalizedText("Send them again."))
      }
    } catch {
      reader.close()
      for path in reader.paths { uploads.remove(fileAt: path) }
      throw error
    }
    visit.form = reader.content.fields
    visit.files = reader.content.files
  }

  /// Removes the files of a form that is not carried out.
  private static func removeFiles(of visit: Visit) {
    for file in visit.files { visit.site.uploads.remove(fileAt: file.path) }
  }

  /// A hash of who sends a form, where to, and all that it says.
  private static func content(of visit: Visit) -> ShortHash {
    let maker = ShortHashMaker()
    maker.add(visit.person.login)
    maker.add(visit.path)
    for field in visit.form.fields where field.name != "csrf" {
      maker.add(field.name)
      maker.add(field.value)
    }
    for file in visit.files {
      maker.add(file.name)
      maker.add(file.hash)
    }
    return maker.hash()
  }

  /// Carries a form out, unless it was sent before.
  private static func once(
    _ visit: Visit, _ isQuiet: Bool, _ otherContent: Answer?, _ answer: Answer
  ) async throws -> Response {
    guard let key = visit.form["once"] else { throw PageFailure.signedOut }
    let forms = visit.site.forms
    switch forms.claim(key, content: content(of: visit)) {
    case .new: break
    case .done(let address):
      removeFiles(of: visit)
      guard !isQuiet else { return visit.redirect(to: address) }
      return visit.redirect(
        to: address, saying: LocalizedText("This was already done, so nothing was done a second time."))
    case .running:
      removeFiles(of: visit)
      throw PageFailure(
        status: .conflict, title: LocalizedText("This is being done at the moment"),
        remedy: LocalizedText("Wait a little, then look at the result."))
    case .differs:
      if let otherContent { return try await otherContent(visit) }
      removeFiles(of: visit)
      throw PageFailure(
        status: .unprocessableContent, title: LocalizedText("This form was sent before with other content"),
        remedy: LocalizedText("Open the page again, and send it once."))
    }
    do {
      let response = try await answer(visit)
      forms.finish(key, at: response.status == .seeOther ? response.headers[.location] : nil)
      return response
    } catch {
      forms.finish(key, at: nil)
      throw error
    }
  }
}
