import Exchange
import FormatKit
import Stock
import Testing

/// How many items an amount is for, and whose stock and prices a supplier's list has.
@Suite struct PriceUnitQuestionTests {
  private func take(
    _ list: String, name: String = "list.csv", in shop: TestShop? = nil, supplier: String? = "acme",
    _ columns: [String: String] = [:], constants: [String: String] = [:]
  ) throws -> (TestShop, ImportSummary) {
    let shop = try shop ?? TestShop()
    let summary = try shop.takeList(list, name: name) {
      ($0.supplier, $0.columns, $0.constants) = (supplier, columns, constants)
    }
    return (shop, summary)
  }

  private func question(_ summary: ImportSummary) -> String {
    summary.stoppingGuards.first { $0.code == .columnsNotUsed }?.examples.map(\.message).joined(separator: "\n") ?? ""
  }

  private func costs(_ shop: TestShop) throws -> [String] { try shop.lines("supplier_items", "sku", "unit_cost") }

  /// A column next to a cost, the values, and what they divide it by.
  @Test(arguments: [
    ("Einheit", "Karton à 6", "1,25"), ("UOM", "CS6", "1,25"), ("Mengeneinheit", "100 Stk", "0,075"),
    ("ME", "%", "0,075"), ("Einheit", "Pack (100)", "0,075"), ("Verpackung", "100er Pack", "0,075"),
    ("VPE", "6", "1,25"),
    ("Basis", "100", "0,075"), ("Conditionnement", "Boîte de 6", "1,25"),
  ]) func whatACostIsForIsAQuestion(name: String, value: String, cost: String) throws {
    let list = "Artikelnummer;Bezeichnung;EK;\(name)|A1;Topf;7,50;\(value)|A2;Tasse;7,50;\(value)"
    let asked = try take(list).1
    #expect(question(asked).contains("--map \(name)=price_unit divides"), "\(asked.reported)")
    let (divided, first) = try take(list, [name: "price_unit"])
    #expect(first.isApplied, "\(first.reported)")
    #expect(try costs(divided).first?.replacing(".", with: ",") == "A1,\(cost)")
    let (plain, second) = try take(list, [name: name == "VPE" ? "pack_size" : ""])
    #expect(second.isApplied, "\(second.reported)")
    #expect(try costs(plain) == ["A1,7.5", "A2,7.5"])
  }

  /// The price of a pack is divided by the pieces in it, next to what goods are sold at and alone.
  @Test(arguments: [
    "Artikelnummer;Bezeichnung;VK;VPE;Preis je VPE|A1;Topf;2,50;6;7,50|A2;Tasse;3,50;6;9,00",
    "Artikelnummer;Bezeichnung;VPE;Preis je VPE|A1;Topf;6;7,50|A2;Tasse;6;9,00",
  ]) func thePriceOfAPackIsDivided(list: String) throws {
    let asked = question(try take(list).1)
    #expect(asked.contains("--map 'Preis je VPE=unit_cost' --map VPE=price_unit"), "\(asked)")
    let (shop, summary) = try take(list, ["Preis je VPE": "unit_cost", "VPE": "price_unit"])
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try costs(shop) == ["A1,1.25", "A2,1.5"])
    let selling = try shop.lines("prices", "sku", "price")
    #expect(selling == (list.contains("VK") ? ["A1,2.50", "A2,3.50"] : []))
  }

  @Test func thePriceOfAPackOfUnknownSizeIsAQuestion() throws {
    let list = "Artikelnummer;Bezeichnung;VK;Preis je VPE|A1;Topf;2,50;7,50|A2;Tasse;3,50;9,00"
    let asked = question(try take(list).1)
    #expect(asked.contains("such as of 12 units") && !asked.contains("--map"), "\(asked)")
  }

  /// Names that say nothing else are taken at once.
  @Test(arguments: [("PE", "100"), ("PrEinh", "100"), ("Prijs per", "100"), ("Preisbasis", "C")])
  func namedPriceUnitsDivide(name: String, value: String) throws {
    let (shop, summary) = try take("Artikelnummer;Bezeichnung;EK;\(name)|A1;Topf;7,50;\(value)|A2;Tasse;8,00;1")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try costs(shop) == ["A1,0.075", "A2,8"])
  }

  @Test(arguments: [
    "Artikelnummer;Bezeichnung;EK;Einheit|A1;Topf;7,50;Stk|A2;Tasse;9,90;Stk",
    "Artikelnummer;Bezeichnung;EK;VPE;VK|A1;Topf;7,50;6;9,90|A2;Tasse;9,90;6;12,90",
    "Artikelnummer;Bezeichnung;EK;VPE|A1;Topf;7,50;1|A2;Tasse;9,90;1",
    "Artikelnummer;Bezeichnung;EK;Verpackung|A1;Saft;7,50;0,75 l|A2;Wein;9,90;750 ml",
    "Artikelnummer;Bezeichnung;EK;Verpackung|A1;Topf;7,50;Karton|A2;Tasse;9,90;Folie",
    "Artikelnummer;Bezeichnung;EK;Sort order|A1;Topf;7,50;3|A2;Tasse;9,90;1",
  ]) func unitsOfPiecesAreNoQuestion(list: String) throws {
    let summary = try take(list).1
    #expect(summary.isApplied, "\(summary.reported)")
  }

  /// The cost of a known item is compared with the one that the shop has.
  @Test func packsOfKnownItemsAreNoQuestion() throws {
    let list = "Artikelnummer;Bezeichnung;EK;VPE|A1;Topf;7,50;6|A2;Tasse;9,90;6"
    let (shop, _) = try take(list, ["VPE": "pack_size"])
    let again = try take(list.replacing("7,50", with: "7,60"), in: shop).1
    #expect(again.isApplied, "\(again.reported)")
  }

  @Test func attributesOfACostAreAQuestion() throws {
    let list = """
      <items><item><sku>A1</sku><name>Pot</name><cost unit="case" qty="6">7.50</cost></item>\
      <item><sku>A2</sku><name>Cup</name><cost unit="case" qty="6">9.90</cost></item></items>
      """
    #expect(question(try take(list, name: "list.xml").1).contains("--map cost@qty=price_unit"))
    let (shop, summary) = try take(list, name: "list.xml", ["cost@qty": "price_unit"])
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try costs(shop) == ["A1,1.25", "A2,1.65"])
  }

  @Test func wholeAmountsOfMoneyObjectsAreAQuestion() throws {
    let list =
      #"[{"sku":"A1","name":"Pot","price":{"amount":280,"currency":"EUR"}},"#
      + #"{"sku":"A2","name":"Cup","price":{"amount":360,"currency":"EUR"}}]"#
    #expect(question(try take(list, name: "list.json").1).contains("--map price.amount=price_cents"))
    let (cents, _) = try take(list, name: "list.json", ["price.amount": "price_cents"])
    #expect(try cents.lines("prices", "sku", "price") == ["A1,2.80", "A2,3.60"])
    let (whole, _) = try take(list, name: "list.json", ["price.amount": "price"])
    #expect(try whole.lines("prices", "sku", "price") == ["A1,280.00", "A2,360.00"])
  }

  // MARK: What a supplier has and recommends

  private func stockedShop() throws -> TestShop {
    let (shop, _) = try take("sku,title,price,stock|0012,Tea,2.50,20|0013,Cup,3.50,30", supplier: nil)
    return shop
  }

  @Test(arguments: ["Item,Cost,Available", "Artikelnummer,EK,Lagerbestand", "SKU,Cost,Stock"])
  func theStockOfASupplierIsAQuestion(header: String) throws {
    let shop = try stockedShop()
    let name = String(header.split(separator: ",")[2])
    let list = "\(header)|0012,1.25,540|0013,1.65,220"
    let asked = try take(list, in: shop).1
    #expect(question(asked).contains("--map \(name)= leaves it out"), "\(asked.reported)")
    #expect(try take(list, in: shop, [name: ""]).1.isApplied)
    #expect(try costs(shop) == ["0012,1.25", "0013,1.65"])
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["0012,20", "0013,30"])
  }

  @Test func theShopsOwnListIsNoQuestion() throws {
    let summary = try take("SKU;EK;VK;Bestand|0012;1,25;2,50;21|0013;1,65;3,50;31", in: try stockedShop()).1
    #expect(summary.isApplied, "\(summary.reported)")
  }

  @Test func aRecommendedPriceDoesNotReplaceTheShops() throws {
    let shop = try stockedShop()
    let list = "Artikelnummer;EK;UVP|0012;1,25;2,99|0013;1,65;3,99"
    #expect(question(try take(list, in: shop).1).contains("--set price_type=list"))
    #expect(try take(list, in: shop, constants: ["price_type": "list"]).1.isApplied)
    #expect(
      try shop.lines("prices", "price_type", "price").sorted() == [
        "list,2.99", "list,3.99", "regular,2.50", "regular,3.50",
      ])
    // A shop without prices has none that would be replaced.
    #expect(try take(list).1.isApplied)
  }

  // MARK: Other columns that are missed

  @Test(arguments: [
    ("SKU;Bestand;Bestand Einheit;Inhalt|0012;3;Karton;6|0013;4;Karton;6", "Bestand Einheit"),
    ("SKU;Bestand;davon defekt|0012;18;3|0013;30;1", "davon defekt"),
    ("SKU;Name;VK;Count|0012;Tea;2,50;18|0013;Cup;3,50;31", "Count"),
    ("SKU;Name;VK;Cartons|0012;Tea;2,50;18|0013;Cup;3,50;31", "Cartons"),
    ("SKU;Name;Verkauf;EK|0012;Tea;2,50;1,25|0013;Cup;3,50;1,65", "Verkauf"),
    ("Lieferant;Artikelnummer;Pedido;EK|acme;0012;24;1,25|acme;0013;12;1,65", "Pedido"),
    ("Lieferant;Artikelnummer;Bestellvorschlag;EK|acme;0012;24;1,25|acme;0013;12;1,65", "Bestellvorschlag"),
    ("Artikelnummer;VK;VK ab 01.01.2027|0012;2,50;2,80|0013;3,50;3,90", "VK ab 01.01.2027"),
    ("Artikelnummer;VK;Erhöhung|0012;2,50;+4 %|0013;3,50;+4 %", "Erhöhung"),
    ("PO number;Supplier;Item;Qty ordered;Unit cost;Less %|B1;acme;0012;24;1,20;10|B1;acme;0013;2;1,20;10", "Less %"),
    (
      "Datum;Lieferschein;Lieferant;Artikelnummer;Geliefert;Angenommen|20.11.2025;L1;acme;0012;24;22|20.11.2025;L1;acme;0013;3;3",
      "Angenommen"
    ),
  ]) func aColumnThatIsMissedIsAskedAbout(list: String, column: String) throws {
    let summary = try take(list, in: try stockedShop(), supplier: nil).1
    #expect(question(summary).contains("'\(column)'"), "\(summary.reported)")
  }

  @Test func lettersWithPointsAreAName() throws {
    let (shop, summary) = try take("SKU;Name;P.V.P.;EK|0012;Tea;2,80;1,25|0013;Cup;3,60;1,65")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price") == ["0012,2.80", "0013,3.60"])
  }

  @Test(arguments: ["Mg. erh.", "Empf.", "Zugang", "Stk"])
  func quantitiesOfLotsAreNotLost(name: String) throws {
    let list = "Artikelnummer;\(name);Charge;MHD|0012;24;L77;2027-03-31|0013;12;L78;2027-03-31"
    let error = #expect(throws: Problems.self) { try take(list, in: stockedShop()) }
    #expect(error?.remedy.contains("\(name)=quantity") == true, "\(error?.remedy ?? "")")
    #expect(error?.remedy.contains("--kind receipts") == true)
  }
}
