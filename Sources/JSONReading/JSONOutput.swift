public import FormatKit

/// Writes JSON text into a sink's buffer. The values to write must be in padded memory, as the fields of a batch are.
/// Most formats use ``JSONTextWriter``.
public struct JSONOutput {
  public let sink: ByteSink
  @usableFromInline let special = JSONSpecialBytes()

  public init(sink: ByteSink) { self.sink = sink }

  /// Adds a byte as it is.
  @inlinable @inline(__always)
  public func append(byte: UInt8) throws(Problems) { try sink.write(byte) }

  /// Adds a text as it is.
  public func append(_ text: StaticString) throws(Problems) {
    try sink.write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Adds a key, which has a comma before it, or drops the comma.
  @inlinable @inline(__always)
  public func append(_ key: JSONKey, droppingComma: Bool) throws(Problems) {
    let dropped = droppingComma ? 1 : 0
    let next = try sink.reserve(key.count)
    ByteBlock.copy(key.start + dropped, to: next, count: key.count &- dropped)
    sink.commit(to: next + key.count - dropped)
  }

  /// Adds bytes of a batch as they are.
  @inlinable @inline(__always)
  public func append(_ run: UnsafeBufferPointer<UInt8>) throws(Problems) {
    guard let base = run.baseAddress else { return }
    let next = try sink.reserve(run.count)
    ByteBlock.copy(base, to: next, count: run.count)
    sink.commit(to: next + run.count)
  }

  /// A text as a string of JSON.
  public static func quoted(_ text: String) -> [UInt8] {
    let sink = ByteSink.memory()
    let padded = Array(text.utf8) + [UInt8](repeating: 0, count: ByteBlock.padding)
    padded.withUnsafeBufferPointer { bytes in
      // Memory never fails.
      try? JSONOutput(sink: sink).appendString(UnsafeBufferPointer(rebasing: bytes[..<text.utf8.count]))
    }
    return sink.collectedBytes
  }

  /// Adds a string of a batch in quotes, with the escapes that RFC 8259, section 7, demands and no others.
  @inlinable @inline(__always)
  public func appendString(_ run: UnsafeBufferPointer<UInt8>) throws(Problems) {
    var next = try sink.reserve(run.count &+ 2)
    next.pointee = 0x22
    next += 1
    if let base = run.baseAddress {
      let plain = special.copyPlain(base, to: next, count: run.count)
      if plain < run.count {
        sink.commit(to: next + plain)
        return try appendRest(UnsafeBufferPointer(rebasing: run[plain...]))
      }
      next += plain
    }
    next.pointee = 0x22
    sink.commit(to: next + 1)
  }

  /// Adds the rest of a string, which begins with a byte that needs an escape, and the closing quote.
  @usableFromInline
  func appendRest(_ run: UnsafeBufferPointer<UInt8>) throws(Problems) {
    guard let base = run.baseAddress else { return }
    var place = 0
    while place < run.count {
      try Self.escape(base[place], to: sink)
      place &+= 1
      let next = try sink.reserve(run.count &- place)
      let plain = special.copyPlain(base + place, to: next, count: run.count &- place)
      sink.commit(to: next + plain)
      place &+= plain
    }
    try sink.write(0x22)
  }

  /// Writes a byte that must be escaped in a string.
  static func escape(_ byte: UInt8, to sink: ByteSink) throws(Problems) {
    let short: UInt8? =
      switch byte {
      case 0x22, 0x5C: byte
      case 0x08: 0x62
      case 0x09: 0x74
      case 0x0A: 0x6E
      case 0x0C: 0x66
      case 0x0D: 0x72
      default: nil
      }
    try sink.write(0x5C)
    if let short { return try sink.write(short) }
    let digits: StaticString = "0123456789abcdef"
    try sink.write("u00")
    try sink.write(digits.utf8Start[Int(byte >> 4)])
    try sink.write(digits.utf8Start[Int(byte & 15)])
  }

  /// Whether bytes are a number by the grammar of RFC 8259, section 6.
  @inlinable
  public static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    let count = bytes.count
    func digits() -> Bool {
      let start = place
      while place < count, bytes[place] &- 0x30 < 10 { place &+= 1 }
      return place > start
    }
    if place < count, bytes[place] == 0x2D { place += 1 }
    if place < count, bytes[place] == 0x30 { place += 1 } else if !digits() { return false }
    if place < count, bytes[place] == 0x2E {
      place += 1
      if !digits() { return false }
    }
    if place < count, bytes[place] | 0x20 == 0x65 {
      place += 1
      if place < count, bytes[place] == 0x2B || bytes[place] == 0x2D { place += 1 }
      if !digits() { return false }
    }
    return place == count
  }
}

/// The bytes that must be escaped in a string of JSON: quote, backslash, controls.
///
/// Create it once, outside of loops: filling a block with one byte costs more than comparing it.
public struct JSONSpecialBytes {
  @usableFromInline let quote = SIMD16<UInt8>(repeating: 0x22)
  @usableFromInline let backslash = SIMD16<UInt8>(repeating: 0x5C)
  @usableFromInline let space = SIMD16<UInt8>(repeating: 0x20)

  /// The index of the first such byte in a block; 16 if the block has no such byte.
  @inlinable @inline(__always)
  public func first(in block: ByteBlock) -> Int {
    ByteBlock.Places((block.bytes .== quote) .| (block.bytes .== backslash) .| (block.bytes .< space)).first
  }

  /// Copies text up to the first such byte; where that is, or the whole count.
  @inlinable @inline(__always)
  public func copyPlain(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    var place = 0
    while place < count {
      let block = ByteBlock(at: source + place)
      block.store(to: target + place)
      let found = first(in: block)
      if found < ByteBlock.size { return min(place &+ found, count) }
      place &+= ByteBlock.size
    }
    return count
  }

  /// The first place at or after `start` with such a byte; the padding is one.
  @inlinable @inline(__always)
  public func place(in bytes: UnsafePointer<UInt8>, from start: Int) -> Int {
    var place = start
    while true {
      let found = first(in: ByteBlock(at: bytes + place))
      place &+= found
      if found < ByteBlock.size { return place }
    }
  }
}

/// A name in the form in which it precedes a value, after a comma: `,"sku":`. It is in padded memory that the owner
/// deallocates.
public struct JSONKey {
  public let start: UnsafePointer<UInt8>
  public let count: Int

  public init(_ name: String) {
    let text = [0x2C] + JSONOutput.quoted(name) + [0x3A]
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + ByteBlock.padding)
    memory.initialize(repeating: 0, count: text.count + ByteBlock.padding)
    memory.update(from: text, count: text.count)
    start = UnsafePointer(memory)
    count = text.count
  }

  public func deallocate() { start.deallocate() }
}
