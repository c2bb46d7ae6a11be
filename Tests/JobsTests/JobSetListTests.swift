import Foundation
import Testing

@testable import Jobs

/// The sets that a job still has.
@Suite struct JobSetListTests {
  private func makeShop(sets: Int) throws -> FakeShop {
    let shop = try FakeShop()
    for number in 1...sets {
      shop.texts["goods"] = "sku\nA\(number)\n"
      shop.run()
    }
    return shop
  }

  @Test func theNewestAreFirstWithTheActOfTheAuditLog() throws {
    let shop = try makeShop(sets: 4)
    let list = try JobSetList(of: shop.job, shopPath: shop.path, limit: 3)
    #expect(list.job == "nightly" && list.folder == shop.sets)
    #expect(list.entries.map(\.manifest.number) == [4, 3, 2])
    #expect(list.entries.map(\.act) == Array(shop.entered.suffix(3).reversed()))
    #expect(list.entries.filter(\.isWhole).count == 3)
  }

  @Test func aSetThatLacksAFileIsNotWhole() throws {
    let shop = try makeShop(sets: 2)
    try FileManager.default.removeItem(atPath: shop.sets + "/000001/goods.csv")
    try shop.write(shop.sets + "/000003", "no set")
    try FileManager.default.createDirectory(atPath: shop.sets + "/000004", withIntermediateDirectories: true)
    let list = try JobSetList(of: shop.job, shopPath: shop.path, limit: 10)
    #expect(list.entries.map(\.manifest.number) == [2, 1])
    #expect(list.entries.map(\.isWhole) == [true, false])
  }

  @Test func aJobThatHasNeverRunHasNone() throws {
    let shop = try FakeShop()
    #expect(try JobSetList(of: shop.job, shopPath: shop.path, limit: 10).entries.isEmpty)
    #expect(shop.names(shop.path).isEmpty, "nothing is made")
  }
}
