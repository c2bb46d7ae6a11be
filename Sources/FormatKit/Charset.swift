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

  /// The set of that name, its usual aliases included; nil for one that is not read here.
  public init?(name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    case "utf-16le", "utf16le": self = .utf16LittleEndian
    case "utf-16be", "utf16be": self = .utf16BigEndian
    case "windows-1252", "cp1252", "win-1252": self = .windows1252
    case "iso-8859-1", "latin1", "latin-1", "iso8859-1": self = .iso8859_1
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
