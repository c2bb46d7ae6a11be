import Foundation
import Testing

/// Looking for lines in lists, and how many there are.
@Suite struct ListSearchTests {
  private func shop(in folder: TestFolder) throws -> TestShopFolder {
    let shop = try folder.shop()
    let receipts = """
      document,line,sku,quantity,unit_cost,lot,expires_on,effective_at,location
      D1,1,A1,3,1.00,L1,2026-12-24,2026-11-01,shop
      D1,2,B2,3,1.00,M9,2026-12-20,2026-11-01,shop
      D1,3,A1,3,1.00,L2,2026-12-28,2026-11-01,shop

      """
    for (name, kind, text) in [
      ("places.csv", "locations", "location\nshop\n"),
      ("goods.csv", "products", "product_code,title,sku\nP1,Äpfel,A1\nP2,Birnen,B2\n"),
      ("received.csv", "receipts", receipts),
    ] {
      try folder.write(name, text)
      try shop.must(["import", "../\(name)", "--kind", kind])
    }
    return shop
  }

  private func object(_ run: CommandRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
  }

  @Test(
    arguments: [
      ("äpfel", [], ["L1", "L2"], 2), ("a1", ["--limit", "1"], ["L1"], 2),
      ("A1", ["--limit", "1", "--skip", "1"], ["L2"], 2),
      ("m9", [], ["M9"], 1), ("", [], ["M9", "L1", "L2"], 3), ("x", [], [], 0),
    ] as [(String, [String], [String], Int)])
  func lotsAreFoundByItemTitleAndLot(find: String, options: [String], lots: [String], total: Int) throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    let answer = try object(shop.must(["expiry", "list", "--find", find, "--json"] + options))
    let found = (answer["lots"] as? [[String: Any]] ?? []).compactMap { $0["lot"] as? String }
    #expect(found == lots && answer["total"] as? Int == total)
  }

  @Test func theLogSaysHowManyEntriesItHas() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    let all = try shop.must(["log", "--command", "import", "--limit", "1000", "--json"]).output
    let number = try #require(try JSONSerialization.jsonObject(with: all) as? [Any]).count
    #expect(number >= 3)
    let words = ["log", "--command", "import", "--limit", "2", "--total"]
    let answer = try object(shop.must(words + ["--json"]))
    let entries = answer["entries"] as? [[String: Any]]
    #expect(entries?.count == 2 && answer["total"] as? Int == number)
    #expect(entries?.first?["command"] as? String == "import")
    let text = try shop.must(words).outputText
    #expect(text.hasSuffix("2 of \(number)\n"), "\(text)")
    let plain = try shop.must(["log", "--limit", "1", "--json"]).output
    #expect(try JSONSerialization.jsonObject(with: plain) is [Any])
  }
}
