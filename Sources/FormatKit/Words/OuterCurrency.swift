internal import RetailValues

/// The currency that a document names outside its records, such as in an attribute of its root element.
public enum OuterCurrency {
  private static let names: Set<String> = [
    "currency", "currencycode", "currencyid", "defaultcurrency", "pricecurrency", "isocurrency", "curr",
    "währung", "waehrung", "devise", "moneda", "divisa", "valuta", "měna", "pénznem", "parabirimi", "valuutta",
    "νόμισμα", "通貨",
  ]

  /// Whether an attribute, element or key of that name has a currency.
  ///
  /// ```swift
  /// OuterCurrency.isName("currencyCode")  // true
  /// OuterCurrency.isName("price")         // false
  /// ```
  public static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= 40 else { return false }
    return names.contains(String(name.lowercased().filter(\.isLetter)))
  }

  /// What a table's schema has as its currency once the document has named another one; a text that is not a currency
  /// changes nothing.
  ///
  /// ```swift
  /// OuterCurrency.adding("USD", to: nil)    // "USD"
  /// OuterCurrency.adding("EUR", to: "USD")  // "USD, EUR"
  /// OuterCurrency.adding("yes", to: "USD")  // "USD"
  /// ```
  public static func adding(_ text: String, to known: String?) -> String? {
    let sign = text.trimmingSpaces()
    let isSign = sign.count <= 3 && sign.contains(where: \.isCurrencySymbol)
    guard isSign || Currency(sign) != nil else { return known }
    let code = isSign ? sign : sign.uppercased()
    guard let known else { return code }
    return known.split(separator: ", ").contains { $0 == code } ? known : known + ", " + code
  }
}
