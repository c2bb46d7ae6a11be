import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The form of what came of an order.
  @Suite struct Receiving {
    private static let order = CommandAnswer(
      status: 0,
      output: #"""
        {"order": {"order_number": "7", "supplier": "S"}, "import_number": 9,
         "lines": [{"line": "1", "sku": "A1", "title": "Cheese", "open": "1.234", "pack_size": "1"}]}
        """#, notes: "")

    @Test(arguments: [
      ("1,5", "1=1.5"), ("12,50", "1=12.50"), ("1234.5", "1=1234.5"), ("1.2340", "1=1.2340"), ("1.234", "1"),
    ])
    func aQuantityIsReceived(typed: String, line: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.order
        server.shop.forget()
        let answer = try client.post(
          "/orders/7/receive?supplier=S", [("line", "1"), ("quantity.1", typed)], from: page)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(server.shop.words.contains { $0.contains("receive") && $0.contains("--line=\(line)") })
      }
    }

    @Test func withoutItsFieldAllThatIsOpenOfALineIsReceived() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.order
        server.shop.forget()
        let answer = try client.post("/orders/7/receive?supplier=S", [("line", "1")], from: page)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(server.shop.words.contains { $0.contains("receive") && $0.contains("--line=1") })
      }
    }

    @Test(arguments: [("", "The quantity of A1 is empty"), (" ", "is empty"), ("-2", "is below zero")])
    func anEmptiedQuantityWithItsTickIsRefusedAtItsField(typed: String, message: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.order
        server.shop.forget()
        let answer = try client.post(
          "/orders/7/receive?supplier=S", [("line", "1"), ("quantity.1", typed), ("document", "LS-77")], from: page)
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
        let field = try #require(answer.text.components(separatedBy: "<span class=\"why\">").dropFirst().first)
        #expect(field.prefix { $0 != "<" }.contains(message))
        #expect(answer.text.contains("name=\"quantity.1\"") && !answer.text.contains("value=\"1.234\""))
        #expect(answer.text.contains("value=\"LS-77\""), "what was typed is kept")
        #expect(!server.shop.words.contains { $0.contains("receive") })
      }
    }

    @Test func aQuantityThatTheFieldCannotShowIsReceivedWithTheFieldEmpty() async throws {
      let order = CommandAnswer(
        status: 0, output: Self.order.output.replacing("\"pack_size\": \"1\"", with: "\"pack_size\": \"7\""), notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = order
        server.shop.forget()
        let answer = try client.post("/orders/7/receive?supplier=S", [("line", "1"), ("quantity.1", "")], from: page)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(server.shop.words.contains { $0.contains("receive") && $0.contains("--line=1") })
      }
    }

    @Test(arguments: ["1,234", "12.500", "1.000", "1.234.567", "1e3"])
    func aQuantityThatCanMeanAnotherIsKeptAndAskedAbout(typed: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.order
        server.shop.forget()
        let answer = try client.post(
          "/orders/7/receive?supplier=S", [("line", "1"), ("quantity.1", typed)], from: page)
        #expect(answer.status == 422 && answer.text.contains("value=\"\(typed)\""), "\(answer.text.prefix(300))")
        #expect(answer.text.components(separatedBy: "<span class=\"why\">").count == 2, "one field is wrong")
        #expect(!server.shop.words.contains { $0.contains("receive") })
      }
    }
  }
}
