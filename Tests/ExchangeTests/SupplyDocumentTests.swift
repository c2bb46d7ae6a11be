import Exchange
import FormatKit
import ShopCheck
import Stock
import Testing

/// Orders, responses, despatch advices and invoices as records.
@Suite struct SupplyDocumentTests {
  /// A file whose rows hold the head of an order and one of its lines, as messages do.
  private static let orders = """
    profile: orders
    records:
      - kind: orders
        duplicates: first
        fields: { supplier: supplier, order_number: order, document_identity: message, replaces: replaces }
      - kind: order_lines
        fields: { supplier: supplier, order_number: order, line: line, sku: sku, order_quantity: quantity }
    """
  private static let header = "supplier,order,message,replaces,line,sku,quantity\n"

  private func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("supplier\nACME\n") { $0.kind = "suppliers" }
    try shop.take("sku\nA\nB\nC\n") { $0.kind = "variants" }
    return shop
  }

  @Test func aMessageThatComesAgainChangesNothing() throws {
    let shop = try shop()
    let text = Self.header + "ACME,1,M1,,1,A,5\nACME,1,M1,,2,B,3\n"
    #expect(try shop.take(text, profile: Self.orders).tally == ["order_lines create 2", "orders create 1"])
    let again = try shop.take(text + "\n", profile: Self.orders)
    #expect(
      again.errors == [] && again.tally == ["order_lines unchanged 2", "orders unchanged 1"], "\(again.reported)")
  }

  /// Each is the order 1 with lines A 5 and B 3, otherwise.
  @Test(arguments: [
    ("a quantity", "M1", "ACME,1,M1,,1,A,6\nACME,1,M1,,2,B,3\n", ["2 document-differs"]),
    ("another message, same number", "M2", "ACME,1,M2,,1,A,6\nACME,1,M2,,2,B,3\n", ["2 document-differs"]),
    ("a further line", "M1", "ACME,1,M1,,1,A,5\nACME,1,M1,,2,B,3\nACME,1,M1,,3,C,1\n", ["4 document-differs"]),
  ])
  func otherContentIsRefused(what: String, message: String, rows: String, errors: [String]) throws {
    let shop = try shop()
    try shop.take(Self.header + "ACME,1,M1,,1,A,5\nACME,1,M1,,2,B,3\n", profile: Self.orders)
    let summary = try shop.take(Self.header + rows, profile: Self.orders)
    #expect(summary.errors == errors && !summary.isApplied, "\(what): \(summary.reported)")
    #expect(try shop.lines("order_lines", "line", "sku", "order_quantity") == ["1,A,5", "2,B,3"])
  }

  @Test func whatReplacesTakesBackTheLinesItLacks() throws {
    let shop = try shop()
    try shop.take(Self.header + "ACME,1,M1,,1,A,5\nACME,1,M1,,2,B,3\n", profile: Self.orders)
    let summary = try shop.take(Self.header + "ACME,1,M2,yes,1,A,6\nACME,1,M2,yes,3,C,1\n", profile: Self.orders)
    #expect(summary.errors == [] && summary.isApplied, "\(summary.reported)")
    #expect(
      summary.tally == ["order_lines create 1", "order_lines update 2", "orders update 1"], "\(summary.reported)")
    #expect(try shop.lines("order_lines", "line", "sku", "order_quantity") == ["1,A,6", "2,B,0", "3,C,1"])
    #expect(try shop.shop.check().isEmpty)
  }

  /// Without an identity it is a list, which may have other values each time.
  @Test func aPlainListMayChange() throws {
    let shop = try shop()
    let text = "supplier,order_number,line,sku,order_quantity\nACME,1,1,A,"
    try shop.take(text + "5\n")
    #expect(try shop.take(text + "6\n").tally == ["order_lines update 1", "orders unchanged 1"])
  }

  @Test func linesOfUnknownItemsAreKept() throws {
    let shop = try shop()
    let text = """
      supplier,invoice_number,line,sku,supplier_code,title,invoiced_quantity,unit_cost,line_amount
      ACME,R7,1,A,,Apple,5,0.20,1.00
      ACME,R7,2,,X-9,Xylophone,1,12.5,12.50
      ACME,R7,3,,,Freight,1,4,4.00

      """
    let summary = try shop.take(text, name: "invoice_lines.csv")
    #expect(summary.errors == [] && summary.isApplied, "\(summary.reported)")
    #expect(summary.problems.map(\.code.id) == ["unknown-document-item"], "\(summary.reported)")
    #expect(
      try shop.lines("invoice_lines", "line", "sku", "supplier_code", "title", "invoiced_quantity", "line_amount") == [
        "1,A,,Apple,5,1.00", "2,,X-9,Xylophone,1,12.50", "3,,,Freight,1,4.00",
      ])
    #expect(try shop.lines("invoices", "supplier", "invoice_number", "invoice_kind") == ["ACME,R7,invoice"])
    // Known by now, the item is found when the document comes again.
    try shop.take("supplier,sku,supplier_code,pack_size\nACME,C,X-9,1\n") { $0.kind = "supplier_items" }
    #expect(
      try shop.take(text, name: "invoice_lines.csv") { $0.again = true }.tally == [
        "invoice_lines unchanged 2", "invoice_lines update 1", "invoices unchanged 1",
      ])
    #expect(try shop.lines("invoice_lines", "line", "sku") == ["1,A", "2,C", "3,"])
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func aResponseNeedsNoNumberOfItsOwn() throws {
    let shop = try shop()
    let text = """
      supplier,order_number,line,sku,line_response,confirmed_quantity,promised_on
      ACME,1,1,A,accepted,5,2026-02-01
      ACME,1,2,B,backordered,2,2026-03-01

      """
    let summary = try shop.take(text, name: "answer.csv")
    #expect(summary.tally == ["order_response_lines create 2", "order_responses create 1"], "\(summary.reported)")
    #expect(
      try shop.lines(
        "order_response_lines", "supplier", "order_number", "response_number", "line", "confirmed_quantity")
        == ["ACME,1,,1,5", "ACME,1,,2,2"])
    let again = try shop.take(text, name: "again.csv") { $0.again = true }
    #expect(
      again.tally == ["order_response_lines unchanged 2", "order_responses unchanged 1"],
      "\(again.outcome) \(again.reported)")
  }

  /// The supplier says its Global Location Number, and ours.
  @Test func partnersAreKnownByTheirNumbers() throws {
    let shop = try shop()
    try shop.take("supplier,gln\nACME,4098765000005\n") { $0.kind = "suppliers" }
    try shop.take("location,gln\nstore,4012345000009\n") { $0.kind = "locations" }
    let text = """
      supplier,despatch_number,location,line,sku,despatched_quantity
      4098765000005,D1,4012345000009,1,A,5

      """
    let summary = try shop.take(text, name: "despatch_lines.csv")
    #expect(summary.isApplied && summary.errors == [], "\(summary.reported)")
    #expect(try shop.lines("despatch_advices", "supplier", "location") == ["ACME,store"])
    #expect(
      try shop.take("supplier,supplier_name\n4098765000005,Acme\n") { $0.kind = "suppliers" }.tally == [
        "suppliers update 1"
      ])
    #expect(try shop.lines("suppliers", "supplier", "supplier_name") == ["ACME,Acme"])
    // Two suppliers with the same number are ambiguous.
    try shop.take("supplier,gln\nOTHER,4098765000005\n") { $0.kind = "suppliers" }
    let unclear = try shop.take(text.replacing("D1", with: "D2"), name: "despatch_lines.csv")
    #expect(!unclear.isApplied && !unclear.errors.isEmpty)
  }

  @Test func despatchAdvicesComeAndGoWithUndo() throws {
    let shop = try shop()
    let text = """
      supplier,despatch_number,line,sku,despatched_quantity,lot,expires_on,sscc
      ACME,D1,1,A,5,L1,2026-12-31,340123450000000018

      """
    guard case .applied(let number) = try shop.take(text, name: "despatch.csv").outcome else {
      Issue.record("nothing was applied")
      return
    }
    #expect(
      try shop.lines(
        "despatch_lines", "despatch_number", "line", "sku", "despatched_quantity", "lot", "expires_on", "sscc")
        == ["D1,1,A,5,L1,2026-12-31,340123450000000018"])
    let before = try shop.int("SELECT COUNT(*) FROM despatch_lines")
    _ = try shop.shop.undoImport(number, actor: manager, at: hour(shop.clock + 1))
    #expect(before == 1)
    #expect(try shop.int("SELECT COUNT(*) FROM despatch_lines") == 0)
    #expect(try shop.int("SELECT COUNT(*) FROM despatch_advices") == 0)
  }
}
