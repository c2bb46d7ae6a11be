internal import FormatKit
internal import Foundation
internal import Subprocess

/// The sizes of one picture, made from its original in a folder that goes away.
public struct PictureSizes {
  /// The five widths in pixels. Each is 1.65 times the width before, so for every available space one of them is at
  /// most that much too wide: a list on a phone, a list, a page on a phone, a page, a page on a high-resolution screen.
  public static let widths = [270, 450, 740, 1220, 2000]
  /// Bytes of a file that is taken.
  public static let byteLimit = 64 << 20
  /// Pixels that a picture may have.
  public static let pixelLimit = 100_000_000

  /// One size, as a file that was made.
  public struct Size: Hashable, Sendable {
    public let type: PictureType
    public let width: Int
    public let height: Int
    /// The bytes of the file.
    public let content: [UInt8]
  }

  /// The original as it came.
  public let original: Size
  /// From the narrowest on; those of ``widths`` that the original reaches, or one of its own width when it is narrower than all.
  public let sizes: [Size]

  /// Looks at a picture and makes its sizes.
  ///
  /// The file is read once, so that what is looked at is what is decoded.
  ///
  /// - Parameters:
  ///   - widths: those that are made, from the narrowest on.
  ///   - byteLimit: bytes of a file that is taken.
  /// - Throws: `Problems` with one of ``FormatKit/Problem/Code/pictures``.
  public init(
    of path: String, with tool: PictureTool, widths: [Int] = PictureSizes.widths,
    byteLimit: Int = PictureSizes.byteLimit
  ) throws {
    let content = try Self.content(of: path, byteLimit: byteLimit)
    let type = try Self.type(of: content, path: path)
    guard let header = PictureHeader(content) else {
      throw Problems(
        .pictureDamaged, source: path, "the picture begins as \(type.name), but does not say how large it is")
    }
    guard header.width * header.height <= Self.pixelLimit else {
      throw Problems(
        .pictureTooLarge, source: path, value: "\(header.width) × \(header.height)",
        "the picture has \(header.width) × \(header.height) pixels, and at most \(Self.pixelLimit) are taken")
    }
    original = Size(type: type, width: header.width, height: header.height, content: content)
    let folder = try Self.workingFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    sizes = try Self.made(widths, from: original, path: path, in: folder, with: tool)
  }

  private static func content(of path: String, byteLimit: Int) throws -> [UInt8] {
    var status = stat()
    // Do not wait for a writer if the path is a pipe.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Problems(
        .pictureUnreadable, source: path, "the picture cannot be opened: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Problems(.pictureUnreadable, source: path, "it is not a file", remedy: "Name the file of a picture.")
    }
    guard status.st_size <= byteLimit else {
      throw Problems(
        .pictureTooLarge, source: path, value: "\(status.st_size)",
        "the picture has \(status.st_size) bytes, and at most \(byteLimit) are taken")
    }
    var content = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < content.count {
      let count = content.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      filled += count
    }
    guard filled > 0 else {
      throw Problems(.pictureDamaged, source: path, "the picture is empty")
    }
    return Array(content.prefix(filled))
  }

  private static func type(of content: [UInt8], path: String) throws -> PictureType {
    let ending = (path as NSString).pathExtension.lowercased()
    guard let type = PictureType(signature: content.prefix(12)) else {
      throw Problems(
        .pictureUnknown, source: path,
        "the content is not a picture in JPEG, PNG, WebP or GIF\(ending.isEmpty ? "" : ", whatever '.\(ending)' says")")
    }
    guard ending.isEmpty || type.endings.contains(ending) else {
      throw Problems(
        .pictureEnding, source: path, value: ending,
        "the ending '.\(ending)' is not that of the content, a \(type.name)")
    }
    return type
  }

  private static func made(
    _ widths: [Int], from original: Size, path: String, in folder: String, with tool: PictureTool
  ) throws -> [Size] {
    // A name of our own: in that of the file, brackets would be options of the program.
    let source = folder + "/original." + (original.type.endings.first ?? "")
    try Data(original.content).write(to: URL(fileURLWithPath: source))
    let type = original.type.madeType
    let target = folder + "/made." + (type.endings.first ?? "")
    var sizes: [Size] = []
    for width in widths {
      switch tool.make(type, width: width, from: source, to: target, in: folder) {
      case .done: break
      case .failed(let said):
        throw Problems(
          .pictureDamaged, source: path, value: said, "the \(original.type.name) cannot be read to its end")
      case .stopped:
        throw Problems(.pictureTooCostly, source: path, "the picture took more time or memory than it may")
      case .notStarted:
        throw Problems(
          .pictureTooCostly, source: path, "the program '\(tool.path)' cannot be run", remedy: PictureTool.installation)
      }
      guard let data = FileManager.default.contents(atPath: target), let header = PictureHeader(Array(data)) else {
        throw Problems(.pictureDamaged, source: path, "nothing could be made of the picture")
      }
      // The width counts that the picture has once it is upright. One that is narrower than all sizes is shown as it is.
      guard header.width == width || sizes.isEmpty else { break }
      sizes.append(Size(type: header.type, width: header.width, height: header.height, content: Array(data)))
      if header.width < width { break }
    }
    return sizes
  }

  /// A new folder that only the current user can read.
  private static func workingFolder() throws -> String {
    let parent = FileManager.default.temporaryDirectory.path
    guard let folder = TemporaryFolder.make(in: parent, named: "stockroom-picture") else {
      throw Problems(.sinkFailed, source: parent, "cannot be written: \(String(cString: strerror(errno)))")
    }
    return folder
  }
}
