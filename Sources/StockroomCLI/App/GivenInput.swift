internal import Synchronization

/// What a command reads in place of standard input when a page runs it: a passphrase is not a word of a command, which others could
/// see or the log could keep, and the server's own standard input is for nobody.
final class GivenInput: Sendable {
  /// What commands read now; nil for standard input.
  @TaskLocal static var current: GivenInput?

  /// The lines that are left, the next one at the end.
  private let lines: Mutex<[String]>

  /// - Parameter text: the lines, with a line feed between them; empty for none.
  init(_ text: String) {
    let all = text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines = Mutex(all.reversed())
  }

  /// The next line that the command reads; nil at the end.
  static func line() -> String? {
    guard let current else { return readLine() }
    return current.lines.withLock { $0.popLast() }
  }

  /// Whether a person at a terminal can be asked.
  static var canAsk: Bool { current == nil && ShopQuestions.canAsk }
}
