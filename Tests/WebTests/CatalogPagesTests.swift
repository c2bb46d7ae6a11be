import Testing
import Wording

@testable import Web

@Suite struct CatalogPagesTests {
  @Test func searchIsMadeOfTheAddressAndBack() {
    let query = CatalogQuery(FormValues(encoded: "q=blue+mug&brand=Lin+%26+Ull&size=S&size=M&price-to=20&colour=&x=1"))
    #expect(
      query.page.words == [
        "catalog", "list", "--title=blue", "--title=mug", "--price-to=20", "--brand=Lin & Ull", "--size=S", "--size=M",
        "--page-size=50", "--facets",
      ])
    #expect(query.address() == "/catalog?q=blue%20mug&price-to=20&brand=Lin%20%26%20Ull&size=S&size=M")
    #expect(query.address(without: ("size", "S")) == "/catalog?q=blue%20mug&price-to=20&brand=Lin%20%26%20Ull&size=M")
  }

  @Test func pricesStayInLinksAsTheyWereTyped() {
    let query = CatalogQuery(FormValues(encoded: "q=mug&price-from=2,5&price-to=1%20234,50"))
    #expect(query.page.words.contains("--price-from=2.5") && query.page.words.contains("--price-to=1234.50"))
    #expect(query.address() == "/catalog?q=mug&price-from=2%2C5&price-to=1%20234%2C50")
    #expect(query.chips(.null).map { $0["address"] as? String } == ["/catalog?price-from=2%2C5&price-to=1%20234%2C50"])
    #expect(query.failure == nil)
    #expect(CatalogQuery(FormValues(encoded: "price-to=1,234")).failure != nil)
  }

  @Test func furtherPageGoesOnByItsTokenAlone() {
    let query = CatalogQuery(FormValues(encoded: "brand=Feder&after=0187.2"))
    #expect(query.page.words == ["catalog", "list", "--after=0187.2", "--page-size=50"])
    #expect(query.counts.words == ["catalog", "list", "--brand=Feder", "--page-size=1", "--facets"])
  }

  @Test func pagesHaveNumbersWhereSearchesAreNotKept() {
    let query = CatalogQuery(FormValues(encoded: "q=mug&page=2"))
    #expect(query.page.words == ["catalog", "list", "--title=mug", "--page-size=50", "--page=2", "--facets"])
    let products = Array(repeating: "{}", count: 50).joined(separator: ", ")
    func next(_ rest: String) -> String? {
      query.nextAddress(JSONValue("{\"products\": [\(products)], \"first\": 51, \(rest)}") ?? .null)
    }
    #expect(next("\"total\": 101") == "/catalog?q=mug&page=3")
    #expect(next("\"total\": 100") == nil)
    #expect(next("\"total\": 101, \"next\": \"a.100\"") == "/catalog?q=mug&after=a.100")
  }

  @Test func valuesWithAsManyProductsAreInTheOrderOfADictionary() throws {
    let values = ["Zebra", "Ähre", "acker"].map { "{\"value\": \"\($0)\", \"products\": 3}" }
    let counts = JSONValue("{\"brand\": [\(values.joined(separator: ", "))]}") ?? .null
    let shown = try #require(CatalogQuery(FormValues()).facets(counts).first?["values"] as? [[String: Any]])
    #expect(shown.map { $0["name"] as? String } == ["acker", "Ähre", "Zebra"])
  }

  @Test func chosenValueIsShownThoughNothingHasIt() throws {
    let query = CatalogQuery(FormValues(encoded: "brand=Gone"))
    let counts = JSONValue(#"{"brand": [{"value": "f", "name": "Feder", "products": 3}]}"#) ?? .null
    let values = try #require(query.facets(counts).first?["values"] as? [[String: Any]])
    #expect(values.map { $0["name"] as? String } == ["Feder", "Gone"])
    #expect(query.chips(counts).map { $0["address"] as? String } == ["/catalog"])
  }

  @Test func slicesHaveTheAddressesOfTheirNeighbours() {
    let all = (1...120).map { JSONValue.integer($0) }
    let middle = Slice(all, from: "51", address: "/orders?which=all")
    #expect(middle.rows.first?.integer == 51)
    #expect((middle.values["place"] as? LocalizedText)?.description == "51 to 100 of 120")
    #expect(middle.values["previous"] as? String == "/orders?which=all&from=1")
    #expect(middle.values["next"] as? String == "/orders?which=all&from=101")
    #expect(Slice(all, from: "9999", address: "/o").rows.map(\.integer) == [120])
    #expect(Slice(all, from: "-7", address: "/o").rows.count == 50)
    #expect(Slice(all, from: "9223372036854775808", address: "/o").rows.first?.integer == 1)
    #expect(Slice([], from: nil, address: "/o").rows.isEmpty)
  }

  @Test func emptyTextsLeaveTheirSectionsOut() throws {
    let templates = try PageTemplates(folder: "pages")
    let page = try #require(
      templates.page("catalog-value", ["prefix": "d", "id": "a", "name": "", "is_chosen": false]))
    #expect(page.contains("for=\"d-a\"") && !page.contains("checked"))
    #expect((PageTemplates.prepared("") as? EmptyText)?.isNull == true)
    #expect((PageTemplates.prepared(["a": [["b": ""]]]) as? [String: [Any]]) != nil)
  }
}

@Suite struct MovementDocumentTests {
  @Test(arguments: [
    ("stock-level opening 1.csv", "stock level opening 1.csv", "Bestand opening 1.csv"),
    ("receipt AC-8812", "receipt AC-8812", "Wareneingang AC-8812"), ("AC-8812", "AC-8812", "AC-8812"), ("", "", ""),
  ])
  func theKindOfADocumentIsAWord(document: String, english: String, german: String) throws {
    let shown = CatalogPages.document(document)
    let messages = try PageMessages(.german, in: PageTexts.pages)
    #expect(shown.description == english && shown.text(in: messages) == german)
  }
}
