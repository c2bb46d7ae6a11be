import GRDB
import ProblemKit
import Reconciliation
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// A shop with four variants, ten of each in the shop at hour 1 for 1.00.
func withStockedShop(_ work: (ShopDatabase) throws -> Void) throws {
  try withShop { shop in
    try shop.addGoods(5)
    try shop.record(
      (1...4).map { TestMovement(variant: $0, quantity: 10, kind: .receipt, at: hour(1), costCents: 100) })
    try work(shop)
  }
}

@Suite struct CountSessionTests {
  @Test func aFullSheetHoldsWhatIsThereAndWhatIsStillSold() throws {
    try withStockedShop { shop in
      try shop.record([
        TestMovement(variant: 3, quantity: -10, kind: .sale, at: hour(2)),
        TestMovement(variant: 4, quantity: -10, kind: .sale, at: hour(2)),
      ])
      try shop.write { try $0.execute(sql: "UPDATE products SET status = 'discontinued' WHERE code IN ('P2', 'P4')") }
      let session = try shop.openCount(location: "shop", kind: .full, actor: manager, at: hour(3))
      #expect(session.code == "1")
      // V1 is there, V2 is there though discontinued, V3 is sold out but still sold; V4 is neither, V5 never was.
      #expect(try shop.countSheet("1").map(\.sku) == ["V1", "V2", "V3"])
      #expect(
        try shop.countSheet("1", asOf: hour(1)).map(\.expected)
          == [10_000, 10_000, 10_000].map { Quantity(scaled: $0) })
      #expect(throws: Problems.self) { try shop.openCount(location: "shop", kind: .full, actor: manager) }
      #expect(try shop.openCount(location: "store", kind: .full, code: "S", actor: manager).state == .open)
      let blind = try shop.openCount(
        location: "shop", kind: .full, isBlind: true, acceptsSecondFullCount: true, actor: manager, at: hour(3))
      #expect(blind.code == "2")
      #expect(try shop.countSheet("2").allSatisfy { $0.expected == nil })
    }
  }

  @Test func itemsAreInTheOrderOfADictionary() throws {
    try withStockedShop { shop in
      for (code, title) in [("P1", "Zwiebel"), ("P2", "Äpfel"), ("P3", "birne"), ("P4", "Apfel")] {
        try shop.write { database in
          try database.execute(sql: "UPDATE products SET title = ? WHERE code = ?", arguments: [title, code])
        }
      }
      _ = try shop.openCount(location: "shop", kind: .full, actor: manager, at: hour(3))
      #expect(try shop.countSheet("1").map(\.sku) == ["V2", "V4", "V3", "V1"])
      let left = try shop.counterItems(.left, in: "1", section: "", of: "mia")
      #expect(left.items.map(\.sku) == ["V2", "V4", "V3", "V1"])
      for section in ["Übersee", "Theke", "außen", "Vorrat"] {
        try shop.handOut(section, of: "1", to: "mia", actor: manager)
      }
      #expect(try shop.countHandouts("1").map(\.section) == ["außen", "Theke", "Übersee", "Vorrat"])
    }
  }

  @Test func zeroIsNotBlank() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2], actor: manager)
      try shop.enter([(1, 0)], in: "1")
      let facts = try shop.countFacts("1", asOf: hour(9))
      #expect(facts.items.map(\.counted) == [.zero, nil])
      let posted = try shop.post("1", asOf: hour(9))
      #expect((posted.lines, posted.adjustments) == (2, 1))
      #expect(try shop.onHand(1) == 0)
      #expect(try shop.onHand(2) == 10_000)
      let states = try shop.read { try String.fetchAll($0, sql: "SELECT state FROM count_lines ORDER BY variant_id") }
      #expect(states == ["counted", "uncounted"])
    }
  }

  @Test func entriesAddUpAndRecountsSupersede() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2], actor: manager)
      try shop.enter([(1, 1), (1, 1)], in: "1", section: "A", import: 1)
      try shop.enter([(1, 4)], in: "1", section: "B", import: 2)
      try shop.enter([(1, 8)], in: "1", section: "B", counter: "dora", import: 3)
      #expect(try shop.countFacts("1").items[0].counted == Quantity(scaled: 14_000))
      // Section A again: the later counts.
      try shop.enter([(1, 5), (1, 1)], in: "1", section: "A", import: 4)
      let fact = try shop.countFacts("1").items[0]
      #expect(fact.counted == Quantity(scaled: 18_000))
      // A correction by the same counter is not a recount.
      #expect(!fact.isRecounted)
      #expect(fact.rounds.map(\.number) == [0])
      let status = try shop.countStatus("1")
      #expect((status.entries, status.supersededEntries) == (4, 2))
      #expect((status.countedItems, status.uncountedItems, status.session.state) == (1, 1, .counting))
      // Taking the recount out again brings the first one back.
      try shop.write { database in
        try database.execute(sql: "UPDATE count_entries SET superseded_by = NULL WHERE superseded_by IN (5, 6)")
        try database.execute(sql: "DELETE FROM count_entries WHERE import_id = 4")
        try CountEntries.settle(database, sessions: "1", importID: nil)
      }
      #expect(try shop.countFacts("1").items[0].counted == Quantity(scaled: 14_000))
    }
  }

  @Test func anUntouchedSessionCannotBePosted() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .full, actor: manager)
      #expect(throws: Problems.self) {
        try shop.postCount("1", uncounted: .ignore, actor: manager) { Reconciliation(of: $0).lines }
      }
      #expect(try shop.countSession("1").state == .open)
    }
  }

  @Test func decisionsAreKeptTogetherOrNotAtAll() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(1, 9), (nil, 2)], in: "1", import: 101)
      var decisions = CountDecisions()
      decisions.resolved = [(code: "?", item: "V5")]
      decisions.rulings = [(ruling: .exclude, item: "V9")]
      #expect(throws: Problems.self) { try shop.decide(decisions, in: "1", note: "seen", actor: manager) }
      #expect(try shop.countStatus("1").unknownItems.count == 1)
      decisions.rulings = [(ruling: .exclude, item: "V1")]
      try shop.decide(decisions, in: "1", note: "seen", actor: manager)
      #expect(try shop.countStatus("1").unknownItems.isEmpty)
      #expect(try shop.countFacts("1").items.filter(\.isExcluded).map(\.sku) == ["V1"])
      #expect(try shop.excludedItems(of: "1").map { [$0.sku, $0.note] } == [["V1", "seen"]])
      try shop.rule(.exclude, on: 1, in: "1", note: "on loan", actor: manager)
      #expect(try shop.excludedItems(of: "1").map { [$0.sku, $0.note] } == [["V1", "on loan"]])
      try shop.rule(.include, on: 1, in: "1", note: "it is back", actor: manager)
      #expect(try shop.excludedItems(of: "1").isEmpty)
    }
  }

  @Test func whatImportsReferToIsNotDiscarded() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(1, 9)], in: "1", import: 101)
      let counted = #expect(throws: Problems.self) { try shop.discardCount("1", actor: manager) }
      #expect(counted?.message == "count 1 was counted in, so it stays")
      // As an undo leaves it.
      try shop.write { database in
        try database.execute(
          sql: """
            DELETE FROM count_entries;
            INSERT INTO changes (import_id, sequence, kind, record_id, action)
            VALUES (101, 1, 'counts', 1, \(PlanAction.update.sql));
            """)
      }
      let undone = #expect(throws: Problems.self) { try shop.discardCount("1", actor: manager) }
      #expect(undone?.message == "count 1 has no entries, but import 101 refers to it, so it stays")
    }
  }

  /// In a count of many people, the page of each would otherwise read what all of them counted.
  @Test(arguments: [CounterItemQuery.entered(), CounterItemQuery.entered(where: "e.variant_id = 1")])
  func whatOnePersonCountedIsReadAlone(query: String) throws {
    try withShop { shop in
      let plan = try shop.read { database in
        try Row.fetchAll(
          database, sql: "EXPLAIN QUERY PLAN \(query)", arguments: ["session": 1, "section": "", "counter": "mia"]
        ).map { $0["detail"] as String }
      }
      let ofPerson = "SEARCH e USING INDEX count_entries_by_counter (session_id=? AND <expr>=?"
      #expect(plan.contains { $0.hasPrefix(ofPerson) })
    }
  }

  /// What an index knows of the entries of a person is what the entries say, also after some are counted again.
  @Test func theLastEnteredItemsAreThoseOfAllEntries() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2, 3], actor: manager)
      try shop.enter([(1, 4), (2, 6)], in: "1", counter: "mia", import: 101)
      try shop.enter([(2, 7), (nil, 2)], in: "1", counter: "Mia", import: 102)
      try shop.enter([(1, 5), (5, 1)], in: "1", counter: "mia", import: 103)
      try shop.enter([(3, 9)], in: "1", counter: "lou", import: 104)
      func seen(limit: Int, skip: Int = 0, excluding: [String] = []) throws -> [String] {
        try shop.counterItems(
          .entered, in: "1", section: "", of: "mia", excluding: excluding, limit: limit, skip: skip
        ).items.map(\.code)
      }
      let all = ["V5", "V1", "?", "V2"]
      #expect(try seen(limit: .max) == all)
      for skip in 0...4 { #expect(try seen(limit: 2, skip: skip) == Array(all.dropFirst(skip).prefix(2))) }
      #expect(try seen(limit: 2, excluding: ["V5", "?"]) == ["V1", "V2"])
      let first = try shop.counterItems(.entered, in: "1", section: "", of: "mia")
      #expect((first.listed, first.entered, first.total) == (3, 2, 4))
      try shop.askForRecounts(of: [1], in: "1", actor: manager)
      let later = try shop.counterItems(.entered, in: "1", section: "", of: "mia")
      #expect((later.listed, later.entered, later.total) == (3, 1, 3))
      #expect(later.items.map(\.code) == ["V5", "?", "V2"])
    }
  }

  @Test func aCounterIsTheSameInCapitalLetters() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2], actor: manager)
      try shop.enter([(1, 4)], in: "1", section: "A", counter: "mia", import: 101)
      try shop.enter([(2, 6), (nil, 2)], in: "1", section: "A", counter: " Mia", import: 102)
      let seen = try shop.counterItems(.entered, in: "1", section: "A", of: "MIA")
      #expect(seen.items.count == 3)
      #expect(try shop.countStatus("1").parts.count == 1)
      try shop.handOut("A", of: "1", to: "mia", actor: manager)
      try shop.setDone(true, section: "A", of: "1", by: "Mia", actor: manager)
      #expect(try shop.countHandouts("1").map { $0.doneAt != nil } == [true])
      try shop.withdraw("A", of: "1", from: "MIA", actor: manager)
    }
  }

  /// What was entered under other spellings of a name keeps its meaning when something else is entered.
  @Test func anEntryOnlySupersedesOneOfTheSameSpelling() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2], actor: manager)
      try shop.enter([(1, 3)], in: "1", section: "A", counter: "Mia", import: 101)
      try shop.enter([(1, 4)], in: "1", section: "A", counter: "mia", import: 102)
      try shop.write { try CountEntries.settle($0, sessions: "1", importID: nil) }
      #expect(try shop.countFacts("1").items[0].counted == Quantity(scaled: 7000))
      // A code at two places of one person in two spellings is left out at the one alone.
      try shop.enter([(nil, 2)], in: "1", section: "B", counter: "Mia", import: 103)
      try shop.enter([(nil, 5)], in: "1", section: "B", counter: "mia", import: 104)
      #expect(try shop.countStatus("1").unknownItems.first?.places.map(\.counter) == ["Mia", "mia"])
      #expect(try shop.dismissCountedItem("?", in: "1", section: "B", counter: "Mia", actor: manager, at: hour(8)) == 1)
      #expect(try shop.countStatus("1").unknownItems.map(\.quantity.scaled) == [5000])
    }
  }

  @Test func aCounterIsWrittenAsTheCountHasTheName() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2], actor: manager)
      #expect(try shop.counterName("mia", in: "1") == "mia")
      try shop.enter([(1, 3)], in: "1", section: "A", counter: "Mia", import: 101)
      for name in ["mia", " MIA ", "Mia "] { #expect(try shop.counterName(name, in: "1") == "Mia") }
      #expect(try shop.counterName("Mia Lou", in: "1") == "Mia Lou")
      try shop.enter([(2, 3)], in: "1", section: "A", counter: "mia", import: 102)
      #expect(try shop.counterName("mia", in: "1") == "mia")
      #expect(try shop.counterName("MIA", in: "1") == "Mia")
    }
  }

  @Test func anUnknownCodeIsNoProgressOnTheList() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2], actor: manager)
      try shop.enter([(1, 4), (5, 1), (nil, 2)], in: "1", counter: "mia", import: 101)
      let seen = try shop.counterItems(.entered, in: "1", section: "", of: "mia")
      #expect((seen.listed, seen.entered, seen.total) == (2, 1, 3))
    }
  }

  @Test func whoCountedLeavesNothingOut() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(1, 9)], in: "1", import: 101)
      let carl = Actor(name: "Carl", command: "reconcile")
      let error = #expect(throws: Problems.self) {
        try shop.rule(.exclude, on: 1, in: "1", note: "x", isSinglePerson: false, actor: carl)
      }
      #expect(error?.code == .refused)
      try shop.rule(.exclude, on: 1, in: "1", note: "x", isSinglePerson: true, actor: carl)
      try shop.rule(.exclude, on: 1, in: "1", note: "x", isSinglePerson: false, actor: manager)
    }
  }

  @Test func postingTwiceDoesNothing() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2, 3], actor: manager)
      try shop.enter([(1, 8), (2, 10), (3, 11)], in: "1", countedAt: hour(5))
      let first = try shop.post("1")
      #expect((first.lines, first.adjustments, first.wasPostedBefore) == (3, 2, false))
      let entries = try shop.read { try AuditLog.entries($0).count }
      let second = try shop.post("1")
      #expect((second.lines, second.adjustments, second.wasPostedBefore) == (3, 2, true))
      #expect(try shop.onHand(1) == 8000)
      #expect(try shop.read { try AuditLog.entries($0).count } == entries)
      #expect(throws: Problems.self) { try shop.enter([(1, 1)], in: "1") }
      #expect(throws: Problems.self) { try shop.reopenCount("1", actor: manager) }
      #expect(try shop.check() == [])
    }
  }

  @Test func statesRunInOrder() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      #expect(throws: Problems.self) { try shop.approveCount("1", actor: manager) }
      try shop.enter([(1, 8)], in: "1", counter: "mary")
      #expect(try shop.closeCount("1", actor: manager).state == .review)
      #expect(throws: Problems.self) { try shop.enter([(1, 7)], in: "1") }
      #expect(try shop.approveCount("1", note: "seen", actor: manager).state == .approved)
      let details = try shop.read { try AuditLog.entries($0, limit: 1).map(\.details) }
      #expect(details == ["count 1 approved (by the person who counted, in a shop of one person): seen"])
      #expect(try shop.reopenCount("1", actor: manager).state == .counting)
      #expect(try shop.post("1").session.state == .posted)
    }
  }

  @Test func writingOffUncountedLinesNeedsTheirTotal() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .full, actor: manager)
      try shop.enter([(1, 10)], in: "1", countedAt: hour(5))
      var options = ReconciliationOptions(uncounted: .fail)
      #expect {
        try shop.post("1", asOf: hour(6), options: options)
      } throws: {
        ($0 as? Problems).map { Problem.Code.reconciliation.contains($0.code) } ?? false
      }
      options.uncounted = .zero
      let euro = try #require(Currency("EUR"))
      for wrong in [nil, Money(minorUnits: 2999, currency: euro)] {
        options.acceptedWriteOff = wrong
        #expect {
          try shop.post("1", asOf: hour(6), options: options)
        } throws: {
          ($0 as? Problems).map { Problem.Code.reconciliation.contains($0.code) } ?? false
        }
      }
      options.acceptedWriteOff = Money(minorUnits: 3000, currency: euro)
      #expect(try shop.post("1", asOf: hour(6), options: options).adjustments == 3)
      #expect(try shop.onHand(4) == 0)
      #expect(try shop.check() == [])
    }
  }

  @Test func shopsTradeWhileTheyCount() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, cutOff: hour(20), variants: [1, 2], actor: manager)
      try shop.record([
        TestMovement(variant: 1, quantity: -1, kind: .sale, at: hour(10)),
        TestMovement(variant: 1, quantity: -2, kind: .sale, at: hour(11)),
        TestMovement(variant: 2, quantity: -3, kind: .sale, at: hour(20)),
        TestMovement(variant: 2, quantity: -4, kind: .sale, at: hour(21)),
      ])
      // V1 has a time of its own, V2 that of the cut-off; at that time counts as before.
      try shop.enter([(1, 9)], in: "1", countedAt: hour(10))
      try shop.enter([(2, 7)], in: "1")
      let facts = try shop.countFacts("1")
      #expect(facts.items.map(\.expected.scaled) == [9000, 7000])
      #expect(try shop.post("1").adjustments == 0)
      #expect(try shop.onHand(1) == 7000)
    }
  }

  @Test func aCountInTheFutureIsRefused() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(1, 8)], in: "1", countedAt: hour(10))
      #expect(throws: Problems.self) { try shop.post("1", at: hour(9)) }
    }
  }

  @Test func linesThatDoNotFitTheFactsAreRefused() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2], actor: manager)
      try shop.enter([(1, 8), (2, 9)], in: "1", countedAt: hour(10))
      let old = Reconciliation(of: try shop.countFacts("1")).lines
      try shop.record([TestMovement(quantity: -1, kind: .sale, at: hour(9))])
      #expect(throws: Problems.self) {
        try shop.postCount("1", uncounted: .ignore, actor: manager) { _ in old }
      }
      #expect(throws: Problems.self) {
        try shop.postCount("1", uncounted: .ignore, actor: manager) { Array(Reconciliation(of: $0).lines.dropLast()) }
      }
      #expect(throws: Problems.self) {
        try shop.postCount("1", uncounted: .ignore, actor: manager) { facts in
          var lines = Reconciliation(of: facts).lines
          lines[0].variance = .zero
          return lines
        }
      }
      #expect(try shop.onHand(1) == 9000)
    }
  }

  @Test func lateMovementsRestateTheLineAndLeaveTheCount() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, code: "june", variants: [1, 2], actor: manager)
      try shop.enter([(1, 8), (2, 10)], in: "june", countedAt: hour(10))
      _ = try shop.post("june")
      // Two sales from before the count: the shortage was a sale.
      let settlement = try shop.record([
        TestMovement(variant: 1, quantity: -1, kind: .sale, at: hour(9)),
        TestMovement(variant: 1, quantity: -1, kind: .sale, at: hour(10)),
        TestMovement(variant: 1, quantity: -1, kind: .sale, at: hour(11)),
        TestMovement(variant: 2, location: 2, quantity: 5, kind: .receipt, at: hour(9)),
      ])
      #expect(settlement.restatedLines == 1)
      #expect(try shop.onHand(1, at: hour(10)) == 8000)
      #expect(try shop.onHand(1) == 7000)
      #expect(try shop.onHand(2) == 10_000)
      let corrections = try shop.movements(of: 1).filter { $0.document == "june restated" }
      #expect(corrections.map(\.quantity.scaled) == [2000])
      #expect(corrections.map(\.effectiveAt) == [hour(10)])
      let restated = try shop.read {
        try Row.fetchOne($0, sql: "SELECT SUM(restated_milli), SUM(restated_cost_minor) FROM report_count_restatements")
      }
      #expect(restated?[0] == 2000)
      #expect(restated?[1] == 200)
      #expect(try shop.check() == [])
    }
  }
}
