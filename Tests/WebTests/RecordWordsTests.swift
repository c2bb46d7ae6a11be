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
    let german = try PageMessages(.german, in: PageTexts.pages)
    let record = try #require(
      JSONValue(
        #"{"kind": "prices", "action": "create", "key": "A", "fields": [{"field": "price", "after": "5.00"}]}"#))
    let row = ChangeList.row(record)
    let kind = try #require(row["kind"] as? LocalizedText)
    let fields = try #require(row["fields"] as? [[String: Any]])
    let field = try #require(fields[0]["field"] as? LocalizedText)
    #expect("\(kind)" == "price" && "\(field)" == "Selling price")
    #expect(kind.text(in: german) == german.texts["price"])
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
