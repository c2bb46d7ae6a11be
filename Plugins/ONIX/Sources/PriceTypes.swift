internal import FormatKit

/// What a type of list 58 is to a shop.
struct PriceKind: Sendable {
  enum Use: Sendable {
    /// What customers pay, by the word of the vocabulary.
    case retail(String)
    /// What the supplier asks; lower ranks go first.
    case cost(rank: Int)
  }

  let use: Use
  let includesTax: Bool

  /// The types that are imported. Freight-pass-through prices, rental prices and nominal values are not.
  static let types: [String: PriceKind] = [
    "01": retail("list", false), "02": retail("list", true),
    // A fixed price is what everybody must sell at, where the law knows it.
    "03": retail("regular", false), "04": retail("regular", true),
    "05": cost(0, false), "07": cost(1, true), "08": cost(4, false), "09": cost(5, true),
    "11": retail("sale", false), "12": retail("sale", true), "13": retail("sale", false), "14": retail("sale", true),
    "15": cost(2, false), "17": cost(3, true),
    "21": retail("sale", false), "22": retail("sale", true), "23": retail("sale", false), "24": retail("sale", true),
    "25": cost(2, false), "27": cost(3, true),
    "33": retail("regular", false), "34": retail("regular", true),
    "41": retail("list", false), "42": retail("list", true),
  ]

  private static func retail(_ word: String, _ includesTax: Bool) -> PriceKind {
    PriceKind(use: .retail(word), includesTax: includesTax)
  }

  private static func cost(_ rank: Int, _ includesTax: Bool) -> PriceKind {
    PriceKind(use: .cost(rank: rank), includesTax: includesTax)
  }

  /// Qualifiers of list 59 that any customer pays: unqualified, consumer price.
  static let generalQualifiers: Set<String> = ["", "00", "05"]
  /// Promotional offers and introductory prices.
  static let saleQualifiers: Set<String> = ["08", "17"]
}

/// One price of a supply detail.
struct PriceData: Sendable {
  let element: MessageElement
  let kind: PriceKind
  /// What it is to customers: the word of its type, or sale by its qualifier.
  let word: String
  /// As written; nil if it is not a number.
  let amount: String?
  let currency: String?
  let territory: Territory
  /// The start of the supply detail that contains it.
  var supply = 0
  let from: String?
  let until: String?
  /// The rate of its tax in percent, if there is a single rate.
  let taxRate: String?
  /// The part that is taxed, where the tax is one.
  let taxable: String?
  /// The problems of the price.
  let problems: [Problem]

  var isBroken: Bool { problems.contains { $0.severity == .error } }

  /// For people: `7.99 GBP`.
  var shown: String { [amount, currency].compactMap(\.self).joined(separator: " ") }

  /// What distinguishes prices of one product.
  var key: String { "\(word) \(currency ?? "") \(from ?? "")" }

  /// The amount without tax; nil if the message does not state it.
  var withoutTax: String? {
    guard kind.includesTax else { return amount }
    if let taxable { return taxable }
    let isUntaxed = taxRate.map { rate in rate.allSatisfy { $0 == "0" || $0 == "." } } ?? false
    return isUntaxed ? amount : nil
  }
}

/// The prices of a product that were chosen of all that it has.
struct PriceChoice {
  var chosen: [String: (price: PriceData, row: TableRow)] = [:]
  var isTold = false
}
