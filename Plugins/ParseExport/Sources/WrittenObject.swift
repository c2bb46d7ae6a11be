internal import FormatKit
internal import JSONReading
internal import RetailValues

/// One object of a class file that is being written: its columns in the order of their names, as Parse has them.
struct WrittenObject {
  /// Each column with its value as JSON text.
  private(set) var columns: [String: String] = [:]

  /// The object on one line.
  var text: String { Self.text(of: columns.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }

  /// An object of these members, in this order, whose values are JSON.
  static func text(of members: [(key: String, text: String)]) -> String {
    "{\(members.map { "\(quoted($0.key)):\($0.text)" }.joined(separator: ","))}"
  }

  private static func quoted(_ text: String) -> String {
    let sink = ByteSink.memory()
    var writer = JSONTextWriter(to: sink, indentation: 0)
    // Memory never fails.
    try? writer.string(text)
    return sink.collectedText
  }

  func has(_ column: String) -> Bool { columns[column] != nil }

  mutating func text(_ column: String, _ text: String?) {
    if let text { columns[column] = Self.quoted(text) }
  }

  mutating func number(_ column: String, _ digits: String?) {
    guard let digits else { return }
    let sink = ByteSink.memory()
    var writer = JSONTextWriter(to: sink, indentation: 0)
    try? writer.number(digits)
    columns[column] = sink.collectedText
  }

  mutating func boolean(_ column: String, _ flag: Bool?) {
    if let flag { columns[column] = flag ? "true" : "false" }
  }

  mutating func pointer(_ column: String, to target: ParseClass, _ id: String?) {
    if let id { columns[column] = Self.pointer(to: target, id) }
  }

  mutating func pointers(_ column: String, to target: ParseClass, _ ids: [String]) {
    if !ids.isEmpty { columns[column] = "[\(ids.map { Self.pointer(to: target, $0) }.joined(separator: ","))]" }
  }

  private static func pointer(to target: ParseClass, _ id: String) -> String {
    "{\"__type\":\"Pointer\",\"className\":\(quoted(target.rawValue)),\"objectId\":\(quoted(id))}"
  }

  mutating func texts(_ column: String, _ texts: [String]) {
    if !texts.isEmpty { columns[column] = "[\(texts.map(Self.quoted).joined(separator: ","))]" }
  }

  mutating func place(_ column: String, _ latitude: String?, _ longitude: String?) {
    guard let latitude, let longitude else { return }
    columns[column] = "{\"__type\":\"GeoPoint\",\"latitude\":\(latitude),\"longitude\":\(longitude)}"
  }

  mutating func file(_ column: String, _ address: String?) {
    guard let address else { return }
    let name = address.split(separator: "/").last.map(String.init) ?? address
    columns[column] = "{\"__type\":\"File\",\"name\":\(Self.quoted(name)),\"url\":\(Self.quoted(address))}"
  }

  /// A moment that the server records by itself: a text and not of the type Date.
  mutating func moment(_ column: String, _ moment: String?) {
    if let text = Self.inUTC(moment) { columns[column] = Self.quoted(text) }
  }

  mutating func date(_ column: String, _ moment: String?) {
    if let text = Self.inUTC(moment) { columns[column] = "{\"__type\":\"Date\",\"iso\":\(Self.quoted(text))}" }
  }

  /// A time as Parse writes it, in UTC with milliseconds.
  static func inUTC(_ moment: String?) -> String? {
    guard let moment, let known = Timestamp(moment, clock: .utc) else { return nil }
    let text = ShopClock.utc.iso8601(known)
    guard text.hasSuffix("Z"), !text.contains(".") else { return text }
    return String(text.dropLast()) + ".000Z"
  }

  /// Only its owner reads and writes what is a user's.
  mutating func access(of user: String?) {
    if let user { columns["ACL"] = "{\(Self.quoted(user)):{\"read\":true,\"write\":true}}" }
  }

  /// Adds the kept columns unchanged; columns that were already written have precedence.
  mutating func further(_ attributes: String?) {
    guard let attributes, let reader = try? JSONEventReader(.text(attributes)), let value = try? reader.value() else {
      return
    }
    for member in value.members where columns[member.key] == nil { columns[member.key] = member.value.text }
  }

  /// The id of an object that Stockroom knows by what it joins: ten letters and digits of its content.
  static func id(of parts: String?...) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts { for byte in "\(part ?? "")\u{1F}".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    return String(
      (0..<10).map { _ in
        defer { hash /= 62 }
        return signs[Int(hash % 62)]
      })
  }
}
