/// The order in which a shop lists the sizes of clothes, shoes and packs: XS, S, M, L, XL; 36, 36.5, 37; 500 g, 1 kg.
///
/// Letter sizes come first, then numbers, then weights, volumes and lengths, then all other words by the alphabet.
///
/// ```swift
/// ["XL", "38", "S", "36", "M"].sorted { SizeOrder.key(of: $0) < SizeOrder.key(of: $1) }  // S, M, XL, 36, 38
/// ```
public enum SizeOrder {
  /// A text that sorts sizes byte by byte.
  public static func key(of size: String) -> String {
    let plain = size.lowercased().trimmingSpaces()
    if let letters = letterKey(plain) { return "a" + letters }
    if let measure = measureKey(plain) { return "c" + measure }
    if let numbers = numberKey(plain) { return "b" + numbers }
    return "d" + plain
  }

  // MARK: Letters

  /// `S`, `3XL`, `x-large`, and two of them such as `S/M`, which is sorted after its first.
  private static func letterKey(_ text: String) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { rank(ofLetters: String($0)) }
    guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1] else { return nil }
    return padded(Int64(first)) + padded(Int64(last))
  }

  private static let words = ["small": 400, "medium": 500, "large": 600, "s": 400, "m": 500, "l": 600]

  private static func rank(ofLetters text: String) -> Int? {
    var rest = text.filter { !" -._".contains($0) }[...]
    var count = 0
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty {
      guard let number = Int(digits), (1...20).contains(number), rest.dropFirst(digits.count).hasPrefix("x") else {
        return nil
      }
      rest = rest.dropFirst(digits.count + 1)
      count = number
    } else {
      while true {
        if rest.hasPrefix("extra") {
          rest = rest.dropFirst(5)
        } else if rest.hasPrefix("x") {
          rest = rest.dropFirst()
        } else {
          break
        }
        count += 1
      }
    }
    guard let base = words[String(rest)], count <= 20, base != 500 || count == 0 else { return nil }
    return base < 500 ? base - count : base + count
  }

  // MARK: Measures

  /// Dimension and size of each unit, in its smallest part.
  private static let units: [String: (dimension: String, factor: Int64)] = [
    "mg": ("g", 1), "g": ("g", 1000), "kg": ("g", 1_000_000), "ml": ("l", 1), "cl": ("l", 10), "dl": ("l", 100),
    "l": ("l", 1000), "mm": ("m", 1), "cm": ("m", 10), "m": ("m", 1000),
  ]

  private static func measureKey(_ text: String) -> String? {
    let number = text.prefix { ($0.isASCII && $0.isNumber) || $0 == "." || $0 == "," }
    let unit = text.dropFirst(number.count).trimmingSpaces()
    guard let (dimension, factor) = units[unit], let scaled = thousandths(number) else { return nil }
    let (value, overflow) = scaled.multipliedReportingOverflow(by: factor)
    return overflow ? nil : dimension + padded(value)
  }

  // MARK: Numbers

  /// The numbers in a text such as `36`, `29/32`, `EU 38` and `75B`, sorted after the leading word and before the rest.
  private static func numberKey(_ text: String) -> String? {
    let prefix = text.prefix { !($0.isASCII && $0.isNumber) }
    guard prefix.count <= 8, prefix.allSatisfy({ $0.isLetter || " -.".contains($0) }) else { return nil }
    var rest = text.dropFirst(prefix.count)
    var numbers = ""
    while let first = rest.first, first.isASCII, first.isNumber {
      let number = rest.prefix { ($0.isASCII && $0.isNumber) || $0 == "." || $0 == "," }
      guard let scaled = thousandths(number) else { return nil }
      numbers += padded(scaled)
      rest = rest.dropFirst(number.count)
      guard let sign = rest.first, "/-– x".contains(sign) else { break }
      rest = rest.drop { "/-– x".contains($0) }
    }
    return numbers.isEmpty ? nil : prefix.trimmingSpaces() + " " + numbers + " " + rest
  }

  private static func thousandths(_ text: Substring) -> Int64? {
    guard let number = try? ExactDecimal(parsing: text.replacing(",", with: ".").utf8),
      let (value, _) = number.scaled(toFractionDigits: 3), value >= 0
    else { return nil }
    return value
  }

  private static func padded(_ number: Int64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 19 - digits.count)) + digits
  }
}
