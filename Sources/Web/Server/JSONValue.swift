internal import Foundation

/// A value of JSON as a template takes it.
enum JSONValue: Decodable, Sendable {
  case null
  case flag(Bool)
  case integer(Int64)
  case number(Decimal)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Reads what a command answered; nil for what is not JSON.
  init?(_ text: String) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else { return nil }
    self = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .flag(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Decimal.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// A member of an object; null for anything else.
  subscript(name: String) -> JSONValue {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  /// The elements of a list; none of anything else.
  var elements: [JSONValue] { if case .list(let values) = self { values } else { [] } }

  /// A text, or a number as text; nil for anything else.
  var text: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    default: nil
    }
  }

  /// A moment of ISO 8601 as people read it, to the minute; empty for anything else.
  var moment: String { text.map { String($0.prefix(16)).replacing("T", with: " ") } ?? "" }

  /// A whole number; nil for anything else.
  var integer: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }

  /// Whether it is `true`.
  var isTrue: Bool { if case .flag(true) = self { true } else { false } }

  /// The value for a template, which knows texts, numbers, flags, lists and dictionaries. A null is left out, so that
  /// its section is.
  var forTemplate: Any? {
    switch self {
    case .null: nil
    case .flag(let flag): flag
    case .integer(let number): number
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list(let values): values.compactMap(\.forTemplate)
    case .object(let members): members.compactMapValues(\.forTemplate)
    }
  }

  /// The members of an object for a template; none for anything else.
  var members: [String: Any] { forTemplate as? [String: Any] ?? [:] }
}
