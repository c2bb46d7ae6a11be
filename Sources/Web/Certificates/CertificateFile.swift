internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Serving

/// Files of certificates and keys, as a person gives them or a shop has them.
enum CertificateFile {
  /// How long before its end a certificate is warned of.
  static let warning: TimeInterval = 14 * 86_400

  /// Reads the certificate that a person gives, with its key.
  ///
  /// - Parameters:
  ///   - hosts: the names by which browsers reach the server, without a port.
  ///   - log: gets a warning when the certificate ends soon or is not for one of the names.
  /// - Returns: both files; the first certificate is that of the server, those of its authorities follow.
  /// - Throws: `source-unreadable` for a file that cannot be used, and `usage` for a certificate that does not hold now
  ///   or is of another key.
  static func readGiven(
    certificate path: String, key keyPath: String, hosts: Set<String> = [], now: Date = Date(), log: (String) -> Void
  ) throws(Problems) -> (chain: [UInt8], key: [UInt8]) {
    let chain = try KeyFile.read(path, hasKey: false)
    guard let certificate = Certificate(pem: chain), let begin = certificate.begin, let end = certificate.end else {
      throw Problems(
        .sourceUnreadable, source: path, "is not a certificate in PEM",
        remedy: "Give the file that has a line -----BEGIN CERTIFICATE-----.")
    }
    let keyBytes = try KeyFile.read(keyPath, hasKey: true)
    guard let key = CertificateKey(pem: keyBytes) else {
      let hasPassword = String(decoding: keyBytes, as: UTF8.self).contains("ENCRYPTED")
      throw Problems(
        .sourceUnreadable, source: keyPath,
        hasPassword ? "is a private key with a password" : "is not a private key in PEM",
        remedy: hasPassword
          ? "Write it without one: openssl pkey -in \(keyPath) -out NEW_FILE"
          : "Give the file that has a line -----BEGIN PRIVATE KEY-----.")
    }
    guard certificate.belongs(to: key) else {
      throw Problems(
        .usage, source: path, "the certificate does not belong to the key \(keyPath)",
        remedy: "Give the key that it was made for. Of several certificates, that of the server comes first.")
    }
    guard end > now else {
      throw Problems(
        .usage, source: path, "the certificate has expired on \(day(end))",
        remedy: "Get a new one, and start the server with it.")
    }
    guard begin <= now else {
      throw Problems(
        .usage, source: path, "the certificate does not hold before \(day(begin))",
        remedy: "Check the clock of this machine, or wait until then.")
    }
    if !certificate.holds(at: now, for: warning) {
      log("warning: the certificate \(path) expires on \(day(end)); get a new one, and start the server again with it")
    }
    for host in hosts.sorted() where !certificate.isFor(host) {
      log("warning: the certificate \(path) is not for \(host), so browsers will warn of the pages")
    }
    return (chain, keyBytes)
  }

  /// A day, in UTC, as ISO 8601 writes it.
  static func day(_ date: Date) -> String {
    "\(CalendarDate(daysSince1970: Int((date.timeIntervalSince1970 / 86_400).rounded(.down))))"
  }
}
