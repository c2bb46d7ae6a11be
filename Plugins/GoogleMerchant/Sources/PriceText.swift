internal import RetailValues

/// A price as a feed writes it: an amount with a point and a currency of ISO 4217, `15.00 USD`.
struct PriceText: Hashable, Sendable {
  /// The digits as written.
  let amount: String
  /// In capitals.
  let currency: String

  /// The problem of a text, and what would be right.
  struct InvalidPrice: Error, Hashable, Sendable {
    let message: String
    let remedy: String
  }

  /// A deviation from the specification whose meaning is clear; nil if the text agrees with the specification.
  private(set) var oddity: String?

  /// Reads a price.
  ///
  /// - Throws: ``InvalidPrice`` if the amount or the currency is ambiguous.
  init(parsing text: String) throws(InvalidPrice) {
    let words = text.split { $0.isWhitespace }.map(String.init)
    let joined = words.joined(separator: " ")
    guard !joined.isEmpty, joined.utf8.count <= 60 else {
      throw InvalidPrice(message: "is not a price", remedy: "Write the amount and the currency, such as 15.00 USD.")
    }
    let isLetter = { (character: Character) in character.isASCII && character.isLetter }
    let leading = joined.prefix(while: isLetter)
    let trailing = leading.count == joined.count ? 0 : joined.reversed().prefix(while: isLetter).count
    var digits = joined.dropFirst(leading.count).dropLast(trailing)
    let code = leading.isEmpty ? String(joined.suffix(trailing)) : String(leading)
    guard leading.isEmpty || trailing == 0, !code.isEmpty else {
      throw Self.withoutCurrency(joined, hasTwo: !code.isEmpty)
    }
    while digits.first == " " { digits.removeFirst() }
    while digits.last == " " { digits.removeLast() }
    guard let known = Currency(code) else {
      let near = Currency.codes.nearest(to: code.uppercased())
      throw InvalidPrice(
        message: "has the currency '\(code)', which ISO 4217 does not have",
        remedy: near.map { "Did you mean \($0)?" } ?? "Write the three letters of the currency, such as USD or EUR.")
    }
    try Self.check(digits, known)
    amount = String(digits)
    currency = known.code
    if !leading.isEmpty {
      oddity = "has the currency before the amount"
    } else if code != known.code {
      oddity = "has the currency in small letters"
    } else if words.count == 1 {
      oddity = "has no space before the currency"
    }
  }

  /// As a feed has it.
  var text: String { "\(amount) \(currency)" }

  private static func withoutCurrency(_ text: String, hasTwo: Bool) -> InvalidPrice {
    let signs: [Character: String] = ["€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"]
    let number = text.filter { $0.isASCII && ($0.isNumber || $0 == ".") }
    let code = text.compactMap { signs[$0] }.first ?? "USD"
    return InvalidPrice(
      message: hasTwo ? "names two currencies" : "names no currency of ISO 4217",
      remedy:
        "Write the currency's three letters after the amount, such as \(number.isEmpty ? "15.00" : number) \(code).")
  }

  private static func check(_ digits: Substring, _ currency: Currency) throws(InvalidPrice) {
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    if digits.contains(",") {
      throw InvalidPrice(message: "has a comma in its amount", remedy: commaRemedy(digits, currency))
    }
    if digits.first == "-" {
      throw InvalidPrice(
        message: "is below zero", remedy: "Prices of goods are zero or more; leave the item out otherwise.")
    }
    let pieces = digits.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard pieces.count <= 2, pieces.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }), digits.utf8.count <= 18
    else {
      throw InvalidPrice(
        message: "has no amount of digits with at most one point",
        remedy: "Write the amount without signs or spaces, such as 1234.50 \(currency.code).")
    }
    let decimals = pieces.count == 2 ? pieces[1] : ""
    if decimals.dropFirst(currency.minorUnitDigits).contains(where: { $0 != "0" }) {
      throw InvalidPrice(
        message:
          "has \(decimals.count) decimal\(decimals.count == 1 ? "" : "s"), and \(currency.code) has \(currency.minorUnitDigits)",
        remedy: "Round the amount to \(currency.minorUnitDigits) decimals.")
    }
  }

  /// What the sender most likely means, if the text shows it.
  private static func commaRemedy(_ digits: Substring, _ currency: Currency) -> String {
    let pieces = digits.split(separator: ",", omittingEmptySubsequences: false)
    if digits.contains(".") || pieces.count > 2 {
      let isFraction = digits.lastIndex(of: ".").map { $0 < digits.lastIndex(of: ",") ?? $0 } ?? false
      let plain =
        isFraction
        ? digits.filter { $0 != "." }.replacing(",", with: ".") : String(digits.filter { $0 != "," })
      return "Write the amount with a point, and without signs between thousands: \(plain) \(currency.code)."
    }
    if let decimals = pieces.last, decimals.count == 3, currency.minorUnitDigits != 3 {
      return "Write the amount with a point, and without signs between thousands: "
        + "\(digits.filter { $0 != "," }).00 \(currency.code), if that is meant."
    }
    return "Write the amount with a point: \(digits.replacing(",", with: ".")) \(currency.code)."
  }
}
