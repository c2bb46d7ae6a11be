internal import Exchange
internal import FormatKit
internal import Foundation
internal import Stock

/// A set that is being built: a folder next to its final location, under a temporary name that readers ignore.
final class BuiltSet: StagedFolder {
  let folder: OpenFolder
  private let name: String
  private let parent: OpenFolder
  private let readers: FileAccess
  private var isDone = false

  /// Begins a set next to its final location. If the process is killed, the next run recognises the folder by its name.
  init(in sets: SetFolder) throws {
    parent = sets.folder
    readers = sets.readers
    (name, folder) = try parent.makeFolder(beginning: sets.owner.buildingPrefix, for: readers)
  }

  func file(named name: String) throws -> any StagedFile { try BuiltFile(name, in: folder, for: readers) }

  /// Puts the set in its place, whole, and makes that last.
  func place(as other: String) throws {
    try folder.sync()
    try parent.rename(name, to: other)
    isDone = true
    try parent.sync()
  }

  /// Removes what was built, unless it is in its place. What cannot be removed is left to the next run.
  func discard() {
    guard !isDone else { return }
    try? parent.remove(name)
  }
}

/// A file of a set, hashed while it is written.
final class BuiltFile: StagedFile {
  let sink: ByteSink
  private let name: String
  private let folder: OpenFolder
  private let hash: SHA256Hash
  private var descriptor: Int32?

  init(_ name: String, in folder: OpenFolder, for readers: FileAccess) throws {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"),
      !name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    else {
      throw Problems(
        .sinkFailed, source: name, value: name, "'\(name)' cannot be the name of a file in a set",
        remedy: "Use letters, digits, '-', '_' and '.', and no '.' at the beginning.")
    }
    self.name = name
    self.folder = folder
    let hash = SHA256Hash()
    self.hash = hash
    let descriptor = try folder.makeFile(name, for: readers)
    self.descriptor = descriptor
    sink = ByteSink(descriptor: descriptor, name: folder.place(name)) { hash.update($0) }
  }

  deinit { if let descriptor { close(descriptor) } }

  func finish() throws -> FileSeal {
    try sink.flush()
    guard let descriptor, fsync(descriptor) == 0 else {
      throw OpenFolder.failure(folder.place(name), errno, "cannot be written")
    }
    self.descriptor = nil
    guard close(descriptor) == 0 else { throw OpenFolder.failure(folder.place(name), errno, "cannot be written") }
    return FileSeal(bytes: Int64(sink.byteCount), sha256: hash.hexadecimalDigest())
  }

  func discard() throws {
    if let descriptor { close(descriptor) }
    descriptor = nil
    try folder.remove(name)
  }
}
