import FormatKit
import FormatKitTesting
import SpreadsheetFormat
import Testing

/// Workbooks that mean harm, or were made by programs that did not think.
@Suite struct SpreadsheetHostileTests {
  private func read(_ rows: String, texts: String? = nil) -> CollectedReading {
    let book = TestWorkbook(sheets: [("List", rows)], texts: texts)
    return CollectedReading(of: SpreadsheetFormat.self, source: book.source)
  }

  @Test func aMillionEmptyRowsAreNothing() {
    let rows = (1...1_000_000).map { "<row r=\"\($0)\"/>" }.joined()
    #expect(read(rows).error?.code == .sourceEmpty)
  }

  @Test func rowsBeyondTheLastAreRefused() {
    let reading = read("<row r=\"1048576\"><c><v>1</v></c></row><row><c><v>2</v></c></row>")
    #expect(reading.error?.code == .xlsxTooLarge)
  }

  @Test func cellsBeyondTheLastAreRefused() {
    let cells = String(repeating: "<c><v>1</v></c>", count: 16_385)
    #expect(read("<row>\(cells)</row>").error?.code == .tooManyColumns)
  }

  @Test(arguments: [
    "<row r=\"4294967295\"><c r=\"A4294967295\"><v>1</v></c></row>", "<row r=\"1048577\"/>",
    "<row r=\"1\"><c r=\"ZZZZZZ1\"><v>1</v></c></row>", "<row r=\"1\"><c r=\"XFE1\"><v>1</v></c></row>",
    "<row><c r=\"A4294967295\"><v>1</v></c></row>", "<row><c r=\"ZZZZZZ99999999999999999999\"><v>1</v></c></row>",
  ])
  func namesOfCellsThatNoSheetHasAreRefused(_ row: String) {
    let reading = read(
      "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>sku</t></is></c></row>"
        + row.replacing("r=\"1\"", with: "r=\"2\""))
    #expect(reading.error?.code == .xlsxTooLarge, "\(reading)")
  }

  /// An invalid cell name is treated like a missing one.
  @Test func otherNamesOfCellsAreCountedOn() {
    let reading = read("<row><c r=\"?\"><v>1</v></c><c r=\"1\"><v>2</v></c></row>")
    #expect(reading.error == nil && reading.recordCount + reading.tables.count > 0)
  }

  /// A cell far out must not cost a column for each one before it.
  @Test func theLastCellCostsNothing() throws {
    let reading = read(
      "<row r=\"1\"><c r=\"XFC1\" t=\"inlineStr\"><is><t>a</t></is></c><c r=\"XFD1\" t=\"inlineStr\"><is><t>b</t></is></c></row>"
        + "<row r=\"1048576\"><c r=\"XFC1048576\"><v>1</v></c><c r=\"XFD1048576\"><v>2</v></c></row>")
    let table = try #require(reading.tables.first)
    #expect(table.segments[0].schema.columns.map(\.name) == ["a", "b"])
    #expect(table.records.map(\.position.line) == [1_048_576])
  }

  /// Comparing each attribute with each other one must not take for ever.
  @Test func manyAttributesAreRefusedSoon() {
    let attributes = (0..<60_000).map { " a\($0)=\"\"" }.joined()
    let time = ProcessorTime.spent {
      #expect(read("<row\(attributes)><c><v>1</v></c></row>").error?.code == .xlsxDamaged)
    }
    #expect(time < .seconds(20))
    let names = (0..<300).map { " xmlns:n\($0)=\"urn:\($0)\"" }.joined()
    #expect(read("<row\(names)/>").error?.code == .xlsxDamaged)
  }

  @Test(arguments: [
    "<!DOCTYPE sst [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><sst><si><t>&x;</t></si></sst>",
    "<!DOCTYPE sst SYSTEM \"http://localhost/x.dtd\"><sst/>", "<sst><si><t>&x;</t></si></sst>", "<sst><si>", "<", "",
    "\u{FEFF}", "text",
  ])
  func otherTextsAreRefused(_ part: String) {
    var book = TestWorkbook(sheets: [("List", "<row><c t=\"s\"><v>0</v></c></row>")], texts: "")
    for index in book.parts.indices where book.parts[index].name == "xl/sharedStrings.xml" {
      book.parts[index].bytes = Array(part.utf8)
    }
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: book.source)
    #expect(reading.error?.code == .xlsxDamaged)
  }

  /// Merged cells on top of each other, over all columns.
  @Test func mergedCellsAreBounded() {
    var book = TestWorkbook(sheets: [
      (
        "List",
        (1...60).map {
          "<row r=\"\($0)\"><c r=\"A\($0)\" t=\"d\"><v>a</v></c><c r=\"XFD\($0)\" t=\"d\"><v>b</v></c></row>"
        }
        .joined()
      )
    ])
    let merges = (0..<20_000).map { "<mergeCell ref=\"A\($0 % 5 + 1):XFC\($0 % 5 + 2)\"/>" }.joined()
    for index in book.parts.indices where book.parts[index].name == "xl/worksheets/sheet1.xml" {
      let text = String(decoding: book.parts[index].bytes, as: UTF8.self)
      book.parts[index].bytes = Array(text.replacing("</sheetData>", with: "</sheetData><x>\(merges)</x>").utf8)
    }
    let time = ProcessorTime.spent {
      #expect(CollectedReading(of: SpreadsheetFormat.self, source: book.source).error == nil)
    }
    #expect(time < .seconds(30))
  }

  /// Ten thousand entries for one sheet are read as one sheet.
  @Test func aSheetIsReadOnce() {
    var book = TestWorkbook(sheets: [("List", "<row><c><v>1</v></c></row>")])
    let sheets = (0..<9000).map { "<sheet name=\"S\($0)\" sheetId=\"1\" r:id=\"r1\"/>" }.joined()
    for index in book.parts.indices where book.parts[index].name == "xl/workbook.xml" {
      book.parts[index].bytes = Array(
        ("<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>\(sheets)"
          + "</sheets></workbook>").utf8)
    }
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: book.source)
    #expect(reading.error == nil && reading.tables.map(\.name) == ["S0"])
  }

  @Test func namesOfSheetsMayRepeat() {
    let book = TestWorkbook(sheets: [("A", "<row><c><v>1</v></c></row>"), ("A", "<row><c><v>2</v></c></row>")])
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: book.source)
    #expect(reading.tables.map(\.name) == ["A", "A (2)"])
  }

  /// Many texts go to a file and are found there again.
  @Test func manyTextsAreFoundAgain() throws {
    let count = 40_000
    let filler = String(repeating: "x", count: 500)
    let texts = (0..<count).map { "<si><t>\($0) \(filler)</t></si>" }.joined()
    let rows = stride(from: count - 1, through: 0, by: -997).map { "<row><c t=\"s\"><v>\($0)</v></c></row>" }.joined()
    let reading = read("<row><c t=\"inlineStr\"><is><t>text</t></is></c></row>" + rows, texts: texts)
    let found = try #require(reading.tables.first).records.map { $0.fields[0].text }
    #expect(found == stride(from: count - 1, through: 0, by: -997).map { "\($0) \(filler)" })
  }

  /// Libraries that never heard of Excel leave much out.
  @Test func whatIsLeftOutIsGuessed() throws {
    var book = TestWorkbook(
      sheets: [("List", "<row><c t=\"s\"><v>0</v></c></row><row><c><v>7</v></c></row>")], texts: "<si><t>n</t></si>")
    book.parts.removeAll { $0.name.hasSuffix(".rels") || $0.name.hasPrefix("[") }
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: book.source)
    #expect(reading.error == nil)
    #expect(try #require(reading.tables.first).records.map { $0.fields.map(\.text) } == [["7"]])
  }
}
