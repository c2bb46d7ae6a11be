import Foundation
import GRDB
import Testing
import WebTesting

/// What `imports show`, `imports list` and `plan show` say of records, and the pages with them.
@Suite struct ImportRecordsTests {
  private func answer(_ shop: TestShopFolder, _ arguments: String...) throws -> [String: Any] {
    let run = try shop.must(arguments + ["--json"])
    return try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any], "\(run.shown)")
  }

  private func records(_ answer: [String: Any]) throws -> [String] {
    try #require(answer["records"] as? [[String: Any]]).map { record in
      let fields = (record["fields"] as? [[String: Any]] ?? []).map { field in
        "\(field["field"] ?? "") \(field["before"] ?? "–") > \(field["after"] ?? "–")"
      }
      return "\(record["action"] ?? "") \(record["key"] ?? "") (\(record["title"] ?? "")): "
        + fields.joined(separator: ", ")
    }
  }

  /// A shop with two products, whose titles and one price were changed by a second and a third import.
  private func shop(in folder: TestFolder) throws -> TestShopFolder {
    let shop = try folder.shop("shop")
    let goods = "product_code,title,sku,price\nP1,Cup,P1-RED,4.50\nP2,Bowl,P2-RED,7.00\n"
    for (name, text, kind) in [
      ("goods.csv", goods, "products"), ("titles.csv", "product_code,title\nP1,Mug\nP2,Dish\n", "products"),
      ("prices.csv", "sku,price\nP1-RED,4.60\n", "prices"),
    ] {
      try shop.must(["import", try folder.write(name, text), "--kind", kind])
    }
    return shop
  }

  @Test func anImportIsShownAPageAtATime() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    let changed = try answer(shop, "imports", "show", "2", "--limit", "50")
    #expect(changed["total"] as? Int == 2)
    #expect(try records(changed) == ["update P1 (Mug): title Cup > Mug", "update P2 (Dish): title Bowl > Dish"])
    let second = try answer(shop, "imports", "show", "2", "--skip", "1", "--limit", "1")
    #expect(try records(second) == ["update P2 (Dish): title Bowl > Dish"])
    let found = try answer(shop, "imports", "show", "2", "--find", "bowl")
    #expect(found["total"] as? Int == 1)
    #expect(try records(found) == ["update P2 (Dish): title Bowl > Dish"])
    let none = try answer(shop, "imports", "show", "2", "--kind", "prices")
    #expect(none["total"] as? Int == 0)
    #expect((none["kinds"] as? [[String: Any]])?.first?["records"] as? Int == 2)
  }

  @Test func importsAreSearchedAndCounted() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    for way in [[], ["--grouped"]] {
      let all = try shop.must(["imports", "list", "--limit", "1", "--total", "--json"] + way)
      let page = try #require(try JSONSerialization.jsonObject(with: all.output) as? [String: Any], "\(all.shown)")
      #expect(page["total"] as? Int == 3 && (page["imports"] as? [Any])?.count == 1)
      let found = try answer(shop, "imports", "list", "--find", "TITLES", "--total")
      #expect(found["total"] as? Int == 1)
      #expect((found["imports"] as? [[String: Any]])?.first?["number"] as? Int == 2)
    }
    #expect(try shop.must(["imports", "list", "--limit", "1", "--total"]).outputText.contains("1 to 1 of 3"))
    let goods = try folder.write("Ärmel.csv", "product_code,title\nP1,Sleeve\n")
    try shop.must(["import", goods, "--kind", "products"])
    let named = try answer(shop, "imports", "list", "--find", "Ärmel", "--total")
    #expect(named["total"] as? Int == 1)
  }

  @Test func anImportIsReadOnAfterAPosition() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    var (position, keys, pages) = ("start", [String](), 0)
    while pages < 20 {
      let page = try answer(shop, "imports", "show", "1", "--after", position, "--limit", "2")
      keys += try #require(page["records"] as? [[String: Any]]).map { "\($0["kind"] ?? "") \($0["key"] ?? "")" }
      pages += 1
      guard let next = page["next"] as? String else { break }
      position = next
    }
    let whole = try answer(shop, "imports", "show", "1", "--limit", "50")
    #expect(whole["next"] == nil && whole["total"] as? Int == keys.count)
    #expect(
      keys == (whole["records"] as? [[String: Any]])?.map { "\($0["kind"] ?? "") \($0["key"] ?? "")" }
        && pages == (keys.count + 1) / 2)
    let found = try answer(shop, "imports", "show", "2", "--after", "start", "--find", "i", "--limit", "1")
    #expect(found["total"] == nil, "what is found is not counted")
    #expect(try records(found) == ["update P2 (Dish): title Bowl > Dish"])
    #expect(found["next"] == nil)
    #expect(try shop.run(["imports", "show", "1", "--after", "x"]).status == 2)
    let other = try shop.run(["imports", "show", "2", "--after", position])
    #expect(other.status == 2 && other.errorText.contains("is not a position in import 2"), "\(other.shown)")
  }

  @Test func whatIsPassedOverIsNotMoreThanThereIs() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    for arguments in [["imports", "list", "--skip", "3"], ["imports", "show", "2", "--skip", "2000000"]] {
      let text = String(decoding: try shop.must(arguments).output, as: UTF8.self)
      #expect(text.hasPrefix("There are only "), "\(text)")
    }
    let lines = String(decoding: try shop.must(["imports", "list", "--grouped", "--skip", "9"]).output, as: UTF8.self)
    #expect(lines == "There are only 3 lines.\n")
  }

  @Test func aRemovedRecordHasTheValuesOfBefore() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    try shop.must(["product", "delete", "P2"])
    try shop.must(["imports", "undo", "4"])
    try shop.must(["import", try folder.write("later.csv", "product_code,title\nP2,Plate\n"), "--kind", "products"])
    let removed = try records(try answer(shop, "imports", "show", "4", "--kind", "products"))
    let first = try #require(removed.first)
    #expect(
      removed.count == 1 && first.hasPrefix("delete P2 (Dish): ") && first.contains("title Dish > –"), "\(removed)")
  }

  @Test func newRecordsHaveTheValuesThatTheyWereMadeWith() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    let made = try records(try answer(shop, "imports", "show", "1", "--kind", "products"))
    #expect(made.map { $0.prefix(13) } == ["create P1 (Mu", "create P2 (Di"], "their titles are those of today")
    #expect(made[0].contains("title – > Cup"), "their values are those of the import: \(made)")
    let prices = try records(try answer(shop, "imports", "show", "3", "--kind", "prices"))
    #expect(prices.count == 1)
    #expect(prices.first?.hasPrefix("create P1-RED regular EUR (Mug): price 4.50 > 4.60") ?? false, "\(prices)")
    // What an undo removed is shown with what it was.
    try shop.must(["imports", "undo", "3"])
    #expect(try records(try answer(shop, "imports", "show", "3", "--kind", "prices")) == prices)
    let removed = try records(try answer(shop, "imports", "show", "4", "--kind", "prices"))
    #expect(removed.first?.hasPrefix("delete P1-RED regular EUR (Mug): price 4.60 > –") ?? false, "\(removed)")
  }

  @Test func aDryRunOfAnUndoListsAllRecordsAPageAtATime() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    func keys(_ answer: [String: Any]) throws -> [String] {
      try #require(answer["records"] as? [[String: Any]]).map { "\($0["effect"] ?? "") \($0["key"] ?? "")" }
    }
    let second = try answer(shop, "imports", "undo", "2", "--dry-run", "--skip", "1", "--limit", "1")
    #expect(try keys(second) == ["changed P2"])
    #expect(second["total"] as? Int == 2)
    let found = try answer(shop, "imports", "undo", "2", "--dry-run", "--find", "bowl")
    #expect(try keys(found) == ["changed P2"])
    #expect(found["total"] as? Int == 1)
    #expect(try shop.run(["imports", "undo", "2", "--limit", "1"]).status == 2)
    for number in ["3", "2"] { try shop.must(["imports", "undo", number]) }
    let all = try answer(shop, "imports", "undo", "1", "--dry-run", "--limit", "50")
    let kinds = try #require(all["kinds"] as? [[String: Any]]).compactMap { $0["records"] as? Int }
    #expect(kinds.reduce(0, +) == all["total"] as? Int)
    #expect(try keys(all).count == all["total"] as? Int)
    #expect(Set(try keys(all)).isSuperset(of: ["removed P1", "removed P2", "removed P1-RED", "removed P2-RED"]))
    let variants = try answer(shop, "imports", "undo", "1", "--dry-run", "--kind", "variants", "--skip", "1")
    #expect(try keys(variants) == ["removed P2-RED"])
  }

  @Test func aLineOfAFileIsShownWithItsCells() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    try shop.must([
      "import", try folder.write("locations.csv", "location,location_name\nfront,Front\n"), "--kind", "locations",
    ])
    let file = try folder.write("stock.csv", "sku,quantity,location\nP1-RED,5,front\nP2-RED,7,front\n")
    try shop.must(["import", file, "--kind", "stock_levels"])
    let line = try answer(shop, "imports", "line", "5", "3", "--file", file)
    let cells = try #require(line["cells"] as? [[String: Any]]).map { "\($0["column"] ?? "") \($0["value"] ?? "")" }
    #expect(cells == ["sku P2-RED", "quantity 7", "location front"])
    #expect(try #require(line["records"] as? [[String: Any]]).map { $0["key"] as? String } == ["P2-RED front"])
    let other = try folder.write("other.csv", "sku,quantity\nP1-RED,5\n")
    #expect(try shop.run(["imports", "line", "5", "3", "--file", other]).status == 2)
    #expect(try shop.must(["imports", "line", "5", "9"]).shown.contains("No movement of stock"))
  }

  @Test func anUndoNamesWhatItRemoves() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    for number in ["3", "2"] { try shop.must(["imports", "undo", number]) }
    let planned = try answer(shop, "imports", "undo", "1", "--dry-run")
    let effects = try #require(planned["effects"] as? [[String: Any]]).map { effect in
      "\(effect["kind"] ?? "") \(effect["effect"] ?? "") \(effect["records"] ?? "")"
    }
    #expect(effects == ["products removed 2", "variants removed 2", "prices removed 2"])
    let named = try #require(planned["records"] as? [[String: Any]]).map { record in
      "\(record["effect"] ?? "") \(record["key"] ?? "") (\(record["title"] ?? ""))"
    }
    #expect(
      named == [
        "removed P1 (Cup)", "removed P2 (Bowl)", "removed P1-RED (Cup)", "removed P2-RED (Bowl)",
        "removed P1-RED regular EUR (Cup)", "removed P2-RED regular EUR (Bowl)",
      ])
    try shop.must(["imports", "undo", "1"])
    let removed = try records(try answer(shop, "imports", "show", "6", "--limit", "50"))
    #expect(removed.count == 6 && !removed.contains { $0.contains("#") }, "\(removed)")
    for text in ["delete P2-RED (Bowl): product_code P2 > –", "delete P2-RED regular EUR (Bowl): price 7.00 > –"] {
      #expect(removed.contains { $0.hasPrefix(text) }, "\(removed)")
    }
    let served = try ServedShop(shop.path, environment: folder.environment)
    let page = try served.client.get("/imports/6").text
    for text in [
      "<h1>Undo of import 1: goods.csv</h1>", "<dt>Removed</dt><dd>6</dd>", "<dt>Changed</dt><dd>0</dd>",
      "scope=\"row\" class=\"any\">P1-RED regular EUR</th>",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("class=\"any\">#"))
    #expect(try served.client.get("/imports").text.contains("<span class=\"sub\">6 records undone</span>"))
    let redo = try served.client.get("/imports/1/redo").text
    #expect(redo.contains("<span>Prices</span><span>2 will come back</span>"))
    #expect(redo.contains("P1-RED regular EUR</th>") && redo.contains("<div>Price will come back</div>"))
  }

  @Test func movementsAreAmongTheRecords() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    try shop.must([
      "import", try folder.write("locations.csv", "location,location_name\nshop,Shop\n"), "--kind", "locations",
    ])
    let levels = "sku,quantity,location\nP1-RED,12,shop\nP2-RED,3.5,shop\n"
    try shop.must(["import", try folder.write("levels.csv", levels), "--kind", "stock_levels"])
    let moved = try answer(shop, "imports", "show", "5", "--kind", "movements", "--limit", "10")
    #expect(moved["total"] as? Int == 2)
    let lines = try records(moved)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("create P1-RED shop (Mug): movement_kind – > opening, quantity – > 12"), "\(lines)")
    #expect(lines[1].contains("quantity – > 3.5"), "\(lines)")
  }

  @Test func entriesOfACountAreOneLine() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.whole(in: folder)
    try shop.must(
      ["count", "open", "--location", "shop", "--kind", "partial", "--item", "L001", "--number", "evening"])
    for quantity in ["1", "2", "3"] {
      try shop.must(["count", "enter", "evening", "--item", "L001", "--quantity", quantity, "--section", "A"])
    }
    let queue = try DatabaseQueue(path: shop.database)
    try queue.write { database in
      try database.execute(
        sql: """
          UPDATE imports SET created = 1, updated = 2, unchanged = 3, rejected = 4
          WHERE id > (SELECT MAX(id) - 3 FROM imports)
          """)
    }
    try queue.close()
    let run = try shop.must(["imports", "list", "--grouped", "--limit", "2", "--json"])
    let lines = try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
    #expect(lines.count == 2)
    #expect(lines[0]["count"] as? String == "evening" && lines[0]["section"] as? String == "A")
    #expect(lines[0]["entries"] as? Int == 3)
    #expect(["created", "updated", "unchanged", "rejected"].map { lines[0][$0] as? Int } == [3, 6, 9, 12])
    #expect(lines[1]["count"] == nil && lines[1]["entries"] == nil)
    let each = try shop.must(["imports", "list", "--limit", "1", "--skip", "3", "--json"])
    let entries = try #require(try JSONSerialization.jsonObject(with: each.output) as? [[String: Any]])
    #expect(entries.map { $0["number"] as? Int } == [lines[1]["number"] as? Int])
    #expect(try shop.run(["imports", "list", "--skip", "-1"]).status == 2)
    // Another section is another line, and all lines are counted whatever the limit.
    try shop.must(["count", "enter", "evening", "--item", "L001", "--quantity", "4", "--section", "B"])
    func page(_ options: [String]) throws -> (total: Int?, lines: Int?) {
      let run = try shop.must(["imports", "list", "--total", "--json"] + options)
      let page = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
      return (page?["total"] as? Int, (page?["imports"] as? [Any])?.count)
    }
    let apart = try page(["--limit", "1"])
    let first = try page(["--grouped", "--limit", "1"])
    let all = try page(["--grouped", "--limit", "500"])
    let found = try page(["--grouped", "--find", "section A"])
    #expect(apart.lines == 1 && first.lines == 1)
    #expect(all.total == all.lines && first.total == all.total)
    #expect(all.total == apart.total.map { $0 - 2 })
    #expect(found.total == 1 && found.lines == 1)
    let served = try ServedShop(shop.path, environment: folder.environment)
    #expect(try served.client.get("/").text.contains("Count evening, section A: 3 entries by"))
    #expect(try served.client.get("/imports").text.contains("Count evening, section A: 3 entries by"))
    #expect(try served.client.get("/imports?entries=each").text.contains("count evening, section A"))
  }

  @Test func errorsOfOneKindAreOneGroup() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    var text = "sku,price\nP1-RED,5.10\n"
    for number in 1...30 { text += "P2-RED,none\(number)\n" }
    let file = try folder.write("wrong.csv", text)
    let plan = folder.path + "/wrong.plan"
    let run = try shop.run(["import", file, "--kind", "prices", "--on-error", "skip", "--plan", plan, "--json"])
    let answers = try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]], "\(run.shown)")
    let groups = try #require(answers.first?["problem_groups"] as? [[String: Any]])
    let numbers = try #require(groups.first { $0["code"] as? String == "not-a-number" }, "\(groups)")
    #expect(numbers["records"] as? Int == 30)
    #expect(numbers["message"] as? String == "price is not a number")
    let examples = try #require(numbers["examples"] as? [[String: Any]])
    #expect(examples.first?["excerpt"] as? String == "P2-RED,none1")
    let refused = try answer(shop, "plan", "show", plan, "--refused", "--limit", "5", "--skip", "2")
    #expect(refused["total"] as? Int == 30)
    #expect((refused["problems"] as? [[String: Any]])?.map { $0["value"] as? String } == (3...7).map { "none\($0)" })
    let served = try ServedShop(shop.path, environment: folder.environment)
    let page = try served.send([file])
    #expect(page.text.contains("Price is not a number: 30 rows"), "\(page.text.prefix(3000))")
    let list = try served.client.get(served.client.place + "/refused.csv").text
    #expect(list.split(separator: "\r\n").count == 31)
  }

  @Test func aPlanIsShownWithItsLargestChangesFirst() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    let file = try folder.write("next.csv", "sku,price\nP1-RED,4.70\nP2-RED,14.00\n")
    let plan = folder.path + "/next.plan"
    _ = try shop.run(["import", file, "--kind", "prices", "--plan", plan])
    let (small, large) = (
      "update P1-RED regular EUR (Mug): price 4.60 > 4.70", "update P2-RED regular EUR (Dish): price 7.00 > 14.00"
    )
    #expect(try records(try answer(shop, "plan", "show", plan)) == [small, large])
    let largest = try answer(shop, "plan", "show", plan, "--order", "largest")
    #expect(try records(largest) == [large, small])
    let percents = try #require(largest["records"] as? [[String: Any]]).map { $0["percent"] as? String }
    #expect(percents == ["100", "2.2"])
    let second = try answer(shop, "plan", "show", plan, "--order", "largest", "--skip", "1", "--limit", "1")
    #expect(try records(second) == [small])
    #expect(second["total"] as? Int == 2)
    let found = try answer(shop, "plan", "show", plan, "--find", "dish")
    #expect(try records(found) == [large], "a text is looked for in the titles of the shop")
    let goods = try folder.write("new.csv", "sku,title,price\nP3,Fork,1.00\n")
    let newPlan = folder.path + "/new.plan"
    _ = try shop.run(["import", goods, "--kind", "products", "--plan", newPlan])
    let new = try records(try answer(shop, "plan", "show", newPlan, "--kind", "prices"))
    #expect(new == ["create P3 regular EUR (Fork): price – > 1.00"], "the plan itself has the title")
    let served = try ServedShop(shop.path, environment: folder.environment)
    let page = try served.send([file])
    let place = served.client.place
    for (page, isLargestFirst) in [(page, true), (try served.client.get(place + "?order=file"), false)] {
      let keys = ["P1-RED", "P2-RED"].map { page.text.range(of: "class=\"any\">\($0) regular EUR")?.lowerBound }
      let (first, second) = (try #require(keys[0]), try #require(keys[1]))
      #expect((second < first) == isLargestFirst)
    }
  }

  /// The plan, the list, its file and the page of the import count alike: one price changes, the other is new.
  @Test func aPriceOfALaterDayIsAChangeEverywhere() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    try shop.must([
      "import", try folder.write("fork.csv", "product_code,title,sku\nP3,Fork,P3\n"), "--kind", "products",
    ])
    let file = try folder.write("later.csv", "sku,price,valid_from\nP1-RED,4.70,2030-01-01\nP3,1.00,2030-01-01\n")
    let served = try ServedShop(shop.path, environment: folder.environment)
    let planned = try served.send([file])
    #expect(
      planned.text.contains("<dt>New</dt><dd>1") && planned.text.contains("<dt>Changed</dt><dd>1"), "\(planned.text)")
    let plan = folder.path + "/later.plan"
    try shop.must(["import", file, "--kind", "prices", "--plan", plan])
    let shown = try records(try answer(shop, "plan", "show", plan))
    try #require(shown.count == 2)
    #expect(shown[0].contains("P1-RED regular EUR (Mug)") && shown[0].contains("price 4.60 > 4.70"), "\(shown)")
    #expect(shown[1].contains("P3 regular EUR (Fork)") && shown[1].contains("price – > 1.00"), "\(shown)")
    try shop.must(["apply", plan])
    let list = try answer(shop, "imports", "list", "--limit", "1", "--total")
    let entry = try #require((list["imports"] as? [[String: Any]])?.first)
    #expect(entry["created"] as? Int == 1 && entry["updated"] as? Int == 1, "\(entry)")
    let lines = try served.client.get("/imports.csv").text.components(separatedBy: "\r\n")
    #expect(lines[1].contains(",1,1,0,"), "\(lines[1])")
    let page = try served.client.get("/imports/5").text
    #expect(
      page.contains("<dt>New</dt><dd>1</dd>") && page.contains("<dt>Changed</dt><dd>1</dd>"), "\(page.prefix(3000))")
  }

  /// The figures that a question and its result have in common are the same.
  @Test func anUndoDoesWhatItsPageSaid() throws {
    let folder = try TestFolder()
    let shop = try shop(in: folder)
    for (name, text) in [
      ("brands.csv", "product_code,title,brand\nP1,Jug,Acme\nP2,Plate,Acme\n"),
      ("later.csv", "product_code,title\nP1,Pot\n"),
    ] {
      try shop.must(["import", try folder.write(name, text), "--kind", "products"])
    }
    let served = try ServedShop(shop.path, environment: folder.environment)
    let price = try served.client.get("/imports/3")
    #expect(price.text.contains("<span>prices</span><span>1 changed</span>"), "\(price.text.prefix(3000))")
    let removed = try served.client.get("/imports/3/undo")
    #expect(removed.text.contains("4.60 → 4.50"), "\(removed.text.prefix(3000))")
    let asked = try served.client.get("/imports/4/undo")
    #expect(asked.text.contains("will be changed back in part"))
    let done = try served.client.follow(try served.client.post("/imports/4/undo", [], from: asked))
    let figures = [asked, done].map { page in
      page.text.matches(of: #/<dt>([^<]*)</dt><dd>([^<]*)</dd>/#).map { "\($0.output.1) \($0.output.2)" }
    }
    #expect(figures[0] == ["Removed 1", "Changed 2", "Kept 1", "Blocked 0"])
    #expect(figures[1] == figures[0])
  }
}
