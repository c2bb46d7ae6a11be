internal import ProblemKit

/// Watches text that was detected as Windows-1252 because of one byte for signs that it is UTF-8.
///
/// UTF-8 letters beyond ASCII look like `Ã¼` in Windows-1252, which hardly any text contains on purpose. Five bytes mean
/// nothing in it.
struct UTF8Evidence {
  private var pending = 0
  /// Sequences of bytes that are a character of UTF-8, and bytes beyond ASCII that are not part of one.
  private var characters = 0
  private var others = 0
  /// The first byte that Windows-1252 does not have.
  private(set) var undefined: UInt8?
  private var offset = 0
  private var value = ""

  /// Begins at the bytes that are not UTF-8.
  mutating func begin(_ bytes: UnsafeRawBufferPointer, after offset: Int) {
    self.offset = offset
    value = Self.hexadecimal(bytes)
  }

  mutating func look(at byte: UInt8) {
    if byte & 0xC0 == 0x80, pending > 0 {
      pending -= 1
      if pending == 0 { characters += 1 }
      return
    }
    if pending > 0 { others += 1 }
    pending = 0
    guard byte >= 0x80 else { return }
    if undefined == nil, [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) { undefined = byte }
    switch byte {
    case 0xC2...0xDF: pending = 1
    case 0xE0...0xEF: pending = 2
    case 0xF0...0xF4: pending = 3
    default: others += 1
    }
  }

  /// Whether more places are characters of UTF-8 than not.
  var isMostlyUTF8: Bool { characters > others }

  /// The error for a source that is mostly UTF-8.
  func error(for source: ByteSource, line: (Int) -> Int) -> Problems? {
    guard isMostlyUTF8 else { return nil }
    return Problems(
      .invalidText, source: source.name, at: SourcePosition(line: line(offset), byteOffset: offset), value: value,
      "the bytes '\(value)' after \(offset) bytes of text are not valid utf-8, which \(characters) characters after them are",
      remedy: "Correct the damaged place in a text editor, and save the file as UTF-8.")
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}
