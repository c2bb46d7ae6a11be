internal import Foundation
internal import NIOCore
internal import NIOSSL
internal import ProblemKit
internal import Serving
internal import Synchronization

/// What a server needs to speak HTTPS itself.
struct ServerTLS: Sendable {
  /// What devices are made to trust.
  struct Authority: Sendable {
    /// The certificate, in DER.
    let certificate: [UInt8]
    /// Its SHA-256, as devices show it.
    let fingerprint: String
    /// As devices list it.
    let name: String
    /// Until when it holds.
    let end: Date
  }

  /// What TLS 1.2 and 1.3 are spoken with on new connections; another one once the certificate was made again.
  final class CurrentContext: Sendable {
    private struct State: Sendable {
      var context: NIOSSLContext
      /// That of the certificate of the server.
      var fingerprint: String
    }

    private let state: Mutex<State>

    init(_ context: NIOSSLContext, fingerprint: String = "") {
      state = Mutex(State(context: context, fingerprint: fingerprint))
    }

    var value: NIOSSLContext { state.withLock { $0.context } }
    var fingerprint: String { state.withLock { $0.fingerprint } }

    fileprivate func replace(by context: NIOSSLContext, fingerprint: String) {
      state.withLock { $0 = State(context: context, fingerprint: fingerprint) }
    }
  }

  /// The certificates that the shop makes, and the names that they are for.
  private struct Making: Sendable {
    let certificates: OwnCertificates
    let names: CertificateNames
  }

  let context: CurrentContext
  private let making: Making?
  /// The authority that the shop made for itself; nil with a certificate of others.
  let authority: Authority?
  /// Names and addresses by which browsers reach the server, without a port.
  let names: Set<String>
  /// The one that is shown to people, where none was given.
  let shownName: String

  /// How long the other side may take to end a connection.
  private static let ending = TimeAmount.seconds(2)

  /// Prepares the certificates; nil for a server that does not speak HTTPS itself.
  ///
  /// - Parameter log: writes a line of the server's log.
  /// - Throws: what is wrong with the certificates.
  init?(_ settings: ServerSettings, shop: any ServedShop, log: (String) -> Void) throws {
    switch settings.encryption {
    case .unencrypted, .byProxy: return nil
    case .certificate(let file, let key):
      names = Set(settings.hosts.map { CertificateNames.withoutPort($0).lowercased() })
      let given = try CertificateFile.readGiven(certificate: file, key: key, hosts: names, log: log)
      context = CurrentContext(try Self.context(chain: given.chain, key: given.key, source: file))
      (making, authority) = (nil, nil)
      shownName = CertificateNames.isOfAll(settings.address) ? "localhost" : settings.address
    case .ownCertificate:
      let names = try CertificateNames(listeningOn: settings.address, hosts: settings.hosts)
      let own = OwnCertificates(shop: shop.folder)
      let prepared = try own.prepare(for: names, shop: try shop.settings().frame.name)
      if prepared.replacesAuthority {
        log("the authority was made again, because its file was missing; every device has to trust the new one")
      }
      context = CurrentContext(
        try Self.context(of: prepared.server, source: own.folder),
        fingerprint: prepared.server.certificate.fingerprint)
      making = Making(certificates: own, names: names)
      let authority = Authority(
        certificate: prepared.authority.der, fingerprint: prepared.authority.fingerprint,
        name: prepared.authority.name, end: prepared.authority.end ?? .distantFuture)
      self.authority = authority
      Self.warn(ofEndOf: authority, in: own, at: Date(), log: log)
      self.names = names.hosts.union(names.addresses)
      shownName = names.shown(listeningOn: settings.address)
    }
  }

  /// Makes the certificate of the server again when it ends soon, if the shop makes it. Connections that are open go on with
  /// the one before.
  ///
  /// - Parameter log: gets what was done, what could not be done, and that the authority ends soon.
  func renew(at now: Date = Date(), log: (String) -> Void) {
    guard let making, let authority else { return }
    do throws(Problems) {
      let prepared = try making.certificates.renew(
        for: making.names, ofAuthority: authority.fingerprint, now: now)
      Self.warn(ofEndOf: authority, in: making.certificates, at: now, log: log)
      let fingerprint = prepared.server.certificate.fingerprint
      guard fingerprint != context.fingerprint else { return }
      let renewed = try Self.context(of: prepared.server, source: making.certificates.folder)
      context.replace(by: renewed, fingerprint: fingerprint)
      log("the certificate of the server was made again; devices need no new step")
    } catch {
      log("warning: the certificate of the server cannot be made again: \(error.message). \(error.remedy)")
    }
  }

  private static func warn(
    ofEndOf authority: Authority, in own: OwnCertificates, at now: Date, log: (String) -> Void
  ) {
    guard OwnCertificates.endsSoon(authority.end, now: now) else { return }
    log(
      "warning: the authority of the shop ends on \(CertificateFile.day(authority.end)). For a new one, which every device "
        + "has to trust, stop the server, move \(own.authorityPath) away, and start the server again")
  }

  private static func context(of server: CertifiedKey, source: String) throws(Problems) -> NIOSSLContext {
    let pem = Array((server.pem ?? "").utf8)
    return try context(chain: pem, key: pem, source: source)
  }

  private static func context(chain: [UInt8], key: [UInt8], source: String) throws(Problems) -> NIOSSLContext {
    do {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(chain).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: key, format: .pem)))
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      configuration.shutdownTimeout = ending
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw Problems(
        .usage, source: source, "the certificate cannot be used for HTTPS: \(error)",
        remedy: "Use a key for ECDSA with P-256, or for RSA with 2048 bits or more.")
    }
  }
}
