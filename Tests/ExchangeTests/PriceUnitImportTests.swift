import Exchange
import FormatKit
import Testing

/// The currency and the unit of prices as files have them, through the whole import.
@Suite struct PriceUnitImportTests {
  /// The prices of a list, or the code of what is wrong with it.
  private func prices(
    _ header: String, _ rows: String..., shop currency: String = "EUR", kind: String? = nil, set: [String: String] = [:]
  ) throws -> [String] {
    let shop = try TestShop(currency: currency)
    let text = "sku;title;\(header)\n" + rows.enumerated().map { "A\($0.offset);Mug;\($0.element)\n" }.joined()
    do {
      let summary = try shop.take(text) {
        $0.kind = kind
        $0.forced = set
      }
      guard summary.isApplied else { return summary.errors }
      return try shop.lines("prices", "price", "currency")
    } catch let error as Problems {
      return [error.code.id]
    }
  }

  @Test(arguments: [
    ("Price (USD)", "2.50", "EUR", "2.50,USD"), ("Price (USD)", "2.50", "USD", "2.50,USD"),
    ("Price $", "2.50", "USD", "2.50,USD"), ("Price $", "2.50", "CAD", "2.50,CAD"),
    ("Price $", "2.50", "EUR", "unknown-currency"), ("Preis CHF", "2,50", "EUR", "2.50,CHF"),
    ("Preis in €", "2,50", "CHF", "2.50,EUR"), ("price_eur", "2.50", "GBP", "2.50,EUR"),
    ("Price (JPY)", "250", "EUR", "250,JPY"), ("Price (USD)", "2.50 €", "EUR", "2 currency-differs"),
    ("Price (USD)", "2.50 $", "EUR", "2.50,USD"), ("price_cents", "250", "EUR", "2.50,EUR"),
    ("Preis in Cent", "250", "EUR", "2.50,EUR"), ("Price (USD cents)", "250", "EUR", "2.50,USD"),
    ("Price (per 100)", "250", "EUR", "2.50,EUR"), ("Price;Currency", "2.50;USD", "EUR", "2.50,USD"),
    ("Price (USD);Currency", "2.50;USD", "EUR", "2.50,USD"), ("Price $;Currency", "2.50;CAD", "EUR", "2.50,CAD"),
    ("Price $;Currency", "2.50;", "EUR", "2 missing-value"),
    ("Price (USD);Currency", "2.50;EUR", "EUR", "2 currency-differs"),
    ("Preis;Preiseinheit", "250;100", "EUR", "2.50,EUR"), ("Preis;Preiseinheit", "2,50;Stk", "EUR", "2.50,EUR"),
    ("Preis;Preiseinheit", "2,50;", "EUR", "2.50,EUR"), ("Preis;Preiseinheit", "250;1.000", "EUR", "2 not-a-number"),
    ("Preis;Preiseinheit", "250;0", "EUR", "2 not-a-number"),
  ])
  func aPriceHasTheUnitOfItsColumn(header: String, row: String, shop: String, expected: String) throws {
    #expect(try prices(header, row, shop: shop) == [expected])
  }

  /// What has a fraction is hardly in cents.
  @Test func centsAreWhole() throws {
    #expect(try prices("price_cents", "2.50") == [])
    #expect(try prices("price_cents;price", "250;2.60") == ["2.60,EUR"])
    #expect(try prices("Price (USD);Price", "2.50;2.60") == ["2.60,EUR"])
  }

  @Test func theCurrencyMayBeGiven() throws {
    #expect(try prices("Price $", "2.50", set: ["currency": "USD"]) == ["2.50,USD"])
    #expect(try prices("Price $", "2.50", set: ["currency": "EUR"]) == ["currency-differs"])
    #expect(try prices("Price (USD)", "2.50", set: ["currency": "EUR"]) == ["currency-differs"])
  }

  @Test func aRoundedPriceOfAHundredIsReported() throws {
    let shop = try TestShop()
    let summary = try shop.take("sku;title;Preis;Preiseinheit\nA;Mug;12,50;100\n")
    #expect(summary.isApplied && summary.reported.contains("rounded to 0.13"), "\(summary.reported)")
  }

  /// A stock of money is not a stock of items, and amounts that cannot be in another currency are refused.
  @Test func amountsBelongToMoney() throws {
    let shop = try TestShop()
    try shop.take("sku;title;price;Bestand €\nA;Mug;2.50;3\n")
    #expect(try shop.int("SELECT COUNT(*) FROM movements") == 0)
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let text = "sku,receipt,date,quantity,Unit cost USD\nA,R1,2026-01-05,1,2.50\n"
    let error = try #require(throws: Problems.self) { try shop.take(text) { $0.kind = "receipts" } }
    #expect(error.code == .unknownCurrency)
  }

  @Test func aQuantityMayHaveTheUnitOfItsItem() throws {
    let shop = try TestShop()
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let list = "sku;title;Menge;Einheit;Preis\nA;Käse;1,5 kg;kg;19,90\nB;Brot;3;Stk;4,20\n"
    let summary = try shop.take(list) { $0.location = "shop" }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity").sorted() == ["A,1.5", "B,3"])
    let other = try shop.take("sku;title;Menge;Einheit;Preis\nC;Käse;500 g;kg;19,90\n") { $0.location = "shop" }
    #expect(other.isApplied, "\(other.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity").sorted() == ["A,1.5", "B,3", "C,0.5"])
  }

  @Test func aValueThatCannotBeKeptIsRefused() throws {
    let shop = try TestShop()
    try shop.take("sku,title\nA,Mug\n")
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let text = "sku,receipt,date,quantity,unit cost\nA,R1,2026-01-05,%,2.00\n"
    for (quantity, errors) in [("9000000000", ["2 out-of-range"]), ("4000000000", [])] {
      let summary = try shop.take(text.replacing("%", with: quantity)) {
        $0.kind = "receipts"
        $0.location = "shop"
      }
      #expect(summary.errors == errors, "\(summary.reported)")
    }
  }
}
