import GRDB
import ProblemKit
import Reconciliation
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// Codes that were counted and that the catalog does not know.
@Suite struct CountCodeTests {
  @Test func unknownCodesBlockUntilTheyAreResolved() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(1, 9), (nil, 2)], in: "1")
      #expect(try shop.countStatus("1").unknownItems.map(\.code) == ["?"])
      #expect {
        try shop.post("1")
      } throws: {
        ($0 as? Problems).map { Problem.Code.reconciliation.contains($0.code) } ?? false
      }
      #expect(throws: Problems.self) { try shop.resolveCountedItem("??", as: "V5", in: "1", actor: manager) }
      #expect(throws: Problems.self) { try shop.resolveCountedItem("?", as: "V9", in: "1", actor: manager) }
      #expect(try shop.resolveCountedItem("?", as: "V5", in: "1", actor: manager) == 1)
      #expect(try shop.countStatus("1").unexpectedItems == 1)
      _ = try shop.post("1")
      #expect(try shop.onHand(5) == 2000)
      #expect(try shop.check() == [])
    }
  }

  @Test func aCodeAddedToTheCatalogSinceIsFound() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(nil, 2)], in: "1")
      #expect(try shop.countStatus("1").unknownItems.count == 1)
      try shop.write { try $0.execute(sql: "UPDATE variants SET sku = '?' WHERE id = 5") }
      // It is an item from then on, which nobody can leave out as a code that was a mistake.
      #expect(try shop.countStatus("1").unknownItems.isEmpty)
      #expect(throws: Problems.self) { try shop.dismissCountedItem("?", in: "1", actor: manager) }
      #expect(try shop.resolveKnownItems(in: "1") == 1)
      #expect(try shop.countStatus("1").unknownItems.isEmpty)
    }
  }

  @Test func aCodeEnteredByMistakeIsLeftOutAndCanBeCountedAgain() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(1, 9), (nil, 2)], in: "1", section: "A", import: 101)
      try shop.enter([(nil, 3)], in: "1", section: "A", import: 102)
      try shop.enter([(nil, 4)], in: "1", section: "B", counter: "mia", import: 103)
      #expect(try shop.countStatus("1").unknownItems.map(\.quantity) == [Quantity(scaled: 7000)])
      #expect(throws: Problems.self) { try shop.dismissCountedItem("??", in: "1", actor: manager) }
      #expect(try shop.dismissCountedItem("?", in: "1", actor: manager) == 2)
      #expect(try shop.countStatus("1").unknownItems.isEmpty)
      // It was a mistake of the counter, so goods that get the code later are not counted as zero.
      try shop.write { try $0.execute(sql: "UPDATE variants SET sku = '?' WHERE id = 5") }
      #expect(try shop.resolveKnownItems(in: "1") == 0)
      try shop.write { try $0.execute(sql: "UPDATE variants SET sku = 'V5' WHERE id = 5") }
      #expect(throws: Problems.self) { try shop.dismissCountedItem("?", in: "1", actor: manager) }
      #expect(throws: Problems.self) { try shop.resolveCountedItem("?", as: "V5", in: "1", actor: manager) }
      try shop.enter([(nil, 5)], in: "1", section: "A", import: 104)
      #expect(try shop.countStatus("1").unknownItems.map(\.quantity) == [Quantity(scaled: 5000)])
      #expect(try shop.dismissCountedItem("?", in: "1", actor: manager, at: hour(8)) == 1)
      _ = try shop.post("1")
      #expect(try shop.onHand(5) == 0)
      #expect(try shop.check() == [])
      #expect(throws: Problems.self) { try shop.dismissCountedItem("?", in: "1", actor: manager) }
    }
  }

  @Test func aMistakeIsNoCountOfTheItemThatAnotherHadTheCodeOf() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(1, 10), (5, 7)], in: "1", section: "A", import: 101)
      try shop.enter([(nil, 3)], in: "1", section: "A", import: 102)
      #expect(try shop.dismissCountedItem("?", in: "1", actor: manager) == 1)
      try shop.enter([(nil, 2)], in: "1", section: "A", counter: "mia", import: 103)
      #expect(try shop.resolveCountedItem("?", as: "V5", in: "1", actor: manager) == 1)
      _ = try shop.post("1")
      #expect(try shop.onHand(5) == 9000)
      #expect(try shop.check() == [])
    }
  }

  /// Both orders: the later entry would replace the earlier.
  @Test(arguments: [true, false]) func anUnknownCodeReplacesNothingThatWasCountedOfTheItem(isItemFirst: Bool) throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(isItemFirst ? 1 : nil, 11)], in: "1", section: "A", import: 101)
      try shop.enter([(isItemFirst ? nil : 1, 3)], in: "1", section: "A", import: 102)
      let error = #expect(throws: Problems.self) {
        try shop.resolveCountedItem("?", as: "V1", in: "1", actor: manager)
      }
      #expect(error?.remedy.contains("enter the sum 14 for 'V1' in section 'A'") == true)
      // The same code again is a correction: it counts once.
      try shop.enter([(nil, 4)], in: "1", section: "A", import: 103)
      // An import of the code changes nothing: it blocks the posting, and can be left out.
      try shop.write { try $0.execute(sql: "UPDATE variants SET sku = '?' WHERE id = 1") }
      #expect(try shop.resolveKnownItems(in: "1") == 0)
      #expect(try shop.countStatus("1").unknownItems.map(\.quantity) == [Quantity(scaled: 4000)])
      #expect(throws: Problems.self) { try shop.post("1") }
      try shop.enter([(1, 15)], in: "1", section: "A", import: 104)
      #expect(try shop.dismissCountedItem("?", in: "1", actor: manager, at: hour(8)) == 1)
      _ = try shop.post("1")
      #expect(try shop.onHand(1) == 15_000)
      #expect(try shop.check() == [])
    }
  }

  @Test func aConflictNamesAllPlacesAndIsSolvedAtEach() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(1, 11)], in: "1", section: "A", import: 101)
      try shop.enter([(nil, 3)], in: "1", section: "A", import: 102)
      try shop.enter([(1, 5)], in: "1", counter: "mia", import: 103)
      try shop.enter([(nil, 2)], in: "1", counter: "mia", import: 104)
      try shop.enter([(nil, 7)], in: "1", section: "B", counter: "Zoe O'Neill", import: 105)
      let error = #expect(throws: Problems.self) {
        try shop.resolveCountedItem("?", as: "V1", in: "1", actor: manager)
      }
      for words in ["as 5 by mia, and 2 under", "as 11 in section 'A'"] {
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
      }
      for words in [
        "the sum 7 for 'V1', counted by mia; 14 in section 'A'", "--section '' --counter=mia`", "--section=A ",
      ] {
        #expect(error?.remedy.contains(words) == true, "\(error?.remedy ?? "")")
      }
      let conflict = try #require(try shop.countCodeConflict("?", as: "V1", in: "1"))
      #expect(conflict.places.map(\.section) == ["", "A"] && conflict.places.map(\.sum.scaled) == [7000, 14_000])
      #expect(try shop.countCodeConflict("?", as: "V5", in: "1") == nil)
      // What the remedy says loses nothing: the pieces of section B are another place.
      try shop.enter([(1, 14)], in: "1", section: "A", import: 106)
      try shop.enter([(1, 7)], in: "1", counter: "mia", import: 107)
      #expect(throws: Problems.self) {
        try shop.dismissCountedItem("?", in: "1", section: "C", actor: manager, at: hour(8))
      }
      for place in conflict.places {
        let counter = place.counter.uppercased()
        let entries = try shop.dismissCountedItem(
          "?", in: "1", section: place.section, counter: counter, actor: manager, at: hour(8))
        #expect(entries == 1)
      }
      let left = try shop.countStatus("1").unknownItems
      #expect(left.map(\.quantity.scaled) == [7000])
      #expect(left.first?.places.map(\.counter) == ["Zoe O'Neill"])
      #expect(try shop.resolveCountedItem("?", as: "V1", in: "1", actor: manager) == 1)
      _ = try shop.post("1")
      #expect(try shop.onHand(1) == 28_000)
      #expect(try shop.check() == [])
    }
  }

  @Test func aCodeThatWasLeftOutIsNotLookedFor() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(nil, 2)], in: "1", import: 101)
      #expect(try shop.dismissCountedItem("?", in: "1", actor: manager, at: hour(8)) == 1)
      try shop.write { try $0.execute(sql: "UPDATE variants SET sku = '?' WHERE id = 5") }
      #expect(try shop.read { try CountSessions.addedSince($0, sessionID: 1).known.isEmpty })
      try shop.enter([(nil, 3)], in: "1", import: 102)
      #expect(try shop.read { try CountSessions.addedSince($0, sessionID: 1).known.map(\.code) } == ["?"])
    }
  }

  @Test func aCountOfZeroIsOneOfTheItemThatGetsTheCode() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(nil, 0)], in: "1", import: 101)
      #expect(try shop.countStatus("1").unknownItems.isEmpty)
      try shop.write { try $0.execute(sql: "UPDATE variants SET sku = '?' WHERE id = 5") }
      #expect(try shop.resolveKnownItems(in: "1") == 1)
    }
  }

  @Test func aCodeThatBecameKnownIsCountedAgainAndDecidedAsItsItem() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(nil, 2)], in: "1", import: 101)
      #expect(try shop.countedItems(of: ["?"], in: "1").isEmpty)
      #expect(throws: Problems.self) { try shop.askForRecounts(of: [5], in: "1", actor: manager) }
      try shop.write { try $0.execute(sql: "UPDATE variants SET sku = '?' WHERE id = 5") }
      #expect(try shop.countedItems(of: ["?", "zz9"], in: "1") == ["?": "?"])
      #expect(try shop.askForRecounts(of: [5], in: "1", actor: manager) == 1)
      try shop.rule(.quantity(Quantity(scaled: 3000)), on: 5, in: "1", note: "seen", actor: manager)
      _ = try shop.post("1")
      #expect(try shop.onHand(5) == 3000)
      #expect(try shop.check() == [])
    }
  }

  @Test(arguments: [true, false]) func aDecisionRestsOnWhatWasCountedUnderACodeThatBecameKnown(isOne: Bool) throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(5, 7)], in: "1", counter: "mia", import: 101)
      #expect(try shop.askForRecounts(of: [5], in: "1", actor: manager) == 1)
      try shop.enter([(nil, 2)], in: "1", import: 102)
      try shop.write { try $0.execute(sql: "UPDATE variants SET sku = '?' WHERE id = 5") }
      let decided = Quantity(scaled: 8000)
      if isOne {
        try shop.rule(.quantity(decided), on: 5, in: "1", note: "seen", actor: manager)
      } else {
        var decisions = CountDecisions()
        decisions.rulings = [(.quantity(decided), "?")]
        try shop.decide(decisions, in: "1", note: "seen", actor: manager)
      }
      // What posting would still resolve would end the decision.
      #expect(try shop.resolveKnownItems(in: "1") == 0)
      _ = try shop.post("1")
      #expect(try shop.onHand(5) == 8000)
    }
  }

  @Test func descriptionsAreKeptForEachPlace() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.enter([(nil, 2), (nil, 3)], in: "1", section: "A", import: 101)
      try shop.enter([(nil, 1)], in: "1", section: "B", import: 102)
      try shop.write {
        try $0.execute(
          sql: "UPDATE count_entries SET note = CASE quantity WHEN 2000 THEN 'tin' WHEN 3000 THEN 'blue' END")
      }
      let places = try shop.countStatus("1").unknownItems.flatMap(\.places)
      #expect(places.map(\.quantity.scaled) == [5000, 1000])
      #expect(places.map(\.note) == ["tin; blue", nil])
    }
  }
}
