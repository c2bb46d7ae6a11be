import RetailValues
import Testing

@testable import Stock

@Suite struct OrderRoundingTests {
  @Test(arguments: [
    ("2.083333", "2.08", "120", "EUR", true), ("2.08", "2.083333", "120", "EUR", true),
    ("0.333333", "0.33", "1000", "EUR", true), ("0.333333", "0.333334", "1000", "EUR", true),
    // A cent over the whole line, and a cent for each piece.
    ("2.08", "2.09", "1", "EUR", true), ("2.08", "2.09", "12", "EUR", false),
    // Small costs are not rounded to cents, and neither is one of these the other rounded.
    ("0.012", "0.01", "1000", "EUR", false), ("0.083333", "0.08", "100", "EUR", false),
    ("2.083333", "2.0853", "120", "EUR", false), ("7.35", "7.5", "12", "EUR", false),
    ("350.4", "350", "10", "JPY", true), ("350.6", "350", "10", "JPY", false),
  ])
  func roundedCostsAreTold(expected: String, found: String, units: String, currency: String, isRounding: Bool) throws {
    let difference = OrderDifference(
      line: "1", sku: "A1", kind: .priceInvoiced, detail: nil, expected: nil, found: nil,
      expectedCost: UnitCost(expected), foundCost: UnitCost(found))
    let (currency, units) = (try #require(Currency(currency)), try #require(Quantity(units)))
    #expect(difference.isRounding(in: currency, of: units) == isRounding)
  }

  @Test func quantitiesAreNeverRounding() throws {
    let difference = OrderDifference(
      line: "1", sku: "A1", kind: .shortReceived, detail: nil, expected: Quantity("12"), found: Quantity("11.999"),
      expectedCost: nil, foundCost: nil)
    let currency = try #require(Currency("EUR"))
    #expect(!difference.isRounding(in: currency, of: Quantity(scaled: 12_000)))
  }
}
