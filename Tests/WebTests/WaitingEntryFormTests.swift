import Foundation
import RetailValues
import Serving
import Synchronization
import Testing
import WebTesting

@testable import Web

extension ServerTests {
  /// Pages of entries that wait, on a real server.
  @Suite(.timeLimit(.minutes(10))) struct WaitingEntryForms {
    private static let item = #"""
      {"items": [{"code": "A1", "sku": "A1", "title": "Cup", "counted": "2", "pack": "1"}], "state": "counting", "total": 1,
        "session": {"count": "7", "state": "counting"}}
      """#

    private static func discardACount(_ server: ServedTestShop.Running) {
      guard let client = try? server.signedIn(), let page = try? client.get("/more") else { return }
      _ = try? client.post("/counts/9/discard", [], from: page)
    }

    /// Asks for pages while the writer of the shop is held.
    private static func whileHeld(
      _ server: ServedTestShop.Running, _ work: () throws -> Void
    ) throws {
      let importing = DispatchSemaphore(value: 0)
      defer { importing.signal() }
      let hasBegun = Mutex(false)
      server.shop.whenAsked = { words in
        guard words.starts(with: ["count", "discard"]) else { return }
        hasBegun.withLock { $0 = true }
        importing.wait()
      }
      let other = Thread { discardACount(server) }
      other.start()
      while !hasBegun.withLock({ $0 }) { usleep(1000) }
      try work()
    }

    @Test func theNumberThatWaitsIsTheOneThatGoesOn() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer = CommandAnswer(status: 0, output: Self.item, notes: "")
        try Self.whileHeld(server) {
          let page = try client.get("/counts/7/sections/A?item=A1")
          #expect(page.text.contains(#"value="3""#))
          let saved = try client.post(
            "/counts/7/sections/A", [("item", "A1"), ("title", "Cup"), ("quantity", "8")], from: page)
          #expect(saved.status == 303)
          let next = try client.get("/counts/7/sections/A?item=A1")
          #expect(next.text.contains("1 entry is saved, and not in the count yet"))
          #expect(next.text.contains("You counted 8 before"))
          #expect(next.text.contains(#"value="9""#))
          // The list and the question before the end do not ask for it again.
          server.shop.forget()
          _ = try client.get("/counts/7/sections/A?way=list&skip=2")
          let items = ["count", "items", "--section=A"]
          #expect(
            server.shop.words == [
              items + ["--limit=8", "--except=A1", "--", "7"],
              items + ["--left", "--limit=1", "--skip=2", "--except=A1", "--", "7"],
            ])
          server.shop.forget()
          let asked = try client.get("/counts/7/sections/A/done")
          #expect(asked.text.contains("Items that you counted: 1."))
          #expect(server.shop.words == [items + ["--left", "--limit=50", "--except=A1", "--", "7"]])
          // That the section is done waits as well.
          let done = try client.post("/counts/7/sections/A/done", [], from: asked)
          #expect(done.status == 303)
          let seen = try client.get("/counts/7/sections/A")
          #expect(seen.text.contains("<strong>Done.</strong>"))
          #expect(seen.text.contains("2 entries are saved, and not in the count yet"))
        }
        while try WaitingEntries.number(ofCount: "7", inShop: server.folder) > 0 { usleep(1000) }
        let entered = server.shop.words.filter { $0.starts(with: ["count", "enter"]) }
        #expect(entered.count == 1 && entered[0].contains("--item=A1") && entered[0].contains("--quantity=8"))
        let said = server.shop.words.filter { $0.starts(with: ["count", "section", "--done"]) }
        #expect(said.count == 1)
      }
    }

    @Test func whatCannotBeEnteredIsGivenUpByWhoCountedOrAManager() async throws {
      try await ServedTestShop.serve { server in
        try server.add(ServedPerson(login: "mia", name: "Mia", roles: [.counter]))
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.counter]))
        let (anna, mia, ben) = (try server.signedIn(), try server.signedIn(as: "mia"), try server.signedIn(as: "ben"))
        func waiting() -> [WaitingEntry] { (try? WaitingEntries.all(inShop: server.folder)) ?? [] }
        for (giver, isMia) in [(mia, true), (anna, false)] {
          server.shop.answer = CommandAnswer(status: 0, output: Self.item, notes: "")
          try Self.whileHeld(server) {
            let page = try mia.get("/counts/7/sections/A?item=A1")
            _ = try mia.post("/counts/7/sections/A", [("item", "A1"), ("title", "Cup"), ("quantity", "8")], from: page)
            let refusal = #"{"error": {"code": "wrong-state", "message": "count 7 is posted", "remedy": "Open one."}}"#
            server.shop.answer = CommandAnswer(status: 4, output: refusal, notes: "")
          }
          while waiting().first?.problem == nil { usleep(1000) }
          server.shop.answer = CommandAnswer(status: 0, output: Self.item, notes: "")
          let entry = try #require(waiting().first)
          let address = "/counts/7/waiting/\(entry.name)"
          let seen = try mia.get("/counts/7/sections/A")
          #expect(seen.text.contains("8 × A1 Cup") && seen.text.contains("Count 7 is posted. Open one."))
          let others = try ben.get("/counts/7/sections/A")
          #expect(!others.text.contains("8 × A1 Cup"))
          let tried = try ben.post(address, [], from: others)
          #expect(tried.status == 404)
          #expect(waiting().map(\.name) == [entry.name])
          // Counting the item once more takes nothing away that was not entered.
          _ = try mia.post(
            "/counts/7/sections/A", [("item", "A1"), ("title", "Cup"), ("quantity", "1")],
            from: mia.get("/counts/7/sections/A"))
          #expect(waiting().map(\.name) == [entry.name])
          if isMia {
            // Entering it again does.
            let again = try mia.get("/counts/7/sections/A?item=A1&quantity=8&again=\(entry.name)")
            #expect(again.input("again") == entry.name)
            let entered = try mia.post(
              "/counts/7/sections/A",
              [("item", "A1"), ("title", "Cup"), ("quantity", "8"), ("again", entry.name)], from: again)
            #expect(entered.location.hasSuffix("entered=\(entry.name)"), "\(entered.location)")
          } else {
            // A manager does not replace what was entered later, or at a time that is not known.
            for time in [#""9999-01-01T00:00:00.123+00:00""#, #""yesterday""#, "null"] {
              let later = #"{"items": [{"code": "A1", "counted": "9", "entered_at": \#(time)}]}"#
              server.shop.answer = CommandAnswer(status: 0, output: later, notes: "")
              let list = try giver.get("/counts")
              #expect(list.text.contains("Try again"))
              let again = try giver.post(address, [("again", "yes")], from: list)
              #expect(again.status == 422 && again.text.contains("Mia entered 9 × A1 later"), "\(time)")
              let other = try giver.get("/counts")
              server.shop.answer = CommandAnswer(status: 4, output: "{}", notes: "")
              let unknown = try giver.post(address, [("again", "yes")], from: other)
              #expect(unknown.status != 303)
              #expect(waiting().map(\.name) == [entry.name])
            }
            server.shop.answer = CommandAnswer(status: 0, output: Self.item, notes: "")
            let given = try giver.post(address, [], from: giver.get("/counts"))
            #expect(given.location == "/counts")
          }
          #expect(waiting().isEmpty)
        }
      }
    }

    @Test func whatWasSaidOfASectionIsOnlyGivenUp() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        func waiting() -> [WaitingEntry] { (try? WaitingEntries.all(inShop: server.folder)) ?? [] }
        server.shop.answer = CommandAnswer(status: 0, output: Self.item, notes: "")
        try Self.whileHeld(server) {
          _ = try client.post("/counts/7/sections/A/done", [], from: client.get("/counts/7/sections/A/done"))
          let refusal = """
            {"error": {"code": "wrong-state", "message": "count 7 is in state 'posted' and cannot be changed",
              "remedy": "Take it back, or open a new count."}}
            """
          server.shop.answer = CommandAnswer(status: 4, output: refusal, notes: "")
        }
        while waiting().first?.problem == nil { usleep(1000) }
        server.shop.answer = CommandAnswer(status: 0, output: Self.item, notes: "")
        let entry = try #require(waiting().first)
        let address = "/counts/7/waiting/\(entry.name)"
        let list = try client.get("/counts")
        #expect(list.text.contains("Give up") && !list.text.contains("Try again"))
        let german = try client.get("/counts", headers: ["Accept-Language": "de"]).text
        #expect(german.contains("Zählung 7 hat den Zustand „gebucht“ und kann nicht geändert werden. Nehmen Sie"))
        let again = try client.post(address, [("again", "yes")], from: list)
        #expect(again.status == 422 && waiting().count == 1)
        _ = try client.post(address, [], from: client.get("/counts"))
        #expect(waiting().isEmpty)
      }
    }
  }
}
