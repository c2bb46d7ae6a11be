import Foundation
import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// How far long work has come.
@Suite struct WorkWatchTests {
  @Test func theFiguresAreThoseOfThePhase() throws {
    let began = ContinuousClock.now
    var reading = WorkWatch.Reading(.reading, began: began)
    (reading.bytes, reading.totalBytes, reading.records, reading.errors) = (250, 1000, 5000, 2)
    func facts(_ figures: [String: Any]) -> [String] {
      let facts = figures["facts"] as? [[String: Any]] ?? []
      return facts.map { "\(shown($0["title"]) ?? ""): \(shown($0["text"]) ?? "")" }
    }
    let figures = RunningPages.figures(reading, running: 75, at: began + .seconds(10))
    #expect(shown(figures["phase"]) == "Reading" && figures["percent"] as? Int == 25)
    #expect(
      facts(figures) == [
        "Rows read: 5,000", "Speed: 500 rows a second", "Time left to read: 30 s", "Errors so far: 2",
        "Running for: 1 min 15 s",
      ])
    // Nothing is guessed from so little.
    let early = RunningPages.figures(reading, running: 0.1, at: began + .milliseconds(100))
    #expect(facts(early) == ["Rows read: 5,000", "Errors so far: 2", "Running for: 0 s"])
    reading.totalBytes = nil
    let unknown = RunningPages.figures(reading, running: 10, at: began + .seconds(10))
    #expect(unknown["has_share"] as? Bool == false)
    #expect(facts(unknown).allSatisfy { !$0.hasPrefix("Time left") })
    reading.steps = (2, 8)
    let stepped = RunningPages.figures(reading, running: 10, at: began + .seconds(10))
    #expect(stepped["percent"] as? Int == 25)
    #expect(
      facts(stepped) == [
        "Rows read: 5,000", "Speed: 500 rows a second", "Steps done: 2 of 8", "Time left, about: 30 s",
        "Errors so far: 2", "Running for: 10 s",
      ])
  }

  @Test func rowsStayWhenTheNextPhaseBegins() {
    let watch = WorkWatch()
    watch.begin(.reading, totalBytes: 100)
    watch.advance(to: 100)
    watch.count(records: 7, errors: 1)
    watch.begin(.comparing)
    #expect(watch.reading.records == 7 && watch.reading.errors == 1 && watch.reading.share == nil)
    // The source is read a second time.
    watch.begin(.reading, totalBytes: 100)
    #expect(watch.reading.records == nil && watch.reading.share == 0)
  }

  @Test func aCommandThatWasStoppedWhileItWaitedIsNotRun() async {
    let shop = ServedTestShop(folder: "/nowhere", roles: [.manager])
    let (queue, watch) = (CommandQueue(shop), WorkWatch())
    watch.askToStop()
    let answer = await WorkWatch.$current.withValue(watch) {
      await queue.run(CommandWords("import"), as: "anna", role: nil)
    }
    #expect(answer.status == 75 && shop.words == [] && watch.isStopped)
  }

  @Test func whatComesBeforeACommandIsNotStoppedWithIt() async {
    let shop = ServedTestShop(folder: "/nowhere", roles: [.manager])
    let (queue, watch) = (CommandQueue(shop), WorkWatch())
    queue.beforeWriting { _ in
      WorkWatch.current == nil ? nil : CommandAnswer(status: 9, output: "", notes: "it could be stopped")
    }
    shop.whenAsked = { _ in WorkWatch.current?.count(records: 7, errors: 0) }
    let answer = await WorkWatch.$current.withValue(watch) {
      await queue.run(CommandWords("apply").writing, as: "anna", role: nil)
    }
    #expect(answer.status == 0 && watch.reading.records == 7)
  }

  @Test func workThatEndedBeforeItWasAskedShowsItsResult() async throws {
    let running = RunningWork(patience: .zero)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    _ = try await running.begin("Importing a.csv", for: "anna", stoppingAt: "/plans/1") {
      for await _ in gate { break }
      return "/imports/7"
    }
    let (id, work) = try #require(running.open(of: "anna").first)
    work.watch.askToStop()
    opening.yield()
    while case .running = running.work(id)?.state { await Task.yield() }
    guard case .done("/imports/7") = running.work(id)?.state else {
      Issue.record("the result is not shown")
      return
    }
  }

  @Test func anErrorOfStoppedWorkIsNotShown() async throws {
    let running = RunningWork(patience: .zero)
    _ = try await running.begin("Importing a.csv", for: "anna", stoppingAt: "/plans/1") {
      while WorkWatch.current?.obeysStop() == false { await Task.yield() }
      throw CancellationError()
    }
    let (id, work) = try #require(running.open(of: "anna").first)
    work.watch.askToStop()
    while case .running = running.work(id)?.state { await Task.yield() }
    guard case .stopped("/plans/1") = running.work(id)?.state else {
      Issue.record("it does not lead to where it can be begun again")
      return
    }
  }
}

extension ServerTests {
  /// Progress of long work, and stopping it, on a real server.
  @Suite struct StoppedWork {
    /// Work of Anna that goes on until it is stopped.
    private static func begin(_ running: RunningWork) async throws -> String {
      let (telling, told) = AsyncStream.makeStream(of: Void.self)
      let address = try await running.begin("Importing a.csv", for: "anna", stoppingAt: "/imports") {
        WorkWatch.current?.begin(.reading, totalBytes: 200)
        WorkWatch.current?.advance(to: 90)
        WorkWatch.current?.count(records: 1200, errors: 3)
        told.yield()
        while WorkWatch.current?.obeysStop() == false { await Task.yield() }
        throw CancellationError()
      }
      for await _ in telling { break }
      return address
    }

    @Test func progressIsShownToWhoBeganTheWorkAndToNobodyElse() async throws {
      let running = RunningWork(patience: .zero)
      try await ServedTestShop.serve(running: running) { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.manager]))
        let (anna, ben) = (try server.signedIn(), try server.signedIn(as: "ben"))
        let address = try await Self.begin(running)
        let page = try anna.get(address)
        #expect(page.isRunning && page.text.contains("<strong>Reading</strong>") && page.text.contains("45 %"))
        #expect(page.text.contains("max=\"100\" value=\"45\"") && page.text.contains("<dd>1,200</dd>"))
        #expect(page.text.contains("<dt>Errors so far</dt><dd>3</dd>"))
        #expect(page.text.contains("action=\"\(address)/stop\""))
        for path in [address, address + "/events"] { #expect(try ben.get(path).status == 404) }
        let answer = try anna.post(address + "/stop", [], from: page)
        #expect(answer.location == address)
        let after = try anna.follow(answer)
        #expect(anna.place == "/imports" && after.text.contains("Stopped. Nothing was changed."))
        // Its page leads there from now on, also for a browser that follows it.
        #expect(try anna.get(address + "/events").text.contains("event: end"))
      }
    }

    @Test func onlyManagersStopWhatOthersBegan() async throws {
      let running = RunningWork(patience: .zero)
      try await ServedTestShop.serve(running: running) { server in
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.counter]))
        try server.add(ServedPerson(login: "cleo", name: "Cleo", roles: [.manager]))
        try server.add(ServedPerson(login: "dora", name: "Dora", roles: [.manager], store: "north"))
        let address = try await Self.begin(running)
        let watch = try #require(running.open(of: "anna").first).work.watch
        for login in ["ben", "dora"] {
          let other = try server.signedIn(as: login)
          #expect(try other.post(address + "/stop", [], from: try other.get("/more")).status == 404)
          #expect(!watch.isAskedToStop)
          #expect(try !other.get("/imports").text.contains("Importing a.csv"))
        }
        let cleo = try server.signedIn(as: "cleo")
        let list = try cleo.get("/imports")
        #expect(list.text.contains("Importing a.csv") && list.text.contains("action=\"\(address)/stop\""))
        #expect(try cleo.post(address + "/stop", [], from: list).location == "/imports")
        #expect(watch.isAskedToStop)
      }
    }

    @Test func workThatCannotBeStoppedHasNoButton() async throws {
      let running = RunningWork(patience: .zero)
      try await ServedTestShop.serve(running: running) { server in
        let anna = try server.signedIn()
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let address = try await running.begin("Backup", for: "anna") {
          for await _ in gate { break }
          return "/more"
        }
        let page = try anna.get(address)
        #expect(page.isRunning && !page.text.contains("/stop\""))
        #expect(try anna.post(address + "/stop", [], from: try anna.get("/more")).status == 404)
        opening.yield()
      }
    }

    @Test func aFileThatWasStoppedIsLookedAtAgain() async throws {
      let running = RunningWork(patience: .zero)
      try await ServedTestShop.serve(running: running) { server in
        let anna = try server.signedIn()
        server.shop.whenAsked = { words in
          guard words.first == "import" else { return }
          while WorkWatch.current?.obeysStop() == false { sched_yield() }
        }
        let sent = try anna.upload("/imports/new", [("a.csv", Data("sku,price\n".utf8))], from: try anna.get("/more"))
        let address = sent.location
        #expect(address.hasPrefix("/running/"))
        let stopped = try anna.follow(try anna.post(address + "/stop", [], from: try anna.get(address)))
        server.shop.whenAsked = nil
        let place = anna.place
        #expect(place.hasPrefix("/plans/") && stopped.text.contains("Stopped. Nothing was changed."))
        let files = try FileManager.default.subpathsOfDirectory(atPath: server.folder)
        #expect(files.contains { $0.hasSuffix("/a.csv") })
        #expect(!files.contains { $0.contains("/.plan-") || $0.contains("/.made") }, "nothing is kept of it")
        server.shop.forget()
        let again = try anna.follow(try anna.post(place + "/again", [], from: stopped))
        #expect(again.status == 200 && anna.place == place)
        #expect(server.shop.words.contains { $0.first == "import" })
        #expect(!again.text.contains("Look at the file now"))
      }
    }
  }
}
