import Exchange
import FormatKit
import StandardFormats
import Stock
import Testing

/// Lists of stock in a shop with several locations: the names of columns, or values under any name, say where it is.
@Suite struct LocationListTests {
  private func shopWithLocations() throws -> TestShop {
    let shop = try TestShop()
    let locations = "location,location_name\nLAGER,Hauptlager\nLADEN1,Laden Mitte\nLADEN2,Laden West\n"
    try shop.take(locations, name: "locations.csv") { $0.kind = "locations" }
    try shop.take("sku,title,barcode\nA-1,Tea,4006381333931\nA-2,Cup,4006381333948\n")
    return shop
  }

  /// Imports a list whose lines are separated by `|`, in a shop whose files are usually of LADEN1.
  private func take(
    _ list: String, in shop: TestShop, _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportSummary {
    try shop.take(list.replacing("|", with: "\n") + "\n") {
      $0.location = "LADEN1"
      configure(&$0)
    }
  }

  private func stock(_ shop: TestShop) throws -> [String] {
    try shop.lines("stock_levels", "sku", "location", "quantity").sorted()
  }

  // MARK: A column for each location

  @Test(arguments: [
    "EAN;LAGER;LADEN1;LADEN2", "EAN;Hauptlager;Laden Mitte;laden2", "EAN;Bestand LAGER;Bestand LADEN1;Bestand LADEN2",
  ]) func aColumnForEachLocationHasItsStock(header: String) throws {
    for kind in [nil, "stock_levels"] {
      let shop = try shopWithLocations()
      let summary = try take("\(header)|4006381333931;5;2;3|4006381333948;7;;1", in: shop) { $0.kind = kind }
      #expect(summary.isApplied, "\(kind ?? ""): \(summary.reported)")
      #expect(
        try stock(shop) == ["A-1,LADEN1,2", "A-1,LADEN2,3", "A-1,LAGER,5", "A-2,LADEN2,1", "A-2,LAGER,7"],
        "\(kind ?? "")")
    }
  }

  /// A list that describes the items says so of them, too.
  @Test func itemsWithTheirStockAtEachLocation() throws {
    let shop = try shopWithLocations()
    let summary = try take("SKU;Bezeichnung;LAGER;LADEN1|A-1;Green tea;5;2|A-3;Pot;1;4", in: shop)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try stock(shop) == ["A-1,LADEN1,2", "A-1,LAGER,5", "A-3,LADEN1,4", "A-3,LAGER,1"])
    #expect(try shop.lines("products", "product_code", "title").contains("A-1,Green tea"))
  }

  /// An item that the shop does not have is not made without a question.
  @Test func newItemsAreAskedAbout() throws {
    let shop = try shopWithLocations()
    let summary = try take("EAN;LAGER;LADEN1|4006381333955;5;2", in: shop) { $0.asksForNewRecords = true }
    #expect(summary.stoppingGuards.map(\.code) == [.newItems], "\(summary.reported)")
  }

  @Test func aSingleColumnOfALocationHasItsStock() throws {
    let shop = try shopWithLocations()
    #expect(try take("EAN;LADEN2|4006381333931;5", in: shop).isApplied)
    #expect(try stock(shop) == ["A-1,LADEN2,5"])
  }

  /// Lists in which something else may say where the stock is or how much, with what the remedy offers.
  @Test(arguments: [
    (
      "EAN;Bestand;LAGER;LADEN1|4006381333931;9;5;2",
      ["--map Bestand=\n", "--map Bestand=quantity --map LAGER= --map LADEN1= --location CODE"]
    ),
    (
      "EAN;Standort;LAGER;LADEN1|4006381333931;x;5;2",
      ["--map Standort=\n", "--map LAGER=quantity --map LADEN1= --map Standort= --location LAGER"]
    ),
    ("EAN;LAGER;LADEN1|4006381333931;5,00;2,50", ["--map LADEN1=quantity --map LAGER= --location LADEN1"]),
    ("EAN;LAGER|4006381333931;5", ["--location LAGER", "--location LADEN1"]),
  ]) func doubtsAreAsked(list: String, remedies: [String]) throws {
    let shop = try shopWithLocations()
    let error = try #require(throws: Problems.self) { try take(list, in: shop) }
    #expect(error.code.id == "nothing-mapped")
    for remedy in remedies { #expect(error.remedy.contains(remedy), "\(error.remedy)") }
    #expect(try stock(shop) == [])
  }

  @Test func aLocationForAllIsAskedAboutNextToColumnsOfLocations() throws {
    let shop = try shopWithLocations()
    let list = "EAN;LAGER;LADEN1|4006381333931;5;2"
    let error = try #require(throws: Problems.self) { try take(list, in: shop) { $0.isLocationGiven = true } }
    #expect(error.remedy.contains("--map LADEN1=quantity --map LAGER= --location LADEN1"), "\(error.remedy)")
    let one = try take(list, in: shop) {
      $0.isLocationGiven = true
      $0.columns = ["LADEN1": "quantity", "LAGER": ""]
    }
    #expect(one.isApplied, "\(one.reported)")
    #expect(try stock(shop) == ["A-1,LADEN1,2"])
  }

  @Test func answersAreTaken() throws {
    let shop = try shopWithLocations()
    let list = "EAN;Bestand;LAGER;LADEN1|4006381333931;9;5;2"
    #expect(try take(list, in: shop) { $0.columns = ["Bestand": ""] }.isApplied)
    #expect(try stock(shop) == ["A-1,LADEN1,2", "A-1,LAGER,5"])
    let other = try shopWithLocations()
    let single = try take("EAN;LAGER|4006381333931;5", in: other) {
      ($0.location, $0.isLocationGiven) = ("LAGER", true)
    }
    #expect(single.isApplied, "\(single.reported)")
    #expect(try stock(other) == ["A-1,LAGER,5"])
  }

  /// A column next to those of the locations that no location is called by.
  @Test func numbersOfAnUnknownLocationAreAskedAbout() throws {
    let shop = try shopWithLocations()
    let list = "EAN;LAGER;LADEN1;LADEN9|4006381333931;5;2;4"
    let summary = try take(list, in: shop)
    let asked = summary.stoppingGuards.first { $0.code == .columnsNotUsed }?.examples.map(\.message) ?? []
    #expect(asked.count == 1 && asked.first?.contains("'LADEN9'") == true, "\(asked) \(summary.reported)")
    #expect(try take(list, in: shop) { $0.columns = ["LADEN9": ""] }.isApplied)
    #expect(try stock(shop) == ["A-1,LADEN1,2", "A-1,LAGER,5"])
  }

  /// The sum of the columns says nothing that they do not say.
  @Test(arguments: ["Gesamt", "Bestand"]) func aSumNextToLocationsIsLeftOut(name: String) throws {
    let shop = try shopWithLocations()
    let summary = try take("EAN;LAGER;LADEN1;\(name)|4006381333931;5;2;7|4006381333948;3;1;4", in: shop)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(summary.findings.contains { $0.name == "column \(name)" && $0.value == "left out" })
    #expect(try stock(shop) == ["A-1,LADEN1,2", "A-1,LAGER,5", "A-2,LADEN1,1", "A-2,LAGER,3"])
  }

  @Test func aSumOfOtherNumbersIsAskedAbout() throws {
    let shop = try shopWithLocations()
    let summary = try take("EAN;LAGER;LADEN1;Gesamt|4006381333931;5;2;8", in: shop)
    let asked = summary.stoppingGuards.first { $0.code == .columnsNotUsed }?.examples.map(\.message) ?? []
    #expect(asked.count == 1 && asked.first?.contains("'Gesamt' ('8') is not the sum") == true, "\(asked)")
  }

  /// A profile that an inspection writes in the shop reads the list as an import does.
  @Test func aSavedProfileReadsEachLocation() throws {
    let shop = try shopWithLocations()
    let list = "EAN;LAGER;LADEN1\n4006381333931;5;2\n"
    var request = ImportRequest(source: .text(list, name: "list.csv"))
    request.knownLocations = try KnownLocations(of: shop.shop)
    let inspection = try Inspection(request, registry: standardFormats)
    let yaml = inspection.profileText(named: "saved", constants: [:])
    let summary = try shop.take(list, profile: yaml) { $0.location = "LADEN1" }
    #expect(summary.isApplied, "\(yaml) \(summary.reported)")
    #expect(try stock(shop) == ["A-1,LADEN1,2", "A-1,LAGER,5"])
  }

  // MARK: A column of locations

  /// The values are locations of the shop, by their codes or their names.
  @Test(arguments: [
    "EAN;Bestand;Ort|4006381333931;5;LAGER|4006381333948;7;LADEN2",
    "EAN;Bestand;Platz|4006381333931;5;LAGER|4006381333948;7;LADEN2",
    "EAN;Bestand;Filiale|4006381333931;5;Hauptlager|4006381333948;7;laden2",
    "EAN;Stock;Magasin|4006381333931;5;Hauptlager|4006381333948;7;Laden West",
    "EAN;Bestand;Standort;Ort|4006381333931;5;Regal 3;LAGER|4006381333948;7;Regal 4;LADEN2",
  ]) func valuesDecideWhereTheStockIs(list: String) throws {
    for kind in [nil, "stock_levels"] {
      let shop = try shopWithLocations()
      let summary = try take(list, in: shop) { $0.kind = kind }
      #expect(summary.isApplied, "\(kind ?? ""): \(summary.reported)")
      #expect(try stock(shop) == ["A-1,LAGER,5", "A-2,LADEN2,7"], "\(kind ?? "")")
      #expect(try shop.int("SELECT COUNT(*) FROM locations") == 3)
    }
  }

  @Test func namesOfLocationsAreReported() throws {
    let shop = try shopWithLocations()
    let summary = try take("EAN;Bestand;Filiale|4006381333931;5;Hauptlager", in: shop)
    let read = summary.findings.filter { $0.name == "locations by name" }.map(\.value)
    #expect(read == ["Hauptlager → LAGER"])
  }

  @Test func goodsReceivedAreAtTheLocationOfTheirRow() throws {
    let shop = try shopWithLocations()
    let list = "EAN;Menge;Ort;Datum|4006381333931;5;LAGER;2026-12-30|4006381333948;7;LADEN2;2026-12-30"
    let summary = try take(list, in: shop) { $0.kind = "receipts" }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("movements", "sku", "location", "quantity").sorted() == ["A-1,LAGER,5", "A-2,LADEN2,7"])
  }

  /// Towns and numbers are not locations of the shop.
  @Test(arguments: ["Berlin", "17"]) func otherValuesSayNothing(value: String) throws {
    let shop = try shopWithLocations()
    let summary = try take("EAN;Bestand;Ort|4006381333931;5;\(value)", in: shop)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try stock(shop) == ["A-1,LADEN1,5"])
  }
}
