import Foundation
import Serving
import Testing
import WebTesting

@testable import Web

/// Files that are read by a profile, and the way out where the profile is for other files.
@Suite struct ProfileReadingTests {
  private static let wrongFormat = JSONValue(
    #"""
    {"code": "wrong-format",
      "message": "a.csv: the profile 'acme' is for xlsx files, and the format of this file is csv",
      "remedy": "Read it without the profile, or with a profile for csv files."}
    """#)

  private static func plan(profile: String?) -> WaitingPlan {
    var plan = WaitingPlan(id: "1", name: "a.csv", file: "a.csv", login: "anna", sentAt: Date(timeIntervalSince1970: 0))
    plan.reading.profile = profile
    return plan
  }

  @Test func aFileThatItsProfileCannotReadIsReadWithoutIt() throws {
    let error = try #require(Self.wrongFormat)
    let values = PlanPages.question(error, of: Self.plan(profile: "acme"), DeclaredAnswers())
    #expect(
      shown(values["problem"]) == "The profile 'acme' is for xlsx files, and the format of this file is csv")
    #expect(shown(values["remedy"]) == "Read it without the profile, or with a profile for csv files.")
    #expect(values["is_unreadable"] as? Bool == false)
    let answers = try #require(values["answers"] as? [[String: Any]])
    #expect(answers.map { shown($0["title"]) } == ["Read it without a profile"])
    let answer = try #require(answers.first?["answer"] as? String)
    var reading = WaitingPlan.Reading()
    (reading.profile, reading.supplier, reading.columns) = ("acme", "north", ["Karton": "pack_size"])
    reading.take(try #require(Suggestion(answer: answer)))
    #expect(reading.profile == nil && reading.supplier == "north" && reading.columns == ["Karton": "pack_size"])
  }

  @Test func withoutAProfileThereIsNoneToLeaveOut() throws {
    let error = try #require(Self.wrongFormat)
    let values = PlanPages.question(error, of: Self.plan(profile: nil), DeclaredAnswers())
    #expect(values["is_unreadable"] as? Bool == true)
    #expect((values["answers"] as? [[String: Any]])?.isEmpty == true)
  }
}

extension ServerTests {
  /// The pages of files that are read by a profile, and of those that cannot be read, on a real server.
  @Suite struct Profiles {
    private static let file = "Artikel,Preis,Karton\n"

    @Test func aColumnThatTheProfileDoesNotKnowIsNotFolded() async throws {
      try await ServedTestShop.serve { server in
        let seen = CommandAnswer(
          status: 0,
          output: #"""
            {"record_kinds": ["supplier_items"], "tables": [{"columns": [
              {"name": "Artikel", "meaning": ["sku"], "evidence": "by the profile", "examples": ["A1"]},
              {"name": "Karton", "meaning": [], "examples": ["6"]}
            ], "records": []}]}
            """#, notes: "")
        let (client, place) = try server.sent(Self.file, answering: seen)
        _ = try client.follow(try client.choose([("profile", "acme")], at: place))
        let page = try client.get(place + "/columns")
        for text in ["1 column to look at", "<summary>1 column is understood</summary>"] {
          #expect(page.text.contains(text), "\(text)")
        }
        let folded = page.text.components(separatedBy: "<details").dropFirst().joined()
        #expect(folded.contains("map.Artikel") && !folded.contains("map.Karton") && page.text.contains("map.Karton"))
        let fields = [("profile", "acme"), ("map.Karton", "pack_size")]
        _ = try client.follow(try client.post(place + "/columns", fields, from: page))
        #expect(
          server.shop.words.contains {
            $0.first == "import" && $0.contains("--profile=acme") && $0.contains("--map=Karton=pack_size")
          })
      }
    }

    @Test func theColumnsOfAFileThatItsProfileCannotReadAreShownWithoutIt() async throws {
      try await ServedTestShop.serve { server in
        let seen = CommandAnswer.inspected([], columns: ["Karton"])
        let (client, place) = try server.sent(Self.file, answering: seen)
        let refused = CommandAnswer(
          status: 5,
          output: #"""
            {"error": {"code": "wrong-format",
              "message": "a.csv: the profile 'acme' is for xlsx files, and the format of this file is csv",
              "remedy": "Read it without the profile, or with a profile for csv files."}}
            """#, notes: "")
        let form = try client.get(place + "/columns")
        server.shop.answer = refused
        let fields = [("profile", "acme"), ("map.Karton", "pack_size"), ("supplier", "north")]
        let plan = try client.follow(try client.post(place + "/columns", fields, from: form))
        #expect(plan.text.contains("Read it without a profile") && plan.text.contains("Say what the columns mean"))
        server.shop.answer(inTurn: [refused, seen])
        let page = try client.get(place + "/columns")
        #expect(page.status == 200)
        for text in [
          "The profile &#39;acme&#39; is for xlsx files", "name=\"profile\" value=\"\"",
          "value=\"pack_size\" selected", "name=\"supplier\" value=\"north\"",
        ] {
          #expect(page.text.contains(text), "\(text)")
        }
      }
    }

    @Test(arguments: [("unknown-format", "Cannot be read"), ("nothing-mapped", "Needs an answer")])
    func aFileThatCannotBeReadNeedsNoAnswer(code: String, tag: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        try server.sendRefused(client, code: code)
        let page = try client.get("/imports")
        #expect(page.status == 200)
        for text in ["Cannot be read", "Needs an answer"] { #expect(page.text.contains(text) == (text == tag)) }
      }
    }
  }
}
