import Foundation
import Testing

@testable import Serving
@testable import Web

/// The time of an answer does not say which names there are.
@Suite struct SignInCostTests {
  /// So a number is compared with all of them at the cost of one.
  @Test func theCardsOfAPersonHaveOneSalt() throws {
    let folder = try TemporaryFolder()
    let cards = CountCards(shop: folder.path)
    let counts = ["1", "2", "3", "4"]
    let numbers = try counts.map { try cards.make(for: "ben", count: $0) }
    #expect(Set(numbers.compactMap { cards.card($0, of: "ben")?.count }) == Set(counts))
    _ = try cards.make(for: "anna", count: "1")
    let hashes = try String(contentsOfFile: folder.path + "/cards", encoding: .utf8).split(separator: "\n")
      .compactMap { $0.split(separator: ":").last.map(String.init) }
    let salts = hashes.compactMap { hash in hash.lastIndex(of: "$").map { String(hash[..<$0]) } }
    #expect(salts.count == 5 && Set(salts).count == 2 && Set(hashes).count == 5)
  }

  /// As an earlier version made them.
  @Test func cardsWithSaltsOfTheirOwnSignInToo() throws {
    let folder = try TemporaryFolder()
    let (file, ends) = (CardFile.file(shop: folder.path), Int(Date().timeIntervalSince1970) + 3600)
    let numbers = ["1": "12345678", "2": "87654321"]
    for (count, number) in numbers {
      let hash = try file.hash(of: number)
      try file.change { $0["\(count) \(ends) ben"] = hash }
    }
    let cards = CountCards(shop: folder.path)
    for (count, number) in numbers { #expect(cards.card(number, of: "ben")?.count == count) }
    #expect(cards.card("11111111", of: "ben") == nil)
  }

  /// Each hash of the same function takes as long, so their number is compared, which no other work disturbs.
  @Test func aWrongSignInMakesAsManyHashesForEveryName() throws {
    let folder = try TemporaryFolder()
    let (cards, passphrases) = (CountCards(shop: folder.path), Passphrases(shop: folder.path))
    for count in 1...4 { _ = try cards.make(for: "ben", count: "\(count)") }
    try passphrases.set("four words that differ", for: "anna")
    let files = [CardFile.file(shop: folder.path), HashFile(path: passphrases.path)]
    for login in ["nobody", "anna", "ben"] {
      let salts = files.map { file in
        let own = file.hashes.filter { $0.key.split(separator: " ").last == login[...] }
        return HashFile.salts(toCompareWith: own.map(\.value))
      }
      #expect(salts.map(\.count) == [1, 1], "\(login)")
    }
    for typed in ["0000 0000", "four words that are wrong"] {
      #expect(cards.card(typed, of: "ben") == nil && passphrases.hash(ofRight: typed, for: "anna") == nil)
    }
  }
}
