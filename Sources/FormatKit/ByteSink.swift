import Foundation

extension FormatError {
  /// Whether the reader of a pipe has gone: nobody is there to be told.
  public var isReaderGone: Bool {
    diagnostic.code == .sinkFailed && diagnostic.message.hasSuffix(String(cString: strerror(EPIPE)))
  }
}

/// Where a writer's bytes go: a file descriptor or memory, collected in one buffer. Not safe to share between threads.
public final class ByteSink {
  private let name: String
  private let descriptor: Int32?
  private var buffer: [UInt8] = []
  private let limit = 1 << 18

  /// How many bytes were written so far.
  public private(set) var byteCount = 0

  /// A sink that writes to an open descriptor, which stays the caller's to close.
  public init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    buffer.reserveCapacity(limit + (1 << 12))
  }

  private init() {
    descriptor = nil
    name = "memory"
  }

  /// A sink that keeps all bytes; read them with ``collectedBytes``.
  public static func memory() -> ByteSink { ByteSink() }

  /// The bytes kept by a sink in memory.
  public var collectedBytes: [UInt8] { buffer }
  /// The same as text.
  public var collectedText: String { String(decoding: buffer, as: UTF8.self) }

  @inline(__always)
  public func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FormatError) {
    buffer.append(contentsOf: bytes)
    byteCount += bytes.count
    if descriptor != nil, buffer.count >= limit { try flush() }
  }

  @inline(__always)
  public func write(_ byte: UInt8) throws(FormatError) {
    buffer.append(byte)
    byteCount += 1
    if descriptor != nil, buffer.count >= limit { try flush() }
  }

  public func write(_ text: String) throws(FormatError) {
    buffer.append(contentsOf: text.utf8)
    byteCount += text.utf8.count
    if descriptor != nil, buffer.count >= limit { try flush() }
  }

  /// Hands everything collected to the descriptor.
  ///
  /// - Throws: ``DiagnosticCode/sinkFailed`` when the disk is full or the reader of a pipe has gone.
  public func flush() throws(FormatError) {
    guard let descriptor else { return }
    var written = 0
    while written < buffer.count {
      let step = buffer.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress! + written, buffer.count - written)
      }
      if step < 0 {
        if errno == EINTR { continue }
        throw FormatError(.sinkFailed, source: name, "cannot be written: \(String(cString: strerror(errno)))")
      }
      written += step
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
