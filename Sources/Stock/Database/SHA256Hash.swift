internal import CLibCrypto

/// SHA-256 (FIPS 180-4) over bytes that come a piece at a time. Not safe to share between threads.
public final class SHA256Hash {
  private let context: OpaquePointer?

  public init() {
    context = EVP_MD_CTX_new()
    EVP_DigestInit_ex(context, EVP_sha256(), nil)
  }

  deinit { EVP_MD_CTX_free(context) }

  public func update(_ bytes: UnsafeRawBufferPointer) {
    EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  public func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of all that was given, as 64 lower-case hexadecimal digits. Nothing may be given after it.
  public func hexadecimalDigest() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &digest, nil)
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Appends the first sixteen bytes of the hash of some bytes, which are enough to distinguish two contents.
  public static func appendShortDigest(of bytes: UnsafeRawBufferPointer, to digest: inout [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { whole in
      EVP_Digest(
        bytes.baseAddress, bytes.count, whole.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, EVP_sha256(), nil)
      digest.append(contentsOf: whole.prefix(16))
    }
  }

  /// The hash of one text.
  public static func hexadecimal(of text: String) -> String {
    let hash = SHA256Hash()
    hash.update(text)
    return hash.hexadecimalDigest()
  }
}
