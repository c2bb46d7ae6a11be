import Foundation
import Testing

/// The statement and the lead schedule through the command, against the journal and as files of other programs.
@Suite struct StatementTests {
  private func json(_ shop: TestShopFolder, _ words: [String]) throws -> [String: Any] {
    let run = try shop.must(words)
    return try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
  }

  private func rows(_ report: [String: Any], _ query: String) -> [[String: Any]] {
    (report["data"] as? [String: Any])?[query] as? [[String: Any]] ?? []
  }

  /// Every entry that the schedule names is in the journal under that id, with the same amount.
  @Test func theScheduleNamesTheEntriesOfTheJournal() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.whole(in: folder)
    try shop.must(["reconcile", "1", "--post"])
    let schedule = try json(shop, ["report", "lead-schedule", "--param", "period=2026-10", "--format", "json"])
    let journal = try json(shop, ["journal", "--format", "json"])
    let entries = try #require(journal["entries"] as? [[String: Any]])
    var named: [String: Decimal] = [:]
    for row in rows(schedule, "entries") {
      let id = try #require(row["entry"] as? String)
      named[id, default: 0] += try #require(Decimal(string: row["net"] as? String ?? ""))
      #expect(row["document_kind"] as? String == "count" && row["document"] as? String == "1")
    }
    #expect(named.count == 1)
    for (id, net) in named {
      let entry = try #require(entries.first { $0["id"] as? String == id })
      let postings = try #require(entry["postings"] as? [[String: String]])
      let expenses = postings.filter { $0["account"]?.hasPrefix("Expenses:") == true }
      #expect(expenses.reduce(Decimal(0)) { $0 + (Decimal(string: $1["amount"] ?? "") ?? 0) } == net)
      #expect(entry["document"] as? String == "1" || entry["document"] == nil)
    }
    // Every count that the journal books in the month is named.
    let booked = entries.compactMap { $0["id"] as? String }.filter { $0.hasPrefix("count-") }
    #expect(Set(booked) == Set(named.keys))
  }

  /// Movements that arrived after a count, and after a period was closed, are named on the schedule as in the journal.
  @Test func theScheduleNamesWhatWasBookedLater() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    func take(_ name: String, _ kind: String, _ text: String, _ options: [String] = []) throws {
      try folder.write(name, text)
      try shop.must(["import", folder.path + "/" + name, "--kind", kind, "--decimal", "point"] + options)
    }
    try take("locations.csv", "locations", "location\nshop\n")
    try take("goods.csv", "products", "product_code,title,sku\nP1,Beer,BEER\nP2,Ale,ALE\n")
    try take(
      "opening.csv", "stock_levels",
      "sku,location,quantity,unit_cost,effective_at\nBEER,shop,10,0.5,2026-10-01\nALE,shop,10,0.5,2026-10-01\n")
    let losses = "document,line,movement_kind,sku,quantity,reason,location,effective_at\n"
    try take("broken.csv", "movements", losses + "D1,1,write-off,BEER,-2,damage,shop,2026-10-20\n")
    try shop.must(["count", "open", "--location", "shop", "--kind", "full", "--cut-off", "2026-10-31T18:00"])
    try folder.write("counted.csv", "sku,counted_quantity\nBEER,7\nALE,10\n")
    try shop.must(["count", "enter", "1", folder.path + "/counted.csv"])
    try shop.must(["reconcile", "1", "--post"])
    let sales = "document,line,sku,quantity,effective_at,location\n"
    try take("late.csv", "sales", sales + "S1,1,ALE,3,2026-10-15,shop\n")
    try shop.must(["period", "close", "--to", "2026-10-31"])
    // Beer was dearer than the write-off was closed with; more ale was sold.
    try take(
      "delivery.csv", "receipts",
      "document,line,sku,quantity,unit_cost,effective_at,location\nR1,1,BEER,10,0.6,2026-10-05,shop\n",
      ["--accept", "closed-period"])
    try take(
      "later.csv", "sales", sales + "S2,1,ALE,1,2026-10-16,shop\nS2,2,BEER,10,2026-10-16,shop\n",
      ["--accept", "closed-period"])

    let schedule = try json(shop, ["report", "lead-schedule", "--param", "period=2026-10", "--format", "json"])
    let journal = try json(shop, ["journal", "--format", "json"])
    let entries = try #require(journal["entries"] as? [[String: Any]])
    var booked: [String: Decimal] = [:]
    for entry in entries where ["count", "restatement", "revaluation"].contains(entry["kind"] as? String) {
      let postings = try #require(entry["postings"] as? [[String: String]])
      let expenses = postings.filter { $0["account"]?.hasPrefix("Assets:Inventory") == false }
      booked[try #require(entry["id"] as? String)] = expenses.reduce(0) {
        $0 + (Decimal(string: $1["amount"] ?? "") ?? .nan)
      }
    }
    var named: [String: Decimal] = [:]
    for row in rows(schedule, "entries") {
      let id = try #require(row["entry"] as? String)
      named[id, default: 0] += try #require(Decimal(string: row["net"] as? String ?? ""))
      let entry = entries.first { $0["id"] as? String == id }
      // A line that matched was booked by no entry, so the journal has nothing that its restatement corrects.
      let isRestatement = row["kind"] as? String == "restatement"
      let corrected = isRestatement ? "count-1-shop-2026-10-31" : entry?["corrects"] as? String
      #expect(row["corrects"] as? String == corrected, "\(id)")
    }
    #expect(named.filter { $0.value != 0 } == booked)
    #expect(Set(booked.keys.map { String($0.prefix { $0 != "-" }) }) == ["count", "restatement", "revaluation"])
    // The restatements of a count are what its lines say.
    let restated = rows(schedule, "entries").reduce(into: [String: Decimal]()) { sums, row in
      let column = row["kind"] as? String == "restatement" ? "net" : "restated"
      sums[column, default: 0] += Decimal(string: row[column] as? String ?? "") ?? 0
    }
    #expect(restated["net"] == restated["restated"] && restated["net"] != 0)
    #expect(rows(schedule, "ties").allSatisfy { $0["holds"] as? Bool == true })
  }

  @Test func aReportIsAWorkbookByTheEndingOfItsFile() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.whole(in: folder)
    try shop.must(["reconcile", "1", "--post"])
    let made = ["--generated-at", "2026-11-01T12:00"]
    try shop.must(["report", "shrinkage", "--param", "period=2026-10", "--out", "s.xlsx"] + made)
    let printed = try shop.must(["report", "shrinkage", "--param", "period=2026-10", "--format", "xlsx"] + made)
    #expect(FileManager.default.contents(atPath: shop.path + "/s.xlsx") == printed.output)
    try shop.must(["convert", "s.xlsx", "statement.csv", "--option", "sheet=Statement"])
    let text = try String(contentsOfFile: shop.path + "/statement.csv", encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.count == 4)
    #expect(lines.first?.contains("\"Net loss at cost, EUR\"") == true)
    #expect(lines.dropFirst().first?.contains("204.34") == true)
  }

  /// A count valued by the retail method in a shop that uses another method: its lines and the statement show its
  /// ratios.
  @Test func aCountByTheRetailMethod() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.whole(in: folder)
    try shop.must(["count", "open", "--location", "stockroom", "--kind", "full", "--valuation", "retail"])
    let counted = try folder.write("counted.csv", "sku,counted_quantity\nA1008-GRY-L,0\n")
    try shop.must(["count", "enter", "2", counted])
    let facts = try json(shop, ["reconcile", "2", "--uncounted", "ignore", "--json"])
    let shown = String(decoding: try JSONSerialization.data(withJSONObject: facts), as: UTF8.self)
    #expect(shown.contains("retail-method"))
    let log = try shop.run(["count", "open", "--location", "shop", "--valuation", "retial"])
    #expect(log.status == 2 && log.errorText.contains("'retial' is invalid for '--valuation"), "\(log.shown)")
    #expect(log.errorText.contains("'retail'"))
  }
}
