public import FormatKit

/// A value with all its content and its position.
///
/// Members are in the order of the text. If several members have the same key, which the reader reports, the last one
/// counts.
public struct JSONValue: Sendable {
  public enum Content: Sendable {
    case object([JSONMember])
    case array([JSONValue])
    /// A text, escapes resolved.
    case string(String)
    /// A number, its digits as they are written.
    case number(String)
    case boolean(Bool)
    case null
  }

  public let content: Content
  /// The line in which the value begins, from 1.
  public let line: Int
  /// Bytes of the decoded text before the value.
  public let byteOffset: Int
  let parent: JSONPlace?
  let step: JSONPlace.Step

  /// Keys from the root of the document, joined by slashes, with the places of elements counted from 1:
  /// `products[3]/stores/Oslo`; empty for the root.
  public var path: String { JSONPlace.path(parent, step) }

  /// The position of the value, for problems.
  public var position: SourcePosition {
    let path = path
    return SourcePosition(line: line, byteOffset: byteOffset, path: path.isEmpty ? nil : path)
  }

  /// The value of the last member with that key; nil if the key is missing or this is not an object.
  public subscript(key: String) -> JSONValue? { members.last { $0.key == key }?.value }

  /// The members of an object, in order; empty for other values.
  public var members: [JSONMember] { if case .object(let members) = content { members } else { [] } }
  /// The elements of an array, in order; empty for other values.
  public var elements: [JSONValue] { if case .array(let elements) = content { elements } else { [] } }
  /// The text of a string; nil for all else.
  public var string: String? { if case .string(let text) = content { text } else { nil } }
  /// The digits of a number; nil for all else.
  public var number: String? { if case .number(let digits) = content { digits } else { nil } }
  public var boolean: Bool? { if case .boolean(let flag) = content { flag } else { nil } }
  public var isNull: Bool { if case .null = content { true } else { false } }
  public var isObject: Bool { if case .object = content { true } else { false } }
  public var isArray: Bool { if case .array = content { true } else { false } }
  /// The text of a string or the digits of a number, which many systems write for each other; nil for all else.
  public var scalar: String? { string ?? number }

  /// The value as compact JSON, for messages and for properties that are kept as they are; numbers with their digits.
  public var text: String {
    let sink = ByteSink.memory()
    var writer = JSONTextWriter(to: sink, indentation: 0)
    // Memory never fails.
    try? writer.value(self)
    return sink.collectedText
  }
}

/// A member of an object.
public struct JSONMember: Sendable {
  public let key: String
  public let value: JSONValue

  public init(key: String, value: JSONValue) {
    self.key = key
    self.value = value
  }
}

/// How large a value may be that is read as a whole.
public struct JSONValueLimit: Sendable {
  /// Bytes of all keys and scalars.
  public var bytes: Int
  /// Values, those within others included.
  public var nodes: Int

  public init(bytes: Int = 16 << 20, nodes: Int = 100_000) {
    self.bytes = bytes
    self.nodes = nodes
  }
}

/// The location of a container. All its content shares it, so that a path costs nothing until it is needed.
final class JSONPlace: Sendable {
  enum Step: Sendable {
    /// A path from the root, empty for the root itself.
    case path(String)
    case key(String)
    /// The place among the elements, from 1.
    case element(Int)
  }

  let parent: JSONPlace?
  let step: Step

  init(_ parent: JSONPlace?, _ step: Step) {
    self.parent = parent
    self.step = step
  }

  static func path(_ parent: JSONPlace?, _ step: Step) -> String {
    var steps = [step]
    var place = parent
    while let outer = place {
      steps.append(outer.step)
      place = outer.parent
    }
    var path = ""
    for step in steps.reversed() { append(step, to: &path) }
    return path
  }

  static func append(_ step: Step, to path: inout String) {
    switch step {
    case .path(let given): path += given
    case .key(let key): path += path.isEmpty ? key : "/\(key)"
    case .element(let number): path += "[\(number)]"
    }
  }
}
