import FormatKitTesting
import Pictures
import Testing

/// What a picture says of itself, read from bytes written out here by the standards.
@Suite struct PictureHeaderTests {
  static let jpegStart: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2]
  static let jpegFrame: [UInt8] = [0xFF, 0xC2, 0, 17, 8, 0x01, 0x2C, 0x02, 0x58, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  static let gif = Array("GIF89a".utf8) + [0x58, 0x02, 0x2C, 0x01, 0, 0, 0]
  static let lossy: [UInt8] =
    Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [10, 0, 0, 0, 0x30, 1, 0, 0x9D, 1, 0x2A]
    + [0x58, 0x42, 0x2C, 0x81]
  static let lossless: [UInt8] =
    Array("RIFF".utf8) + [18, 0, 0, 0] + Array("WEBPVP8L".utf8) + [5, 0, 0, 0, 0x2F, 0x57, 0xC2, 0x4A, 0, 0]
  static let extended: [UInt8] =
    Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x57, 2, 0, 0x2B, 1, 0]

  static let whole: [(name: String, bytes: [UInt8], type: PictureType)] = [
    ("png", TestPicture.start + TestPicture.header(width: 600, height: 300), .png),
    ("jpeg", jpegStart + jpegFrame, .jpeg),
    ("jpeg with fill bytes", jpegStart + [0xFF, 0xFF] + jpegFrame, .jpeg),
    ("jpeg with a table before", jpegStart + [0xFF, 0xC4, 0, 3, 0] + jpegFrame, .jpeg),
    ("gif", gif, .gif), ("webp", lossy, .webp), ("webp without loss", lossless, .webp),
    ("webp extended", extended, .webp),
  ]

  @Test(arguments: whole) func tellsTypeAndSize(_ name: String, _ bytes: [UInt8], _ type: PictureType) throws {
    let header = try #require(PictureHeader(bytes), "\(name)")
    #expect(header.type == type)
    #expect(header.width == 600 && header.height == 300, "\(name)")
  }

  static let refused: [(name: String, bytes: [UInt8])] = [
    ("nothing", []), ("text", Array("hello, world".utf8)),
    ("SVG", Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)),
    ("MVG", Array("push graphic-context\nimage over 0,0 0,0 'https://example.org'".utf8)),
    ("TIFF", [0x49, 0x49, 0x2A, 0]), ("BMP", Array("BM".utf8) + [UInt8](repeating: 0, count: 40)),
    ("PostScript", Array("%!PS-Adobe-3.0 EPSF-3.0".utf8)), ("PDF", Array("%PDF-1.7".utf8)),
    ("another RIFF", Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVEfmt ".utf8)),
    ("png without size", TestPicture.start + TestPicture.chunk("IDAT", [1, 2, 3])),
    ("png of no width", TestPicture.start + TestPicture.header(width: 0, height: 300)),
    ("jpeg whose data come first", jpegStart + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0] + jpegFrame),
    ("jpeg with a segment of no length", jpegStart + [0xFF, 0xE1, 0, 0] + jpegFrame),
    ("jpeg without height", jpegStart + [0xFF, 0xC0, 0, 17, 8, 0, 0, 2, 0x58, 3]),
    ("webp cut off", Array("RIFF".utf8) + [0xFF, 0xFF, 0, 0] + lossy.dropFirst(8)),
    ("gif of no height", Array("GIF87a".utf8) + [1, 0, 0, 0]),
  ]

  @Test(arguments: refused) func knowsWhatItDoesNotTake(_ name: String, _ bytes: [UInt8]) {
    #expect(PictureHeader(bytes) == nil, "\(name)")
  }

  @Test func holdsAgainstDamage() {
    var random = SeededGenerator(seed: 20_261_122)
    for (_, bytes, _) in Self.whole {
      for count in 0..<bytes.count { _ = PictureHeader(Array(bytes.prefix(count))) }
      for _ in 0..<2_000 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if let header = PictureHeader(changed) {
          #expect(header.width > 0 && header.height > 0 && header.width < 1 << 32 && header.height < 1 << 32)
        }
      }
    }
  }
}
