import Reconciliation
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// Parts of a count that were counted at different times.
@Suite struct CountTimeTests {
  /// Parts of a count of one item, and the expected result. Twenty at the beginning, three sold at eleven, cut-off at
  /// noon.
  struct Parts: CustomTestStringConvertible {
    var testDescription: String
    var entries: [(section: String, quantity: Int64, hour: Int?)]
    var timeOfY: Int?
    var asOf: Int
    var expected: Int64
    var movedBetween: Int64 = 0
  }

  @Test(arguments: [
    Parts(
      testDescription: "a scanner at ten next to a paper sheet without a time",
      entries: [("X", 10, 10), ("Y", 7, nil)],
      asOf: 12, expected: 17, movedBetween: -3),
    Parts(
      testDescription: "the paper sheet first", entries: [("Y", 7, nil), ("X", 10, 10)], asOf: 12, expected: 17,
      movedBetween: -3),
    Parts(testDescription: "both at ten", entries: [("X", 10, 10), ("Y", 10, 10)], asOf: 10, expected: 20),
    Parts(
      testDescription: "the paper sheet has its section's time", entries: [("X", 10, 10), ("Y", 10, nil)], timeOfY: 10,
      asOf: 10, expected: 20),
    Parts(
      testDescription: "the section after the scanner", entries: [("X", 10, 10), ("Y", 7, nil)], timeOfY: 11, asOf: 11,
      expected: 17, movedBetween: -3),
    Parts(
      testDescription: "the scanner after the cut-off", entries: [("X", 10, 13), ("Y", 7, nil)], asOf: 13, expected: 17),
    Parts(testDescription: "a paper sheet alone", entries: [("X", 17, nil)], asOf: 12, expected: 17),
  ])
  func eachEntryHasItsOwnTime(_ parts: Parts) throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.record([
        TestMovement(quantity: 20, kind: .opening, at: hour(1), costCents: 100),
        TestMovement(quantity: -3, kind: .sale, at: hour(11)),
      ])
      _ = try shop.openCount(location: "shop", kind: .partial, cutOff: hour(12), variants: [1], actor: manager)
      for entry in parts.entries {
        try shop.enter(
          [(1, entry.quantity)], in: "1", countedAt: entry.hour.map { hour($0) }, section: entry.section)
      }
      if let timeOfY = parts.timeOfY { try shop.setSectionTime("Y", in: "1", to: hour(timeOfY), actor: manager) }
      let reconciliation = Reconciliation(of: try shop.countFacts("1"))
      let line = try #require(reconciliation.lines.first)
      #expect(line.fact.asOf == hour(parts.asOf))
      #expect(line.fact.expected == Quantity(scaled: parts.expected * 1000))
      #expect(line.fact.movedBetweenParts == Quantity(scaled: parts.movedBetween * 1000))
      let counted = parts.entries.reduce(Int64(0)) { $0 + $1.quantity }
      #expect(line.variance == Quantity(scaled: (counted - parts.expected) * 1000))
      #expect(reconciliation.outcome.movedBetweenParts.names == (parts.movedBetween == 0 ? [] : ["V1"]))
    }
  }

  /// Items that were counted in one section only, each as of that section's time.
  @Test func sectionsCountedAtDifferentTimesAreComparedAtTheirOwn() throws {
    try withShop { shop in
      try shop.addGoods(3)
      try shop.record(
        (1...3).map { TestMovement(variant: $0, quantity: 10, kind: .opening, at: hour(1), costCents: 100) })
      try shop.record((1...3).map { TestMovement(variant: $0, quantity: -4, kind: .sale, at: hour(11)) })
      _ = try shop.openCount(location: "shop", kind: .partial, cutOff: hour(20), variants: [1, 2, 3], actor: manager)
      try shop.enter([(1, 10)], in: "1", section: "X")
      try shop.enter([(2, 6)], in: "1", section: "Y")
      try shop.enter([(3, 6)], in: "1", section: "Z")
      try shop.setSectionTime("X", in: "1", to: hour(10), actor: manager)
      try shop.setSectionTime("Y", in: "1", to: hour(12), actor: manager)
      let lines = Reconciliation(of: try shop.countFacts("1")).lines
      #expect(lines.map(\.fact.asOf) == [hour(10), hour(12), hour(20)])
      #expect(lines.map(\.variance?.scaled) == [0, 0, 0])
    }
  }
}
