import Foundation
import Pictures
import ProgramTesting

/// Pictures made for tests, and the program that is tested with.
enum TestPicture {
  /// Nil where libvips is not installed; the tests that need it are skipped then and say so.
  static let tool = PictureTool.installed()

  /// A PNG of a colour gradient, written by hand: its data are in blocks that are not compressed.
  static func png(width: Int, height: Int) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((width * 3 + 1) * height)
    for row in 0..<height {
      rows.append(0)
      for column in 0..<width {
        rows += [UInt8(column * 255 / max(1, width)), UInt8(row * 255 / max(1, height)), UInt8((column ^ row) & 255)]
      }
    }
    var data: [UInt8] = [0x78, 0x01]
    var place = 0
    repeat {
      let part = rows[place..<min(place + 65_535, rows.count)]
      place += part.count
      let count = UInt16(part.count)
      data += [
        place == rows.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8),
      ]
      data += part
    } while place < rows.count
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in rows {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    data += big(high << 16 | low)
    return start + header(width: width, height: height) + chunk("IDAT", data) + chunk("IEND", [])
  }

  static let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func header(width: Int, height: Int, bits: UInt8 = 8, colours: UInt8 = 2) -> [UInt8] {
    chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [bits, colours, 0, 0, 0])
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return big(UInt32(content.count)) + body + big(checksum(body))
  }

  static func big(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

  private static let checksums: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { checksums[Int(($0 ^ UInt32($1)) & 255)] ^ ($0 >> 8) }
  }

  /// The same picture as another type, by the program itself.
  static func converted(_ bytes: [UInt8], to ending: String, in folder: TestFolder) throws -> [UInt8] {
    let source = try folder.write("source.png", bytes)
    let target = folder.path + "/converted." + ending
    try TestProgram([tool?.path ?? "", "copy", source, target]).finish()
    return Array(try Data(contentsOf: URL(fileURLWithPath: target)))
  }
}

/// A folder that goes away with the test.
final class TestFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/stockroom-pictures-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    return path + "/" + name
  }
}
