import Exchange
import FormatKit
import Stock
import Testing

extension GuardTests {
  private static let sold = "document,sku,quantity,unit_price,effective_at\n"
  private static let moved = "document,line,movement_kind,sku,quantity,reason,location,to_location,effective_at\n"

  /// What guards find in movements of closed periods.
  private static let periodCases: [Case] = [
    Case(
      name: "sales of two closed periods and of the open one", before: catalog, closed: ["2026-10-31", "2026-11-30"],
      file: "sku,quantity,unit_price,effective_at\nA,1,11.90,2026-10-31\nB,1,10,2026-11-01\nC,1,5,2026-11-30T23:59\n"
        + "A,1,11.90,2026-12-01\n", found: ["closed-period": 3],
      reported: [
        "file.csv:2: the movement of 'A' at 2026-10-31T00:00:00+00:00 is in period 1 through 2026-10-31, "
          + "which is closed; movements of that period in the file: 1",
        "file.csv:3: the movement of 'B' at 2026-11-01T00:00:00+00:00 is in period 2 through 2026-11-30, "
          + "which is closed; movements of that period in the file: 2",
      ]),
    Case(
      name: "a transfer, which is one movement, and a write-off", before: catalog + ["location\nattic\n"],
      closed: ["2026-10-31"],
      file: moved + "T1,1,transfer,A,2,,shop,attic,2026-10-05\nW1,1,write-off,A,-1,damage,shop,,2026-10-06\n",
      found: ["closed-period": 2], reported: ["movements of that period in the file: 2"]),
    Case(
      name: "a delivery that comes late", before: catalog, closed: ["2026-10-31"],
      file: "document,line,sku,quantity,unit_cost,effective_at,supplier\nD2,1,A,12,5,2026-10-02,acme\n",
      found: ["closed-period": 1]),
    Case(
      name: "stock as of a day that is closed", before: catalog, closed: ["2026-10-31"],
      file: "sku,location,stock,effective_at\nA,shop,5,2026-10-20\nB,shop,5,2026-11-02\n",
      found: ["closed-period": 1]),
    Case(
      name: "recorded sales of a closed period that come again",
      before: catalog + [sold + "S1,A,1,11.90,2026-10-05\n"], closed: ["2026-10-31"],
      file: sold + "S1,A,1,11.90,2026-10-05\nS2,B,1,10,2026-11-02\n", found: [:]),
    Case(
      name: "a count of a closed period, which is booked when it is posted", before: catalog, closed: ["2026-10-31"],
      file: "count,location,sku,counted_quantity,counted_at\n1,shop,A,4,2026-10-31\n", found: [:]),
    Case(
      name: "a time that lies too far back is asked about once", before: catalog, closed: ["2026-10-31"],
      file: "sku,quantity,unit_price,effective_at\nA,1,1,1970-01-01\nA,1,1,2026-10-05\n",
      found: ["closed-period": 1, "date-far-off": 1]),
  ]

  private static let units = [
    "sku,title,stock_unit\nROSE,Rose,each\nFLOUR,Flour,kg\n", "supplier,sku,unit_cost,pack_size\nacme,ROSE,1,10\n",
  ]
  /// Ten sales of A and nine of B, all of whole units.
  private static let history = sold + sales(of: "A", 10) + sales(of: "B", 9)

  private static func sales(of sku: String, _ count: Int) -> String {
    (1...count).map { "\(sku)\($0),\(sku),2,9,2026-11-10\n" }.joined()
  }

  /// What guards find in quantities with a fraction.
  private static let fractionCases: [Case] = [
    Case(
      name: "fractions of pieces, of kilograms and of what has no unit", before: catalog + units,
      file: "sku,quantity,unit_price,effective_at\nROSE,2.5,1,2026-12-31\nFLOUR,2.5,1,2026-12-31\nA,2.5,1,2026-12-31\n"
        + "ROSE,3,1,2026-12-31\n", found: ["fraction-of-piece": 1],
      reported: ["file.csv:2: the quantity 2.5 of 'ROSE' has a fraction, and the item is kept in pieces"]),
    Case(
      name: "items without a unit, of which one has many movements", before: catalog + [history],
      file: sold + "S1,A,2.5,11.90,2026-12-31\nS2,B,2.5,10,2026-12-31\n", found: ["fraction-of-piece": 1],
      reported: ["the quantity 2.5 of 'A' has a fraction, and all recorded movements of the item are whole"]),
    Case(
      name: "items of which a fraction is recorded",
      before: catalog + units + [history, sold + "S1,A,2.5,11.90,2026-12-30\nS2,ROSE,0.5,1,2026-12-30\n"],
      file: sold + "S3,A,3.5,11.90,2026-12-31\nS4,ROSE,1.5,1,2026-12-31\n", found: [:]),
    Case(
      name: "stock with fractions", before: catalog + units,
      file: "sku,location,stock\nROSE,shop,2.5\nFLOUR,shop,1.25\n", found: ["fraction-of-piece": 1]),
    Case(
      name: "new items with their unit and their stock", before: catalog,
      file: "sku,title,stock_unit,stock\nTULIP,Tulip,each,2.5\nMEAL,Meal,kg,2.5\n", found: ["fraction-of-piece": 1],
      reported: ["the quantity 2.5 of 'TULIP'"]),
    Case(
      name: "counted fractions", before: catalog + units,
      file: "count,location,sku,counted_quantity\n1,shop,ROSE,2.5\n1,shop,FLOUR,2.5\n",
      found: ["fraction-of-piece": 1]),
    Case(
      name: "half a case, which is five pieces, and two pieces and a half", before: catalog + units,
      file: "supplier,order_number,line,sku,order_quantity,order_unit\nacme,O1,1,ROSE,0.5,case\n"
        + "acme,O1,2,ROSE,2.5,each\nacme,O1,3,ROSE,0.25,case\n", found: ["fraction-of-piece": 2],
      reported: ["file.csv:3: the quantity 2.5 of 'ROSE'", "file.csv:4: the quantity 0.25 × 10 of 'ROSE'"]),
    Case(
      name: "prices as quantities are asked about once", before: catalog + units + ["sku,price\nROSE,2.50\n"],
      file: "sku,quantity,unit_price,effective_at\nROSE,2.50,3,2026-12-31\n", found: ["price-as-quantity": 1]),
  ]

  /// What guards find in movements and quantities, compared with the books and with what is recorded.
  static let ledgerCases = periodCases + fractionCases

  /// Of an item without a unit and without movements, a list is taken, and what a person typed is asked about.
  @Test func fractionsThatWereTypedAreAskedAbout() throws {
    let shop = try TestShop()
    for text in Self.catalog + Self.units { try shop.take(text) { $0.accepted = TestShop.guards } }
    let sales = Self.sold + "S1,A,2.5,11.90,2026-12-31\nS2,FLOUR,2.5,1,2026-12-31\n"
    let order = "supplier,order_number,line,sku,order_quantity,order_unit\nacme,O1,1,ROSE,0.5,case\n"
    for (file, message) in [
      (sales, "the quantity 2.5 of 'A' has a fraction, and the item has no unit"),
      (order, "the quantity 0.5 × 10 of 'ROSE' has a fraction, and the item is kept in pieces"),
    ] {
      let listed = try shop.take(file, plan: true)
      #expect(listed.guards.isEmpty && listed.errorCount == 0)
      let typed = try shop.take(file, plan: true) { $0.areQuantitiesTyped = true }
      #expect(typed.guards.map(\.code) == [.fractionOfPiece])
      let reported = typed.guards.flatMap(\.examples).map(\.headline)
      #expect(reported.count == 1 && reported[0].contains(message), "\(reported)")
    }
  }

  @Test func aPeriodThatWasReopenedIsOpen() throws {
    let shop = try TestShop()
    for text in Self.catalog { try shop.take(text) { $0.accepted = TestShop.guards } }
    try shop.closeBooks(through: "2026-10-31")
    let file = Self.sold + "S1,A,1,11.90,2026-10-05\n"
    #expect(try shop.take(file).stoppingGuards.map(\.code) == [.closedPeriod])
    try shop.reopenBooks()
    #expect(try shop.take(file).isApplied)
  }

  /// In Berlin, the evening of the last day in UTC is the next day.
  @Test func daysOfPeriodsAreThoseOfTheShop() throws {
    let shop = try TestShop(timeZone: "Europe/Berlin")
    for text in Self.catalog { try shop.take(text) { $0.accepted = TestShop.guards } }
    try shop.closeBooks(through: "2026-10-31")
    let file = Self.sold + "S1,A,1,11.90,2026-10-31T22:59:00Z\nS2,A,1,11.90,2026-10-31T23:00:00Z\n"
    let summary = try shop.take(file)
    #expect(summary.stoppingGuards.map(\.count) == [1] && summary.stoppingGuards.map(\.code) == [.closedPeriod])
    #expect(summary.guards.first?.examples.first?.position.line == 2)
  }
}
