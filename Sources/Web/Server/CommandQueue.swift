internal import NIOPosix
internal import RetailValues

/// Runs commands outside of the threads that serve requests: many that read at once, those that write one after the other.
///
/// A writer waits here and not at the database, which would refuse it after a while.
struct CommandQueue: Sendable {
  private static let readersAtOnce = 6

  private let shop: any ServedShop
  private let readers: NIOThreadPool
  private let writer: NIOThreadPool

  init(_ shop: any ServedShop) {
    self.shop = shop
    readers = NIOThreadPool(numberOfThreads: Self.readersAtOnce)
    writer = NIOThreadPool(numberOfThreads: 1)
    readers.start()
    writer.start()
  }

  func run(_ words: CommandWords, as login: String, role: Role?) async -> CommandAnswer {
    let shop = shop
    let pool = words.isWriting ? writer : readers
    let answer = try? await pool.runIfActive { shop.run(words.words, as: login, role: role) }
    return answer ?? CommandAnswer(status: 75, output: "", notes: "The server is being stopped.")
  }

  /// Does other work that takes its time, such as making a hash.
  func work<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await readers.runIfActive(work)
  }
}
