internal import FormatKit

/// Cuts a text into segments, one at a time, by the current service characters.
///
/// The characters that a UNA or a UNB declares apply up to the next one. White space between segments is skipped, and
/// so are line ends within one, which no character set of the standard has in its data.
final class SegmentReader {
  /// The most bytes that one segment may have.
  static let maximumBytes = 1 << 20
  /// The most components that one segment may have.
  static let maximumComponents = 10_000

  private(set) var characters = ServiceCharacters()
  /// Whether the interchange that is being read began with a UNA.
  private(set) var hasUNA = false
  let text: TextStream
  private let source: ByteSource
  private var buffer: [UInt8] = []
  private var start = 0
  private var offset = 0
  private var feeds = 0
  private var returns = 0
  private var isAtEnd = false
  private var usesRepetition = false
  private var isBehindUNA = false
  private var plain: (signs: ServiceCharacters, usesRepetition: Bool, bytes: [Bool])?

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    self.source = source
    text = try TextStream(source, charset: charset)
  }

  /// The line of the next character.
  private var line: Int { max(feeds, returns) + 1 }

  /// A position for what is wrong here.
  var position: SourcePosition { SourcePosition(line: line, byteOffset: offset) }

  /// Repetitions are cut from syntax version 4 on; the UNB with the version is read before.
  func setVersion(_ version: Int) {
    usesRepetition = version >= 4
    if usesRepetition, !hasUNA { characters.repetition = UInt8(ascii: "*") }
  }

  /// Fills a segment with the next one; false at the end of the text.
  func next(into segment: inout Segment) throws(Problems) -> Bool {
    segment.removeAll()
    guard try skipSpace() else { return false }
    if try starts(with: "UNA"), try fill(9), !ServiceCharacters.isAlphanumeric(buffer[start + 3]) {
      try readUNA()
      guard try skipSpace() else { return false }
    }
    if try startsInterchange() { try beginInterchange() }
    segment.line = line
    segment.byteOffset = offset
    try scan(into: &segment)
    return true
  }

  // MARK: Buffered text

  /// Reads until that many bytes are buffered; false when the text ends before.
  private func fill(_ count: Int) throws(Problems) -> Bool {
    while buffer.count - start < count, !isAtEnd {
      if start > 1 << 16 {
        buffer.removeFirst(start)
        start = 0
      }
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 15, alignment: 16)
      defer { room.deallocate() }
      let read = try text.read(into: room)
      if read == 0 { isAtEnd = true }
      buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<read]))
    }
    return buffer.count - start >= count
  }

  private func starts(with word: StaticString) throws(Problems) -> Bool {
    let count = word.utf8CodeUnitCount
    guard try fill(count) else { return false }
    for index in 0..<count where buffer[start + index] != word.utf8Start[index] { return false }
    return true
  }

  private func take() -> UInt8 {
    let byte = buffer[start]
    start += 1
    offset += 1
    if byte == 10 { feeds += 1 } else if byte == 13 { returns += 1 }
    return byte
  }

  private func skipSpace() throws(Problems) -> Bool {
    while try fill(1) {
      let byte = buffer[start]
      guard byte == 32 || byte == 9 || byte == 10 || byte == 13 || byte == 0x1A || byte == 0 else { return true }
      _ = take()
    }
    return false
  }

  // MARK: Service characters

  private func readUNA() throws(Problems) {
    let una = buffer[(start + 3)..<(start + 9)]
    guard let found = ServiceCharacters(una: una) else {
      let value = String(decoding: una, as: UTF8.self)
      throw Problems(
        .edifactInvalidUNA, source: source.name, at: position, value: value,
        "the characters '\(value)' behind UNA cannot separate: they are not six different signs")
    }
    characters = found
    isBehindUNA = true
    for _ in 0..<9 { _ = take() }
  }

  private func startsInterchange() throws(Problems) -> Bool {
    guard try starts(with: "UNB"), try fill(4) else { return false }
    return !ServiceCharacters.isAlphanumeric(buffer[start + 3])
  }

  /// Without a UNA the usual characters apply, except that a line end may replace the terminator.
  private func beginInterchange() throws(Problems) {
    usesRepetition = false
    hasUNA = isBehindUNA
    isBehindUNA = false
    if hasUNA { return }
    characters = ServiceCharacters()
    _ = try fill(2048)
    let head = buffer[start...].prefix(2048)
    guard let end = head.firstIndex(where: { $0 == 10 || $0 == 13 }), !head[..<end].contains(characters.terminator)
    else { return }
    let rest = head[end...].drop { $0 == 10 || $0 == 13 }
    if rest.starts(with: Array("UNH+".utf8)) || rest.starts(with: Array("UNG+".utf8)) { characters.terminator = 10 }
  }

  // MARK: One segment

  private func scan(into segment: inout Segment) throws(Problems) {
    let startPosition = position
    var component = Segment.Component(element: 0, repetition: 1, number: 1, start: 0, end: 0)
    let signs = characters
    let lineEnds = signs.endsAtLineEnd
    func close() {
      component.end = segment.text.count
      if component.element == 0 {
        if component.number == 1 { segment.tag = String(decoding: segment.text, as: UTF8.self) }
      } else {
        segment.components.append(component)
      }
      component.start = segment.text.count
    }
    let isPlain = plainBytes(signs)
    while true {
      if takePlainRun(isPlain, into: &segment) {
        if segment.text.count > Self.maximumBytes { throw tooLarge(segment, startPosition) }
        continue
      }
      guard try fill(1) else {
        // A line end may be the terminator of the last line, and then it may be missing.
        if lineEnds, !segment.text.isEmpty { break }
        throw truncated(segment, at: startPosition)
      }
      var byte = take()
      if byte == signs.terminator || lineEnds && (byte == 10 || byte == 13) { break }
      if byte == 10 || byte == 13 {
        segment.hasLineBreak = true
        continue
      }
      if byte == signs.element {
        close()
        component.element += 1
        component.repetition = 1
        component.number = 1
        segment.elementCount = component.element
        try check(segment, startPosition)
        continue
      }
      if byte == signs.component {
        close()
        component.number += 1
        try check(segment, startPosition)
        continue
      }
      if usesRepetition, byte == signs.repetition, component.element > 0 {
        close()
        component.repetition += 1
        component.number = 1
        try check(segment, startPosition)
        continue
      }
      if byte == signs.release {
        // Line ends do not count, even after a release character.
        while try fill(1), !lineEnds, buffer[start] == 10 || buffer[start] == 13 {
          segment.hasLineBreak = true
          _ = take()
        }
        guard try fill(1) else { throw truncated(segment, at: startPosition) }
        byte = take()
        if isUnneeded(byte) { segment.hasUnneededRelease = true }
      }
      if byte >= 0x80 { segment.isASCII = false }
      segment.text.append(byte)
      if segment.text.count > Self.maximumBytes { throw tooLarge(segment, startPosition) }
    }
    close()
  }

  /// The bytes without a special meaning, so that whole runs of them can be taken together.
  private func plainBytes(_ signs: ServiceCharacters) -> [Bool] {
    if let known = plain, known.signs == signs, known.usesRepetition == usesRepetition { return known.bytes }
    var bytes = [Bool](repeating: true, count: 128) + [Bool](repeating: false, count: 128)
    let repetition = usesRepetition ? signs.repetition : nil
    for sign in [signs.element, signs.component, signs.terminator, signs.release, repetition, 10, 13] {
      if let sign { bytes[Int(sign)] = false }
    }
    plain = (signs, usesRepetition, bytes)
    return bytes
  }

  /// Takes the run of plain bytes at the current position; false when the next byte is not plain, or none is left.
  private func takePlainRun(_ isPlain: [Bool], into segment: inout Segment) -> Bool {
    let first = start
    let end = buffer.withUnsafeBufferPointer { bytes in
      var index = first
      while index < bytes.count, isPlain[Int(bytes[index])] { index += 1 }
      if index > first { segment.text.append(contentsOf: bytes[first..<index]) }
      return index
    }
    start = end
    offset += end - first
    return end > first
  }

  /// Whether a character needs no release. A released character is taken literally, but a sender may have meant the sign.
  private func isUnneeded(_ byte: UInt8) -> Bool {
    byte != characters.element && byte != characters.component && byte != characters.terminator
      && byte != characters.release && byte != characters.repetition && byte != UInt8(ascii: "*")
  }

  private func check(_ segment: Segment, _ place: SourcePosition) throws(Problems) {
    if segment.components.count > Self.maximumComponents { throw tooLarge(segment, place) }
  }

  private func tooLarge(_ segment: Segment, _ place: SourcePosition) -> Problems {
    Problems(
      .edifactSegmentTooLarge, source: source.name, at: place, value: String(segment.tag.prefix(20)),
      "the segment '\(segment.tag.prefix(20))' has more than 1 MiB or 10,000 components")
  }

  private func truncated(_ segment: Segment, at place: SourcePosition) -> Problems {
    let tag = segment.tag.isEmpty ? String(decoding: segment.text.prefix(20), as: UTF8.self) : segment.tag
    let sign = String(decoding: [characters.terminator], as: UTF8.self)
    return Problems(
      .sourceTruncated, source: source.name, at: place, value: tag,
      "the file ends within the segment '\(tag)', before a terminator (\(sign))")
  }
}
