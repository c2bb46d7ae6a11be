internal import HTTPTypes
internal import NIOCore
internal import NIOPosix
internal import RetailValues
internal import Serving
internal import Synchronization

/// Runs commands outside of the threads that serve requests: many that read at once, those that write one after the other.
///
/// Those that read, plans of imports, and reports take turns by login; see ``CommandTurns``.
///
/// A writer waits here and not at the database, which would refuse it after a while.
final class CommandQueue: Sendable {
  private static let readersAtOnce = 6
  /// How many people may wait for their passphrase to be looked at.
  static let mostWaiting = 20

  private let shop: any ServedShop
  private let readers: NIOThreadPool
  private let readerTurns: CommandTurns
  /// Plans imports. Pages do not wait for large files, not even those of the person who sent them.
  private let planners: NIOThreadPool
  private let plannerTurns: CommandTurns
  private static let plansAtOnce = 3
  private let writer: NIOThreadPool
  /// Makes and checks backups: several at once would leave the pages no reader.
  private let longReader: NIOThreadPool
  /// Makes photos smaller, which takes up to half a minute each: others wait for their turn here, and not with a reader.
  private let converters: NIOThreadPool
  private static let convertersAtOnce = 2
  /// Makes hashes of passphrases, one after the other: they take a processor for a tenth of a second each, and pages are not to wait
  /// for those of strangers.
  private let hasher: NIOThreadPool
  /// Makes reports.
  private let reporters: NIOThreadPool
  /// Reports of managers and accountants do not wait for those of everybody else.
  private let officeReports: CommandTurns
  private let otherReports: CommandTurns
  /// Three, so that one login makes two at once and leaves a turn to others.
  private static let officeReportsAtOnce = 3
  private let waiting = Atomic(0)
  /// How many commands write or wait for it; those that ``write(_:)`` runs are not among them.
  private let writing = Atomic(0)
  /// When each of the small writes of ``write(_:)`` was asked for that has not ended, the oldest first.
  private let small = Mutex<[ContinuousClock.Instant]>([])
  /// How many of them may wait: together they take some 300 milliseconds.
  static let mostSmall = 4
  /// Whom small writes keep waiting longer than this, need not wait for them.
  private let patience: Duration
  /// What the writer does before each command; it answers the command itself where that is not possible.
  private let preparation = Mutex<@Sendable (any ServedShop) -> CommandAnswer?>({ _ in nil })

  /// - Parameters:
  ///   - patience: how long small writes may keep others waiting.
  ///   - reportsAtOnce: how many reports of people other than managers and accountants are made at once; half of the
  ///     processors unless given, so that pages have the others.
  ///   - reportPatience: how long a report waits for its turn.
  init(
    _ shop: any ServedShop, patience: Duration = .milliseconds(300), reportsAtOnce: Int? = nil,
    reportPatience: Duration = .seconds(20)
  ) {
    (self.shop, self.patience) = (shop, patience)
    let reportsAtOnce = reportsAtOnce ?? max(1, System.coreCount / 2)
    otherReports = CommandTurns(atOnce: reportsAtOnce, patience: reportPatience)
    officeReports = CommandTurns(atOnce: Self.officeReportsAtOnce, patience: reportPatience * 3)
    reporters = NIOThreadPool(numberOfThreads: reportsAtOnce + Self.officeReportsAtOnce)
    readers = NIOThreadPool(numberOfThreads: Self.readersAtOnce)
    readerTurns = CommandTurns(atOnce: Self.readersAtOnce)
    planners = NIOThreadPool(numberOfThreads: Self.plansAtOnce)
    plannerTurns = CommandTurns(atOnce: Self.plansAtOnce)
    writer = NIOThreadPool(numberOfThreads: 1)
    longReader = NIOThreadPool(numberOfThreads: 1)
    converters = NIOThreadPool(numberOfThreads: Self.convertersAtOnce)
    hasher = NIOThreadPool(numberOfThreads: 1)
    converters.start()
    hasher.start()
    reporters.start()
    readers.start()
    planners.start()
    writer.start()
    longReader.start()
  }

  /// Runs a command; one that reads or plans, when it is the login's turn.
  ///
  /// - Parameter input: the lines that the command reads; nil for none.
  func run(
    _ words: CommandWords, reading input: String? = nil, as login: String, role: Role?
  ) async -> CommandAnswer {
    let turns: CommandTurns? =
      switch words.kind {
      case .reading: readerTurns
      case .planning: plannerTurns
      case .writing, .long, .converting, .reporting: nil
      }
    // They wait for as long as it takes.
    _ = await turns?.begin(for: login)
    defer { turns?.end(of: login) }
    return await carryOut(words, reading: input, as: login, role: role)
  }

  private func carryOut(
    _ words: CommandWords, reading input: String? = nil, as login: String, role: Role?
  ) async -> CommandAnswer {
    let shop = shop
    if words.kind == .writing { writing.add(1, ordering: .sequentiallyConsistent) }
    defer { if words.kind == .writing { writing.subtract(1, ordering: .sequentiallyConsistent) } }
    let pool =
      switch words.kind {
      case .reading: readers
      case .planning: planners
      case .writing: writer
      case .long: longReader
      case .converting: converters
      case .reporting: reporters
      }
    // The threads of the pool are no tasks.
    let watch = WorkWatch.current
    let answer = try? await pool.runIfActive { [self] () -> CommandAnswer in
      // It may have been stopped while it waited.
      guard watch?.obeysStop() != true else { return CommandAnswer(status: 75, output: "", notes: "It was stopped.") }
      // What comes before the command is the work of others, and goes on.
      if let other = prepared(words.kind) { return other }
      return WorkWatch.$current.withValue(watch) {
        shop.run(words.words, input: input, as: login, role: role)
      }
    }
    return answer ?? CommandAnswer(status: 75, output: "", notes: "The server is being stopped.")
  }

  /// Makes a report, when it is its turn.
  ///
  /// - Parameter isForOffice: whether it is for a manager or an accountant.
  /// - Throws: that too many reports are made.
  func report(
    _ words: CommandWords, forOffice isForOffice: Bool, as login: String, role: Role?
  ) async throws(PageFailure) -> CommandAnswer {
    let turns = isForOffice ? officeReports : otherReports
    guard await turns.begin(for: login) else {
      throw PageFailure(
        status: .serviceUnavailable, title: LocalizedText("Many reports are being made at this moment"),
        remedy: LocalizedText("Try again in a minute."))
    }
    defer { turns.end(of: login) }
    return await carryOut(words.reporting, as: login, role: role)
  }

  /// What answers a command in its place; nil when it is to be carried out.
  private func prepared(_ kind: CommandWords.Kind) -> CommandAnswer? {
    guard kind == .writing else { return nil }
    let prepare: @Sendable (any ServedShop) -> CommandAnswer? = preparation.withLock { $0 }
    return prepare(shop)
  }

  /// Has the writer do something before each command.
  ///
  /// - Parameter work: returns an answer where the command is not to be carried out.
  func beforeWriting(_ work: @escaping @Sendable (any ServedShop) -> CommandAnswer?) {
    preparation.withLock { $0 = work }
  }

  /// Does what waits for a disk.
  func outside<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await readers.runIfActive(work)
  }

  /// Whether so much is written, or waits for it, that others had to wait.
  var isWriting: Bool {
    writing.load(ordering: .sequentiallyConsistent) > 0
      || small.withLock { small in
        small.count >= Self.mostSmall || small.first.map { $0.duration(to: .now) > patience } ?? false
      }
  }

  /// Writes something small after all that is being written now.
  func write<Result: Sendable>(_ work: @escaping @Sendable (any ServedShop) throws -> Result) async throws -> Result {
    let moment = small.withLock { small in
      let moment = ContinuousClock.now
      small.append(moment)
      return moment
    }
    defer {
      small.withLock { small in
        if let place = small.firstIndex(of: moment) { small.remove(at: place) }
      }
    }
    return try await writer.runIfActive { [shop] in try work(shop) }
  }

  /// The same for which nobody waits.
  func writeLater(_ work: @escaping @Sendable (any ServedShop) -> Void) {
    writer.submit { [shop] state in if case .active = state { work(shop) } }
  }

  /// Makes or compares hashes.
  ///
  /// - Throws: that too many wait already, and what the work throws.
  func hash<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    defer { waiting.subtract(1, ordering: .relaxed) }
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
      throw PageFailure(
        status: .serviceUnavailable, title: LocalizedText("Many people sign in at this moment"),
        remedy: LocalizedText("Try again in a minute."))
    }
    return try await hasher.runIfActive(work)
  }
}
