package import FormatKit
internal import Foundation
package import RetailValues
internal import Synchronization

/// What somebody who counts wrote, and what is carried out once the shop is free, because something that takes long was
/// written at that time: one counted item, or that a section is done.
package struct WaitingEntry: Codable, Hashable, Sendable {
  /// What is said of a section.
  package enum Mark: String, Codable, Sendable {
    case done
    case notDone = "not-done"
  }

  /// When it was counted, in microseconds since 1970, and something random after a hyphen: `1795943195842123-9f86d081884c7d65`.
  /// Entries are entered in the order of their names, and none of them twice.
  package let name: String
  /// Who counted.
  package var login: String
  private var roleName: String?
  package var count: String
  /// Empty for the count as a whole.
  package var section: String
  /// What is said of the section; nil for a counted item.
  package var mark: Mark?
  /// The SKU, or a code that the catalog does not know; empty for a mark, as all that follows.
  package var item: String
  /// What people call the item.
  package var title: String
  package var quantity: String
  package var note: String
  /// The guards that were confirmed.
  package var accepted: [String]
  /// Why it cannot be entered, as the command says; nil while it waits.
  package var problem: String?
  /// What to do then; nil in files of earlier versions, as the code.
  package var remedy: String?
  /// The code of the problem; empty without one.
  package var code: String?

  package init(
    name: String, login: String, role: Role?, count: String, section: String, item: String, title: String,
    quantity: String, note: String, accepted: [String]
  ) {
    (self.name, self.login, roleName, self.count, self.section) = (name, login, role?.rawValue, count, section)
    (self.item, self.title, self.quantity, self.note, self.accepted) = (item, title, quantity, note, accepted)
  }

  package init(name: String, login: String, role: Role?, count: String, section: String, mark: Mark) {
    self.init(
      name: name, login: login, role: role, count: count, section: section, item: "", title: "", quantity: "", note: "",
      accepted: [])
    self.mark = mark
  }

  /// The one role in which they acted; nil for all of theirs.
  package var role: Role? { roleName.flatMap { Role(rawValue: $0) } }

  /// When an entry of a name was counted; nil for what is not a name.
  package static func moment(ofName name: String) -> Timestamp? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == timeDigits, let microseconds = Int64(parts[0]), microseconds > 0,
      parts[1].count == 16, parts[1].allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    return Timestamp(millisecondsSince1970: microseconds / 1000)
  }

  fileprivate static let timeDigits = 16

  fileprivate static func name(at microseconds: Int64) -> String {
    let time = String(microseconds)
    let random = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: max(0, timeDigits - time.count)) + time + "-"
      + String(repeating: "0", count: 16 - random.count) + random
  }
}

/// The entries that wait, each in a file of the folder `waiting-entries` of the shop, which is there before a page says that it is
/// saved. One process at a time keeps and enters them: the one that holds the lock of the folder.
///
/// ```swift
/// let waiting = WaitingEntries(shop: folder)
/// guard waiting.take() else { return }
/// try waiting.keep(WaitingEntry(name: waiting.newName(), login: "mia", …))
/// while let entry = waiting.next { … waiting.remove(entry.name) }
/// ```
package final class WaitingEntries: Sendable {
  /// How many are kept at most, those that cannot be entered among them.
  package static let most = 20_000
  private static let ending = ".json"

  private struct State {
    /// In the order of their names.
    var entries: [WaitingEntry]
    /// The names of those that are not on the disk yet.
    var unsaved: Set<String> = []
    var last: Int64 = 0
    /// The file that is locked; nil while another process may have the entries.
    var lock: Int32?
  }

  private let folder: String
  private let state = Mutex(State(entries: []))

  /// The entries of a shop; there are none before ``take()``.
  package init(shop folder: String) { self.folder = Self.folder(of: folder) }

  deinit { if let lock = state.withLock({ $0.lock }) { close(lock) } }

  /// Takes the entries that earlier processes kept. The kernel gives them free when the process ends, however it ends.
  ///
  /// - Returns: false while another process has them, or when the folder cannot be written or listed.
  package func take() -> Bool {
    state.withLock { state in
      guard state.lock == nil else { return true }
      mkdir(folder, 0o700)
      let file = open(folder + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { return false }
      // A file system without locks admits every process.
      guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, let files = try? Self.files(in: folder) else {
        close(file)
        return false
      }
      state.lock = file
      state.entries = files.compactMap(Self.entry(in:))
      let last = state.entries.last.flatMap { Int64($0.name.prefix(WaitingEntry.timeDigits)) } ?? 0
      state.last = max(state.last, last)
      return true
    }
  }

  /// Whether this process has the entries.
  package var areTaken: Bool { state.withLock { $0.lock != nil } }

  /// The entries of a shop as another process sees them, in the order in which they were counted.
  ///
  /// - Throws: `source-unreadable` when the folder cannot be listed.
  package static func all(inShop folder: String) throws(Problems) -> [WaitingEntry] {
    try files(in: self.folder(of: folder)).compactMap(entry(in:))
  }

  /// How many entries of a count are not entered yet, as another process sees it. A file that cannot be read may be of any count.
  ///
  /// - Throws: `source-unreadable` when the folder cannot be listed.
  package static func number(ofCount count: String, inShop folder: String) throws(Problems) -> Int {
    try files(in: self.folder(of: folder)).count { entry(in: $0).map { $0.count == count } ?? true }
  }

  private static func folder(of shop: String) -> String { shop + "/waiting-entries" }

  /// The paths of all files, in the order of their names; none where there is no folder.
  private static func files(in folder: String) throws(Problems) -> [String] {
    guard access(folder, F_OK) == 0 || errno != ENOENT else { return [] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw Problems(
        .sourceUnreadable, source: folder, "cannot be listed",
        remedy: "Run the command as the owner of the shop's folder.")
    }
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  private static func entry(in path: String) -> WaitingEntry? {
    FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(WaitingEntry.self, from: $0) }
  }

  // MARK: Keeping

  /// A name for an entry of this moment, which comes after all names that were given before.
  package func newName(at moment: Timestamp = .now) -> String {
    state.withLock { state in
      state.last = max(state.last + 1, moment.millisecondsSince1970 * 1000)
      return WaitingEntry.name(at: state.last)
    }
  }

  /// Keeps an entry. It is on the disk afterwards.
  ///
  /// - Throws: `output-failed` when it cannot be written, or when there are too many.
  package func keep(_ entry: WaitingEntry) throws(Problems) {
    try reserve(entry)
    try save(entry)
  }

  /// Gives an entry its place, so that none of a later name is entered before it. It has to be saved next.
  ///
  /// - Throws: `output-failed` when there are too many.
  package func reserve(_ entry: WaitingEntry) throws(Problems) {
    let isPlaced = state.withLock { state in
      guard state.entries.count < Self.most else { return false }
      let place = state.entries.firstIndex { $0.name > entry.name } ?? state.entries.endIndex
      state.entries.insert(entry, at: place)
      state.unsaved.insert(entry.name)
      return true
    }
    guard isPlaced else {
      throw Problems(
        .sinkFailed, source: folder, "too many entries wait", remedy: "Enter this one again when the shop is free.")
    }
  }

  /// Writes an entry that has its place.
  ///
  /// - Throws: `output-failed` when it cannot be written; it does not wait then.
  package func save(_ entry: WaitingEntry) throws(Problems) {
    do { try write(entry) } catch {
      state.withLock { state in
        state.unsaved.remove(entry.name)
        state.entries.removeAll { $0.name == entry.name }
      }
      throw error
    }
    state.withLock { _ = $0.unsaved.remove(entry.name) }
  }

  private func write(_ entry: WaitingEntry) throws(Problems) {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let text = (try? JSONEncoder().encode(entry)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    try DurableFile.write(text, to: path(entry.name))
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)\(Self.ending)" }

  // MARK: Entering

  /// The next entry to be entered; nil when none waits, or the next one is not on the disk yet.
  package var next: WaitingEntry? {
    state.withLock { state in
      state.entries.first { $0.problem == nil }.flatMap { state.unsaved.contains($0.name) ? nil : $0 }
    }
  }

  /// Whether entries wait.
  ///
  /// - Parameter name: only those with an earlier name count; all when nil.
  package func haveEntries(before name: String? = nil) -> Bool {
    state.withLock { $0.entries.contains { entry in entry.problem == nil && name.map { entry.name < $0 } ?? true } }
  }

  /// Takes an entry away, because it is in the shop or because somebody gave it up.
  package func remove(_ name: String) {
    state.withLock { state in
      state.unsaved.remove(name)
      guard let place = state.entries.firstIndex(where: { $0.name == name }) else { return }
      state.entries.remove(at: place)
      unlink(path(name))
    }
  }

  /// Keeps an entry that cannot be entered until somebody enters it otherwise or gives it up.
  ///
  /// - Parameters:
  ///   - problem: what the command says.
  ///   - remedy: what to do.
  ///   - code: the code of the problem; empty without one.
  package func refuse(_ name: String, because problem: String, remedy: String, code: String) {
    set(problem, remedy, code, of: name)
  }

  /// Has an entry wait once more that could not be entered.
  package func tryAgain(_ name: String) { set(nil, nil, nil, of: name) }

  private func set(_ problem: String?, _ remedy: String?, _ code: String?, of name: String) {
    state.withLock { state in
      guard let place = state.entries.firstIndex(where: { $0.name == name }) else { return }
      (state.entries[place].problem, state.entries[place].remedy) = (problem, remedy)
      state.entries[place].code = code
      // If it cannot be written, it is tried again after the next start.
      try? write(state.entries[place])
    }
  }

  /// All of them, in the order in which they were counted; those that cannot be entered too.
  package var all: [WaitingEntry] { state.withLock { $0.entries } }
}
