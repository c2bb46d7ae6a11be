import Testing
import Wording

@testable import Web

/// Numbers, records and fields in the words of the pages.
@Suite struct RecordWordsTests {
  @Test(arguments: [
    ("25062.84", "25,062.84"), ("-1200", "−1,200"), ("999", "999"), ("1000000", "1,000,000"), ("0.500", "0.500"),
    ("", ""),
    ("-", "-"), ("1.2.3", "1.2.3"), ("4711-A", "4711-A"), ("12e3", "12e3"),
  ])
  func numbersHaveSeparatorsBetweenThousands(plain: String, text: String) {
    let shown = PageNumber.text(plain)
    #expect("\(shown)" == text)
  }

  private static func german() throws -> PageMessages { try PageMessages(.german, in: PageTexts.pages) }

  @Test(
    arguments: [
      ("movements", "quantity", "1234.5", "1,234.5", "1.234,5"),
      ("prices", "price", "1234.50", "1,234.50", "1.234,50"),
      ("movements", "quantity", "-7", "−7", "−7"),
      ("lots", "expires_on", "2026-12-31", "2026-12-31", "31.12.2026"),
      ("movements", "effective_at", "2026-12-31T09:41:00+01:00", "2026-12-31 09:41", "31.12.2026, 09:41"),
      ("movements", "effective_at", "2026-12-31T09:41:07Z", "2026-12-31 09:41:07", "31.12.2026, 09:41:07"),
      // Codes and texts are data, even where they are digits alone.
      ("variants", "sku", "12345678", "12345678", "12345678"),
      ("barcodes", "barcode", "4006381333931", "4006381333931", "4006381333931"),
      ("locations", "gln", "4012345000009", "4012345000009", "4012345000009"),
      ("products", "title", "1984", "1984", "1984"), ("products", "title", "2026-12-31", "2026-12-31", "2026-12-31"),
      ("no such kind", "quantity", "1234.5", "1234.5", "1234.5"),
      ("movements", "no such field", "1234", "1234", "1234"),
      ("movements", "quantity", "1.2.3", "1.2.3", "1.2.3"), ("lots", "expires_on", "soon", "soon", "soon"),
      ("movements", "quantity", "", "", ""),
    ] as [(String, String, String, String, String)])
  func valuesAreWrittenByTheTypeOfTheirField(
    kind: String, field: String, value: String, english: String, german: String
  ) throws {
    let messages = try Self.german()
    let shown = RecordWords.value(value, ofField: field, of: kind)
    #expect("\(shown)" == english)
    #expect(shown.text(in: messages) == german)
  }

  @Test(arguments: [
    ("prices", "tax_included", "true", "yes"), ("prices", "tax_included", "false", "no"),
    ("prices", "price_type", "sale", "sale price"), ("movements", "movement_kind", "write-off", "write off"),
    ("products", "status", "inactive", "inactive"), ("movements", "effective_at", "(when applied)", "(when applied)"),
  ])
  func wordsOfFixedListsAreTranslated(kind: String, field: String, value: String, english: String) throws {
    let german = try Self.german()
    let shown = RecordWords.value(value, ofField: field, of: kind)
    #expect("\(shown)" == english)
    #expect(shown.text(in: german) == german.texts[english])
  }

  @Test(arguments: [
    ("20 %", "20 %", "20 %"), ("0.5 %", "0.5 %", "0,5 %"), ("1234.5", "1,234.5", "1.234,5"), ("off", "off", "aus"),
    ("3 years", "3 years", "3 Jahre"), ("1 years", "1 year", "1 Jahr"), ("", "", ""),
  ])
  func limitsAreWrittenWithTheirUnit(plain: String, english: String, german: String) throws {
    let messages = try Self.german()
    let shown = PageNumber.limit(plain)
    #expect("\(shown)" == english)
    #expect(shown.text(in: messages) == german)
  }

  @Test(arguments: [
    (0, "0 bytes", "0 octets"), (1, "1 byte", "1 octet"), (999, "999 bytes", "999 octets"),
    (1_000, "1 kB", "1 ko"), (999_999, "999 kB", "999 ko"), (12_345_678, "12.3 MB", "12,3 Mo"),
  ])
  func sizesAreWrittenInTheUnitThatFits(bytes: Int, english: String, french: String) throws {
    let shown = PageNumber.size(bytes)
    let messages = try PageMessages(.french, in: PageTexts.pages)
    #expect("\(shown)" == english)
    #expect(shown.text(in: messages) == french)
  }

  @Test(arguments: [
    (1, "prices", "1 price"), (2, "prices", "2 prices"), (1, "categories", "1 category"),
    (1, "location_aliases", "1 location alias"), (0, "stock_levels", "0 stock levels"), (1200, "sales", "1,200 sales"),
  ])
  func recordsHaveTheNounOfTheirNumber(count: Int, kind: String, text: String) {
    let said = RecordWords.number(count, kind)
    #expect("\(said)" == text)
  }

  @Test func aFieldIsOfferedOnceAndWithItsName() {
    let groups = RecordWords.fieldGroups(of: ["prices", "products", "variants"])
    let titles = groups.map { "\($0.title)" }
    #expect(titles == ["Product", "Item", "Price"])
    let fields = groups.flatMap(\.fields)
    #expect(Set(fields).count == fields.count)
    let title = RecordWords.title(ofField: "unit_cost")
    #expect("\(title)" == "Cost price (unit_cost)")
  }

  @Test func withoutAKnownKindTheMostFrequentOnesAreOffered() {
    let groups = RecordWords.fieldGroups(of: [])
    let fields = groups.flatMap(\.fields)
    for field in ["sku", "barcode", "price", "unit_cost", "quantity", "counted_quantity", "order_quantity"] {
      #expect(fields.contains(field), "\(field)")
    }
    #expect(!fields.contains("map_width"))
  }

  @Test func recordsAndFieldsAreInTheLanguageOfThePage() throws {
    let german = try Self.german()
    let record = try #require(
      JSONValue(
        #"{"kind": "prices", "action": "create", "key": "A", "fields": [{"field": "price", "after": "1005.00"}]}"#))
    let row = ChangeList.row(record)
    let kind = try #require(row["kind"] as? LocalizedText)
    let fields = try #require(row["fields"] as? [[String: Any]])
    let field = try #require(fields[0]["field"] as? LocalizedText)
    #expect("\(kind)" == "price" && "\(field)" == "Selling price")
    #expect(kind.text(in: german) == german.texts["price"])
    let price = try #require(fields[0]["after"] as? LocalizedText)
    #expect("\(price)" == "1,005.00" && price.text(in: german) == "1.005,00")
    #expect(field.text(in: german) == german.texts["Selling price"])
    let suggestion = Suggestion(option: "map", value: "EK=unit_cost").title.text(in: german)
    let cost = try #require(german.texts["Cost price"])
    #expect(suggestion.contains("EK") && suggestion.contains(cost))
    let setting = try #require(JSONValue(#"{"meaning": "The account of stock."}"#))
    #expect(SettingsPages.meaning(of: setting, "inventory").text(in: german) == german.texts["The account of stock."])
    #expect(SettingsPages.title(of: "time_zone").text(in: german) == german.texts["time zone"])
    let sender = try #require(JSONValue(#"{"meaning": "Who the sender is, in files of the format x12."}"#))
    let meaning = SettingsPages.meaning(of: sender, "x12")
    #expect(meaning.text(in: german).contains("x12") && meaning.text(in: german) != "\(meaning)")
  }
}
