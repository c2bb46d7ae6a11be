import GRDB
import ProblemKit
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// Counts without entries that hold, and names of counters as they are shown.
@Suite struct CountDiscardTests {
  /// Nothing can be posted of such a count, so it must be possible to delete it.
  @Test func aCountOfMistakesIsDeletedOnceItsImportIsUndone() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .full, actor: manager)
      try shop.enter([(nil, 2)], in: "1", import: 101)
      #expect(try shop.dismissCountedItem("?", in: "1", actor: manager) == 1)
      let status = try shop.countStatus("1")
      #expect((status.entries, status.leftOutEntries, status.supersededEntries) == (1, 1, 1))
      #expect(throws: Problems.self) { try shop.post("1") }
      let counted = #expect(throws: Problems.self) { try shop.discardCount("1", actor: manager) }
      #expect(counted?.message == "count 1 was counted in, so it stays")
      try shop.undoImport(101, actor: manager)
      #expect(try shop.discardCount("1", actor: manager).undoneImports == [101])
      #expect(try shop.countSessions().isEmpty)
      #expect(try shop.openCount(location: "shop", kind: .full, actor: manager).id == 2)
      #expect(try shop.check() == [])
    }
  }

  /// The check belongs to the transaction, so that a count closed in the meantime loses no entry.
  @Test func anEntryIsTakenBackOnlyWhileItsCountIsOpen() throws {
    try withStockedShop { shop in
      func entries() throws -> Int? {
        try shop.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM count_entries") }
      }
      _ = try shop.openCount(location: "shop", kind: .full, actor: manager)
      try shop.enter([(1, 2)], in: "1", import: 101)
      try shop.enter([(2, 3)], in: "1", import: 102)
      #expect(try shop.takeBackCountEntry(101, in: "1", actor: manager))
      #expect(try entries() == 1)
      _ = try shop.closeCount("1", actor: manager)
      let closed = #expect(throws: Problems.self) { try shop.takeBackCountEntry(102, in: "1", actor: manager) }
      #expect(closed?.code == .wrongState && closed?.message == "count 1 is not open for counting")
      #expect(try entries() == 1)
      _ = try shop.reopenCount("1", actor: manager)
      #expect(try shop.takeBackCountEntry(102, in: "1", actor: manager))
      #expect(try entries() == 0)
    }
  }

  @Test func aCountInWhichNothingWasEverEnteredLeavesNoImport() throws {
    try withStockedShop { shop in
      let imports = try shop.importCount()
      _ = try shop.openCount(location: "shop", kind: .full, isDraft: true, actor: manager)
      #expect(try shop.discardCount("1", actor: manager).undoneImports.isEmpty)
      #expect(try shop.importCount() == imports)
      let log = try shop.read { try String.fetchOne($0, sql: "SELECT details FROM audit_log ORDER BY id DESC LIMIT 1") }
      #expect(log == "discarded count 1: nothing was entered in it")
    }
  }

  /// A device may still keep numbers that were counted for the one that was deleted.
  @Test func theNumberOfADeletedCountIsNotUsedAgain() throws {
    try withStockedShop { shop in
      for number in ["1", "2"] {
        let opened = try shop.openCount(location: "shop", kind: .full, actor: manager)
        #expect(opened.code == number)
        _ = try shop.discardCount(number, actor: manager)
      }
      _ = try shop.openCount(location: "shop", kind: .full, code: "A:7", actor: manager)
      _ = try shop.discardCount("A:7", actor: manager)
      #expect(try shop.openCount(location: "shop", kind: .full, actor: manager).code == "3")
    }
  }

  /// The person is Ben with the login anna, who also acts from a till, and may have taken the name of another Ben.
  @Test(
    arguments: [
      ("Ben", "ben", true), ("BEN ", nil, false), ("Ben", "anna", false), ("Anna", "anna", false), ("anna", nil, false),
      ("Ben", "till", false), ("Mia", "till", true), ("Mia", "anna", true), ("Mia", nil, true),
    ] as [(String, String?, Bool)])
  func whatOthersDidIsKnownByNameAndLogin(name: String, login: String?, isOfOthers: Bool) throws {
    try withStockedShop { shop in
      let actor = Actor(name: name, role: "accountant", command: "test", login: login)
      _ = try shop.openCount(location: "shop", kind: .full, actor: actor)
      func haveOthersActed(_ role: Role) throws -> Bool {
        try shop.haveOthersActed(than: ["Ben", "anna"], logins: ["anna", "till"], in: [role])
      }
      #expect(try haveOthersActed(.accountant) == isOfOthers)
      #expect(try !haveOthersActed(.auditor))
    }
  }

  /// Against the rule for names in Swift: a part for each section and person, with the items of all spellings.
  @Test func sharesAndStatusKnowTheSameCounters() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2], actor: manager)
      let entered: [(section: String, counter: String, variant: Int64)] = [
        ("A", "Ana", 1), ("A", "ana", 1), ("A", " ANA ", 2), ("A", "Ben", 2), ("B", "ana", 3), ("A", "Ána", 4),
        ("A", "ána", 4), ("", "", 1),
      ]
      for (index, entry) in entered.enumerated() {
        try shop.enter(
          [(entry.variant, 1)], in: "1", section: entry.section, counter: entry.counter, import: 101 + Int64(index))
      }
      var items: [String: Set<Int64>] = [:]
      for entry in entered {
        items["\(entry.section)/\(CounterIdentity(entry.counter).text)", default: []].insert(entry.variant)
      }
      let expected = items.values.map(\.count).sorted()
      let shares = try shop.read {
        try Int.fetchAll($0, sql: "SELECT entered_items FROM report_count_shares ORDER BY entered_items")
      }
      #expect(shares == expected && shares.count == 6)
      #expect(try shop.countStatus("1").parts.map(\.items).sorted() == expected)
      // How they are shown changes nothing of what is counted.
      let counted = try shop.countFacts("1").items.map { $0.counted?.scaled ?? -1 }
      #expect(counted == [3000, 2000, 1000, 2000])
    }
  }
}
