import Exchange
import ProblemKit
import RetailValues
import Stock
import Testing

/// Counts and the imports that refer to them: which counts are deleted, and which imports are undone and redone.
@Suite struct DiscardedCountTests {
  private let shop: TestShop

  init() throws {
    shop = try TestShop.unguarded()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("product_code,title,sku\nP1,Cup,CUP\n", name: "goods.csv")
  }

  private func open(_ kind: CountKind = .full, _ code: String = "N1") throws {
    _ = try shop.shop.openCount(location: "shop", kind: kind, code: code, actor: manager, at: hour(shop.clock))
  }

  /// What the refusal of a second full count says to do.
  private func remedyOfSecondCount() -> String {
    let problems = #expect(throws: Problems.self) { try open(.full, "N2") }
    #expect(problems?.message == "the full count N1 of shop is still open")
    #expect(problems?.remedy.hasSuffix(" `--accept full-count-open` opens another as well.") == true)
    return problems?.remedy ?? ""
  }

  private func redo(_ number: Int64) throws -> ImportReversion {
    shop.clock += 1
    return try shop.shop.redoImport(number, actor: manager, at: hour(shop.clock))
  }

  /// Expects that the redo of an import is refused, and changes nothing.
  private func expectNoRedo(of number: Int64) throws {
    let before = try shop.dump()
    let refused = #expect(throws: Problems.self) { _ = try redo(number) }
    #expect(refused?.code == .refused)
    #expect(refused?.message == "import \(number) cannot be redone: the count of its entries was discarded")
    #expect(try shop.dump() == before)
  }

  /// Imports a file and gives its number.
  private func importing(_ text: String) throws -> Int64 {
    let summary = try shop.take(text, name: "counted.csv")
    guard case .applied(let number) = summary.outcome else {
      Issue.record("not applied: \(summary.outcome) \(summary.reported)")
      return -1
    }
    return number
  }

  private func count() throws -> Int64 { try importing("count,sku,counted_quantity\nN1,CUP,5\n") }

  private func undo(_ number: Int64) throws {
    shop.clock += 1
    try shop.shop.undoImport(number, actor: manager, at: hour(shop.clock))
  }

  private func refusal() -> Problem? {
    let problems = #expect(throws: Problems.self) { try shop.shop.discardCount("N1", actor: manager) }
    return problems?.first
  }

  @Test func aCountThatNoImportRefersToIsDeleted() throws {
    try open()
    try shop.shop.discardCount("N1", actor: manager)
    #expect(try shop.shop.countSessions().isEmpty)
  }

  /// Deleting a count is listed as an undo is, but it takes nothing back: files that were applied since stay applied.
  @Test func deletingACountMakesNoFileNew() throws {
    try open()
    try undo(count())
    let goods = "product_code,title,sku\nP1,Cup,CUP\nP2,Mug,MUG\n"
    _ = try importing(goods)
    #expect(try !shop.take(goods, name: "counted.csv").isApplied)
    try shop.shop.discardCount("N1", actor: manager)
    #expect(try !shop.take(goods, name: "counted.csv").isApplied)
  }

  @Test func aCountWhoseEntriesAreUndoneIsDeletedAndItsHistoryKept() throws {
    try open()
    let number = try count()
    #expect(refusal()?.message == "count N1 was counted in, so it stays")
    try undo(number)
    #expect(try shop.shop.discardCount("N1", actor: manager).undoneImports == [number])
    #expect(try shop.shop.countSessions().isEmpty)
    let made = try shop.shop.importContents(number).records.first { $0.kind == "count_lines" }
    #expect(made?.key == "N1 CUP")
    #expect(made?.fields.first(where: { $0.field == "counted_quantity" })?.after == "5000")
    let last = try #require(try shop.shop.imports(limit: 1).first)
    #expect(last.operation == .discard && last.reverts == nil && last.source == "count N1 discarded")
    #expect(try shop.shop.importContents(last.number).records.map(\.key) == ["N1"])
    let reversions: [(Int64) throws -> Void] = [{ try undo($0) }, { _ = try redo($0) }]
    for revert in reversions {
      let refused = #expect(throws: Problems.self) { try revert(last.number) }
      #expect(refused?.message == "\(last.number) is the deletion of a count, not an import")
    }
    // The next count of that name is another one, into which nothing comes back.
    try open()
    try expectNoRedo(of: number)
    #expect(try count() > number)
    #expect(try shop.int("SELECT COUNT(*) FROM count_entries WHERE session_id = 2") == 1)
  }

  @Test func aCountStaysWhenItsEntriesAreBack() throws {
    try open()
    let number = try count()
    try undo(number)
    _ = try redo(number)
    #expect(refusal()?.message == "count N1 was counted in, so it stays")
    #expect(try shop.int("SELECT COUNT(*) FROM count_entries") == 1)
  }

  /// The change set of this import names its entries alone: the count was counting already.
  @Test func aReopenedCountIsDeletedToo() throws {
    try open(.partial)
    _ = try shop.shop.closeCount("N1", actor: manager)
    _ = try shop.shop.reopenCount("N1", actor: manager)
    let number = try count()
    #expect(try shop.int("SELECT COUNT(*) FROM changes WHERE kind = 'counts'") == 0)
    try undo(number)
    try shop.shop.discardCount("N1", actor: manager)
    try open(.partial)
    try expectNoRedo(of: number)
  }

  @Test func theLinesOfAnotherCountComeBack() throws {
    try open()
    try open(.partial, "N2")
    let number = try importing("count,sku,counted_quantity\nN1,CUP,5\nN2,CUP,6\n")
    try undo(number)
    try shop.shop.discardCount("N1", actor: manager)
    let result = try redo(number)
    #expect((result.total(.reverted), result.total(.blocked)) == (1, 1))
    let blocked = result.records.filter { $0.outcome == .blocked }
    #expect(blocked.map(\.key) == ["N1 CUP"] && blocked.map(\.reason) == ["the count was discarded"])
    #expect(try shop.int("SELECT SUM(quantity) FROM count_entries") == 6000)
    try undo(number)
    try shop.shop.discardCount("N2", actor: manager)
    #expect(try shop.shop.countSessions().isEmpty)
    try expectNoRedo(of: number)
  }

  /// The undo of the import leaves the count, since a section of it was handed out.
  @Test func aCountThatItsImportLeftIsDeleted() throws {
    let number = try importing("count,location,count_kind\nN1,shop,full\n")
    try shop.shop.handOut("A", of: "N1", to: "mia", actor: manager)
    try undo(number)
    #expect(try shop.shop.countSessions().count == 1)
    #expect(try shop.shop.discardCount("N1", actor: manager).undoneImports == [number])
    #expect(try shop.int("SELECT COUNT(*) FROM orphaned_records") == 0)
    try expectNoRedo(of: number)
  }

  @Test func anotherFullCountIsOfferedWhatCanBeDone() throws {
    try open()
    #expect(remedyOfSecondCount().contains("`stockroom count discard N1`"))
    let number = try count()
    let counted = remedyOfSecondCount()
    #expect(counted.contains("`stockroom imports undo`") && !counted.contains("count discard"))
    try undo(number)
    #expect(remedyOfSecondCount().contains("`stockroom count discard N1`"))
    try shop.shop.discardCount("N1", actor: manager)
    let opening = try importing("count,location,count_kind\nN1,shop,full\n")
    let imported = remedyOfSecondCount()
    #expect(imported.contains("`stockroom imports undo \(opening)`") && !imported.contains("count discard"))
  }

  @Test func aCountThatAnImportOpenedGoesWithIt() throws {
    let number = try importing("count,location,count_kind\nN1,shop,full\n")
    let refused = refusal()
    #expect(refused?.message == "count N1 has no entries, but import \(number) refers to it, so it stays")
    #expect(refused?.remedy.contains("`stockroom imports undo \(number)`") == true)
    try undo(number)
    #expect(try shop.shop.countSessions().isEmpty)
  }

  /// What else the import brought, such as a lot, is blocked by the entries.
  @Test func anUndoOfAClosedCountWithANewLotIsRefused() throws {
    try open(.partial)
    let summary = try shop.take("count,sku,lot,counted_quantity\nN1,CUP,L1,5\n", name: "counted.csv") {
      $0.kind = "count_lines"
    }
    guard case .applied(let number) = summary.outcome else {
      Issue.record("not applied: \(summary.outcome) \(summary.reported)")
      return
    }
    #expect(try shop.int("SELECT COUNT(*) FROM changes WHERE kind = 'lots' AND import_id = \(number)") == 1)
    _ = try shop.shop.closeCount("N1", actor: manager)
    _ = try shop.shop.approveCount("N1", actor: manager)
    let refused = #expect(throws: Problems.self) { try undo(number) }
    #expect(refused?.code == .refused && refused?.message.contains("count N1 is in state 'approved'") == true)
    _ = try shop.shop.reopenCount("N1", actor: manager)
    try undo(number)
    #expect(try shop.int("SELECT COUNT(*) FROM count_entries") == 0)
  }
}
