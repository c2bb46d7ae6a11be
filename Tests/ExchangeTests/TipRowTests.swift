import Exchange
import FormatKit
import Testing

/// Rows of tips in lists of sales.
@Suite struct TipRowTests {
  private static let header = "Bon;Datum;Artikelnummer;Bezeichnung;Menge;Einzelpreis"
  private static let goods = "|1;2026-12-18;A;Tea;1;2,50|2;2026-12-18;B;Jam;1;3,50"

  private func left(_ summary: ImportSummary) -> [String] {
    summary.findings.filter { $0.name == "rows left out" }.map { "\($0.value) \($0.evidence)" }
  }

  /// Tips with a code and without one are left out, and their sum is reported.
  @Test func tipsAreLeftOut() throws {
    let shop = try TestShop()
    try shop.takeList("sku;title;stock|A;Tea;10|B;Jam;10")
    let tips = "|1;2026-12-18;;Trinkgeld;1;1,50|2;2026-12-18;T9;TRINKGELD;2;1,00"
    let summary = try shop.takeList(Self.header + Self.goods + tips)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(left(summary) == ["2 they are tips, by 'Bezeichnung': 3.50 together"])
    let sold = try shop.lines("sales", "sku", "quantity").sorted()
    #expect(sold == ["A,1", "B,1"])
  }

  /// What the shop has as an item is sold.
  @Test func anItemThatIsCalledSoIsSold() throws {
    let shop = try TestShop()
    try shop.takeList("sku;title;stock|A;Tea;10|B;Jam;10|T9;Trinkgeld;10")
    let summary = try shop.takeList(Self.header + Self.goods + "|1;2026-12-18;T9;Trinkgeld;1;1,50")
    #expect(left(summary) == [])
    #expect(summary.isApplied, "\(summary.reported)")
    let sold = try shop.lines("sales", "sku").sorted()
    #expect(sold == ["A", "B", "T9"])
  }

  @Test(arguments: [
    ("Trinkgeld", true), ("TIP", true), ("Tips (card)", true), ("Pourboire carte", true), ("Propina", true),
    ("Dricks", true), ("Tip box", false), ("Tipp-Ex", false), ("Karte", false), ("", false),
  ])
  func tipsAreKnownByTheirWords(text: String, isTip: Bool) { #expect(ChargeWords.isTip(text) == isTip) }
}
