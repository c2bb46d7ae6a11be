import Foundation
import Testing

/// Codes as people type them, and the lists of a count as files.
@Suite struct TypedCodeTests {
  private func shop(_ folder: TestFolder, skus: [String]) throws -> TestShopFolder {
    let shop = try folder.shop()
    let rows = skus.map { "\($0),P-\($0),Shirt \($0),10\n" }.joined()
    let items = try folder.write("items.csv", "sku,product_code,title,price\n" + rows)
    try shop.must(["import", items, "--accept", "similar-code"])
    try shop.must(["import", try folder.write("places.csv", "location\nfront\n")])
    let levels = skus.map { "\($0),front,5\n" }.joined()
    try shop.must(["import", try folder.write("levels.csv", "sku,location,quantity\n" + levels)])
    try shop.must(["count", "open", "--location", "front"])
    return shop
  }

  private func json(_ run: CommandRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(run.outputText.utf8)) as? [String: Any])
  }

  @Test func smallLettersFindTheItem() throws {
    let shop = try shop(TestFolder(), skus: ["A1-BLK", "B2"])
    let item = try json(shop.must(["count", "items", "1", "--item", "a1-blk", "--json"]))
    #expect((item["items"] as? [[String: Any]])?.first?["sku"] as? String == "A1-BLK")
    try shop.must(["count", "enter", "1", "--item", "a1-blk", "--quantity", "4"])
    let status = try json(shop.must(["count", "status", "1", "--json"]))
    #expect((status["unknown"] as? [Any])?.isEmpty == true)
    #expect(status["counted"] as? Int == 1)
    let found = try json(shop.must(["catalog", "show", "a1-blk", "--json"]))
    #expect(found["named_variant"] as? String == "A1-BLK")
    #expect((found["product"] as? [String: Any])?["product"] as? String == "P-A1-BLK")
    let product = try json(shop.must(["catalog", "show", "p-b2", "--json"]))
    #expect((product["product"] as? [String: Any])?["product"] as? String == "P-B2")
    #expect(product["named_variant"] == nil)
    // A code that no item has is kept as it was typed.
    try shop.must(["count", "enter", "1", "--item", "zz9", "--quantity", "1"])
    let unknown = try json(shop.must(["count", "status", "1", "--json"]))["unknown"] as? [[String: Any]]
    #expect(unknown?.map { $0["code"] as? String } == ["zz9"])
  }

  @Test func aMistakeTakesNoNumberOfAnEntryThatWasUndone() throws {
    let shop = try shop(TestFolder(), skus: ["A1-BLK"])
    try shop.must(["count", "enter", "1", "--item", "zz9", "--quantity", "3"])
    try shop.must(["count", "enter", "1", "--item", "A1-BLK", "--quantity", "4"])
    let list = try JSONSerialization.jsonObject(with: shop.must(["imports", "list", "--json"]).output)
    let number = "\(try #require((list as? [[String: Any]])?.first?["number"]))"
    func counted() throws -> Int? { try json(shop.must(["count", "status", "1", "--json"]))["counted"] as? Int }
    try shop.must(["imports", "undo", number])
    try shop.must(["count", "resolve", "1", "zz9", "--mistake"])
    #expect(try counted() == 0)
    try shop.must(["imports", "redo", number])
    #expect(try counted() == 1)
    try shop.must(["imports", "undo", number])
    #expect(try counted() == 0)
    try shop.must(["check"])
  }

  @Test func codesThatDifferInCaseAloneAreNotMixedUp() throws {
    let shop = try shop(TestFolder(), skus: ["ab-1", "AB-1"])
    for sku in ["ab-1", "AB-1"] {
      let item = try json(shop.must(["count", "items", "1", "--item", sku, "--json"]))
      #expect((item["items"] as? [[String: Any]])?.first?["sku"] as? String == sku)
    }
    let commands = [
      ["count", "items", "1", "--item", "Ab-1"], ["count", "enter", "1", "--item", "Ab-1", "--quantity", "1"],
      ["stock", "Ab-1"], ["catalog", "show", "Ab-1"],
    ]
    for command in commands {
      let run = try shop.run(command)
      #expect(run.status != 0)
      #expect(run.shown.contains("'Ab-1' may be 'AB-1' or 'ab-1'"), "\(run.shown)")
    }
  }

  @Test func anItemIsNamedThoughAHiddenOneIsSpelledLikeIt() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let products = "product_code,title,status\nP1,Shirt,\nP2,Old shirt,discontinued\n"
    try shop.must(["import", try folder.write("products.csv", products), "--kind", "products"])
    let variants = "sku,product_code,barcode\nAB-1,P1,4006381333931\nab-1,P2,\n"
    try shop.must([
      "import", try folder.write("variants.csv", variants), "--kind", "variants", "--accept", "similar-code",
    ])
    for typed in ["AB-1", "aB-1", "ab-1", "4006381333931"] {
      let found = try json(shop.must(["catalog", "show", typed, "--json"]))
      #expect((found["product"] as? [String: Any])?["product"] as? String == "P1", "\(typed)")
      #expect(found["named_variant"] as? String == "AB-1", "\(typed)")
    }
  }

  @Test func theCodesOfFilesAreComparedExactly() throws {
    let folder = try TestFolder()
    let shop = try shop(folder, skus: ["A1-BLK"])
    try shop.must(["count", "enter", "1", try folder.write("counted.csv", "sku,counted_quantity\na1-blk,4\n")])
    let unknown = try json(shop.must(["count", "status", "1", "--json"]))["unknown"] as? [[String: Any]]
    #expect(unknown?.map { $0["code"] as? String } == ["a1-blk"])
  }

  @Test func onlyAFileHasAName() throws {
    let folder = try TestFolder()
    let shop = try shop(folder, skus: ["A1"])
    let run = try shop.run(["count", "enter", "1", "--item", "A1", "--quantity", "4", "--name", "shelf.csv"])
    #expect(run.status == 2)
    #expect(run.shown.contains("Leave --name out, or name the file."))
  }

  @Test func theListsOfACountAreFiles() throws {
    let folder = try TestFolder()
    let shop = try shop(folder, skus: ["A1", "B2", "C3"])
    let file = try folder.write("sent-7f3a.csv", "sku,counted_quantity\nA1,4\nB2,5\n")
    try shop.must(["count", "enter", "1", file, "--name", "shelf.csv"])
    let imports = try shop.must(["imports", "list", "--json"]).outputText
    #expect(imports.contains("\"shelf.csv\"") && !imports.contains("sent-7f3a"))
    func lines(_ choice: String) throws -> [String] {
      try shop.must(["reconcile", "1", "--lines", choice, "--titles", "--to", "lines.csv"])
      return try String(contentsOfFile: shop.path + "/lines.csv", encoding: .utf8).split(whereSeparator: \.isNewline)
        .map { $0.split(separator: ",", omittingEmptySubsequences: false).prefix(2).joined(separator: ",") }
    }
    #expect(try lines("differences") == ["sku,title", "A1,Shirt A1"])
    #expect(try lines("uncounted") == ["sku,title", "C3,Shirt C3"])
    #expect(try lines("all").count == 4)
    #expect(try shop.run(["reconcile", "1", "--lines", "uncounted"]).status != 0)
    func titles() throws -> [String?]? {
      let lines = try json(shop.must(["reconcile", "1", "--titles", "--json"]))["lines"] as? [[String: Any]]
      return lines?.map { $0["title"] as? String }
    }
    #expect(try titles() == ["Shirt A1"])
    // The lines of a count that was posted are read another way.
    try shop.must(["reconcile", "1", "--uncounted", "ignore", "--post"])
    #expect(try titles() == ["Shirt A1"])
    #expect(try lines("differences") == ["sku,title", "A1,Shirt A1"])
  }
}
