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
        let (answer, words) = try server.received([("quantity.1", typed)], of: Self.order)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(words?.contains("--line=\(line)") == true, "\(words ?? [])")
      }
    }

    /// In the words of the page: the command would say how its option is written.
    @Test(arguments: [
      ("one", "“one” is not a quantity"), ("5 kg 2", "“5 kg 2” is not a quantity"),
      ("99999999999999999999", "“99999999999999999999” is not a quantity"),
      ("1.2345", "“1.2345” has more than three decimals"), ("0,0001", "“0,0001” has more than three decimals"),
      ("0", "The quantity of A1 is zero"), ("0,000", "The quantity of A1 is zero"),
    ])
    func whatIsNoQuantityIsNotReceived(typed: String, message: String) async throws {
      try await ServedTestShop.serve { server in
        let (answer, words) = try server.received([("quantity.1", typed)], of: Self.order)
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
        #expect(answer.text.contains("-why\">\(message)</span>"))
        #expect(answer.text.contains(#"name="quantity.1" aria-label="Quantity of A1, in "#))
        #expect(answer.text.contains(#"value="\#(typed)""#), "what was typed is kept")
        #expect(words == nil)
      }
    }

    @Test func withoutItsFieldAllThatIsOpenOfALineIsReceived() async throws {
      try await ServedTestShop.serve { server in
        let (answer, words) = try server.received([], of: Self.order)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(words?.contains("--line=1") == true, "\(words ?? [])")
      }
    }

    // MARK: What is expected

    /// An order with one line of ten, of which something is open, ordered in units of `pack` stock units.
    private static func ordered(_ quantities: String, pack: Int = 1) -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: #"""
          {"order": {"order_number": "7", "supplier": "S"}, "import_number": 9,
           "lines": [{"line": "1", "sku": "A1", "ordered": "10", "pack_size": "\#(pack)", \#(quantities)}]}
          """#, notes: "")
    }

    @Test(
      arguments: [
        (#""open": "10""#, 1, "10", true, "ordered: 10 stock units"),
        (#""open": "6", "received": "4""#, 1, "6", true, "ordered: 10 stock units, received: 4"),
        (#""open": "10", "confirmed": "8""#, 1, "8", true, "confirmed: 8 stock units"),
        (#""open": "10", "confirmed": "0""#, 1, "0", false, "confirmed: 0 stock units"),
        (#""open": "10", "confirmed": "8", "despatched": "5""#, 1, "5", true, "advised: 5 stock units"),
        (
          #""open": "6", "confirmed": "10", "despatched": "7", "received": "4""#, 1, "3", true,
          "advised: 7 stock units, received: 4"
        ),
        (
          #""open": "4", "confirmed": "10", "despatched": "6", "received": "6""#, 1, "0", false,
          "advised: 6 stock units, received: 6"
        ),
        (#""open": "10", "despatched": "6""#, 2, "3", true, "advised: 6 stock units"),
        (#""open": "10", "despatched": "5""#, 3, "", true, "advised: 5 stock units"),
      ] as [(String, Int, String, Bool, String)])
    func aLineIsFilledInWithWhatIsExpectedOfIt(
      quantities: String, pack: Int, filledIn: String, isTicked: Bool, source: String
    ) async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page("/orders/7/receive?supplier=S", answering: Self.ordered(quantities, pack: pack))
        #expect(
          page.status == 200 && page.text.contains(#"inputmode="decimal" value="\#(filledIn)""#),
          "\(page.text.prefix(300))")
        #expect(page.text.contains(#"aria-label="A1 arrived" checked>"#) == isTicked)
        #expect(page.text.contains("Check the ticked lines: take the tick away where nothing came"))
        #expect(page.text.contains("with the quantity in its field, also where nobody counted what came"))
        #expect(page.text.contains("<span class=\"sub\">\(source)</span>"))
      }
    }

    @Test(
      arguments: [
        (#""open": "10""#, 1, "10", "1"), (#""open": "10", "confirmed": "8""#, 1, "8", "1=8"),
        (#""open": "10", "confirmed": "8""#, 1, "10", "1=10"),
        (#""open": "10", "despatched": "6""#, 2, "3", "1=3"),
      ] as [(String, Int, String, String)])
    func whatIsExpectedIsReceived(quantities: String, pack: Int, typed: String, line: String) async throws {
      try await ServedTestShop.serve { server in
        let order = Self.ordered(quantities, pack: pack)
        let (answer, words) = try server.received([("quantity.1", typed)], of: order)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(words?.contains("--line=\(line)") == true, "\(words ?? [])")
      }
    }

    /// An empty field would mean all that is open, and that is not what the supplier announced.
    @Test func anAdvisedQuantityThatTheFieldCannotShowIsAskedFor() async throws {
      try await ServedTestShop.serve { server in
        let order = Self.ordered(#""open": "10", "despatched": "5""#, pack: 3)
        let (answer, words) = try server.received([("quantity.1", "")], of: order)
        #expect(answer.status == 422 && answer.text.contains("The quantity of A1 is empty"))
        #expect(words == nil)
      }
    }

    /// The same page in two windows, of which the other one was sent first.
    @Test(arguments: [("", "received.1", 422), ("4", "received.1", 303), ("", "received.2", 303)])
    func whatWasReceivedInTheMeantimeIsNotReceivedAgain(known: String, field: String, status: Int) async throws {
      try await ServedTestShop.serve { server in
        let order = Self.ordered(#""open": "6", "despatched": "4", "received": "4""#)
        let (answer, words) = try server.received([("quantity.1", "4"), (field, known)], of: order)
        #expect(answer.status == status, "\(answer.text.prefix(300))")
        #expect((words == nil) == (status == 422))
        guard status == 422 else { return }
        #expect(answer.text.contains("goods of these lines were received since this page was opened"))
        #expect(answer.text.contains(#"name="received.1" value="4""#))
        #expect(answer.text.contains(#"inputmode="decimal" value="0""#), "what is left, and not what was typed")
      }
    }

    // MARK: When the goods came

    @Test(arguments: [
      ("en", "2026-11-09T10:00", "2026-11-09T10:00"), ("de", "9.11.2026 10:00", "2026-11-09T10:00"),
      ("fr", "09/11/2026", "2026-11-09"),
    ])
    func goodsAreReceivedAtTheTimeWhenTheyCame(language: String, typed: String, moment: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let headers = ["Accept-Language": language]
        server.shop.answer = Self.order
        for document in ["", "LS-77"] {
          let page = try client.get("/orders/7/receive?supplier=S", headers: headers)
          #expect(page.text.contains(#"name="at" type="datetime-local" value="""#))
          server.shop.forget()
          let answer = try client.post(
            "/orders/7/receive?supplier=S", [("line", "1"), ("at", typed), ("document", document)], from: page,
            headers: headers)
          #expect(answer.status == 303, "\(answer.text.prefix(300))")
          let words = try #require(server.shop.words.first { $0.contains("receive") })
          #expect(words.contains("--at=\(moment)"), "\(words)")
          // Without a number of its own, a second delivery of that time would replace the first one.
          let number = try #require(words.first { $0.hasPrefix("--document=") })
          #expect(document.isEmpty ? number.hasPrefix("--document=7 20") : number == "--document=LS-77", "\(number)")
          #expect(!document.isEmpty || number.hasSuffix("+05:45"), "by the shop's clock: \(number)")
        }
      }
    }

    @Test func goodsWithoutATimeAreReceivedNow() async throws {
      try await ServedTestShop.serve { server in
        let (answer, received) = try server.received([("at", " ")], of: Self.order)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        let words = try #require(received)
        #expect(!words.contains { $0.hasPrefix("--at") || $0.hasPrefix("--document") }, "\(words)")
      }
    }

    private static let notATime = CommandAnswer(
      status: 2,
      output: #"""
        {"error": {"code": "usage", "message": "--at 31.02.2026 is not a time",
          "remedy": "Write 2026-10-31 or 2026-10-31T18:00."}}
        """#, notes: "")
    private static let inTheFuture = CommandAnswer(
      status: 3,
      output: #"""
        {"problems": [], "guards": [
          {"code": "date-far-off", "accepted": false, "remedy": "Check the date.", "examples": [
            {"code": "date-far-off", "message": "the time 2027-01-01 10:00 lies in the future", "remedy": ""}]}]}
        """#, notes: "")

    @Test(arguments: [
      (notATime, "31.02.2026", "31.02.2026 is not a time"),
      (inTheFuture, "2027-01-01T10:00", "The time 2027-01-01 10:00 lies in the future"),
    ])
    func whatTheCommandSaysOfTheTimeIsShownAtItsField(
      refusal: CommandAnswer, typed: String, message: String
    ) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer(inTurn: [Self.order, refusal, Self.order])
        let answer = try client.post("/orders/7/receive?supplier=S", [("line", "1"), ("at", typed)], from: page)
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
        #expect(answer.text.contains("-why\">\(message)</span>"))
        #expect(!answer.text.contains("Write 2026"), "a field is filled in, not written")
        #expect(answer.text.contains(#"name="at" type="datetime-local" value="\#(typed)""#), "what was typed is kept")
        #expect(answer.text.contains(#"name="accept" value="date-far-off""#) == typed.hasPrefix("2027"))
      }
    }

    @Test(arguments: [("2026-11-09", "2026-11-09T23:59"), ("2026-11-09 10:00", "2026-11-09T10:00")])
    func aTimeIsShownAgainAsItsFieldTakesIt(typed: String, value: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.order
        let answer = try client.post("/orders/7/receive?supplier=S", [("at", typed)], from: page)
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
        #expect(answer.text.contains(#"name="at" type="datetime-local" value="\#(value)""#))
      }
    }

    // MARK: Nothing that was received

    @Test func linesThatWereReceivedMeanwhileAreNoError() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        let nothing = CommandAnswer(status: 0, output: #"{"order_number": "7"}"#, notes: "")
        server.shop.answer(inTurn: [Self.order, nothing, Self.order])
        let answer = try client.post("/orders/7/receive?supplier=S", [("line", "1")], from: page)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        let after = try client.follow(answer).text
        #expect(after.contains("Nothing was received: none of these lines is open any more."))
      }
    }

    @Test(arguments: [
      (#""outcome": "applied", "counts": [{"kind": "documents", "action": "unchanged", "records": 1}]"#, 422),
      (#""outcome": "already-applied", "counts": []"#, 422),
      (
        #"""
        "outcome": "applied", "counts": [{"kind": "documents", "action": "unchanged", "records": 1},
          {"kind": "receipts", "action": "create", "records": 1}]
        """#, 303
      ),
    ])
    func aDeliveryNoteThatIsRecordedAlreadyIsRefusedAtItsField(result: String, status: Int) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        let received = CommandAnswer(status: 0, output: #"{"import_number": 42, \#(result)}"#, notes: "")
        server.shop.answer(inTurn: [Self.order, received, Self.order])
        let fields = [("line", "1"), ("document", "LS-77"), ("at", "2026-11-09T10:00")]
        let answer = try client.post("/orders/7/receive?supplier=S", fields, from: page)
        #expect(answer.status == status, "\(answer.text.prefix(300))")
        guard status == 422 else { return }
        let message = "Nothing was received: this delivery note is recorded already."
        #expect(answer.text.contains("-why\">\(message)</span>"))
        #expect(answer.text.contains("value=\"LS-77\"") && !answer.text.contains("/imports/42/undo"))
      }
    }

    // MARK: Quantities that are refused

    @Test(arguments: [("", "The quantity of A1 is empty"), (" ", "is empty"), ("-2", "is below zero")])
    func anEmptiedQuantityWithItsTickIsRefusedAtItsField(typed: String, message: String) async throws {
      try await ServedTestShop.serve { server in
        let (answer, words) = try server.received([("quantity.1", typed), ("document", "LS-77")], of: Self.order)
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
        let field = try #require(answer.text.components(separatedBy: "<span class=\"why\"").dropFirst().first)
        #expect(field.prefix { $0 != "<" }.contains(message))
        #expect(answer.text.contains("name=\"quantity.1\"") && !answer.text.contains("value=\"1.234\""))
        #expect(answer.text.contains("value=\"LS-77\""), "what was typed is kept")
        #expect(words == nil)
      }
    }

    @Test func aQuantityThatTheFieldCannotShowIsReceivedWithTheFieldEmpty() async throws {
      let order = CommandAnswer(
        status: 0, output: Self.order.output.replacing("\"pack_size\": \"1\"", with: "\"pack_size\": \"7\""), notes: "")
      try await ServedTestShop.serve { server in
        let (answer, words) = try server.received([("quantity.1", "")], of: order)
        #expect(answer.status == 303, "\(answer.text.prefix(300))")
        #expect(words?.contains("--line=1") == true, "\(words ?? [])")
      }
    }

    @Test(arguments: ["1,234", "12,500", "1,000", "1.234.567", "1e3", "12 3", "1 2345", "1,234.", "1.234,"])
    func aQuantityThatCanMeanAnotherIsKeptAndAskedAbout(typed: String) async throws {
      try await ServedTestShop.serve { server in
        let (answer, words) = try server.received([("quantity.1", typed)], of: Self.order)
        #expect(answer.status == 422 && answer.text.contains("value=\"\(typed)\""), "\(answer.text.prefix(300))")
        #expect(answer.text.components(separatedBy: "<span class=\"why\"").count == 2, "one field is wrong")
        #expect(words == nil)
      }
    }
  }
}

extension ServedTestShop.Running {
  /// What the page of an order answers when its line 1 is received, and the command that it ran; nil where it ran none.
  ///
  /// - Parameters:
  ///   - fields: what the form has besides the line.
  ///   - order: what each command answers.
  fileprivate func received(
    _ fields: [(String, String)], of order: CommandAnswer
  ) throws -> (answer: PageClient.Answer, words: [String]?) {
    let client = try signedIn()
    let page = try client.get("/more")
    shop.answer = order
    shop.forget()
    let answer = try client.post("/orders/7/receive?supplier=S", [("line", "1")] + fields, from: page)
    return (answer, shop.words.first { $0.contains("receive") })
  }
}
