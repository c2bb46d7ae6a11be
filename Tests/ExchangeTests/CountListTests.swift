import Exchange
import FormatKit
import Stock
import Testing

/// Lists of what was counted, as shops write them.
@Suite struct CountListTests {
  private func shopWithItems() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("sku,title,barcode\nTEA,Tea,4006381333931\nCUP,Cup,4006381333948\n")
    return shop
  }

  /// Enters a list whose lines are separated by `|` into a count.
  private func enter(
    _ list: String, in shop: TestShop, _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportSummary {
    try shop.take(list.replacing("|", with: "\n") + "\n", name: "counted.csv") {
      $0.kind = "count_lines"
      $0.forced["count"] = "N1"
      configure(&$0)
    }
  }

  private func counted(_ shop: TestShop) throws -> [String] {
    try shop.lines("count_lines", "section", "sku", "counted_quantity").sorted()
  }

  // MARK: Sections

  @Test(arguments: [
    "EAN;Menge;Abteilung", "EAN;Menge;Fach", "EAN;Menge;Regal", "EAN;Quantité;Rayon", "EAN;Quantità;Reparto",
    "EAN;Cantidad;Sección", "EAN;Cantidad;Pasillo", "EAN;Qty;Department",
  ]) func partsOfTheShopAreSections(header: String) throws {
    let shop = try shopWithItems()
    let summary = try enter("\(header)|4006381333931;5;A|4006381333931;3;B", in: shop)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try counted(shop) == ["A,TEA,5", "B,TEA,3"])
  }

  /// In a list of goods the same words are groups of them.
  @Test(arguments: ["Department", "Rayon", "Reparto", "Sección"])
  func departmentsOfPriceListsAreCategories(name: String) throws {
    let shop = try shopWithItems()
    let summary = try shop.take("SKU;Title;Price;\(name)\nMUG;Big mug;3.50;Kitchen\nPOT;Tea pot;9.50;Kitchen\n")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(
      try shop.lines("products", "product_code", "category").filter { $0.hasSuffix("Kitchen") }.sorted()
        == ["MUG,Kitchen", "POT,Kitchen"])
  }
}
