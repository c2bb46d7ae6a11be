/// Where and how a server is reached.
public struct ServerSettings: Sendable {
  /// The address that it listens on: this machine alone, unless another is named.
  public var address = "127.0.0.1"
  /// 0 for any that is free.
  public var port = 8080
  /// Further names by which browsers reach it, with the port unless it is the usual one.
  public var hosts: [String] = []
  /// Whether a proxy in front of it speaks HTTPS with the browsers.
  public var isBehindProxy = false

  public init() {}
}

/// Serves the pages of a shop. The program `stockroom-serve` has one; the command line alone does without it, so that it stays small.
public protocol PageServer: Sendable {
  /// Serves until the process gets the signal to stop.
  ///
  /// - Parameters:
  ///   - templates: the folder with the templates of the pages.
  ///   - login: the person for whom a link is made that signs them in.
  ///   - log: writes a line of the server's log.
  ///   - started: is called with the address to open, once the server listens.
  /// - Throws: `usage` when a template is missing or the address cannot be listened on.
  func serve(
    _ shop: any ServedShop, templates: String, settings: ServerSettings, linkFor login: String,
    log: @escaping @Sendable (String) -> Void, started: @escaping @Sendable (String) -> Void
  ) async throws
}
