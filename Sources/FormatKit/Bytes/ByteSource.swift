import Foundation
public import ProblemKit

/// A run of bytes that can be read once, from the start to the end.
///
/// Not safe to share between threads.
public final class ByteStream {
  private let readSome: (UnsafeMutableRawBufferPointer) throws -> Int
  private let sourceName: String

  /// A stream over a function that fills a buffer and says how many bytes it wrote, 0 at the end.
  ///
  /// ```swift
  /// var rest = Array("sku,quantity\nA-1,12\n".utf8)[...]
  /// let stream = ByteStream(name: "stock.csv") { buffer in
  ///   let count = min(buffer.count, rest.count)
  ///   buffer.copyBytes(from: rest.prefix(count))
  ///   rest = rest.dropFirst(count)
  ///   return count
  /// }
  /// ```
  public init(name: String, _ readSome: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
    sourceName = name
    self.readSome = readSome
  }

  /// Fills the buffer with the bytes that are available.
  ///
  /// ```swift
  /// let stream = try source.open()
  /// let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// defer { buffer.deallocate() }
  /// var total = 0
  /// while case let count = try stream.read(into: buffer), count > 0 { total += count }
  /// total  // 43
  /// ```
  ///
  /// - Returns: how many bytes were written, 0 at the end.
  /// - Throws: ``Problem/Code/sourceUnreadable`` when the medium fails.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(Problems) -> Int {
    do {
      return try readSome(buffer)
    } catch let error as Problems {
      throw error
    } catch {
      throw Problems(.sourceUnreadable, source: sourceName, "reading failed: \(error)")
    }
  }
}

/// Something with a name that bytes can be read from, more than once.
public struct ByteSource: Sendable {
  /// The user's name for it: a path, or `standard input`.
  public let name: String
  /// How many bytes there are, where that is known.
  public let byteCount: Int?
  private let openStream: @Sendable () throws(Problems) -> ByteStream

  /// A source over a function that begins a new reading.
  ///
  /// ```swift
  /// let goods = ByteSource(name: "goods.csv.gz") { () throws(Problems) in try unpacked("goods.csv.gz") }
  /// try goods.preview().text  // "sku\nA-1\n"
  /// ```
  public init(name: String, byteCount: Int? = nil, open: @escaping @Sendable () throws(Problems) -> ByteStream) {
    self.name = name
    self.byteCount = byteCount
    openStream = open
  }

  /// Begins to read from the start.
  ///
  /// ```swift
  /// let stream = try source.open()
  /// ```
  public func open() throws(Problems) -> ByteStream { try openStream() }

  /// The same source with an observer that is called after each chunk with the number of bytes read so far.
  ///
  /// ```swift
  /// let watched = source.observed { count in print("\(count) bytes read") }
  /// ```
  public func observed(by observer: @escaping @Sendable (Int) -> Void) -> ByteSource {
    let original = self
    return ByteSource(name: name, byteCount: byteCount) { () throws(Problems) in
      let stream = try original.open()
      var total = 0
      return ByteStream(name: original.name) { buffer in
        let count = try stream.read(into: buffer)
        total += count
        observer(total)
        return count
      }
    }
  }

  /// A source over bytes in memory that returns at most `chunk` bytes at a time.
  ///
  /// ```swift
  /// let source = ByteSource.memory(Array("sku\nA-1\n".utf8), name: "goods.csv", chunk: 3)
  /// source.byteCount  // 8
  /// ```
  public static func memory(_ bytes: [UInt8], name: String = "memory", chunk: Int = .max) -> ByteSource {
    ByteSource(name: name, byteCount: bytes.count) { () throws(Problems) in
      var offset = 0
      return ByteStream(name: name) { buffer in
        let count = min(buffer.count, bytes.count - offset, max(1, chunk))
        guard count > 0 else { return 0 }
        bytes.withUnsafeBytes {
          buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)]))
        }
        offset += count
        return count
      }
    }
  }

  /// A source over the UTF-8 bytes of a text.
  ///
  /// ```swift
  /// let source = ByteSource.text("sku,quantity\nA-1,12\n", name: "stock.csv")
  /// source.byteCount  // 20
  /// ```
  public static func text(_ text: String, name: String = "text") -> ByteSource { memory(Array(text.utf8), name: name) }

  /// A regular file.
  ///
  /// ```swift
  /// let source = try ByteSource.file("samples/corner-shop/acme-price-list.csv")
  ///
  /// try ByteSource.file("samples")  // throws .sourceUnreadable: it is a folder
  /// ```
  ///
  /// - Throws: ``Problem/Code/sourceUnreadable`` when it is missing, a folder, or not to be read.
  public static func file(_ path: String, name: String? = nil) throws(Problems) -> ByteSource {
    let shown = name ?? path
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw Problems(.sourceUnreadable, source: shown, "cannot be opened: \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Problems(.sourceUnreadable, source: shown, "is not a regular file")
    }
    return ByteSource(name: shown, byteCount: Int(status.st_size)) { () throws(Problems) in
      let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw Problems(.sourceUnreadable, source: shown, "cannot be opened: \(String(cString: strerror(errno)))")
      }
      return stream(of: OwnedDescriptor(descriptor), name: shown)
    }
  }

  /// All that standard input still holds, kept in an unnamed temporary file so that it can be read again.
  ///
  /// ```swift
  /// let source = try ByteSource.standardInput()
  /// source.name  // "standard input"
  /// ```
  ///
  /// - Throws: ``Problem/Code/sourceUnreadable`` when the input or the temporary folder fails.
  public static func standardInput() throws(Problems) -> ByteSource {
    let name = "standard input"
    let spool = OwnedDescriptor(try SpillBuffer.unnamedFile(for: name))
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var total = 0
    while true {
      let count = read(0, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw Problems(.sourceUnreadable, source: name, "reading failed: \(String(cString: strerror(errno)))")
      }
      var written = 0
      while written < count {
        let step = buffer.withUnsafeBytes { write(spool.descriptor, $0.baseAddress! + written, count - written) }
        guard step > 0 else {
          let folder = FileManager.default.temporaryDirectory.path
          throw Problems(.sourceUnreadable, source: name, "no space left in \(folder)")
        }
        written += step
      }
      total += count
    }
    return ByteSource(name: name, byteCount: total) { () throws(Problems) in stream(of: spool, name: name) }
  }

  /// A reading of a descriptor from its first byte, independent of other readings of the same one.
  private static func stream(of owner: OwnedDescriptor, name: String) -> ByteStream {
    var offset = 0
    return ByteStream(name: name) { buffer in
      while true {
        let count = pread(owner.descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        if count >= 0 {
          offset += count
          return count
        }
        if errno == EINTR { continue }
        throw Problems(.sourceUnreadable, source: name, "reading failed: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// The first bytes, for sniffing.
  ///
  /// ```swift
  /// try source.preview(limit: 18).text  // "sku,title,quantity"
  /// ```
  ///
  /// - Parameter limit: how many bytes at most; 64 KiB by default.
  /// - Throws: ``Problem/Code/sourceUnreadable``.
  public func preview(limit: Int = 1 << 16) throws(Problems) -> SourcePreview {
    let stream = try open()
    // One more byte shows whether the preview is the whole source.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: max(0, limit) + 1, alignment: 1)
    defer { room.deallocate() }
    var count = 0
    while count < room.count {
      let step = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
      if step == 0 { break }
      count += step
    }
    let isWhole = count < room.count
    return SourcePreview(name: name, bytes: Array(room[..<(isWhole ? count : count - 1)]), isWhole: isWhole)
  }
}

/// Closes a file descriptor after its last use.
private final class OwnedDescriptor: Sendable {
  let descriptor: Int32
  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { close(descriptor) }
}

/// The part of a source that sniffing uses: its name and first bytes.
public struct SourcePreview: Sendable {
  /// The name of the file, or `standard input`.
  public let name: String
  /// The first bytes, exactly as in the file.
  public let bytes: [UInt8]
  /// Whether these are all there are.
  public let isWhole: Bool

  /// A preview of the first bytes of a source.
  ///
  /// ```swift
  /// let preview = SourcePreview(name: "Stock.CSV", bytes: Array("sku,quantity\n".utf8), isWhole: true)
  /// preview.fileExtension  // "csv"
  /// ```
  ///
  /// - Parameter isWhole: whether the source has no more bytes.
  public init(name: String, bytes: [UInt8], isWhole: Bool) {
    self.name = name
    self.bytes = bytes
    self.isWhole = isWhole
  }

  /// The part of the name after its last point, in lower case; empty if the name has no point.
  public var fileExtension: String {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The bytes as text: decoded by byte-order mark, else UTF-8, else Windows-1252, without the mark.
  public var text: String { Charset.decodePreview(bytes, isWhole: isWhole) }
}
