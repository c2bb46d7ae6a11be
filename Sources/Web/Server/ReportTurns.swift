internal import Synchronization

/// Turns for making reports: few are made at once, and the others wait for a while.
///
/// Turns go from login to login, so that somebody who asks for many reports keeps others waiting for one of them.
final class ReportTurns: Sendable {
  private struct Waiter: Sendable {
    let number: Int
    let login: String
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State: Sendable {
    var free: Int
    /// Whose turn began last.
    var last = ""
    var numbers = 0
    /// In the order in which they came.
    var waiting: [Waiter] = []
  }

  private let patience: Duration
  private let state: Mutex<State>

  /// - Parameters:
  ///   - atOnce: how many reports are made at once.
  ///   - patience: how long others wait.
  init(atOnce: Int, patience: Duration) {
    self.patience = patience
    state = Mutex(State(free: atOnce))
  }

  /// How many wait.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Waits for a turn, which ``end()`` ends.
  ///
  /// - Returns: false when others took too long; then there is no turn to end.
  func begin(for login: String) async -> Bool {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard state.free == 0 else {
          state.free -= 1
          state.last = login
          return nil
        }
        state.numbers += 1
        state.waiting.append(Waiter(number: state.numbers, login: login, continuation: continuation))
        return state.numbers
      }
      guard let number else { return continuation.resume(returning: true) }
      Task { [self] in
        try? await Task.sleep(for: patience)
        giveUp(number)
      }
    }
  }

  /// Ends a turn, and begins that of the next.
  func end() {
    let next = state.withLock { state -> Waiter? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      let last = state.last
      let place = state.waiting.firstIndex { $0.login != last } ?? 0
      let next = state.waiting.remove(at: place)
      state.last = next.login
      return next
    }
    next?.continuation.resume(returning: true)
  }

  private func giveUp(_ number: Int) {
    let late = state.withLock { state -> Waiter? in
      guard let place = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: place)
    }
    late?.continuation.resume(returning: false)
  }
}
