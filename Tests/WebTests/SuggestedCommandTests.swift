import Foundation
import Serving
import Testing
import WebTesting
import Wording

@testable import Web

/// Commands that messages propose, as answers of a page.
@Suite struct SuggestedCommandTests {
  private static let remedy = """
    Say what the rows are:
        stockroom import till.csv --kind sales --set effective_at=DATE --dry-run
        stockroom import till.csv --kind movements --map Beleg=document --set movement_kind=write-off --dry-run
        stockroom import till.csv --kind order_lines --supplier CODE --set order_number=NUMBER --dry-run
    If each row is an item with its stock:
        stockroom import till.csv --kind products --dry-run
    If a column has it, give that instead, with --map COLUMN=effective_at, or say --decimal comma.
    """

  @Test func theOptionsOfACommandAreOneAnswer() {
    let commands = SuggestedCommand.all(in: [Self.remedy, Self.remedy])
    #expect(
      commands.map { $0.answers.map(\.answer) } == [
        ["kind sales"], ["kind movements", "map Beleg=document", "set movement_kind=write-off"], ["kind order_lines"],
        ["kind products"],
      ])
    #expect(commands.map(\.open) == [["effective_at"], [], ["supplier", "order_number"], []])
    #expect(Suggestion.all(in: [SuggestedCommand.rest(of: Self.remedy)]).map(\.answer) == ["decimal comma"])
  }

  @Test(arguments: [
    ("--set movement_kind=KIND --location CODE", ["movement_kind", "location"]), ("--map COLUMN=price", []),
    ("--set effective_at=2026-10-31", []), ("--supplier acme", []), ("Leave --location out.", []), ("", []),
    ("--set no_such_field=VALUE", []),
  ])
  func whatAnOptionLeavesOpenIsAField(text: String, open: [String]) { #expect(Suggestion.leftOpen(in: text) == open) }

  @Test func aValueOfAFixedListIsSaidInTheLanguage() throws {
    let german = try PageMessages(.german, in: PageTexts.pages)
    let title = Suggestion(option: "set", value: "movement_kind=write-off").title
    #expect(title.description == "Kind of movement of all rows: write off")
    #expect(!title.text(in: german).contains("write off"))
  }
}

extension ServerTests {
  /// The page of a file that needs an answer, on a real server.
  @Suite struct Questions {
    private static let remedy = [
      "Say what the rows are:", "    stockroom import a.csv --kind sales --set effective_at=DATE --dry-run",
      "    stockroom import a.csv --kind movements --set movement_kind=write-off --dry-run",
      "    stockroom import a.csv --kind movements --set movement_kind=KIND --dry-run",
    ].joined(separator: "\\n")

    private static let question = CommandAnswer(
      status: 2,
      output: #"""
        {"error": {"code": "nothing-mapped", "message": "a.csv: the rows may be sales or other movements",
          "remedy": "\#(remedy)"}}
        """#, notes: "")

    @Test func aCommandIsAnsweredWithOneButtonAndWhatItLeavesOpen() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.question
        let page = try client.plan()
        let place = client.place
        #expect(page.text.contains(#"type="datetime-local""#) && page.text.contains("given.effective_at"))
        #expect(page.text.contains(#"<select id="given-2-movement_kind" name="given.movement_kind" required>"#))
        #expect(page.text.contains("These are movements · Kind of movement of all rows: write off"))
        #expect(!page.text.contains("stockroom import"))
        server.shop.forget()
        let fields = [("answer", "kind sales"), ("given.effective_at", "2026-11-30T18:00"), ("given.none", "x")]
        let again = try client.follow(try client.post(place + "/answers", fields, from: page))
        let words = try #require(server.shop.words.first { $0.first == "import" })
        #expect(words.contains("--kind=sales") && words.contains("--set=effective_at=2026-11-30T18:00"), "\(words)")
        #expect(!words.contains { $0.contains("none") }, "\(words)")
        // The file asks the same, and the page says that it does.
        #expect(again.text.contains("Your answer was taken, and the same is still asked."))
        // What is said already is no answer any more, and what it leaves open has a button all the same.
        #expect(again.text.contains("Take it for all rows"))
      }
    }

    @Test func aConfirmedQuestionIsNotAskedStill() async throws {
      try await ServedTestShop.serve { server in
        func plan(accepted: Bool) -> CommandAnswer {
          let guards = """
            [{"code": "new-suppliers", "accepted": \(accepted), "cases": 1, "records": 1,
              "examples": [{"line": 2, "message": "The shop has no supplier 'Nord'"}]}]
            """
          let planned = #""outcome": "planned", "errors": 0, "counts": [], "problem_groups": []"#
          return CommandAnswer(status: 0, output: "[{\(planned), \"guards\": \(guards)}]", notes: "")
        }
        let client = try server.signedIn()
        server.shop.answer = plan(accepted: false)
        let page = try client.plan()
        let place = client.place
        let asked = try client.follow(try client.post(place + "/answers", [("answer", "kind sales")], from: page))
        #expect(asked.text.contains("the same is still asked"))
        server.shop.answer = plan(accepted: true)
        let confirmed = try client.follow(try client.post(place + "/answers", [("answer", "kind prices")], from: asked))
        #expect(confirmed.text.contains("Confirmed") && !confirmed.text.contains("the same is still asked"))
      }
    }

    @Test func anAnswerThatHelpsSaysNothing() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.question
        let page = try client.plan()
        let place = client.place
        let planned = #"[{"outcome": "planned", "errors": 0, "counts": [], "problem_groups": [], "guards": []}]"#
        server.shop.answer = CommandAnswer(status: 0, output: planned, notes: "")
        let plan = try client.follow(try client.post(place + "/answers", [("answer", "kind sales")], from: page))
        #expect(plan.status == 200 && !plan.text.contains("the same is still asked"))
      }
    }

    @Test func rowsWithoutAPlaceLeadToTheFieldForIt() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        let planned = #"""
          [{"outcome": "refused", "errors": 1, "counts": [], "guards": [], "problem_groups": [
            {"code": "no-location", "severity": "error", "field": "location", "records": 1,
             "message": "the record does not say where", "remedy": "Give it with --location CODE.",
             "examples": [{"line": 2, "message": "the record does not say where"}]}]}]
          """#
        server.shop.answer = CommandAnswer(status: 0, output: planned, notes: "")
        let plan = try client.plan()
        #expect(plan.text.contains("href=\"\(client.place)/columns#location\">Say for which place</a>"))
      }
    }
  }
}
