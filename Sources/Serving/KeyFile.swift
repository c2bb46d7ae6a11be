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
  /// - Returns: its descriptor, with a lock that is held until it is closed.
  /// - Throws: `output-failed` when it cannot be made, or belongs to another user.
  package static func openFolder(_ folder: String) throws(Problems) -> Int32 {
    mkdir(folder, 0o700)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_uid == geteuid(), fchmod(descriptor, 0o700) == 0
    else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw Problems(
        .sinkFailed, source: folder,
        status.st_uid == geteuid() || descriptor < 0 ? "cannot be written: \(reason)" : "belongs to another user",
        remedy: "Start the server as the owner of the shop's folder.")
    }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return descriptor
  }
}
