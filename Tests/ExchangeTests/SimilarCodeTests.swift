import Exchange
import FormatKit
import Stock
import Testing

/// Codes of new items that are probably those of items which the shop has.
@Suite struct SimilarCodeTests {
  /// Lists of items, of stock and of sales make new items, and each of them asks.
  @Test(arguments: [
    "sku;title|we-1;Tea|H1OO1;Jam", "sku;quantity|we-1;5|H1OO1;5",
    "Bon;Datum;Artikelnummer;Menge;Einzelpreis|1;2026-12-20;we-1;1;2,50|2;2026-12-20;H1OO1;1;2,50",
  ])
  func newItemsWithNearlyTheCodeOfAnotherAsk(list: String) throws {
    let shop = try TestShop()
    try shop.takeList("sku;title;stock|WE-1;Tea;10|H1001;Jam;10")
    let summary = try shop.takeList(list)
    let found = summary.guards.first { $0.code == .similarCode }?.examples.map(\.message)
    #expect(
      found == [
        "the new item 'we-1' has nearly the code of 'WE-1', which the shop has",
        "the new item 'H1OO1' has nearly the code of 'H1001', which the shop has",
      ], "\(summary.reported)")
    #expect(!summary.isApplied)
    let codes = try shop.lines("variants", "sku").sorted()
    #expect(codes == ["H1001", "WE-1"])
  }
}
