extension String {
  /// The text as a value of a record is kept: without ASCII white space and no-break spaces at both ends.
  public var trimmedAsValue: String {
    var text = self
    return text.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  func dropping(suffix byte: UInt8) -> UnsafeBufferPointer<UInt8> {
    guard last == byte else { return self }
    return UnsafeBufferPointer(rebasing: self[0..<(count - 1)]).trimmed
  }

  /// Without ASCII white space and no-break spaces at both ends.
  var trimmed: UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = count
    while start < end {
      let byte = self[start]
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
        start += 1
      } else if byte == 0xC2, start + 1 < end, self[start + 1] == 0xA0 {
        start += 2
      } else {
        break
      }
    }
    while end > start {
      let byte = self[end - 1]
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
        end -= 1
      } else if byte == 0xA0, end - 2 >= start, self[end - 2] == 0xC2 {
        end -= 2
      } else {
        break
      }
    }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }
}
