import CLibCSV
import FormatKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory that a scanner works in, given back when the scanner goes.
final class ScannerMemory {
  /// Large enough that lines seldom straddle its end, small enough for the cache.
  static let capacity = 1 << 18
  /// How much of a record of several lines is kept, in case that its quotes are wrong.
  static let largestCapacity = 1 << 21
  private(set) var capacity = capacity
  private(set) var buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + ByteBlock.padding)
  let parser = UnsafeMutablePointer<csv_parser>.allocate(capacity: 1)

  init() {
    // Strict mode makes libcsv stop at a quote out of place, so that the scanner can decide what the quote means.
    csv_init(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI))
    // Spaces are part of a field (RFC 4180 section 2.4).
    csv_set_space_func(parser) { _ in 0 }
    csv_set_blk_size(parser, 1 << 15)
  }

  /// Doubles the buffer; false when it is as large as it gets.
  func grow() -> Bool {
    guard capacity < Self.largestCapacity else { return false }
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 + ByteBlock.padding)
    grown.update(from: buffer, count: capacity)
    buffer.deallocate()
    buffer = grown
    capacity *= 2
    return true
  }

  deinit {
    csv_free(parser)
    parser.deallocate()
    buffer.deallocate()
  }
}

/// Finds the next place of one byte, looking at each byte of the buffer once.
struct ByteFinder {
  let byte: UInt8
  private var next = -1

  init(_ byte: UInt8) { self.byte = byte }

  /// The first place at or after `start`, or `end`; `start` must not go back, except after ``forget()``.
  @inline(__always)
  mutating func find(_ buffer: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    if next >= start { return next }
    next = Self.position(of: byte, in: buffer, start, end)
    return next
  }

  /// To be called when the bytes in the buffer have changed.
  mutating func forget() { next = -1 }

  @inline(__always)
  static func position(of byte: UInt8, in buffer: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    guard start < end, let hit = memchr(buffer + start, Int32(byte), end &- start) else { return end }
    return UnsafePointer(hit.assumingMemoryBound(to: UInt8.self)) - buffer
  }
}
