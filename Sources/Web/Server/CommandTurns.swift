internal import Synchronization

/// Turns for commands of one kind: some run at once, and the others wait.
///
/// One login has half of the turns at most, and a turn that becomes free goes to the login that has waited longest since its last one. So a
/// person who asks for much at once keeps others waiting for one command at most.
final class CommandTurns: Sendable {
  private struct Waiter: Sendable {
    let number: Int
    let login: String
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State: Sendable {
    var free: Int
    /// How many turns each login has at the moment.
    var taken: [String: Int] = [:]
    /// The number of the turn that each login began last, while others wait.
    var last: [String: Int] = [:]
    var numbers = 0
    /// In the order in which they came.
    var waiting: [Waiter] = []

    mutating func take(for login: String) {
      numbers += 1
      last[login] = numbers
      taken[login, default: 0] += 1
      free -= 1
    }

    mutating func giveBack(of login: String) {
      let others = taken[login, default: 1] - 1
      taken[login] = others > 0 ? others : nil
      free += 1
      if waiting.isEmpty { last = [:] }
    }
  }

  /// How many turns one login has at most.
  private let ofOneLogin: Int
  private let patience: Duration?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - atOnce: how many commands run at once.
  ///   - patience: how long others wait; nil for as long as it takes.
  init(atOnce: Int, patience: Duration? = nil) {
    self.patience = patience
    ofOneLogin = (atOnce + 1) / 2
    state = Mutex(State(free: atOnce))
  }

  /// How many wait.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Waits for a turn, which ``end(of:)`` ends.
  ///
  /// - Returns: false when others took too long; then there is no turn to end.
  func begin(for login: String) async -> Bool {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        // Those who wait while a turn is free have all that they may have.
        guard state.free == 0 || state.taken[login, default: 0] >= ofOneLogin else {
          state.take(for: login)
          return nil
        }
        state.numbers += 1
        state.waiting.append(Waiter(number: state.numbers, login: login, continuation: continuation))
        return state.numbers
      }
      guard let number else { return continuation.resume(returning: true) }
      guard let patience else { return }
      Task { [self] in
        try? await Task.sleep(for: patience)
        giveUp(number)
      }
    }
  }

  /// Ends a turn of a login, and begins that of the next.
  func end(of login: String) {
    let next = state.withLock { state -> Waiter? in
      state.giveBack(of: login)
      let places = state.waiting.indices.filter { place in
        state.taken[state.waiting[place].login, default: 0] < ofOneLogin
      }
      let next = places.min { one, other in
        state.last[state.waiting[one].login, default: 0] < state.last[state.waiting[other].login, default: 0]
      }
      guard let next else { return nil }
      let waiter = state.waiting.remove(at: next)
      state.take(for: waiter.login)
      return waiter
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
