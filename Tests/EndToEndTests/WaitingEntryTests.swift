import Foundation
import Testing

/// Entries of a count that waited until the shop was free.
@Suite struct WaitingEntryTests {
  /// An entry of an hour ago.
  private static let counted = Date(timeIntervalSinceNow: -3600)
  private static let name = "\(Int64(counted.timeIntervalSince1970) * 1_000_000)-9f86d081884c7d65"

  private static let later = "\(Int64(counted.timeIntervalSince1970) * 1_000_000 + 1)-9f86d081884c7d65"

  private func shop() throws -> TestShopFolder {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try shop.must(["import", try folder.write("items.csv", "sku,title,price\nA1,Cup,10\n")])
    try shop.must(["import", try folder.write("places.csv", "location\nfront\n")])
    try shop.must(["count", "open", "--location", "front"])
    return shop
  }

  private func counted(_ shop: TestShopFolder) throws -> [String?] {
    let run = try shop.must(["count", "items", "1", "--json"])
    let items = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
    return (items?["items"] as? [[String: Any]] ?? []).map { $0["counted"] as? String }
  }

  @Test func anEntryThatIsTriedTwiceIsEnteredOnce() throws {
    let shop = try shop()
    let words = ["count", "enter", "1", "--item", "A1", "--quantity", "4", "--waited", Self.name]
    try shop.must(words)
    try shop.must(["count", "enter", "1", "--item", "A1", "--quantity", "5"])
    // The process ended before it could take the entry away, and tries it once more.
    try shop.must(words)
    #expect(try counted(shop) == ["5"])
    // The differences say when each was counted.
    try shop.must(["count", "enter", "1", "--item", "A1", "--quantity", "6", "--waited", Self.later])
    let lines = try JSONSerialization.jsonObject(with: shop.must(["reconcile", "1", "--all", "--json"]).output)
    let line = ((lines as? [String: Any])?["lines"] as? [[String: Any]])?.first
    let moment = (line?["as_of"] as? String).flatMap { ISO8601DateFormatter().date(from: $0) }
    #expect(moment.map { Int64($0.timeIntervalSince1970) } == Int64(Self.counted.timeIntervalSince1970))
    let refused = try shop.run(["count", "enter", "1", "--item", "A1", "--quantity", "4", "--waited", "yesterday"])
    #expect(refused.status == 2)
    try shop.must(["check"])
  }

  @Test func aCountIsNotClosedBeforeWhatWaitsIsEntered() throws {
    let shop = try shop()
    try shop.must(["count", "enter", "1", "--item", "A1", "--quantity", "4"])
    let folder = shop.path + "/waiting-entries"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let entry = """
      {"name": "\(Self.name)", "login": "mia", "count": "1", "section": "", "item": "A1", "title": "Cup", "quantity": "3",
        "note": "", "accepted": []}
      """
    try entry.write(toFile: "\(folder)/\(Self.name).json", atomically: true, encoding: .utf8)
    for words in [["count", "close", "1"], ["count", "discard", "1"], ["reconcile", "1", "--post"]] {
      let run = try shop.run(words)
      #expect(run.status != 0)
      #expect(run.errorText.contains("count 1 is not complete: 1 entry left to enter"), "\(run.errorText)")
    }
    try FileManager.default.removeItem(atPath: folder)
    try shop.must(["count", "close", "1"])
  }

  @Test func whatWaitsIsLeftOutOfTheItemsThatAreLeft() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try shop.must(["import", try folder.write("items.csv", "sku,title,price\nA1,Ale,1\nB2,Beer,2\nC3,Cider,3\n")])
    try shop.must(["import", try folder.write("places.csv", "location\nfront\n")])
    let stock = "sku,location,quantity,unit_cost,effective_at\n"
    let lines = ["A1", "B2", "C3"].map { "\($0),front,5,1,2026-10-01\n" }.joined()
    try shop.must(["import", try folder.write("stock.csv", stock + lines), "--kind", "stock_levels"])
    try shop.must(["count", "open", "--location", "front"])
    func left(_ options: String...) throws -> [String] {
      let run = try shop.must(["count", "items", "1", "--left", "--json"] + options)
      let answer = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
      let codes = (answer["items"] as? [[String: Any]] ?? []).map { $0["code"] as? String ?? "" }
      return codes + ["\(answer["total"] ?? "")"]
    }
    #expect(try left() == ["A1", "B2", "C3", "3"])
    #expect(try left("--except=A1\nC3") == ["B2", "1"])
    #expect(try left("--except=A1", "--skip=1", "--limit=1") == ["C3", "2"])
    #expect(try left("--except=unknown", "--skip=4611686018427387903") == ["3"])
    // What waits of the list is progress on it, whether an earlier number is entered or not.
    for item in ["A1", "B2"] { try shop.must(["count", "enter", "1", "--item", item, "--quantity", "4"]) }
    for (codes, entered, total) in [("unknown", 2, 2), ("A1\nC3", 3, 1)] {
      let run = try shop.must(["count", "items", "1", "--json", "--except=\(codes)"])
      let answer = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
      #expect(answer["entered"] as? Int == entered && answer["total"] as? Int == total)
    }
  }

  @Test func anEntryThatCanBeKeptDoesNotWaitForAnotherProcess() throws {
    let shop = try shop()
    let commands = [
      ["count", "enter", "1", "--item", "A1", "--quantity", "4"], ["count", "section", "1", "A", "--done"],
    ]
    try ShopContents.holding(shop.database) {
      for words in commands {
        let run = try shop.run(words + ["--patience", "0"])
        #expect(run.status == 75, "\(run.shown)")
      }
    }
    for words in commands { try shop.must(words + ["--patience", "0"]) }
  }
}
