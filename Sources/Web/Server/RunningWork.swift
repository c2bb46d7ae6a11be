internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import Synchronization

/// Work that goes on while a page shows that it does: who began it, and where it leads when it is done.
final class RunningWork: Sendable {
  private static let interval = Duration.milliseconds(15)
  /// How long a result waits to be seen.
  private static let kept: TimeInterval = 24 * 3600

  enum State: Sendable {
    case running
    /// The address of the result.
    case done(String)
    case failed(PageFailure)
  }

  struct Work: Sendable {
    let login: String
    let title: LocalizedText
    let begun: Date
    var state: State
    /// Whether its page was given to the person, who has not seen the result there.
    var isOpen = false
  }

  /// How long a request waits for the work, before it is shown as running.
  private let patience: Duration
  private let works = Mutex<[String: Work]>([:])

  init(patience: Duration = .seconds(1)) { self.patience = patience }

  /// Begins the work and waits a moment for it.
  ///
  /// - Parameter work: returns the address of its result.
  /// - Returns: that address, or that of the page which shows the work as running.
  func begin(
    _ title: any ShownText, for login: String, _ work: @escaping @Sendable () async throws -> String
  ) async throws -> String {
    let id = Secret.name()
    works.withLock { works in
      works = works.filter { Date().timeIntervalSince($0.value.begun) < Self.kept }
      works[id] = Work(login: login, title: title.localized, begun: Date(), state: .running)
    }
    Task {
      let state: State
      do { state = .done(try await work()) } catch { state = .failed(Gate.failure(of: error)) }
      works.withLock { $0[id]?.state = state }
    }
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end, case .running = self.work(id)?.state {
      try? await Task.sleep(for: Self.interval)
    }
    switch self.work(id)?.state {
    case .done(let address):
      forget(id)
      return address
    case .failed(let failure):
      forget(id)
      throw failure
    default:
      works.withLock { $0[id]?.isOpen = true }
      return "/running/\(id)"
    }
  }

  func work(_ id: String) -> Work? { works.withLock { $0[id] } }

  /// What a person was shown as running and has not seen the result of, the latest first.
  func open(of login: String) -> [(id: String, work: Work)] {
    works.withLock { works in
      works.filter { $0.value.login == login && $0.value.isOpen }.map { (id: $0.key, work: $0.value) }
    }.sorted { $0.work.begun > $1.work.begun }
  }

  /// Notes that the result was looked at.
  func markSeen(_ id: String) { works.withLock { $0[id]?.isOpen = false } }

  func forget(_ id: String) { works.withLock { $0[id] = nil } }
}
