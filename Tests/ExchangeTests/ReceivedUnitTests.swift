import Exchange
import FormatKit
import Stock
import Testing

/// What receipts without a unit, in packs and in pieces, bring into stock.
@Suite struct ReceivedUnitTests {
  private static let cartons = """
    document,line,supplier,order_number,sku,quantity,effective_at
    R1,1,lumen,C1,VERRE,3,2026-01-02

    """

  /// A shop that has ordered 3 packs of 12.
  private func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("supplier\nlumen\n") { $0.kind = "suppliers" }
    try shop.take("sku,title\nVERRE,Verre\n")
    try shop.take("supplier,sku,unit_cost,pack_size\nlumen,VERRE,2,12\n") { $0.kind = "supplier_items" }
    try shop.take("barcode,sku,pack_quantity\n4006381333931,VERRE,10\n") { $0.kind = "barcodes" }
    try shop.take("supplier,order_number,line,sku,order_quantity,order_unit\nlumen,C1,1,VERRE,3,case\n") {
      $0.kind = "order_lines"
    }
    return shop
  }

  /// How much came with a file; nil where the import was stopped.
  private func received(_ text: String, _ change: (inout ImportRequest) -> Void = { _ in }) throws -> Int? {
    let shop = try shop()
    let summary = try shop.take(text) {
      $0.kind = "receipts"
      change(&$0)
    }
    #expect(summary.errorCount == 0, "\(summary.reported)")
    guard summary.isApplied else {
      #expect(summary.stoppingGuards.map(\.code) == [.packsOrPieces], "\(summary.reported)")
      return nil
    }
    let stock = try shop.int("SELECT SUM(quantity) FROM movements")
    #expect(try shop.int("SELECT received_milli FROM report_order_lines") == stock)
    return stock / 1000
  }

  @Test func aReceiptWithoutAUnitIsAskedAbout() throws {
    #expect(try received(Self.cartons) == nil)
    #expect(try received(Self.cartons) { $0.constants = ["order_unit": "case"] } == 36)
    #expect(try received(Self.cartons) { $0.constants = ["order_unit": "each"] } == 3)
    #expect(try received(Self.cartons) { $0.accepted = ["packs-or-pieces"] } == 3)
    #expect(try received(Self.cartons) { _ = $0.limits.set(.packsOrPieces, to: "off") } == 3)
  }

  @Test(
    arguments: [
      ("case", 36), ("Karton", 36), ("each", 3), ("Stk", 3), ("", nil), ("Flasche", nil),
    ] as [(String, Int?)])
  func theUnitOfTheFileDecides(unit: String, pieces: Int?) throws {
    let text = """
      document,line,supplier,order_number,sku,quantity,order_unit,effective_at
      R1,1,lumen,C1,VERRE,3,\(unit),2026-01-02

      """
    #expect(try received(text) == pieces)
    let other = unit == "case" ? "each" : "case"
    let filled = try received(text) { $0.constants = ["order_unit": other] }
    #expect(filled == (unit.isEmpty ? 36 : pieces))
  }

  /// The barcode of a pack says how many there are, and a unit does not multiply them again.
  @Test(arguments: ["", "case", "each"]) func aBarcodeOfAPackIsCountedOnce(unit: String) throws {
    let text = """
      document,line,supplier,order_number,barcode,quantity,order_unit,effective_at
      R1,1,lumen,C1,4006381333931,3,\(unit),2026-01-02

      """
    #expect(try received(text) == 30)
  }

  @Test func theSameReceiptAgainChangesNothing() throws {
    let shop = try shop()
    func take() throws -> ImportSummary {
      try shop.take(Self.cartons) {
        ($0.kind, $0.again) = ("receipts", true)
        $0.constants = ["order_unit": "case"]
      }
    }
    #expect(try take().isApplied)
    #expect(try take().tally == ["receipts unchanged 1"])
    #expect(try shop.int("SELECT SUM(quantity) FROM movements") == 36_000)
  }

  @Test func aUnitThatIsAPackIsNoted() throws {
    let text = "document,line,supplier,order_number,sku,quantity,order_unit,effective_at\n"
    let summary = try shop().take(text + "R1,1,lumen,C1,VERRE,3,Karton,2026-01-02\n") { $0.kind = "receipts" }
    #expect("\(summary.reported)".contains("3 of the unit 'Karton', which is a pack of 12: 36 stock units"))
  }
}
