internal import CLibCrypto

/// A private key, in the hands of libcrypto.
final class CertificateKey {
  let pointer: OpaquePointer

  private init(pointer: OpaquePointer) { self.pointer = pointer }

  /// Makes a new key for ECDSA with P-256 (FIPS 186-5); nil when libcrypto cannot.
  static func make() -> CertificateKey? {
    guard let made = stockroom_new_p256_key() else { return nil }
    return CertificateKey(pointer: made)
  }

  /// The first private key of a text in PEM; nil without one, and for one that needs a password.
  convenience init?(pem: [UInt8]) {
    let read = CryptoMemory.read(pem) { memory -> OpaquePointer? in
      // An empty password prevents a prompt.
      var password: CChar = 0
      return PEM_read_bio_PrivateKey(memory, nil, nil, &password)
    }
    guard let read else { return nil }
    self.init(pointer: read)
  }

  deinit { EVP_PKEY_free(pointer) }

  /// The key in PEM (PKCS #8), without a password.
  var pem: String? {
    CryptoMemory.written { PEM_write_bio_PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
  }
}

/// Bytes in memory that libcrypto reads or writes.
enum CryptoMemory {
  /// Has bytes read.
  static func read(_ bytes: [UInt8], _ body: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
    // They must stay where they are until they are read.
    bytes.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(memory) }
      return body(memory)
    }
  }

  /// The text that is written; nil when the body does not return 1.
  static func written(_ body: (OpaquePointer) -> Int32) -> String? {
    guard let memory = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(memory) }
    guard body(memory) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory))
    let count = Int32(clamping: bytes.count)
    guard BIO_read(memory, &bytes, count) == count else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
