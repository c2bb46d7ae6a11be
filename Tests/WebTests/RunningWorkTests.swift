import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// Work that goes on while a page shows that it does.
@Suite struct RunningWorkTests {
  @Test func anErrorThatNobodyExpectsIsShownWithoutItsWords() async throws {
    struct Odd: Error {}
    let failure = await #expect(throws: PageFailure.self) {
      try await RunningWork().begin("Looking at a.csv", for: "anna") { throw Odd() }
    }
    #expect(failure?.remedy.description.contains("Odd") == false)
    #expect(failure?.detail.contains("Odd") == true, "the log has it")
  }

  @Test func workIsListedUntilItsResultWasSeen() async throws {
    let running = RunningWork(patience: .zero)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let address = try await running.begin("Importing a.csv", for: "anna") {
      for await _ in gate { break }
      return "/imports/7"
    }
    let id = try #require(running.open(of: "anna").first?.id)
    #expect(address == "/running/\(id)" && running.open(of: "ben").isEmpty)
    opening.yield()
    while case .running = running.work(id)?.state { await Task.yield() }
    #expect(running.open(of: "anna").map(\.id) == [id])
    running.markSeen(id)
    #expect(running.open(of: "anna").isEmpty)
  }

  @Test func workThatWasNotShownAsRunningIsNotListed() async throws {
    let running = RunningWork(patience: .seconds(600))
    let address = try await running.begin("Importing a.csv", for: "anna") {
      "/imports/7?open=\(running.open(of: "anna").count)"
    }
    #expect(address == "/imports/7?open=0")
  }
}

extension ServerTests {
  /// The pages that show what is running, on a real server.
  @Suite struct RunningPages {
    @Test func workIsShownToWhoBeganIt() async throws {
      let running = RunningWork(patience: .zero)
      try await ServedTestShop.serve(running: running) { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.manager]))
        let (anna, ben) = (try server.signedIn(), try server.signedIn(as: "ben"))
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let address = try await running.begin("Importing a.csv", for: "anna") {
          for await _ in gate { break }
          return "/more"
        }
        let link = "<a href=\"\(address)\">Importing a.csv</a>"
        let page = try anna.get(address)
        #expect(page.status == 200 && page.isRunning && page.text.contains("<h1>Importing a.csv</h1>"))
        #expect(try anna.get("/").text.contains(link))
        #expect(try ben.get(address).status == 404)
        let home = try ben.get("/")
        #expect(home.status == 200 && !home.text.contains(link))
        opening.yield()
        let id = String(address.dropFirst("/running/".count))
        while case .running = running.work(id)?.state { await Task.yield() }
        #expect(try anna.get("/").text.contains(link))
        #expect(try ben.get(address).status == 404)
        #expect(try anna.get(address).location == "/more")
        #expect(try !anna.get("/").text.contains(link))
      }
    }
  }
}
