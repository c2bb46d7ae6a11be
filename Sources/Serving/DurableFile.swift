internal import FormatKit
internal import Foundation

/// A file that only the owner of the shop's files may read (mode 0600), and that is on the disk, whole, once it was written.
enum DurableFile {
  /// Writes a file in place of the one that was there.
  ///
  /// - Throws: `output-failed` when it cannot be written; what was there stays then.
  static func write(_ text: String, to path: String) throws(Problems) {
    let new = path + ".new"
    let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    var isWritten = file >= 0 && fchmod(file, 0o600) == 0
    if isWritten {
      var text = text
      isWritten = text.withUTF8 { Foundation.write(file, $0.baseAddress, $0.count) == $0.count } && fsync(file) == 0
    }
    if file >= 0 { isWritten = close(file) == 0 && isWritten }
    guard isWritten, rename(new, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(new)
      throw Problems(
        .sinkFailed, source: path, "cannot be written: \(reason)",
        remedy: "Make room, or give the owner of the shop the right to write there.")
    }
    // The new name is on the disk when its folder is.
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
