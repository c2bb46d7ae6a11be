import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// What a person agrees to by applying a plan.
@Suite struct MadePlanTests {
  static func output(
    records: Int = 3, cases: Int = 2, message: String = "A costs twice as much", digest: String = "aa",
    limit: String = "50 %"
  ) -> String {
    #"""
    [{"outcome": "planned", "sha256": "ff", "errors": 0, "refused_records": 0, "records_sha256": "\#(digest)",
      "counts": [{"kind": "prices", "action": "update", "records": \#(records)}], "guards": [
        {"code": "price-changed", "cases": \#(cases), "accepted": false, "limit": "\#(limit)", "remedy": "Look.",
         "examples": [{"message": "\#(message)"}]}]}]
    """#
  }

  private static func plan(
    _ output: String, _ reading: WaitingPlan.Reading = WaitingPlan.Reading(), file: String = ".plan-1"
  ) -> MadePlan { MadePlan(reading: reading, output: output, file: file, login: "anna") }

  @Test func theDigestIsTheSameForAPlanThatSaysTheSame() {
    let digest = Self.plan(Self.output()).digest
    #expect(Self.plan(Self.output(), file: ".plan-2").digest == digest)
    #expect(MadePlan.isDigest(digest))
  }

  @Test(arguments: [
    output(records: 4), output(cases: 3), output(message: "B costs twice as much"), output(digest: "bb"),
    output(limit: "30 %"),
  ])
  func theDigestIsAnotherForWhatThePersonDidNotSee(other: String) {
    #expect(Self.plan(other).digest != Self.plan(Self.output()).digest)
  }

  @Test func theDigestIsAnotherForOtherColumns() {
    let other = WaitingPlan.Reading(columns: ["Preis": "price"])
    let third = WaitingPlan.Reading(newItems: true)
    let digests = [WaitingPlan.Reading(), other, third].map { Self.plan(Self.output(), $0).digest }
    #expect(Set(digests).count == 3)
  }

  @Test func aConfirmationIsKeptForTheSameCases() throws {
    func asked(_ cases: Int, _ digest: String) -> String? {
      JSONValue(Self.output(cases: cases, digest: digest))?.elements.first.flatMap {
        MadePlan.questions($0)["price-changed"]
      }
    }
    let whole = try #require(asked(1, "aa"))
    #expect(asked(1, "bb") == whole)
    // Here one of two is not shown.
    #expect(asked(2, "aa") != asked(2, "bb"))
  }

  @Test func recordsAreLeftOutForTheErrorsThatWereShown() throws {
    func asked(line: Int, value: String, digest: String = "aa", records: Int = 1) -> String? {
      let text = #"""
        {"refused_records": 1, "records_sha256": "\#(digest)", "guards": [], "problem_groups": [
          {"code": "invalid-value", "severity": "error", "field": "price", "records": \#(records), "examples": [
            {"line": \#(line), "record": 1, "value": "\#(value)", "message": "is no price"}]}]}
        """#
      return JSONValue(text).flatMap { MadePlan.questions($0)[MadePlan.leavingOut] }
    }
    let seen = try #require(asked(line: 2, value: "x"))
    #expect(asked(line: 2, value: "x", digest: "bb") == seen)
    #expect(asked(line: 3, value: "x") != seen)
    #expect(asked(line: 2, value: "y") != seen)
    let more = asked(line: 2, value: "x", records: 2)
    #expect(more != seen && more != asked(line: 2, value: "x", digest: "bb", records: 2))
  }

  @Test func theFilesOfTheLatestTwoPlansAreKept() throws {
    let folder = try TemporaryFolder()
    for number in 1...4 {
      let file = ".plan-\(number)"
      try "".write(toFile: "\(folder.path)/\(file)", atomically: true, encoding: .utf8)
      // The third says what the second said.
      try Self.plan(Self.output(records: number / 2), file: file).keep(in: folder.path)
      let present = try #require(MadePlan.present(folder.path))
      #expect(present.file == file)
      #expect(present.digest == Self.plan(Self.output(records: number / 2)).digest)
      #expect(present.answer["outcome"].text == "planned")
      let kept = (1...4).filter { FileManager.default.fileExists(atPath: "\(folder.path)/.plan-\($0)") }
      #expect(kept == Array(max(1, number - 1)...number))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasSuffix(".new") })
  }

  @Test func aPathIsNotADigest() {
    for text in ["", "../../stockroom", String(repeating: "/", count: 43), String(repeating: "é", count: 43)] {
      #expect(!MadePlan.isDigest(text))
    }
  }
}

extension ServerTests {
  /// Applying a plan that is no longer what the person saw, on a real server.
  @Suite struct PlanConsent {
    /// The answer for a file with a question.
    private static func planned(_ records: Int, cases: Int = 2) -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: #"""
          [{"outcome": "planned", "errors": 0, "refused_records": 0, "records_sha256": "\#(records)",
            "last_import": 3, "problem_groups": [],
            "counts": [{"kind": "prices", "action": "update", "records": \#(records)}], "guards": [
            {"code": "price-changed", "cases": \#(cases), "accepted": false, "remedy": "Look.", "examples": []}]}]
          """#, notes: "")
    }

    private static let stale = CommandAnswer(
      status: 4,
      output: #"""
        {"outcome": "stale", "records_alike": false, "changed_since": [
          "the catalog has changed since: import 4 of b.csv by ben",
          "not every record would be treated as the plan says:\n  planned: update prices A; now: create prices A"]}
        """#, notes: "")

    private static let applied = CommandAnswer(
      status: 0, output: #"{"outcome": "applied", "import_number": 7}"#, notes: "")
    private static let tick = [("accept", "price-changed")]

    /// The words of the commands that applied a plan.
    private static func applications(_ server: ServedTestShop.Running) -> [[String]] {
      server.shop.words.filter { $0.first == "apply" }
    }

    @Test func whatSomebodyElseSaidOfTheColumnsIsNotAppliedUnseen() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.manager]))
        let (client, ben) = (try server.signedIn(), try server.signedIn(as: "ben"))
        server.shop.answer = Self.planned(3)
        let plan = try client.plan()
        let place = client.place
        let choices = [("map.Preis", "price")]
        _ = try ben.follow(try ben.post(place + "/columns", choices, from: try ben.get(place + "/columns")))
        let changed = try client.post(place + "/apply", Self.tick, from: plan)
        #expect(changed.status == 409)
        #expect(Self.applications(server).isEmpty)
        let kept = "name=\"accept\" value=\"price-changed\""
        for text in ["Ben changed the columns", "When you looked", "Your confirmation is kept.", kept] {
          #expect(changed.text.contains(text), "\(text)")
        }
        let again = try client.follow(try client.post(place + "/answers", Self.tick, from: changed))
        #expect(again.text.contains("value=\"price-changed\" checked"))
        server.shop.answer = Self.applied
        let done = try client.post(place + "/apply", Self.tick, from: again)
        #expect(done.location == "/imports/7")
      }
    }

    /// At once, and by way of the page that shows the work as running.
    @Test(arguments: [Duration.seconds(600), .zero])
    func aPlanThatNoLongerHoldsIsShownNextToThePresentOne(patience: Duration) async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: patience)) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned(3)
        let plan = try client.plan()
        let place = client.place
        server.shop.answer(inTurn: [Self.stale, Self.planned(4, cases: 5)])
        let changed = try client.follow(try client.post(place + "/apply", Self.tick, from: plan))
        #expect(changed.status == 409)
        for text in [
          "3 (3 prices)", "4 (4 prices)", "2 cases", "5 cases", "Confirm it again.",
          "Planned: price A, changed; now: price A, new", "Make the plan again",
        ] {
          #expect(changed.text.contains(text), "\(text)")
        }
        #expect(!changed.text.contains("name=\"accept\""), "another question was not confirmed")
        #expect(Self.applications(server).count == 1)
      }
    }

    @Test func aPlanThatSaysTheSameIsAppliedAlthoughTheShopHasChanged() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned(3)
        let plan = try client.plan()
        let place = client.place
        server.shop.answer(inTurn: [Self.stale, Self.planned(3), Self.applied])
        let done = try client.post(place + "/apply", Self.tick, from: plan)
        #expect(done.location == "/imports/7")
        let applications = Self.applications(server)
        #expect(applications.count == 2 && applications.first?.last != applications.last?.last)
      }
    }

    @Test func anImportThatCannotBeNotedIsStillSaidToBeDone() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned(3)
        let plan = try client.plan()
        let place = client.place
        server.shop.answer = Self.applied
        server.shop.whenAsked = { words in
          guard words.first == "apply", let file = words.last else { return }
          // No file takes the place of a folder.
          let noted = (file as NSString).deletingLastPathComponent + "/.sent.json"
          try? FileManager.default.removeItem(atPath: noted)
          try? FileManager.default.createDirectory(atPath: noted, withIntermediateDirectories: false)
        }
        let done = try client.post(place + "/apply", Self.tick, from: plan)
        #expect(done.location == "/imports/7")
      }
    }

    @Test func whatWasNotAskedIsNotConfirmed() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned(3)
        let plan = try client.plan()
        let place = client.place
        server.shop.answer = Self.applied
        _ = try client.post(place + "/apply", Self.tick + [("accept", "cost-changed")], from: plan)
        let words = try #require(Self.applications(server).first)
        #expect(words.contains("--accept=price-changed") && !words.contains("--accept=cost-changed"))
      }
    }

    @Test(arguments: ["", "../../stockroom.yml", String(repeating: "a", count: 43)])
    func aFormThatDoesNotSayWhatWasSeenAppliesNothing(shown: String) async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = Self.planned(3)
        _ = try client.plan()
        let place = client.place
        let other = try client.get("/more")
        let changed = try client.post(place + "/apply", Self.tick + [("shown", shown)], from: other)
        #expect(changed.status == 409 && changed.text.contains("was made again since"))
        #expect(!changed.text.contains("name=\"accept\""))
        #expect(Self.applications(server).isEmpty)
      }
    }

    @Test func aFileThatSomebodyElseImportedIsNotImportedAgain() async throws {
      try await ServedTestShop.serve(running: RunningWork(patience: .seconds(600))) { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.manager]))
        let (client, ben) = (try server.signedIn(), try server.signedIn(as: "ben"))
        server.shop.answer = Self.planned(3)
        let plan = try client.plan()
        let place = client.place
        let others = try ben.get(place)
        server.shop.answer = Self.applied
        let first = try ben.post(place + "/apply", Self.tick, from: others)
        #expect(first.location == "/imports/7")
        let second = try client.post(place + "/apply", Self.tick, from: plan)
        #expect(second.location == "/imports/7")
        let next = try client.get("/more")
        #expect(next.text.contains("a.csv is imported already"))
        #expect(Self.applications(server).count == 1)
      }
    }
  }
}
