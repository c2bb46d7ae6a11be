internal import FormatKit
internal import Foundation

/// A copy of a source in a folder that only the current user can access, for a library that opens files by name.
final class PrivateCopy {
  /// What the copy says of itself.
  struct Header {
    var bytes: [UInt8]

    /// The first bytes of every SQLite file.
    static let signature = Array("SQLite format 3\0".utf8)

    /// Whether changes go to a second file first.
    var hasWriteAheadLog: Bool { bytes[18] == 2 || bytes[19] == 2 }

    private func number(_ start: Int) -> UInt64 { bytes[start..<(start + 4)].reduce(0) { $0 << 8 | UInt64($1) } }

    /// The length of the file that its header declares; nil if the header declares no valid length.
    var byteCount: UInt64? {
      let pageSize = UInt64(bytes[16]) << 8 | UInt64(bytes[17])
      guard number(24) == number(92), number(28) > 0 else { return nil }
      return number(28) * (pageSize == 1 ? 65_536 : pageSize)
    }
  }

  let header: Header
  private let folder: String

  /// - Throws: ``Problem/Code/sourceTruncated`` when the file is shorter than it says.
  init(_ source: ByteSource) throws(Problems) {
    guard let made = PrivateFolder.make() else {
      throw Problems(
        .sourceUnreadable, source: source.name, "no temporary folder can be made in \(PrivateFolder.place)")
    }
    folder = made
    do throws(Problems) {
      header = try Self.fill("\(folder)/table", from: source)
    } catch {
      Self.remove(folder)
      throw error
    }
  }

  deinit { Self.remove(folder) }

  /// The copy as an address that SQLite opens.
  var address: String {
    "file:" + ("\(folder)/table".addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "\(folder)/table")
  }

  /// Removes the copy's name; a process that has it open can still read it.
  func remove() { Self.remove(folder) }

  private static func remove(_ folder: String) {
    unlink("\(folder)/table")
    rmdir(folder)
  }

  private static func fill(_ path: String, from source: ByteSource) throws(Problems) -> Header {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Problems(.sourceUnreadable, source: source.name, "no temporary file can be made for the SQLite file")
    }
    defer { close(descriptor) }
    let stream = try source.open()
    let sink = ByteSink(descriptor: descriptor, name: path)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    defer { room.deallocate() }
    var first: [UInt8] = []
    while true {
      let count = try stream.read(into: room)
      if count == 0 { break }
      let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
      if first.count < 100 { first += bytes.prefix(100 - first.count) }
      do throws(Problems) {
        try sink.write(bytes.bindMemory(to: UInt8.self))
      } catch {
        throw Problems(.sourceUnreadable, source: source.name, "no space is left for a copy of the SQLite file")
      }
    }
    do throws(Problems) { try sink.flush() } catch {
      throw Problems(.sourceUnreadable, source: source.name, "no space is left for a copy of the SQLite file")
    }
    let header = Header(bytes: first)
    guard first.count == 100, UInt64(sink.byteCount) >= header.byteCount ?? 0 else {
      throw Problems(
        .sourceTruncated, source: source.name, at: SourcePosition(byteOffset: sink.byteCount),
        "the SQLite file ends after \(sink.byteCount) bytes, and is longer by its own account")
    }
    return header
  }
}
