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
    let identity: String? = nil
    let importing = DispatchSemaphore(value: 0)
    let hasBegun = Mutex(false)
    let entered = Mutex([[String]]())
    let answers = Mutex([CommandAnswer]())
    /// What is done after each item that is entered.
    let whenEntered = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ folder: String) { self.folder = folder }

    func settings() throws -> ServedSettings {
      ServedSettings(frame: ShopFrame(name: "Test", currency: "EUR", now: ""), people: [])
    }

    func run(_ words: [String], input: String?, as login: String, role: Role?) -> CommandAnswer {
      if words.first == "import" {
        hasBegun.withLock { $0 = true }
        importing.wait()
      }
      if words.starts(with: ["count", "enter"]) || words.starts(with: ["count", "section"]) {
        entered.withLock { $0.append(words + [login, role?.rawValue ?? ""]) }
        let next = whenEntered.withLock { $0 }
        next?()
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

  /// What servers say.
  private final class Log: Sendable {
    private let lines = Mutex([String]())

    var count: Int { lines.withLock { $0.count } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
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

  @Test func aCommandHasItsTurnHoweverFastPeopleCount() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let commands = CommandQueue(shop)
    let queue = Self.queue(commands, shop)
    // As soon as one item is entered, another one waits.
    shop.whenEntered.withLock { $0 = { try? queue.waiting.keep(Self.entry("B2", queue)) } }
    try queue.waiting.keep(Self.entry("A1", queue))
    queue.enterWaiting()
    shop.importing.signal()
    let answer = await commands.run(CommandWords("import").writing, as: "anna", role: nil)
    let hasBegun = shop.hasBegun.withLock { $0 }
    #expect(answer.status == 0 && hasBegun)
    shop.whenEntered.withLock { $0 = nil }
    try await Self.until { !queue.waiting.haveEntries() }
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
    #expect(queue.waiting.all.isEmpty)
    #expect(try WaitingEntries.number(ofCount: "7", inShop: folder.path) == 0)
    let words = shop.entered.withLock { $0 }
    #expect(words.allSatisfy { $0.suffix(2) == ["mia", "counter"] })
    let names = words.compactMap { $0.first { $0.hasPrefix("--waited=") } }
    #expect(names.count == 3 && Set(names).count == 3)
  }

  @Test func whatAFullDiskStoppedIsTriedAgain() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let full = CommandAnswer(
      status: 4, output: #"{"error": {"code": "refused", "message": "no room: No space left on device"}}"#, notes: "")
    shop.answers.withLock { $0 = [full, full] }
    let queue = Self.queue(CommandQueue(shop), shop)
    try queue.waiting.keep(Self.entry("A1", queue))
    queue.enterWaiting()
    try await Self.until { !queue.waiting.haveEntries() }
    #expect(queue.waiting.all.isEmpty)
    #expect(shop.items == ["A1", "A1", "A1"])
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
    // Nobody waits long for the other process.
    #expect(shop.entered.withLock { $0.allSatisfy { $0.contains("--patience=1") } })
  }

  @Test func thatASectionIsDoneIsSaidAfterWhatWasCounted() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let commands = CommandQueue(shop)
    let queue = Self.queue(commands, shop)
    async let imported = commands.run(CommandWords("import").writing, as: "anna", role: nil)
    try await Self.until { commands.isWriting }
    let counted = try await queue.enter(Self.entry("A1", queue))
    let done = WaitingEntry(
      name: queue.waiting.newName(), login: "mia", role: .counter, count: "7", section: "A", mark: .done)
    let marked = try await queue.enter(done)
    #expect(counted == nil && marked == nil && shop.items.isEmpty)
    #expect(try WaitingEntries.all(inShop: folder.path).map(\.mark) == [nil, .done])
    shop.importing.signal()
    _ = await imported
    try await Self.until { !queue.waiting.haveEntries() }
    #expect(shop.items == ["A1", ""])
    let last = shop.entered.withLock { $0.last }
    #expect(last == ["count", "section", "--done", "--patience=1", "--", "7", "A", "mia", "counter"])
  }

  @Test func nobodyQueuesBehindManyOthers() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    // Nothing depends on how long the others take.
    let commands = CommandQueue(shop, patience: .seconds(3600))
    let queue = Self.queue(commands, shop)
    async let held = commands.write { $0.run(["import"], input: nil, as: "anna", role: nil) }
    try await Self.until { shop.hasBegun.withLock { $0 } }
    let direct = (1..<CommandQueue.mostSmall).map { number in
      Task { try await queue.enter(Self.entry("D\(number)", queue)) }
    }
    try await Self.until { commands.isWriting }
    let kept = try await queue.enter(Self.entry("K", queue))
    #expect(kept == nil && shop.items.isEmpty)
    #expect(try WaitingEntries.all(inShop: folder.path).map(\.item) == ["K"])
    shop.importing.signal()
    _ = try await held
    for task in direct {
      let answer = try await task.value
      #expect(answer?.status == 0)
    }
    try await Self.until { !queue.waiting.haveEntries() }
    #expect(shop.items.sorted() == ["D1", "D2", "D3", "K"] && shop.items.last == "K")
    #expect(!commands.isWriting)
  }

  @Test func oneServerOfAShopEntersWhatWaits() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let log = Log()
    func server() -> EntryQueue {
      EntryQueue(CommandQueue(shop), shop: folder.path, pause: .milliseconds(5), log: { log.add($0) })
    }
    var first: EntryQueue? = server()
    let kept = try Self.entry("A1", #require(first))
    try first?.waiting.keep(kept)
    let second = server()
    #expect(log.count == 1)
    #expect(!second.waiting.areTaken && second.waiting.all.isEmpty)
    second.enterWaiting()
    // What is counted there waits for the writer, as long as any command.
    var other = Self.entry("B2", second)
    other.section = "B"
    let direct = try await second.enter(other)
    #expect(direct?.status == 0)
    #expect(shop.items == ["B2"])
    #expect(shop.entered.withLock { $0.allSatisfy { words in !words.contains { $0.hasPrefix("--patience") } } })
    // Not before what the same person counted earlier in the section.
    await #expect(throws: PageFailure.self) { try await second.enter(Self.entry("A1", second)) }
    #expect(shop.items == ["B2"])
    #expect(try WaitingEntries.all(inShop: folder.path) == [kept])
    // It takes over when the first ends.
    first = nil
    try await Self.until { second.waiting.areTaken && !second.waiting.haveEntries() }
    #expect(shop.items == ["B2", "A1"])
    #expect(log.count == 2)
  }

  @Test(.enabled(if: getuid() != 0, "root may list everything"))
  func entriesThatCannotBeListedAreNotTaken() throws {
    let folder = try TemporaryFolder()
    let first = WaitingEntries(shop: folder.path)
    try first.keep(
      WaitingEntry(
        name: first.newName(), login: "mia", role: nil, count: "7", section: "A", item: "A1", title: "Cup",
        quantity: "3", note: "", accepted: []))
    let place = folder.path + "/waiting-entries"
    chmod(place, 0o300)
    let waiting = WaitingEntries(shop: folder.path)
    #expect(!waiting.take() && !waiting.areTaken)
    chmod(place, 0o700)
    #expect(waiting.take() && waiting.next?.item == "A1")
  }

  @Test func filesOfEarlierVersionsAreRead() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/waiting-entries", withIntermediateDirectories: true)
    let (name, earlier) = ("1795943195842123-9f86d081884c7d65", "1795943195842122-9f86d081884c7d65")
    let entry = """
      {"name": "\(name)", "login": "mia", "roleName": "counter", "count": "7", "section": "A", "item": "A1",
        "title": "Cup", "quantity": "3", "note": "", "accepted": []}
      """
    try entry.write(toFile: "\(folder.path)/waiting-entries/\(name).json", atomically: true, encoding: .utf8)
    let refused = entry.replacing(name, with: earlier).replacing("}", with: #", "problem": "It is posted. Open one."}"#)
    try refused.write(toFile: "\(folder.path)/waiting-entries/\(earlier).json", atomically: true, encoding: .utf8)
    let waiting = WaitingEntries(shop: folder.path)
    #expect(waiting.take())
    #expect(waiting.next?.item == "A1" && waiting.next?.mark == nil && waiting.next?.role == .counter)
    let first = try #require(waiting.all.first)
    #expect(first.problem == "It is posted. Open one." && first.remedy == nil && first.code == nil)
    waiting.tryAgain(earlier)
    #expect(waiting.next?.name == earlier)
    #expect(waiting.newName(at: Timestamp(millisecondsSince1970: 0)) > name)
  }

  @Test func whatCannotBeEnteredStaysWithItsReason() async throws {
    let folder = try TemporaryFolder()
    let shop = HeldShop(folder.path)
    let refusal = #"{"error": {"code": "wrong-state", "message": "count 7 is posted", "remedy": "Open another."}}"#
    shop.answers.withLock { $0 = [CommandAnswer(status: 4, output: refusal, notes: "")] }
    try WaitingEntries(shop: folder.path).keep(
      WaitingEntry(
        name: "1795943195842123-9f86d081884c7d65", login: "mia", role: nil, count: "7", section: "A", item: "A1",
        title: "Cup", quantity: "3", note: "", accepted: []))
    // As after a restart.
    let queue = Self.queue(CommandQueue(shop), shop)
    queue.enterWaiting()
    try await Self.until { queue.waiting.next == nil }
    let refused = try #require(queue.waiting.all.first)
    #expect(refused.problem == "Count 7 is posted" && refused.remedy == "Open another.")
    #expect(refused.code == "wrong-state")
    #expect(try WaitingEntries.all(inShop: folder.path) == [refused])
    let name = refused.name
    // The count is open again.
    queue.tryAgain(name)
    try await Self.until { queue.waiting.all.isEmpty }
    #expect(shop.items == ["A1", "A1"])
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
    try await Self.until { queue.waiting.all.isEmpty }
    #expect(shop.items.count == 4)
    shop.answers.withLock { $0 = Array(repeating: full, count: 10) }
    try queue.waiting.keep(Self.entry("B2", queue))
    queue.enterWaiting()
    try await Self.until { queue.waiting.next == nil }
    #expect(queue.waiting.all.map(\.item) == ["B2"])
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
