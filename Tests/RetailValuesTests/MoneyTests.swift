import Foundation
import RetailValues
import Testing

/// Rounding and multiplying, each checked against Foundation's decimals of 38 digits.
@Suite struct MoneyTests {
  /// The count of `10^-digits`, rounded half away from zero.
  private func rounded(_ value: Decimal, digits: Int) -> Int64? {
    var exact = value
    var result = Decimal()
    NSDecimalRound(&result, &exact, digits, .plain)
    for _ in 0..<digits { result *= 10 }
    return Int64(result.description)
  }

  private func decimal(_ scaled: Int64, digits: Int) -> Decimal {
    Decimal(sign: scaled < 0 ? .minus : .plus, exponent: -digits, significand: Decimal(scaled.magnitude))
  }

  private func currencies() throws -> [Currency] {
    try ["JPY", "EUR", "KWD", "CLF"].map { try #require(Currency($0)) }
  }

  @Test func roundsAsFoundationDoes() throws {
    var random = RandomNumbers(seed: 1)
    let currencies = try currencies()
    for _ in 0..<5000 {
      let coefficient = random.wholeNumber(digits: 12)
      let exponent = Int.random(in: -12...3, using: &random)
      let text = "\(coefficient)e\(exponent)"
      let written = try ExactDecimal(parsing: text.utf8)
      let other = decimal(coefficient, digits: -exponent)
      #expect(Quantity(written)?.scaled == rounded(other, digits: 3), "\(text)")
      #expect(UnitCost(written)?.scaled == rounded(other, digits: 6), "\(text)")
      for currency in currencies {
        let expected = rounded(other, digits: currency.minorUnitDigits)
        #expect(Money(written, currency: currency)?.minorUnits == expected, "\(text) \(currency)")
      }
    }
  }

  @Test func valuesAsFoundationDoes() throws {
    var random = RandomNumbers(seed: 2)
    let currencies = try currencies()
    for _ in 0..<5000 {
      // Foundation cannot round mantissas close to its limit of 38 digits.
      let quantity = Quantity(scaled: random.wholeNumber(digits: 12))
      let cost = UnitCost(scaled: random.wholeNumber(digits: 12))
      let currency = currencies.randomElement(using: &random) ?? currencies[0]
      let amount = decimal(quantity.scaled, digits: 3)
      let byCost = rounded(amount * decimal(cost.scaled, digits: 6), digits: currency.minorUnitDigits)
      #expect(quantity.value(at: cost, in: currency)?.minorUnits == byCost, "\(quantity) at \(cost) \(currency)")
      let price = Money(minorUnits: cost.scaled, currency: currency)
      let byPrice = rounded(
        amount * decimal(price.minorUnits, digits: currency.minorUnitDigits), digits: currency.minorUnitDigits)
      #expect(quantity.value(at: price)?.minorUnits == byPrice, "\(quantity) at \(price)")
    }
  }

  /// Products that are exactly a half, which random numbers rarely produce.
  @Test(arguments: [
    ("0.5", "0.01", 1), ("-0.5", "0.01", -1), ("1.5", "0.01", 2), ("2.5", "0.01", 3), ("-2.5", "0.01", -3),
    ("0.499", "0.01", 0), ("0.001", "5", 1), ("0.001", "4.999999", 0), ("3", "0.333333", 100), ("3", "0.335", 101),
  ])
  func roundsHalvesOfCents(quantity: String, cost: String, cents: Int64) throws {
    let (amount, unit) = (try #require(Quantity(quantity)), try #require(UnitCost(cost)))
    let euro = try #require(Currency("EUR"))
    #expect(amount.value(at: unit, in: euro) == Money(minorUnits: cents, currency: euro))
  }

  @Test func tellsThatAValueIsOutOfRange() throws {
    let euro = try #require(Currency("EUR"))
    let largest = Quantity(scaled: .max)
    #expect(largest.value(at: UnitCost(scaled: .max), in: euro) == nil)
    #expect(Quantity(scaled: .min).value(at: UnitCost(scaled: .min), in: euro) == nil)
    #expect(Quantity(scaled: .min).value(at: Money(minorUnits: .min, currency: euro)) == nil)
    #expect(Quantity(scaled: .min).magnitude.scaled == .max)
    #expect(Quantity("9223372036854775.807") == nil)
    #expect(largest.adding(Quantity(scaled: 1)) == nil)
    #expect(largest.adding(Quantity(scaled: -1)) == Quantity(scaled: Int64.max - 1))
    #expect(Quantity(scaled: .min).subtracting(Quantity(scaled: 1)) == nil)
    #expect(Quantity(scaled: 3).subtracting(Quantity(scaled: 5)) == -Quantity(scaled: 2))
  }

  @Test(arguments: [
    ("JPY", 0), ("CLP", 0), ("EUR", 2), ("usd", 2), ("Chf", 2), ("KWD", 3), ("TND", 3), ("CLF", 4), ("UYW", 4),
    ("XAF", 0),
    ("MRU", 2), ("MGA", 2), ("VND", 0), ("ISK", 0), ("HUF", 2), ("IQD", 3),
  ])
  func knowsTheDecimalsOfCurrencies(code: String, digits: Int) throws {
    let currency = try #require(Currency(code))
    #expect(currency.minorUnitDigits == digits)
    #expect(currency.code == code.uppercased())
  }

  @Test(arguments: ["", "EU", "EURO", "XAU", "XXX", "XTS", "DEM", "ẞUR", "€"])
  func refusesWhatIsNoCurrency(code: String) { #expect(Currency(code) == nil) }

  @Test func listsEachCodeOnce() {
    #expect(Currency.codes.count > 150)
    #expect(Currency.codes.allSatisfy { $0.count == 3 && Currency($0)?.code == $0 })
  }

  @Test(arguments: [
    (0, "0", "0.000"), (1, "0.001", "0.001"), (-1, "-0.001", "-0.001"), (1500, "1.5", "1.500"), (12000, "12", "12.000"),
    (-999, "-0.999", "-0.999"), (Int64.min, "-9223372036854775.808", "-9223372036854775.808"),
  ])
  func printsNumbers(scaled: Int64, shortest: String, fixed: String) {
    #expect(Quantity(scaled: scaled).description == shortest)
    #expect(FixedPointText.fixed(scaled, fractionDigits: 3) == fixed)
  }

  @Test func readsWhatItPrints() throws {
    var random = RandomNumbers(seed: 4)
    for _ in 0..<2000 {
      let quantity = Quantity(scaled: random.wholeNumber(digits: 15))
      #expect(Quantity(quantity.description) == quantity)
      let cost = UnitCost(scaled: random.wholeNumber(digits: 15))
      #expect(UnitCost(cost.description) == cost)
    }
  }

  @Test func printsMoney() throws {
    #expect(Money(minorUnits: -5, currency: try #require(Currency("EUR"))).description == "-0.05 EUR")
    #expect(Money(minorUnits: 1250, currency: try #require(Currency("JPY"))).description == "1250 JPY")
    #expect(Money(minorUnits: 1250, currency: try #require(Currency("KWD"))).amount == "1.250")
  }
}
