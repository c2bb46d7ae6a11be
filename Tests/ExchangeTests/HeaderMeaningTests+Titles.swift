import Exchange
import FormatKit
import RetailValues
import Stock
import Testing

/// Titles above a table, titles of items, and totals of rows.
extension HeaderMeaningTests {
  /// A last day to come above the table: the prices are not valid for ever.
  @Test func pricesWithALastDay() throws {
    let shop = try TestShop()
    let text = "Preisliste gültig bis 01.02.2029\n\nSKU;Titel;VK\nA;Hut;10,90\nB;Kappe;9,90\n"
    let error = #expect(throws: Problems.self) { try shop.take(text) }
    #expect(error?.first.remedy.contains("--set valid_to=2029-02-01") == true, "\(error?.first.remedy ?? "")")
    try shop.take(text) { $0.constants = ["valid_to": "2029-02-01"] }
    #expect(try shop.lines("prices", "valid_to").map { String($0.prefix(10)) } == ["2029-02-01", "2029-02-01"])
  }

  /// A title that ends with its language is one where no other column has titles; of two the person chooses.
  @Test func titlesWithALanguage() throws {
    let (shop, summary) = try taken("SKU;name_de;VK|A;Hut;10,90|B;Kappe;9,90")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("products", "title") == ["Hut", "Kappe"])
    let both = "SKU;name_de;name_en;VK|A;Hut;Hat;10,90|B;Kappe;Cap;9,90"
    #expect(try !taken(both).1.isApplied)
    let other = try TestShop()
    try other.take(both.replacing("|", with: "\n") + "\n") {
      ($0.columns, $0.accepted) = (["name_en": "title"], ["columns-not-used"])
    }
    #expect(try other.lines("products", "title") == ["Hat", "Cap"])
  }

  /// The total of a row divided by its quantity is the price of one.
  @Test func totalsAreDivided() throws {
    let (shop, _) = try taken("SKU;Titel;Bestand|A;Hut;30|B;Kappe;30")
    let sales = "Bon;Datum;SKU;Menge;Betrag\n1;2026-05-14;A;2;21,80\n2;2026-05-15;B;3;10,00\n"
    let asked = try shop.take(sales) { ($0.location, $0.kind) = ("shop", "sales") }
    #expect(!asked.isApplied)
    try shop.take(sales) {
      ($0.location, $0.kind, $0.columns) = ("shop", "sales", ["Betrag": "line_total"])
    }
    #expect(try shop.lines("sales", "sku", "quantity", "unit_price") == ["A,2,10.90", "B,3,3.33"])
  }

  /// Goods that came back or were written off are not what is on hand, and each reason of the shop is a command.
  @Test(arguments: [
    ("Return Date,SKU,Qty Returned,Reason|2026-05-14,A,2,broken|2026-05-15,B,1,size", "movement_kind=customer-return"),
    ("SKU,Qty Returned|A,2|B,1", "movement_kind=supplier-return"),
    ("Datum;SKU;Abschreibungsmenge|2026-05-14;A;2|2026-05-15;B;1", "movement_kind=write-off --set reason=damage"),
    ("Datum;SKU;Abschreibungsmenge|2026-05-14;A;2|2026-05-15;B;1", "movement_kind=write-off --set reason=expiry"),
    ("Datum;SKU;Abschreibungsmenge;Grund|2026-05-14;A;2;Bruch|2026-05-15;B;1;MHD", "movement_kind=write-off"),
  ]) func goodsThatCameBack(list: String, option: String) throws {
    let (shop, _) = try taken("SKU;Titel;Bestand|A;Hut;30|B;Kappe;30")
    let error = #expect(throws: Problems.self) {
      try shop.take(list.replacing("|", with: "\n") + "\n") { $0.location = "shop" }
    }
    #expect(error?.first.remedy.contains(option) == true, "\(error?.first.remedy ?? "")")
  }

  /// Letters that were lost before the file came are never written over those that the shop has.
  @Test func replacementCharactersInTitles() throws {
    let (shop, _) = try taken("SKU;Titel|A;Käse|B;Brot")
    let new = try shop.take("SKU;Titel\nC;M\u{FFFD}sli\nB;Brot\n") { $0.accepted = ["new-items"] }
    #expect(new.isApplied)
    #expect(new.problems.map(\.code.id).contains("letters-lost"), "\(new.reported)")
    let known = try shop.take("SKU;Titel\nA;K\u{FFFD}se\n")
    #expect(known.errors == ["2 letters-to-lose"], "\(known.reported)")
    #expect(try shop.lines("products", "title").contains("Käse"))
  }

  /// A day that is past asks nothing.
  @Test(arguments: [
    "Preisliste gültig ab 01.02.2026||SKU;Titel;VK|A;Hut;10,90|B;Kappe;9,90",
    "Preisliste gültig bis 01.02.2026||SKU;Titel;VK|A;Hut;10,90|B;Kappe;9,90",
  ]) func pricesOfNow(list: String) throws {
    #expect(try taken(list).1.isApplied)
  }
}
