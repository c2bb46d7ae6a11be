import Foundation
import Testing

@testable import Reporting

private func lines(_ data: [String: Any]) -> [String] {
  (data["lines"] as? [[String: Any]] ?? []).map { row in
    ["sku", "lot", "location", "days_left", "remaining", "value_cost"].map { row[$0].map { "\($0)" } ?? "missing" }
      .joined(separator: " ")
  }
}

/// Numbers written by hand from the movements of `LotShop`. The average of the milk is 0.80 for 22 and 0.85 for 44, in all
/// 55.00 for 66, less what was sold in between at the average of its time, 0.833333.
@Test func lotsExpireByTheirLastDay() throws {
  try withShop(LotShop.fill) { path in
    let expired = try shippedReports.report(named: "expired")
    #expect(
      lines(try expired.data(on: path)) == [
        "MILK-1 M-18 shop -3 6 5.00", "BRIE-1 B-19 store -2 1.25 15.43", "EGGS-1 E-20 shop -1 30 <null>",
        "EGGS-1 E-20 store -1 6 <null>",
      ])
    #expect(lines(try expired.data(on: path, ["at": "2026-11-18"])).isEmpty)
    #expect(lines(try expired.data(on: path, ["at": "2026-11-19"])) == ["MILK-1 M-18 shop -1 6 5.00"])
    let expiring = try shippedReports.report(named: "expiring")
    #expect(lines(try expiring.data(on: path, ["days": "0"])) == ["MILK-1 M-21 shop 0 20 16.67"])
    #expect(
      lines(try expiring.data(on: path, ["days": "14"])) == [
        "MILK-1 M-21 shop 0 20 16.67", "MILK-1 M-25 shop 4 24 20.00", "BRIE-1 B <1> store 14 3.25 40.12",
      ])
    #expect(lines(try expiring.data(on: path, ["days": "13", "location": "store"])).isEmpty)
    let header = try expiring.data(on: path)["header"] as? [String: Any]
    #expect(header?["expired_lots"] as? Int == 4)
  }
}
