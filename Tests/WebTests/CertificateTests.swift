import Foundation
import ProblemKit
import RetailValues
import Serving
import Testing

@testable import Web

/// The certificates that a shop makes for itself, and those that somebody gives.
@Suite struct CertificateTests {
  private static let day: TimeInterval = 86_400
  private let now = Date(timeIntervalSince1970: 1_795_000_000)
  private let machine = CertificateNames.Machine(
    name: "Till-PC",
    addresses: ["127.0.0.1", "172.17.0.1", "192.168.1.20", "8.8.4.4", "::1", "fe80::1", "2001:db8::1"])

  private func names(_ hosts: [String] = [], on address: String = "0.0.0.0") throws -> CertificateNames {
    try CertificateNames(listeningOn: address, hosts: hosts, machine: machine)
  }

  private func prepare(
    _ folder: TemporaryFolder, for hosts: [String] = [], after days: Double = 0
  ) throws -> OwnCertificates.Prepared {
    try OwnCertificates(shop: folder.path).prepare(
      for: try names(hosts), shop: "Test & Söhne", now: now.addingTimeInterval(days * Self.day))
  }

  /// What is wrong, as people read it.
  private func problem(_ work: () throws -> Void) -> String {
    do { try work() } catch { return (error as? Problems)?.first.message ?? "\(error)" }
    return ""
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  // MARK: Names

  @Test func aCertificateIsForTheNamesByWhichTheServerIsReached() throws {
    let all = try names(["Till.lan:8443", "[FD00::5]:8443", "10.1.2.3"])
    #expect(all.hosts == ["localhost", "till-pc.local", "till.lan"])
    #expect(all.addresses == ["10.1.2.3", "127.0.0.1", "172.17.0.1", "192.168.1.20", "fd00::5"])
    #expect(try names(on: "::").addresses == ["127.0.0.1", "172.17.0.1", "192.168.1.20", "::1"])
    #expect(try names(on: "192.168.1.20").addresses == ["192.168.1.20"])
    #expect(try names(["8.8.4.4"], on: "127.0.0.1").addresses == ["127.0.0.1", "8.8.4.4"])
    #expect(try names(["LAN"]).hosts == ["lan", "localhost", "till-pc.local"])
    // A name that comes from a network may be another one tomorrow, and the authority could not sign for that.
    for name in ["till.example.com", "mac.fritz.box"] {
      let renamed = CertificateNames.Machine(name: name, addresses: [])
      #expect(try CertificateNames(listeningOn: "::1", hosts: [], machine: renamed).hosts == ["localhost"])
    }
    #expect(all.ofInternet == [])
    #expect(try names(["Shop.example", "8.8.4.4"]).ofInternet == ["DNS:shop.example", "IP:8.8.4.4"])
    #expect(try names().shown(listeningOn: "0.0.0.0") == "192.168.1.20")
    #expect(try names().shown(listeningOn: "127.0.0.1") == "127.0.0.1")
  }

  @Test(arguments: ["", "a,DNS:bank.example", "a b", "a\nb", "ä.example", "a..example", "@names", "x/y", "a;b"])
  func whatIsNotANameIsRefused(name: String) {
    #expect(problem { _ = try names([name]) }.contains("is not a name that a certificate can be for"))
  }

  @Test(arguments: ["shop", "Shop:8443", "com"])
  func aNameWithoutADotIsRefused(name: String) {
    #expect(problem { _ = try names([name]) }.contains("has no dot"))
  }

  @Test func namesAreComparedInSmallLetters() {
    var settings = ServerSettings()
    settings.hosts = ["Till.LAN:8443"]
    #expect(WebServer.address(settings, port: 8443, nil).hosts.contains("till.lan:8443"))
  }

  // MARK: Of the shop's own

  @Test func aDeviceThatTrustsTheAuthorityTrustsTheServer() throws {
    let folder = try TemporaryFolder()
    let made = try prepare(folder, for: ["till.lan"])
    let server = made.server.certificate
    #expect(!made.replacesAuthority)
    #expect(made.authority.name == "Stockroom: Test & Söhne")
    #expect(server.isTrusted(through: made.authority, at: now))
    for name in ["till.lan", "localhost", "till-pc.local", "192.168.1.20", "127.0.0.1"] { #expect(server.isFor(name)) }
    for name in ["bank.example", "192.168.1.21"] { #expect(!server.isFor(name)) }
    let (begin, end) = (try #require(server.begin), try #require(server.end))
    let authorityEnd = try #require(made.authority.end)
    #expect(end.timeIntervalSince(begin) <= 397 * Self.day)
    #expect(authorityEnd > now.addingTimeInterval(3_600 * Self.day))
    #expect(made.authority.fingerprint.utf8.count == 95)
    #expect(mode(folder.path + "/certificates") == 0o700)
    for file in ["authority.pem", "server.pem"] {
      #expect(mode("\(folder.path)/certificates/\(file)") == 0o600)
    }
    let other = try prepare(try TemporaryFolder())
    #expect(!server.isTrusted(through: other.authority, at: now))
  }

  @Test func whatHoldsIsKept() throws {
    let folder = try TemporaryFolder()
    let first = try prepare(folder)
    let second = try prepare(folder, after: 330)
    #expect(second.authority.fingerprint == first.authority.fingerprint)
    #expect(second.server.certificate.fingerprint == first.server.certificate.fingerprint)
  }

  @Test(arguments: [(["till.lan"], 0), ([], 340), ([], 400)] as [([String], Double)])
  func otherNamesAndAnEndThatIsNearMakeAnotherCertificateOfTheSameAuthority(hosts: [String], days: Double) throws {
    let folder = try TemporaryFolder()
    let first = try prepare(folder)
    let second = try prepare(folder, for: hosts, after: days)
    #expect(second.authority.fingerprint == first.authority.fingerprint)
    #expect(!second.replacesAuthority)
    #expect(second.server.certificate.fingerprint != first.server.certificate.fingerprint)
    #expect(second.server.certificate.isTrusted(through: first.authority, at: now.addingTimeInterval(days * Self.day)))
  }

  @Test func anAuthoritySignsForNoNameOfTheInternetThatItWasNotMadeFor() throws {
    let folder = try TemporaryFolder()
    let first = try prepare(folder, for: ["shop.example"])
    #expect(first.server.certificate.isFor("shop.example"))
    for name in ["other.example", "8.8.8.8"] {
      // It is named, next to one that the authority was made for and one of a network of one's own.
      #expect(problem { _ = try prepare(folder, for: ["shop.example", "till.lan", name]) }.contains("for '\(name)'"))
      #expect(problem { _ = try prepare(folder, for: [name]) }.contains("may not sign for '\(name)'"))
    }
    let kept = try prepare(folder, for: ["shop.example"])
    #expect(kept.authority.fingerprint == first.authority.fingerprint)
    #expect(kept.server.certificate.fingerprint == first.server.certificate.fingerprint)
  }

  @Test func anAuthorityWhoseFileIsGoneIsMadeAgain() throws {
    let folder = try TemporaryFolder()
    let first = try prepare(folder)
    try FileManager.default.removeItem(atPath: folder.path + "/certificates/authority.pem")
    let second = try prepare(folder)
    #expect(second.replacesAuthority)
    #expect(second.authority.fingerprint != first.authority.fingerprint)
    #expect(second.server.certificate.isTrusted(through: second.authority, at: now))
  }

  @Test func anAuthoritySignsForServersAlone() throws {
    let folder = try TemporaryFolder()
    let made = try prepare(folder)
    let pem = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/certificates/authority.pem"))
    let authority = try #require(CertifiedKey(pem: Array(pem)))
    let key = try #require(CertificateKey.make())
    let leaf = try #require(
      Certificate(
        name: "leaf", key: key, from: now.addingTimeInterval(-60), to: now.addingTimeInterval(Self.day),
        signedBy: authority, extensions: []))
    #expect(leaf.isTrusted(through: made.authority, at: now))
    // The purposes of libcrypto for clients and for mail that is signed.
    for purpose: Int32 in [1, 4] { #expect(!leaf.isTrusted(through: made.authority, at: now, for: purpose)) }
  }

  @Test func anAuthorityThatDoesNotHoldIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let first = try prepare(folder)
    // Its last certificates end with it.
    let late = try prepare(folder, after: 3_600)
    #expect(late.authority.fingerprint == first.authority.fingerprint)
    #expect(late.server.certificate.end == first.authority.end)
    // It is used until its last day, with one certificate.
    let last = try prepare(folder, after: 3_649)
    #expect(last.server.certificate.fingerprint == late.server.certificate.fingerprint)
    let end = try #require(first.authority.end)
    for (days, isSoon) in [(3_619.0, false), (3_621, true), (3_651, true)] {
      #expect(OwnCertificates.endsSoon(end, now: now.addingTimeInterval(days * Self.day)) == isSoon)
    }
    #expect(problem { _ = try prepare(folder, after: 3_651) }.contains("the authority ended on"))
    #expect(problem { _ = try prepare(folder, after: -1) }.contains("the authority does not hold before"))
    #expect(try prepare(folder).authority.fingerprint == first.authority.fingerprint)
  }

  @Test func theCertificateIsMadeAgainWhileTheServerRuns() throws {
    let folder = try TemporaryFolder()
    let own = OwnCertificates(shop: folder.path)
    let first = try prepare(folder)
    func renew(after days: Double) throws -> OwnCertificates.Prepared {
      try own.renew(
        for: try names(), ofAuthority: first.authority.fingerprint, now: now.addingTimeInterval(days * Self.day))
    }
    #expect(try renew(after: 330).server.certificate.fingerprint == first.server.certificate.fingerprint)
    let renewed = try renew(after: 340)
    #expect(renewed.server.certificate.fingerprint != first.server.certificate.fingerprint)
    #expect(try prepare(folder, after: 340).server.certificate.fingerprint == renewed.server.certificate.fingerprint)
    // Without the authority that devices trust, the server goes on as it is.
    try FileManager.default.removeItem(atPath: own.authorityPath)
    #expect(problem { _ = try renew(after: 341) }.contains("is not the authority with which the server was started"))
    #expect(!FileManager.default.fileExists(atPath: own.authorityPath))
    _ = try prepare(folder, after: 341)
    #expect(problem { _ = try renew(after: 341) }.contains("is not the authority with which the server was started"))
  }

  @Test func newConnectionsGetTheNewCertificate() throws {
    let folder = try TemporaryFolder()
    var settings = ServerSettings()
    settings.encryption = .ownCertificate
    let shop = ServedTestShop(folder: folder.path, roles: [.manager])
    let tls = try #require(try ServerTLS(settings, shop: shop, log: { _ in }))
    let (context, fingerprint) = (tls.context.value, tls.context.fingerprint)
    var lines: [String] = []
    tls.renew(log: { lines.append($0) })
    #expect(tls.context.value === context && lines.isEmpty)
    tls.renew(at: Date().addingTimeInterval(340 * Self.day), log: { lines.append($0) })
    #expect(tls.context.value !== context && tls.context.fingerprint != fingerprint)
    #expect(lines.count == 1 && lines[0].contains("was made again"), "\(lines)")
    tls.renew(at: Date().addingTimeInterval(3_630 * Self.day), log: { lines.append($0) })
    #expect(lines.contains { $0.contains("the authority of the shop ends on") }, "\(lines)")
    tls.renew(at: Date().addingTimeInterval(3_651 * Self.day), log: { lines.append($0) })
    #expect(lines.last?.contains("the authority ended on") == true, "\(lines)")
  }

  @Test func aFolderThatCannotBeClosedToOthersHasNoKeys() throws {
    // As CIFS and exFAT have it, whatever the mode is set to.
    for mode: UInt32 in [0o40755, 0o40777, 0o40750] {
      #expect(problem { try KeyFile.requireClosed("/shop", mode: mode) }.contains("does not keep who may read a file"))
    }
    try KeyFile.requireClosed("/shop", mode: 0o40700)
  }

  @Test func damagedFilesAreNotUsed() throws {
    let folder = try TemporaryFolder()
    let first = try prepare(folder)
    let (authority, server) = (folder.path + "/certificates/authority.pem", folder.path + "/certificates/server.pem")
    try Data("-----BEGIN CERTIFICATE-----\nAAAA\n".utf8).write(to: URL(fileURLWithPath: server))
    let second = try prepare(folder)
    #expect(second.authority.fingerprint == first.authority.fingerprint)
    #expect(second.server.certificate.fingerprint != first.server.certificate.fingerprint)
    chmod(authority, 0o644)
    #expect(problem { _ = try prepare(folder) }.contains("everybody on this machine"))
    chmod(authority, 0o600)
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: authority))
    chmod(authority, 0o600)
    #expect(problem { _ = try prepare(folder) }.contains("is not a certificate with its key"))
  }

  // MARK: Given

  /// A certificate that signs itself, and its key, in two files.
  private func give(
    _ folder: TemporaryFolder, name: String = "shop", from begin: Double = -1, to end: Double
  ) throws -> (certificate: String, key: String) {
    let key = try #require(CertificateKey.make())
    let certificate = try #require(
      Certificate(
        name: name, key: key, from: now.addingTimeInterval(begin * Self.day),
        to: now.addingTimeInterval(end * Self.day), extensions: []))
    let paths = ("\(folder.path)/\(name).pem", "\(folder.path)/\(name)-key.pem")
    for (path, text) in [(paths.0, certificate.pem), (paths.1, key.pem)] {
      try Data(try #require(text).utf8).write(to: URL(fileURLWithPath: path))
      chmod(path, 0o600)
    }
    return paths
  }

  private func read(_ certificate: String, _ key: String, log: (String) -> Void = { _ in }) throws {
    _ = try CertificateFile.readGiven(certificate: certificate, key: key, now: now, log: log)
  }

  @Test func aCertificateThatEndsSoonOrIsForOtherNamesIsWarnedOf() throws {
    let folder = try TemporaryFolder()
    let (soon, later) = (try give(folder, name: "soon", to: 13), try give(folder, name: "later", to: 15))
    var lines: [String] = []
    try read(later.certificate, later.key) { lines.append($0) }
    #expect(lines.isEmpty)
    try read(soon.certificate, soon.key) { lines.append($0) }
    #expect(lines.count == 1 && lines[0].contains("expires on"))
    _ = try CertificateFile.readGiven(
      certificate: later.certificate, key: later.key, hosts: ["shop.example"], now: now, log: { lines.append($0) })
    #expect(lines.count == 2 && lines[1].contains("is not for shop.example"))
  }

  @Test func aCertificateThatCannotBeUsedIsRefused() throws {
    let folder = try TemporaryFolder()
    let good = try give(folder, to: 100)
    let over = try give(folder, name: "over", from: -10, to: -1)
    let early = try give(folder, name: "early", from: 1, to: 10)
    func said(_ certificate: String, _ key: String) -> String { problem { try read(certificate, key) } }
    #expect(said(good.certificate, good.key).isEmpty)
    #expect(said(over.certificate, over.key).contains("has expired"))
    #expect(said(early.certificate, early.key).contains("does not hold before"))
    #expect(said(good.certificate, over.key).contains("does not belong to the key"))
    #expect(said(good.key, good.key).contains("is not a certificate in PEM"))
    #expect(said(good.certificate, good.certificate).contains("is not a private key in PEM"))
    #expect(said(good.certificate, folder.path + "/missing").contains("cannot be read"))
    #expect(said(folder.path, good.key).contains("is not a file"))
    chmod(good.key, 0o604)
    #expect(said(good.certificate, good.key).contains("everybody on this machine"))
  }
}
