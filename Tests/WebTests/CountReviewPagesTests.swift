import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// What the page of a review offers, on a real server with a shop that always gives the same answer.
  @Suite struct CountReviews {
    private static func answer(_ further: String, lines: String = "") -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: """
          {"session": {"count": "7", "state": "review", "kind": "full", "location": "shop"}, "uncounted": 0, \(further),
            "net": {"units": "2", "cost": "3.10", "retail": "5.00"}, "problems": [], "lines": [\(lines)]}
          """, notes: "")
    }

    @Test(arguments: [
      (#""may_post": true, "counted_by_you": false"#, "Approve and post"),
      (#""may_post": false, "counted_by_you": true"#, "You counted in this count"),
      (#""may_post": false, "counted_by_you": false"#, "A manager approves and posts it"),
    ])
    func postingIsOfferedToWhoMayPost(_ further: String, _ text: String) async throws {
      try await ServedTestShop.serve { server in
        let page = try server.page("/counts/7/review", answering: Self.answer(further)).text
        for other in ["Approve and post", "You counted in this count", "A manager approves and posts it"] {
          #expect(page.contains(other) == (other == text))
        }
      }
    }

    @Test func itemsThatWereNotCountedStayAsTheyAreUnlessTheyAreWrittenOff() async throws {
      let answer = CommandAnswer(
        status: 0,
        output: #"""
          {"session": {"count": "7", "state": "review", "kind": "full", "location": "shop"}, "uncounted": 3,
            "may_post": true, "net": {"units": "2", "cost": "3.10", "retail": "5.00"}, "problems": [], "lines": []}
          """#, notes: "")
      try await ServedTestShop.serve { server in
        for (query, policy) in [("", "ignore"), ("?uncounted=ignore", "ignore"), ("?uncounted=zero", "zero")] {
          server.shop.forget()
          let page = try server.page("/counts/7/review" + query, answering: answer).text
          #expect(page.contains("3 items were not counted. Their stock stays as it is.") == (policy == "ignore"))
          #expect(page.contains("name=\"uncounted\" value=\"\(policy)\"") && page.contains("Approve and post"))
          let looked = ["reconcile", "--titles", "--uncounted=\(policy)", "--", "7"]
          #expect(server.shop.words.contains(looked), "\(query)")
        }
      }
    }

    @Test func amountsOfAPostedCountHaveAllDecimals() async throws {
      try await ServedTestShop.serve { server in
        let posted = CommandAnswer(
          status: 0,
          output: #"""
            {"session": {"count": "7", "state": "posted", "kind": "full", "location": "shop"}, "adjustments": 1,
              "lines": [{"sku": "A", "variance": "-2", "variance_at_cost": "-128.40"}]}
            """#, notes: "")
        let page = try server.page("/counts/7/review", answering: posted).text
        #expect(page.contains("<dd>128.40</dd>") && page.contains("<dd>0.00</dd>"))
      }
    }

    @Test func oneUnitIsNotSeveral() async throws {
      try await ServedTestShop.serve { server in
        let answer = Self.answer(
          #""gross_loss": {"units": "1", "cost": "2.00"}, "gross_gain": {"units": "0", "cost": "0.00"}"#)
        let page = try server.page("/counts/7/review", answering: answer).text
        #expect(page.contains("1 unit,") && page.contains("0 units,") && page.contains("2 units,"))
      }
    }

    private static let places = """
      [{"section": "", "counter": "Zoe", "found": "2", "counted": "5", "sum": "7"},
        {"section": "A", "counter": "Mia", "found": "3", "counted": "11", "sum": "14"}]
      """

    @Test func aConflictIsShownAtEachOfItsPlaces() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(
          """
          "unknown": [{"code": "zz9", "quantity": "9", "section": "",
            "conflict": {"item": "V1", "places": \(Self.places)},
            "places": [
              {"section": "", "counter": "Zoe", "quantity": "2"}, {"section": "A", "counter": "Mia", "quantity": "3"},
              {"section": "B", "counter": "Zoe", "quantity": "4"}]}]
          """)
        let page = try client.get("/counts/7/review").text
        #expect(page.contains("V1 was counted here as 11 too: one number would replace the other."))
        #expect(page.contains("If that does not include the 2 of this code, enter 7 for V1."))
        #expect(page.components(separatedBy: "Leave it out here").count == 4)
        #expect(page.components(separatedBy: "one number would replace").count == 3)
      }
    }

    @Test func eachPlaceOfACodeHasItsDescription() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(
          """
          "unknown": [{"code": "zz9", "quantity": "3", "section": "", "note": "not sure",
            "photos": [{"section": "A", "counter": "Mia", "sha256": "abc", "width": 9, "height": 9}],
            "places": [
              {"section": "A", "counter": "Mia", "quantity": "2", "note": "Nuts, blue tin"},
              {"section": "B", "counter": "Zoe", "quantity": "1", "note": "not sure"}]}]
          """)
        let page = try client.get("/counts/7/review").text
        #expect(page.contains("2 counted · Nuts, blue tin<") && page.contains("1 counted · not sure<"))
        #expect(page.contains("3 counted<"))
        #expect(page.contains(#"alt="Photo of zz9: Nuts, blue tin""#))
      }
    }

    @Test func aNumberIsAskedForWhereThereIsAChoice() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        for (counts, isAwaited, isChoice) in [
          (#""2""#, false, false), (#""2", "3""#, false, true), (#""2""#, true, true),
        ] {
          let needs = isAwaited ? #""recounts_awaited": 1"# : #""to_recount": ["V1"]"#
          let line = #"{"sku": "V1", "counts": [\#(counts)], "variance": "-1", "is_recount_awaited": \#(isAwaited)}"#
          server.shop.answer = Self.answer(needs, lines: line)
          let page = try client.get("/counts/7/review").text
          #expect(page.contains("Take this number") == isChoice, "\(counts)")
          #expect(page.contains(#"value="exclude""#))
        }
      }
    }

    @Test func anItemThatIsLeftOutIsListedAndCanBeCountedAfterAll() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let sentence = "1 item is left out of the count."
        server.shop.answer = Self.answer(#""may_post": true"#)
        let without = try client.get("/counts/7/review").text
        #expect(!without.contains("Left out of the count") && !without.contains(sentence))
        server.shop.answer = Self.answer(
          #""may_post": true, "left_out": [{"sku": "V1", "title": "Cup", "note": "on loan"}]"#)
        let page = try client.get("/counts/7/review")
        #expect(page.text.contains("Left out of the count</h2>") && page.text.contains(sentence))
        #expect(page.text.contains(#"V1 Cup<span class="sub">on loan</span>"#))
        #expect(page.text.contains(#"name="act" value="include">Count it after all"#))
        server.shop.forget()
        let fields = [("from", "review"), ("sku", "V1"), ("note", "it is back"), ("act", "include")]
        let answer = try client.post("/counts/7/decisions", fields, from: page)
        #expect(answer.status == 303 && answer.location == "/counts/7/review")
        #expect(server.shop.words == [["reconcile", "--note=it is back", "--include=V1", "--", "7"]])
      }
    }

    @Test func recountsOfSeveralItemsAreAskedForAtOnce() async throws {
      let lines = ["V1", "V2", "V3"].map { #"{"sku": "\#($0)", "counts": ["2", "3"], "variance": "-1"}"# }
      let review = Self.answer(
        #""to_recount": ["V1", "V3"], "disputed": ["V2"]"#, lines: lines.joined(separator: ", "))
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = review
        let page = try client.get("/counts/7/review")
        #expect(page.text.contains(#"<form id="recounts" action="/counts/7/recounts" method="post""#))
        for (sku, isTicked) in [("V1", true), ("V2", false), ("V3", true)] {
          let tick = #"form="recounts" name="item" value="\#(sku)""# + (isTicked ? " checked>" : ">")
          #expect(page.text.contains(tick), "\(sku)")
        }
        server.shop.forget()
        server.shop.answer = CommandAnswer(
          status: 0, output: #"{"count": "7", "asked": 2, "items": ["V1", "V3"]}"#, notes: "")
        let fields = [("from", "review"), ("item", "V1"), ("item", "V3")]
        let answer = try client.post("/counts/7/recounts", fields, from: page)
        #expect(answer.status == 303 && answer.location == "/counts/7/review")
        #expect(server.shop.words == [["count", "recount", "--item=V1", "--item=V3", "--", "7"]])
      }
    }

    @Test func aRecountOfNothingAsksForNone() async throws {
      let line = #"{"sku": "V1", "counts": ["2"], "variance": "-1"}"#
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(#""to_recount": ["V1"]"#, lines: line)
        let page = try client.get("/counts/7/review")
        // One item has its button, and there is nothing to tick.
        #expect(page.text.contains("Have V1 counted again") && !page.text.contains(#"form="recounts""#))
        let answer = try client.post("/counts/7/recounts", [("from", "review")], from: page)
        #expect(answer.status == 422 && answer.text.contains("Tick what is to be counted again."))
        #expect(!server.shop.words.contains { $0.starts(with: ["count", "recount"]) })
      }
    }

    @Test func aDecisionIsCalledByWhetherARecountWasMade() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        for (counts, isAwaited, label) in [
          (#""2""#, true, "Decide without a recount"), (#""2", "3""#, false, "Decide"), (#""2", "3""#, true, "Decide"),
        ] {
          let needs = isAwaited ? #""recounts_awaited": 1"# : #""disputed": ["V1"]"#
          let line = #"{"sku": "V1", "counts": [\#(counts)], "variance": "-1", "is_recount_awaited": \#(isAwaited)}"#
          server.shop.answer = Self.answer(needs, lines: line)
          let page = try client.get("/counts/7/review").text
          #expect(page.contains("<summary>\(label)</summary>"), "\(counts), \(isAwaited)")
        }
      }
    }

    private static let fold = #"<details class="mt4" id="rest""#

    @Test func differencesToApproveAreNotFolded() async throws {
      let small = #"{"sku": "V2", "title": "Ham", "variance": "-1", "route": "within-tolerance"}"#
      let large = #"{"sku": "V1", "title": "Wine", "variance": "-5", "route": "approval", "is_approved": false}"#
      let approved = #"{"sku": "V3", "title": "Oil", "variance": "-4", "route": "approval", "is_approved": true}"#
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(#""may_post": true"#, lines: [small, large, approved].joined(separator: ", "))
        let page = try client.get("/counts/7/review").text
        let parts = page.components(separatedBy: Self.fold)
        try #require(parts.count == 2)
        #expect(parts[0].contains("Differences to approve: 1<") && parts[0].contains(">V1 Wine<"))
        #expect(parts[0].contains("Check each of them: posting the count approves them."))
        #expect(parts[1].contains("Differences that need nothing: 2<") && !parts[1].contains("V1 Wine"))
        #expect(parts[1].contains(">V2 Ham<") && parts[1].contains(">V3 Oil<"))

        server.shop.answer = Self.answer(#""may_post": true"#, lines: large)
        let alone = try client.get("/counts/7/review").text
        #expect(alone.contains(">V1 Wine<") && !alone.contains(Self.fold) && !alone.contains("There is no difference."))
        server.shop.answer = Self.answer(#""may_post": true"#, lines: small)
        let none = try client.get("/counts/7/review").text
        #expect(none.contains(Self.fold) && !none.contains("Differences to approve"))
      }
    }

    @Test func differencesToApproveAreShownFiftyAtATime() async throws {
      let lines = (10...60).map { number in
        #"{"sku": "V\#(number)", "title": "Wine", "variance": "-1", "variance_at_cost": "-\#(100 - number)", "#
          + #""route": "approval"}"#
      }
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.answer(#""may_post": true"#, lines: lines.joined(separator: ", "))
        let first = try client.get("/counts/7/review").text
        #expect(first.contains("1 to 50 of 51,") && first.contains(">V10 Wine<") && !first.contains(">V60 Wine<"))
        #expect(first.contains(#"href="/counts/7/review?approval=50#approve""#))
        let second = try client.get("/counts/7/review?approval=50").text
        #expect(second.contains("51 to 51 of 51,") && second.contains(">V60 Wine<") && !second.contains(">V10 Wine<"))
        #expect(second.contains(#"href="/counts/7/review?approval=0#approve""#))
      }
    }

    @Test func aRefusedDecisionKeepsWhatWasTyped() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        let refusal = CommandAnswer(
          status: 4,
          output: #"{"error": {"code": "refused", "message": "It is refused", "remedy": "Ask."}}"#, notes: "")
        let lines = ["V1", "V2"].map { #"{"sku": "\#($0)", "counts": ["2", "3"], "variance": "-1"}"# }
        let review = Self.answer(#""disputed": ["V1", "V2"]"#, lines: lines.joined(separator: ", "))
        for number in ["5", "five"] {
          server.shop.answer(inTurn: number == "5" ? [refusal, review] : [review])
          let fields = [("sku", "V1"), ("quantity", number), ("note", "seen by Ines")]
          let answer = try client.post("/counts/7/decisions", fields, from: page)
          #expect(answer.status == 422)
          #expect(answer.text.contains(#"id="q-V1" name="quantity" value="\#(number)""#))
          #expect(answer.text.contains(#"id="n-V1" name="note" value="seen by Ines""#))
          #expect(answer.text.contains(#"id="q-V2" name="quantity" value="""#))
          #expect(answer.text.components(separatedBy: "<details open>").count == 2)
        }
      }
    }

    /// The sum is for a field, which would take 2.700 for 2 and a fraction.
    @Test func theSumOfAConflictIsAsFieldsTakeIt() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let place = #"{"section": "A", "counter": "Mia", "found": "1200", "counted": "1500", "sum": "2700"}"#
        server.shop.answer = Self.answer(
          """
          "unknown": [{"code": "zz9", "quantity": "1200", "section": "",
            "conflict": {"item": "V1", "places": [\(place)]},
            "places": [{"section": "A", "counter": "Mia", "quantity": "1200"}]}]
          """)
        let page = try client.get("/counts/7/review", headers: ["Accept-Language": "de"]).text
        #expect(page.contains("V1 wurde hier auch gezählt, und zwar 1.500:"))
        #expect(page.contains("Wenn die 1.200 dieses Codes darin nicht enthalten sind, geben Sie 2700 für V1 ein."))
        #expect(page.components(separatedBy: "<span class=\"sub\">1.200 gezählt").count == 3)
      }
    }

    @Test func aCodeIsLeftOutAtOnePlace() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let places = [
          ("A", "Mia", ["--section=A", "--counter=Mia"]), ("", "", ["--section", "", "--counter", ""]),
        ]
        for (section, counter, options) in places {
          let page = try client.get("/more")
          server.shop.forget()
          let fields = [("code", "zz9"), ("mistake", "here"), ("section", section), ("counter", counter)]
          let answer = try client.post("/counts/7/codes", fields, from: page)
          #expect(answer.status == 303)
          #expect(
            server.shop.words
              == [["count", "resolve", "--mistake"] + options + ["--", "7", "zz9"]])
        }
      }
    }

    @Test func aRefusedItemShowsWhereItConflicts() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let page = try client.get("/more")
        let refusal = CommandAnswer(
          status: 4,
          output: """
            {"error": {"code": "refused", "message": "'V1' was counted as 11", "remedy": "Enter the sum."},
              "conflict": {"item": "V1", "places": \(Self.places)}}
            """, notes: "")
        let unknown = #""unknown": [{"code": "zz9", "quantity": "5", "section": ""}]"#
        server.shop.answer(inTurn: [refusal, Self.answer(unknown)])
        let answer = try client.post("/counts/7/codes", [("code", "zz9"), ("item", "v1")], from: page)
        #expect(answer.status == 422)
        #expect(answer.text.contains("zz9 cannot be taken as V1"))
        #expect(answer.text.contains("enter 14 for V1") && !answer.text.contains("Enter the sum."))
      }
    }

    @Test func aDecidedCodeKeepsItsPhoto() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let photos = CommandAnswer(
          status: 0,
          output: #"[{"code": "zz9", "section": "", "sha256": "abc", "width": 9, "height": 9, "item": "V1"}]"#,
          notes: "")
        let review = Self.answer(#""photo_problems": ["x.json: cannot be read"]"#)
        server.shop.answer(inTurn: [review, review, photos])
        let page = try client.get("/counts/7/review").text
        #expect(page.contains("zz9 is V1.") && page.contains(#"<img src="/counts/7/photos/abc""#))
        #expect(page.contains("Photos that cannot be read: x.json: cannot be read"))
      }
    }
  }
}
