internal import FormatKit
internal import RetailValues
internal import Stock

/// How the percentages of a column are written.
enum PercentageReading: Hashable {
  /// As whole percentages: `19`. A value below 1 without the percent sign may be meant otherwise, and is refused.
  case whole
  /// As fractions: `0.19`. Every value that was looked at is a tax rate in use divided by 100.
  case fractions
  /// As numbers of the till's tax rates: `1` and `2`. No value is the rate itself.
  case keys
  /// A profile calculates them, so that nothing is to be guessed.
  case calculated
}

/// What the values of a column say about how its percentages are written.
struct PercentageEvidence {
  private var hasFractions = false
  private var hasOthers = false
  /// Whether a value is 1, which is not a rate of tax, and whether one is neither 1, 2, 3 nor 4.
  private var hasOne = false
  private var hasRates = false

  /// Takes note of a value, trimmed.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= 80, let number = (try? ExactDecimal(parsing: bytes)) ?? Self.withComma(bytes),
      number.coefficient != 0
    else { return }
    let whole = number.scaled(toFractionDigits: 0)
    if whole?.isExact == true, let value = whole?.value, (1...4).contains(value) {
      hasOne = hasOne || value == 1
    } else {
      hasRates = true
    }
    if TaxRates.isFraction(number) { hasFractions = true } else { hasOthers = true }
  }

  var reading: PercentageReading {
    if hasFractions, !hasOthers { return .fractions }
    return hasOne && !hasRates ? .keys : .whole
  }

  private static func withComma(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactDecimal? {
    try? ExactDecimal(parsing: bytes, mark: .comma)
  }
}

/// Rates of value-added and sales taxes, by which fractions of one are known.
enum TaxRates {
  /// Rates in use in Europe, the Americas, Asia and Oceania, in hundredths of a percent. None is as small as a hundredth of
  /// another, so that a fraction of one cannot be a rate itself.
  private static let known: Set<Int64> = [
    200, 210, 250, 260, 300, 370, 380, 400, 450, 480, 500, 550, 600, 650, 700, 725, 750, 770, 800, 810, 825, 850, 875,
    900, 950, 1000, 1050, 1100, 1200, 1250, 1300, 1350, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200, 2300,
    2400, 2500, 2550, 2700,
  ]

  /// Whether a number is one of the rates divided by 100.
  static func isFraction(_ number: ExactDecimal) -> Bool {
    guard let (value, isExact) = number.scaled(toFractionDigits: 4), isExact else { return false }
    return known.contains(value)
  }
}

extension FieldReader {
  private static let fractionDigits = 4

  /// A percentage as a text or a plain number: `19`, `19 %`, or `0.19` in a column of fractions.
  func percentage(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isNumberToken: Bool, note: inout ValueProblem?
  ) throws(ValueProblem) -> StagedValue {
    let digits = bytes.dropping(suffix: UInt8(ascii: "%"))
    let staged = try number(digits, digits: Self.fractionDigits, isNumberToken, note: &note)
    guard digits.count == bytes.count, percentages != .calculated, case .integer(let value) = staged else {
      return staged
    }
    // Zero is zero either way; but a value too small to be kept is not zero.
    if value == 0, note == nil { return staged }
    let isBelowOne = value.magnitude < UInt64(ExactDecimal.powersOfTen[Self.fractionDigits])
    switch percentages {
    case .calculated: return staged
    case .whole where !isBelowOne: return staged
    case .whole: throw unclear(percentage: bytes)
    case .keys where use != .taxRate: return staged
    case .keys:
      throw ValueProblem(
        code: .percentageUnclear,
        message: "\(name) '\(Self.shown(bytes))' may be the number of a tax rate, and not the rate itself",
        remedy: "Write the rate, or give the rates in a mapping profile: "
          + "`tax_rate: { column: NAME, apply: [map: { '1': '19', '2': '7' }] }`.")
    case .fractions:
      let written = try decimalNumber(digits, isNumberToken)
      guard use == .taxRate, TaxRates.isFraction(written),
        let rate = written.multiplied(byPowerOfTen: 2).scaled(toFractionDigits: Self.fractionDigits)?.value
      else { throw unclear(percentage: bytes) }
      note = ValueProblem(
        code: .fractionRead, message: "\(column) '\(Self.shown(bytes))' is read as \(Self.shown(rate))",
        isForColumn: true)
      return .integer(rate)
    }
  }

  /// A number that its cell shows as a percentage: 0.19 for what people see as 19 %.
  func percentage(
    shown bytes: UnsafeBufferPointer<UInt8>, as type: ValueType, note: inout ValueProblem?
  ) throws(ValueProblem) -> StagedValue {
    let written = try decimalNumber(bytes, true)
    let hundredfold = written.multiplied(byPowerOfTen: 2)
    switch type {
    case .percent:
      guard let (value, isExact) = hundredfold.scaled(toFractionDigits: Self.fractionDigits) else {
        throw ValueProblem(code: .numberTooLarge, message: "\(name) '\(Self.shown(bytes))' is out of range")
      }
      if !isExact {
        note = ValueProblem(
          code: .valueRounded, message: "\(name) '\(Self.shown(bytes))' is rounded to \(Self.shown(value))")
      }
      return .integer(value)
    case .quantity, .unitCost, .money, .degrees, .wholeNumber:
      throw ValueProblem(
        code: .notANumber, message: "\(name) '\(Self.shown(bytes))' is shown as a percentage in its cell")
    default: return try read(bytes, as: type, kind: .text, currency: nil, note: &note)
    }
  }

  private static func shown(_ rate: Int64) -> String {
    "\(FixedPointText.shortest(rate, fractionDigits: fractionDigits)) %"
  }

  private func unclear(percentage bytes: UnsafeBufferPointer<UInt8>) -> ValueProblem {
    let shown = Self.shown(bytes)
    let isFraction = percentages == .fractions
    return ValueProblem(
      code: .percentageUnclear,
      message: isFraction
        ? "\(name) '\(shown)' is not a fraction of one, as the column's other values are"
        : "\(name) '\(shown)' may be \(shown) % or a fraction of one")
  }
}
