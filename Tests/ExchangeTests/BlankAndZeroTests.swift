import Exchange
import FormatKit
import RetailValues
import Testing

/// Zero is not blank and blank is not zero: every kind of field, every way of writing nothing, in every format.
@Suite struct BlankAndZeroTests {
  /// The content of a cell.
  enum Cell: Sendable, CustomTestStringConvertible {
    case text(String)
    /// A number token where the format has such.
    case number(String)
    /// JSON `null`; elsewhere an empty cell.
    case null
    /// No key, no element; an empty cell where there are columns.
    case missing

    var testDescription: String { "\(self)" }

    func written(_ format: String, _ name: String) -> String? {
      switch (self, format) {
      case (.text(let text), "json"): "\"\(name)\":\"\(text)\""
      case (.number(let text), "json"): "\"\(name)\":\(text)"
      case (.null, "json"): "\"\(name)\":null"
      case (.text(let text), "xml"), (.number(let text), "xml"): "<\(name)>\(text)</\(name)>"
      case (.null, "xml"): "<\(name)/>"
      case (.missing, "json"), (.missing, "xml"): nil
      case (.text(let text), _), (.number(let text), _): text
      case (.null, _), (.missing, _): ""
      }
    }
  }

  private static let formats = ["csv", "json", "xml"]

  /// A file of one record with a second one that has a value in the column, so that every format knows it.
  private func file(_ format: String, _ columns: [(String, Cell)], other: [(String, Cell)]) -> String {
    func record(_ cells: [(String, Cell)]) -> [String] { cells.compactMap { $0.1.written(format, $0.0) } }
    switch format {
    case "json": return "[{\(record(columns).joined(separator: ","))},{\(record(other).joined(separator: ","))}]"
    case "xml":
      return "<list>\([columns, other].map { "<item>\(record($0).joined())</item>" }.joined())</list>"
    default:
      let lines = [columns, other].map { record($0).joined(separator: ";") }
      return columns.map(\.0).joined(separator: ";") + "\n" + lines.joined(separator: "\n") + "\n"
    }
  }

  private func take(
    _ shop: TestShop, _ kind: String, _ field: String, _ cell: Cell, _ format: String, keys: [(String, Cell)],
    otherKeys: [(String, Cell)], other: String
  ) throws -> ImportSummary {
    let text = file(
      format, keys + [(field, cell)], other: otherKeys + [(field, .text(other))])
    return try shop.take(text, name: "file.\(format)") {
      $0.kind = kind
      $0.format = format
      $0.decimal = .comma
      if format == "xml" { $0.options = ["record": "item"] }
      if format == "csv" { $0.options = ["delimiter": "semicolon"] }
      $0.again = true
    }
  }

  /// What a cell makes of a field that had a value: `kept`, the new value, `empty`, or the code of the error.
  private static let catalog: [(field: String, known: String, cell: Cell, expected: String)] = {
    let nothing: [Cell] = [.text(""), .text("  "), .null, .missing]
    var cases: [(String, String, Cell, String)] = []
    for (field, known) in [("standard_cost", "7,5"), ("size", "XL"), ("variant_title", "Cup")] {
      for cell in nothing { cases.append((field, known, cell, "kept")) }
      cases.append((field, known, .text("(clear)"), "empty"))
    }
    for zero in [Cell.text("0"), .text("0,00"), .text("00"), .text("-0"), .number("0")] {
      cases.append(("standard_cost", "7,5", zero, "0"))
    }
    for word in ["-", "n/a", "(clear", "null"] { cases.append(("standard_cost", "7,5", .text(word), "not-a-number")) }
    // In text, what looks like nothing is text.
    for word in ["0", "-", "n/a", "0,00", "null"] { cases.append(("size", "XL", .text(word), word)) }
    return cases
  }()

  @Test(arguments: formats, catalog.indices) func catalogFields(format: String, index: Int) throws {
    let row = Self.catalog[index]
    let shop = try TestShop.unguarded()
    let keys: [(String, Cell)] = [("sku", .text("A"))]
    try shop.take("sku;\(row.field)\nA;\(row.known)\n") {
      $0.kind = "variants"
      $0.decimal = .comma
    }
    let before = try shop.lines("variants", row.field)[0]
    let summary = try take(
      shop, "variants", row.field, row.cell, format, keys: keys, otherKeys: [("sku", .text("B"))], other: "1")
    let stored = try shop.lines("variants", row.field)[0]
    switch row.expected {
    case "kept": #expect(summary.isApplied && stored == before, "\(summary.reported)")
    case "empty": #expect(summary.isApplied && ["", "\"\""].contains(stored), "\(summary.reported)")
    case "not-a-number":
      #expect(summary.outcome == .refused && summary.problems.map(\.code.id) == ["not-a-number"], "\(summary.reported)")
    default: #expect(summary.isApplied && stored.replacing("\"", with: "") == row.expected, "\(summary.reported)")
    }
  }

  /// A price must be there: nothing is an error, zero is a price.
  @Test(arguments: formats) func prices(format: String) throws {
    for (cell, expected) in [
      (Cell.text("0"), "0.00"), (.text("0,00"), "0.00"), (.number("0"), "0.00"), (.text(""), "missing-value"),
      (.null, "missing-value"), (.missing, "missing-value"), (.text("-"), "not-a-number"),
      (.text("n/a"), "not-a-number"),
      (.text("(clear)"), "missing-value"),
    ] {
      let shop = try TestShop.unguarded()
      try shop.take("sku\nA\nB\n") { $0.kind = "variants" }
      let summary = try take(
        shop, "prices", "price", cell, format, keys: [("sku", .text("A"))], otherKeys: [("sku", .text("B"))], other: "1"
      )
      if expected.contains(".") {
        #expect(
          try summary.isApplied && shop.lines("prices", "sku", "price").contains("A,\(expected)"),
          "\(cell) \(summary.reported)")
      } else {
        #expect(
          summary.outcome == .refused && summary.problems.map(\.code.id) == [expected], "\(cell) \(summary.reported)")
      }
    }
  }

  /// A counted zero is a count; a blank is not counted.
  @Test(arguments: formats) func counts(format: String) throws {
    for (cell, expected) in [
      (Cell.text("0"), "0"), (.text("0,00"), "0"), (.number("0"), "0"), (.text(""), ""), (.null, ""), (.missing, ""),
    ] {
      let shop = try TestShop.unguarded()
      try shop.take("location\nshop\n") { $0.kind = "locations" }
      try shop.take("sku\nA\nB\n") { $0.kind = "variants" }
      let summary = try take(
        shop, "count_lines", "counted_quantity", cell, format, keys: [("count", .text("1")), ("sku", .text("A"))],
        otherKeys: [("count", .text("1")), ("sku", .text("B"))], other: "3")
      #expect(summary.isApplied, "\(cell) \(summary.reported)")
      let counted = try shop.int("SELECT COUNT(*) FROM count_entries WHERE quantity = 0")
      #expect(counted == (expected == "0" ? 1 : 0), "\(cell)")
    }
  }

  /// Stock of zero is a valid quantity; a blank is not a quantity and an error.
  @Test(arguments: formats) func stock(format: String) throws {
    for (cell, expected) in [
      (Cell.text("0"), ""), (.number("0"), ""), (.text("0,000"), ""), (.text(""), "missing-value"),
      (.null, "missing-value"), (.missing, "missing-value"), (.text("-"), "not-a-number"),
      (.text("n/a"), "not-a-number"),
      (.text("(clear)"), "missing-value"),
    ] {
      let shop = try TestShop.unguarded()
      try shop.take("location\nshop\n") { $0.kind = "locations" }
      try shop.take("sku\nA\nB\n") { $0.kind = "variants" }
      try shop.take("sku;quantity\nA;5\nB;5\n") { $0.kind = "stock_levels" }
      let summary = try take(
        shop, "stock_levels", "quantity", cell, format, keys: [("sku", .text("A"))], otherKeys: [("sku", .text("B"))],
        other: "5")
      let onHand = try shop.int(
        "SELECT COALESCE(SUM(m.quantity), 0) FROM movements m JOIN variants v ON v.id = m.variant_id WHERE v.sku = 'A'")
      if expected.isEmpty {
        #expect(summary.isApplied && onHand == 0, "\(cell) \(summary.reported)")
      } else {
        #expect(summary.outcome == .refused && onHand == 5000, "\(cell) \(summary.reported)")
        #expect(summary.problems.map(\.code.id) == [expected], "\(cell) \(summary.reported)")
      }
    }
  }
}
