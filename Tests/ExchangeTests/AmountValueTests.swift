import Exchange
import FormatKit
import RetailValues
import Stock
import Testing

/// Amounts and days in the ways in which people write them, and the columns without which they would be wrong.
@Suite struct AmountValueTests {
  private func taken(
    _ list: String, name: String = "file.csv", _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> (shop: TestShop, summary: ImportSummary) {
    let shop = try TestShop()
    let summary = try shop.take(list.replacing("|", with: "\n") + "\n", name: name) {
      $0.location = "shop"
      $0.accepted = ["new-items", "new-locations", "new-suppliers"]
      configure(&$0)
    }
    return (shop, summary)
  }

  /// The list, and what becomes of its prices.
  @Test(arguments: [
    ("sku;title;Preis|A;Hut;49,-|B;Cap;1.299,-", "A,49.00,EUR,true B,1299.00,EUR,true"),
    ("sku;title;Preis|A;Hut;49.-|B;Cap;12.50", "A,49.00,EUR,true B,12.50,EUR,true"),
    ("sku;title;Preis|A;Hut;29,90 Euro|B;Cap;EUR 9,50", "A,29.90,EUR,true B,9.50,EUR,true"),
    ("sku,title,Price (GBp)|A,Hat,950|B,Cap,99", "A,9.50,GBP,true B,0.99,GBP,true"),
    ("sku,title,Price,VAT included|A,Hat,9.50,Y|B,Cap,19.50,N", "A,9.50,EUR,true B,19.50,EUR,false"),
    ("sku;title;Preis;Preisart|A;Hut;9,50;netto|B;Cap;19,50;brutto", "A,9.50,EUR,false B,19.50,EUR,true"),
    ("sku;title;Preis|A;Hut;12,500|B;Cap;1,20", "A,12.50,EUR,true B,1.20,EUR,true"),
    ("sku,title,price|A,Hat,19.989999771|B,Cap,1.20", "A,19.99,EUR,true B,1.20,EUR,true"),
    ("sku,title,price|A,Hat,9.9517647|B,Cap,1.20", "A,9.95,EUR,true B,1.20,EUR,true"),
    ("code,name,price|A,Hat,9.50|B,Cap,1.20", "A,9.50,EUR,true B,1.20,EUR,true"),
    ("sku;title;price|A;Hut;11,90 EUR/Stk|B;Cap;EUR 12,90", "A,11.90,EUR,true B,12.90,EUR,true"),
    ("sku,title,price|A,Hat,11.90/ea|B,Cap,12.90 each", "A,11.90,EUR,true B,12.90,EUR,true"),
    ("sku,title,price|A,Hat,\"12,34,567.00\"|B,Cap,\"1,234.50\"", "A,1234567.00,EUR,true B,1234.50,EUR,true"),
    ("EAN;Neuer VK|4006381333931;9,50|4006381333948;1,20", "4006381333931,9.50,EUR,true 4006381333948,1.20,EUR,true"),
  ]) func pricesAreRead(list: String, prices: String) throws {
    let (shop, summary) = try taken(list)
    #expect(summary.isApplied, "\(summary.reported)")
    let stored = try shop.lines("prices", "sku", "price", "currency", "tax_included").sorted()
    #expect(stored.joined(separator: " ") == prices)
  }

  @Test(arguments: [
    ("sku;title;Preis|A;Hut;12,50|B;Cap;1,234", ["3 price-too-fine"]),
    ("sku,title,price|A,Hat,0.125|B,Cap,0.0125", ["2 price-too-fine", "3 price-too-fine"]),
    ("sku,title,Price,Currency|A,Hat,950,GBp|B,Cap,9.50,GBP", ["2 unknown-currency"]),
    ("sku,title,Price|A,Hat,29.90 USD|B,Cap,9.50", ["2 currency-differs"]),
    // A comma before the dash is no decimal mark where the others are points.
    ("sku;title;Preis|A;Hut;1.299,-|B;Cap;9.50|C;Mug;1.25", ["2 decimal-mark-differs"]),
  ]) func anAmountThatMayBeAnotherIsRefused(list: String, errors: [String]) throws {
    let (shop, summary) = try taken(list)
    #expect(summary.errors == errors, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku").isEmpty)
  }

  @Test func costsKeepTheirDecimals() throws {
    let (shop, summary) = try taken("sku,title,standard_cost|A,Screw,0.0125")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku", "standard_cost") == ["A,0.0125"])
  }

  /// The list, and the column that is asked about; nil where none is.
  @Test(
    arguments: [
      ("SKU,Name,Price (per dozen)|X1,Eggs,3.60|X2,Buns,4.80", "Price (per dozen)"),
      ("SKU,Name,Price per case|X1,Eggs,3.60|X2,Buns,4.80", "Price per case"),
      ("SKU;Name;Preis/VE|X1;Eier;3,60|X2;Brot;4,80", "Preis/VE"),
      ("SKU,Name,Price per 12|X1,Eggs,3.60|X2,Buns,4.80", "Price per 12"),
      ("Artikel;Bezeichnung;Listenpreis;Rabatt|D1;Bohrer;100,00;40%|D2;Saw;50,00;30%", "Rabatt"),
      ("SKU,Name,Price,Discount|X1,Drill,100.00,10|X2,Saw,50.00,5", "Discount"),
      ("SKU,Name,unit_amount|A1,Cap,950|A2,Hat,1950", "unit_amount"),
      ("SKU;Name;Listenpreis;Rabattgruppe|D1;Bohrer;100,00;7|D2;Saw;50,00;8", nil),
      ("SKU,Name,Price,Discount|X1,Drill,100.00,0|X2,Saw,50.00,0", nil),
      ("SKU,Name,RRP,Cost,Discount|X1,Drill,100.00,60.00,40%|X2,Saw,50.00,30.00,40%", nil),
      ("SKU,Name,Price,Units per case|X1,Eggs,3.60,12|X2,Buns,4.80,6", nil),
    ] as [(String, String?)])
  func amountsThatMeanSomethingElseAreAskedAbout(list: String, column: String?) throws {
    let (shop, summary) = try taken(list)
    let asked = summary.guards.first { $0.code == .columnsNotUsed }
    #expect(asked?.examples.first?.value == column, "\(summary.reported)")
    if column != nil { #expect(try shop.lines("prices", "sku").isEmpty && !summary.isApplied) }
  }

  @Test func daysWithPointsBeginWithTheDay() throws {
    let sales = "document,sku,quantity,unit_price,effective_at|R1,A,1,2.50,DAY1|R2,A,1,2.50,DAY2"
    func days(_ first: String, _ second: String) throws -> [String] {
      let shop = try TestShop()
      try shop.take("sku,title,quantity\nA,Hat,10\n") { $0.location = "shop" }
      let list = sales.replacing("|", with: "\n").replacing("DAY1", with: first).replacing("DAY2", with: second)
      let summary = try shop.take(list + "\n") {
        $0.kind = "sales"
        $0.accepted = Set(GuardCode.allCases.map(\.rawValue))
        $0.location = "shop"
      }
      #expect(summary.isApplied, "\(summary.reported)")
      return try shop.lines("sales", "effective_at").map { String($0.prefix(10)) }.sorted()
    }
    #expect(try days("05.10.2025", "12.10.2025") == ["2025-10-05", "2025-10-12"])
    // The numbers of days of a spreadsheet, where the whole column has them.
    #expect(try days("46001", "46002.5") == ["2025-12-10", "2025-12-11"])
    #expect(throws: Problems.self) { _ = try days("05/10/2025", "12/10/2025") }
  }

  @Test func quantitiesWithSignsOfFractionsAreRead() throws {
    let (shop, summary) = try taken("sku,title,quantity|A,Hat,½|B,Cap,2½|C,Bag,1 1/2")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity").sorted() == ["A,0.5", "B,2.5", "C,1.5"])
  }

  @Test func quantitiesWithAUnitAreReadWhereItIsGivenForAllItems() throws {
    let list = "sku,title,quantity|A,Nuts,1.5 kg|B,Tea,2 kg"
    let (shop, summary) = try taken(list) { $0.constants = ["stock_unit": "kg"] }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity").sorted() == ["A,1.5", "B,2"])
    #expect(Self.remedies(try taken(list).summary).contains("--set stock_unit=kg"))
  }

  @Test func amountsWithAForeignSignNameTheOptionForIt() throws {
    #expect(
      Self.remedies(try taken("sku,title,price|A,Hat,$1.90|B,Cap,$2.90").summary).contains("--set currency=USD"))
  }

  /// The shop says in which unit its items are kept.
  @Test func quantitiesWithAUnitAreReadInTheUnitOfTheItem() throws {
    let shop = try TestShop()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("sku,title,stock_unit\nN1,Nuts,kg\nN2,Flour,kg\nJ1,Juice,l\nM1,Mug,\n")
    let summary = try shop.take("sku,quantity\nN1,1.5 kg\nN2,500 g\nJ1,75 cl\n") { $0.location = "shop" }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity").sorted() == ["J1,0.75", "N1,1.5", "N2,0.5"])
    #expect(summary.reported.contains("unit-read"), "\(summary.reported)")
    // An item that is kept in pieces has no kilograms, and a gram cannot be half a thousandth.
    for list in ["sku,quantity\nM1,2 kg\n", "sku,quantity\nN1,0.5 g\n"] {
      #expect(try shop.take(list) { $0.location = "shop" }.isApplied == false)
    }
  }

  /// Each remedy for units, pasted, leads to the right stock.
  @Test func theOptionForAUnitMakesTheListRight() throws {
    let list = "sku,quantity,location\nA,1.5 kg,shop\nB,500 g,shop\nC,2 kg,shop\n"
    let shop = try TestShop()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    let asked = try shop.take(list)
    #expect(asked.problemGroups.map { [$0.count, $0.problems.count] } == [[3, 1]], "one question: \(asked.reported)")
    #expect(Self.remedies(asked).contains("import the file with --kind products --set stock_unit=kg"))
    let summary = try shop.take(list) {
      $0.kind = "products"
      $0.constants = ["stock_unit": "kg"]
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity").sorted() == ["A,1.5", "B,0.5", "C,2"])
    // Goods that came say nothing about the items: a list of them does.
    let receipts = "sku,quantity,location,date\nD,500 g,shop,2026-03-01\n"
    let came = try shop.take(receipts) { $0.kind = "receipts" }
    #expect(Self.remedies(came).contains("sku and stock_unit: `stockroom import LIST --kind products`"))
    #expect(try shop.take("sku,stock_unit\nD,kg\n") { $0.kind = "products" }.isApplied)
    #expect(try shop.take(receipts) { $0.kind = "receipts" }.isApplied)
    #expect(try shop.lines("receipts", "sku", "quantity") == ["D,0.5"])
  }

  @Test func aForeignSignIsAskedAboutOnceAndNeverWhereBooksAreInOneCurrency() throws {
    let prices = "sku,title,price" + (1...15).map { "|H\($0),Lamp \($0),$\($0).90" }.joined()
    let asked = try taken(prices).summary
    #expect(asked.problemGroups.map { [$0.count, $0.problems.count] } == [[15, 1]], "\(asked.reported)")
    #expect(try taken(prices) { $0.constants = ["currency": "USD"] }.summary.isApplied)
    let shop = try TestShop()
    let receipts = "sku,quantity,location,date,unit_cost\nA,1,shop,2026-03-01,$1.00\n"
    let came = try shop.take(receipts) { $0.kind = "receipts" }
    #expect(Self.remedies(came).contains("multiply") && !Self.remedies(came).contains("--set currency"))
  }

  private static func remedies(_ summary: ImportSummary) -> String {
    summary.problemGroups.flatMap(\.problems).map(\.remedy).joined(separator: "\n")
  }

  @Test func aKeyThatComesTwiceIsAnErrorWhereItIsUsed() throws {
    let (shop, summary) = try taken(#"[{"sku":"A1","title":"Cap","price":9.5,"price":19.5}]"#, name: "p.json")
    #expect(summary.errors == ["1 value-lost"], "\(summary.reported)")
    #expect(try shop.lines("prices", "price").isEmpty)
    let other = try taken(#"[{"sku":"A1","title":"Cap","price":9.5,"x":1,"x":2}]"#, name: "p.json").summary
    #expect(other.isApplied, "\(other.reported)")
  }

  /// What JSON names after its records is that of all records, or of none.
  @Test func aCurrencyAfterTheRecordsIsSeen() throws {
    func list(_ count: Int) -> String {
      let items = (1...count).map { #"{"sku":"A\#($0)","title":"Tea","price":2.50}"# }.joined(separator: ",")
      return #"{"items":[\#(items)],"currency":"USD"}"#
    }
    let (short, applied) = try taken(list(2), name: "p.json")
    #expect(applied.isApplied, "\(applied.reported)")
    #expect(try short.lines("prices", "currency") == ["USD", "USD"])
    let shop = try TestShop()
    let problems = #expect(throws: Problems.self) { try shop.take(list(9000), name: "p.json") }
    #expect(problems?.code == .unknownCurrency)
    #expect(try shop.lines("prices", "currency").isEmpty)
  }
}
