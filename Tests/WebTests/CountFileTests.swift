import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// What stops a file of a count, as its page says it.
@Suite struct CountFileStopTests {
  private static let unclear = """
    {"error": {"code": "decimal-mark-unclear", "remedy": "Say so with --decimal comma.",
      "message": "c.csv:2: column 'counted' has numbers such as '9,009' in line 2, which may be a thousand or a fraction"}}
    """

  private func stop(_ json: String) throws -> CountFileStop { CountFileStop(try #require(JSONValue(json))) }

  @Test func theMarkIsAskedForWithAnExampleOfTheFile() throws {
    let stop = try stop(Self.unclear)
    #expect(stop.canBeAnswered && stop.errors.isEmpty)
    let choices = try #require(stop.questions.first?["choices"] as? [[String: Any]])
    #expect(choices.map { $0["value"] as? String } == ["point", "comma"])
    let titles = choices.compactMap { shown($0["title"]) }
    #expect(titles[0].hasSuffix("9,009 is 9009"))
    #expect(titles[1].hasSuffix("9,009 is 9.009"))
  }

  @Test func allErrorsAreListedWithTheirRows() throws {
    let stop = try stop(
      """
      {"errors": 12, "guards": [], "problems": [
        {"code": "not-a-number", "severity": "error", "line": 3, "message": "counted 'xx' is not a number", "remedy": "Write 12."},
        {"code": "unknown-counted-item", "severity": "warning", "line": 4, "message": "kept as found", "remedy": ""},
        {"code": "negative-count", "severity": "error", "line": 5, "message": "counted is below zero", "remedy": "Count again."}]}
      """)
    #expect(!stop.canBeAnswered && stop.isAboutFile)
    #expect(stop.errors.map { $0["line"] as? String } == ["3", "5"])
    #expect(shown(stop.errors.first?["message"]) == "Counted 'xx' is not a number")
    #expect(stop.errorCount == 12)
  }

  @Test func remediesSpeakTheWordsOfThePage() throws {
    let stop = try stop(
      """
      {"errors": 1, "problems": [{"code": "recount-without-counter", "severity": "error", "line": 2,
        "message": "'A1' is to be counted again, and the line does not say who counted it",
        "remedy": "Name the counter with --counter NAME or in the column counter."}]}
      """)
    #expect(
      shown(stop.errors.first?["remedy"])
        == "Name who counted it in the file's column counter, or where you send the file.")
  }

  @Test func anErrorOfTheProgramIsNotOneOfTheFile() throws {
    #expect(
      !(try stop(#"{"error": {"code": "wrong-state", "message": "count 1 is posted", "remedy": ""}}"#).isAboutFile))
    #expect(!CountFileStop(.null).isAboutFile)
  }

  @Test func numbersAreReadWithEitherMark() {
    #expect(CountFileStop.number("9.009", decimal: ".") == "9.009")
    #expect(CountFileStop.number("9.009", decimal: ",") == "9009")
    #expect(CountFileStop.number("1.234,5", decimal: ",") == "1234.5")
    #expect(CountFileStop.number("9,0,9", decimal: ",") == "")
    #expect(CountFileStop.number("a lot", decimal: ",") == "")
  }
}

extension ServerTests {
  /// Files of counts on a real server, with a shop that only notes what it is asked.
  @Suite struct CountFiles {
    private static let question = CommandAnswer(
      status: 5,
      output: """
        {"error": {"code": "decimal-mark-unclear", "message": "column 'counted' has numbers such as '9,009'", "remedy": "Say so."}}
        """, notes: "")
    private static let done = CommandAnswer(
      status: 0, output: #"{"import_number": 8, "counts": [{"action": "create", "records": 2}]}"#, notes: "")

    private static let progress = CommandAnswer(
      status: 0, output: #"{"session": {"count": "7", "state": "counting"}}"#, notes: "")
    private static let busy = CommandAnswer(
      status: 75, output: #"{"error": {"code": "busy", "message": "the shop is busy", "remedy": "Try again."}}"#,
      notes: "")

    private func sent(_ client: PageClient) throws -> PageClient.Answer {
      try client.upload(
        "/counts/7/file", [(name: "rest.csv", content: Data("sku,counted\nA1,\"9,009\"\n".utf8))],
        from: try client.get("/more"))
    }

    @Test func theFileIsKeptUntilTheQuestionIsAnswered() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.question
        let page = try sent(client)
        #expect(page.status == 422)
        #expect(page.text.contains("9,009 is 9.009"))
        let file = try #require(server.shop.words.last?.last)
        #expect(server.shop.words.last?.contains("--name=rest.csv") == true)
        #expect(FileManager.default.fileExists(atPath: file))
        let id = Uploads.id(ofFileAt: file)
        server.shop.answer = Self.done
        let answer = try client.post("/counts/7/files/\(id)", [("decimal", "comma")], from: page)
        #expect(answer.status == 303)
        #expect(answer.location == "/counts/7")
        #expect(server.shop.words.last?.contains("--decimal=comma") == true)
        #expect(server.shop.words.last?.last == file)
        #expect(!FileManager.default.fileExists(atPath: file))
        let message = try client.get("/more").text
        #expect(message.contains("2 entries of rest.csv are in the count."))
      }
    }

    @Test func numbersFromBeforeTheirRecountAreNamedWithWhatToDo() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(
          status: 0,
          output: """
            {"import_number": 8, "counts": [{"action": "create", "records": 9}], "problem_groups": [
              {"code": "counted-before-recount", "severity": "warning", "records": 7,
                "remedy": "If these are not the recounts, undo the import with `stockroom imports undo NUMBER`, \
            and have the items counted again.",
                "examples": [{"value": "A1"}, {"value": "B2"}, {"value": "A1"}]}]}
            """, notes: "")
        #expect(try sent(client).status == 303)
        let message = try client.get("/more").text
        #expect(message.contains("9 entries of rest.csv are in the count. 7 numbers (A1, B2, …) from before"))
        #expect(message.contains("If these are not the recounts, undo the import, and have the items counted again."))
      }
    }

    @Test func aFileThatWaitsIsFoundFromThePageOfItsCount() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.question
        _ = try sent(client)
        let address = "/counts/7/files/\(Uploads.id(ofFileAt: try #require(server.shop.words.last?.last)))"
        server.shop.answer = Self.progress
        #expect(try client.get("/counts/7").text.contains("<a href=\"\(address)\">rest.csv</a>"))
        server.shop.forget()
        let page = try client.get(address)
        #expect(page.status == 200)
        #expect(page.text.contains("9,009 is 9.009"))
        #expect(server.shop.words.isEmpty)
        server.shop.answer = Self.done
        #expect(try client.post(address, [("decimal", "comma")], from: page).status == 303)
        #expect(try client.get(address).location == "/counts/7")
      }
    }

    @Test func aFileOfABusyShopCanBeEnteredLater() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.busy
        #expect(try sent(client).status == 503)
        let file = try #require(server.shop.words.last?.last)
        let page = try client.get("/counts/7/files/\(Uploads.id(ofFileAt: file))")
        #expect(page.text.contains("Try to enter it again."))
        server.shop.answer = Self.done
        #expect(try client.post("/counts/7/files/\(Uploads.id(ofFileAt: file))", [], from: page).status == 303)
        #expect(server.shop.words.last?.last == file)
      }
    }

    @Test(arguments: [("decimal", "nonsense"), ("decimal", ""), ("dates", "xyz"), ("accept", "nonsense")])
    func anAnswerThatIsNoneLeavesTheQuestionAndTheFile(name: String, value: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.question
        let page = try sent(client)
        let file = try #require(server.shop.words.last?.last)
        server.shop.forget()
        let again = try client.post("/counts/7/files/\(Uploads.id(ofFileAt: file))", [(name, value)], from: page)
        #expect(again.status == 422 && again.text.contains("9,009 is 9.009") && !again.text.contains("--decimal"))
        #expect(server.shop.words.isEmpty)
        #expect(FileManager.default.fileExists(atPath: file))
      }
    }

    @Test func theFileBelongsToItsCount() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.question
        let page = try sent(client)
        let id = Uploads.id(ofFileAt: try #require(server.shop.words.last?.last))
        #expect(try client.post("/counts/8/files/\(id)", [("decimal", "comma")], from: page).status == 404)
      }
    }

    @Test func aFileThatIsGivenUpIsRemoved() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.question
        let page = try sent(client)
        let file = try #require(server.shop.words.last?.last)
        let answer = try client.post(
          "/counts/7/files/\(Uploads.id(ofFileAt: file))", [("discard", "yes")], from: page)
        #expect(answer.status == 303)
        #expect(!FileManager.default.fileExists(atPath: file))
      }
    }
  }
}
