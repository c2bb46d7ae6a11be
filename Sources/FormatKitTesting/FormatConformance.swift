import FormatKit

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
}
