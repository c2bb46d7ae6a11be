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

private func header(_ data: [String: Any]) -> [String: Any]? { data["header"] as? [String: Any] }

/// Numbers written by hand from the movements of `CornerShop`.
///
/// Cost of goods sold: apples 20.5 × 2.10 = 43.05, bread 25 × 1.25 − 1 × 1.25 = 30.00, mugs 10 × 4.50 = 45.00, soap 0.33, in
/// all 118.38. Book stock: openings of 105.00, 50.00, 10.00, 450.00 and 72.00 are 687.00; less what was sold, 15.38 − 1.25
/// of known losses and the sample of 6.00 are 548.49. The gifts have no cost.
@Test(arguments: [
  ("net-sales", "238.25", "68.8311", "retail"), ("cost-of-goods-sold", "118.38", "44.3572", "cost"),
  ("book-stock", "548.49", "9.5736", "cost"),
])
func everyDenominatorIsPrinted(_ name: String, _ amount: String, _ percent: String, _ basis: String) throws {
  try withShop(CornerShop.fill) { path in
    let report = try shippedReports.report(named: "shrinkage")
    let data = try report.data(on: path, ["denominator": name])
    #expect(texts(header(data), "denominator", "percent", "percent_basis") == [amount, percent, basis])
    #expect(rows(data, "statement").last?["percent"] as? String == percent)
    let sum = rows(data, "locations").compactMap { Decimal(string: $0["denominator"] as? String ?? "") }.reduce(0, +)
    #expect(sum == Decimal(string: amount))
    let page = try report.text(on: path, ["denominator": name], format: .html)
    #expect(page.contains("of \(amount) EUR \(name.replacing("-", with: " "))"))
  }
}

/// With 20 % for apples, 7 % for bread and soap and nothing known of mugs: of the sales 71.55 − 11.93, 70.00 − 4.58 and
/// −2.80 + 0.18 are without tax 59.62 + 65.42 − 2.62 = 122.42. Losses at retail: apples 4.36 − 0.73 twice, bread −2.80 + 0.18,
/// 8.40 − 0.55 and −2.80 + 0.18, soap 2.97 − 0.19; the gifts and the mugs have no rate. 7.26 − 2.62 + 7.85 − 2.62 + 2.78.
@Test func percentagesOfNetSalesAreOfferedWithoutTax() throws {
  try withShop { database in
    try CornerShop.fill(database)
    try database.execute(
      sql: """
        UPDATE products SET tax_rate = 200000 WHERE code = 'APPLE';
        UPDATE products SET tax_rate = 70000 WHERE code IN ('BREAD', 'SOAP');
        """)
  } _: { path in
    let report = try shippedReports.report(named: "shrinkage")
    let data = try report.data(on: path, ["denominator": "net-sales-excluding-tax"])
    #expect(
      texts(header(data), "denominator", "denominator_name", "denominator_tax", "percent_basis") == [
        "122.42", "net sales without tax", "not included", "retail without tax",
      ])
    // 12.65 ÷ 122.42; the mugs and the soap that was sold without a price are left out of the sales.
    #expect(texts(header(data), "percent_loss", "percent", "percent_retail") == ["12.65", "10.3333", "10.3333"])
    #expect(texts(header(data), "untaxed_lines", "sales_lines", "unpriced_sales") == ["3", "5", "2"])
    // The statement's amounts stay what they are.
    #expect(rows(data, "statement").last.map { texts($0, "net_retail", "percent") } == ["163.99", "10.3333"])
    let page = try report.text(on: path, ["denominator": "net-sales-excluding-tax"], format: .html)
    #expect(page.contains("of 122.42 EUR net sales without tax") && page.contains("tax not included"))
    let usual = try report.text(on: path, [:], format: .html)
    #expect(usual.contains("of 238.25 EUR net sales") && usual.contains("tax included"))
  }
}

/// A variance with a reason is of the class of the reason, in the statement as in the journal.
@Test func aVarianceIsKnownOrUnknownByItsReason() throws {
  try withShop { database in
    try CornerShop.fill(database)
    // The eight mugs were broken, the 1.25 kg of apples were samples.
    for (line, reason) in [(5, "damage"), (1, "sample")] {
      try database.execute(
        sql: """
          UPDATE count_lines SET reason_id = (SELECT id FROM reasons WHERE code = ?1) WHERE id = ?2;
          """, arguments: [reason, line])
    }
  } _: { path in
    let data = try shippedReports.report(named: "shrinkage").data(on: path)
    // Unknown: bread −1.25, soap 1.00, and the gifts without a cost; known: 14.13 and the mugs for 36.00.
    #expect(
      rows(data, "statement").map { texts($0, "part", "lines", "net_cost") } == [
        ["unknown", "3", "-0.25"], ["known", "5", "50.13"], ["total", "8", "49.88"],
      ])
    #expect(
      rows(data, "reasons").contains { texts($0, "part", "reason", "net_cost") == ["known", "damage", "45.00"] })
    // The sample of the count is next to the one that was written off.
    #expect(rows(data, "other").map { texts($0, "reason", "lines", "net_cost") } == [["sample", "2", "8.63"]])
    #expect(
      rows(data, "sessions").map { texts($0, "session", "variances", "net_cost") } == [
        ["C-2", "1", "36.00"], ["C-1", "4", "-0.25"],
      ])
    #expect(rows(data, "known_losses").count == 4)
    let schedule = try shippedReports.report(named: "lead-schedule").data(on: path, ["to": "2026-10-31T19:00"])
    #expect(rows(schedule, "ties").allSatisfy { $0["holds"] as? Bool == true }, "\(rows(schedule, "ties"))")
    let ties = rows(schedule, "ties").map { texts($0, "tie", "left_cost", "right_cost") }
    #expect(ties.contains(["H", "38.38", "38.38"]), "\(ties)")
  }
}

@Test func withoutDataThePercentageIsNotComputed() throws {
  try withShop(CornerShop.fill) { path in
    let report = try shippedReports.report(named: "shrinkage")
    for name in ["net-sales", "cost-of-goods-sold"] {
      let data = try report.data(on: path, ["denominator": name, "period": "2026-11"])
      #expect(texts(header(data), "percent", "is_percent_computed") == ["<null>", "0"])
      let page = try report.text(on: path, ["denominator": name, "period": "2026-11"], format: .html)
      #expect(page.contains("not computed"))
    }
    let error = #expect(throws: Problems.self) { _ = try report.data(on: path, ["denominator": "sales"]) }
    #expect(error?.all.first?.code == .invalidParameter)
    let unknown = #expect(throws: Problems.self) { _ = try report.data(on: path, ["category": "frut"]) }
    #expect(unknown?.all.first?.remedy.contains("'fruit'") == true)
  }
}

@Test func otherAdjustmentsStandApart() throws {
  try withShop { database in
    try CornerShop.fill(database)
    // A correction without a reason, and one that was undone.
    try CornerShop.move(database, 40, 2, 1, 2000, "adjustment", moment("2026-10-15"), document: 3)
    try CornerShop.move(database, 41, 2, 1, 5000, "adjustment", moment("2026-10-15"), document: 3)
    try CornerShop.move(database, 42, 2, 1, -5000, "adjustment", moment("2026-10-15"), document: 3)
    try database.execute(sql: "INSERT INTO cancelled_movements VALUES (41), (42)")
  } _: { path in
    let data = try shippedReports.report(named: "shrinkage").data(on: path)
    #expect(
      rows(data, "other").map { texts($0, "reason", "lines", "net_cost", "loss_cost", "gain_cost", "net_retail") } == [
        ["sample", "1", "6.00", "6.00", "0.00", "11.50"], ["", "1", "-2.50", "0.00", "2.50", "-5.60"],
      ])
    #expect(texts(rows(data, "statement").last, "lines", "net_cost") == ["9", "52.51"])
  }
}

@Test func accuracyAndWhatWasNotCounted() throws {
  try withShop { database in
    try CornerShop.fill(database)
    // Blank on the sheet: 11 cakes in the store; left out: 5 mugs of an item without a price.
    try database.execute(
      sql: """
        INSERT INTO count_lines (session_id, variant_id, state, as_of, expected, unit_cost, cost_source, retail_price)
        VALUES (1, 6, 'uncounted', \(moment("2026-10-31T18:00")), 11000, 6000000, 'moving-average', 1150),
          (1, 4, 'excluded', \(moment("2026-10-31T18:00")), -5000, 4500000, 'moving-average', NULL);
        """)
  } _: { path in
    let data = try shippedReports.report(named: "shrinkage").data(on: path)
    // Of five counted lines in pieces the cakes are right: 14 + 29 + 10 + 88 + 11 expected, 1 + 3 + 2 + 8 wrong.
    #expect(
      rows(data, "accuracy").map {
        texts(
          $0, "stock_unit", "lines", "right_lines", "percent_lines", "expected_units", "wrong_units", "percent_units")
      } == [
        ["each", "5", "1", "20", "152", "14", "90.7895"], ["kg", "1", "0", "0", "28.25", "1.25", "95.5752"],
      ])
    #expect(texts(header(data), "counted_lines", "right_lines", "percent_lines") == ["6", "1", "16.6667"])
    #expect(
      rows(data, "not_counted").map {
        texts($0, "session", "treatment", "lines", "units", "value_cost", "value_retail")
      } == [
        ["C-1", "left as it was", "1", "11", "66.00", "126.50"], ["C-1", "left out", "1", "-5", "-22.50", "<null>"],
      ])
    #expect(texts(header(data), "uncounted_lines", "negative_lines") == ["1", "1"])
    #expect(
      rows(data, "sessions").map { texts($0, "session", "percent_lines", "loss_cost", "gain_cost", "net_cost") } == [
        ["C-2", "50", "36.00", "0.00", "36.00"], ["C-1", "0", "3.63", "1.25", "2.38"],
      ])
    #expect(
      rows(data, "counters").map { texts($0, "counter", "counted_lines", "right_lines", "net_cost") } == [
        ["not named", "2", "1", "36.00"], ["mia", "4", "0", "2.38"],
      ])
  }
}

@Test func monthsAreThoseOfTheShop() throws {
  try withShop { database in
    try CornerShop.fill(database)
    // Half past midnight on 1 November in Berlin; 100 mugs follow on the 5th.
    try CornerShop.move(
      database, 50, 4, 2, -1000, "write-off", moment("2026-10-31T23:30"), document: 3, reason: "damage")
  } _: { path in
    let report = try shippedReports.report(named: "shrinkage")
    let months = rows(try report.data(on: path, ["period": "2026"]), "months")
    #expect(
      months.map { texts($0, "month", "lines", "net_cost", "denominator") } == [
        ["2026-10", "9", "52.51", "238.25"], ["2026-11", "2", "454.50", "<null>"],
      ])
    #expect(rows(try report.data(on: path, ["period": "2027"]), "months").isEmpty)
  }
}

@Test func categoriesHoldThoseBelowThem() throws {
  try withShop { database in
    try CornerShop.fill(database)
    try database.execute(
      sql: """
        INSERT INTO categories (id, code, name) VALUES (8, 'food', 'Food'), (9, 'all', 'All goods');
        UPDATE categories SET parent_id = 8 WHERE code IN ('fruit', 'bakery');
        UPDATE categories SET parent_id = 9 WHERE code IN ('food', 'home');
        """)
  } _: { path in
    let report = try shippedReports.report(named: "shrinkage")
    let data = try report.data(on: path)
    // Fruit 5.26 and bakery 1.25; with home 46.00. The gift has no category.
    #expect(
      rows(data, "category_groups").map { texts($0, "category", "lines", "net_cost", "unknown_cost") } == [
        ["all", "8", "52.51", "38.38"], ["food", "5", "6.51", "1.38"],
      ])
    let food = try report.data(on: path, ["category": "food"])
    #expect(texts(rows(food, "statement").last, "lines", "net_cost") == ["5", "6.51"])
    #expect(texts(header(food), "category_name", "denominator") == ["Food", "138.75"])
    // Of a category above it there would be a part alone.
    #expect(
      rows(food, "category_groups").map { texts($0, "category", "lines", "net_cost") } == [["food", "5", "6.51"]])
    // A cycle of categories, which no import can create, does not cause an endless loop.
    let shop = try ShopDatabase.open(at: path)
    try shop.write { try $0.execute(sql: "UPDATE categories SET parent_id = 8 WHERE code = 'all'") }
    #expect(rows(try report.data(on: path), "category_groups").count == 2)
  }
}

@Test func suppliersAreThoseOfTheLastReceipt() throws {
  try withShop { database in
    try CornerShop.fill(database)
    try database.execute(
      sql: """
        INSERT INTO suppliers (id, code, name) VALUES (1, 'acme', 'Acme'), (2, 'bolt', NULL), (3, 'cent', 'Cent');
        INSERT INTO supplier_items (supplier_id, variant_id, unit_cost) VALUES (1, 1, 300), (2, 1, 200), (3, 4, NULL);
        INSERT INTO documents (id, kind, party, number) VALUES (20, 'receipt', 'acme', 'R1'), (21, 'receipt', 'cent', 'R2');
        """)
    try CornerShop.move(database, 60, 2, 1, 0, "receipt", moment("2026-10-02"), document: 20)
    try CornerShop.move(database, 61, 2, 1, 0, "receipt", moment("2026-10-03"), document: 21)
  } _: { path in
    let data = try shippedReports.report(named: "shrinkage").data(on: path)
    #expect(
      rows(data, "suppliers").map { texts($0, "supplier", "supplier_name", "lines", "net_cost") } == [
        ["cent", "Cent", "5", "46.25"], ["bolt", "bolt", "2", "5.26"], ["", "No supplier", "2", "1.00"],
      ])
  }
}
