/// A decimal number with all its digits: `coefficient / 10^decimals`.
///
/// Two numbers are equal when their values are: `1.50` is `1.5`.
public struct ExactNumber: Hashable, Sendable {
  private let coefficient: Int128
  public let decimals: Int

  public static let zero = ExactNumber(0)
  public static let one = ExactNumber(1)
  /// The most digits that are read; no number of goods or money has more.
  private static let digitLimit = 24

  public init(_ whole: Int) { self.init(coefficient: Int128(whole), decimals: 0) }

  private init(coefficient: Int128, decimals: Int) {
    self.coefficient = coefficient
    self.decimals = decimals
  }

  /// Digits with a sign and a decimal point if there are any; nil for any other text and for more than 24 digits.
  ///
  /// - Parameter implied: how many of the digits are decimals. A number with implied decimals has no point.
  public init?(_ text: some StringProtocol, impliedDecimals implied: Int = 0) {
    var value: Int128 = 0
    var digits = 0
    var decimals: Int?
    var isNegative = false
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: "+") where index == 0: continue
      case UInt8(ascii: ".") where decimals == nil && implied == 0: decimals = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard digits < Self.digitLimit else { return nil }
        value = value * 10 + Int128(byte - 48)
        digits += 1
        decimals = decimals.map { $0 + 1 }
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    self.init(coefficient: isNegative ? -value : value, decimals: decimals ?? implied)
  }

  public var isZero: Bool { coefficient == 0 }
  public var isNegative: Bool { coefficient < 0 }
  public var isOne: Bool { self == .one }

  /// The same value without zeros at the end of the fraction.
  private var reduced: ExactNumber {
    var (value, places) = (coefficient, decimals)
    while places > 0, value % 10 == 0 {
      value /= 10
      places -= 1
    }
    return ExactNumber(coefficient: value, decimals: places)
  }

  public static func == (left: ExactNumber, right: ExactNumber) -> Bool {
    let (left, right) = (left.reduced, right.reduced)
    return left.coefficient == right.coefficient && left.decimals == right.decimals
  }

  public func hash(into hasher: inout Hasher) {
    let reduced = reduced
    hasher.combine(reduced.coefficient)
    hasher.combine(reduced.decimals)
  }

  /// In digits, with the decimals that it has.
  public var text: String {
    var digits = String(coefficient.magnitude)
    if decimals > 0 {
      digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
    }
    return coefficient < 0 ? "-" + digits : digits
  }

  /// In digits, without zeros at the end of the fraction.
  public var shortest: String { reduced.text }

  // MARK: Arithmetic

  public var negated: ExactNumber { ExactNumber(coefficient: -coefficient, decimals: decimals) }

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
  public func adding(_ other: ExactNumber) -> ExactNumber? {
    let places = max(decimals, other.decimals)
    guard let left = scaled(to: places), let right = other.scaled(to: places) else { return nil }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? nil : ExactNumber(coefficient: sum, decimals: places)
  }

  /// The product; nil when it has too many digits.
  public func multiplied(by other: ExactNumber) -> ExactNumber? {
    let (product, overflow) = coefficient.multipliedReportingOverflow(by: other.coefficient)
    return overflow ? nil : ExactNumber(coefficient: product, decimals: decimals + other.decimals)
  }

  /// The quotient, rounded half away from zero, and whether it is exact; nil for a divisor of zero and for numbers with
  /// too many digits.
  public func divided(by other: ExactNumber, decimals places: Int) -> (value: ExactNumber, isExact: Bool)? {
    guard !other.isZero, let upper = scaled(to: decimals + other.decimals + places),
      let lower = ExactNumber(coefficient: other.coefficient, decimals: 0).scaled(to: decimals)
    else { return nil }
    let (quotient, remainder) = upper.quotientAndRemainder(dividingBy: lower)
    let isUp = remainder.magnitude >= lower.magnitude - remainder.magnitude
    let isNegative = (upper < 0) != (lower < 0)
    let rounded = remainder != 0 && isUp ? quotient + (isNegative ? -1 : 1) : quotient
    return (ExactNumber(coefficient: rounded, decimals: places), remainder == 0)
  }

  /// The number rounded half away from zero to at most `places` decimals.
  public func rounded(to places: Int) -> ExactNumber {
    guard decimals > places else { return self }
    return divided(by: .one, decimals: places)?.value ?? self
  }
}

/// A sum that is exact or unknown.
public struct ExactSum: Sendable {
  /// Nil as soon as one of the numbers is not known or the sum has too many digits.
  public private(set) var value: ExactNumber? = .zero

  public init() {}

  public mutating func add(_ number: ExactNumber?) {
    value = number.flatMap { value?.adding($0) }
  }
}
