import FormatKit
import FormatKitTesting
import Foundation
import ProgramTesting
import Testing
import Unpacking

/// Compressed files are opened as the file inside, within limits.
@Suite struct UnpackingTests {
  private let folder: String
  private static let table = "sku,price\nMUG,9.50\nPEN,1.50\n"

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/unpacking-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Makes files with Python's own libraries.
  private func make(_ script: String) throws {
    let words = ["python3", "-c", "import gzip, zipfile, zlib, os\n" + script]
    let status = try TestProgram(words, in: folder).finish()
    try #require(status == 0)
  }

  private func unpacking(
    _ limits: UnpackingLimits = .standard, _ claim: @escaping Unpacking.ArchiveClaim = { _ in .unknown }
  ) -> Unpacking { Unpacking(limits: limits, claim: claim) }

  private func text(_ source: ByteSource, chunk: Int = 4096) throws -> String {
    let stream = try source.open()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 1)
    defer { buffer.deallocate() }
    var bytes: [UInt8] = []
    while true {
      let count = try stream.read(into: buffer)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  private func code(_ path: String, _ limits: UnpackingLimits = .standard) -> String? {
    do {
      _ = try text(unpacking(limits).file(folder + "/" + path))
      return nil
    } catch { return (error as? Problems)?.code.id }
  }

  /// A frame of Zstandard with the text as one raw block (RFC 8878, section 3.1.1).
  private func zstandard(_ text: String) -> Data {
    let bytes = Array(text.utf8)
    var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, UInt8(bytes.count)]
    let header = bytes.count << 3 | 1
    frame += [UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16 & 0xFF)] + bytes
    return Data(frame)
  }

  @Test(arguments: [1, 5, 4096]) func opensWhatIsCompressed(_ chunk: Int) throws {
    try make(
      """
      text = \(Self.table.debugDescription).encode()
      gzip.open('a.csv.gz', 'wb').write(text)
      open('two.csv.gz', 'wb').write(gzip.compress(text[:9]) + gzip.compress(text[9:]) + bytes(512))
      with zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED) as z: z.writestr('in/prices.csv', text); z.writestr('__MACOSX/in/._prices.csv', b'x')
      open('plain.csv', 'wb').write(text)
      """)
    try zstandard(Self.table).write(to: URL(fileURLWithPath: folder + "/a.csv.zst"))
    try (zstandard("sku,price\n") + zstandard("MUG,9.50\nPEN,1.50\n")).write(
      to: URL(fileURLWithPath: folder + "/two.csv.zst"))
    for name in ["a.csv.gz", "two.csv.gz", "a.zip", "plain.csv", "a.csv.zst", "two.csv.zst"] {
      let source = try unpacking().file(folder + "/" + name)
      let found = try text(source, chunk: chunk)
      #expect(found == Self.table, "\(name)")
      let again = try text(source, chunk: chunk)
      #expect(again == Self.table, "\(name) again")
      // The name leads to the same bytes.
      let byName = try text(unpacking().file(source.name), chunk: chunk)
      #expect(byName == Self.table, "\(source.name)")
    }
    #expect(try unpacking().file(folder + "/a.zip").name == folder + "/a.zip/in/prices.csv")
    #expect(try unpacking().file(folder + "/a.csv.gz").preview().fileExtension == "csv")
  }

  @Test func aFileOfSeveralIsNamed() throws {
    try make(
      "with zipfile.ZipFile('feeds.zip', 'w') as z: z.writestr('prices.csv', 'a,b\\n1,2\\n'); z.writestr('stock.csv', 'c\\n')"
    )
    let error = #expect(throws: Problems.self) { try unpacking().file(folder + "/feeds.zip") }
    #expect(error?.code == .archiveHasSeveralFiles)
    #expect(error?.message == "the archive has 2 files: prices.csv, stock.csv")
    #expect(error?.remedy == "Name the one that is meant, such as \(folder)/feeds.zip/prices.csv.")
    #expect(try text(unpacking().file(folder + "/feeds.zip/stock.csv")) == "c\n")
    #expect(code("feeds.zip/other.csv") == "archive-several-files")
  }

  @Test func workbooksStayWhatTheyAre() throws {
    try make(
      "with zipfile.ZipFile('book.xlsx', 'w') as z: z.writestr('[Content_Types].xml', '<Types/>')\nwith zipfile.ZipFile('book.zip', 'w') as z: z.write('book.xlsx')"
    )
    let books = unpacking(.standard) {
      $0.text.contains("[Content_Types].xml") && !$0.text.contains("book.xlsx") ? .certain : .unknown
    }
    #expect(try books.file(folder + "/book.xlsx").name == folder + "/book.xlsx")
    let inside = try books.file(folder + "/book.zip")
    #expect(inside.name == folder + "/book.zip/book.xlsx")
    #expect(try inside.preview().bytes.starts(with: Array("PK".utf8)))
  }

  @Test func refusesWhatIsDamagedOrTooMuch() throws {
    try make(
      """
      text = b'sku,price\\n' * 5000
      packed = gzip.compress(text)
      open('cut.csv.gz', 'wb').write(packed[:len(packed) // 2])
      open('wrong.csv.gz', 'wb').write(packed[:20] + b'\\xff\\xff' + packed[22:])
      open('sum.csv.gz', 'wb').write(packed[:-8] + bytes(8))
      open('more.csv.gz', 'wb').write(packed + b'hello')
      open('twice.csv.gz', 'wb').write(gzip.compress(packed))
      open('bomb.csv.gz', 'wb').write(gzip.compress(bytes(4 << 20)))
      with zipfile.ZipFile('nested.zip', 'w') as z: z.writestr('a.csv.gz', packed)
      with zipfile.ZipFile('empty.zip', 'w') as z: pass
      """)
    try zstandard(Self.table).dropLast(5).write(to: URL(fileURLWithPath: folder + "/cut.csv.zst"))
    for (name, expected) in [
      ("cut.csv.gz", "source-truncated"), ("cut.csv.zst", "source-truncated"), ("wrong.csv.gz", "compression-damaged"),
      ("sum.csv.gz", "compression-damaged"), ("more.csv.gz", "compression-damaged"),
      ("twice.csv.gz", "compressed-twice"),
      ("nested.zip", "compressed-twice"), ("empty.zip", "source-empty"), ("nothing.csv", "source-unreadable"),
    ] {
      #expect(code(name) == expected, "\(name)")
    }
    #expect(code("bomb.csv.gz") == nil)
    #expect(code("bomb.csv.gz", .init(unbounded: 1 << 20, ratio: 300, total: 1 << 40)) == "unpacks-too-large")
    #expect(code("cut.csv.gz", .init(unbounded: 1 << 20, ratio: 300, total: 100)) == "unpacks-too-large")
  }

  /// For any damage, the text is complete or there is an error.
  @Test func noDamageGoesUnnoticed() throws {
    try make("open('a.csv.gz', 'wb').write(gzip.compress(\(Self.table.debugDescription).encode() * 20, mtime=0))")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/a.csv.gz")))
    let whole = String(repeating: Self.table, count: 20)
    var mutator = ByteMutator(seed: 18)
    for round in 0..<500 {
      let damaged = mutator.mutate(bytes)
      guard damaged.starts(with: [0x1F, 0x8B]) else { continue }
      do {
        let found = try text(unpacking().opened(.memory(damaged, name: "a.csv.gz")))
        // A header may differ in fields that are not text: its time, its name.
        #expect(found == whole || found.hasPrefix(whole), "round \(round)")
      } catch { #expect(error is Problems) }
    }
  }

  @Test func filesNextToACompressedOne() throws {
    try make(
      "gzip.open('a.csv.gz', 'wb').write(b'a,b\\n')\nwith zipfile.ZipFile('a.zip', 'w') as z: z.writestr('in/prices.csv', b'a,b\\n')"
    )
    for (path, expected) in [("a.csv.gz", "a.csv"), ("a.zip", "prices.csv"), ("a.zip/in/prices.csv", "prices.csv")] {
      let whole = folder + "/" + path
      let source = try unpacking().file(whole)
      #expect(Unpacking.plainPath(of: whole, openedAs: source) == folder + "/" + expected)
    }
    #expect(Unpacking.plainPath(of: "b.csv", openedAs: .text("a", name: "b.csv")) == "b.csv")
  }
}
