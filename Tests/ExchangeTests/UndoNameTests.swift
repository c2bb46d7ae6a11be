import Exchange
import RetailValues
import Stock
import Testing

/// What undos and redos say of records: what they are called, and what becomes of each.
@Suite struct UndoNameTests {
  private func shop() throws -> TestShop {
    let shop = try TestShop.unguarded(copyOf: UndoCase.tradingShop.get())
    // After the imports that filled it.
    shop.clock += 3
    return shop
  }

  /// Imports a file, and returns the number of its import.
  private func number(_ text: String, _ kind: String? = nil, in shop: TestShop) throws -> Int64 {
    let summary = try shop.take(text) { $0.kind = kind }
    guard case .applied(let number) = summary.outcome else {
      Issue.record("not applied: \(summary.outcome) \(summary.reported)")
      return -1
    }
    return number
  }

  private func undo(_ number: Int64, in shop: TestShop) throws -> ImportReversion {
    shop.clock += 1
    return try shop.shop.undoImport(number, actor: manager, at: hour(shop.clock))
  }

  private func redo(_ number: Int64, in shop: TestShop) throws -> ImportReversion {
    shop.clock += 1
    return try shop.shop.redoImport(number, actor: manager, at: hour(shop.clock))
  }

  private func reported(_ reversion: ImportReversion) -> [String] {
    reversion.records.map { "\($0.effect.rawValue) \($0.kind) \($0.key) (\($0.title ?? "–"))" }
  }

  @Test func removedRecordsKeepTheirNames() throws {
    let shop = try shop()
    let goods = try number(
      "product_code,title,brand,sku,barcode,price\nP7,Vase,Acme,X,4006381333931,9.00\n", in: shop)
    let undone = try undo(goods, in: shop)
    #expect(
      reported(undone) == [
        "removed brands Acme (–)", "removed products P7 (Vase)", "removed variants X (Vase)",
        "removed barcodes 4006381333931 (Vase)", "removed prices X regular EUR (Vase)",
      ])
    for entry in [goods, try #require(undone.number)] {
      let records = try shop.shop.importContents(entry).records
      #expect(records.map(\.key) == ["Acme", "P7", "X", "4006381333931", "X regular EUR"])
      #expect(records.map { $0.title ?? "–" } == ["–", "Vase", "Vase", "Vase", "Vase"])
      let values = records.flatMap(\.fields).flatMap { [$0.before, $0.after] }.compactMap { $0 }
      #expect(values.contains("Acme") && values.contains("P7") && values.contains("X"))
      #expect(!values.contains { $0.hasPrefix("#") }, "\(values)")
    }
  }

  @Test func aRecordIsNamedByWhatItLacks() throws {
    let shop = try shop()
    let product = try number("product_code,title\nP7,Vase\n", "products", in: shop)
    let item = try number("product_code,title,sku,price\nP7,Vase,X,9.00\n", in: shop)
    _ = try undo(item, in: shop)
    _ = try undo(product, in: shop)
    let redone = try redo(item, in: shop)
    #expect(reported(redone) == ["blocked variants X (Vase)", "blocked prices X regular EUR (Vase)"])
    #expect(redone.records.map(\.reason).allSatisfy { $0.hasPrefix("what it refers to is no longer there") })
  }

  @Test func aChangedRecordHasTheTitleOfBefore() throws {
    let shop = try shop()
    let titles = try number("product_code,title\nP1,Beaker\n", "products", in: shop)
    let undone = try undo(titles, in: shop)
    #expect(reported(undone) == ["changed products P1 (Beaker)"])
    let redone = try redo(titles, in: shop)
    #expect(reported(redone) == ["changed products P1 (Cup)"])
  }

  /// Lines that the file does not name have internal names.
  @Test(arguments: [
    ("document,sku,quantity,effective_at,location\nS1,A,1,2026-01-05,shop\n", "sale S1 A shop"),
    ("sku,quantity,unit_price,effective_at,location\nA,1,1.00,2026-01-03,shop\n", "sale A shop"),
    ("document,line,sku,quantity,effective_at,location\nS1,7,A,1,2026-01-05,shop\n", "sale S1 7"),
  ])
  func movementsAreNamedByTheirDocumentOrItem(file: String, key: String) throws {
    let shop = try shop()
    let first = try number(file, "sales", in: shop)
    _ = try undo(first, in: shop)
    _ = try number(file, "sales", in: shop)
    let redone = try redo(first, in: shop)
    #expect(reported(redone) == ["blocked movements \(key) (Cup)"])
  }

  @Test func anEntryOfACountIsReplacedByThatOfAnImport() throws {
    let shop = try shop()
    let header = "count,sku,counted_quantity,location\n"
    _ = try number(header + "N1,A,9,shop\n", "count_lines", in: shop)
    let second = try number(header + "N1,A,8,shop\n", "count_lines", in: shop)
    func replaced(_ number: Int64) throws -> [String] {
      try shop.shop.importContents(number).records.filter { $0.kind == "count_lines" && $0.action == .update }
        .flatMap { record in
          record.fields.map { "\(record.key) \($0.field): \($0.before ?? "–") > \($0.after ?? "–")" }
        }
    }
    #expect(try replaced(second) == ["N1 A superseded_by: – > import \(second)"])
    let undone = try #require(try undo(second, in: shop).number)
    #expect(try replaced(second) == ["N1 A superseded_by: – > import \(second)"])
    #expect(try replaced(undone) == ["N1 A superseded_by: import \(second) > –"])
  }

  /// The change set of an undo or a redo says the same as its effects.
  @Test(arguments: UndoCase.all) func effectsAreThoseOfTheChangeSet(_ file: UndoCase) throws {
    let shop = try shop()
    let first = try number(file.text, file.kind, in: shop)
    let (undone, redone) = (try undo(first, in: shop), try redo(first, in: shop))
    for reversion in [undone, redone] {
      let contents = try shop.shop.importContents(try #require(reversion.number))
      for (effect, action) in [
        (ImportReversion.Effect.removed, PlanAction.delete), (ImportReversion.Effect.restored, PlanAction.create),
      ] {
        let effects = reversion.effects.filter { $0.effect == effect }.map { "\($0.kind) \($0.records)" }
        #expect(effects == contents.counts.filter { $0.action == action }.map { "\($0.kind) \($0.records)" })
      }
      let moved = reversion.effects.filter { $0.effect == .moved }.reduce(0) { $0 + $1.records }
      #expect(moved == contents.movements.reduce(0) { $0 + $1.records })
      #expect(reversion.counts.map { "\($0.kind) \($0.outcome.rawValue) \($0.records)" } == file.tally)
    }
  }
}
