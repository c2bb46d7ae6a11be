import Foundation
import Testing

@testable import Web

/// Forms with files, however they are cut into pieces.
@Suite struct MultipartReaderTests {
  private static let boundary = "----WebKitFormBoundaryabc"

  /// A form with two fields and two files, one of which holds what looks like the beginning of a boundary.
  private static let form = [
    "------WebKitFormBoundaryabc\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\nsecret\r\n",
    "------WebKitFormBoundaryabc\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n\r\n",
    "------WebKitFormBoundaryabc\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a; b%22.csv\"\r\n",
    "Content-Type: text/csv\r\n\r\nsku,price\r\n\r\n------WebKitFormBoundaryab\r\n1,2\r\n\r\n",
    "------WebKitFormBoundaryabc\r\nContent-Disposition: form-data; name=\"files\"; filename=\"empty.csv\"\r\n\r\n\r\n",
    "------WebKitFormBoundaryabc\r\nContent-Disposition: form-data; name=\"none\"; filename=\"\"\r\n\r\n\r\n",
    "------WebKitFormBoundaryabc--\r\n",
  ].joined()

  private func reader(
    in folder: String, limits: MultipartReader.Limits = .init()
  ) throws -> MultipartReader {
    try #require(
      MultipartReader(contentType: "multipart/form-data; boundary=\(Self.boundary)", limits: limits) { fields, name in
        // The fields before a file are known by then.
        try #require(fields["csrf"] == "secret")
        return "\(folder)/\(name.prefix(1))"
      })
  }

  @Test(arguments: [1, 2, 3, 7, 64, 10_000])
  func readsFieldsAndFilesInPiecesOfAnySize(size: Int) throws {
    let folder = try TemporaryFolder()
    var reader = try reader(in: folder.path)
    let bytes = Array(Self.form.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try reader.take(bytes[start..<min(bytes.count, start + size)])
    }
    #expect(reader.isComplete)
    #expect(reader.content.fields["csrf"] == "secret")
    #expect(reader.content.fields["note"] == "")
    #expect(reader.content.files.map(\.name) == ["a; b\".csv", "empty.csv"])
    let text = try String(contentsOfFile: folder.path + "/a", encoding: .utf8)
    #expect(text == "sku,price\r\n\r\n------WebKitFormBoundaryab\r\n1,2\r\n")
    #expect(reader.content.files.map(\.bytes) == [Int64(text.utf8.count), 0])
    let maker = ShortHashMaker()
    Array(text.utf8).withUnsafeBytes { maker.add($0) }
    #expect(reader.content.files.map(\.hash) == [maker.hash(), ShortHashMaker().hash()])
  }

  @Test func refusesWhatIsTooLarge() throws {
    let folder = try TemporaryFolder()
    var limits = MultipartReader.Limits()
    limits.file = 10
    var reader = try reader(in: folder.path, limits: limits)
    #expect(throws: PageFailure.self) { try reader.take(Array(Self.form.utf8)) }
    limits = .init()
    limits.files = 1
    var second = try self.reader(in: folder.path, limits: limits)
    #expect(throws: PageFailure.self) { try second.take(Array(Self.form.utf8)) }
    limits = .init()
    limits.fieldBytes = 5
    var third = try self.reader(in: folder.path, limits: limits)
    #expect(throws: PageFailure.self) { try third.take(Array(Self.form.utf8)) }
  }

  @Test func headersOfAPartThatDoNotEndAreRefused() throws {
    let folder = try TemporaryFolder()
    var reader = try reader(in: folder.path)
    #expect(throws: PageFailure.self) {
      try reader.take(Array("--\(Self.boundary)\r\n".utf8))
      for _ in 1...100 { try reader.take([UInt8](repeating: 0x0D, count: 1_000)) }
    }
  }

  @Test func namesAlsoTheFileThatDidNotComeWhole() throws {
    let folder = try TemporaryFolder()
    var reader = try reader(in: folder.path)
    try reader.take(Array(Self.form.utf8.prefix(400)))
    #expect(reader.paths == [folder.path + "/a"])
  }

  @Test func isNotCompleteBeforeTheLastBoundary() throws {
    let folder = try TemporaryFolder()
    var reader = try reader(in: folder.path)
    try reader.take(Array(Self.form.utf8.dropLast(4)))
    #expect(!reader.isComplete)
  }

  @Test(arguments: [
    "text/plain", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=a",
  ])
  func takesOnlyFormsWithABoundary(type: String) {
    #expect(MultipartReader(contentType: type) { _, _ in "" } == nil)
  }

  @Test(arguments: [
    ("../../etc/passwd", "passwd"), ("C:\\Users\\anna\\Preise 2026.csv", "Preise 2026.csv"), ("-rf.csv", "rf.csv"),
    (".hidden", "hidden"), ("", "file"), ("Größe \u{202E}vsc.csv", "Größe _vsc.csv"), ("a\nb.csv", "a_b.csv"),
    ("\u{D4E}/../x", "x"), ("sent.json", "sent.json"), (".sent.json", "sent.json"), ("e\u{301}.csv", "e\u{301}.csv"),
  ])
  func makesASafeNameOfAnyName(name: String, safe: String) { #expect(Uploads.safe(name) == safe) }
}

/// A folder that is gone when the test is.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "stockroom-web-" + Secret.name()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
