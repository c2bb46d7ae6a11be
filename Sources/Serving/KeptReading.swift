package import Foundation
internal import Synchronization

/// What was read from a file, kept until the file changes.
///
/// ```swift
/// let kept = KeptReading<Settings>()
/// let settings = try kept.value(of: path) { try Settings(file: path) }
/// ```
package final class KeptReading<Value: Sendable>: Sendable {
  /// What differs when a file was changed or replaced.
  private struct Version: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let seconds: Int64
    let nanoseconds: Int64

    /// - Returns: nil for a file that is not there.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
      size = Int64(status.st_size)
      (seconds, nanoseconds) = (Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec))
    }
  }

  private struct Kept: Sendable {
    let version: Version
    let value: Value
  }

  /// File systems note times by the tick, or by two seconds: within it, a second change has the time of the first.
  private static var secondsOfTick: Double { 2 }

  private let kept = Mutex<Kept?>(nil)

  package init() {}

  /// The value of a file as it is now.
  ///
  /// - Parameters:
  ///   - path: always the same one.
  ///   - now: the present time.
  ///   - read: reads it. A file that was changed in the last two seconds is read each time, and so is one after an error.
  package func value(of path: String, now: Date = Date(), _ read: () throws -> Value) rethrows -> Value {
    let version = Version(of: path)
    if let version, let found = kept.withLock({ $0 }), found.version == version { return found.value }
    let value = try read()
    if let version, Double(version.seconds) + Self.secondsOfTick < now.timeIntervalSince1970 {
      kept.withLock { $0 = Kept(version: version, value: value) }
    }
    return value
  }
}
