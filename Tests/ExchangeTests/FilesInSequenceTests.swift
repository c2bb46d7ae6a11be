import Exchange
import FormatKit
import RetailValues
import ShopCheck
import Stock
import Testing

/// Files that come one after the other and overlap, or only seem to.
@Suite struct FilesInSequenceTests {
  private func stockedShop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("location\nshop\n")
    try shop.take("sku,title,stock\nA,Tea,20\nB,Cup,30\nC,Pot,50\n") { $0.location = "shop" }
    return shop
  }

  private func stock(_ shop: TestShop) throws -> [String] {
    try shop.lines("stock_levels", "sku", "quantity").sorted()
  }

  @discardableResult
  private func sales(_ rows: String, in shop: TestShop, _ document: String? = nil) throws -> ImportSummary {
    try shop.take("Date,SKU,Qty,Price\n" + rows) {
      $0.kind = "sales"
      if let document { $0.constants["document"] = document }
    }
  }

  @Test func equalSalesOfAnotherPartOfTheDayAreAQuestion() throws {
    let shop = try stockedShop()
    try #require(try sales("2026-12-02,A,1,2.50\n2026-12-02,B,1,3.50\n", in: shop).isApplied)
    let afternoon = "2026-12-02,A,1,2.50\n2026-12-02,C,1,4.90\n"
    let summary = try sales(afternoon, in: shop)
    #expect(summary.stoppingGuards.map(\.code) == [.sameAsRecorded])
    #expect(summary.stoppingGuards.first?.examples.first?.message.contains("1 record without a number") == true)
    #expect(try sales(afternoon, in: shop, "afternoon").isApplied)
    #expect(try stock(shop) == ["A,18", "B,29", "C,49"])
  }

  /// A corrected file is told which import it takes the place of.
  @Test func aCorrectedFileLeadsToTheUndoOfItsImport() throws {
    let shop = try stockedShop()
    try shop.take(Self.header + "1,2026-12-02,A,2,2.50\n2,2026-12-02,B,2,3.50\n", name: "monday.csv")
    let number = try shop.int("SELECT MAX(id) FROM imports")
    let corrected = Self.header + "1,2026-12-02,A,1,2.50\n2,2026-12-02,B,2,3.50\n"
    let refused = try shop.take(corrected, name: "corrected.csv")
    let remedy = refused.problems.first { $0.code == .conflict }?.remedy ?? ""
    #expect(
      remedy.hasPrefix(
        "If the file is wrong, correct it, or record the difference as a new document. "
          + "If the file corrects 'monday.csv', say `stockroom imports undo \(number)`, and import it again."),
      "\(remedy)")
    #expect(remedy.contains("--set document=NAME"))
    try shop.shop.undoImport(Int64(number), actor: manager)
    #expect(try shop.take(corrected, name: "corrected.csv").isApplied)
    #expect(try stock(shop) == ["A,19", "B,28", "C,50"])
  }

  @Test func aCorrectedFileWithoutNumbersLeadsThereToo() throws {
    let shop = try stockedShop()
    try sales("2026-12-02,A,2,2.50\n2026-12-02,B,1,3.50\n", in: shop)
    let number = try shop.int("SELECT MAX(id) FROM imports")
    let summary = try sales("2026-12-02,A,1,2.50\n2026-12-02,B,1,3.50\n", in: shop)
    #expect(
      summary.stoppingGuards.first?.examples.first?.message.contains("`stockroom imports undo \(number)`") == true)
  }

  @Test func aLaterExportOfTheSameDayAddsWhatIsNew() throws {
    let shop = try stockedShop()
    try sales("2026-12-02,A,1,2.50\n2026-12-02,B,1,3.50\n", in: shop)
    let later = try sales("2026-12-02,A,1,2.50\n2026-12-02,B,1,3.50\n2026-12-03,A,2,2.50\n", in: shop)
    #expect(later.isApplied && later.tally == ["sales create 1", "sales unchanged 2"])
    #expect(try stock(shop) == ["A,17", "B,29", "C,50"])
  }

  @Test func timesOfDayTellSalesApart() throws {
    let shop = try stockedShop()
    try sales("2026-12-02 09:13:20,A,1,2.50\n2026-12-02 09:14:07,B,1,3.50\n", in: shop)
    #expect(try sales("2026-12-02 09:14:07,B,1,3.50\n2026-12-02 15:01:09,A,1,2.50\n", in: shop).isApplied)
    #expect(try stock(shop) == ["A,18", "B,29", "C,50"])
  }

  private static let header = "Receipt,Date,SKU,Qty,Price\n"

  @Test func linesInAnotherOrderAreTheSameLines() throws {
    let shop = try stockedShop()
    try shop.take(Self.header + "1,2026-12-02,A,1,2.50\n1,2026-12-02,B,2,3.50\n")
    let more = Self.header + "1,2026-12-02,C,1,4.90\n1,2026-12-02,B,2,3.50\n1,2026-12-02,A,1,2.50\n"
    #expect(try shop.take(more).tally == ["sales create 1", "sales unchanged 2"])
    #expect(try stock(shop) == ["A,19", "B,28", "C,49"])
    let again = Self.header + "1,2026-12-02,B,2,3.50\n1,2026-12-02,C,1,4.90\n1,2026-12-02,A,1,2.50\n"
    #expect(try shop.take(again).tally == ["sales unchanged 3"])
    #expect(try stock(shop) == ["A,19", "B,28", "C,49"])
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func aChangedLineIsStillAConflict() throws {
    let shop = try stockedShop()
    try shop.take(Self.header + "1,2026-12-02,A,1,2.50\n1,2026-12-02,B,2,3.50\n")
    let changed = Self.header + "1,2026-12-02,B,2,3.50\n1,2026-12-02,A,3,2.50\n"
    #expect(try shop.take(changed).errors.contains { $0.hasSuffix("conflict") })
    #expect(try stock(shop) == ["A,19", "B,28", "C,50"])
  }

  @Test func aTillThatBeganItsNumbersAgain() throws {
    let shop = try stockedShop()
    try shop.take(Self.header + "1,2026-12-02,A,1,2.50\n2,2026-12-02,B,1,3.50\n")
    let next = Self.header + "1,2026-12-22,A,3,2.50\n2,2026-12-22,B,1,3.50\n"
    let refused = try shop.take(next)
    #expect(refused.errors == ["2 conflict", "3 conflict"])
    #expect(
      refused.problemGroups.first?.problems.last?.remedy.contains("--map COLUMN=note --set document=NAME") == true)
    let taken = try shop.take(next) {
      $0.columns = ["Receipt": "note"]
      $0.constants = ["document": "2026-12-b"]
    }
    #expect(taken.isApplied)
    #expect(try stock(shop) == ["A,16", "B,28", "C,50"])
  }

  // MARK: The stock and what happened before it

  /// A shop that asks about sales before its stock, and has two items without stock.
  private func askingShop() throws -> TestShop {
    let shop = try TestShop()
    shop.guardsOff = []
    try shop.take("location\nshop\n")
    try shop.take("sku,title\nA,Tea\nB,Cup\n")
    return shop
  }

  private static let levels = "sku,quantity\nA,100\nB,50\n"
  private static let earlier = header + "1,2026-12-20,A,4,2.50\n2,2026-12-22,A,3,2.50\n"

  @Test func salesBeforeTheStockAreAQuestion() throws {
    let shop = try askingShop()
    try #require(try shop.take(Self.levels).isApplied)
    let summary = try shop.take(Self.earlier)
    #expect(summary.stoppingGuards.map(\.code) == [.beforeStockLevel])
    let message = summary.stoppingGuards.first?.examples.first?.message ?? ""
    #expect(message.hasPrefix("2 of the sales are of days before the stock") && message.contains("'A'"), "\(message)")
    #expect(try shop.take(Self.earlier) { $0.accepted = ["before-stock-level"] }.isApplied)
    #expect(try stock(shop) == ["A,93", "B,50"])
  }

  @Test func salesBeforeTheStockAreNoQuestionInTheirOrder() throws {
    let shop = try askingShop()
    try #require(try shop.take(Self.earlier).isApplied)
    try #require(try shop.take(Self.levels).isApplied)
    #expect(try stock(shop) == ["A,100", "B,50"])
    // They are known already, and no question.
    #expect(try shop.take(Self.earlier).stoppingGuards.isEmpty)
  }

  /// Of the day of the level, after it, and of the day before a level of the night.
  @Test(arguments: [
    ("2026-12-20T18:00", "2026-12-20"), ("2026-12-20T18:00", "2026-12-21"), ("2026-12-21T02:00", "2026-12-20"),
  ])
  func lateSalesOfTheDayAreNoQuestion(level: String, day: String) throws {
    let shop = try askingShop()
    try #require(try shop.take(Self.levels) { $0.constants = ["effective_at": level] }.isApplied)
    #expect(try shop.take(Self.header + "1,\(day),A,4,2.50\n").isApplied)
  }
}
