internal import Foundation
public import Yams

/// Reads YAML that people write, with limits on its size, its depth and the repetition by aliases.
///
/// Every YAML file of Stockroom is read here: settings, profiles, jobs, reports, message files, vocabularies. A few
/// lines of anchors and aliases can expand to billions of values. Such a text must end with an error and must not
/// exhaust the memory.
///
/// ```swift
/// let root = try BoundedYAML.root(of: "name: Corner shop\ncurrency: EUR\n")
/// ```
public enum BoundedYAML {
  /// The largest text that is read, in bytes.
  public static let maximumBytes = 1 << 20
  /// The most values of a text: keys, texts, lists and mappings, counted as often as aliases repeat them.
  public static let maximumValues = 100_000
  /// How deep lists and mappings may be nested.
  public static let maximumDepth = 64

  /// A problem with the text as a whole.
  public struct InvalidText: Error, Hashable {
    /// The line, from 1; 0 when the problem is not at one position.
    public var line: Int
    /// The character within the line, from 1; 0 when unknown.
    public var column: Int
    /// The problem, to follow a colon: `it is larger than 1 MiB`.
    public var message: String
    /// What to do; nil where only the author knows.
    public var remedy: String?
  }

  /// The root of a text; nil if the text is empty.
  ///
  /// - Throws: ``InvalidText`` for a text that is not YAML, or that exceeds the limits.
  public static func root(of text: String) throws(InvalidText) -> Node? {
    guard text.utf8.count <= maximumBytes else {
      throw InvalidText(
        line: 0, column: 0, message: "it is larger than 1 MiB", remedy: "Take out what does not belong there.")
    }
    // Yams hashes every key as it composes the text; a key that repeats others by aliases would take for ever.
    if let key = AliasedKeys.first(in: text) {
      throw InvalidText(
        line: key, column: 0, message: "a key is a list, a mapping or an alias, in a file that uses aliases",
        remedy: "Write a plain text as the key.")
    }
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw InvalidText(error)
    } catch {
      throw InvalidText(line: 0, column: 0, message: "\(error)", remedy: nil)
    }
    guard let root else { return nil }
    var left = maximumValues
    try count(root, &left, depth: 1)
    return root
  }

  /// The text of a file; nil if it is not a file, or not text in UTF-8. A file that is too large is cut off after the
  /// largest size, so that ``root(of:)`` refuses it.
  public static func text(ofFile path: String) -> String? {
    // A pipe or a device would be waited for.
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: maximumBytes + 1) ?? Data()
    else { return nil }
    return data.count > maximumBytes ? String(decoding: data, as: UTF8.self) : String(data: data, encoding: .utf8)
  }

  private static func count(_ node: Node, _ left: inout Int, depth: Int) throws(InvalidText) {
    left -= 1
    guard left >= 0 else {
      throw InvalidText(
        line: node.mark?.line ?? 0, column: node.mark?.column ?? 0,
        message: "it has more than 100,000 values, counting what its aliases repeat",
        remedy: "Write out the few values that are needed instead of the aliases (*name).")
    }
    guard depth <= maximumDepth else {
      throw InvalidText(
        line: node.mark?.line ?? 0, column: node.mark?.column ?? 0,
        message: "its lists and mappings are nested more than \(maximumDepth) deep",
        remedy: "Close the brackets, or correct the indentation.")
    }
    switch node {
    case .scalar, .alias: break
    case .sequence(let sequence):
      for item in sequence { try count(item, &left, depth: depth + 1) }
    case .mapping(let mapping):
      for (key, value) in mapping {
        try count(key, &left, depth: depth + 1)
        try count(value, &left, depth: depth + 1)
      }
    }
  }
}

extension BoundedYAML.InvalidText {
  /// What the parser says, in one line.
  init(_ error: YamlError) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init(line: mark.line, column: mark.column, message: problem, remedy: nil)
    case .duplicatedKeysInMapping(let keys, let context):
      let names = keys.map { "'\($0)'" }.joined(separator: ", ")
      self.init(
        line: context.mark.line, column: context.mark.column,
        message: "\(names) \(keys.count == 1 ? "is" : "are") given twice in one mapping",
        remedy: "Keep one of them.")
    default: self.init(line: 0, column: 0, message: "the text is not YAML", remedy: nil)
    }
  }
}
