import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import GRDB
import ProblemKit
import RetailValues
import ShopCheck
import Stock
import Testing

private func tradingShop() throws -> TestShop {
  let shop = try TestShop.unguarded(copyOf: UndoCase.tradingShop.get())
  // After the imports that filled it.
  shop.clock += 3
  return shop
}

extension TestShop {
  /// Takes a file that must be applied, and gives its number.
  fileprivate func number(_ text: String, _ kind: String? = nil, name: String = "file.csv") throws -> Int64 {
    let summary = try take(text, name: name) {
      $0.kind = kind
      // What is guarded against is not the subject here.
      $0.accepted = Set(GuardCode.allCases.filter(\.newNoun.isEmpty).map(\.rawValue))
    }
    guard case .applied(let number) = summary.outcome else {
      Issue.record("not applied: \(summary.outcome) \(summary.reported)")
      return -1
    }
    return number
  }

  @discardableResult
  fileprivate func undo(_ number: Int64) throws -> ImportReversion {
    clock += 1
    return try shop.undoImport(number, actor: manager, at: hour(clock))
  }

  @discardableResult
  fileprivate func redo(_ number: Int64) throws -> ImportReversion {
    clock += 1
    return try shop.redoImport(number, actor: manager, at: hour(clock))
  }

  /// Everything that can be exported, and the average costs, without the times of recording.
  fileprivate func contents() throws -> [String: String] {
    var all: [String: String] = [:]
    for kind in ShopDatabase.exportableKinds where kind != "stock_levels" { all[kind] = try export(kind) }
    all["stock_levels"] = try lines("stock_levels", "sku", "location", "lot", "quantity", "unit_cost")
      .filter { !$0.contains(",0,") }.joined(separator: "\n")
    return all
  }
}

extension ImportReversion {
  /// The counts as `kind outcome n`.
  fileprivate var tally: [String] { counts.map { "\($0.kind) \($0.outcome.rawValue) \($0.records)" } }
  fileprivate var reported: [String] {
    records.map { record in
      let fields = record.fields.map { "\($0.field) \($0.current ?? "–") \($0.wanted ?? "–") \($0.outcome.rawValue)" }
      return ([record.kind, record.key, record.outcome.rawValue] + fields).joined(separator: " ")
    }
  }
}

@Suite struct UndoTests {
  @Test(arguments: UndoCase.all) func allIsTakenBackAndMayComeAgain(_ file: UndoCase) throws {
    let shop = try tradingShop()
    let first = try shop.contents()
    let number = try shop.number(file.text, file.kind)
    let after = try shop.contents()
    #expect(after != first)

    let plan = try shop.shop.undoImport(number, actor: manager, isDryRun: true)
    #expect(try shop.contents() == after)
    let undone = try shop.undo(number)
    #expect(undone.tally == file.tally && plan.tally == file.tally && undone.isComplete)
    var left = try shop.contents()
    // A lot is part of what a movement says, so it stays.
    if file.name == "a receipt with lots" { left["lots"] = first["lots"] }
    #expect(left == first)
    #expect(try shop.shop.check() == [])
    #expect(throws: Problems.self) { try shop.undo(number) }

    // As if it had never been: the same file gives the same.
    let again = try shop.number(file.text, file.kind)
    #expect(again != number)
    #expect(try shop.withoutMoments(shop.contents()) == shop.withoutMoments(after))
    #expect(try shop.shop.check() == [])

    // Both live: nothing counts twice.
    try shop.redo(number)
    #expect(try shop.withoutMoments(shop.contents()) == shop.withoutMoments(after))
    try shop.undo(again)
    try shop.undo(number)
    left = try shop.contents()
    if file.name == "a receipt with lots" { left["lots"] = first["lots"] }
    #expect(left == first)
    #expect(try shop.shop.check() == [])
    #expect(try shop.temporaryTables() == [])
  }

  @Test(arguments: UndoCase.all) func redoBringsAllBack(_ file: UndoCase) throws {
    let shop = try tradingShop()
    let first = try shop.contents()
    let number = try shop.number(file.text, file.kind)
    let after = try shop.contents()
    for round in 1...3 {
      try shop.undo(number)
      #expect(throws: Problems.self) { try shop.shop.undoImport(number, actor: manager) }
      let redone = try shop.redo(number)
      #expect(redone.isComplete, "\(redone.reported)")
      #expect(redone.tally == file.tally)
      #expect(try shop.contents() == after)
      if round == 3 || Seeds.isThorough { #expect(try shop.shop.check() == []) }
      #expect(throws: Problems.self) { try shop.redo(number) }
      // Applied again, the file is known.
      #expect(try shop.take(file.text) { $0.kind = file.kind }.outcome == .alreadyApplied(importID: number))
    }
    try shop.undo(number)
    var left = try shop.contents()
    if file.name == "a receipt with lots" { left["lots"] = first["lots"] }
    #expect(left == first)
  }

  @Test func whatALaterImportChangedIsKept() throws {
    let shop = try tradingShop()
    let first = try shop.contents()
    let one = try shop.number("product_code,title,brand\nP1,Beaker,Acme\n", "products")
    let two = try shop.number("product_code,title\nP1,Goblet\n", "products")
    let undone = try shop.undo(one)
    #expect(
      undone.reported == ["brands Acme reverted", "products P1 kept title Goblet Cup kept brand Acme – reverted"])
    #expect(undone.records.last?.reason == "import \(two) changed it since")
    #expect(undone.tally == ["brands reverted 1", "products kept 1"])
    #expect(try shop.lines("products", "product_code", "title", "brand") == ["P1,Goblet,", "P2,Mug,"])
    // With the later one undone too, the value from before both is back.
    #expect(try shop.undo(two).isComplete)
    #expect(try shop.contents() == first)
    #expect(try shop.redo(one).isComplete)
    #expect(try shop.lines("products", "product_code", "title", "brand") == ["P1,Beaker,Acme", "P2,Mug,"])
    // In the order of imports, not of redos.
    #expect(try shop.redo(two).isComplete)
    try shop.undo(one)
    #expect(
      try shop.redo(one).reported == [
        "brands Acme reverted", "products P1 kept title Goblet Beaker kept brand – Acme reverted",
      ])
  }

  @Test func aNewRecordThatWasChangedSinceIsKeptUntilThatIsUndoneToo() throws {
    let shop = try tradingShop()
    let first = try shop.contents()
    let one = try shop.number("product_code,title\nP7,Vase\n", "products")
    let two = try shop.number("product_code,title\nP7,Big vase\n", "products")
    #expect(try shop.undo(one).tally == ["products kept 1"])
    #expect(try shop.lines("products", "product_code", "title").contains("P7,Big vase"))
    #expect(try shop.undo(two).tally == ["products reverted 2"])
    #expect(try shop.contents() == first)
    // Back in the other order: the change calls for its record.
    try shop.redo(two)
    #expect(try shop.lines("products", "product_code", "title").contains("P7,Big vase"))
    try shop.redo(one)
    #expect(try shop.lines("products", "product_code", "title").contains("P7,Big vase"))
    try shop.undo(two)
    #expect(try shop.lines("products", "product_code", "title").contains("P7,Vase"))
  }

  @Test func whatSomethingDependsOnIsBlocked() throws {
    let shop = try tradingShop()
    let first = try shop.contents()
    let goods = try shop.number("product_code,title,category,sku,price\nP7,Vase,glass,X,9.00\n")
    let sale = try shop.number("document,line,sku,quantity,effective_at,location\nS1,1,X,1,2026-01-05,shop\n", "sales")
    let undone = try shop.undo(goods)
    #expect(
      undone.reported == [
        "categories glass blocked", "products P7 blocked", "variants X blocked", "prices X regular EUR reverted",
      ])
    #expect(
      undone.records.map(\.reason) == [
        "products refer to it", "variants refer to it", "the ledger has movements of it", "",
      ])
    // The ledger remembers the sale even when it is undone.
    try shop.undo(sale)
    #expect(try shop.lines("variants", "sku") == ["A", "B", "X"])
    #expect(try shop.contents()["sales"] == first["sales"])
    #expect(try shop.redo(goods).isComplete)
    #expect(try shop.lines("prices", "sku", "price").contains("X,9.00"))
    #expect(try shop.shop.check() == [])
  }

  @Test func whatADependantHeldGoesWithIt() throws {
    let shop = try tradingShop()
    let first = try shop.contents()
    let tree = try shop.number("category,category_name\nglass,Glass\n", "categories")
    let goods = try shop.number("product_code,category\nP7,glass\n", "products")
    #expect(try shop.undo(tree).tally == ["categories blocked 1"])
    // Found there by another import, it is that one's from now on.
    let other = try shop.number("category\nglass\n", "categories")
    #expect(try shop.undo(goods).tally == ["products reverted 1"])
    #expect(try shop.lines("categories", "category").contains("glass"))
    #expect(try shop.undo(other).tally == ["categories reverted 1"])
    #expect(try shop.contents() == first)
  }

  @Test func anIdIsNeverGivenTwice() throws {
    let shop = try tradingShop()
    let one = try shop.number("product_code,title\nP7,Vase\n", "products")
    let id = try shop.int("SELECT id FROM products WHERE code = 'P7'")
    try shop.undo(one)
    let two = try shop.number("product_code,title\nP8,Bowl\nP7,Urn\n", "products")
    #expect(try shop.int("SELECT MIN(id) FROM products WHERE code IN ('P7', 'P8')") > id)
    let redone = try shop.redo(one)
    #expect(redone.reported == ["products P7 kept"] && redone.records[0].reason == "another record has its key by now")
    try shop.undo(two)
    #expect(try shop.int("SELECT id FROM products WHERE code = 'P7'") == id)
    #expect(try shop.lines("products", "product_code", "title").contains("P7,Vase"))
  }

  @Test func anUndoneReceiptGivesBackTheAverageFromBefore() throws {
    let shop = try tradingShop()
    let header = "document,line,sku,quantity,unit_cost,effective_at,location\n"
    func average() throws -> String { try shop.lines("stock_levels", "sku", "unit_cost").joined() }
    let early = try shop.number(header + "R1,1,A,10,4.00,2026-01-02,shop\n", "receipts")
    #expect(try average() == "A,3")
    let late = try shop.number(header + "R2,1,A,20,6.00,2026-01-03,shop\n", "receipts")
    #expect(try average() == "A,4.5")
    try shop.undo(early)
    #expect(try average() == "A,4.666667")
    try shop.redo(early)
    #expect(try average() == "A,4.5")
    try shop.undo(late)
    #expect(try average() == "A,3")
    // At the same moment as another.
    let same = try shop.number(header + "R3,1,A,20,9.00,2026-01-02,shop\n", "receipts")
    try shop.undo(early)
    #expect(try average() == "A,6.666667")
    try shop.undo(same)
    #expect(try average() == "A,2")
    #expect(try shop.shop.check() == [])
  }

  @Test func aRecountThatIsUndoneLetsTheFirstCountHold() throws {
    let shop = try tradingShop()
    let header = "count,sku,counted_quantity,location\n"
    func counted() throws -> [String] { try shop.lines("count_lines", "sku", "counted_quantity") }
    let one = try shop.number(header + "N1,A,9,shop\n", "count_lines")
    let two = try shop.number(header + "N1,A,8,shop\n", "count_lines")
    let three = try shop.number(header + "N1,A,7,shop\n", "count_lines")
    #expect(try counted() == ["A,7"])
    // The middle one goes: nothing is seen of it.
    #expect(try shop.undo(two).isComplete)
    #expect(try counted() == ["A,7"])
    #expect(try shop.undo(three).isComplete)
    #expect(try counted() == ["A,9"])
    #expect(try shop.undo(one).tally == ["count_lines reverted 1", "counts reverted 1"].reversed())
    #expect(try counted() == [])
    // Its count is gone, because the first file created it; when that is restored, so is the entry.
    #expect(try shop.redo(two).tally == ["count_lines blocked 1"])
    #expect(try shop.redo(one).tally == ["counts reverted 1", "count_lines reverted 2"])
    #expect(try counted() == ["A,8"])
    #expect(try shop.redo(three).isComplete)
    #expect(try counted() == ["A,7"])
    _ = try shop.shop.closeCount("N1", actor: manager)
    _ = try shop.shop.approveCount("N1", actor: manager)
    for isDryRun in [true, false] {
      let refused = #expect(throws: Problems.self) {
        try shop.shop.undoImport(three, actor: manager, isDryRun: isDryRun)
      }
      #expect(refused?.code == .refused && refused?.message.contains("count N1 is in state 'approved'") == true)
      #expect(refused?.remedy.contains("stockroom count reopen N1") == true)
    }
    #expect(try counted() == ["A,7"])
    _ = try shop.shop.reopenCount("N1", actor: manager)
    #expect(try shop.undo(three).isComplete)
    #expect(try counted() == ["A,8"])
  }

  @Test func aLevelIsKeptWhereALaterOneCountedOnIt() throws {
    let shop = try tradingShop()
    let header = "sku,quantity,effective_at,location\n"
    let one = try shop.number(header + "B,10,2026-02-01,shop\n", "stock_levels")
    let two = try shop.number(header + "B,12,2026-02-02,shop\n", "stock_levels")
    let undone = try shop.undo(one)
    #expect(undone.tally == ["movements kept 1"] && !undone.isComplete)
    #expect(undone.reported == ["movements B shop kept"])
    #expect(undone.records.first?.reason.contains("stockroom imports undo \(two)") == true)
    // What is known last stays.
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,10", "B,12"])
    try shop.undo(two)
    try shop.redo(one)
    #expect(try shop.undo(one).isComplete)
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,10", "B,0"])
    #expect(try shop.shop.check() == [])
  }

  /// A level that comes back must not change one that was set while it was not there.
  @Test func aLevelSetWhileAnotherWasUndoneStays() throws {
    let shop = try tradingShop()
    let header = "sku,quantity,effective_at,location\n"
    let one = try shop.number(header + "B,10,2026-02-01,shop\n", "stock_levels")
    try shop.undo(one)
    let two = try shop.number(header + "B,12,2026-02-02,shop\n", "stock_levels")
    #expect(try shop.redo(one).tally == ["movements kept 1"])
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,10", "B,12"])
    #expect(try shop.undo(two).isComplete)
  }

  /// Levels that rest on each other may be taken back and brought back in their order.
  @Test func levelsComeBackInTheirOrder() throws {
    let shop = try tradingShop()
    let header = "sku,quantity,effective_at,location\n"
    let one = try shop.number(header + "A,15,2026-02-01,shop\n", "stock_levels")
    let two = try shop.number(header + "A,12,2026-02-02,shop\n", "stock_levels")
    for number in [two, one] { #expect(try shop.undo(number).isComplete) }
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,10"])
    for number in [one, two] { #expect(try shop.redo(number).isComplete) }
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,12"])
    #expect(try shop.undo(one).tally == ["movements kept 1"])
  }

  @Test func aFileMayHaveLinesThatLookLikeAnUndo() throws {
    let shop = try tradingShop()
    let text =
      "document,line,sku,quantity,effective_at,location\nS1,1,A,1,2026-01-05,shop\nS1,1 undo 5,A,2,2026-01-05,shop\n"
    let number = try shop.number(text, "sales")
    #expect(number == 4)
    #expect(try shop.undo(number).number == 5)
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,10"])
    _ = try shop.number(
      "document,line,sku,quantity,effective_at,location\nS1,1 undo 5 (2),A,3,2026-01-05,shop\n", "sales")
    _ = try shop.number(text, "sales")
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,4"])
    #expect(try shop.lines("sales", "document", "line") == ["S1,1 undo 5 (2)", "S1,1", "S1,1 undo 5"])
    #expect(try shop.shop.check() == [])
  }

  @Test func aTransferComesBackWholeOrNotAtAll() throws {
    let shop = try tradingShop()
    let header = "document,line,sku,quantity,movement_kind,effective_at,location,to_location\n"
    let number = try shop.number(
      header + "T1,1,A,4,transfer,2026-01-03,shop,store\nT1,2,A,1,transfer,2026-01-03,shop,store\n", "movements")
    try shop.undo(number)
    _ = try shop.number(header + "T1,1,A,-4,adjustment,2026-01-03,shop,\n", "movements")
    #expect(try shop.redo(number).tally == ["movements reverted 2", "movements blocked 2"])
    #expect(try shop.lines("stock_levels", "sku", "location", "quantity") == ["A,shop,5", "A,store,1"])
    #expect(try shop.shop.check() == [])
  }

  @Test func whatCannotBeUndoneSaysSo() throws {
    let shop = try tradingShop()
    let number = try shop.number("sku,price\nA,1.50\n", "prices")
    let undo = try #require(try shop.undo(number).number)
    let cases: [(Int64, Bool, Problem.Code)] = [
      (99, true, .notFound), (99, false, .notFound), (undo, true, .refused), (undo, false, .refused),
      (number, true, .wrongState), (1, false, .wrongState),
    ]
    let before = try shop.dump()
    for (number, isUndo, code) in cases {
      do {
        if isUndo { try shop.undo(number) } else { try shop.redo(number) }
        Issue.record("\(number) was not refused")
      } catch let error as Problems {
        #expect(error.code == code && !error.remedy.isEmpty)
      }
    }
    #expect(try shop.dump() == before)
  }

  @Test func theHistoryTellsWhatAnImportChanged() throws {
    let shop = try tradingShop()
    let number = try shop.number("product_code,title,category\nP1,Beaker,glass\n", "products")
    let contents = try shop.shop.importContents(number)
    #expect(
      contents.counts.map { "\($0.kind) \($0.action) \($0.records)" } == ["categories create 1", "products update 1"])
    #expect(contents.records.map(\.key) == ["glass", "P1"])
    #expect(
      contents.records[1].fields.map { "\($0.field) \($0.before ?? "") \($0.after ?? "")" } == [
        "title Cup Beaker", "category ceramics glass",
      ])
    let undo = try #require(try shop.undo(number).number)
    #expect(
      try shop.shop.importContents(undo).records.map { "\($0.action) \($0.key)" } == ["delete glass", "update P1"])
    #expect(try shop.shop.importContents(number).records.map(\.key) == ["glass", "P1"])
    #expect(try shop.shop.imports(limit: 2).map(\.operation) == [.undo, .import])
    #expect(try shop.shop.imports(limit: 2).map(\.isUndone) == [false, true])
    #expect(try shop.shop.importContents(3).movements.map { "\($0.kind) \($0.records)" } == ["receipt 1"])
    #expect(throws: Problems.self) { try shop.shop.importContents(77) }
  }
}

extension TestShop {
  /// Without what depends on the moment of an import: since when a new price is valid.
  fileprivate func withoutMoments(_ contents: [String: String]) throws -> [String: String] {
    var contents = contents
    contents["prices"] = try lines("prices", "sku", "price", "valid_to").joined(separator: "\n")
    return contents
  }
}
