internal import CLibZip
public import FormatKit
internal import Foundation

/// What a format calls its archives, and the codes of what may be wrong with them.
public struct ZipTerms: Sendable {
  /// What the file is, such as `workbook`.
  let noun: String
  let damaged: Problem.Code
  let tooLarge: Problem.Code
  let protected: Problem.Code
  /// Why a file that does not begin as an archive is refused, where more is known of it.
  let other: @Sendable (_ start: [UInt8], _ source: String) -> Problems?

  public init(
    _ noun: String, damaged: Problem.Code, tooLarge: Problem.Code, protected: Problem.Code,
    other: @escaping @Sendable (_ start: [UInt8], _ source: String) -> Problems? = { _, _ in nil }
  ) {
    self.noun = noun
    self.damaged = damaged
    self.tooLarge = tooLarge
    self.protected = protected
    self.other = other
  }
}

/// A zip archive (PKWARE APPNOTE): its parts are found by name and unpacked one at a time, never to a path that the
/// file chooses.
///
/// The sizes that the archive declares are limited before anything is unpacked, and the unpacked bytes are checked
/// against them. Not safe to share between threads.
public final class ZipArchive {
  /// One entry of the archive.
  public struct Part: Sendable {
    public let index: UInt64
    public let name: String
    /// How many bytes it claims to unpack to.
    public let size: Int
  }

  private static let maximumEntries = 10_000
  private static let maximumPartBytes = 4 << 30
  /// No workbook of cells is packed closer; a part this small may be.
  private static let maximumRatio = 300
  private static let unboundedBytes = 64 << 20

  /// The name of the source.
  public let source: String
  fileprivate let terms: ZipTerms
  private let byteCount: Int
  private let spool: SpillBuffer
  private var memory: UnsafeMutableRawBufferPointer?
  private let archive: OpaquePointer
  private var places: [String: UInt64] = [:]
  private var unpackedBytes = 0

  /// The names of all entries as the archive has them, in its order. Of equivalent names only the first is listed.
  public private(set) var entries: [String] = []

  /// Opens an archive. A source that is not a file is copied, into a temporary file if it is large.
  public init(_ source: ByteSource, terms: ZipTerms) throws(Problems) {
    self.source = source.name
    self.terms = terms
    spool = try Self.spool(source, for: terms.noun)
    byteCount = spool.count
    let origin: OpaquePointer
    var failure = zip_error_t()
    zip_error_init(&failure)
    defer { zip_error_fini(&failure) }
    if let bytes = spool.inMemory {
      try Self.checkSignature(bytes, source.name, terms)
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
      copy.copyBytes(from: bytes)
      guard let made = zip_source_buffer_create(copy.baseAddress, UInt64(bytes.count), 0, &failure) else {
        copy.deallocate()
        throw Problems(.sourceUnreadable, source: source.name, "there is no memory to open the \(terms.noun)")
      }
      memory = copy
      origin = made
    } else {
      var start = [UInt8](repeating: 0, count: 1 << 16)
      let room = min(start.count, byteCount)
      try Self.fill(&start, room, from: spool)
      try Self.checkSignature(Array(start[..<room]), source.name, terms)
      let file = try spool.openFile()
      guard let made = zip_source_filep_create(file, 0, -1, &failure) else {
        fclose(file)
        throw Problems(.sourceUnreadable, source: source.name, "there is no memory to open the \(terms.noun)")
      }
      origin = made
    }
    guard let opened = zip_open_from_source(origin, ZIP_RDONLY, &failure) else {
      zip_source_free(origin)
      memory?.deallocate()
      memory = nil
      let reason = String(cString: zip_error_strerror(&failure))
      if zip_error_code_zip(&failure) == ZIP_ER_NOZIP {
        throw Problems(
          .sourceTruncated, source: source.name, "the \(terms.noun) ends before the directory of its parts")
      }
      throw Problems(
        terms.damaged, source: source.name, "the archive cannot be opened: \(Self.lowered(reason))")
    }
    archive = opened
    try list()
  }

  deinit {
    zip_discard(archive)
    memory?.deallocate()
  }

  // MARK: Opening

  private static func spool(_ source: ByteSource, for noun: String) throws(Problems) -> SpillBuffer {
    let spool = SpillBuffer(limit: 8 << 20, source: source.name, purpose: "the \(noun) is unpacked")
    let stream = try source.open()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try stream.read(into: buffer)
      if count == 0 { break }
      try spool.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return spool
  }

  private static func fill(_ bytes: inout [UInt8], _ count: Int, from spool: SpillBuffer) throws(Problems) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { room.deallocate() }
    try spool.read(at: 0, into: room)
    bytes.replaceSubrange(..<count, with: room)
  }

  /// Refuses a source whose first bytes are not those of an archive.
  private static func checkSignature(_ bytes: [UInt8], _ name: String, _ terms: ZipTerms) throws(Problems) {
    if bytes.isEmpty { throw Problems(.sourceEmpty, source: name, "the file is empty") }
    guard bytes.starts(with: Array("PK".utf8)) else {
      throw terms.other(bytes, name)
        ?? Problems(.wrongFormat, source: name, "the file is not a \(terms.noun): it does not begin like an archive")
    }
  }

  private func list() throws(Problems) {
    let count = zip_get_num_entries(archive, 0)
    guard count <= Self.maximumEntries else {
      throw Problems(
        terms.tooLarge, source: source, "the \(terms.noun) has \(count) parts, more than \(Self.maximumEntries)")
    }
    for index in 0..<UInt64(max(0, count)) {
      guard let name = zip_get_name(archive, index, 0) else { continue }
      let entry = String(cString: name)
      let path = Self.normal(entry)
      guard places[path] == nil else { continue }
      places[path] = index
      entries.append(entry)
    }
  }

  // MARK: Parts

  /// Whether there is an entry of that name.
  public func has(_ path: String) -> Bool { places[Self.normal(path)] != nil }

  /// The names of all entries, in lower case, in no order.
  public var names: some Collection<String> { places.keys }

  /// The entry with a name, ignoring case and the kind of slashes; nil if it does not exist.
  ///
  /// - Throws: an error if it is protected, or if its declared size is above the limit.
  public func part(_ path: String) throws(Problems) -> Part? {
    guard let index = places[Self.normal(path)] else { return nil }
    var status = zip_stat_t()
    zip_stat_init(&status)
    guard zip_stat_index(archive, index, 0, &status) == 0, status.valid & UInt64(ZIP_STAT_SIZE) != 0 else {
      throw Problems(terms.damaged, source: source, "nothing is known of the part '\(path)'")
    }
    if status.valid & UInt64(ZIP_STAT_ENCRYPTION_METHOD) != 0, status.encryption_method != ZIP_EM_NONE {
      throw Problems(terms.protected, source: source, "the part '\(path)' is protected with a password")
    }
    let packed = max(1, status.comp_size)
    let isClose = status.size > UInt64(Self.unboundedBytes) && status.size / packed > UInt64(Self.maximumRatio)
    if status.size > UInt64(Self.maximumPartBytes) || isClose {
      throw Problems(
        terms.tooLarge, source: source,
        "the part '\(path)' would unpack from \(status.comp_size) to \(status.size) bytes")
    }
    return Part(index: index, name: path, size: Int(status.size))
  }

  /// Begins to unpack a part.
  public func open(_ part: Part) throws(Problems) -> ZipPartStream {
    guard let file = zip_fopen_index(archive, part.index, 0) else {
      let reason = zip_get_error(archive).map { String(cString: zip_error_strerror($0)) } ?? "it cannot be opened"
      throw Problems(
        terms.damaged, source: source, "the part '\(part.name)' cannot be unpacked: \(Self.lowered(reason))")
    }
    return ZipPartStream(file, part, of: self)
  }

  /// The first bytes of a part.
  public func start(of part: Part, limit: Int) throws(Problems) -> [UInt8] {
    let stream = try open(part)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
    defer { buffer.deallocate() }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let count = try stream.read(into: buffer)
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<min(count, limit - bytes.count)])
    }
    return bytes
  }

  /// Counts what was unpacked of all parts together.
  fileprivate func count(_ bytes: Int, of part: Part) throws(Problems) {
    unpackedBytes += bytes
    let limit = max(4 * Self.unboundedBytes, byteCount.multipliedReportingOverflow(by: Self.maximumRatio).partialValue)
    guard unpackedBytes <= limit else {
      throw Problems(
        terms.tooLarge, source: source, "the \(terms.noun) of \(byteCount) bytes unpacks to more than \(limit) bytes")
    }
  }

  /// A name as all programs mean it: slashes one way, no leading one, in lower case.
  public static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.replacing("\\", with: "/").lowercased().split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  fileprivate static func lowered(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
}

/// The unpacked bytes of one part, once from start to end. Not safe to share between threads.
public final class ZipPartStream {
  private let file: OpaquePointer
  private let part: ZipArchive.Part
  private let archive: ZipArchive
  private var count = 0

  fileprivate init(_ file: OpaquePointer, _ part: ZipArchive.Part, of archive: ZipArchive) {
    self.file = file
    self.part = part
    self.archive = archive
  }

  deinit { zip_fclose(file) }

  /// Fills a buffer with the next bytes; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(Problems) -> Int {
    let step = zip_fread(file, buffer.baseAddress, UInt64(buffer.count))
    guard step >= 0 else {
      let reason = zip_file_get_error(file).map { String(cString: zip_error_strerror($0)) } ?? "its bytes are wrong"
      throw Problems(
        archive.terms.damaged, source: archive.source,
        "the part '\(part.name)' cannot be unpacked: \(ZipArchive.lowered(reason))")
    }
    count += Int(step)
    guard count <= part.size else {
      throw Problems(
        archive.terms.tooLarge, source: archive.source,
        "the part '\(part.name)' claims to hold \(part.size) bytes and holds more")
    }
    try archive.count(Int(step), of: part)
    return Int(step)
  }
}
