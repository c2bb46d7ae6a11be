public import ProblemKit

/// Copies parts of a source's text to a sink, in the source's own character set and with its byte-order mark, and writes
/// other text between them.
///
/// Places are bytes of the text as decoded to UTF-8, as in ``RecordPosition/byteOffset``, and only go forward. What is copied
/// has the same bytes as in the source. Not safe to share between threads.
public final class TextCopy {
  /// The replacement of a character that the character set does not have.
  public enum Substitute: Sendable {
    /// `?`
    case questionMark
    /// `\u20ac`, as in a string of JSON.
    case jsonEscape
    /// `&#8364;`, as in the text of XML.
    case characterReference
  }

  /// The character set of the source.
  public let charset: Charset
  /// How much of the text was copied or skipped.
  public private(set) var offset = 0

  private let source: ByteSource
  private let stream: TextStream
  private let encoder: TextEncoder
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var start = 0
  private var end = 0
  private var lacksEvidence: Bool

  /// Begins at the start of a source, and writes its byte-order mark if it has one.
  ///
  /// ```swift
  /// let copy = try TextCopy(of: source, to: sink)
  /// copy.charset  // .utf8
  /// ```
  ///
  /// - Parameter charset: the character set, or nil to have it found as ``TextStream`` does.
  /// - Throws: ``Problem/Code/sourceUnreadable``, ``Problem/Code/sinkFailed``.
  public init(of source: ByteSource, charset given: Charset? = nil, to sink: ByteSink) throws(Problems) {
    let found = try Self.settle(source, given)
    charset = found.charset
    lacksEvidence = found.charset == .windows1252 && found.isGuessed
    self.source = source
    stream = try TextStream(source, charset: given)
    encoder = TextEncoder(found.charset, to: sink)
    if found.hasMark { try encoder.write("\u{FEFF}", substituting: .questionMark) }
  }

  deinit { buffer.deallocate() }

  /// Reads until the character set is known, so that a text written before the first significant letter also uses it.
  private static func settle(
    _ source: ByteSource, _ given: Charset?
  ) throws(Problems) -> (charset: Charset, isGuessed: Bool, hasMark: Bool) {
    let stream = try TextStream(source, charset: given)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { room.deallocate() }
    repeat {
      // Invalid text ends the copying when it is reached.
      guard let count = try? stream.read(into: room), count > 0 else { break }
    } while stream.detectedCharset == nil
    return (stream.detectedCharset ?? .utf8, stream.isGuessed, stream.hasMark)
  }

  /// Copies the text up to a place.
  ///
  /// ```swift
  /// let copy = try TextCopy(of: source, to: sink)
  /// try copy.copy(to: 18)
  /// sink.collectedText  // "sku,title,quantity"
  /// ```
  ///
  /// - Throws: ``Problem/Code/rejectsUnwritable`` when the source ends before it, and what reading throws.
  public func copy(to place: Int) throws(Problems) {
    while let run = try next(before: place) { try encoder.write(run, substituting: .questionMark) }
  }

  /// Skips the text up to a position.
  ///
  /// ```swift
  /// let copy = try TextCopy(of: source, to: sink)
  /// try copy.skip(to: 31)
  /// try copy.copyRest()
  /// sink.collectedText  // "A-2,Chair,4\n"
  /// ```
  public func skip(to place: Int) throws(Problems) {
    while try next(before: place) != nil {}
  }

  /// Skips the text up to a position and returns it.
  ///
  /// ```swift
  /// let copy = try TextCopy(of: source, to: sink)
  /// String(decoding: try copy.collect(to: 18), as: UTF8.self)  // "sku,title,quantity"
  /// ```
  public func collect(to place: Int) throws(Problems) -> [UInt8] {
    var text: [UInt8] = []
    while let run = try next(before: place) { text.append(contentsOf: run) }
    return text
  }

  /// Copies the text up to the end of the source.
  ///
  /// ```swift
  /// let copy = try TextCopy(of: source, to: sink)
  /// try copy.skip(to: 19)
  /// try copy.copyRest()
  /// sink.collectedText  // "A-1,Lamp,12\nA-2,Chair,4\n"
  /// ```
  public func copyRest() throws(Problems) {
    while let run = try next(before: .max, mayEnd: true) { try encoder.write(run, substituting: .questionMark) }
  }

  /// Writes text that is not the source's.
  ///
  /// ```swift
  /// let copy = try TextCopy(of: source, charset: .iso8859_1, to: sink)
  /// try copy.write("4 \u{20AC}", substituting: .characterReference)
  /// sink.collectedText  // "4 &#8364;"
  /// ```
  public func write(_ text: String, substituting substitute: Substitute = .questionMark) throws(Problems) {
    var text = text
    let failure: Problems? = text.withUTF8 { bytes in
      do throws(Problems) {
        try encoder.write(UnsafeRawBufferPointer(bytes), substituting: substitute)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Writes valid UTF-8 that was collected.
  ///
  /// ```swift
  /// let copy = try TextCopy(of: source, to: sink)
  /// let header = try copy.collect(to: 18)
  /// try copy.write(header)
  /// sink.collectedText  // "sku,title,quantity"
  /// ```
  public func write(_ text: some Collection<UInt8>) throws(Problems) {
    try write(String(decoding: text, as: UTF8.self))
  }

  /// The reason to be written with a record.
  ///
  /// If the character set was detected from the bytes, the first reason begins with a dash that makes it detectable
  /// again, because the letters that showed it may belong to a record that is left out. The reason must be written
  /// before the record's own text.
  ///
  /// ```swift
  /// let copy = try TextCopy(of: .memory([0x4B, 0xE4, 0x73, 0x65]), to: sink)   // `Käse` in Windows-1252
  /// copy.reason(of: RejectNote(mark: "p7:2", reason: "no price"))  // "– no price"
  /// copy.reason(of: RejectNote(mark: "p7:3", reason: "no title"))  // "no title"
  /// ```
  public func reason(of note: RejectNote) -> String {
    guard lacksEvidence else { return note.reason }
    lacksEvidence = false
    return "\u{2013} " + note.reason
  }

  /// The next piece of text that ends at a place or before it; nil when that place is reached.
  private func next(before place: Int, mayEnd: Bool = false) throws(Problems) -> UnsafeRawBufferPointer? {
    guard offset < place else { return nil }
    if start == end {
      start = 0
      end = try stream.read(into: buffer)
      if end == 0 {
        if mayEnd { return nil }
        throw Problems(
          .rejectsUnwritable, source: source.name, "the file is shorter than before: it has changed while it was read")
      }
    }
    let count = min(end - start, place - offset)
    defer {
      start += count
      offset += count
    }
    return UnsafeRawBufferPointer(rebasing: buffer[start..<(start + count)])
  }
}

/// Writes UTF-8 text to a sink in another character set.
final class TextEncoder {
  private let charset: Charset
  private let sink: ByteSink
  /// Bytes of a character that the last piece ended within.
  private var rest: [UInt8] = []

  init(_ charset: Charset, to sink: ByteSink) {
    self.charset = charset
    self.sink = sink
  }

  func write(_ text: String, substituting substitute: TextCopy.Substitute) throws(Problems) {
    for scalar in text.unicodeScalars { try write(scalar, substitute) }
  }

  /// Writes a piece of valid UTF-8; the pieces of one text may cut a character.
  func write(_ text: UnsafeRawBufferPointer, substituting substitute: TextCopy.Substitute) throws(Problems) {
    if charset == .utf8 { return try sink.write(text.assumingMemoryBound(to: UInt8.self)) }
    for byte in text {
      if rest.isEmpty, byte < 0x80 {
        try write(Unicode.Scalar(byte), substitute)
        continue
      }
      rest.append(byte)
      let length = rest[0] >= 0xF0 ? 4 : rest[0] >= 0xE0 ? 3 : 2
      guard rest.count == length else { continue }
      for scalar in String(decoding: rest, as: UTF8.self).unicodeScalars { try write(scalar, substitute) }
      rest.removeAll(keepingCapacity: true)
    }
  }

  private func write(_ scalar: Unicode.Scalar, _ substitute: TextCopy.Substitute) throws(Problems) {
    switch charset {
    case .utf8: try sink.write(String(Character(scalar)))
    case .utf16LittleEndian, .utf16BigEndian:
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
        try sink.write(charset == .utf16BigEndian ? high : low)
        try sink.write(charset == .utf16BigEndian ? low : high)
      }
    default:
      if let byte = byte(of: scalar) { return try sink.write(byte) }
      for byte in Self.text(instead: scalar, substitute).utf8 { try sink.write(byte) }
    }
  }

  private func byte(of scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x80 { return UInt8(truncatingIfNeeded: scalar.value) }
    return charset.upperHalf.firstIndex { UInt32($0) == scalar.value }.map { UInt8(0x80 + $0) }
  }

  private static func text(instead scalar: Unicode.Scalar, _ substitute: TextCopy.Substitute) -> String {
    switch substitute {
    case .questionMark: "?"
    case .characterReference: "&#\(scalar.value);"
    case .jsonEscape:
      (UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter).map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}
