internal import Foundation
internal import ProblemKit

extension ReportFiles {
  /// The maximum depth of files that include one another.
  private static let deepest = 4

  /// The text of an SQL file with the files that it includes: `/* include sums.sql */` is replaced by the text of that file.
  ///
  /// A file may have parameters: `/* include ratio.sql (part: g.profit; whole: g.cost) */` puts the expressions in place of
  /// `{part}` and `{whole}`. Files that the report does not have are searched for in the shared folders.
  func sql(_ name: String) throws(Problems) -> String { try sql(name, depth: 0) }

  private func sql(_ name: String, depth: Int) throws(Problems) -> String {
    var whole = ""
    let text = try ownOrShared(name)
    var rest = text[...]
    let inclusion = #/\/\*\s*include\s+([A-Za-z0-9_-]+\.sql)\s*(?:\(((?:[^*]|\*(?!\/))*)\)\s*)?\*\//#
    while let match = rest.firstMatch(of: inclusion) {
      guard depth < Self.deepest else {
        throw Problems(
          .invalidSQL, source: path(name), "files include one another more than \(Self.deepest) deep",
          remedy: "Break the circle of inclusions.")
      }
      let file = String(match.output.1)
      let included = Self.withoutHeading(try sql(file, depth: depth + 1))
      whole += rest[..<match.range.lowerBound]
      let arguments = try arguments(match.output.2 ?? "", of: file, in: name)
      whole += try Self.filled(included, from: file, with: arguments, name)
      rest = rest[match.range.upperBound...]
    }
    return whole + rest
  }

  /// A text without the comments that it begins with: they are for the reader of the file.
  private static func withoutHeading(_ text: String) -> String {
    text.replacing(#/^\s*(?:--[^\n]*\n\s*)*/#, with: "", maxReplacements: 1)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The arguments of an inclusion: `part: g.profit; whole: g.cost`.
  private func arguments(
    _ text: Substring, of file: String, in name: String
  ) throws(Problems) -> [String: String] {
    var arguments: [String: String] = [:]
    for argument in text.split(separator: ";") {
      let parts = argument.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      guard parts.count == 2, !parts[1].isEmpty, arguments.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw Problems(
          .invalidSQL, source: path(name),
          "the inclusion of \(file) has '\(argument)', which is not one name and expression",
          remedy: "Write it as /* include \(file) (name: expression; other: expression) */.")
      }
    }
    return arguments
  }

  /// An included text with expressions in place of its parameters; all of them and no others.
  private static func filled(
    _ text: String, from file: String, with arguments: [String: String], _ name: String
  ) throws(Problems) -> String {
    let parameters = Set(text.matches(of: #/\{([a-z_]+)\}/#).map { String($0.output.1) })
    guard parameters == Set(arguments.keys) else {
      throw Problems(
        .invalidSQL, source: name,
        "\(file) has the parameters '\(parameters.sorted().joined(separator: ", "))', "
          + "but is given '\(arguments.keys.sorted().joined(separator: ", "))'",
        remedy: "Give each parameter one expression: /* include \(file) (name: expression) */.")
    }
    return text.replacing(#/\{([a-z_]+)\}/#) { arguments[String($0.output.1)] ?? "" }
  }
}
