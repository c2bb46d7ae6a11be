import FormatKit
import JSONReading

/// What the first bytes of a document show about the location of its records.
struct JSONOutline {
  enum Root { case array, object, scalar, nothing }
  /// An array whose first element is an object.
  struct Candidate {
    let path: String
    var bytes: Int
    /// The first keys of its first object.
    var keys: [String] = []
  }

  private(set) var root = Root.nothing
  private(set) var candidates: [Candidate] = []
  /// Keys other than the candidates, in the object at the root.
  private(set) var otherKeys: [String] = []
  /// The currencies that members of objects name, with the path of the object and a point.
  private(set) var currencies: [(prefix: String, text: String)] = []
  /// Short texts and numbers that are members of objects, with the path of the object and a point.
  private var scalars: [(prefix: String, key: String, text: String)] = []
  /// Whether the object looked at holds a similar object under each of its keys.
  private(set) var isKeyed = false
  /// Tokens read before the end or a syntax error.
  private(set) var tokenCount = 0
  /// What breaks the grammar; nil also when the preview just ends.
  private(set) var problem: Problems?

  /// The candidate whose first element is a refused record, which nothing else looks like.
  private var marked: Int?

  /// The array of refused records; else the candidate that most of the preview belongs to, of equals the first.
  var best: Candidate? { marked.map { candidates[$0] } ?? candidates.max { $0.bytes < $1.bytes } }

  /// How deep arrays are searched for.
  private static let depth = 4

  /// - Parameter path: the keys to the object that is asked about; empty for the document.
  init(_ preview: SourcePreview, charset: Charset?, path: String = "") {
    do throws(Problems) {
      let source = ByteSource.memory(preview.bytes, name: preview.name)
      let stream = try TextStream(source, charset: charset)
      var scanner = JSONScanner(stream, name: preview.name, layout: .document)
      try look(&scanner, path: path)
    } catch {
      if preview.isWhole || (error.code != .sourceTruncated && error.code != .invalidText) {
        problem = error
      }
    }
  }

  private mutating func look(_ scanner: inout JSONScanner, path: String) throws(Problems) {
    let first = try scanner.next()
    switch first {
    case .beginArray: root = .array
    case .beginObject: root = .object
    case .end: return
    default: root = .scalar
    }
    tokenCount += 1
    guard root == .object else {
      while try scanner.next() != .end { tokenCount += 1 }
      return
    }
    if !path.isEmpty {
      guard try JSONPath.descend(path, from: first, in: &scanner) == .beginObject else { return }
    }
    var keyed = Keying()
    defer { isKeyed = keyed.isKeyed }
    try lookIntoObject(&scanner, prefix: "", keyed: &keyed)
    while try scanner.next() != .end { tokenCount += 1 }
  }

  /// Reads an object whose brace was just read.
  private mutating func lookIntoObject(
    _ scanner: inout JSONScanner, prefix: String, level: Int = 1, keyed: inout Keying
  ) throws(Problems) {
    while true {
      let token = try scanner.next()
      tokenCount += 1
      guard token == .key else { return }
      let key = String(decoding: scanner.token, as: UTF8.self)
      let isTop = prefix.isEmpty
      if !isTop { keyed.addInnerKey(key) }
      let value = try scanner.next()
      tokenCount += 1
      if isTop { keyed.beginMember(isObject: value == .beginObject) }
      if isTop, value != .beginArray, otherKeys.count < 8 { otherKeys.append(key) }
      switch value {
      case .beginArray: try lookIntoArray(&scanner, path: prefix + key)
      case .beginObject where level < Self.depth && candidates.count < 64:
        var inner = Keying()
        if isTop {
          try lookIntoObject(&scanner, prefix: key + ".", level: 2, keyed: &keyed)
        } else {
          try lookIntoObject(&scanner, prefix: prefix + key + ".", level: level + 1, keyed: &inner)
        }
      default:
        if value == .string, currencies.count < 8, OuterCurrency.isName(key), scanner.token.count <= 64 {
          currencies.append((prefix, String(decoding: scanner.token, as: UTF8.self)))
        }
        let isSwitch = value == .boolean && PageSigns.meaning(of: key) != nil
        if value == .string || value == .number || isSwitch, scalars.count < 64, (1...64).contains(scanner.token.count)
        {
          scalars.append((prefix, key, String(decoding: scanner.token, as: UTF8.self)))
        }
        try scanner.skipValue(after: value)
      }
    }
  }

  /// The values of objects around the records, without those in the records themselves.
  ///
  /// - Parameter path: the keys to the records.
  func values(around path: String) -> [SourceFinding] {
    guard !path.isEmpty else { return [] }
    return scalars.filter { scalar in
      if (path + ".").hasPrefix(scalar.prefix) { return scalar.prefix != path + "." }
      // The pages of a list are often described in an object of their own.
      return PageSigns.meaning(of: scalar.key) != nil
        && scalar.prefix.split(separator: ".").last.map { PageSigns.isObject(String($0)) } == true
    }.map { .value(of: $0.key, $0.text) }
  }

  /// The lists next to the one that is read.
  ///
  /// - Parameter path: the keys to the records.
  func lists(next path: String) -> [SourceFinding] {
    guard !path.isEmpty else { return [] }
    return candidates.filter { $0.path != path && !$0.keys.isEmpty }.prefix(8)
      .map { .list(at: $0.path, columns: $0.keys) }
  }

  /// The currency that objects around the records name, without those in the records themselves.
  ///
  /// - Parameter path: the keys to the records.
  func currency(around path: String) -> String? {
    var found: String?
    for named in currencies where !path.isEmpty && (path + ".").hasPrefix(named.prefix) && named.prefix != path + "." {
      found = OuterCurrency.adding(named.text, to: found)
    }
    return found
  }

  private mutating func lookIntoArray(_ scanner: inout JSONScanner, path: String) throws(Problems) {
    let start = scanner.byteOffset
    let first = try scanner.next()
    tokenCount += 1
    guard first != .endArray else { return }
    let place = first == .beginObject && candidates.count < 64 ? candidates.count : nil
    if place != nil { candidates.append(Candidate(path: path, bytes: 0)) }
    let outer = scanner.depth - (first == .beginObject || first == .beginArray ? 2 : 1)
    var isFirstKey = first == .beginObject
    var isPastFirst = false
    while scanner.depth > outer {
      if let place { candidates[place].bytes = scanner.byteOffset - start }
      let token = try scanner.next()
      if let place, token == .key, scanner.depth == outer + 2, !isPastFirst, candidates[place].keys.count < 16 {
        candidates[place].keys.append(String(decoding: scanner.token, as: UTF8.self))
      }
      if token == .endObject, scanner.depth == outer + 1 { isPastFirst = true }
      if isFirstKey, token == .key, scanner.token.elementsEqual(RejectColumns.mark.utf8) { marked = marked ?? place }
      isFirstKey = false
      tokenCount += 1
    }
  }

  /// Whether the members of an object look like records under their keys.
  private struct Keying {
    private var memberCount = 0
    private var isBroken = false
    private var firstKeys: Set<String> = []
    private var innerCount = 0
    private var sharedCount = 0
    /// Whether a member is a refused record: one of them alone shows that the members are records.
    private var isMarked = false

    mutating func beginMember(isObject: Bool) {
      endMember()
      memberCount += 1
      (innerCount, sharedCount) = (0, 0)
      if !isObject { isBroken = true }
    }

    mutating func addInnerKey(_ key: String) {
      innerCount += 1
      if innerCount == 1, key == RejectColumns.mark { isMarked = true }
      if memberCount == 1, firstKeys.count < 256 { firstKeys.insert(key) }
      if firstKeys.contains(key) { sharedCount += 1 }
    }

    private mutating func endMember() {
      if memberCount > 1, innerCount > 0, sharedCount * 2 < innerCount { isBroken = true }
      if memberCount == 1, innerCount == 0 { isBroken = true }
    }

    var isKeyed: Bool {
      var last = self
      last.endMember()
      return isMarked || memberCount > 1 && !last.isBroken
    }
  }
}

/// Keys joined by points that lead from the root of a document to a value.
enum JSONPath {
  /// Reads on to the value at a path, and skips everything before it.
  ///
  /// A key may contain points itself: it matches if the remaining path is the key, or begins with it and a point.
  /// - Returns: the first token of the value; nil if the path does not exist.
  static func descend(
    _ path: String, from first: JSONScanner.Token, in scanner: inout JSONScanner
  ) throws(Problems) -> JSONScanner.Token? {
    var left = Substring(path)
    var token = first
    while !left.isEmpty {
      guard token == .beginObject else { return nil }
      var isFound = false
      while !isFound {
        guard try scanner.next() == .key else { return nil }
        let key = String(decoding: scanner.token, as: UTF8.self)
        let value = try scanner.next()
        if left == key || left.hasPrefix(key + ".") {
          isFound = true
          left = left.dropFirst(key.count + 1)
          token = value
        } else {
          try scanner.skipValue(after: value)
        }
      }
    }
    return token
  }
}
