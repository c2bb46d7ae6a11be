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
/// Every fault of the grammar is found, also in what is skipped. After an error the same error is thrown again, except that
/// ``skipBrokenLine()`` goes on behind a broken line of JSON Lines. Not safe to share between threads.
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
  /// How many diagnostics are kept between two takings of them.
  static let maximumDiagnostics = 1000

  public let layout: Layout
  private let source: String
  private let depthLimit: Int
  private var scanner: JSONScanner
  private var failure: FormatError?
  private var sawValue = false
  private var levels: [Level] = []
  private var last: JSONEvent?
  private var diagnostics: [Diagnostic] = []
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
  /// - Throws: ``DiagnosticCode/sourceUnreadable``.
  public init(
    _ source: ByteSource, charset: Charset? = nil, layout: Layout = .document, depth: Int = 64
  ) throws(FormatError) {
    self.source = source.name
    self.layout = layout
    depthLimit = min(max(1, depth), JSONScanner.maximumDepth)
    let stream = try TextStream(source, charset: charset)
    scanner = JSONScanner(stream, name: source.name, layout: layout == .lines ? .lines : .document)
  }

  /// The character set, and how it was found.
  public var findings: [SourceFinding] { [scanner.charsetFinding] }

  /// Where the last event stands: its line, the bytes of the decoded text before it, and its path.
  public var position: SourcePosition {
    SourcePosition(line: tokenLine, byteOffset: tokenOffset, path: path)
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

  /// What was met since the last time that spoils no record: halves of characters, and keys that an object read by
  /// ``value(limit:)`` has twice. (Of keys that come as events the reader keeps none; who needs them told compares them.)
  public func takeDiagnostics() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics = [] }
    return diagnostics
  }

  // MARK: Events

  /// The next event; nil at the end of the text.
  ///
  /// - Throws: ``DiagnosticCode/jsonSyntax``, ``DiagnosticCode/sourceTruncated``, ``DiagnosticCode/sourceEmpty``,
  ///   ``DiagnosticCode/tooDeep``, ``DiagnosticCode/fieldTooLarge``, ``DiagnosticCode/invalidText``,
  ///   ``DiagnosticCode/sourceUnreadable``.
  public func next() throws(FormatError) -> JSONEvent? {
    if let failure { throw failure }
    do throws(FormatError) {
      last = try readEvent()
      return last
    } catch {
      failure = error
      throw error
    }
  }

  /// The key of the next member of the object that is open; nil at its end.
  public func nextKey() throws(FormatError) -> String? {
    if case .key(let key)? = try next() { key } else { nil }
  }

  /// The event that begins the next element of the array that is open; nil at its end.
  public func nextElement() throws(FormatError) -> JSONEvent? {
    let event = try next()
    return event == .endArray ? nil : event
  }

  private func readEvent() throws(FormatError) -> JSONEvent? {
    if layout == .lines, scanner.state == .afterTopLevel { try scanner.finishLine() }
    let token = try scanner.next()
    tokenLine = scanner.line
    tokenOffset = scanner.byteOffset(of: token)
    switch token {
    case .end:
      if !sawValue { throw FormatError(.sourceEmpty, source: source, "the file holds no JSON") }
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

  /// Passes over the value that the last event began or, after a key, over the value of that key. After a scalar there is
  /// nothing left to pass.
  public func skipValue() throws(FormatError) {
    if case .key? = last { _ = try next() }
    guard let begun = last, begun == .beginObject || begun == .beginArray else { return }
    do throws(FormatError) {
      try scanner.skipValue(after: begun == .beginObject ? .beginObject : .beginArray)
    } catch {
      failure = error
      throw error
    }
    levels.removeLast()
    last = begun == .beginObject ? .endObject : .endArray
    tellLoneSurrogate()
  }

  /// Leaves a broken line of JSON Lines behind, so that reading goes on with the next.
  ///
  /// - Returns: whether the last error was one that spoils no more than its line; else the same error is thrown again.
  public func skipBrokenLine() throws(FormatError) -> Bool {
    guard layout == .lines, let code = failure?.diagnostic.code,
      code == .jsonSyntax || code == .tooDeep || code == .fieldTooLarge || code == .jsonValueTooLarge
    else { return false }
    failure = nil
    last = nil
    levels.removeAll()
    sawValue = true
    do throws(FormatError) { try scanner.abandonLine() } catch {
      failure = error
      throw error
    }
    return true
  }

  // MARK: Values

  /// The value that the last event began or was or, after a key, the value of that key, with all that is in it; at the start
  /// of a text or line the next value.
  ///
  /// - Throws: ``DiagnosticCode/jsonValueTooLarge`` beyond the limit, and what ``next()`` throws.
  /// - Precondition: the last event was no end of an object or array, and the text has not ended.
  public func value(limit: JSONValueLimit = JSONValueLimit()) throws(FormatError) -> JSONValue {
    if failure != nil || last == nil { _ = try next() } else if case .key? = last { _ = try next() }
    guard let event = last, event != .endObject, event != .endArray else {
      preconditionFailure("a value is taken where one begins")
    }
    var room = limit
    let start = position
    do throws(FormatError) {
      return try build(event, parent: nil, .path(path), within: &room)
    } catch {
      guard error.diagnostic.code == .jsonValueTooLarge else { throw error }
      var told = error.diagnostic
      told.position = start
      failure = FormatError(told)
      throw FormatError(told)
    }
  }

  private func build(
    _ event: JSONEvent, parent: JSONPlace?, _ step: JSONPlace.Step, within room: inout JSONValueLimit
  ) throws(FormatError) -> JSONValue {
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
  ) throws(FormatError) -> [JSONMember] {
    var members: [JSONMember] = []
    var seen: Set<String> = []
    while let key = try nextKey() {
      room.bytes -= key.utf8.count
      if !seen.insert(key).inserted {
        tell(.jsonDuplicateKey, value: key, "the key '\(key.prefix(200))' stands twice in one object")
      }
      guard let event = try next() else { break }
      members.append(JSONMember(key: key, value: try build(event, parent: place, .key(key), within: &room)))
    }
    return members
  }

  // MARK: Trouble

  private func tell(_ code: DiagnosticCode, value: String? = nil, _ message: String) {
    guard diagnostics.count < Self.maximumDiagnostics else { return }
    diagnostics.append(Diagnostic(code, source: source, at: position, value: value, message))
  }

  private func tellLoneSurrogate() {
    guard scanner.metLoneSurrogate else { return }
    scanner.metLoneSurrogate = false
    tell(.jsonLoneSurrogate, "the text here holds one half of a character written as two escapes")
  }

  private func keyTooLong() -> FormatError {
    let shown = String(text.prefix(40))
    return FormatError(
      .fieldTooLarge, source: source, at: position, value: shown,
      "the key '\(shown)…' is longer than \(Self.maximumKeyBytes) bytes",
      remedy: "Give the fields shorter names; text belongs into values.")
  }

  private func valueTooLarge() -> FormatError {
    FormatError(
      .jsonValueTooLarge, source: source, at: position,
      "the object or array that begins here is larger than one record may be")
  }
}
