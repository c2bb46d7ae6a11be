/// Finds keys that are not plain texts in a YAML text that uses aliases, before the text is parsed.
///
/// It looks at the bytes alone, so it may mistake a quoted text for a key, but it does not miss a key. It skips texts
/// without aliases, because their values are never larger than the file.
enum AliasedKeys {
  /// The line of the first such key; nil if the text has no such key.
  static func first(in text: String) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      guard usesAliases(bytes) else { return nil }
      return firstKey(in: bytes).map { index in 1 + bytes[..<index].count { $0 == UInt8(ascii: "\n") } }
    }
  }

  /// Whether the same name follows `&` and `*`.
  private static func usesAliases(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let aliases = names(after: UInt8(ascii: "*"), in: bytes)
    return !aliases.isEmpty && !aliases.isDisjoint(with: names(after: UInt8(ascii: "&"), in: bytes))
  }

  private static func names(after mark: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for index in bytes.indices where bytes[index] == mark {
      let name = Array(bytes[(index + 1)...].prefix(while: isNameByte))
      if !name.isEmpty { found.insert(name) }
    }
    return found
  }

  /// What names of anchors consist of, in libyaml.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }

  private static func firstKey(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    /// Whether a list, a mapping or an alias has just ended, with only blanks after it.
    var isEnd = false
    var isAlias = false
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "?") where mayBeginKey(bytes, index): return index
      case UInt8(ascii: ":") where isEnd || isAlias: return index
      case UInt8(ascii: "]"), UInt8(ascii: "}"): (isEnd, isAlias) = (true, false)
      case UInt8(ascii: "*"): (isEnd, isAlias) = (false, true)
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if isAlias { (isEnd, isAlias) = (true, false) }
      default:
        isEnd = false
        isAlias = isAlias && isNameByte(byte)
      }
    }
    return nil
  }

  /// Whether a question mark may be the one that announces a key.
  private static func mayBeginKey(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index > 0 else { return true }
    let before = bytes[index - 1]
    return before <= 0x20 || before >= 0x80 || "[{,:-".utf8.contains(before)
  }
}
