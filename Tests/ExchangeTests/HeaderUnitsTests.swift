import FormatKit
import RetailValues
import Testing

@testable import Exchange

/// What headers say about the unit of their numbers.
@Suite struct HeaderUnitsTests {
  @Test(
    arguments: [
      ("Price (USD)", "USD", "price"), ("Price $", "$", "price"), ("Preis CHF", "CHF", "preis"),
      ("Unit cost USD", "USD", "unit cost"), ("Preis in €", "€", "preis"), ("VK €", "€", "vk"),
      ("price_eur", "EUR", "price"),
      ("PREIS EUR", "EUR", "preis"), ("EK-Preis netto [EUR]", "EUR", "ek preis netto"), ("priceGbp", "GBP", "price"),
      ("US$ price", "US$", "price"), ("Price $ (CAD)", "CAD", "price"), ("Prix en euros", "EUR", "prix"),
      ("Pris kr", "kr", "pris"), ("Price ALL", "ALL", "price"), ("Cena zł", "zł", "cena"),
      ("PRICE ALL", nil, nil), ("Price all", nil, nil), ("Top price", nil, nil), ("Price", nil, nil),
      ("Price (2)", nil, nil),
      ("Artikel", nil, nil), ("cup size", nil, nil), ("SKU", nil, nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func namesACurrency(header: String, currency: String?, bare: String?) {
    let units = HeaderUnits(header)
    #expect(units.currency == currency && units.bare == bare && !units.isUnclear)
  }

  @Test(
    arguments: [
      ("price_cents", true, nil, "price"), ("Preis in Cent", true, nil, "preis"), ("Price (cents)", true, nil, "price"),
      ("Price (GBp)", true, nil, "price"), ("price GBX", true, nil, "price"),
      ("Preis pro 100 Stück", false, 100, "preis"), ("EK je 1000", false, 1000, "ek"),
      ("Price per 1 pc", false, nil, "price"),
      ("Preis/100", false, 100, "preis"), ("Price (per 100)", false, 100, "price"), ("Price per unit", false, nil, nil),
      ("Price incl. 19% VAT", false, nil, nil),
    ] as [(String, Bool, Int?, String?)])
  func namesAPart(header: String, isMinor: Bool, items: Int?, bare: String?) {
    let units = HeaderUnits(header)
    #expect(units.isMinor == isMinor && units.items == items && units.bare == bare && !units.isUnclear)
  }

  @Test(arguments: [
    "Price USD/EUR", "Price $ (EUR)", "Preis pro 100 g", "Price per 12", "price per 100 ml", "Bestand (Kisten)",
    "Saldo (dussin)", "Stock (cajas)", "Stock (cases)", "Stock (colis)",
  ])
  func isUnclear(header: String) { #expect(HeaderUnits(header).isUnclear) }

  @Test(
    arguments: [
      ("100", 100), ("per 100", 100), ("100 Stück", 100), ("100,00", 100), ("1", 1), ("Stk", 1), ("", 1), ("1 kg", 1),
      ("Karton à 6", 6), ("CS6", 6), ("100er Pack", 100), ("C", 100), ("%", 100), ("M", 1000), ("m", 1),
      ("Dutzend", 12),
      ("Karton", nil), ("1.000", nil), ("100 g", nil), ("0", nil), ("-1", nil), ("10 x 10", nil),
      ("1000000000000000000000", nil),
    ] as [(String, Int64?)])
  func itemsOfAPrice(text: String, items: Int64?) { #expect(PriceUnit.items(text) == items) }
}
