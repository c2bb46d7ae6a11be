package import FormatKit
internal import Foundation

/// Small files of certificates and private keys, and the folder that has them.
package enum KeyFile {
  private static let largest = 1_000_000

  /// Reads a file.
  ///
  /// - Parameter hasKey: whether it has a private key, which nobody but its owner and group may read.
  /// - Throws: `source-unreadable` when it cannot be read, is too large, or has a key that others may read.
  package static func read(_ path: String, hasKey: Bool) throws(Problems) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw Problems(
        .sourceUnreadable, source: path, "cannot be read: \(String(cString: strerror(errno)))",
        remedy: "Check the name, and whether the person who starts the server may read the file.")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest else {
      throw Problems(
        .sourceUnreadable, source: path, "is not a file, or is too large for a certificate or a key",
        remedy: "Give a file in PEM.")
    }
    guard !hasKey || status.st_mode & 0o007 == 0 else {
      throw Problems(
        .sourceUnreadable, source: path, "has a private key, and everybody on this machine may read or change it",
        remedy: "Take the rights of others away with: chmod o= \(path)")
    }
    var bytes = [UInt8](repeating: 0, count: largest)
    var count = 0
    while count < bytes.count {
      let step = bytes.withUnsafeMutableBytes { buffer in
        Foundation.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { break }
      count += step
    }
    return Array(bytes[..<count])
  }

  /// Opens a folder of keys, which only its owner may open, for one process at a time.
  ///
  /// - Returns: its descriptor, with a lock that is held until ``FileLock/end(_:)``.
  /// - Throws: `output-failed` when it cannot be made, belongs to another user, cannot be closed to others, or another process has
  ///   the lock for too long.
  package static func openFolder(_ folder: String) throws(Problems) -> Int32 {
    mkdir(folder, 0o700)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    var number = errno
    do throws(Problems) {
      var status = stat()
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw failure(folder, number) }
      guard status.st_uid == geteuid() else { throw failure(folder, "belongs to another user") }
      let isChanged = fchmod(descriptor, 0o700) == 0
      number = errno
      guard isChanged || number == EPERM, fstat(descriptor, &status) == 0 else { throw failure(folder, number) }
      // A file system without rights, as those of Windows, changes nothing, and may say so or not.
      try requireClosed(folder, mode: status.st_mode)
      try FileLock.wait(for: descriptor, of: folder)
    } catch {
      FileLock.end(descriptor)
      throw error
    }
    return descriptor
  }

  /// Refuses a folder of keys that others than its owner can open, because its file system does not keep who may.
  ///
  /// - Parameter mode: its mode after it was to be 0700.
  /// - Throws: `output-failed` for a mode that lets the group or others in.
  package static func requireClosed(_ folder: String, mode: UInt32) throws(Problems) {
    guard mode & 0o077 != 0 else { return }
    throw Problems(
      .sinkFailed, source: folder,
      "is on a file system that does not keep who may read a file, so everybody on this machine could read private "
        + "keys",
      remedy: "Move the shop's folder to a file system of Linux, such as ext4. Or keep a certificate and its key on "
        + "one, and start the server with --certificate and --key.")
  }

  private static func failure(_ folder: String, _ number: Int32) -> Problems {
    failure(folder, "cannot be written: \(String(cString: strerror(number)))")
  }

  private static func failure(_ folder: String, _ message: String) -> Problems {
    Problems(.sinkFailed, source: folder, message, remedy: "Start the server as the owner of the shop's folder.")
  }
}
