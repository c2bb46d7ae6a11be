import Foundation
import RetailValues
import Serving
import Synchronization
import Testing

@testable import Web

/// Whose commands run at once, and who waits: photos that other programs make smaller, reports, and pages.
@Suite(.timeLimit(.minutes(10))) struct CommandQueueTests {
  /// A shop some of whose commands take until they are let go.
  private final class HeldShop: ServedShop {
    let folder = NSTemporaryDirectory()
    let identity: String? = nil
    /// How these commands begin.
    let held: [String]
    let taking = DispatchSemaphore(value: 0)
    let running = Mutex((now: 0, most: 0))

    init(holding held: String...) { self.held = held }

    func settings() throws -> ServedSettings {
      ServedSettings(frame: ShopFrame(name: "Test", currency: "EUR", now: ""), people: [])
    }

    func run(_ words: [String], input: String?, as login: String, role: Role?) -> CommandAnswer {
      if words.starts(with: held) {
        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        taking.wait()
        running.withLock { $0.now -= 1 }
      }
      return CommandAnswer(status: 0, output: "{}", notes: "")
    }
  }

  @Test func photosLeaveTheReadersToPages() async throws {
    let shop = HeldShop(holding: "count", "photo")
    let commands = CommandQueue(shop)
    let senders = (1...12).map { _ in
      Task { await commands.run(CommandWords("count", "photo").converting, as: "mia", role: .counter) }
    }
    while shop.running.withLock({ $0.now }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    let page = await commands.run(CommandWords("count", "list"), as: "anna", role: nil)
    #expect(page.status == 0)
    for _ in senders { shop.taking.signal() }
    for sender in senders {
      let answer = await sender.value
      #expect(answer.status == 0)
    }
    let most = shop.running.withLock { $0.most }
    #expect(most == 2)
  }

  @Test func reportsWaitForTheirTurnAndNothingWaitsForThem() async throws {
    let shop = HeldShop(holding: "report")
    let commands = CommandQueue(shop, reportsAtOnce: 1, reportPatience: .milliseconds(100))
    @Sendable func report(as login: String, forOffice: Bool = false) async throws -> CommandAnswer {
      try await commands.report(CommandWords("report"), forOffice: forOffice, as: login, role: nil)
    }
    let first = Task { try await report(as: "kim") }
    while shop.running.withLock({ $0.now }) < 1 { try await Task.sleep(for: .milliseconds(5)) }
    for _ in 1...10 {
      let page = await commands.run(CommandWords("count", "items"), as: "mia", role: nil)
      #expect(page.status == 0)
    }
    do {
      _ = try await report(as: "lee")
      Issue.record("a second report was made at once")
    } catch let failure as PageFailure {
      #expect(failure.title.description == "Many reports are being made at this moment")
    }
    let office = Task { try await report(as: "anna", forOffice: true) }
    while shop.running.withLock({ $0.now }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    for _ in 1...2 { shop.taking.signal() }
    _ = try await (first.value, office.value)
    shop.taking.signal()
    let next = try await report(as: "lee")
    #expect(next.status == 0)
  }

  @Test func aManagerMakesTwoReportsAtOnceAndLeavesATurnToOthers() async throws {
    let shop = HeldShop(holding: "report")
    let commands = CommandQueue(shop, reportPatience: .milliseconds(100))
    @Sendable func report(as login: String) async throws -> CommandAnswer {
      try await commands.report(CommandWords("report"), forOffice: true, as: login, role: nil)
    }
    let own = (1...2).map { _ in Task { try await report(as: "anna") } }
    while shop.running.withLock({ $0.now }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    await #expect(throws: PageFailure.self) { try await report(as: "anna") }
    let other = Task { try await report(as: "ben") }
    while shop.running.withLock({ $0.now }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
    for _ in 1...3 { shop.taking.signal() }
    for task in own + [other] {
      let answer = try await task.value
      #expect(answer.status == 0)
    }
  }

  @Test func oneLoginLeavesReadersToOthers() async throws {
    let shop = HeldShop(holding: "catalog")
    let commands = CommandQueue(shop)
    let pages = (1...60).map { _ in
      Task { await commands.run(CommandWords("catalog", "list"), as: "kim", role: nil) }
    }
    while shop.running.withLock({ $0.now }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
    // None of those pages is answered before this one.
    let page = await commands.run(CommandWords("count", "items"), as: "mia", role: nil)
    #expect(page.status == 0)
    for _ in pages { shop.taking.signal() }
    for page in pages {
      let answer = await page.value
      #expect(answer.status == 0)
    }
    let most = shop.running.withLock { $0.most }
    #expect(most == 3)
  }

  /// Not even the pages of the person who sent the files wait for them.
  @Test func plansLeaveTheReadersToPages() async throws {
    let shop = HeldShop(holding: "import")
    let commands = CommandQueue(shop)
    let plans = (1...8).map { _ in
      Task { await commands.run(CommandWords("import").planning, as: "anna", role: nil) }
    }
    while shop.running.withLock({ $0.now }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    for _ in 1...10 {
      let page = await commands.run(CommandWords("imports", "list"), as: "anna", role: nil)
      #expect(page.status == 0)
    }
    for _ in plans { shop.taking.signal() }
    for plan in plans {
      let answer = await plan.value
      #expect(answer.status == 0)
    }
    let most = shop.running.withLock { $0.most }
    #expect(most == 2)
  }

  @Test(arguments: [
    // One turn for all, which kim has first.
    (
      atOnce: 1, begun: ["kim"], waiting: ["kim", "kim", "lee", "lee", "mia"],
      order: ["lee", "mia", "kim", "lee", "kim"]
    ),
    // Two for each login: kim waits, although a turn is free.
    (atOnce: 4, begun: ["kim", "kim"], waiting: ["kim", "kim"], order: ["kim", "kim"]),
    (atOnce: 3, begun: ["kim", "kim"], waiting: ["kim", "kim"], order: ["kim", "kim"]),
    (atOnce: 4, begun: ["kim", "kim", "lee", "nora"], waiting: ["kim", "lee", "mia"], order: ["mia", "kim", "lee"]),
  ])
  func turnsGoFromLoginToLogin(_ example: (atOnce: Int, begun: [String], waiting: [String], order: [String]))
    async throws
  {
    let turns = CommandTurns(atOnce: example.atOnce, patience: .seconds(600))
    let order = Order()
    for login in example.begun {
      let isBegun = await turns.begin(for: login)
      #expect(isBegun)
    }
    var tasks: [Task<Void, Never>] = []
    for (number, login) in example.waiting.enumerated() {
      tasks.append(
        Task {
          guard await turns.begin(for: login) else { return }
          order.add(login)
          turns.end(of: login)
        })
      while turns.waiting <= number { try await Task.sleep(for: .milliseconds(5)) }
    }
    turns.end(of: example.begun[0])
    for task in tasks { await task.value }
    #expect(order.all == example.order)
  }

  /// Who had a turn.
  private final class Order: Sendable {
    private let logins = Mutex([String]())

    var all: [String] { logins.withLock { $0 } }

    func add(_ login: String) { logins.withLock { $0.append(login) } }
  }
}
