import FormatKit
import StandardFormats
import Testing

@testable import Exchange

/// Columns whose meaning is given in addition to a profile, and profiles for files of another format.
@Suite struct AddedColumnTests {
  private static let profile = """
    profile: acme
    decimal: point
    constants: { supplier: acme }
    header: [SKU, Title, Price]
    records:
      - kind: products
        fields: { product_code: SKU, title: Title }
      - kind: variants
        fields: { sku: SKU, product_code: SKU }
      - kind: prices
        fields: { sku: SKU, price: Price }
    """

  private static func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("supplier\nacme\n", name: "suppliers.csv")
    return shop
  }

  @Test func columnsAreAddedToWhatTheProfileSays() throws {
    let shop = try Self.shop()
    let text = "SKU;Title;Price;Colour;Karton;Zeit\nA-1;Cup;4.50;red;6;14\nA-2;Mug;5.25;blue;12;7\n"
    let summary = try shop.take(text, profile: Self.profile) {
      $0.columns = ["Colour": "colour", "Karton": "pack_size", "Zeit": "lead_time_days"]
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku", "colour") == ["A-1,red", "A-2,blue"])
    #expect(try shop.lines("prices", "sku", "price") == ["A-1,4.50", "A-2,5.25"])
    let items = try shop.lines("supplier_items", "sku", "pack_size", "lead_time_days")
    #expect(items == ["A-1,6,14", "A-2,12,7"])
    let found = summary.findings.filter { $0.name.contains("column") }.map { "\($0.name): \($0.value): \($0.evidence)" }
    #expect(
      found == [
        "column Karton: pack_size: given", "column Colour: colour: given", "column Zeit: lead_time_days: given",
      ])
  }

  @Test func aColumnReplacesOneThatIsGone() throws {
    let shop = try TestShop()
    let text = "SKU;Title;VK neu\nA-1;Cup;4.50\n"
    let summary = try shop.take(text, profile: Self.profile) { $0.columns = ["VK neu": "price"] }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("prices", "sku", "price") == ["A-1,4.50"])
  }

  @Test func whatTheProfileSaysAlreadyAddsNothing() throws {
    let shop = try TestShop()
    let text = "SKU;Title;Price;Odd\nA-1;Cup;4.50;x\n"
    let plain = try shop.take(text, profile: Self.profile, plan: true)
    let same = try shop.take(text, profile: Self.profile, plan: true) { $0.columns = ["Title": "title", "Odd": ""] }
    #expect(plain.errorCount == 0 && same.errorCount == 0, "\(same.reported)")
    #expect(same.findings == plain.findings)
  }

  @Test(arguments: [
    ("Title", "colour", "the profile 'acme' already says what the column 'Title' means"),
    ("Title", "", "the profile 'acme' already says what the column 'Title' means"),
    ("New", "title", "the profile 'acme' takes the field 'title' from another column"),
    ("New", "lead_time_days", "the profile 'acme' makes no records with the field 'lead_time_days'"),
  ])
  func whatContradictsTheProfileIsRefused(column: String, field: String, message: String) throws {
    let error = try #require(throws: Problems.self) {
      try TestShop().take("SKU;Title;Price;New\nA-1;Cup;4.50;x\n", profile: Self.profile, plan: true) {
        $0.columns = [column: field]
      }
    }
    #expect(error.code == .usage)
    #expect(error.message == message)
  }

  /// Two records of a kind with the same field, as for two places: nothing says which of them the column is for.
  @Test func aColumnForSeveralRecordsIsRefused() throws {
    let list = "  - kind: prices\n    fields: { sku: SKU, price: UVP, price_type: { constant: list } }\n"
    let profile = Self.profile.replacing("price: Price", with: "price: VK") + "\n" + list
    let error = try #require(throws: Problems.self) {
      try TestShop().take("SKU;Title;Amount\nA-1;Cup;4.50\n", profile: profile, plan: true) {
        $0.columns = ["Amount": "price"]
      }
    }
    #expect(error.message == "the profile 'acme' has several records with the field 'price'")
  }

  @Test func aColumnThatTheFileLacksIsRefused() throws {
    let error = try #require(throws: Problems.self) {
      try TestShop().take("SKU;Title;Price\nA-1;Cup;4.50\n", profile: Self.profile, plan: true) {
        $0.columns = ["Colour": "colour"]
      }
    }
    #expect(error.code == .columnMissing)
  }

  @Test func aProfileForFilesOfAnotherFormatSaysSo() throws {
    let profile = Self.profile.replacing("decimal: point", with: "format: xlsx")
    let text = "SKU;Title;Price\nA-1;Cup;4.50\nA-2;Mug;5.25\n"
    var request = ImportRequest(source: .text(text, name: "list.csv"))
    request.profile = try MappingProfile(yaml: profile, source: "acme.yml")
    let refused = try #require(throws: Problems.self) {
      try TestShop().take(text, name: "list.csv", profile: profile, plan: true)
    }
    let inspected = try #require(throws: Problems.self) { try Inspection(request, registry: standardFormats) }
    for error in [refused, inspected] {
      #expect(error.code == .wrongFormat)
      #expect(error.message == "the profile 'acme' is for xlsx files, and the format of this file is csv")
    }
    let own = try TestShop().take(text, profile: profile.replacing("xlsx", with: "csv"), plan: true)
    #expect(own.errorCount == 0, "\(own.reported)")
  }
}
