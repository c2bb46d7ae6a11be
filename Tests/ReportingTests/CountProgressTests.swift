import Foundation
import GRDB
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

private func rows(_ data: [String: Any], _ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }

private func texts(_ row: [String: Any]?, _ columns: String...) -> [String] {
  columns.map { row?[$0].map { "\($0)" } ?? "missing" }
}

private func progress(
  _ path: String, _ parameters: [String: String] = [:], role: Role = .manager
) throws -> (data: [String: Any], page: String) {
  let report = try shippedReports.report(named: "count-progress")
  var texts: [ReportFormat: [UInt8]] = [:]
  for format in [ReportFormat.json, .html] {
    var options = ReportOptions(parameters: parameters, format: format, generatedAt: generatedAt)
    options.seen = role.sees
    try report.run(on: path, options) { texts[format, default: []].append(contentsOf: $0) }
  }
  let json = try JSONSerialization.jsonObject(with: Data(texts[.json] ?? []))
  return (
    (json as? [String: Any])?["data"] as? [String: Any] ?? [:], String(decoding: texts[.html] ?? [], as: UTF8.self)
  )
}

@Test func aCountUnderWayIsToldBySessionSectionAndCounter() throws {
  try withShop(CountingShop.fill) { path in
    let (data, _) = try progress(path)
    #expect(
      rows(data, "sessions").map {
        texts(
          $0, "session", "sheet_items", "counted_items", "left_items", "excluded_items", "unexpected_items",
          "unknown_codes", "entries", "superseded_entries", "recounted_items", "recounts_open", "percent_counted")
      } == [
        ["C-1", "6", "3", "2", "1", "1", "1", "7", "1", "2", "1", "50"],
        ["C-2", "1", "0", "1", "0", "0", "0", "0", "0", "0", "0", "0"],
        ["C-3", "0", "0", "0", "0", "0", "0", "1", "0", "0", "0", "<null>"],
      ])
    #expect(
      rows(data, "sections").map {
        texts(
          $0, "session", "section", "placed_items", "placed_counted", "entered_items", "recounted_items", "progress")
      } == [
        ["C-1", "", "<null>", "<null>", "1", "0", "entered"], ["C-1", "A", "2", "2", "2", "1", "counted"],
        ["C-1", "B", "3", "2", "3", "0", "under way"], ["C-1", "C", "1", "0", "0", "0", "not begun"],
        ["C-1", "D", "1", "1", "0", "0", "counted"], ["C-3", "", "<null>", "<null>", "1", "0", "entered"],
      ])
    #expect(
      rows(data, "shares").map {
        texts($0, "session", "counter", "section", "entered_items", "recounted_items", "counted")
      } == [
        ["C-1", "", "", "1", "0", "1"], ["C-1", "mia", "A", "2", "0", "26.5"], ["C-1", "zoe", "A", "1", "1", "8"],
        ["C-1", "zoe", "B", "3", "0", "5"], ["C-3", "mia", "", "1", "0", "4"],
      ])
    #expect(
      rows(data, "left").map { texts($0, "session", "sku", "place", "left_to_do") } == [
        ["C-1", "ITEM-4", "Back", "count"], ["C-1", "ITEM-6", "Cellar", "count"],
        ["C-1", "ITEM-1", "Front & window", "count again"], ["C-2", "ITEM-4", "<null>", "count"],
      ])
    #expect(texts(data["header"] as? [String: Any], "left_items", "hides_figures") == ["3", "0"])
  }
}

/// The command `count status` knows the same.
@Test(arguments: ["C-0", "C-1", "C-2", "C-3"]) func progressIsTheStatusOfTheCount(_ session: String) throws {
  try withShop(CountingShop.fill) { path in
    let status = try ShopDatabase.open(at: path, readOnly: true).countStatus(session)
    let (data, _) = try progress(path, ["session": session])
    #expect(
      rows(data, "sessions").map {
        texts(
          $0, "session", "sheet_items", "counted_items", "unexpected_items", "unknown_codes", "entries",
          "superseded_entries", "recounts_open")
      } == [
        [
          session, "\(status.sheetItems)", "\(status.countedItems)", "\(status.unexpectedItems)",
          "\(status.unknownItems.count)", "\(status.entries)", "\(status.supersededEntries)", "\(status.openRecounts)",
        ]
      ])
    #expect(
      Set(rows(data, "shares").map { texts($0, "section", "counter", "entered_items", "counted", "recounted_items") })
        == Set(status.parts.map { [$0.section, $0.counter, "\($0.items)", "\($0.units)", "\($0.recounts)"] }))
  }
}

/// A name in two spellings is one counter, in the report as in the status of the count. What both entered is added up.
@Test func aCounterIsOneInAnyCapitals() throws {
  let twice = { (database: Database) throws -> Void in
    try CountingShop.fill(database)
    try database.execute(
      sql: """
        UPDATE count_entries SET counter = 'MIA' WHERE id = 3;
        INSERT INTO count_entries (id, session_id, variant_id, code, section, quantity, counter, entered_at, round)
        VALUES (12, 1, 1, 'x', 'A', 500, 'Mia', 0, 0);
        """)
  }
  try withShop(twice) { path in
    let (data, _) = try progress(path, ["session": "C-1"])
    let shares = rows(data, "shares").map { texts($0, "section", "counter", "entered_items", "counted") }
    #expect(
      shares == [["", "", "1", "1"], ["A", "MIA", "2", "27"], ["A", "zoe", "1", "8"], ["B", "zoe", "3", "5"]])
    let status = try ShopDatabase.open(at: path, readOnly: true).countStatus("C-1")
    #expect(Set(shares) == Set(status.parts.map { [$0.section, $0.counter, "\($0.items)", "\($0.units)"] }))
  }
}

/// Counters see the progress of the count, and nothing from which they could derive the expected quantities.
@Test func countingIsBlind() throws {
  try withShop(CountingShop.fill) { path in
    let (own, ownPage) = try progress(path)
    let (data, page) = try progress(path, role: .counter)
    let hidden = rows(data, "shares")
    #expect(hidden.count == 5)
    for row in hidden { #expect(texts(row, "counter", "counted", "is_hidden") == ["<null>", "<null>", "1"], "\(row)") }
    #expect(texts(data["header"] as? [String: Any], "hides_figures") == ["1"] && page.contains("Counting is blind."))
    for text in ["mia", "zoe", "26.5", "count again"] {
      #expect(!page.contains(text), "\(text)")
      #expect(ownPage.contains(text), "\(text)")
    }
    // The numbers of items are the same, and so are the remaining items except for the recounts.
    func numbers(_ data: [String: Any]) -> [[String]] {
      rows(data, "sessions").map { texts($0, "session", "counted_items", "left_items", "recounts_open") }
    }
    #expect(numbers(data) == numbers(own))
    #expect(rows(data, "left").map { texts($0, "sku")[0] } == ["ITEM-4", "ITEM-6", "ITEM-4"])
    let error = #expect(throws: Problems.self) { _ = try progress(path, role: .customer) }
    #expect(error?.code == .reportNotShown)
  }
}
