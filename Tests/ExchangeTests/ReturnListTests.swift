import Exchange
import FormatKit
import ProblemKit
import Testing

/// Lists of goods that go back to a supplier or were written off, which must not be booked as received.
@Suite struct ReturnListTests {
  private func stockedShop() throws -> TestShop {
    let shop = try TestShop()
    try shop.takeList("sku;title;stock|A;Tea;10|B;Jam;10")
    return shop
  }

  private func refusal(_ list: String, name: String) throws -> Problem {
    let shop = try stockedShop()
    let problems = #expect(throws: Problems.self) { try shop.takeList(list, name: name) }
    return try #require(problems).first
  }

  /// Goods of a supplier with a reason, or in a file of that name: the first command takes them out of stock, the last one in.
  @Test(arguments: [
    ("Lieferschein;Datum;Lieferant;Artikelnummer;Menge;Grund|L1;2026-12-20;acme;A;2;defekt", "file.csv"),
    ("Lieferschein;Datum;Lieferant;Artikelnummer;Menge;Reason|L1;2026-12-20;acme;A;-2;broken", "file.csv"),
    ("Lieferschein;Datum;Lieferant;Artikelnummer;Menge|L1;2026-12-20;acme;A;2", "Retoure-12.csv"),
  ])
  func goodsThatGoBackAreNotReceived(list: String, name: String) throws {
    let problem = try refusal(list, name: name)
    let commands = problem.remedy.split(separator: "\n").filter { $0.contains("stockroom import") }
    #expect(problem.code == .nothingMapped)
    #expect(
      commands.first?.contains("--kind movements --set movement_kind=supplier-return") == true, "\(problem.remedy)")
    #expect(commands.last?.hasSuffix("--kind receipts") == true, "\(problem.remedy)")
  }

  @Test func aListOfAnyGoodsMayBeAReturn() throws {
    let problem = try refusal("Beleg;Datum;Artikelnummer;Menge|L1;2026-12-20;A;2", name: "return to supplier.csv")
    #expect(problem.code == .kindAmbiguous)
    #expect(problem.remedy.contains("--kind movements --set movement_kind=supplier-return"), "\(problem.remedy)")
    #expect(!problem.remedy.contains("customer-return"), "\(problem.remedy)")
  }

  /// As the first command says; without signs the goods are taken out of stock, and with them as they are.
  @Test(arguments: ["2", "-2"])
  func aReturnToTheSupplierTakesGoodsOut(quantity: String) throws {
    let shop = try stockedShop()
    let list = "Lieferschein;Datum;Lieferant;Artikelnummer;Menge;Grund|L1;2026-12-20;acme;A;\(quantity);defekt"
    let summary = try shop.takeList(list) {
      $0.kind = "movements"
      $0.constants = ["movement_kind": "supplier-return"]
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity").first == "A,8")
  }

  /// A column that is not needed says nothing, and neither does one without a value.
  @Test(arguments: ["Grund", ""])
  func goodsThatCameAreReceived(leftOut: String) throws {
    let shop = try stockedShop()
    let reason = leftOut.isEmpty ? "" : "defekt"
    let list = "Lieferschein;Datum;Lieferant;Artikelnummer;Menge;Grund|L1;2026-12-20;acme;A;2;\(reason)"
    let summary = try shop.takeList(list) { request in
      if !leftOut.isEmpty { request.columns = [leftOut: ""] }
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity").first == "A,12")
  }

  // MARK: Losses

  /// Reasons of the shop and words for losses in a column of any name, with and without the number of a document. The first
  /// command writes the goods off.
  @Test(arguments: [
    ("Datum;Artikelnummer;Menge;Art|2026-12-20;A;2;Bruch|2026-12-20;B;1;Verderb", "--map Art=reason"),
    ("Beleg;Datum;Artikelnummer;Menge;Art|V1;2026-12-20;A;2;Bruch|V1;2026-12-20;B;1;Verderb", "--map Art=reason"),
    ("Beleg;Datum;Artikelnummer;Menge;Z 1|V1;2026-12-20;A;2;Eigenverbrauch", "--map 'Z 1=reason'"),
    ("Beleg;Datum;Artikelnummer;Menge;Z 1|V1;2026-12-20;A;2;DAMAGE", "--map 'Z 1=reason'"),
    ("Beleg;Datum;Artikelnummer;Menge;Art|V1;2026-12-20;A;2;Abgang", "--set reason=short-delivery"),
    ("Lieferschein;Datum;Lieferant;Artikelnummer;Menge;Art|L1;2026-12-20;acme;A;2;Bruch", "--map Art=reason"),
  ])
  func lossesAreOfferedAsWriteOffs(list: String, option: String) throws {
    let problem = try refusal(list, name: "file.csv")
    let commands = problem.remedy.split(separator: "\n").filter { $0.contains("stockroom import") }
    let writeOff = "--kind movements --set movement_kind=write-off \(option)"
    #expect(commands.first?.hasSuffix(writeOff) == true, "\(problem.remedy)")
  }

  /// As the first command says.
  @Test func lossesAreTakenOutOfStock() throws {
    let shop = try stockedShop()
    let summary = try shop.takeList("Datum;Artikelnummer;Menge;Art|2026-12-20;A;2;Bruch|2026-12-20;B;1;Verderb") {
      ($0.kind, $0.constants, $0.columns) = ("movements", ["movement_kind": "write-off"], ["Art": "reason"])
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,8", "B,9"])
  }

  /// What has a price was sold, whatever is the matter with it.
  @Test func damagedGoodsMayBeSold() throws {
    let shop = try stockedShop()
    let summary = try shop.takeList("Bon;Datum;Artikelnummer;Menge;Einzelpreis;Hinweis|7;2026-12-20;A;2;1,00;Bruch")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("sales", "sku", "quantity") == ["A,2"])
  }
}
