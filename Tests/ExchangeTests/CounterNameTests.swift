import Exchange
import RetailValues
import Stock
import Testing

/// Names of counters in the lines of a count.
@Suite struct CounterNameTests {
  private let shop: TestShop

  init() throws {
    shop = try TestShop.unguarded()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("product_code,title,sku\nP1,Cup,CUP\n", name: "goods.csv")
    _ = try shop.shop.openCount(
      location: "shop", kind: .full, code: "N1", actor: manager, at: hour(shop.clock))
  }

  private func enter(_ lines: String) throws -> ImportSummary {
    try shop.take("count,sku,counted_quantity,counter\n" + lines, name: "counted.csv")
  }

  @Test func anotherSpellingReplacesWhatThePersonCounted() throws {
    let sum = "SELECT SUM(quantity) FROM count_entries WHERE superseded_by IS NULL"
    for (quantity, counter) in [(5, "Mia O\u{2019}Brien"), (7, "MIA O\u{2019}BRIEN"), (6, "mia o\u{2019}brien")] {
      #expect(try enter("N1,CUP,\(quantity),\(counter)\n").isApplied)
      #expect(try shop.int(sum) == quantity * 1000)
    }
    // A code that the catalog does not know.
    #expect(try enter("N1,NEW,2,Mia\nN1,NEW,2,MIA\n").isApplied)
    #expect(try enter("N1,NEW,3,mia\n").isApplied)
    #expect(try shop.int(sum) == 9_000)
  }

  @Test func twoNumbersOfOnePersonInAFileConflictInAnySpelling() throws {
    let summary = try enter("N1,CUP,5,Mia\nN1,CUP,6,mia\n")
    #expect(summary.reported.contains("'CUP' is counted twice in one section with different quantities"))
  }

  /// Sheets have a column of counters that people leave empty.
  @Test func aCounterForTheWholeFileFillsEmptyCells() throws {
    let lines = "count,sku,counted_quantity,counter\nN1,CUP,5,\nN1,CUP,6,Ann\n"
    #expect(try shop.take(lines, name: "counted.csv") { $0.constants["counter"] = "Mia" }.isApplied)
    let counted = "SELECT SUM(quantity) FROM count_entries WHERE superseded_by IS NULL AND counter = "
    #expect(try shop.int(counted + "'Mia'") == 5_000)
    #expect(try shop.int(counted + "'Ann'") == 6_000)
  }

  @Test func numbersOfTwoCountersAddUp() throws {
    #expect(try enter("N1,CUP,5,Mia\nN1,CUP,6,Ann\n").isApplied)
    #expect(try shop.int("SELECT COUNT(*) FROM count_entries WHERE superseded_by IS NULL") == 2)
  }

  @Test func aRecountByTheSameCounterIsReportedInAnyCapitals() throws {
    #expect(try enter("N1,CUP,5,Mia\n").isApplied)
    let cup = try Int64(shop.int("SELECT id FROM variants"))
    try shop.shop.askForRecounts(of: [cup], in: "N1", actor: manager)
    let summary = try enter("N1,CUP,6,MIA\n")
    #expect(summary.reported.contains("to be counted again by another counter than MIA"))
  }
}
