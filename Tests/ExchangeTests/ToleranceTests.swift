import Catalog
import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import Testing

/// Values in which something is odd that leaves no doubt about what is meant: taken, and reported.
@Suite struct ToleranceTests {
  private func told(_ summary: ImportSummary, _ code: String) -> [Diagnostic] {
    summary.problems.filter { $0.code.id == code }
  }

  @Test func lineBreaksWithinNames() throws {
    let shop = try TestShop()
    let summary = try shop.take("sku,title,category\nA,Cup,\"Drinks\r\n hot\"\nB,Mug,Drinks hot\n")
    #expect(summary.isApplied && told(summary, "line-break-read").count == 1, "\(summary.told)")
    #expect(try shop.lines("products", "product_code", "category") == ["A,Drinks hot", "B,Drinks hot"])
    // A code of an item is refused as before.
    #expect(try shop.take("sku,title\n\"A\n1\",Cup\n").errors.contains("2 invalid-text"))
  }

  @Test func wordsBehindQuantities() throws {
    let shop = try TestShop()
    try shop.take("supplier\nACME\n") { $0.kind = "suppliers" }
    try shop.take("sku\nA\nB\nC\n") { $0.kind = "variants" }
    let text =
      "supplier;sku;supplier_code;unit_cost;pack_size\nACME;A;1;11,90 €;6er\n"
      + "ACME;B;2;1\u{202F}204,50;12 Stück\nACME;C;3;1’204,50;1\n"
    let summary = try shop.take(text) { $0.kind = "supplier_items" }
    #expect(summary.isApplied, "\(summary.told)")
    #expect(told(summary, "unit-read").map(\.severity) == [.notice])
    #expect(
      try shop.lines("supplier_items", "sku", "unit_cost", "pack_size") == ["A,11.9,6", "B,1204.5,12", "C,1204.5,1"])
    let kilograms = try shop.take("supplier;sku;pack_size\nACME;A;1.5 kg\n", plan: true) { $0.kind = "supplier_items" }
    #expect(kilograms.errors == ["2 not-a-number"])
    #expect(kilograms.told.contains("has the unit kg"))
  }

  @Test(
    .enabled(if: Corpora.isAvailable("ubl"), "\(Corpora.notice)"),
    arguments: [
      "order/BII03 Order example 01.xml", "order/UBL-Order-2.1-Example.xml",
      "creditnote/UBL-CreditNote-2.1-Example.xml",
      "invoice/BII04 XML example full core data 01.xml",
    ]) func officialDocumentsKeepTheLineOfAWrongBarcode(file: String) throws
  {
    guard let corpora = Corpora.folder() else { return }
    let summary = try TestShop().take(.file(corpora + "/ubl/oasis-examples/" + file), plan: true)
    let left = told(summary, "barcode-left-out")
    #expect(!left.isEmpty, "\(summary.told)")
    #expect(left.allSatisfy { $0.severity == .warning && $0.message.contains("is taken by its ") })
    #expect(told(summary, "barcode-invalid").isEmpty, "\(summary.told)")
  }
}
