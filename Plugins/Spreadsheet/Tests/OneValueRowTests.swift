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
    #expect(codes == ["xlsx-section-heading 2", "xlsx-total-row 5", "xlsx-total-row 8", "xlsx-heading-row 9"])
  }

  /// A column of the records, with the names of all columns.
  private static func column(
    _ name: String, _ rows: [[String]], header: [String] = ["sku", "title", "price", "quantity"],
    _ reading: OneValueReading? = nil
  ) throws -> (values: [String], names: [String], codes: [String]) {
    let text = ([header] + rows).enumerated().map { row($0 + 1, $1) }.joined()
    var options = SpreadsheetOptions()
    options.oneValueRows = reading
    let book = TestWorkbook(sheets: [("List", text)])
    var reader = try SpreadsheetFormat(options: options).reader(for: book.source)
    var batch = RecordBatch(rowLimit: 7)
    var (values, names, codes): ([String], [String], [String]) = ([], [], [])
    while try reader.read(into: &batch) {
      names = batch.schema.columns.map(\.name)
      if let place = names.firstIndex(of: name) {
        values += (0..<batch.rowCount).map { batch.string(row: $0, column: place) ?? "" }
      }
      codes += batch.problems.map { "\($0.problem.code.id) \($0.problem.position.line)" }
    }
    return (values, names, codes)
  }

  @Test func headingsAreTheCategoryOfTheRowsBelow() throws {
    let rows = [["Desk lamps:"]] + (0..<9).map(Self.item) + [["Floor lamps"]] + (9..<150).map(Self.item)
    let (values, _, codes) = try Self.column("category", rows)
    #expect(values == Array(repeating: "Desk lamps", count: 9) + Array(repeating: "Floor lamps", count: 141))
    #expect(codes == ["xlsx-section-heading 2"])
  }

  @Test func headingsFillTheColumnThatOnlyTheyFill() throws {
    let items = (0..<8).map { ["-"] + Self.item($0) }
    let rows = [["Lamps"]] + items[..<4] + [["Chairs"]] + items[4...]
    let (values, names, codes) = try Self.column("Group", rows, header: ["Group", "sku", "title", "price", "quantity"])
    #expect(values == Array(repeating: "Lamps", count: 4) + Array(repeating: "Chairs", count: 4))
    #expect(!names.contains("category"))
    #expect(codes == ["xlsx-section-heading 2"])
  }

  /// Notes stay notes: pages, sentences, texts below the first records, levels, and texts next to a column of categories.
  @Test(
    arguments: [
      ([(0, "Page 1 of 2"), (6, "Page 2 of 2")], nil), ([(0, "Lamps"), (6, "Prices may change.")], nil),
      ([(3, "Desk lamps"), (8, "Floor lamps")], nil), ([(0, "LIGHTING"), (0, "Desk lamps"), (6, "Floor lamps")], nil),
      ([(0, "Lamps")], nil), ([(0, "Desk lamps"), (6, "Floor lamps")], "Warengruppe"),
    ] as [([(Int, String)], String?)])
  func notesAreNoHeadings(_ notes: [(Int, String)], _ category: String?) throws {
    var rows = (0..<12).map { Self.item($0) + (category == nil ? [] : ["\($0 % 3 == 0 ? "x" : "y")"]) }
    for (place, text) in notes.reversed() { rows.insert([text], at: place) }
    let header = ["sku", "title", "price", "quantity"] + [category].compactMap { $0 }
    let (_, names, codes) = try Self.column("category", rows, header: header)
    #expect(names == header)
    #expect(codes.map { $0.split(separator: " ")[0] } == notes.map { _ in "xlsx-heading-row" })
  }

  /// What the problems of headings and notes propose does what it says.
  @Test func headingsCanBeGivenAndRefused() throws {
    let rows = (0..<3).map(Self.item) + [["Floor lamps"]] + (3..<9).map(Self.item)
    let given = try Self.column("category", rows, .headings)
    #expect(given.values == ["", "", ""] + Array(repeating: "Floor lamps", count: 6))
    let two = [["Desk lamps"]] + rows
    let refused = try Self.column("category", two, .notes)
    #expect(refused.names == ["sku", "title", "price", "quantity"])
    #expect(refused.codes == ["xlsx-heading-row 2", "xlsx-heading-row 6"])
    #expect(try Self.column("sku", two, .records).values.count == 11)
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
