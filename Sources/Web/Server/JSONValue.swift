internal import FormatKit
internal import Foundation
internal import JSONReading
internal import ProblemKit

/// A value of JSON as a template takes it.
enum JSONValue: Sendable {
  case null
  case flag(Bool)
  case integer(Int64)
  case number(Decimal)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Reads what a command answered; nil for what is not JSON.
  init?(_ text: String) {
    do throws(Problems) {
      let reader = try JSONEventReader(.memory(Array(text.utf8)), charset: .utf8, depth: 512)
      guard let event = try reader.next() else { return nil }
      self = try Self(event, from: reader)
      guard try reader.next() == nil else { return nil }
    } catch {
      return nil
    }
  }

  /// - Parameter event: the beginning of the value.
  private init(_ event: JSONEvent, from reader: JSONEventReader) throws(Problems) {
    switch event {
    case .string(let text): self = .text(text)
    case .number(let digits): self = Int64(digits).map(JSONValue.integer) ?? .number(Decimal(string: digits) ?? .nan)
    case .boolean(let flag): self = .flag(flag)
    case .beginArray:
      var elements: [JSONValue] = []
      while let element = try reader.nextElement() { elements.append(try JSONValue(element, from: reader)) }
      self = .list(elements)
    case .beginObject:
      var members: [String: JSONValue] = [:]
      while let name = try reader.nextKey(), let event = try reader.next() {
        members[name] = try JSONValue(event, from: reader)
      }
      self = .object(members)
    case .null, .key, .endObject, .endArray: self = .null
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
