internal import Foundation
internal import NIOCore
internal import NIOSSL
internal import ProblemKit
internal import Serving

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
  }

  /// What TLS 1.2 and 1.3 are spoken with.
  let context: NIOSSLContext
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
      context = try Self.context(chain: given.chain, key: given.key, source: file)
      authority = nil
      shownName = CertificateNames.isOfAll(settings.address) ? "localhost" : settings.address
    case .ownCertificate:
      let names = try CertificateNames(listeningOn: settings.address, hosts: settings.hosts)
      let own = OwnCertificates(shop: shop.folder)
      let prepared = try own.prepare(for: names, shop: try shop.settings().frame.name)
      if prepared.replacesAuthority {
        log("the authority was made again, because its file was missing; every device has to trust the new one")
      }
      let pem = Array((prepared.server.pem ?? "").utf8)
      context = try Self.context(chain: pem, key: pem, source: own.folder)
      authority = Authority(
        certificate: prepared.authority.der, fingerprint: prepared.authority.fingerprint,
        name: prepared.authority.name)
      self.names = names.hosts.union(names.addresses)
      shownName = names.shown(listeningOn: settings.address)
    }
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
