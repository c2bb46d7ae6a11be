import FormatKit
import ProblemKit
import Stock
import Testing

@testable import Exchange

/// Quantities of documents are not the stock on hand, and goods that were ordered have not come yet.
@Suite struct DocumentQuantityTests {
  /// What is asked of a list in a shop that has its items; nil when it is taken.
  private func question(_ name: String, _ text: String) throws -> Problem? {
    let shop = try TestShop()
    try shop.take("sku,title,stock\n0012,Tea,20\n0013,Cup,30\n") {
      ($0.location, $0.accepted) = ("shop", ["new-locations"])
    }
    do {
      try shop.take(text.replacing("|", with: "\n"), name: name, plan: true) {
        ($0.location, $0.accepted) = ("shop", ["new-suppliers", "stock-changed"])
      }
      return nil
    } catch let problems as Problems {
      return problems.first
    }
  }

  /// The list, and a command of the answer.
  @Test(arguments: [
    (
      "n.json", #"{"receipt":"R-77","items":[{"sku":"0012","quantity":2},{"sku":"0013","quantity":1}]}"#,
      "--kind sales --set document=R-77 --set effective_at=DATE"
    ),
    (
      "n.json",
      #"{"order_number":"PO-1","supplier":"ACME","lines":[{"sku":"0012","quantity":24},{"sku":"0013","quantity":12}]}"#,
      "--kind order_lines --supplier ACME --set order_number=PO-1"
    ),
    (
      "n.json", #"{"wishlist":[{"sku":"0012","quantity":2},{"sku":"0013","quantity":1}]}"#,
      "moves no stock and need not be imported"
    ),
    (
      "n.xml",
      "<sales date='2026-10-11'><sale><sku>0012</sku><qty>2</qty></sale><sale><sku>0013</sku><qty>1</qty></sale></sales>",
      "--kind sales --set effective_at=2026-10-11"
    ),
    (
      "n.xml",
      "<DeliveryNote><Number>DN-9</Number><Items><Item><sku>0012</sku><qty>2</qty></Item><Item><sku>0013</sku><qty>1</qty></Item></Items></DeliveryNote>",
      "--kind receipts --set document=DN-9 --set effective_at=DATE"
    ),
    (
      "n.csv", "DDT n.;Codice;Descrizione;Q.tà|9;0012;Tea;18|9;0013;Cup;12|",
      "--kind receipts --set effective_at=DATE"
    ),
    (
      "n.csv", "Factuurnummer;Artikelnummer;Omschrijving;Aantal|9;0012;Tea;18|9;0013;Cup;12|",
      "--kind invoice_lines --supplier CODE"
    ),
    (
      "n.csv", "Lieferschein Nr. 4711 vom 12.10.2026||Artikelnr;Bezeichnung;Menge|0012;Tee;18|0013;Tasse;12|",
      "--kind receipts --set document=4711 --set effective_at=2026-10-12"
    ),
    (
      "n.csv", "Bestellung 4711;;|;;|Artikelnr;Bezeichnung;Menge|0012;Tee;18|0013;Tasse;12|",
      "--kind order_lines --supplier CODE --set order_number=4711"
    ),
    ("lieferschein.csv", "sku,title,qty|0012,Tea,18|0013,Cup,12|", "--kind receipts --set effective_at=DATE"),
    ("n.csv", "Scontrino;Data;Codice;Quantità|1;31/10/2026;0012;2|2;31/10/2026;0013;1|", "--kind sales"),
    ("n.csv", "Reservierung;Artikelnummer;Menge|R1;0012;2|R2;0013;1|", "moves no stock and need not be imported"),
    // Goods that were ordered have not come.
    (
      "n.csv", "Order No,Date,Supplier,SKU,Qty|77,2026-10-31,ACME,0012,24|77,2026-10-31,ACME,0013,12|",
      "--kind order_lines"
    ),
    ("n.csv", "Bestellnummer;Datum;Lieferant;Artikelnummer;Menge|77;31.10.2026;ACME;0012;24|", "--kind order_lines"),
    ("n.csv", "Nº pedido;Fecha;Proveedor;Código;Cantidad|77;31/10/2026;ACME;0012;24|", "--kind order_lines"),
    ("n.csv", "Date,Supplier,SKU,Qty|2026-10-31,ACME,0012,24|", "--kind receipts"),
    // The lines of documents are not left out.
    (
      "n.csv", "PO,Supplier,Order date,SKU,Cartons|P1,ACME,2026-01-05,0012,3|P1,ACME,2026-01-05,0013,4|",
      "--kind order_lines --map COLUMN=order_quantity"
    ),
    (
      "n.csv", "Supplier,Order No,SKU,Backorder qty,Expected|ACME,77,0012,6,2026-12-05|",
      "--kind order_lines --map 'Backorder qty=order_quantity'"
    ),
    ("n.csv", "SKU,Received|0012,3|0013,2|", "rows are:|    stockroom import n.csv --kind receipts"),
    (
      "n.csv", "Angebot Nr.;Datum;Lieferant;Artikelnummer;Menge;EK|A7;31.10.2026;ACME;0012;24;1,10|",
      "say what:|    stockroom import n.csv --kind order_lines"
    ),
  ]) func aDocumentIsAskedAbout(name: String, text: String, answer: String) throws {
    let problem = try #require(try question(name, text))
    #expect([.nothingMapped, .kindAmbiguous].contains(problem.code))
    #expect(problem.remedy.contains(answer.replacing("|", with: "\n")))
  }

  /// A title that says something of all records is not passed over: the option, and what it is for.
  @Test(arguments: [
    ("All prices in USD||SKU,Name,Price|0012,Tea,9.00|0013,Cup,8.00|", "--set currency=USD"),
    ("# currency: GBP|SKU,Name,Price|0012,Tea,9.00|0013,Cup,8.00|", "--set currency=GBP"),
    ("Preise netto zzgl. MwSt.||SKU;Name;Preis|0012;Tee;9,00|0013;Tasse;8,00|", "--set tax_included=no"),
    ("SKU,Name,Stock as of 31.10.2026|0012,Tea,19|0013,Cup,28|", "--set effective_at=2026-10-31T23:59"),
    ("Bestand zum 31.10.2026||SKU;Name;Bestand|0012;Tee;19|0013;Tasse;28|", "--set effective_at=2026-10-31T23:59"),
    (
      "<list taxincluded='false'><p><sku>0012</sku><price>8.00</price></p><p><sku>0013</sku><price>9.00</price></p></list>",
      "--set tax_included=no"
    ),
    (#"{"valid_from":"2027-01-01","items":[{"sku":"0012","price":8.00}]}"#, "--set valid_from=2027-01-01"),
  ]) func aTitleIsAskedAbout(text: String, option: String) throws {
    let problem = try #require(
      try question(text.hasPrefix("<") ? "n.xml" : text.hasPrefix("{") ? "n.json" : "n.csv", text))
    #expect(problem.code == .titleNotUsed)
    #expect((problem.remedy + "\n").contains("\(option)\n"))
  }

  @Test func aLocationThatIsGivenIsNotAskedFor() throws {
    let shop = try TestShop()
    try shop.take("sku,title,stock,location\n0012,Tea,20,shop\n0013,Cup,30,depot\n") {
      $0.accepted = ["new-locations"]
    }
    try shop.take("Lager: depot\n\nSKU;Titel;Bestand\n0012;Tee;19\n0013;Tasse;28\n") {
      ($0.location, $0.constants, $0.accepted) = ("shop", ["location": "depot"], ["stock-changed"])
    }
    #expect(try shop.lines("stock_levels", "sku", "location", "quantity").sorted().contains("0012,depot,19"))
  }

  /// The list in a shop with a second location `depot`, and whether it is asked about; `shop` is the usual one.
  @Test(arguments: [
    ("Lager: depot||SKU;Titel;Bestand|0012;Tee;19|0013;Tasse;28|", false, true),
    ("Stock at DEPOT North||SKU,Title,On hand|0012,Tea,19|0013,Cup,28|", false, true),
    ("Stock of the shop, not the depot||SKU,Title,On hand|0012,Tea,19|0013,Cup,28|", false, false),
    ("Lager: depot||SKU;Titel;Bestand|0012;Tee;19|0013;Tasse;28|", true, false),
    ("Lager: depot||SKU;Titel;Bestand;Lagerort|0012;Tee;19;depot|0013;Tasse;28;depot|", false, false),
    ("Lager: depot||SKU;Titel;Preis|0012;Tee;1,90|0013;Tasse;2,80|", false, false),
  ]) func aTitleNamesAnotherLocation(text: String, isGiven: Bool, isAsked: Bool) throws {
    let shop = try TestShop()
    try shop.take("sku,title,stock,location\n0012,Tea,20,shop\n0013,Cup,30,depot\n") {
      $0.accepted = ["new-locations"]
    }
    var asked: Problem?
    do {
      try shop.take(text.replacing("|", with: "\n"), plan: true) {
        ($0.location, $0.isLocationGiven, $0.accepted) = ("shop", isGiven, ["columns-not-used", "stock-changed"])
      }
    } catch let problems as Problems {
      asked = problems.first
    }
    #expect((asked?.code == .titleNotUsed) == isAsked)
    #expect(asked.map { $0.remedy.contains("--location depot\n") } ?? !isAsked)
  }

  @Test(arguments: [
    ("n.csv", "sku,qty|0012,18|0013,28|"), ("n.json", #"{"items":[{"sku":"0012","quantity":18}]}"#),
    ("n.csv", "sku,qty,Last receipt|0012,18,2026-01-01|0013,28,2026-02-01|"),
    ("n.csv", "Artikelnummer;Bestand;Rechnungstext|0012;18;Tee|0013;28;Tasse|"),
    ("n.xml", "<stock><item><sku>0012</sku><qty>18</qty></item><item><sku>0013</sku><qty>28</qty></item></stock>"),
    ("stock after sale.csv", "sku,qty|0012,18|0013,28|"),
    ("n.csv", "Price list - all prices in EUR||SKU,Name,Price|0012,Tea,9.00|0013,Cup,8.00|"),
    ("n.csv", "Preisliste gültig ab 01.11.2026||SKU;Name;Preis;Bestand|0012;Tee;9,00;19|0013;Tasse;8,00;28|"),
    ("n.csv", "ALL the best from TOP supplies||SKU,Name,Price|0012,Tea,9.00|0013,Cup,8.00|"),
    ("n.csv", "Order No,Date,Supplier,SKU,Qty received|77,2026-10-31,ACME,0012,24|"),
    ("wareneingang.csv", "Date,Supplier,SKU,Qty|2026-10-31,ACME,0012,24|"),
    ("n.csv", "Lieferschein;Bestellnummer;Datum;Lieferant;Artikelnummer;Menge|L1;77;31.10.2026;ACME;0012;24|"),
  ]) func aPlainListIsTaken(name: String, text: String) throws {
    #expect(try question(name, text) == nil)
  }
}
