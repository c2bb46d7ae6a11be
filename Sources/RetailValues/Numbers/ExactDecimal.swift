/// A decimal number as it was written, without any binary floating point: `coefficient × 10^exponent`.
///
/// Parsing keeps every digit that fits 18 significant places; rounding happens once, when the number becomes a ``Quantity``,
/// a ``UnitCost`` or a ``Money``, and always half away from zero.
///
/// ```swift
/// let written = try ExactDecimal(parsing: "1.234,565".utf8, mark: .comma)
/// written.scaled(toFractionDigits: 2)   // (value: 123457, isExact: false)
/// ```
public struct ExactDecimal: Hashable, Sendable {
  /// The digits as a whole number; −999,999,999,999,999,999 to 999,999,999,999,999,999.
  public let coefficient: Int64
  /// The power of ten that the coefficient is multiplied with; −30 to 30.
  public let exponent: Int

  /// The sign between the whole number and the fraction.
  public enum Mark: String, Hashable, Sendable, CaseIterable, Codable {
    case point, comma
    fileprivate var byte: UInt8 { self == .point ? UInt8(ascii: ".") : UInt8(ascii: ",") }
    fileprivate var grouping: UInt8 { self == .point ? UInt8(ascii: ",") : UInt8(ascii: ".") }
  }

  /// Why a text is not a number that can be kept exactly.
  public enum ParseError: Error, Hashable, Sendable {
    /// The text has no digit, or a character that is not allowed in numbers.
    case notANumber
    /// Grouping separators are not before groups of three digits, or are of two kinds, so the decimal separator is
    /// ambiguous: `12 3`, `1.23,4`, `1,23`, `1,234 567`, `0,123`.
    case misplacedGrouping
    /// More than 18 significant digits, or an exponent outside ±30.
    case tooManyDigits
  }

  public init(coefficient: Int64, exponent: Int) {
    self.coefficient = coefficient
    self.exponent = exponent
  }

  /// Reads a number: an optional sign, digits with optional grouping in threes (by the other mark, a space, a no-break
  /// space, a thin space or an apostrophe), an optional fraction after `mark`, an optional exponent `E±n`.
  ///
  /// - Throws: ``ParseError``.
  public init(parsing bytes: some Collection<UInt8>, mark: Mark = .point) throws(ParseError) {
    var coefficient: Int64 = 0
    var significant = 0
    var fraction = 0
    var digits = 0
    var negative = false
    var inFraction = false
    var sinceGroup = -1  // digits since the last grouping sign; −1 before the first one
    var groupingSign: UInt32 = 0
    var iterator = Cursor(bytes)
    if let sign = iterator.peek, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      negative = sign == UInt8(ascii: "-")
      iterator.advance()
    }
    var exponent = 0
    scan: while let byte = iterator.peek {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int64(byte &- UInt8(ascii: "0"))
        digits += 1
        if inFraction { fraction += 1 } else if sinceGroup >= 0 { sinceGroup += 1 }
        if significant > 0 || digit != 0 {
          if significant >= 18 {
            // A trailing zero of the fraction changes nothing; any other digit would be lost.
            guard inFraction, digit == 0 else { throw .tooManyDigits }
            fraction -= 1
          } else {
            significant += 1
            coefficient = coefficient &* 10 &+ digit
          }
        }
      case mark.byte:
        guard !inFraction else { throw .notANumber }
        guard sinceGroup < 0 || sinceGroup == 3 else { throw .misplacedGrouping }
        inFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard digits > 0 else { throw .notANumber }
        iterator.advance()
        exponent = try Self.exponent(&iterator)
        break scan
      default:
        guard !inFraction, digits > 0, let sign = iterator.skipGrouping(mark.grouping) else { throw .notANumber }
        // 0,123 is not grouping: a number that begins with a zero is a fraction with the other mark.
        guard sinceGroup == 3 ? sign == groupingSign : sinceGroup < 0 && digits <= 3 && coefficient != 0 else {
          throw .misplacedGrouping
        }
        groupingSign = sign
        sinceGroup = 0
        continue scan
      }
      iterator.advance()
    }
    guard digits > 0 else { throw .notANumber }
    guard inFraction || sinceGroup < 0 || sinceGroup == 3 else { throw .misplacedGrouping }
    exponent -= fraction
    guard (-30...30).contains(exponent) || coefficient == 0 else { throw .tooManyDigits }
    self.coefficient = negative ? -coefficient : coefficient
    self.exponent = coefficient == 0 ? 0 : exponent
  }

  /// The same for bytes in memory: plain digits with at most one mark are read directly, anything else as above.
  public init(parsing bytes: UnsafeBufferPointer<UInt8>, mark: Mark = .point) throws(ParseError) {
    var coefficient: Int64 = 0
    var fraction = 0
    var digits = 0
    var inFraction = false
    let isNegative = bytes.first == UInt8(ascii: "-")
    for byte in bytes.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- UInt8(ascii: "0")
      if digit <= 9 {
        coefficient = coefficient &* 10 &+ Int64(digit)
        digits += 1
        if inFraction { fraction += 1 }
        if digits <= 18 { continue }
      } else if byte == mark.byte, !inFraction {
        inFraction = true
        continue
      }
      self = try Self(parsing: Slice(base: bytes, bounds: bytes.indices), mark: mark)
      return
    }
    guard digits > 0 else { throw .notANumber }
    self.coefficient = isNegative ? -coefficient : coefficient
    self.exponent = coefficient == 0 ? 0 : -fraction
  }

  private static func exponent<Bytes>(_ cursor: inout Cursor<Bytes>) throws(ParseError) -> Int {
    var negative = false
    if let sign = cursor.peek, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      negative = sign == UInt8(ascii: "-")
      cursor.advance()
    }
    var value = 0
    var digits = 0
    while let byte = cursor.peek {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw .notANumber }
      value = value * 10 + Int(byte &- UInt8(ascii: "0"))
      guard value <= 60 else { throw .tooManyDigits }
      digits += 1
      cursor.advance()
    }
    guard digits > 0 else { throw .notANumber }
    return negative ? -value : value
  }

  /// The number as a whole count of `10^-digits`, rounded half away from zero; nil when it leaves the range of `Int64`.
  ///
  /// - Parameter digits: 0 to 18.
  /// - Returns: the count, and whether nothing was rounded off.
  public func scaled(toFractionDigits digits: Int) -> (value: Int64, isExact: Bool)? {
    if coefficient == 0 { return (0, true) }
    let (shift, overflow) = exponent.addingReportingOverflow(digits)
    if overflow || shift > 18 { return nil }
    if shift >= 0 {
      var value = coefficient
      for _ in 0..<shift {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        value = product
      }
      return (value, true)
    }
    // Nineteen digits and more: a coefficient of 18 digits is less than half of that.
    guard shift >= -18 else { return (0, false) }
    let divisor = Self.powersOfTen[-shift]
    let (quotient, remainder) = coefficient.quotientAndRemainder(dividingBy: divisor)
    if remainder == 0 { return (quotient, true) }
    // |remainder| ≥ divisor / 2 without overflow, divisors above 1 being even.
    let away = remainder.magnitude >= divisor.magnitude / 2
    return (away ? quotient + coefficient.signum() : quotient, false)
  }

  /// The number times a power of ten; no digit changes.
  public func multiplied(byPowerOfTen power: Int) -> ExactDecimal {
    ExactDecimal(coefficient: coefficient, exponent: exponent + power)
  }

  /// 10^0 to 10^18.
  public static let powersOfTen: [Int64] = {
    var powers: [Int64] = [1]
    for _ in 0..<18 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()
}

/// A position in a sequence of bytes, with the lookahead that numbers need.
private struct Cursor<Bytes: Collection<UInt8>> {
  private let bytes: Bytes
  private var index: Bytes.Index

  init(_ bytes: Bytes) {
    self.bytes = bytes
    self.index = bytes.startIndex
  }

  var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  mutating func advance() { index = bytes.index(after: index) }

  /// Skips one sign between groups of digits: the given mark, or one of ``groupingSigns``.
  ///
  /// - Returns: the bytes of the sign as one number; nil when the next character is not such a sign.
  mutating func skipGrouping(_ mark: UInt8) -> UInt32? {
    if peek == mark {
      advance()
      return UInt32(mark)
    }
    guard let sign = groupingSigns.first(where: { bytes[index...].starts(with: $0) }) else { return nil }
    for _ in sign { advance() }
    return sign.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// What may be between groups of three digits besides the mark that is not the decimal one, in UTF-8: a space, an
/// apostrophe, a no-break space, a thin space, a narrow no-break space and a right single quotation mark.
private let groupingSigns: [[UInt8]] = [" ", "'", "\u{A0}", "\u{2009}", "\u{202F}", "\u{2019}"].map { Array($0.utf8) }
