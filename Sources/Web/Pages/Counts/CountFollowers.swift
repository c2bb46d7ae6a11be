internal import RetailValues
internal import Serving
internal import Synchronization

/// The open pages that follow how far counts have come, and what the counts answered last.
///
/// However many pages show the same of a count, the command is asked once for all of them.
final class CountFollowers: Sendable {
  /// How many pages are followed at once.
  static let most = 64
  /// How long an answer is kept that nobody asks for.
  private static let kept = Duration.seconds(60)

  /// The place of one page; it is free again once nothing holds it.
  final class Place: Sendable {
    private let followers: CountFollowers

    fileprivate init(_ followers: CountFollowers) { self.followers = followers }

    deinit { followers.state.withLock { $0.places -= 1 } }

    /// Whether the server goes on.
    var isOpen: Bool { !followers.state.withLock { $0.isStopped } }
  }

  private struct Asked: Sendable {
    let task: Task<CommandAnswer, Never>
    /// When the answer came; nil while it is awaited.
    var answeredAt: ContinuousClock.Instant?

    func isYounger(than age: Duration) -> Bool { answeredAt.map { $0.duration(to: .now) < age } ?? true }
  }

  private struct State: Sendable {
    var places = 0
    var isStopped = false
    var asked: [String: Asked] = [:]
  }

  /// How old an answer may be that is given again, and how long a page waits for the next one; both begin when the answer came.
  let interval: Duration
  private let state = Mutex(State())

  init(interval: Duration = .seconds(2)) { self.interval = interval }

  /// A place for one more page; nil when all are taken, or the server stops.
  func place() -> Place? {
    let isFree = state.withLock { state -> Bool in
      guard state.places < Self.most, !state.isStopped else { return false }
      state.places += 1
      return true
    }
    return isFree ? Place(self) : nil
  }

  /// Ends the following of all pages, because the server stops.
  func stop() { state.withLock { $0.isStopped = true } }

  /// The answer of at most ``interval`` ago.
  ///
  /// - Parameters:
  ///   - key: names what is asked, and for whom where that decides the answer.
  ///   - ask: asks for a new one.
  func answer(_ key: String, _ ask: @escaping @Sendable () async -> CommandAnswer) async -> CommandAnswer {
    let asking = state.withLock { state -> Task<CommandAnswer, Never> in
      if let asked = state.asked[key], asked.isYounger(than: interval) { return asked.task }
      state.asked = state.asked.filter { $0.value.isYounger(than: Self.kept) }
      let task = Task { [self] in
        let answer = await ask()
        self.state.withLock { $0.asked[key]?.answeredAt = ContinuousClock.now }
        return answer
      }
      state.asked[key] = Asked(task: task)
      return task
    }
    return await asking.value
  }

  /// Has the next page ask again: an answer of before may be older than what a page shows already.
  func forget(_ key: String) { state.withLock { $0.asked[key] = nil } }
}
