import Foundation
import Testing

/// Under which names entries of a count are kept.
@Suite struct CounterEntryTests {
  private let folder: TestFolder
  private let shop: TestShopFolder

  init() throws {
    folder = try TestFolder()
    shop = try folder.shop()
    try shop.must(["import", try folder.write("items.csv", "sku,title,price\nA1,Cup,10\n")])
    try shop.must(["import", try folder.write("places.csv", "location\nfront\n")])
    try shop.must(["import", try folder.write("levels.csv", "sku,location,quantity\nA1,front,5\n")])
    try shop.must(["count", "open", "--location", "front"])
  }

  private func enter(_ quantity: Int, _ options: [String]) throws {
    try shop.must(["count", "enter", "1", "--item", "A1", "--quantity", "\(quantity)"] + options)
  }

  /// The entries that hold.
  private func entries() throws -> [String] {
    try ShopContents.rows(
      shop.database, "SELECT counter, quantity FROM count_entries WHERE superseded_by IS NULL ORDER BY id")
  }

  @Test func anotherSpellingIsTheSameCounter() throws {
    try enter(3, ["--user", "Mia"])
    try enter(4, ["--counter", "mia"])
    #expect(try entries() == ["Mia|4000"])
    try enter(5, ["--user", "MIA", "--role", "counter"])
    #expect(try entries() == ["Mia|5000"])
    let file = try folder.write("counted.csv", "sku,counted_quantity\nA1,6\n")
    try shop.must(["count", "enter", "1", file, "--counter", "mia"])
    #expect(try entries() == ["Mia|6000"])
    try enter(1, ["--counter", "Zoe", "--section", "B"])
    #expect(try entries() == ["Mia|6000", "Zoe|1000"])
  }

  /// The entry before is valid again; of others' entries, files and closed counts nothing is taken back.
  @Test func anEntryIsTakenBackByThePersonWhoMadeIt() throws {
    let mia = ["--user", "Mia", "--role", "counter"]
    func last() throws -> String {
      let rows = try ShopContents.rows(shop.database, "SELECT MAX(id) FROM imports")
      return try #require(rows.first)
    }
    func takeBack(_ number: String, _ options: [String]) throws -> Int32 {
      try shop.run(["count", "take-back", "1", number] + options).status
    }
    try enter(3, mia)
    let first = try last()
    try enter(4, mia)
    let second = try last()
    let byAnother = try takeBack(second, ["--user", "Zoe", "--role", "counter"])
    let ofLevels = try takeBack("3", mia)
    #expect(byAnother != 0 && ofLevels != 0)
    #expect(try entries() == ["Mia|4000"])
    try shop.must(["count", "take-back", "1", second] + mia)
    #expect(try entries() == ["Mia|3000"])
    try shop.must(["count", "take-back", "1", first] + mia)
    #expect(try entries().isEmpty)
    try enter(6, mia)
    let third = try last()
    try shop.must(["count", "close", "1"])
    let closed = try takeBack(third, mia)
    #expect(closed != 0)
    #expect(try entries() == ["Mia|6000"])
  }

  @Test func anotherSpellingInAFileIsTheSameCounter() throws {
    try enter(3, ["--user", "Mia"])
    let file = try folder.write("counted.csv", "sku,counted_quantity,counter\nA1,4,mia\n")
    try shop.must(["count", "enter", "1", file])
    #expect(try entries() == ["Mia|4000"])
  }

  @Test func aCodeThatAFileNamedSinceIsCountedAgainAndDecided() throws {
    let code = "9999999999994"
    func enter(_ item: String, _ quantity: Int, _ options: [String]) throws {
      try shop.must(["count", "enter", "1", "--item", item, "--quantity", "\(quantity)"] + options)
    }
    func status() throws -> [String: Any] {
      let run = try shop.must(["count", "status", "1", "--json"])
      return try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    }
    try enter(code, 2, ["--note", "Candle, red", "--user", "Mia"])
    try enter(code, 1, ["--note", "not sure", "--user", "Zoe", "--section", "B"])
    let places = (try status()["unknown"] as? [[String: Any]])?.first?["places"] as? [[String: Any]]
    #expect(places?.map { $0["note"] as? String } == ["Candle, red", "not sure"])
    try shop.must(
      ["import", try folder.write("candles.csv", "sku,title,price,barcode\nKERZE-R,Candle,3,\(code)\n")])
    try shop.must(["count", "recount", "1", "--item", "KERZE-R"])
    try enter("KERZE-R", 4, ["--user", "Ann"])
    #expect(try status()["disputed"] as? [String] == ["KERZE-R"])
    try shop.must(["reconcile", "1", "--decide", "KERZE-R=4", "--note", "counted together"])
    #expect(try status()["disputed"] as? [String] == [])
    try shop.must(["count", "close", "1"])
    try shop.must(["reconcile", "1", "--uncounted", "ignore", "--post"])
    #expect(try ShopContents.rows(shop.database, "SELECT SUM(quantity) FROM balances").first == "9000")
  }
}
