public import FormatKit
internal import Foundation
internal import ZipReading

/// Opens compressed files: gzip (RFC 1952), Zstandard (RFC 8878), and zip archives (PKWARE APPNOTE) with one file in
/// them.
///
/// The resulting source reads the unpacked file as a stream: memory does not grow with it. A file in an archive with
/// several files has its own path, `feeds.zip/prices.csv`. The same form also works for the only file in
/// `prices.csv.gz`. Files that are compressed twice, or that unpack to more than ``UnpackingLimits`` allow, are
/// refused.
public struct Unpacking: Sendable {
  /// Whether a format reads a zip archive as it is, as workbooks are read.
  public typealias ArchiveClaim = @Sendable (SourcePreview) -> ArchiveReading

  /// What a format says of an archive.
  public enum ArchiveReading: Sendable {
    /// It is the format's own: a workbook, or an export of a system.
    case certain
    /// It may be the format's own, unless it has one file only.
    case possible
    case unknown
  }

  private let limits: UnpackingLimits
  private let claim: ArchiveClaim

  public init(limits: UnpackingLimits = .standard, claim: @escaping ArchiveClaim) {
    self.limits = limits
    self.claim = claim
  }

  /// A file by its path, unpacked if it is compressed.
  ///
  /// - Throws: ``Problem/Code/sourceUnreadable``, and the problems of compressed data.
  public func file(_ path: String) throws(Problems) -> ByteSource {
    guard let (archive, member) = Self.split(path) else { return try opened(ByteSource.file(path)) }
    let source = try ByteSource.file(archive)
    guard CompressionKind(try source.preview(limit: 16).bytes) != .zip else {
      return try self.member(member, of: source)
    }
    let unpacked = try opened(source)
    guard unpacked.name == path else {
      throw Problems(.sourceUnreadable, source: path, "there is no file '\(member)' in \(archive)")
    }
    return unpacked
  }

  /// The source, or the file that is compressed in it.
  public func opened(_ source: ByteSource) throws(Problems) -> ByteSource {
    let preview = try source.preview(limit: 1 << 16)
    guard let kind = CompressionKind(preview.bytes) else { return source }
    guard kind == .zip else {
      let limits = limits
      let name = Self.innerName(of: source.name)
      let open: @Sendable () throws(Problems) -> ByteStream = { () throws(Problems) in
        try DecompressedStream.begin(source, kind, limits)
      }
      try refuseNested(ByteSource(name: name, open: open))
      // The file is unpacked once before it is used, so that damage at its end is reported at the start.
      return ByteSource(name: name, byteCount: try Self.count(of: open()), open: open)
    }
    let reading = claim(preview)
    if case .certain = reading { return source }
    let archive = try ZipArchive(source, terms: .archives)
    let files = archive.files
    if case .possible = reading, files.count != 1 { return source }
    guard let only = files.first, files.count == 1 else { throw Self.several(files, source) }
    return try member(only, of: source)
  }

  /// How many bytes a stream has.
  private static func count(of stream: ByteStream) throws(Problems) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    while true {
      let count = try stream.read(into: buffer)
      if count == 0 { return total }
      total += count
    }
  }

  /// One file of an archive.
  private func member(_ name: String, of source: ByteSource) throws(Problems) -> ByteSource {
    let archive = try ZipArchive(source, terms: .archives)
    let files = archive.files
    guard let found = files.first(where: { $0 == name }) ?? files.first(where: { $0.lowercased() == name.lowercased() })
    else {
      throw Problems(
        .archiveHasSeveralFiles, source: source.name, value: name, "there is no file '\(name)' in the archive",
        remedy: files.isEmpty ? "The archive is empty." : "It has: \(Self.list(files)).")
    }
    let size = try archive.part(found)?.size
    let unpacked = ByteSource(name: "\(source.name)/\(found)", byteCount: size) { () throws(Problems) in
      let archive = try ZipArchive(source, terms: .archives)
      guard let part = try archive.part(found) else {
        throw Problems(.compressionDamaged, source: source.name, "the file '\(found)' is gone from the archive")
      }
      let stream = try archive.open(part)
      return ByteStream(name: "\(source.name)/\(found)") { buffer in try stream.read(into: buffer) }
    }
    try refuseNested(unpacked)
    return unpacked
  }

  /// A workbook is an archive and a format of its own; everything else that is compressed again is refused.
  private func refuseNested(_ source: ByteSource) throws(Problems) {
    let preview = try source.preview(limit: 1 << 16)
    guard let kind = CompressionKind(preview.bytes) else { return }
    if kind == .zip, case .certain = claim(preview) { return }
    throw Problems(
      .compressedTwice, source: source.name, "the file inside is itself compressed, with \(kind.rawValue)")
  }

  private static func several(_ files: [String], _ source: ByteSource) -> Problems {
    guard let first = files.first else {
      return Problems(.sourceEmpty, source: source.name, "the archive has no files")
    }
    // Documents of word processors and presentations are archives too.
    if files.contains(where: { ["word/document.xml", "ppt/presentation.xml"].contains($0) }) {
      return Problems(
        .unknownFormat, source: source.name, "the file is a text document or a presentation",
        remedy: "Copy the table into a spreadsheet and save it as .xlsx.")
    }
    return Problems(
      .archiveHasSeveralFiles, source: source.name, "the archive has \(files.count) files: \(list(files))",
      remedy: "Name the one that is meant, such as \(source.name)/\(first).")
  }

  private static func list(_ files: [String]) -> String {
    files.prefix(10).joined(separator: ", ") + (files.count > 10 ? " and \(files.count - 10) more" : "")
  }

  /// What the file in a compressed one is called: `prices.csv.gz/prices.csv`.
  private static func innerName(of name: String) -> String {
    let whole = name as NSString
    guard endings.contains(whole.pathExtension.lowercased()) else { return name }
    return name + "/" + (whole.deletingPathExtension as NSString).lastPathComponent
  }

  /// How the names of files end that have one file in them.
  private static let endings: Set<String> = ["gz", "zst"]

  /// The archive and the file in it, for a path that continues after an archive; nil for the path of a file, or a path
  /// that does not exist.
  public static func split(_ path: String) -> (archive: String, member: String)? {
    guard !FileManager.default.fileExists(atPath: path) else { return nil }
    var end = path.startIndex
    while let slash = path[end...].firstIndex(of: "/") {
      let start = String(path[..<slash])
      end = path.index(after: slash)
      let ending = (start as NSString).pathExtension.lowercased()
      guard ending == "zip" || endings.contains(ending), end < path.endIndex else { continue }
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: start, isDirectory: &isFolder), !isFolder.boolValue {
        return (start, String(path[end...]))
      }
    }
    return nil
  }

  /// The path of the unpacked file next to the compressed one, for files that are written to the same folder.
  ///
  /// - Parameters:
  ///   - path: as the user gave it.
  ///   - source: what it was opened as.
  public static func plainPath(of path: String, openedAs source: ByteSource) -> String {
    let archive = split(path)?.archive ?? path
    guard source.name.hasPrefix(archive + "/") else { return path }
    let folder = (archive as NSString).deletingLastPathComponent
    return (folder as NSString).appendingPathComponent((source.name as NSString).lastPathComponent)
  }
}

/// How much compressed data may unpack to.
public struct UnpackingLimits: Hashable, Sendable {
  /// Bytes that any file may have, however closely it is packed.
  public var unbounded: Int
  /// Above that limit, the maximum number of bytes that one compressed byte may become.
  public var ratio: Int
  /// The most bytes of any file.
  public var total: Int

  public init(unbounded: Int, ratio: Int, total: Int) {
    self.unbounded = unbounded
    self.ratio = ratio
    self.total = total
  }

  /// 64 MiB for every file; above that 300 bytes for one, up to 16 GiB.
  public static let standard = UnpackingLimits(unbounded: 64 << 20, ratio: 300, total: 16 << 30)
}

/// How a file is compressed, by its first bytes.
enum CompressionKind: String, Sendable {
  case gzip = "gzip"
  case zstandard = "Zstandard"
  case zip = "zip"

  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstandard
    } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      self = .zip
    } else {
      return nil
    }
  }
}

extension ZipTerms {
  static let archives = ZipTerms(
    "archive", damaged: .compressionDamaged, tooLarge: .unpacksTooLarge, protected: .archiveProtected)
}

extension ZipArchive {
  /// The files in it, without folders and what systems add for themselves.
  fileprivate var files: [String] {
    entries.filter { !$0.hasSuffix("/") && !$0.hasPrefix("__MACOSX/") && !$0.hasSuffix(".DS_Store") }
  }
}
