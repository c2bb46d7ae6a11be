internal import FormatKit
internal import Foundation
internal import Synchronization

/// The cards of people who count: a number of eight digits signs one person in, for one count, for a day.
///
/// Kept as hashes in the file `cards` of the shop's folder, so that a printed card works when the server was started again. A line
/// of the file is the count, the second in which the card ends (since 1970) and the login, then a colon and the hash; see
/// ``HashFile``.
final class CountCards: Sendable {
  /// What a card is for.
  struct Card: Sendable {
    let login: String
    let count: String
    let ends: Date

    fileprivate init(login: String, count: String, ends: Date) {
      (self.login, self.count, self.ends) = (login, count, ends)
    }

    fileprivate init?(key: String) {
      let parts = key.split(separator: " ", maxSplits: 2).map(String.init)
      guard parts.count == 3, let seconds = Int(parts[1]) else { return nil }
      self.init(login: parts[2], count: parts[0], ends: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    fileprivate var key: String { "\(count) \(Int(ends.timeIntervalSince1970)) \(login)" }
  }

  /// How long a card can be used.
  static let duration: TimeInterval = 24 * 3600
  private static let digits = 8
  /// The cards that one person may have at once, because each is tried when they sign in.
  private static let mostOfOnePerson = 4

  private let file: HashFile
  private let writing = Mutex(())

  init(shop folder: String) { file = HashFile(path: folder + "/cards") }

  /// Makes a card in place of the one that the person had for this count.
  ///
  /// - Returns: its number, which is kept nowhere.
  /// - Throws: `output-failed` when the file cannot be written.
  func make(for login: String, count: String, now: Date = Date()) throws(Problems) -> String {
    var generator = SystemRandomNumberGenerator()
    let number = String((0..<Self.digits).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
    let hash = try file.hash(of: number)
    let card = Card(login: login, count: count, ends: now.addingTimeInterval(Self.duration))
    try change(now) { hashes in
      let others = hashes.keys.compactMap(Card.init).filter { $0.login == login && $0.count != count }
        .sorted { $0.ends > $1.ends }
      hashes = hashes.filter { Card(key: $0.key).map { $0.login != login } ?? false }
        .merging(others.prefix(Self.mostOfOnePerson - 1).map { ($0.key, hashes[$0.key] ?? "") }) { $1 }
      hashes[card.key] = hash
    }
    return number
  }

  /// Takes back all cards of a count.
  ///
  /// - Throws: `output-failed` when the file cannot be written.
  func withdraw(count: String, now: Date = Date()) throws(Problems) {
    try change(now) { hashes in hashes = hashes.filter { Card(key: $0.key)?.count != count } }
  }

  /// The cards of a count that can be used.
  func cards(ofCount count: String, now: Date = Date()) -> [Card] {
    file.hashes.keys.compactMap(Card.init).filter { $0.count == count && $0.ends > now }.sorted { $0.login < $1.login }
  }

  /// The card with a number, as its owner types it; nil when there is none.
  func card(_ typed: String, of login: String, now: Date = Date()) -> Card? {
    let number = typed.filter { $0 != " " }
    guard number.utf8.count == Self.digits, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let own = file.hashes.compactMap { key, hash in Card(key: key).map { (card: $0, hash: hash) } }
      .filter { $0.card.login == login && $0.card.ends > now }
    // It takes as long for a person without a card.
    guard !own.isEmpty else {
      _ = HashFile.isRight(number, by: nil)
      return nil
    }
    return own.first { HashFile.isRight(number, by: $0.hash) }?.card
  }

  /// Changes the file, without the cards whose time is over.
  private func change(_ now: Date, _ change: (inout [String: String]) -> Void) throws(Problems) {
    try writing.withLock { _ throws(Problems) in
      var hashes = file.hashes.filter { Card(key: $0.key).map { $0.ends > now } ?? false }
      change(&hashes)
      try file.write(hashes)
    }
  }
}
