internal import FormatKit
internal import RetailValues

/// Units of measure of one kind, and how many of the smallest one each of them is.
enum MeasureUnit {
  private static let families: [[String: Int64]] = [
    ["mg": 1, "g": 1000, "kg": 1_000_000, "t": 1_000_000_000], ["ml": 1, "cl": 10, "l": 1000, "hl": 100_000],
    ["mm": 1, "cm": 10, "m": 1000, "km": 1_000_000],
  ]

  /// The unit of measure that a word names; nil for other words.
  static func named(_ word: String) -> String? {
    let word = word.lowercased()
    return UnitWords.measures[word] ?? (QuantityWords.isMeasure(word) ? word : nil)
  }

  /// The unit of measure at the end of a header, as in `quantity (g)` and `qty_g`; nil without one.
  ///
  /// One letter in capitals is a size: `Qty L`.
  static func ofHeader(_ header: String) -> String? {
    let words = header.split { !$0.isLetter && !$0.isNumber }
    guard words.count > 1, let last = words.last, last.count > 1 || last.first?.isLowercase == true else { return nil }
    return named(String(last))
  }

  /// The unit that stock of goods is usually kept in whose quantities are written in a unit; nil without one.
  static func stockUnit(for unit: String) -> String? {
    families.first { $0[unit] != nil }?.keys.first { ["kg", "l", "m"].contains($0) }
  }

  /// What a number of one unit is multiplied with and then divided by to be in another one; nil where that is not possible.
  static func factor(from unit: String, to other: String) -> (times: Int64, by: Int64)? {
    let (unit, other) = (unit.lowercased(), other.lowercased())
    if unit == other { return (1, 1) }
    for family in families {
      guard let own = family[unit], let wanted = family[other] else { continue }
      return own > wanted ? (own / wanted, 1) : (1, wanted / own)
    }
    return nil
  }
}

extension QuantityWords {
  /// The number in a text such as `500 g`, and what makes it one of the unit that the item is kept in; nil for other texts.
  static func number(
    in bytes: UnsafeBufferPointer<UInt8>, keptIn unit: String
  ) -> (digits: UnsafeBufferPointer<UInt8>, times: Int64, by: Int64)? {
    guard let own = measure(in: bytes), let (times, by) = MeasureUnit.factor(from: own, to: unit),
      let digits = measured(bytes)
    else { return nil }
    return (digits, times, by)
  }
}
