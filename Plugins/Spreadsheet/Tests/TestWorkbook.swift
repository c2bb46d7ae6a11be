import FormatKit
import FormatKitTesting

/// A workbook made by hand, its parts not packed, so that a test shows what is in it and may damage it.
struct TestWorkbook: Sendable {
  struct Part: Sendable {
    var name: String
    var bytes: [UInt8]
  }
  var parts: [Part] = []

  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let packages = "http://schemas.openxmlformats.org/package/2006/relationships"

  /// A workbook of sheets, each given by its rows in XML.
  init(sheets: [(name: String, rows: String)], texts: String? = nil, styles: String? = nil) {
    let count = sheets.count
    let list = sheets.enumerated().map { "<sheet name=\"\($1.name)\" sheetId=\"\($0 + 1)\" r:id=\"r\($0 + 1)\"/>" }
    var relations = (1...max(1, count)).map {
      "<Relationship Id=\"r\($0)\" Type=\"\(Self.documents)/worksheet\" Target=\"worksheets/sheet\($0).xml\"/>"
    }
    if texts != nil {
      relations.append("<Relationship Id=\"t\" Type=\"\(Self.documents)/sharedStrings\" Target=\"sharedStrings.xml\"/>")
    }
    add("[Content_Types].xml", "<Types/>")
    add(
      "_rels/.rels",
      "<Relationships xmlns=\"\(Self.packages)\"><Relationship Id=\"r1\" Type=\"\(Self.documents)/officeDocument\""
        + " Target=\"xl/workbook.xml\"/></Relationships>")
    add(
      "xl/workbook.xml",
      "<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.documents)\"><sheets>\(list.joined())</sheets></workbook>")
    add(
      "xl/_rels/workbook.xml.rels",
      "<Relationships xmlns=\"\(Self.packages)\">\(relations.joined())</Relationships>")
    for (index, sheet) in sheets.enumerated() {
      add(
        "xl/worksheets/sheet\(index + 1).xml",
        "<worksheet xmlns=\"\(Self.main)\"><sheetData>\(sheet.rows)</sheetData></worksheet>")
    }
    if let texts { add("xl/sharedStrings.xml", "<sst xmlns=\"\(Self.main)\">\(texts)</sst>") }
    if let styles { add("xl/styles.xml", "<styleSheet xmlns=\"\(Self.main)\">\(styles)</styleSheet>") }
  }

  /// An OpenDocument spreadsheet with that XML for its sheets, and that for its styles.
  init(document sheets: String, styles: String = "") {
    add("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    let names = [
      ("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"), ("draw", "drawing"),
    ].map { " xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($1):1.0\"" }.joined()
    add(
      "content.xml",
      "<office:document-content\(names)><office:automatic-styles>\(styles)</office:automatic-styles><office:body>"
        + "<office:spreadsheet>\(sheets)</office:spreadsheet></office:body></office:document-content>")
    add("META-INF/manifest.xml", "<manifest:manifest xmlns:manifest=\"urn:manifest\"/>")
  }

  mutating func add(_ name: String, _ text: String) { parts.append(Part(name: name, bytes: Array(text.utf8))) }

  /// Something of everything that a reader looks at.
  static let everything = TestWorkbook(
    sheets: [
      (
        "Prices",
        """
        <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>pr</t></r><r><t>ice</t></r></is></c>\
        <c r="C1" t="str"><v>since</v></c></row>
        <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>4.5</v></c><c r="C2" s="1"><v>45000</v></c></row>
        <row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3" t="b"><v>1</v></c></row>
        """
      ),
      (
        "More",
        "<row><c><v>1</v></c></row><row r=\"7\"><c r=\"C7\"><f>1</f></c><c r=\"A7\" t=\"d\"><v>2026</v></c></row>"
      ),
    ],
    texts:
      "<si><t>sku</t></si><si><t xml:space=\"preserve\"> A_x000D_ </t></si><si><r><t>B</t></r><rPh><t>b</t></rPh></si>",
    styles:
      "<numFmts><numFmt numFmtId=\"164\" formatCode=\"d/m/yy\"/></numFmts><cellXfs><xf/><xf numFmtId=\"164\"/></cellXfs>"
  )

  /// The same of an OpenDocument spreadsheet.
  static let document = TestWorkbook(
    document: """
      <table:table table:name="Prices" table:style-name="t1"><table:table-column/><table:table-header-rows>\
      <table:table-row><table:table-cell office:value-type="string" table:number-rows-spanned="2"><text:p>sku</text:p>\
      </table:table-cell><table:table-cell office:value-type="string" table:number-columns-spanned="2"><text:p>a<text:s \
      text:c="3"/>b<text:tab/></text:p></table:table-cell><table:covered-table-cell/></table:table-row>\
      </table:table-header-rows><table:table-row table:number-rows-repeated="3"><table:covered-table-cell/>\
      <table:table-cell office:value-type="float" office:value="4.5" table:number-columns-repeated="2"/>\
      <table:table-cell table:number-columns-repeated="16380"/></table:table-row><table:table-row-group><table:table-row>\
      <table:table-cell office:value-type="date" office:date-value="2026-10-31T18:00:00.25"><text:p>x</text:p>\
      </table:table-cell><table:table-cell office:value-type="time" office:time-value="PT36H00M01.5S"/><table:table-cell \
      office:value-type="boolean" office:boolean-value="true"/><table:table-cell table:formula="of:=1">\
      <text:p>#N/A</text:p></table:table-cell></table:table-row></table:table-row-group></table:table><table:table \
      table:name="Hidden" table:style-name="t2"/><table:table table:name="More"><table:table-row><table:table-cell \
      office:value-type="string" office:string-value="A &amp; B"><office:annotation><text:p>x</text:p></office:annotation>\
      </table:table-cell></table:table-row></table:table>
      """,
    styles: """
      <style:style style:name="t2" style:family="table"><style:table-properties table:display="false"/></style:style>
      """)

  var source: ByteSource { .memory(archive, name: "test.xlsx") }

  /// The zip archive, with every part uncompressed.
  var archive: [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    func word(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for part in parts {
      let name = Array(part.name.utf8)
      let about =
        word(20, 2) + word(0, 8) + word(Int(Self.checksum(part.bytes)), 4) + word(part.bytes.count, 4)
        + word(part.bytes.count, 4) + word(name.count, 2)
      directory +=
        [0x50, 0x4B, 1, 2] + word(20, 2) + about + word(0, 2) + word(0, 2) + word(0, 2) + word(0, 2) + word(0, 4)
        + word(bytes.count, 4) + name
      bytes += [0x50, 0x4B, 3, 4] + about + word(0, 2) + name + part.bytes
    }
    let start = bytes.count
    return bytes + directory + [0x50, 0x4B, 5, 6] + word(0, 4) + word(parts.count, 2) + word(parts.count, 2)
      + word(directory.count, 4) + word(start, 4) + word(0, 2)
  }

  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}
