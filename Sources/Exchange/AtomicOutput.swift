public import FormatKit
internal import Foundation

/// A file that appears whole or not at all: written beside its place under another name, synced, renamed.
public struct AtomicOutput {
  /// Writes a file.
  ///
  /// - Parameter write: fills the sink; when it throws, the file that was there stays as it was.
  /// - Throws: ``DiagnosticCode/sinkFailed`` when the folder cannot be written or the disk is full.
  public static func write<Result>(to path: String, _ write: (ByteSink) throws -> Result) throws -> Result {
    try writeRestartably(to: path) { makeSink in try write(try makeSink()) }
  }

  /// The same for a writer that may have to begin anew: each sink it asks for throws away what the one before took.
  public static func writeRestartably<Result>(
    to path: String, _ write: (_ makeSink: () throws -> ByteSink) throws -> Result
  ) throws -> Result {
    try refuseShopFiles(path)
    let url = URL(fileURLWithPath: path)
    var template = Array("\(url.deletingLastPathComponent().path)/.\(url.lastPathComponent).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw failure(path, errno) }
    var isDone = false
    defer {
      close(descriptor)
      if !isDone { unlink(temporary) }
    }
    var sink: ByteSink?
    let result = try write {
      guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(path, errno) }
      let fresh = ByteSink(descriptor: descriptor, name: path)
      sink = fresh
      return fresh
    }
    try sink?.flush()
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, 0o666 & ~mask)
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw failure(path, errno) }
    isDone = true
    return result
  }

  /// Refuses an output that would take the place of the file that is being read.
  public static func refuse(_ path: String, inPlaceOf source: String) throws {
    var one = stat()
    var other = stat()
    guard stat(path, &one) == 0, stat(source, &other) == 0, one.st_ino == other.st_ino, one.st_dev == other.st_dev
    else { return }
    throw FormatError(
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
      throw FormatError(
        .sinkFailed, source: path, "is a file that a shop lives by and is not overwritten",
        remedy: "Choose another name for the output.")
    }
  }

  private static func failure(_ path: String, _ number: Int32) -> FormatError {
    FormatError(.sinkFailed, source: path, "cannot be written: \(String(cString: strerror(number)))")
  }
}
