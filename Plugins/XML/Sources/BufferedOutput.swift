internal import FormatKit

/// Collects what is written in raw memory, and hands it to a sink in large pieces.
struct BufferedOutput {
  private static let capacity = 1 << 16

  private let sink: ByteSink
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private var count = 0

  init(_ sink: ByteSink) { self.sink = sink }

  func deallocate() { bytes.deallocate() }

  @inline(__always)
  mutating func write(_ run: UnsafeBufferPointer<UInt8>) throws(Problems) {
    guard let base = run.baseAddress, run.count > 0 else { return }
    if run.count > Self.capacity &- count {
      try flush()
      if run.count > Self.capacity { return try sink.write(run) }
    }
    (bytes + count).update(from: base, count: run.count)
    count &+= run.count
  }

  @inline(__always)
  mutating func write(_ byte: UInt8) throws(Problems) {
    if count == Self.capacity { try flush() }
    bytes[count] = byte
    count &+= 1
  }

  mutating func write(_ text: String) throws(Problems) {
    if text.utf8.count > Self.capacity &- count { try flush() }
    guard text.utf8.count <= Self.capacity else { return try sink.write(text) }
    for byte in text.utf8 {
      bytes[count] = byte
      count &+= 1
    }
  }

  /// Begins a line that is indented by two spaces for each level.
  @inline(__always)
  mutating func indent(_ depth: Int) throws(Problems) {
    let spaces = 2 * min(depth, 32)
    if spaces >= Self.capacity &- count { try flush() }
    bytes[count] = UInt8(ascii: "\n")
    (bytes + count + 1).update(repeating: UInt8(ascii: " "), count: spaces)
    count &+= 1 &+ spaces
  }

  mutating func flush() throws(Problems) {
    try sink.write(UnsafeBufferPointer(start: bytes, count: count))
    count = 0
  }
}
