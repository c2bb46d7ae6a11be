import Exchange
import FormatKit
import Stock
import Testing

/// Lists of what happened on days: sales, goods that came, transfers, losses. They are never taken for the stock.
@Suite struct EventListTests {
  /// A shop with the stock of two items.
  private func stockedShop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("location\nshop\n")
    try shop.take("sku,title,barcode,stock\n0012,Tea,4006381333931,20\n0013,Cup,4006381333948,30\n") {
      $0.location = "shop"
    }
    return shop
  }

  private func stock(_ shop: TestShop) throws -> String? {
    try shop.lines("stock_levels", "sku", "quantity").first { $0.hasPrefix("0012,") }.map { String($0.dropFirst(5)) }
  }

  /// Whatever stands next to a day and a plain quantity may say that the rows are no stock.
  @Test(arguments: [
    ("Datum;Artikel;Menge;Kunde", "Müller"), ("Datum;Artikel;Menge;Verkäufer", "Mia"),
    ("Datum;Artikel;Menge;Kasse", "1"),
    ("Datum;Artikel;Menge;Uhrzeit", "10:05"), ("Datum;Artikel;Menge;Zahlart", "bar"),
    ("Datum;Artikel;Menge;Empfänger", "Kita"), ("Datum;Artikel;Menge;Tisch", "4"),
    ("Datum;Artikel;Menge;Vorgang", "Verkauf"), ("Datum;Artikel;Menge;Bewegung", "Abgang"),
    ("Datum;Artikel;Menge;Kostenstelle", "4711"), ("Datum;Artikel;Menge;Art", "Bruch"),
    ("Date;SKU;Qty;Customer", "Smith"),
    ("Date;SKU;Qty;Clerk", "Ann"), ("Date;SKU;Qty;Employee", "Ann"), ("Date;SKU;Qty;Time", "10:05"),
    ("Date;SKU;Qty;Payment", "cash"), ("Date;SKU;Qty;Event", "Sampling"),
  ]) func aListOfEventsIsNoStock(header: String, value: String) throws {
    let shop = try stockedShop()
    let error = #expect(throws: Problems.self) {
      try shop.take("\(header)\n2026-12-20;0012;2;\(value)\n2026-12-20;0013;4;\(value)\n")
    }
    #expect(error?.code == .nothingMapped && error?.remedy.contains("Say what the rows are:") == true)
    #expect(error?.remedy.contains("--kind stock_levels") == true)
    #expect(try stock(shop) == "20")
  }

  @Test func goodsThatCameAndWentAreToldApart() throws {
    let error = #expect(throws: Problems.self) {
      try stockedShop().take("Datum;Artikel;Menge;Typ\n2026-12-20;0012;2;Zugang\n2026-12-20;0013;4;Abgang\n")
    }
    #expect(error?.remedy.contains("--kind sales --leave-out Typ=Zugang") == true)
    #expect(error?.remedy.contains("--kind receipts --leave-out Typ=Abgang") == true)
  }

  /// Goods that came back are neither sales nor receipts, and the list need not say from whom.
  @Test(arguments: [
    ("Datum;Artikelnummer;Retourenmenge", ["customer-return", "supplier-return"]),
    ("Datum;Artikelnummer;Rückgabemenge", ["customer-return", "supplier-return"]),
    ("Date;Référence;Quantité retournée", ["customer-return", "supplier-return"]),
    ("Fecha;Referencia;Cantidad devuelta", ["customer-return", "supplier-return"]),
    ("Datum;Artikelnummer;Returnerat antal", ["customer-return", "supplier-return"]),
    ("Date;SKU;Returned quantity", ["customer-return", "supplier-return"]),
  ]) func goodsThatCameBackAreNoSales(header: String, kinds: [String]) throws {
    let shop = try stockedShop()
    let list = "\(header)\n2026-12-20;0012;2\n2026-12-21;0013;4\n"
    let error = #expect(throws: Problems.self) { try shop.take(list) }
    let lines = (error?.remedy ?? "").split(separator: "\n").filter { $0.contains("stockroom import") }
    #expect(lines.count == kinds.count, "\(error?.remedy ?? "")")
    for kind in kinds { #expect(lines.contains { $0.contains("--kind movements --set movement_kind=\(kind)") }) }
    let taken = try shop.take(list) {
      $0.kind = "movements"
      $0.constants = ["movement_kind": "supplier-return"]
      $0.location = "shop"
      $0.accepted = Set(GuardCode.allCases.map(\.rawValue))
    }
    #expect(taken.isApplied, "\(taken.reported)")
    #expect(try stock(shop) == "18")
  }

  @Test func aSupplierSaysThatGoodsWentBackToHim() throws {
    let error = #expect(throws: Problems.self) {
      try stockedShop().take("Datum;Lieferant;Artikelnummer;Retourenmenge\n2026-12-20;acme;0012;2\n")
    }
    #expect(error?.remedy.contains("movement_kind=supplier-return") == true, "\(error?.remedy ?? "")")
    #expect(error?.remedy.contains("customer-return") == false)
  }

  @Test(arguments: [
    "Artikelnummer;Meldebestand", "Référence;Seuil de réapprovisionnement", "Referencia;Punto de pedido",
    "Artikelnummer;Beställningspunkt", "SKU;Reorder level",
  ]) func reorderPointsAreTaken(header: String) throws {
    let shop = try stockedShop()
    let list = "\(header)\n0012;5\n0013;8\n"
    // The location is all that is lacking.
    let error = #expect(throws: Problems.self) { try shop.take(list, name: "melde.csv") }
    #expect(
      error?.remedy.contains("stockroom import melde.csv --kind reorder_levels --set location=CODE") == true,
      "\(error?.remedy ?? "")")
    let taken = try shop.take(list) {
      $0.kind = "reorder_levels"
      $0.constants = ["location": "shop"]
    }
    #expect(taken.isApplied, "\(taken.reported)")
    #expect(try shop.lines("reorder_levels", "sku", "reorder_point").sorted() == ["0012,5", "0013,8"])
    #expect(try stock(shop) == "20")
  }

  @Test func anItemInSeveralRowsOfDaysIsNoStock() throws {
    let list = "Datum;Artikel;Menge\n2026-12-20;0012;2\n2026-12-21;0012;4\n"
    let error = #expect(throws: Problems.self) { try stockedShop().take(list) }
    #expect(error?.remedy.contains("--kind sales") == true)
  }

  /// Lists of days and quantities that are stock: each item once, or by place, or by their own name.
  @Test(arguments: [
    "Datum;Artikel;Menge\n2027-01-02;0012;19\n2027-01-02;0013;29\n",
    "Datum;Artikel;Bestand;Kontrolle\n2027-01-02;0012;19;ok\n2027-01-02;0013;29;ok\n",
    "effective_at,sku,quantity\n2027-01-02,0012,19\n2027-01-02,0013,29\n",
  ]) func aListOfStockWithDaysIsTaken(list: String) throws {
    let shop = try stockedShop()
    #expect(try shop.take(list).isApplied)
    #expect(try stock(shop) == "19")
  }

  @Test func theDayOfAListOfStockIsAskedAbout() throws {
    let list = "Stichtag;Artikel;Menge;Kontrolle\n2027-01-02;0012;19;ok\n2027-01-02;0013;29;ok\n"
    let shop = try stockedShop()
    #expect(try shop.take(list, plan: true).guards.map(\.code) == [.columnsNotUsed])
    #expect(try shop.take(list) { $0.columns = ["Stichtag": "effective_at"] }.isApplied)
    #expect(try stock(shop) == "19")
  }

  @Test func anInvoiceOfAnybodyIsAQuestion() throws {
    let header = "Invoice No,Invoice Date,SKU,Description,Qty,Unit Price,Line Total"
    let rows = "I1,2027-01-01,0012,Tea,2,2.50,5.00\nI1,2027-01-01,0013,Cup,1,3.50,3.50\n"
    let error = #expect(throws: Problems.self) { try stockedShop().take("\(header)\n\(rows)") }
    let remedy = error?.remedy ?? ""
    #expect(remedy.contains("--kind sales") && remedy.contains("--kind invoice_lines"))
    let sold = "I1,2027-01-01,0012,Tea,2,2.50,Smith\n"
    let shop = try stockedShop()
    #expect(
      try shop.take("\(header.replacing("Line Total", with: "Customer"))\n\(sold)").isApplied)
    #expect(try stock(shop) == "18")
  }

  @Test(arguments: ["Von Lager;Nach Lager", "Quelllager;Ziellager", "From store;To store", "From;To"])
  func transfersKeepTheirDestination(places: String) throws {
    let shop = try stockedShop()
    try shop.take("location\ndepot\nnorth\n")
    let list = "Datum;Artikelnummer;Menge;\(places)\n2027-01-01;0012;5;shop;depot\n2027-01-01;0013;5;shop;north\n"
    let error = #expect(throws: Problems.self) { try shop.take(list) }
    let remedy = error?.remedy ?? ""
    #expect(remedy.contains("--kind movements --set movement_kind=transfer\n") && !remedy.contains("to_location=CODE"))
    let taken = try shop.take(list) {
      $0.kind = "movements"
      $0.constants = ["movement_kind": "transfer"]
    }
    #expect(taken.isApplied)
    #expect(
      try shop.int(
        "SELECT SUM(quantity) FROM movements m JOIN locations l ON l.id = m.location_id WHERE l.code = 'north'")
        == 5_000)
  }

  @Test(arguments: ["Damaged", "Unterwegs", "Defekt", "In transit"])
  func whatIsNotOnHandIsNotOfferedAsStock(name: String) throws {
    let summary = try TestShop().take("SKU;Name;VK;\(name)\n0012;Tee;2,50;12\n0013;Tasse;3,50;15\n")
    let question =
      summary.stoppingGuards.first { $0.code == .columnsNotUsed }?.examples.map(\.message).joined(separator: "\n") ?? ""
    #expect(question.contains("'\(name)'") && !question.contains("=quantity"))
  }

  @Test func whatWasShippedIsOfferedAsGoodsReceived() throws {
    let summary = try stockedShop().take("SKU,Title,Shipped Qty\n0012,Tea,12\n0013,Cup,24\n")
    let message = summary.stoppingGuards.first { $0.code == .columnsNotUsed }?.examples.first?.message ?? ""
    #expect(message.contains("--kind receipts --map 'Shipped Qty=quantity'"), "\(message)")
  }
}
