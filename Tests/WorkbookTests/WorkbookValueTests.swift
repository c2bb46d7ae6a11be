import Testing
import Workbook

/// What texts and dates become in a workbook.
@Suite struct WorkbookValueTests {
  @Test(arguments: [
    "2026-10-31", "2026-02-29", "1900-02-28", "2026-10-31T18:00", "2026-10-31T18:00:00.000Z", "2026-10-31T24:00:00",
    "2026-10-31 18:00:00", "2026-1-1", "31.10.2026",
  ])
  func onlyWholeDatesBecomeDates(_ text: String) {
    #expect((DateSerial.serial(of: text) != nil) == (text == "2026-10-31"))
  }

  @Test(arguments: [
    ("a_x000D_b", "a\rb"), ("_x005F_x000D_", "_x000D_"), ("_x0041", "_x0041"), ("_xD83D__xDE00_", "\u{1F600}"),
    ("_xD83D_", "_xD83D_"), ("__x0009_", "_\t"),
  ])
  func escapesAreResolved(_ stored: String, _ text: String) {
    #expect(String(decoding: CellEscapes.decoded(Array(stored.utf8)), as: UTF8.self) == text)
  }

  @Test(arguments: [
    "plain", "_x000D_", "a\rb\u{1}\u{0}", "_x005F_x000D_", "__x0041__", "\u{FFFE}\u{FFFF}", "_x", "a\tb\nc",
  ])
  func escapesComeBack(_ text: String) {
    let encoded = Array(text.utf8).withUnsafeBufferPointer { CellEscapes.encoded($0) }
    #expect(!encoded.contains { $0 < 32 && $0 != 9 && $0 != 10 })
    #expect(String(decoding: CellEscapes.decoded(encoded), as: UTF8.self) == text)
  }

  /// A sheet's name has at most 31 characters, some of which are forbidden, and no other sheet has it, capitals or not.
  @Test func sheetsOfOneNameAreToldApart() throws {
    let book = try WorkbookFile()
    let names = [
      "Lines", "lines", "a/b", "", "'x'", String(repeating: "long", count: 20), String(repeating: "long", count: 20),
    ]
    for name in names {
      let sheet = try book.addSheet(name)
      #expect(sheet.write(1, row: 0, column: 0))
    }
    try book.finish()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    #expect(try book.read(into: buffer) > 1000)
    #expect(buffer[0] == UInt8(ascii: "P") && buffer[1] == UInt8(ascii: "K"))
  }

  @Test func aCellHoldsAText() throws {
    let book = try WorkbookFile()
    let sheet = try book.addSheet("texts")
    func fits(_ count: Int) -> Bool {
      Array(repeating: UInt8(ascii: "x"), count: count).withUnsafeBufferPointer { sheet.write($0, row: 0, column: 0) }
    }
    #expect(fits(WorkbookSheet.maximumText))
    #expect(!fits(WorkbookSheet.maximumText + 1))
  }
}
