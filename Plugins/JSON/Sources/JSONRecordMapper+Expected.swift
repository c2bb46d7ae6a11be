import FormatKit
import JSONReading

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

extension JSONRecordMapper {
  /// Reads members while their keys come in the same order as before and their values are plain.
  ///
  /// The records of one source are mostly alike. If the text continues with the bytes of the expected key, the key is
  /// neither read nor looked up; this is what makes reading fast. Everything else (a new key, an escape, an object, a
  /// syntax error, the end of the buffer) is left to the general reader, which alone decides what is valid.
  ///
  /// - Returns: whether the object has ended.
  mutating func readExpectedMembers(into batch: inout RecordBatch) -> Bool {
    let place = frames.count - 1
    let shape = frames[place].shape
    let (members, memberCount, stamp) = (shape.members, shape.count, frames[place].stamp)
    let first = frames[place].count == 0 ? 0 : frames[place].member + 1
    let (bytes, filled, special) = (scanner.bytes, scanner.filled, scanner.special)
    var index = first
    var fieldCount = batch.pendingFieldCount
    var byteTotal = 0
    var state = scanner.state
    var at = scanner.cursor
    var hasEnded = false

    while true {
      at = skipSpaceInBuffer(from: at)
      if state == .separator {
        if bytes[at] == 0x7D {
          hasEnded = true
          break
        }
        guard bytes[at] == 0x2C else { break }
        state = .key
        at = skipSpaceInBuffer(from: at &+ 1)
      }
      guard index < memberCount else { break }
      let member = members + index
      let (keyCount, column) = (member.pointee.patternCount, member.pointee.column)
      guard at &+ keyCount <= filled, column >= fieldCount, column < batchColumns, member.pointee.isPlain,
        Self.isKey(member.pointee.pattern, keyCount, at: bytes + at)
      else { break }
      var start = at &+ keyCount
      while bytes[start] == 0x20 { start &+= 1 }
      guard let (value, end, after, kind) = plainValue(from: start, special), after < filled else { break }
      while fieldCount < column {
        batch.append(missing: .absent)
        fieldCount &+= 1
      }
      batch.append(padded: bytes + value, count: end &- value, kind: kind)
      fieldCount &+= 1
      byteTotal &+= end &- value
      member.pointee.stamp = stamp
      if kind != .null { member.pointee.hasScalar = true }
      index &+= 1
      at = after
      state = .separator
    }

    frames[place].count += index - first
    if index > first { frames[place].member = index - 1 }
    scanner.cursor = at
    scanner.state = state
    openBytes += byteTotal
    main.countBytes(byteTotal)
    if hasEnded { scanner.leaveObject(at: at) }
    return hasEnded
  }

  /// Whether the text begins with a key; the text and the pattern are padded.
  @inline(__always)
  private static func isKey(_ pattern: UnsafePointer<UInt8>, _ count: Int, at text: UnsafePointer<UInt8>) -> Bool {
    guard count <= 2 &* ByteBlock.size else { return memcmp(text, pattern, count) == 0 }
    let first = ByteBlock.Places(ByteBlock(at: text).bytes .!= ByteBlock(at: pattern).bytes).first
    if first < ByteBlock.size { return first >= count }
    let (text, pattern) = (text + ByteBlock.size, pattern + ByteBlock.size)
    return ByteBlock.size &+ ByteBlock.Places(ByteBlock(at: text).bytes .!= ByteBlock(at: pattern).bytes).first >= count
  }

  /// Where a value without escapes or structure starts and ends, where the text goes on, and what it is; nil for others.
  @inline(__always)
  private func plainValue(
    from start: Int, _ special: JSONSpecialBytes
  ) -> (start: Int, end: Int, after: Int, kind: FieldKind)? {
    let bytes = scanner.bytes
    switch bytes[start] {
    case 0x22:
      let end = special.place(in: bytes, from: start &+ 1)
      guard bytes[end] == 0x22, end &- start <= RecordBatch.maximumFieldBytes else { return nil }
      return (start &+ 1, end, end &+ 1, .text)
    case 0x2D, 0x30...0x39:
      let end = JSONScanner.endOfNumber(bytes, from: start)
      guard end > start, bytes[end] &- 0x30 > 9, end &- start <= RecordBatch.maximumFieldBytes else { return nil }
      return (start, end, end, .number)
    case 0x74 where isWord(0x6575_7274, at: start):
      return (start, start &+ 4, start &+ 4, .boolean)
    case 0x66 where isWord(0x6573_6C61, at: start &+ 1):
      return (start, start &+ 5, start &+ 5, .boolean)
    case 0x6E where isWord(0x6C6C_756E, at: start):
      return (start, start, start &+ 4, .null)
    default: return nil
    }
  }

  /// Whether the text begins with four bytes, the first one lowest.
  @inline(__always)
  private func isWord(_ word: UInt32, at place: Int) -> Bool {
    UInt32(littleEndian: UnsafeRawPointer(scanner.bytes + place).loadUnaligned(as: UInt32.self)) == word
  }

  /// Goes past white space as far as it is in the buffer, and in lines not past the end of the line.
  @inline(__always)
  private mutating func skipSpaceInBuffer(from start: Int) -> Int {
    if scanner.bytes[start] > 0x20 { return start }
    return scanner.skipSpaceInBuffer(from: start)
  }
}
