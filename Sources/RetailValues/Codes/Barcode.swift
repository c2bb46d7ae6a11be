/// A code that a scanner reads, with the canonical form that different notations of one code share.
///
/// GTIN-8, -12 (UPC-A), -13 (EAN) and -14, UPC-E, ISBN-10 and ISBN-13 are checked by their check digit (GS1 General
/// Specifications, section 7.9; ISO 2108) and share the canonical form GTIN-14. Any other text is a shop's own code,
/// unchanged.
///
/// ```swift
/// Barcode(parsing: "4006381333931")   // gtin13, canonical "04006381333931"
/// Barcode(parsing: "12345678905")     // a UPC-A that lost its leading zero: isRestored
/// ```
public struct Barcode: Hashable, Sendable {
  public enum Symbology: String, Hashable, Sendable, CaseIterable {
    case gtin8 = "gtin-8"
    case gtin12 = "gtin-12"
    case gtin13 = "gtin-13"
    case gtin14 = "gtin-14"
    case upcE = "upc-e"
    case isbn10 = "isbn-10"
    case isbn13 = "isbn-13"
    /// A code of the shop's own, without a check digit that is known here.
    case inStore = "in-store"
  }

  /// The code without separators, leading zeros put back where they were surely lost.
  public let code: String
  public let symbology: Symbology
  /// Fourteen digits for every GTIN, UPC and ISBN; the code itself, in capitals, for a shop's own.
  public let canonical: String
  /// Whether leading zeros had been lost and the check digit proves them.
  public let isRestored: Bool

  /// Why a text is not a barcode.
  public enum ParseError: Error, Hashable, Sendable {
    case empty
    /// The length is that of a GTIN or ISBN, but the last digit should be `expected`.
    case wrongCheckDigit(expected: Character)
    /// A number in a spreadsheet's scientific notation, such as `4.00638E+12`: digits are gone for good.
    case scientificNotation
    /// More than 80 characters, or a control character.
    case notACode
  }

  /// Reads a code as it was scanned or typed; spaces and hyphens between digits do not count.
  ///
  /// - Throws: ``ParseError``.
  public init(parsing text: some StringProtocol) throws(ParseError) {
    let bytes = Array(text.utf8)
    let trimmed = bytes.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    guard !trimmed.isEmpty else { throw .empty }
    guard bytes.count <= 80, !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .notACode }
    if Self.isScientific(trimmed) { throw .scientificNotation }
    let digits = trimmed.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if trimmed.count == 10, Self.looksLikeISBN10(trimmed), let isbn = try Self.isbn10(trimmed, allDigits: digits) {
      self = isbn
      return
    }
    guard digits else {
      let code = String(text).trimmingSpaces()
      self.init(code: code, symbology: .inStore, canonical: code.uppercased(), isRestored: false)
      return
    }
    self = try Self.gtin(trimmed)
  }

  /// Reads a GTIN-12, -13 or -14 of nothing but digits with the right check digit; nil for everything else, which may still
  /// be a barcode. The same as ``init(parsing:)``, for codes by the million.
  public init?(digits: UnsafeBufferPointer<UInt8>) {
    guard (12...14).contains(digits.count) else { return nil }
    var sum = 0
    for (place, byte) in digits.enumerated() {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      sum += Int(byte - UInt8(ascii: "0")) * ((digits.count - place) % 2 == 0 ? 3 : 1)
    }
    guard sum % 10 == 0 else { return nil }
    let text = String(decoding: digits, as: UTF8.self)
    switch digits.count {
    case 12: self.init(code: text, symbology: .gtin12, canonical: "00" + text, isRestored: false)
    case 13: self.init(code: text, symbology: Self.thirteen(text), canonical: "0" + text, isRestored: false)
    default: self.init(code: text, symbology: .gtin14, canonical: text, isRestored: false)
    }
  }

  /// Reads an ISBN-10 whose leading zeros were removed by a spreadsheet: `439023483` is 0439023483.
  ///
  /// Seven to nine characters are read, because no group of publishers has more than three zeros. One in eleven
  /// arbitrary numbers has a valid check digit by chance, so use it only if something else shows that the number is a
  /// book's.
  ///
  /// - Returns: nil if the text has another length, or if its check digit does not confirm the zeros.
  public init?(isbnWithoutZeros text: some StringProtocol) {
    let bytes = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    guard (7...9).contains(bytes.count), bytes.first != UInt8(ascii: "0") else { return nil }
    let padded = String(repeating: "0", count: 10 - bytes.count) + String(decoding: bytes, as: UTF8.self)
    guard let whole = try? Barcode(parsing: padded), whole.symbology == .isbn10 else { return nil }
    self.init(code: whole.code, symbology: .isbn10, canonical: whole.canonical, isRestored: true)
  }

  /// The code that people know a canonical form by, without the zeros in front that only fill it up, and its symbology;
  /// nil where that takes more than counting the digits.
  public static func shortest(_ canonical: String) -> (code: String, symbology: Symbology)? {
    var canonical = canonical
    return canonical.withUTF8 { digits in
      guard digits.count == 14, Barcode(digits: digits) != nil else { return nil }
      let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
      switch zeros {
      case 0: return (String(decoding: digits, as: UTF8.self), .gtin14)
      case 1:
        let text = String(decoding: digits.dropFirst(1), as: UTF8.self)
        return (text, thirteen(text))
      case 2...5: return (String(decoding: digits.dropFirst(2), as: UTF8.self), .gtin12)
      default: return nil  // an EAN-8 or a UPC-E
      }
    }
  }

  /// The symbology of thirteen digits: a book or any other article.
  private static func thirteen(_ text: String) -> Symbology {
    text.hasPrefix("978") || text.hasPrefix("979") ? .isbn13 : .gtin13
  }

  private init(code: String, symbology: Symbology, canonical: String, isRestored: Bool) {
    self.code = code
    self.symbology = symbology
    self.canonical = canonical
    self.isRestored = isRestored
  }

  private static func gtin(_ digits: [UInt8]) throws(ParseError) -> Barcode {
    let text = String(decoding: digits, as: UTF8.self)
    let expected = checkDigit(of: digits.dropLast())
    let isValid = expected == digits.last
    let canonical = String(repeating: "0", count: max(0, 14 - digits.count)) + text
    switch digits.count {
    case 8:
      // Codes of GS1-8 prefix 0 are not given to trade items, so what is valid as both is UPC-E; with a last digit of 5 to 9
      // before the check digit it always is.
      if digits[0] == UInt8(ascii: "0"), let code = upcE(digits, isRestored: false) { return code }
      if isValid { return Barcode(code: text, symbology: .gtin8, canonical: canonical, isRestored: false) }
      if let code = upcE(digits, isRestored: false) { return code }
    case 12 where isValid: return Barcode(code: text, symbology: .gtin12, canonical: canonical, isRestored: false)
    case 13 where isValid:
      return Barcode(code: text, symbology: thirteen(text), canonical: canonical, isRestored: false)
    case 14 where isValid: return Barcode(code: text, symbology: .gtin14, canonical: canonical, isRestored: false)
    case 12, 13, 14: break
    case 9...11 where isValid:
      let padded = String(repeating: "0", count: 12 - digits.count) + text
      return Barcode(code: padded, symbology: .gtin12, canonical: "00" + padded, isRestored: true)
    case 7:
      if let code = upcE([UInt8(ascii: "0")] + digits, isRestored: true) { return code }
      if isValid { return Barcode(code: "0" + text, symbology: .gtin8, canonical: canonical, isRestored: true) }
      return Barcode(code: text, symbology: .inStore, canonical: text, isRestored: false)
    default:
      return Barcode(code: text, symbology: .inStore, canonical: text, isRestored: false)
    }
    throw .wrongCheckDigit(expected: Character(UnicodeScalar(expected)))
  }

  /// The code as UPC-E; nil when its expansion has another check digit.
  private static func upcE(_ digits: [UInt8], isRestored: Bool) -> Barcode? {
    guard let expanded = expandedUPCE(digits), checkDigit(of: expanded.dropLast()) == expanded.last else { return nil }
    let code = String(decoding: digits, as: UTF8.self)
    let upcA = String(decoding: expanded, as: UTF8.self)
    return Barcode(code: code, symbology: .upcE, canonical: "00" + upcA, isRestored: isRestored)
  }

  private static func looksLikeISBN10(_ text: [UInt8]) -> Bool {
    text.dropLast().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && (text[9] == UInt8(ascii: "X") || text[9] == UInt8(ascii: "x")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[9]))
  }

  private static func isbn10(_ text: [UInt8], allDigits: Bool) throws(ParseError) -> Barcode? {
    var sum = 0
    for index in 0..<9 { sum += (10 - index) * Int(text[index] - UInt8(ascii: "0")) }
    let check = (11 - sum % 11) % 11
    let expected = check == 10 ? UInt8(ascii: "X") : UInt8(ascii: "0") + UInt8(check)
    let last = text[9] == UInt8(ascii: "x") ? UInt8(ascii: "X") : text[9]
    guard last == expected else {
      if allDigits { return nil }  // ten digits may also be a UPC-A that lost two zeros
      throw .wrongCheckDigit(expected: Character(UnicodeScalar(expected)))
    }
    let body = Array("978".utf8) + text[0..<9]
    let thirteen = String(decoding: body + [checkDigit(of: body[...])], as: UTF8.self)
    return Barcode(
      code: String(decoding: text[0..<9] + [last], as: UTF8.self), symbology: .isbn10, canonical: "0" + thirteen,
      isRestored: false)
  }

  /// Whether a text is a Global Location Number: 13 digits, the last of which checks the others (GS1 General Specifications,
  /// section 2.4.1).
  package static func isLocationNumber(_ text: String) -> Bool {
    let digits = Array(text.utf8)
    return digits.count == 13 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && checkDigit(of: digits.dropLast()) == digits.last
  }

  /// The GS1 check digit (weights 3 and 1 from the right) as an ASCII digit.
  static func checkDigit(of body: ArraySlice<UInt8>) -> UInt8 {
    var sum = 0
    for (distance, byte) in body.reversed().enumerated() {
      sum += Int(byte - UInt8(ascii: "0")) * (distance % 2 == 0 ? 3 : 1)
    }
    return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
  }

  /// Expands an eight-digit UPC-E to the twelve digits of the UPC-A; nil for a number system other than 0 or 1.
  private static func expandedUPCE(_ code: [UInt8]) -> [UInt8]? {
    let zero = UInt8(ascii: "0")
    guard code[0] == zero || code[0] == zero + 1 else { return nil }
    let d = Array(code[1...6])
    let body: [UInt8]
    switch d[5] {
    case zero...(zero + 2): body = [d[0], d[1], d[5], zero, zero, zero, zero, d[2], d[3], d[4]]
    case zero + 3: body = [d[0], d[1], d[2], zero, zero, zero, zero, zero, d[3], d[4]]
    case zero + 4: body = [d[0], d[1], d[2], d[3], zero, zero, zero, zero, zero, d[4]]
    default: body = [d[0], d[1], d[2], d[3], d[4], zero, zero, zero, zero, d[5]]
    }
    return [code[0]] + body + [code[7]]
  }

  private static func isScientific(_ text: [UInt8]) -> Bool {
    guard let mark = text.firstIndex(where: { $0 == UInt8(ascii: "E") || $0 == UInt8(ascii: "e") }) else {
      return false
    }
    let mantissa = text[..<mark]
    let exponent = text[(mark + 1)...].drop { $0 == UInt8(ascii: "+") }
    let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return text.contains(UInt8(ascii: "+")) && !mantissa.isEmpty && !exponent.isEmpty && exponent.allSatisfy(isDigit)
      && mantissa.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  public func trimmingSpaces() -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
