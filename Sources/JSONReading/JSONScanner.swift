public import FormatKit

/// Splits JSON text (RFC 8259) from a stream into tokens, in one reused buffer.
///
/// A token's bytes are valid until the next token is read. The buffer is followed by zeros, which no token may contain,
/// so inner loops need no limit: they stop at a zero and read more text. The buffer grows only for a token that does
/// not fit, and never above the largest field. Most formats use ``JSONEventReader``; this type is for loops where speed
/// matters.
public struct JSONScanner: ~Copyable {
  /// What a text is made of; ``end`` comes once all of it was read.
  public enum Token { case end, beginObject, endObject, beginArray, endArray, key, string, number, boolean, null }
  /// What the text is as a whole.
  public enum Layout { case document, lines }
  /// The tokens that are allowed next.
  public enum State { case start, value, valueOrEnd, key, keyOrEnd, separator, afterTopLevel }

  /// The deepest nesting that is followed.
  public static let maximumDepth = 512
  static let padding = 64

  public let layout: Layout
  /// The source's name, for errors.
  public let name: String
  private let stream: TextStream
  private var atEnd = false
  /// The error that ended the stream; thrown again on each further read.
  private var failure: Problems?

  /// To look for the ends of strings with.
  public let special = JSONSpecialBytes()

  /// The buffer; offsets below are relative to its start.
  public var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The index of the next byte to be read.
  public var cursor = 0
  /// Where the text in the buffer ends.
  public var filled = 0
  /// Bytes of text that were in the buffer and are not any more.
  private(set) var discarded = 0

  /// The line of the cursor, from 1.
  public var line = 1
  var lineStart = 0
  /// Characters of the current line that are not in the buffer any more.
  var charactersBefore = 0

  /// The tokens that are allowed next; a loop that reads the buffer itself updates it.
  public var state = State.start
  /// How many objects and arrays are open.
  public private(set) var depth = 0
  private let isObject: UnsafeMutablePointer<Bool>

  var tokenStart = 0
  var tokenCount = 0
  /// Whether the token's bytes are in `decoded`.
  var tokenIsDecoded = false
  /// Whether an escape of half a character was met and replaced since the flag was last lowered.
  public var metLoneSurrogate = false
  private var decoded: UnsafeMutablePointer<UInt8>
  private var decodedCapacity = 0

  /// - Parameter bufferSize: how much text is held at a time; tests take little.
  public init(_ stream: TextStream, name: String, layout: Layout, bufferSize: Int = 1 << 17) {
    self.stream = stream
    self.name = name
    self.layout = layout
    capacity = max(64, bufferSize)
    bytes = .allocate(capacity: capacity + Self.padding)
    bytes.initialize(repeating: 0, count: capacity + Self.padding)
    isObject = .allocate(capacity: Self.maximumDepth)
    isObject.initialize(repeating: false, count: Self.maximumDepth)
    decoded = .allocate(capacity: 1)
  }

  deinit {
    bytes.deallocate()
    isObject.deallocate()
    decoded.deallocate()
  }

  /// The text of the last key, string, number or literal, escapes resolved.
  public var token: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: tokenIsDecoded ? decoded : bytes + tokenStart, count: tokenCount)
  }

  /// Bytes before the cursor, from the start of the text.
  public var byteOffset: Int { discarded + cursor }

  /// The character set, and how it was found.
  public var charsetFinding: SourceFinding { stream.charsetFinding }

  // MARK: Text

  /// Reads more text into the buffer, and moves the bytes from `start` on to its beginning.
  ///
  /// Reads at least as much as it keeps, so that a token that is scanned again after each call costs linear time.
  /// - Parameter place: an offset of the caller, moved with the bytes.
  /// - Returns: whether more text was read.
  mutating func refill(keeping start: Int, moving place: inout Int) throws(Problems) -> Bool {
    if let failure { throw failure }
    if atEnd { return false }
    let kept = filled - start
    if kept > RecordBatch.maximumFieldBytes {
      throw Problems(
        .fieldTooLarge, source: name, at: position(at: start), value: excerpt(at: start),
        "the value that begins here is larger than 16 MiB")
    }
    if start > 0 {
      shift(by: start)
      place -= start
    }
    if capacity - filled < max(kept, 16) { grow() }
    let wanted = min(capacity, filled + max(kept, 1))
    defer { (bytes + filled).update(repeating: 0, count: Self.padding) }
    while filled < wanted, capacity - filled >= 16 {
      let count: Int
      do throws(Problems) {
        count = try stream.read(
          into: UnsafeMutableRawBufferPointer(start: bytes + filled, count: capacity - filled))
      } catch {
        failure = error
        throw error
      }
      filled += count
      if count == 0 {
        atEnd = true
        break
      }
    }
    return filled > kept
  }

  mutating func refill(keeping start: Int) throws(Problems) -> Bool {
    var nowhere = 0
    return try refill(keeping: start, moving: &nowhere)
  }

  private mutating func shift(by start: Int) {
    if lineStart < start {
      charactersBefore += characters(from: max(0, lineStart), to: start)
      lineStart = start
    }
    bytes.update(from: bytes + start, count: filled - start)
    discarded += start
    filled -= start
    cursor -= start
    tokenStart -= start
    lineStart -= start
  }

  private mutating func grow() {
    let larger = min(capacity * 2, RecordBatch.maximumFieldBytes + (1 << 17))
    guard larger > capacity else { return }
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.padding)
    grown.update(from: bytes, count: filled)
    bytes.deallocate()
    bytes = grown
    capacity = larger
  }

  private func characters(from start: Int, to end: Int) -> Int {
    var count = 0
    for byte in UnsafeBufferPointer(start: bytes + start, count: max(0, end - start)) {
      count &+= byte & 0xC0 == 0x80 ? 0 : 1
    }
    return count
  }

  /// The line and character of a place in the buffer.
  public func position(at place: Int) -> SourcePosition {
    SourcePosition(
      line: line, column: charactersBefore + characters(from: lineStart, to: place) + 1, byteOffset: discarded + place)
  }

  /// Goes on to the next byte that is not white space.
  ///
  /// - Parameter keepsToken: whether the bytes of the last token must survive.
  /// - Returns: that byte, or 0 at the end of the text or of a record's line.
  public mutating func skipSpace(keepsToken: Bool = false) throws(Problems) -> UInt8 {
    while true {
      let byte = bytes[cursor]
      if byte > 0x20 { return byte }
      switch byte {
      case 0x20, 0x09, 0x0D: cursor &+= 1
      case 0x0A:
        if layout == .lines, state != .start { return 0 }
        passNewline()
      default:
        if cursor < filled { throw unexpected() }
        let start = keepsToken && !tokenIsDecoded ? tokenStart : cursor
        if try !refill(keeping: start) { return 0 }
      }
    }
  }

  /// Goes past white space as far as it is in the buffer, and in lines not past the end of the line.
  public mutating func skipSpaceInBuffer(from start: Int) -> Int {
    var place = start
    while true {
      switch bytes[place] {
      case 0x20, 0x09, 0x0D: place += 1
      case 0x0A where layout == .document:
        place += 1
        line += 1
        lineStart = place
        charactersBefore = 0
      default: return place
      }
    }
  }

  private mutating func passNewline() {
    cursor += 1
    line += 1
    lineStart = cursor
    charactersBefore = 0
  }

  /// Whether no more text will come into the buffer.
  var isAtEnd: Bool { atEnd }

  /// Whether the text ends at the cursor; meaningful after ``skipSpace(keepsToken:)`` returned 0.
  var isAtEndOfText: Bool { cursor >= filled && atEnd }

  // MARK: Lines

  /// Checks that the line has no more text after the value just read, and goes to the next line.
  public mutating func finishLine() throws(Problems) {
    guard try skipSpace() == 0 else { throw unexpected() }
    if !isAtEndOfText { passNewline() }
    state = .start
  }

  /// Skips the rest of a broken line.
  public mutating func abandonLine() throws(Problems) {
    depth = 0
    state = .start
    while true {
      while cursor < filled {
        if bytes[cursor] == 0x0A {
          passNewline()
          return
        }
        cursor += 1
      }
      if try !refill(keeping: cursor) { return }
    }
  }

  // MARK: Structure

  /// The number of bytes of text before the token just read.
  public func byteOffset(of token: Token) -> Int {
    switch token {
    case .beginObject, .beginArray, .endObject, .endArray: discarded + cursor - 1
    case .key, .string: discarded + tokenStart - 1
    default: discarded + tokenStart
    }
  }

  var isInObject: Bool { depth > 0 && isObject[depth - 1] }

  /// The next token; in lines, ``Token/end`` between two records only at the end of the text.
  public mutating func next() throws(Problems) -> Token {
    tokenIsDecoded = false
    while true {
      let byte = try skipSpace()
      switch state {
      case .separator:
        if byte == 0x2C {
          cursor += 1
          state = isObject[depth - 1] ? .key : .value
          continue
        }
        if byte == 0x7D, isObject[depth - 1] { return leave(.endObject) }
        if byte == 0x5D, !isObject[depth - 1] { return leave(.endArray) }
        throw unexpected()
      case .key, .keyOrEnd:
        if byte == 0x22 {
          try readString()
          state = .separator
          guard try skipSpace(keepsToken: true) == 0x3A else {
            state = .keyOrEnd
            throw unexpected(expected: "':' after the key")
          }
          cursor += 1
          state = .value
          return .key
        }
        if byte == 0x7D, state == .keyOrEnd { return leave(.endObject) }
        throw unexpected()
      case .start, .value, .valueOrEnd:
        return try readValue(byte)
      case .afterTopLevel:
        if byte == 0, isAtEndOfText { return .end }
        throw unexpected()
      }
    }
  }

  private mutating func readValue(_ byte: UInt8) throws(Problems) -> Token {
    switch byte {
    case 0x22:
      try readString()
      afterValue()
      return .string
    case 0x7B: return try enter(.beginObject)
    case 0x5B: return try enter(.beginArray)
    case 0x2D, 0x30...0x39:
      try readNumber()
      afterValue()
      return .number
    case 0x74: return try readLiteral("true", .boolean)
    case 0x66: return try readLiteral("false", .boolean)
    case 0x6E: return try readLiteral("null", .null)
    case 0x5D where state == .valueOrEnd: return leave(.endArray)
    case 0 where state == .start && isAtEndOfText: return .end
    default: throw unexpected()
    }
  }

  private mutating func enter(_ token: Token) throws(Problems) -> Token {
    guard depth < Self.maximumDepth else { throw tooDeep(limit: Self.maximumDepth) }
    isObject[depth] = token == .beginObject
    depth += 1
    cursor += 1
    state = token == .beginObject ? .keyOrEnd : .valueOrEnd
    return token
  }

  private mutating func leave(_ token: Token) -> Token {
    cursor += 1
    depth -= 1
    afterValue()
    return token
  }

  @inline(__always)
  private mutating func afterValue() { state = depth == 0 ? .afterTopLevel : .separator }

  /// Ends the object now being read, whose closing brace was met by other means.
  public mutating func leaveObject(at end: Int) {
    cursor = end
    _ = leave(.endObject)
  }

  /// Goes past a value whose first token was just read.
  public mutating func skipValue(after first: Token) throws(Problems) {
    guard first == .beginObject || first == .beginArray else { return }
    let outer = depth - 1
    while depth > outer { _ = try next() }
  }

  // MARK: Decoding

  /// Makes room for the text of a string whose escapes are to be resolved.
  mutating func decodingBuffer(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if decodedCapacity < count || decodedCapacity > 1 << 20 {
      decoded.deallocate()
      decodedCapacity = max(count, 256)
      decoded = .allocate(capacity: decodedCapacity)
    }
    return decoded
  }
}
