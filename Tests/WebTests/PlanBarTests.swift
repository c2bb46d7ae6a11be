import Foundation
import Serving
import Testing
import WebTesting

@testable import Web

/// What the page of a plan says besides its changes.
@Suite struct PlanBarTests {
  @Test(
    arguments: [
      ([], "2 records with errors to correct or to leave out · 1 question to answer", ""),
      (["on-error"], "1 question to answer", "2 records with errors are left out."),
      (["on-error", "price-changed"], "", "2 records with errors are left out."),
    ] as [(Set<String>, String, String)])
  func theBarSaysWhatStopsThePlan(ticked: Set<String>, stopping: String, omitting: String) throws {
    let answer = try #require(
      JSONValue(
        #"""
        {"errors": 3, "refused_records": 2, "guards": [
          {"code": "price-changed", "cases": 1, "accepted": false}, {"code": "new-items", "cases": 1, "accepted": true}]}
        """#))
    let bar = PlanPages.bar(answer, ticked: ticked)
    #expect(shown(bar["stopping"]) == stopping && bar["is_stopped"] as? Bool == !stopping.isEmpty)
    #expect((shown(bar["omitting"]) ?? "") == omitting)
    let withProfile = PlanPages.bar(answer, ticked: ticked.union(["price-changed"]), asksForProfile: true)
    #expect(shown(withProfile["stopping"])?.hasSuffix("1 question to answer") == true)
  }

  @Test(arguments: [("", "--order=largest"), ("order=file", "--order=file"), ("order=wrong", "--order=largest")])
  func theLargestChangesComeFirstUnlessTheOrderOfTheFileIsChosen(query: String, word: String) {
    let words = ChangeList.page(ofPlan: CommandWords("plan", "show"), FormValues(encoded: query)).words
    #expect(words.contains(word))
  }

  @Test(arguments: [
    (#"{"kind": "prices", "action": "create", "records": 5, "following_prices": 5}"#, ["update 5"]),
    (#"{"kind": "prices", "action": "create", "records": 5, "following_prices": 3}"#, ["create 2", "update 3"]),
    (#"{"kind": "prices", "action": "create", "records": 5}"#, ["create 5"]),
  ])
  func pricesThatFollowOthersAreChanges(count: String, parts: [String]) throws {
    let found = ImportPages.parts(of: try #require(JSONValue(count)))
    #expect(found.map { "\($0["action"].text ?? "") \($0["records"].text ?? "")" } == parts)
  }

  /// As the import that is made of the plan counts them.
  @Test func theFiguresOfAPlanCountPricesThatFollowOthersAsChanges() throws {
    let answer = try #require(
      JSONValue(
        #"""
        {"counts": [{"kind": "prices", "action": "create", "records": 5, "following_prices": 3},
          {"kind": "prices", "action": "update", "records": 2}, {"kind": "brands", "action": "update", "records": 1}]}
        """#))
    let totals = PlanPages.Totals(answer)
    let figures = totals.figures.map { "\(shown($0["title"]) ?? "") \(shown($0["number"]) ?? "")" }
    #expect(figures == ["New 2", "Changed 6", "Unchanged 0", "With errors 0"] && totals.changes == 8)
    #expect(totals.figures.map { shown($0["parts"]) ?? "" }.prefix(2) == ["2 prices", "5 prices, 1 brand"])
  }
}

extension ServerTests {
  /// The page of a plan, on a real server.
  @Suite struct PlanBars {
    private static let planned = CommandAnswer(
      status: 0,
      output: #"""
        [{"outcome": "planned", "errors": 0, "problem_groups": [],
          "findings": [{"name": "profile taken", "value": "nord-neu", "evidence": "why", "code": "profile-taken"}],
          "counts": [{"kind": "prices", "action": "update", "records": 3}], "guards": [
            {"code": "price-changed", "cases": 2, "accepted": false, "remedy": "Look.", "examples": []}]}]
        """#, notes: "")

    /// What is printed is outside of forms, and the bar comes after all that it is about.
    @Test func theFactsAreOutsideOfFormsAndTheBarIsLast() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned
        let text = try client.plan().text
        func place(_ part: String) throws -> String.Index { try #require(text.range(of: part)?.lowerBound, "\(part)") }
        let form = text[try place("id=\"take\"")...]
        let end = try #require(form.range(of: "</form>")?.lowerBound)
        let question = try place("Is this right?")
        let (changes, bar) = (try place("id=\"all\""), try place("class=\"bar\""))
        #expect(end < question && question < changes && changes < bar)
        #expect(text.contains("<strong>Before you apply:</strong> 1 question to answer. "))
        #expect(text.contains("<option value=\"file\">as in the file</option>"))
      }
    }

    @Test func aProfileThatWasTakenCanBeLeftOut() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned
        let plan = try client.plan()
        let place = client.place
        #expect(plan.text.contains("Read with the profile nord-neu because it has the same columns."))
        let columns = try client.get(place + "/columns")
        #expect(columns.text.contains("name=\"profile\" value=\"nord-neu\""))
        server.shop.forget()
        let again = try client.follow(try client.post(place + "/answers", [("answer", "map Rest=")], from: plan))
        #expect(server.shop.words.contains { Set($0).isSuperset(of: ["import", "--profile=nord-neu", "--map=Rest="]) })
        server.shop.forget()
        _ = try client.follow(try client.post(place + "/answers", [("answer", "profile ")], from: again))
        #expect(server.shop.words.contains { Set($0).isSuperset(of: ["import", "--without-profile"]) })
      }
    }

    /// Until somebody has said whether the file is read with the profile that fits, the profile is the main button, and the file
    /// is not applied.
    @Test func aProfileThatFitsIsAskedAbout() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0,
          output: #"""
            [{"outcome": "planned", "errors": 0, "problem_groups": [],
              "findings": [{"name": "profile that fits", "value": "acme",
                "evidence": "the file has all 3 columns that it maps; use --profile acme"},
                {"name": "imported before", "value": "as import 10", "code": "imported-before",
                  "evidence": "with the profile acme; use --profile acme"}],
              "counts": [{"kind": "prices", "action": "update", "records": 3}], "guards": []}]
            """#, notes: "")
        let plan = try client.plan()
        let place = client.place
        let answer = "type=\"submit\" form=\"take\" formaction=\"\(place)/answers\" name=\"answer\""
        #expect(plan.text.contains("<button class=\"primary\" \(answer) value=\"profile acme\">"))
        let earlier = "This file was imported before with a profile. <a href=\"/imports/10\">Import 10</a>"
        #expect(plan.text.contains(earlier))
        #expect(plan.text.contains("<button \(answer) value=\"profile \">Read it without a profile</button>"))
        #expect(plan.text.contains("<strong>Before you apply:</strong> 1 question to answer. "))
        #expect(plan.text.contains("<button type=\"submit\" form=\"take\">Apply 3 changes</button>"))
        let list = try client.get("/imports").text
        #expect(list.contains("Needs a decision") && !list.contains("Ready"))
        let refused = try client.post(place + "/apply", [], from: plan)
        #expect(refused.status == 422 && refused.text.contains("Say whether the file is read with the profile."))
        #expect(!server.shop.words.contains { $0.first == "apply" })
        server.shop.forget()
        let without = try client.follow(
          try client.post(place + "/answers", [("answer", "profile ")], from: refused))
        #expect(server.shop.words.contains { Set($0).isSuperset(of: ["import", "--without-profile"]) })
        let main = "<button class=\"primary\" type=\"submit\" form=\"take\">Apply 3 changes</button>"
        #expect(without.text.contains(main))
        #expect(without.text.contains("value=\"profile acme\"") && !without.text.contains("Before you apply"))
      }
    }

    @Test func theColumnsShowWhatIsSuggestedAndWhy() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 5,
          output: #"""
            {"error": {"code": "nothing-mapped", "message": "the columns do not show what the rows are",
              "remedy": "The shop has items with the codes in 'Dings':\n    stockroom import a.csv --map Dings=sku"},
             "record_kinds": [], "tables": [{"columns": [{"name": "Dings", "meaning": []}, {"name": "Netto", "meaning": []}]}]}
            """#, notes: "")
        _ = try client.plan("Dings;Netto\n")
        let page = try client.get(client.place + "/columns").text
        let parts = page.components(separatedBy: "Perhaps it means Item number: The shop has items with the codes in ")
        #expect(parts.count == 2, "the other column has no suggestion")
      }
    }
  }
}
