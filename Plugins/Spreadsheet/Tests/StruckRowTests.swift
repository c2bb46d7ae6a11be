import FormatKit
import FormatKitTesting
import Testing

@testable import SpreadsheetFormat

/// Rows that the sender struck out.
@Suite struct StruckRowTests {
  private static let workbook = TestWorkbook(
    sheets: [
      (
        "List",
        [("sku", "price", 0), ("A-1", "4.5", 0), ("A-2", "2", 1), ("A-3", "7.25", 0)].enumerated().map {
          let (number, (sku, price, style)) = ($0 + 1, $1)
          return "<row r=\"\(number)\"><c r=\"A\(number)\" s=\"\(style)\" t=\"inlineStr\"><is><t>\(sku)</t></is></c>"
            + "<c r=\"B\(number)\" s=\"\(number == 4 ? 1 : style)\" t=\"\(number == 1 ? "str" : "n")\"><v>\(price)</v></c></row>"
        }.joined()
      )
    ],
    styles: "<fonts><font/><font><strike/></font><font><strike val=\"0\"/></font></fonts>"
      + "<cellXfs><xf fontId=\"0\"/><xf fontId=\"1\"/><xf fontId=\"2\"/></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs>"
  )
  private static let document = TestWorkbook(
    document: "<table:table table:name=\"List\">"
      + [("sku", "price", "n"), ("A-1", "4.5", "n"), ("A-2", "2", "s"), ("A-3", "7.25", "n")].map { sku, price, style in
        [sku, price].map {
          "<table:table-cell table:style-name=\"\(style)\" office:value-type=\"string\"><text:p>\($0)</text:p></table:table-cell>"
        }.joined()
      }.map { "<table:table-row>\($0)</table:table-row>" }.joined() + "</table:table>",
    styles:
      "<style:style style:name=\"n\"><style:text-properties style:text-line-through-style=\"none\"/></style:style>"
      + "<style:style style:name=\"s\"><style:text-properties style:text-line-through-style=\"solid\"/></style:style>")

  private static func read(
    _ book: TestWorkbook, _ struck: StruckRowReading?
  ) throws(Problems) -> (skus: [String], codes: [String]) {
    var options = SpreadsheetOptions()
    options.struckRows = struck
    var reader = try SpreadsheetFormat(options: options).reader(for: book.source)
    var batch = RecordBatch()
    var (skus, codes): ([String], [String]) = ([], [])
    while try reader.read(into: &batch) {
      skus += (0..<batch.rowCount).map { batch.string(row: $0, column: 0) ?? "" }
      codes += batch.problems.map { "\($0.problem.code.id) \($0.problem.position.line)" }
    }
    return (skus, codes)
  }

  @Test(arguments: [workbook, document]) func areAskedAbout(_ book: TestWorkbook) throws {
    let found = try Self.read(book, nil)
    #expect(found.skus == ["A-1", "A-2", "A-3"] && found.codes == ["xlsx-struck-row 3"])
  }

  /// What the remedy names does what it says.
  @Test(arguments: [workbook, document]) func theOptionDecides(_ book: TestWorkbook) throws {
    let remedy = Problem.Code.xlsxStruckRow.remedy
    #expect(remedy.contains("--option struck-rows=leave-out") && remedy.contains("struck-rows=records"))
    let left = try Self.read(book, .leaveOut)
    #expect(left.skus == ["A-1", "A-3"] && left.codes == [])
    let kept = try Self.read(book, .records)
    #expect(kept.skus == ["A-1", "A-2", "A-3"] && kept.codes == [])
  }
}
