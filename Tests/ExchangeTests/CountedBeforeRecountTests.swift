import Exchange
import ProblemKit
import RetailValues
import Stock
import Testing

/// Lines of a count with times of their own, which may be older than the recount that they are taken as.
@Suite struct CountedBeforeRecountTests {
  private let shop: TestShop

  /// A count whose recounts of two items are asked for at three in the morning.
  init() throws {
    shop = try TestShop.unguarded()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("product_code,title,sku\nP1,Cup,CUP\nP2,Mug,MUG\n", name: "goods.csv")
    _ = try shop.shop.openCount(
      location: "shop", kind: .full, code: "N1", actor: manager, at: hour(shop.clock))
    try shop.take("count,sku,counted_quantity,counter\nN1,CUP,5,Mia\nN1,MUG,3,Mia\n", name: "counted.csv")
    let cup = try Int64(shop.int("SELECT id FROM variants WHERE sku = 'CUP'"))
    let mug = try Int64(shop.int("SELECT id FROM variants WHERE sku = 'MUG'"))
    try shop.shop.askForRecounts(of: [cup, mug], in: "N1", actor: manager, at: hour(24 * 365 + 3))
  }

  private func enter(_ lines: String, plan: Bool = false) throws -> ImportSummary {
    try shop.take("count,sku,counted_quantity,counter,counted_at\n" + lines, name: "late.csv", plan: plan)
  }

  @Test(arguments: [true, false])
  func theyAreReportedAndTakenAsTheRecount(isPlan: Bool) throws {
    let lines = "N1,CUP,6,Tom,2027-01-01T02:30\nN1,MUG,3,Tom,2027-01-01T03:30\n"
    let summary = try enter(lines, plan: isPlan)
    #expect(summary.isApplied == !isPlan)
    #expect(summary.problemCounts["warning"] == 1)
    let reported = summary.reported
    #expect(reported.contains("counted-before-recount"))
    #expect(reported.contains("the item 'CUP' was counted 2027-01-01T02:30:00"))
    #expect(reported.contains("before its recount was asked for, 2027-01-01T03:00:00"))
    let remedy = summary.problems.first?.remedy ?? ""
    #expect(remedy.contains("`stockroom imports undo NUMBER`"))
    #expect(try shop.int("SELECT COUNT(*) FROM count_entries WHERE round = 1") == (isPlan ? 0 : 2))
  }

  @Test func linesWithoutATimeAndLinesThatChangeNothingAreNotReported() throws {
    let paper = try enter("N1,CUP,6,Tom,\n")
    #expect(paper.isApplied)
    #expect(paper.problemCounts["warning"] == nil)
    let late = "N1,MUG,3,Tom,2027-01-01T02:30\n"
    let first = try enter(late)
    #expect(first.problemCounts["warning"] == 1)
    let again = try enter(late + "N1,CUP,6,Tom,\n")
    #expect(again.problemCounts["warning"] == nil)
  }

  /// The first of the scans of an item decides, in whatever order they are.
  @Test func scansThatAreAddedUpAreReportedByTheFirstOfThem() throws {
    let lines = "N1,CUP,1,Tom,2027-01-01T03:30\nN1,CUP,1,Tom,2027-01-01T02:30\nN1,MUG,1,Tom,2027-01-01T03:30\n"
    let summary = try shop.take("count,sku,counted_quantity,counter,counted_at\n" + lines, name: "scanned.csv") {
      $0.duplicates["count_lines"] = .sum
    }
    #expect(summary.isApplied)
    #expect(summary.problemCounts["warning"] == 1)
    #expect(summary.reported.contains("the item 'CUP' was counted 2027-01-01T02:30:00"))
  }

  @Test func linesThatAreRefusedAreNotReportedAsRecounts() throws {
    let summary = try enter("N1,CUP,6,Mia,2027-01-01T02:30\n")
    #expect(summary.reported.contains("recount-by-same-counter"))
    #expect(!summary.reported.contains("counted-before-recount"))
  }
}
