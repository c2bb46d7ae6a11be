import GRDB
import StockTesting
import Testing

@testable import Stock

/// Metres between places, on every connection to a shop.
@Suite struct GeographyFunctionTests {
  static let cases: [(String, Int64?)] = [
    ("361200000, -866700000, 339400000, -1184000000", 2_886_448), ("0, 0, 0, 0", 0),
    ("NULL, -866700000, 339400000, -1184000000", nil), ("1, 2, 3, NULL", nil), ("'x', 2, 3, 4", nil),
    ("900000001, 0, 0, 0", nil), ("0, 0, 0, 9223372036854775807", nil), ("-9223372036854775808, 0, 0, 0", nil),
  ]

  @Test(arguments: cases) func onTheShopsConnection(_ angles: String, _ metres: Int64?) throws {
    try withShop { shop in
      let value = try shop.read { try Int64.fetchOne($0, sql: "SELECT distance_m(\(angles))") }
      #expect(value == metres)
    }
  }

  @Test(arguments: cases) func inReports(_ angles: String, _ metres: Int64?) throws {
    try withShop { shop in
      let value = try ReportingConnection.read(at: shop.path, timeLimit: 10) { connection in
        try connection.rows("SELECT distance_m(\(angles)) AS metres").next()?.first
      }
      #expect(value == (metres.map { .integer($0) } ?? .null))
    }
  }
}
