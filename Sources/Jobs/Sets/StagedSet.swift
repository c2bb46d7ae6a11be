public import FormatKit

/// A folder in which a set is built before readers can see it.
public protocol StagedFolder: AnyObject {
  /// Makes a file of that name, which must be a single component that the set does not have yet.
  ///
  /// - Throws: ``Problem/Code/sinkFailed``.
  func file(named name: String) throws -> any StagedFile
}

/// One file of a set while it is written.
public protocol StagedFile: AnyObject {
  /// The destination of its bytes. Flushed by ``finish()``.
  var sink: ByteSink { get }
  /// Writes the remaining bytes, syncs the file to the disk, and returns its size and digest. Nothing may be written
  /// after it.
  ///
  /// - Throws: ``Problem/Code/sinkFailed`` if the disk is full.
  func finish() throws -> FileSeal
  /// Takes the file away again: the set is published without it.
  func discard() throws
}

/// The identity of a complete file.
public struct FileSeal: Hashable, Sendable, Codable {
  public var bytes: Int64
  /// 64 lower-case hexadecimal digits.
  public var sha256: String

  public init(bytes: Int64, sha256: String) {
    self.bytes = bytes
    self.sha256 = sha256
  }
}
