import FormatKit
import StandardFormats
import Testing

@testable import Exchange

/// Profiles that inspection writes, and what they remember of the file they were made for.
@Suite struct SavedProfileTests {
  /// The profile that inspection writes for a file.
  private func saved(_ text: String, name: String = "list.csv", supplier: String? = nil) throws -> String {
    var request = ImportRequest(source: .text(text, name: name))
    request.supplier = supplier
    let inspection = try Inspection(request, registry: standardFormats)
    let constants = supplier.map { ["supplier": $0] } ?? [:]
    #expect(!inspection.isDraft, "\(inspection.problems)")
    return inspection.profileText(named: "saved", constants: constants)
  }

  static let files = [
    ("list.csv", "SKU;Title;Price;EAN;EK\nA-1;Red cup;1.204,50;4006381333931;3,25\nA-2;Mug;5,25;;\n"),
    ("list.csv", "sku,title,price,valid_from\nA-1,Cup,4.50,31.10.2026\nA-2,Mug,5.25,01.11.2026\n"),
    ("list.tsv", "Item\tDescription\tRetail\nA-1\tCup # 1: \"best\"\t4.50\nA-2\tMug\t5.25\n"),
    ("list.csv", "'SKU','Title'\n'A-1','Cup'\n'A-2','Mug, red'\n"),
    ("list.csv", "Modell;Artikelnummer;Farbe;Größe;VK\nM1;M1-R;rot;S;9,99\nM1;M1-B;blau;M;9,99\n"),
    ("list.json", #"[{"sku": "A-1", "title": "Cup", "price": 4.5}, {"sku": "A-2", "title": "Mug"}]"#),
    (
      "shop.json",
      #"{"brands": [{"brand": "Acme"}], "products": [{"product_code": "P1", "title": "Cup", "brand": "Acme"}], "odd": [{"x": 1}]}"#
    ),
  ]

  @Test(arguments: files) func importsTheSame(name: String, text: String) throws {
    let yaml = try saved(text, name: name)
    let plain = try TestShop().take(text, name: name, plan: true)
    let profiled = try TestShop().take(text, name: name, profile: yaml, plan: true)
    #expect(plain.errorCount == 0, "\(plain.reported)")
    #expect(!plain.tally.isEmpty)
    #expect(profiled.tally == plain.tally, "\(profiled.reported)\n\(yaml)")
    #expect(profiled.changes.map { "\($0)" } == plain.changes.map { "\($0)" })
    // Nothing has changed since, so nothing is reported.
    #expect(!profiled.findings.contains { $0.name.contains("column") }, "\(profiled.findings)")
  }

  @Test func aSuppliersListKeepsItsSupplier() throws {
    let text = "Artikelnr;Bezeichnung;EK;VPE\nA-1;Tasse;3,25;6\n"
    let yaml = try saved(text, supplier: "acme")
    #expect(yaml.contains("constants: { supplier: \"acme\" }"))
    let (plain, profiled) = (try TestShop(), try TestShop())
    for shop in [plain, profiled] { try shop.take("supplier\nacme\n", name: "suppliers.csv") }
    // The profile says that the costs are those of one item, which an import without it asks about.
    let expected = try plain.take(text) {
      $0.supplier = "acme"
      $0.accepted.insert("columns-not-used")
    }
    let found = try profiled.take(text, profile: yaml)
    #expect(expected.isApplied && found.isApplied, "\(expected.reported) \(found.reported)")
    #expect(found.tally == expected.tally)
    #expect(try profiled.lines("supplier_items") == plain.lines("supplier_items"))
    #expect(try profiled.lines("supplier_items", "sku", "unit_cost", "pack_size") == ["A-1,3.25,6"])
  }

  @Test func whatIsPinnedIsWhatWasFound() throws {
    let yaml = try saved("SKU;Title;Price;Odd\nA-1;Cup;4,50;\u{1B}[1m\u{85}x\nA-2;Mug;5,25;\n")
    #expect(yaml.contains("options: { delimiter: \"semicolon\", header: \"yes\" }"))
    #expect(yaml.contains("\ndecimal: comma   # found in Price\n"))
    #expect(yaml.contains("\n# dates: dmy "))
    #expect(yaml.contains("      title: \"Title\"                        # Cup\n"), "\(yaml)")
    #expect(yaml.contains("# Columns that are not used:\n#   \"Odd\""))
    #expect(!yaml.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{85}" })
    #expect(yaml.hasSuffix("header: [\n  \"SKU\", \"Title\", \"Price\", \"Odd\"\n]\n"))
  }

  @Test func mappingsAndLongListsAreWrittenInOneWay() {
    // In the order of the keys, not of what is written of them.
    let values = ["a b": "2", "a": "say \"1\"", "K": "Cups"]
    #expect(
      YAMLText.mapping(values, key: YAMLText.quoted) == #"{ "K": "Cups", "a": "say \"1\"", "a b": "2" }"#)
    #expect(YAMLText.mapping(["supplier": "acme"]) == #"{ supplier: "acme" }"#)
    #expect(YAMLText.mapping(["column: \"A\"", "optional: true"]) == #"{ column: "A", optional: true }"#)
    let names = (1...20).map { "Column \($0)" }
    let lines = YAMLText.lines("\"Sheet\"", quoting: names, indent: "    ")
    #expect(lines.first == "  \"Sheet\": [" && lines.last == "  ]")
    #expect(lines.count > 3 && lines.allSatisfy { $0.count <= 110 && !$0.hasSuffix(" ") })
    let written = lines.dropFirst().dropLast().map { $0.dropFirst(4) }.joined(separator: " ")
    #expect(written == names.map(YAMLText.quoted).joined(separator: ", "))
  }

  @Test func columnsThatDifferAreNotPinned() throws {
    let yaml = try saved("SKU;Price;EK\nA-1;4,50;3.25\nA-2;1.204,50;1,204.25\n")
    #expect(yaml.contains("# decimal differs from column to column"), "\(yaml)")
    #expect(!yaml.contains("\ndecimal: "))
  }

  @Test func aUnitInAHeaderStays() throws {
    let text = "Artikelnr;Bezeichnung;Bestellmenge (Stück);Bestellnr\nA-1;Tasse;24;B-7\n"
    let yaml = try saved(text, supplier: "acme")
    let (plain, profiled) = (try TestShop(), try TestShop())
    for shop in [plain, profiled] { try shop.take("supplier\nacme\n", name: "suppliers.csv") }
    func take(_ shop: TestShop, _ profile: String?) throws -> [String] {
      try shop.take(text, profile: profile) {
        $0.supplier = profile == nil ? "acme" : nil
        $0.accepted = ["new-items"]
      }
      return try shop.lines("order_lines", "sku", "order_quantity", "order_unit")
    }
    #expect(try take(plain, nil) == ["A-1,24,each"])
    #expect(try take(profiled, yaml) == ["A-1,24,each"], "\(yaml)")
  }

  @Test func whatTheProfileInUseSaysIsKept() throws {
    let own = """
      profile: own
      no-value: ["-"]
      constants: { supplier: acme }
      records:
        - kind: products
          when: { Art: { one-of: [A] } }
          fields:
            product_code: SKU
            title: Title
            category: { column: Group, apply: [map: { values: { K: Cups }, otherwise: keep }] }
        - kind: variants
          when: { Art: { one-of: [A] } }
          fields: { sku: SKU, product_code: SKU }
        - kind: supplier_items
          when: { Art: { one-of: [A] } }
          fields:
            sku: SKU
            unit_cost: { column: Carton, apply: [divide: VPE] }
      """
    let text = "Art;SKU;Title;Group;Carton;VPE\nA;A-1;Cup;K;12,00;6\nA;A-2;Bowl;S;9,00;3\nX;T;Total;-;21,00;1\n"
    let given = [ValueTranslation(column: "Group", theirs: "S", ours: "Bowls")]
    var request = ImportRequest(source: .text(text, name: "list.csv"))
    request.profile = try MappingProfile(yaml: own, source: "own.yml")
    request.values = given
    let yaml = try Inspection(request, registry: standardFormats, isForDraft: true).profileText(named: "both")
    let former = try #require(request.profile)
    let both = try MappingProfile(yaml: yaml, source: "both.yml")
    #expect(both.constants == former.constants && both.noValue == former.noValue, "\(yaml)")
    #expect(both.records.map(\.kind) == former.records.map(\.kind))
    #expect(both.records.map(\.condition) == former.records.map(\.condition))
    #expect(both.records.last?.fields == former.records.last?.fields)
    #expect(yaml.contains(#"map: { values: { "K": "Cups", "S": "Bowls" }, otherwise: keep }"#), "\(yaml)")
    let (one, other) = (try TestShop(), try TestShop())
    for shop in [one, other] {
      try shop.take("supplier\nacme\n", name: "suppliers.csv")
      try shop.take("category\nCups\nBowls\n", name: "categories.csv")
    }
    let expected = try one.take(text, profile: own) { $0.values = given }
    let found = try other.take(text, profile: yaml)
    #expect(expected.isApplied && found.isApplied, "\(expected.reported) \(found.reported)")
    #expect(found.tally == expected.tally)
    #expect(try other.lines("supplier_items") == one.lines("supplier_items"))
    #expect(try other.lines("products", "product_code", "category") == ["A-1,Cups", "A-2,Bowls"])
  }

  // MARK: The parts of a profile

  static let steps: [ValueStep] = [
    .trim, .collapseSpaces, .upper, .lower, .slug, .stripHTML, .negate, .absolute, .amount, .currency,
    .stripPrefix("Größe: "), .stripSuffix("\""), .split(by: ",", take: -1), .join(by: "\n", with: "/", most: 2),
    .join(by: ";", with: "", most: .max), .replace(text: ", ", with: " "), .regex(pattern: #"^(\d+)\s"#, with: "$1"),
    .map(values: ["L": "large", "": "none", "yes": "no"], otherwise: .error), .noValue(["0", "~"]),
    .keyValue(pairs: ",", sign: "=", key: "size"), .json(path: "a.b"), .divide("100"), .divide("VPE: Stück"),
    .divide("Menge", steps: [.absolute]), .multiply("0.9185"), .multiply("Pack", steps: [.amount]), .per("je"),
    .unit("Einheit"), .notNegative(remedy: "Write a return as a document of its own."),
  ]

  static let sources: [ValueExpression.Source] = [
    .columns(["a, b"]), .columns(["A", "null", "#"]), .constant("true"), .template("{Date} {Time}"),
    .given("{count}-LADEN: 1"), .numbered(within: ["Order"]),
    .named(name: "Option{n} Name", value: "Option{n} Value", names: ["Colour", "Farbe"]),
  ]

  static let conditions: [RowCondition] = [
    .column("A", .present), .column("any", .oneOf(["x"])), .not(.column("a: b", .blank)),
    .all([.column("A", .startsWith("x")), .any([.column("A", .endsWith("y")), .column("B", .contains("\\"))])]),
    .any([.column("A", .matches(#"^\d"#)), .column("A", .lessThan("3")), .column("B", .greaterThan("-0.5"))]),
  ]

  /// Every part that a profile can have is written as it is read.
  @Test func whatIsWrittenIsReadTheSame() throws {
    func read(_ field: String, when condition: String? = nil) throws -> MappingProfile.RecordMapping {
      let text = """
        profile: p
        records:
          - kind: products
            fields: { title: \(field) }
        """
      let yaml = text + (condition.map { "\n    when: \($0)\n" } ?? "\n")
      return try #require(try MappingProfile(yaml: yaml, source: "p.yml").records.first, "\(yaml)")
    }
    for source in Self.sources {
      for isOptional in [false, true] {
        let value = ValueExpression(source, isOptional: isOptional)
        #expect(try read(value.yaml).fields.first?.value == value)
      }
    }
    for step in Self.steps {
      let value = ValueExpression(.columns(["A"]), steps: [.trim, step])
      #expect(try read(value.yaml).fields.first?.value == value)
    }
    for condition in Self.conditions { #expect(try read("A", when: condition.yaml).condition == condition) }
    let denied = RowCondition.not(.all([.column("A", .blank), .not(.column("B", .present))]))
    #expect(
      try read("A", when: denied.yaml).condition
        == .any([.not(.column("A", .blank)), .column("B", .present)]))
  }

  // MARK: The header

  private static let profile = """
    profile: acme
    header: [SKU, Title, EK netto, Farbe, Lager]
    records:
      - kind: products
        fields: { product_code: SKU, title: Title }
      - kind: variants
        fields:
          sku: SKU
          product_code: SKU
          standard_cost: { column: EK netto, optional: true }
          colour: { column: Farbe, optional: true }
    """

  @Test func whatChangedIsTold() throws {
    let shop = try TestShop()
    let summary = try shop.take("SKU;Title;EK-netto;Zustand\nA-1;Cup;3,25;neu\n", profile: Self.profile, plan: true)
    #expect(summary.errorCount == 0, "\(summary.reported)")
    let reported = summary.findings.filter { $0.name.contains("column") }.map {
      "\($0.name): \($0.value): \($0.evidence)"
    }
    #expect(
      reported == [
        "column gone: EK netto: standard_cost left alone; perhaps it is called 'EK-netto' now",
        "column gone: Farbe: colour left alone", "column gone: Lager: it was not used",
        "new column: Zustand: the profile does not know it; it is not used",
      ])
  }

  @Test func allColumnsThatAreMissedAreTold() throws {
    let error = try #require(throws: Problems.self) {
      try TestShop().take("Artikel;Titel;EK netto\nA-1;Cup;3,25\n", profile: Self.profile, plan: true)
    }
    #expect(error.code == .columnMissing)
    #expect(([error.first] + error.further).map(\.value) == ["SKU", "Title"])
    #expect(error.further.first?.remedy.hasPrefix("Did you mean 'Titel'?") == true)
  }

  @Test(arguments: [
    ("SKU;Title;EK netto;Farbe;Lager", "acme", "the same columns"),
    ("sku;TITLE;EK-Netto;farbe;lager", "acme", "the same columns"),
    ("SKU;Title;EK netto;Farbe;Bestand", nil, ""),
    ("Title;SKU;EK netto;Farbe;Lager", "acme", "99 % of the same columns"),
    ("SKU;Title;EK netto;Farbe;Lager;Neu", "acme", "83 % of the same columns"),
    ("SKU;Title", nil, ""),
  ]) func aProfileThatFitsIsSuggested(header: String, name: String?, likeness: String) throws {
    let profile = try MappingProfile(yaml: Self.profile, source: "acme.yml")
    let known = KnownProfile(name: "acme", header: try #require(profile.header))
    let other = KnownProfile(name: "other", header: RecordedHeader(tables: [.init(name: nil, columns: ["x", "y"])]))
    let summary = try TestShop().take("\(header)\n\n", plan: true) { $0.knownProfiles = [other, known] }
    let finding = summary.findings.first { $0.name == "profile that fits" }
    #expect(finding?.value == name)
    if name != nil { #expect(finding?.evidence == "it was made for a file with \(likeness); use --profile acme") }
  }

  @Test func theHeaderIsNoPartOfTheMapping() throws {
    let profile = try MappingProfile(yaml: Self.profile, source: "x")
    var without = profile
    without.header = nil
    #expect(without.fingerprint == profile.fingerprint)
    let tables = try MappingProfile(
      yaml: "profile: x\nheader: { orders: [a, b], lines: [c] }\nrecords:\n  - { kind: brands, fields: { brand: a } }",
      source: "x")
    #expect(tables.header?.tables.map(\.name) == ["orders", "lines"])
    #expect(tables.header?.tables.map(\.columns) == [["a", "b"], ["c"]])
  }

  @Test func aRateIsTold() throws {
    let profile = """
      profile: rate
      records:
        - kind: products
          fields: { product_code: sku }
        - kind: variants
          fields: { sku: sku, product_code: sku, standard_cost: { column: USD, apply: [multiply: "0.9185", divide: Pack] } }
      """
    let summary = try TestShop().take("sku,USD,Pack\nA,10.00,2\n", profile: profile, plan: true)
    let reported = summary.findings.first { $0.name == "standard_cost calculated" }
    #expect(reported?.value == "USD × 0.9185")
    #expect(!summary.findings.contains { $0.value.contains("Pack") })
  }

  @Test func everythingWrongIsToldAtOnce() throws {
    let yaml = """
      profile: acme
      decimals: comma
      dates: dym
      constants: { curency: EUR, suplier: x }
      records:
        - kind: products
          feilds: { product_code: SKU }
        - kind: variant
        - kind: prices
          when: { SKU: { starts: A } }
          fields:
            sku: { colum: SKU }
            prize: Price
            price: { column: Price, apply: [trimm, split: { bye: "," }, { multiply: 2 }] }
      """
    let error = try #require(throws: Problems.self) { try MappingProfile(yaml: yaml, source: "acme.yml") }
    let all = [error.first] + error.further
    #expect(all.map(\.position.line) == [2, 3, 4, 4, 7, 8, 10, 13, 12, 14, 14, 14], "\(all.map(\.headline))")
    #expect(all.allSatisfy { $0.code == .profileInvalid && $0.source == "acme.yml" })
    #expect(all.filter { $0.remedy.hasPrefix("Did you mean") }.count >= 8, "\(all.map(\.remedy))")
  }
}
