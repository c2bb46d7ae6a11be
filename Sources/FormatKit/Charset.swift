/// A character set that text is read from.
public enum Charset: String, Hashable, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case windows1252 = "windows-1252"
  case iso8859_1 = "iso-8859-1"

  /// The set of that name, its usual aliases included; nil for one that is not read here.
  public init?(name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    case "utf-16le", "utf16le": self = .utf16LittleEndian
    case "utf-16be", "utf16be": self = .utf16BigEndian
    case "windows-1252", "cp1252", "win-1252": self = .windows1252
    case "iso-8859-1", "latin1", "latin-1", "iso8859-1": self = .iso8859_1
    default: return nil
    }
  }

  /// The set that a byte-order mark announces, and the mark's length.
  public static func fromByteOrderMark(_ bytes: some Collection<UInt8>) -> (charset: Charset, length: Int)? {
    let first = Array(bytes.prefix(3))
    if first == [0xEF, 0xBB, 0xBF] { return (.utf8, 3) }
    if first.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if first.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  /// The character of a byte of Windows-1252; the five bytes that it leaves open stand for the C1 controls, as browsers
  /// read them.
  static let windows1252High: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  static func decodePreview(_ bytes: [UInt8]) -> String {
    if let (charset, length) = fromByteOrderMark(bytes) {
      let body = bytes.dropFirst(length)
      switch charset {
      case .utf16LittleEndian, .utf16BigEndian:
        let units = stride(from: body.startIndex, to: body.endIndex - 1, by: 2).map { index -> UInt16 in
          let (a, b) = (UInt16(body[index]), UInt16(body[index + 1]))
          return charset == .utf16LittleEndian ? b << 8 | a : a << 8 | b
        }
        return String(decoding: units, as: UTF16.self)
      default: return String(decoding: body, as: UTF8.self)
      }
    }
    // A preview may end within a character; leave such a tail out before judging.
    var end = bytes.count
    while end > 0, bytes.count - end < 3, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
    if end > 0, bytes[end - 1] >= 0xC0 { end -= 1 } else { end = bytes.count }
    for candidate in [bytes[...], bytes[..<end]] {
      if let text = String(validating: candidate, as: UTF8.self) { return text }
    }
    return String(
      String.UnicodeScalarView(
        bytes.map { byte in
          let value = (0x80...0x9F).contains(byte) ? windows1252High[Int(byte) - 0x80] : UInt16(byte)
          return Unicode.Scalar(value) ?? "\u{FFFD}"
        }))
  }
}

/// Reads a source as valid UTF-8 text, whatever character set it is in, a chunk at a time.
///
/// The set is the one given; else the one that a byte-order mark names; else UTF-8 until the first byte that is not ASCII
/// shows whether it is UTF-8 or Windows-1252. Once settled it does not change: invalid text later on ends the source with
/// ``DiagnosticCode/invalidText``. Not safe to share between threads.
public final class TextStream {
  /// What the text turned out to be: nil as long as only ASCII was met and no mark was found.
  public private(set) var detectedCharset: Charset?
  /// Whether ``detectedCharset`` was found by looking at bytes, not given and not announced by a mark.
  public private(set) var isGuessed = false

  private let stream: ByteStream
  private let name: String
  private var charset: Charset?
  private var atStart = true
  private var atEnd = false
  private var input: [UInt8]
  private var inputStart = 0
  private var inputEnd = 0
  private var decodedBytes = 0

  /// - Parameters:
  ///   - charset: the character set, or nil to have it found.
  ///   - chunk: how many bytes are asked of the source at a time; at least 16.
  public init(_ source: ByteSource, charset: Charset? = nil, chunk: Int = 1 << 17) throws(FormatError) {
    stream = try source.open()
    name = source.name
    self.charset = charset
    detectedCharset = charset
    input = [UInt8](repeating: 0, count: max(16, chunk))
  }

  /// Fills the buffer, which must hold at least 16 bytes, with UTF-8 text; never splits a character.
  ///
  /// - Returns: how many bytes were written, 0 at the end.
  public func read(into output: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
    precondition(output.count >= 16, "the buffer holds at least 16 bytes")
    while true {
      if inputEnd - inputStart < 4, !atEnd { try refill() }
      if inputStart == inputEnd { return 0 }
      if atStart { skipMark() }
      let written = try decode(into: output)
      decodedBytes += written
      if written > 0 { return written }
      if atEnd, inputStart < inputEnd { throw invalid(at: 0) }
      if atEnd { return 0 }
    }
  }

  private func refill() throws(FormatError) {
    let kept = inputEnd - inputStart
    for offset in 0..<kept { input[offset] = input[inputStart + offset] }
    inputStart = 0
    inputEnd = kept
    while inputEnd < 4, !atEnd {
      var count = 0
      do {
        count = try input.withUnsafeMutableBytes {
          try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[inputEnd...]))
        }
      } catch let error as FormatError {
        throw error
      } catch {
        throw FormatError(.sourceUnreadable, source: name, "reading failed")
      }
      if count == 0 { atEnd = true }
      inputEnd += count
    }
  }

  private func skipMark() {
    atStart = false
    guard let (found, length) = Charset.fromByteOrderMark(input[inputStart..<inputEnd]) else { return }
    if charset == nil || charset == found {
      charset = found
      detectedCharset = found
      inputStart += length
    }
  }

  private func decode(into output: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
    switch charset {
    case nil, .utf8: try copyUTF8(into: output)
    case .utf16LittleEndian: try decodeUTF16(into: output, low: 0)
    case .utf16BigEndian: try decodeUTF16(into: output, low: 1)
    case .windows1252, .iso8859_1: decodeSingleByte(into: output)
    }
  }

  /// Copies as much valid UTF-8 as there is; settles the character set at the first byte that is not ASCII.
  private func copyUTF8(into output: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
    let limit = min(inputEnd - inputStart, output.count)
    let (valid, isBroken) = input.withUnsafeBufferPointer { buffer in
      UTF8Validation.validPrefix(
        UnsafeBufferPointer(rebasing: buffer[inputStart..<(inputStart + limit)]), settled: charset == .utf8)
    }
    if isBroken {
      let tailMayContinue = inputEnd - inputStart - valid < 4 && !atEnd
      if valid == 0 && charset == nil && !tailMayContinue {
        charset = .windows1252
        detectedCharset = .windows1252
        isGuessed = true
        return decodeSingleByte(into: output)
      }
      if valid == 0 && !tailMayContinue { throw invalid(at: 0) }
      if valid == 0 { try refill() }
    }
    if charset == nil, valid > 0, input[inputStart..<(inputStart + valid)].contains(where: { $0 >= 0x80 }) {
      charset = .utf8
      detectedCharset = .utf8
    }
    output.copyMemory(
      from: input.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[inputStart..<(inputStart + valid)]) })
    inputStart += valid
    return valid
  }

  private func decodeSingleByte(into output: UnsafeMutableRawBufferPointer) -> Int {
    var written = 0
    while inputStart < inputEnd, written + 3 <= output.count {
      let byte = input[inputStart]
      inputStart += 1
      guard byte >= 0x80 else {
        output[written] = byte
        written += 1
        continue
      }
      let isWindows = charset == .windows1252 && byte < 0xA0
      let scalar = isWindows ? UInt32(Charset.windows1252High[Int(byte) - 0x80]) : UInt32(byte)
      written += Self.write(scalar, to: output, at: written)
    }
    return written
  }

  private func decodeUTF16(into output: UnsafeMutableRawBufferPointer, low: Int) throws(FormatError) -> Int {
    var written = 0
    func unit(_ offset: Int) -> UInt32 {
      UInt32(input[inputStart + offset + low]) | UInt32(input[inputStart + offset + 1 - low]) << 8
    }
    while inputEnd - inputStart >= 2, written + 4 <= output.count {
      var scalar = unit(0)
      var length = 2
      if (0xD800..<0xDC00).contains(scalar) {
        guard inputEnd - inputStart >= 4 else {
          if atEnd { throw invalid(at: written) }
          break
        }
        let second = unit(2)
        guard (0xDC00..<0xE000).contains(second) else { throw invalid(at: written) }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (second - 0xDC00)
        length = 4
      } else if (0xDC00..<0xE000).contains(scalar) {
        throw invalid(at: written)
      }
      inputStart += length
      written += Self.write(scalar, to: output, at: written)
    }
    if written == 0, !atEnd { try refill() }
    return written
  }

  private static func write(_ scalar: UInt32, to output: UnsafeMutableRawBufferPointer, at start: Int) -> Int {
    var count = 0
    for byte in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encode("\u{FFFD}")! {
      output[start + count] = byte
      count += 1
    }
    return count
  }

  private func invalid(at written: Int) -> FormatError {
    let shown = (charset ?? .utf8).rawValue
    return FormatError(
      .invalidText, source: name, at: SourcePosition(byteOffset: decodedBytes + written),
      "the text is not valid \(shown) after \(decodedBytes + written) bytes")
  }
}

/// Validation of UTF-8 (RFC 3629) at the speed of a memory scan for ASCII.
enum UTF8Validation {
  /// How many bytes from the start are whole, valid characters, and whether something else follows.
  ///
  /// - Parameter settled: false to stop before the first invalid character even if valid ones came before in this run.
  static func validPrefix(_ bytes: UnsafeBufferPointer<UInt8>, settled: Bool) -> (count: Int, isBroken: Bool) {
    var index = 0
    let count = bytes.count
    let raw = UnsafeRawBufferPointer(bytes)
    while index < count {
      if index + 16 <= count {
        let block = raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        if block.max() < 0x80 {
          index += 16
          continue
        }
      }
      let byte = bytes[index]
      if byte < 0x80 {
        index += 1
        continue
      }
      let length: Int
      let second: ClosedRange<UInt8>
      switch byte {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return (index, true)
      }
      guard index + length <= count, second.contains(bytes[index + 1]) else { return (index, true) }
      for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return (index, true) }
      index += length
    }
    return (index, false)
  }
}
