internal import FormatKit
internal import Foundation
internal import Serving

/// The cards of people who count: a number of eight digits signs one person in, for one count, for a day.
///
/// Kept as hashes in a file, so that a printed card works when the server was started again; see ``CardFile``. A number
/// of eight digits is soon guessed from a hash that is made fast, so its hash is made as slowly as a passphrase's. The
/// cards of a person have one salt: a number is compared with all of them at the cost of one.
final class CountCards: Sendable {
  /// What a card is for.
  struct Card: Sendable {
    let login: String
    let count: String
    let ends: Date
    /// What is kept of its number.
    let hash: String

    fileprivate init(login: String, count: String, ends: Date, hash: String) {
      (self.login, self.count, self.ends, self.hash) = (login, count, ends, hash)
    }

    fileprivate init?(key: String, hash: String) {
      guard let parts = CardFile.parts(of: key), let count = parts.count.removingPercentEncoding,
        let seconds = Int(parts.ends)
      else { return nil }
      self.init(
        login: parts.login, count: count, ends: Date(timeIntervalSince1970: TimeInterval(seconds)), hash: hash)
    }

    fileprivate var key: String { "\(FormValues.encoded(count)) \(Int(ends.timeIntervalSince1970)) \(login)" }
  }

  /// How long a card can be used.
  static let duration: TimeInterval = 24 * 3600
  private static let digits = 8
  /// The cards that one person may have at once: each is one more number that signs in.
  private static let mostOfOnePerson = 4

  private let file: HashFile

  init(shop folder: String) { file = CardFile.file(shop: folder) }

  /// Makes a card in place of the one that the person had for this count.
  ///
  /// - Returns: its number, which is kept nowhere.
  /// - Throws: `output-failed` when the file cannot be written.
  func make(for login: String, count: String, now: Date = Date()) throws(Problems) -> String {
    var generator = SystemRandomNumberGenerator()
    let number = String((0..<Self.digits).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
    let hash = try file.hash(of: number, saltedAs: all.first { $0.login == login && $0.ends > now }?.hash)
    let card = Card(login: login, count: count, ends: now.addingTimeInterval(Self.duration), hash: hash)
    try change(now) { cards in
      let others = cards.filter { $0.login == login && $0.count != count }.sorted { $0.ends > $1.ends }
      cards = cards.filter { $0.login != login } + others.prefix(Self.mostOfOnePerson - 1) + [card]
    }
    return number
  }

  /// Takes back all cards of a count.
  ///
  /// - Throws: `output-failed` when the file cannot be written.
  func withdraw(count: String, now: Date = Date()) throws(Problems) {
    try change(now) { cards in cards.removeAll { $0.count == count } }
  }

  /// The cards of a count that can be used.
  func cards(ofCount count: String, now: Date = Date()) -> [Card] {
    all.filter { $0.count == count && $0.ends > now }.sorted { $0.login < $1.login }
  }

  /// What is kept of the number of a person's card for a count; nil without one.
  func hash(of login: String, count: String) -> String? { all.first { $0.login == login && $0.count == count }?.hash }

  /// The card with a number, as its owner types it; nil when there is none. It takes as long for a person who does not
  /// exist, or has no card or several.
  func card(_ typed: String, of login: String, now: Date = Date()) -> Card? {
    let number = typed.filter { $0 != " " }
    guard number.utf8.count == Self.digits, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let own = all.filter { $0.login == login && $0.ends > now }
    // Cards that an earlier version made have a salt each; they end within a day.
    let hash = HashFile.hash(madeOf: number, among: own.map(\.hash))
    return own.first { $0.hash == hash }
  }

  /// The cards in the file.
  private var all: [Card] { Self.cards(file.hashes) }

  private static func cards(_ hashes: [String: String]) -> [Card] {
    hashes.compactMap { Card(key: $0.key, hash: $0.value) }
  }

  /// Changes the file, without the cards whose time is over.
  private func change(_ now: Date, _ change: (inout [Card]) -> Void) throws(Problems) {
    try file.change { hashes in
      var cards = Self.cards(hashes).filter { $0.ends > now }
      change(&cards)
      hashes = Dictionary(cards.map { ($0.key, $0.hash) }) { $1 }
    }
  }
}
