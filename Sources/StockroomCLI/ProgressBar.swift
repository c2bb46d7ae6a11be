internal import Foundation
internal import Synchronization

/// How far a long reading has come, on a terminal and only when it takes over a second.
final class ProgressBar: Sendable {
  private struct State {
    var shownAt = 0.0
    var isShown = false
  }

  private let label: String
  private let began = Date().timeIntervalSince1970
  private let state = Mutex(State())

  init(label: String) { self.label = label }

  func update(_ read: Int, of total: Int?) {
    guard Terminal.errorIsTerminal else { return }
    let now = Date().timeIntervalSince1970
    guard now - began > 1 else { return }
    state.withLock { state in
      guard now - state.shownAt > 0.2 else { return }
      state.shownAt = now
      state.isShown = true
      let rate = Double(read) / (now - began)
      var text = "\r\u{1B}[K\(label)  \(read / 1_000_000) MB, \(Int(rate / 1_000_000)) MB/s"
      if let total, total > 0, rate > 0 {
        text += ", \(min(100, read * 100 / total)) %, \(max(0, Int(Double(total - read) / rate))) s left"
      }
      Terminal.writeError(text)
    }
  }

  /// Takes the line away.
  func finish() {
    state.withLock { state in
      if state.isShown { Terminal.writeError("\r\u{1B}[K") }
      state.isShown = false
    }
  }
}
