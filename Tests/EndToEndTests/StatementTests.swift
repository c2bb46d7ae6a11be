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
      #expect(row["document"] as? String == "count 1")
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

  /// A count that is valued by the retail method in a shop that is not: its ratios stand on its lines and on the statement.
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
    #expect(log.errorText.contains("Did you mean 'retail'?"))
  }
}
