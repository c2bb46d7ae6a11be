package import FormatKit
package import Foundation

/// A file that is on the disk, whole, once it was written.
package enum DurableFile {
  /// Writes a file that only the owner of the shop's files may read (mode 0600), in place of the one that was there.
  ///
  /// - Throws: `output-failed` when it cannot be written; what was there stays then.
  package static func write(_ text: String, to path: String) throws(Problems) {
    let new = path + ".new"
    let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    let isReady = file >= 0 && fchmod(file, 0o600) == 0
    try finish(file, with: Data(text.utf8), isReady: isReady, as: new, in: path)
  }

  /// Writes a file that people write too, in place of what was read of it. Its group and its mode stay, and its owner
  /// where this process may give files away; else it belongs to the user of this process. A symbolic link stays, and
  /// what it leads to is replaced.
  ///
  /// - Parameter old: the content that the new one was made from.
  /// - Throws: `output-failed` when the file has another content by now, or cannot be written; what is there stays.
  package static func replace(_ old: Data, with new: Data, at path: String) throws(Problems) {
    guard let resolved = realpath(path, nil) else { throw failure(path) }
    defer { free(resolved) }
    let target = String(cString: resolved)
    let temporary = "\(target).\(UInt64.random(in: 0...UInt64.max)).new"
    var status = stat()
    guard stat(target, &status) == 0 else { throw failure(path) }
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // Before the mode: a change of the owner takes some of its bits away.
    let isOwned =
      file >= 0
      && (fchown(file, status.st_uid, status.st_gid) == 0 || fchown(file, uid_t.max, status.st_gid) == 0)
    let isReady = isOwned && fchmod(file, status.st_mode & 0o7777) == 0
    try finish(file, with: new, isReady: isReady, as: temporary, in: target) { () throws(Problems) -> Void in
      guard FileManager.default.contents(atPath: target) == old else {
        throw Problems(
          .sinkFailed, source: path, "was changed by another program at the same time, so nothing was written",
          remedy: "Try again.")
      }
    }
  }

  /// Writes an open file, and puts it where another may be.
  ///
  /// - Parameter check: is called just before.
  private static func finish(
    _ file: Int32, with data: Data, isReady: Bool, as name: String, in path: String,
    check: () throws(Problems) -> Void = {}
  ) throws(Problems) {
    var isWritten = isReady && data.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) } == data.count
    isWritten = isWritten && fsync(file) == 0
    var number = errno
    if file >= 0, close(file) != 0 { (isWritten, number) = (false, errno) }
    do throws(Problems) {
      guard isWritten else { throw failure(path, number) }
      try check()
      guard rename(name, path) == 0 else { throw failure(path) }
    } catch {
      unlink(name)
      throw error
    }
    // The new name is on the disk when its folder is.
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private static func failure(_ path: String, _ number: Int32 = errno) -> Problems {
    Problems(
      .sinkFailed, source: path, "cannot be written: \(String(cString: strerror(number)))",
      remedy: "Make room, or give the owner of the shop the right to write there.")
  }
}
