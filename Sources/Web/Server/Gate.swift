internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import NIOHTTP1

/// The context of a request.
struct PageContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address of the other side; that of the proxy where there is one.
  let remoteAddress: String
  private let channel: any Channel

  /// What limits for one client are counted by.
  var network: ClientNetwork { .of(remoteAddress) }

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress?.ipAddress ?? "unknown"
    channel = source.channel
  }

  /// Closes the connection of a request whose body is not awaited. What comes of it is read for a moment first: the other side
  /// may not find the answer otherwise.
  func closeSoon() {
    let channel = channel
    _ = channel.eventLoop.scheduleTask(in: .seconds(2)) { BoundedConnection.end(channel) }
  }
}

/// What holds for every answer: the headers that protect it, and a page in place of an error.
struct Gate: RouterMiddleware {
  typealias Context = PageContext

  let site: Site

  /// Pages load nothing from elsewhere, run no script but ours, and appear in no frame of others (Content Security Policy Level 3).
  static let policy =
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' blob:; connect-src 'self'; font-src 'none'; "
    + "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  private static let unreadable = PageFailure(
    status: .badRequest, title: LocalizedText("What was sent cannot be read"),
    remedy: LocalizedText("Open the page again and send it again."))

  /// After how many seconds a program may ask again for what is not possible at the moment (RFC 9110, section 10.2.3).
  private static let secondsToTryAgain = 30

  /// How long browsers use nothing but HTTPS after an answer: half a year.
  private static let httpsSeconds = 15_552_000

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    if request.headers[.hostField] != nil {
      // The first host is not among the headers, so that this is a second one.
      response = failure(Self.unreadable, of: request)
    } else if let host = request.head.authority, site.address.hosts.contains(host.lowercased()) {
      do { response = try await next(request, context) } catch {
        response = failure(Self.failure(of: error), of: request)
      }
    } else {
      response = failure(
        PageFailure(
          status: .misdirectedRequest, title: LocalizedText("The server does not go by this name"),
          remedy: LocalizedText("Start it with --host NAME for each name that it is reached by.")), of: request)
    }
    func set(_ name: String, _ value: String) {
      guard let name = HTTPField.Name(name), response.headers[name] == nil else { return }
      response.headers[name] = value
    }
    set("Content-Security-Policy", Self.policy)
    set("X-Content-Type-Options", "nosniff")
    set("Referrer-Policy", "same-origin")
    set("Cross-Origin-Opener-Policy", "same-origin")
    set("Cross-Origin-Resource-Policy", "same-origin")
    set("Permissions-Policy", "camera=(self), geolocation=(), microphone=()")
    set("Cache-Control", "no-store")
    if response.status == .serviceUnavailable { set("Retry-After", "\(Self.secondsToTryAgain)") }
    if site.address.asksForHTTPS { set("Strict-Transport-Security", "max-age=\(Self.httpsSeconds)") }
    return response
  }

  private func failure(_ failure: PageFailure, of request: Request) -> Response {
    let language = site.language(of: request, try? site.settings(isForStrangers: true))
    return site.failure(failure, for: nil, in: language)
  }

  /// What people read of an error; one that nobody expects goes into the log.
  static func failure(of error: any Error) -> PageFailure {
    if let failure = error as? PageFailure { return failure }
    if error is HTTPParserError { return unreadable }
    if let error = error as? any HTTPResponseError {
      if error.status == .notFound { return .notFound }
      return PageFailure(
        status: error.status, title: LocalizedText("The request cannot be answered"),
        remedy: LocalizedText("Go back and try again."))
    }
    return .unexpected("\(error)")
  }
}
