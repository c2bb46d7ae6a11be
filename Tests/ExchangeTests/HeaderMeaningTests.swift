import Exchange
import FormatKit
import RetailValues
import Stock
import Testing

/// Lists whose columns look like something else at first sight.
@Suite struct HeaderMeaningTests {
  func taken(_ list: String) throws -> (TestShop, ImportSummary) {
    let shop = try TestShop()
    return (shop, try shop.takeList(list))
  }

  /// The list, and what becomes of the price.
  @Test(arguments: [
    ("sku,title,Price (p)|A,Hat,1250|B,Cup,99", "A,12.50,EUR,true"),
    ("sku;title;Prix de vente HT;TVA|A;Savon;10,00;20%|B;Bol;5,00;20%", "A,10.00,EUR,false"),
    ("sku;title;VK netto|A;Tasse;10,00|B;Topf;5,00", "A,10.00,EUR,false"),
    ("SKU,Name,Cost ex VAT,Price inc VAT|A,Mug,2.50,4.95|B,Cup,3.50,5.95", "A,4.95,EUR,true"),
    ("Reference;Name;Price tax included;Quantity|A;Mug;11,90;300|B;Cup;29,00;15", "A,11.90,EUR,true"),
    ("SKU;Name;Tax inclusive price|A;Mug;11,90|B;Cup;29,00", "A,11.90,EUR,true"),
    ("SKU;Name;Prezzo IVA inclusa|A;Mug;11,90|B;Cup;29,00", "A,11.90,EUR,true"),
    ("SKU;Name;PVP con IVA|A;Mug;11,90|B;Cup;29,00", "A,11.90,EUR,true"),
    ("SKU;Name;Verkaufspreis inkl. USt|A;Mug;11,90|B;Cup;29,00", "A,11.90,EUR,true"),
    ("SKU;Name;Preis mit Steuer|A;Mug;11,90|B;Cup;29,00", "A,11.90,EUR,true"),
    ("SKU;Name;VK MwSt. nicht enthalten|A;Mug;11,90|B;Cup;29,00", "A,11.90,EUR,false"),
  ]) func pricesAreThoseOfTheHeader(list: String, price: String) throws {
    let (shop, summary) = try taken(list)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price", "currency", "tax_included").first == price)
  }

  /// Names below words that say no more than that they are about goods, amounts or stock.
  @Test func namesBelowWordsAreUnderstood() throws {
    let (shop, summary) = try taken(
      "Artikel;;Preise;;Lager;|Nummer;Bezeichnung;EK;VK;Bestand;Lieferant|A;Tasse;1,00;2,50;4;ACME|B;Topf;2,00;4,50;5;ACME"
    )
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("products", "product_code", "title") == ["A,Tasse", "B,Topf"])
    #expect(try shop.lines("prices", "sku", "price") == ["A,2.50", "B,4.50"])
    #expect(try shop.lines("supplier_items", "sku", "supplier", "unit_cost") == ["A,ACME,1", "B,ACME,2"])
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,4", "B,5"])
  }

  /// The number of a supplier is no item's code, and costs are no prices.
  @Test(arguments: [
    ("Lieferant,,Artikel,|Nummer,Name,Bezeichnung,VK|70001,Acme,Tasse,2.50|70001,Acme,Topf,4.50", false),
    (
      "Artikel,,EK,,VK,|Nummer,Name,netto,brutto,netto,brutto|A,Tasse,1.00,1.19,2.00,2.38|B,Topf,2.00,2.38,4.00,4.76",
      true
    ),
  ]) func namesBelowWordsThatSayMoreAreNotTakenAlone(_ list: String, isRead: Bool) throws {
    guard isRead else {
      #expect(throws: Problems.self) { try taken(list) }
      return
    }
    let (shop, summary) = try taken(list)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price") == ["A,2.38", "B,4.76"])
    #expect(try shop.lines("variants", "sku", "standard_cost") == ["A,1", "B,2"])
  }

  @Test func emptyColumnsWithoutNamesMoveNothing() throws {
    let rows = (1...250).map { "A\($0);;Tasse;;2,50;;" }
    let (shop, summary) = try taken((["SKU;;Titel;;VK;;"] + rows).joined(separator: "|"))
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price").count == 250)
    let (_, refused) = try taken((["SKU;;Titel;;VK;;"] + rows + ["B1;Topf;;3,50;;;"]).joined(separator: "|"))
    #expect(refused.errors == ["252 csv-long-row", "252 csv-long-row"] && !refused.isApplied, "\(refused.reported)")
  }

  /// The numbers that a database gives its records are codes of nothing.
  @Test func aDatabasesOwnNumbersAreNoCodes() throws {
    let (shop, summary) = try taken(
      "id,Name,Internal Reference,Barcode,Sales Price|__export__.product_1,Desk,FURN_001,4006381333931,120.00"
        + "|__export__.product_2,Chair,FURN_002,4006381333948,45.50")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku", "product_code") == ["FURN_001,FURN_001", "FURN_002,FURN_002"])
  }

  @Test func ofSeveralCurrenciesThatOfTheShopIsTaken() throws {
    let shop = try TestShop()
    let summary = try shop.take("sku,title,Price GBP,Price EUR\nA,Hat,10.00,12.50\nB,Cup,1.00,1.25\n") {
      $0.accepted = ["columns-not-used"]
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price", "currency").first == "A,12.50,EUR")
  }

  /// Words next to barcodes, or next to codes of which some are missing, are names.
  @Test func wordsAreNames() throws {
    let (shop, summary) = try taken("EAN;Artikel;Preis|4006381333931;Stift;1,99|4006381333948;Heft;0,99")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("products", "product_code", "title") == ["4006381333931,Stift", "4006381333948,Heft"])
    let codes = try taken("Code;Artikel;Bestand|T1;Tasse;3|;Teller;4|T3;Topf;5").1
    #expect(!codes.isApplied && codes.errorCount > 0, "\(codes.reported)")
    // Codes with digits are codes.
    let plain = try taken("EAN;Artikel;Preis|4006381333931;S-10;1,99|4006381333948;H-20;0,99")
    #expect(try plain.0.lines("variants", "sku") == ["S-10", "H-20"])
  }

  /// What was sold is not taken for goods that came in, however it is called.
  @Test(arguments: [
    "Sale Date,Order ID,SKU,Quantity Sold|2026-05-14,1,A,3|2026-05-15,2,B,1",
    "Verkaufsdatum;Auftragsnummer;Artikelnummer;Verkaufte Menge|2026-05-14;1;A;3|2026-05-15;2;B;1",
  ]) func salesAreNoReceipts(list: String) throws {
    #expect(throws: Problems.self) { _ = try taken(list) }
    do {
      _ = try taken(list)
    } catch let error as Problems {
      #expect(error.code == .nothingMapped)
      #expect(error.remedy.contains(" sales"), "\(error.remedy)")
    }
  }

  @Test func aDespatchAdviceIsNoOrder() throws {
    let list = "Despatch No,Despatch Date,Order No,SKU,Description,Qty Ordered,Qty Despatched,Qty Back Ordered"
    let shop = try TestShop()
    let summary = try shop.take(list + "\nD1,2026-05-01,PO7,A,Mug,10,8,2\n") {
      $0.supplier = "acme"
      $0.accepted = ["new-items", "new-suppliers"]
      $0.asksForNewRecords = true
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("despatch_lines", "despatch_number", "order_number", "despatched_quantity") == ["D1,PO7,8"])
  }

  /// Values that are something else in their cells are no codes.
  @Test(arguments: ["2026-03-05T00:00:00", "A\u{200B}1"]) func whatIsNoTextIsNoCode(code: String) throws {
    let (_, summary) = try taken("sku,title,price|A1,Mug,2.50|\(code),Cup,3.50|A3,Pot,4.50")
    #expect(!summary.isApplied && Set(summary.errors).count == 1, "\(summary.reported)")
  }

  @Test func codesAreAsTheyAreSeen() throws {
    let (shop, _) = try taken(
      "sku,title,price|\"=\"\"00123\"\"\",Mug,2.50|caf\u{65}\u{301},Cup,3.50|caf\u{E9},Cup,3.50")
    #expect(try shop.lines("variants", "sku") == ["00123", "caf\u{E9}"])
  }

  /// Keys of tax rates, as tills number them, are not the rates.
  @Test func keysOfTaxRatesAreRefused() throws {
    let keys = try taken("Artikelnummer;Bezeichnung;VK;MwSt|A;Tasse;2,50;1|B;Brot;3,50;2").1
    #expect(keys.errors.allSatisfy { $0.hasSuffix("percentage-unclear") } && keys.errorCount == 2, "\(keys.reported)")
    let rates = try taken("Artikelnummer;Bezeichnung;VK;MwSt|A;Tasse;2,50;4|B;Brot;3,50;21").1
    #expect(rates.isApplied, "\(rates.reported)")
  }

  /// The same stock of an item in two rows may be two parts of it.
  @Test func stockInSeveralRowsIsReported() throws {
    let (_, summary) = try taken("sku,title,bin,qty|A,Mug,1,3|A,Mug,2,3|B,Cup,1,1")
    #expect(summary.errors == ["2 stock-repeated"], "\(summary.reported)")
    // Without a quantity an item may be listed twice.
    #expect(try taken("sku,title,page,price|A,Mug,1,3.00|A,Mug,2,3.00|B,Cup,1,1.00").1.isApplied)
  }

  /// A cost in another currency is not the standard cost.
  @Test func aCostInAnotherCurrencyIsAskedAbout() throws {
    let (_, summary) = try taken("sku,title,cost,currency,price|A,Mug,2.00,USD,4.00|B,Cup,3.00,USD,6.00")
    #expect(summary.stoppingGuards.map(\.code) == [.columnsNotUsed], "\(summary.reported)")
    let (own, _) = try taken("sku,title,cost,currency,price|A,Mug,2.00,EUR,4.00|B,Cup,3.00,EUR,6.00")
    #expect(try own.lines("variants", "sku", "standard_cost") == ["A,2", "B,3"])
  }

  /// A column `code` next to one of barcodes has the codes of the items.
  @Test(arguments: [
    "code;description;price;ean|A1;Mug;2,50;4006381333931|B1;Cup;3,50;4006381333948",
    "Code,Name,Barcode,Selling price|A1,Mug,4006381333931,2.50|B1,Cup,4006381333948,3.50",
  ]) func codesGoBeforeBarcodes(list: String) throws {
    let (shop, summary) = try taken(list)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("barcodes", "barcode", "sku") == ["4006381333931,A1", "4006381333948,B1"])
  }

  /// Names in two languages, and names within one element.
  @Test(arguments: [
    "Artikel-Nr. / Item No.;Bezeichnung / Description;Preis / Price|A;Mug;2,50|B;Cup;3,50",
    "node.sku;node.title;node.price|A;Mug;2,50|B;Cup;3,50",
  ]) func namesOfSeveralPartsAreRead(list: String) throws {
    let (shop, summary) = try taken(list)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price") == ["A,2.50", "B,3.50"])
  }

  /// A list that is not understood is refused with a command for what it may be; values alone decide nothing.
  @Test(arguments: [
    ("EAN;Kurs A|4006381333931;2,50|4006381333948;3,50", ["--map EAN=barcode --map 'Kurs A=price'"]),
    ("Artikel-Ref;Kurs A;Kurs B|A-1;2,50;1,10|B-2;3,50;2,10", []),
    ("Artikel-Ref;Kosten A|A-1;2,50|B-2;3,50", []),
    ("Person;Lohn|A-1;2,50|B-2;3,50", []),
    ("Supplier;Artikel-Ref;Kurs A|acme;A-1;2,50|acme;B-2;3,50", []),
  ]) func whatAListMayBeIsSaid(list: String, options: [String]) throws {
    let problems = try #require(throws: Problems.self) { try taken(list) }
    #expect(problems.code == .nothingMapped)
    let commands = problems.remedy.split(separator: "\n").filter {
      $0.contains("stockroom import") && !$0.contains("inspect")
    }
    #expect(commands.count == options.count, "\(problems.remedy)")
    for option in options { #expect(commands.contains { $0.contains(option) }, "\(problems.remedy)") }
  }

  /// Lists in Italian and Dutch.
  @Test(arguments: [
    "Codice articolo;Descrizione;Codice a barre;Prezzo di acquisto;Prezzo di vendita;IVA;Quantità",
    "Artikelnr;Omschrijving;Streepjescode;Inkoopprijs;Verkoopprijs;BTW;Voorraad",
  ]) func otherLanguagesAreRead(header: String) throws {
    let (shop, summary) = try taken(
      header + "|B1;Olio extra;4006381333931;4,50;7,90;4;12|B2;Pasta;4006381333948;0,80;1,40;4;100")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price") == ["B1,7.90", "B2,1.40"])
    #expect(try shop.lines("variants", "sku", "standard_cost") == ["B1,4.5", "B2,0.8"])
    #expect(try shop.lines("products", "product_code", "title") == ["B1,Olio extra", "B2,Pasta"])
  }

  /// Lists in Polish and Portuguese.
  @Test(arguments: [
    "Kod towaru;Nazwa;Kod kreskowy;Cena zakupu netto;Cena sprzedaży brutto;Stawka VAT;Stan magazynowy",
    "Código do produto;Descrição;Código de barras;Preço de custo;Preço de venda;IVA;Estoque",
  ]) func polishAndPortugueseAreRead(header: String) throws {
    let (shop, summary) = try taken(
      header + "|B1;Olej;4006381333931;4,50;7,90;4;12|B2;Makaron;4006381333948;0,80;1,40;4;100")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price") == ["B1,7.90", "B2,1.40"])
    #expect(try shop.lines("variants", "sku", "standard_cost") == ["B1,4.5", "B2,0.8"])
  }

  /// A day, an item and a quantity that says what was sold or what came need no question, unless something else may be meant.
  @Test(
    arguments: [
      ("Datum;Artikelnummer;Verkaufte Menge", "8"), ("Data;Codice;Quantità venduta", "8"),
      ("Datum;Artikelnummer;Aantal verkocht", "8"), ("Dato;Varenummer;Antal solgt", "8"),
      ("Data;Kod;Ilość sprzedana", "8"), ("Date;Item;Qty received", "12"), ("Datum;Artikel;Menge empfangen", "12"),
      ("Fecha;Código;Cantidad recibida", "12"), ("Received date;SKU;Quantity received", "12"),
      ("Datum;Artikelnummer;Gelieferte Menge", nil), ("Date;Item;Qty", nil),
    ] as [(String, String?)]) func whatWasMovedIsTaken(header: String, moved: String?) throws
  {
    let (shop, _) = try taken("sku;title;stock|A;Tea;10")
    let list = header.replacing("|", with: "\n") + "\n2026-12-20;A;2\n"
    func take() throws -> ImportSummary { try shop.take(list) { $0.location = "shop" } }
    guard let moved else {
      #expect((try? take())?.isApplied != true)
      return
    }
    #expect(try take().isApplied)
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,\(moved)"])
  }

  /// What was written off has no sign in most lists; it goes out of stock.
  @Test func writeOffsAreTakenOut() throws {
    let (shop, _) = try taken("sku;title;stock|A;Tea;10")
    let problems = try #require(throws: Problems.self) {
      try shop.take("Date,SKU,Quantity,Reason\n2026-12-20,A,2,damaged\n") { $0.location = "shop" }
    }
    #expect(problems.remedy.contains("--kind movements --set movement_kind=write-off"), "\(problems.remedy)")
    let summary = try shop.take("Date,SKU,Quantity,Reason\n2026-12-20,A,2,damaged\n") {
      ($0.location, $0.kind) = ("shop", "movements")
      $0.constants = ["movement_kind": "write-off"]
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,8"])
  }

  /// A supplier's list with its own codes makes no items that the shop has under others.
  @Test func codesOfTheSupplierAreNotTheShops() throws {
    let shop = try TestShop()
    func take(_ list: String, _ columns: [String: String] = [:]) throws -> ImportSummary {
      try shop.take(list.replacing("|", with: "\n") + "\n") {
        $0.supplier = "acme"
        $0.columns = columns
        $0.accepted = ["new-items", "new-suppliers"]
        $0.asksForNewRecords = true
      }
    }
    let first = try take("sku,supplier_code,title,unit_cost|A,S-1,Mug,2.00|B,S-2,Cup,3.00")
    #expect(first.isApplied, "\(first.reported)")
    let list = "Item No,Description,Cost|S-1,Mug blue,2.20|S-2,Cup blue,3.20"
    #expect(try take(list).errors == ["2 code-of-supplier", "3 code-of-supplier"])
    let mapped = try take(list, ["Item No": "supplier_code"])
    #expect(mapped.isApplied, "\(mapped.reported)")
    #expect(try shop.lines("supplier_items", "sku", "unit_cost") == ["A,2.2", "B,3.2"])
  }

  /// The byte 0x81 is `ü` in DOS, and nothing in Windows.
  @Test func textOfDOSIsRefused() throws {
    let shop = try TestShop()
    #expect(throws: Problems.self) {
      let bytes = [UInt8]("sku,title,price\nA,T".utf8) + [0x81] + [UInt8]("r,2.50\n".utf8)
      _ = try shop.take(.memory(bytes, name: "file.csv"))
    }
  }

  /// Common names of the column of codes mean it next to a name and a price.
  @Test(arguments: [
    "Art.", "Bestellnummer", "Best.-Nr.", "Mat.-Nr.", "Materialnummer", "Teilenummer", "PZN", "PLU", "Cod.",
    "Catalog #",
    "Catalogue no",
  ]) func commonNamesOfCodes(name: String) throws {
    let (shop, summary) = try taken("\(name);Bezeichnung;EK;VK|A-17;Hut;2,50;4,90|B-4;Kappe;3,50;5,90")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku", "standard_cost") == ["A-17,2.5", "B-4,3.5"])
    #expect(try shop.lines("prices", "price") == ["4.90", "5.90"])
  }

  /// Without a price next to them they are offered.
  @Test func aLikelyCodeIsOffered() throws {
    do {
      _ = try taken("Bestellnummer;Bezeichnung;Bestand|A-17;Hut;2|B-4;Kappe;3")
      Issue.record("taken")
    } catch let error as Problems {
      #expect(error.first.remedy.contains("--map Bestellnummer=sku"), "\(error.first.remedy)")
    }
  }

  @Test(arguments: ["Qty in stock", "QOH", "SOH", "Units on hand", "Lagermenge", "Aantal op voorraad"])
  func commonNamesOfStock(name: String) throws {
    let (shop, summary) = try taken("SKU;Titel;\(name)|A;Hut;2|B;Kappe;3")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.int("SELECT SUM(quantity) / 1000 FROM balances") == 5)
  }

  /// A day to come above the table or in the name of the prices: they are not valid from now on.
  @Test(arguments: [
    ("Preisliste gültig ab 01.02.2029||SKU;Titel;VK|A;Hut;10,90|B;Kappe;9,90", "valid_from=2029-02-01"),
    ("Preise ab 1. Februar 2029||SKU;Titel;VK|A;Hut;10,90|B;Kappe;9,90", "valid_from=2029-02-01"),
    ("Price list valid from 2029-02-01||SKU;Titel;VK|A;Hut;10,90|B;Kappe;9,90", "valid_from=2029-02-01"),
    ("Price List effective 02/02/2029||SKU;Titel;VK|A;Hut;10,90|B;Kappe;9,90", "valid_from=2029-02-02"),
    ("Tarif au 1er janvier 2029||SKU;Titel;VK|A;Hut;10,90|B;Kappe;9,90", "valid_from=2029-01-01"),
    ("SKU;Titel;VK ab 01.02.2029|A;Hut;10,90|B;Kappe;9,90", "valid_from=2029-02-01"),
    ("SKU;Titel;New price 2029-02-01|A;Hut;10,90|B;Kappe;9,90", "valid_from=2029-02-01"),
    ("Preisliste ab 01.02.2029||SKU;Titel;EK|A;Hut;10,90|B;Kappe;9,90", "--map EK=standard_cost"),
    ("Preisliste ab 01.02.2029||SKU;Titel;EK;VK|A;Hut;1,00;10,90|B;Kappe;2,00;9,90", "valid_from=2029-02-01 --map EK="),
  ]) func pricesOfADayToCome(list: String, option: String) throws {
    let shop = try TestShop()
    let text = list.replacing("|", with: "\n") + "\n"
    do {
      _ = try shop.take(text)
      Issue.record("taken")
    } catch let error as Problems {
      #expect(error.first.code.id == "title-not-used" && error.first.remedy.contains(option), "\(error.first.remedy)")
    }
    guard option.hasPrefix("valid_from"), let day = option.split(separator: "=").last?.prefix(10), day.count == 10
    else {
      return
    }
    try shop.take(text) { $0.constants = ["valid_from": String(day)] }
    #expect(try shop.lines("prices", "valid_from").map { String($0.prefix(10)) } == [String(day), String(day)])
  }
}
