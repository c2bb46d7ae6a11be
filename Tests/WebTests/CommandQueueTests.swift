import Foundation
import RetailValues
import Serving
import Synchronization
import Testing

@testable import Web

/// Commands that take long: photos that other programs make smaller, and reports.
@Suite(.timeLimit(.minutes(10))) struct CommandQueueTests {
  /// A shop some of whose commands take until they are let go.
  private final class HeldShop: ServedShop {
    let folder = NSTemporaryDirectory()
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

  @Test func turnsGoFromLoginToLogin() async throws {
    let turns = ReportTurns(atOnce: 1, patience: .seconds(600))
    let order = Order()
    let isFirst = await turns.begin(for: "kim")
    #expect(isFirst)
    var tasks: [Task<Void, Never>] = []
    for (number, login) in ["kim", "kim", "lee"].enumerated() {
      tasks.append(
        Task {
          guard await turns.begin(for: login) else { return }
          order.add(login)
          turns.end()
        })
      while turns.waiting <= number { try await Task.sleep(for: .milliseconds(5)) }
    }
    turns.end()
    for task in tasks { await task.value }
    #expect(order.all == ["lee", "kim", "kim"])
  }

  /// Who had a turn.
  private final class Order: Sendable {
    private let logins = Mutex([String]())

    var all: [String] { logins.withLock { $0 } }

    func add(_ login: String) { logins.withLock { $0.append(login) } }
  }
}
