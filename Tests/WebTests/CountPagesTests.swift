import RetailValues
import Serving
import Testing
import WebTesting
import Wording

@testable import Web

extension ServerTests {
  /// The forms of a count on a real server, with a shop that only notes what it is asked.
  @Suite struct CountForms {
    private static let enter = [
      "count", "enter", "--section=A", "--item=A1", "--quantity=8", "--patience=1", "--", "7",
    ]

    @Test func theEndOfAListSavesTheItemThatIsShown() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let answer = try client.post(
          "/counts/7/sections/A", [("item", "A1"), ("quantity", "8"), ("done", "ask")], from: page)
        #expect(answer.status == 303)
        #expect(answer.location == "/counts/7/sections/A/done")
        #expect(server.shop.words == [Self.enter])
      }
    }

    @Test func theEndWithoutAListSavesTheItemThatIsShown() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let answer = try client.post(
          "/counts/7/sections/A", [("item", "A1"), ("quantity", "8"), ("done", "yes")], from: page)
        #expect(answer.status == 303)
        #expect(answer.location == "/counts/7")
        #expect(server.shop.words == [Self.enter, ["count", "section", "--done", "--patience=1", "--", "7", "A"]])
      }
    }

    /// Others who are still counting are not stopped by it.
    @Test(arguments: [("", true), (#"{"section": "A", "counter": "Jonas", "items": 3}"#, false)])
    func theWholeCountIsClosedWhereItIsCounted(others: String, isClosed: Bool) async throws {
      let own = #"{"section": "", "counter": "Anna", "done_at": "2026-11-27T10:00:00Z"}"#
      let status = #"{"session": {"count": "7"}, "parts": [\#(others)], "handouts": [\#(own)]}"#
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        server.shop.answer = CommandAnswer(status: 0, output: status, notes: "")
        let fields = [("item", "A1"), ("quantity", "8"), ("done", "close")]
        let answer = try client.post("/counts/7/entry", fields, from: page)
        #expect(answer.status == 303 && answer.location == (isClosed ? "/counts/7/review" : "/counts/7"))
        let entered = Self.enter.filter { $0 != "--section=A" }
        let done = ["count", "section", "--done", "--patience=1", "--", "7", ""]
        let close = isClosed ? [["count", "close", "--", "7"]] : []
        #expect(server.shop.words == [entered, done, ["count", "status", "--", "7"]] + close)
      }
    }

    @Test(arguments: [(Role.manager, true), (.counter, false)])
    func whoRunsCountsClosesThemWhereTheyCount(role: Role, isOffered: Bool) async throws {
      let open = CommandAnswer(
        status: 0, output: #"{"state": "open", "location": "shop", "items": []}"#, notes: "")
      try await ServedTestShop.serve(roles: [role]) { server in
        let client = try server.signedIn()
        server.shop.answer = open
        let whole = try client.get("/counts/7/entry")
        #expect(whole.status == 200 && whole.text.contains(#"name="done" value="close""#) == isOffered)
        let section = try client.get("/counts/7/sections/A")
        #expect(section.status == 200 && !section.text.contains(#"name="done" value="close""#))
      }
    }

    @Test func aNumberThatIsEmptiedIsSaidNotToBeSaved() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let fields = [("item", "A1"), ("title", "Ale"), ("quantity", ""), ("change", "1"), ("way", "list")]
        let answer = try client.post("/counts/7/sections/A", fields, from: page)
        #expect(answer.status == 303 && server.shop.words.isEmpty)
        let next = try client.get("/more")
        #expect(next.text.contains("Ale: the number was blank, so nothing was saved."))
      }
    }

    @Test func savedNumbersAreInTheLanguageOfThePage() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let german = ["Accept-Language": "de"]
        let page = try client.get("/more", headers: german)
        let fields = [("item", "A1"), ("title", "Ale"), ("quantity", "23,5")]
        let answer = try client.post("/counts/7/sections/A", fields, from: page, headers: german)
        #expect(answer.status == 303)
        #expect(try client.get("/more", headers: german).text.contains("23,5 × Ale gespeichert."))
      }
    }

    @Test func aStepOfTheNumberKeepsTheScannedCode() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        let answer = try client.post(
          "/counts/7/sections/A", [("item", "A1"), ("quantity", "2"), ("step", "1"), ("code", "B2")], from: page)
        #expect(answer.location == "/counts/7/sections/A?item=A1&quantity=3&code=B2")
      }
    }

    @Test(arguments: [(Role.manager, true), (.counter, false), (.auditor, false)])
    func aNewCountIsOneClickFromHome(role: Role, isOffered: Bool) async throws {
      try await ServedTestShop.serve(roles: [role]) { server in
        let page = try server.signedIn().get("/")
        #expect(page.text.contains(#"href="/counts/new""#) == isOffered)
      }
    }

    /// Who counted nothing may make all recounts: that needs no further command.
    @Test(arguments: [("Mia", 3, 0), (" ANNA ", 1, 1)])
    func recountsAreOnTheHomePage(counter: String, items: Int, commands: Int) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.counts = #"[{"count": "7", "state": "counting", "kind": "full"}]"#
        server.shop.answer = CommandAnswer(
          status: 0,
          output: """
            {"session": {"count": "7", "state": "counting"}, "recounts_awaited": 3, "handouts": [], "total": 1,
             "parts": [{"section": "A", "counter": "\(counter)", "items": 3, "recounts": 0}]}
            """, notes: "")
        let page = try client.get("/")
        #expect(page.text.contains("Count 7: \(items) item\(items == 1 ? "" : "s") to count again"))
        let asked = server.shop.words.filter { $0.contains("--recounts") }
        #expect(asked.count == commands)
      }
    }

    @Test(arguments: [("list", "--left"), ("recounts", "--recounts")])
    func theNextOfAListIsTheOneThatIsAskedFor(_ way: String, _ flag: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0, output: #"{"items": [], "state": "counting", "listed": 3, "total": 3}"#, notes: "")
        server.shop.forget()
        let first = try client.get("/counts/7/sections/A?way=\(way)")
        #expect(first.status == 200)
        let items = ["count", "items", "--section=A"]
        #expect(
          server.shop.words == [items + ["--limit=8", "--", "7"], items + [flag, "--limit=1", "--", "7"]])
        server.shop.forget()
        // No more items are passed over than there are.
        let last = try client.get("/counts/7/sections/A?way=\(way)&skip=99999999999999999999")
        #expect(last.input("skip") == "0")
        let late = try client.get("/counts/7/sections/A?way=\(way)&skip=9000000000000000000")
        #expect(late.input("skip") == "3")
        #expect(late.text.contains("The list is at its end."))
        let asked = server.shop.words.filter { $0.contains(flag) }
        #expect(asked.count == 2 && asked.allSatisfy { $0.contains("--limit=1") })
      }
    }

    @Test func nothingIsDoneWithANumberThatIsNotSaved() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let answer = try client.post(
          "/counts/7/sections/A", [("item", "A1"), ("quantity", "94006381333931"), ("done", "yes")], from: page)
        #expect(answer.status == 422)
        #expect(answer.text.contains("looks like a code"))
        #expect(!server.shop.words.contains { $0.starts(with: ["count", "section"]) })
      }
    }

    @Test func aSectionIsHandedOutToSomebody() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let answer = try client.post(
          "/counts/7/sections", [("hand-out", "yes"), ("section", "A"), ("counter", "")], from: page)
        #expect(answer.status == 422)
        #expect(answer.text.contains("Nobody is chosen"))
        #expect(server.shop.words.isEmpty)
      }
    }

    @Test(arguments: [("", "The right number is missing"), ("many", "is not a number of units")])
    func aDecisionNeedsANumber(_ quantity: String, _ title: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let answer = try client.post(
          "/counts/7/decisions", [("sku", "A1"), ("quantity", quantity), ("note", "seen")], from: page)
        #expect(answer.status == 422)
        #expect(answer.text.contains(title))
        #expect(answer.text.contains("Write it as 7 or 0.250."))
        #expect(!server.shop.words.contains { $0.contains("--note=seen") })
      }
    }

    @Test func aCycleCountNeedsANumberOfItems() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let answer = try client.post("/counts/new", [("kind", "cycle"), ("limit", "fifty")], from: page)
        #expect(answer.status == 422)
        #expect(answer.text.contains("Write a number such as 50."))
        #expect(!server.shop.words.contains { $0.starts(with: ["count", "open"]) })
      }
    }

    @Test func aProblemOfAnEntryIsSaidWithoutCommands() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        let problem = CommandAnswer(
          status: 5,
          output: """
            {"problems": [{"severity": "error", "message": "the count '7' is still a draft",
              "remedy": "Open it first with `stockroom count start`."}]}
            """, notes: "")
        server.shop.answer(inTurn: [problem, CommandAnswer(status: 0, output: #"{"state": "draft"}"#, notes: "")])
        let answer = try client.post("/counts/7/sections/A", [("item", "A1"), ("quantity", "8")], from: page)
        #expect(answer.text.contains("Open it first."))
        #expect(!answer.text.contains("stockroom count"))
      }
    }

    @Test func aRefusalIsSaidWithoutTheCommand() {
      let answer = CommandAnswer(
        status: 4,
        output: """
          {"error": {"code": "not-permitted", "message": "a counter may not place orders (stockroom order new)",
            "remedy": "This may be done by: manager."}}
          """, notes: "")
      #expect(PageFailure(answer).title.description == "A counter may not place orders")
    }

    /// Entries that only leave out a code as a mistake count nothing.
    @Test(arguments: [
      ("open", 0, 0, true), ("counting", 1, 1, true), ("counting", 2, 1, false), ("review", 0, 0, true),
      ("review", 1, 0, false), ("posted", 0, 0, false),
    ])
    func anEmptyCountCanBeDeleted(_ state: String, _ entries: Int, _ leftOut: Int, isOffered: Bool) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0,
          output: """
            {"session": {"count": "7", "state": "\(state)", "kind": "full", "location": "shop"}, "entries": \(entries),
              "left_out": \(leftOut)}
            """, notes: "")
        let page = try client.get("/counts/7").text
        #expect(page.contains(#"action="/counts/7/discard""#) == isOffered)
      }
    }

    @Test(arguments: [
      (#"{"discarded": "7"}"#, "Nothing was entered in it."),
      (#"{"discarded": "7", "undone_imports": [4]}"#, "Its entries were undone before."),
    ])
    func aDeletedCountIsSaidToBeGone(output: String, text: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.answer = CommandAnswer(status: 0, output: output, notes: "")
        let answer = try client.post("/counts/7/discard", [], from: page)
        #expect(answer.location == "/counts")
        #expect(try client.get("/more").text.contains(text))
      }
    }

    @Test func aMistypedCodeIsLeftOut() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        server.shop.forget()
        let answer = try client.post(
          "/counts/7/codes", [("code", "999"), ("item", ""), ("mistake", "yes")], from: page)
        #expect(answer.status == 303)
        #expect(server.shop.words == [["count", "resolve", "--mistake", "--", "7", "999"]])
      }
    }
  }
}

/// The lines of a review.
@Suite struct CountReviewTests {
  private func line(_ sku: String, _ further: String) throws -> JSONValue {
    try #require(JSONValue("{\"sku\": \"\(sku)\", \(further)}"))
  }

  @Test func aLineIsListedByWhatItNeeds() throws {
    let lines = [
      try line("DISPUTED", #""variance": "0", "is_disputed": true"#),
      try line("AWAITED", #""variance": "0", "is_recount_awaited": true"#),
      try line("OUT", #""state": "excluded", "is_recount_awaited": true"#),
      try line("MATCHED", #""variance": "0""#), try line("BLANK", #""state": "uncounted""#),
      try line("LOST", #""variance": "-2""#),
      try line("LARGE", #""variance": "-9", "route": "approval", "is_approved": false"#),
      try line("APPROVED", #""variance": "-8", "route": "approval", "is_approved": true"#),
    ]
    let parts = CountReviewPages.parted(lines, ["DISPUTED": "decision"])
    #expect(parts.needy.map { $0["sku"].text } == ["DISPUTED"])
    #expect(parts.waiting.map { $0["sku"].text } == ["AWAITED"])
    #expect(parts.toApprove.map { $0["sku"].text } == ["LARGE"])
    #expect(parts.others.map { $0["sku"].text } == ["LOST", "APPROVED"])
  }

  @Test func amountsHaveASign() throws {
    let lost = CountReviewPages.line(
      try line("A", #""variance": "-2", "variance_at_cost": "-3.10", "variance_at_retail": "-5.00""#))
    #expect(shown(lost["size"]) == "2")
    #expect(shown(lost["cost"]) == "−3.10")
    #expect(shown(lost["retail"]) == "−5.00")
    let found = CountReviewPages.line(try line("A", #""variance": "2", "variance_at_cost": "3.10""#))
    #expect(shown(found["cost"]) == "3.10")
    #expect(shown(found["retail"]) == "no price")
    let german = try PageMessages(.german, in: PageTexts.pages)
    let large = CountReviewPages.line(
      try line("1234567", #""counted": "1234.5", "variance": "-1234.5", "variance_at_cost": "-4321.00""#))
    let texts = ["counted", "size", "cost"].map { (large[$0] as? LocalizedText)?.text(in: german) }
    #expect(texts == ["1.234,5", "1.234,5", "−4.321,00"])
    #expect(large["sku"] as? String == "1234567", "a code is not a number")
  }

  @Test func sectionsAreInTheLanguageOfThePageAndSayWhetherTheyAreDone() throws {
    let status = try #require(
      JSONValue(
        #"""
        {"parts": [
           {"section": "A", "counter": "Mia", "items": 2, "units": "65.5", "recounts": 1},
           {"section": "B", "counter": "Mia", "items": 2, "units": "17345", "recounts": 0},
           {"section": "C", "counter": "Mia", "items": 2, "units": "1", "section_time": "2026-10-31T18:00:00Z"},
           {"section": "", "counter": "Zoe", "items": 1, "units": "1", "recounts": 1}],
         "handouts": [
           {"section": "B", "counter": "Mia", "done_at": "2026-10-31T18:00:00Z"}, {"section": "D", "counter": "Zoe"}]}
        """#))
    let german = try PageMessages(.german, in: PageTexts.pages)
    let rows = CountProgressPages.figures(status)["sections"] as? [[String: Any]] ?? []
    #expect(rows.map { ($0["units"] as? LocalizedText)?.text(in: german) } == ["1", "65,5", "17.345", "1", nil])
    #expect(rows.map { shown($0["recounts"]) } == ["1 recount", "1 recount", "", "", ""])
    // A and D: B is done, C came as a file, and what remains is a recount.
    #expect(CountProgressPages.undone(status)?.text(in: german) == "2 Abteilungen sind noch nicht fertig.")
    #expect(CountProgressPages.undone(.null) == nil)
  }
}
