import Foundation
import GRDB
import ProblemKit
import Stock
import Testing

@testable import Reporting

private func rows(_ data: [String: Any], _ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }

private func texts(_ row: [String: Any]?, _ columns: String...) -> [String] {
  columns.map { row?[$0].map { "\($0)" } ?? "missing" }
}

/// The sums written by hand from the lines of `CornerShop`:
///
/// | line | cost | retail |
/// | --- | --- | --- |
/// | apples −1.250 × 2.10 | 2.625 → 2.63 | 4.3625 → 4.36 |
/// | bread +1 × 1.25 | −1.25 | −2.80 |
/// | soap −3 × 0.333333 | 0.999999 → 1.00 | 2.97 |
/// | gift −2, no cost | not valued | 50.00 |
/// | mugs −8 × 4.50 | 36.00 | 79.60 |
/// | bread −3 expired | 3.75 | 8.40 |
/// | mugs −2 broken | 9.00 | 19.90 |
/// | apples −1.250 stolen | 2.63 | 4.36 |
/// | bread +1 found again | −1.25 | −2.80 |
@Test func theStatementAddsUpToTheSumsWrittenByHand() throws {
  try withShop(CornerShop.fill) { path in
    let data = try shippedReports.report(named: "shrinkage").data(on: path)
    let statement = rows(data, "statement")
    let columns = ["lines", "net_cost", "loss_cost", "gain_cost", "net_retail", "loss_retail", "gain_retail"]
    let found = statement.map { row in columns.map { "\(row[$0] ?? "")" } }
    #expect(
      found == [
        ["5", "38.38", "39.63", "1.25", "134.13", "136.93", "2.80"],
        ["4", "14.13", "15.38", "1.25", "29.86", "32.66", "2.80"],
        ["9", "52.51", "55.01", "2.50", "163.99", "169.59", "5.60"],
      ])
    // 71.55 + 70.00 − 2.80 + 99.50; 163.99 ÷ 238.25 = 0.688310598…
    let header = data["header"] as? [String: Any]
    #expect(texts(header, "net_sales", "percent_retail", "percent_cost") == ["238.25", "68.8311", "<null>"])
    #expect(texts(header, "unvalued_lines", "sessions", "unpriced_sales") == ["1", "2", "1"])
    // Units: each 3 + 2 + 8 − 1 found by counting, 3 + 2 − 1 known; kilograms apart.
    let units = rows(data, "units").map { texts($0, "part", "stock_unit", "net_units") }
    #expect(units.contains(["total", "each", "16"]))
    #expect(units.contains(["total", "kg", "2.5"]))
  }
}

@Test func everyBreakdownAddsUpToTheTotal() throws {
  try withShop(CornerShop.fill) { path in
    let data = try shippedReports.report(named: "shrinkage").data(on: path)
    for query in ["categories", "locations", "reasons"] {
      let sum = rows(data, query).compactMap { Decimal(string: $0["net_cost"] as? String ?? "") }.reduce(0, +)
      #expect(sum == Decimal(string: "52.51"), "\(query)")
    }
    // The known part a second way: from the movements themselves.
    let shop = try ShopDatabase.open(at: path, readOnly: true)
    let known = try shop.read { database in
      try Int64.fetchOne(
        database,
        sql: """
          SELECT SUM(CAST(ROUND(-m.quantity * h.average_cost / 1e7) AS INTEGER)) FROM movements m
            JOIN reasons r ON r.id = m.reason_id AND r.loss_class = 'known'
            JOIN cost_history h ON h.variant_id = m.variant_id
          WHERE m.kind <> 'count-adjustment' AND m.effective_at <= ?
          """, arguments: [moment("2026-10-31T18:00")])
    }
    #expect(known == 1413)
  }
}

@Test func placeAndTimeNarrowTheStatement() throws {
  try withShop(CornerShop.fill) { path in
    let report = try shippedReports.report(named: "shrinkage")
    func total(_ parameters: [String: String]) throws -> [String] {
      let row = rows(try report.data(on: path, parameters), "statement").last
      return texts(row, "lines", "net_cost", "percent_retail")
    }
    #expect(try total(["location": "store"]) == ["2", "45.00", "100"])
    #expect(try total(["period": "2026-11"]) == ["1", "450.00", "<null>"])
    #expect(try total(["period": "2026-09"]) == ["0", "0.00", "<null>"])
    #expect(try total(["to": "2026-10-30"]) == ["5", "50.13", "45.9433"])
    // Reversed counts are left out, and the write-off of November is within the year.
    #expect(try total(["period": "2026"]) == ["10", "502.51", "486.4596"])
    // A default end is never before the requested beginning.
    #expect(try total(["from": "2026-11-01"]) == ["1", "450.00", "<null>"])
  }
}

@Test func everyNumberLeadsBackToALineOfAFile() throws {
  try withShop(CornerShop.fill) { path in
    let data = try shippedReports.report(named: "shrinkage").data(on: path)
    let counted = rows(data, "counted_from").filter { $0["line_id"] as? Int == 1 }
    #expect(
      counted.map { texts($0, "counted", "source", "source_line") } == [
        ["20", "counted.csv", "2"], ["7", "counted.csv", "3"],
      ])
    // What was expected is the sum of what is shown, for every line.
    for line in rows(data, "largest") {
      let movements = rows(data, "expected_from").filter { $0["line_id"] as? Int == line["line_id"] as? Int }
      let sum = movements.compactMap { Decimal(string: $0["quantity"] as? String ?? "") }.reduce(0, +)
      #expect(sum == Decimal(string: line["expected"] as? String ?? ""))
    }
    // The entry that was superseded is not shown.
    #expect(rows(data, "counted_from").filter { $0["line_id"] as? Int == 2 }.count == 1)
    #expect(
      rows(data, "known_losses").first.map { texts($0, "document", "source", "source_line") } == [
        "losses-1", "losses.csv", "14",
      ])
  }
}

@Test func valuesAreRoundedHalfAwayFromZeroInTheCurrencyOfTheShop() throws {
  for (currency, quantity, cost, expected) in [
    ("EUR", -1000, 1_005_000, "1.01"), ("EUR", 1000, 1_005_000, "-1.01"), ("JPY", -500, 1_000_000, "1"),
    ("KWD", -1, 1_500_000, "0.002"), ("EUR", -1, 4_999_999, "0.00"), ("EUR", -1, 5_000_000, "0.01"),
  ] as [(String, Int64, Int64, String)] {
    try withShop(currency: currency) { database in
      try CornerShop.fillOneWriteOff(database, quantity: quantity, cost: cost)
    } _: { path in
      let data = try shippedReports.report(named: "shrinkage").data(on: path)
      #expect(texts(data["header"] as? [String: Any], "total_cost") == [expected], "\(currency) \(quantity) × \(cost)")
    }
  }
}

@Test func aLineTooLargeToValueIsUnvaluedAndASumTooLargeIsAnError() throws {
  try withShop {
    try CornerShop.fillOneWriteOff($0, quantity: -9_000_000_000_000_000, cost: 9_000_000_000)
  } _: { path in
    let data = try shippedReports.report(named: "shrinkage").data(on: path)
    #expect(texts(data["header"] as? [String: Any], "unvalued_lines", "total_cost") == ["1", "<null>"])
  }
  try withShop { database in
    try CornerShop.fillOneWriteOff(database, quantity: -9_000_000_000_000_000_000, cost: 0)
    try CornerShop.move(
      database, 2, 1, 1, -9_000_000_000_000_000_000, "write-off", moment("2026-10-02"), document: 1, reason: "damage")
  } _: { path in
    let error = #expect(throws: Problems.self) {
      _ = try shippedReports.report(named: "shrinkage").text(on: path)
    }
    #expect(error?.code == .reportOverflow)
  }
}

@Test func aRestatementCorrectsTheShrinkageAndNotTheEvidence() throws {
  try withShop { database in
    try CornerShop.fill(database)
    try CornerShop.sellLate(database, variant: 4, location: 2, 2000, line: 5, at: "2026-10-30T18:00", document: 5)
  } _: { path in
    let data = try shippedReports.report(named: "shrinkage").data(on: path)
    let statement = rows(data, "statement").first
    // The mugs are six short instead of eight: 27.00 at cost instead of 36.00, 59.70 at retail instead of 79.60.
    #expect(texts(statement, "lines", "net_cost", "loss_cost", "gain_cost") == ["5", "29.38", "30.63", "1.25"])
    #expect(texts(statement, "net_retail", "loss_retail", "gain_retail") == ["114.23", "117.03", "2.80"])
    let mugs = rows(data, "largest").first
    #expect(texts(mugs, "sku", "counted", "expected", "variance", "restated") == ["MUG-BLUE", "80", "88", "-8", "2"])
    #expect(
      texts(mugs, "expected_restated", "variance_restated", "value_cost", "value_retail")
        == ["86", "-6", "-27.00", "-59.70"])
    #expect(rows(data, "largest").count == 5)
    // What is expected is still the sum of what is shown, the late sale among it and marked.
    let movements = rows(data, "expected_from").filter { $0["line_id"] as? Int == 5 }
    let sum = movements.compactMap { Decimal(string: $0["quantity"] as? String ?? "") }.reduce(0, +)
    #expect(sum == 86)
    #expect(
      movements.filter { $0["is_late"] as? Bool == true }.map { texts($0, "kind", "quantity") } == [["sale", "-2"]])

    let detail = try shippedReports.report(named: "variance-detail").data(on: path, ["session": "C-2"])
    #expect(
      texts(detail["header"] as? [String: Any], "variance_lines", "net_cost", "short_cost", "net_retail")
        == ["1", "-27.00", "-27.00", "-59.70"])
  }
}

@Test func aVarianceThatLateMovementsExplainIsNeitherLossNorGain() throws {
  try withShop { database in
    try database.execute(
      sql: """
        INSERT INTO locations (id, code) VALUES (1, 'shop');
        INSERT INTO products (id, code, title) VALUES (1, 'P', 'Item');
        INSERT INTO variants (id, sku, product_id) VALUES (1, 'P-1', 1);
        INSERT INTO documents (id, kind, party, number) VALUES (1, 'movement', '', 'd'), (5, 'count', '', 'C');
        """)
    let counted = moment("2026-10-31T18:00")
    try CornerShop.move(database, 1, 1, 1, 12_000, "opening", moment("2026-10-01"), document: 1, cost: 1_005_000)
    try CornerShop.move(database, 2, 1, 1, -4000, "count-adjustment", counted, document: 5)
    try database.execute(
      sql: """
        INSERT INTO count_sessions (id, code, location_id, kind, state, opened_at, cut_off_at, posted_at, posted_by,
          document_id) VALUES (1, 'C', 1, 'full', 'posted', ?, ?, ?, 'ann', 5)
        """, arguments: [counted, counted, counted])
    try CornerShop.line(
      database, 1, session: 1, variant: 1, counted, counted: 8000, expected: 12_000, cost: 1_005_000, value: -402,
      price: 201, retail: -804, movement: 2)
    try CornerShop.sellLate(database, variant: 1, location: 1, 4000, line: 1, at: "2026-10-31T18:00", document: 5)
  } _: { path in
    let report = try shippedReports.report(named: "shrinkage")
    let data = try report.data(on: path)
    #expect(
      rows(data, "statement").map { texts($0, "lines", "net_cost", "loss_cost", "gain_cost", "loss_retail") }
        == Array(repeating: ["0", "0.00", "0.00", "0.00", "0.00"], count: 3))
    #expect(rows(data, "largest").isEmpty)
    #expect(rows(data, "sessions").map { texts($0, "lines", "variances") } == [["1", "0"]])
    let detail = try shippedReports.report(named: "variance-detail").data(on: path)
    #expect(
      texts(
        detail["header"] as? [String: Any], "matched_lines", "variance_lines", "net_cost", "short_cost", "over_cost")
        == ["1", "0", "0.00", "0.00", "0.00"])
  }
}

@Test func aRestatedVarianceTooLargeForANumberIsAnErrorAndNoCrash() throws {
  try withShop { database in
    try CornerShop.fillOneWriteOff(database, quantity: -1, cost: 1)
    try database.execute(
      sql: """
        INSERT INTO documents (id, kind, party, number) VALUES (5, 'count', '', 'C');
        INSERT INTO count_sessions (id, code, location_id, kind, state, opened_at, posted_at, posted_by)
        VALUES (1, 'C', 1, 'full', 'posted', 0, 1, 'ann');
        """)
    try CornerShop.line(
      database, 1, session: 1, variant: 1, 1000, counted: 9_000_000_000_000_000_000, expected: 0, cost: nil, value: nil,
      price: nil, retail: nil, movement: nil)
    try CornerShop.sellLate(
      database, variant: 1, location: 1, 9_000_000_000_000_000_000, line: 1, at: "2026-10-31", document: 5)
  } _: { path in
    for report in ["shrinkage", "variance-detail"] {
      let error = #expect(throws: Problems.self) {
        _ = try shippedReports.report(named: report).text(on: path)
      }
      #expect(error?.code == .reportOverflow)
    }
  }
}

/// The value of the posted line is computed again and not adjusted: −1 × 1.005 is −1.01, which −4.02 + 3.02 is not.
@Test(
  arguments: [(1000, "-3.02", "3.02"), (3000, "-1.01", "1.01"), (5000, "1.01", "0.00")] as [(Int64, String, String)])
func aRestatedVarianceIsRoundedOnce(restated: Int64, value: String, loss: String) throws {
  try withShop { database in
    try CornerShop.fillOneWriteOff(database, quantity: -1, cost: 1_005_000)
    try database.execute(
      sql: """
        INSERT INTO documents (id, kind, party, number) VALUES (5, 'count', '', 'C');
        INSERT INTO count_sessions (id, code, location_id, kind, state, opened_at, posted_at, posted_by)
        VALUES (1, 'C', 1, 'full', 'posted', 0, \(moment("2026-10-31T19:00")), 'ann');
        INSERT INTO count_entries (session_id, variant_id, code, quantity, entered_at) VALUES (1, 1, 'P-1', 8000, 0);
        """)
    try CornerShop.line(
      database, 1, session: 1, variant: 1, moment("2026-10-31T18:00"), counted: 8000, expected: 12_000, cost: 1_005_000,
      value: -402, price: 201, retail: -804, movement: nil)
    try CornerShop.sellLate(database, variant: 1, location: 1, restated, line: 1, at: "2026-10-31T18:00", document: 5)
  } _: { path in
    let report = try shippedReports.report(named: "shrinkage")
    let data = try report.data(on: path)
    #expect(rows(data, "largest").map { texts($0, "value_cost") } == [[value]])
    #expect(texts(rows(data, "statement").first, "loss_cost") == [loss])
    // Neither section nor counter is known: no words for them.
    let page = try report.text(on: path, format: .html)
    #expect(!page.contains("section ,") && !page.contains(">section </td>") && !page.contains("by <"))
    #expect(page.contains("restated by +\(restated / 1000)<"))
  }
}

extension CornerShop {
  /// A sale from before a count, recorded three days after it, with the correction that recording it makes.
  static func sellLate(
    _ database: Database, variant: Int, location: Int, _ quantity: Int64, line: Int, at: String, document: Int
  ) throws {
    let recorded = moment(at) + 3 * 86_400_000
    try move(
      database, 30, variant, location, -quantity, "sale", moment(at) - 3_600_000, document: document, recorded: recorded
    )
    try move(
      database, 31, variant, location, quantity, "count-adjustment", moment(at), document: document, recorded: recorded)
    try database.execute(
      sql: "INSERT INTO count_restatements (movement_id, line_id) VALUES (31, ?)", arguments: [line])
  }

  /// A shop with one item and one write-off, on the cost of its opening.
  static func fillOneWriteOff(_ database: Database, quantity: Int64, cost: Int64) throws {
    try database.execute(
      sql: """
        INSERT INTO locations (id, code) VALUES (1, 'shop');
        INSERT INTO products (id, code, title) VALUES (1, 'P', 'Item');
        INSERT INTO variants (id, sku, product_id) VALUES (1, 'P-1', 1);
        INSERT INTO documents (id, kind, party, number) VALUES (1, 'movement', '', 'd');
        INSERT INTO cost_history (variant_id, effective_at, movement_id, average_cost, on_hand)
        VALUES (1, 0, 0, \(cost), 0);
        """)
    try move(database, 1, 1, 1, quantity, "write-off", moment("2026-10-01"), document: 1, reason: "damage")
  }
}
