internal import HTTPTypes
internal import NIOPosix
internal import RetailValues
internal import Serving
internal import Synchronization

/// Runs commands outside of the threads that serve requests: many that read at once, those that write one after the other.
///
/// A writer waits here and not at the database, which would refuse it after a while.
final class CommandQueue: Sendable {
  private static let readersAtOnce = 6
  /// How many people may wait for their passphrase to be looked at.
  static let mostWaiting = 20

  private let shop: any ServedShop
  private let readers: NIOThreadPool
  private let writer: NIOThreadPool
  /// Makes hashes of passphrases, one after the other: they take a processor for a tenth of a second each, and pages are not to wait
  /// for those of strangers.
  private let hasher: NIOThreadPool
  private let waiting = Atomic(0)

  init(_ shop: any ServedShop) {
    self.shop = shop
    readers = NIOThreadPool(numberOfThreads: Self.readersAtOnce)
    writer = NIOThreadPool(numberOfThreads: 1)
    hasher = NIOThreadPool(numberOfThreads: 1)
    hasher.start()
    readers.start()
    writer.start()
  }

  func run(_ words: CommandWords, as login: String, role: Role?) async -> CommandAnswer {
    let shop = shop
    let pool = words.isWriting ? writer : readers
    let answer = try? await pool.runIfActive { shop.run(words.words, as: login, role: role) }
    return answer ?? CommandAnswer(status: 75, output: "", notes: "The server is being stopped.")
  }

  /// Makes or compares hashes.
  ///
  /// - Throws: that too many wait already, and what the work throws.
  func hash<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    defer { waiting.subtract(1, ordering: .relaxed) }
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
      throw PageFailure(
        status: .serviceUnavailable, title: "Many people sign in at this moment", remedy: "Try again in a minute.")
    }
    return try await hasher.runIfActive(work)
  }
}
