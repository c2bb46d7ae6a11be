import FormatKitTesting
import Foundation
import Testing

/// Umlauts, € and typographic quotes through the real command in every character set, with the detected set reported;
/// and text that is damaged far inside.
@Suite struct CharsetTests {
  private static let title = "Größe „Müßig“ 3 €"

  static let sets: [(name: String, encoding: String.Encoding, mark: [UInt8], option: String?, reported: String)] = [
    ("UTF-8", .utf8, [], nil, "charset: utf-8 (its characters beyond ASCII are valid UTF-8)"),
    ("UTF-8 with mark", .utf8, [0xEF, 0xBB, 0xBF], nil, "charset: utf-8 (byte-order mark)"),
    ("UTF-16LE with mark", .utf16LittleEndian, [0xFF, 0xFE], nil, "charset: utf-16le (byte-order mark)"),
    ("UTF-16BE with mark", .utf16BigEndian, [0xFE, 0xFF], nil, "charset: utf-16be (byte-order mark)"),
    ("UTF-16LE", .utf16LittleEndian, [], nil, "charset: utf-16le (every other of the first bytes is zero)"),
    ("UTF-16BE", .utf16BigEndian, [], nil, "charset: utf-16be (every other of the first bytes is zero)"),
    ("Windows-1252", .windowsCP1252, [], nil, "charset: windows-1252 (the byte f6 is not UTF-8)"),
    ("Windows-1252 given", .windowsCP1252, [], "windows-1252", "charset: windows-1252 (given)"),
    ("UTF-16LE given", .utf16LittleEndian, [], "utf-16le", "charset: utf-16le (given)"),
  ]

  private func bytes(_ text: String, _ index: Int) throws -> Data {
    Data(Self.sets[index].mark) + (try #require(text.data(using: Self.sets[index].encoding)))
  }

  @Test(arguments: sets.indices, ["csv", "json", "xml"]) func isReadAndTold(index: Int, format: String) throws {
    let set = Self.sets[index]
    let text: String
    switch format {
    case "csv": text = "product_code;title\nP1;\(Self.title)\n"
    case "json": text = "[{\"product_code\":\"P1\",\"title\":\"\(Self.title)\"}]"
    default:
      // XML without a mark says what it is; UTF-16 is seen by its first character.
      let declared = set.encoding == .windowsCP1252 ? " encoding=\"windows-1252\"" : ""
      text =
        "<?xml version=\"1.0\"\(declared)?><products><product><product_code>P1</product_code><title>\(Self.title)</title></product></products>"
    }
    let folder = try TestFolder()
    let shop = try folder.shop()
    let file = folder.path + "/goods.\(format)"
    try bytes(text, index).write(to: URL(fileURLWithPath: file))
    let run = try shop.run(["import", file] + (set.option.map { ["--option", "charset=\($0)"] } ?? []))
    #expect(run.status == 0, "\(run.shown)")
    #expect(run.outputText.contains("charset: "), "\(run.shown)")
    if format != "xml" { #expect(run.outputText.contains(set.reported), "\(run.shown)") }
    let export = try shop.run(["export", "products"])
    #expect(export.outputText.contains(Self.title), "\(export.shown)")
  }

  /// One broken byte, far after the part that is examined first.
  @Test(arguments: ["csv", "json", "xml"]) func oneBrokenByteLateIsAnError(format: String) throws {
    // In the first file there are letters beyond ASCII before the damage, in the second only after it.
    for isFirst in [true, false] {
      let rows = (1...20_000).map { number in
        (isFirst || number > 19_001) ? "Größe \(number)" : "Cup \(number)"
      }
      var data = Data()
      for (index, title) in rows.enumerated() {
        let code = "P\(index)"
        let line =
          switch format {
          case "csv": "\(index == 0 ? "product_code;title\n" : "")\(code);\(title)\n"
          case "json": "{\"product_code\":\"\(code)\",\"title\":\"\(title)\"}\n"
          default:
            "\(index == 0 ? "<products>" : "")<product><product_code>\(code)</product_code><title>\(title)</title></product>\n"
          }
        data.append(Data(line.utf8))
        // A byte of the next title's own is broken.
        if index == 19_000, let place = data.lastIndex(of: UInt8(ascii: "0")) { data[place] = 0xC3 }
      }
      if format == "xml" { data.append(Data("</products>".utf8)) }
      let folder = try TestFolder()
      let shop = try folder.shop()
      let file = folder.path + "/goods.\(format)"
      try data.write(to: URL(fileURLWithPath: file))
      let before = try shop.contents()
      let run = try shop.run(["import", file])
      let line = format == "csv" ? 19_002 : 19_001
      #expect(run.status == 5, "\(run.shown)")
      #expect(run.errorText.contains("goods.\(format):\(line):"), "\(run.shown)")
      #expect(try shop.contents() == before)
    }
  }
}
