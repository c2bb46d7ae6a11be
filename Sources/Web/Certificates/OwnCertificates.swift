internal import CLibCrypto
internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import Serving

/// The certificates that a shop makes for itself, in the folder `certificates` of the shop: that of an authority, which
/// devices are made to trust, and that of the server, which the authority signs. Each file has one with its key.
struct OwnCertificates: Sendable {
  /// What a server is started with.
  struct Prepared {
    let authority: Certificate
    let server: CertifiedKey
    /// Whether the authority takes the place of one that was moved away, so that devices have to trust it again.
    let replacesAuthority: Bool
  }

  private static let day: TimeInterval = 86_400
  private static let authorityDays = 3_650.0
  /// Less than the 397 days after which some devices refuse a certificate.
  private static let serverDays = 365.0
  /// A certificate is made again when it holds no longer than this.
  private static let left = 30 * day
  /// A new certificate holds since an hour, for clocks that are late.
  private static let early: TimeInterval = 3_600

  let folder: String
  var authorityPath: String { folder + "/authority.pem" }
  private var serverPath: String { folder + "/server.pem" }

  init(shop folder: String) { self.folder = folder + "/certificates" }

  /// The certificates for a server. The server's is kept while it holds and is for exactly these names. The authority
  /// stays, so that devices go on trusting it: only a person replaces it, by moving its file away. What is missing is
  /// made.
  ///
  /// - Parameter shop: the name of the shop, by which devices list the authority.
  /// - Throws: `source-unreadable` for an authority that cannot be read, `usage` for one that does not hold now or may
  ///   not sign for a name, and `output-failed` when nothing can be written.
  func prepare(for names: CertificateNames, shop: String, now: Date = Date()) throws(Problems) -> Prepared {
    let lock = try KeyFile.openFolder(folder)
    defer { FileLock.end(lock) }
    if let authority = try readAuthority() {
      try requireTime(of: authority.certificate, now: now)
      return try server(for: names, signedBy: authority, isNew: false, now: now)
    }
    return try server(
      for: names, signedBy: try makeAuthority(for: names, shop: shop, now: now), isNew: true, now: now)
  }

  /// The same while a server runs, which goes on with the authority that it was started with.
  ///
  /// - Parameter fingerprint: that of the authority.
  /// - Throws: what ``prepare(for:shop:now:)`` throws, and `usage` when there is another authority by now, or none.
  func renew(
    for names: CertificateNames, ofAuthority fingerprint: String, now: Date = Date()
  ) throws(Problems) -> Prepared {
    let lock = try KeyFile.openFolder(folder)
    defer { FileLock.end(lock) }
    guard let authority = try readAuthority(), authority.certificate.fingerprint == fingerprint else {
      throw Problems(
        .usage, source: authorityPath, "is not the authority with which the server was started",
        remedy: "Start the server again.")
    }
    try requireTime(of: authority.certificate, now: now)
    return try server(for: names, signedBy: authority, isNew: false, now: now)
  }

  /// The certificate of the server: the present one if it can stay, or a new one.
  ///
  /// - Parameter isNew: whether the authority was made just now, and is written too.
  private func server(
    for names: CertificateNames, signedBy authority: CertifiedKey, isNew: Bool, now: Date
  ) throws(Problems) -> Prepared {
    if !isNew, let server = readServer(), isEnough(server.certificate, of: authority.certificate, for: names, now: now)
    {
      return Prepared(authority: authority.certificate, server: server, replacesAuthority: false)
    }
    // An earlier authority signed it.
    let replacesAuthority = isNew && access(serverPath, F_OK) == 0
    let server = try makeServer(for: names.alternatives, signedBy: authority, now: now)
    guard server.certificate.isTrusted(through: authority.certificate, at: now) else {
      throw try isNew ? failure() : refusal(of: names, by: authority, for: server.key, now: now)
    }
    if isNew { try write(authority, to: authorityPath) }
    try write(server, to: serverPath)
    return Prepared(authority: authority.certificate, server: server, replacesAuthority: replacesAuthority)
  }

  // MARK: Rules

  /// Whether an authority should be replaced soon, so that people have to be warned.
  static func endsSoon(_ end: Date, now: Date = Date()) -> Bool { end <= now.addingTimeInterval(left) }

  /// Whether the certificate of the server can stay: it is for these names, and holds long enough, or as long as its authority.
  private func isEnough(
    _ server: Certificate, of authority: Certificate, for names: CertificateNames, now: Date
  ) -> Bool {
    guard let end = server.end, let last = authority.end, end > now else { return false }
    return (!Self.endsSoon(end, now: now) || end >= last) && server.hasNames(names.alternatives)
      && server.isTrusted(through: authority, at: now)
  }

  private var replacing: String {
    "move \(authorityPath) away: then a new one is made, which every device has to trust"
  }

  /// With a wrong clock, an authority that devices trust must not be replaced.
  private func requireTime(of authority: Certificate, now: Date) throws(Problems) {
    guard !authority.holds(at: now, for: 0), let begin = authority.begin, let end = authority.end else { return }
    guard begin <= now else {
      throw Problems(
        .usage, source: authorityPath, "the authority does not hold before \(CertificateFile.day(begin))",
        remedy: "Check the clock of this machine.")
    }
    throw Problems(
      .usage, source: authorityPath, "the authority ended on \(CertificateFile.day(end))",
      remedy: "Check the clock of this machine. If it is right, \(replacing).")
  }

  /// Names what an authority may not sign for: a name or an address that no network of one's own gives.
  ///
  /// - Parameter key: a key for certificates that are thrown away.
  private func refusal(
    of names: CertificateNames, by authority: CertifiedKey, for key: CertificateKey, now: Date
  ) throws(Problems) -> Problems {
    let others = names.ofInternet
    for word in others {
      if others.count > 1 {
        let server = try makeServer(for: [word], signedBy: authority, key: key, now: now)
        guard !server.certificate.isTrusted(through: authority.certificate, at: now) else { continue }
      }
      let name = word.drop { $0 != ":" }.dropFirst()
      return Problems(
        .usage, source: authorityPath, value: String(name), "the authority of the shop may not sign for '\(name)'",
        remedy: "Leave the name out, or \(replacing).")
    }
    return failure()
  }

  // MARK: Making

  private func makeAuthority(
    for names: CertificateNames, shop: String, now: Date
  ) throws(Problems) -> CertifiedKey {
    guard let key = CertificateKey.make(),
      let certificate = Certificate(
        name: "Stockroom: \(shop)", key: key, from: now.addingTimeInterval(-Self.early),
        to: now.addingTimeInterval(Self.authorityDays * Self.day),
        extensions: [
          (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
          (NID_ext_key_usage, "serverAuth"), (NID_subject_key_identifier, "hash"),
          (NID_name_constraints, names.constraints),
        ])
    else { throw failure() }
    return CertifiedKey(certificate: certificate, key: key)
  }

  /// - Parameter key: the key that it is of; a new one when nil.
  private func makeServer(
    for alternatives: [String], signedBy authority: CertifiedKey, key: CertificateKey? = nil, now: Date
  ) throws(Problems) -> CertifiedKey {
    let end = now.addingTimeInterval(Self.serverDays * Self.day)
    guard let key = key ?? CertificateKey.make(),
      let certificate = Certificate(
        name: "Stockroom", key: key, from: now.addingTimeInterval(-Self.early),
        to: min(end, authority.certificate.end ?? end), signedBy: authority,
        extensions: [
          (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
          (NID_ext_key_usage, "serverAuth"), (NID_subject_key_identifier, "hash"),
          (NID_authority_key_identifier, "keyid:always"),
          (NID_subject_alt_name, alternatives.joined(separator: ",")),
        ])
    else { throw failure() }
    return CertifiedKey(certificate: certificate, key: key)
  }

  private func failure() -> Problems {
    Problems(
      .sinkFailed, source: folder, "the certificates could not be made",
      remedy: "Give a certificate of your own with --certificate and --key.")
  }

  // MARK: Files

  /// The authority; nil before it is made.
  private func readAuthority() throws(Problems) -> CertifiedKey? {
    if access(authorityPath, F_OK) != 0, errno == ENOENT { return nil }
    guard let authority = CertifiedKey(pem: try KeyFile.read(authorityPath, hasKey: true)) else {
      throw Problems(
        .sourceUnreadable, source: authorityPath, "is not a certificate with its key",
        remedy: "Move the file away. Then a new authority is made, which devices have to trust again.")
    }
    return authority
  }

  /// The certificate of the server; nil when it cannot be read.
  private func readServer() -> CertifiedKey? {
    (try? KeyFile.read(serverPath, hasKey: true)).flatMap { CertifiedKey(pem: $0) }
  }

  private func write(_ pair: CertifiedKey, to path: String) throws(Problems) {
    guard let text = pair.pem else { throw failure() }
    try DurableFile.write(text, to: path)
  }
}
