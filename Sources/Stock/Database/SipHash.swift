/// A 128-bit digest of a row of a file.
package struct RowDigest: Hashable, Sendable, BitwiseCopyable {
  package var low: UInt64
  package var high: UInt64

  package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }
}

/// SipHash-2-4 with 128 bits (Aumasson and Bernstein). Without the key, nobody can create two texts with the same
/// digest.
package struct SipHash: Sendable {
  private let key0: UInt64
  private let key1: UInt64

  package init(key0: UInt64, key1: UInt64) {
    self.key0 = key0
    self.key1 = key1
  }

  /// The key as 16 bytes; nil for another number of them.
  package init?(key: some Sequence<UInt8>) {
    let bytes = Array(key)
    guard bytes.count == 16 else { return nil }
    func word(_ part: ArraySlice<UInt8>) -> UInt64 { part.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(key0: word(bytes[..<8]), key1: word(bytes[8...]))
  }

  /// The digest of some words, each as eight bytes with the lowest first, followed by the bytes.
  package func digest(_ words: UnsafeBufferPointer<UInt64>, _ bytes: UnsafeRawBufferPointer) -> RowDigest {
    var state = State(key0: key0, key1: key1)
    for word in words { state.take(word.littleEndian) }
    var place = 0
    while place &+ 8 <= bytes.count {
      state.take(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place &+= 8
    }
    var last = UInt64(truncatingIfNeeded: words.count &* 8 &+ bytes.count) << 56
    var shift: UInt64 = 0
    while place < bytes.count {
      last |= UInt64(bytes[place]) << shift
      shift &+= 8
      place &+= 1
    }
    state.take(last)
    return state.digest()
  }

  package func digest(of text: String) -> RowDigest {
    var text = text
    return text.withUTF8 { digest(UnsafeBufferPointer(start: nil, count: 0), UnsafeRawBufferPointer($0)) }
  }

  private struct State {
    var v0: UInt64
    var v1: UInt64
    var v2: UInt64
    var v3: UInt64

    init(key0: UInt64, key1: UInt64) {
      v0 = key0 ^ 0x736f_6d65_7073_6575
      v1 = key1 ^ 0x646f_7261_6e64_6f6d ^ 0xee
      v2 = key0 ^ 0x6c79_6765_6e65_7261
      v3 = key1 ^ 0x7465_6462_7974_6573
    }

    @inline(__always)
    private static func turned(_ word: UInt64, _ bits: UInt64) -> UInt64 { word &<< bits | word &>> (64 &- bits) }

    @inline(__always)
    private mutating func round() {
      v0 = v0 &+ v1
      v1 = Self.turned(v1, 13) ^ v0
      v0 = Self.turned(v0, 32)
      v2 = v2 &+ v3
      v3 = Self.turned(v3, 16) ^ v2
      v0 = v0 &+ v3
      v3 = Self.turned(v3, 21) ^ v0
      v2 = v2 &+ v1
      v1 = Self.turned(v1, 17) ^ v2
      v2 = Self.turned(v2, 32)
    }

    @inline(__always)
    mutating func take(_ word: UInt64) {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }

    mutating func digest() -> RowDigest {
      v2 ^= 0xee
      for _ in 0..<4 { round() }
      let low = v0 ^ v1 ^ v2 ^ v3
      v1 ^= 0xdd
      for _ in 0..<4 { round() }
      return RowDigest(low: low, high: v0 ^ v1 ^ v2 ^ v3)
    }
  }
}
