internal import Foundation
package import ProblemKit

/// A new file that has no name before it is complete, and then takes the place of the one that is at its path.
///
/// So no partial file is left when the process ends, for any reason. On file systems that have no files without names it has
/// a hidden one until then. Only its owner may read and write it (mode 0600) unless that is changed. Without ``place()`` it is
/// gone when this object is. Not safe to share between threads.
package final class UnnamedFile {
  /// Open for reading and writing as long as this object is there.
  package let descriptor: Int32
  private let path: String
  /// The beginning of hidden names in the folder of its path.
  private let prefix: String
  /// The hidden name that it has; nil while it has none.
  private var name: String?

  /// - Throws: `output-failed` when no file can be made in the folder of the path.
  package init(for path: String) throws(Problems) {
    self.path = path
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    prefix = "\(folder)/.\(url.lastPathComponent)."
    // Its flag is not in a header that the compiler reads: __O_TMPFILE, the same on all of Linux except three old architectures.
    let unnamed = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
    if unnamed >= 0, access("/proc/self/fd/\(unnamed)", F_OK) == 0 {
      descriptor = unnamed
      return
    }
    if unnamed >= 0 { close(unnamed) }
    var template = Array("\(prefix)XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .cannotBeWritten(path, errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let name { unlink(name) }
  }

  /// Has its content on the disk.
  ///
  /// - Throws: `output-failed` when the disk does not take it.
  package func sync() throws(Problems) {
    guard fsync(descriptor) == 0 else { throw .cannotBeWritten(path, errno) }
  }

  /// Puts it at its path, in place of the file that is there.
  ///
  /// - Throws: `output-failed` when it cannot be there; the other file stays then.
  package func place() throws(Problems) {
    // A link cannot take another file's place, but a rename can.
    while name == nil {
      let hidden = prefix + String(UInt32.random(in: 0...UInt32.max), radix: 36)
      if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 {
        name = hidden
      } else if errno != EEXIST {
        throw .cannotBeWritten(path, errno)
      }
    }
    guard let name, rename(name, path) == 0 else { throw .cannotBeWritten(path, errno) }
    self.name = nil
  }
}

extension Problems {
  /// The error for a file that cannot be written.
  ///
  /// - Parameter number: the number that the system gives the error, as in `errno`.
  package static func cannotBeWritten(_ path: String, _ number: Int32) -> Problems {
    Problems(.sinkFailed, source: path, "cannot be written: \(String(cString: strerror(number)))")
  }
}
