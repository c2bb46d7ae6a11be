import FormatKit
import FormatKitTesting
import Testing

@testable import SpreadsheetFormat

/// Rows with a single value: headings and notes, or records that lost their other values.
@Suite struct OneValueRowTests {
  /// Cells of a row, of texts in quotes and numbers, from column A on; `-` leaves one out.
  private static func row(_ number: Int, _ cells: [String]) -> String {
    let columns = zip("ABCDEFGH", cells).compactMap { column, value -> String? in
      if value == "-" { return nil }
      if Double(value) != nil { return "<c r=\"\(column)\(number)\"><v>\(value)</v></c>" }
      return "<c r=\"\(column)\(number)\" t=\"inlineStr\"><is><t>\(value)</t></is></c>"
    }
    return "<row r=\"\(number)\">\(columns.joined())</row>"
  }

  /// The result for rows below the names `sku`, `title`, `price` and `quantity`: the records' first values and all codes.
  private static func read(
    _ rows: [[String]], header: [String] = ["sku", "title", "price", "quantity"], _ reading: OneValueReading? = nil
  ) throws(Problems) -> (records: [String], codes: [String]) {
    let text = ([header] + rows).enumerated().map { row($0 + 1, $1) }.joined()
    let book = TestWorkbook(sheets: [("List", text)])
    var options = SpreadsheetOptions()
    options.oneValueRows = reading
    var reader = try SpreadsheetFormat(options: options).reader(for: book.source)
    var batch = RecordBatch(rowLimit: 7)
    var (records, codes): ([String], [String]) = ([], [])
    while try reader.read(into: &batch) {
      for row in 0..<batch.rowCount {
        let values = batch.schema.columns.indices.map { batch.string(row: row, column: $0) ?? "" }
        records.append(values.first { !$0.isEmpty } ?? "")
      }
      codes += batch.problems.map { "\($0.problem.code.id) \($0.problem.position.line)" }
    }
    return (records, codes)
  }

  private static func item(_ number: Int) -> [String] {
    ["A-\(1000 + number)", "\(number % 2 == 0 ? "Tea" : "Mug") \(number)", "\(number + 4).5", "\(number + 3)"]
  }

  /// Rows of totals fill other columns than the records, and do not show what records are like.
  @Test func headingsAreFoundNextToSubtotals() throws {
    let rows = [
      ["DRINKS"], ["G-001", "Juice", "0.89", "1"], ["G-002", "Cola", "0.45", "2"],
      ["Subtotal DRINKS", "-", "1.34", "-"],
      ["SWEETS"], ["S-001", "Chocolate", "0.79", "3"], ["Subtotal SWEETS", "-", "0.79", "-"], ["* prices without VAT"],
    ]
    let (records, codes) = try Self.read(rows)
    #expect(records == ["G-001", "G-002", "S-001"])
    #expect(codes.filter { $0.hasPrefix("xlsx-heading-row") }.count == 3, "\(codes)")
  }

  /// The group of a pivot table with a row for each of two members, and one for their total.
  @Test func theOnlyHeadingOfASmallTableIsFound() throws {
    let rows = [["Group1"], ["-", "11", "3", "14"], ["fizz", "5", "1", "6"], ["Grand Total", "16", "4", "20"]]
    let (records, codes) = try Self.read(rows, header: ["Row Labels", "none", "buzz", "Grand Total"])
    #expect(records == ["11", "fizz"])
    #expect(codes == ["xlsx-heading-row 2", "xlsx-total-row 5"])
  }

  @Test(arguments: [
    (["BEVERAGES"], "xlsx-heading-row"), (["* without VAT"], "xlsx-heading-row"),
    (["Page 2 of 3"], "xlsx-heading-row"), (["-", "BEVERAGES"], "xlsx-heading-row"),
    (["-", "-", "EUR"], "xlsx-heading-row"), (["-", "-", "-", "pieces"], "xlsx-heading-row"),
    (["A-1099"], "xlsx-one-value"), (["-", "-", "12.5"], "xlsx-one-value"), (["2026"], "xlsx-one-value"),
    (["-", "-", "-", "12B"], "xlsx-one-value"),
  ])
  func aRowIsANoteOrRefused(_ cells: [String], _ code: String) throws {
    for place in [0, 3, 12, 150] {
      var rows = (0..<max(12, place)).map { Self.item($0) }
      rows.insert(cells, at: place)
      let (records, codes) = try Self.read(rows)
      #expect(codes == ["\(code) \(place + 2)"], "\(cells) at \(place)")
      let kept = rows.indices.filter { $0 != place || code == "xlsx-one-value" }
      #expect(records == kept.map { rows[$0].first { $0 != "-" } ?? "" })
    }
  }

  /// Where many rows have one value, a single value proves nothing.
  @Test func tablesWithMostlyOneValueKeepTheirRows() throws {
    let rows = (0..<20).map { $0 % 2 == 0 ? Array(Self.item($0).prefix(1)) : Self.item($0) }
    let (records, codes) = try Self.read(rows)
    #expect(codes == [])
    #expect(records == rows.map { $0[0] })
  }

  @Test func theOptionDecides() throws {
    let rows = [["BEVERAGES"]] + (0..<12).map { Self.item($0) } + [["A-1099"], ["-", "-", "-", "17"]]
    let asRecords = try Self.read(rows, .records)
    #expect(asRecords.records.count == 15 && asRecords.codes == [])
    let asNotes = try Self.read(rows, .notes)
    #expect(asNotes.records.count == 12)
    #expect(asNotes.codes == ["xlsx-heading-row 2", "xlsx-heading-row 15", "xlsx-heading-row 16"])
  }

  @Test func aCodeWithoutItsOnlyOtherValueIsARecord() throws {
    var rows = (0..<20).map { [Self.item($0)[0], Self.item($0)[2]] }
    rows[7] = [rows[7][0]]
    let (records, codes) = try Self.read(rows, header: ["sku", "price"])
    #expect(codes == [])
    #expect(records.count == 20)
  }

  /// Whichever cells of rows are lost, no record is missing without a problem that names its row.
  @Test(arguments: 0..<200) func nothingVanishesSilently(seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    var rows = (0..<Int.random(in: 3...130, using: &dice)).map { Self.item($0) }
    for _ in 0..<Int.random(in: 1...4, using: &dice) {
      let place = Int.random(in: rows.indices, using: &dice)
      let kept = Int.random(in: 0..<4, using: &dice)
      rows[place] = rows[place].enumerated().map { $0 == kept ? $1 : "-" }
    }
    let (records, codes) = try Self.read(rows)
    var next = records[...]
    for (index, row) in rows.enumerated() {
      guard let first = row.first(where: { $0 != "-" }) else { continue }
      if next.first == first {
        next.removeFirst()
      } else {
        #expect(codes.contains { $0.hasSuffix(" \(index + 2)") }, "row \(index + 2) of copy \(seed): \(codes)")
      }
    }
    #expect(next.isEmpty)
  }
}
