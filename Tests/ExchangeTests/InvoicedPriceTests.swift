import Exchange
import FormatKit
import Stock
import Testing

/// The prices of invoices for an item in packs of 12, without an order: the amount of the line says what the price is for.
@Suite struct InvoicedPriceTests {
  private func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("supplier\nlumen\n") { $0.kind = "suppliers" }
    try shop.take("sku,title\nVERRE,Verre\n")
    try shop.take("supplier,sku,unit_cost,pack_size\nlumen,VERRE,2,12\n") { $0.kind = "supplier_items" }
    return shop
  }

  private func invoice(
    _ quantity: String, _ unit: String, at price: String, amount: String, in shop: TestShop,
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportSummary {
    let header = "supplier,invoice_number,line,sku,invoiced_quantity,order_unit,unit_cost,line_amount\n"
    return try shop.take(header + "lumen,I1,1,VERRE,\(quantity),\(unit),\(price),\(amount)\n") {
      $0.kind = "invoice_lines"
      change(&$0)
    }
  }

  private func invoiced(_ shop: TestShop) throws -> [Int] {
    [
      try shop.int("SELECT invoiced_milli FROM report_invoice_lines") / 1000,
      try shop.int("SELECT unit_cost_micro FROM report_invoice_lines"),
    ]
  }

  struct Line: Sendable {
    let quantity, unit, price, amount: String
    let pieces, cost: Int
    let isDivided: Bool
  }

  private static let lines = [
    Line(quantity: "10", unit: "case", price: "24", amount: "240", pieces: 120, cost: 2_000_000, isDivided: true),
    Line(quantity: "120", unit: "each", price: "24", amount: "240", pieces: 120, cost: 2_000_000, isDivided: true),
    // A whole carton or more is taken for pieces without a question, as in receipts.
    Line(quantity: "120", unit: "", price: "24", amount: "240", pieces: 120, cost: 2_000_000, isDivided: true),
    // To six decimals.
    Line(quantity: "10", unit: "case", price: "25", amount: "250", pieces: 120, cost: 2_083_333, isDivided: true),
    Line(quantity: "10", unit: "case", price: "2", amount: "240", pieces: 120, cost: 2_000_000, isDivided: false),
    Line(quantity: "120", unit: "each", price: "2", amount: "240", pieces: 120, cost: 2_000_000, isDivided: false),
    // Neither fits: a discount, or another price.
    Line(quantity: "10", unit: "case", price: "24", amount: "228", pieces: 120, cost: 24_000_000, isDivided: false),
    Line(quantity: "10", unit: "case", price: "24", amount: "", pieces: 120, cost: 24_000_000, isDivided: false),
  ]

  @Test(arguments: lines) func theAmountOfTheLineSaysWhatThePriceIsFor(line: Line) throws {
    let shop = try shop()
    let summary = try invoice(line.quantity, line.unit, at: line.price, amount: line.amount, in: shop)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try invoiced(shop) == [line.pieces, line.cost])
    #expect(summary.reported.contains("pack-price") == line.isDivided, "\(summary.reported)")
    // Read once more, it is the same.
    let again = try invoice(line.quantity, line.unit, at: line.price, amount: line.amount, in: shop) { $0.again = true }
    #expect(again.count("invoice_lines", .unchanged) == 1, "\(again.tally)")
  }

  /// 10 at 24.00 are 240.00 in pieces and in packs.
  @Test func lessThanAPackIsAskedAbout() throws {
    let shop = try shop()
    let asked = try invoice("10", "", at: "24", amount: "240", in: shop)
    #expect(asked.stoppingGuards.map(\.code) == [.packsOrPieces], "\(asked.reported)")
    let pieces = try invoice("10", "", at: "24", amount: "240", in: shop) { $0.constants = ["order_unit": "each"] }
    #expect(pieces.isApplied, "\(pieces.reported)")
    #expect(try invoiced(shop) == [10, 24_000_000])
    let other = try self.shop()
    let packs = try invoice("10", "", at: "24", amount: "240", in: other) { $0.constants = ["order_unit": "case"] }
    #expect(packs.isApplied, "\(packs.reported)")
    #expect(try invoiced(other) == [120, 2_000_000])
  }

  /// An order in packs says what the quantity counts.
  @Test func theOrderSaysWhatThePacksAre() throws {
    let shop = try shop()
    try shop.take("supplier,order_number,line,sku,order_quantity,order_unit,pack_size\nlumen,C1,1,VERRE,3,case,6\n") {
      $0.kind = "order_lines"
    }
    let header = "supplier,invoice_number,line,sku,order_number,order_line,invoiced_quantity,unit_cost,line_amount\n"
    let summary = try shop.take(header + "lumen,I1,1,VERRE,C1,1,3,15,45\n") { $0.kind = "invoice_lines" }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try invoiced(shop) == [18, 2_500_000])
  }
}
