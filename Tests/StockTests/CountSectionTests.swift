import GRDB
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// The lists of sections, and where lines were counted.
@Suite struct CountSectionTests {
  /// A section has what the sheet has of the products that are in it at the location of the count.
  @Test func aSectionHasTheListOfItsProducts() throws {
    try withStockedShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO sections (location_id, section, title) VALUES (1, 'R1', 'Home'), (1, 'R9', NULL), (2, 'S1', 'Store');
            INSERT INTO section_products (location_id, section, product_id)
            VALUES (1, 'R1', 1), (1, 'R1', 3), (1, 'R1', 5), (1, 'R2', 2), (2, 'R1', 4), (2, 'R2', 1);
            """)
      }
      _ = try shop.openCount(location: "shop", kind: .full, actor: manager, at: hour(3))
      try shop.enter([(1, 0), (4, 2)], in: "1", section: "R1", counter: "mia", import: 101)
      try shop.enter([(3, 5)], in: "1", section: "R1", counter: "lou", import: 102)
      let seen = try shop.counterItems(.left, in: "1", section: "R1", of: "mia")
      #expect((seen.listed, seen.entered, seen.total) == (2, 1, 1))
      #expect(seen.items.map(\.code) == ["V3"])
      let excluding = try shop.counterItems(.left, in: "1", section: "R1", of: "mia", excluding: ["V3"])
      #expect((excluding.entered, excluding.total) == (2, 0))
      for section in ["R9", "r1", "X"] {
        #expect(try shop.counterItems(.left, in: "1", section: section, of: "mia").listed == 0)
      }
      let whole = try shop.counterItems(.left, in: "1", section: "", of: "mia")
      #expect((whole.listed, whole.total) == (4, 4))
      #expect(try shop.countSheet("1", part: CountSheetPart(section: "R1")).map(\.sku) == ["V1", "V3"])
      #expect(try shop.countSheet("1", part: CountSheetPart(section: "R1")).map(\.section) == ["R1", "R1"])
      #expect(try shop.countSheet("1", part: CountSheetPart(section: "")).count == 4)
      #expect(
        try shop.countStatus("1").sections == [
          CountSectionProgress(section: "R1", title: "Home", listed: 2, counted: 2),
          CountSectionProgress(section: "R2", title: nil, listed: 1, counted: 0),
          CountSectionProgress(section: "R9", title: nil, listed: 0, counted: 0),
        ])
    }
  }

  @Test func theLinesOfACountHaveTheirPlaces() throws {
    try withStockedShop { shop in
      _ = try shop.openCount(location: "shop", kind: .full, actor: manager, at: hour(3))
      try shop.enter([(1, 4), (2, 1)], in: "1", section: "B", counter: "mia", import: 101)
      try shop.enter([(1, 5)], in: "1", section: "A", counter: "lou", import: 102)
      try shop.enter([(3, 5)], in: "1", counter: "", import: 103)
      let places = try shop.countedPlaces(of: [1, 3, 4], in: "1")
      #expect(places[1] == CountedPlaces(sections: ["A", "B"], counters: ["lou", "mia"]))
      #expect(places[3] == CountedPlaces())
      #expect(places[2] == nil && places[4] == nil)
    }
  }
}
