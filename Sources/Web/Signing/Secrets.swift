internal import Foundation

/// Texts that nobody can guess.
enum Secret {
  /// A random text of 43 letters, digits, `-` and `_`: 256 bits, in the alphabet of RFC 4648, section 5.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  /// A short random name of 16 letters and digits, for folders and addresses: 64 bits.
  static func name() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
