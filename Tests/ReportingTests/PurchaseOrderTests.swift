import Foundation
import GRDB
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

private func order(_ path: String, _ parameters: [String: String] = [:]) throws -> [String: Any] {
  try shippedReports.report(named: "purchase-order").data(on: path, parameters)
}

private func header(_ data: [String: Any], _ name: String) -> String {
  ((data["header"] as? [String: Any])?[name]).map { "\($0)" } ?? "missing"
}

/// A positive amount rounded half away from zero.
private func rounded(_ value: Decimal, _ digits: Int) -> Decimal {
  var (value, result) = (value, Decimal())
  NSDecimalRound(&result, &value, digits, .plain)
  return result
}

/// What suppliers read of an order of the shop, and that its amounts are those of plain arithmetic.
@Suite struct PurchaseOrderTests {
  /// Of O-1: 120 tea at 2.10, 20 rice at 4.50, 24 mugs at 1.25, no soap, which the supplier refused, and 2.5 l of oil
  /// at 7.333333. Of O-2 only the 24 tea that came before the line was closed. One line of O-3 has no cost.
  @Test(arguments: [
    ("O-1", "EUR", "390.33", 5, 1, 0), ("O-2", "EUR", "92.40", 3, 1, 0), ("O-3", "USD", "264.00", 2, 0, 1),
    ("O-4", "JPY", "17500", 1, 0, 0), ("O-6", "EUR", "15.60", 2, 0, 0),
  ])
  func theTotalIsThatOfWhatIsToBeDelivered(
    _ number: String, _ currency: String, _ total: String, _ lines: Int, _ cancelled: Int, _ unpriced: Int
  ) throws {
    try withShop(SupplyShop.fill) { path in
      let data = try order(path, ["order": number])
      #expect(header(data, "order_number") == number && header(data, "currency") == currency)
      #expect(header(data, "total") == total)
      #expect(header(data, "lines") == "\(lines)" && header(data, "cancelled_lines") == "\(cancelled)")
      #expect(header(data, "unpriced_lines") == "\(unpriced)")
      #expect(queryRows(data, "lines").count == lines)
    }
  }

  @Test(arguments: ["O-1", "O-2", "O-3", "O-4", "O-5", "O-6"])
  func amountsArePlainProducts(number: String) throws {
    try withShop(SupplyShop.fill) { path in
      let data = try order(path, ["order": number])
      let digits = header(data, "currency") == "JPY" ? 0 : 2
      var total: Decimal = 0
      for line in queryRows(data, "lines") {
        let quantity = try #require(queryNumber(line["quantity"]))
        let pack = try #require(queryNumber(line["pack_size"]))
        let units = quantity * pack
        #expect(queryNumber(line["units"]) == (pack == 1 ? nil : units), "\(line)")
        guard let cost = queryNumber(line["unit_cost"]) else {
          #expect(queryNumber(line["amount"]) == nil && queryNumber(line["order_unit_price"]) == nil)
          continue
        }
        #expect(queryNumber(line["order_unit_price"]) == rounded(cost * pack, 6))
        let amount = rounded((units - (queryNumber(line["cancelled"]) ?? 0)) * cost, digits)
        #expect(queryNumber(line["amount"]) == amount, "\(line)")
        total += amount
      }
      #expect(Decimal(string: header(data, "total")) == total)
    }
  }

  @Test func whatIsCancelledIsShownAndWhatWasTakenBackIsNot() throws {
    try withShop { database in
      try SupplyShop.fill(database)
      try database.execute(sql: "UPDATE order_lines SET order_quantity = 0 WHERE id = 12")
    } _: { path in
      let second = queryRows(try order(path, ["order": "O-2"]), "lines")
      #expect(second.map { "\($0["line"] ?? "")" } == ["1", "2"])
      #expect(second[0]["status"] as? String == "cancelled" && second[0]["cancelled"] as? String == "36")
      #expect(second[1]["status"] is NSNull && second[1]["cancelled"] is NSNull)
      let first = queryRows(try order(path, ["order": "O-1"]), "lines")
      #expect(first[3]["status"] as? String == "refused by the supplier" && first[3]["cancelled"] as? String == "12")
      #expect(first[1]["status"] is NSNull, "a part is still to come")
      let page = try shippedReports.report(named: "purchase-order").text(on: path, ["order": "O-2"], format: .html)
      #expect(page.contains("cancelled: 36 each") && page.contains("Total, exclusive of tax"))
      for word in ["Received", "Invoiced", "no more to come"] { #expect(!page.contains(word), "\(word)") }
    }
  }

  @Test func theSupplierReadsWhoBuysAndWhereItGoes() throws {
    try withShop { database in
      try SupplyShop.fill(database)
      try database.execute(
        sql: """
          UPDATE suppliers SET email = 'orders@acme.example', gln = '4012345000009' WHERE code = 'acme';
          UPDATE locations SET address = '1 Yard', gln = '4098765000005' WHERE code = 'store';
          UPDATE orders SET note = 'Ring twice', contact = 'Ann', contract = 'F-1' WHERE order_number = 'O-2';
          """)
    } _: { path in
      let data = try order(path, ["order": "O-2", "supplier": "acme"])
      let expected = [
        "supplier_name": "Acme Wholesale", "supplier_email": "orders@acme.example", "supplier_gln": "4012345000009",
        "buyer": "Corner shop", "contact": "Ann", "contract": "F-1", "location_name": "Store room",
        "location_address": "1 Yard", "location_gln": "4098765000005", "note": "Ring twice", "ordered_on": "2026-11-01",
        "expected_on": "2026-11-18",
      ]
      for (name, value) in expected { #expect(header(data, name) == value, "\(name)") }
      let tea = queryRows(data, "lines")[0]
      #expect(tea["supplier_code"] as? String == "A-TEA" && tea["sku"] as? String == "TEA-1")
      #expect(tea["gtin"] as? String == "4006381333931")
      let page = try shippedReports.report(named: "purchase-order").text(on: path, ["order": "O-2"], format: .html)
      for value in expected.values where !value.hasPrefix("2026") { #expect(page.contains(value), "\(value)") }
    }
  }

  @Test func aNumberOfTwoSuppliersNeedsTheSupplier() throws {
    try withShop { database in
      try SupplyShop.fill(database)
      try database.execute(sql: "UPDATE orders SET order_number = 'O-1' WHERE order_number = 'O-3'")
    } _: { path in
      let both = try order(path, ["order": "O-1"])
      #expect(header(both, "is_ambiguous") == "1" || header(both, "is_ambiguous") == "true")
      #expect(queryRows(both, "lines").isEmpty)
      #expect(header(try order(path, ["order": "O-1", "supplier": "nord"]), "currency") == "USD")
      #expect(header(try order(path, ["order": "O-1", "supplier": "acme"]), "total") == "390.33")
      // Without a number it is the latest.
      #expect(header(try order(path), "order_number") == "O-6")
      #expect(header(try order(path, ["supplier": "tokyo"]), "order_number") == "O-4")
      #expect(queryRows(try order(path, ["order": "O-1", "supplier": "idle"]), "lines").isEmpty)
    }
  }

  @Test(arguments: [Role.counter, .customer]) func whoMayNotSeeCostsMayNotReadIt(role: Role) throws {
    try withShop(SupplyShop.fill) { path in
      var options = ReportOptions(parameters: ["order": "O-1"], format: .json, generatedAt: generatedAt)
      options.seen = role.sees
      let report = try shippedReports.report(named: "purchase-order")
      let error = #expect(throws: Problems.self) { try report.run(on: path, options) { _ in } }
      #expect(error?.code == .reportNotShown)
    }
  }
}
