internal import RetailValues

/// The exact sum of the numbers in a column, as written.
struct DecimalSum {
  /// In units of the last of ``places`` decimals.
  private var sum: Int128 = 0
  /// How many decimals the number with the most of them has.
  private var decimals = 0
  private(set) var values = 0
  /// Whether every number was added; one that no number of this kind holds ends the sum.
  private var isExact = true

  private static let places = 9
  private static let powersOfTen: [Int128] = (0...places).map { ExactDecimal.powersOfTen[$0] }.map { Int128($0) }

  /// Adds a number as writers have it: a sign, digits, a point, digits.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard let (value, fraction) = Self.parsed(text) else {
      isExact = false
      return
    }
    let (next, overflow) = sum.addingReportingOverflow(value)
    guard !overflow else {
      isExact = false
      return
    }
    sum = next
    decimals = max(decimals, fraction)
    values += 1
  }

  private static func parsed(_ text: UnsafeBufferPointer<UInt8>) -> (value: Int128, decimals: Int)? {
    var value: Int128 = 0
    var decimals: Int?
    var digits = 0
    let isNegative = text.first == UInt8(ascii: "-")
    // With thirty digits, billions of numbers fit.
    guard text.count <= 30 else { return nil }
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value * 10 + Int128(byte - UInt8(ascii: "0"))
        digits += 1
        if let count = decimals { decimals = count + 1 }
      case UInt8(ascii: ".") where decimals == nil: decimals = 0
      default: return nil
      }
    }
    let count = decimals ?? 0
    guard digits > 0, count <= places else { return nil }
    let (scaled, overflow) = value.multipliedReportingOverflow(by: powersOfTen[places - count])
    return overflow ? nil : (isNegative ? -scaled : scaled, count)
  }

  /// The sum with as many decimals as its numbers have; nil if it is not exact.
  var text: String? {
    guard isExact else { return nil }
    let (whole, fraction) = sum.magnitude.quotientAndRemainder(dividingBy: UInt128(Self.powersOfTen[Self.places]))
    let sign = sum < 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let digits = String(fraction)
    let padded = String(repeating: "0", count: Self.places - digits.count) + digits
    return "\(sign)\(whole).\(padded.prefix(decimals))"
  }
}

/// The sums of one column, those of amounts by currency.
struct ControlSum {
  private let isAmount: Bool
  private let otherwise: String
  private var plain = DecimalSum()
  private var byCurrency: [String: DecimalSum] = [:]
  /// The currency of the row before, which is mostly that of the next.
  private var current: (bytes: [UInt8], code: String)

  /// - Parameter currency: the currency of amounts that do not name one.
  init(isAmount: Bool, currency: String) {
    self.isAmount = isAmount
    otherwise = currency
    current = (Array(currency.utf8), currency)
  }

  mutating func add(_ number: UnsafeBufferPointer<UInt8>, currency: UnsafeBufferPointer<UInt8>?) {
    guard isAmount else { return plain.add(number) }
    if let currency, !currency.isEmpty {
      if !currency.elementsEqual(current.bytes) {
        current = (Array(currency), String(decoding: currency, as: UTF8.self))
      }
    } else if current.code != otherwise {
      current = (Array(otherwise.utf8), otherwise)
    }
    byCurrency[current.code, default: DecimalSum()].add(number)
  }

  func totals(of field: String) -> [ControlTotal] {
    guard isAmount else {
      return plain.text.map { [ControlTotal(field: field, values: plain.values, sum: $0)] } ?? []
    }
    return byCurrency.sorted { $0.key < $1.key }.compactMap { code, sum in
      sum.text.map { ControlTotal(field: field, currency: code, values: sum.values, sum: $0) }
    }
  }
}
