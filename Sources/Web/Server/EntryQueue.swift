internal import FormatKit
internal import HTTPTypes
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Synchronization

/// Enters counted items one after the other, and says that sections are done. While something is written that may take
/// long, such as a large import, or another process holds the shop, they are kept on the disk instead and entered after
/// it, so that nobody who counts has to wait.
///
/// One server of a shop keeps them. A second one has people wait, until the first has ended, and enters nothing before
/// what they counted earlier and the first one keeps.
final class EntryQueue: Sendable {
  /// After so many failures that may pass, such as a full disk, an entry is one that cannot be entered.
  private static let mostFailures = 10
  /// Seconds that an entry which can be kept waits for another process.
  private static let patience = "1"

  private struct State {
    /// Whether the writer is going to enter what waits.
    var isBegun = false
    /// Whether that is tried again after a pause.
    var isPausing = false
    /// The entry that failed last, and how often.
    var failed: (name: String, times: Int) = ("", 0)
  }

  let waiting: WaitingEntries
  private let commands: CommandQueue
  /// How long it waits before it tries again.
  private let pause: Duration
  private let log: @Sendable (String) -> Void
  private let state = Mutex(State())

  init(
    _ commands: CommandQueue, shop folder: String, pause: Duration = .seconds(2),
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.commands, self.pause, self.log) = (commands, pause, log)
    waiting = WaitingEntries(shop: folder)
    // A command that is asked for after an item was counted comes after it.
    commands.beforeWriting { [weak self] shop in
      self.flatMap { $0.enterAll(before: $0.waiting.newName(), isPatient: true, in: shop) }
    }
    guard !waiting.take() else { return }
    log(
      "another server uses this shop, or the folder waiting-entries cannot be written: "
        + "until that ends, people who count wait for what is being written")
    Task { [weak self] in
      while true {
        try? await Task.sleep(for: pause)
        guard let self else { return }
        if self.waiting.take() {
          log("people who count no longer wait for what is being written")
          return self.enterWaiting()
        }
      }
    }
  }

  /// Enters an item, or keeps it where it cannot be entered at once.
  ///
  /// - Parameter isLate: whether the item was counted earlier, and may have been entered already.
  /// - Returns: what the command answered; nil when the entry waits.
  /// - Throws: ``PageFailure`` when it cannot be kept.
  func enter(_ entry: WaitingEntry, isLate: Bool = false) async throws(PageFailure) -> CommandAnswer? {
    do {
      guard waiting.areTaken else {
        return try await commands.write { shop in
          try Self.requireNothingWaiting(before: entry, in: shop)
          return Self.answer(to: entry, isLate: isLate, isPatient: true, in: shop)
        }
      }
      guard !commands.isWriting, !waiting.haveEntries() else {
        try waiting.reserve(entry)
        try await commands.outside { [waiting] in try waiting.save(entry) }
        enterWaiting()
        return nil
      }
      return try await commands.write { [self] shop in
        // What was counted later, and waits because this one took long, comes later.
        if !state.withLock({ $0.isPausing }) { _ = enterAll(before: entry.name, in: shop) }
        if !waiting.haveEntries(before: entry.name) {
          let answer = Self.answer(to: entry, isLate: isLate, in: shop)
          guard Self.isBusy(answer) else { return answer }
        }
        try waiting.keep(entry)
        tryLater()
        return nil
      }
    } catch let problems as Problems {
      if let failure = MachineFailure(problems.headline) {
        log(problems.headline)
        throw PageFailure(failure)
      }
      throw PageFailure(
        status: .unprocessableContent,
        title: LocalizedText("It was not saved: \(problems.message.withoutMachinePaths)"),
        remedy: problems.remedy)
    } catch let failure as PageFailure {
      throw failure
    } catch {
      waiting.remove(entry.name)
      throw PageFailure(
        status: .serviceUnavailable, title: LocalizedText("It was not saved, because the server is being stopped"),
        remedy: LocalizedText("Enter it again in a minute."))
    }
  }

  /// - Throws: that another server keeps something that the person wrote earlier in the section.
  private static func requireNothingWaiting(before entry: WaitingEntry, in shop: any ServedShop) throws {
    let kept = try WaitingEntries.all(inShop: shop.folder)
    guard kept.contains(where: { $0.problem == nil && $0.isOf(entry.login, entry.count, entry.section) }) else {
      return
    }
    throw PageFailure(
      status: .unprocessableContent,
      title: LocalizedText("It was not saved, because what you wrote before is being entered"),
      remedy: LocalizedText("Try again in a minute."))
  }

  /// Enters what could not be entered once more, in its place among those that wait.
  func tryAgain(_ name: String) {
    waiting.tryAgain(name)
    state.withLock { $0.failed = ("", 0) }
    enterWaiting()
  }

  /// Enters what waits, after all that is being written now. What is counted in the meantime comes after the commands
  /// that wait by then. Otherwise none of them would have its turn while people count faster than that is entered.
  func enterWaiting() {
    let begins = state.withLock { state in
      guard !state.isBegun, !state.isPausing else { return false }
      state.isBegun = true
      return true
    }
    guard begins else { return }
    commands.writeLater { [self] shop in
      state.withLock { $0.isBegun = false }
      _ = enterAll(before: waiting.newName(), in: shop)
      if waiting.next != nil { enterWaiting() }
    }
  }

  /// - Parameters:
  ///   - name: only entries with an earlier name are entered.
  ///   - isPatient: whether another process is waited for as long as by any command.
  /// - Returns: the answer to the first entry that has to be tried again later; nil when none waits any more.
  private func enterAll(
    before name: String, isPatient: Bool = false, in shop: any ServedShop
  ) -> CommandAnswer? {
    while let entry = waiting.next, entry.name < name {
      let answer = Self.answer(to: entry, isLate: true, isPatient: isPatient, in: shop)
      if Self.isBusy(answer) {
        tryLater()
        return answer
      }
      guard let failure = CountProgressPages.failure(of: answer) else {
        waiting.remove(entry.name)
        continue
      }
      if !failure.detail.isEmpty { log(failure.detail) }
      if mayPass(answer, entry) {
        tryLater()
        return answer
      }
      waiting.refuse(
        entry.name, because: failure.title.description, remedy: failure.remedy.description, code: failure.code)
    }
    return nil
  }

  /// Whether a failure is not about the entry, such as a full disk.
  private func mayPass(_ answer: CommandAnswer, _ entry: WaitingEntry) -> Bool {
    switch Problem.Outcome(rawValue: answer.status) {
    case .usage, .refused, .invalidInput:
      guard MachineFailure(answer) != nil else { return false }
    case .unexpected, .outputFailed, .busy, nil: break
    }
    return state.withLock { state in
      state.failed = (entry.name, state.failed.name == entry.name ? state.failed.times + 1 : 1)
      return state.failed.times < Self.mostFailures
    }
  }

  private func tryLater() {
    let begins = state.withLock { state in
      defer { state.isPausing = true }
      return !state.isPausing
    }
    guard begins else { return }
    Task { [self] in
      try? await Task.sleep(for: pause)
      state.withLock { $0.isPausing = false }
      enterWaiting()
    }
  }

  private static func isBusy(_ answer: CommandAnswer) -> Bool { answer.status == Problem.Outcome.busy.rawValue }

  /// - Parameter isLate: whether the item was counted earlier, and could have been entered before, such as by a process that ended.
  private static func answer(
    to entry: WaitingEntry, isLate: Bool = false, isPatient: Bool = false, in shop: any ServedShop
  ) -> CommandAnswer {
    let words =
      if let mark = entry.mark {
        CommandWords("count", "section").flag(mark.rawValue).argument(entry.count).argument(entry.section)
      } else {
        CommandWords("count", "enter").option("section", entry.section).option("item", entry.item)
          .option("quantity", entry.quantity).option("note", entry.note).options("accept", entry.accepted)
          .option("waited", isLate ? entry.name : nil).argument(entry.count)
      }
    return shop.run(
      words.option("patience", isPatient ? nil : patience).words, input: nil, as: entry.login, role: entry.role)
  }
}
