import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Closing what is still open of an order.
  @Suite struct OrderClosing {
    private static let address = "/orders/7/close?supplier=S"

    /// Two lines are open, and of the second one more was sent than came.
    private static let order = CommandAnswer(
      status: 0,
      output: #"""
        {"order": {"order_number": "7", "supplier": "S", "supplier_name": "Smith", "open_lines": 2}, "import_number": 9,
         "lines": [
           {"line": "1", "sku": "A1", "title": "Cheese", "ordered": "12", "received": "10", "open": "2"},
           {"line": "2", "sku": "B2", "title": "Ham", "ordered": "5", "received": "0", "despatched": "5", "open": "5"},
           {"line": "3", "sku": "C3", "title": "Wine", "ordered": "6", "received": "6", "open": "0"}]}
        """#, notes: "")

    private static func isTicked(_ sku: String, _ page: PageClient.Answer) -> Bool {
      page.text.contains("aria-label=\"Close \(sku)\" checked")
    }

    @Test(arguments: [(Role.manager, true), (.accountant, false), (.auditor, false)])
    func closingIsOfferedToPeopleWhoPlaceOrders(role: Role, isOffered: Bool) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let client = try server.signedIn()
        let secrets = try client.get("/more")
        server.shop.answer = Self.order
        let page = try client.get("/orders/7?supplier=S").text
        #expect(page.contains(#"href="/orders/7/close?supplier=S""#) == isOffered)
        #expect(page.contains(#"href="/orders/7/close?supplier=S&amp;line=2""#) == isOffered)
        #expect(!page.contains("line=3"), "nothing of it is open")
        let form = try client.get(Self.address)
        #expect(form.status == (isOffered ? 200 : 403))
        server.shop.forget()
        let sent = try client.post(Self.address, [("line", "1"), ("reason", "gone")], from: secrets)
        #expect(sent.status == (isOffered ? 303 : 403))
        #expect(server.shop.words.contains { $0.starts(with: ["order", "close"]) } == isOffered)
      }
    }

    @Test func whatWillNotComeIsShownBeforeItIsClosed() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.order
        server.shop.forget()
        let all = try client.get(Self.address)
        #expect(Self.isTicked("A1", all) && Self.isTicked("B2", all) && !all.text.contains(">C3<"))
        #expect(all.text.contains(#"data-label="Will not come, in stock units"><div>5"#))
        #expect(all.text.contains("take the tick away from what Smith will still deliver"))
        #expect(all.text.contains(#"name="short-delivery""#))
        let one = try client.get(Self.address + "&line=2")
        #expect(!Self.isTicked("A1", one) && Self.isTicked("B2", one))
        #expect(!server.shop.words.contains { $0.starts(with: ["order", "close"]) })
        let sent = CommandAnswer(
          status: 0, output: Self.order.output.replacing(#""despatched": "5""#, with: #""despatched": "0""#), notes: "")
        server.shop.answer = sent
        let none = try client.get(Self.address).text
        #expect(none.contains("Close B2") && !none.contains(#"name="short-delivery""#))
      }
    }

    @Test(arguments: [(["1", "2"], true), (["2"], false)])
    func theTickedLinesAreClosed(lines: [String], isLoss: Bool) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.order
        let page = try client.get(Self.address)
        server.shop.forget()
        var fields = lines.map { ("line", $0) }
        fields.append(("reason", "no longer made"))
        fields.append(("location", "shop"))
        if isLoss { fields.append(("short-delivery", "yes")) }
        let answer = try client.post(Self.address, fields, from: page)
        #expect(answer.status == 303 && answer.location == "/orders/7?supplier=S", "\(answer.text.prefix(300))")
        let words = server.shop.words.first { $0.starts(with: ["order", "close"]) }
        var expected = ["order", "close", "--supplier=S"]
        expected += lines.map { "--line=\($0)" }
        expected.append("--reason=no longer made")
        // Without a loss nothing is booked anywhere.
        if isLoss { expected += ["--short-delivery", "--location=shop"] }
        expected += ["--", "7"]
        #expect(words == expected)
        let after = try client.follow(answer).text
        #expect(after.contains("What was open is closed, as import 9.") && after.contains("/imports/9/undo"))
      }
    }

    @Test(
      arguments: [
        ([("line", "2"), ("reason", " ")], "The reason is missing"), ([("reason", "gone")], "No line is ticked"),
      ] as [([(String, String)], String)])
    func anEntryThatLacksSomethingIsAskedForAgain(fields: [(String, String)], message: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.order
        server.shop.forget()
        let answer = try client.post(Self.address, fields, from: page)
        #expect(answer.status == 422 && answer.text.contains(message), "\(answer.text.prefix(300))")
        #expect(!Self.isTicked("A1", answer))
        #expect(Self.isTicked("B2", answer) == (fields.count == 2), "the ticks are kept")
        #expect(answer.text.contains(#"-why">The reason is missing</span>"#) == (fields.count == 2))
        #expect(answer.text.contains(#"name="reason" value="gone""#) == (fields.count == 1))
        #expect(!server.shop.words.contains { $0.starts(with: ["order", "close"]) })
      }
    }

    @Test func aGuardIsAnsweredOnThePage() async throws {
      let stopped = CommandAnswer(
        status: 3,
        output: #"""
          {"problems": [], "guards": [
            {"code": "over-delivery", "accepted": false, "remedy": "Check the delivery.", "examples": []}]}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: [Self.order, stopped, Self.order])
        let fields = [("line", "2"), ("reason", "gone")]
        let asked = try client.post(Self.address, fields, from: page)
        #expect(asked.status == 422 && asked.text.contains("Nothing was closed yet"), "\(asked.text.prefix(300))")
        #expect(asked.text.contains(#"name="accept" value="over-delivery""#) && asked.text.contains(#"value="gone""#))
        server.shop.forget()
        let sent = try client.post(Self.address, fields + [("accept", "over-delivery")], from: asked)
        #expect(sent.status == 303)
        #expect(server.shop.words.contains { $0.contains("close") && $0.contains("--accept=over-delivery") })
      }
    }

    @Test func linesThatWereClosedMeanwhileAreNoError() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        let nothing = CommandAnswer(status: 0, output: #"{"order_number": "7"}"#, notes: "")
        server.shop.answer(inTurn: [Self.order, nothing, Self.order])
        let answer = try client.post(Self.address, [("line", "2"), ("reason", "gone")], from: page)
        #expect(answer.status == 303)
        let after = try client.follow(answer).text
        #expect(after.contains("none of these lines is open any more"))
      }
    }
  }
}
