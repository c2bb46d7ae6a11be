/// One segment with its place: the text between two terminators, split into elements.
struct Segment {
  /// The text without its terminator and, unless it is binary, without line ends.
  var bytes: [UInt8] = []
  /// The range of each element in the text; the first one is the segment's name.
  var elements: [Range<Int>] = []
  var separators = Separators.usual
  /// The line where it begins, from 1.
  var line = 0
  /// Bytes before it in the decoded text.
  var byteOffset = 0
  /// Its number within the file, from 1.
  var number = 0
  /// Whether its terminator was found.
  var isTerminated = true
  /// The problem with the length of its binary data.
  var binaryProblem: BinaryProblem?
  /// Whether it ends with empty elements, which the standard leaves out.
  var hasTrailingSeparators = false

  enum BinaryProblem: Equatable {
    case noLength(String)
    case otherLength(said: Int, found: Int)
  }

  /// The name: `PO1`.
  var id: String { elements.first.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "" }

  /// The name and the place without the elements, to speak of the segment later.
  var stub: Segment {
    var short = Segment()
    short.bytes = elements.first.map { Array(bytes[$0]) } ?? []
    short.elements = [0..<short.bytes.count]
    (short.line, short.byteOffset, short.number) = (line, byteOffset, number)
    return short
  }

  /// How many elements follow the name.
  var count: Int { max(0, elements.count - 1) }

  func isNamed(_ name: StaticString) -> Bool {
    guard let range = elements.first, range.count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }

  /// The bytes of an element, counted from 1; none when it is not there.
  func raw(_ element: Int) -> ArraySlice<UInt8> {
    guard element < elements.count, element >= 0 else { return [] }
    return bytes[elements[element]]
  }

  /// An element without empty components at its end, which the standard leaves out.
  private func closed(_ element: Int) -> ArraySlice<UInt8> {
    var whole = raw(element)
    let separator = separators.component
    while whole.count >= separator.count, whole.last == separator.bytes.last,
      whole.suffix(separator.count).elementsEqual(separator.bytes)
    {
      whole.removeLast(separator.count)
    }
    return whole
  }

  /// The text of an element, counted from 1, without spaces at its ends; empty when it is not there.
  func text(_ element: Int) -> String { Self.trimmed(closed(element)) }

  /// The first component of an element, which is the whole of a simple one.
  func simple(_ element: Int) -> String {
    let whole = closed(element)
    let separator = separators.component
    guard whole.contains(separator.first) else { return Self.trimmed(whole) }
    // The others are not looked at: there may be millions.
    let end = whole.indices.first { index in
      whole[index] == separator.first && index + separator.count <= whole.endIndex
        && whole[index..<(index + separator.count)].elementsEqual(separator.bytes)
    }
    return Self.trimmed(whole[..<(end ?? whole.endIndex)])
  }

  /// The pieces between separators; empty ones at the end are left out.
  static func split(_ text: ArraySlice<UInt8>, by separator: Separator) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      let isSeparator =
        text[index] == separator.first && index + separator.count <= text.endIndex
        && text[index..<(index + separator.count)].elementsEqual(separator.bytes)
      if isSeparator {
        parts.append(text[start..<index])
        index += separator.count
        start = index
      } else {
        index += 1
      }
    }
    parts.append(text[start...])
    while let last = parts.last, last.isEmpty { parts.removeLast() }
    return parts
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> String {
    var (start, end) = (text.startIndex, text.endIndex)
    while start < end, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
    while end > start, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    return String(decoding: text[start..<end], as: UTF8.self)
  }
}
