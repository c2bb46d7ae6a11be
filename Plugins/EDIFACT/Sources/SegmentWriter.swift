internal import FormatKit

/// Writes segments with the usual service characters, and counts them.
struct SegmentWriter {
  private let sink: ByteSink
  /// Whether text is written as UTF-8 (UNOY) instead of Latin 1 (UNOC).
  let isUTF8: Bool
  /// Segments of the message that is being written.
  private(set) var count = 0

  init(_ sink: ByteSink, isUTF8: Bool) {
    self.sink = sink
    self.isUTF8 = isUTF8
  }

  mutating func beginMessage() { count = 0 }

  func writeUNA() throws(Problems) { try sink.write("UNA:+.? '\n") }

  /// Writes a segment: elements of components. What is empty at the end is left out.
  mutating func write(_ tag: String, _ elements: [[String]]) throws(Problems) {
    count += 1
    try sink.write(tag)
    let last = elements.lastIndex { $0.contains { !$0.isEmpty } }
    for element in elements.prefix((last ?? -1) + 1) {
      try sink.write(UInt8(ascii: "+"))
      let end = element.lastIndex { !$0.isEmpty } ?? -1
      for (index, component) in element.prefix(end + 1).enumerated() {
        if index > 0 { try sink.write(UInt8(ascii: ":")) }
        try write(component)
      }
    }
    try sink.write("'\n")
  }

  private func write(_ text: String) throws(Problems) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "+", ":", "?":
        try sink.write(UInt8(ascii: "?"))
        try sink.write(UInt8(truncatingIfNeeded: scalar.value))
      case _ where scalar.value < 32 || scalar.value == 0x7F: try sink.write(UInt8(ascii: " "))
      case _ where scalar.value < 0x80: try sink.write(UInt8(truncatingIfNeeded: scalar.value))
      case _ where isUTF8: try sink.write(String(Character(scalar)))
      case _ where (0xA0...0xFF).contains(scalar.value): try sink.write(UInt8(truncatingIfNeeded: scalar.value))
      // A question mark, which must be released.
      default: try sink.write("??")
      }
    }
  }

  /// Whether a text can be written without losing a character.
  func canWrite(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 32 && scalar.value < 0x7F || isUTF8 && scalar.value > 0x9F || (0xA0...0xFF).contains(scalar.value)
    }
  }
}

/// A moment as the envelope writes it.
struct EnvelopeTime: Hashable, Sendable {
  let day: String
  let time: String

  /// Reads `2026-10-31` or `2026-10-31T18:00`, ignoring the rest; nil for anything else.
  init?(_ text: String) {
    let digits = text.utf8.filter { (48...57).contains($0) }
    guard text.count >= 10, digits.count >= 8 else { return nil }
    let all = String(decoding: digits, as: UTF8.self)
    guard WrittenPeriod(String(all.prefix(8)), format: "102") != nil else { return nil }
    day = String(all.prefix(8))
    let clock = String(all.dropFirst(8).prefix(4))
    time = clock.utf8.count == 4 ? clock : "0000"
  }

  /// The element S004 of a syntax version.
  func element(version: Int) -> [String] { [version >= 4 ? day : String(day.dropFirst(2)), time] }
}
