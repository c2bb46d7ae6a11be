internal import Foundation

/// Tries in a folder what SQLite needs next to a database: a new file, room in it, and a lock on it.
struct FolderTrial {
  enum Step { case making, writing, locking }

  /// What failed, with the system's error number; nil when everything works.
  static func failure(in folder: String) -> (step: Step, number: Int32)? {
    var template = Array("\(folder)/.stockroom-trial-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return (.making, errno) }
    defer {
      unlink(&template)
      close(descriptor)
    }
    // The size of the write-ahead log's index.
    let bytes = [UInt8](repeating: 0, count: 32768)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { return (.writing, errno == 0 ? ENOSPC : errno) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_len = 1
    guard fcntl(descriptor, F_SETLK, &lock) == 0 else { return (.locking, errno) }
    return nil
  }

  /// Whether every byte of a file can be read; the system's error number where one cannot.
  ///
  /// The file is left open on purpose: to close it would give up the locks that SQLite has on it.
  static func unreadable(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return nil }
      if count < 0, errno != EINTR { return errno }
    }
  }
}
