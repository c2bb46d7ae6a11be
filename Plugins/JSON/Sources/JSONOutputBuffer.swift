import FormatKit

/// Bytes of JSON text on their way to a sink.
struct JSONOutputBuffer {
  private final class Storage {
    var bytes: UnsafeMutablePointer<UInt8>
    var capacity: Int

    init(capacity: Int) {
      self.capacity = capacity
      bytes = .allocate(capacity: capacity)
    }
    deinit { bytes.deallocate() }
  }

  private let storage = Storage(capacity: 256)
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 256
  private(set) var count = 0

  init() { bytes = storage.bytes }

  var contents: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }

  @inline(__always)
  private mutating func reserve(_ extra: Int) { if count &+ extra > capacity { grow(by: extra) } }

  private mutating func grow(by extra: Int) {
    let larger = max(capacity * 2, count + extra)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    grown.update(from: bytes, count: count)
    bytes.deallocate()
    storage.bytes = grown
    storage.capacity = larger
    bytes = grown
    capacity = larger
  }

  @inline(__always)
  mutating func append(byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ run: UnsafeBufferPointer<UInt8>) {
    guard let base = run.baseAddress else { return }
    reserve(run.count)
    (bytes + count).update(from: base, count: run.count)
    count &+= run.count
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Adds a key with the comma before it, or without.
  @inline(__always)
  mutating func append(_ key: UnsafeBufferPointer<UInt8>, droppingComma: Bool) {
    append(droppingComma ? UnsafeBufferPointer(rebasing: key[1...]) : key)
  }

  mutating func append(_ key: [UInt8], droppingComma: Bool) {
    key.withUnsafeBufferPointer { append($0, droppingComma: droppingComma) }
  }

  /// Adds a string in quotes, with the escapes that RFC 8259, section 7, demands and no others.
  @inline(__always)
  mutating func appendString(_ run: UnsafeBufferPointer<UInt8>) {
    append(byte: 0x22)
    var start = 0
    while start < run.count, let base = run.baseAddress {
      let length = min(run.count &- start, 4096)
      // The worst case: every byte is a control character and takes six.
      reserve(length &* 6)
      appendEscaped(base + start, length)
      start &+= length
    }
    append(byte: 0x22)
  }

  @inline(__always)
  private mutating func appendEscaped(_ base: UnsafePointer<UInt8>, _ length: Int) {
    var place = 0
    while place < length {
      if place &+ 8 <= length {
        let word = UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self)
        let quote = word ^ 0x2222_2222_2222_2222
        let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let control = (word &- 0x2020_2020_2020_2020) & ~word
        let special = (quote &- 0x0101_0101_0101_0101) & ~quote | (backslash &- 0x0101_0101_0101_0101) & ~backslash
        if (control | special) & 0x8080_8080_8080_8080 == 0 {
          UnsafeMutableRawPointer(bytes + count).storeBytes(of: word, as: UInt64.self)
          count &+= 8
          place &+= 8
          continue
        }
      }
      let byte = base[place]
      if byte >= 0x20, byte != 0x22, byte != 0x5C {
        bytes[count] = byte
        count &+= 1
      } else {
        escape(byte)
      }
      place &+= 1
    }
  }

  private mutating func escape(_ byte: UInt8) {
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
    bytes[count] = 0x5C
    if let short {
      bytes[count + 1] = short
      count += 2
      return
    }
    let digits: StaticString = "0123456789abcdef"
    (bytes[count + 1], bytes[count + 2], bytes[count + 3]) = (0x75, 0x30, 0x30)
    bytes[count + 4] = digits.utf8Start[Int(byte >> 4)]
    bytes[count + 5] = digits.utf8Start[Int(byte & 15)]
    count += 6
  }

  /// Hands everything over.
  mutating func flush(to sink: ByteSink) throws(FormatError) {
    try sink.write(UnsafeBufferPointer(start: bytes, count: count))
    count = 0
  }
}
