import FormatKit
import RetailValues
import StandardFormats
import Stock
import Testing

@testable import Exchange

/// Values of columns that name something of the shop: those that match nothing, and those that are read as others.
@Suite struct NamedValueTests {
  private static let list = """
    sku,title,category,price
    A,Tee,Klothing,4.50
    B,Cap,Klothing,5.25
    C,Boot,Shoes,9.00
    D,Lamp,Lighting,7.00

    """

  private static func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("category,category_name\nClothing,Clothing\nShoes,Footwear\n", name: "categories.csv")
    return shop
  }

  private static let translation = ValueTranslation(column: "category", theirs: "Klothing", ours: "Clothing")

  private func inspection(
    _ text: String, in shop: TestShop?, values: [ValueTranslation] = [], shown: Set<DataClass> = DataClass.ofRoles
  ) throws -> Inspection {
    var request = ImportRequest(source: .text(text, name: "list.csv"))
    request.shopNames = shop.map { ShopNames(of: $0.shop, shown: shown, isForOneStore: false) }
    request.values = values
    return try Inspection(request, registry: standardFormats)
  }

  @Test func whatMatchesNothingIsListed() throws {
    let shop = try Self.shop()
    let found = try inspection(Self.list, in: shop).namedValues
    #expect(found.map(\.column) == ["category"])
    let values = try #require(found.first)
    #expect(values.field == "category" && values.makesNew && values.isWhole && values.others == 0)
    #expect(values.names.map(\.code) == ["Clothing", "Shoes"])
    #expect(values.names.map(\.title) == ["Clothing", "Footwear"])
    #expect(values.values.map(\.text) == ["Klothing", "Lighting"])
    #expect(values.values.map(\.rows) == [2, 1])
    #expect(values.values.map(\.firstLine) == [2, 5])
    #expect(values.values.first?.near == NamedValues.Near(code: "Clothing", reason: "spelt nearly the same"))
  }

  @Test(
    arguments: [
      ("CLOTHING", "Clothing", "the same apart from capitals, spaces and signs"),
      ("foot-wear", "Shoes", "the shop calls it 'Footwear'"),
      ("Shose", "Shoes", "spelt nearly the same"),
      ("Lighting equipment", nil, nil),
      ("Hi", nil, nil),
    ] as [(String, String?, String?)])
  func aNearNameHasItsReason(value: String, code: String?, reason: String?) throws {
    let shop = try Self.shop()
    let found = try inspection("sku,title,category,price\nA,Tee,\(value),4.50\n", in: shop).namedValues
    let near = found.first?.values.first?.near
    #expect(found.first?.values.first?.text == value)
    #expect(near?.code == code && near?.reason == reason)
  }

  /// Sizes are too short to be near to each other, and a shop without any has nothing to choose from.
  @Test func whatTheShopHasNoNamesForIsNotListed() throws {
    let text = "sku,title,category,size,price\nA,Tee,Klothing,XL,4.50\n"
    #expect(try inspection(text, in: TestShop()).namedValues.isEmpty)
    #expect(try inspection(text, in: nil).namedValues.isEmpty)
    #expect(try inspection(text, in: Self.shop(), shown: [.places]).namedValues.isEmpty)
  }

  @Test func theCommonestAreListedAndTheOthersCounted() throws {
    let rows = (1...70).flatMap { number in
      Array(repeating: "odd\(number)x", count: number > 60 ? 2 : 1)
    }
    let lines = rows.enumerated().map { "S\($0.offset),Thing,\($0.element),1.50" }
    let text = "sku,title,category,price\n" + lines.joined(separator: "\n") + "\n"
    let given = ValueTranslation(column: "category", theirs: "odd60x", ours: "Shoes")
    let values = try #require(try inspection(text, in: Self.shop(), values: [given]).namedValues.first)
    #expect(values.values.count == NamedValues.mostValues + 1)
    #expect(values.values.prefix(10).allSatisfy { $0.rows == 2 })
    #expect(values.others == 19)
    // What is translated is always among them, so that a form has it.
    #expect(values.values.filter { $0.translation != nil }.map(\.text) == ["odd60x"])
  }

  @Test func aValueIsReadAsAnother() throws {
    let shop = try Self.shop()
    let summary = try shop.take(Self.list) { $0.values = [Self.translation] }
    #expect(summary.isApplied, "\(summary.reported)")
    let products = try shop.lines("products", "product_code", "category")
    #expect(products == ["A,Clothing", "B,Clothing", "C,Shoes", "D,Lighting"])
    #expect(try !shop.lines("categories", "category").contains("Klothing"))
    let notes = summary.findings.filter { $0.name.hasSuffix("values translated") }
    #expect(
      notes == [
        SourceFinding("values translated", "Klothing → Clothing", evidence: "2 rows of the column 'category'")
      ])
  }

  @Test func nothingIsTranslatedThatIsNotGiven() throws {
    let shop = try Self.shop()
    shop.accepted = ["similar-code"]
    let summary = try shop.take(Self.list)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("categories", "category").contains("Klothing"))
    #expect(!summary.findings.contains { $0.name.hasSuffix("values translated") })
  }

  @Test func aColumnWithoutNamesIsRefused() throws {
    for column in ["price", "title", "Nothing"] {
      let error = try #require(throws: Problems.self) {
        try Self.shop().take(Self.list, plan: true) {
          $0.values = [ValueTranslation(column: column, theirs: "a", ours: "b")]
        }
      }
      #expect(error.code == .usage)
      #expect(error.message == "the column '\(column)' is not read for names, such as those of categories")
      #expect(error.remedy.contains("category"))
    }
  }

  /// The values that a supplier may send, in a file and in the profile that is saved.
  private static let hostile = [
    "a=b", "a: b", "\"quoted\"", "it's", "two\nlines", "<script>alert(1)</script>", "# no comment", "{a}, [b]", "yes",
    "~", "\\n", String(repeating: "é", count: 100),
  ]

  @Test(arguments: hostile) func aProfileKeepsTheValues(_ value: String) throws {
    let cell = "\"\(value.replacing("\"", with: "\"\""))\""
    let text = "sku,title,category,price\nA,Tee,\(cell),4.50\nB,Boot,Shoes,5.25\n"
    let given = ValueTranslation(column: "category", theirs: value, ours: "Clothing")
    let yaml = try inspection(text, in: Self.shop(), values: [given]).profileText(named: "saved")
    let profile = try MappingProfile(yaml: yaml, source: "saved.yml")
    let steps = profile.records.flatMap(\.fields).filter { $0.field == "category" }.map(\.value.steps)
    let expected: [ValueStep] = [.map(values: [value: "Clothing"], otherwise: .keep)]
    #expect(!steps.isEmpty && steps.allSatisfy { $0 == expected }, "\(yaml)")
    let (withoutProfile, withProfile) = (try Self.shop(), try Self.shop())
    let plain = try withoutProfile.take(text) { $0.values = [given] }
    let profiled = try withProfile.take(text, profile: yaml)
    #expect(plain.isApplied && profiled.isApplied, "\(plain.reported) \(profiled.reported)")
    for shop in [withoutProfile, withProfile] {
      #expect(try shop.lines("products", "product_code", "category") == ["A,Clothing", "B,Shoes"])
    }
  }

  @Test func whatIsGivenIsAddedToTheProfile() throws {
    let profile = """
      profile: acme
      records:
        - kind: products
          fields:
            product_code: sku
            category: { column: category, apply: [trim, map: { values: { Klothing: Other, Boots: Shoes } }] }
        - kind: variants
          fields: { sku: sku, product_code: sku }
      """
    let shop = try Self.shop()
    let text = "sku,category\nA,Klothing\nB,Boots\nC,Cloths\n"
    let summary = try shop.take(text, profile: profile) {
      $0.values = [Self.translation, ValueTranslation(column: "category", theirs: "Cloths", ours: "Clothing")]
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("products", "product_code", "category") == ["A,Clothing", "B,Shoes", "C,Clothing"])
  }

  /// The words of a choice need no shop, and what an import reads as one of them is not listed.
  @Test func theWordsOfAChoiceAreNames() throws {
    let text = "sku,title,stock_unit,price\nA,Tea,pcs,4.50\nB,Rope,M,5.25\nC,Rice,kgs,2.00\n"
    let found = try inspection(text, in: nil).namedValues
    #expect(found.map(\.field) == ["stock_unit"])
    let values = try #require(found.first)
    #expect(values.names.map(\.code) == ["each", "kg", "l", "m"] && !values.makesNew)
    #expect(values.values.map(\.text) == ["kgs"])
    let shop = try TestShop()
    let given = ValueTranslation(column: "stock_unit", theirs: "kgs", ours: "kg")
    let summary = try shop.take(text) { $0.values = [given] }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("products", "product_code", "stock_unit") == ["A,each", "B,m", "C,kg"])
  }

  /// Each kind of name is looked up where the shop has it; items are not names.
  @Test(
    arguments: [
      ("products", "category", ValueNames.records("categories")), ("products", "brand", .records("brands")),
      ("variants", "colour", .records("colours")), ("variants", "size", .sizes),
      ("sales", "location", .records("locations")), ("receipts", "supplier", .records("suppliers")),
      ("movements", "reason", .reasons), ("products", "stock_unit", .words(["each", "kg", "l", "m"])),
      ("categories", "category", .records("categories")), ("barcodes", "sku", nil), ("products", "product_code", nil),
      ("orders", "order_number", nil), ("products", "title", nil), ("variants", "product_code", nil),
    ] as [(String, String, ValueNames?)])
  func fieldsTakeNames(kind: String, field: String, names: ValueNames?) throws {
    let kind = try #require(Vocabulary.kind(kind))
    #expect(kind.names(takenBy: try #require(kind.field(field))) == names)
  }

  @Test func theShopKnowsItsNames() throws {
    let shop = try Self.shop()
    try shop.take("sku,title,brand,colour,size,price\nA,Tee,Acme,Red,XL,4.50\n")
    try shop.take("location,gln\nmain,4012345000009\n", name: "locations.csv")
    let cases: [(ValueNames, String, String)] = [
      (.records("categories"), "Shoes", "shoes"), (.records("brands"), "Acme", "acme"), (.reasons, "damage", "Damage"),
      (.records("colours"), "Red", "red"), (.sizes, "XL", "xl"),
      (.records("locations"), "4012345000009", "4012345000016"),
    ]
    for (names, value, other) in cases {
      #expect(try shop.shop.known([value, other], as: names) == [value], "\(names)")
      #expect(try shop.shop.nameCount(names) > 0)
      #expect(try shop.shop.names(names, most: 1).count == 1)
    }
  }
}
