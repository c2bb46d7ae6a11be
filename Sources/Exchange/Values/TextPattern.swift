internal import FormatKit
internal import Foundation
internal import Synchronization

/// A regular expression of a profile, which gives up on values that would keep it busy for ever.
enum TextPattern {
  /// The time that one value may take.
  private static let timeLimit: TimeInterval = 0.5
  /// The maximum number of characters examined in a value.
  private static let textLimit = 10_000

  private static let known = Mutex<[String: NSRegularExpression]>([:])

  /// Whether a pattern can be understood.
  static func isValid(_ pattern: String) -> Bool { (try? expression(pattern)) != nil }

  private static func expression(_ pattern: String) throws -> NSRegularExpression {
    if let found = known.withLock({ $0[pattern] }) { return found }
    let made = try NSRegularExpression(pattern: pattern)
    known.withLock { known in
      if known.count >= 256 { known.removeAll() }
      known[pattern] = made
    }
    return made
  }

  /// The whole match and its groups, nil for a group that took no part; nil when the pattern is not found.
  ///
  /// - Throws: `pattern-too-slow`.
  static func firstMatch(of pattern: String, in whole: String) throws -> [String?]? {
    let expression = try expression(pattern)
    let text = String(whole.prefix(textLimit))
    let deadline = ProcessInfo.processInfo.systemUptime + timeLimit
    var groups: [String?]?
    var isLate = false
    expression.enumerateMatches(
      in: text, options: [.reportProgress], range: NSRange(text.startIndex..., in: text)
    ) { match, _, stop in
      if let match {
        groups = (0..<match.numberOfRanges).map { Range(match.range(at: $0), in: text).map { String(text[$0]) } }
        stop.pointee = true
      } else if ProcessInfo.processInfo.systemUptime > deadline {
        isLate = true
        stop.pointee = true
      }
    }
    // A search that ends by itself after so long was given up as well, if by the expression's own bounds.
    if groups == nil, isLate || ProcessInfo.processInfo.systemUptime > deadline - timeLimit / 2 {
      var shown = text
      let value = shown.withUTF8 { FieldReader.shown($0) }
      throw Problems(
        .patternTooSlow, value: value, "the regular expression '\(pattern)' takes too long on '\(value)'")
    }
    return groups
  }
}
