internal import Synchronization

/// The output of a command that is run for a page: it is kept in place of being written.
final class CapturedOutput: Sendable {
  /// Where output goes now; nil for standard output and standard error.
  @TaskLocal static var current: CapturedOutput?

  /// Bytes of output that are kept at most. Pages ask for what fits on a page; a longer output is an error, never cut off.
  private static let most = 64_000_000

  private struct Texts {
    var output = ""
    var notes = ""
    var isTooLong = false

    mutating func take(_ text: String, into part: WritableKeyPath<Texts, String>) {
      isTooLong = isTooLong || self[keyPath: part].utf8.count + text.utf8.count > CapturedOutput.most
      if !isTooLong { self[keyPath: part] += text }
    }
  }

  private let texts = Mutex(Texts())

  var output: String { texts.withLock { $0.output } }
  var notes: String { texts.withLock { $0.notes } }

  /// Whether there was more than is kept, so that what is kept is not the whole answer.
  var isTooLong: Bool { texts.withLock { $0.isTooLong } }

  func append(_ text: String) { texts.withLock { $0.take(text, into: \.output) } }

  func appendNote(_ text: String) { texts.withLock { $0.take(text, into: \.notes) } }
}
