import Foundation
import Testing

/// A count after its posting, and a period that is closed over one that is not posted.
@Suite struct PostedCountTests {
  /// A shop with 10 of A at 2.50 and 3.00, 4 of B without a cost or a price, and 1 of C that is not counted.
  private func countedShop() throws -> (folder: TestFolder, shop: TestShopFolder) {
    let folder = try TestFolder()
    let shop = try folder.shop()
    for (name, text, options) in [
      ("locations.csv", "location\nfront\n", []),
      ("catalog.csv", "product_code,title,sku,price\nP,Pear,A,3.00\nQ,Quince,B,\nR,Raisin,C,1.00\n", []),
      (
        "receipts.csv",
        """
        document,line,sku,location,quantity,unit_cost,effective_at
        D1,1,A,front,10,2.50,2026-01-02T10:00
        D1,2,B,front,4,,2026-01-02T10:00
        D1,3,C,front,1,0.40,2026-01-02T10:00

        """, ["--as", "receipts"]
      ),
    ] as [(String, String, [String])] {
      try shop.must(["import", try folder.write(name, text)] + options)
    }
    _ = try folder.write("counted.csv", "sku,counted_quantity\nA,8\nB,4\n")
    try shop.must(["count", "open", "--location", "front", "--cut-off", "2026-01-04T18:00"])
    try shop.must(["count", "enter", "1", "../counted.csv"])
    return (folder, shop)
  }

  @Test func closingAPeriodWarnsOfACountThatIsNotPosted() throws {
    let (_, shop) = try countedShop()
    // Before the cut-off there is nothing to say.
    let early = try shop.must(["period", "close", "--to", "2026-01-03"])
    #expect(!early.errorText.contains("warning"), "\(early.shown)")
    let closed = try shop.must(["period", "close", "--to", "2026-01-31", "--json"])
    let answer = try JSONSerialization.jsonObject(with: Data(closed.outputText.utf8)) as? [String: Any]
    let open = answer?["open_counts"] as? [[String: String]]
    #expect(
      open == [
        ["count": "1", "location": "front", "state": "counting", "cut_off_at": "2026-01-04T18:00:00+01:00"]
      ])
    try shop.must(["period", "reopen"])
    let told = try shop.must(["period", "close", "--to", "2026-01-31"])
    #expect(told.errorText.contains("warning: count 1 of front"), "\(told.shown)")
    #expect(told.errorText.contains("`stockroom reconcile 1 --post`"), "\(told.shown)")
    try shop.must(["period", "reopen"])
    try shop.must(["reconcile", "1", "--uncounted", "ignore", "--post"])
    let posted = try shop.must(["period", "close", "--to", "2026-01-31"])
    #expect(!posted.errorText.contains("warning"), "\(posted.shown)")
  }
}
