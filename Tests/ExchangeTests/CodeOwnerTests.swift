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

  // MARK: Documents of suppliers

  /// A shop that has ordered both items from acme, which has numbers of its own for them.
  private func shopWithOrder() throws -> TestShop {
    let shop = try shopWithItems()
    try shop.take("supplier,supplier_name\nacme,Acme\n") { $0.kind = "suppliers" }
    try shop.take("supplier,sku,supplier_code\nacme,0012,77\nacme,0013,78\n") { $0.kind = "supplier_items" }
    try shop.take("supplier,order_number,line,sku,order_quantity\nacme,PO-1,1,0012,24\nacme,PO-1,2,0013,12\n")
    return shop
  }

  /// Columns that are called like codes of anybody, and have the supplier's; no column has the numbers of the order's lines.
  @Test(arguments: [
    "Lieferant;Bestellnummer;Artikelnr. Lieferant;Bestätigte Menge",
    "Lieferant;Bestellnummer;Lieferantenartikelnummer;Bestätigte Menge",
    "Fournisseur;N° commande;Référence;Qté confirmée", "Proveedor;Nº pedido;Ref.;Cantidad confirmada",
    "Leverantör;Ordernummer;Artikelnummer;Bekräftat antal", "Supplier;PO Number;Item no.;Confirmed qty",
  ]) func theValuesOfAConfirmationShowTheSuppliersCodes(header: String) throws {
    let shop = try shopWithOrder()
    let summary = try shop.take("\(header)\nacme;PO-1;78;12\nacme;PO-1;77;20\n")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(
      try shop.lines("order_response_lines", "line", "sku", "confirmed_quantity").sorted() == [
        "1,0012,20", "2,0013,12",
      ])
  }

  /// One of the supplier's numbers among codes that nobody knows does not show what the column has.
  @Test(arguments: [(1, "sku"), (2, "supplier_code")])
  func halfOfTheCodesShowWhoseTheyAre(known: Int, field: String) throws {
    let shop = try shopWithOrder()
    let codes = ["77", "78"].prefix(known) + ["X-1", "X-2"]
    let rows = codes.map { "acme;PO-1;\($0);5\n" }.joined()
    let summary = try shop.take("Supplier;PO Number;Item no.;Confirmed qty\n" + rows, plan: true)
    let finding = summary.findings.first { $0.name == "column Item no." }
    #expect(finding?.value == field, "\(summary.findings)")
  }

  /// Where both have such numbers, those of the items that were ordered count.
  @Test func theItemsOfTheOrderDecide() throws {
    let shop = try shopWithOrder()
    try shop.take("sku,title\n77,Pot\n78,Pan\n")
    let header = "Lieferavis;Lieferant;Bestellnummer;Artikelnummer;Menge"
    #expect(try shop.take("\(header)\nAV-1;acme;PO-1;77;24\nAV-1;acme;PO-1;78;12\n").isApplied)
    #expect(try shop.lines("despatch_lines", "sku").sorted() == ["0012", "0013"])
    // Codes of the shop stay such.
    #expect(try shop.take("\(header)\nAV-2;acme;PO-1;0012;1\nAV-2;acme;PO-1;0013;1\n").isApplied)
    #expect(
      try shop.lines("despatch_lines", "sku", "supplier_code").sorted() == ["0012,", "0012,77", "0013,", "0013,78"])
  }

  /// The item of a line that only the supplier's code names is found later, and where a line comes twice.
  @Test func anItemKnownBySuppliersCodeAloneIsKept() throws {
    let shop = try shopWithOrder()
    let header = "supplier,despatch_number,line,supplier_code,despatched_quantity\n"
    let rows = "acme,D1,1,77,5\nacme,D1,2,X-9,3\n"
    func take(_ text: String, again: Bool = false) throws -> ImportSummary {
      try shop.take(text) {
        $0.kind = "despatch_lines"
        $0.accepted = ["unknown-line-items"]
        $0.again = again
      }
    }
    #expect(try take(header + rows).isApplied)
    try shop.take("sku,title\n0014,Jar\n")
    try shop.take("supplier,sku,supplier_code\nacme,0014,X-9\n") { $0.kind = "supplier_items" }
    #expect(try take(header + rows, again: true).isApplied)
    #expect(try take(header + "acme,D2,1,77,5\nacme,D2,1,77,5\n").isApplied)
    #expect(try shop.lines("despatch_lines", "despatch_number", "sku").sorted() == ["D1,0012", "D1,0014", "D2,0012"])
  }

  @Test func anAnswerOfAnItemThatWasNotOrderedIsAnError() throws {
    let shop = try shopWithOrder()
    let summary = try shop.take("Supplier;PO Number;Item no.;Confirmed qty\nacme;PO-1;0012;20\nacme;PO-1;X-9;1\n")
    #expect(summary.errors == ["3 no-key"], "\(summary.reported)")
    #expect(try shop.lines("order_response_lines").isEmpty)
  }

  /// The order has Tea in two lines, of 24 and 12. Equal quantities belong together, and the others in their order.
  @Test(
    arguments: [
      (["0012;12", "0012;24"], ["1,24", "2,12"]),
      (["0012;12", "0012;20"], ["1,20", "2,12"]),
      (["0012;20", "0012;10"], ["1,20", "2,10"]),
      (["0012;24", "0013;6", "0012;12"], ["1,24", "2,12", "3,6"]),
      // It may be about either line, or about both.
      (["0012;12"], []),
      (["0012;12", "0012;12", "0012;12"], []),
    ] as [([String], [String])])
  func anItemThatWasOrderedTwiceIsAnsweredTwice(rows: [String], lines: [String]) throws {
    let shop = try shopWithOrder()
    let order = ["1,0012,24", "2,0012,12", "3,0013,6"].map { "acme,PO-2,\($0)\n" }.joined()
    #expect(try shop.take("supplier,order_number,line,sku,order_quantity\n" + order).isApplied)
    let header = "Supplier;PO Number;Item no.;Confirmed qty\n"
    let summary = try shop.take(header + rows.map { "acme;PO-2;\($0)\n" }.joined())
    let isError = lines.isEmpty
    #expect(summary.errors.count == (isError ? rows.count : 0), "\(summary.reported)")
    #expect(summary.reported.contains("in another number of lines") == isError, "\(summary.reported)")
    #expect(try shop.lines("order_response_lines", "line", "confirmed_quantity").sorted() == lines)
  }

  /// A despatch advice is asked about for one such line, another document if none of its lines names an item.
  @Test(
    arguments: [
      ("despatch_lines", "supplier,despatch_number,line,sku,despatched_quantity", ["0012", "X-9"], true),
      ("despatch_lines", "supplier,despatch_number,line,sku,despatched_quantity", ["0012", "0013"], false),
      ("invoice_lines", "supplier,invoice_number,line,sku,invoiced_quantity", ["0012", "X-9"], false),
      ("invoice_lines", "supplier,invoice_number,line,sku,invoiced_quantity", ["X-8", "X-9"], true),
    ] as [(String, String, [String], Bool)])
  func unknownItemsOfADocumentAreAskedAbout(kind: String, header: String, codes: [String], isAsked: Bool) throws {
    let shop = try shopWithOrder()
    let rows = codes.enumerated().map { "acme,D1,\($0 + 1),\($1),5\n" }.joined()
    let summary = try shop.take("\(header)\n\(rows)") { $0.kind = kind }
    #expect(summary.stoppingGuards.map(\.code) == (isAsked ? [GuardCode.unknownLineItems] : []), "\(summary.reported)")
    #expect(summary.isApplied == !isAsked)
    let accepted = try shop.take("\(header)\n\(rows)") {
      $0.kind = kind
      $0.accepted = ["unknown-line-items"]
      $0.again = true
    }
    #expect(accepted.isApplied)
  }
}
