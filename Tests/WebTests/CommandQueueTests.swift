import Foundation
import RetailValues
import Serving
import Synchronization
import Testing

@testable import Web

/// Commands that have other programs make pictures smaller.
@Suite(.timeLimit(.minutes(10))) struct CommandQueueTests {
  /// A shop whose photos take until they are let go.
  private final class PhotoShop: ServedShop {
    let folder = NSTemporaryDirectory()
    let taking = DispatchSemaphore(value: 0)
    let photos = Mutex((now: 0, most: 0))

    func settings() throws -> ServedSettings {
      ServedSettings(frame: ShopFrame(name: "Test", currency: "EUR", now: ""), people: [])
    }

    func run(_ words: [String], input: String?, as login: String, role: Role?) -> CommandAnswer {
      if words.starts(with: ["count", "photo"]) {
        photos.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        taking.wait()
        photos.withLock { $0.now -= 1 }
      }
      return CommandAnswer(status: 0, output: "{}", notes: "")
    }
  }

  @Test func photosLeaveTheReadersToPages() async throws {
    let shop = PhotoShop()
    let commands = CommandQueue(shop)
    let senders = (1...12).map { _ in
      Task { await commands.run(CommandWords("count", "photo").converting, as: "mia", role: .counter) }
    }
    while shop.photos.withLock({ $0.now }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    let page = await commands.run(CommandWords("count", "list"), as: "anna", role: nil)
    #expect(page.status == 0)
    for _ in senders { shop.taking.signal() }
    for sender in senders {
      let answer = await sender.value
      #expect(answer.status == 0)
    }
    let most = shop.photos.withLock { $0.most }
    #expect(most == 2)
  }
}
