/// Prices and quantities as shop systems write them, brought to digits with at most one decimal point.
public enum NumberText {
  /// The meaning of a comma in a number.
  public enum Comma: Sendable {
    /// Nothing that a number of this system holds.
    case refused
    /// The decimal mark, as the system never groups digits.
    case decimal
    /// It groups digits by three before the decimal point.
    case grouping
  }

  private static let currencySigns: [[UInt8]] = ["$", "€", "£", "¥", "₹", "kr", "CHF"].map { Array($0.utf8) }

  /// The digits as written, without signs of currency, grouping and white space; nil when the text is not a number.
  ///
  /// - Parameter isMoney: whether a sign of currency may be before or after.
  public static func digits(_ text: String, comma: Comma, isMoney: Bool = false) -> String? {
    var rest = Array(text.utf8)[...]
    trim(&rest)
    var isNegative = takeSign(&rest)
    if isMoney {
      takeCurrency(&rest)
      trim(&rest)
      isNegative = takeSign(&rest) || isNegative
    }
    var whole: [UInt8] = []
    var fraction: [UInt8]?
    var groups: [Int] = []
    for byte in rest {
      switch byte {
      case 48...57:
        if fraction == nil { whole.append(byte) } else { fraction?.append(byte) }
      case UInt8(ascii: "."):
        guard fraction == nil else { return nil }
        fraction = []
      case UInt8(ascii: ","):
        guard fraction == nil else { return nil }
        switch comma {
        case .refused: return nil
        case .decimal: fraction = []
        case .grouping: groups.append(whole.count)
        }
      default: return nil
      }
    }
    if let first = groups.first {
      guard (1...3).contains(first), whole.first != 48 else { return nil }
      for (index, place) in groups.enumerated() where place != first + index * 3 { return nil }
      guard whole.count == first + groups.count * 3 else { return nil }
    }
    guard !whole.isEmpty || fraction?.isEmpty == false, whole.count + (fraction?.count ?? 0) <= 40 else { return nil }
    var result = isNegative ? "-" : ""
    result += whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self)
    if let fraction, !fraction.isEmpty { result += "." + String(decoding: fraction, as: UTF8.self) }
    return result
  }

  /// Whether a number of digits has no value but zero.
  public static func isZero(_ digits: String) -> Bool { digits.utf8.allSatisfy { $0 < 49 } }

  private static func trim(_ text: inout ArraySlice<UInt8>) {
    while let first = text.first, first == 32 { text.removeFirst() }
    while let last = text.last, last == 32 { text.removeLast() }
    while text.starts(with: [0xC2, 0xA0]) { text.removeFirst(2) }
    while text.suffix(2).elementsEqual([0xC2, 0xA0]) { text.removeLast(2) }
  }

  private static func takeSign(_ text: inout ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else { return false }
    text.removeFirst()
    return first == UInt8(ascii: "-")
  }

  private static func takeCurrency(_ text: inout ArraySlice<UInt8>) {
    for sign in currencySigns {
      if text.starts(with: sign) {
        text.removeFirst(sign.count)
        return
      }
      if text.count > sign.count, text.suffix(sign.count).elementsEqual(sign) {
        text.removeLast(sign.count)
        return
      }
    }
  }
}

/// Codes made from names, for items without a code.
public enum MadeCode {
  /// Letters and digits in lower case, with one hyphen for the characters between them.
  public static func slug(_ parts: some Sequence<String>) -> String {
    var result = ""
    for part in parts {
      var isGap = !result.isEmpty
      for scalar in part.lowercased().unicodeScalars {
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
          if isGap, !result.isEmpty { result += "-" }
          isGap = false
          result.unicodeScalars.append(scalar)
        } else {
          isGap = true
        }
      }
    }
    return result
  }
}
