package import FormatKit
internal import Foundation

/// Locks files and folders, so that only one process at a time can change them.
///
/// ```swift
/// let lock = try FileLock.take(shop + "/stockroom.yml")
/// defer { FileLock.end(lock) }
/// ```
package enum FileLock {
  /// How long to wait for another process to finish a small change.
  package static let patience = Duration.seconds(10)
  private static let pause: UInt32 = 10_000

  /// Locks the file or folder at a path. If another process replaces it during the wait, the new one is locked.
  ///
  /// - Returns: a descriptor that holds the lock until ``end(_:)``; -1, without waiting, if the file cannot be opened.
  /// - Throws: `output-failed` if another process still holds the lock when the time is up.
  package static func take(_ path: String, within patience: Duration = patience) throws(Problems) -> Int32 {
    let bound = ContinuousClock.now + patience
    while true {
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return -1 }
      do throws(Problems) { try wait(for: descriptor, of: path, until: bound) } catch {
        end(descriptor)
        throw error
      }
      var (own, present) = (stat(), stat())
      let isPresent =
        fstat(descriptor, &own) == 0 && stat(path, &present) == 0 && own.st_ino == present.st_ino
        && own.st_dev == present.st_dev
      // If the file is gone, the caller notices when it opens it.
      if isPresent || access(path, F_OK) != 0 { return descriptor }
      end(descriptor)
    }
  }

  /// Releases a lock.
  package static func end(_ descriptor: Int32) {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The folder of a file.
  package static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  /// Locks an open file or folder.
  ///
  /// - Throws: `output-failed` if another process still holds the lock when the time is up.
  package static func wait(
    for descriptor: Int32, of path: String, until bound: ContinuousClock.Instant = .now + patience
  ) throws(Problems) {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // On a file system without locks, nothing can be waited for.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      guard ContinuousClock.now < bound else {
        throw Problems(
          .sinkFailed, source: path, "is being changed by another program, so nothing was written",
          remedy: "Try again.")
      }
      usleep(pause)
    }
  }
}
