public import ProblemKit

/// Reads a source of any supported character set as valid UTF-8 text, a chunk at a time.
///
/// The character set is the given one; otherwise the one that a byte-order mark names; otherwise UTF-16 if every other
/// of the first four bytes is zero; otherwise UTF-8 until the first byte that is not ASCII shows whether it is UTF-8 or
/// Windows-1252. Once detected, the set does not change: invalid text later on ends the source with
/// ``Problem/Code/invalidText``, after all text before it was returned. The same error ends a source that was
/// detected as Windows-1252 if at its end most of it turns out to be UTF-8: one broken byte does not change the
/// character set of a file. Neither the text nor the set depends on the chunk sizes of the source. Not safe to share
/// between threads.
public final class TextStream {
  /// The detected set of the text: nil as long as only ASCII and no mark was found.
  public private(set) var detectedCharset: Charset?
  /// Whether ``detectedCharset`` was found by looking at bytes, not given and not announced by a mark.
  public private(set) var isGuessed = false
  /// Whether the source begins with a byte-order mark, which is not part of its text; known once it was read from.
  public private(set) var hasMark = false

  private let stream: ByteStream
  private let name: String
  private let source: ByteSource
  private let isGiven: Bool
  private var charset: Charset?
  /// False while a place is searched for in text whose problem is known.
  private var reportsProblems = true
  private var atStart = true
  private var atEnd = false
  private let input: UnsafeMutableRawBufferPointer
  private var inputStart = 0
  private var inputEnd = 0
  private var decodedBytes = 0
  /// The evidence for the set, if it was detected.
  private var evidence = ""
  private var utf8 = UTF8Evidence()
  private var letters = MisreadLetters()
  /// Whether the source itself names the set of its letters, such as ISO 8859-7 by `UNOF`, so that they need no evidence.
  package var isNamedBySource = false
  /// The last byte of the ASCII before the first other character.
  private var lastByte: UInt8 = 0x20
  private var decodedTwice = DecodedTwice()

  /// Begins at the start of a source.
  ///
  /// ```swift
  /// let stream = try TextStream(source, charset: .windows1252)
  /// stream.charsetFinding.value  // "windows-1252"
  /// ```
  ///
  /// - Parameters:
  ///   - charset: the character set, or nil to have it found.
  ///   - chunk: how many bytes are asked of the source at a time; at least 16.
  /// - Throws: ``Problem/Code/sourceUnreadable`` when the source cannot be opened.
  public init(_ source: ByteSource, charset: Charset? = nil, chunk: Int = 1 << 17) throws(Problems) {
    self.source = source
    stream = try source.open()
    name = source.name
    isGiven = charset != nil
    self.charset = charset
    detectedCharset = charset
    input = .allocate(byteCount: max(16, chunk), alignment: 16)
  }

  deinit { input.deallocate() }

  /// The character set with the evidence for it, for ``BatchReader/findings``.
  public var charsetFinding: SourceFinding {
    let evidence =
      switch (isGiven, isGuessed, detectedCharset) {
      case (true, _, _): "given"
      case (_, true, _): evidence
      case (_, _, nil): "all bytes are ASCII"
      default: "byte-order mark"
      }
    return SourceFinding("charset", (detectedCharset ?? .utf8).rawValue, evidence: evidence)
  }

  /// Fills the buffer, which must hold at least 16 bytes, with UTF-8 text; never splits a character.
  ///
  /// ```swift
  /// let stream = try TextStream(.memory([0x4B, 0xE4, 0x73, 0x65]))   // `Käse` in Windows-1252
  /// let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// defer { buffer.deallocate() }
  /// var text = ""
  /// while case let count = try stream.read(into: buffer), count > 0 {
  ///   text += String(decoding: buffer[..<count], as: UTF8.self)
  /// }
  /// text  // "Käse"
  /// ```
  ///
  /// - Returns: how many bytes were written, 0 at the end.
  /// - Throws: ``Problem/Code/invalidText`` with the place in the decoded text, ``Problem/Code/sourceUnreadable``.
  public func read(into output: UnsafeMutableRawBufferPointer) throws(Problems) -> Int {
    precondition(output.count >= 16, "the buffer holds at least 16 bytes")
    // With four bytes, or all remaining bytes, available, every round either decodes a character or finds the text
    // invalid.
    if inputEnd - inputStart < 4, !atEnd { try refill() }
    if atStart { skipMark() }
    if inputEnd - inputStart < 4, !atEnd { try refill() }
    if inputStart == inputEnd {
      guard reportsProblems else { return 0 }
      if let error = utf8.error(for: source, line: { place(ofByte: $0).line }) { throw error }
      if isGuessed, !isNamedBySource,
        let error = letters.error(for: source, undefined: utf8.undefined, place: place(ofByte:))
      {
        throw error
      }
      if !isGiven, let error = decodedTwice.error(for: source, place: place(ofByte:)) { throw error }
      return 0
    }
    let written = decode(into: output)
    decodedBytes += written
    if written == 0 {
      throw reportsProblems ? invalid() : Problems(.invalidText, source: name, "the text is not valid")
    }
    return written
  }

  /// Moves the bytes left to the front, fewer than four, and reads until there are four or the source ends.
  private func refill() throws(Problems) {
    let kept = inputEnd - inputStart
    for offset in 0..<kept { input[offset] = input[inputStart + offset] }
    inputStart = 0
    inputEnd = kept
    while inputEnd < 4, !atEnd {
      let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: input[inputEnd...]))
      if count == 0 { atEnd = true }
      inputEnd += count
    }
  }

  private func skipMark() {
    atStart = false
    let first = input[inputStart..<inputEnd]
    guard let (found, length) = Charset.fromByteOrderMark(first) else {
      if charset == nil, let wide = Charset.fromZeroBytes(first) {
        settle(wide, "every other of the first bytes is zero")
      }
      return
    }
    if charset == nil || charset == found {
      charset = found
      detectedCharset = found
      hasMark = true
      inputStart += length
    }
  }

  /// Decodes as much as there is; 0 when the bytes at the front are not valid.
  private func decode(into output: UnsafeMutableRawBufferPointer) -> Int {
    switch charset {
    case nil, .utf8: copyUTF8(into: output)
    case .utf16LittleEndian: decodeUTF16(into: output, low: 0)
    case .utf16BigEndian: decodeUTF16(into: output, low: 1)
    // All others have one byte for each character.
    default: decodeSingleByte(into: output)
    }
  }

  /// Copies as much valid UTF-8 as there is; settles the character set at the first byte that is not ASCII.
  private func copyUTF8(into output: UnsafeMutableRawBufferPointer) -> Int {
    let limit = min(inputEnd - inputStart, output.count)
    let run = UnsafeRawBufferPointer(rebasing: input[inputStart..<(inputStart + limit)])
    let (valid, isASCII) = UTF8Validation.validPrefix(run)
    if charset == nil {
      if valid == 0 {
        utf8.begin(UnsafeRawBufferPointer(rebasing: run.prefix(4)), after: decodedBytes)
        letters.begin(after: lastByte)
        settle(.windows1252, "the byte \(UTF8Evidence.hexadecimal(run.prefix(1))) is not UTF-8")
        return decodeSingleByte(into: output)
      }
      if !isASCII { settle(.utf8, "its characters beyond ASCII are valid UTF-8") }
    }
    if !isGiven, !isASCII {
      decodedTwice.look(at: UnsafeRawBufferPointer(rebasing: run[..<valid]), after: decodedBytes)
    }
    output.copyMemory(from: UnsafeRawBufferPointer(rebasing: run[..<valid]))
    if valid > 0 { lastByte = run[valid - 1] }
    inputStart += valid
    return valid
  }

  private func settle(_ found: Charset, _ evidence: String) {
    self.evidence = evidence
    charset = found
    detectedCharset = found
    isGuessed = true
  }

  private func decodeSingleByte(into output: UnsafeMutableRawBufferPointer) -> Int {
    let isDoubtful = charset == .windows1252 && isGuessed
    let upperHalf = charset?.upperHalf ?? []
    var utf8 = utf8
    var letters = letters
    defer { (self.utf8, self.letters) = (utf8, letters) }
    var written = 0
    var start = inputStart
    while start < inputEnd, written + 3 <= output.count {
      let byte = input[start]
      start += 1
      if isDoubtful {
        utf8.look(at: byte)
        letters.look(at: byte, after: decodedBytes + written)
      }
      guard byte >= 0x80 else {
        output[written] = byte
        written += 1
        continue
      }
      written += Self.write(UInt32(upperHalf[Int(byte) - 0x80]), to: output, at: written)
    }
    inputStart = start
    return written
  }

  private func decodeUTF16(into output: UnsafeMutableRawBufferPointer, low: Int) -> Int {
    var written = 0
    var start = inputStart
    func unit(_ offset: Int) -> UInt32 { UInt32(input[offset + low]) | UInt32(input[offset + 1 - low]) << 8 }
    while inputEnd - start >= 2, written + 4 <= output.count {
      var scalar = unit(start)
      var length = 2
      if (0xD800..<0xDC00).contains(scalar) {
        guard inputEnd - start >= 4 else { break }
        let second = unit(start + 2)
        guard (0xDC00..<0xE000).contains(second) else { break }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (second - 0xDC00)
        length = 4
      } else if (0xDC00..<0xE000).contains(scalar) {
        break
      }
      start += length
      written += Self.write(scalar, to: output, at: written)
    }
    inputStart = start
    return written
  }

  /// Writes a scalar that is not a surrogate in UTF-8. Returns the number of bytes.
  private static func write(_ scalar: UInt32, to output: UnsafeMutableRawBufferPointer, at start: Int) -> Int {
    let tail = { (shift: UInt32) in UInt8(truncatingIfNeeded: 0x80 | (scalar >> shift & 0x3F)) }
    switch scalar {
    case 0..<0x80:
      output[start] = UInt8(truncatingIfNeeded: scalar)
      return 1
    case 0x80..<0x800:
      output[start] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
      output[start + 1] = tail(0)
      return 2
    case 0x800..<0x10000:
      output[start] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
      output[start + 1] = tail(6)
      output[start + 2] = tail(0)
      return 3
    default:
      output[start] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
      output[start + 1] = tail(12)
      output[start + 2] = tail(6)
      output[start + 3] = tail(0)
      return 4
    }
  }

  /// The line that contains a byte of the text, and the word around it, found by reading the source again; 0 if that fails.
  private func place(ofByte offset: Int) -> (line: Int, word: String) {
    guard let again = try? TextStream(source, charset: isGiven ? charset : nil) else { return (0, "") }
    again.reportsProblems = false
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var position = 0
    var feeds = 0
    var returns = 0
    var word: [UInt8] = []
    reading: while let count = try? again.read(into: buffer), count > 0 {
      for byte in buffer[..<count] {
        if position < offset {
          if byte == 0x0A { feeds += 1 } else if byte == 0x0D { returns += 1 }
        }
        if byte <= 0x20 || ",;|\"<>".utf8.contains(byte) {
          if position > offset { break reading }
          word.removeAll(keepingCapacity: true)
        } else if word.count < 60 {
          word.append(byte)
        } else if position > offset {
          break reading
        } else {
          word.removeFirst()
          word.append(byte)
        }
        position += 1
      }
    }
    return (position < offset ? 0 : max(feeds, returns) + 1, String(decoding: word, as: UTF8.self))
  }

  private func invalid() -> Problems {
    let charset = charset ?? .utf8
    let value = UTF8Evidence.hexadecimal(input[inputStart..<min(inputEnd, inputStart + 4)])
    let line = place(ofByte: decodedBytes).line
    let remedy: String? =
      switch charset {
      // One broken place does not change the set of a file: read otherwise, all other letters would be wrong.
      case .utf8 where !isGiven && hasMoreUTF8:
        "Correct line \(line) in a text editor and save the file as UTF-8, which its other characters are."
      case .utf16LittleEndian,
        .utf16BigEndian where !isGiven:
        "The file is damaged or cut off: export or copy it again, if possible as UTF-8."
      default: nil
      }
    return Problems(
      .invalidText, source: name, at: SourcePosition(line: line, byteOffset: decodedBytes),
      value: value, "the bytes '\(value)' after \(decodedBytes) bytes of text are not valid \(charset.rawValue)",
      remedy: remedy)
  }

  /// Whether more places of the source than not are characters of UTF-8 beyond ASCII; found by reading the source again.
  private var hasMoreUTF8: Bool {
    guard let again = try? source.open() else { return false }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var utf8 = UTF8Evidence()
    while let count = try? again.read(into: buffer), count > 0 {
      for byte in buffer[..<count] { utf8.look(at: byte) }
    }
    return utf8.isMostlyUTF8
  }
}

/// Validation of UTF-8 (RFC 3629) at the speed of a memory scan for ASCII.
enum UTF8Validation {
  /// How many bytes from the start are whole, valid characters, and whether they are all ASCII.
  static func validPrefix(_ bytes: UnsafeRawBufferPointer) -> (count: Int, isASCII: Bool) {
    var index = 0
    var isASCII = true
    let count = bytes.count
    while index < count {
      if index + 16 <= count {
        let block = bytes.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
        if (block[0] | block[1]) & 0x8080_8080_8080_8080 == 0 {
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
      default: return (index, isASCII)
      }
      guard index + length <= count, second.contains(bytes[index + 1]) else { return (index, isASCII) }
      for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return (index, isASCII) }
      isASCII = false
      index += length
    }
    return (index, isASCII)
  }
}
