import Foundation
import GRDB
import RetailValues
import Stock
import StockTesting
import Testing

/// The numbers of interchanges that are sent to partners.
@Suite struct ControlNumberTests {
  private func make() throws -> (path: String, shop: ShopDatabase) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("numbers-\(UUID().uuidString).db").path
    let currency = try #require(Currency("EUR"))
    return (
      path, try NewShop.make(at: path, settings: ShopSettings(name: "t", currency: currency, timeZone: "UTC"))
    )
  }

  @Test func eachPartnerHasARowOfItsOwn() throws {
    let (path, shop) = try make()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let drawn = try [("x12", "01:A"), ("x12", "01:B"), ("x12", "01:A"), ("edifact", "01:A")].map {
      try shop.nextControlNumber(format: $0, receiver: $1)
    }
    #expect(drawn == [1, 1, 2, 1])
    try shop.write { try $0.execute(sql: "UPDATE control_numbers SET number = 999999999 WHERE receiver = '01:B'") }
    #expect(try shop.nextControlNumber(format: "x12", receiver: "01:B") == 1)
  }

  /// Several who draw at once, each by a connection of its own, get all numbers once, each of them in rising order.
  @Test func noNumberIsGivenTwice() async throws {
    let (path, _) = try make()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let drawn = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let shop = try ShopDatabase.open(at: path)
          return try (0..<25).map { _ in try shop.nextControlNumber(format: "x12", receiver: "01:A") }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for row in drawn { #expect(row == row.sorted()) }
    #expect(drawn.flatMap { $0 }.sorted() == Array(1...100))
  }
}
