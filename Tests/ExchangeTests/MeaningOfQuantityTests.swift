import Exchange
import FormatKit
import Foundation
import RetailValues
import Stock
import Testing

/// What a quantity means: on hand, by lots, at a place, a change, goods that go back; and files one after the shop.
@Suite struct MeaningOfQuantityTests {
  /// A shop with two items, whose stock has no lots.
  private func stockedShop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("location\nshop\n")
    try shop.take("sku,title,barcode,stock\n0012,Tea,4006381333931,20\n0013,Cup,4006381333948,30\n") {
      $0.location = "shop"
    }
    return shop
  }

  private func stock(_ shop: TestShop, _ item: String = "0012") throws -> String? {
    try shop.lines("stock_levels", "sku", "quantity").first { $0.hasPrefix("\(item),") }.map {
      String($0.dropFirst(item.count + 1))
    }
  }

  private func question(_ summary: ImportSummary) -> String {
    summary.stoppingGuards.first { $0.code == .columnsNotUsed }?.examples.map(\.message).joined(separator: "\n") ?? ""
  }

  // MARK: Exports of shop systems

  /// The quantities of a product list of a shop system are taken where a person says where the goods are.
  @Test func aGivenLocationTakesTheStockOfAnExport() throws {
    let shop = try stockedShop()
    let file = """
      ID,Type,SKU,Name,Published,Stock,Sale price,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)
      1,simple,0012,Tea,1,18,,2.80,Drinks,,,

      """
    #expect(try shop.take(file) { $0.location = "shop" }.isApplied)
    #expect(try stock(shop) == "20")
    let given = try shop.take(file) {
      $0.location = "shop"
      $0.isLocationGiven = true
    }
    #expect(given.isApplied, "\(given.reported)")
    #expect(try stock(shop) == "18")
  }

  // MARK: Older levels

  @Test func anOlderLevelIsRefused() throws {
    let shop = try stockedShop()
    let older = try shop.take("SKU,Stock,Date\n0012,40,2026-11-20\n0013,30,2026-11-20\n")
    #expect(older.errors == ["2 stock-level-older", "3 stock-level-older"])
    #expect(try stock(shop) == "20")
    let rest = try shop.take("SKU,Stock,Date\n0012,40,2026-11-20\n0013,31,2027-01-02\n") {
      $0.accepted = ["many-rejected"]
      $0.onError = .skip(rejects: shop.folder.appendingPathComponent("rejects.csv").path)
    }
    #expect(rest.refusedRecords == 1)
    #expect(try stock(shop) == "20")
    #expect(try stock(shop, "0013") == "31")
  }

  @Test func aLevelBeforeMovementsAloneOpensTheStock() throws {
    let shop = try TestShop()
    try shop.take("location\nshop\n")
    try shop.take("sku,title\nA,Tea\n")
    try shop.take("Receipt,Date,SKU,Qty,Price\n1,2026-12-20,A,2,2.50\n")
    #expect(try shop.take("SKU,Stock,Date\nA,10,2026-12-01\n").isApplied)
    #expect(try stock(shop, "A") == "8")
  }

  @Test func aStockListWithADayIsOfferedAsLevels() throws {
    let shop = try stockedShop()
    let summary = try shop.take("SKU,Name,Stock,Date\n0012,Tea,18,2027-01-02\n0013,Cup,18,2027-01-02\n")
    #expect(question(summary).contains("--kind stock_levels"))
    let levels = try shop.take("SKU,Name,Stock,Date\n0012,Tea,18,2027-01-02\n0013,Cup,18,2027-01-02\n") {
      $0.kind = "stock_levels"
    }
    #expect(levels.isApplied)
    #expect(try stock(shop) == "18")
  }

  // MARK: Lots

  @Test func lotsAreNotAddedToStockWithoutALot() throws {
    let shop = try stockedShop()
    let list = "Artikelnr;Charge;MHD;Menge\n0012;L1;31.03.2027;10\n0012;L2;06/2027;10\n"
    #expect(try shop.take(list).stoppingGuards.map(\.code) == [.lotsAdded])
    #expect(try stock(shop) == "20")
    #expect(try shop.take(list + "0012;;;0\n").isApplied)
    #expect(try shop.lines("lots", "sku", "lot", "expires_on") == ["0012,L1,2027-03-31", "0012,L2,2027-06-30"])
    #expect(
      try shop.int("SELECT SUM(quantity) FROM movements m JOIN variants v ON v.id = m.variant_id WHERE sku = '0012'")
        == 20_000)
  }

  @Test(arguments: [
    "MHD", "Best before", "Expiry", "Expiry date", "Verfallsdatum", "DLC", "DDM", "THT", "Scadenza", "Caducidad",
    "Holdbar til", "Utgångsdatum",
  ])
  func theLastDayOfUseIsNeverLost(name: String) throws {
    let shop = try stockedShop()
    let accept = { (request: inout ImportRequest) in request.accepted = ["lots-added"] }
    let lots = try shop.take("SKU,Lot,\(name),Quantity\n0012,L1,2027-03-31,10\n0013,L2,2027-06-30,10\n", accept)
    #expect(
      try lots.isApplied
        ? shop.lines("lots", "expires_on") == ["2027-03-31", "2027-06-30"] : question(lots).contains(name))
    let alone = try shop.take("SKU,\(name),Quantity\n0012,2027-03-31,10\n0013,2027-06-30,11\n", accept)
    #expect(question(alone).contains("'\(name)'"))
  }

  // MARK: Places

  @Test(arguments: [
    "Werk", "Magazijn", "Lager", "Filiale", "Plant", "Store", "Warehouse", "Dépôt", "Magasin", "Almacén", "Tienda",
    "Magazzino", "Negozio", "Butik", "Lagerort", "Filiaal", "Vestiging", "Lagernr", "Lagersted", "Filialbezeichnung",
  ])
  func aPlaceIsNotPassedOver(name: String) throws {
    let shop = try stockedShop()
    let summary = try shop.take("Artikelnr;\(name);Bestand\n0012;store2;14\n0013;shop;22\n") {
      $0.asksForNewRecords = true
    }
    #expect(!summary.isApplied)
    let codes = summary.stoppingGuards.map(\.code)
    #expect(codes == [.newLocations] || question(summary).contains("--map \(name)=location"), "\(codes)")
  }

  @Test func aDanishLagerIsAQuantity() throws {
    let shop = try stockedShop()
    #expect(try shop.take("Varenr;Varenavn;Salgspris;Lager\n0012;Te;2,50;17\n0013;Kop;3,50;29\n").isApplied)
    #expect(try stock(shop) == "17")
  }

  @Test(arguments: [
    "Varenr;Varenavn;Stregkode;Indkøbspris;Salgspris;Beholdning",
    "Varenummer;Beskrivelse;Strekkode;Innkjøpspris;Pris;Antall",
    "Varenr.;Varetekst;Stregkode;Kostpris;Udsalgspris;Lager",
    "Artikelnummer;Benämning;Streckkod;Inköpspris;Pris;Antal",
  ])
  func scandinavianHeadersAreRead(header: String) throws {
    let shop = try TestShop()
    try shop.take("location\nshop\n")
    #expect(
      try shop.take("\(header)\nZ1;Krus;4006381333931;2,50;4,95;10\nZ2;Pen;4006381333948;1,10;2,20;4\n").isApplied)
    #expect(try shop.lines("prices", "sku", "price") == ["Z1,4.95", "Z2,2.20"])
    #expect(try shop.lines("variants", "sku", "standard_cost") == ["Z1,2.5", "Z2,1.1"])
    #expect(try shop.lines("barcodes", "sku", "barcode") == ["Z1,4006381333931", "Z2,4006381333948"])
    #expect(try shop.lines("products", "title") == ["Krus", "Pen"])
    #expect(try stock(shop, "Z1") == "10")
  }

  // MARK: Changes and returns

  @Test func aPlusSignIsAChange() throws {
    let shop = try stockedShop()
    let summary = try shop.take("SKU,Stock\n0012,+3\n0013,-2\n")
    #expect(question(summary).contains("--set movement_kind=adjustment"))
    let changes = try shop.take("SKU,Stock\n0012,+3\n0013,-2\n") {
      $0.kind = "movements"
      $0.constants = ["movement_kind": "adjustment", "effective_at": "2026-12-05"]
    }
    #expect(changes.isApplied)
    #expect(try stock(shop) == "23")
  }

  @Test(arguments: ["Rücksendung an Lieferant", "Retoure", "Return to supplier", "RMA No", "Retour fournisseur"])
  func goodsThatGoBackToTheSupplierAreNotReceived(name: String) throws {
    let shop = try stockedShop()
    let list = "\(name);Datum;Lieferant;Artikel;Menge\nR1;2026-12-20;ACME;0012;3\n"
    let error = #expect(throws: Problems.self) { try shop.take(list) }
    #expect(error?.remedy.contains("--kind movements --set movement_kind=supplier-return") == true)
    let back = try shop.take(list) {
      $0.kind = "movements"
      $0.constants = ["movement_kind": "supplier-return"]
    }
    #expect(back.isApplied)
    #expect(try stock(shop) == "17")
  }

  // MARK: Columns that are missed

  @Test(arguments: [
    ("Receipt,Date,SKU,Pack,Qty,Price|1,2026-10-01,0012,6,2,13.00|2,2026-10-01,0013,1,1,4.90", "Pack"),
    ("Receipt,Date,SKU,Qty,Refunded qty,Price|1,2026-10-01,0012,3,1,2.50|2,2026-10-01,0013,1,0,4.90", "Refunded qty"),
    (
      "Delivery note,Date,Supplier,SKU,Received,Damaged|D1,2026-10-11,ACME,0012,18,2|D1,2026-10-11,ACME,0013,12,0",
      "Damaged"
    ),
    ("Artikel;Bezeichnung;Berlin;Hamburg;Gesamt|0012;Tee;3;4;7|0013;Tasse;5;6;11", "Hamburg"),
    ("Artikel;Bezeichnung;Berlin;Hamburg|0012;Tee;3;4|0013;Tasse;5;6", "Berlin"),
    ("Artikel;Bezeichnung;36;38;40|0012;Schuh;3;4;1|0013;Stiefel;5;6;2", "38"),
    ("SKU,Name,Price,RRP|0012,Tea,2.50,2.99|0013,Cup,3.50,3.99", "RRP"),
    ("Artikel;Bezeichnung;EK;Einkaufspreis|0012;Tee;1,10;1,20|0013;Tasse;1,20;1,30", "Einkaufspreis"),
    ("Style,Name,Price,S,M,L|T1,Shirt,19.90,2,4,1|T2,Polo,29.90,0,3,5", "M"),
    ("Artikel;Bezeichnung;Bestellmenge;EK|0012;Tee;24;1,10|0013;Tasse;12;1,20", "Bestellmenge"),
    ("sku,title,regular_price,sale_price|0012,Tea,2.50,1.99|0013,Cup,3.50,2.99", "sale_price"),
    ("Artikelnr;Preis;Aktionspreis|0012;2,50;1,99|0013;3,50;2,99", "Aktionspreis"),
    ("SKU,Name,Price,Discount price|X1,Cap,9.50,8|X2,Hat,19.50,16", "Discount price"),
    ("Artikel;Lieferant;EK;Lieferant 2;EK 2|0012;ACME;1,15;BETA;1,10|0013;ACME;1,25;BETA;1,20", "EK 2"),
    ("Supplier,SKU,Description,Price,MOQ,Lead time|ACME,Y1,Bolt,0.55,100,14|ACME,Y2,Nut,0.35,100,14", "Supplier"),
    ("Artikel;Bezeichnung;Bestand;Preis;Wert|0012;Tee;14;1,10;15,40|0013;Tasse;22;1,20;26,40", "Wert"),
    ("SKU,Name,Price,Damaged|0012,Tea,2.50,3|0013,Cup,3.50,1", "Damaged"),
    ("SKU;Name;VK;Unterwegs|0012;Tee;2,50;12|0013;Tasse;3,50;15", "Unterwegs"),
    ("SKU,Name,Kode,Price|0012,Tea,4006381333931,2.50|0013,Cup,4006381333948,3.50", "Kode"),
  ]) func aColumnThatIsMissedIsAskedAbout(list: String, column: String) throws {
    let shop = try TestShop()
    let summary = try shop.take(list.replacing("|", with: "\n") + "\n") {
      $0.location = "shop"
      $0.accepted = ["new-items", "new-locations", "new-suppliers"]
    }
    #expect(question(summary).contains("'\(column)'"))
  }

  @Test func theDaysOfAnOfferAreNotLost() throws {
    let list =
      "Artikelnr;Aktionspreis;Aktion von;Aktion bis\n0012;1,99;2026-12-13;2026-12-24\n0013;1,89;2026-12-13;2026-12-24\n"
    let summary = try stockedShop().take(list) {
      $0.kind = "prices"
      $0.columns = ["Aktionspreis": "price"]
    }
    #expect(question(summary).contains("--map 'Aktion von=valid_from'"))
    #expect(question(summary).contains("--map 'Aktion bis=valid_to'"))
  }

  @Test func nothingThatCameBackIsNoQuestion() throws {
    let shop = try stockedShop()
    #expect(
      try shop.take(
        "Receipt,Date,SKU,Qty,Refunded qty,Pack,Price\n1,2027-01-01,0012,3,0,1,2.50\n2,2027-01-01,0013,1,0,1,4.90\n"
      ).isApplied)
  }

  @Test func theValueOfTheStockIsNotOfferedAsThePrice() throws {
    let summary = try stockedShop().take("Artikel;Bezeichnung;Menge;Wert\n0012;Tee;14;15,40\n0013;Tasse;22;26,40\n")
    #expect(question(summary).contains("'Wert'"))
    #expect(!question(summary).contains("=price"))
    let average = try stockedShop().take(
      "Artikel;Name;Bestand;Ø-Preis;Lagerwert\n0012;Tee;14;1,10;15,40\n0013;Tasse;22;1,20;26,40\n")
    #expect(question(average).contains("--map 'Ø-Preis=standard_cost'"))
    let levels = try stockedShop().take("Artikel;Bestand;Ø-Preis\n0012;14;1,10\n0013;22;1,20\n")
    #expect(question(levels).contains("--map 'Ø-Preis=unit_cost'"))
  }

  @Test func rowsOfReceiptsWithoutQuantitiesAreSales() throws {
    let shop = try stockedShop()
    let list =
      "Receipt,Date,SKU,Price\n1001,2027-01-01,0012,2.50\n1001,2027-01-01,0012,2.50\n1002,2027-01-01,0013,4.90\n"
    let error = #expect(throws: Problems.self) { try shop.take(list) }
    #expect(error?.remedy.contains("--kind sales --set quantity=1") == true)
    let sales = try shop.take(list) {
      $0.kind = "sales"
      $0.constants = ["quantity": "1"]
    }
    #expect(sales.isApplied)
    #expect(try stock(shop) == "18")
  }

  @Test func amountsOfInvoicesAreTaken() throws {
    let shop = try TestShop()
    try shop.take("Rechnung;Datum;Lieferant;Netto;MwSt;Brutto\nR1;2026-10-13;ACME;100,00;19,00;119,00\n") {
      $0.accepted = ["new-suppliers"]
    }
    #expect(try shop.lines("invoices", "net_amount", "tax_amount", "total_amount") == ["100.00,19.00,119.00"])
  }

  @Test(arguments: [
    "Pakbon;Datum;Leverancier;Artikel;Omschrijving;Besteld;Geleverd",
    "Följesedel;Datum;Leverantör;Artikelnr;Benämning;Beställt;Levererat",
    "Følgeseddel;Dato;Leverandør;Varenr;Varenavn;Bestilt;Leveret",
  ])
  func deliveryNotesOfOtherLanguagesAreReceipts(header: String) throws {
    let shop = try stockedShop()
    let summary = try shop.take("\(header)\nPB-8;2026-12-13;ACME;0012;Te;24;18\nPB-8;2026-12-13;ACME;0013;Kop;12;12\n")
    {
      $0.accepted = ["new-suppliers"]
    }
    #expect(summary.isApplied)
    #expect(try stock(shop) == "38")
  }

  @Test(arguments: [
    "DDT n.;Codice;Descrizione;Q.tà\n9;0012;Tea;18\n9;0013;Cup;12\n",
    "Factuurnummer;Artikelnummer;Omschrijving;Aantal\n9;0012;Tea;18\n9;0013;Cup;12\n",
  ]) func aDocumentOfUnknownKindIsRefusedWithCommands(list: String) throws {
    let error = #expect(throws: Problems.self) { try stockedShop().take(list) }
    #expect(error?.remedy.contains("--kind") == true)
  }

  // MARK: Reasons and scanners

  @Test(arguments: [
    ("Bruch", "damage"), ("DAMAGED", "damage"), ("casse", "damage"), ("Verderb", "expiry"), ("expired", "expiry"),
    ("Diebstahl", "known-theft"), ("vol", "known-theft"), ("Known theft", "known-theft"), ("Damage", "damage"),
  ])
  func reasonsInOtherWords(word: String, code: String) throws {
    let shop = try stockedShop()
    let taken = try shop.take("Datum;Artikel;Menge;Grund\n2026-12-13;0012;-2;\(word)\n") {
      $0.kind = "movements"
      $0.constants = ["movement_kind": "write-off"]
    }
    #expect(taken.isApplied)
    #expect(
      try shop.int("SELECT COUNT(*) FROM movements m JOIN reasons r ON r.id = m.reason_id WHERE r.code = '\(code)'")
        == 1)
  }

  @Test func anUnknownReasonIsRefusedWithTheList() throws {
    let refused = try stockedShop().take("Datum;Artikel;Menge;Grund\n2026-12-13;0012;-2;Schwund\n") {
      $0.kind = "movements"
      $0.constants = ["movement_kind": "write-off"]
    }
    #expect(refused.errors.contains("2 unknown-reason"))
  }

  @Test(arguments: ["4006381333931;3\n", "4006381333931,3,2026-12-01 12:00\n4006381333948,1,2026-12-01 12:01\n"])
  func aScannerListWithoutHeader(text: String) throws {
    let error = #expect(throws: Problems.self) { try stockedShop().take(text) }
    let remedy = error?.remedy ?? ""
    #expect(remedy.contains("columns=barcode,quantity"))
    #expect(remedy.contains("--kind count_lines --set count=NAME"))
    #expect(remedy.contains("--kind sales"))
  }
}
