import FormatKit
import Foundation
import Testing

@Suite struct ByteSourceTests {
  private func all(_ source: ByteSource, room: Int = 3) throws -> [UInt8] {
    let stream = try source.open()
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: room)
    while case let count = try buffer.withUnsafeMutableBytes({ try stream.read(into: $0) }), count > 0 {
      result += buffer[..<count]
    }
    return result
  }

  private func failure(_ body: () throws -> Void) -> Problems? {
    do {
      try body()
      return nil
    } catch { return error as? Problems }
  }

  @Test func readsAFileAsOftenAsAsked() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("source-\(UUID().uuidString).csv").path
    try Data("a,b\n1,2\n".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = try ByteSource.file(path, name: "goods.csv")
    #expect(source.name == "goods.csv")
    #expect(source.byteCount == 8)
    #expect(try all(source) == Array("a,b\n1,2\n".utf8))
    #expect(try all(source, room: 100) == Array("a,b\n1,2\n".utf8))

    let (first, second) = (try source.open(), try source.open())
    var buffer = [UInt8](repeating: 0, count: 2)
    for stream in [first, second] {
      #expect(try buffer.withUnsafeMutableBytes { try stream.read(into: $0) } == 2)
      #expect(buffer == Array("a,".utf8))
    }
  }

  @Test func refusesWhatIsNoFile() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let missing = failure { _ = try ByteSource.file(folder + "/no-such-file.csv", name: "no.csv") }
    #expect(missing?.code == .sourceUnreadable)
    #expect(missing?.headline == "no.csv: cannot be opened: No such file or directory")
    #expect(failure { _ = try ByteSource.file(folder) }?.message == "is not a regular file")
    #expect(failure { _ = try ByteSource.file("/dev/null") }?.code == .sourceUnreadable)
    #expect(failure { _ = try ByteSource.file("") }?.code == .sourceUnreadable)
  }

  @Test func tellsThatAFileHasGone() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("source-\(UUID().uuidString).csv").path
    try Data("a".utf8).write(to: URL(fileURLWithPath: path))
    let source = try ByteSource.file(path)
    try FileManager.default.removeItem(atPath: path)
    #expect(failure { _ = try source.open() }?.code == .sourceUnreadable)
  }

  @Test func handsOutMemoryInChunks() throws {
    let bytes = Array("0123456789".utf8)
    for chunk in [-1, 0, 1, 3, 10, 11, .max] { #expect(try all(.memory(bytes, chunk: chunk), room: 4) == bytes) }
    #expect(try all(.memory([])) == [])
    #expect(try all(.text("å")) == [0xC3, 0xA5])
  }

  @Test func turnsOtherErrorsIntoItsOwn() {
    struct Broken: Error {}
    let stream = ByteStream(name: "tape") { _ in throw Broken() }
    var buffer: [UInt8] = [0]
    let error = failure { _ = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) } }
    #expect(error?.code == .sourceUnreadable)
    #expect(error?.first.source == "tape")
  }

  @Test(arguments: [(0, false), (3, false), (9, false), (10, true), (11, true), (-5, false)])
  func previewsTheStart(limit: Int, isWhole: Bool) throws {
    let source = ByteSource.memory(Array("0123456789".utf8), name: "a.csv", chunk: 3)
    let preview = try source.preview(limit: limit)
    #expect(preview.bytes == Array("0123456789".utf8.prefix(max(0, limit))))
    #expect(preview.isWhole == isWhole)
    #expect(preview.name == "a.csv")
  }

  @Test(arguments: [
    ("goods.CSV", "csv"), ("a/b.c/goods", ""), ("goods", ""), ("a.tar.gz", "gz"), ("", ""), (".", ""), ("x.", ""),
  ])
  func knowsTheFileExtension(name: String, expected: String) {
    #expect(SourcePreview(name: name, bytes: [], isWhole: true).fileExtension == expected)
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x41], true, "A"), ([0xFF, 0xFE, 0x41, 0, 0x42], false, "A"),
      ([0xFE, 0xFF, 0, 0x41], true, "A"),
      ([0xFF, 0xFE], true, ""), ([0x63, 0xC3, 0xA9], true, "cé"), ([0x63, 0xE9], true, "cé"),
      ([0x63, 0xE9], false, "c"),
      ([0xC3, 0xA9, 0xE2, 0x82], false, "é"), ([0xC3, 0xA9, 0xE2, 0x82], true, "Ã©â‚"), ([0x80], true, "€"),
      ([], true, ""),
      ([0xE9, 0x2C, 0xE8], false, "é,è"),
    ] as [([UInt8], Bool, String)])
  func showsAPreviewAsText(bytes: [UInt8], isWhole: Bool, expected: String) {
    #expect(SourcePreview(name: "", bytes: bytes, isWhole: isWhole).text == expected)
  }

  @Test func collectsWhatIsWritten() throws {
    let sink = ByteSink.memory()
    try sink.write("å")
    try sink.write(UInt8(ascii: "\n"))
    try sink.flush()
    #expect(sink.collectedText == "å\n")
    #expect(sink.byteCount == 3)
  }

  @Test func tellsThatTheOutputFails() throws {
    let sink = ByteSink(descriptor: open("/dev/full", O_WRONLY), name: "full")
    try sink.write("text")
    #expect(failure { try sink.flush() }?.code == .sinkFailed)
  }
}
