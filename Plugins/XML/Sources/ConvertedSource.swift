internal import FormatKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A source decoded to UTF-8 from a character set that ``Charset`` does not have, by the system's `iconv`, as libxml2 does.
enum ConvertedSource {
  static func utf8(_ source: ByteSource, from charset: String) -> ByteSource {
    ByteSource(name: source.name) { () throws(Problems) in
      let converter = try Converter(source, charset)
      return ByteStream(name: source.name) { try converter.read(into: $0) }
    }
  }

  private final class Converter {
    private let stream: ByteStream
    private let name: String
    private let descriptor: iconv_t
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
    private var count = 0

    init(_ source: ByteSource, _ charset: String) throws(Problems) {
      stream = try source.open()
      name = source.name
      descriptor = iconv_open("UTF-8", charset)
      if descriptor == iconv_t(bitPattern: -1) {
        throw Problems(.invalidText, source: name, value: charset, "the character set '\(charset)' is not read")
      }
    }

    deinit {
      if descriptor != iconv_t(bitPattern: -1) { iconv_close(descriptor) }
      input.deallocate()
    }

    func read(into output: UnsafeMutableRawBufferPointer) throws(Problems) -> Int {
      while true {
        let step =
          count < input.count
          ? try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: input[count...])) : 0
        count += step
        guard count > 0 else { return 0 }
        var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
        var to = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var (left, room) = (count, output.count)
        let result = iconv(descriptor, &from, &left, &to, &room)
        let reason = errno
        let written = output.count - room
        for index in 0..<left { input[index] = input[count - left + index] }
        count = left
        if written > 0 { return written }
        // An incomplete character waits for its rest, which does not come at the end.
        if result == -1, reason != E2BIG, reason != EINVAL || step == 0 {
          throw Problems(.invalidText, source: name, "the text is not valid in its character set")
        }
      }
    }
  }
}
