import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Drafting an order of any items of a supplier.
  @Suite struct OrderItems {
    private static let address = "/orders/draft/items?supplier=S"

    /// The items A101 to A160 of a supplier.
    private static let items = CommandAnswer(
      status: 0,
      output: "["
        + (101...160).map {
          #"""
          {"sku": "A\#($0)", "title": "Cheese \#($0)", "on_hand": "12", "on_order": "3", "reorder_point": "7",
           "order_unit": "case", "pack_size": "6", "minimum_order": "2", "unit_cost": "1.5", "currency": "EUR"}
          """#
        }.joined(separator: ", ") + "]", notes: "")

    private static let drafted = CommandAnswer(
      status: 0, output: #"{"orders": [{"order_number": "20261201-1", "supplier": "S"}]}"#, notes: "")

    private static func draft(_ server: ServedTestShop.Running) -> [String]? {
      server.shop.words.first { $0.starts(with: ["order", "draft"]) }
    }

    @Test func theDraftLeadsToAllItemsWhereNothingIsLow() async throws {
      let nothing = CommandAnswer(status: 0, output: #"{"parameters": [], "data": {"lines": []}}"#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = nothing
        let page = try client.get("/orders/draft?supplier=S")
        #expect(page.text.contains("No item of this supplier is running low."), "\(page.text.prefix(300))")
        #expect(page.text.contains(#"href="/orders/draft/items?supplier=S""#))
      }
    }

    @Test func eachItemHasAnEmptyField() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.items
        server.shop.forget()
        let page = try client.get(Self.address + "&location=yard")
        #expect(page.status == 200 && page.input("quantity.A101") == "" && page.input("quantity.A150") == "")
        #expect(page.input("quantity.A151") == nil && page.text.contains("1 to 50 of 60"))
        #expect(page.text.contains(#"formaction="/orders/draft/items/find?from=51""#))
        #expect(page.text.contains(#"aria-label="Quantity of A101, in case of 6 units""#))
        #expect(page.text.contains("at least 2") && page.text.contains("3 on order"))
        let words = try #require(server.shop.words.first { $0.starts(with: ["order", "items"]) })
        #expect(words.contains("--supplier=S") && words.contains("--location=yard"), "\(words)")
      }
    }

    /// Without JavaScript, so that the entries are sent with the search.
    @Test func whatIsEnteredIsKeptWhileSearching() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.items
        let page = try client.get(Self.address)
        server.shop.forget()
        let entered = [("supplier", "S"), ("quantity.A101", "3"), ("quantity.A102", "")]
        let found = try client.post("/orders/draft/items/find", entered + [("find", "a160")], from: page)
        #expect(found.status == 200 && found.input("quantity.A101") == "3", "\(found.text.prefix(300))")
        #expect(found.input("quantity.A160") == "" && found.input("quantity.A102") == nil)
        let next = try client.post("/orders/draft/items/find?from=51", entered, from: page)
        #expect(next.status == 200 && next.input("quantity.A101") == "3" && next.input("quantity.A151") == "")
        #expect(next.text.contains("51 to 60 of 60"))
        #expect(Self.draft(server) == nil)
      }
    }

    @Test func whatWasEnteredIsOrdered() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.drafted
        server.shop.forget()
        let fields = [
          ("supplier", "S"), ("location", ""), ("quantity.A101", "1,5"), ("quantity.A102", ""), ("quantity.A103", "2"),
        ]
        let answer = try client.post("/orders/draft/items", fields, from: page)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(answer.location == "/orders/20261201-1?supplier=S")
        let options = ["--supplier=S", "--quantity=A101=1.5", "--quantity=A103=2", "--any-item"]
        #expect(Self.draft(server)?.dropFirst(2).filter { $0 != "--" } == options)
      }
    }

    @Test(
      arguments: [
        ("", "No quantity is entered", false), ("0", "Every quantity is zero", false),
        ("-1", "The quantity of A101 is below zero", true), ("four", "“four” is not a quantity", true),
        ("1.2345", "“1.2345” has more than three decimals", true),
      ])
    func whatIsNoQuantityIsNotOrdered(typed: String, message: String, isOfOneLine: Bool) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.items
        server.shop.forget()
        let fields = [("supplier", "S"), ("quantity.A101", typed)]
        let answer = try client.post("/orders/draft/items", fields, from: page)
        #expect(answer.status == 422 && answer.text.contains(message), "\(answer.text.prefix(300))")
        #expect(answer.text.contains("-why\">\(message)</span>") == isOfOneLine)
        #expect(answer.input("quantity.A101") == typed, "what was typed is kept")
        #expect(Self.draft(server) == nil)
      }
    }

    /// Such as an item that was discontinued since the page was shown.
    @Test func aRefusalIsShownOnTheForm() async throws {
      let refused = CommandAnswer(
        status: 4,
        output: #"""
          {"error": {"code": "not-found", "message": "the supplier 'S' has no item 'C3'",
                     "remedy": "Draft the order without it."}}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: [refused, Self.items])
        let fields = [("supplier", "S"), ("quantity.A101", "3"), ("quantity.C3", "1")]
        let answer = try client.post("/orders/draft/items", fields, from: page)
        #expect(answer.status == 422 && answer.text.contains("Draft the order without it."))
        #expect(answer.input("quantity.A101") == "3" && answer.input("quantity.C3") == nil)
      }
    }

    @Test func whoMayNotOrderSeesNoItems() async throws {
      try await ServedTestShop.serve { server in
        server.shop.roles = [.counter]
        let client = try server.signedIn()
        server.shop.forget()
        let answer = try client.get(Self.address)
        #expect(answer.status == 403)
        #expect(!server.shop.words.contains { $0.starts(with: ["order", "items"]) })
      }
    }
  }
}
