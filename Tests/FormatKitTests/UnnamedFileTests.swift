import FormatKit
import Foundation
import Testing

/// A file takes its place whole, or leaves nothing behind.
@Suite struct UnnamedFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("unnamed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func write(_ text: String, to file: UnnamedFile) throws {
    let sink = ByteSink(descriptor: file.descriptor, name: "test")
    try sink.write(text)
    try sink.flush()
    try file.sync()
  }

  @Test func takesThePlaceOfAnotherFile() throws {
    try withFolder { folder in
      let path = folder + "/stock.csv"
      try Data("a long text of before\n".utf8).write(to: URL(fileURLWithPath: path))
      let file = try UnnamedFile(for: path)
      try write("sku\n", to: file)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "a long text of before\n")
      try file.place()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "sku\n")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["stock.csv"])
    }
  }

  @Test func leavesNothingBehindWithoutAPlace() throws {
    try withFolder { folder in
      let path = folder + "/stock.csv"
      // No file can take the place of a folder.
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      func place() throws {
        let file = try UnnamedFile(for: path)
        try write("sku\n", to: file)
        try file.place()
      }
      #expect(throws: Problems.self) { try place() }
      #expect(throws: Problems.self) { _ = try UnnamedFile(for: folder + "/missing/stock.csv") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["stock.csv"])
    }
  }
}
