import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// The pages on which somebody counts.
  @Suite struct CountEntryForms {
    private static func answer(_ output: String) -> CommandAnswer {
      CommandAnswer(status: 0, output: output, notes: "")
    }

    private static let known = #"{"code": "A1", "sku": "A1", "title": "Cup", "pack": "1"}"#
    private static let unknown = #"{"code": "4711000000888", "counted": "2", "pack": "1"}"#

    private static func page(_ items: String) -> CommandAnswer {
      answer(#"{"items": [\#(items)], "state": "counting", "total": 1, "listed": 2, "entered": 1}"#)
    }

    @Test(arguments: [(known, "right", "✓ Known item"), (unknown, "unknown", "? Not in the catalog")])
    func aScanLooksAndSoundsLikeWhatItIs(item: String, look: String, word: String) async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page("/counts/7/sections/R1?item=x", answering: Self.page(item)).text
        #expect(page.contains(#"data-sound="\#(look)""#) && page.contains(#"<div class="now \#(look)">"#))
        #expect(page.contains(word) && page.contains(#"src="/assets/count-entry.js""#))
      }
    }

    @Test func whatIsNotTakenLooksAndSoundsWrong() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.page(Self.known)
        let page = try client.get("/counts/7/sections/R1?item=A1")
        let answer = try client.post("/counts/7/sections/R1", [("item", "A1"), ("quantity", "many")], from: page)
        #expect(answer.status == 422 && answer.text.contains(#"<span class="tag error">✗</span>"#))
        #expect(answer.text.contains(#"data-sound="wrong""#) && answer.text.contains(#"<div class="now wrong">"#))
        #expect(!answer.text.contains("✓ Known item"))
      }
    }

    @Test func anUnknownCodeIsSaidOnceAndWhetherItHasAPhoto() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [
          Self.page(Self.unknown), Self.answer(#"[{"code": "4711000000888", "sha256": "aa"}]"#),
        ])
        server.shop.forget()
        let page = try client.get("/counts/7/sections/R1").text
        #expect(server.shop.words.last == ["count", "photo", "--section=R1", "--", "7"])
        #expect(page.contains("Unknown code 4711000000888<span class=\"sub\">") && page.contains("· photo added<"))
        #expect(!page.contains("<span class=\"sub\">4711000000888"))
      }
    }

    @Test func aSavedNumberIsTakenBackWithinThePage() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = Self.answer(#"{"import_number": 57}"#)
        let fields = [("item", "A1"), ("title", "Cup"), ("quantity", "2"), ("way", "list")]
        _ = try client.post("/counts/7/sections/R1", fields, from: page)
        let said = try client.get("/more")
        #expect(said.text.contains("2 × Cup saved."))
        #expect(said.text.contains(#"<form action="/counts/7/sections/R1/undo/57?way=list" method="post">"#))
        for (isTakenBack, text) in [(true, "The entry is taken back."), (false, "so it is kept.")] {
          server.shop.answer = CommandAnswer(
            status: isTakenBack ? 0 : 3, output: #"{"is_taken_back": \#(isTakenBack)}"#, notes: "")
          server.shop.forget()
          let form = try client.get("/more")
          server.shop.forget()
          let undone = try client.post("/counts/7/sections/R1/undo/57?way=list", [], from: form)
          #expect(undone.status == 303 && undone.location == "/counts/7/sections/R1?way=list")
          #expect(server.shop.words == [["count", "take-back", "--", "7", "57"]])
          let next = try client.get("/more")
          #expect(next.text.contains(text))
        }
      }
    }

    /// A page in German takes 9,502 as the language writes it. Whether 9502 pieces are meant is the command's question.
    @Test(arguments: [("fraction-of-piece", "Das stimmt so: "), ("counted-by-another", "Das sind andere Stücke als ")])
    func aGuardOfTheNumberIsAskedOnThePage(code: String, label: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let german = ["Accept-Language": "de"]
        server.shop.answer = Self.page(Self.known)
        let page = try client.get("/counts/7/sections/R1?item=A1", headers: german)
        let asked = CommandAnswer(
          status: 4,
          output: #"""
            {"guards": [{"code": "\#(code)", "accepted": false, "remedy": "Check the quantity and the decimal mark.",
              "examples": [{"message": "the quantity 9.502 of 'A1' has a fraction, and the item is kept in pieces"}]}]}
            """#, notes: "")
        server.shop.answer(inTurn: [asked, Self.page(Self.known)])
        server.shop.forget()
        let fields = [("item", "A1"), ("quantity", "9,502"), ("accept", "date-far-off")]
        let answer = try client.post("/counts/7/sections/R1", fields, from: page, headers: german)
        #expect(server.shop.words.first?.contains("--quantity=9.502") == true)
        #expect(answer.status == 409 && answer.text.contains(label), "\(answer.text)")
        #expect(answer.text.contains("und der Artikel wird in Stück geführt"))
        #expect(answer.text.contains(#"<input type="checkbox" name="accept" value="\#(code)">"#))
        #expect(answer.text.contains(#"<input type="hidden" name="accept" value="date-far-off">"#))
        #expect(answer.input("quantity") == "9,502")
      }
    }

    @Test func blanksAreEnteredAsZero() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let other = #"{"code": "B2", "sku": "B2", "title": "Bowl", "pack": "1"}"#
        server.shop.answer = Self.page("\(Self.known), \(other)")
        let page = try client.get("/counts/7/sections/R1/done")
        #expect(page.text.contains(#"Zero<span class="unseen"> A1</span>"#) && page.text.contains("Enter 0 for all 2"))
        let enter = { (item: String) in
          ["count", "enter", "--section=R1", "--item=\(item)", "--quantity=0", "--patience=1", "--", "7"]
        }
        let left = ["count", "items", "--section=R1", "--left", "--limit=50", "--", "7"]
        let answers = [Self.page("\(Self.known), \(other)"), Self.answer(#"{"import_number": 57}"#)]
        server.shop.answer(inTurn: answers)
        server.shop.forget()
        let one = try client.post("/counts/7/sections/R1/zero", [("item", "A1"), ("title", "Cup")], from: page)
        #expect(one.status == 303 && one.location == "/counts/7/sections/R1/done")
        #expect(server.shop.words == [left, enter("A1")])
        let said = try client.get("/more")
        #expect(said.text.contains("0 × Cup saved.") && said.text.contains("/undo/57?way=done"))
        server.shop.answer(inTurn: answers)
        server.shop.forget()
        // C3 has a number since the page was made.
        let items = ["A1", "C3", "B2"].map { ("item", $0) }
        let all = try client.post("/counts/7/sections/R1/zero", items, from: said)
        #expect(all.status == 303 && server.shop.words == [left, enter("A1"), enter("B2")])
        #expect(try client.get("/more").text.contains("0 is saved for items: 2."))
      }
    }

    private static let status = #"""
      {"session": {"count": "7", "state": "counting", "kind": "full", "location": "shop"}, "on_sheet": 9, "counted": 3,
       "parts": [{"section": "R1", "counter": "Mia", "items": 1, "units": "1", "recounts": 0}],
       "handouts": [{"section": "R2", "counter": "Zoe"}],
       "sections": [{"section": "R1", "title": "Home", "listed": 4, "counted": 1}, {"section": "R2", "listed": 0, "counted": 0}],
       "lines": [{"sku": "A1", "title": "Cup", "variance": "-1", "sections": ["R1"], "counters": ["Mia", "Zoe"]}]}
      """#

    @Test(arguments: [Role.manager, .counter])
    func theSectionsOfTheLocationAreOffered(role: Role) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let page = try server.page("/counts/7", answering: Self.answer(Self.status)).text
        #expect(page.contains(#"list="known-sections""#))
        #expect(page.contains(#"<option value="R1">Home</option><option value="R2"></option>"#))
      }
    }

    @Test func progressIsThatOfTheListsOfSections() async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page("/counts/7", answering: Self.answer(Self.status)).text
        #expect(page.contains(#"<span class="nowrap">1 of 4</span>"#) && page.contains(#"value="25""#))
        // R2 has no list.
        #expect(page.contains(#"data-label="Items"><div>0</div>"#))
      }
    }

    @Test func differencesHaveTheirSectionAndCounters() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(Self.status)
        let places = #"<td role="cell">R1</td><td role="cell">Mia, Zoe</td>"#
        for path in ["/counts/7", "/counts/7/review"] {
          let page = try client.get(path).text
          #expect(page.contains(places), "\(path)")
        }
        server.shop.answer = Self.answer(
          Self.status.replacing(#", "sections": ["R1"], "counters": ["Mia", "Zoe"]"#, with: ""))
        let page = try client.get("/counts/7").text
        #expect(page.contains("A1 Cup</th><td role=\"cell\" class=\"n\">"))
      }
    }
  }
}
