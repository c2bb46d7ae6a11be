import Exchange
import Foundation
import ProblemKit
import Stock
import Testing

/// Deleting products, and what undos make of it.
struct RemovalTests {
  private static let file = """
    [{"name": "Bag", "regular_price": 20, "sale_price": 15, "colors": ["Red", "Blue"], "stores": {}},
     {"name": "Towel", "regular_price": 5, "colors": ["Red"], "stores": {"Downtown": 1}}]
    """

  private func shop() throws -> TestShop {
    let shop = try TestShop()
    #expect(try shop.take(Self.file, name: "products.json").isApplied)
    return shop
  }

  private func catalog(_ shop: TestShop) throws -> [String] {
    try ["products", "variants", "prices", "product_colours", "stock_levels"].flatMap { kind in
      try shop.lines(kind).map { "\(kind) \($0)" }
    }
  }

  @Test func removesAProductWithItsPartsAndBringsItBack() throws {
    let shop = try shop()
    let before = try catalog(shop)
    let plan = try shop.shop.removeProduct("Bag", actor: manager, isDryRun: true)
    #expect(plan.number == nil)
    #expect(try catalog(shop) == before)
    let removal = try shop.shop.removeProduct("Bag", actor: manager)
    #expect(removal.records == plan.records)
    #expect(
      removal.records.map(\.kind).sorted() == [
        "prices", "prices", "product_colours", "product_colours", "products", "variants",
      ])
    #expect(try catalog(shop) == before.filter { !$0.contains(" Bag") })
    let number = try #require(removal.number)
    // Another import that is undone does not bring it back, nor does the import that made it, done again.
    let other = try shop.take("product_code,title\nTowel,Tea towel\n")
    guard case .applied(let otherNumber) = other.outcome else { return #expect(Bool(false)) }
    try shop.shop.undoImport(otherNumber, actor: manager)
    #expect(try catalog(shop) == before.filter { !$0.contains(" Bag") })
    let undo = try shop.shop.undoImport(number, actor: manager)
    #expect(undo.isComplete)
    #expect(try catalog(shop) == before)
    let redo = try shop.shop.redoImport(number, actor: manager)
    #expect(redo.isComplete)
    #expect(try catalog(shop) == before.filter { !$0.contains(" Bag") })
    try shop.shop.undoImport(number, actor: manager)
    #expect(try catalog(shop) == before)
  }

  @Test func theSameFileMakesItAnew() throws {
    let shop = try shop()
    let before = try catalog(shop).sorted()
    _ = try shop.shop.removeProduct("Bag", actor: manager)
    let again = try shop.take(Self.file, name: "products.json") { $0.again = true }
    #expect(again.count("products", .create) == 1)
    #expect(try catalog(shop).sorted() == before)
    // The first one stays away: its name is taken.
    let undo = try shop.shop.undoImport(2, actor: manager)
    #expect(!undo.isComplete)
    #expect(try shop.int("SELECT COUNT(*) FROM products WHERE code = 'Bag'") == 1)
  }

  @Test func refusesWhatSomethingDependsOn() throws {
    let shop = try shop()
    let before = try shop.dump()
    do {
      _ = try shop.shop.removeProduct("Towel", actor: manager)
      Issue.record("the ledger has movements of it")
    } catch let error as Problems {
      #expect(error.message.contains("the ledger has movements of it"))
      #expect(error.remedy.contains("--status discontinued"))
    }
    #expect(throws: Problems.self) { try shop.shop.removeProduct("bag", actor: manager) }
    #expect(throws: Problems.self) { try shop.shop.removeColours(["Red", "Green"], of: "Bag", actor: manager) }
    #expect(try shop.dump() == before)
  }

  @Test func removesColoursOfOneProduct() throws {
    let shop = try shop()
    let removal = try shop.shop.removeColours(["Red"], of: "Bag", actor: manager)
    #expect(removal.records.map(\.key) == ["Bag Red"])
    #expect(try shop.lines("product_colours") == ["Bag,Blue", "Towel,Red"])
    #expect(try shop.int("SELECT COUNT(*) FROM colours") == 2)
    try shop.shop.undoImport(try #require(removal.number), actor: manager)
    #expect(try shop.lines("product_colours").sorted() == ["Bag,Blue", "Bag,Red", "Towel,Red"])
  }

  /// The import that made it, undone after the deletion, leaves nothing to come back.
  @Test func nothingComesBackWithoutWhatMadeIt() throws {
    let shop = try TestShop()
    let made = try shop.take("product_code,title\nP,Thing\n")
    guard case .applied(let number) = made.outcome else { return #expect(Bool(false)) }
    let removal = try shop.shop.removeProduct("P", actor: manager)
    try shop.shop.undoImport(number, actor: manager)
    try shop.shop.undoImport(try #require(removal.number), actor: manager)
    #expect(try shop.int("SELECT COUNT(*) FROM products") == 0)
    try shop.shop.redoImport(number, actor: manager)
    #expect(try shop.lines("products", "product_code") == ["P"])
  }
}
