internal import Dispatch
internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import ProblemKit
internal import RetailValues
public import Serving

/// The pages of a shop, served to browsers until the process gets the signal to stop.
///
/// ```swift
/// let server = try WebServer(shop: shop, templates: PageTemplates(folder: "pages"), settings: ServerSettings(), log: { print($0) })
/// try await server.run(linkFor: nil) { print("open \($0)") }
/// ```
public struct WebServer: Sendable {
  /// Seconds after the signal to stop, within which answers that were begun may end.
  private static let patience: TimeInterval = 8
  /// Seconds for the last line of the log.
  private static let patienceOfLog: TimeInterval = 0.2

  private let shop: any ServedShop
  private let log: @Sendable (String) -> Void
  private let site: @Sendable (Int, ServerTLS?) -> Site
  private let settings: ServerSettings
  private let connections: OpenConnections.Limits

  /// - Parameter log: writes a line of the server's log.
  public init(
    shop: any ServedShop, templates: PageTemplates, settings: ServerSettings, log: @escaping @Sendable (String) -> Void
  ) {
    self.init(shop: shop, templates: templates, settings: settings, connections: .init(), log: log)
  }

  /// - Parameters:
  ///   - connections: how many it keeps.
  ///   - followers: the pages that follow counts.
  ///   - running: the work that is shown as running.
  init(
    shop: any ServedShop, templates: PageTemplates, settings: ServerSettings, connections: OpenConnections.Limits,
    followers: CountFollowers = CountFollowers(), running: RunningWork = RunningWork(),
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.shop, self.log) = (shop, log)
    (self.settings, self.connections) = (settings, connections)
    site = { port, tls in
      Site(
        shop: shop, templates: templates, address: Self.address(settings, port: port, tls), authority: tls?.authority,
        answers: DeclaredAnswers(settings.answers), followers: followers, running: running, log: log)
    }
  }

  /// Serves until the process gets SIGTERM or SIGINT. Requests that were begun are answered first, if that takes no longer than eight
  /// seconds; the process ends then, and a change that was not done is not made.
  ///
  /// - Parameters:
  ///   - login: the person for whom a link is made that signs them in; nil for none.
  ///   - started: is called with the addresses to open, once the server listens.
  /// - Throws: `usage` when the address cannot be listened on, and what is wrong with the certificates.
  public func run(linkFor login: String?, started: @escaping @Sendable (StartedServer) -> Void) async throws {
    var logger = Logger(label: "stockroom")
    logger.logLevel = .error
    let port = try settings.port == 0 ? Self.freePort(at: settings.address) : settings.port
    let tls = try ServerTLS(settings, shop: shop, log: log)
    let site = site(port, tls)
    site.uploads.removeOld()
    let link = login.map { "sign-in?key=" + site.links.make(for: $0, within: 3600) } ?? ""
    let settings = settings
    var limits = connections
    // Behind a proxy, everybody comes from its address.
    if settings.encryption == .byProxy { limits.ofOneNetwork = limits.all }
    let application = Application(
      router: Self.router(site),
      server: OpenConnections(limits).server(scheme: site.address.scheme, tls?.context),
      configuration: .init(
        address: .hostname(settings.address, port: port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(limits.accepted)),
      onServerRunning: { _ in
        site.entries.enterWaiting()
        let start = Self.start(settings, port: port, tls)
        started(
          StartedServer(
            address: start + link,
            trust: tls?.authority.map { authority in
              StartedServer.Trust(page: start + TrustPages.page, fingerprint: authority.fingerprint)
            }))
      },
      logger: logger)
    let stops = [SIGTERM, SIGINT].map { Self.end(site, after: $0) }
    let renewal = Task { [log] in
      // Certificates are made again 30 days before their end, so a look a day is enough.
      while let tls, (try? await Task.sleep(for: .seconds(86_400))) != nil { tls.renew(log: log) }
    }
    defer {
      renewal.cancel()
      for stop in stops { stop.cancel() }
    }
    do { try await application.runService() } catch {
      throw Problems(
        .usage, "the server cannot listen on \(settings.address), port \(port): \(error)",
        remedy: "Choose another port with --port, or stop what uses this one.")
    }
  }

  /// Ends the process some time after a signal, even while somebody still sends half a form or reads no answer.
  private static func end(_ site: Site, after signal: Int32) -> any DispatchSourceSignal {
    // A queue and threads of its own: others may all be busy.
    let source = DispatchSource.makeSignalSource(signal: signal, queue: DispatchQueue(label: "stockroom.stop"))
    source.setEventHandler {
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: patience)
        // Writing the line may be waited for without end, such as where nobody reads the log.
        Thread.detachNewThread { site.log("stopped, though not every request was answered") }
        Thread.sleep(forTimeInterval: patienceOfLog)
        _exit(0)
      }
      site.followers.stop()
    }
    source.resume()
    return source
  }

  /// The routes of a site.
  static func router(_ site: Site) -> Router<PageContext> {
    let router = Router(context: PageContext.self)
    router.add(middleware: Gate(site: site))
    let routes = PageRoutes(site: site, router: router)
    AssetPages.add(to: router, site)
    SignInPages.add(to: routes, router, site)
    if let authority = site.authority { TrustPages.add(to: router, site, authority) }
    HomePages.add(to: routes)
    RunningPages.add(to: routes)
    PageLanguage.add(to: routes)
    ImportPages.add(to: routes)
    PlanPages.add(to: routes)
    CountPages.add(to: routes)
    ReportPages.add(to: routes)
    CatalogPages.add(to: routes)
    ExpiryPages.add(to: routes)
    FindPages.add(to: routes)
    OrderPages.add(to: routes)
    JobPages.add(to: routes)
    BookPages.add(to: routes)
    SettingsPages.add(to: routes)
    for list in ListFile.all { list.add(to: routes) }
    routes.leadFormsToPages()
    return router
  }

  static func address(_ settings: ServerSettings, port: Int, _ tls: ServerTLS?) -> SiteAddress {
    let names = [settings.address, "127.0.0.1", "localhost", "::1"] + (tls?.names ?? [])
    let own = names.flatMap { name in
      let name = bracketed(name)
      return port == usualPort(tls) ? [name, "\(name):\(port)"] : ["\(name):\(port)"]
    }
    return SiteAddress(
      hosts: Set((own + settings.hosts).map { $0.lowercased() }), isSecure: settings.encryption != .unencrypted,
      isBehindProxy: settings.encryption == .byProxy,
      // Not with a certificate of the shop's own: no browser would open the page with the steps to trust it any more.
      asksForHTTPS: tls != nil && tls?.authority == nil)
  }

  /// The beginning of the addresses of all pages, as people are shown it, with a slash at its end.
  private static func start(_ settings: ServerSettings, port: Int, _ tls: ServerTLS?) -> String {
    guard let tls else { return "http://\(bracketed(settings.address)):\(port)/" }
    let shown = settings.hosts.first ?? tls.shownName
    let name = bracketed(CertificateNames.withoutPort(shown))
    // A port that was given with the name is that of a machine in between.
    let hasPort = shown.hasPrefix("\(name):")
    return "https://\(hasPort ? shown : port == usualPort(tls) ? name : "\(name):\(port)")/"
  }

  /// The port that browsers leave out of addresses.
  private static func usualPort(_ tls: ServerTLS?) -> Int { tls == nil ? 80 : 443 }

  /// A name or an address as it is in the addresses of pages.
  private static func bracketed(_ name: String) -> String {
    name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
  }

  /// A port that nothing listens on.
  private static func freePort(at address: String) throws(Problems) -> Int {
    let isSix = address.contains(":")
    let number = socket(isSix ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var port: UInt16 = 0
    if isSix {
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      port = bound(number, &name) ? name.sin6_port : 0
    } else {
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      port = bound(number, &name) ? name.sin_port : 0
    }
    guard port != 0 else {
      throw Problems(.usage, "there is no free port", remedy: "Name one with --port.")
    }
    return Int(UInt16(bigEndian: port))
  }

  private static func bound<Name>(_ number: Int32, _ name: inout Name) -> Bool {
    withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        var size = socklen_t(MemoryLayout<Name>.size)
        return bind(number, address, size) == 0 && getsockname(number, address, &size) == 0
      }
    }
  }
}
