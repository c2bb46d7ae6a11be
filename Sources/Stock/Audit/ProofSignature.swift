internal import CLibCrypto
internal import Foundation
internal import ProblemKit

/// Signs proofs with Ed25519 (RFC 8032), by keys in PEM as `openssl genpkey -algorithm ed25519` makes them.
extension AuditProof {
  static let signatureAlgorithm = "Ed25519"

  /// A key that signs.
  public struct SigningKey: Sendable {
    private let pem: String

    /// - Throws: ``Problem/Code/invalidProof`` for anything but a private Ed25519 key in PEM without a password.
    public init(pem: String, name: String) throws {
      guard Self.key(pem) != nil else {
        throw Problems(
          .invalidProof, "\(name) is not a private Ed25519 key in PEM without a password",
          remedy: "Make one with `openssl genpkey -algorithm ed25519 -out \(name)`.")
      }
      self.pem = pem
    }

    private static func key(_ pem: String) -> ProofKey? { ProofKey(pem, isPrivate: true) }

    func sign(_ bytes: [UInt8]) -> [UInt8]? { Self.key(pem)?.sign(bytes) }
  }

  /// A key that verifies what its private counterpart has signed.
  public struct VerifyingKey: Sendable {
    private let pem: String

    /// - Throws: ``Problem/Code/invalidProof`` for anything but a public Ed25519 key in PEM.
    public init(pem: String, name: String) throws {
      guard ProofKey(pem, isPrivate: false) != nil else {
        throw Problems(
          .invalidProof, "\(name) is not a public Ed25519 key in PEM",
          remedy: "Write it with `openssl pkey -in PRIVATE_KEY -pubout -out \(name)`.")
      }
      self.pem = pem
    }

    func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
      ProofKey(pem, isPrivate: false)?.verifies(signature, of: bytes) ?? false
    }
  }

  /// The same proof with a signature.
  public func signed(with key: SigningKey) throws -> AuditProof {
    guard let bytes = key.sign(try statement.canonicalBytes()) else {
      throw Problems(.invalidProof, "the proof could not be signed", remedy: "Try another key.")
    }
    var signed = self
    signed.signature = Signature(algorithm: Self.signatureAlgorithm, value: Data(bytes).base64EncodedString())
    return signed
  }

  /// Makes sure that the proof was signed by the counterpart of a key.
  ///
  /// - Parameter name: of the file, for messages.
  /// - Throws: ``Problem/Code/invalidProof``.
  public func verify(by key: VerifyingKey, name: String) throws {
    guard let signature else {
      throw Problems(
        .invalidProof, "\(name) is not signed", remedy: "Take the signed proof, or leave out --public-key.")
    }
    guard signature.algorithm == Self.signatureAlgorithm, let bytes = Data(base64Encoded: signature.value),
      key.verifies(Array(bytes), of: try statement.canonicalBytes())
    else {
      throw Problems(
        .invalidProof, "the signature of \(name) was not made with the private key of that public key",
        remedy: "Give the public key of the person who signed it; if this is it, the proof is forged.")
    }
  }
}

/// A key of libcrypto.
private final class ProofKey {
  private let key: OpaquePointer

  init?(_ pem: String, isPrivate: Bool) {
    var pem = pem
    // The bytes must stay where they are until the key is read.
    let read = pem.withUTF8 { bytes -> OpaquePointer? in
      guard let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(memory) }
      // An empty password prevents a prompt.
      var password: CChar = 0
      return isPrivate
        ? PEM_read_bio_PrivateKey(memory, nil, nil, &password) : PEM_read_bio_PUBKEY(memory, nil, nil, &password)
    }
    guard let read else { return nil }
    guard stockroom_is_ed25519(read) == 1 else {
      EVP_PKEY_free(read)
      return nil
    }
    key = read
  }

  deinit { EVP_PKEY_free(key) }

  func sign(_ bytes: [UInt8]) -> [UInt8]? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 64)
    var count = signature.count
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1, count == signature.count
    else { return nil }
    return signature
  }

  func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
  }
}
