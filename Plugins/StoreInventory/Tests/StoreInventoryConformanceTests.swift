import FormatKit
import FormatKitTesting
import Foundation
import JSONReading
import StoreInventoryFormat
import Testing

@Suite struct StoreInventoryConformanceTests {
  static let folder = "Plugins/StoreInventory/Fixtures"
  static let samples = GoldenFixtures.samples(in: folder)

  @Test func keepsTheContract() {
    #expect(FormatConformance.violations(of: StoreInventoryFormat.self, samples: Self.samples) == [])
  }

  @Test func readsFixturesAsExpected() {
    // Separate tests cover a value above the limit, and values that cannot be written.
    let found = GoldenFixtures.violations(
      of: StoreInventoryFormat.self, folder: Self.folder,
      codesWithoutCase: StoreInventoryFormat.descriptor.problemCodes.filter {
        $0 == .jsonValueTooLarge || $0.id == "store-inventory-unwritable"
      })
    #expect(found == [])
  }
}

extension CollectedReading {
  /// The rows of a table, each with the fields that it has.
  func rows(_ table: String) -> [[String: String]] {
    guard let found = self.table(table) else { return [] }
    return found.segments.flatMap { segment in
      segment.records.map { record in
        var row: [String: String] = [:]
        for (place, column) in segment.schema.columns.enumerated() where record.fields[place].kind != .absent {
          row[column.name] = record.fields[place].text
        }
        return row
      }
    }
  }

  /// All problems by code, with what they say.
  var reported: [(code: String, message: String, path: String?)] {
    tables.flatMap(\.records).flatMap(\.problems).map { ($0.code.id, $0.message, $0.position.path) }
  }
}

/// What one piece of the tree becomes.
@Suite struct StoreInventoryValueTests {
  static func reading(_ text: String) -> CollectedReading {
    CollectedReading(of: StoreInventoryFormat.self, source: .text(text, name: "tree.json"))
  }

  @Test(
    arguments: [
      ("19.989999771118164", "19.99", ["store-inventory-float-price"]), ("20", "20", []),
      ("\"15.5\"", "15.5", ["store-inventory-number-as-text"]),
      ("1.5e1", "15", []), ("0", "0", ["store-inventory-unusual-price"]),
      ("-3", nil, ["store-inventory-unusual-price"]),
      ("0.1", "0.1", []), ("33554433", "33554433", []), ("null", nil, ["store-inventory-unusual-price"]),
      ("99999999999999999999999", nil, []),
    ] as [(String, String?, [String])])
  func prices(written: String, price: String?, codes: [String]) {
    let found = Self.reading("{\"inventory\":{\"A0000001\":{\"Price\":\(written),\"Title\":\"A\"}}}")
    #expect(found.rows("prices").map { $0["price"] } == (price.map { [$0] } ?? []))
    #expect(found.reported.map(\.code) == codes)
  }

  @Test(
    arguments: [
      ("0", 0, true), ("1", 255, true), ("0.5", 128, false), ("0.501961", 128, true), ("0.2", 51, true),
      ("0.00392157", 1, true), ("0.001", 0, false), ("1e-3", 0, false), ("\"0.4\"", 102, true),
    ] as [(String, Int, Bool)])
  func shades(written: String, step: Int, isExact: Bool) {
    let found = Self.reading(
      "{\"inventory\":{},\"colors\":{\"C\":{\"Red\":\(written),\"Green\":0,\"Blue\":0,\"Type\":\"Red\"}}}")
    #expect(
      found.rows("colours") == [["colour": "C", "colour_family": "Red", "red": "\(step)", "green": "0", "blue": "0"]])
    #expect(found.reported.contains { $0.code == "store-inventory-inexact-shade" } == !isExact)
  }

  @Test func driftIsToldForEverySizeWithItsPlace() {
    let found = Self.reading(
      """
      {"inventory": {"A0000001": {"Title": "A", "Price": 1, "Sizes": {"Small": 5, "Large": 1, "XLarge": 0},
        "Colors": {"Blue": {"Sky": {"Small": 2, "Medium": 4}, "Sea": {"Small": 2, "Large": 1}}}}},
        "colors": {"Sky": {"Type": "Blue"}, "Sea": {"Type": "Blue"}}}
      """)
    #expect(
      found.reported.map { "\($0.path ?? "") \($0.message)" } == [
        "inventory/A0000001/Sizes the total of 'Medium' is missing, but its colours add up to 4, a gap of -4",
        "inventory/A0000001/Sizes/Small the total of 'Small' is 5, but its colours add up to 4, a gap of 1",
      ])
    #expect(found.rows("stock_levels").map { $0["quantity"] } == ["2", "4", "2", "1"])
    #expect(found.rows("counters").map { $0["stated"] } == ["5", "1", "0"])
  }

  /// The order of keys does not change what is reported about colours.
  @Test func theOrderOfKeysDoesNotMatter() {
    let inventory =
      "\"inventory\":{\"A0000001\":{\"Price\":1,\"Colors\":{\"Red\":{\"Sky\":{\"Small\":2}},\"Green\":{\"Sage\":{}}}}}"
    let colours = "\"colors\":{\"Sky\":{\"Type\":\"Blue\"}}"
    let barcodes = "\"barcodeIDs\":{\"12345670\":{\"Product\":\"A0000001\",\"Color\":\"Sky\",\"Size\":\"Small\"}}"
    let readings = [[inventory, colours, barcodes], [colours, barcodes, inventory], [barcodes, inventory, colours]].map
    {
      Self.reading("{\($0.joined(separator: ","))}")
    }
    for reading in readings {
      #expect(reading.error == nil)
      #expect(
        Set(reading.rows("colours")) == [
          ["colour": "Sky", "colour_family": "Blue"], ["colour": "Sage", "colour_family": "Green"],
        ])
      #expect(
        Set(reading.reported.map(\.code)) == ["store-inventory-other-colour-type", "store-inventory-undeclared-colour"])
      #expect(Set(reading.rows("variants")) == Set(readings[0].rows("variants")))
    }
  }

  @Test func whatTheCheckOutWroteIsNoStock() {
    let found = Self.reading(
      """
      {"Inventory": {"Optional(\\"A\\")": {"Sky": {"Small": 9}}}, "Optional(\\"x\\")": 1,
       "inventory": {"Optional(\\"A0000001\\")": {"Colors": {"Blue": {"Sky": {"Small": 9}}}},
        "A0000001": {"Title": "A", "Price": 2, "Colors": {"Blue": {"Sky": {"Small": 1}}}}}, "colors": {"Sky": {"Type": "Blue"}}}
      """)
    #expect(found.rows("stock_levels").map { $0["quantity"] } == ["1"])
    #expect(found.reported.map(\.code) == Array(repeating: "store-inventory-stock-not-counted", count: 3))
  }
}

/// Trees made to do harm.
@Suite struct StoreInventoryHostileTests {
  @Test(arguments: [
    "{\"inventory\":{\"A\":{\"Price\":1,\"Colors\":{\"Blue\":{\"Sky\":{\"Small\":9e999,\"Large\":-9223372036854775808}}}}}}",
    "{\"inventory\":{\"\":{\"Title\":\"\",\"Price\":{}}}}",
    "{\"inventory\":[],\"users\":3,\"colors\":\"x\",\"storeInfo\":[1]}",
    "{\"inventory\":{\"A\":{\"Colors\":[],\"Sizes\":[1,2]}}}",
    "{\"colors\":{\"\":{\"Red\":[],\"Green\":{},\"Blue\":1e400}}}",
    "{\"users\":{\"u\":{\"Favorites\":{\"\":null,\"a\":{\"b\":1}}}}}", "{\"barcodeIDs\":{\"\":{}}}",
    "{\"inventory\":{\"A\":{\"Sizes\":{\"Small\":9223372036854775807,\"Large\":-9e18},\"Colors\":{\"Sky\":{\"Small\":-2,\"Large\":9e17}}}}}",
    "{}", "{\"inventory\":null,\"maxPrice\":null}", "{\"maxPrice\":1e-40,\"inventory\":{\"A\":{\"Price\":1e-40}}}",
  ])
  func oddValuesEndNothing(text: String) {
    let found = StoreInventoryValueTests.reading(text)
    #expect(found.error == nil, "\(String(describing: found.error))")
  }

  @Test func aTreeOfManyProductsIsNotHeld() throws {
    var text = "{\"barcodeIDs\":{},\"inventory\":{"
    for number in 0..<30_000 {
      text += number == 0 ? "" : ","
      text +=
        "\"P\(number)\":{\"Title\":\"T\",\"Price\":1,\"Colors\":{\"Blue\":{\"C\(number % 70_000)\":{\"Small\":1}}}}"
    }
    text += "}}"
    let found = StoreInventoryValueTests.reading(text)
    #expect(found.error == nil)
    #expect(found.rows("products").count == 30_000)
    #expect(found.rows("colours").count == 30_000)
  }

  @Test func oneHugeProductIsRefusedAndNotHeld() {
    let sizes = (0..<120_000).map { "\"s\($0)\":1" }.joined(separator: ",")
    let found = StoreInventoryValueTests.reading(
      "{\"inventory\":{\"A\":{\"Price\":1,\"Colors\":{\"Blue\":{\"Sky\":{\(sizes)}}}}}}")
    #expect(found.error?.code == .jsonValueTooLarge)
  }
}
