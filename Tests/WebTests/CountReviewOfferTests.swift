import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// What the review of a count and the pages around it offer next.
  @Suite struct CountReviewOffers {
    private static func answer(_ output: String) -> CommandAnswer {
      CommandAnswer(status: 0, output: output, notes: "")
    }

    /// A count with lines, of which nothing needs something.
    private static func review(_ state: String, _ lines: String...) -> CommandAnswer {
      answer(
        #"""
        {"session": {"count": "7", "state": "\#(state)", "kind": "partial", "location": "shop"}, "uncounted": 0,
          "may_post": true, "net": {"units": "2", "cost": "3.10", "retail": "5.00"}, "problems": [],
          "lines": [\#(lines.joined(separator: ", "))]}
        """#)
    }

    private static let small =
      #"{"sku": "V1", "title": "Ham", "variance": "-1", "counts": ["2"], "route": "as-counted"}"#
    private static let large =
      #"{"sku": "V2", "title": "Wine", "variance": "-9", "counts": ["1"], "route": "approval", "is_approved": false}"#
    private static let blank = #"{"sku": "V3", "title": "Oil", "state": "uncounted", "variance": "-4", "counts": []}"#

    private static func tick(_ sku: String, in form: String) -> String {
      #"<input type="checkbox" id="again-\#(sku)" form="\#(form)" name="item" value="\#(sku)">"#
    }

    @Test func everyDifferenceThatWasCountedCanBeCountedAgain() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.review("review", Self.small, Self.large, Self.blank)
        let page = try client.get("/counts/7/review")
        #expect(page.text.contains(Self.tick("V1", in: "recounts-rest")))
        #expect(page.text.contains(Self.tick("V2", in: "recounts-approve")))
        #expect(page.text.contains(">V3 Oil<") && !page.text.contains("again-V3"))
        #expect(page.text.contains(#"<form id="recounts-rest" action="/counts/7/recounts" method="post""#))
        #expect(page.text.contains(#"<form id="recounts-approve" action="/counts/7/recounts" method="post""#))
        #expect(page.text.components(separatedBy: ">Recount</th>").count == 3)
        // A form without a tick is answered where it was, unfolded.
        let refused = try client.post("/counts/7/recounts", [("from", "review"), ("table", "rest")], from: page)
        #expect(refused.status == 422 && refused.text.contains(##"href="#recounts-rest""##))
        #expect(refused.text.contains(#"<details class="mt4" id="rest" open>"#))
        let again = try client.get("/counts/7/review")
        server.shop.forget()
        let fields = [("from", "review"), ("table", "rest"), ("item", "V1")]
        let asked = try client.post("/counts/7/recounts", fields, from: again)
        #expect(asked.status == 303 && asked.location == "/counts/7/review")
        #expect(server.shop.words == [["count", "recount", "--item=V1", "--", "7"]])
      }
    }

    @Test(arguments: [
      (Role.manager, "counting", true), (.manager, "review", true), (.manager, "approved", false),
      (.manager, "posted", false), (.auditor, "review", false),
    ])
    func recountsAreOfferedWhereTheCommandAcceptsThem(role: Role, state: String, isOffered: Bool) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let page = try server.page("/counts/7/review", answering: Self.review(state, Self.small)).text
        #expect(page.contains(">V1 Ham<"))
        #expect(page.contains("again-V1") == isOffered && page.contains("recounts-rest") == isOffered)
      }
    }

    @Test func aColumnThatSaysNothingIsLeftOut() async throws {
      let posted = #"{"sku": "V1", "title": "Ham", "state": "counted", "variance": "-1"}"#
      let restated = #"{"sku": "V2", "variance": "-1", "state": "restated", "restated": "2", "variance_now": "-3"}"#
      try await ServedTestShop.serve { server in
        for (answer, isShown) in [
          (Self.review("posted", posted), false), (Self.review("posted", posted, restated), true),
          (Self.review("review", Self.small), true),
        ] {
          let page = try server.page("/counts/7/review", answering: answer).text
          #expect(page.contains(">Goes to</th>") == isShown)
        }
        let progress = try server.page("/counts/7", answering: Self.review("counting", Self.small)).text
        #expect(progress.contains(">Goes to</th>") && progress.contains("As counted"))
      }
    }

    @Test func aPostedCountCanBeReversedFromItsMessage() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.answer("{}")
        let answer = try client.post("/counts/7/post", [("net", "3.10")], from: page)
        #expect(answer.status == 303 && answer.location == "/counts/7/review")
        server.shop.answer = Self.review("posted", Self.small)
        let said = try client.get("/counts/7/review").text
        #expect(said.contains("Count 7 is posted."))
        #expect(said.contains(##"<a class="button" href="/counts/7/review?reverse=yes#why">Undo</a>"##))
        #expect(said.contains(#"<details class="mt4"><summary>Reverse this count"#))
        let undo = try client.get("/counts/7/review?reverse=yes").text
        #expect(undo.contains(#"<details class="mt4" open><summary>Reverse this count"#))
      }
    }

    @Test(arguments: [
      ("K9", "/counts/K9"), ("#K9", "/counts/K9"), ("12", "/counts/12"), ("May / 1", "/counts/May%20%2F%201"),
    ])
    func aCountIsFoundByItsNumber(text: String, address: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.counts = #"[{"count": "K9"}, {"count": "12"}, {"count": "May / 1"}, {"count": "k9"}]"#
        let none = CommandAnswer(
          status: 4, output: #"{"error": {"code": "not-found", "message": "there is no such thing", "remedy": ""}}"#,
          notes: "")
        // No product and no import have that code, and there are no orders.
        server.shop.answer(inTurn: (text == "12" ? [none, none] : [none]) + [Self.answer("[]")])
        let answer = try client.get("/find?q=" + FormValues.encoded(text))
        #expect(answer.status == 303 && answer.location == address)
      }
    }

    @Test(arguments: [
      (
        "B", #"[{"section": "A", "counter": "Ben"}, {"section": "B", "counter": "Zoe"}]"#, 0,
        "Section B is handed out to Zoe."
      ),
      // The command hides the names of others from a counter.
      ("B", "[]", 0, "Section B is handed out to somebody else."), ("B", "[]", 1, ""),
    ])
    func theSectionOfAnotherSaysSoBeforeTheFirstEntry(
      section: String, handouts: String, entered: Int, text: String
    ) async throws {
      try await ServedTestShop.serve { server in
        let answer = Self.answer(
          #"{"state": "counting", "items": [], "total": \#(entered), "is_of_others": true, "handouts": \#(handouts)}"#)
        let page = try server.page("/counts/7/sections/\(section)", answering: answer)
        #expect(page.status == 200 && page.text.contains("is handed out to") == !text.isEmpty)
        #expect(page.text.contains("<strong>\(text)</strong> Count here if you help with it") == !text.isEmpty)
        let own = Self.answer(#"{"state": "counting", "items": [], "total": 0}"#)
        let other = try server.page("/counts/7/sections/\(section)", answering: own)
        #expect(other.status == 200 && !other.text.contains("is handed out to"))
      }
    }

    @Test(arguments: [
      ("counting", ["Counting", "Not begun"]), ("review", ["Counted", "Not counted"]),
      ("approved", ["Counted", "Not counted"]), ("posted", ["Counted", "Not counted"]),
      ("reversed", ["Counted", "Not counted"]),
    ])
    func sectionsAreNotCountingOnceTheCountIsClosed(state: String, words: [String]) throws {
      let status = try #require(
        JSONValue(
          #"""
          {"session": {"count": "7", "state": "\#(state)"},
            "parts": [{"section": "A", "counter": "Mia", "items": 2, "units": "3", "recounts": 0}],
            "handouts": [{"section": "B", "counter": "Zoe"}]}
          """#))
      let rows = CountProgressPages.figures(status)["sections"] as? [[String: Any]] ?? []
      #expect(rows.map { ($0["state"] as? LocalizedText)?.description ?? "" } == words)
    }
  }
}
