import Serving
import Testing

/// What a text means is read again when the text changes.
@Suite struct KeptReadingTests {
  private struct Broken: Error {}

  private final class Reads {
    var number = 0
  }

  private let kept = KeptReading<String>()
  private let reads = Reads()

  private func value(of text: String) throws -> String {
    try kept.value(of: text) {
      reads.number += 1
      if text.isEmpty { throw Broken() }
      return "read: \(text)"
    }
  }

  @Test func aTextIsReadOnceUntilItChanges() throws {
    // The last two are one character for people, and two for a file.
    for (number, text) in ["name: A", "name: B", "name: A", "name: \u{E9}", "name: e\u{301}"].enumerated() {
      for _ in 0..<3 { #expect(Array(try value(of: text).utf8) == Array("read: \(text)".utf8)) }
      #expect(reads.number == number + 1)
    }
  }

  @Test func nothingIsKeptOfAFailure() throws {
    #expect(try value(of: "name: A") == "read: name: A")
    for _ in 0..<2 { #expect(throws: Broken.self) { try value(of: "") } }
    #expect(try value(of: "name: A") == "read: name: A")
    #expect(reads.number == 3)
  }
}
