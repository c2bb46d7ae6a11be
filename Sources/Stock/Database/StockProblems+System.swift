internal import Foundation
internal import GRDB
public import ProblemKit

extension Problems {
  /// Describes an error of SQLite: the problem, the file, and the remedy. Nil for a programming error.
  ///
  /// - Parameter path: the shop's database, if it is known.
  init?(_ error: DatabaseError, path: String?) {
    let cause = SystemFailure.cause(of: error)
    let folder = path.map { ($0 as NSString).deletingLastPathComponent }.map { $0.isEmpty ? "." : $0 }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
      if let folder, let failure = FolderTrial.failure(in: folder), failure.step == .locking {
        self = .noLocks(folder, failure.number)
      } else {
        self.init(.busy, "another stockroom is writing to this shop", remedy: "Try again in a moment.")
      }
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
      // A page that the disk does not give is called malformed too.
      if let file = path.map({ [$0, $0 + "-wal"] })?.first(where: { FolderTrial.unreadable($0) != nil }) {
        self = .disk(file, "read", EIO)
      } else {
        self.init(
          .damaged, "the database file is damaged: \(error.message ?? "unreadable")",
          remedy: "Restore the last backup; `stockroom check` shows what is intact.")
      }
    case .SQLITE_FULL: self = .full(cause?.path, in: folder, cause?.number ?? ENOSPC)
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(system: error, cause: cause, path: path, folder: folder)
    case .SQLITE_NOMEM:
      self.init(
        .refused, "there is not enough memory",
        remedy: "Raise the limit (`ulimit -v`), or end other programs; nothing was changed.")
    case .SQLITE_ERROR where error.message == "integer overflow",
      .SQLITE_CONSTRAINT where error.message?.contains("cannot store REAL value in INTEGER") == true:
      self.init(
        .refused, "a sum of stock leaves the range of ±9,223,372,036,854,775.807",
        remedy: "Look for a quantity far too large, such as a barcode in the quantity column; nothing was changed.")
    default: return nil
    }
  }

  /// A file that cannot be opened, read, written or locked.
  private init(system error: DatabaseError, cause: SystemFailure?, path: String?, folder: String?) {
    var (number, file) = (cause?.number, cause?.path ?? path)
    // Not every call is in the log; then the same calls are tried next to the database.
    if number == nil, let folder, let failure = FolderTrial.failure(in: folder) {
      if failure.step == .locking {
        self = .noLocks(folder, failure.number)
        return
      }
      (number, file) = (failure.number, folder)
    }
    let isReading = [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ].contains(error.extendedResultCode)
    switch number {
    case EACCES, EPERM: self = .noPermission(file ?? "the shop's database")
    case EROFS:
      self.init(
        .refused, "\(file ?? "the database") is on a file system that may only be read",
        remedy: "Make it writable (`mount -o remount,rw`), or copy the shop to where it may be written.")
    case ENOSPC, EDQUOT, EFBIG: self = .full(file, in: folder, number ?? ENOSPC)
    case ENOLCK: self = .noLocks(folder ?? "the shop's folder", ENOLCK)
    case EMFILE, ENFILE:
      self.init(
        .refused, "\(file ?? "the database") cannot be opened: \(String(cString: strerror(number ?? EMFILE)))",
        remedy: "Raise the limit (`ulimit -n`), or end other programs; nothing was changed.")
    case let number?: self = .disk(file ?? "the shop's database", isReading ? "read" : "read or written", number)
    case nil where error.resultCode == .SQLITE_IOERR:
      self = .disk(file ?? "the shop's database", isReading ? "read" : "read or written", EIO)
    case nil: self = .noPermission(file ?? "the shop's database")
    }
  }

  /// The error for a missing permission, with the owner of the file.
  static func noPermission(_ path: String) -> Problems {
    // A path that cannot be checked is in a folder without access.
    var path = path
    var status = stat()
    while stat(path, &status) != 0, path != "/", !path.isEmpty {
      let parent = (path as NSString).deletingLastPathComponent
      path = parent.isEmpty ? "." : parent
      if path == "." { break }
    }
    guard stat(path, &status) == 0 else {
      return Problems(
        .refused, "\(path) may not be opened: \(String(cString: strerror(EACCES)))",
        remedy: "Check the rights of the shop's folder.")
    }
    let owner = user(status.st_uid)
    let rights = String(status.st_mode & 0o777, radix: 8)
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    return Problems(
      .refused,
      "\(path) may not be opened by '\(user(geteuid()))': it belongs to '\(owner)' and has the rights 0\(rights)",
      remedy: status.st_uid == geteuid()
        ? "Give yourself the right with `chmod u+rw\(isFolder ? "x" : "") \(path)`; if you have it, look at the rules of SELinux "
          + "or AppArmor. Nothing was changed."
        : "Run stockroom as '\(owner)', or have '\(owner)' give the right with "
          + "`chmod g+rw\(isFolder ? "x" : "") \(path)`. Nothing was changed.")
  }

  private static func user(_ number: uid_t) -> String {
    guard let entry = getpwuid(number) else { return "\(number)" }
    return String(cString: entry.pointee.pw_name)
  }

  private static func full(_ file: String?, in folder: String?, _ number: Int32) -> Problems {
    let what =
      file ?? folder.map { "the database in \($0) or its temporary files" } ?? "the database or its temporary files"
    return Problems(
      .refused, "there is no room for \(what): \(String(cString: strerror(number)))",
      remedy:
        "The shop's folder needs room even for reading (32 KiB), and /var/tmp for temporary files. Look with `df -h`, "
        + "free some space and run the command again; nothing was changed.")
  }

  private static func noLocks(_ folder: String, _ number: Int32) -> Problems {
    Problems(
      .refused, "files in \(folder) cannot be locked: \(String(cString: strerror(number)))",
      remedy:
        "Keep the shop on a disk of this machine. A network drive must offer locks: for NFS, start its lock service "
        + "and mount it without `nolock`. Nothing was changed.")
  }

  private static func disk(_ file: String, _ verb: String, _ number: Int32) -> Problems {
    Problems(
      .refused, "the disk failed: \(file) cannot be \(verb): \(String(cString: strerror(number)))",
      remedy:
        "Look for the disk's errors with `dmesg` and check its connection. Copy the shop to another disk, or restore "
        + "the last backup, and run `stockroom check`; nothing was changed.")
  }
}

extension ShopDatabase {
  /// Runs work on a database, turning the engine's own errors into ``Problems`` where a person can act on them.
  ///
  /// - Parameter path: the database, so that an error can say which file is concerned.
  public static func translatingErrors<Result>(at path: String? = nil, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as DatabaseError {
      throw Problems(error, path: path) ?? error
    }
  }

  /// Whether something failed because nothing can be written at the moment: the disk is full, or the file or its folder may only be read.
  ///
  /// - Parameter path: the database that was to be written.
  package static func cannotWrite(_ error: any Error, at path: String) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    if [.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_PERM].contains(error.resultCode) { return true }
    guard [.SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode) else { return false }
    let failure = FolderTrial.failure(in: (path as NSString).deletingLastPathComponent)
    return failure.map { [ENOSPC, EDQUOT, EFBIG, EROFS, EACCES, EPERM].contains($0.number) } ?? false
  }

  /// An error of the database that came by another way, in words; nil for any other error.
  public static func translated(_ error: any Error) -> Problems? {
    (error as? DatabaseError).flatMap { Problems($0, path: nil) }
  }
}
