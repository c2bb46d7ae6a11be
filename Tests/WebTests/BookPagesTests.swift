import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Closing the books where nothing can be closed, and receiving for those who may not see orders.
  @Suite struct NothingToDo {
    @Test(arguments: [
      (
        "wrong-state", "the books are closed through 2026-10-31 already",
        "Give a later day with --to, or reopen the last period first."
      ),
      ("refused", "2026-11-30 is not over yet, so it cannot be closed", "Close up to a day before today, 2026-11-30."),
    ])
    func booksThatCannotBeClosedSaySoBeforehand(code: String, message: String, remedy: String) async throws {
      try await ServedTestShop.serve(roles: [.accountant]) { server in
        let client = try server.signedIn()
        let error = "{\"error\": {\"code\": \"\(code)\", \"message\": \"\(message)\", \"remedy\": \"\(remedy)\"}}"
        server.shop.answer = CommandAnswer(status: 2, output: error, notes: "")
        let page = try client.get("/books/close")
        #expect(page.status == 200 && page.text.contains(message.dropFirst()), "\(page.text.prefix(300))")
        #expect(!page.text.contains(#"action="/books/close" method="post""#) && !page.text.contains("--to"))
        #expect(page.text.contains(code == "refused" ? remedy : "Choose a later day, or reopen the last period first."))
        let sent = try client.post("/books/close", [("to", "2026-10-31")], from: try client.get("/more"))
        #expect(sent.status == 409 && sent.text.contains(message.dropFirst()), "\(sent.status)")
      }
    }

    /// The form shows what is open of an order, which a counter never sees.
    @Test func aCounterDoesNotReceiveOnThePages() async throws {
      try await ServedTestShop.serve(roles: [.counter]) { server in
        let client = try server.signedIn()
        server.shop.forget()
        let page = try client.get("/orders/7/receive?supplier=S")
        #expect(page.status == 403 && page.text.contains("You may not follow orders, deliveries and invoices"))
        #expect(!server.shop.words.contains { $0.first == "order" }, "\(server.shop.words)")
        #expect(Role.counter.summary.contains("receives goods, on the pages and with commands."))
      }
    }
  }
}
