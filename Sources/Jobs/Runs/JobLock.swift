internal import Foundation

/// Keeps a second run of the same job out. The kernel lets go of it when the process ends, however it ends.
final class JobLock {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  static let name = "lock"

  /// Takes the lock.
  ///
  /// - Parameter wait: how long another run is waited for.
  /// - Returns: nil when another run has it all that time.
  static func taken(in state: OpenFolder, wait: Duration) throws -> JobLock? {
    let file = openat(state.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw OpenFolder.failure(state.place(name), errno, "cannot be opened") }
    let lock = JobLock(file)
    switch Self.lock(file, wait: wait) {
    case 0: return lock
    case EWOULDBLOCK: return nil
    case let number: throw OpenFolder.failure(state.place(name), number, "cannot be locked")
    }
  }

  /// - Returns: 0 when the lock is taken, else why it is not.
  private static func lock(_ file: Int32, wait: Duration) -> Int32 {
    let end = ContinuousClock.now.advanced(by: wait)
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      guard number == EWOULDBLOCK || number == EINTR else { return number }
      if ContinuousClock.now >= end { return EWOULDBLOCK }
      usleep(20_000)
    }
    return 0
  }

  /// Whether a run has the lock at this moment.
  static func isHeld(in state: OpenFolder) -> Bool {
    guard let file = try? state.openFile(name) else { return false }
    defer { close(file) }
    // Shared, so that two who look do not take each other for a run.
    return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Prevents other processes from publishing into a folder as long as it is open. Waits a moment for one that is about to end.
  ///
  /// - Returns: false when another process holds the lock. A file system without locks admits every process.
  static func hold(_ folder: OpenFolder) -> Bool {
    lock(folder.descriptor, wait: .seconds(2)) != EWOULDBLOCK
  }
}
