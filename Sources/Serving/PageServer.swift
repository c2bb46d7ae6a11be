public import FormatKit

/// Who encrypts what goes between the server and the browsers.
public enum Encryption: Equatable, Sendable {
  /// Nobody: the pages are for this machine alone.
  case unencrypted
  /// A proxy in front of the server, which speaks HTTPS with the browsers.
  case byProxy
  /// The server itself, with a certificate that somebody gives: the paths of two files in PEM.
  case certificate(file: String, key: String)
  /// The server itself, with a certificate that the shop makes for itself.
  case ownCertificate
}

/// Where and how a server is reached.
public struct ServerSettings: Sendable {
  /// The address that it listens on: this machine alone, unless another is named.
  public var address = "127.0.0.1"
  /// 0 for any that is free.
  public var port = 8080
  /// Further names by which browsers reach it, with the port unless it is the usual one.
  public var hosts: [String] = []
  public var encryption = Encryption.unencrypted
  /// The summary of each kind of problem by its code, in English, by the codes of `docs/reference/errors.md`.
  public var summaries: [String: String] = [:]
  /// What a person can say of all records of a file, by the code of the problem, where that helps.
  public var answers: [String: Problem.Answer] = [:]

  public init() {}
}

/// What people are shown once a server listens.
public struct StartedServer: Sendable {
  /// How phones and other computers come to trust a certificate that the shop made for itself.
  public struct Trust: Sendable {
    /// The address of the page with the steps.
    public var page: String
    /// The SHA-256 of the authority's certificate, as devices show it.
    public var fingerprint: String

    public init(page: String, fingerprint: String) { (self.page, self.fingerprint) = (page, fingerprint) }
  }

  /// The address to open in a browser.
  public var address: String
  /// Nil unless the shop made the certificate for itself.
  public var trust: Trust?

  public init(address: String, trust: Trust? = nil) { (self.address, self.trust) = (address, trust) }
}

/// Serves the pages of a shop. The program `stockroom-serve` has one; the command line alone does without it, so that it stays small.
public protocol PageServer: Sendable {
  /// Serves until the process gets the signal to stop.
  ///
  /// - Parameters:
  ///   - templates: the folder with the templates of the pages.
  ///   - login: the person for whom a link is made that signs them in.
  ///   - log: writes a line of the server's log.
  ///   - started: is called with the addresses to open, once the server listens.
  /// - Throws: `usage` when a template is missing or the address cannot be listened on, and what is wrong with the
  ///   certificates.
  func serve(
    _ shop: any ServedShop, templates: String, settings: ServerSettings, linkFor login: String,
    log: @escaping @Sendable (String) -> Void, started: @escaping @Sendable (StartedServer) -> Void
  ) async throws
}
