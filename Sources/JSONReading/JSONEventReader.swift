public import FormatKit

/// Reads JSON text (RFC 8259) as a run of events, or value by value, in memory that does not grow with the text.
///
/// Meant for formats whose documents have a known shape: they pass through what is large event by event, and take a product
/// or a user at a time as a ``JSONValue``.
///
/// ```swift
/// let reader = try JSONEventReader(.file("shop.json"))
/// guard try reader.next() == .beginObject else { return }
/// while let key = try reader.nextKey() {
///   guard key == "inventory", try reader.next() == .beginObject else {
///     try reader.skipValue()
///     continue
///   }
///   while let product = try reader.nextKey() {
///     let value = try reader.value()
///     print(product, value["Price"]?.scalar ?? "no price", value.position)
///   }
/// }
/// ```
///
/// Every grammar error is found, also in skipped text. After an error, the reader throws the same error again, except
/// that ``skipBrokenLine()`` continues after a broken line of JSON Lines. Not safe to share between threads.
public final class JSONEventReader {
  /// What the text is as a whole.
  public enum Layout: Sendable {
    /// One value, over as many lines as it likes.
    case document
    /// JSON Lines: one value to a line, read one after the other.
    case lines
  }

  /// The largest key, in bytes.
  public static let maximumKeyBytes = 4096
  /// How many problems are kept between two takings of them.
  static let maximumProblems = 1000

  public let layout: Layout
  /// The name of what is read.
  public let source: String
  private let depthLimit: Int
  private var scanner: JSONScanner
  private var failure: Problems?
  private var sawValue = false
  private var levels: [Level] = []
  private var last: JSONEvent?
  private var problems: [Problem] = []
  private var tokenLine = 1
  private var tokenOffset = 0

  /// A container that is open, with the step to what is read in it.
  private struct Level {
    let isObject: Bool
    var key = ""
    var count = 0
  }

  /// Opens the text.
  ///
  /// - Parameters:
  ///   - charset: the character set; found when not given.
  ///   - depth: how many levels objects and arrays may be nested, at most 512.
  /// - Throws: ``Problem/Code/sourceUnreadable``.
  public init(
    _ source: ByteSource, charset: Charset? = nil, layout: Layout = .document, depth: Int = 64
  ) throws(Problems) {
    self.source = source.name
    self.layout = layout
    depthLimit = min(max(1, depth), JSONScanner.maximumDepth)
    let stream = try TextStream(source, charset: charset)
    scanner = JSONScanner(stream, name: source.name, layout: layout == .lines ? .lines : .document)
  }

  /// The character set, and how it was found.
  public var findings: [SourceFinding] { [scanner.charsetFinding] }

  /// The position of the last event: its line, the number of bytes of decoded text before it, and its path.
  public var position: SourcePosition {
    let path = path
    return SourcePosition(line: tokenLine, byteOffset: tokenOffset, path: path.isEmpty ? nil : path)
  }

  /// Keys from the root to the last event, joined by slashes, with the places of elements counted from 1:
  /// `products[3]/stores/Oslo`.
  public var path: String {
    var path = ""
    for level in levels where level.count > 0 {
      JSONPlace.append(level.isObject ? .key(level.key) : .element(level.count), to: &path)
    }
    return path
  }

  /// How many objects and arrays are open.
  public var depth: Int { levels.count }

  /// Problems since the last call that do not make a record invalid: unpaired surrogates, and duplicate keys in an
  /// object that ``value(limit:)`` read. The reader does not remember keys that it returned as events; a caller that
  /// needs to report duplicates compares them.
  public func takeProblems() -> [Problem] {
    if problems.isEmpty { return [] }
    defer { problems = [] }
    return problems
  }

  // MARK: Events

  /// The next event; nil at the end of the text.
  ///
  /// - Throws: ``Problem/Code/jsonSyntax``, ``Problem/Code/sourceTruncated``, ``Problem/Code/sourceEmpty``,
  ///   ``Problem/Code/tooDeep``, ``Problem/Code/fieldTooLarge``, ``Problem/Code/invalidText``,
  ///   ``Problem/Code/sourceUnreadable``.
  public func next() throws(Problems) -> JSONEvent? {
    if let failure { throw failure }
    do throws(Problems) {
      last = try readEvent()
      return last
    } catch {
      failure = error
      throw error
    }
  }

  /// The key of the next member of the object that is open; nil at its end.
  public func nextKey() throws(Problems) -> String? {
    if case .key(let key)? = try next() { key } else { nil }
  }

  /// The event that begins the next element of the array that is open; nil at its end.
  public func nextElement() throws(Problems) -> JSONEvent? {
    let event = try next()
    return event == .endArray ? nil : event
  }

  private func readEvent() throws(Problems) -> JSONEvent? {
    if layout == .lines, scanner.state == .afterTopLevel { try scanner.finishLine() }
    let token = try scanner.next()
    tokenLine = scanner.line
    tokenOffset = scanner.byteOffset(of: token)
    switch token {
    case .end:
      if !sawValue { throw Problems(.sourceEmpty, source: source, "the file holds no JSON") }
      return nil
    case .endObject, .endArray:
      levels.removeLast()
      return token == .endObject ? .endObject : .endArray
    case .key:
      if scanner.token.count > Self.maximumKeyBytes { throw keyTooLong() }
      let key = text
      levels[levels.count - 1].key = key
      levels[levels.count - 1].count += 1
      tellLoneSurrogate()
      return .key(key)
    default: break
    }
    sawValue = true
    if let level = levels.last, !level.isObject { levels[levels.count - 1].count += 1 }
    switch token {
    case .beginObject, .beginArray:
      if scanner.depth > depthLimit { throw scanner.tooDeep(limit: depthLimit) }
      levels.append(Level(isObject: token == .beginObject))
      return token == .beginObject ? .beginObject : .beginArray
    case .string:
      tellLoneSurrogate()
      return .string(text)
    case .number: return .number(text)
    case .boolean: return .boolean(scanner.token.first == UInt8(ascii: "t"))
    default: return .null
    }
  }

  private var text: String { String(decoding: scanner.token, as: UTF8.self) }

  /// Skips the value that the last event began or, after a key, the value of that key. After a scalar it does nothing.
  public func skipValue() throws(Problems) {
    if case .key? = last { _ = try next() }
    guard let begun = last, begun == .beginObject || begun == .beginArray else { return }
    do throws(Problems) {
      try scanner.skipValue(after: begun == .beginObject ? .beginObject : .beginArray)
    } catch {
      failure = error
      throw error
    }
    levels.removeLast()
    last = begun == .beginObject ? .endObject : .endArray
    tellLoneSurrogate()
  }

  /// Skips a broken line of JSON Lines, so that reading continues with the next line.
  ///
  /// - Returns: whether the last error affects only its line; if not, the same error is thrown again.
  public func skipBrokenLine() throws(Problems) -> Bool {
    guard layout == .lines, let code = failure?.code,
      code == .jsonSyntax || code == .tooDeep || code == .fieldTooLarge || code == .jsonValueTooLarge
    else { return false }
    failure = nil
    last = nil
    levels.removeAll()
    sawValue = true
    do throws(Problems) { try scanner.abandonLine() } catch {
      failure = error
      throw error
    }
    return true
  }

  // MARK: Values

  /// The complete value that the last event began or, after a key, the value of that key; at the start of a text or
  /// line the next value.
  ///
  /// - Throws: ``Problem/Code/jsonValueTooLarge`` if it exceeds the limit, and the errors of ``next()``.
  /// - Precondition: the last event was not the end of an object or array, and the text has not ended.
  public func value(limit: JSONValueLimit = JSONValueLimit()) throws(Problems) -> JSONValue {
    if failure != nil || last == nil { _ = try next() } else if case .key? = last { _ = try next() }
    guard let event = last, event != .endObject, event != .endArray else {
      preconditionFailure("a value is taken where one begins")
    }
    var room = limit
    let start = position
    do throws(Problems) {
      return try build(event, parent: nil, .path(path), within: &room)
    } catch {
      guard error.code == .jsonValueTooLarge else { throw error }
      var told = error.first
      told.position = start
      failure = Problems(told)
      throw Problems(told)
    }
  }

  private func build(
    _ event: JSONEvent, parent: JSONPlace?, _ step: JSONPlace.Step, within room: inout JSONValueLimit
  ) throws(Problems) -> JSONValue {
    let (line, offset) = (tokenLine, tokenOffset)
    room.nodes -= 1
    room.bytes -= event.scalar?.utf8.count ?? 0
    if room.nodes < 0 || room.bytes < 0 { throw valueTooLarge() }
    let content: JSONValue.Content
    switch event {
    case .string(let text): content = .string(text)
    case .number(let digits): content = .number(digits)
    case .boolean(let flag): content = .boolean(flag)
    case .beginObject:
      content = .object(try buildMembers(JSONPlace(parent, step), within: &room))
    case .beginArray:
      let place = JSONPlace(parent, step)
      var elements: [JSONValue] = []
      while let element = try nextElement() {
        elements.append(try build(element, parent: place, .element(elements.count + 1), within: &room))
      }
      content = .array(elements)
    default: content = .null
    }
    return JSONValue(content: content, line: line, byteOffset: offset, parent: parent, step: step)
  }

  private func buildMembers(
    _ place: JSONPlace, within room: inout JSONValueLimit
  ) throws(Problems) -> [JSONMember] {
    var members: [JSONMember] = []
    var seen: Set<String> = []
    while let key = try nextKey() {
      room.bytes -= key.utf8.count
      if !seen.insert(key).inserted {
        tell(.jsonDuplicateKey, value: key, "the key '\(key.prefix(200))' is in one object twice")
      }
      guard let event = try next() else { break }
      members.append(JSONMember(key: key, value: try build(event, parent: place, .key(key), within: &room)))
    }
    return members
  }

  // MARK: Errors

  private func tell(_ code: Problem.Code, value: String? = nil, _ message: String) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(Problem(code, source: source, at: position, value: value, message))
  }

  private func tellLoneSurrogate() {
    guard scanner.metLoneSurrogate else { return }
    scanner.metLoneSurrogate = false
    tell(.jsonLoneSurrogate, "the text here holds one half of a character written as two escapes")
  }

  private func keyTooLong() -> Problems {
    let shown = String(text.prefix(40))
    return Problems(
      .fieldTooLarge, source: source, at: position, value: shown,
      "the key '\(shown)…' is longer than \(Self.maximumKeyBytes) bytes",
      remedy: "Give the fields shorter names; text belongs into values.")
  }

  private func valueTooLarge() -> Problems {
    Problems(
      .jsonValueTooLarge, source: source, at: position,
      "the object or array that begins here is larger than one record may be")
  }
}
