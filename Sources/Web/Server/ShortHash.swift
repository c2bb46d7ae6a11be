internal import CLibCrypto
internal import Foundation

/// The first sixteen bytes of a SHA-256 hash (FIPS 180-4): enough to distinguish two contents.
struct ShortHash: Hashable, Sendable {
  fileprivate let bytes: SIMD2<UInt64>

  /// The hash of one text.
  init(of text: String) {
    let maker = ShortHashMaker()
    maker.add(text)
    self = maker.hash()
  }

  /// The hash of the content of a file.
  init(of data: Data) {
    let maker = ShortHashMaker()
    data.withUnsafeBytes { maker.add($0) }
    self = maker.hash()
  }

  fileprivate init(_ bytes: SIMD2<UInt64>) { self.bytes = bytes }

  /// The hash in hexadecimal digits, lower case.
  var digits: String {
    withUnsafeBytes(of: bytes) { bytes in
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }

  /// Whether it is the beginning of a whole hash.
  ///
  /// - Parameter digits: the hash in hexadecimal digits, lower case.
  func begins(_ digits: String) -> Bool { digits.hasPrefix(self.digits) }
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

/// The SHA-256 of a text (FIPS 180-4) in Base64.
enum TextHash {
  static func base64(of text: String) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    let bytes = Array(text.utf8)
    EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return Data(digest).base64EncodedString()
  }
}
