internal import CLibCrypto

/// The first sixteen bytes of a SHA-256 hash (FIPS 180-4): enough to distinguish two contents.
struct ShortHash: Hashable, Sendable {
  fileprivate let bytes: SIMD2<UInt64>

  /// The hash of one text.
  init(of text: String) {
    let maker = ShortHashMaker()
    maker.add(text)
    self = maker.hash()
  }

  fileprivate init(_ bytes: SIMD2<UInt64>) { self.bytes = bytes }
}

/// Makes a ``ShortHash`` of a content that comes in parts. Not safe to share between threads.
///
/// `SHA256Hash` hashes for the shop, but it belongs to the module Stock, which the pages may not import (decision 1); no
/// module that both may import is linked with libcrypto.
final class ShortHashMaker {
  private let context: OpaquePointer?

  init() {
    context = EVP_MD_CTX_new()
    EVP_DigestInit_ex(context, EVP_sha256(), nil)
  }

  deinit { EVP_MD_CTX_free(context) }

  func add(_ bytes: UnsafeRawBufferPointer) { EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

  /// Adds a text with its length, so that two texts are not taken for one.
  func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { add($0) }
      add(UnsafeRawBufferPointer(bytes))
    }
  }

  func add(_ hash: ShortHash) { withUnsafeBytes(of: hash.bytes) { add($0) } }

  /// The hash of all that was added. Nothing may be added after it.
  func hash() -> ShortHash {
    var digest = SIMD4<UInt64>()
    withUnsafeMutableBytes(of: &digest) { digest in
      _ = EVP_DigestFinal_ex(context, digest.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
    }
    return ShortHash(digest.lowHalf)
  }
}
