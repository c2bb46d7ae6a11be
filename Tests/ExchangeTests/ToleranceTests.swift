import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import RetailValues
import Testing

/// Unusual values whose meaning is clear: they are imported and reported.
@Suite struct ToleranceTests {
  private func reported(_ summary: ImportSummary, _ code: String) -> [Problem] {
    summary.problems.filter { $0.code.id == code }
  }

  @Test func lineBreaksWithinNames() throws {
    let shop = try TestShop()
    let summary = try shop.take("sku,title,category\nA,Cup,\"Drinks\r\n hot\"\nB,Mug,Drinks hot\n")
    #expect(summary.isApplied && reported(summary, "line-break-read").count == 1, "\(summary.reported)")
    #expect(try shop.lines("products", "product_code", "category") == ["A,Drinks hot", "B,Drinks hot"])
    // A code of an item is refused as before.
    #expect(try shop.take("sku,title\n\"A\n1\",Cup\n").errors.contains("2 invalid-text"))
  }

  @Test func wordsForTotalsAreNotItems() throws {
    let shop = try TestShop()
    let text = "sku;title;price\nA;Cup;3\nB;Mug;4\nSumme;;7\nTOTAL:;;7\nZwischensumme Getränke;;7\nSUM-1;Sum;1\n"
    let summary = try shop.take(text, plan: true)
    #expect(summary.errors == ["4 total-row", "5 total-row", "6 total-row"], "\(summary.reported)")
  }

  /// Next to codes with digits a text that mentions a total is one; among names it may be an item.
  @Test(arguments: [(["A1", "A2"], ["4 total-row"]), (["cup", "mug"], [])])
  func aMentionOfATotalIsOneNextToCodes(codes: [String], errors: [String]) throws {
    let text = "sku;title;price\n\(codes[0]);Cup;3\n\(codes[1]);Mug;4\nTotal drinks;;7\n"
    #expect(try TestShop().take(text, plan: true).errors == errors)
  }

  @Test(arguments: [
    "Art.Nr;Artikel;VK", "Artikel;Art-Nr.;VK", "Part #;Item;Price", "Product ID;Product;Price", "Code;Article;Prix",
    "Réf.;Article;Prix", "Item SKU;Item;Price",
  ])
  func codesAreNextToNames(header: String) throws {
    let shop = try TestShop()
    let isTurned = header.hasPrefix("Artikel")
    let rows = [("100", "Tasse"), ("101", "Becher"), ("102", "Teller")].map { code, name in
      "\(isTurned ? "\(name);\(code)" : "\(code);\(name)");5,50\n"
    }
    let summary = try shop.take("\(header)\n\(rows.joined())")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku") == ["100", "101", "102"], "\(summary.reported)")
    #expect(try shop.lines("products", "title") == ["Tasse", "Becher", "Teller"])
  }

  @Test func wordsBehindQuantities() throws {
    let shop = try TestShop()
    try shop.take("supplier\nACME\n") { $0.kind = "suppliers" }
    try shop.take("sku\nA\nB\nC\n") { $0.kind = "variants" }
    let text =
      "supplier;sku;supplier_code;unit_cost;pack_size\nACME;A;1;11,90 €;6er\n"
      + "ACME;B;2;1\u{202F}204,50;12 Stück\nACME;C;3;1’204,50;1\n"
    let summary = try shop.take(text) { $0.kind = "supplier_items" }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(reported(summary, "unit-read").map(\.severity) == [.notice])
    #expect(
      try shop.lines("supplier_items", "sku", "unit_cost", "pack_size") == ["A,11.9,6", "B,1204.5,12", "C,1204.5,1"])
    let kilograms = try shop.take("supplier;sku;pack_size\nACME;A;1.5 kg\n", plan: true) { $0.kind = "supplier_items" }
    #expect(kilograms.errors == ["2 not-a-number"])
    #expect(kilograms.reported.contains("has the unit kg"))
    // Parts that change the meaning are never left out.
    for (quantity, problem) in [
      ("6 Karton", "has the word 'Karton'"), ("2 doz", "has the word 'doz'"),
      ("6er", "may be one pack of 6, or 6 pieces"), ("2 x 6", "is a multiplication"), ("2×6", "is a multiplication"),
    ] {
      let summary = try shop.take("sku;quantity\nA;\(quantity)\n", plan: true) { $0.kind = "stock_levels" }
      #expect(summary.errors == ["2 not-a-number"])
      #expect(summary.reported.contains(problem), "\(summary.reported)")
    }
  }

  /// A sign between digits is right before groups of three alone. The error has the line, and says what to write.
  @Test(arguments: [
    ("12 3", "4.80", "123456.78 or 123,456.78."), ("12\u{A0}3", "4.80", "123456.78 or 123,456.78."),
    ("1'23", "4.80", "123456.78 or 123,456.78."), ("12 3,5", "4,80", "123456,78 or 123.456,78."),
    ("1234 567", "4,80", "123456,78 or 123.456,78."),
  ])
  func groupsThatAreNotOfThreeDigitsAreErrors(quantity: String, cost: String, example: String) throws {
    let shop = try TestShop()
    try shop.take("supplier\nACME\n") { $0.kind = "suppliers" }
    try shop.take("sku\nA\nB\n") { $0.kind = "variants" }
    let text = "supplier;sku;unit_cost;pack_size\nACME;A;\(cost);\(quantity)\nACME;B;\(cost);1 234\n"
    let summary = try shop.take(text, plan: true) { $0.kind = "supplier_items" }
    #expect(summary.errors == ["2 not-a-number"], "\(summary.reported)")
    #expect(reported(summary, "not-a-number").first?.remedy.hasSuffix(example) == true)
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
    let left = reported(summary, "barcode-left-out")
    #expect(!left.isEmpty, "\(summary.reported)")
    #expect(left.allSatisfy { $0.severity == .warning && $0.message.contains("is taken by its ") })
    #expect(reported(summary, "barcode-invalid").isEmpty, "\(summary.reported)")
  }
}
