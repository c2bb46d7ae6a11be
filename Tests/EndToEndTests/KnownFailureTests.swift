import Foundation
import Testing

/// What other systems are known to get wrong, each tried on the real executable.
@Suite struct KnownFailureTests {
  private let folder: TestFolder
  private let shop: TestShopFolder

  init() throws {
    folder = try TestFolder()
    shop = try folder.shop("shop")
    try folder.write("places.csv", "location\nmain\n")
    try folder.write(
      "goods.csv", "sku,title,standard_cost,price\nA,Hat,2.50,5.00\nB,Coat,10.00,19.90\n00123,Sock,1.00,2.00\n")
    try shop.must(["import", "../places.csv"])
    try shop.must(["import", "../goods.csv"])
  }

  private func rows(_ sql: String) throws -> [String] { try ShopContents.rows(shop.database, sql) }

  private func take(_ name: String, _ text: String, _ options: String...) throws -> CommandRun {
    try folder.write(name, text)
    return try shop.run(["import", "../" + name] + options)
  }

  private static let onHand = """
    SELECT v.sku, SUM(m.quantity) / 1000 FROM movements m JOIN variants v ON v.id = m.variant_id GROUP BY v.sku ORDER BY v.sku
    """

  @Test func zeroIsNotBlankAndBlankIsNotZero() throws {
    try shop.must(["import", try folder.write("levels.csv", "sku,quantity\nA,5\nB,5\n"), "--kind", "stock_levels"])
    #expect(
      try take(
        "zero.csv", "sku,quantity,price\nA,0,\nB,,19.90\n00123,0,0\n", "--accept", "price-changed,price-below-cost"
      ).status == 0)
    #expect(try rows(Self.onHand) == ["00123|0", "A|0", "B|5"])
    #expect(
      try rows("SELECT v.sku, p.price FROM prices p JOIN variants v ON v.id = p.variant_id ORDER BY v.sku, p.id")
        == ["00123|200", "00123|0", "A|500", "B|1990"])
    // A blank is not a count; a zero is one.
    try shop.must(["count", "open", "--location", "main", "--kind", "partial"])
    try folder.write("counted.csv", "sku,counted_quantity\nA,0\nB,\n")
    try shop.must(["count", "enter", "1", "../counted.csv"])
    #expect(
      try rows("SELECT v.sku, e.quantity FROM count_entries e JOIN variants v ON v.id = e.variant_id") == ["A|0"])
  }

  /// Everything that the real run refuses, the dry run refuses with the same message and the same status, and it leaves
  /// nothing behind.
  @Test(arguments: [
    "sku,price\nA,x\n", "sku,price\nZZZ,1.00\n", "sku,price\nA,1.00\nA,2.00\n", "sku,price\nA,50.00\n",
    "document,sku,quantity,effective_at\n1,A,1,2026-01-01\n1,A,1,31.31.2026\n", "colour\n", "sku,price\nA,5.50\n",
  ]) func aDryRunMeetsTheChecksOfTheRealOne(text: String) throws {
    try folder.write("file.csv", text)
    let before = try shop.contents()
    let listed = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let dry = try shop.run(["import", "../file.csv", "--dry-run"])
    #expect(try shop.contents().differences(from: before).isEmpty)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == listed)
    let real = try shop.run(["import", "../file.csv"])
    #expect(dry.status == real.status && dry.errorText == real.errorText, "\(dry.shown)\n\(real.shown)")
    let spoken = { (run: CommandRun) in
      run.outputText.split(separator: "\n").filter { !$0.contains("nothing was") && !$0.hasPrefix("Applied") }
    }
    #expect(spoken(dry) == spoken(real))
  }

  @Test func theSameUploadDoublesNeitherStockNorVariance() throws {
    let receipts = "document,line,sku,quantity,unit_cost,effective_at,location\nR1,1,A,10,2.50,2026-09-01,main\n"
    let sales = "sku,quantity,effective_at\nA,1,2026-09-02T10:00\nA,1,2026-09-02T10:00\n"
    for _ in 1...2 {
      #expect(try take("receipts.csv", receipts).status == 0)
      #expect(try take("sales.csv", sales, "--kind", "sales").status == 0)
    }
    // The same records under another name and with another end of line.
    #expect(try take("copy.csv", sales.replacing("\n", with: "\r\n"), "--kind", "sales").status == 0)
    #expect(try rows(Self.onHand) == ["A|8"])
    try shop.must(["count", "open", "--location", "main", "--kind", "partial", "--cut-off", "2026-09-03"])
    try folder.write("counted.csv", "sku,counted_quantity\nA,6\n")
    for _ in 1...2 { try shop.must(["count", "enter", "1", "../counted.csv"]) }
    for _ in 1...2 { _ = try shop.run(["reconcile", "1", "--post"]) }
    #expect(try rows("SELECT quantity FROM movements WHERE kind = 'count-adjustment'") == ["-2000"])
    #expect(try rows(Self.onHand) == ["A|6"])
  }

  @Test func afterAnUndoTheFileIsNotAlreadyImported() throws {
    let sales = "document,sku,quantity,effective_at\n1,A,1,2026-09-02\n1,B,2,2026-09-02\n"
    let first = try take("sales.csv", sales, "--kind", "sales")
    #expect(first.outputText.contains("Applied as import 3"), "\(first.shown)")
    try shop.must(["imports", "undo", "3"])
    #expect(try rows(Self.onHand) == ["A|0", "B|0"])
    let again = try take("sales.csv", sales, "--kind", "sales")
    #expect(again.status == 0 && again.outputText.contains("Applied as import"), "\(again.shown)")
    #expect(try rows(Self.onHand) == ["A|-1", "B|-2"])
    #expect(try take("sales.csv", sales, "--kind", "sales").outputText.contains("Already applied"))
  }

  @Test func twoEqualSalesAreTwo() throws {
    #expect(
      try take("s.csv", "sku,quantity,effective_at\nA,1,2026-09-02\nA,1,2026-09-02\n", "--kind", "sales").status == 0)
    #expect(try rows(Self.onHand) == ["A|-2"])
  }

  /// One file of a till that begins its numbers again each day, read without the day in the numbers and then with it.
  @Test func theSameSalesUnderOtherNumbersAreAskedAbout() throws {
    let text = "receipt,date,sku,quantity,price\n1,2026-09-02,A,1,5.00\n2,2026-09-02,B,1,19.90\n"
    #expect(try take("till.csv", text, "--kind", "sales").status == 0)
    let again = try take("till.csv", text, "--kind", "sales", "--map", "date=document")
    #expect(again.status == 4 && again.errorText.contains("has recorded '1' with the same item"), "\(again.shown)")
    #expect(try rows(Self.onHand) == ["A|-1", "B|-1"])
  }

  @Test func rowsThatArriveLateByDateAreTaken() throws {
    #expect(try take("new.csv", "sku,quantity,effective_at\nA,1,2026-09-20\n", "--kind", "sales").status == 0)
    #expect(
      try take("late.csv", "sku,quantity,effective_at\nA,3,2026-09-01\nA,1,2026-09-20\n", "--kind", "sales").status == 0
    )
    #expect(try rows(Self.onHand) == ["A|-4"])
    #expect(try shop.run(["stock", "A", "--at", "2026-09-10"]).outputText.contains("-3"))
  }

  /// More rows than any batch holds: after a test run all of them come, not the last ones alone.
  @Test func afterATestRunAllRowsCome() throws {
    var text = "document,line,sku,quantity,effective_at\n"
    for line in 1...20_000 { text += "S\(line / 7),\(line),A,1,2026-09-02\n" }
    try folder.write("many.csv", text)
    try shop.must(["import", "../many.csv", "--kind", "sales", "--dry-run"])
    try shop.must(["import", "../many.csv", "--kind", "sales"])
    #expect(try rows("SELECT COUNT(*), SUM(quantity) FROM movements") == ["20000|-20000000"])
  }

  @Test func leadingZerosAreKept() throws {
    for (name, text) in [
      ("z.csv", "sku,size\n00123,007\n"), ("z.json", "[{\"sku\": \"00123\", \"size\": \"007\"}]"),
      ("z.xml", "<v><i><sku>00123</sku><size>007</size></i><i><sku>A</sku><size>1</size></i></v>"),
    ] {
      let run = try take(name, text, "--kind", "variants")
      #expect(run.status == 0, "\(run.shown)")
      #expect(try rows("SELECT sku, size FROM variants WHERE sku LIKE '%123'") == ["00123|007"])
    }
    // A spreadsheet removed them: this is reported, and a row is never silently matched or taken for a new item.
    let lost = try take("lost.csv", "sku,price\n123,2.00\n")
    #expect(lost.status != 0 || lost.errorText.contains("00123"), "\(lost.shown)")
    #expect(lost.errorText.contains("123"))
  }
}

/// Imports must not damage the files around them, and undo and redo must not leave files behind.
@Suite struct ImportSafetyTests {
  private let folder: TestFolder
  private let shop: TestShopFolder
  private static let list = "sku,title,price\nA,Hat,5.00\nB,Coat,19.90\n"

  init() throws {
    folder = try TestFolder()
    shop = try folder.shop("shop")
    try folder.write("places.csv", "location\nmain\n")
    try folder.write("list.csv", Self.list)
    try shop.must(["import", "../places.csv"])
  }

  @Test(arguments: ["--plan", "--html", "--rejects"]) func noOutputTakesThePlaceOfTheFileThatIsRead(option: String)
    throws
  {
    let run = try shop.run(["import", "../list.csv", option, "../shop/../list.csv", "--on-error", "skip"])
    #expect(run.status == 6 && run.errorText.contains("is the file that is being read"), "\(run.shown)")
    #expect(try String(contentsOfFile: folder.path + "/list.csv", encoding: .utf8) == Self.list)
  }

  @Test func aValueIsNotReadAsTwo() throws {
    let values = ["category:x=A", "category:y=A", "category:x=B"].flatMap { ["--value", $0] }
    let run = try shop.run(["import", "../list.csv"] + values)
    let said = "--value number 3 reads 'x' of the column 'category' as 'B', and number 1 as 'A'"
    #expect(run.status == 2 && run.errorText.contains(said), "\(run.shown)")
  }

  @Test func aGoodPlanStaysWhenThereIsNothingToPlan() throws {
    try shop.must(["import", "../list.csv", "--plan", "../list.plan"])
    let plan = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/list.plan"))
    // A plan is carried out from any folder.
    #expect(try folder.run(["apply", "list.plan", "--shop", "shop"]).status == 0)
    let again = try shop.run(["import", "../list.csv", "--plan", "../list.plan", "--html", "../list.html"])
    #expect(again.status == 0 && again.outputText.contains("Already applied"), "\(again.shown)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/list.plan")) == plan)
    #expect(try shop.run(["apply", "../list.plan"]).outputText.contains("Already applied"))
  }

  @Test func anAlteredHeaderIsFoundOut() throws {
    try shop.must(["import", "../list.csv", "--plan", "../list.plan"])
    let path = folder.path + "/list.plan"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try folder.write("list.plan", text.replacing("\"again\":false", with: "\"again\":true"))
    let run = try shop.run(["apply", "../list.plan"])
    #expect(run.status == 5 && run.errorText.contains("was altered"), "\(run.shown)")
  }

  /// Records that an undo removed from a later import that also listed them come back with that import's file.
  @Test func aFileWhoseRecordsAnUndoTookAwayMayComeAgain() throws {
    try folder.write("more.csv", "sku,title,price\nA,Hat,5.00\nC,Sock,2.00\n")
    try shop.must(["import", "../list.csv"])
    try shop.must(["import", "../more.csv"])
    let undo = try shop.run(["imports", "undo", "2"])
    #expect(undo.outputText.contains("3 (../more.csv)"), "\(undo.shown)")
    let again = try shop.must(["import", "../more.csv"])
    #expect(again.outputText.contains("Applied as import"), "\(again.shown)")
    #expect(try ShopContents.rows(shop.database, "SELECT sku FROM variants ORDER BY sku") == ["A", "C"])
    #expect(try shop.run(["import", "../more.csv"]).outputText.contains("Already applied"))
  }

  @Test func aFileThatARedoCouldNotBringBackMayComeAgain() throws {
    try shop.must(["import", "../list.csv"])
    try folder.write("sales.csv", "document,sku,quantity,effective_at\n1,A,1,2026-09-01\n")
    try folder.write("copy.csv", "document,sku,quantity,effective_at\n1,A,1,2026-09-01\n\n")
    try shop.must(["import", "../sales.csv", "--kind", "sales"])
    try shop.must(["imports", "undo", "3"])
    try shop.must(["import", "../copy.csv", "--kind", "sales"])
    let redo = try shop.run(["imports", "redo", "3"])
    #expect(redo.status == 3 && redo.outputText.contains("may be imported again"), "\(redo.shown)")
    let copy = try #require(
      try ShopContents.rows(shop.database, "SELECT MAX(id) FROM imports WHERE operation = 'import'").first)
    try shop.must(["imports", "undo", copy])
    try shop.must(["import", "../sales.csv", "--kind", "sales"])
    #expect(try ShopContents.rows(shop.database, "SELECT SUM(quantity) FROM movements") == ["-1000"])
    try shop.must(["check"])
  }

  @Test func errorsGoBeforeGuards() throws {
    try shop.must(["import", "../list.csv"])
    try folder.write("both.csv", "sku,price\nA,50.00\nB,x\n")
    for options in [[], ["--dry-run"], ["--plan", "../p"], ["--html", "../h"]] {
      #expect(try shop.run(["import", "../both.csv"] + options).status == 5)
    }
  }

  @Test func aDocumentThatComesAgainWithFewerLinesIsTold() throws {
    try shop.must(["import", "../list.csv"])
    try folder.write("two.csv", "document,sku,quantity,effective_at\n1,A,1,2026-09-01\n1,B,1,2026-09-01\n")
    try folder.write("one.csv", "document,sku,quantity,effective_at\n1,A,1,2026-09-01\n")
    try shop.must(["import", "../two.csv", "--kind", "sales"])
    let run = try shop.run(["import", "../one.csv", "--kind", "sales"])
    #expect(run.status == 0 && run.errorText.contains("has 2 recorded lines"), "\(run.shown)")
  }

  @Test func twoScansOfOneListAreTwoWhenTheirDocumentsDiffer() throws {
    try shop.must(["import", "../list.csv"])
    try folder.write("scan.txt", "A\n")
    for document in ["D1", "D2", "D2"] {
      try shop.must(["scan", "../scan.txt", "--kind", "receipt", "--location", "main", "--document", document])
    }
    #expect(try ShopContents.rows(shop.database, "SELECT SUM(quantity) FROM movements") == ["2000"])
  }

  @Test func whatEndsACommandIsToldInJSONToo() throws {
    let run = try shop.run(["import", "../nowhere.csv", "--json"])
    #expect(
      run.status != 0 && run.outputText.contains("\"error\"") && run.outputText.contains("\"remedy\""), "\(run.shown)")
  }
}
