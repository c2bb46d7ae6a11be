import Foundation
import Serving
import Testing

/// What is read from a file again, and when.
@Suite struct KeptReadingTests {
  private struct Broken: Error {}

  private final class Reads {
    var number = 0
  }

  private let folder: TemporaryFolder
  private let kept = KeptReading<String>()
  private let reads = Reads()

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/stockroom.yml" }

  private func write(_ text: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func value(now: Date = Date(timeIntervalSinceNow: 60)) throws -> String {
    try kept.value(of: path, now: now) {
      reads.number += 1
      return try String(contentsOfFile: path, encoding: .utf8)
    }
  }

  @Test func aFileIsReadOnceUntilItChanges() throws {
    try write("name: A")
    for _ in 0..<3 { #expect(try value() == "name: A") }
    #expect(reads.number == 1)
    // Of the same size, but another file.
    try write("name: B")
    for _ in 0..<3 { #expect(try value() == "name: B") }
    #expect(reads.number == 2)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("C".utf8))
    try file.close()
    #expect(try value() == "name: BC")
    #expect(reads.number == 3)
  }

  @Test func aFileThatWasJustChangedIsReadAgain() throws {
    let now = Date()
    try write("name: A")
    for _ in 0..<3 { #expect(try value(now: now) == "name: A") }
    #expect(reads.number == 3)
  }

  @Test func nothingIsKeptOfAFailure() throws {
    try write("name: A")
    #expect(throws: Broken.self) { try kept.value(of: path, now: .distantFuture) { throw Broken() } }
    #expect(try value() == "name: A")
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: (any Error).self) { try value() }
    #expect(reads.number == 2)
  }
}
