internal import FormatKit

// Strings (RFC 8259, section 7), numbers (section 6) and literal names (section 3).
extension JSONScanner {
  /// Reads a string from its opening quote on.
  mutating func readString() throws(Problems) {
    var place = cursor + 1
    var hasEscapes = false
    while true {
      place = special.place(in: bytes, from: place)
      if place >= filled {
        place = filled
        guard try refill(keeping: cursor, moving: &place) else { throw truncated(expected: "the rest of a string") }
        continue
      }
      let byte = bytes[place]
      if byte == 0x22 { break }
      guard byte == 0x5C else { throw controlCharacter(at: place) }
      if filled - place < 6, try refill(keeping: cursor, moving: &place) { continue }
      hasEscapes = true
      switch bytes[place + 1] {
      case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: place += 2
      case 0x75:
        for offset in 2..<6 where Self.hexadecimal(bytes[place + offset]) == nil {
          if place + offset >= filled { throw truncated(expected: "the rest of a string") }
          throw badEscape(at: place, count: offset + 1)
        }
        place += 6
      default:
        if place + 1 >= filled { throw truncated(expected: "the rest of a string") }
        throw badEscape(at: place, count: 2)
      }
    }
    tokenStart = cursor + 1
    tokenCount = place - tokenStart
    if tokenCount > RecordBatch.maximumFieldBytes { throw tokenTooLarge() }
    cursor = place + 1
    tokenIsDecoded = hasEscapes
    if hasEscapes { resolveEscapes() }
  }

  static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x37)
    case 0x61...0x66: UInt32(byte - 0x57)
    default: nil
    }
  }

  private func codeUnit(at place: Int) -> UInt32 {
    (place..<(place + 4)).reduce(0) { $0 << 4 | (Self.hexadecimal(bytes[$1]) ?? 0) }
  }

  private mutating func resolveEscapes() {
    let output = decodingBuffer(tokenCount)
    var (place, count) = (tokenStart, 0)
    let end = tokenStart + tokenCount
    while place < end {
      guard bytes[place] == 0x5C else {
        let stop = min(end, special.place(in: bytes, from: place))
        (output + count).update(from: bytes + place, count: stop - place)
        count += stop - place
        place = stop
        continue
      }
      let escape = bytes[place + 1]
      guard escape == 0x75 else {
        output[count] = Self.meaning(of: escape)
        count += 1
        place += 2
        continue
      }
      var value = codeUnit(at: place + 2)
      place += 6
      if (0xD800..<0xDC00).contains(value), place + 6 <= end, bytes[place] == 0x5C, bytes[place + 1] == 0x75 {
        let low = codeUnit(at: place + 2)
        if (0xDC00..<0xE000).contains(low) {
          value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
          place += 6
        }
      }
      if (0xD800..<0xE000).contains(value) { metLoneSurrogate = true }
      for unit in UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
        output[count] = unit
        count += 1
      }
    }
    tokenCount = count
  }

  private static func meaning(of escape: UInt8) -> UInt8 {
    switch escape {
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: escape
    }
  }

  /// Goes past digits; where they end.
  @inlinable @inline(__always)
  public static func endOfDigits(_ bytes: UnsafePointer<UInt8>, from start: Int) -> Int {
    var place = start
    while bytes[place] &- 0x30 < 10 { place &+= 1 }
    return place
  }

  /// Where the number that begins at `start` ends; negative when it breaks the grammar, then the complement of the place.
  @inlinable @inline(__always)
  public static func endOfNumber(_ bytes: UnsafePointer<UInt8>, from start: Int) -> Int {
    var place = start
    if bytes[place] == 0x2D { place &+= 1 }
    var end = place
    if bytes[place] == 0x30 { end = place &+ 1 } else { end = endOfDigits(bytes, from: place) }
    if end == place { return ~place }
    place = end
    if bytes[place] == 0x2E {
      end = endOfDigits(bytes, from: place &+ 1)
      if end == place &+ 1 { return ~end }
      place = end
    }
    if bytes[place] | 0x20 == 0x65 {
      place &+= 1
      if bytes[place] == 0x2B || bytes[place] == 0x2D { place &+= 1 }
      end = endOfDigits(bytes, from: place)
      if end == place { return ~end }
      place = end
    }
    return place
  }

  /// Reads a number; its digits are kept as they are written.
  mutating func readNumber() throws(Problems) {
    while true {
      let end = Self.endOfNumber(bytes, from: cursor)
      let place = end < 0 ? ~end : end
      if place >= filled {
        let before = cursor
        // The bytes move to the front even if no more bytes come; `end` is then no longer a valid index.
        if try refill(keeping: cursor) || cursor != before { continue }
        if end < 0 { throw truncated(expected: "the rest of a number") }
      }
      if end < 0 { throw badNumber(at: place) }
      tokenStart = cursor
      tokenCount = end - cursor
      if tokenCount > RecordBatch.maximumFieldBytes { throw tokenTooLarge() }
      if bytes[tokenStart + tokenCount - 1] == 0x30, tokenCount < 3, bytes[end] &- 0x30 < 10 {
        throw badNumber(at: end)
      }
      cursor = end
      return
    }
  }

  mutating func readLiteral(_ word: StaticString, _ token: Token) throws(Problems) -> Token {
    let count = word.utf8CodeUnitCount
    while filled - cursor < count, try refill(keeping: cursor) {}
    for offset in 0..<count where bytes[cursor + offset] != word.utf8Start[offset] {
      if cursor + offset >= filled, isAtEnd { throw truncated(expected: "the rest of '\(word)'") }
      throw unexpected()
    }
    tokenStart = cursor
    tokenCount = count
    cursor += count
    state = depth == 0 ? .afterTopLevel : .separator
    return token
  }
}
