/// Keys of a Firebase Realtime Database: what they may not hold is written as a percent sign and two digits.
enum BookwormKey {
  /// In bytes of UTF-8.
  static let maximumBytes = 768

  private static let forbidden: Set<UInt8> = Set(".$#[]/".utf8)

  static func isForbidden(_ byte: UInt8) -> Bool { forbidden.contains(byte) || byte < 0x20 || byte == 0x7F }

  /// Whether a key cannot have come from a database.
  static func holdsForbidden(_ key: String) -> Bool { key.utf8.contains(where: isForbidden) }

  /// A text as a key. The percent sign is escaped where it would be taken for an escape.
  static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var key: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if isForbidden(byte) || byte == UInt8(ascii: "%") && escape(bytes, at: index) != nil {
        let digits = Array("0123456789ABCDEF".utf8)
        key += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        key.append(byte)
      }
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// The text of a key: escapes of characters that keys must not contain, and of the percent sign, are resolved; all
  /// other text stays.
  static func text(_ key: String) -> String {
    guard key.utf8.contains(UInt8(ascii: "%")) else { return key }
    let bytes = Array(key.utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let byte = escape(bytes, at: index) {
        text.append(byte)
        index += 3
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The byte that an escape means; nil if there is no escape at that index.
  private static func escape(_ bytes: [UInt8], at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
      let low = digit(bytes[index + 2])
    else { return nil }
    let byte = high << 4 | low
    return isForbidden(byte) || byte == UInt8(ascii: "%") ? byte : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

/// Users by the e-mail address under which books name them.
struct BookwormUsers {
  static let maximum = 250_000

  private var codes: [String: String] = [:]

  var count: Int { codes.count }

  /// Whether the address was free. Users without an address, and repetitions of the same pair, count as free.
  mutating func add(_ code: String, email: String) -> Bool {
    let known = codes[Self.form(email)]
    if known == nil { codes[Self.form(email)] = code }
    return known == nil || known == code
  }

  func code(of email: String) -> String? { codes[Self.form(email)] }

  /// Addresses are compared without regard to case, as nearly all mail systems do.
  static func form(_ email: String) -> String { email.lowercased() }

  /// The code of an unknown user who has only an address. The code does not reveal the address to readers of book
  /// lists: FNV-1a.
  static func code(unknown email: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in form(email).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return "mail-" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Whether a text looks like an address: something, one @, a domain with a point, and no space.
  static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, let domain = parts.last else { return false }
    return !name.isEmpty && domain.contains(".") && !domain.hasPrefix(".") && !domain.hasSuffix(".")
      && !text.contains(where: \.isWhitespace)
  }
}
