/// The size that a picture declares, read from its first few fields before anything is decoded.
public struct PictureHeader: Hashable, Sendable {
  public let type: PictureType
  /// In pixels, as they are stored: a picture that says that it is to be turned is not turned yet.
  public let width: Int
  public let height: Int

  /// Reads the header; nil if the file's type is not supported, or if its header is damaged.
  ///
  /// Never reads after the end of the bytes, and reads each of them at most once.
  public init?(_ bytes: [UInt8]) {
    guard let type = PictureType(signature: bytes.prefix(12)) else { return nil }
    let fields = HeaderBytes(bytes: bytes)
    let size: (Int, Int)? =
      switch type {
      case .png: Self.png(fields)
      case .gif: Self.gif(fields)
      case .jpeg: Self.jpeg(fields)
      case .webp: Self.webp(fields)
      }
    guard let (width, height) = size, width > 0, height > 0 else { return nil }
    (self.type, self.width, self.height) = (type, width, height)
  }

  /// W3C Portable Network Graphics, 11.2.2: the first chunk is IHDR, of 13 bytes.
  private static func png(_ bytes: HeaderBytes) -> (Int, Int)? {
    guard bytes.big(8, 4) == 13, bytes.isText("IHDR", at: 12), let width = bytes.big(16, 4),
      let height = bytes.big(20, 4)
    else { return nil }
    return (width, height)
  }

  /// GIF89a, 18: the logical screen.
  private static func gif(_ bytes: HeaderBytes) -> (Int, Int)? {
    guard let width = bytes.little(6, 2), let height = bytes.little(8, 2) else { return nil }
    return (width, height)
  }

  /// ITU-T T.81, B.2: segments up to the start of a frame, SOF0 to SOF15. DHT, JPG and DAC have codes in the same range
  /// and are not frames.
  private static func jpeg(_ bytes: HeaderBytes) -> (Int, Int)? {
    var place = 2
    while bytes.big(place, 1) == 0xFF {
      guard let marker = bytes.big(place + 1, 1) else { return nil }
      switch marker {
      case 0xFF: place += 1
      // Without a length: TEM and the restart markers.
      case 0x01, 0xD0...0xD7: place += 2
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        guard let height = bytes.big(place + 5, 2), let width = bytes.big(place + 7, 2) else { return nil }
        return (width, height)
      // The end of the image, or its data without a frame before it.
      case 0xD8...0xDA: return nil
      default:
        guard let length = bytes.big(place + 2, 2), length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return nil
  }

  /// RFC 9649, 2: one of three first chunks.
  private static func webp(_ bytes: HeaderBytes) -> (Int, Int)? {
    // The whole file is one RIFF chunk; what it lacks was cut off.
    guard let length = bytes.little(4, 4), length + 8 <= bytes.count else { return nil }
    if bytes.isText("VP8X", at: 12), let width = bytes.little(24, 3), let height = bytes.little(27, 3) {
      return (width + 1, height + 1)
    }
    if bytes.isText("VP8L", at: 12), bytes.big(20, 1) == 0x2F, let bits = bytes.little(21, 4) {
      return (bits & 0x3FFF + 1, (bits >> 14) & 0x3FFF + 1)
    }
    if bytes.isText("VP8 ", at: 12), bytes.big(23, 3) == 0x9D012A, let width = bytes.little(26, 2),
      let height = bytes.little(28, 2)
    {
      return (width & 0x3FFF, height & 0x3FFF)
    }
    return nil
  }
}

/// Numbers and words at places of a file, as far as it reaches.
private struct HeaderBytes {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  /// A number of up to four bytes, the high one first.
  func big(_ place: Int, _ count: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The same, the low byte first.
  func little(_ place: Int, _ count: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func isText(_ text: String, at place: Int) -> Bool {
    place <= bytes.count && bytes[place...].starts(with: text.utf8)
  }
}
