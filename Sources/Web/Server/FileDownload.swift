internal import Foundation
internal import Hummingbird
internal import HummingbirdCore

extension Response {
  /// What has the browser keep an answer as a file (RFC 6266): the name in UTF-8, percent-encoded.
  static func attachment(named name: String) -> String { "attachment; filename*=UTF-8''\(FormValues.encoded(name))" }

  /// A file of the shop to be kept, which is read while it is sent, so that it may be of any size.
  ///
  /// - Parameters:
  ///   - path: made of what a command answered, never of what was asked for.
  ///   - bytes: how many it has.
  ///   - sha256: the SHA-256 of its bytes, in hexadecimal digits.
  /// - Returns: nil for a file that is not there, or has other bytes.
  static func stream(fileAt path: String, bytes: Int, sha256: String, named name: String) -> Response? {
    guard let file = StreamedFile(path), file.bytes == bytes, file.hash?.begins(sha256) == true else { return nil }
    var response = Response(
      status: .ok, headers: [.contentType: "application/octet-stream"],
      body: .init(contentLength: bytes) { writer in
        var sent = 0
        while sent < bytes {
          let part = try file.part(from: sent, atMost: bytes - sent)
          try await writer.write(ByteBuffer(bytes: part))
          sent += part.count
        }
        try await writer.finish(nil)
      })
    response.headers[.contentDisposition] = attachment(named: name)
    return response
  }
}

/// A file that is open for reading.
private final class StreamedFile: Sendable {
  /// The file became shorter while it was sent.
  struct Cut: Error {}

  private static let partLength = 1 << 16

  let bytes: Int
  private let descriptor: Int32

  /// Opens a file; nil where there is none. A link, a folder and a pipe are no file.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // A pipe has no end to seek, and a folder no byte to read.
    var byte: UInt8 = 0
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0, pread(descriptor, &byte, 1, 0) >= 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    bytes = Int(end)
  }

  deinit { close(descriptor) }

  /// The hash of its bytes; nil where they cannot be read.
  var hash: ShortHash? {
    let maker = ShortHashMaker()
    var place = 0
    while place < bytes {
      guard let part = try? part(from: place, atMost: bytes - place) else { return nil }
      part.withUnsafeBytes { maker.add($0) }
      place += part.count
    }
    return maker.hash()
  }

  func part(from place: Int, atMost length: Int) throws -> [UInt8] {
    let length = min(length, Self.partLength)
    let part = try [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      let read = pread(descriptor, buffer.baseAddress, length, off_t(place))
      guard read > 0 else { throw Cut() }
      count = read
    }
    return part
  }
}
