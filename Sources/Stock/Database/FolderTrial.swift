internal import Foundation
internal import Synchronization

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

  /// A file that was opened to read all of it.
  private struct OpenFile {
    let descriptor: Int32
    let device: UInt64
    let inode: UInt64
  }

  /// The files that were read, each opened once.
  ///
  /// They stay open on purpose: to close a file would give up the locks that SQLite has on it in this process. One that is deleted
  /// is closed, since no other process can open it any more.
  private static let openFiles = Mutex<[OpenFile]>([])

  /// Whether every byte of a file can be read; the system's error number where one cannot.
  static func unreadable(_ path: String) -> Int32? {
    openFiles.withLock { files in
      files.removeAll { file in
        var status = stat()
        guard fstat(file.descriptor, &status) == 0, status.st_nlink == 0 else { return false }
        close(file.descriptor)
        return true
      }
      guard let descriptor = opened(path, among: &files) else { return nil }
      return failure(reading: descriptor)
    }
  }

  private static func opened(_ path: String, among files: inout [OpenFile]) -> Int32? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    if let known = files.first(where: { $0.device == device && $0.inode == inode }) { return known.descriptor }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // Another file may have come to the path meanwhile.
    guard fstat(descriptor, &status) == 0 else { return descriptor }
    files.append(
      OpenFile(descriptor: descriptor, device: UInt64(status.st_dev), inode: UInt64(status.st_ino)))
    return descriptor
  }

  private static func failure(reading descriptor: Int32) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset: off_t = 0
    while true {
      let count = pread(descriptor, &buffer, buffer.count, offset)
      if count == 0 { return nil }
      if count > 0 {
        offset += off_t(count)
      } else if errno != EINTR {
        return errno
      }
    }
  }
}
