internal import Synchronization

/// What a text means, kept until the text is another one: the file is read each time, and parsed when it has changed.
///
/// The text of a file is compared, not when it was changed: that says too little of a file which is written twice within
/// a tick of the clock, in a shared memory, or behind a link.
///
/// ```swift
/// let kept = KeptReading<Settings>()
/// let settings = try kept.value(of: text) { try Settings(yaml: text) }
/// ```
package final class KeptReading<Value: Sendable>: Sendable {
  private struct Kept: Sendable {
    let text: [UInt8]
    let value: Value
  }

  private let kept = Mutex<Kept?>(nil)

  package init() {}

  /// The value of a text.
  ///
  /// - Parameter read: reads the text, where it is not the one of the last time. Nothing is kept of an error.
  package func value(of text: String, _ read: () throws -> Value) rethrows -> Value {
    let text = Array(text.utf8)
    if let found = kept.withLock({ $0 }), found.text == text { return found.value }
    let value = try read()
    kept.withLock { $0 = Kept(text: text, value: value) }
    return value
  }
}
