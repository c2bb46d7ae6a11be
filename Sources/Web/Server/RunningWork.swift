internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving
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
    /// Somebody stopped it before it changed anything; the address where it can be begun again.
    case stopped(String)
    case failed(PageFailure)
  }

  struct Work: Sendable {
    let login: String
    let title: LocalizedText
    let begun: Date
    /// Where it leads when it is stopped; nil where it cannot be.
    let stopAddress: String?
    /// The addresses of the files that it reads or imports.
    let files: Set<String>
    let watch = WorkWatch()
    var state: State
    /// Whether its page was given to the person, who has not seen the result there.
    var isOpen = false

    /// Whether somebody may look at it: who began it.
    func isOf(_ visit: Visit) -> Bool { login == visit.person.login }

    /// Whether somebody may stop it: who began it, and the managers of the whole shop.
    func mayBeStopped(by visit: Visit) -> Bool {
      stopAddress != nil && (isOf(visit) || visit.roles.contains(.manager) && visit.person.store == nil)
    }
  }

  /// How long a request waits for the work, before it is shown as running.
  private let patience: Duration
  private let works = Mutex<[String: Work]>([:])

  init(patience: Duration = .seconds(1)) { self.patience = patience }

  /// Begins the work and waits a moment for it.
  ///
  /// - Parameters:
  ///   - stopAddress: where the work leads when it is stopped; nil where it cannot be stopped without having changed
  ///     something.
  ///   - files: the addresses of the files that it reads or imports, where they are several.
  ///   - work: returns the address of its result. It learns from ``WorkWatch/current`` that it is to stop, and says there
  ///     how far it has come.
  /// - Returns: that address, or that of the page which shows the work as running.
  func begin(
    _ title: any ShownText, for login: String, stoppingAt stopAddress: String? = nil, on files: [String] = [],
    _ work: @escaping @Sendable () async throws -> String
  ) async throws -> String {
    let id = Secret.name()
    let begun = Work(
      login: login, title: title.localized, begun: Date(), stopAddress: stopAddress,
      files: Set(files + [stopAddress].compactMap { $0 }), state: .running)
    works.withLock { works in
      works = works.filter { Date().timeIntervalSince($0.value.begun) < Self.kept }
      works[id] = begun
    }
    Task {
      let state: State
      do {
        state = .done(try await WorkWatch.$current.withValue(begun.watch) { try await work() })
      } catch {
        let stopped = begun.watch.isStopped ? stopAddress : nil
        state = stopped.map(State.stopped) ?? .failed(Gate.failure(of: error))
      }
      works.withLock { $0[id]?.state = state }
    }
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end, case .running = self.work(id)?.state {
      try? await Task.sleep(for: Self.interval)
    }
    switch self.work(id)?.state {
    case .done(let address), .stopped(let address):
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

  /// Whether somebody's work reads or imports the file of an address.
  func isWorking(on address: String) -> Bool {
    works.withLock { works in
      works.values.contains { work in
        guard case .running = work.state else { return false }
        return work.files.contains(address)
      }
    }
  }

  /// What a person was shown as running and has not seen the result of, the latest first.
  func open(of login: String) -> [(id: String, work: Work)] {
    works.withLock { works in
      works.filter { $0.value.login == login && $0.value.isOpen }.map { (id: $0.key, work: $0.value) }
    }.sorted { $0.work.begun > $1.work.begun }
  }

  /// What others began that somebody may stop, and that is shown as running, the latest first.
  func stoppableOfOthers(_ visit: Visit) -> [(id: String, work: Work)] {
    works.withLock { works in
      works.filter { _, work in
        guard case .running = work.state else { return false }
        return work.isOpen && !work.isOf(visit) && work.mayBeStopped(by: visit)
      }.map { (id: $0.key, work: $0.value) }
    }.sorted { $0.work.begun > $1.work.begun }
  }

  /// Whether the work that this is a part of was stopped: what its last command answered then is no answer.
  static var isStopped: Bool { WorkWatch.current?.isStopped ?? false }

  /// Goes on where the work that this is a part of was not stopped.
  static func requireGoingOn() throws(PageFailure) {
    guard isStopped else { return }
    throw PageFailure(
      status: .conflict, title: LocalizedText("Stopped. Nothing was changed."),
      remedy: LocalizedText("You can begin again at any time."))
  }

  /// Notes that the result was looked at.
  func markSeen(_ id: String) { works.withLock { $0[id]?.isOpen = false } }

  func forget(_ id: String) { works.withLock { $0[id] = nil } }
}
