import Exchange
import FormatKit
import StandardFormats
import Stock
import Testing

/// The contents of the source systems' own files are written back unchanged. A value that is read differently is
/// reported once for each file and kind.
@Suite struct WrittenBackTests {
  private func written(_ shop: TestShop, _ format: String) throws -> String {
    let sink = ByteSink.memory()
    try RecordExport(shop: shop.shop).writeAll(format: standardFormats.format(format), to: sink)
    return sink.collectedText
  }

  private func reported(_ summary: ImportSummary, _ code: String) -> [String] {
    summary.problems.filter { $0.code.id == code }.map(\.message)
  }

  /// The end of 30 November in UTC is the first day of December in Berlin.
  @Test func aMomentIsTheDayOfTheShopsClock() throws {
    let shop = try TestShop(timeZone: "Europe/Berlin")
    let taken = try shop.take(
      """
      {"freshness_lists": {"home": {"owner": "anna", "items": {
        "1": {"name": "Milk ", "expires": "2026-11-30T23:00:00Z", "barcode": "4009990000003"},
        "2": {"name": "Butter", "expires": "2026-12-31T23:00:00Z", "barcode": "96385074"},
        "3": {"name": "Jam", "expires": "2026-11-30T12:00:00Z"},
        "4": {"name": "Rice", "expires": "2026-11-30"}}}}}
      """, name: "lists.json")
    try #require(taken.isApplied, "\(taken.reported)")
    let days = try shop.export("list_items", fields: ["item", "expires_on", "barcode"])
    for line in [
      "1,2026-12-01,4009990000003", "2,2027-01-01,96385074", "3,2026-11-30,", "4,2026-11-30,",
    ] { #expect(days.contains(line), "\(days)") }
    // Two days differ from those in the file, which is reported once.
    let notices = reported(taken, "moment-as-day")
    #expect(notices.count == 1, "\(taken.reported)")
    let words = "'2026-11-30T23:00:00Z' is read as 2026-12-01, its day in Europe/Berlin; 2 values"
    #expect(notices.first?.contains(words) == true, "\(notices)")
    let back = try written(shop, "freshness-list")
    for part in ["\"name\": \"Milk \"", "\"barcode\": \"4009990000003\"", "\"barcode\": \"96385074\""] {
      #expect(back.contains(part), "\(back)")
    }
    let again = try shop.take(back, name: "back.json")
    #expect(again.counts.allSatisfy { $0.action == .unchanged }, "\(again.counts)")
  }

  /// Titles with white space, codes in small letters and counts below zero of the boutique's tree.
  @Test func theBoutiquesTreeComesBackAsItWas() throws {
    let shop = try TestShop()
    let tree = """
      {
        "barcodeIDs": {
          "x-1": {"Color": "Sky", "Product": "A0000001", "Size": "Small"}
        },
        "colors": {
          "Sky": {"Blue": 1, "Green": 0, "Red": 0, "Type": "Blue"}
        },
        "inventory": {
          "A0000001": {
            "Colors": {"Blue": {"Sky": {"Small": -2, "Medium": -1, "Large": 4}}},
            "Description": " soft ",
            "Price": 19.9,
            "Sizes": {"Small": -2, "Medium": -1, "Large": 4},
            "Title": "Shirt ",
            "Type": "Shirt",
            "TypePrice": "Shirt 19.9"
          }
        },
        "maxPrice": 19.9
      }
      """
    let taken = try shop.take(tree, name: "store.json")
    try #require(taken.isApplied, "\(taken.reported)")
    #expect(
      reported(taken, "store-inventory-negative-counts") == [
        "the count of 'Small' in 'Sky' is -2; 2 counts of the file are below zero"
      ], "\(taken.reported)")
    let back = try written(shop, "store-inventory")
    for part in [
      "\"x-1\": {", "\"Title\": \"Shirt \"", "\"Description\": \" soft \"", "\"Small\": -2", "\"Medium\": -1",
    ] { #expect(back.contains(part), "\(part)\n\(back)") }
    #expect(try shop.export("barcodes", fields: ["barcode"]).contains("x-1"))
    // Capitals are the same code, and do not make another one.
    let other = try shop.take("barcode,sku\nX-1,A0000001/Sky/Small\n", name: "barcodes.csv")
    #expect(!other.counts.contains { $0.kind == "barcodes" && $0.action == .create }, "\(other.counts)")
  }

  /// A code has no white space at its ends; its removal is reported once for the column.
  @Test func codesLoseWhiteSpaceWithANotice() throws {
    let shop = try TestShop()
    let taken = try shop.take(
      """
      {"inventory": {"A1 ": {"Title": "A", "Price": 1, "Type": "Shirt"}, " B2": {"Title": "B", "Price": 1, "Type": "Shirt"},
        "C3": {"Title": "C", "Price": 1, "Type": "Shirt"}}, "colors": {}, "maxPrice": 1}
      """, name: "store.json")
    try #require(taken.isApplied, "\(taken.reported)")
    let notices = reported(taken, "spaces-removed").filter { $0.hasPrefix("product_code") }
    #expect(notices.count == 1 && notices.first?.contains("values of the column are such") == true, "\(taken.reported)")
    #expect(try Set(shop.lines("products", "product_code")) == ["A1", "B2", "C3"])
  }

  @Test func aStoreThatIsNullStaysNull() throws {
    let shop = try TestShop()
    let goods = """
      [{"name": " Canvas Bag ", "description": "", "regular_price": 20, "sale_price": 0, "colors": [],
        "stores": {"Downtown": 1, "Uptown": null, "Abroad": null}}]
      """
    let taken = try shop.take(goods, name: "goods.json")
    try #require(taken.isApplied, "\(taken.reported)")
    #expect(reported(taken, "product-table-null-stock").count == 2, "\(taken.reported)")
    let back = try written(shop, "product-table")
    for part in ["\"name\": \" Canvas Bag \"", "\"Abroad\": null", "\"Downtown\": 1", "\"Uptown\": null"] {
      #expect(back.contains(part), "\(part)\n\(back)")
    }
    #expect(!back.contains("stores_without_quantity"))
    // Stock that comes to the store later takes its place.
    try shop.take("location\nUptown\n", name: "locations.csv")
    try shop.take("sku,location,quantity\nCanvas Bag,Uptown,3\n", name: "stock_levels.csv")
    let later = try written(shop, "product-table")
    #expect(later.contains("\"Uptown\": 3") && later.contains("\"Abroad\": null"), "\(later)")
  }

  @Test func aTitleKeepsItsWhiteSpaceAsAKey() throws {
    let shop = try TestShop()
    let taken = try shop.take(
      """
      {"books": {"Trap pad ": {"author": " Ann ", "condition": "new", "summary": "", "publ": "Q", "user": "a@example.org"}},
        "users": {"k1": {"username": "Anna ", "email": "a@example.org", "posts": {"1492711200": "Asking for Emma "}}}}
      """, name: "tree.json")
    try #require(taken.isApplied, "\(taken.reported)")
    let back = try written(shop, "bookworm")
    for part in ["\"Trap pad \": {", "\"author\": \" Ann \"", "\"username\": \"Anna \"", "\"Asking for Emma \""] {
      #expect(back.contains(part), "\(part)\n\(back)")
    }
    #expect(try shop.export("listings", fields: ["listing", "title"]).contains("Trap pad,"))
  }

  @Test func aFoodKeepsItsNameAsItWas() throws {
    let shop = try TestShop()
    let taken = try shop.take(
      """
      {"sheets": [{"name": "Product", "data": [[{"ID": 1}, {"Name": "Butter "}, {"Freeze_Max": 1}, {"Freeze_Metric": "Months"}]]}]}
      """, name: "foodkeeper.json"
    ) { $0.format = "foodkeeper" }
    try #require(taken.isApplied, "\(taken.reported)")
    #expect(try written(shop, "foodkeeper").contains("\"Butter \""))
    #expect(try shop.shop.foods("butter")?.foods.count == 1)
  }

  /// In a table white space around a value only fills its cell.
  @Test func cellsOfATableAreTrimmed() throws {
    let shop = try TestShop()
    try shop.take("product_code,title\n P1 , Mug \n", name: "products.csv")
    #expect(try shop.lines("products", "product_code", "title") == ["P1,Mug"])
  }
}
