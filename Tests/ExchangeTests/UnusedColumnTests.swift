import Exchange
import FormatKit
import RetailValues
import Stock
import Testing

/// Columns that must not be passed over in silence.
@Suite struct UnusedColumnTests {
  private func asked(_ text: String, _ configure: (inout ImportRequest) -> Void = { _ in }) throws -> [String] {
    let summary = try TestShop().takeList(text, plan: true, configure)
    let found = summary.guards.first { $0.code == .columnsNotUsed }
    return found?.examples.map { "\($0.value ?? "") \($0.message.contains("--map "))" } ?? []
  }

  /// The list, and its columns that are asked about with whether a field is for them.
  @Test(arguments: [
    ("sku;title;Preis;Neuer Preis|A;Mug;2,50;2,90|B;Cup;3,50;3,90", ["Neuer Preis true"]),
    ("sku;title;Preis netto|A;Mug;2,50|B;Cup;3,50", ["Preis netto true"]),
    ("sku;title;Price VAT|A;Mug;2,50|B;Cup;3,50", ["Price VAT true"]),
    ("sku;title;VK;Netto-Netto|A;Mug;2,50;1,10|B;Cup;3,50;1,20", ["Netto-Netto true"]),
    ("sku;title;VK;Ihr Preis|A;Mug;2,50;1,10|B;Cup;3,50;1,20", ["Ihr Preis true"]),
    ("sku;title;VK;Bezugspreis|A;Mug;2,50;1,10|B;Cup;3,50;1,20", ["Bezugspreis true"]),
    ("sku;title;VK brutto;VK netto;alter Preis|A;Mug;2,38;2,00;3,00|B;Cup;3,57;3,00;4,00", []),
    ("sku;title;Preis;Preis 2|A;Mug;2,50;2,10|B;Cup;3,50;3,20", []),
    ("sku;title;VK;Pieces|A;Mug;2,50;18|B;Cup;3,50;31", ["Pieces true"]),
    ("sku;title;VK;Lager 1|A;Mug;2,50;18|B;Cup;3,50;31", ["Lager 1 true"]),
    ("sku;title;Differenz|A;Mug;-2|B;Cup;-3", ["Differenz false"]),
    ("sku;title;KW 47;KW 48|A;Mug;2;3|B;Cup;1;0", ["KW 47 false", "KW 48 false"]),
    ("sku;title;Week 47|A;Mug;2|B;Cup;1", ["Week 47 false"]),
    ("sku;title;2026-11-20;2026-11-21|A;Mug;2;3|B;Cup;1;0", ["2026-11-20 false", "2026-11-21 false"]),
    ("sku;title;Nov 20;Nov 21|A;Mug;2;3|B;Cup;1;0", ["Nov 20 false", "Nov 21 false"]),
    ("sku;title;Okt 26;Nov 26|A;Mug;2;3|B;Cup;1;0", ["Okt 26 false", "Nov 26 false"]),
    ("sku;title;Verkauf Okt;Verkauf Nov|A;Mug;2;3|B;Cup;1;0", ["Verkauf Okt false", "Verkauf Nov false"]),
    ("sku;title;2025;2026|A;Mug;2;3|B;Cup;1;0", ["2025 false", "2026 false"]),
    ("sku;title;Stock;KW 47;KW 48|A;Mug;2;3;1|B;Cup;1;0;2", []),
    ("sku;title;VK;Stück je Karton|A;Mug;2,50;24|B;Cup;3,50;20", []),
    ("sku;title;VK;Stück/Karton|A;Mug;2,50;24|B;Cup;3,50;20", []),
    ("sku,title,Cost,Price,Currency|A,Mug,6.00,12.50,CHF|B,Cup,4.00,9.00,CHF", ["Cost true"]),
    ("sku;title;Kartons;Stück|A;Mug;2;5|B;Cup;1;7", ["Kartons true"]),
    ("sku,title,Cases,Units|A,Mug,2,5|B,Cup,1,7", ["Cases true"]),
    ("sku,title,Price ex VAT,VAT rate|A,Hat,10.00,20|B,Cup,5.00,20", ["Price ex VAT true"]),
    ("sku;title;Precio sin IVA|A;Mug;2,50|B;Cup;3,50", ["Precio sin IVA true"]),
    (
      "sku;title;Nákupná cena;Predajná cena;Množstvo|A;Hrnek;2,50;4,95;10|B;Pero;1,10;2,20;4",
      ["Nákupná cena true", "Predajná cena true", "Množstvo true"]
    ),
    ("Style,Colour,Size,SKU,Qty|S1,red,S,A1,3|,,M,A2,4|,,L,A3,5|S2,blue,S,B1,1", ["Style false"]),
    ("Kassen-Nr;Bezeichnung;EAN;VK|K-12;Tee;4006381333931;2,50|K-13;Jam;4006381333948;3,50", ["Kassen-Nr true"]),
    ("Datum;Artikelnummer;Abg.;Preis|2026-01-05;A;2;2,50|2026-01-06;B;1;3,50", ["Datum true", "Abg. false"]),
    ("SKU;Name;VK;Bstd.|A;Tea;2,50;18|B;Jam;3,50;31", ["Bstd. true"]),
    // Whole numbers alone are no evidence that they are what is on hand.
    ("sku;title;VK;Zz|A;Mug;2,50;6|B;Cup;3,50;12", ["Zz false"]),
    ("sku;title;VK;Cond.|A;Mug;2,50;6|B;Cup;3,50;12", []),
    ("sku;title;PVC TTC;PA net HT;Cond.|A;Mug;2,50;1,10;6|B;Cup;3,50;1,40;12", []),
    ("SKU;Name;EK;Vendita|A;Tea;1,50;2,50|B;Jam;2,50;3,50", ["Vendita true"]),
    ("SKU;Name;HEK;Retail price|A;Tea;1.10;2.50|B;Jam;2.20;3.50", ["HEK true"]),
    ("SKU;Name;P.A. HT;P.V. TTC|A;Tea;1,50;2,50|B;Jam;2,50;3,50", []),
    ("SKU;Name;Kosten;VK|A;Tea;1,50;2,50|B;Jam;2,50;3,50", []),
    ("SKU;Name;Z=1;VK|A;Tea;1,50;2,50|B;Jam;2,50;3,50", ["Z=1 true"]),
    ("Bestellnummer;Lieferant;Artikelnummer;Bestellmenge;P.A. HT|B1;acme;A;24;1,20|B1;acme;B;2;2,20", []),
    ("Bestellnummer;Lieferant;Artikelnummer;Bestellmenge;Zz|B1;acme;A;24;1,20|B1;acme;B;2;2,20", ["Zz true"]),
    (
      "Bestellnummer;Lieferant;Artikelnummer;Bestellmenge;EK;Rabatt %|B1;acme;A;24;1,20;10|B1;acme;B;2;2,20;10",
      ["Rabatt % false"]
    ),
    (
      "Bestellnummer;Lieferant;Artikelnummer;Bestellmenge;EK;Naturalrabatt|B1;acme;A;24;1,20;2|B1;acme;B;2;2,20;0",
      ["Naturalrabatt false"]
    ),
    ("Artikelnummer;Name;Lagerbestand gesamt;Verfügbar|A;Tee;18;15|B;Jam;9;9", ["Lagerbestand gesamt true"]),
    ("sku,title,price,action|A,Mug,2.50,Add|B,Cup,3.50,Delete", ["action false"]),
    ("receipt,date,sku,qty,price,Storno|1,2026-01-05,A,1,2.50,|2,2026-01-05,B,1,3.50,X", ["Storno false"]),
    ("receipt,date,sku,qty,unit price,Discount|1,2026-01-05,A,3,4.00,2.00|2,2026-01-05,B,1,3.50,0", ["Discount false"]),
    ("sku,title,Amount|A,Hat,10.00|B,Cup,5.50", ["Amount true"]),
    ("sku,title,size S,size M|A,Hat,1,2|B,Cup,2,3", ["size S false", "size M false"]),
    ("sku,title,Size: S,Size: M|A,Hat,4,2|B,Cup,,3", ["Size: S false", "Size: M false"]),
    ("sku;title;Gr. 36;Gr. 38|A;Hose;1;2|B;Rock;2;3", ["Gr. 36 false", "Gr. 38 false"]),
    ("sku,title,S stock,M stock|A,Hat,1,2|B,Cup,2,3", ["S stock false", "M stock false"]),
    ("sku,title,Price EUR,Price USD|A,Hat,1.90,2.90|B,Cup,2.90,3.90", ["Price USD true"]),
    (
      "sku,title,Price GBP,Price EUR,Price USD|A,Mug,2.00,2.50,3.00|B,Cup,3.00,3.50,4.00",
      ["Price GBP true", "Price USD true"]
    ),
    ("sku,title,price,qty 1+,qty 10+|A,Nut,2.00,2.00,1.80|B,Nail,2.00,2.00,1.70", ["qty 1+ true", "qty 10+ true"]),
    ("sku,title,shop,warehouse|A,Hat,3,12|B,Cup,4,17", ["shop true", "warehouse true"]),
    ("sku,title,Amount|A,Hat,10|B,Cup,5", []),
    ("SKU,On Hand,As of|A,60,2026-10-31|B,50,2026-10-31", ["As of true"]),
    ("SKU,On Hand,Snapshot date|A,60,2026-10-31|B,50,2026-10-30", ["Snapshot date true"]),
    ("Date,SKU,Sold,Returned|2026-11-20,A,5,1|2026-11-20,B,2,0", ["Returned false"]),
    ("SKU,On Hand,Last sold|A,60,2026-10-31|B,50,2026-10-30", []),
    (
      "Delivery Note,Date,SKU,Qty Received,Unit Cost,Currency|D1,2026-11-20,A,2,4.80,USD|D1,2026-11-20,B,3,5.80,USD",
      ["Currency true"]
    ),
    (
      "Delivery Note,Date,SKU,Qty Received,Unit Cost,Currency|D1,2026-11-20,A,2,4.80,EUR|D1,2026-11-20,B,3,5.80,EUR",
      []
    ),
    ("sku,title,Was,Now|A,Hat,10.00,8.00|B,Cup,5.00,4.00", ["Was true", "Now true"]),
    ("sku,title,Price per kg|A,Tea,10.00|B,Rice,5.00", ["Price per kg false"]),
    ("sku,title,RRP,Trade Price per pack|A,Hat,10.00,60.00|B,Cup,5.00,30.00", ["Trade Price per pack false"]),
    ("SKU;VK1;VK2;EK|A;2,00;1,90;1,00|B;3,00;2,80;1,50", ["VK1 true", "VK2 true"]),
    ("sku;title;Preis (Tsd. EUR)|A;Car;12,5|B;Van;14,5", ["Preis (Tsd. EUR) true"]),
    ("sku,title,Stock (cases),Case size|A,Beans,3,12|B,Peas,4,6", ["Stock (cases) false"]),
    ("Artikelnummer;Name;Bestand Karton|A;Tee;3|B;Jam;4", ["Bestand Karton false"]),
    ("sku;title;Antal kartong|A;Te;3|B;Sylt;4", ["Antal kartong false"]),
    ("sku,title,qty,UOM|A,Beans,3,CASE 12|B,Soup,2,EA", ["UOM false"]),
    ("receipt,date,sku,qty,price,unit|1,2026-01-05,A,350,0.02,g|2,2026-01-05,A,1,15.00,kg", ["unit false"]),
    (
      "sku,title,qty,Batch,Best before|A,Tea,3,L1,2026-12-01|B,Jam,2,L2,2027-01-01",
      ["Batch false", "Best before false"]
    ),
    (
      "SKU,Name,Price,SKU,Name,Price|A,Hat,3.00,C,Cup,4.00|B,Cap,3.50,D,Pot,5.00",
      ["SKU (2) false", "Name (2) false", "Price (2) false"]
    ),
    ("SKU,Title,Price,,Code,Colour|A,Hat,3.00,,C,red|B,Cap,3.50,,D,blue", ["Code false", "Colour false"]),
    ("sku,title,price,Price|A,Hat,3.00,|B,Cap,,3.50", ["Price false"]),
    ("sku;title;netto|A;Mug;2,50|B;Cup;3,50", ["netto true"]),
    ("sku;title;VK;VK brutto|A;Mug;2,50;2,98|B;Cup;3,50;4,17", ["VK brutto true"]),
    ("sku;title;Preis ab 1;Preis ab 10|A;Mug;2,50;2,20|B;Cup;3,50;3,20", ["Preis ab 1 true", "Preis ab 10 true"]),
    ("sku;title;Bestand Berlin;Bestand Hamburg|A;Mug;5;7|B;Cup;3;2", ["Bestand Berlin true", "Bestand Hamburg true"]),
    (
      "sku;title;Bestand;Bestand Berlin;Bestand Hamburg|A;Mug;12;5;7|B;Cup;5;3;2",
      ["Bestand Berlin true", "Bestand Hamburg true"]
    ),
    (
      "sku;title;Sollbestand;Istbestand heute|A;Mug;5;7|B;Cup;3;2", ["Sollbestand false", "Istbestand heute true"]
    ),
    ("sku;title;Preis;Preis|A;Mug;2,50;3,00|B;Cup;3,50;4,00", ["Preis (2) true"]),
    ("sku;title;Preis ab 100|A;Mug;2,50|B;Cup;3,50", ["Preis ab 100 true"]),
    ("sku,title,Reorder point|A,Mug,5|B,Cup,3", ["Reorder point false"]),
    ("receipt,date,sku,qty,price,status|1,2026-01-05,A,1,2.50,OK|2,2026-01-05,B,1,3.50,Cancelled", ["status false"]),
    ("receipt,date,sku,qty,price,what|1,2026-01-05,A,1,2.50,sale|2,2026-01-05,B,1,3.50,Return", ["what false"]),
    ("receipt,date,time,sku,qty,price|1,2026-01-05,9.13 h,A,1,2.50|2,2026-01-05,10.02 h,B,1,3.50", ["time false"]),
    ("receipt,date,time,sku,qty,price|1,2026-01-05,9:13,A,1,2.50|2,2026-01-05,,B,1,3.50", ["time false"]),
    ("Bon;Datum;SKU;Menge;Einzelpreis;Retoure|1;2026-01-05;A;2;1,00;|2;2026-01-05;A;1;1,00;X", ["Retoure false"]),
    (
      "Bon;Datum;SKU;Menge;Einzelpreis;Vorzeichen|1;2026-01-05;A;2;1,00;+|2;2026-01-05;A;1;1,00;-", ["Vorzeichen false"]
    ),
    ("Bon;Datum;SKU;Menge;Einzelpreis;Typ|1;2026-01-05;A;2;1,00;V|2;2026-01-05;A;1;1,00;R", ["Typ false"]),
    ("Bon;Datum;SKU;Menge;Einzelpreis;Gelöscht|1;2026-01-05;A;2;1,00;|2;2026-01-05;A;1;1,00;x", ["Gelöscht false"]),
    (
      "Bon;Datum;SKU;Menge;Einzelpreis;Training|1;2026-01-05;A;2;1,00;nein|2;2026-01-05;A;1;1,00;ja", ["Training false"]
    ),
    ("receipt,date,sku,qty,price,Sale/Return|1,2026-01-05,A,2,1.00,S|2,2026-01-05,A,1,1.00,R", ["Sale/Return false"]),
    (
      "Bon;Datum;SKU;Menge;Einzelpreis;Gesamt|1;2026-01-05;A;2;10,00;20,00|2;2026-01-05;A;1;10,00;-10,00",
      ["Gesamt false"]
    ),
    (
      "receipt,date,time,sku,qty,price|1,2026-01-05 00:00:00,9:13,A,1,2.50|2,2026-01-06 00:00:00,9:14,B,1,3.50",
      ["time false"]
    ),
    ("sku,price,effective|A,2.50,2026-12-01|B,3.50,2026-12-15", ["effective true"]),
  ]) func theImportAsks(list: String, columns: [String]) throws {
    #expect(try asked(list) == columns, "\(list)")
    let accepted = try TestShop().take(list.replacing("|", with: "\n") + "\n", plan: true) {
      $0.location = "shop"
      $0.accepted = ["new-items", "new-locations", "new-suppliers", "columns-not-used"]
      $0.asksForNewRecords = true
    }
    #expect(accepted.stoppingGuards.isEmpty && accepted.errorCount == 0)
  }

  /// One record among thousands, in a column that is empty before it.
  @Test func aStateIsFoundWhereverItIs() throws {
    let rows = (1...6000).map { "\($0),2026-01-05,A,1,2.50,\($0 == 5900 ? "Voided" : "")" }.joined(separator: "\n")
    #expect(try asked("receipt,date,sku,qty,price,status\n" + rows) == ["status false"])
    let names = (1...200).map { "\($0),2026-01-05,A,1,2.50,Return \($0)" }.joined(separator: "\n")
    #expect(try asked("receipt,date,sku,qty,price,remark of till\n" + names) == [])
  }

  @Test func aTotalBelowZeroIsOfGoodsThatCameBack() throws {
    let list =
      "Bon;Datum;SKU;Menge;Einzelpreis;Gesamt\n1;2026-01-05;A;2;10,00;20,00\n2;2026-01-05;A;1;10,00;-10,00\n"
    let shop = try TestShop()
    let taken = try shop.take(list) {
      $0.location = "shop"
      $0.accepted = ["new-items", "new-locations"]
      $0.asksForNewRecords = true
      $0.rowRules.returned = ["Gesamt": ["-10,00"]]
    }
    #expect(taken.stoppingGuards.isEmpty && taken.errorCount == 0, "\(taken.reported)")
    #expect(try shop.int("SELECT SUM(quantity) FROM movements") == -1000)
  }

  /// A French price list whose supplier is stated: its packs and costs are the supplier's, and nothing becomes stock.
  @Test func theSizesOfPacksAreNotStock() throws {
    let shop = try TestShop()
    let list =
      "Réf.;Libellé;Univers;PVC TTC;PA net HT;Cond.;Code barre;TVA|CL-1;Casque;Vélo;59,90;31,15;6;4006381333931;8,1 %"
      + "|CL-2;Pompe;Vélo;29,90;15,25;10;4006381333948;8,1 %"
    let summary = try shop.takeList(list) { $0.supplier = "acme" }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(
      try shop.lines("supplier_items", "sku", "unit_cost", "pack_size") == ["CL-1,31.15,6", "CL-2,15.25,10"])
    #expect(try shop.lines("prices", "sku", "price") == ["CL-1,59.90", "CL-2,29.90"])
    #expect(try shop.lines("products", "category", "tax_rate") == ["Vélo,8.1", "Vélo,8.1"])
    #expect(try shop.int("SELECT COUNT(*) FROM movements") == 0)
  }

  @Test func theAmountsOfSalesAreAskedAbout() throws {
    let list = "receipt,date,sku,qty,Net sales|1,2026-01-05,A,2,5.00|2,2026-01-05,B,1,3.50"
    #expect(try asked(list) { $0.kind = "sales" } == ["Net sales true"])
  }

  @Test func whatReceiptsCostIsAskedAbout() throws {
    let list = "receipt,date,supplier,sku,qty,price,RRP|1,2026-01-05,ACME,A,1,2.50,4.00|2,2026-01-05,ACME,B,1,3.50,5.00"
    #expect(try asked(list) { $0.kind = "receipts" } == ["price true"])
  }

  /// Lists whose other columns change nothing of what is taken.
  @Test(arguments: [
    // Amounts in cents, and of several items, are read as such.
    "sku;title;Preis in Cent|A;Mug;250|B;Cup;350", "sku,title,price_cents|A,Mug,250|B,Cup,350",
    "sku;title;Preiseinheit;Preis|A;Nail;100;2,50|B;Bolt;100;3,50", "sku;title;Preis pro 100|A;Mug;2,50|B;Cup;3,50",
    "sku;title;VK netto;VK brutto|A;Mug;2,50;2,98|B;Cup;3,50;4,17", "sku;title;VK netto|A;Mug;2,50|B;Cup;3,50",
    "SKU,Name,Cost ex VAT,Price inc VAT,Margin %|A,Mug,2.50,4.95,49.49|B,Cup,3.50,5.95,41.18",
    "sku,title,qty,unit|A,Beans,3,each|B,Soup,2,each", "sku,title,price,Weight|A,Mug,2.50,0.35|B,Cup,3.50,0.40",
    "sku;title;Alter Preis;Neuer Preis|A;Mug;2,50;2,90|B;Cup;3,50;3,90",
    "sku;title;Alter Preis;Preis|A;Mug;2,50;2,98|B;Cup;3,50;4,17",
    "SKU,Description,Cost,RRP,Qty on hand,Reorder point|A,Mug,2.50,7.99,12,5|B,Cup,3.10,9.99,35,10",
    "sku,title,price,shipping cost,compare at price|A,Mug,2.50,5,3.00|B,Cup,3.50,5,4.00",
    "sku,title,price,cost,stock,min stock,stock value|A,Mug,2.50,1.00,5,1,5.00|B,Cup,3.50,2.00,5,1,10.00",
    "sku,title,weight,price group|A,Mug,2.50,5|B,Cup,3.50,5",
    "sku,title,price,stock,old stock status|A,Mug,2.50,5,x|B,Cup,3.50,5,y",
    "sku,title,cost|A,Mug,0|B,Cup,0",
    "receipt,date,sku,qty,price,kind of line|1,2026-01-05,A,1,2.50,sale|2,2026-01-05,B,-1,3.50,Return",
    "sku,title,price in shop|A,Mug,|B,Cup,",
    "sku;title;Preis;Jahrgang;Regal-Nr.;Seite|A;Mug;2,50;2019;3;12|B;Cup;3,50;2021;4;13",
    "SKU,Name,Price,Created at,Votes,Alcohol %|A,Mug,2.50,2026-01-01,12,12.5|B,Cup,3.50,2026-01-02,3,13.5",
    "sku;title;Preis;Preis|A;Mug;2,50;2,50|B;Cup;3,50;3,50",
    "receipt,date,sku,qty,price,total|1,2026-01-05,A,1,2.50,2.50|2,2026-01-05,B,-1,3.50,-3.50",
    "receipt,date,sku,qty,price,return allowed|1,2026-01-05,A,1,2.50,yes|2,2026-01-05,B,1,3.50,yes",
  ]) func theImportGoesOn(list: String) throws {
    #expect(try asked(list) == [], "\(list)")
  }

  @Test func aColumnIsTakenForTheFieldThatItIsGiven() throws {
    let shop = try TestShop()
    let list = "sku;title;Preis;Neuer Preis\nA;Mug;2,50;2,90\nB;Cup;3,50;3,90\n"
    try shop.take(list) { $0.columns = ["Neuer Preis": "price"] }
    #expect(try shop.lines("prices", "sku", "price") == ["A,2.90", "B,3.90"])
    // A column of the field's own name does not come first, and a column that is left out is not asked about.
    #expect(try asked(list) { $0.columns = ["Neuer Preis": ""] } == [])
    let stock = try TestShop()
    try stock.take("sku;Bestand Berlin;Bestand Hamburg;quantity\nA;5;7;1\n") {
      $0.columns = ["Bestand Berlin": "quantity"]
      $0.location = "shop"
      // The column called quantity is asked about.
      $0.accepted = ["new-items", "new-locations", "columns-not-used"]
      $0.asksForNewRecords = true
    }
    #expect(try stock.int("SELECT SUM(quantity) FROM movements") == 5000)
  }

  @Test func aFieldThatTheRecordsDoNotHaveIsRefused() throws {
    let shop = try TestShop()
    let list = "receipt,date,sku,qty,price,cost\n1,2026-01-05,A,1,2.50,1\n"
    let refused = try #require(throws: Problems.self) {
      try shop.take(list) {
        $0.kind = "sales"
        $0.columns = ["cost": "unit_cost"]
      }
    }
    #expect(refused.code == .nothingMapped && refused.first.value == "cost")
    let missing = try #require(throws: Problems.self) {
      try shop.take(list) { $0.columns = ["prise": "unit_price"] }
    }
    #expect(missing.code == .columnMissing && missing.remedy.contains("'price'"))
  }

  @Test(arguments: [
    ("Datum;Uhrzeit", "14.11.2026;09:13", "2026-11-14T09:13"), ("date;time", "2026-11-14;9:13 PM", "2026-11-14T21:13"),
    ("Datum;Uhrzeit", "14.11.2026;09:13:59", "2026-11-14T09:13:59"),
  ]) func aTimeOfDayIsTakenWithItsDay(columns: String, values: String, moment: String) throws {
    let shop = try TestShop()
    let taken = try shop.take("Bon;\(columns);sku;Menge;Einzelpreis\n1;\(values);A;2;9,90\n") {
      $0.location = "shop"
      $0.accepted = ["new-items", "new-locations", "date-far-off"]
      $0.asksForNewRecords = true
    }
    #expect(taken.errorCount == 0, "\(taken.problems.map(\.message))")
    let moments = try shop.lines("sales", "effective_at")
    #expect(moments.first?.hasPrefix(moment) == true, "\(moments)")
  }

  /// Rows that did not happen are left out, and goods that came back are taken as such: the rows, and the stock of A, of which
  /// there were 10.
  @Test(arguments: [
    ("1,2026-01-05,A,2,2.50,|2,2026-01-05,A,1,3.50,X", ["Status=X"], [], 8),
    (
      "1,2026-01-05,A,2,2.50,paid|2,2026-01-05,A,1,3.50,Cancelled|3,2026-01-05,A,1,3.50,VOID",
      ["Status=cancelled", "Status=void"], [], 8
    ),
    ("1,2026-01-05,A,2,2.50,sale|2,2026-01-05,A,1,2.50,Return", [], ["Status=return"], 9),
    (
      "1,2026-01-05,A,2,2.50,sale|2,2026-01-05,A,-1,2.50,Return|3,2026-01-05,A,3,2.50,void", ["Status=void"],
      ["Status=Return"], 9
    ),
  ]) func rowsHaveRules(rows: String, leftOut: [String], returned: [String], stock: Int) throws {
    let shop = try TestShop()
    try shop.take("sku,title,stock\nA,Tea,10\n") {
      ($0.location, $0.accepted, $0.constants) = ("shop", ["new-locations"], ["effective_at": "2026-01-01"])
    }
    func pairs(_ texts: [String]) -> [String: [String]] {
      ["Status": texts.map { String($0.split(separator: "=")[1]) }].filter { !$0.value.isEmpty }
    }
    let text = "receipt,date,sku,qty,price,Status\n" + rows.replacing("|", with: "\n") + "\n"
    let summary = try shop.take(text, name: "sales.csv") {
      ($0.location, $0.accepted) = ("shop", ["date-far-off"])
      ($0.rowRules.leftOut, $0.rowRules.returned) = (pairs(leftOut), pairs(returned))
    }
    #expect(summary.stoppingGuards.isEmpty && summary.errorCount == 0)
    #expect(try shop.int("SELECT SUM(quantity) / 1000 FROM balances") == stock)
  }

  /// The list, and the options that the question about it names.
  @Test(arguments: [
    (
      "SKU;Titel;EAN Karton;Stück je Karton;VK|A;Cola;4000000003014;24;0,89|B;Bier;4000000003021;20;0,99",
      "--map 'EAN Karton=barcode' --map 'Stück je Karton=pack_quantity'"
    ),
    ("SKU;Titel;VK 2029-01-01 netto|A;Hut;10,90|B;Kappe;9,90", "--set tax_included=no --set valid_from=2029-01-01"),
    ("SKU;Titel;Preis gültig ab 01.02.2029|A;Hut;10,90|B;Kappe;9,90", "=price' --set valid_from=2029-02-01"),
    ("SKU;Titel;EK;VK;Währung|A;Hut;10,90;20,00;CHF|B;Kappe;9,90;19,00;CHF", "--supplier CODE"),
  ]) func theQuestionNamesOptions(list: String, options: String) throws {
    let summary = try TestShop().take(list.replacing("|", with: "\n") + "\n", plan: true) { $0.location = "shop" }
    let messages = summary.guards.flatMap(\.examples).map(\.message)
    #expect(messages.contains { $0.contains(options) }, "\(messages)")
  }
}
