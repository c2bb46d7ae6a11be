/// A decimal number with all its digits: `coefficient / 10^decimals`.
struct ExactNumber: Hashable, Sendable {
  let coefficient: Int128
  let decimals: Int

  static let zero = ExactNumber(0)
  static let one = ExactNumber(1)
  /// The most digits that are taken; more is no number of goods or money.
  private static let digitLimit = 24

  init(_ whole: Int) { self.init(coefficient: Int128(whole), decimals: 0) }

  private init(coefficient: Int128, decimals: Int) {
    self.coefficient = coefficient
    self.decimals = decimals
  }

  /// A number as XML Schema writes a decimal (XSD 1.0 part 2, section 3.2.3); nil when it is none, or too long.
  init?(_ text: String) {
    var value: Int128 = 0
    var digits = 0
    var decimals: Int?
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0, UInt8(ascii: "+") where index == 0: continue
      case UInt8(ascii: ".") where decimals == nil: decimals = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard digits < Self.digitLimit else { return nil }
        value = value * 10 + Int128(byte - 48)
        digits += 1
        decimals = decimals.map { $0 + 1 }
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    self.init(coefficient: text.utf8.first == UInt8(ascii: "-") ? -value : value, decimals: decimals ?? 0)
  }

  var isZero: Bool { coefficient == 0 }
  var isOne: Bool { shortest == "1" }

  /// In digits, with the decimals that it has.
  var text: String {
    var digits = String(coefficient.magnitude)
    if decimals > 0 {
      digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
    }
    return coefficient < 0 ? "-" + digits : digits
  }

  /// Without zeros at the end of the fraction.
  var shortest: String {
    var (value, places) = (coefficient, decimals)
    while places > 0, value % 10 == 0 {
      value /= 10
      places -= 1
    }
    return ExactNumber(coefficient: value, decimals: places).text
  }

  private func scaled(to places: Int) -> Int128? {
    var value = coefficient
    for _ in decimals..<max(decimals, places) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    return value
  }

  /// The sum; nil when it has too many digits.
  func adding(_ other: ExactNumber) -> ExactNumber? {
    let places = max(decimals, other.decimals)
    guard let left = scaled(to: places), let right = other.scaled(to: places) else { return nil }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? nil : ExactNumber(coefficient: sum, decimals: places)
  }

  /// The product; nil when it has too many digits.
  func multiplied(by other: ExactNumber) -> ExactNumber? {
    let (product, overflow) = coefficient.multipliedReportingOverflow(by: other.coefficient)
    return overflow ? nil : ExactNumber(coefficient: product, decimals: decimals + other.decimals)
  }

  /// The quotient, rounded half away from zero, and whether nothing was lost; nil for a divisor of zero.
  func divided(by other: ExactNumber, decimals places: Int) -> (value: ExactNumber, isExact: Bool)? {
    guard !other.isZero, let upper = scaled(to: decimals + other.decimals + places),
      let lower = ExactNumber(coefficient: other.coefficient, decimals: 0).scaled(to: decimals)
    else { return nil }
    let (quotient, remainder) = upper.quotientAndRemainder(dividingBy: lower)
    let isUp = remainder.magnitude >= lower.magnitude - remainder.magnitude
    let isNegative = (upper < 0) != (lower < 0)
    let rounded = remainder != 0 && isUp ? quotient + (isNegative ? -1 : 1) : quotient
    return (ExactNumber(coefficient: rounded, decimals: places), remainder == 0)
  }
}
