internal import CLibCrypto
internal import Foundation

/// A certificate (X.509, RFC 5280), in the hands of libcrypto.
final class Certificate {
  let pointer: OpaquePointer

  private init(pointer: OpaquePointer) { self.pointer = pointer }

  /// The first certificate of a text in PEM; nil without one.
  convenience init?(pem: [UInt8]) {
    let read = CryptoMemory.read(pem) { memory -> OpaquePointer? in
      // An empty password prevents a prompt.
      var password: CChar = 0
      return PEM_read_bio_X509(memory, nil, nil, &password)
    }
    guard let read else { return nil }
    self.init(pointer: read)
  }

  deinit { X509_free(pointer) }

  // MARK: What it says

  /// The certificate in PEM.
  var pem: String? { CryptoMemory.written { PEM_write_bio_X509($0, pointer) } }

  /// The certificate in DER, as devices take it.
  var der: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, Int(i2d_X509(pointer, nil))))
    bytes.withUnsafeMutableBufferPointer { buffer in
      var end: UnsafeMutablePointer<UInt8>? = buffer.baseAddress
      _ = i2d_X509(pointer, &end)
    }
    return bytes
  }

  /// The SHA-256 of the certificate in DER, as devices show it: `AB:CD:…`.
  var fingerprint: String {
    var digest = [UInt8](repeating: 0, count: 32)
    let bytes = der
    EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return digest.map { String(format: "%02X", Int($0)) }.joined(separator: ":")
  }

  /// As devices list it.
  var name: String {
    var text = [CChar](repeating: 0, count: 4 * Self.longestName + 1)
    let count = X509_NAME_get_text_by_NID(
      X509_get_subject_name(pointer), NID_commonName, &text, Int32(text.count))
    return String(decoding: text.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// From when on it holds; nil when that cannot be read.
  var begin: Date? { Self.date(X509_get0_notBefore(pointer)) }

  /// Until when it holds; nil when that cannot be read.
  var end: Date? { Self.date(X509_get0_notAfter(pointer)) }

  private static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
    var parts = tm()
    guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
  }

  /// Whether it holds for some time from now on.
  func holds(at now: Date, for time: TimeInterval) -> Bool {
    guard let begin, let end else { return false }
    return begin <= now && end > now.addingTimeInterval(time)
  }

  /// Whether it is for a host name or an address.
  func isFor(_ name: String) -> Bool {
    X509_check_ip_asc(pointer, name, 0) == 1 || X509_check_host(pointer, name, name.utf8.count, 0, nil) == 1
  }

  /// Whether it is for exactly these names, in the words of ``CertificateNames/alternatives``.
  func hasNames(_ alternatives: [String]) -> Bool {
    var context = X509V3_CTX()
    let words = alternatives.joined(separator: ",")
    guard let wanted = X509V3_EXT_nconf_nid(nil, &context, NID_subject_alt_name, words) else { return false }
    defer { X509_EXTENSION_free(wanted) }
    let position = X509_get_ext_by_NID(pointer, NID_subject_alt_name, -1)
    guard position >= 0, let own = X509_get_ext(pointer, position) else { return false }
    return ASN1_STRING_cmp(X509_EXTENSION_get_data(own), X509_EXTENSION_get_data(wanted)) == 0
  }

  // MARK: What it belongs to

  /// Whether it is the certificate of a key.
  func belongs(to key: CertificateKey) -> Bool { X509_check_private_key(pointer, key.pointer) == 1 }

  /// Whether a device that trusts an authority would trust a server with this certificate: that it was signed by the
  /// authority, that both hold now, and that the authority may sign for its names.
  ///
  /// - Parameter purpose: what the certificate is used for, by its number in libcrypto.
  func isTrusted(through authority: Certificate, at now: Date, for purpose: Int32 = X509_PURPOSE_SSL_SERVER) -> Bool {
    guard let store = X509_STORE_new() else { return false }
    defer { X509_STORE_free(store) }
    guard let context = X509_STORE_CTX_new() else { return false }
    defer { X509_STORE_CTX_free(context) }
    guard X509_STORE_add_cert(store, authority.pointer) == 1,
      X509_STORE_CTX_init(context, store, pointer, nil) == 1,
      X509_STORE_CTX_set_purpose(context, purpose) == 1
    else { return false }
    X509_STORE_CTX_set_time(context, 0, time_t(now.timeIntervalSince1970))
    return X509_verify_cert(context) == 1
  }

  // MARK: Making one

  /// The longest name that a certificate may have (RFC 5280, appendix A.1, ub-common-name).
  private static let longestName = 64
  /// Bits of a serial number: 20 bytes of which the first is positive (RFC 5280, section 4.1.2.2).
  private static let serialBits: Int32 = 159

  /// Makes a certificate and signs it; nil when libcrypto cannot.
  ///
  /// - Parameters:
  ///   - name: what devices list it as; longer ones are cut off.
  ///   - key: the key that it is of.
  ///   - issuer: who signs it; nil for one that signs itself.
  ///   - extensions: by their numbers in libcrypto, in the words of x509v3_config(5).
  init?(
    name: String, key: CertificateKey, from begin: Date, to end: Date, signedBy issuer: CertifiedKey? = nil,
    extensions: [(number: Int32, words: String)]
  ) {
    guard let made = X509_new() else { return nil }
    pointer = made
    let signer = issuer?.certificate.pointer ?? made
    let text = Array(String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName))).utf8)
    var (from, to) = (time_t(begin.timeIntervalSince1970), time_t(end.timeIntervalSince1970))
    guard X509_set_version(made, 2) == 1, Self.setSerialNumber(of: made),
      X509_time_adj_ex(X509_getm_notBefore(made), 0, 0, &from) != nil,
      X509_time_adj_ex(X509_getm_notAfter(made), 0, 0, &to) != nil,
      X509_NAME_add_entry_by_NID(
        X509_get_subject_name(made), NID_commonName, MBSTRING_UTF8, text, Int32(text.count), -1, 0) == 1,
      X509_set_issuer_name(made, X509_get_subject_name(signer)) == 1, X509_set_pubkey(made, key.pointer) == 1
    else { return nil }
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, signer, made, nil, nil, 0)
    for part in extensions {
      guard let entry = X509V3_EXT_nconf_nid(nil, &context, part.number, part.words) else { return nil }
      defer { X509_EXTENSION_free(entry) }
      guard X509_add_ext(made, entry, -1) == 1 else { return nil }
    }
    guard X509_sign(made, (issuer?.key ?? key).pointer, EVP_sha256()) > 0 else { return nil }
  }

  private static func setSerialNumber(of certificate: OpaquePointer) -> Bool {
    guard let number = BN_new() else { return false }
    defer { BN_free(number) }
    return BN_rand(number, serialBits, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1
      && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
  }
}

/// A certificate and the key that it is of.
struct CertifiedKey {
  let certificate: Certificate
  let key: CertificateKey

  init(certificate: Certificate, key: CertificateKey) { (self.certificate, self.key) = (certificate, key) }

  /// The first certificate and the first key of a text in PEM; nil unless both are there and belong together.
  init?(pem: [UInt8]) {
    guard let certificate = Certificate(pem: pem), let key = CertificateKey(pem: pem), certificate.belongs(to: key)
    else { return nil }
    self.init(certificate: certificate, key: key)
  }

  /// Both in PEM; nil when libcrypto cannot write them.
  var pem: String? {
    guard let certificate = certificate.pem, let key = key.pem else { return nil }
    return certificate + key
  }
}
