import Exchange
import FormatKit
import RetailValues
import ShopCheck
import Stock
import StockTesting
import Testing

/// A list of stock that says what the goods cost: what was there keeps its cost when a delivery comes at another.
@Suite struct OpeningCostTests {
  private func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("supplier\nacme\n") { $0.kind = "suppliers" }
    return shop
  }

  private func take(_ list: String, on day: String, into shop: TestShop) throws {
    let summary = try shop.take(list) {
      $0.location = "shop"
      $0.constants = ["effective_at": day]
      $0.accepted = TestShop.guards
    }
    #expect(summary.isApplied, "\(summary.reported)")
  }

  /// 20 at 1.75 come in February, and 5 are sold in March.
  private func trade(in shop: TestShop, _ skus: [String] = ["A", "B"]) throws {
    let rows = skus.enumerated().map { "R1,\($0 + 1),acme,\($1),20,1.75,2026-02-01\n" }.joined()
    let came = try shop.take("document,line,supplier,sku,quantity,unit_cost,effective_at\n" + rows) {
      $0.kind = "receipts"
    }
    #expect(came.isApplied, "\(came.reported)")
    let sold = skus.map { "S-\($0),\($0),5,2026-03-01\n" }.joined()
    #expect(try shop.take("document,sku,quantity,effective_at\n" + sold) { $0.kind = "sales" }.isApplied)
  }

  private func openingCost(of sku: String, in shop: TestShop) throws -> Int {
    try shop.int(
      """
      SELECT m.unit_cost FROM movements m JOIN variants v ON v.id = m.variant_id
      WHERE v.sku = '\(sku)' AND m.kind = 'opening'
      """)
  }

  private func value(of sku: String, in shop: TestShop) throws -> Int {
    try shop.int(
      """
      SELECT s.value_cost_minor FROM report_stock_on_hand s JOIN variants v ON v.id = s.variant_id
      WHERE v.sku = '\(sku)'
      """)
  }

  /// By hand: 10 × 1.50 + 20 × 1.75 = 50.00, which is 1.666667 each. Of 25, the average is 41.67; of the layers, 5 at 1.50
  /// and 20 at 1.75 are 42.50. At the cost of the receipt alone they would be 43.75.
  @Test(arguments: ["SKU;Bezeichnung;Bestand;EK", "sku;title;stock;unit cost"])
  func whatOpensTheStockKeepsItsCost(header: String) throws {
    let shop = try shop()
    try take("\(header)\nA;Apfel;10;1,50\nB;Birne;10;\n", on: "2026-01-01", into: shop)
    #expect(try openingCost(of: "A", in: shop) == 1_500_000)
    #expect(try openingCost(of: "B", in: shop) == -1)
    try trade(in: shop)
    // Thousandths times millionths, in cents.
    let arrived = """
      SELECT SUM(m.quantity * m.unit_cost) / 10000000 FROM movements m JOIN variants v ON v.id = m.variant_id
      WHERE v.sku = 'A' AND m.quantity > 0
      """
    #expect(try shop.int(arrived) == 50_00)
    #expect(try value(of: "A", in: shop) == 41_67)
    // Without a cost, the first known one is that of all.
    #expect(try value(of: "B", in: shop) == 43_75)
    _ = try shop.shop.valued(by: .fifo, actor: manager)
    #expect(try value(of: "A", in: shop) == 42_50)
    #expect(try shop.shop.check().isEmpty)
  }

  /// The cost is then that of the supplier's list.
  @Test func aListThatNamesTheSupplierSaysTheCostToo() throws {
    let shop = try shop()
    try take("SKU;Bezeichnung;Bestand;EK;Lieferant\nA;Apfel;10;1,50;acme\n", on: "2026-01-01", into: shop)
    #expect(try shop.lines("supplier_items", "sku", "unit_cost") == ["A,1.5"])
    #expect(try openingCost(of: "A", in: shop) == 1_500_000)
    try trade(in: shop, ["A"])
    #expect(try value(of: "A", in: shop) == 41_67)
  }

  @Test func aCostOfZeroIsNotKnown() throws {
    let shop = try shop()
    try take("SKU;Bezeichnung;Bestand;EK\nA;Apfel;10;0\nB;Birne;10;1,50\n", on: "2026-01-01", into: shop)
    #expect(try openingCost(of: "A", in: shop) == -1)
    #expect(try openingCost(of: "B", in: shop) == 1_500_000)
  }

  private static let lists = [
    "SKU;Bezeichnung;Bestand;EK\nA;Apfel;10;COST\nB;Birne;10;1,50\n",
    "SKU;Bezeichnung;Bestand;EK;Lieferant\nA;Apfel;10;COST;acme\nB;Birne;10;1,50;acme\n",
  ]

  /// The list that opened the stock comes again with another cost. By hand: 10 × 2.25 + 20 × 1.75 = 57.50, of which 25 of 30
  /// are left: 47.92. Of the layers, 5 at 2.25 and 20 at 1.75 are 46.25.
  @Test(arguments: lists, [false, true]) func theSameListWithAnotherCostCorrectsIt(list: String, isSold: Bool) throws {
    let shop = try shop()
    try take(list.replacing("COST", with: "1,50"), on: "2026-01-01", into: shop)
    if isSold { try trade(in: shop) }
    let corrected = list.replacing("COST", with: "2,25")
    let planned = try shop.take(corrected, plan: true) {
      ($0.location, $0.constants) = ("shop", ["effective_at": "2026-01-01"])
    }
    #expect(planned.count("stock_levels", .update) == 1, "\(planned.tally)")
    #expect(planned.count("stock_levels", .unchanged) == 1, "\(planned.tally)")
    let change = planned.changes.first { $0.kind == "stock_levels" }?.changes
    #expect(change?.map(\.field) == ["unit_cost"], "\(planned.changes)")
    try take(corrected, on: "2026-01-01", into: shop)
    let left = isSold ? "25" : "10"
    #expect(try shop.lines("stock_levels", "sku", "quantity").sorted() == ["A,\(left)", "B,\(left)"])
    #expect(try value(of: "A", in: shop) == (isSold ? 47_92 : 22_50))
    #expect(try value(of: "B", in: shop) == (isSold ? 41_67 : 15_00))
    #expect(try shop.shop.check().isEmpty)
    // What opened the stock is corrected once.
    try take(corrected + "\n", on: "2026-01-01", into: shop)
    #expect(try shop.int("SELECT COUNT(*) FROM movements WHERE kind = 'opening'") == 4)
    let byLayers = try shop.shop.valued(by: .fifo, actor: manager)
    #expect(try value(of: "A", in: shop) == (isSold ? 46_25 : 22_50))
    // The correction is undone by itself.
    let correction = try shop.int("SELECT import_id FROM movements WHERE kind = 'opening' AND quantity < 0")
    try byLayers.undoImport(Int64(correction), actor: manager)
    #expect(try value(of: "A", in: shop) == (isSold ? 42_50 : 15_00))
    #expect(try byLayers.check().isEmpty)
  }

  /// A cost that was not known when the stock was opened.
  @Test func theSameListBringsACostThatItDidNotHave() throws {
    let shop = try shop()
    try take("SKU;Bezeichnung;Bestand;EK\nA;Apfel;10;\n", on: "2026-01-01", into: shop)
    try trade(in: shop, ["A"])
    try take("SKU;Bezeichnung;Bestand;EK\nA;Apfel;10;1,50\n", on: "2026-01-01", into: shop)
    #expect(try value(of: "A", in: shop) == 41_67)
    #expect(try shop.shop.check().isEmpty)
  }

  /// Levels that say the cost themselves, of a moment.
  private func level(_ quantity: Int, at cost: String, on moment: String, in shop: TestShop) throws -> ImportSummary {
    try shop.take("sku,location,quantity,unit_cost,effective_at\nA,shop,\(quantity),\(cost),\(moment)\n") {
      $0.kind = "stock_levels"
    }
  }

  private func opened(_ shop: TestShop) throws {
    try shop.take("sku,title\nA,Apfel\n")
    #expect(try level(10, at: "1.50", on: "2026-01-01T10:23", in: shop).isApplied)
  }

  /// Two locations open their stock without a cost, and get their costs later, by one list or by one each. By hand:
  /// 10 × 1.50 + 5 × 2.00 = 25.00, of which 8 × 1.50 are sold, so that 13.00 are left.
  @Test(arguments: [true, false]) func eachLocationGetsItsCost(isOneList: Bool) throws {
    let shop = try shop()
    try shop.take("location\nstore\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("sku,title\nA,Apfel\n")
    func levels(_ header: String, _ rows: [String]) throws {
      let list = ([header] + rows).map { $0 + "\n" }.joined()
      let summary = try shop.take(list) {
        $0.kind = "stock_levels"
        $0.accepted = TestShop.guards
      }
      #expect(summary.isApplied, "\(summary.reported)")
    }
    try levels("sku,location,quantity,effective_at", ["A,shop,10,2026-01-01", "A,store,5,2026-01-01"])
    let sold = "document,sku,location,quantity,effective_at\nS1,A,shop,8,2026-03-01\n"
    let sale = try shop.take(sold) { $0.kind = "sales" }
    #expect(sale.isApplied, "\(sale.reported)")
    let costs = ["A,shop,10,1.50,2026-01-01", "A,store,5,2.00,2026-01-01"]
    for rows in isOneList ? [costs] : costs.map({ [$0] }) {
      try levels("sku,location,quantity,unit_cost,effective_at", rows)
    }
    _ = try shop.shop.valued(by: .fifo, actor: manager)
    let left = "SELECT stock_cost_micro FROM report_layer_costs ORDER BY effective_at DESC LIMIT 1"
    #expect(try shop.int(left) == 1_857_143)
    #expect(try shop.int("SELECT SUM(value_cost_minor) FROM report_stock_on_hand") == 13_00)
    let opened = "SELECT -SUM(loss_cost_minor) FROM report_journal_movements WHERE kind = 'opening'"
    #expect(try shop.int(opened) == 25_00)
    #expect(try shop.shop.check().isEmpty)
  }

  /// The moment is not known to the minute, so the day is enough.
  @Test(arguments: ["2026-01-01", "2026-01-01T10:23", "2026-01-01T18:00"])
  func aLevelOfTheSameDayCorrectsTheCost(moment: String) throws {
    let shop = try shop()
    try opened(shop)
    #expect(try level(10, at: "2.25", on: moment, in: shop).tally == ["stock_levels update 1"])
    #expect(try value(of: "A", in: shop) == 22_50)
    #expect(try level(10, at: "2.2500", on: moment, in: shop).tally == ["stock_levels unchanged 1"])
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func theCostOfAClosedPeriodIsAskedAbout() throws {
    let shop = try shop()
    try opened(shop)
    try shop.closeBooks(through: "2026-03-31")
    let asked = try level(10, at: "2.25", on: "2026-01-01", in: shop)
    #expect(asked.stoppingGuards.map(\.code) == [.closedPeriod], "\(asked.reported)")
    #expect(try value(of: "A", in: shop) == 15_00)
  }

  /// A list of a later day has the cost of that day, and says how the one of the opening is corrected.
  @Test func aListOfAnotherDayChangesNoOpening() throws {
    let shop = try shop()
    try opened(shop)
    let later = try level(10, at: "2.25", on: "2026-01-02", in: shop)
    #expect(later.tally == ["stock_levels unchanged 1"], "\(later.reported)")
    #expect(later.reported.contains("'A' was opened at 1.5 each on 2026-01-01, and"), "\(later.reported)")
    #expect(try value(of: "A", in: shop) == 15_00)
    try trade(in: shop, ["A"])
    let moved = try level(25, at: "2.25", on: "2026-04-01", in: shop)
    #expect(moved.isApplied && !moved.reported.contains("was opened"), "\(moved.reported)")
    #expect(try value(of: "A", in: shop) == 41_67)
  }

  /// A cost that the shop has already, and a later list, say nothing of what was there before.
  @Test func onlyTheListThatOpensTheStockHasItsCost() throws {
    let shop = try shop()
    try shop.take("sku,title,standard_cost\nA,Apfel,1.50\nB,Birne,1.50\n")
    try take("SKU;Bestand\nA;10\nB;10\n", on: "2026-01-01", into: shop)
    #expect(try openingCost(of: "A", in: shop) == -1)
    try trade(in: shop)
    let before = try value(of: "A", in: shop)
    try take("SKU;Bezeichnung;Bestand;EK\nA;Apfel;25;1,60\nB;Birne;32;1,60\n", on: "2026-04-01", into: shop)
    #expect(try shop.int("SELECT COUNT(*) FROM movements WHERE kind = 'adjustment' AND unit_cost IS NULL") == 1)
    #expect(try value(of: "A", in: shop) == before)
  }
}
