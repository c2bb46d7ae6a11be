/// A character set that text is read from.
public enum Charset: String, Hashable, Sendable, CaseIterable {
  /// Unicode in units of one byte.
  case utf8 = "utf-8"
  /// Unicode in units of two bytes, the low byte first.
  case utf16LittleEndian = "utf-16le"
  /// Unicode in units of two bytes, the high byte first.
  case utf16BigEndian = "utf-16be"
  /// Western European letters as Windows writes them, the euro sign included.
  case windows1252 = "windows-1252"
  /// Western European letters, without the euro sign.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case iso8859_1 = "iso-8859-1"
  /// Western European letters as programs of DOS write them.
  case cp850
  /// Western European letters as Mac OS wrote them before OS X.
  case macintosh

  /// The set of that name, its usual aliases included; nil for one that is not read here.
  public init?(name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    case "utf-16le", "utf16le": self = .utf16LittleEndian
    case "utf-16be", "utf16be": self = .utf16BigEndian
    case "windows-1252", "cp1252", "win-1252": self = .windows1252
    case "iso-8859-1", "latin1", "latin-1", "iso8859-1": self = .iso8859_1
    case "cp850", "ibm850", "cp-850", "850", "dos": self = .cp850
    case "macintosh", "macroman", "mac-roman", "mac": self = .macintosh
    default: return nil
    }
  }

  /// The set that a byte-order mark announces, and the mark's length.
  public static func fromByteOrderMark(_ bytes: some Collection<UInt8>) -> (charset: Charset, length: Int)? {
    let first = Array(bytes.prefix(3))
    if first == [0xEF, 0xBB, 0xBF] { return (.utf8, 3) }
    if first.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if first.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  /// The UTF-16 variant that the first four bytes of a source without a mark show: two characters with a zero in every
  /// other byte, as in nearly every header; nil if the bytes do not show it.
  static func fromZeroBytes(_ bytes: some Collection<UInt8>) -> Charset? {
    let first = Array(bytes.prefix(4))
    guard first.count == 4 else { return nil }
    switch (first[0] == 0, first[1] == 0, first[2] == 0, first[3] == 0) {
    case (false, true, false, true): return .utf16LittleEndian
    case (true, false, true, false): return .utf16BigEndian
    default: return nil
    }
  }

  /// The character of a byte of Windows-1252. The five undefined bytes mean the C1 controls, as in browsers.
  static let windows1252High: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  /// The characters of the bytes from 0x80 on, of a set with one byte for each character; empty for other sets.
  var upperHalf: [UInt16] {
    switch self {
    case .utf8, .utf16LittleEndian, .utf16BigEndian: []
    case .windows1252: Self.windows1252Upper
    case .iso8859_1: Self.latin1Upper
    case .cp850: Self.cp850Upper
    case .macintosh: Self.macintoshUpper
    }
  }

  private static let latin1Upper = Array(UInt16(0x80)...0xFF)
  private static let windows1252Upper = windows1252High + Array(UInt16(0xA0)...0xFF)
  private static let cp850Upper: [UInt16] = [
    0xC7, 0xFC, 0xE9, 0xE2, 0xE4, 0xE0, 0xE5, 0xE7, 0xEA, 0xEB, 0xE8, 0xEF, 0xEE, 0xEC, 0xC4, 0xC5, 0xC9, 0xE6, 0xC6,
    0xF4, 0xF6, 0xF2, 0xFB, 0xF9, 0xFF, 0xD6, 0xDC, 0xF8, 0xA3, 0xD8, 0xD7, 0x192, 0xE1, 0xED, 0xF3, 0xFA, 0xF1, 0xD1,
    0xAA, 0xBA, 0xBF, 0xAE, 0xAC, 0xBD, 0xBC, 0xA1, 0xAB, 0xBB, 0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0xC1, 0xC2,
    0xC0, 0xA9, 0x2563, 0x2551, 0x2557, 0x255D, 0xA2, 0xA5, 0x2510, 0x2514, 0x2534, 0x252C, 0x251C, 0x2500, 0x253C,
    0xE3, 0xC3, 0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256C, 0xA4, 0xF0, 0xD0, 0xCA, 0xCB, 0xC8, 0x131,
    0xCD, 0xCE, 0xCF, 0x2518, 0x250C, 0x2588, 0x2584, 0xA6, 0xCC, 0x2580, 0xD3, 0xDF, 0xD4, 0xD2, 0xF5, 0xD5, 0xB5,
    0xFE, 0xDE, 0xDA, 0xDB, 0xD9, 0xFD, 0xDD, 0xAF, 0xB4, 0xAD, 0xB1, 0x2017, 0xBE, 0xB6, 0xA7, 0xF7, 0xB8, 0xB0,
    0xA8, 0xB7, 0xB9, 0xB3, 0xB2, 0x25A0, 0xA0,
  ]
  private static let macintoshUpper: [UInt16] = [
    0xC4, 0xC5, 0xC7, 0xC9, 0xD1, 0xD6, 0xDC, 0xE1, 0xE0, 0xE2, 0xE4, 0xE3, 0xE5, 0xE7, 0xE9, 0xE8, 0xEA, 0xEB, 0xED,
    0xEC, 0xEE, 0xEF, 0xF1, 0xF3, 0xF2, 0xF4, 0xF6, 0xF5, 0xFA, 0xF9, 0xFB, 0xFC, 0x2020, 0xB0, 0xA2, 0xA3, 0xA7,
    0x2022, 0xB6, 0xDF, 0xAE, 0xA9, 0x2122, 0xB4, 0xA8, 0x2260, 0xC6, 0xD8, 0x221E, 0xB1, 0x2264, 0x2265, 0xA5, 0xB5,
    0x2202, 0x2211, 0x220F, 0x3C0, 0x222B, 0xAA, 0xBA, 0x3A9, 0xE6, 0xF8, 0xBF, 0xA1, 0xAC, 0x221A, 0x192, 0x2248,
    0x2206, 0xAB, 0xBB, 0x2026, 0xA0, 0xC0, 0xC3, 0xD5, 0x152, 0x153, 0x2013, 0x2014, 0x201C, 0x201D, 0x2018, 0x2019,
    0xF7, 0x25CA, 0xFF, 0x178, 0x2044, 0x20AC, 0x2039, 0x203A, 0xFB01, 0xFB02, 0x2021, 0xB7, 0x201A, 0x201E, 0x2030,
    0xC2, 0xCA, 0xC1, 0xCB, 0xC8, 0xCD, 0xCE, 0xCF, 0xCC, 0xD3, 0xD4, 0xF8FF, 0xD2, 0xDA, 0xDB, 0xD9, 0x131, 0x2C6,
    0x2DC, 0xAF, 0x2D8, 0x2D9, 0x2DA, 0xB8, 0x2DD, 0x2DB, 0x2C7,
  ]

  static func decodePreview(_ bytes: [UInt8], isWhole: Bool) -> String {
    if let (charset, length) = fromByteOrderMark(bytes) ?? fromZeroBytes(bytes).map({ ($0, 0) }) {
      let body = bytes.dropFirst(length)
      switch charset {
      case .utf16LittleEndian, .utf16BigEndian:
        let units = stride(from: body.startIndex, to: body.endIndex - 1, by: 2).map { index -> UInt16 in
          let (a, b) = (UInt16(body[index]), UInt16(body[index + 1]))
          return charset == .utf16LittleEndian ? b << 8 | a : a << 8 | b
        }
        return String(decoding: units, as: UTF16.self)
      default: return String(decoding: body, as: UTF8.self)
      }
    }
    // A preview may end within a character; leave such a tail out before judging.
    var end = bytes.count
    while end > 0, bytes.count - end < 3, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
    if end > 0, bytes[end - 1] >= 0xC0 { end -= 1 } else { end = bytes.count }
    for candidate in [bytes[...], isWhole ? bytes[...] : bytes[..<end]] {
      if let text = String(validating: candidate, as: UTF8.self) { return text }
    }
    return String(
      String.UnicodeScalarView(
        bytes.map { byte in
          let value = (0x80...0x9F).contains(byte) ? windows1252High[Int(byte) - 0x80] : UInt16(byte)
          return Unicode.Scalar(value) ?? "\u{FFFD}"
        }))
  }
}
