/// A kind of picture that is taken, known by the bytes that it begins with and by nothing else.
///
/// These four only: they hold points and no instructions. What a drawing such as SVG or MVG says to do is never carried out.
public enum PictureType: String, Hashable, Sendable, CaseIterable {
  case jpeg, png, webp, gif

  /// The type that a file begins as; nil for every other file.
  ///
  /// - Parameter start: at least the first twelve bytes, where the file has as many.
  public init?(signature start: some Collection<UInt8>) {
    let bytes = Array(start.prefix(12))
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// The endings that files of the type have, without the dot; the first is the one that we write.
  public var endings: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .png: ["png"]
    case .webp: ["webp"]
    case .gif: ["gif"]
    }
  }

  /// As RFC 6838 registers it.
  public var mediaType: String { "image/\(rawValue)" }

  /// What people call it.
  public var name: String { self == .webp ? "WebP" : rawValue.uppercased() }

  /// What a smaller size of such a picture is written as: a GIF has 256 colours, which are too few for a picture made smaller.
  public var madeType: PictureType { self == .gif ? .png : self }
}
