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

        """, ["--kind", "receipts"]
      ),
    ] as [(String, String, [String])] {
      try shop.must(["import", try folder.write(name, text)] + options)
    }
    _ = try folder.write("counted.csv", "sku,counted_quantity\nA,8\nB,4\n")
    try shop.must(["count", "open", "--location", "front", "--cut-off", "2026-01-04T18:00"])
    try shop.must(["count", "enter", "1", "../counted.csv"])
    return (folder, shop)
  }

  private func lines(of file: String, in shop: TestShopFolder) throws -> [String] {
    try String(contentsOfFile: "\(shop.path)/\(file)", encoding: .utf8).split(whereSeparator: \.isNewline).map(
      String.init)
  }

  @Test func everyLineIsWrittenWithItsCostAfterPostingToo() throws {
    let (folder, shop) = try countedShop()
    let columns = "sku,state,as_of,counted,expected,variance,unit_cost,cost_source,variance_at_cost,variance_at_retail"
    let moment = "2026-01-04T18:00:00+01:00"
    try shop.must(["reconcile", "1", "--uncounted", "ignore", "--to", "before.csv"])
    let before = try lines(of: "before.csv", in: shop)
    #expect(before.first == "\(columns),reason,route")
    #expect(before.contains("A,counted,\(moment),8,10,-2,2.5,moving-average,-5.00,-6.00,unknown,as-counted"))
    #expect(try shop.must(["reconcile", "1", "--json"]).outputText.contains("\"route\" : \"as-counted\""))

    try shop.must(["reconcile", "1", "--uncounted", "ignore", "--post"])
    // A sale from before the count comes late: what was expected is 9.
    let sales = "document,line,sku,location,quantity,unit_price,effective_at\nS1,1,A,front,1,3.00,2026-01-03T10:00\n"
    try shop.must(["import", try folder.write("sales.csv", sales), "--kind", "sales"])
    let written = try shop.must(["reconcile", "1", "--to", "after.csv"])
    #expect(written.outputText.contains("Wrote 3 lines to after.csv."), "\(written.shown)")
    let after = try lines(of: "after.csv", in: shop)
    #expect(
      after == [
        "\(columns),reason,route,restated,variance_now,variance_now_at_cost,variance_now_at_retail",
        "A,restated,\(moment),8,10,-2,2.5,moving-average,-5.00,-6.00,unknown,posted,1,-1,-2.50,-3.00",
        "B,counted,\(moment),4,4,0,,unvalued,,,,matched,,0,,",
        "C,uncounted,\(moment),,1,,0.4,moving-average,,,,none,,,,",
      ])
    let json = try shop.must(["reconcile", "1", "--all", "--json"]).outputText
    let answer = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let lines = answer?["lines"] as? [[String: Any]] ?? []
    #expect(lines.count == 3)
    let keys = [
      "unit_cost", "cost_source", "variance_at_cost", "variance_at_retail", "variance_now_at_cost",
      "variance_now_at_retail",
    ]
    #expect(
      keys.map { lines.first?[$0] as? String } == ["2.5", "moving-average", "-5.00", "-6.00", "-2.50", "-3.00"])
    #expect(lines.map { $0["cost_source"] as? String } == ["moving-average", "unvalued", "moving-average"])
    let stream = try shop.must(["reconcile", "1", "--to", "-"]).outputText
    #expect(stream.split(whereSeparator: \.isNewline).count == 4)
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
    let reported = try shop.must(["period", "close", "--to", "2026-01-31"])
    #expect(reported.errorText.contains("warning: count 1 of front"), "\(reported.shown)")
    #expect(reported.errorText.contains("`stockroom reconcile 1 --post`"), "\(reported.shown)")
    try shop.must(["period", "reopen"])
    try shop.must(["reconcile", "1", "--uncounted", "ignore", "--post"])
    let posted = try shop.must(["period", "close", "--to", "2026-01-31"])
    #expect(!posted.errorText.contains("warning"), "\(posted.shown)")
  }
}
