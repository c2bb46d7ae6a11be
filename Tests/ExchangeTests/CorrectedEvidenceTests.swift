import Exchange
import FormatKit
import RetailValues
import Testing

/// Correcting a cell does not change how other rows are read.
@Suite struct CorrectedEvidenceTests {
  private func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("sku\nA\nB\nC\nD\n") { $0.kind = "variants" }
    try shop.take("supplier\nACME\n") { $0.kind = "suppliers" }
    return shop
  }

  private func take(_ shop: TestShop, _ text: String, _ corrections: [CellCorrection]) throws -> ImportSummary {
    try shop.take(text) { $0.corrections = corrections }
  }

  private let packs =
    "supplier;sku;unit_cost;pack_size\nACME;A;4,80;4\nACME;B;4,80;zwölf\nACME;C;4,80;1.200\nACME;D;4,80;2\n"

  @Test func aCorrectedNumberIsReadAsItsColumnIs() throws {
    let shop = try shop()
    let wrong = try take(shop, packs, [CellCorrection(line: 3, column: "pack_size", value: "12.50")])
    #expect(wrong.errors == ["3 decimal-mark-differs"], "\(wrong.reported)")
    #expect(wrong.reported.contains("pack_size '12.50' has a decimal point, but '4,80' in line 2 has a decimal comma"))
    let right = try take(shop, packs, [CellCorrection(line: 3, column: "pack_size", value: "12")])
    #expect(right.isApplied, "\(right.reported)")
    #expect(try shop.lines("supplier_items", "sku", "pack_size").sorted() == ["A,4", "B,12", "C,1200", "D,2"])
  }

  /// What the file has still counts where it is corrected away.
  @Test func theOldValueStaysEvidence() throws {
    let shop = try shop()
    let text = "supplier;sku;unit_cost;price\nACME;A;0,80;4.50\nACME;B;0,80;1.200\n"
    let summary = try take(shop, text, [CellCorrection(line: 2, column: "price", value: "4")])
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price").sorted() == ["A,4.00", "B,1.20"])
  }

  @Test func aCorrectedDateIsReadAsItsColumnIs() throws {
    let shop = try shop()
    let text = "sku;price;valid_from;valid_to\nA;1;01/02/2026;28/02/2026\nB;1;soon;28/02/2026\n"
    let wrong = try take(shop, text, [CellCorrection(line: 3, column: "valid_from", value: "02/13/2026")])
    #expect(wrong.errors == ["3 date-order-differs"], "\(wrong.reported)")
    let right = try take(shop, text, [CellCorrection(line: 3, column: "valid_from", value: "13/02/2026")])
    #expect(right.errors.isEmpty, "\(right.reported)")
    #expect(right.findings.contains { $0.name == "date order of 'valid_from'" && $0.value == "dmy" })
  }

  @Test func aCorrectionDoesNotAnswerTheQuestionOfOtherRows() throws {
    let cases: [(String, String, String, Problem.Code)] = [
      ("sku;price\nA;1.200\nB;x\n", "price", "12.50", .marksConflict),
      ("sku;price;valid_from\nA;1;01/02/2026\nB;1;x\n", "valid_from", "13/02/2026", .datesConflict),
    ]
    for (text, column, value, code) in cases {
      let problems = try #require(throws: Problems.self) {
        try take(try shop(), text, [CellCorrection(line: 3, column: column, value: value)])
      }
      #expect(problems.code == code)
    }
  }

  @Test func theOnlyDoubtfulValueIsCorrected() throws {
    for (value, expected) in [("1200", "A,1200.00"), ("1200,50", "A,1200.50"), ("1200.50", "A,1200.50")] {
      let shop = try shop()
      let summary = try take(
        shop, "sku;price\nA;1.200\nB;5\n", [CellCorrection(line: 2, column: "price", value: value)])
      #expect(summary.isApplied, "\(value): \(summary.reported)")
      #expect(try shop.lines("prices", "sku", "price").sorted() == [expected, "B,5.00"])
    }
    // It can still mean two numbers.
    #expect(throws: Problems.self) {
      try take(
        try shop(), "sku;price\nA;1.200\nB;5\n", [CellCorrection(line: 2, column: "price", value: "1.300")])
    }
  }
}
