import Foundation
import GRDB
import Testing

@testable import Reporting

private func performance(_ path: String, _ parameters: [String: String] = [:]) throws -> [String: Any] {
  try shippedReports.report(named: "supplier-performance").data(on: path, parameters)
}

/// `SupplyShop` with an order that came at half past midnight of the day after it was due, by the shop's clock, half an hour
/// before midnight by UTC; twelve litres of oil without a price; and tea and mugs that were sent back.
private func fill(_ database: Database) throws {
  try SupplyShop.fill(database)
  try database.execute(
    sql: """
      INSERT INTO orders (id, supplier_id, order_number, ordered_on, expected_on, currency) VALUES
        (7, 2, 'O-7', '2026-11-01', '2026-11-18', 'USD'), (8, 2, 'O-8', '2026-11-02', NULL, 'USD');
      INSERT INTO order_lines (id, order_id, line, variant_id, order_quantity, pack_size, unit_cost) VALUES
        (20, 7, '1', 4, 10000, 1000, 1150000), (21, 8, '1', 5, 12000, 1000, NULL);
      INSERT INTO documents (id, kind, party, number) VALUES (7, 'receipt', 'nord', 'N-10'), (8, 'receipt', 'acme', 'BACK-1');
      """)
  let rows: [(id: Int, variant: Int, quantity: Int64, at: String, order: String?, document: Int, cost: Int64?)] = [
    (200, 4, 4000, "2026-11-12T10:00", "O-7", 7, 1_000_000), (201, 4, 6000, "2026-11-18T23:30", "O-7", 7, 1_000_000),
    (202, 5, 12_000, "2026-11-10T10:00", "O-8", 7, nil), (203, 1, -2500, "2026-11-19T10:00", nil, 8, 2_100_000),
    (204, 4, -1000, "2026-11-19T10:00", nil, 8, nil),
  ]
  for row in rows {
    try database.execute(
      sql: """
        INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
          document_line, order_number) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        row.id, row.variant, row.quantity, row.quantity < 0 ? "supplier-return" : "receipt", moment(row.at),
        moment(row.at), row.cost, row.document, "\(row.id)", row.order,
      ])
  }
}

/// Written by hand from the documents: order and line, the due date, the lead time, and the verdict.
private let verdicts = [
  // Acme: received on the 9th; 15 of 20 bags; promised for the 12th; refused; to come on the 10th of November.
  "O-1 1 2026-10-10 8 on time and in full", "O-1 2 2026-10-10 - overdue", "O-1 3 2026-10-12 8 on time and in full",
  "O-1 4 2026-10-10 - never came", "O-1 5 2026-11-10 - overdue",
  // 24 of 60 and no more to come; 16 of 12; nothing yet. One item twice on one order.
  "O-2 1 2026-11-18 16 short", "O-2 2 2026-11-18 16 on time and in full", "O-2 3 2026-11-18 - overdue",
  "O-6 1 2026-11-18 5 on time and in full", "O-6 2 2026-11-18 5 on time and in full",
  "O-3 1 2026-10-01 - overdue", "O-3 2 2026-10-01 - overdue", "O-5 1 - - still open",
  "O-7 1 2026-11-18 18 late", "O-8 1 - 8 in full", "O-4 1 2026-11-20 - overdue",
]

@Test func everyLineIsJudgedByItsPapers() throws {
  try withShop(fill) { path in
    let found = queryRows(try performance(path), "lines").map { row in
      ["order_number", "line", "due_on", "lead_days", "verdict"].map { name in
        let value = row[name] ?? NSNull()
        return value is NSNull ? "-" : "\(value)"
      }.joined(separator: " ")
    }
    #expect(found == verdicts)
    let late = queryRows(try performance(path, ["order": "O-7"]), "lines").first
    #expect(late?["days_late"] as? Int == 1)
    #expect(late?["last_received_on"] as? String == "2026-11-19")
  }
}

/// By hand: of Acme's seven lines that are done six were on time, five in full, and five both; six took 8, 8, 16, 16, 5 and 5
/// days. Of Nord's two one was late and one had no day.
@Test func suppliersAreTheSumOfTheirLines() throws {
  try withShop(fill) { path in
    let data = try performance(path)
    func row(_ query: String, _ supplier: String) -> [String] {
      let row = queryRows(data, query).first { $0["supplier"] as? String == supplier } ?? [:]
      let columns =
        query == "suppliers"
        ? [
          "lines", "done_lines", "full_lines", "dated_lines", "on_time_lines", "on_time_rate", "on_time_in_full_rate",
          "overdue_lines",
        ]
        : ["timed_lines", "lead_days", "shortest_days", "longest_days", "listed_days", "late_lines", "late_days"]
      return columns.map { row[$0].map { "\($0)" } ?? "missing" }
    }
    #expect(row("suppliers", "acme") == ["10", "7", "5", "7", "6", "85.7143", "71.4286", "3"])
    #expect(row("suppliers", "nord") == ["5", "2", "2", "1", "0", "0", "0", "2"])
    // Listed are 5 days for tea and 3 for mugs: 5, 3, 5, 3, 3, 3.
    #expect(row("lead_times", "acme") == ["6", "9.7", "5", "16", "3.7", "0", "<null>"])
    #expect(row("lead_times", "nord") == ["2", "13", "8", "18", "30", "1", "1"])
    let header = try #require(data["header"] as? [String: Any])
    #expect(header["undated_lines"] as? Int == 1)
    #expect(header["overdue_lines"] as? Int == 6)
    // Against the day that was asked for, promises of later days do not help.
    let expected = queryRows(try performance(path, ["against": "expected"]), "suppliers").first
    #expect(expected?["overdue_lines"] as? Int == 3 && expected?["on_time_lines"] as? Int == 6)
  }
}

/// By hand: short 12 × 0.333333 and 36 × 2.10; 24 mugs confirmed at 1.30 and invoiced at 1.40 for 1.25; 2.5 of tea sent back.
@Test func whatItComesToIsInTheCurrencyOfTheOrder() throws {
  try withShop(fill) { path in
    let data = try performance(path)
    let columns = [
      "supplier", "currency", "short_lines", "short_cost", "price_lines", "price_cost", "return_lines", "return_cost",
      "unpriced_lines",
    ]
    let found = queryRows(data, "amounts").map { row in columns.map { row[$0].map { "\($0)" } ?? "missing" } }
    #expect(
      found == [
        ["acme", "EUR", "2", "79.60", "1", "1.20", "2", "5.25", "1"],
        ["nord", "EUR", "0", "<null>", "0", "<null>", "0", "<null>", "0"],
        ["nord", "USD", "0", "<null>", "0", "<null>", "0", "<null>", "2"],
        ["tokyo", "JPY", "0", "<null>", "0", "<null>", "0", "<null>", "0"],
      ])
    // The same prices as those of the report on differences, and of the check of invoices.
    let kinds = try shippedReports.report(named: "delivery-differences").data(on: path)
    let price = queryRows(kinds, "kinds").first { $0["difference"] as? String == "price-confirmed" }
    #expect(price?["cost_difference"] as? String == "1.20")
    let invoiced = queryRows(data, "amounts").first.flatMap { queryNumber($0["invoiced_cost"]) }
    let lines = queryRows(try shippedReports.report(named: "invoice-check").data(on: path), "lines")
    let differences = lines.filter { $0["order_number"] as? String != "O-4" }.compactMap {
      queryNumber($0["price_difference"])
    }
    #expect(invoiced == differences.reduce(0, +))
  }
}

/// Fill rate, lines and units are those of the report on delivery differences, for all parameters.
@Test(arguments: [
  [:], ["period": "2026-10"], ["period": "2026-11"], ["supplier": "acme"], ["order": "O-2"], ["period": "2026-12"],
  ["supplier": "acme", "period": "2026-11-19"],
])
func fillRatesTieToTheDeliveryDifferences(_ parameters: [String: String]) throws {
  try withShop(fill) { path in
    let columns = ["supplier", "lines", "done_lines", "full_lines", "ordered", "received", "fill_rate"]
    func rates(_ report: String) throws -> [[String]] {
      queryRows(try shippedReports.report(named: report).data(on: path, parameters), "suppliers").map { row in
        columns.map { row[$0].map { "\($0)" } ?? "missing" }
      }
    }
    let (own, other) = (try rates("supplier-performance"), try rates("delivery-differences"))
    #expect(own == other)
  }
}
