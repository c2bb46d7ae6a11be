internal import FormatKit
internal import RetailValues

extension GoogleMerchantOptions {
  /// The given currency; nil if the option is not set.
  ///
  /// - Throws: ``Problem/Code/invalidOption`` for a code that ISO 4217 does not have.
  func knownCurrency() throws(Problems) -> Currency? {
    guard let currency else { return nil }
    guard let known = Currency(currency) else {
      throw Problems(
        .invalidOption, value: currency, "'\(currency)' is not valid for the option 'currency' of google-merchant",
        remedy: Currency.codes.nearest(to: currency.uppercased()).map { "Did you mean \($0)?" }
          ?? "Give a code of ISO 4217, such as EUR.")
    }
    return known
  }
}
