internal import Synchronization

/// The output of a command that is run for a page: it is kept in place of being written.
final class CapturedOutput: Sendable {
  /// Where output goes now; nil for standard output and standard error.
  @TaskLocal static var current: CapturedOutput?

  /// Bytes of output that are kept at most. Pages ask for what fits on a page, so nothing is lost that anybody would read.
  private static let most = 64_000_000

  private struct Texts {
    var output = ""
    var notes = ""
  }

  private let texts = Mutex(Texts())

  var output: String { texts.withLock { $0.output } }
  var notes: String { texts.withLock { $0.notes } }

  func append(_ text: String) {
    texts.withLock { if $0.output.utf8.count < Self.most { $0.output += text } }
  }

  func appendNote(_ text: String) {
    texts.withLock { if $0.notes.utf8.count < Self.most { $0.notes += text } }
  }
}
