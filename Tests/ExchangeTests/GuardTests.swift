import Exchange
import FormatKit
import Foundation
import Stock
import Testing

/// What guards find, and that nothing is written until it is accepted.
struct GuardTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// Imported before the case, even if guards find something.
    var before: [String] = []
    /// The last days of the periods that are then closed.
    var closed: [String] = []
    let file: String
    /// The cases found by guard.
    let found: [String: Int]
    /// Parts of the messages of the first case.
    var reported: [String] = []
    var isFull = false
    var supplier: String?
    var testDescription: String { name }
  }

  private static let items = "sku,title,tax_rate,price\nA,Apple,19,11.90\nB,Pear,19,10.00\nC,Plum,,5.00\n"
  private static let place = "location\nshop\n"
  private static let suppliers = "supplier,supplier_name\nacme,Acme\nbest,Best\n"
  private static let costs = """
    supplier,sku,supplier_code,unit_cost,pack_size
    acme,A,a-1,5,12
    acme,B,b-1,4,6
    best,C,c-1,2,1

    """
  static let catalog = [items, place, suppliers, costs]
  private static let colours = """
    colour,colour_family,red,green,blue
    Navy Blue,Blue,0,0,128
    Sky Blue,Blue,135,206,235
    Azur,Blue,,,
    Light Blue,Blue,,,
    Blue 10,Blue,,,
    Moss,Green,0,0,128

    """
  private static let received =
    "document,line,sku,quantity,unit_cost,effective_at,supplier\nD1,1,A,10,5,2026-11-01,acme\n"

  static let cases: [Case] = [
    Case(name: "nothing new", before: catalog, file: costs + "\n", found: [:]),
    Case(name: "a first import", before: [place], file: items, found: [:]),
    Case(
      name: "a cost just within the limit", before: catalog, file: "supplier,sku,unit_cost\nacme,A,6\nacme,B,3.2\n",
      found: [:]),
    Case(
      name: "costs beyond the limit", before: catalog, file: "supplier,sku,unit_cost\nacme,A,6.01\nacme,B,3.19\n",
      found: ["unit-cost-changed": 2],
      reported: ["the unit cost of 'A' changes from 5 to 6.01 (+20.2 %)", "file.csv:2"]),
    Case(
      name: "a cost in another currency is no other cost", before: catalog,
      file: "supplier,sku,unit_cost,currency\nacme,A,500,JPY\n", found: [:]),
    Case(
      name: "a standard cost", before: catalog + ["sku,standard_cost\nA,5\n"], file: "sku,standard_cost\nA,50\nB,3\n",
      found: ["unit-cost-changed": 1], reported: ["the standard cost of 'A' changes from 5 to 50 (+900 %)"]),
    Case(
      name: "a receipt against the average cost", before: catalog + [received],
      file: "document,line,sku,quantity,unit_cost,effective_at,supplier\nD2,1,A,12,60,2026-11-02,acme\n",
      found: ["unit-cost-changed": 1], reported: ["from 5 to 60 (+1100 %), compared with the average cost"]),
    Case(
      name: "a receipt at a cost that came once already",
      before: catalog + [
        received, "document,line,sku,quantity,unit_cost,effective_at,supplier\nD2,1,A,12,60,2026-11-02,acme\n",
      ], file: "document,line,sku,quantity,unit_cost,effective_at,supplier\nD3,1,A,12,61,2026-11-03,acme\n", found: [:]),
    Case(
      name: "prices", before: catalog, file: "sku,price\nA,17.85\nB,15.01\nC,2.40\n",
      found: ["price-changed": 2], reported: ["the price of 'B' changes from 10.00 to 15.01 (+50.1 %)"]),
    Case(
      name: "a price of another type or currency is compared with its own", before: catalog,
      file: "sku,price_type,currency,price\nA,list,EUR,99\nA,regular,USD,99\n", found: [:]),
    Case(
      name: "a price to begin later", before: catalog, file: "sku,price,valid_from\nB,20,2027-06-01\n",
      found: ["price-changed": 1]),
    Case(
      name: "a price below the supplier's cost, its tax taken off", before: catalog,
      file: "sku,price\nA,5.94\nB,4.77\nC,2.00\n",
      found: ["price-below-cost": 1, "price-changed": 3],
      reported: ["the price 5.94 of 'A' is 4.99 without tax, below the supplier's cost 5"]),
    Case(
      name: "the standard cost goes before the supplier's, and a new one counts",
      before: catalog, file: "sku,standard_cost,price\nC,6,5.99\n",
      found: ["price-below-cost": 1], reported: ["the price 5.99 of 'C' is below the standard cost 6"]),
    Case(
      name: "the average cost is the last resort",
      before: [items, place, "sku,location,quantity,unit_cost\nC,shop,5,4\n"], file: "sku,price\nC,3.99\n",
      found: ["price-below-cost": 1], reported: ["the price 3.99 of 'C' is below the average cost 4"]),
    Case(
      name: "a price without tax", before: catalog, file: "sku,price,tax_included\nB,3.99,no\n",
      found: ["price-below-cost": 1, "price-changed": 1], reported: []),
    Case(
      name: "new items with cost and price", before: [place, suppliers],
      file: "sku,title,price,standard_cost\nX,New,1.00,2\nY,New,3.00,2\n", found: ["price-below-cost": 1]),
    Case(
      name: "a sale price that is no offer, an equal one, and one next to a regular price that falls",
      before: catalog + ["sku,price_type,price\nC,sale,4.00\n"],
      file: "sku,price_type,price\nA,sale,17.85\nB,sale,10.00\nC,regular,3.90\n",
      found: ["sale-not-below-regular": 3],
      reported: ["the sale price 10.00 of 'B' is not below the regular price 10.00"]),
    Case(
      name: "sale prices below the regular ones, in another currency, over, or of an item without a regular price",
      before: catalog,
      file: "sku,price_type,currency,price,valid_from,valid_to\nA,sale,EUR,9.99,,\nB,sale,USD,99,,\n"
        + "B,sale,EUR,99,2020-01-01,2020-02-01\n", found: [:]),
    Case(
      name: "a sale to come and the regular price that it then stands next to", before: catalog,
      file: "sku,price_type,price,valid_from,valid_to\nB,regular,14,2029-01-01,\nB,sale,12,2029-01-05,2029-01-09\n"
        + "B,sale,12,2028-12-28,2028-12-30\n",
      found: ["sale-not-below-regular": 1],
      reported: ["the sale price 12.00 of 'B' is not below the regular price 10.00"]),
    Case(
      name: "pack sizes", before: catalog, file: "supplier,sku,pack_size\nacme,A,24\nacme,B,6\nbest,C,1\n",
      found: ["pack-size-changed": 1], reported: ["the pack size of 'A' changes from 12 to 24 (+100 %)"]),
    Case(
      name: "a barcode of a case", before: catalog + ["barcode,sku,pack_quantity\n4006381333931,A,12\n"],
      file: "barcode,sku,pack_quantity\n4006381333931,A,10\n", found: ["pack-size-changed": 1]),
    Case(
      name: "a barcode in the quantity", before: catalog,
      file:
        "sku,quantity,unit_price,effective_at\nA,4006381333931,1,2026-11-02\nB,-20000000,1,2026-11-02\nC,9999999,1,2026-11-02\n",
      found: ["quantity-far-off": 2], reported: ["the quantity 4006381333931 of 'A' is larger than 9999999"]),
    Case(
      name: "the sign does not matter", before: catalog,
      file: "sku,quantity,unit_price,effective_at\nA,-80000000000000,1,2026-11-02\n",
      found: ["quantity-far-off": 1]),
    Case(
      name: "most levels change by more than half",
      before: catalog + ["sku,location,stock\nA,shop,20\nB,shop,30\nC,shop,9\n"],
      file: "sku,location,stock\nA,shop,9\nB,shop,70\nC,shop,8\n", found: ["stock-changed": 1],
      reported: ["the stock of 2 of 3 known items (66.6 %) changes by more than half, such as 'A' from 20 to 9 (-55 %)"]
    ),
    Case(
      name: "a single level, levels that change by half, and half of the levels",
      before: catalog + ["sku,location,stock\nA,shop,20\nB,shop,30\nC,shop,9\n"],
      file: "sku,location,stock\nA,shop,10\nB,shop,2\nC,shop,9\n", found: [:]),
    Case(
      name: "a level with a zero too many", before: catalog + ["sku,location,stock\nA,shop,20\nB,shop,30\nC,shop,9\n"],
      file: "sku,location,stock\nA,shop,180\nB,shop,31\nC,shop,8\n", found: ["stock-changed": 1],
      reported: ["the stock of 'A' changes from 20 to 180 (+800 %), while no other level changes by more than half"]),
    Case(
      name: "a level after a delivery", before: catalog + ["sku,location,stock\nA,shop,20\nB,shop,30\nC,shop,9\n"],
      file: "sku,location,stock\nA,shop,183\nB,shop,31\nC,shop,8\n", found: [:]),
    Case(
      name: "far more sold than there is", before: catalog + ["sku,location,stock\nA,shop,20\nB,shop,5\nC,shop,50\n"],
      file: """
        sku,quantity,unit_price,effective_at
        A,200,1,2026-12-31
        B,200,1,2026-12-31
        C,200,1,2026-12-31

        """, found: ["more-than-stock": 1], reported: ["200 of 'A' are sold, and 20 are in stock"]),
    Case(
      name: "totals of lines as prices", before: catalog,
      file: "sku,quantity,unit_price,effective_at\nA,2,23.80,2026-12-31\nB,1,10,2026-12-31\nC,3,15.00,2026-12-31\n",
      found: ["total-as-price": 2], reported: ["the price 23.80 of 'A' is 2 times 11.90, the shop's price"]),
    Case(
      name: "prices of one, of which one is twice the shop's", before: catalog,
      file: "sku,quantity,unit_price,effective_at\nA,2,23.80,2026-12-31\nB,2,10,2026-12-31\n", found: [:]),
    Case(
      name: "a year that was mistyped", before: catalog + ["sku,location,stock\nA,shop,20\n"],
      file: "sku,quantity,unit_price,effective_at\nA,2,11.90,2016-12-31\n", found: ["date-far-off": 1],
      reported: ["lies years before everything that the shop has recorded"]),
    Case(
      name: "a history", before: catalog + ["sku,location,stock\nA,shop,20\n"],
      file: "sku,quantity,unit_price,effective_at\nA,2,11.90,2016-11-29\nA,2,11.90,2016-12-31\n", found: [:]),
    Case(
      name: "stock on hand", before: catalog, file: "sku,location,stock\nA,shop,50000000\n",
      found: ["quantity-far-off": 1]),
    Case(
      name: "counted", before: catalog,
      file: "count,location,sku,counted_quantity,counted_at\n1,shop,A,40063813,2091-01-01\n",
      found: ["quantity-far-off": 1, "date-far-off": 1]),
    Case(
      name: "prices as quantities", before: catalog,
      file: "sku,quantity,unit_price,effective_at\nA,11.90,2,2026-12-31\nB,1,10,2026-12-31\n",
      found: ["price-as-quantity": 1], reported: ["the quantity 11.9 of 'A' is its price"]),
    Case(
      name: "goods by weight, of which one weighs as much as it costs", before: catalog,
      file: "sku,quantity,unit_price,effective_at\nA,11.90,11.90,2026-12-31\nA,1.25,11.90,2026-12-31\n", found: [:]),
    Case(
      name: "ordered", before: catalog,
      file: "supplier,order_number,line,sku,order_quantity\nbest,O1,1,C,40063813\n", found: ["quantity-far-off": 1]),
    Case(
      name: "colours named or made like another of their family", before: [place, colours],
      file: """
        colour,colour_family,red,green,blue
        navy  blue,Blue,,,
        Skyy Blue,Blue,,,
        Azür,Blue,,,
        Midnight,Blue,2,3,126
        Navy,Green,,,
        Bright Blue,Blue,1,3,132
        Blue 11,Blue,,,
        Navy Blue,Blue,0,0,127

        """, found: ["similar-colour": 4],
      reported: [
        "the new colour 'navy  blue' has nearly the name of 'Navy Blue', also Blue",
        "the new colour 'Skyy Blue' has nearly the name of 'Sky Blue', also Blue",
      ]),
    Case(
      name: "codes that differ only in their spelling from each other or from those of the shop", before: catalog,
      file: "sku,title\nABC-1,Tea\nabc-1,Tea\nABC-1.,Tea\nABC-2,Cup\na,Apple\n00B,Pear\nÄ1,Oil\nä1,Oil\n0-5,Nut\n",
      found: ["similar-code": 5],
      reported: [
        "the new item 'abc-1' has nearly the code of 'ABC-1', in the same file",
        "the new item 'ABC-1.' has nearly the code of 'ABC-1', in the same file",
        "the new item 'a' has nearly the code of 'A', which the shop has",
      ]),
    Case(
      name: "codes that are there already, and those that differ in more", before: catalog + ["sku,title\nA-1,Tea\n"],
      file:
        "sku,title\nA,Apple\nB,Pear\nA2,Cup\nA-1,Tea\nA-11,Pot\n1-1,Pan\n11,Lid\n1-10,Jug\n11-0,Jar\nAO-1,Rug\nA0-1,Bed\n",
      found: [:]),
    Case(
      name: "codes with other signs, and with letters for digits",
      before: catalog + ["sku,title\nW-100,Tea\n0012,Cup\n"],
      file: "sku,title\nW 100,Tea\nw100,Tea\nOO12,Cup\nX-1O,Hat\nX.10,Hat\n",
      found: ["similar-code": 4],
      reported: [
        "the new item 'W 100' has nearly the code of 'W-100', which the shop has",
        "the new item 'w100' has nearly the code of 'W-100', which the shop has",
        "the new item 'OO12' has nearly the code of '0012', which the shop has",
      ]),
    Case(
      name: "codes with other dashes and with letters of other scripts",
      before: catalog + ["sku,title\nA-1,Tea\nKOT-7,Cup\n"],
      file: "sku,title\nA–1,Tea\n\u{410}-1,Tea\n\u{39A}\u{39F}\u{3A4}\u{2011}7,Cup\nЖ-1,Ink\nA-2,Pen\n",
      found: ["similar-code": 3],
      reported: [
        "the new item 'A–1' has nearly the code of 'A-1', which the shop has",
        "the new item '\u{410}-1' has nearly the code of 'A-1', which the shop has",
      ]),
    Case(
      name: "dates", before: catalog,
      file: """
        sku,quantity,unit_price,effective_at
        A,1,1,2062-01-01
        A,1,1,1970-01-01
        A,1,1,2008-01-01
        A,1,1,2027-01-01

        """, found: ["date-far-off": 2], reported: ["the time 2062-01-01T00:00:00+00:00 lies in the future"]),
    Case(
      name: "a full feed that lacks a third", before: catalog, file: "sku,title\nA,Apple\nB,Pear\n",
      found: ["missing-from-feed": 1], reported: ["lacks 1 of 3 known items (33.3 %), such as 'C'"], isFull: true),
    Case(
      name: "a full feed of a supplier", before: catalog, file: "sku,unit_cost\nA,5\nB,4\n", found: [:], isFull: true,
      supplier: "acme"),
    Case(
      name: "a full feed of a supplier that lacks half", before: catalog, file: "sku,unit_cost\nA,5\n",
      found: ["missing-from-feed": 1], reported: ["lacks 1 of 2"], isFull: true, supplier: "acme"),
    Case(
      name: "what is no longer sold is not missing", before: catalog + ["product_code,status\nC,discontinued\n"],
      file: "sku,title\nA,Apple\nB,Pear\n", found: [:], isFull: true),
    Case(name: "not a full feed", before: catalog, file: "sku,title\nA,Apple\n", found: [:]),
  ]

  private static func shop(_ item: Case) throws -> TestShop {
    let shop = try TestShop()
    for text in item.before {
      let summary = try shop.take(text) { $0.accepted = Set(GuardCode.allCases.map(\.rawValue)) }
      try #require(summary.isApplied, "\(summary.reported)")
    }
    for day in item.closed { try shop.closeBooks(through: day) }
    return shop
  }

  @Test(arguments: cases + countCases + orderCases + lineCases + ledgerCases)
  func whatIsFoundStopsTheImportUntilItIsAccepted(item: Case) throws {
    let shop = try Self.shop(item)
    let before = try shop.dump()
    for isPlan in [true, false] {
      let summary = try shop.take(item.file, plan: isPlan) {
        $0.isFull = item.isFull
        $0.supplier = item.supplier
        if item.found.isEmpty, !isPlan { $0.accepted = ["price-changed"] }
      }
      #expect(summary.errorCount == 0, "\(summary.reported)")
      #expect(Dictionary(uniqueKeysWithValues: summary.guards.map { ($0.code.rawValue, $0.count) }) == item.found)
      let reported = summary.guards.flatMap(\.examples).map(\.headline).joined(separator: "\n")
      for part in item.reported { #expect(reported.contains(part), "\(reported)") }
      #expect(summary.problems.allSatisfy { $0.severity != .guard })
      if isPlan || !item.found.isEmpty { #expect(try shop.dump() == before) }
      if !isPlan { #expect(summary.isApplied == item.found.isEmpty) }
    }
    guard !item.found.isEmpty else { return }
    // One that is not accepted still stops it.
    for code in item.found.keys where item.found.count > 1 {
      let summary = try shop.take(item.file) {
        $0.isFull = item.isFull
        $0.accepted = [code]
      }
      #expect(summary.outcome == .refused && summary.stoppingGuards.count == item.found.count - 1)
      #expect(try shop.dump() == before)
    }
    let summary = try shop.take(item.file) {
      $0.isFull = item.isFull
      $0.supplier = item.supplier
      $0.accepted = Set(item.found.keys)
    }
    #expect(summary.isApplied && summary.guards.allSatisfy { $0.isAccepted })
    let entry = try #require(try shop.shop.auditEntries(limit: 1).first)
    for (code, count) in item.found { #expect(entry.details.contains("\(code) (\(count))"), "\(entry.details)") }
  }

  @Test func guardsThatAreOffFindNothing() throws {
    for item in Self.cases + Self.countCases + Self.ledgerCases {
      let shop = try Self.shop(item)
      let summary = try shop.take(item.file) { request in
        request.isFull = item.isFull
        request.supplier = item.supplier
        for code in GuardCode.allCases { _ = request.limits.set(code, to: "off") }
      }
      #expect(summary.guards.isEmpty && summary.isApplied, "\(item.name): \(summary.reported)")
    }
  }

  @Test func aFullFeedTellsWhatItLacksThoughTheGuardIsOff() throws {
    let shop = try Self.shop(Case(name: "", before: Self.catalog, file: "", found: [:]))
    let profile = """
      profile: feed
      full: true
      records: [{ kind: variants, fields: { sku: sku } }]
      """
    let summary = try shop.take("sku\nA\nB\n", profile: profile) { _ = $0.limits.set(.missingFromFeed, to: "off") }
    #expect(summary.isApplied)
    #expect(summary.findings.contains { $0.name == "known items not in the file" && $0.value == "1 of 3" })
  }

  @Test func errorsGoBeforeGuards() throws {
    let shop = try Self.shop(Case(name: "", before: Self.catalog, file: "", found: [:]))
    let summary = try shop.take("sku,price\nA,999\nB,what\n") { $0.accepted = ["price-changed"] }
    #expect(summary.outcome == .refused && summary.errorCount == 1 && summary.guards.map(\.count) == [1])
  }

  @Test func negativePricesAndCostsAreErrors() throws {
    let shop = try Self.shop(Case(name: "", before: Self.catalog, file: "", found: [:]))
    for file in [
      "sku,price\nA,-1\n", "sku,standard_cost\nA,-1\n", "supplier,sku,unit_cost\nacme,A,-1\n",
      "sku,quantity,unit_price,effective_at\nA,1,-1,2026-11-02\n",
    ] {
      #expect(try shop.take(file).errors == ["2 out-of-range"])
    }
  }

  @Test func nothingSoldOrReceivedIsAWarningAndNotRecorded() throws {
    let shop = try Self.shop(Case(name: "", before: Self.catalog, file: "", found: [:]))
    let sales =
      "document,sku,quantity,unit_price,effective_at\nS1,A,1,5,2026-11-02\nS1,A,0,5,2026-11-02\nS1,B,2,5,2026-11-02\n"
    let summary = try shop.take(sales)
    #expect(summary.isApplied && summary.problems.map(\.code.id) == ["quantity-zero"])
    #expect(summary.problems.first?.position.line == 3)
    #expect(try shop.int("SELECT COUNT(*) FROM movements") == 2)
    // The lines keep the numbers of their places.
    #expect(try shop.int("SELECT COUNT(*) FROM movements WHERE document_line = '#3'") == 1)
    let receipts = "document,line,sku,quantity,supplier,effective_at\nR1,1,A,0,acme,2026-11-02\n"
    #expect(try shop.take(receipts).problemCounts["warning"] == 1)
  }

  @Test func leavingOutMuchOfAFileHasToBeAccepted() throws {
    let shop = try Self.shop(Case(name: "", before: Self.catalog, file: "", found: [:]))
    let rejects = shop.folder.appendingPathComponent("file.rejects.csv").path
    let file = "sku,price\nA,11.80\nB,what\nC,5.10\n"
    let before = try shop.dump()
    for isAccepted in [false, true] {
      let summary = try shop.take(file) {
        $0.onError = .skip(rejects: rejects)
        if isAccepted { $0.accepted = ["many-rejected"] }
      }
      #expect(summary.guards.map(\.code) == [.manyRejected] && summary.guards.first?.count == 1)
      #expect(summary.guards.first?.examples.first?.message == "1 of 3 records (33.3 %) are refused")
      #expect(summary.stoppingGuards.isEmpty == isAccepted && summary.isApplied == isAccepted)
      #expect(FileManager.default.fileExists(atPath: rejects) == isAccepted)
      if !isAccepted { #expect(try shop.dump() == before) }
    }
    #expect(try shop.take(file).guards.isEmpty, "nothing is left out, so nothing is guarded")
  }

  @Test(arguments: [(10, 100, false), (11, 100, true), (1, 3, true), (0, 5, false), (5, 0, false)])
  func manyRejectedComparesShares(rejected: Int, total: Int, isFound: Bool) throws {
    let shop = try TestShop()
    try shop.shop.withStaging { area in
      let context = StagingContext(now: hour(0), sourceName: "x", identity: "x")
      try area.addRejectedShareGuard(RejectedShare(count: rejected, total: total), context: context)
      #expect(try area.guards().map(\.code) == (isFound ? [.manyRejected] : []))
    }
  }
}
