import FormatKitTesting
import GRDB
import ProblemKit
import StockTesting
import Testing

@testable import Stock

/// The codes that one may mean who types one in capital or small letters.
@Suite struct CodeSpellingTests {
  @Test(arguments: Seeds.of(1...6)) func theCaseOfLettersIsAllThatMayDiffer(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func code() -> String {
      let length = Int.random(in: 1...5, using: &random)
      return String((0..<length).map { _ in "aAbB1éÉß-".randomElement(using: &random) ?? "a" })
    }
    try withShop { shop in
      try shop.addGoods()
      let codes = Set((0..<300).map { _ in code() })
      try shop.write { database in
        for code in codes.sorted() {
          try database.execute(sql: "INSERT INTO variants (sku, product_id) VALUES (?, 1)", arguments: [code])
        }
      }
      try shop.read { database in
        for typed in (0..<300).map({ _ in code() }) {
          let found = try String.fetchAll(
            database, sql: "SELECT sku FROM variants WHERE sku IN (\(VariantLookup.spellings(in: "variants", "sku")))",
            arguments: [typed])
          let like = try String.fetchAll(
            database, sql: "SELECT sku FROM variants WHERE sku = ? COLLATE NOCASE", arguments: [typed])
          #expect(found.sorted() == like.sorted(), "\(typed)")
        }
      }
    }
  }

  /// Capitals, signs, zeros in front, and letters between digits that look like digits.
  @Test(arguments: [
    (["we-1", "WE-1", "WE 1", "we1"], "we1"), (["H1OO1", "H1001", "h1oo1", "H-1O01"], "h1001"),
    (["A1I1", "A1l1", "a1i1", "A111"], "a111"), (["OO12", "0012", "12"], "12"), (["X-1O", "X.10"], "x10"),
  ])
  func spellingsHaveOneForm(codes: [String], form: String) {
    for code in codes {
      #expect(CodeSpelling.form(of: code) == form, "\(code)")
      #expect(CodeSpelling.roughForm(of: code) == CodeSpelling.roughForm(of: form), "\(code)")
    }
  }

  /// Letters at the end or the beginning of digits, and signs between digits, count.
  @Test(arguments: [("AO-1", "A0-1"), ("A1O", "A10"), ("XL2", "X12"), ("1-11", "11-1"), ("5XL2", "5X12")])
  func otherCodesHaveOtherForms(one: String, other: String) {
    #expect(CodeSpelling.form(of: one) != CodeSpelling.form(of: other))
  }

  @Test(arguments: [("variants", "sku"), ("products", "code")])
  func noCodeIsLookedForInAllOthers(table: String, column: String) throws {
    try withShop { shop in
      let plan = try shop.read { database in
        try Row.fetchAll(
          database,
          sql: """
            EXPLAIN QUERY PLAN
            SELECT id FROM \(table) WHERE \(column) IN (\(VariantLookup.spellings(in: table, column)))
            """, arguments: ["a"]
        ).map { $0["detail"] as String }
      }
      #expect(plan.filter { $0.hasPrefix("SCAN \(table)") || $0.hasPrefix("SCAN k") } == [])
      #expect(plan.contains { $0.hasPrefix("SEARCH \(table) ") })
      #expect(plan.contains { $0.hasPrefix("SEARCH k ") })
    }
  }
}
