internal import RetailValues

/// Texts as the app writes them.
enum StoreInventoryText {
  /// The key that the app filters by: type and price, the price as Swift prints a `Float`, with one decimal at least.
  static func typePrice(_ type: String, _ price: ExactDecimal) -> String {
    let digits = price.plainText ?? "0"
    return "\(type) \(digits.contains(".") ? digits : digits + ".0")"
  }

  /// A step of 0 to 255 as the app has it, 0 to 1, with so many digits that the step is found again.
  static func share(of step: String) -> String {
    guard let whole = Int64(step) else { return step }
    return FixedPointText.shortest((whole * 1_000_000_000 + 127) / 255, fractionDigits: 9)
  }
}
