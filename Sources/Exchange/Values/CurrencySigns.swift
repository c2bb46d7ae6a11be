internal import RetailValues

/// What people write for currencies.
enum CurrencySigns {
  /// The currencies that a sign may stand for; where one is meant unless the shop has another of them, it is the first.
  private static let codes: [String: [String]] = [
    "€": ["EUR"], "Euro": ["EUR"], "euro": ["EUR"], "EURO": ["EUR"], "Euros": ["EUR"], "euros": ["EUR"], "eur": ["EUR"],
    "£": ["GBP", "EGP", "FKP", "GIP", "LBP", "SHP", "SDG", "SSP", "SYP"], "¥": ["JPY", "CNY"],
    "$": [
      "USD", "ARS", "AUD", "BBD", "BMD", "BND", "BSD", "BZD", "CAD", "CLP", "COP", "CUP", "CVE", "DOP", "FJD", "GYD",
      "HKD", "JMD", "KYD", "LRD", "MXN", "NAD", "NZD", "SBD", "SGD", "SRD", "TTD", "TWD", "UYU", "XCD",
    ], "US$": ["USD"], "R$": ["BRL"], "C$": ["CAD", "NIO"], "A$": ["AUD"], "kr": ["SEK", "NOK", "DKK", "ISK"],
    "kr.": ["SEK", "NOK", "DKK", "ISK"], "Fr.": ["CHF"], "SFr.": ["CHF"], "zł": ["PLN"], "Kč": ["CZK"], "Ft": ["HUF"],
    "₹": ["INR"], "₺": ["TRY"], "₩": ["KRW", "KPW"], "₽": ["RUB"], "₴": ["UAH"], "₪": ["ILS"], "lei": ["RON", "MDL"],
  ]
  /// The signs that several countries write without saying which is meant.
  private static let ambiguous: Set<String> = ["$", "C$", "¥", "kr", "kr.", "lei"]

  static func isKnown(_ text: String) -> Bool { codes[text] != nil || isCode(text) }

  /// Whether a sign or code may stand for a currency.
  static func fits(_ text: String, _ currency: Currency) -> Bool {
    codes[text]?.contains(currency.code) ?? (isCode(text) && text.uppercased() == currency.code)
  }

  /// The code that a sign or code means on its own; nil when it may be several, or is not one.
  static func code(_ text: String) -> String? {
    guard let known = codes[text] else { return isCode(text) ? text.uppercased() : nil }
    return ambiguous.contains(text) ? nil : known.first
  }

  /// The currency that a sign or code means in a shop: the shop's own where it fits; nil when it may be several.
  static func currency(_ text: String, in shop: Currency) -> Currency? {
    fits(text, shop) ? shop : code(text).flatMap { Currency($0) }
  }

  /// The first few currencies that a sign may stand for, for a question.
  static func candidates(_ text: String) -> [String] { Array((codes[text] ?? []).prefix(4)) }

  /// The currency of which a code means the hundredth part, as stock exchanges and some wholesalers write pence; nil for every
  /// other code. `GBp` differs from `GBP` in a single letter.
  static func currency(ofHundredth code: String) -> String? {
    switch code {
    case "GBp", "GBX", "GBx", "gbx": "GBP"
    case "ZAc", "ZAC", "zac": "ZAR"
    case "ILA", "ILa", "ila": "ILS"
    default: nil
    }
  }

  private static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && (text == text.uppercased() || text == "Eur") && Currency(text) != nil
  }
}
