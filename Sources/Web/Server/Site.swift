internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Wording

/// All that the pages share: the shop, the templates, and who is signed in.
final class Site: Sendable {
  let shop: any ServedShop
  let templates: PageTemplates
  let address: SiteAddress
  /// The authority that devices are made to trust; nil unless the shop made one for itself.
  let authority: ServerTLS.Authority?
  /// What people can say of all records of a file.
  let answers: DeclaredAnswers
  let sessions = Sessions()
  let attempts = SignInAttempts()
  let links = SignInLinks()
  let forms = SentForms()
  let running: RunningWork
  let followers: CountFollowers
  let commands: CommandQueue
  let entries: EntryQueue
  let uploads: Uploads
  let passphrases: Passphrases
  let cards: CountCards
  let reports = MadeReports()
  let styles = ReportStyles()
  /// Writes a line of the server's log.
  let log: @Sendable (String) -> Void

  init(
    shop: any ServedShop, templates: PageTemplates, address: SiteAddress, authority: ServerTLS.Authority? = nil,
    answers: DeclaredAnswers = DeclaredAnswers(), followers: CountFollowers = CountFollowers(),
    running: RunningWork = RunningWork(),
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.shop, self.templates, self.address, self.log) = (shop, templates, address, log)
    (self.authority, self.answers) = (authority, answers)
    (self.followers, self.running) = (followers, running)
    commands = CommandQueue(LoggedShop(shop, log: log))
    entries = EntryQueue(commands, shop: shop.folder, log: log)
    uploads = Uploads(shop: shop.folder)
    passphrases = Passphrases(shop: shop.folder)
    cards = CountCards(shop: shop.folder)
  }

  /// The shop's settings as they are now.
  ///
  /// - Parameter isForStrangers: whether the person who asks is not signed in; then the error does not say what is in the file.
  /// - Throws: what is wrong with `stockroom.yml`, which people write by hand.
  func settings(isForStrangers: Bool = false) throws(PageFailure) -> ServedSettings {
    do { return try shop.settings() } catch {
      guard let problems = error as? Problems else { throw .unexpected("\(error)") }
      throw PageFailure(
        status: .serviceUnavailable,
        title: isForStrangers
          ? LocalizedText("The settings of the shop cannot be read")
          : LocalizedText(said: problems.message.replacing(shop.folder + "/", with: "")),
        remedy: isForStrangers
          ? LocalizedText("Ask the person who looks after Stockroom.") : LocalizedText(said: problems.remedy),
        detail: problems.message)
    }
  }

  /// Whether the passphrase or the card that a session was begun with is still the person's; a link needs neither.
  func keepsCredential(of session: Session) -> Bool {
    guard let hash = session.credentialHash else { return true }
    guard let count = session.count else { return passphrases.hash(of: session.login) == hash }
    return cards.hash(of: session.login, count: count) == hash
  }

  /// The cookie by which a browser is shown a language for a year; nil has it go by the browser.
  func cookie(choosing language: Language?) -> Cookie {
    Cookie(
      name: address.languageCookie, value: language?.rawValue ?? "", maxAge: language == nil ? 0 : 31_536_000,
      path: "/",
      secure: address.isSecure, httpOnly: true, sameSite: .strict)
  }

  /// A page of HTML.
  func html(
    _ template: String, _ values: [String: Any], status: HTTPResponse.Status = .ok, in language: Language
  ) throws -> Response {
    guard let text = templates.page(template, values, in: language) else {
      throw PageFailure(
        status: .internalServerError, title: LocalizedText("The page '\(template)' is missing"),
        remedy: LocalizedText("Install the folder pages again."))
    }
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  /// A page that says what went wrong, in the frame of the shop where somebody is signed in.
  ///
  /// - Parameter language: that of the page where nobody is signed in.
  func failure(_ failure: PageFailure, for visit: Visit?, in language: Language = .english) -> Response {
    if !failure.detail.isEmpty { log(failure.detail) }
    let values: [String: Any] = [
      "problem": failure.title, "remedy": failure.remedy, "code": failure.code,
      "is_forbidden": failure.status == .forbidden, "is_ours": failure.status == .internalServerError,
    ]
    let page =
      if let visit { try? visit.page("failure", title: failure.title, values, status: failure.status) } else {
        try? html(
          "failure-signed-out", values.merging(["title": failure.title]) { $1 }, status: failure.status, in: language)
      }
    return page ?? Response(status: failure.status)
  }
}

/// Under which names the server is reached.
struct SiteAddress: Sendable {
  /// The values of the header `Host` that are answered, in small letters; any other may come from a page that turned a name of its own to this
  /// machine.
  let hosts: Set<String>
  /// Whether browsers reach it over HTTPS.
  let isSecure: Bool
  /// Whether a proxy is in between, from whose address everybody comes.
  var isBehindProxy = false
  /// Whether browsers are asked to use nothing but HTTPS from now on (RFC 6797).
  var asksForHTTPS = false

  /// The name of the session's cookie; the prefix has browsers take it over HTTPS alone (RFC 6265bis, section 4.1.3).
  var cookie: String { isSecure ? "__Host-stockroom" : "stockroom" }

  /// The name of the cookie with the language that somebody chose in a browser.
  var languageCookie: String { cookie + "-language" }

  /// How addresses of its pages begin.
  var scheme: String { isSecure ? "https" : "http" }

  /// How browsers write one of the names, such as `https://shop.example.org`.
  func origin(_ host: String) -> String { "\(scheme)://\(host)" }

  /// Whether a request comes from a page of ours, by the headers that browsers add and pages cannot change.
  func isOurs(_ headers: HTTPFields) -> Bool {
    if let site = headers[.secFetchSite], site != "same-origin", site != "none" { return false }
    guard let origin = headers[.origin] else { return true }
    return hosts.contains { origin == self.origin($0) }
  }

  /// The path of an address of ours, with its query; nil for one of another site.
  func path(of address: String) -> String? {
    // Bytes, not characters: with certain letters after it, a slash is part of a character.
    guard let host = hosts.first(where: { address.utf8.starts(with: "\(origin($0))/".utf8) }) else { return nil }
    return String(Substring(address.utf8.dropFirst(origin(host).utf8.count)))
  }
}

extension HTTPField.Name {
  /// Where a request comes from, as the browser says (Fetch Metadata Request Headers).
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
  /// A host after the first one, which ``HTTPRequest/authority`` has.
  static let hostField = HTTPField.Name("Host") ?? .origin
  /// Whether a proxy such as nginx may keep an answer back until there is more of it.
  static let accelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .retryAfter
}
