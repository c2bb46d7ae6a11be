import Foundation
import Serving
import Testing
import WebTesting

@testable import Web

@Suite struct ImportOrderTests {
  private func order(
    _ name: String, kinds: [String] = ["sales"], firstAt: String? = nil, sentAt: Double = 0
  ) -> ImportOrder {
    ImportOrder(kinds: kinds, firstAt: firstAt, sentAt: Date(timeIntervalSince1970: sentAt), name: name)
  }

  @Test func filesAreImportedByWhatTheyReferToAndThenByTheirDates() {
    let expected = [
      order("z.csv", kinds: ["products"], firstAt: nil), order("y.csv", firstAt: "2026-09-28T00:00:00+02:00"),
      order("sales 05.10.2026.csv"), order("till-20261012.csv"), order("b.csv", firstAt: "2026-10-19T09:00:00+02:00"),
      order("a_2026-10-26.csv"), order("week 9.csv"), order("Week 10.csv"), order("a.csv", sentAt: 1),
    ]
    #expect(expected.reversed().sorted().map(\.name) == expected.map(\.name))
    #expect(expected.shuffled().sorted().map(\.name) == expected.map(\.name))
  }

  @Test(arguments: ["order 4006381333931.csv", "1.2.3.csv", "2026-10.csv", "99.99.2026.csv", "2026-1005.csv"])
  func whatIsNotADayIsNone(name: String) { #expect(order(name).moment == "~") }
}

extension ServerTests {
  /// Importing all files that wait.
  @Suite struct ImportAll {
    private static func planned(_ firstAt: String, guards: String = "") -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: #"""
          [{"outcome": "planned", "errors": 0, "first_at": "\#(firstAt)", "records_sha256": "\#(firstAt)",
            "counts": [{"kind": "sales", "action": "create", "records": 3}], "guards": [\#(guards)]}]
          """#, notes: "")
    }

    private static let asked = #"{"code": "more-than-stock", "cases": 1, "accepted": false, "examples": []}"#
    private static let applied = CommandAnswer(
      status: 0, output: #"{"outcome": "applied", "import_number": 5}"#, notes: "")
    private static let refused = CommandAnswer(
      status: 1, output: #"{"error": {"code": "usage", "message": "the plan cannot be read", "remedy": "Wait."}}"#,
      notes: "")

    /// The commands that import three files, sent in another order than that of their dates, and what the list then says.
    ///
    /// - Parameter answers: what the commands answer, one after the other.
    private func imported(
      _ server: ServedTestShop.Running, _ sent: [CommandAnswer], answers: [CommandAnswer]
    ) throws -> (names: [String], said: String) {
      let client = try server.signedIn()
      server.shop.answer(inTurn: sent)
      let files = ["c.csv", "a.csv", "b.csv"].map { (name: $0, content: Data("sku,price\n".utf8)) }
      _ = try client.follow(try client.upload("/imports/new", files, from: try client.get("/more")))
      let list = try client.get("/imports")
      server.shop.forget()
      server.shop.answer(inTurn: answers)
      let page = try client.follow(try client.post("/imports/all", [], from: list))
      let applied = server.shop.words.filter { $0.first == "apply" }
      return (applied.map { words in words.first { $0.hasPrefix("--name=") } ?? "" }, page.text)
    }

    @Test func theFilesAreImportedByTheirDates() async throws {
      try await ServedTestShop.serve { server in
        let plans = ["2026-10-12", "2026-10-05", "2026-10-19"].map { Self.planned($0) }
        let (names, said) = try imported(
          server, plans, answers: [plans[1], Self.applied, plans[0], Self.applied, plans[2], Self.applied])
        #expect(names == ["--name=a.csv", "--name=c.csv", "--name=b.csv"], "\(names)")
        #expect(said.contains("All files are imported."))
      }
    }

    /// What was ready and is not any more, or cannot be written, may be what the later ones build on.
    @Test(arguments: [
      ([planned("2026-10-12", guards: asked)], ["--name=a.csv"], "Stopped at c.csv: it needs an answer"),
      (
        [planned("2026-10-12"), refused], ["--name=a.csv", "--name=c.csv"], "Stopped at c.csv: The plan cannot be read"
      ),
    ])
    func theFirstThatFailsStopsTheOthers(second: [CommandAnswer], applied: [String], reason: String) async throws {
      try await ServedTestShop.serve { server in
        let plans = ["2026-10-12", "2026-10-05", "2026-10-19"].map { Self.planned($0) }
        let (names, said) = try imported(server, plans, answers: [plans[1], Self.applied] + second)
        #expect(names == applied, "\(names)")
        #expect(said.contains("1 of 3 files is imported; the others wait."))
        #expect(said.contains(reason), "\(said)")
      }
    }

    @Test func aFileThatWasAskedAboutKeepsWaiting() async throws {
      try await ServedTestShop.serve { server in
        let first = Self.planned("2026-10-05", guards: Self.asked)
        let plans = [Self.planned("2026-10-12"), first, Self.planned("2026-10-19")]
        let (names, said) = try imported(
          server, plans, answers: [first, plans[0], Self.applied, plans[2], Self.applied])
        #expect(names == ["--name=c.csv", "--name=b.csv"], "\(names)")
        #expect(said.contains("2 of 3 files are imported; the others wait.") && !said.contains("Stopped at"))
      }
    }
  }
}
