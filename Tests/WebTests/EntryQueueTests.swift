import Foundation
import RetailValues
import Serving
import Synchronization
import Testing
import WebTesting

@testable import Web

/// Counted items while something else is written.
@Suite(.timeLimit(.minutes(10))) struct EntryQueueTests {
  /// A shop whose imports take until they are let go.
  private final class HeldShop: ServedShop {
    let folder: String
    let importing = DispatchSemaphore(value: 0)
    let entered = Mutex([[String]]())
    let answers = Mutex([CommandAnswer]())

    init(_ folder: String) { self.folder = folder }

    func settings() throws -> ServedSettings {
      ServedSettings(frame: ShopFrame(name: "Test", currency: "EUR", now: ""), people: [])
    }

    func run(_ words: [String], input: String?, as login: String, role: Role?) -> CommandAnswer {
      if words.first == "import" { importing.wait() }
      if words.starts(with: ["count", "enter"]) {
        entered.withLock { $0.append(words + [login, role?.rawValue ?? ""]) }
      }
      return answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        ?? CommandAnswer(status: 0, output: "{}", notes: "")
    }

    /// What was entered, without the names under which it waited.
    var items: [String] {
      entered.withLock {
        $0.map { words in words.first { $0.hasPrefix("--item=") }.map { String($0.dropFirst(7)) } ?? "" }
      }
    }
  }

  private static func entry(_ item: String, _ queue: EntryQueue) -> WaitingEntry {
    WaitingEntry(
      name: queue.waiting.newName(), login: "mia", role: .counter, count: "7", section: "A", item: item, title: "Cup",
      quantity: "3", note: "", accepted: [])
  }

  private static func queue(_ commands: CommandQueue, _ shop: HeldShop) -> EntryQueue {
    EntryQueue(commands, shop: shop.folder, pause: .zero, log: { _ in })
  }

  /// Waits for what comes sooner or later; the suite has a limit of time.
  private static func until(_ isSo: () -> Bool) async throws {
    while !isSo() { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test func whatIsCountedDuringAnImportIsEnteredAfterIt() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let commands = CommandQueue(shop)
    let queue = Self.queue(commands, shop)
    async let imported = commands.run(CommandWords("import").writing, as: "anna", role: nil)
    try await Self.until { commands.isWriting }
    for item in ["A1", "B2", "A1"] {
      let answer = try await queue.enter(Self.entry(item, queue))
      #expect(answer == nil)
    }
    #expect(shop.items.isEmpty)
    #expect(try WaitingEntries.number(ofCount: "7", inShop: folder.path) == 3)
    #expect(try WaitingEntries.number(ofCount: "8", inShop: folder.path) == 0)
    // A count that is closed now is closed after them.
    async let closed = commands.run(CommandWords("count", "close").argument("7").writing, as: "anna", role: nil)
    shop.importing.signal()
    _ = await (imported, closed)
    #expect(shop.items == ["A1", "B2", "A1"])
    #expect(queue.waiting.entries(ofCount: "7").isEmpty)
    #expect(try WaitingEntries.number(ofCount: "7", inShop: folder.path) == 0)
    let words = shop.entered.withLock { $0 }
    #expect(words.allSatisfy { $0.suffix(2) == ["mia", "counter"] })
    let names = words.compactMap { $0.first { $0.hasPrefix("--waited=") } }
    #expect(names.count == 3 && Set(names).count == 3)
  }

  @Test func whatIsCountedWhileAnotherProcessWritesIsTriedAgain() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let busy = CommandAnswer(status: 75, output: "{}", notes: "")
    shop.answers.withLock { $0 = [busy, busy] }
    let queue = Self.queue(CommandQueue(shop), shop)
    let first = try await queue.enter(Self.entry("A1", queue))
    #expect(first == nil)
    try await Self.until { queue.waiting.next == nil }
    #expect(shop.items == ["A1", "A1", "A1"])
    let second = try await queue.enter(Self.entry("B2", queue))
    #expect(second?.status == 0)
  }

  @Test func whatCannotBeEnteredStaysWithItsReason() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let refusal = #"{"error": {"code": "wrong-state", "message": "count 7 is posted", "remedy": "Open another."}}"#
    shop.answers.withLock { $0 = [CommandAnswer(status: 4, output: refusal, notes: "")] }
    let kept = WaitingEntries(shop: folder.path)
    let queue = Self.queue(CommandQueue(shop), shop)
    try kept.keep(Self.entry("A1", queue))
    // As after a restart.
    let next = Self.queue(CommandQueue(shop), shop)
    next.enterWaiting()
    try await Self.until { next.waiting.next == nil }
    #expect(next.waiting.entries(ofCount: "7").map(\.problem) == ["Count 7 is posted. Open another."])
    #expect(
      WaitingEntries(shop: folder.path).entries(ofCount: "7").map(\.problem) == ["Count 7 is posted. Open another."])
    let name = try #require(next.waiting.entries(ofCount: "7").first?.name)
    next.waiting.remove(name)
    #expect(try WaitingEntries.number(ofCount: "7", inShop: folder.path) == 0)
  }

  @Test func namesSayWhenAnEntryWasCounted() {
    let waiting = WaitingEntries(shop: "/nowhere")
    let moment = Timestamp(millisecondsSince1970: 1_795_943_195_842)
    let names = (0..<3).map { _ in waiting.newName(at: moment) }
    #expect(names == names.sorted() && Set(names).count == 3)
    #expect(names.allSatisfy { WaitingEntry.moment(ofName: $0) == moment })
    for text in [
      "", "1795943195842000", "1795943195842000-1", "../../etc-0000000000000000", "-795943195842000-0000000000000000",
    ] {
      #expect(WaitingEntry.moment(ofName: text) == nil)
    }
  }

  @Test func aFailureThatMayPassIsTriedAgainAFewTimes() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let full = CommandAnswer(
      status: 6, output: #"{"error": {"code": "output-failed", "message": "the disk is full"}}"#, notes: "")
    shop.answers.withLock { $0 = Array(repeating: full, count: 3) }
    let queue = Self.queue(CommandQueue(shop), shop)
    try queue.waiting.keep(Self.entry("A1", queue))
    queue.enterWaiting()
    try await Self.until { queue.waiting.entries(ofCount: "7").isEmpty }
    #expect(shop.items.count == 4)
    shop.answers.withLock { $0 = Array(repeating: full, count: 10) }
    try queue.waiting.keep(Self.entry("B2", queue))
    queue.enterWaiting()
    try await Self.until { queue.waiting.next == nil }
    #expect(queue.waiting.entries(ofCount: "7").map(\.item) == ["B2"])
  }

  @Test func commandsThatAreAskedForLaterComeAfterwards() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let commands = CommandQueue(shop)
    let queue = Self.queue(commands, shop)
    try queue.waiting.keep(Self.entry("A1", queue))
    let busy = CommandAnswer(status: 75, output: "{}", notes: "busy")
    shop.answers.withLock { $0 = [busy] }
    let first = await commands.run(CommandWords("count", "enter").writing, as: "anna", role: nil)
    #expect(first.notes == "busy")
    try await Self.until { queue.waiting.next == nil }
    let entered = shop.entered.withLock { $0 }
    #expect(entered.allSatisfy { $0.contains("--item=A1") })
    let second = await commands.run(CommandWords("count", "enter").writing, as: "anna", role: nil)
    #expect(second.status == 0)
  }

  @Test func nothingIsEnteredBeforeWhatWasCountedEarlier() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let queue = Self.queue(CommandQueue(shop), shop)
    let (first, second, third) = (Self.entry("A1", queue), Self.entry("B2", queue), Self.entry("C3", queue))
    // The first is not on the disk yet when the others are.
    try queue.waiting.reserve(first)
    try queue.waiting.keep(third)
    queue.enterWaiting()
    let answer = try await queue.enter(second)
    #expect(answer == nil && shop.items.isEmpty)
    try queue.waiting.save(first)
    queue.enterWaiting()
    try await Self.until { !queue.waiting.haveEntries() }
    #expect(shop.items == ["A1", "B2", "C3"])
  }

  @Test func aFileThatCannotBeReadMayBeOfAnyCount() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/waiting-entries", withIntermediateDirectories: true)
    try "?".write(toFile: folder.path + "/waiting-entries/1.json", atomically: true, encoding: .utf8)
    #expect(try WaitingEntries.number(ofCount: "7", inShop: folder.path) == 1)
  }

  @Test func whatCannotBeKeptIsNotSaidToBe() {
    let waiting = WaitingEntries(shop: "/proc/nowhere")
    let entry = WaitingEntry(
      name: waiting.newName(), login: "mia", role: nil, count: "7", section: "", item: "A1", title: "Cup",
      quantity: "1",
      note: "", accepted: [])
    #expect(throws: (any Error).self) { try waiting.keep(entry) }
    #expect(!waiting.haveEntries())
  }
}

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
          let list = try client.get("/counts/7/sections/A?way=list")
          #expect(list.text.contains("The list is at its end."))
          let done = try client.get("/counts/7/sections/A/done")
          #expect(done.text.contains("You counted 1 items.") && !done.text.contains("have no number"))
        }
        while try WaitingEntries.number(ofCount: "7", inShop: server.folder) > 0 { usleep(1000) }
        let entered = server.shop.words.filter { $0.starts(with: ["count", "enter"]) }
        #expect(entered.count == 1 && entered[0].contains("--item=A1") && entered[0].contains("--quantity=8"))
      }
    }

    @Test func whatCannotBeEnteredIsGivenUpByWhoCountedOrAManager() async throws {
      try await ServedTestShop.serve { server in
        try server.add(ServedPerson(login: "mia", name: "Mia", roles: [.counter]))
        try server.add(ServedPerson(login: "ben", name: "Ben", roles: [.counter]))
        let (anna, mia, ben) = (try server.signedIn(), try server.signedIn(as: "mia"), try server.signedIn(as: "ben"))
        func waiting() -> [WaitingEntry] { WaitingEntries(shop: server.folder).entries(ofCount: "7") }
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
            _ = try mia.post(
              "/counts/7/sections/A",
              [("item", "A1"), ("title", "Cup"), ("quantity", "8"), ("again", entry.name)], from: again)
          } else {
            let given = try giver.post(address, [], from: giver.get("/counts"))
            #expect(given.location == "/counts")
          }
          #expect(waiting().isEmpty)
        }
      }
    }
  }
}
