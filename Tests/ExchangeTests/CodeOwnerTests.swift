import Exchange
import FormatKit
import Stock
import Testing

/// Whose codes a list has: the shop's own, the supplier's, or the numbers of barcodes.
@Suite struct CodeOwnerTests {
  private func shopWithItems() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("sku,title,barcode\n0012,Tea,4006381333931\n0013,Cup,4006381333948\n")
    return shop
  }

  private func take(
    _ list: String, in shop: TestShop, supplier: String? = nil, _ columns: [String: String] = [:]
  ) throws -> ImportSummary {
    try shop.take(list.replacing("|", with: "\n") + "\n") {
      $0.supplier = supplier
      $0.columns = columns
      $0.accepted = ["new-suppliers"]
      $0.asksForNewRecords = true
    }
  }

  /// Lists of a supplier in which the shop's codes are `0012` and `0013`.
  @Test(arguments: [
    "Lieferanten-Artikelnummer;Ihre Artikelnummer;Bezeichnung;EK", "Art.-Nr.;Kundenartikelnr.;Bezeichnung;Nettopreis",
    "Référence fournisseur;Votre référence;Désignation;Prix d'achat",
    "Artikelnummer;Uw artikelnummer;Omschrijving;Inkoopprijs", "Our code;Your code;Description;Net price",
    "Supplier part no;Customer part no;Description;Unit cost", "Bestell-Nr.;Ihre Art.-Nr.;Bezeichnung;EK",
    "Nuestra referencia;Vuestra referencia;Descripción;Coste", "Vår artikel nr;Er artikel nr;Benämning;Inköpspris",
  ]) func codesOfTheReaderAreTheShops(header: String) throws {
    let rows = "|X-77;0012;Tee;1,25|X-78;0013;Tasse;1,65"
    for shop in [try shopWithItems(), try TestShop()] {
      let summary = try take(header + rows, in: shop, supplier: "acme")
      #expect(summary.isApplied, "\(summary.reported)")
      #expect(
        try shop.lines("supplier_items", "sku", "supplier_code", "unit_cost") == ["0012,X-77,1.25", "0013,X-78,1.65"])
    }
  }

  /// The shop's own list may call its codes `our`, and the supplier's `your`.
  @Test func theShopsItemsDecide() throws {
    let shop = try shopWithItems()
    let summary = try take(
      "Our code;Your code;Description;Net price|0012;X-77;Tea;1,25|0013;X-78;Cup;1,65", in: shop, supplier: "acme")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("supplier_items", "sku", "supplier_code") == ["0012,X-77", "0013,X-78"])
  }

  @Test func withoutASupplierItIsAQuestion() throws {
    let list = "Our code;Your code;Description;Net price|X-77;0012;Tea;1,25|X-78;0013;Cup;1,65"
    let error = #expect(throws: Problems.self) { try take(list, in: TestShop()) }
    #expect(error?.code.id == "nothing-mapped")
    #expect(
      error?.remedy.contains("--supplier CODE --map 'Your code=sku' --map 'Our code=supplier_code'") == true,
      "\(error?.remedy ?? "")")
    #expect(error?.remedy.contains("--map 'Our code=sku' --map 'Your code='") == true)
    let shop = try TestShop()
    let answered = try take(list, in: shop, supplier: "acme", ["Your code": "sku", "Our code": "supplier_code"])
    #expect(answered.isApplied, "\(answered.reported)")
    #expect(try shop.lines("supplier_items", "sku", "supplier_code") == ["0012,X-77", "0013,X-78"])
  }

  /// Numbers of customers and references of orders are not codes of items.
  @Test(arguments: [
    "Kundennummer;Artikelnummer;Bezeichnung;VK|C-1;0012;Tee;2,80|C-1;0013;Tasse;3,60",
    "Your ref;Artikelnummer;Bezeichnung;VK|PO-1;0012;Tee;2,80|PO-1;0013;Tasse;3,60",
    "Ihre Bestellnummer;Artikelnummer;Bezeichnung;VK|PO-1;0012;Tee;2,80|PO-1;0013;Tasse;3,60",
    "Kunde;Kundenartikelnummer;Artikelnummer;Bezeichnung;VK|C;Z-1;0012;Tee;2,80|C;Z-2;0013;Tasse;3,60",
  ]) func otherNumbersAreNotCodes(list: String) throws {
    let shop = try shopWithItems()
    _ = try take(list, in: shop)
    #expect(try shop.lines("prices", "sku", "price") == ["0012,2.80", "0013,3.60"])
    #expect(try shop.int("SELECT COUNT(*) FROM variants") == 2)
  }

  /// Columns that are known by the shop's items only.
  @Test(arguments: [
    "PLU;Artikel;Preis|0012;Tee;2,80|0013;Tasse;3,60", "ID;Product;Price|0012;Tea;2.80|0013;Cup;3.60",
    "Kassen-Nr;EAN;Preis|0012;4006381333931;2,80|0013;4006381333955;3,60",
  ]) func codesThatTheShopHasAreTaken(list: String) throws {
    let shop = try shopWithItems()
    let summary = try take(list, in: shop)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price") == ["0012,2.80", "0013,3.60"])
  }

  @Test func codesThatTheShopHasInAnotherColumnAreAQuestion() throws {
    let shop = try shopWithItems()
    let list = "Artikelnummer;Shop-Nr;Bezeichnung;VK|77001;0012;Tee;2,80|77002;0013;Tasse;3,60"
    let error = #expect(throws: Problems.self) { try take(list, in: shop) }
    #expect(error?.remedy.contains("--map Shop-Nr=sku") == true, "\(error?.remedy ?? "")")
    #expect(try take(list, in: shop, ["Shop-Nr": "sku"]).isApplied)
    #expect(try shop.lines("prices", "sku", "price") == ["0012,2.80", "0013,3.60"])
  }

  /// Numbers of rows are the codes of many shops, by chance.
  @Test func numbersOfRowsAreNotCodes() throws {
    let shop = try TestShop()
    try shop.take("sku,title,barcode\n1,Tea,4006381333931\n2,Cup,4006381333948\n")
    let summary = try take("ID;EAN;Preis|1;4006381333948;2,80|2;4006381333931;3,60", in: shop)
    #expect(!summary.isApplied)
  }

  @Test(arguments: ["ID;Name;EAN;Preis|A1;Topf;4006381333948;9,00", "PLU;Name;EAN;Preis|101;Topf;4006381333948;9,00"])
  func theFirstListOfAShopHasItsCodes(list: String) throws {
    let shop = try TestShop()
    #expect(try take(list, in: shop).isApplied)
    let code = list.contains("PLU") ? "101" : "A1"
    #expect(try shop.lines("barcodes", "sku", "barcode") == ["\(code),4006381333948"])
  }
}
