import FormatKit
import FormatKitTesting
import RetailValues
import Testing

@testable import GoogleMerchantFormat

@Suite struct GoogleMerchantValueTests {
  @Test(arguments: [
    ("15.00 USD", "15.00 USD", ""), ("15 EUR", "15 EUR", ""), ("0 USD", "0 USD", ""), ("1500 JPY", "1500 JPY", ""),
    ("1.234 KWD", "1.234 KWD", ""), ("15.000 USD", "15.000 USD", ""), ("  15.00\u{A0}USD ", "15.00 USD", ""),
    ("USD 15.00", "15.00 USD", "has the currency before the amount"),
    ("USD15.00", "15.00 USD", "has the currency before the amount"),
    ("15.00USD", "15.00 USD", "has no space before the currency"),
    ("15.00 usd", "15.00 USD", "has the currency in small letters"),
  ])
  func readsPrices(_ text: String, _ expected: String, _ oddity: String) throws {
    let price = try PriceText(parsing: text)
    #expect(price.text == expected)
    #expect(price.oddity ?? "" == oddity)
  }

  /// Ambiguous prices, their messages, and the remedies.
  @Test(arguments: [
    (
      "15.00", "names no currency of ISO 4217",
      "Write the currency's three letters after the amount, such as 15.00 USD."
    ),
    (
      "€ 15.00", "names no currency of ISO 4217",
      "Write the currency's three letters after the amount, such as 15.00 EUR."
    ),
    ("", "is not a price", "Write the amount and the currency, such as 15.00 USD."),
    ("15,00 EUR", "has a comma in its amount", "Write the amount with a point: 15.00 EUR."),
    (
      "1,234.50 USD", "has a comma in its amount",
      "Write the amount with a point, and without signs between thousands: 1234.50 USD."
    ),
    (
      "1.234,50 EUR", "has a comma in its amount",
      "Write the amount with a point, and without signs between thousands: 1234.50 EUR."
    ),
    (
      "1,234 USD", "has a comma in its amount",
      "Write the amount with a point, and without signs between thousands: 1234.00 USD, if that is meant."
    ),
    ("15.00 EUX", "has the currency 'EUX', which ISO 4217 does not have", "Did you mean EUR?"),
    ("-1.00 USD", "is below zero", "Prices of goods are zero or more; leave the item out otherwise."),
    ("15.005 USD", "has 3 decimals, and USD has 2", "Round the amount to 2 decimals."),
    ("1400.5 JPY", "has 1 decimal, and JPY has 0", "Round the amount to 0 decimals."),
    (
      "USD 15.00 EUR", "names two currencies", "Write the currency's three letters after the amount, such as 15.00 USD."
    ),
    (
      "1 234.50 EUR", "has no amount of digits with at most one point",
      "Write the amount without signs or spaces, such as 1234.50 EUR."
    ),
    (
      "USD", "has no amount of digits with at most one point",
      "Write the amount without signs or spaces, such as 1234.50 USD."
    ),
    (
      "99999999999999999999 EUR", "has no amount of digits with at most one point",
      "Write the amount without signs or spaces, such as 1234.50 EUR."
    ),
  ])
  func refusesPricesInDoubt(_ text: String, _ message: String, _ remedy: String) {
    #expect(throws: PriceText.InvalidPrice(message: message, remedy: remedy)) { try PriceText(parsing: text) }
  }

  @Test(arguments: [
    ("2026-02-24T11:00+0100/2026-02-28T23:59+0100", "2026-02-24T11:00+0100", "2026-02-28T23:59+0100"),
    ("2026-02-24T11:00Z / 2026-02-28T23:59Z", "2026-02-24T11:00Z", "2026-02-28T23:59Z"),
    ("2026-02-24/2026-02-28", "2026-02-24T00:00:00", "2026-02-28T23:59:59"),
    ("2026-02-24/2026-02-24", "2026-02-24T00:00:00", "2026-02-24T23:59:59"),
    ("2026-02-24T23:00-0800/2026-02-25T08:00+0100", "2026-02-24T23:00-0800", "2026-02-25T08:00+0100"),
  ])
  func readsSaleDates(_ text: String, _ start: String, _ end: String) throws {
    let interval = try SaleInterval(parsing: text)
    #expect(interval.start == start)
    #expect(interval.end == end)
  }

  @Test(arguments: [
    "2026-02-24", "2026-02-24/", "/2026-02-24", "2026-02-28/2026-02-24", "2026-02-30/2026-03-01",
    "24.02.2026/28.02.2026",
    "2026-02-24T11:00+0100/2026-02-28T23:59+0100 for PST", "a/b/c", "2026-02-24T25:00/2026-02-28T23:59", "",
    "20260224/20260228",
  ])
  func refusesSaleDates(_ text: String) {
    #expect(throws: SaleInterval.InvalidInterval.self) { try SaleInterval(parsing: text) }
  }

  @Test(arguments: [
    ("a,b", ["a", "b"]), ("\"a, b\",c", ["\"a, b\"", "c"]), ("a , ,b,", ["a", "b"]), ("12\" pan,b", ["12\" pan", "b"]),
    ("\"a \"\"b\"\", c\"", ["\"a \"\"b\"\", c\""]),
  ])
  func cutsLists(_ text: String, _ expected: [String]) { #expect(ListText.values(text) == expected) }

  @Test(arguments: ["a", "a, b", "a:b", "say \"a, b\"", " a", "", "\"", "a\"b,c"])
  func quotesAreTakenOffAgain(_ text: String) {
    let quoted = ListText.quoted(text, among: ",:")
    #expect(ListText.unquoted(ListText.values("\(quoted),x").first ?? "") == text || text.isEmpty)
  }

  @Test(arguments: [
    ("{}", []), ("{\"a\":\"b\"}", ["a=b"]), (" { \"a\" : [ \"b\" , \"c\" ] } ", ["a=b|c"]),
    ("{\"a\":{\"b\":\"c\",\"d\":1.50}}", ["a={b:c,d:1.50}"]), ("{\"a\":null,\"b\":true}", ["b=true"]),
    ("{\"a\":\"\\u00e9\\n\\ud83d\\ude00\"}", ["a=é\n😀"]), ("{\"a\":[]}", []),
    ("{\"a\":[{\"b\":\"c\"},{\"b\":\"d\"}]}", ["a={b:c}|{b:d}"]),
  ])
  func readsKeptAttributes(_ json: String, _ expected: [String]) throws {
    let found = try #require(KeptAttributes.parse(json))
    let shown = found.map { name, values in
      name + "="
        + values.map { value in
          switch value {
          case .text(let text): text
          case .parts(let parts): "{" + parts.map { "\($0.name):\($0.text)" }.joined(separator: ",") + "}"
          }
        }.joined(separator: "|")
    }
    #expect(shown == expected)
    let again = KeptAttributes.json(Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.values) })) ?? "{}"
    #expect(KeptAttributes.parse(again)?.map(\.values) == found.sorted { $0.name < $1.name }.map(\.values))
  }

  @Test(arguments: [
    "", "[]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":\"b\"", "{\"a\":\"b\"}x", "{\"a\":[\"b\"}", "{\"a\":{\"b\":[1]}}",
    "{\"a\":[[1]]}",
    "{\"a\":tru}", "{\"a\":\"\\x\"}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\n\"}", "{a:1}",
  ])
  func refusesOtherJSON(_ json: String) { #expect(KeptAttributes.parse(json) == nil) }

  @Test(
    arguments: [
      ("id", "id", nil), ("image link", "image_link", nil), ("Image link [image_link]", "image_link", nil),
      ("g:price", "price", nil), ("shipping(country:price)", "shipping", ["country", "price"]),
      ("Shipping (country : price)", "shipping", ["country", "price"]), ("price (2)", "price", nil),
      ("c:season", "c:season", nil), ("Sale Price", "sale_price", nil),
    ] as [(String, String, [String]?)])
  func readsHeaders(_ header: String, _ name: String, _ parts: [String]?) {
    let column = TextColumn(header)
    #expect(column.name == name)
    #expect(column.parts == parts)
  }

  /// The table is data, and data has misprints.
  @Test func everyAttributeFitsTheVocabulary() {
    #expect(Set(AttributeTable.names).count == AttributeTable.names.count)
    for attribute in AttributeTable.all {
      #expect(attribute.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" }, "\(attribute.name)")
      guard let field = attribute.field?.split(separator: ".").map(String.init) else { continue }
      #expect(Vocabulary.kind(field[0])?.field(field[1]) != nil, "\(attribute.name) is to be \(field)")
    }
    for table in FeedTable.allCases {
      for column in table.schema.columns {
        #expect(Vocabulary.kind(table.rawValue)?.field(column.name) != nil, "\(table).\(column.name)")
      }
    }
    let required = AttributeTable.all.filter(\.isRequired).map(\.name)
    #expect(required == ["id", "title", "description", "link", "image_link", "availability", "price"])
  }

  @Test(arguments: [
    ("4006381333931", true), ("400638133393", false), ("4006381333930", false), ("96385074", true), ("12345", false),
    ("4.00638E+12", false), ("ABC-1", false), ("978-3-16-148410-0", true), ("12345678905", true),
  ])
  func checksGTINs(_ text: String, _ isFine: Bool) { #expect((ItemMapper.problem(ofGTIN: text) == nil) == isFine) }

  @Test func keysAreRememberedInBoundedMemory() {
    var seen = SeenKeys(limit: 3)
    #expect(["a", "b", "a", "c", "d", "d"].map { seen.insert($0) } == [false, false, true, false, false, false])
  }
}
