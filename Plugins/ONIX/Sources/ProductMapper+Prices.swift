internal import FormatKit
internal import RetailValues

extension ProductMapper {
  private static let maximumPrices = 500

  /// The prices of a supply detail that are for the shop, in order.
  mutating func priceData(of detail: MessageElement) -> [PriceData] {
    var found: [PriceData] = []
    for element in detail.all("Price").prefix(Self.maximumPrices) {
      guard var price = price(element) else { continue }
      price.supply = detail.byteOffset
      found.append(price)
    }
    return found
  }

  private mutating func price(_ element: MessageElement) -> PriceData? {
    guard let given = element.first("PriceAmount"), !given.text.isEmpty else { return nil }
    let ahead = problems.count
    let territory = Territory(element)
    checkCountries(element)
    if let country = options.country, !territory.covers(country) { return nil }
    let typeElement = element.first("PriceType") ?? element.first("PriceTypeCode")
    guard
      let type = code(typeElement, in: .priceType, consequence: ", and prices of it are left out") ?? header.priceType
    else {
      tell(.onixMissingElement, at: element, value: given.text, "the price '\(given.text.shortened(60))' has no type")
      return nil
    }
    guard let kind = PriceKind.types[type] else {
      if CodeList.priceType.contains(type) { passed("type \(type) (list 58)", at: element) }
      return nil
    }
    if let unit = code(element.first("PricePer"), in: .unitOfPricing), unit == "01" {
      passed("unit \(unit), a page (list 60)", at: element)
      return nil
    }
    let qualifier =
      code(element.first("PriceQualifier"), in: .priceQualifier, consequence: ", and prices with it are left out") ?? ""
    let isSale = PriceKind.saleQualifiers.contains(qualifier)
    guard PriceKind.generalQualifiers.contains(qualifier) || isSale else {
      if CodeList.priceQualifier.contains(qualifier) {
        passed("qualifier \(qualifier), \(CodeList.priceQualifier.word(qualifier)) (list 59)", at: element)
      }
      return nil
    }
    if let minimum = element.first("MinimumOrderQuantity"), Int(minimum.text) ?? 2 > 1 {
      passed("MinimumOrderQuantity above 1", at: element)
      return nil
    }
    return price(element, given, kind, territory, isSale: isSale, problemsAhead: ahead)
  }

  /// The values of a price; what was found wrong with it goes along.
  private mutating func price(
    _ element: MessageElement, _ given: MessageElement, _ kind: PriceKind, _ territory: Territory, isSale: Bool,
    problemsAhead: Int
  ) -> PriceData {
    let isNumber = NetCost.isNumber(given.text)
    if !isNumber {
      tell(
        .onixInvalidValue, at: given, value: given.text,
        "the price '\(given.text.shortened(60))' is not an amount: write digits, with a point before the decimals")
    }
    let currency = element.value("CurrencyCode")?.shortened(50) ?? header.currency
    if let currency, Currency(currency) == nil {
      tell(
        .onixInvalidValue, at: element.first("CurrencyCode") ?? element, value: currency,
        "'\(currency.shortened(60))' is not a currency of ISO 4217 (list 96)")
    }
    if currency == nil {
      tell(
        .onixMissingElement, at: element, value: given.text,
        "the price '\(given.text.shortened(60))' has no currency, and is one in the shop's")
    }
    let period = period(of: element)
    let tax = tax(of: element)
    var word = ""
    if case .retail(let own) = kind.use { word = isSale ? "sale" : own }
    let own = Array(problems[problemsAhead...])
    problems.removeSubrange(problemsAhead...)
    return PriceData(
      element: element, kind: kind, word: word, amount: isNumber ? given.text : nil, currency: currency,
      territory: territory, from: period.from, until: period.until, taxRate: tax.rate, taxable: tax.taxable,
      problems: own
    )
  }

  private mutating func passed(_ what: String, at element: MessageElement) {
    guard tellOnce(what) else { return }
    tell(
      .onixNotImported, at: element, value: what,
      "prices of \(what) are passed over, here and further on")
  }

  private mutating func checkCountries(_ element: MessageElement) {
    for child in element.children + (element.first("Territory")?.children ?? [])
    where ["CountriesIncluded", "CountriesExcluded", "CountryCode", "CountryExcluded"].contains(child.name) {
      for country in child.text.split(separator: " ") {
        let country = String(country)
        guard !CodeList.country.contains(country), tellOnce("list 91 \(country.shortened(50))") else { continue }
        tell(.onixCodeUnknown, at: child, value: country, "list 91 has no code '\(country.shortened(50))'")
      }
    }
  }

  private mutating func period(of element: MessageElement) -> (from: String?, until: String?) {
    var from = element.first("PriceEffectiveFrom")
    var until = element.first("PriceEffectiveUntil")
    for date in element.all("PriceDate") {
      switch date.value("PriceDateRole") {
      case "14": from = date
      case "15": until = date
      default: break
      }
    }
    return (day(from)?.firstDay, day(until)?.lastDay)
  }

  private mutating func day(_ element: MessageElement?) -> WrittenDate? {
    guard let element else { return nil }
    if let date = WrittenDate(element) { return date }
    let text = (element.first("Date") ?? element).text
    tell(
      .onixInvalidValue, at: element, value: text,
      "'\(text.shortened(60))' is not a date from which or until which a price is valid")
    return nil
  }

  /// The rate of value-added tax and what it is on, where the price has one tax only.
  private mutating func tax(of element: MessageElement) -> (rate: String?, taxable: String?) {
    let taxes = element.all("Tax").filter { (code($0.first("TaxType"), in: .taxType) ?? "01") == "01" }
    let hasSecond = taxes.count > 1 || element.has("TaxRateCode2") || element.has("TaxRatePercent2")
    guard !hasSecond else { return (nil, nil) }
    let tax = taxes.first
    let codeElement = tax?.first("TaxRateCode") ?? element.first("TaxRateCode1")
    let rateCode = code(codeElement, in: .taxRate)
    let percent = tax?.value("TaxRatePercent") ?? element.value("TaxRatePercent1")
    let taxable = tax?.value("TaxableAmount") ?? element.value("TaxableAmount1")
    let rate = percent.flatMap { NetCost.isNumber($0) ? $0 : nil } ?? (rateCode == "Z" ? "0" : nil)
    return (rate, taxable.flatMap { NetCost.isNumber($0) ? $0 : nil })
  }

  // MARK: What customers pay

  /// Takes a price for what it is for: the first of its kind, currency and time, and of two that differ by the tax in them
  /// only the one that customers pay.
  mutating func choose(_ price: PriceData, into prices: inout PriceChoice) {
    guard case .retail = price.kind.use else { return }
    var row = TableRow(.prices, at: price.element)
    row["price_type"] = price.word
    row["currency"] = price.currency
    row["valid_from"] = price.from
    row["valid_to"] = price.until
    row["price"] = price.amount
    row["tax_included"] = price.kind.includesTax ? "true" : "false"
    row.problems = price.problems
    guard let other = prices.chosen[price.key]?.price else {
      prices.chosen[price.key] = (price, row)
      return
    }
    // The problems of a price that is left out must still be reported.
    problems += price.problems
    if price.amount == other.amount, price.kind.includesTax == other.kind.includesTax { return }
    if price.territory == other.territory, price.supply == other.supply,
      price.kind.includesTax != other.kind.includesTax
    {
      if price.kind.includesTax, !price.isBroken { prices.chosen[price.key] = (price, row) }
      return
    }
    guard !prices.isTold else { return }
    prices.isTold = true
    tell(
      .onixSeveralPrices, at: price.element, value: price.amount,
      "there are two prices of the kind \(price.word), \(other.shown) and \(price.shown); the second is left out")
  }

  mutating func finish(_ prices: PriceChoice, _ made: inout Draft) {
    for (_, row) in prices.chosen.values {
      var row = row
      row["sku"] = made.identity.code
      made.prices.append(row)
    }
    let taxed = prices.chosen.values.filter { $0.price.taxRate != nil }.map(\.price)
    let first = taxed.min { $0.element.byteOffset < $1.element.byteOffset }
    if made.product != nil, let rate = first?.taxRate { made.product?["tax_rate"] = rate }
  }

  // MARK: What the supplier asks

  private struct CostSource {
    let rank: Int
    let price: PriceData
    let discount: (element: MessageElement, isPercent: Bool)?

    /// The values that distinguish two of them.
    var terms: [String?] { [price.amount, price.currency, discount?.element.text] }
  }

  /// The supplier's price without tax: a net price, else a retail price less its discount.
  mutating func cost(of prices: [PriceData]) -> (amount: String, currency: String?)? {
    let sources = prices.compactMap { price -> CostSource? in
      guard !price.isBroken else { return nil }
      if case .cost(let rank) = price.kind.use { return CostSource(rank: rank, price: price, discount: nil) }
      return discount(of: price).map { CostSource(rank: .max, price: price, discount: $0) }
    }
    guard let rank = sources.map(\.rank).min() else { return nil }
    let equal = sources.filter { $0.rank == rank }
    guard let best = equal.first else { return nil }
    if let other = equal.first(where: { $0.terms != best.terms }) {
      tell(
        .onixSeveralPrices, at: other.price.element, value: other.price.amount,
        "there are several costs, such as that of \(best.price.shown) and that of \(other.price.shown); the first is taken"
      )
    }
    guard let base = best.price.withoutTax else {
      tell(
        .onixUnknownCost, at: best.price.element, value: best.price.amount,
        "the price \(best.price.shown), which the cost comes from, contains tax, and the part without it is not given")
      return nil
    }
    guard let discount = best.discount else { return (base, best.price.currency) }
    let text = discount.element.text
    guard let cost = discount.isPercent ? NetCost(base, lessPercent: text) : NetCost(base, lessAmount: text) else {
      tell(
        .onixOddValue, at: discount.element, value: text,
        "'\(text.shortened(60))' is not a discount on the price '\(base)'")
      return nil
    }
    if !cost.isExact {
      tell(
        .onixInexactCost, at: discount.element, value: text, "'\(base)' less '\(text)' makes about \(cost.text)")
    }
    return (cost.text, best.price.currency)
  }

  /// The discount on one copy, in percent or as an amount.
  private func discount(of price: PriceData) -> (element: MessageElement, isPercent: Bool)? {
    if let percent = price.element.first("DiscountPercent") { return (percent, true) }
    for discount in price.element.all("Discount") {
      if let quantity = discount.value("Quantity"), Int(quantity) ?? 2 > 1 { continue }
      if let percent = discount.first("DiscountPercent") { return (percent, true) }
      if let amount = discount.first("DiscountAmount") { return (amount, false) }
    }
    return nil
  }
}
