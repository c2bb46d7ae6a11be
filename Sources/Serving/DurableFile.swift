package import FormatKit
package import Foundation

/// A file that is on the disk, whole, once it was written.
package enum DurableFile {
  /// Writes a file that only the owner of the shop's files may read (mode 0600), in place of the one that was there.
  ///
  /// - Throws: `output-failed` when it cannot be written; what was there stays then.
  package static func write(_ text: String, to path: String) throws(Problems) {
    try write(Data(text.utf8), to: path)
  }

  /// Writes a file that only the owner of the shop's files may read (mode 0600), in place of the one that was there.
  ///
  /// - Throws: `output-failed` when it cannot be written; what was there stays then.
  package static func write(_ data: Data, to path: String) throws(Problems) {
    try withRemedy { () throws(Problems) -> Void in
      let file = try UnnamedFile(for: path)
      guard fchmod(file.descriptor, 0o600) == 0 else { throw .cannotBeWritten(path, errno) }
      try fill(file, with: data, for: path)
      try place(file, at: path)
    }
  }

  /// Writes a file that the same people may read and write as another one, in place of the one that was there.
  ///
  /// - Parameter model: the file whose group and mode it gets, and its owner where this process may give files away.
  /// - Throws: `output-failed` when it cannot be written; what was there stays then.
  package static func write(_ data: Data, to path: String, sharedLike model: String) throws(Problems) {
    try withRemedy { () throws(Problems) -> Void in
      let rights = try rights(of: model, for: path)
      let file = try UnnamedFile(for: path)
      guard give(file.descriptor, rights, mode: rights.st_mode & 0o666) else { throw .cannotBeWritten(path, errno) }
      try fill(file, with: data, for: path)
      try place(file, at: path)
    }
  }

  /// Makes a folder for those who may read and write a file. One that is there stays as it is.
  ///
  /// - Parameter model: the file whose group and mode it gets; who may read that may look into the folder.
  /// - Throws: `output-failed` when it cannot be made.
  package static func makeFolder(at path: String, sharedLike model: String) throws(Problems) {
    try withRemedy { () throws(Problems) -> Void in
      let rights = try rights(of: model, for: path)
      guard mkdir(path, 0o700) == 0 else {
        if errno == EEXIST { return }
        throw .cannotBeWritten(path, errno)
      }
      let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { throw .cannotBeWritten(path, errno) }
      defer { close(folder) }
      let mode = rights.st_mode & 0o666
      guard give(folder, rights, mode: mode | (mode & 0o444) >> 2) else {
        let number = errno
        // Else it would stay, closed to the others.
        rmdir(path)
        throw .cannotBeWritten(path, number)
      }
    }
  }

  /// Writes a file that people write too, in place of what was read of it. Its group and its mode stay, and its owner
  /// where this process may give files away; else it belongs to the user of this process. A symbolic link stays, and
  /// what it leads to is replaced.
  ///
  /// - Parameter old: the content that the new one was made from.
  /// - Throws: `output-failed` when the file has another content by now, or cannot be written; what is there stays.
  package static func replace(_ old: Data, with new: Data, at path: String) throws(Problems) {
    let isUnchanged = try withRemedy { () throws(Problems) -> Bool in
      guard let resolved = realpath(path, nil) else { throw .cannotBeWritten(path, errno) }
      defer { free(resolved) }
      let target = String(cString: resolved)
      let rights = try rights(of: target, for: path)
      let file = try UnnamedFile(for: target)
      guard give(file.descriptor, rights, mode: rights.st_mode & 0o7777) else { throw .cannotBeWritten(path, errno) }
      try fill(file, with: new, for: path)
      guard FileManager.default.contents(atPath: target) == old else { return false }
      try place(file, at: target)
      return true
    }
    guard isUnchanged else {
      throw Problems(
        .sinkFailed, source: path, "was changed by another program at the same time, so nothing was written",
        remedy: "Try again.")
    }
  }

  private static func rights(of model: String, for path: String) throws(Problems) -> stat {
    var status = stat()
    guard stat(model, &status) == 0 else { throw .cannotBeWritten(path, errno) }
    return status
  }

  /// Gives a file or a folder the group of another, and its owner where that is possible, with a mode.
  private static func give(_ descriptor: Int32, _ rights: stat, mode: mode_t) -> Bool {
    // Before the mode: a change of the owner takes some of its bits away.
    (fchown(descriptor, rights.st_uid, rights.st_gid) == 0 || fchown(descriptor, uid_t.max, rights.st_gid) == 0)
      && fchmod(descriptor, mode) == 0
  }

  /// Has the content of a file on the disk.
  private static func fill(_ file: UnnamedFile, with data: Data, for path: String) throws(Problems) {
    var written = 0
    while written < data.count {
      let step = data.withUnsafeBytes { bytes in
        Foundation.write(file.descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw .cannotBeWritten(path, errno) }
      written += step
    }
    try file.sync()
  }

  private static func place(_ file: UnnamedFile, at path: String) throws(Problems) {
    try file.place()
    // The new name is on the disk when its folder is.
    let folder = open(FileLock.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private static func withRemedy<Result>(_ work: () throws(Problems) -> Result) throws(Problems) -> Result {
    do throws(Problems) { return try work() } catch {
      var problems = error
      problems.first.remedy = "Make room, or give the owner of the shop the right to write there."
      throw problems
    }
  }
}
