import Exchange
import FormatKit
import Foundation
import Stock
import Testing

/// Single records that are not like the others: what would be lost of them is an error.
struct OddRecordTests {
  private func list(_ odd: String) -> String {
    let others = (1...30).map { "<item><sku>A\($0)</sku><title>Lamp \($0)</title><price>\($0).50</price></item>\n" }
    return "<items>\n" + others.prefix(15).joined() + odd + "\n" + others.dropFirst(15).joined() + "</items>\n"
  }

  @Test(arguments: [
    ("<item><sku>B1</sku><title>Hat</title><price><net>9.50</net></price></item>", ["17 value-lost"]),
    ("<item><sku>B1</sku><title>Hat</title><p:price xmlns:p='urn:p'>9.50</p:price></item>", ["17 value-lost"]),
    ("<item><sku>B1</sku><title>Hat</title><price>9<sup>50</sup></price></item>", ["17 value-lost"]),
    ("<item><sku>B1</sku><title><q>Hat</q> blue</title><price>9.50</price></item>", ["17 value-lost"]),
    ("<product><sku>B1</sku><title>Hat</title><price>9.50</price></product>", ["17 xml-record-not-read"]),
    ("<group><item><sku>B1</sku><title>Hat</title></item></group>", ["17 xml-record-not-read"]),
  ]) func anElementThatIsNotLikeTheOthersIsAnError(odd: String, errors: [String]) throws {
    let shop = try TestShop()
    let summary = try shop.take(list(odd), name: "list.xml")
    #expect(summary.errors == errors && !summary.isApplied, "\(summary.reported)")
  }

  @Test func inlineElementsArePartsOfTheirText() throws {
    let shop = try TestShop()
    let summary = try shop.take(
      list("<item><sku>B1</sku><title>Hat <b>red</b> big</title><price>9.50</price></item>"), name: "list.xml")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("products", "title").contains("Hat red big"))
  }

  /// An inline element at the beginning of a text, in the first record and in a later one, and as rejects.
  @Test func inlineElementsAtTheBeginningArePartsOfTheirText() throws {
    let first =
      "<items>\n<item><sku>C1</sku><title><b>New</b> tea</title><price>2.50</price></item>\n"
      + list("<item><sku>B1</sku><title><b>Hat</b> red <i>big</i> <b>one</b></title><price>9.50</price></item>")
      .dropFirst("<items>\n".count)
    let shop = try TestShop()
    let summary = try shop.take(first, name: "list.xml")
    #expect(summary.isApplied, "\(summary.reported)")
    let titles = try shop.lines("products", "title")
    #expect(titles.contains("New tea") && titles.contains("Hat red big one"), "\(titles)")
    #expect(summary.problems.map(\.code.id) == ["xml-mixed-content"])
  }

  /// Digits on both sides of the end of such an element, and one with an attribute, may mean something else.
  @Test(arguments: ["<price><b>9</b>50</price>", "<title><b lang='de'>Hat</b> red</title>"])
  func otherElementsAtTheBeginningAreErrors(_ odd: String) throws {
    let summary = try TestShop().take(list("<item><sku>B1</sku>\(odd)</item>"), name: "list.xml")
    #expect(summary.errors == ["17 value-lost"] && !summary.isApplied, "\(summary.reported)")
  }

  /// A refused record with such a text can be corrected and imported.
  @Test func rejectsKeepInlineElements() throws {
    let shop = try TestShop()
    let odd = "<item><sku>B1</sku><title><b>New</b> tea</title><price>ask</price></item>"
    let path = shop.folder.appendingPathComponent("rejects.xml").path
    try shop.take(list(odd), name: "list.xml") { $0.onError = .skip(rejects: path) }
    let text = try String(contentsOfFile: path, encoding: .utf8).replacing("ask", with: "9.50")
    let summary = try shop.take(text, name: "rejects.xml")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("products", "title").contains("New tea"))
  }

  /// The first record does not decide which column has the price, and what it has there is asked about.
  @Test(arguments: [
    (#"{"amount":5,"currency":"EUR"}"#, "price.amount"), (#"{"net":5,"gross":6}"#, "price.gross"),
    (#"{"value":5}"#, "price.value"),
  ]) func aNestedValueInTheFirstRecordIsAskedAbout(_ price: String, _ column: String) throws {
    let odd = #"{"sku":"B1","title":"Hat","price":\#(price)}"#
    let others = (1...9).map { #"{"sku":"A\#($0)","title":"Lamp","price":\#($0).5}"# }
    let text = "[" + ([odd] + others).joined(separator: ",\n") + "]"
    let shop = try TestShop()
    let summary = try shop.take(text, name: "list.json")
    let asked = summary.guards.first { $0.code == .columnsNotUsed }.map { $0.examples.map(\.message) } ?? []
    #expect(!summary.isApplied)
    #expect(asked.contains { $0.contains("'\(column)'") && $0.contains("is in 1 record in the place of 'price'") })
    #expect(!asked.contains { $0.contains("price_type") }, "\(asked)")
    let accepted = try shop.take(text, name: "list.json") { $0.accepted = ["columns-not-used"] }
    #expect(accepted.count("prices", .create) == 9, "\(accepted.reported)")
  }

  /// A record that lacks its code is one error, with other values and without.
  @Test(arguments: [
    #"{"code":"B1","name":"Hat"}"#, #"{"note":"exported"}"#, #"{"title":"Hat","price":5,"stock":3}"#,
    #"{"sku":{"code":"B1"},"title":"Hat","price":5,"stock":3}"#,
  ]) func anOddRecordIsOneError(_ odd: String) throws {
    let others = (1...9).map { #"{"sku":"A\#($0)","title":"Lamp","price":\#($0).5,"stock":2}"# }
    let text = "[" + ([odd] + others).joined(separator: ",\n") + "]"
    let shop = try TestShop()
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let summary = try shop.take(text, name: "list.json") { $0.location = "shop" }
    #expect(summary.errors == ["1 missing-value"], "\(summary.reported)")
    let kept = try shop.take(text, name: "list.json") {
      ($0.location, $0.accepted) = ("shop", ["many-rejected", "columns-not-used"])
      $0.onError = .skip(rejects: shop.folder.appendingPathComponent("rejects.json").path)
    }
    #expect(kept.count("products", .create) == 9 && kept.count("prices", .create) == 9, "\(kept.reported)")
    #expect(kept.refusedRecords == 1)
  }

  @Test(arguments: [2, 20, 200]) func aNestedValueOfJSONIsAnErrorWhereOthersAreTexts(count: Int) throws {
    let shop = try TestShop()
    let others = (1...count).map { #"{"sku":"A\#($0)","title":"Lamp","price":\#($0).5}"# }
    let odd = #"{"sku":"B1","title":"Hat","price":{"amount":5,"currency":"EUR"}}"#
    let summary = try shop.take("[" + (others + [odd]).joined(separator: ",") + "]", name: "list.json")
    #expect(summary.errors == ["1 value-lost"] && !summary.isApplied, "\(summary.reported)")
  }

  /// `price` in nearly all records, and `Price` in one.
  @Test func keysThatDifferInCapitalLettersAreAskedAbout() throws {
    let records = (1...30).map { #"{"sku":"A\#($0)","title":"Lamp","\#($0 == 9 ? "Price" : "price")":\#($0).5}"# }
    let text = "[" + records.joined(separator: ",\n") + "]"
    for columns in [[:], ["Price": "price"]] {
      let shop = try TestShop()
      let summary = try shop.take(text, name: "list.json") { $0.columns = columns }
      #expect(!summary.isApplied && summary.guards.contains { $0.code == .columnsNotUsed }, "\(summary.reported)")
    }
  }
}
