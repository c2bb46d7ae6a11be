import Exchange
import FormatKit
import RetailValues
import Stock
import Testing

/// What an order shows of the documents about it: where they were recorded, and what invoices ask for.
@Suite struct OrderPaperTests {
  /// An order of two lines, and imports 1 to 4 before the documents about it.
  private func ordered() throws -> TestShop {
    let shop = try TestShop()
    shop.accepted = Set(GuardCode.allCases.filter(\.newNoun.isEmpty).map(\.rawValue))
    try shop.take("location\nstore\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("supplier\nS\n", name: "suppliers.csv") { $0.kind = "suppliers" }
    try shop.take("sku\nI0\nI1\n", name: "variants.csv") { $0.kind = "variants" }
    let placed = try shop.take(
      """
      supplier,order_number,location,line,sku,order_quantity,order_unit,unit_cost
      S,7,store,1,I0,10,each,1.5
      S,7,store,2,I1,5,each,2.25

      """, name: "orders.csv"
    ) { $0.kind = "order_lines" }
    #expect(placed.isApplied, "\(placed.reported)")
    return shop
  }

  private func invoice(
    _ number: String, _ lines: [String], kind: String = "invoice", currency: String = "EUR", to shop: TestShop
  ) throws {
    let head =
      "supplier,invoice_number,invoice_kind,invoiced_on,order_number,currency,line,sku,order_line,invoiced_quantity,"
      + "order_unit,unit_cost\n"
    let text = lines.map { "S,\(number),\(kind),2026-11-0\(number),7,\(currency),\($0)\n" }.joined()
    let taken = try shop.take(head + text, name: "invoice-\(number).csv") { $0.kind = "invoice_lines" }
    #expect(taken.isApplied, "\(taken.reported)")
  }

  private func invoiced(_ shop: TestShop) throws -> [String?] {
    try shop.shop.orderLines(of: shop.shop.order("7").id).map { $0.invoicedCost?.description }
  }

  @Test func theLastInvoiceOfALineSaysWhatIsAskedForIt() throws {
    let shop = try ordered()
    #expect(try invoiced(shop) == [nil, nil])
    try invoice("1", ["1,I0,1,4,each,1.6"], to: shop)
    #expect(try invoiced(shop) == ["1.6", nil])
    try invoice("2", ["1,I0,1,6,each,1.75", "2,I1,2,5,each,2.25"], to: shop)
    #expect(try invoiced(shop) == ["1.75", "2.25"])
    // Neither a credit nor another currency can be compared with the order.
    try invoice("3", ["1,I0,1,1,each,9"], kind: "credit-note", to: shop)
    try invoice("4", ["1,I0,1,1,each,9"], currency: "USD", to: shop)
    #expect(try invoiced(shop) == ["1.75", "2.25"])
  }

  @Test func anOrderWithoutCostsHasNoValue() throws {
    let shop = try ordered()
    let head = "supplier,order_number,location,line,sku,order_quantity,order_unit,unit_cost\n"
    let lines = "S,8,store,1,I0,10,each,\nS,8,store,2,I1,5,each,\nS,9,store,1,I0,10,each,1.5\nS,9,store,2,I1,5,each,\n"
    let placed = try shop.take(head + lines, name: "more.csv") { $0.kind = "order_lines" }
    #expect(placed.isApplied, "\(placed.reported)")
    for (number, value, uncosted) in [("7", 2625, 0), ("8", nil, 2), ("9", 1500, 1)] as [(String, Int64?, Int)] {
      let order = try shop.shop.order(number)
      #expect(order.orderedCost?.minorUnits == value && order.openCost?.minorUnits == value, "\(number)")
      #expect(order.uncostedLineCount == uncosted, "\(number)")
    }
  }

  @Test func eachDocumentHasTheImportThatRecordedIt() throws {
    let shop = try ordered()
    try invoice("1", ["1,I0,1,4,each,1.6"], to: shop)
    let answered = try shop.take(
      "supplier,order_number,response_number,line,sku,confirmed_quantity\nS,7,R1,1,I0,10\n", name: "response.csv"
    ) { $0.kind = "order_response_lines" }
    #expect(answered.isApplied, "\(answered.reported)")
    try invoice("2", ["1,I0,1,6,each,1.6"], to: shop)
    let order = try shop.shop.order("7")
    let papers = try shop.shop.papers(of: order)
    #expect(papers.count == 3)
    let numbers = Dictionary(papers.map { ("\($0.kind) \($0.number)", $0.importNumber) }) { first, _ in first }
    #expect(numbers == ["invoice 1": 5, "response R1": 6, "invoice 2": 7])
  }
}
