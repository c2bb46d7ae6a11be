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
