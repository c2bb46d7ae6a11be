import Foundation
import Testing
import WebTesting

/// Cells with errors that are corrected where they are, by the command and on the page of a plan.
@Suite struct CorrectionTests {
  private let folder: TestFolder
  private let shop: TestShopFolder

  private static let goods = "product_code,title,sku,price\nP1,Cup,P1-RED,4.50\nP2,Mug,P2-RED,abc\n"

  init() throws {
    folder = try TestFolder()
    shop = try folder.shop("shop")
    try folder.write("goods.csv", Self.goods)
  }

  private func rows(_ sql: String) throws -> [String] { try ShopContents.rows(shop.database, sql) }

  private func prices() throws -> [String] {
    try rows("SELECT v.sku, p.price FROM prices p JOIN variants v ON v.id = p.variant_id ORDER BY v.sku, p.id")
  }

  private func corrections() throws -> [String] {
    try rows("SELECT import_id, line, column_number, column_name, was, value FROM import_corrections")
  }

  // MARK: The command

  @Test func aCellIsCorrectedAndTheImportRemembersIt() throws {
    #expect(try shop.run(["import", "../goods.csv"]).status == 5)
    let taken = try shop.must(["import", "../goods.csv", "--correct", "3:price=7.25"])
    #expect(taken.outputText.contains("line 3, price: 'abc' → '7.25'"), "\(taken.shown)")
    #expect(try prices() == ["P1-RED|450", "P2-RED|725"])
    #expect(try corrections() == ["1|3|4|price|abc|7.25"])
    #expect(try shop.must(["imports", "show", "1"]).outputText.contains("line 3, price: 'abc' → '7.25'"))
    let cells = try shop.must(["imports", "corrections", "1", "--role", "accountant"])
    #expect(cells.outputText.contains("line 3, price: 'abc' → '7.25'"), "\(cells.shown)")
    #expect(try shop.must(["log"]).outputText.contains("corrected cells 1"))
    #expect(try shop.run(["check"]).status == 0)
  }

  /// By name, by number and in a file it is the same import.
  @Test func theSameCorrectionsOfTheSameFileAreTakenOnce() throws {
    try shop.must(["import", "../goods.csv", "--correct", "3:price=7.25"])
    try folder.write("fixes.csv", "Line;Column;Was;Value\n3;4;abc;7.25\n")
    for options in [["--correct", "3:price=7.25"], ["--correct", "3:4=7.25"], ["--corrections", "../fixes.csv"]] {
      let again = try shop.must(["import", "../goods.csv"] + options)
      #expect(again.outputText.contains("Already applied as import 1"), "\(again.shown)")
    }
    #expect(try prices() == ["P1-RED|450", "P2-RED|725"])
    let other = try shop.run(["import", "../goods.csv", "--correct", "3:price=7.30", "--accept", "price-changed"])
    #expect(other.status == 0 && !other.outputText.contains("Already applied"), "\(other.shown)")
  }

  @Test func undoAndRedoTakeTheCorrectionsAlong() throws {
    try shop.must(["import", "../goods.csv", "--correct", "3:price=7.25"])
    try shop.must(["imports", "undo", "1"])
    #expect(try prices().isEmpty)
    try shop.must(["imports", "redo", "1"])
    #expect(try prices() == ["P1-RED|450", "P2-RED|725"])
    #expect(try corrections() == ["1|3|4|price|abc|7.25"])
    #expect(try shop.run(["check"]).status == 0)
  }

  @Test func aSavedPlanHasItsCorrections() throws {
    try shop.must(["import", "../goods.csv", "--correct", "3:price=7.25", "--plan", "../goods.plan"])
    #expect(try prices().isEmpty)
    try shop.must(["apply", "../goods.plan"])
    #expect(try prices() == ["P1-RED|450", "P2-RED|725"])
    #expect(try corrections() == ["1|3|4|price|abc|7.25"])
    let again = try shop.must(["import", "../goods.csv", "--correct", "3:price=7.25"])
    #expect(again.outputText.contains("Already applied as import 1"), "\(again.shown)")
  }

  /// The number of the column says which it is, and the plan has it.
  @Test func columnsWithOneNameOrNoneAreCorrectedByNumber() throws {
    try folder.write("goods.csv", "product_code,title,sku,price,note,note,\nP1,Cup,P1-RED,4.50,a,b,c\n")
    let options = ["--option", "names=as-is", "--correct"]
    let named = try shop.run(["import", "../goods.csv"] + options + ["2:note=x"])
    #expect(named.status == 5 && named.errorText.contains("2 columns have this name"), "\(named.shown)")
    #expect(named.errorText.contains("Give the number of the one that you mean: 5, 6"), "\(named.shown)")
    let planned = try shop.must(
      ["import", "../goods.csv"] + options + ["2:6=x", "--correct", "2:7=y", "--plan", "../goods.plan"])
    #expect(planned.outputText.contains("line 2, column 7: 'c' → 'y'"), "\(planned.shown)")
    try shop.must(["apply", "../goods.plan"])
    #expect(try corrections() == ["1|2|6|note|b|x", "1|2|7||c|y"])
    let again = try shop.must(["import", "../goods.csv"] + options + ["2:7=y", "--correct", "2:6=x"])
    #expect(again.outputText.contains("Already applied as import 1"), "\(again.shown)")
  }

  @Test func aCorrectionThatChangesNothingIsRefused() throws {
    let run = try shop.run(["import", "../goods.csv", "--correct", "3:price=7.25", "--correct", "2:price=4.50"])
    #expect(run.status == 5 && run.errorText.contains("line 2, price: the file already has '4.50'"), "\(run.shown)")
    #expect(try prices().isEmpty)
  }

  @Test func inspectShowsAndChecksCorrections() throws {
    let shown = try shop.must(["inspect", "../goods.csv", "--correct", "3:price=7.25", "--json"]).outputText
    #expect(shown.contains("7.25") && !shown.contains("abc"), "\(shown)")
    let wrong = try shop.run(["inspect", "../goods.csv", "--correct", "9:price=1", "--correct", "2:Preis=1"])
    #expect(wrong.status == 5, "\(wrong.shown)")
    for text in ["no record begins on this line", "the file has no such column"] {
      #expect(wrong.errorText.contains(text), "\(wrong.shown)")
    }
    try folder.write("goods.json", #"[{"product_code": "P1", "price": "abc"}]"#)
    let json = try shop.run(["inspect", "../goods.json", "--correct", "1:price=1"])
    #expect(json.status == 2 && json.errorText.contains("has no cells to correct"), "\(json.shown)")
  }

  @Test func aCellOfASheetIsCorrected() throws {
    try shop.must(["convert", "../goods.csv", "../goods.xlsx"])
    #expect(try shop.run(["import", "../goods.xlsx"]).status == 5)
    let wrong = try folder.write("wrong.csv", "line,column,was,value\n3,price,abd,7.25\n")
    let refused = try shop.run(["import", "../goods.xlsx", "--corrections", wrong])
    #expect(
      refused.status == 5 && refused.errorText.contains("the file has 'abc' there, and not 'abd'"), "\(refused.shown)")
    let right = try folder.write("right.csv", "line,column,was,value\n3,price,abc,7.25\n2,title,Cup,Beaker\n")
    try shop.must(["import", "../goods.xlsx", "--corrections", right])
    #expect(try prices() == ["P1-RED|450", "P2-RED|725"])
    #expect(try rows("SELECT title FROM products ORDER BY code") == ["Beaker", "Mug"])
  }

  /// On both sides of the ends of batches, which have 1,024 rows.
  @Test func cellsFarApartAreCorrected() throws {
    let wrong: Set = [2, 1025, 1026, 3000, 5001]
    let rows = (2...5001).map { "P\($0),Item \($0),S\($0),\(wrong.contains($0) ? "x" : "1.00")" }
    try folder.write("goods.csv", "product_code,title,sku,price\n" + rows.joined(separator: "\n") + "\n")
    let fixes = wrong.sorted(by: >).map { "\($0),price,x,2.00" }.joined(separator: "\n")
    try folder.write("fixes.csv", "line,column,was,value\n" + fixes + "\n")
    try shop.must(["import", "../goods.csv", "--corrections", "../fixes.csv"])
    let found = try self.rows(
      "SELECT v.sku FROM prices p JOIN variants v ON v.id = p.variant_id WHERE p.price = 200 ORDER BY v.id")
    #expect(found == wrong.sorted().map { "S\($0)" })
    #expect(try self.rows("SELECT COUNT(*) FROM prices") == ["5000"])
    #expect(try corrections().count == wrong.count)
  }

  @Test func allThatFitsNoCellIsRefusedAtOnce() throws {
    try folder.write(
      "fixes.csv",
      "line,column,was,value\n3,price,abd,7.25\n3,Preis,,1\n9,price,,2\n1,price,,3\n2,title,Cup,A\n2,2,Cup,B\n")
    let run = try shop.run(["import", "../goods.csv", "--corrections", "../fixes.csv"])
    #expect(run.status == 5, "\(run.shown)")
    for text in [
      "fixes.csv:2: the correction of line 3, price: the file has 'abc' there, and not 'abd'",
      "fixes.csv:3: the correction of line 3, Preis: the file has no such column",
      "The file has: product_code, title, sku, price.",
      "fixes.csv:4: the correction of line 9, price: no record begins on this line",
      "fixes.csv:5: the correction of line 1, price: no record begins on this line", "the cell is corrected twice",
    ] {
      #expect(run.errorText.contains(text), "\(text): \(run.shown)")
    }
    #expect(try prices().isEmpty)
    #expect(try corrections().isEmpty)
  }

  @Test(arguments: [
    ("line,column\n3,price\n", 5, "has no 'value'"),
    ("line,column,value\nx,price,1\n", 5, "line 'x' is not the number"),
    ("line,column,value\n1 2,price,1\n", 5, "line '1 2' is not the number"),
    ("line,column,value\n0,price,1\n", 5, "line numbers start at 1"),
    ("line,column,value\n3,,1\n", 5, "the column is missing"),
    ("line,column,value\n3,price,\(String(repeating: "9", count: 10_001))\n", 5, "more than 10000 characters"),
  ])
  func aFileThatHasNoCorrectionsIsRefused(text: String, status: Int32, message: String) throws {
    try folder.write("fixes.csv", text)
    let run = try shop.run(["import", "../goods.csv", "--corrections", "../fixes.csv"])
    #expect(run.status == status && run.errorText.contains(message), "\(run.shown)")
  }

  @Test func thereIsAMostOfCorrections() throws {
    let lines = (2...10_002).map { "\($0),price,1" }.joined(separator: "\n")
    try folder.write("fixes.csv", "line,column,value\n" + lines + "\n")
    let run = try shop.run(["import", "../goods.csv", "--corrections", "../fixes.csv"])
    #expect(run.status == 5 && run.errorText.contains("at most 10,000 cells can be corrected"), "\(run.shown)")
  }

  @Test func whatHasNoCellsIsAMistakeInTheCommand() throws {
    try folder.write("goods.json", #"[{"product_code": "P1", "title": "Cup", "sku": "P1-RED", "price": "abc"}]"#)
    let json = try shop.run(["import", "../goods.json", "--correct", "1:price=1"])
    #expect(json.status == 2 && json.errorText.contains("has no cells to correct"), "\(json.shown)")
    let shape = try shop.run(["import", "../goods.csv", "--correct", "price=1"])
    #expect(shape.status == 2 && shape.errorText.contains("is not line:column=value"), "\(shape.shown)")
    let two = try shop.run(["import", "../goods.csv", "../goods.csv", "--correct", "3:price=1"])
    #expect(two.status == 2, "\(two.shown)")
  }

  @Test func aRefusedRowSaysWhatWasCorrectedInIt() throws {
    try folder.write("goods.csv", "product_code,title,sku,price\nP1,Cup,P1-RED,4.50\nP2,,P2-RED,abc\n")
    let run = try shop.run([
      "import", "../goods.csv", "--correct", "3:title=Mug", "--on-error", "skip", "--accept", "many-rejected",
    ])
    #expect(run.status == 3, "\(run.shown)")
    let rejects = try String(contentsOfFile: folder.path + "/goods.rejects.csv", encoding: .utf8)
    #expect(rejects.contains("title was corrected to 'Mug' (correct it here as well)"), "\(rejects)")
  }

  // MARK: The page

  /// The fields of a cell as the page has them.
  private func cell(_ line: Int, _ column: String, was: String, _ value: String) -> [(String, String)] {
    [("line", "\(line)"), ("column", column), ("origin", "original"), ("was", was), ("cell", value)]
  }

  @Test func aCellIsCorrectedOnThePageOfAPlan() throws {
    let served = try ServedShop(shop.path, environment: folder.environment)
    let plan = try served.send([folder.path + "/goods.csv"])
    let place = served.client.place
    let parts = [
      "Cells to correct", "Line 3, price", "name=\"was\" value=\"abc\"", "<a href=\"#cell-3-price\">Line 3",
      "id=\"cell-3-price\"", "aria-describedby=\"cell-3-price-why\"",
    ]
    for text in parts {
      #expect(plan.text.contains(text), "\(text): \(plan.text.prefix(4000))")
    }
    // What is still wrong keeps what was typed, and shows what it was.
    let wrong = cell(3, "price", was: "abc", "seven")
    let still = try served.client.follow(try served.client.post(place + "/cells", wrong, from: plan))
    for text in ["name=\"was\" value=\"seven\"", "1 cell corrected", "abc", "name=\"back\" value=\"3 price\""] {
      #expect(still.text.contains(text), "\(text): \(still.text.prefix(4000))")
    }
    // Taken back, the file is as it was sent.
    let back = try served.client.follow(
      try served.client.post(place + "/cells", [("back", "3 price")], from: still))
    #expect(back.text.contains("name=\"was\" value=\"abc\"") && !back.text.contains("cell corrected"))
    let right = cell(3, "price", was: "abc", "7.25")
    let ready = try served.client.follow(try served.client.post(place + "/cells", right, from: back))
    #expect(!ready.text.contains("Cells to correct") && ready.text.contains("1 cell corrected"))
    let columns = try served.client.get(place + "/columns")
    #expect(columns.text.contains("4.50 · 7.25"), "\(columns.text.prefix(4000))")
    // The plan of before is not applied any more.
    let seen = [("shown", try #require(plan.input("shown")))]
    let old = try served.client.post(place + "/apply", seen, from: try served.client.get("/more"))
    #expect(old.status == 409)
    #expect(try prices().isEmpty)
    let done = try served.client.follow(try served.client.post(place + "/apply", [], from: ready))
    #expect(served.client.place == "/imports/1", "\(done.text.prefix(3000))")
    #expect(done.text.contains("1 cell corrected") && done.text.contains("Line 3, price"))
    #expect(try prices() == ["P1-RED|450", "P2-RED|725"])
    #expect(try corrections() == ["1|3|4|price|abc|7.25"])
    let undo = try served.client.get("/imports/1/undo")
    _ = try served.client.follow(try served.client.post("/imports/1/undo", [], from: undo))
    #expect(try prices().isEmpty)
    let names = try FileManager.default.subpathsOfDirectory(atPath: shop.path + "/.uploads")
    #expect(!names.contains { $0.contains(".corrections-") })
  }

  /// The file without the wrong cell asks the same question.
  @Test func aNewSupplierIsOneQuestionNextToTheCellToCorrect() throws {
    try shop.must(["import", "../goods.csv", "--correct", "3:price=7.25"])
    try folder.write(
      "orders.csv",
      "supplier,order_number,line,sku,order_quantity\nnew,1,1,P1-RED,1\nnew,2,1,P2-RED,2\nnew,3,1,P2-RED,many\n")
    let served = try ServedShop(shop.path, environment: folder.environment)
    let plan = try served.send([folder.path + "/orders.csv"])
    for text in ["name=\"accept\" value=\"new-suppliers\"", "Cells to correct", "Line 4, order_quantity"] {
      #expect(plan.text.contains(text), "\(text): \(plan.text.prefix(4000))")
    }
    #expect(!plan.text.contains("here is no record"), "\(plan.text.prefix(4000))")
    let fields = [("accept", "new-suppliers"), ("accept", "many-rejected"), ("on-error", "skip")]
    let done = try served.client.follow(try served.client.post(served.client.place + "/apply", fields, from: plan))
    #expect(served.client.place == "/imports/2", "\(done.text.prefix(3000))")
    #expect(try rows("SELECT code FROM suppliers") == ["new"])
  }

  @Test func whatAFormShouldNotSayChangesNothing() throws {
    let served = try ServedShop(shop.path, environment: folder.environment)
    let plan = try served.send([folder.path + "/goods.csv"])
    let place = served.client.place
    // Markup is a value like others, and no page runs it.
    let markup = cell(3, "price", was: "abc", "<script>alert(1)</script>\"")
    let shown = try served.client.follow(try served.client.post(place + "/cells", markup, from: plan))
    #expect(shown.status == 200 && !shown.text.contains("<script>alert"), "\(shown.text.prefix(3000))")
    #expect(shown.text.contains("&lt;script&gt;alert"))
    // Too long, it is refused, and stays in its field.
    let long = String(repeating: "9", count: 10_001)
    let page = try served.client.get(place)
    let refused = try served.client.post(
      place + "/cells", cell(3, "price", was: "<script>alert(1)</script>\"", long), from: page)
    #expect(refused.status == 422 && refused.text.contains(long))
    // A line that the file does not have: the page asks, and the correction can be taken back there.
    let beyond = try served.client.follow(
      try served.client.post(
        place + "/cells", cell(9_999_999, "price", was: "", "1"), from: try served.client.get(place)))
    #expect(beyond.text.contains("name=\"back\" value=\"9999999 price\""), "\(beyond.text.prefix(3000))")
    #expect(beyond.text.contains("no record begins on this line") && !beyond.text.contains(".corrections-"))
    let again = try served.client.follow(
      try served.client.post(
        place + "/cells", [("back", "9999999 price")], from: try served.client.get(place)))
    #expect(again.text.contains("Cells to correct"))
    for line in ["x", "-3", "99999999999999999999"] {
      let fields = [("line", line), ("column", "price"), ("origin", "original"), ("was", ""), ("cell", "1")]
      let answer = try served.client.follow(
        try served.client.post(place + "/cells", fields, from: try served.client.get(place)))
      #expect(answer.status == 200 && answer.text.contains("1 cell corrected"), "\(line)")
    }
    let large = try? served.client.post(
      place + "/cells", cell(3, "price", was: "", String(repeating: "9", count: 20_000_000)), from: again)
    #expect(large?.status ?? 413 == 413)
    #expect(try served.client.post("/plans/0123456789abcdef/cells", markup, from: again).status == 404)
    #expect(try prices().isEmpty)
  }
}
