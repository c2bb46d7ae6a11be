public import FormatKit

/// One source to try a format on.
public struct ConformanceSample: Sendable {
  /// A file name, its ending included, as sniffing would see it.
  public var name: String
  public var bytes: [UInt8]
  /// Options of the format, as on the command line.
  public var options: [String: String]

  public init(name: String, bytes: [UInt8], options: [String: String] = [:]) {
    self.name = name
    self.bytes = bytes
    self.options = options
  }

  /// A sample from text, kept as UTF-8.
  public init(name: String, text: String, options: [String: String] = [:]) {
    self.init(name: name, bytes: Array(text.utf8), options: options)
  }

  /// The sample as a source that hands out at most `chunk` bytes at a time.
  public func source(chunk: Int = .max) -> ByteSource { .memory(bytes, name: name, chunk: chunk) }

  /// The same sample with other bytes.
  func replacing(_ bytes: [UInt8]) -> ConformanceSample {
    ConformanceSample(name: name, bytes: bytes, options: options)
  }

  /// Whether the bytes are UTF-8 text without a byte-order mark, so that line ends and marks may be changed.
  var isPlainText: Bool {
    !bytes.contains(0) && Charset.fromByteOrderMark(bytes) == nil && String(validating: bytes, as: UTF8.self) != nil
  }
}
