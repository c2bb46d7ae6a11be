internal import FormatKit

/// Cuts the text of a source into segments, by the separators that each interchange announces in its ISA segment.
///
/// Line ends within segments do not count: files are wrapped at 80 characters, or have a line for each segment. Binary data
/// is read by its length. Keeps one segment.
final class SegmentReader {
  let name: String
  private let stream: TextStream
  private let buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var offset = 0
  private var line = 1
  private var followsReturn = false
  private var number = 0
  /// Those of the last ISA segment; nil before the first one.
  private(set) var separators: Separators?

  /// The most bytes that are looked at for the sixteen elements of an ISA segment, which has 106 when it is right.
  private static let headerLimit = 600

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    name = source.name
    stream = try TextStream(source, charset: charset)
    buffer = .allocate(byteCount: 1 << 16, alignment: 16)
  }

  deinit { buffer.deallocate() }

  var charsetFinding: SourceFinding { stream.charsetFinding }

  /// Reads the next segment; false at the end of the source.
  func next(into segment: inout Segment) throws(Problems) -> Bool {
    guard try skipSpace() else { return false }
    number += 1
    segment.bytes.removeAll(keepingCapacity: true)
    segment.elements.removeAll(keepingCapacity: true)
    segment.line = line
    segment.byteOffset = offset
    segment.number = number
    segment.isTerminated = true
    segment.binaryProblem = nil
    segment.hasTrailingSeparators = false
    if try peek(3) == "ISA", try !continuesName() {
      try readHeader(into: &segment)
    } else if let separators {
      segment.separators = separators
      try readBody(into: &segment, separators)
    } else {
      throw try missingHeader(segment)
    }
    try split(&segment)
    return true
  }

  // MARK: Segments

  private func readBody(into segment: inout Segment, _ separators: Separators) throws(Problems) {
    let terminator = separators.terminator
    let dropsLineEnds = !terminator.isLineEnd
    while try fill() {
      let isBinary = Self.isBinary(segment.bytes, separators)
      var index = start
      var found = false
      scan: while index < end {
        let byte = buffer[index]
        if byte == terminator.first, stands(terminator, at: index) {
          found = true
          break scan
        }
        index += 1
        // The name shows whether line ends are part of the data.
        if index - start + segment.bytes.count == 4 { break scan }
      }
      take(to: index, into: &segment.bytes, droppingLineEnds: dropsLineEnds && !isBinary)
      guard segment.bytes.count <= RecordBatch.maximumFieldBytes else { throw tooLarge(segment) }
      guard found else { continue }
      if isBinary, try !readBinary(into: &segment, separators) { continue }
      pass(to: min(end, start + terminator.count))
      // With LF as the terminator, every segment of a file with CR LF line ends has a CR at its end.
      if terminator.first == UInt8(ascii: "\n"), segment.bytes.last == UInt8(ascii: "\r") { segment.bytes.removeLast() }
      return
    }
    segment.isTerminated = false
    while let last = segment.bytes.last, last <= 0x20 { segment.bytes.removeLast() }
  }

  private func stands(_ separator: Separator, at index: Int) -> Bool {
    guard separator.count > 1 else { return true }
    // The stream never splits a character, so it is here as a whole.
    guard index + separator.count <= end else { return false }
    return (0..<separator.count).allSatisfy { buffer[index + $0] == separator.bytes[$0] }
  }

  private func tooLarge(_ segment: Segment) -> Problems {
    Problems(
      .fieldTooLarge, source: name, at: SourcePosition(line: segment.line, byteOffset: segment.byteOffset),
      "segment \(segment.number) is longer than 16 MiB",
      remedy: "Look for a missing segment terminator, or leave attached files out of the message.")
  }

  // MARK: Binary data

  private static func isBinary(_ bytes: [UInt8], _ separators: Separators) -> Bool {
    guard bytes.count > 3, bytes[0] == UInt8(ascii: "B") else { return false }
    let name = bytes[..<3]
    return (name.elementsEqual("BIN".utf8) || name.elementsEqual("BDS".utf8))
      && separators.element.stands(at: 3, in: bytes)
  }

  /// Completes the data of BIN or BDS by its length; false when more of it was read and the terminator is still to come.
  private func readBinary(into segment: inout Segment, _ separators: Separators) throws(Problems) -> Bool {
    let lengthElement = segment.bytes.starts(with: "BIN".utf8) ? 1 : 2
    var bounds: [Int] = []
    var index = 0
    while index < segment.bytes.count, bounds.count <= lengthElement {
      if separators.element.stands(at: index, in: segment.bytes) { bounds.append(index) }
      index += 1
    }
    guard bounds.count == lengthElement + 1 else { return true }
    let text = segment.bytes[(bounds[lengthElement - 1] + separators.element.count)..<bounds[lengthElement]]
    let dataStart = bounds[lengthElement] + separators.element.count
    guard let length = Int(String(decoding: text, as: UTF8.self)), length >= 0 else {
      segment.binaryProblem = .noLength(String(decoding: text, as: UTF8.self))
      return true
    }
    guard length <= RecordBatch.maximumFieldBytes else { throw tooLarge(segment) }
    let found = segment.bytes.count - dataStart
    if found == length { return true }
    guard found < length else {
      segment.binaryProblem = .otherLength(said: length, found: found)
      return true
    }
    var missing = length - found
    while missing > 0, try fill() {
      let step = min(missing, end - start)
      take(to: start + step, into: &segment.bytes, droppingLineEnds: false)
      missing -= step
    }
    // The terminator must be right here; where it is not, the length is wrong.
    if try fill(), buffer[start] == separators.terminator.first, stands(separators.terminator, at: start) {
      return true
    }
    let seen = segment.bytes.count - dataStart
    while try fill() {
      var index = start
      while index < end, !(buffer[index] == separators.terminator.first && stands(separators.terminator, at: index)) {
        index += 1
      }
      let isFound = index < end
      take(to: index, into: &segment.bytes, droppingLineEnds: false)
      guard segment.bytes.count <= RecordBatch.maximumFieldBytes else { throw tooLarge(segment) }
      if isFound { break }
    }
    segment.binaryProblem = .otherLength(said: length, found: max(seen, segment.bytes.count - dataStart))
    return true
  }

  // MARK: Bytes

  /// Skips the characters between segments; false at the end.
  private func skipSpace() throws(Problems) -> Bool {
    while try fill() {
      var index = start
      while index < end, buffer[index] <= 0x20 || buffer[index] == 0x7F { index += 1 }
      pass(to: index)
      if start < end { return true }
    }
    return false
  }

  /// Whether there are bytes; reads when the buffer is used up.
  private func fill(_ wanted: Int = 1) throws(Problems) -> Bool {
    while end - start < wanted {
      if start > 0 {
        for index in start..<end { buffer[index - start] = buffer[index] }
        end -= start
        start = 0
      }
      let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
      if count == 0 { return false }
      end += count
    }
    return true
  }

  /// The next few bytes as text; shorter at the end of the source.
  private func peek(_ count: Int) throws(Problems) -> String {
    _ = try fill(count)
    return String(decoding: buffer[start..<min(end, start + count)], as: UTF8.self)
  }

  /// Whether a letter or digit follows three letters, so that they are the start of a longer name.
  private func continuesName() throws(Problems) -> Bool {
    guard try fill(4) else { return false }
    return Self.isAlphanumeric(Unicode.Scalar(buffer[start + 3]))
  }

  static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: false
    }
  }

  /// Uses up bytes, counting lines.
  private func take(to index: Int, into bytes: inout [UInt8], droppingLineEnds: Bool) {
    let run = buffer[start..<index]
    var hasLineEnd = false
    for byte in run where byte == 0x0A || byte == 0x0D {
      hasLineEnd = true
      break
    }
    if hasLineEnd && droppingLineEnds {
      for byte in run where byte != 0x0A && byte != 0x0D { bytes.append(byte) }
    } else {
      bytes.append(contentsOf: run)
    }
    pass(to: index)
  }

  private func pass(to index: Int) {
    for place in start..<index {
      switch buffer[place] {
      case 0x0A:
        if !followsReturn { line += 1 }
        followsReturn = false
      case 0x0D:
        line += 1
        followsReturn = true
      default: followsReturn = false
      }
    }
    offset += index - start
    start = index
  }

  /// The next character; nil at the end.
  private func scalar() throws(Problems) -> Unicode.Scalar? {
    guard try fill() else { return nil }
    let first = buffer[start]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard try fill(length) else { return nil }
    let text = String(decoding: buffer[start..<(start + length)], as: UTF8.self)
    pass(to: start + length)
    return text.unicodeScalars.first
  }
}

extension SegmentReader {
  /// Splits the text at the element separator.
  private func split(_ segment: inout Segment) throws(Problems) {
    let separator = segment.separators.element
    var start = 0
    var index = 0
    while index < segment.bytes.count {
      if separator.stands(at: index, in: segment.bytes) {
        segment.elements.append(start..<index)
        // Before millions of them take many times the memory of the segment itself.
        guard segment.elements.count <= RecordBatch.maximumColumns else { throw tooManyElements(segment) }
        // The data of BIN and BDS is one element and may contain any bytes.
        let isData =
          segment.elements.count == 2 && segment.isNamed("BIN")
          || segment.elements.count == 3 && segment.isNamed("BDS")
        index += separator.count
        start = index
        if isData { index = segment.bytes.count }
      } else {
        index += 1
      }
    }
    segment.elements.append(start..<segment.bytes.count)
    while segment.elements.count > 1, segment.elements.last?.isEmpty == true {
      segment.hasTrailingSeparators = true
      segment.elements.removeLast()
    }
    guard segment.elements.count <= RecordBatch.maximumColumns else { throw tooManyElements(segment) }
  }

  private func tooManyElements(_ segment: Segment) -> Problems {
    Problems(
      .tooManyColumns, source: name, at: SourcePosition(line: segment.line, byteOffset: segment.byteOffset),
      "segment \(segment.number) has more than 16,384 elements",
      remedy: "Look for a missing segment terminator near this position.")
  }

  /// Reads ISA and learns the separators from it (X12.5, section 3.5.1): the character after the name, the sixteenth element and
  /// the character after that. Its elements have fixed widths, but many a file has passed through an editor.
  private func readHeader(into segment: inout Segment) throws(Problems) {
    for _ in 0..<3 { _ = try scalar().map { segment.bytes.append(contentsOf: String(Character($0)).utf8) } }
    guard let mark = try scalar() else { throw truncated(segment) }
    guard !Self.isAlphanumeric(mark), mark.value > 0x1C else {
      throw unreadable(segment, "no separator follows its name")
    }
    let element = Separator(mark)
    segment.bytes += element.bytes
    var found = 1
    while found < 16 {
      guard let next = try scalar() else { throw truncated(segment) }
      if next == "\n" || next == "\r" { continue }
      segment.bytes += String(Character(next)).utf8
      if next == mark { found += 1 }
      guard segment.bytes.count <= Self.headerLimit else {
        throw unreadable(segment, "it has \(found) instead of 16 elements")
      }
    }
    guard let component = try scalar(), let terminator = try scalar() else { throw truncated(segment) }
    guard component != mark, component.value > 0x20, !Self.isAlphanumeric(component) else {
      throw unreadable(segment, "its last element is not a component separator")
    }
    guard terminator != mark, terminator != component, terminator.value != 0x20, !Self.isAlphanumeric(terminator) else {
      throw unreadable(segment, "no segment terminator follows its last element")
    }
    segment.bytes += Separator(component).bytes
    var separators = Separators(
      element: element, component: Separator(component), repetition: nil, terminator: Separator(terminator))
    segment.separators = separators
    let parts = Segment.split(segment.bytes[...], by: element)
    // From 00402 on, ISA11 is the repetition separator; a letter there is a leftover of older versions.
    if parts.count > 12, String(decoding: parts[12], as: UTF8.self) >= "00402",
      let repetition = String(decoding: parts[11], as: UTF8.self).unicodeScalars.first,
      !Self.isAlphanumeric(repetition), repetition.value > 0x20,
      ![mark, component, terminator].contains(repetition)
    {
      separators.repetition = Separator(repetition)
    }
    segment.separators = separators
    self.separators = separators
  }

  private func truncated(_ segment: Segment) -> Problems {
    Problems(
      .sourceTruncated, source: name,
      at: SourcePosition(line: segment.line, byteOffset: segment.byteOffset, path: "segment \(segment.number) ISA"),
      "the file ends within an ISA segment")
  }

  private func unreadable(_ segment: Segment, _ reason: String) -> Problems {
    let value = String(String(decoding: segment.bytes, as: UTF8.self).unicodeScalars.prefix(120).map(Character.init))
    return Problems(
      .x12UnreadableHeader, source: name,
      at: SourcePosition(line: segment.line, byteOffset: segment.byteOffset, path: "segment \(segment.number) ISA"),
      value: value, "the separators cannot be found in the ISA segment: \(reason)")
  }

  private func missingHeader(_ segment: Segment) throws(Problems) -> Problems {
    let start = try peek(12)
    let remedy =
      start.hasPrefix("DXS")
      ? "This is an exchange at the back door of a shop (DEX); ask the sender for an interchange with ISA segments."
      : nil
    let value = String(start.unicodeScalars.prefix { $0.value >= 0x20 }.map(Character.init))
    return Problems(
      .x12MissingHeader, source: name, at: SourcePosition(line: segment.line, byteOffset: segment.byteOffset),
      value: value, "the file begins with '\(value)' instead of an ISA segment", remedy: remedy)
  }
}
