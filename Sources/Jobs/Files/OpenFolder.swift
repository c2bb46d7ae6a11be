internal import Exchange
internal import FormatKit
internal import Foundation

/// A folder that is held open. All operations apply to that same folder, even if its path is renamed or replaced
/// meanwhile.
///
/// Nothing in the folder is reached through a symbolic link. Names are single path components.
final class OpenFolder {
  /// The kind of file that has a name.
  enum Entry { case file, folder, link, other }

  /// For messages only.
  let path: String
  let descriptor: Int32

  private init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  // MARK: - Opening

  /// Opens a folder by a path from the user. The path may contain symbolic links.
  static func opened(_ path: String) throws -> OpenFolder {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno, "cannot be opened") }
    return OpenFolder(descriptor, path: path)
  }

  /// Opens the folder of a path, component by component and through no link.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to this folder; `..` is the folder above the one that was opened.
  ///   - making: how many of the last components are made when they are not there; all of them when nil.
  func descendant(_ path: String, making: Int? = nil) throws -> OpenFolder {
    let isAbsolute = path.hasPrefix("/")
    let parts = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    var folder = isAbsolute ? try Self.opened("/") : self
    for (place, part) in parts.enumerated() {
      let mayBeMade = making.map { parts.count - place <= $0 } ?? true
      folder = try folder.folder(named: part, making: mayBeMade)
    }
    return folder
  }

  /// Opens the folder of a name.
  ///
  /// - Parameter making: whether it is made when it is not there.
  func folder(named name: String, making: Bool = false) throws -> OpenFolder {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var child = openat(descriptor, name, flags)
    if child < 0, errno == ENOENT, making {
      if mkdirat(descriptor, name, 0o777) != 0, errno != EEXIST { throw failure(name, errno, "cannot be made") }
      try sync()
      child = openat(descriptor, name, flags)
    }
    guard child >= 0 else {
      let number = errno
      if entry(name) == .link {
        throw Problems(
          .sinkFailed, source: place(name), "is a symbolic link, and nothing is written through one",
          remedy: "Put a folder in its place, or name the folder that it leads to.")
      }
      if number == ENOTDIR || number == ELOOP {
        throw Problems(
          .sinkFailed, source: place(name), "is not a folder", remedy: "Move it away, or name another folder.")
      }
      throw failure(name, number, "cannot be opened")
    }
    return OpenFolder(child, path: place(name))
  }

  /// Makes a folder of a name that nothing has yet, beginning as given.
  func makeFolder(
    beginning prefix: String, for readers: FileAccess = .group
  ) throws -> (name: String, folder: OpenFolder) {
    for _ in 0..<100 {
      let name = prefix + String(UInt32.random(in: .min ... .max), radix: 36)
      if mkdirat(descriptor, name, 0o777) == 0 {
        let made = try folder(named: name)
        readers.apply(toFolder: made.descriptor)
        return (name, made)
      }
      guard errno == EEXIST else { throw failure(name, errno, "cannot be made") }
    }
    throw failure(prefix, EEXIST, "cannot be made")
  }

  // MARK: - Looking

  /// The kind of file that has a name; nil if the name does not exist.
  func entry(_ name: String) -> Entry? {
    var found = stat()
    guard fstatat(descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    switch found.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// The number of bytes of a file; nil if the file does not exist.
  func size(of name: String) -> Int64? {
    var found = stat()
    guard fstatat(descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0, found.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(found.st_size)
  }

  /// The names of all that is in the folder, sorted.
  func names() throws -> [String] {
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let listing = fdopendir(own) else {
      let number = errno
      if own >= 0 { close(own) }
      throw Self.failure(path, number, "cannot be listed")
    }
    defer { closedir(listing) }
    var names: [String] = []
    let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19
    while let next = readdir(listing) {
      let name = String(cString: (UnsafeRawPointer(next) + offset).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The destination of a symbolic link; nil if the name is not a link.
  func destination(ofLink name: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map {
        readlinkat(descriptor, name, $0.assumingMemoryBound(to: CChar.self), buffer.count)
      } ?? -1
    }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Opens a file for reading.
  ///
  /// - Returns: the file's descriptor, which the caller must close; nil if the file does not exist.
  func openFile(_ name: String) throws -> Int32? {
    // A pipe in the place of the file must not block us.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(name, errno, "cannot be read")
    }
    var found = stat()
    guard fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw Problems(.sinkFailed, source: place(name), "is not a file", remedy: "Move it away.")
    }
    return file
  }

  /// The bytes of a small file; nil if the file does not exist or is larger than the limit.
  func contents(of name: String, limit: Int = 64 << 20) throws -> [UInt8]? {
    guard let file = try openFile(name) else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    let isWhole = try read(file, of: name) { part in
      bytes.append(contentsOf: part)
      return bytes.count <= limit
    }
    return isWhole ? bytes : nil
  }

  /// Reads an open file to its end, a part at a time.
  ///
  /// - Parameter take: gives false to stop.
  /// - Returns: whether the end was reached.
  func read(_ file: Int32, of name: String, _ take: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = Foundation.read(file, buffer.baseAddress, buffer.count)
      if count == 0 { return true }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(name, errno, "cannot be read")
      }
      if try !take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { return false }
    }
  }

  // MARK: - Changing

  /// Makes a file of a name that nothing has yet.
  ///
  /// - Returns: its descriptor, which is the caller's to close.
  func makeFile(_ name: String, for readers: FileAccess = .group) throws -> Int32 {
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(name, errno, "cannot be written") }
    readers.apply(toFile: file)
    return file
  }

  /// Writes a file as a whole or not at all. It replaces the file that has the name.
  ///
  /// - Parameter prefix: the prefix of the temporary name; a later repair of the folder recognises unfinished files by
  ///   it.
  func replace(
    _ name: String, by bytes: [UInt8], prefix: String = ".writing-", for readers: FileAccess = .group
  ) throws {
    let temporary = prefix + name + "." + String(UInt32.random(in: .min ... .max), radix: 36)
    let file = try makeFile(temporary, for: readers)
    var isDone = false
    defer {
      close(file)
      if !isDone { unlinkat(descriptor, temporary, 0) }
    }
    let sink = ByteSink(descriptor: file, name: place(name))
    try bytes.withUnsafeBufferPointer { try sink.write($0) }
    try sink.flush()
    guard fsync(file) == 0 else { throw failure(name, errno, "cannot be written") }
    try rename(temporary, to: name)
    isDone = true
    try sync()
  }

  /// Makes a symbolic link under a name and replaces an existing link.
  func replace(_ name: String, byLinkTo destination: String, prefix: String) throws {
    let temporary = prefix + name + "." + String(UInt32.random(in: .min ... .max), radix: 36)
    guard symlinkat(destination, descriptor, temporary) == 0 else { throw failure(name, errno, "cannot be linked") }
    do {
      try rename(temporary, to: name)
    } catch {
      unlinkat(descriptor, temporary, 0)
      throw error
    }
    try sync()
  }

  func rename(_ name: String, to other: String) throws {
    guard renameat(descriptor, name, descriptor, other) == 0 else {
      throw failure(other, errno, "cannot be put in place")
    }
  }

  /// Removes a file, a link, or a folder with all its content. It is not an error if the name does not exist.
  func remove(_ name: String) throws {
    if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return }
    let number = errno
    guard number == EISDIR || number == EPERM, entry(name) == .folder else {
      throw failure(name, number, "cannot be removed")
    }
    let inner = try folder(named: name)
    for part in try inner.names() { try inner.remove(part) }
    guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
      throw failure(name, errno, "cannot be removed")
    }
  }

  /// Makes last what was made, renamed and removed in the folder.
  func sync() throws {
    // Some file systems cannot sync folders, and report one of these errors.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw Self.failure(path, errno, "cannot be written")
    }
  }

  // MARK: - Errors

  func place(_ name: String) -> String { path == "/" ? "/" + name : path + "/" + name }

  private func failure(_ name: String, _ number: Int32, _ what: String) -> Problems {
    Self.failure(place(name), number, what)
  }

  static func failure(_ path: String, _ number: Int32, _ what: String) -> Problems {
    let remedy =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: "Free some space; the set before stays as it was."
      case EROFS, EACCES, EPERM: "Check the rights of the folder, and that its disk may be written."
      case ENOENT: "Make the folder, or mount the disk that it lies on."
      default: "Check the folder, and the disk that it lies on."
      }
    return Problems(.sinkFailed, source: path, "\(what): \(String(cString: strerror(number)))", remedy: remedy)
  }
}
