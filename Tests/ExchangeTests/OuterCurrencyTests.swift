import Exchange
import FormatKit
import Foundation
import StandardFormats
import Stock
import Testing

private let records =
  "<item><sku>A</sku><title>Tea</title><price>2.50</price></item><item><sku>B</sku><title>Cup</title><price>3.50</price></item>"

/// A currency that a document names once, outside its records.
struct OuterCurrencyTests {
  /// The file's name and text, and the currency of the prices that are taken, or the code of the refusal.
  @Test(arguments: [
    ("p.xml", "<items currency=\"USD\">\(records)</items>", "USD"),
    ("p.xml", "<list><items currencyCode=\"usd\">\(records)</items></list>", "USD"),
    ("p.xml", "<items><currency>USD</currency>\(records)</items>", "USD"),
    ("p.xml", "<items currency=\"EUR\">\(records)</items>", "EUR"),
    ("p.xml", "<items currency=\"yes\">\(records)</items>", "EUR"),
    (
      "p.xml",
      "<items currency=\"USD\">\(records.replacing("</price>", with: "</price><currency>GBP</currency>"))</items>",
      "GBP"
    ),
    (
      "p.xml", "<lists><items currency=\"USD\">\(records)</items><items currency=\"EUR\">\(records)</items></lists>",
      "EUR USD"
    ),
    ("p.json", #"{"currency":"USD","items":[{"sku":"A","title":"Tea","price":2.5}]}"#, "USD"),
    ("p.json", #"{"items":[{"sku":"A","title":"Tea","price":2.5}],"currency":"USD"}"#, "USD"),
    ("p.json", #"{"data":{"currency":"USD","items":[{"sku":"A","title":"Tea","price":2.5}]}}"#, "USD"),
    ("p.json", #"{"other":{"currency":"USD"},"items":[{"sku":"A","title":"Tea","price":2.5}]}"#, "EUR"),
    ("p.json", #"{"currency":"USD","items":[{"sku":"A","title":"Tea","price":2.5,"currency":"GBP"}]}"#, "GBP"),
  ])
  func pricesAreInIt(_ name: String, _ text: String, _ expected: String) throws {
    let shop = try TestShop()
    do {
      let summary = try shop.take(text, name: name)
      try #require(summary.isApplied, "\(summary.reported)")
      #expect(Set(try shop.lines("prices", "currency")) == Set(expected.split(separator: " ").map(String.init)))
    } catch let problems as Problems {
      #expect(problems.code.id == expected, "\(problems)")
    }
  }

  /// The first records of a long document are read before a currency at its end: none of them is taken.
  @Test func aCurrencyAfterManyRecordsIsRefused() throws {
    let shop = try TestShop()
    let items = (1...5000).map { "<item><sku>A\($0)</sku><title>Tea</title><price>2.50</price></item>" }.joined()
    let problems = #expect(throws: Problems.self) {
      try shop.take("<list>\(items)<currency>USD</currency></list>", name: "p.xml")
    }
    #expect(problems?.code == .unknownCurrency)
    #expect(try shop.lines("prices", "currency") == [])
  }

  /// Sales are in the shop's currency, as they are where a column names another one.
  @Test func salesCannotBeInAnother() throws {
    let shop = try TestShop()
    try shop.take("sku,title\nA,Tea\n")
    let text =
      #"{"currency":"USD","sales":[{"document":"1","sku":"A","quantity":1,"unit_price":2.5,"effective_at":"2026-03-01"}]}"#
    #expect(throws: Problems.self) {
      try shop.take(text, name: "s.json") {
        $0.kind = "sales"
        $0.location = "shop"
      }
    }
  }

  /// A table within the records is read with what they say.
  @Test func nestedTablesHaveThatOfTheirRecords() throws {
    let shop = try TestShop()
    let text = #"[{"currency":"USD","prices":[{"sku":"A","title":"Tea","price":2.5}]}]"#
    #expect(try shop.take(text, name: "p.json").isApplied)
    #expect(try shop.lines("prices", "sku", "price", "currency") == ["A,2.50,USD"])
  }

  /// A row of yesterday's file in another currency is not the same row.
  @Test func theCurrencyIsPartOfARow() throws {
    let shop = try TestShop()
    for currency in ["USD", "GBP"] {
      var importer = Importer(shop: shop.shop, registry: standardFormats)
      importer.leastRememberedRows = 0
      let request = ImportRequest(source: .text("<items currency=\"\(currency)\">\(records)</items>", name: "p.xml"))
      #expect(try importer.apply(request, actor: manager).isApplied)
      #expect(try shop.lines("prices", "currency").contains(currency))
    }
  }
}
