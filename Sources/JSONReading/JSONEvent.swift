/// What ``JSONEventReader`` meets in a text.
public enum JSONEvent: Hashable, Sendable {
  case beginObject, endObject, beginArray, endArray
  /// The name of a member, escapes resolved; its value comes next.
  case key(String)
  /// A text, escapes resolved.
  case string(String)
  /// A number, its digits as they are written: no number is rounded.
  case number(String)
  case boolean(Bool)
  case null

  /// The text of a string or the digits of a number, which many systems write for each other; nil for all else.
  public var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
}
