internal import FormatKit
internal import JSONReading
internal import RetailValues

/// One object of a class file. Its columns are taken one after the other; the remaining ones are kept or reported.
struct ParseObject {
  let value: JSONValue
  /// The file that contains it, by its name in the archive.
  let file: String
  /// Bytes of the files that were read before.
  private let base: Int
  private var taken: Set<String> = ["objectId", "createdAt", "updatedAt", "ACL"]
  private(set) var problems: [Problem] = []

  init(_ value: JSONValue, file: String, base: Int) {
    self.value = value
    self.base = base
    self.file = file
  }

  /// The position of the object, with its file.
  var position: SourcePosition { position(of: value) }

  /// In an archive a line says nothing; the path does.
  private func position(of value: JSONValue) -> SourcePosition {
    guard !file.isEmpty else { return value.position }
    return SourcePosition(byteOffset: base + value.byteOffset, path: "\(file): \(value.path)")
  }

  var id: String? { value["objectId"]?.scalar.flatMap { $0.isEmpty ? nil : $0 } }

  /// The moment of its creation, as recorded by the server.
  var createdAt: String? { value["createdAt"]?.string }

  mutating func fail(_ code: Problem.Code, at place: JSONValue? = nil, _ message: String) {
    problems.append(Problem(code, at: position(of: place ?? value), value: place?.text, message))
  }

  /// The first of several columns that exists and is not null.
  private mutating func member(_ keys: [String]) -> (key: String, value: JSONValue)? {
    taken.formUnion(keys)
    for key in keys { if let found = value[key], !found.isNull { return (key, found) } }
    return nil
  }

  mutating func text(_ keys: String...) -> String? {
    guard let (key, found) = member(keys) else { return nil }
    if let text = found.scalar { return text }
    fail(.parseValue, at: found, "the column '\(key)' is not text")
    return nil
  }

  /// Digits as they are written; a text is taken for the number that it says.
  mutating func number(_ keys: String...) -> String? {
    guard let (key, found) = member(keys) else { return nil }
    if let digits = found.number { return digits }
    guard let text = found.string else {
      fail(.parseValue, at: found, "the column '\(key)' is not a number")
      return nil
    }
    fail(.parseNumberAsText, at: found, "the column '\(key)' has the number '\(text)' as a text")
    return text
  }

  mutating func boolean(_ keys: String...) -> Bool? {
    guard let (key, found) = member(keys) else { return nil }
    if let flag = found.boolean { return flag }
    guard let flag = ["true": true, "false": false, "1": true, "0": false][found.scalar?.lowercased() ?? ""] else {
      fail(.parseValue, at: found, "the column '\(key)' is neither true nor false")
      return nil
    }
    fail(.parseNumberAsText, at: found, "the column '\(key)' has \(flag) as '\(found.scalar ?? "")'")
    return flag
  }

  /// A time: of the type Date, or a text as `createdAt` is.
  mutating func date(_ keys: String...) -> String? {
    guard let (key, found) = member(keys) else { return nil }
    if let text = found.string ?? found["iso"]?.string, found.string != nil || found["__type"]?.string == "Date" {
      return text
    }
    fail(.parseValue, at: found, "the column '\(key)' is not a date")
    return nil
  }

  /// The objectId of the object that a column points to: of the type Pointer, or the id alone.
  mutating func pointer(_ keys: String..., to target: ParseClass) -> String? {
    guard let (key, found) = member(keys) else { return nil }
    return id(of: found, in: key, to: target)
  }

  /// The same of a column that holds several.
  mutating func pointers(_ keys: String..., to target: ParseClass) -> [String] {
    guard let (key, found) = member(keys) else { return [] }
    guard found.isArray else {
      fail(.parseValue, at: found, "the column '\(key)' is not a list")
      return []
    }
    return found.elements.compactMap { id(of: $0, in: key, to: target) }
  }

  private mutating func id(of found: JSONValue, in key: String, to target: ParseClass) -> String? {
    if let id = found.string, !id.isEmpty { return id }
    guard let id = found["objectId"]?.string, !id.isEmpty else {
      fail(.parsePointer, at: found, "the column '\(key)' points to nothing")
      return nil
    }
    let name = found["className"]?.string ?? target.rawValue
    guard ParseClass(name: name) == target else {
      fail(
        .parsePointer, at: found, "the column '\(key)' points to an object of '\(name)' and not of '\(target.rawValue)'"
      )
      return nil
    }
    return id
  }

  /// Latitude and longitude of the type GeoPoint.
  mutating func place(_ keys: String...) -> (latitude: String, longitude: String)? {
    guard let (key, found) = member(keys) else { return nil }
    guard let latitude = found["latitude"]?.number, let longitude = found["longitude"]?.number else {
      fail(.parseValue, at: found, "the column '\(key)' is not a place with latitude and longitude")
      return nil
    }
    return (latitude, longitude)
  }

  /// The address of a file of the type File, or its name; a text is an address.
  mutating func file(_ keys: String...) -> String? {
    guard let (key, found) = member(keys) else { return nil }
    if let text = found.string ?? found["url"]?.string ?? found["name"]?.string { return text }
    fail(.parseValue, at: found, "the column '\(key)' is not a file")
    return nil
  }

  /// Texts of a column that holds one or several.
  mutating func texts(_ keys: String...) -> [String] {
    guard let (key, found) = member(keys) else { return [] }
    let texts = found.isArray ? found.elements.compactMap(\.scalar) : found.scalar.map { [$0] } ?? []
    if texts.isEmpty, !found.elements.isEmpty || !found.isArray {
      fail(.parseValue, at: found, "the column '\(key)' is not a list of texts")
    }
    return texts.filter { !$0.isEmpty }
  }

  /// The whole object as JSON, without secrets.
  var textWithoutSecrets: String {
    guard value.isObject else { return value.text }
    // Of members with one key the last counts.
    var seen: Set<String> = []
    let members = value.members.reversed().filter { !Self.isSecret($0.key) && seen.insert($0.key).inserted }
    return WrittenObject.text(of: members.reversed().map { ($0.key, $0.value.text) })
  }

  /// The columns that were not taken, without secrets.
  mutating func rest() -> [(key: String, value: JSONValue)] {
    var rest: [(key: String, value: JSONValue)] = []
    for member in value.members where !taken.contains(member.key) {
      guard !Self.isSecret(member.key) else {
        fail(.parseSecret, at: nil, "the column '\(member.key)' is a secret and is not taken")
        continue
      }
      rest.append((member.key, member.value))
    }
    return rest
  }

  /// The remaining columns and those of the server itself, as a JSON object with sorted keys; nil if there are no such
  /// columns.
  mutating func attributes() -> String? {
    let own = ["createdAt", "updatedAt", "ACL"].compactMap { key in value[key].map { (key: key, value: $0) } }
    let members = (own + rest()).filter { !$0.value.isNull }.sorted { $0.key < $1.key }
    guard !members.isEmpty else { return nil }
    let sink = ByteSink.memory()
    var writer = JSONTextWriter(to: sink, indentation: 0)
    // Memory never fails.
    do throws(Problems) {
      try writer.beginObject()
      var last: String?
      for member in members where member.key != last {
        try writer.key(member.key)
        try writer.value(member.value)
        last = member.key
      }
      try writer.endObject()
    } catch { return nil }
    return sink.collectedText
  }

  private static func isSecret(_ key: String) -> Bool {
    let key = key.lowercased()
    return ["password", "sessiontoken", "authdata", "perishable_token", "email_verify_token"].contains {
      key.contains($0)
    }
  }
}
