import Exchange
import FormatKit
import Foundation
import RetailValues
import ShopCheck
import Stock
import Testing

/// Leaving invalid records out, and importing them after they were corrected.
@Suite struct RejectFileTests {
  private func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("sku\nA\nB\nC\n") { $0.kind = "variants" }
    try shop.take("location\nshop\nstore\n") { $0.kind = "locations" }
    return shop
  }

  /// Imports the valid records of a text and returns the reject file with the others; nil if no records were left out.
  private func skip(
    _ shop: TestShop, _ text: String, name: String, profile: String? = nil,
    _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> (summary: ImportSummary, rejects: String?) {
    let path = shop.folder.appendingPathComponent("\(UUID().uuidString)-\(name)").path
    let summary = try shop.take(text, name: name, profile: profile) {
      configure(&$0)
      $0.onError = .skip(rejects: path)
      $0.accepted = ["many-rejected"]
    }
    #expect(summary.rejectFile == (summary.refusedRecords > 0 ? path : nil))
    let kept = try? String(contentsOfFile: path, encoding: .utf8)
    #expect((kept != nil) == (summary.refusedRecords > 0))
    return (summary, kept)
  }

  private static let bad: [(format: String, text: String)] = [
    (
      "csv",
      "document,sku,quantity,effective_at,location\n7,A,1,2026-01-01,shop\n7,A,x,2026-01-01,shop\n7,A,3,2026-01-01,shop\n"
        + ",B,1,2026-01-02,shop\n,B,1,2026-01-02,nowhere\n,B,1,2026-01-02,shop\n"
    ),
    (
      "json",
      """
      {"till": "1", "sales": [
        {"document": "7", "sku": "A", "quantity": 1, "effective_at": "2026-01-01", "location": "shop"},
        {"document": "7", "sku": "A", "quantity": "x", "effective_at": "2026-01-01", "location": "shop"},
        {"document": "7", "sku": "A", "quantity": 3, "effective_at": "2026-01-01", "location": "shop"},
        {"sku": "B", "quantity": 1, "effective_at": "2026-01-02", "location": "shop"},
        {"sku": "B", "quantity": 1, "effective_at": "2026-01-02", "location": "nowhere"},
        {"sku": "B", "quantity": 1, "effective_at": "2026-01-02", "location": "shop"}]}
      """
    ),
    (
      "jsonl",
      """
      {"document": "7", "sku": "A", "quantity": 1, "effective_at": "2026-01-01", "location": "shop"}
      {"document": "7", "sku": "A", "quantity": "x", "effective_at": "2026-01-01", "location": "shop"}
      {"document": "7", "sku": "A", "quantity": 3, "effective_at": "2026-01-01", "location": "shop"}
      {"sku": "B", "quantity": 1, "effective_at": "2026-01-02", "location": "shop"}
      {"sku": "B", "quantity": 1, "effective_at": "2026-01-02", "location": "nowhere"}
      {"sku": "B", "quantity": 1, "effective_at": "2026-01-02", "location": "shop"}

      """
    ),
    (
      "xml",
      """
      <till no="1"><sales>
      <sale document="7"><sku>A</sku><quantity>1</quantity><effective_at>2026-01-01</effective_at><location>shop</location></sale>
      <sale document="7"><sku>A</sku><quantity>x</quantity><effective_at>2026-01-01</effective_at><location>shop</location></sale>
      <sale document="7"><sku>A</sku><quantity>3</quantity><effective_at>2026-01-01</effective_at><location>shop</location></sale>
      <sale><sku>B</sku><quantity>1</quantity><effective_at>2026-01-02</effective_at><location>shop</location></sale>
      <sale><sku>B</sku><quantity>1</quantity><effective_at>2026-01-02</effective_at><location>nowhere</location></sale>
      <sale><sku>B</sku><quantity>1</quantity><effective_at>2026-01-02</effective_at><location>shop</location></sale>
      </sales></till>
      """
    ),
  ]

  /// The corrected reject file imports exactly the missing records: the line keeps its position in its document, and a
  /// record that has become equal to others is still counted.
  @Test(arguments: ["csv", "json", "jsonl", "xml"]) func mendedRejectsImportByThemselves(format: String) throws {
    let shop = try shop()
    let text = try #require(Self.bad.first { $0.format == format }?.text)
    let (summary, rejects) = try skip(shop, text, name: "sales.\(format)") { $0.kind = "sales" }
    #expect(summary.isApplied && summary.refusedRecords == 2 && summary.sourceRecords == 6, "\(summary.reported)")
    #expect(summary.count("sales", .create) == 4)
    let kept = try #require(rejects)
    #expect(kept.contains("not-a-number") && kept.contains("unknown-reference"), "\(kept)")
    // Only the errors are corrected; the reasons are left unchanged.
    var mended = kept
    for (wrong, right) in [
      (",x,", ",2,"), (",nowhere", ",shop"), ("\"quantity\": \"x\"", "\"quantity\": 2"),
      ("\"location\": \"nowhere\"", "\"location\": \"shop\""), ("<quantity>x<", "<quantity>2<"),
      ("<location>nowhere<", "<location>shop<"),
    ] { mended.replace(wrong, with: right) }
    let second = try shop.take(mended, name: "sales.rejects.\(format)") { $0.kind = "sales" }
    #expect(second.isApplied && second.tally == ["sales create 2"], "\(second.tally) \(second.reported)\n\(mended)")
    #expect(try shop.lines("stock_levels", "sku", "quantity").sorted() == ["A,-6", "B,-3"])
    // The same file again, saved by an editor, imports nothing more.
    let again = try shop.take(mended + "\n", name: "sales.rejects.\(format)") { $0.kind = "sales" }
    #expect(again.tally == ["sales unchanged 2"] && again.isApplied, "\(again.tally) \(again.reported)")
    // The sender's own file, corrected as a whole: all its records exist already.
    let whole = text.replacing("x", with: format == "xml" ? "x" : "x")
    var right = whole
    for (wrong, mend) in [
      (",x,", ",2,"), ("nowhere", "shop"), ("\"x\"", "2"), (">x<", ">2<"),
    ] { right.replace(wrong, with: mend) }
    let sender = try shop.take(right, name: "sales.\(format)") { $0.kind = "sales" }
    #expect(sender.tally == ["sales unchanged 6"] && sender.isApplied, "\(sender.tally) \(sender.reported)")
    #expect(try shop.shop.check().isEmpty)
  }

  /// Records that were refused because something was missing are imported with the same file after it has been added;
  /// the other records do not change.
  @Test func theSameFileBringsWhatWasRefusedWhenItIsRightByNow() throws {
    let shop = try shop()
    let text = "sku,quantity,effective_at,location\nA,1,2026-01-01,shop\nA,1,2026-01-01,shop\nB,2,2026-01-01,later\n"
    let (first, _) = try skip(shop, text, name: "sales.csv") { $0.kind = "sales" }
    #expect(first.isApplied && first.refusedRecords == 1)
    try shop.take("location\nlater\n") { $0.kind = "locations" }
    let second = try shop.take(text, name: "sales.csv") { $0.kind = "sales" }
    #expect(
      second.isApplied && second.tally == ["sales create 1", "sales unchanged 2"], "\(second.tally) \(second.reported)")
    guard case .alreadyApplied = try shop.take(text, name: "sales.csv", { $0.kind = "sales" }).outcome else {
      Issue.record("the whole file was taken")
      return
    }
  }

  /// A corrected row that becomes equal to one that is recorded is goods of its own.
  @Test func aRowThatIsCorrectedToARecordedOneIsRecordedToo() throws {
    let shop = try shop()
    let text = "sku,quantity,unit_cost,effective_at,location\nX,5,2.00,2026-01-01,shop\nB,5,2.00,2026-01-01,shop\n"
    let (first, _) = try skip(shop, text, name: "receipts.csv") { $0.kind = "receipts" }
    #expect(first.isApplied && first.refusedRecords == 1 && first.count("receipts", .create) == 1)
    let second = try shop.take(text, name: "receipts.csv") {
      $0.kind = "receipts"
      $0.corrections = [CellCorrection(line: 2, column: "sku", value: "B")]
    }
    #expect(
      second.isApplied && second.tally == ["receipts create 1", "receipts unchanged 1"],
      "\(second.tally) \(second.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["B,10"])
    #expect(try shop.shop.check().isEmpty)
  }

  private static let sales =
    "sku,quantity,effective_at,location\nA,1,2026-01-01,shop\nA,x,2026-01-01,shop\nA,1,2026-01-01,shop\n"

  private func correctedSource(_ quantity: String, in shop: TestShop) throws -> ImportSummary {
    try shop.take(Self.sales, name: "sales.csv") {
      $0.kind = "sales"
      $0.corrections = [CellCorrection(line: 3, column: "quantity", value: quantity)]
    }
  }

  /// A record is corrected twice: in the file that it came with, and in the reject file. It is recorded once, in either order.
  @Test(arguments: [true, false], ["1", "4"])
  func aRecordThatIsCorrectedTwiceIsRecordedOnce(isRejectFileFirst: Bool, quantity: String) throws {
    let shop = try shop()
    let (first, rejects) = try skip(shop, Self.sales, name: "sales.csv") { $0.kind = "sales" }
    #expect(first.isApplied && first.count("sales", .create) == 2)
    let corrected = try #require(rejects).replacing(",x,", with: ",\(quantity),")
    func take(_ isRejectFile: Bool) throws -> ImportSummary {
      guard isRejectFile else { return try correctedSource(quantity, in: shop) }
      return try shop.take(corrected, name: "sales.rejects.csv") { $0.kind = "sales" }
    }
    let taken = try take(isRejectFileFirst)
    #expect(taken.isApplied && taken.count("sales", .create) == 1, "\(taken.tally) \(taken.reported)")
    let stock = try shop.lines("stock_levels", "sku", "quantity")
    let again = try take(!isRejectFileFirst)
    #expect(again.isApplied && again.count("sales", .create) == 0, "\(again.tally) \(again.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity") == stock)
    // With another value it is not a further record.
    let other = try correctedSource("7", in: shop)
    #expect(other.outcome == .refused)
    let conflict = try #require(other.problems.first { $0.code == .conflict }, "\(other.reported)")
    #expect(conflict.message == "the record is already recorded with different content")
    #expect(try shop.shop.check().isEmpty)
  }

  /// The file itself, imported again in between, does not say that another, equal record is the one of the reject file.
  @Test func aRejectFileThatWasUndoneBringsItsRecordAgain() throws {
    let shop = try shop()
    let (_, rejects) = try skip(shop, Self.sales, name: "sales.csv") { $0.kind = "sales" }
    let corrected = try #require(rejects).replacing(",x,", with: ",1,")
    func take() throws -> ImportSummary {
      try shop.take(corrected, name: "sales.rejects.csv") { $0.kind = "sales" }
    }
    #expect(try take().count("sales", .create) == 1)
    let number = try shop.int("SELECT MAX(id) FROM imports")
    #expect(try correctedSource("1", in: shop).count("sales", .create) == 0)
    try shop.shop.undoImport(Int64(number), actor: manager)
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,-2"])
    let again = try take()
    #expect(again.isApplied && again.count("sales", .create) == 1, "\(again.tally) \(again.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,-3"])
  }

  /// The mark of a transfer leads to both of its movements, also among equal transfers.
  @Test func theHalvesOfATransferStayTogether() throws {
    let shop = try shop()
    let row = "A,transfer,1,2026-01-01,shop,store\n"
    let text =
      "sku,movement_kind,quantity,effective_at,location,to_location\n" + row + row.replacing(",1,", with: ",x,") + row
    let (first, rejects) = try skip(shop, text, name: "moves.csv") { $0.kind = "movements" }
    #expect(first.isApplied && first.refusedRecords == 1, "\(first.reported)")
    let corrected = try #require(rejects).replacing(",x,", with: ",1,")
    let taken = try shop.take(corrected, name: "moves.rejects.csv") { $0.kind = "movements" }
    #expect(taken.isApplied, "\(taken.reported)")
    let again = try shop.take(text, name: "moves.csv") {
      $0.kind = "movements"
      $0.corrections = [CellCorrection(line: 3, column: "quantity", value: "1")]
    }
    #expect(again.isApplied && again.count("movements", .create) == 0, "\(again.tally) \(again.reported)")
    #expect(try shop.lines("stock_levels", "location", "quantity") == ["shop,-3", "store,3"])
    let marked = "taken_marks k JOIN movements x ON x.id = k.movement_id"
    let torn = """
      SELECT COUNT(*) FROM \(marked) WHERE k.is_arrival = 0 AND x.document_line || ' in' IS NOT (
        SELECT y.document_line FROM taken_marks n JOIN movements y ON y.id = n.movement_id
        WHERE n.mark = k.mark AND n.is_arrival = 1)
      """
    #expect(try shop.int("SELECT COUNT(*) FROM \(marked)") >= 2)
    #expect(try shop.int(torn) == 0)
  }

  /// What was undone is not recorded, so either of the two brings it again.
  @Test func aRecordWhoseCorrectionWasUndoneComesWithTheRejectFile() throws {
    let shop = try shop()
    let (_, rejects) = try skip(shop, Self.sales, name: "sales.csv") { $0.kind = "sales" }
    #expect(try correctedSource("4", in: shop).isApplied)
    try shop.shop.undoImport(Int64(shop.int("SELECT MAX(id) FROM imports")), actor: manager)
    let corrected = try #require(rejects).replacing(",x,", with: ",4,")
    let taken = try shop.take(corrected, name: "sales.rejects.csv") { $0.kind = "sales" }
    #expect(taken.isApplied && taken.count("sales", .create) == 1, "\(taken.tally) \(taken.reported)")
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,-6"])
  }

  /// A file that somebody else corrected has no marks: then the reject file is a question.
  @Test(arguments: ["1", "4"]) func aRejectFileAfterTheSendersCorrectedFileIsAQuestion(quantity: String) throws {
    let shop = try shop()
    let (_, rejects) = try skip(shop, Self.sales, name: "sales.csv") { $0.kind = "sales" }
    let number = try shop.int("SELECT MAX(id) FROM imports")
    let sender = try shop.take(Self.sales.replacing(",x,", with: ",1,"), name: "new.csv") { $0.kind = "sales" }
    #expect(sender.isApplied && sender.count("sales", .create) == 1)
    let corrected = try #require(rejects).replacing(",x,", with: ",\(quantity),")
    func take(_ text: String, accepting codes: Set<String> = []) throws -> ImportSummary {
      try shop.take(text, name: "sales.rejects.csv") {
        $0.kind = "sales"
        $0.accepted = codes
      }
    }
    let asked = try take(corrected)
    #expect(asked.stoppingGuards.map(\.code) == [.recordedSince], "\(asked.reported)")
    let message = try #require(asked.stoppingGuards.first?.examples.first?.message)
    #expect(
      message.contains(
        "1 record was left out of import \(number), and import \(number + 1) has recorded the same item at the same place "
          + "and time since: 'A' of 2026-01-01"), "\(message)")
    #expect(try take(corrected, accepting: ["recorded-since"]).count("sales", .create) == 1)
    // It is known by its mark from then on.
    let known = try take(corrected + "\n")
    #expect(known.isApplied && known.tally == ["sales unchanged 1"], "\(known.tally) \(known.reported)")
  }

  @Test func aRecordFallsWholeAndWithAllThatDependsOnIt() throws {
    let shop = try shop()
    let profile = """
      profile: list
      records:
        - { kind: suppliers, when: { type: [S] }, fields: { supplier: code, gln: gln } }
        - kind: products
          when: { type: [P] }
          fields: { product_code: code, title: title, tax_rate: tax }
        - kind: variants
          when: { type: [P, V] }
          fields: { sku: sku, product_code: code }
        - kind: prices
          when: { type: [V] }
          fields: { sku: sku, price: price }
      """
    let (summary, rejects) = try skip(
      shop,
      "type;code;sku;title;tax;price\nP;P1;P1;Hat;abc;\nV;P1;P1-S;;;5.00\nP;P2;P2;Coat;19;\nV;P2;P2-S;;;x\nV;P2;P2-M;;;7.00\n",
      name: "list.csv", profile: profile.replacing(", gln: gln", with: ""))
    #expect(summary.isApplied && summary.refusedRecords == 3, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku").sorted() == ["A", "B", "C", "P2", "P2-M"])
    #expect(try shop.lines("products", "product_code").contains("P1") == false)
    let kept = try #require(rejects)
    #expect(kept.contains("depends-on-refused"), "\(kept)")
    #expect(kept.split(separator: "\n").count == 4)
  }

  /// The first match is never simply taken: of records in conflict all are left out, for every kind.
  @Test(arguments: [
    ("prices", "sku,price\nA,1.00\nA,2.00\nB,3.00\n", 2),
    ("stock_levels", "sku,quantity,location\nA,1,shop\nA,2,shop\nB,3,shop\n", 2),
    (
      "sales",
      "document,line,sku,quantity,effective_at,location\n1,1,A,1,2026-01-01,shop\n1,1,A,2,2026-01-01,shop\n1,2,B,1,2026-01-01,shop\n",
      2
    ),
    ("count_lines", "count,location,sku,counted_quantity\nK,shop,A,1\nK,shop,A,2\nK,shop,B,3\n", 2),
  ]) func recordsInConflictFallTogether(kind: String, text: String, refused: Int) throws {
    let shop = try shop()
    let (summary, rejects) = try skip(shop, text, name: "\(kind).csv") { $0.kind = kind }
    #expect(summary.isApplied && summary.refusedRecords == refused, "\(summary.reported)")
    #expect(try #require(rejects).split(separator: "\n").count == refused + 1)
  }

  /// Quantities that are added up lack a part when one of them is refused.
  @Test func recordsThatAreAddedUpFallTogether() throws {
    let shop = try shop()
    let text = "count,location,sku,counted_quantity\nK,shop,A,5\nK,shop,A,x\nK,shop,B,3\n"
    let (summary, rejects) = try skip(shop, text, name: "count.csv") {
      $0.kind = "count_lines"
      $0.duplicates = ["count_lines": .sum]
    }
    #expect(summary.refusedRecords == 2 && summary.count("count_lines", .create) == 1)
    let mended = try #require(rejects).replacing(",x", with: ",7")
    try shop.take(mended, name: "mended.csv") {
      $0.kind = "count_lines"
      $0.duplicates = ["count_lines": .sum]
    }
    #expect(
      try shop.int("SELECT SUM(quantity) FROM count_entries WHERE code = 'A' AND superseded_by IS NULL") == 12_000)
  }

  @Test func nothingIsWrittenWhenTheRejectsCannotBeKept() throws {
    let shop = try shop()
    let before = try shop.dump()
    #expect(throws: Problems.self) {
      try shop.take("sku,price\nA,x\nB,2.00\n", name: "p.csv") {
        $0.kind = "prices"
        $0.accepted = ["many-rejected"]
        $0.onError = .skip(rejects: "/nowhere/at/all/p.rejects.csv")
      }
    }
    #expect(try shop.dump() == before)
  }

  @Test func manyRejectsStopUntilTheyAreAccepted() throws {
    let shop = try shop()
    let before = try shop.dump()
    let path = shop.folder.appendingPathComponent("r.csv").path
    let summary = try shop.take("sku,price\nA,x\nB,2.00\n", name: "p.csv") {
      $0.kind = "prices"
      $0.onError = .skip(rejects: path)
    }
    #expect(summary.outcome == .refused && summary.stoppingGuards.map(\.code.rawValue) == ["many-rejected"])
    #expect(try shop.dump() == before && !FileManager.default.fileExists(atPath: path))
  }

  @Test func theFirstReasonIsKeptWhenARejectIsRejectedAgain() throws {
    let shop = try shop()
    let (_, first) = try skip(shop, Self.bad[0].text, name: "sales.csv") { $0.kind = "sales" }
    let text = try #require(first)
    let (summary, second) = try skip(shop, text.replacing("nowhere", with: "elsewhere"), name: "again.csv") {
      $0.kind = "sales"
    }
    #expect(summary.refusedRecords == 2)
    // The marks are those of the first file, and nothing is written twice.
    let marks = { (text: String) in
      text.split(whereSeparator: \.isNewline).dropFirst().compactMap { $0.split(separator: ",").first }.map(String.init)
    }
    #expect(try marks(#require(second)) == marks(text))
    #expect(try #require(second).components(separatedBy: "stockroom_reason").count == 2)
  }
}
