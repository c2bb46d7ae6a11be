internal import Foundation

/// The permissions of the files that Stockroom makes, defined in this one place.
///
/// A shop's files hold costs, counts and names of people. So the command starts with ``restrict()``, and every file that it
/// makes then has the mode 0640 at most, every folder 0750: the database and the files that SQLite keeps next to it, plans,
/// files of refused records, exports, reports, job sets, logs and temporary files. A file meant for everyone uses ``everyone``.
public enum FileAccess: String, Hashable, Sendable, CaseIterable {
  /// The owner and, for reading, the owner's group; less if the `umask` of the person requires it.
  case group
  /// Everyone who can log in to the machine, such as a web server.
  case everyone

  /// The permissions that no file gets: writing by the group, and everything by others.
  static let withheld: UInt32 = 0o027

  /// Withholds ``withheld`` from all files and folders that this process makes from now on, in addition to what its `umask`
  /// withholds already. Called once, before there are threads.
  public static func restrict() {
    let mask = umask(withheld)
    umask(mask | withheld)
  }

  /// The mode of a file that takes the place of another, or is new.
  ///
  /// A file that is there keeps its mode: the person who opened it to others once does not have to do so after each run.
  ///
  /// - Parameter path: where the file will be.
  public static func mode(ofFileAt path: String) -> UInt32 {
    var found = stat()
    if lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG { return found.st_mode & 0o777 }
    // Never wider than it should be, not even for this moment.
    let mask = umask(withheld)
    umask(mask)
    return 0o666 & ~mask
  }

  /// Opens a file that was just made to everyone, where that is wanted; `umask` has done the rest.
  public func apply(toFile descriptor: Int32) {
    if self == .everyone { fchmod(descriptor, 0o644) }
  }

  /// Opens a folder that was just made to everyone, where that is wanted.
  public func apply(toFolder descriptor: Int32) {
    if self == .everyone { fchmod(descriptor, 0o755) }
  }
}
