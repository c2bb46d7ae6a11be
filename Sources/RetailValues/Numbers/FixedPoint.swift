/// A number with a fixed count of decimals, kept as a whole number of its smallest step. Never binary floating point.
public protocol FixedPoint: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// How many decimals the type keeps.
  static var fractionDigits: Int { get }
  /// The value as a count of `10^-fractionDigits`.
  var scaled: Int64 { get }
  init(scaled: Int64)
}

extension FixedPoint {
  public static func < (left: Self, right: Self) -> Bool { left.scaled < right.scaled }
  public static var zero: Self { Self(scaled: 0) }

  /// The number in its shortest exact form, with a decimal point: `12`, `0.5`, `-3.125`.
  public var description: String { FixedPointText.shortest(scaled, fractionDigits: Self.fractionDigits) }

  /// Takes over a number as written, rounded half away from zero; nil when it is out of range.
  public init?(_ written: ExactDecimal) {
    guard let (value, _) = written.scaled(toFractionDigits: Self.fractionDigits) else { return nil }
    self.init(scaled: value)
  }

  /// Reads a number with a decimal point, such as `12.5`; nil if the text is not a number.
  public init?(_ text: String) {
    guard let written = try? ExactDecimal(parsing: text.utf8) else { return nil }
    self.init(written)
  }
}

/// An amount of goods in the variant's stock unit, to three decimals (grams of a kilogram).
///
/// Range ±9,223,372,036,854,775.807.
public struct Quantity: FixedPoint {
  public static var fractionDigits: Int { 3 }
  public let scaled: Int64
  public init(scaled: Int64) { self.scaled = scaled }

  /// The sum. Traps on overflow; use ``adding(_:)`` for amounts that come from a file.
  public static func + (left: Self, right: Self) -> Self { Self(scaled: left.scaled + right.scaled) }
  /// The difference. Traps on overflow; use ``subtracting(_:)`` for amounts that come from a file.
  public static func - (left: Self, right: Self) -> Self { Self(scaled: left.scaled - right.scaled) }
  public static prefix func - (value: Self) -> Self { zero - value }
  /// The amount without its sign; that of the least amount, which has no counterpart, is the greatest.
  public var magnitude: Self { Self(scaled: Int64(exactly: scaled.magnitude) ?? .max) }

  /// The sum; nil when it leaves the range.
  public func adding(_ other: Self) -> Self? {
    let (sum, overflow) = scaled.addingReportingOverflow(other.scaled)
    return overflow ? nil : Self(scaled: sum)
  }

  /// The difference; nil when it leaves the range.
  public func subtracting(_ other: Self) -> Self? {
    let (difference, overflow) = scaled.subtractingReportingOverflow(other.scaled)
    return overflow ? nil : Self(scaled: difference)
  }
}

/// The cost of one stock unit, with up to six decimals, in the currency of its record.
///
/// Range ±9,223,372,036,854.775807.
public struct UnitCost: FixedPoint {
  public static var fractionDigits: Int { 6 }
  public let scaled: Int64
  public init(scaled: Int64) { self.scaled = scaled }
}

/// Degrees of latitude or longitude (WGS 84), to seven decimals: about a centimetre.
public struct Degrees: FixedPoint {
  public static var fractionDigits: Int { 7 }
  public let scaled: Int64
  public init(scaled: Int64) { self.scaled = scaled }
}

/// Printing of whole counts of `10^-n` without going through strings of other types.
public enum FixedPointText {
  /// Digits with exactly `fractionDigits` decimals: `-3.50`.
  public static func fixed(_ scaled: Int64, fractionDigits: Int) -> String {
    withText(scaled, fractionDigits: fractionDigits, keeping: fractionDigits) { String(decoding: $0, as: UTF8.self) }
  }

  /// The same without trailing zeros of the fraction: `-3.5`, `12`.
  public static func shortest(_ scaled: Int64, fractionDigits: Int) -> String {
    withText(scaled, fractionDigits: fractionDigits, keeping: 0) { String(decoding: $0, as: UTF8.self) }
  }

  /// Hands out the text in ASCII, for those who write many numbers and need no string.
  ///
  /// - Parameters:
  ///   - kept: how many decimals stay although they are zeros.
  @inlinable
  public static func withText<Result>(
    _ scaled: Int64, fractionDigits: Int, keeping kept: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    // Twenty digits, the zeros that fill up the decimals, the sign and the point.
    let capacity = 24 + max(0, fractionDigits)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      let start = write(scaled, fractionDigits: fractionDigits, keeping: kept, atEndOf: buffer)
      return body(UnsafeBufferPointer(rebasing: buffer[start...]))
    }
  }

  /// Fills the end of a buffer with the text; where it starts.
  @usableFromInline
  static func write(
    _ scaled: Int64, fractionDigits: Int, keeping kept: Int, atEndOf buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var (rest, decimals) = (scaled.magnitude, max(0, fractionDigits))
    while decimals > max(0, kept), rest % 10 == 0 {
      rest /= 10
      decimals -= 1
    }
    var start = buffer.count
    var digits = 0
    while rest > 0 || digits <= decimals {
      if digits == decimals, decimals > 0 {
        start -= 1
        buffer[start] = UInt8(ascii: ".")
      }
      start -= 1
      buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      digits += 1
    }
    if scaled < 0 {
      start -= 1
      buffer[start] = UInt8(ascii: "-")
    }
    return start
  }
}
