internal import RetailValues
internal import Serving
internal import Synchronization

/// The open pages that follow how far counts have come, and what the counts answered last.
///
/// However many pages show the same of a count, the command is asked once for all of them.
final class CountFollowers: Sendable {
  /// How many pages are followed at once.
  static let most = 64
  /// How many pages of one login are; the oldest gives way, so that nobody takes the places of others.
  static let mostOfOneLogin = 4
  /// How long an answer is kept that nobody asks for.
  private static let kept = Duration.seconds(60)

  /// The place of one page; it is free again once nothing holds it.
  final class Place: Sendable {
    private let followers: CountFollowers
    private let number: Int

    fileprivate init(_ number: Int, of followers: CountFollowers) {
      (self.number, self.followers) = (number, followers)
    }

    deinit { followers.state.withLock { $0.places[number] = nil } }

    /// Whether the page is followed on: the server does not stop, and no later page has the place.
    var isOpen: Bool { followers.state.withLock { !$0.isStopped && $0.places[number] != nil } }

    /// Whether a later page of the same login has the place.
    var isTaken: Bool { followers.state.withLock { $0.places[number] == nil } }
  }

  private struct Asked: Sendable {
    let task: Task<CommandAnswer, Never>
    /// When the answer came; nil while it is awaited.
    var answeredAt: ContinuousClock.Instant?

    func isYounger(than age: Duration) -> Bool { answeredAt.map { $0.duration(to: .now) < age } ?? true }
  }

  private struct State: Sendable {
    /// The login of each page, by the number of its place; later places have higher numbers.
    var places: [Int: String] = [:]
    var lastPlace = 0
    var isStopped = false
    var asked: [String: Asked] = [:]
  }

  /// How old an answer may be that is given again, and how long a page waits for the next one; both begin when the answer came.
  let interval: Duration
  private let state = Mutex(State())

  init(interval: Duration = .seconds(2)) { self.interval = interval }

  /// A place for one more page of a login; nil when all are taken, or the server stops.
  func place(for login: String) -> Place? {
    let number = state.withLock { state -> Int? in
      guard !state.isStopped else { return nil }
      let own = state.places.filter { $0.value == login }.keys
      if own.count >= Self.mostOfOneLogin, let oldest = own.min() { state.places[oldest] = nil }
      guard state.places.count < Self.most else { return nil }
      state.lastPlace += 1
      state.places[state.lastPlace] = login
      return state.lastPlace
    }
    return number.map { Place($0, of: self) }
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
