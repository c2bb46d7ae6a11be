import FormatKit
import StandardFormats
import Stock
import Testing

@testable import Exchange

/// Profiles that were drafted and that nobody edited: they ask what an import without a profile asks.
@Suite struct DraftedProfileTests {
  private func drafted(_ text: String, name: String = "list.csv") throws -> Inspection {
    try Inspection(
      ImportRequest(source: .text(text, name: name)), registry: standardFormats, isForDraft: true)
  }

  private static let list =
    "Ref;Omschrijving;Bruto;Netto;Pk;Zz\n10-A;Fiets rood;12,50;10,00;6;x\n10-B;Fiets blauw;13,50;11,00;12;y\n"

  @Test func pricesThatAreLeftOutAreAskedAbout() throws {
    let yaml = try drafted(Self.list).profileText(named: "w")
    let summary = try TestShop().take(Self.list, profile: yaml, plan: true)
    let asked = try #require(summary.guards.first { $0.code == .columnsNotUsed })
    #expect(asked.examples.map(\.value) == ["Bruto", "Netto", "Pk"])
    #expect(asked.examples[0].message.contains("`price: \"Bruto\"` in a record of kind prices takes it"))
    #expect(!asked.examples.contains { $0.message.contains("--map") })
  }

  @Test func whatIsIgnoredOnPurposeIsNotAskedAbout() throws {
    let yaml = try drafted(Self.list).profileText(named: "w")
    let settled = yaml.replacing("\nignored: []", with: "\nignored: [Bruto, Netto, Pk]")
    #expect(settled != yaml)
    #expect(try TestShop().take(Self.list, profile: settled).isApplied)
    // A profile that a person wrote has no such line, and decides about all columns.
    let written = yaml.replacing("\nignored: []", with: "")
    #expect(try TestShop().take(Self.list, profile: written).isApplied)
  }

  /// Stock next to costs is the supplier's where the profile says who that is; the advice settles it.
  @Test func theSupplierOfTheProfileCounts() throws {
    let text = "Artikelnummer;EK;Bestand\nA;1,25;540\nB;1,65;22\n"
    var request = ImportRequest(source: .text(text, name: "list.csv"))
    request.supplier = "acme"
    let yaml = try Inspection(request, registry: standardFormats, isForDraft: true)
      .profileText(named: "w", constants: ["supplier": "acme"])
    let shop = try TestShop()
    try shop.take("supplier\nacme\n", name: "suppliers.csv")
    try shop.take("sku;title;price\nA;Tea;2,50\nB;Jam;3,50\n")
    func asked(_ profile: String) throws -> String? {
      try shop.take(text, profile: profile, plan: true) { $0.location = "shop" }.guards
        .first { $0.code == .columnsNotUsed }?.examples.first?.message
    }
    #expect(try asked(yaml)?.contains("without the line that takes it, `ignored: [\"Bestand\"]`") == true)
    let lines = yaml.replacing("ignored: []", with: "ignored: [Bestand]").split(
      separator: "\n", omittingEmptySubsequences: false)
    let settled = lines.filter { !$0.contains("quantity: \"Bestand\"") }.joined(separator: "\n")
      .replacing("kind: stock_levels", with: "kind: supplier_items")
    #expect(try asked(settled) == nil)
  }

  @Test func aNewColumnIsAskedAboutToo() throws {
    let plain = "sku;title;price\nA;Tea;2,50\nB;Jam;3,50\n"
    let yaml = try drafted(plain).profileText(named: "w")
    #expect(try TestShop().take(plain, profile: yaml).isApplied)
    let summary = try TestShop().take(
      "sku;title;price;qty\nA;Tea;2,50;7\nB;Jam;3,50;9\n", profile: yaml, plan: true)
    #expect(summary.guards.first?.examples.map(\.value) == ["qty"])
  }

  /// Files that cannot be read by their header, and the columns of the draft.
  @Test(arguments: [
    (
      "sku,title\nA1,Lamp 1,1.50,1\nA2,Lamp 2,2.50,2\nA3,Lamp 3,3.50,3\n",
      "columns: [\"sku\", \"title\", \"column 3\", \"column 4\"]\n#   \"sku\": A1 | A2 | A3"
    )
  ])
  func columnsByPositionHaveSamples(text: String, expected: String) throws {
    let inspection = try drafted(text)
    let yaml = inspection.profileText(named: "w")
    #expect(yaml.contains(expected), "\(yaml)")
    // The file as it is has errors, and the draft reads it.
    #expect(inspection.problems.contains { $0.severity == .error })
    let summary = try TestShop().take(text, profile: yaml, plan: true)
    #expect(summary.errorCount == 0 && summary.count("variants", .create) >= 3, "\(summary.problems.map(\.message))")
  }

  /// A record that lacks its last field is an error until somebody says that records may: one option makes the draft work.
  @Test func aDraftIsOneOptionFromWorking() throws {
    let text =
      "Acme Ltd, London\nPrice list, spring, 2026\n\nsku,title,price,brand\nA1,Lamp 1,1.50,Acme\nA2,Lamp 2,2.50,Acme\n"
      + "A3,Lamp 3,3.50\nA4,Lamp 4,4.50,Acme\nA5,Lamp 5,5.50,Acme\n"
    let yaml = try drafted(text).profileText(named: "w")
    #expect(yaml.contains("price: \"price\"                        # 1.50"), "\(yaml)")
    let refused = try TestShop().take(text, profile: yaml, plan: true)
    #expect(refused.problems.map(\.position.line).first == 7)
    let summary = try TestShop().take(text, profile: yaml, plan: true) { $0.options["ragged"] = "yes" }
    #expect(summary.errorCount == 0 && summary.count("variants", .create) == 5, "\(summary.problems.map(\.message))")
  }

  @Test func plainInspectionLooksForNoOptions() throws {
    let text = "sku,title\nA1,Lamp 1,1.50,1\nA2,Lamp 2,2.50,2\nA3,Lamp 3,3.50,3\n"
    let inspection = try Inspection(ImportRequest(source: .text(text, name: "list.csv")), registry: standardFormats)
    #expect(inspection.tables.isEmpty)
  }
}
