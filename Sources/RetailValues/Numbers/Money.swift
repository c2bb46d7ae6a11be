/// A currency of ISO 4217 with the number of decimals that its minor unit has.
public struct Currency: Hashable, Sendable, CustomStringConvertible {
  /// The code's letters, one to a byte. A text would have to be counted with every amount of money that is copied.
  private let letters: UInt32
  private let digits: UInt8

  /// The three-letter code of ISO 4217, in capitals.
  public var code: String {
    String(decoding: [16, 8, 0].map { UInt8(truncatingIfNeeded: letters >> $0) }, as: UTF8.self)
  }
  /// Decimals of the minor unit: 0 (JPY), 2 (EUR), 3 (KWD) or 4 (CLF).
  public var minorUnitDigits: Int { Int(digits) }

  /// The currency with an ISO 4217 code; nil if the code does not exist. Case does not matter.
  public init?(_ code: String) {
    let capitals = code.uppercased()
    guard let digits = Self.minorUnits[capitals] else { return nil }
    letters = capitals.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    self.digits = UInt8(digits)
  }

  public var description: String { code }

  /// Every current code of ISO 4217 (list one, without the precious metals and test codes).
  public static let codes: [String] = minorUnits.keys.sorted()

  private static let minorUnits: [String: Int] = {
    var digits: [String: Int] = [:]
    let two = """
      AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC \
      CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES \
      KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR \
      NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT \
      TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG XCG
      """
    for code in two.split(separator: " ") { digits[String(code)] = 2 }
    for code in "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(separator: " ") {
      digits[String(code)] = 0
    }
    for code in "BHD IQD JOD KWD LYD OMR TND".split(separator: " ") { digits[String(code)] = 3 }
    for code in "CLF UYW".split(separator: " ") { digits[String(code)] = 4 }
    return digits
  }()
}

/// An amount of money in the minor units of its currency. Exact; sums of two currencies are not made.
public struct Money: Hashable, Sendable, CustomStringConvertible {
  /// The amount in minor units, such as cents.
  public let minorUnits: Int64
  public let currency: Currency

  public init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// Takes over a number as written, rounded half away from zero to the minor unit; nil when it is out of range.
  public init?(_ written: ExactDecimal, currency: Currency) {
    guard let (value, _) = written.scaled(toFractionDigits: currency.minorUnitDigits) else { return nil }
    self.init(minorUnits: value, currency: currency)
  }

  /// The amount with all decimals of its currency, without the code: `12.50`.
  public var amount: String { FixedPointText.fixed(minorUnits, fractionDigits: currency.minorUnitDigits) }
  public var description: String { "\(amount) \(currency.code)" }
}

extension Quantity {
  /// The greatest product of a quantity and a cost or price, both as they are stored, that reports can value.
  public static let greatestValue: Int64 = 9_000_000_000_000_000_000

  /// Whether a stored quantity at a stored cost or price has a value that can be kept.
  public static func isValuable(_ quantity: Int64, at amount: Int64) -> Bool {
    quantity.magnitude <= UInt64(greatestValue) / (amount.magnitude &+ 1)
  }

  /// The value of this amount at a cost for one unit, rounded once to the minor unit, half away from zero;
  /// nil when the result leaves the range of money.
  public func value(at unitCost: UnitCost, in currency: Currency) -> Money? {
    let product = Int128(scaled) * Int128(unitCost.scaled)
    return Self.rounded(
      product, dropping: Self.fractionDigits + UnitCost.fractionDigits - currency.minorUnitDigits, currency)
  }

  /// The value of this amount at a price for one unit, rounded once to the minor unit, half away from zero;
  /// nil when the result leaves the range of money.
  public func value(at price: Money) -> Money? {
    Self.rounded(Int128(scaled) * Int128(price.minorUnits), dropping: Self.fractionDigits, price.currency)
  }

  private static func rounded(_ product: Int128, dropping digits: Int, _ currency: Currency) -> Money? {
    // Nearly all products are small, and small ones are divided many times faster.
    if let product = Int64(exactly: product) {
      let minorUnits = product.dividedHalfAwayFromZero(by: ExactDecimal.powersOfTen[digits])
      return Money(minorUnits: minorUnits, currency: currency)
    }
    let rounded = product.dividedHalfAwayFromZero(by: Int128(ExactDecimal.powersOfTen[digits]))
    return Int64(exactly: rounded).map { Money(minorUnits: $0, currency: currency) }
  }
}
