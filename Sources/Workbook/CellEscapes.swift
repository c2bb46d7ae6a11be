/// Escapes such as `_x000D_` for characters that XML cannot hold (ECMA-376 part 1, 22.9.2.19).
package enum CellEscapes {
  package static func decoded(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "_"), let unit = unit(text, at: index) else {
        result.append(text[index])
        index += 1
        continue
      }
      index += 7
      if let scalar = Unicode.Scalar(UInt32(unit)) {
        result.append(contentsOf: String(Character(scalar)).utf8)
      } else if unit < 0xDC00, let low = self.unit(text, at: index), low >= 0xDC00, low <= 0xDFFF,
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
      {
        result.append(contentsOf: String(Character(scalar)).utf8)
        index += 7
      } else {
        // Half of a surrogate pair has no meaning by itself and is left unchanged.
        result.append(contentsOf: text[(index - 7)..<index])
      }
    }
    return result
  }

  /// A text without characters that XML cannot hold, and without text that looks like an escape.
  package static func encoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 1)
    for index in 0..<text.count {
      let byte = text[index]
      switch byte {
      // The underscore itself, so that what follows is not an escape any more.
      case UInt8(ascii: "_") where unit(text, at: index) != nil: result.append(contentsOf: "_x005F_".utf8)
      case 9, 10: result.append(byte)
      case 0..<32:
        let digits = String(byte, radix: 16, uppercase: true)
        result.append(contentsOf: "_x00\(byte < 16 ? "0" : "")\(digits)_".utf8)
      case 0xBF where isNoncharacter(text, endingAt: index):
        result.removeLast(2)
        result.append(contentsOf: "_xFFFF_".utf8)
      case 0xBE where isNoncharacter(text, endingAt: index):
        result.removeLast(2)
        result.append(contentsOf: "_xFFFE_".utf8)
      default: result.append(byte)
      }
    }
    return result
  }

  private static func isNoncharacter(_ text: UnsafeBufferPointer<UInt8>, endingAt index: Int) -> Bool {
    index >= 2 && text[index - 2] == 0xEF && text[index - 1] == 0xBF
  }

  /// The number in the escape at an index; nil when there is no escape.
  private static func unit(_ text: some RandomAccessCollection<UInt8>, at place: Int) -> UInt16? {
    let start = text.index(text.startIndex, offsetBy: place)
    let slice = text[start...].prefix(7)
    guard slice.count == 7, slice.last == UInt8(ascii: "_") else { return nil }
    let bytes = Array(slice)
    guard bytes[0] == UInt8(ascii: "_"), bytes[1] == UInt8(ascii: "x") else { return nil }
    var value: UInt16 = 0
    for byte in bytes[2..<6] {
      switch byte {
      case 48...57: value = value << 4 | UInt16(byte - 48)
      case 65...70: value = value << 4 | UInt16(byte - 55)
      case 97...102: value = value << 4 | UInt16(byte - 87)
      default: return nil
      }
    }
    return value
  }
}
