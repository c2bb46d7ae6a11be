public import FormatKit
internal import Foundation

/// A file that appears whole or not at all: written next to its location without a name, synced, and moved into place.
///
/// No partial file is left when the process ends, for any reason. What is not a file, such as `/dev/null` or a named pipe, stays
/// what it is and gets the content once it is whole.
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
    let (result, file) = try prepare(for: path, write)
    try file.place()
    return result
  }

  /// Writes a file that gets its place later, by ``PreparedOutput/place()``: never, when that is not called.
  public static func prepare<Result>(
    for path: String, _ write: (_ makeSink: () throws -> ByteSink) throws -> Result
  ) throws -> (result: Result, file: PreparedOutput) {
    let isStream = isStream(path)
    if !isStream { try refuseShopFiles(path) }
    let file = try PreparedOutput(path, isStream: isStream)
    var sink: ByteSink?
    let result = try write {
      let fresh = try file.freshSink()
      sink = fresh
      return fresh
    }
    try sink?.flush()
    try file.settle()
    return (result, file)
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
}

/// A file that is written and on the disk, and not yet in its place. Without a place it is gone when this object is.
public final class PreparedOutput {
  private let path: String
  private let isStream: Bool
  private let file: UnnamedFile

  fileprivate init(_ path: String, isStream: Bool) throws {
    (self.path, self.isStream) = (path, isStream)
    file = try UnnamedFile(for: isStream ? NSTemporaryDirectory() + "output" : path)
  }

  /// A sink of the file, which is empty again.
  fileprivate func freshSink() throws -> ByteSink {
    guard ftruncate(file.descriptor, 0) == 0, lseek(file.descriptor, 0, SEEK_SET) == 0 else {
      throw Problems.cannotBeWritten(path, errno)
    }
    return ByteSink(descriptor: file.descriptor, name: path)
  }

  /// Sees to it that only the place is missing.
  ///
  /// - Throws: ``Problem/Code/sinkFailed`` where the place is one that no file can take.
  fileprivate func settle() throws {
    guard !isStream else { return }
    var found = stat()
    if stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFDIR { throw Problems.cannotBeWritten(path, EISDIR) }
    fchmod(file.descriptor, FileAccess.mode(ofFileAt: path))
    try file.sync()
  }

  /// Puts the file where it belongs, in place of one that is there. Called once.
  ///
  /// - Throws: ``Problem/Code/sinkFailed`` when that is no longer possible.
  public func place() throws {
    if isStream { try copy() } else { try file.place() }
  }

  private func copy() throws {
    // What went to a redirected output before stays.
    let stream = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard stream >= 0, lseek(file.descriptor, 0, SEEK_SET) == 0 else { throw Problems.cannotBeWritten(path, errno) }
    defer { close(stream) }
    let sink = ByteSink(descriptor: stream, name: path)
    let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    defer { block.deallocate() }
    while true {
      let count = read(file.descriptor, block.baseAddress, block.count)
      guard count >= 0 else { throw Problems.cannotBeWritten(path, errno) }
      if count == 0 { break }
      try sink.write(UnsafeBufferPointer(rebasing: block[..<count]))
    }
    try sink.flush()
  }
}
