internal import RetailValues

/// How many items a price is for, as lists of suppliers say it next to the price.
enum PriceUnit {
  /// The number in `100`, `per 100`, `100 Stück`, `Karton à 6` or `100,00`; 1 without a number, as in `Stk`; 100 of `C` and
  /// `%`; nil where it is not clear, as in `1.000`, `100 g` and `Karton`.
  static func items(_ text: String) -> Int64? {
    let runs = text.split { !$0.isNumber }
    guard let first = runs.first else { return named(text.trimmingSpaces()) }
    let isMeasured = text.split { !$0.isLetter }.contains { QuantityWords.isMeasure($0.lowercased()) }
    let hasNoFraction = runs.count == 1 || runs.count == 2 && ["0", "00"].contains(String(runs[1]))
    guard text.utf8.count <= 40, hasNoFraction, first.utf8.count <= 6, let count = Int64(first), count > 0,
      count == 1 || !isMeasured, !text.contains("-"), !text.contains("%")
    else { return nil }
    return count
  }

  /// The number that a unit of trade stands for.
  private static func named(_ unit: String) -> Int64? {
    // `m` is a metre, and the Roman number is written in capitals.
    if unit == "M" { return 1000 }
    let word = unit.lowercased()
    if let count = counts[word] { return count }
    return word.split { !$0.isLetter }.contains { QuantityWords.isPack(String($0)) } ? nil : 1
  }

  private static let counts: [String: Int64] = [
    "c": 100, "%": 100, "hundert": 100, "hundred": 100, "cent": 100, "‰": 1000, "tausend": 1000, "thousand": 1000,
    "mille": 1000, "dozen": 12, "doz": 12, "dz": 12, "dutzend": 12, "douzaine": 12, "docena": 12,
  ]
}
