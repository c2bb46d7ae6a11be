import Exchange
import FormatKit
import RetailValues
import StandardFormats
import Stock
import Testing

/// Lists of what was counted, as shops write them.
@Suite struct CountListTests {
  private func shopWithItems() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("sku,title,barcode\nTEA,Tea,4006381333931\nCUP,Cup,4006381333948\n")
    return shop
  }

  /// Enters a list whose lines are separated by `|` into a count.
  private func enter(
    _ list: String, in shop: TestShop, _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportSummary {
    try shop.take(list.replacing("|", with: "\n") + "\n", name: "counted.csv") {
      $0.kind = "count_lines"
      $0.forced["count"] = "N1"
      configure(&$0)
    }
  }

  private func counted(_ shop: TestShop) throws -> [String] {
    try shop.lines("count_lines", "section", "sku", "counted_quantity").sorted()
  }

  // MARK: Sections

  @Test(arguments: [
    "EAN;Menge;Abteilung", "EAN;Menge;Fach", "EAN;Menge;Regal", "EAN;Quantité;Rayon", "EAN;Quantità;Reparto",
    "EAN;Cantidad;Sección", "EAN;Cantidad;Pasillo", "EAN;Qty;Department",
  ]) func partsOfTheShopAreSections(header: String) throws {
    let shop = try shopWithItems()
    let summary = try enter("\(header)|4006381333931;5;A|4006381333931;3;B", in: shop)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try counted(shop) == ["A,TEA,5", "B,TEA,3"])
  }

  /// In a list of goods the same words are groups of them.
  @Test(arguments: ["Department", "Rayon", "Reparto", "Sección"])
  func departmentsOfPriceListsAreCategories(name: String) throws {
    let shop = try shopWithItems()
    let summary = try shop.take("SKU;Title;Price;\(name)\nMUG;Big mug;3.50;Kitchen\nPOT;Tea pot;9.50;Kitchen\n")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(
      try shop.lines("products", "product_code", "category").filter { $0.hasSuffix("Kitchen") }.sorted()
        == ["MUG,Kitchen", "POT,Kitchen"])
  }

  // MARK: Packs and pieces

  private func asked(_ summary: ImportSummary) -> [String] {
    summary.stoppingGuards.first { $0.code == .columnsNotUsed }?.examples.map(\.message) ?? []
  }

  @Test(arguments: ["EAN;Kartons;Stück", "EAN;Karton;Stück", "EAN;Cases;Units"])
  func packsNextToPiecesAreNeverLeftOutSilently(header: String) throws {
    let shop = try shopWithItems()
    let list = "\(header)|4006381333931;2;5|4006381333948;1;0"
    let names = header.split(separator: ";")
    let messages = asked(try enter(list, in: shop))
    #expect(messages.count == 1, "\(messages)")
    let message = messages.first ?? ""
    #expect(message.contains("'\(names[1])'") && message.contains("(3 in 2 rows)"), "\(message)")
    #expect(message.contains("missing in '\(names[2])'"), "\(message)")
    #expect(try counted(shop) == [])
    #expect(try enter(list, in: shop) { $0.accepted = ["columns-not-used"] }.isApplied)
    #expect(try counted(shop) == [",CUP,0", ",TEA,5"])
  }

  @Test func packsOfReceiptsAreAskedAboutNextToPieces() throws {
    let shop = try shopWithItems()
    let rows = "|4006381333931;2;5;2026-12-30|4006381333948;1;4;2026-12-30"
    func received(_ header: String) throws -> ImportSummary {
      try shop.take((header + rows).replacing("|", with: "\n") + "\n") { $0.kind = "receipts" }
    }
    let messages = asked(try received("EAN;Kartons;Stück;Datum"))
    #expect(messages.count == 1 && messages.first?.contains("'Kartons'") == true, "\(messages)")
    // All pieces, and the packs that they came in.
    let summary = try received("EAN;Kartons;Menge;Datum")
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("movements", "sku", "quantity").sorted() == ["CUP,4", "TEA,5"])
  }

  // MARK: A column for each location

  private static let sheet = "EAN;LAGER;LADEN1|4006381333931;5;2|4006381333948;;0"

  private func shopWithLocations() throws -> TestShop {
    let shop = try TestShop()
    let locations = "location,location_name\nLAGER,Hauptlager\nLADEN1,Laden Mitte\nLADEN2,Laden West\n"
    try shop.take(locations, name: "locations.csv") { $0.kind = "locations" }
    try shop.take("sku,title,barcode\nTEA,Tea,4006381333931\nCUP,Cup,4006381333948\n")
    return shop
  }

  private func open(_ code: String, at location: String, in shop: TestShop) throws {
    _ = try shop.shop.openCount(location: location, kind: .partial, code: code, actor: manager, at: hour(shop.clock))
  }

  private func countedByCount(_ shop: TestShop) throws -> [String] {
    try shop.lines("count_lines", "count", "location", "sku", "counted_quantity").sorted()
  }

  /// Blank is not counted, and zero is.
  @Test(arguments: [
    sheet, "EAN;Hauptlager;Laden Mitte|4006381333931;5;2|4006381333948;;0",
    "EAN;expected;LAGER;LADEN1|4006381333931;7;5;2|4006381333948;1;;0",
    "EAN;LAGER;LADEN1;Gesamt|4006381333931;5;2;7|4006381333948;;0;0",
  ]) func eachLocationGetsACountOfItsOwn(list: String) throws {
    let shop = try shopWithLocations()
    let summary = try enter(list, in: shop) { ($0.forced, $0.constants["count"]) = ([:], "N1") }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(
      try countedByCount(shop) == ["N1-LADEN1,LADEN1,CUP,0", "N1-LADEN1,LADEN1,TEA,2", "N1-LAGER,LAGER,TEA,5"])
    #expect(summary.findings.contains { $0.name == "counts" && $0.value == "N1-LAGER, N1-LADEN1" })
  }

  @Test func eachLocationGetsACountOfThatNameInTheRow() throws {
    let shop = try shopWithLocations()
    let summary = try enter("count;EAN;LAGER;LADEN1|N7;4006381333931;5;2", in: shop) { $0.forced = [:] }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try countedByCount(shop) == ["N7-LADEN1,LADEN1,TEA,2", "N7-LAGER,LAGER,TEA,5"])
  }

  /// A count that is open is of one location, and so is what a person says of the whole file.
  @Test func aCountTakesTheColumnOfItsLocation() throws {
    let shop = try shopWithLocations()
    try open("N1", at: "LADEN1", in: shop)
    let summary = try enter(Self.sheet, in: shop)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try countedByCount(shop) == ["N1,LADEN1,CUP,0", "N1,LADEN1,TEA,2"])
    #expect(summary.findings.contains { $0.name == "column LAGER" && $0.value == "left out" })
    let other = try enter(Self.sheet, in: shop) {
      ($0.forced, $0.constants["count"]) = ([:], "N2")
      ($0.location, $0.isLocationGiven) = ("LAGER", true)
    }
    #expect(other.isApplied, "\(other.reported)")
    #expect(try countedByCount(shop) == ["N1,LADEN1,CUP,0", "N1,LADEN1,TEA,2", "N2,LAGER,TEA,5"])
  }

  /// Nothing is counted at a location under the name of another one, or of none.
  @Test func quantitiesOfOtherLocationsAreNotTaken() throws {
    let shop = try shopWithLocations()
    try open("N1", at: "LADEN2", in: shop)
    for list in [Self.sheet, "EAN;LADEN1|4006381333931;5"] {
      let error = try #require(throws: Problems.self) { try enter(list, in: shop) }
      #expect(error.code.id == "nothing-mapped")
    }
    let unknown = try enter("EAN;LAGER;LADEN1;LADEN9|4006381333931;5;2;4", in: shop) {
      ($0.forced, $0.constants["count"]) = ([:], "N3")
    }
    let messages = asked(unknown)
    #expect(messages.count == 1 && messages.first?.contains("'LADEN9'") == true, "\(messages) \(unknown.reported)")
    #expect(try countedByCount(shop) == [])
  }

  /// A saved profile takes the count that each import gives, for each of the locations.
  @Test func aSavedProfileTakesTheCountThatIsGiven() throws {
    let shop = try shopWithLocations()
    var request = ImportRequest(source: .text(Self.sheet.replacing("|", with: "\n") + "\n", name: "counted.csv"))
    (request.kind, request.constants) = ("count_lines", ["count": "N1"])
    request.knownLocations = try KnownLocations(of: shop.shop)
    let yaml = try Inspection(request, registry: standardFormats)
      .profileText(named: "sheet", constants: ["count": "N1"])
    #expect(yaml.contains(#"count: { given: "{count}-LADEN1" }"#), "\(yaml)")
    let saved = try MappingProfile(yaml: yaml, source: "sheet.yml")
    let given: [[String: String]] = [[:], ["count": "N2"]]
    for constants in given {
      let summary = try enter(Self.sheet, in: shop) { ($0.forced, $0.constants, $0.profile) = ([:], constants, saved) }
      #expect(summary.isApplied, "\(summary.reported)")
    }
    #expect(
      try countedByCount(shop) == [
        "N1-LADEN1,LADEN1,CUP,0", "N1-LADEN1,LADEN1,TEA,2", "N1-LAGER,LAGER,TEA,5",
        "N2-LADEN1,LADEN1,CUP,0", "N2-LADEN1,LADEN1,TEA,2", "N2-LAGER,LAGER,TEA,5",
      ])
  }

  // MARK: A column for one location

  /// The only column of a location has what was counted there; blank is not counted.
  @Test(arguments: [
    ("EAN;Bezeichnung;LADEN1|4006381333931;Tee;5|4006381333948;Tasse;", "LADEN1"),
    ("EAN;Soll;LADEN1|4006381333931;7;5|4006381333948;1;", "LADEN1"),
    ("EAN;Lager|4006381333931;5|4006381333948;", "LAGER"),
  ]) func theOnlyColumnOfALocationIsCountedThere(list: String, location: String) throws {
    let shop = try shopWithLocations()
    let made = try enter(list, in: shop) { ($0.forced, $0.constants["count"]) = ([:], "N1") }
    #expect(made.isApplied, "\(made.reported)")
    #expect(try countedByCount(shop) == ["N1,\(location),TEA,5"])
    try open("N2", at: location, in: shop)
    let entered = try enter(list, in: shop) { $0.forced["count"] = "N2" }
    #expect(entered.isApplied, "\(entered.reported)")
    #expect(try countedByCount(shop) == ["N1,\(location),TEA,5", "N2,\(location),TEA,5"])
  }

  @Test(arguments: ["EAN;Bezeichnung;LADEN1|4006381333931;Tee;5|4006381333948;Tasse;", sheet])
  func theRefusalNamesTheLocation(list: String) throws {
    let shop = try shopWithLocations()
    try open("N1", at: "LADEN2", in: shop)
    let error = try #require(throws: Problems.self) { try enter(list, in: shop) }
    #expect(error.code.id == "nothing-mapped")
    #expect(error.message.contains("of the shop, and the count is of 'LADEN2'"), "\(error.message)")
    // Of a count that is yet to be named, nothing but the name is lacking.
    let unnamed = try #require(throws: Problems.self) { try enter(list, in: shop) { $0.forced = [:] } }
    #expect(unnamed.message.hasPrefix("count_lines need count, and"), "\(unnamed.message)")
  }

  /// `Lager` may be a word for stock: where the usual location is another one, the import asks.
  @Test func aWordForStockIsAQuestionOfTheLocation() throws {
    let shop = try shopWithLocations()
    func enter(_ location: String, isGiven: Bool, _ columns: [String: String] = [:]) throws -> ImportSummary {
      try self.enter("EAN;Lager|4006381333931;5", in: shop) {
        ($0.forced, $0.constants["count"], $0.columns) = ([:], "N-\(location)", columns)
        ($0.location, $0.isLocationGiven) = (location, isGiven)
      }
    }
    let error = try #require(throws: Problems.self) { try enter("LADEN1", isGiven: false) }
    #expect(error.code.id == "nothing-mapped")
    #expect(error.remedy.contains("--location LAGER, or with --location LADEN1 --map Lager="), "\(error.remedy)")
    #expect(try enter("LAGER", isGiven: true).isApplied)
    #expect(try enter("LADEN1", isGiven: true, ["Lager": "counted_quantity"]).isApplied)
    #expect(try countedByCount(shop) == ["N-LADEN1,LADEN1,TEA,5", "N-LAGER,LAGER,TEA,5"])
  }

  // MARK: The same line twice

  @Test func theSameLineTwiceIsAskedAboutOrAddedUp() throws {
    let list = "EAN;Menge|4006381333931;4|4006381333931;4"
    let shop = try shopWithItems()
    let summary = try enter(list, in: shop)
    #expect(summary.stoppingGuards.map(\.code) == [.countedTwice], "\(summary.reported)")
    #expect(try counted(shop) == [])
    #expect(try enter(list, in: shop) { $0.accepted = ["counted-twice"] }.isApplied)
    #expect(try counted(shop) == [",TEA,4"])
    let other = try shopWithItems()
    #expect(try enter(list, in: other) { $0.duplicates["count_lines"] = .sum }.isApplied)
    #expect(try counted(other) == [",TEA,8"])
  }
}
