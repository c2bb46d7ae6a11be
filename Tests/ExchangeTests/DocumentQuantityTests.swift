import FormatKit
import Stock
import Testing

@testable import Exchange

/// Quantities of documents are not the stock on hand, whatever says that they are of a document.
@Suite struct DocumentQuantityTests {
  private func isAsked(_ name: String, _ text: String) throws -> Bool {
    let shop = try TestShop()
    try shop.take("sku,title,stock\n0012,Tea,20\n0013,Cup,30\n") { $0.location = "shop" }
    let summary = try shop.take(text.replacing("|", with: "\n"), name: name, plan: true) { $0.location = "shop" }
    let question = summary.stoppingGuards.first { $0.code == .columnsNotUsed }?.examples.first?.message ?? ""
    return question.contains("would be set as the stock on hand")
  }

  @Test(arguments: [
    ("n.json", #"{"receipt":"R-77","items":[{"sku":"0012","quantity":2},{"sku":"0013","quantity":1}]}"#),
    ("n.json", #"{"order_number":"PO-1","lines":[{"sku":"0012","quantity":24},{"sku":"0013","quantity":12}]}"#),
    ("n.json", #"{"wishlist":[{"sku":"0012","quantity":2},{"sku":"0013","quantity":1}]}"#),
    ("n.xml", "<sales><sale><sku>0012</sku><qty>2</qty></sale><sale><sku>0013</sku><qty>1</qty></sale></sales>"),
    (
      "n.xml",
      "<DeliveryNote><Items><Item><sku>0012</sku><qty>2</qty></Item><Item><sku>0013</sku><qty>1</qty></Item></Items></DeliveryNote>"
    ),
    ("n.csv", "Pakbondatum;Artikelnummer;Omschrijving;Aantal|9;0012;Tea;18|9;0013;Cup;12|"),
  ]) func aDocumentIsAskedAbout(name: String, text: String) throws {
    #expect(try isAsked(name, text))
  }

  @Test(arguments: [
    ("n.csv", "sku,qty|0012,18|0013,28|"), ("n.json", #"{"items":[{"sku":"0012","quantity":18}]}"#),
    ("n.csv", "sku,qty,Last receipt|0012,18,2026-01-01|0013,28,2026-02-01|"),
    ("n.csv", "Artikelnummer;Bestand;Rechnungstext|0012;18;Tee|0013;28;Tasse|"),
    ("n.xml", "<stock><item><sku>0012</sku><qty>18</qty></item><item><sku>0013</sku><qty>28</qty></item></stock>"),
  ]) func aStockListIsTaken(name: String, text: String) throws {
    #expect(try !isAsked(name, text))
  }
}
