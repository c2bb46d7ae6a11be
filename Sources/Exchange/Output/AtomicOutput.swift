public import FormatKit
internal import Foundation

/// A file that appears whole or not at all: written next to its location without a name, synced, and moved into place.
///
/// So no partial file is left when the process ends, for any reason. On file systems that have no files without names
/// it is written under a hidden one. What is no file, such as `/dev/null` or a named pipe, stays what it is and gets the content
/// once it is whole.
public struct AtomicOutput {
  /// Writes a file.
  ///
  /// - Parameter write: fills the sink; when it throws, the file that was there stays as it was.
  /// - Throws: ``Problem/Code/sinkFailed`` when the folder cannot be written or the disk is full.
  public static func write<Result>(to path: String, _ write: (ByteSink) throws -> Result) throws -> Result {
    try writeRestartably(to: path) { makeSink in try write(try makeSink()) }
  }

  /// The same for a writer that may have to start again: each sink that it requests discards the content of the one before.
  public static func writeRestartably<Result>(
    to path: String, _ write: (_ makeSink: () throws -> ByteSink) throws -> Result
  ) throws -> Result {
    let isStream = isStream(path)
    if !isStream { try refuseShopFiles(path) }
    let file = try UnnamedFile(beside: isStream ? NSTemporaryDirectory() + "output" : path)
    let descriptor = file.descriptor
    var isDone = false
    defer {
      close(descriptor)
      if !isDone { file.remove() }
    }
    var sink: ByteSink?
    let result = try write {
      guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(path, errno) }
      let fresh = ByteSink(descriptor: descriptor, name: path)
      sink = fresh
      return fresh
    }
    try sink?.flush()
    if isStream {
      try copy(descriptor, to: path)
      return result
    }
    fchmod(descriptor, FileAccess.mode(ofFileAt: path))
    guard fsync(descriptor) == 0, file.rename(to: path) else { throw failure(path, errno) }
    isDone = true
    return result
  }

  /// Whether a path is that of a device, a named pipe or one of the process's own descriptors, which no file can replace.
  private static func isStream(_ path: String) -> Bool {
    var found = stat()
    guard stat(path, &found) == 0 else { return false }
    switch found.st_mode & S_IFMT {
    case S_IFREG:
      // `/dev/stdout` leads to `/proc/self/fd/1`, even where the output goes to a file.
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().resolvingSymlinksInPath().path
      let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
      return "\(folder)/".hasPrefix("/proc/") || target.hasPrefix("/proc/")
    case S_IFDIR: return false
    default: return true
    }
  }

  private static func copy(_ descriptor: Int32, to path: String) throws {
    // What went to a redirected output before stays.
    let stream = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard stream >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(path, errno) }
    defer { close(stream) }
    let sink = ByteSink(descriptor: stream, name: path)
    let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    defer { block.deallocate() }
    while true {
      let count = read(descriptor, block.baseAddress, block.count)
      guard count >= 0 else { throw failure(path, errno) }
      if count == 0 { break }
      try sink.write(UnsafeBufferPointer(rebasing: block[..<count]))
    }
    try sink.flush()
  }

  /// Refuses an output that would take the place of the file that is being read.
  public static func refuse(_ path: String, inPlaceOf source: String) throws {
    var one = stat()
    var other = stat()
    guard stat(path, &one) == 0, stat(source, &other) == 0, one.st_ino == other.st_ino, one.st_dev == other.st_dev
    else { return }
    throw Problems(
      .sinkFailed, source: path, "is the file that is being read, and is not overwritten",
      remedy: "Choose another name for the output.")
  }

  /// The files that a shop lives by are never an output: its settings, its database and what belongs to that.
  private static func refuseShopFiles(_ path: String) throws {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let name = resolved.lastPathComponent
    var isShopFile = name == "stockroom.yml" || name.hasSuffix(".sqlite-wal") || name.hasSuffix(".sqlite-shm")
    if let file = FileHandle(forReadingAtPath: resolved.path) {
      isShopFile = isShopFile || (try? file.read(upToCount: 15)) == Data("SQLite format 3".utf8)
      try? file.close()
    }
    guard !isShopFile else {
      throw Problems(
        .sinkFailed, source: path, "is a file that a shop lives by and is not overwritten",
        remedy: "Choose another name for the output.")
    }
  }

  fileprivate static func failure(_ path: String, _ number: Int32) -> Problems {
    Problems(.sinkFailed, source: path, "cannot be written: \(String(cString: strerror(number)))")
  }
}

/// An open file in the folder of another that has no name there yet.
private final class UnnamedFile {
  let descriptor: Int32
  /// The hidden name that it has; nil while it has none.
  private var name: String?
  private let prefix: String

  init(beside path: String) throws {
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
    guard descriptor >= 0 else { throw AtomicOutput.failure(path, errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Puts it where another file may be, in whose place it then is; `errno` says why it cannot.
  func rename(to path: String) -> Bool {
    // A link cannot take another file's place, but a rename can.
    while name == nil {
      let hidden = prefix + String(UInt32.random(in: 0...UInt32.max), radix: 36)
      if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 {
        name = hidden
      } else if errno != EEXIST {
        return false
      }
    }
    guard let name, Foundation.rename(name, path) == 0 else { return false }
    self.name = nil
    return true
  }

  /// Removes what there is of it, if it was not renamed.
  func remove() {
    if let name { unlink(name) }
  }
}
