import Foundation
public import ProblemKit

extension Problems {
  /// Whether the reader of a pipe has closed it, so that no more output is needed.
  public var isReaderGone: Bool {
    first.code == .sinkFailed && first.message.hasSuffix(String(cString: strerror(EPIPE)))
  }
}

/// The destination of a writer's bytes: a file descriptor or memory, collected in one buffer. Not safe to share between threads.
///
/// A writer with a hot loop puts bytes into the buffer itself:
///
/// ```swift
/// var next = try sink.reserve(text.count + 1)
/// for byte in text { next.pointee = byte; next += 1 }
/// sink.commit(to: next)
/// ```
public final class ByteSink {
  /// The buffer, in memory of its own: what a class holds is checked for exclusive use at every access.
  @usableFromInline struct Buffer {
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var next: UnsafeMutablePointer<UInt8>
    @usableFromInline var end: UnsafeMutablePointer<UInt8>
  }

  @usableFromInline let buffer: UnsafeMutablePointer<Buffer>
  private let name: String
  private let descriptor: Int32?
  /// Sees what was handed to the descriptor, in order.
  private var watch: ((UnsafeRawBufferPointer) -> Void)?
  private var handedOver = 0
  private static let capacity = 1 << 18

  /// How many bytes were written so far.
  public var byteCount: Int { handedOver + (buffer.pointee.next - buffer.pointee.start) }

  /// A sink that writes to an open descriptor, which stays the caller's to close.
  ///
  /// ```swift
  /// let sink = ByteSink(descriptor: descriptor, name: "stock.csv")
  /// try sink.write("sku,quantity\n")
  /// try sink.flush()
  /// ```
  public convenience init(descriptor: Int32, name: String) {
    self.init(descriptor, name, capacity: Self.capacity)
  }

  /// The same, but every byte that was written to the descriptor is also passed to `watch`, for example for a hash.
  ///
  /// ```swift
  /// var written = 0
  /// let sink = ByteSink(descriptor: descriptor, name: "stock.csv") { bytes in written += bytes.count }
  /// try sink.write("sku,quantity\n")
  /// try sink.flush()
  /// written  // 13
  /// ```
  public convenience init(descriptor: Int32, name: String, watch: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.init(descriptor, name, capacity: Self.capacity)
    self.watch = watch
  }

  private init(_ descriptor: Int32?, _ name: String, capacity: Int) {
    self.descriptor = descriptor
    self.name = name
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + ByteBlock.padding)
    buffer = .allocate(capacity: 1)
    buffer.initialize(to: Buffer(start: start, next: start, end: start + capacity))
  }

  deinit {
    buffer.pointee.start.deallocate()
    buffer.deallocate()
  }

  /// A sink that keeps all bytes; read them with ``collectedBytes``.
  ///
  /// ```swift
  /// let sink = ByteSink.memory()
  /// try sink.write("sku,quantity\n")
  /// sink.collectedText  // "sku,quantity\n"
  /// ```
  public static func memory() -> ByteSink { ByteSink(nil, "memory", capacity: 256) }

  private var waiting: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: buffer.pointee.start, count: buffer.pointee.next - buffer.pointee.start)
  }

  /// The bytes kept by a sink in memory.
  public var collectedBytes: [UInt8] { Array(waiting) }
  /// The same as text.
  public var collectedText: String { String(decoding: waiting, as: UTF8.self) }

  /// Reserves space for a number of bytes and returns its address; ``ByteBlock/padding`` bytes after them may be
  /// overwritten too.
  ///
  /// ```swift
  /// let next = try sink.reserve(2)
  /// next[0] = UInt8(ascii: "4")
  /// next[1] = UInt8(ascii: "\n")
  /// sink.commit(to: next + 2)
  /// sink.collectedText  // "4\n"
  /// ```
  ///
  /// - Throws: ``Problem/Code/sinkFailed`` if the collected bytes cannot be written.
  @inlinable @inline(__always)
  public func reserve(_ count: Int) throws(Problems) -> UnsafeMutablePointer<UInt8> {
    if buffer.pointee.end - buffer.pointee.next < count { try makeRoom(for: count) }
    return buffer.pointee.next
  }

  /// Takes over what was written from ``reserve(_:)`` on up to a place.
  ///
  /// ```swift
  /// var next = try sink.reserve(3)
  /// for byte in "12\n".utf8 { next.pointee = byte; next += 1 }
  /// sink.commit(to: next)
  /// sink.byteCount  // 3
  /// ```
  @inlinable @inline(__always)
  public func commit(to end: UnsafeMutablePointer<UInt8>) { buffer.pointee.next = end }

  /// Writes bytes as they are.
  ///
  /// ```swift
  /// try sink.write(batch.bytes(row: row, column: 0))
  /// sink.collectedText  // "A-1"
  /// ```
  ///
  /// - Throws: ``Problem/Code/sinkFailed``.
  @inlinable @inline(__always)
  public func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problems) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    let next = try reserve(bytes.count)
    next.update(from: base, count: bytes.count)
    commit(to: next + bytes.count)
  }

  /// Writes one byte, such as a delimiter.
  ///
  /// ```swift
  /// try sink.write(UInt8(ascii: ";"))
  /// sink.collectedText  // ";"
  /// ```
  ///
  /// - Throws: ``Problem/Code/sinkFailed``.
  @inlinable @inline(__always)
  public func write(_ byte: UInt8) throws(Problems) {
    let next = try reserve(1)
    next.pointee = byte
    commit(to: next + 1)
  }

  /// Writes text in UTF-8.
  ///
  /// ```swift
  /// try sink.write("sku,quantity\n")
  /// ```
  ///
  /// - Throws: ``Problem/Code/sinkFailed``.
  public func write(_ text: String) throws(Problems) {
    var next = try reserve(text.utf8.count)
    for byte in text.utf8 {
      next.pointee = byte
      next += 1
    }
    commit(to: next)
  }

  /// Hands over what was collected, and takes a larger buffer where that is not enough.
  @usableFromInline
  func makeRoom(for count: Int) throws(Problems) {
    if descriptor != nil { try flush() }
    let (waiting, capacity) = (waiting, buffer.pointee.end - buffer.pointee.start)
    guard capacity - waiting.count < count else { return }
    let larger = max(capacity * 2, waiting.count + count)
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + ByteBlock.padding)
    if let base = waiting.baseAddress { start.update(from: base, count: waiting.count) }
    buffer.pointee.start.deallocate()
    buffer.pointee = Buffer(start: start, next: start + waiting.count, end: start + larger)
  }

  /// Hands everything collected to the descriptor.
  ///
  /// ```swift
  /// var writer = try CSVFormat(options: CSVOptions()).writer(for: batch.schema, to: sink)
  /// try writer.write(batch)
  /// try writer.finish()
  /// try sink.flush()
  /// ```
  ///
  /// - Throws: ``Problem/Code/sinkFailed`` when the disk is full or the reader of a pipe has gone.
  public func flush() throws(Problems) {
    guard let descriptor else { return }
    let waiting = waiting
    var written = 0
    while written < waiting.count {
      let step = Foundation.write(descriptor, waiting.baseAddress.map { $0 + written }, waiting.count - written)
      if step < 0 {
        if errno == EINTR { continue }
        throw .cannotBeWritten(name, errno)
      }
      written += step
    }
    watch?(UnsafeRawBufferPointer(waiting))
    handedOver += waiting.count
    buffer.pointee.next = buffer.pointee.start
    // A record larger than the buffer made it grow; it need not stay so.
    if buffer.pointee.end - buffer.pointee.start > Self.capacity * 16 {
      buffer.pointee.start.deallocate()
      let start = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity + ByteBlock.padding)
      buffer.pointee = Buffer(start: start, next: start, end: start + Self.capacity)
    }
  }
}
