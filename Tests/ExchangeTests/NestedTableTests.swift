import Exchange
import FormatKit
import Stock
import Testing

/// Files whose records have parts of their own: nothing that makes an item or a document is lost without a question.
@Suite struct NestedTableTests {
  @Test(arguments: [
    (
      """
      {"products":[{"sku":"A1","name":"Mug","variants":[{"size":"S","ean":"4006381333931"},{"size":"M","ean":"96385074"}]},
      {"sku":"A2","name":"Cup"}]}
      """, "file.json", ["products.variants"]
    ),
    (
      """
      <items><item><sku>A1</sku><price>2.50</price></item><item><sku>A2</sku><price>3.50</price><price>4.50</price></item>
      <item><sku>A3</sku><sizes><size>S</size><size>M</size></sizes></item></items>
      """, "file.xml", ["item.price", "item.sizes.size"]
    ),
    // What is said of an item besides may be left out.
    (
      """
      [{"sku":"A1","title":"Mug","tags":["a","b"],"images":[{"src":"a.jpg","width":3}]},{"sku":"A2","title":"Cup"}]
      """, "file.json", []
    ),
  ])
  func nestedItemsPricesAndLinesAreAsked(text: String, name: String, tables: [String]) throws {
    let shop = try TestShop()
    shop.accepted = ["new-suppliers"]
    let summary = try shop.take(text, name: name)
    let found = summary.guards.filter { $0.code == .columnsNotUsed }.flatMap(\.examples)
    #expect(found.compactMap(\.value) == tables, "\(summary.reported)")
    #expect(summary.isApplied == tables.isEmpty)
    shop.accepted = ["new-suppliers", "columns-not-used"]
    #expect(try shop.take(text, name: name).isApplied || tables.isEmpty)
  }

  @Test func anotherListInTheFileIsAsked() throws {
    let prices = "sku,title,standard_cost\nA-1,Mug,3.50\nA-2,Bowl,4.50\n"
    let stock = "Stock in Kiel\nsku,stock\nA-1,7\nA-2,8\n"
    let found = try TestShop().take(prices + "\n" + stock, plan: true).guards.filter { $0.code == .columnsNotUsed }
    #expect(found.flatMap(\.examples).map(\.value) == ["records (2)"])
    // Another table is not about items.
    let visitors = "Shops\nshop,visitors\nKiel,7\nBonn,8\n"
    #expect(try TestShop().take(prices + "\n" + visitors, plan: true).guards.isEmpty)
    // A table that nothing can be taken from may come first.
    let cover = "Shops;visitors\nKiel;7\nBonn;8\n\nStock in Kiel\nsku;stock;price\nA-1;7;2,50\nA-2;8;3,50\n"
    let error = #expect(throws: Problems.self) { try TestShop().take(cover, plan: true) }
    #expect(error?.remedy.contains("--table 'records (2)'") == true, "\(error?.remedy ?? "")")
  }

  @Test func anotherListNextToTheRecordsIsAsked() throws {
    let stock = #""stock":[{"sku":"A1","on_hand":18},{"sku":"A2","on_hand":31},{"sku":"A3","on_hand":31}]"#
    let text = #"{"products":[{"sku":"A1","title":"Mug","price":2.8}],\#(stock)}"#
    let summary = try TestShop().take(text, name: "all.json", plan: true)
    let found = summary.guards.filter { $0.code == .columnsNotUsed }.flatMap(\.examples)
    #expect(found.map(\.value) == ["products"], "\(summary.reported)")
    #expect(found[0].message.contains("`stockroom import all.json --option path=products` reads it"))
    let products = try TestShop().take(text, name: "all.json") { $0.options = ["path": "products"] }
    #expect(products.isApplied && products.guards.isEmpty, "\(products.reported)")
    let other = #"{"warehouses":[{"name":"Kiel","city":"Kiel"}],\#(stock)}"#
    #expect(try TestShop().take(other, name: "all.json", plan: true).guards.allSatisfy { $0.code != .columnsNotUsed })
  }

  @Test(arguments: [
    (#""next":"https://example.com/?page=2""#, "next"), (#""has_more":true"#, "has_more"),
    (#""page":1,"pages":3"#, "pages"),
    (#""meta":{"page":1,"per_page":2,"total":250}"#, "total"), (#""totalCount":3"#, "totalCount"),
    (#""has_more":false,"next":null,"page":1,"pages":1,"total":2"#, nil), (#""total":250"#, nil),
  ])
  func aPageOfALongerListIsAsked(sign: String, name: String?) throws {
    let text = #"{"items":[{"sku":"A1","title":"Mug","price":2.8},{"sku":"A2","title":"Cup","price":3.6}],\#(sign)}"#
    let summary = try TestShop().take(text, name: "page.json", plan: true)
    let found = summary.guards.flatMap(\.examples)
    #expect(found.compactMap(\.value) == [name].compactMap(\.self), "\(summary.reported)")
    #expect(found.allSatisfy { $0.message.contains("one page of a longer list") })
  }

  @Test func wholeAmountsOfMoneyObjectsAreAsked() throws {
    func file(_ amount: String) -> String {
      #"{"items":[{"sku":"A1","title":"Mug","price":{"amount":\#(amount),"currency":"EUR"}}]}"#
    }
    let summary = try TestShop().take(file("280"), name: "p.json", plan: true)
    #expect(summary.guards.flatMap(\.examples).map(\.value) == ["price.amount"], "\(summary.reported)")
    let given = try TestShop().take(file("280"), name: "p.json") { $0.columns = ["price.amount": "price"] }
    #expect(given.isApplied && given.guards.isEmpty, "\(given.reported)")
    #expect(try TestShop().take(file("2.80"), name: "p.json").isApplied)
  }

  @Test func anAmountHasTheCurrencyNextToIt() throws {
    let shop = try TestShop()
    let text = """
      [{"sku":"A1","title":"Mug","price":{"amount":"12.50","currency":"USD"}},
      {"sku":"A2","title":"Cup","price":{"amount":"8.50","currency":"EUR"}}]
      """
    #expect(try shop.take(text, name: "file.json").isApplied)
    #expect(try shop.lines("prices", "sku", "price", "currency") == ["A1,12.50,USD", "A2,8.50,EUR"])
  }
}
