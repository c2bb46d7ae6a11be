public import FormatKit
import JSONReading

extension JSONFormat: RejectingFormat {
  /// Writes the document with all text around its records, but only the given records, each with two members before its
  /// own.
  ///
  /// An element that is not an object becomes an object with the element as its member `value`, which is also how it is
  /// read.
  public func writeRejects(
    of source: ByteSource, _ rejected: RejectedRecords, to sink: ByteSink
  ) throws(Problems) {
    let choice = try JSONLayoutChoice(options, for: source)
    let writing = JSONRejectWriting(copy: try TextCopy(of: source, charset: options.charset, to: sink))
    guard try rejected.peek() != nil else { return try writing.writeNothing(at: options.path) }
    let path: String
    switch choice.layout {
    case .lines: path = ""
    case .document(let given), .keyed(let given): path = given
    }
    let stream = try TextStream(source, charset: options.charset)
    var scanner = JSONScanner(stream, name: source.name, layout: .document)
    guard let token = try JSONPath.descend(path, from: scanner.next(), in: &scanner), token != .end else {
      throw Problems(
        .jsonPathMissing, source: source.name, value: path, "there is nothing at '\(path)' in the document")
    }
    if token == .beginArray || token == .beginObject && choice.layout.isKeyed {
      try writing.writeRecords(isKeyed: token == .beginObject, &scanner, rejected)
    } else {
      let start = scanner.byteOffset(of: token)
      try scanner.skipValue(after: token)
      let end = scanner.byteOffset
      if let note = try rejected.take(before: end) {
        try writing.copy.copy(to: start)
        try writing.writeRecord(to: end, isObject: token == .beginObject, note)
      }
    }
    try writing.copy.copyRest()
    try rejected.finish(source)
  }
}

extension JSONLinesFormat: RejectingFormat {
  /// Writes the lines of the given records, each with two members before its own. A line that is not valid JSON is
  /// otherwise unchanged, so that it can be corrected.
  public func writeRejects(
    of source: ByteSource, _ rejected: RejectedRecords, to sink: ByteSink
  ) throws(Problems) {
    let writing = JSONRejectWriting(copy: try TextCopy(of: source, charset: options.charset, to: sink))
    var lines = try JSONLinePlaces(source, charset: options.charset)
    while try rejected.peek() != nil, let line = try lines.next() {
      guard let note = try rejected.take(before: line.isLast ? .max : line.next) else { continue }
      try writing.copy.skip(to: line.start)
      try writing.writeRecord(to: line.end, isObject: line.isObject, note)
      try writing.copy.copy(to: line.next)
      // A broken line at the end of a text would pass for one that was cut off.
      if line.isLast { try writing.copy.write("\n") }
    }
    try rejected.finish(source)
  }
}

/// The positions of the lines of a text that contain more than white space.
struct JSONLinePlaces {
  struct Line {
    /// The first byte that is not white space, the byte after the last one, and the start of the next line.
    var start = -1, end = 0, next = 0
    /// Whether the line begins as an object does.
    var isObject = false
    var isLast = false
  }

  private let stream: TextStream
  private var room = [UInt8](repeating: 0, count: 1 << 16)
  private var place = 0
  private var filled = 0
  /// Bytes of text before those in the room.
  private var base = 0

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    stream = try TextStream(source, charset: charset)
  }

  mutating func next() throws(Problems) -> Line? {
    var line = Line()
    while true {
      if place == filled {
        base += filled
        place = 0
        filled = try fill()
        guard filled > 0 else {
          guard line.start >= 0 else { return nil }
          line.next = base
          line.isLast = true
          return line
        }
      }
      let byte = room[place]
      place += 1
      switch byte {
      case 0x0A:
        guard line.start >= 0 else { continue }
        line.next = base + place
        return line
      case 0x20, 0x09, 0x0D: continue
      default:
        if line.start < 0 {
          line.start = base + place - 1
          line.isObject = byte == UInt8(ascii: "{")
        }
        line.end = base + place
      }
    }
  }

  private mutating func fill() throws(Problems) -> Int {
    var count = 0
    var failure: Problems?
    let stream = stream
    room.withUnsafeMutableBytes { buffer in
      do throws(Problems) { count = try stream.read(into: buffer) } catch { failure = error }
    }
    if let failure { throw failure }
    return count
  }
}

/// Writes records of a JSON text with two members more.
struct JSONRejectWriting {
  let copy: TextCopy

  /// White space between elements that is kept as it is; more is an attack on the disk.
  private static let maximumGap = 1024

  /// An empty list where the records would be.
  func writeNothing(at path: String?) throws(Problems) {
    let keys = path == "." ? [] : (path ?? "").split(separator: ".")
    let open = keys.map { "{\(Self.string(String($0))):" }.joined()
    try copy.write(open + "[]" + String(repeating: "}", count: keys.count) + "\n", substituting: .jsonEscape)
  }

  /// Writes the elements of the array, or the members of the object, that was just entered.
  func writeRecords(
    isKeyed: Bool, _ scanner: inout JSONScanner, _ rejected: RejectedRecords
  ) throws(Problems) {
    try copy.copy(to: scanner.byteOffset)
    var last = scanner.byteOffset
    var isFirst = true
    while true {
      var token = try scanner.next()
      if token == .endArray || token == .endObject { break }
      let start = scanner.byteOffset(of: token)
      if isKeyed { token = try scanner.next() }
      let valueStart = scanner.byteOffset(of: token)
      try scanner.skipValue(after: token)
      let end = scanner.byteOffset
      if let note = try rejected.take(before: end) {
        try copy.skip(to: last)
        try writeGap(to: start, isFirst: isFirst)
        try copy.copy(to: valueStart)
        try writeRecord(to: end, isObject: token == .beginObject, note)
        isFirst = false
      }
      last = end
    }
    try copy.skip(to: last)
  }

  /// Writes the white space before a record, and the comma unless it is the first.
  private func writeGap(to start: Int, isFirst: Bool) throws(Problems) {
    if !isFirst { try copy.write(",") }
    guard start - copy.offset <= Self.maximumGap else {
      try copy.skip(to: start)
      return try copy.write("\n")
    }
    try copy.write(copy.collect(to: start).filter { $0 != UInt8(ascii: ",") })
  }

  /// Writes the record that begins at the place reached.
  func writeRecord(to end: Int, isObject: Bool, _ note: RejectNote) throws(Problems) {
    let members =
      "{\(Self.string(RejectColumns.mark)):\(Self.string(note.mark)),"
      + "\(Self.string(RejectColumns.reason)):\(Self.string(copy.reason(of: note)))"
    try copy.write(members, substituting: .jsonEscape)
    // A larger record is one that the reader refused, and its text is not looked at.
    let isSmall = end - copy.offset <= JSONRecordMapper.maximumRecordBytes
    let text = try copy.collect(to: isSmall ? end : copy.offset + 4096)
    if isObject {
      let object = JSONObjectText(text)
      if object.hasMembers { try copy.write(",") }
      try copy.write(object.rest)
      return try copy.copy(to: end)
    }
    try copy.write(",\"value\":")
    try copy.write(text)
    try copy.copy(to: end)
    if isSmall, JSONValidity.holds(text) || !JSONValidity.holds(Array("{\"value\":".utf8) + text + [0x7D]) {
      try copy.write("}")
    }
    // Otherwise the brace might make a broken line valid by chance, and unchecked data would be imported.
  }

  private static func string(_ text: String) -> String {
    String(decoding: JSONOutput.quoted(text), as: UTF8.self)
  }
}

/// Whether a text is JSON.
enum JSONValidity {
  static func holds(_ text: [UInt8]) -> Bool {
    do throws(Problems) {
      let stream = try TextStream(.memory(text), charset: .utf8)
      var scanner = JSONScanner(stream, name: "", layout: .document)
      while try scanner.next() != .end {}
      return true
    } catch {
      return false
    }
  }
}

/// The text of an object, which may be broken, without its opening brace and without the members of ``RejectColumns``.
struct JSONObjectText {
  private(set) var rest: [UInt8]
  private(set) var hasMembers: Bool

  private static let names = RejectColumns.all.map { Array("\"\($0)\"".utf8) }

  init(_ text: [UInt8]) {
    rest = Array(text.dropFirst())
    if rest.contains(beginningWith: Array("\"stockroom_".utf8)) {
      let cleared = Self.withoutKnownMembers(rest)
      // The removed text may contain the syntax error: a broken line stays broken.
      if JSONValidity.holds(text) || !JSONValidity.holds([UInt8(ascii: "{")] + cleared) { rest = cleared }
    }
    let first = rest.first { $0 > 0x20 }
    hasMembers = first != nil && first != UInt8(ascii: "}")
  }

  private static func withoutKnownMembers(_ text: [UInt8]) -> [UInt8] {
    var members: [Range<Int>] = []
    var start = 0
    var depth = 0
    var index = 0
    var end = text.count
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0, end == text.count { end = index }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0 && end == text.count:
        members.append(start..<index)
        start = index + 1
      default: break
      }
      index += 1
    }
    members.append(start..<end)
    let kept = members.filter { member in
      let trimmed = text[member].drop { $0 <= 0x20 }
      return !names.contains { trimmed.starts(with: $0) }
    }
    if kept.count == members.count { return text }
    return Array(kept.map { text[$0] }.joined(separator: [UInt8(ascii: ",")])) + text[end...]
  }
}

extension Array where Element == UInt8 {
  fileprivate func contains(beginningWith run: [UInt8]) -> Bool {
    guard let first = run.first else { return true }
    var rest = self[...]
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: run) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
