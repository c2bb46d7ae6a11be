/// The characters that separate and release, as declared by a UNA or by default (ISO 9735-1, annex A).
struct ServiceCharacters: Hashable, Sendable {
  var component = UInt8(ascii: ":")
  var element = UInt8(ascii: "+")
  /// The sign before fractions that the UNA announces; both are understood.
  var decimalMark = UInt8(ascii: ".")
  /// Nil when a UNA says that none is used.
  var release: UInt8? = UInt8(ascii: "?")
  /// The sign between repetitions of an element, from syntax version 4 on; nil when none is used.
  var repetition: UInt8?
  var terminator = UInt8(ascii: "'")

  /// Whether every line end is a terminator, as in files whose sender took it for one.
  var endsAtLineEnd: Bool { terminator == 10 || terminator == 13 }

  init() {}

  /// The six characters after `UNA`; nil when they are not distinct, or are letters, digits or not ASCII.
  init?(una: ArraySlice<UInt8>) {
    let signs = Array(una)
    guard signs.count == 6 else { return nil }
    component = signs[0]
    element = signs[1]
    decimalMark = signs[2]
    release = signs[3] == 32 ? nil : signs[3]
    repetition = signs[4] == 32 ? nil : signs[4]
    terminator = signs[5]
    let separators = [component, element, terminator] + [release].compactMap { $0 }
    guard Set(separators).count == separators.count, decimalMark == 44 || decimalMark == 46,
      separators.allSatisfy({ $0 < 0x80 && $0 != 32 && !Self.isAlphanumeric($0) })
    else { return nil }
    guard signs.allSatisfy({ $0 < 0x80 && !Self.isAlphanumeric($0) }) else { return nil }
    if let repetition, separators.contains(repetition) { self.repetition = nil }
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}
