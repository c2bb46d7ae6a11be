import Exchange
import FormatKit
import RetailValues
import Testing

/// Numbers and dates as files have them, through the whole import.
@Suite struct NotationImportTests {
  private static let later = 6000

  private func shop() throws -> TestShop {
    let shop = try TestShop(timeZone: "Europe/Madrid")
    try shop.take("sku\nA\nB\n") { $0.kind = "variants" }
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    try shop.take("supplier\nACME\n") { $0.kind = "suppliers" }
    return shop
  }

  private func code(_ text: String, _ configure: (inout ImportRequest) -> Void = { _ in }) throws -> Problems {
    let shop = try shop()
    return try #require(throws: Problems.self) { try shop.take(text, configure) }
  }

  /// A price list whose first rows are all the same.
  private func list(_ usual: String, then others: String...) -> String {
    "sku;price;valid_from\n" + String(repeating: "A;\(usual);2026-01-01\n", count: Self.later)
      + others.map { "B;\($0);2026-01-01\n" }.joined()
  }

  @Test func contraryEvidenceLateInTheFileIsAnErrorWithBothPlaces() throws {
    let shop = try shop()
    for (usual, other, marks) in [
      ("12.50", "12,50", ("comma", "point")), ("12,50", "1,234.56", ("point", "comma")),
      ("12.50", "0,123", ("comma", "point")),
    ] {
      let summary = try shop.take(list(usual, then: other))
      #expect(summary.outcome == .refused && summary.errors == ["\(Self.later + 2) decimal-mark-differs"])
      #expect(
        summary.reported.contains(
          "price '\(other)' has a decimal \(marks.0), but '\(usual)' in line 2 has a decimal \(marks.1)"))
    }
    let dates = try shop.take(
      "sku;price;valid_from\n" + String(repeating: "A;1;25/02/2026\n", count: Self.later) + "B;1;02/25/2026\n")
    #expect(dates.errors == ["\(Self.later + 2) date-order-differs"])
    #expect(dates.reported.contains("'02/25/2026' is a date in the order mdy, but '25/02/2026' in line 2 is in dmy"))
  }

  @Test func evidenceLateInTheFileCounts() throws {
    let shop = try shop()
    let summary = try shop.take(
      "sku;price;valid_from\n" + String(repeating: "A;1.234;01/02/2026\n", count: Self.later) + "B;12,50;25/02/2026\n")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price").sorted() == ["A,1234.00", "B,12.50"])
    let mark = try #require(summary.findings.first { $0.name == "decimal mark of 'price'" })
    #expect(mark.value == "comma" && mark.evidence == "by its values, such as '12,50' in line \(Self.later + 2)")
    #expect(summary.findings.contains { $0.name == "date order of 'valid_from'" && $0.value == "dmy" })
  }

  /// Of 11.11.2026 every order has the same day; without one it would be no date.
  @Test func daysThatAreTheirMonthAreDates() throws {
    let shop = try shop()
    let summary = try shop.take("sku;price;valid_from\nA;1.50;11.11.2026\nB;2.50;12.12.2026\n")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(summary.findings.contains { $0.name == "date order of 'valid_from'" && $0.value == "dmy" })
  }

  @Test func aColumnThatContradictsItself() throws {
    let summary = try shop().take("sku;price;valid_from\nA;12.50;2026-01-01\nA;12,50;2026-02-01\nB;1.234;2026-01-01\n")
    // What is doubtful is an error too: nothing in such a column is taken by guess.
    #expect(summary.errors == ["3 decimal-mark-differs", "4 decimal-mark-unclear"])
  }

  @Test func whereNothingTells() throws {
    for text in ["sku;price\nA;1.234\nB;2\n", "sku;price\nA;1,234\n", "sku;price\nA;5\nB;1.000\n"] {
      let error = try code(text)
      #expect(error.code == .marksConflict && error.remedy.contains("--decimal"))
      #expect(error.first.position.line > 1)
    }
    let both = try code("sku;price;valid_from\nA;1.234;01/02/2026\n")
    #expect(
      both.message.contains("'1.234' in line 2")
        && both.message.contains("'01/02/2026' in line 2"))
    #expect(both.remedy.contains("--decimal") && both.remedy.contains("--dates"))
    for (mark, expected) in [(ExactDecimal.Mark.comma, "A,1230.00"), (.point, "A,1.23")] {
      let shop = try shop()
      try shop.take("sku;price\nA;1.230\n") { $0.decimal = mark }
      #expect(try shop.lines("prices", "sku", "price") == [expected])
    }
    // The other columns of the file decide.
    let shop = try shop()
    let summary = try shop.take("supplier;sku;unit_cost;pack_size;price\nACME;A;7,5;1.000;1.234\n")
    #expect(try shop.lines("supplier_items", "unit_cost", "pack_size") == ["7.5,1000"], "\(summary.reported)")
    #expect(try shop.lines("prices", "price") == ["1234.00"])
    #expect(
      summary.findings.contains {
        $0.name == "decimal mark of 'price'" && $0.value == "comma" && $0.evidence == "as in the file's other columns"
      })
  }

  @Test func numbersOfJSONAreNoEvidence() throws {
    let shop = try shop()
    try shop.take("[{\"sku\":\"A\",\"price\":1.230},{\"sku\":\"B\",\"price\":12.5}]", name: "prices.json")
    #expect(try shop.lines("prices", "sku", "price").sorted() == ["A,1.23", "B,12.50"])
    #expect(throws: Problems.self) { try shop.take("[{\"sku\":\"A\",\"price\":\"1.234\"}]", name: "prices.json") }
  }

  @Test func clocksThatAreChanged() throws {
    let shop = try shop()
    let summary = try shop.take(
      "sku,quantity,effective_at\nA,1,2026-03-29T02:30\nA,1,2026-10-25T02:30\nA,1,2026-10-25T02:30+01:00\n",
      name: "sales.csv"
    ) { $0.kind = "sales" }
    let warnings = summary.problems.filter { $0.severity == .warning }.map { "\($0.position.line) \($0.code.id)" }
    #expect(warnings == ["2 time-skipped", "3 time-repeated"] && summary.isApplied, "\(summary.reported)")
    #expect(summary.reported.contains("it is read as 2026-03-29T03:30:00+02:00, and may be 2026-03-29T01:30:00+01:00"))
  }

  @Test func spreadsheetsNumbersForDates() throws {
    let summary = try shop().take("sku,quantity,effective_at\nA,1,46325\nA,1,46325.75\nA,46325,2026-10-31\n") {
      $0.kind = "sales"
    }
    #expect(summary.errors == ["2 date-is-serial", "3 date-is-serial"])
    #expect(summary.reported.contains("'46325' is a number, with which spreadsheets mean 2026-10-30"))
  }

  @Test func currenciesOfTheFile() throws {
    let shop = try shop()
    let summary = try shop.take("sku;price;currency\nA;€ 12,50;EUR\nB;12,50 €;EUR\nA;$ 3,50;EUR\nB;$ 3,50;USD\n")
    #expect(summary.errors == ["4 currency-differs"], "\(summary.reported)")
  }
}
