import Exchange
import ProblemKit
import RetailValues
import Stock
import Testing

/// Counts and the imports that refer to them: which counts are deleted, and which imports are undone.
@Suite struct DiscardedCountTests {
  private let shop: TestShop

  init() throws {
    shop = try TestShop.unguarded()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("product_code,title,sku\nP1,Cup,CUP\n", name: "goods.csv")
  }

  private func open(_ kind: CountKind = .full) throws {
    _ = try shop.shop.openCount(location: "shop", kind: kind, code: "N1", actor: manager, at: hour(shop.clock))
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

  @Test func aCountStaysForTheRedoOfItsImport() throws {
    try open()
    let number = try count()
    try undo(number)
    let refused = refusal()
    #expect(refused?.code == .wrongState)
    #expect(
      refused?.message == "count N1 has no entries, but import \(number) needs it when it is redone, so it stays")
    #expect(refused?.remedy.contains("`stockroom count open --accept full-count-open`") == true)
    try shop.shop.redoImport(number, actor: manager, at: hour(shop.clock + 1))
    #expect(try shop.int("SELECT COUNT(*) FROM count_entries") == 1)
  }

  /// The change set of this import names its entries alone: the count was counting already.
  @Test func aReopenedCountStaysForTheRedoOfItsImport() throws {
    try open(.partial)
    _ = try shop.shop.closeCount("N1", actor: manager)
    _ = try shop.shop.reopenCount("N1", actor: manager)
    let number = try count()
    #expect(try shop.int("SELECT COUNT(*) FROM changes WHERE kind = 'counts'") == 0)
    try undo(number)
    let refused = refusal()
    #expect(
      refused?.message == "count N1 has no entries, but import \(number) needs it when it is redone, so it stays")
    #expect(refused?.remedy == "Leave the count as it is: without entries it changes no stock.")
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
