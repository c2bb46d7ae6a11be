import FormatKit
import FormatKitTesting
import Foundation
import StandardFormats
import Testing

@testable import Exchange

/// Files of known systems, recognised by their columns.
@Suite struct KnownProfileTests {
  private static let magento = """
    profile: magento
    format: csv
    recognise:
      system: "Magento's product export"
      columns: [sku, product_type, attribute_set_code]
      without: [bundle]
      refuse-plain: "parents would become items"
    records:
      - kind: variants
        when: { product_type: simple }
        fields: { sku: sku }
    """
  private static let file = "sku,Product Type,attribute_set_code,price\nP,configurable,Top,1\nP-1,simple,Top,2\n"

  private func known(_ yaml: String, _ name: String = "magento") throws -> KnownProfile {
    try #require(KnownProfile(name: name, profile: try MappingProfile(yaml: yaml, source: name)))
  }

  @Test func aPlainImportIsRefusedWithTheCommand() throws {
    let profiles = [try known(Self.magento)]
    let error = try #require(throws: Problems.self) {
      try TestShop().take(Self.file) { $0.knownProfiles = profiles }
    }
    #expect(error.code == .profileNeeded)
    #expect(error.message.hasPrefix("this looks like Magento's product export"))
    #expect(error.remedy.hasPrefix("Import it with --profile magento"))
    // If the record kind is given, no question is asked.
    #expect(try TestShop().take(Self.file) { ($0.knownProfiles, $0.kind) = (profiles, "variants") }.isApplied)
    // Without the profile the types of the products say it.
    #expect(throws: Problems.self) { try TestShop().take(Self.file) }
  }

  /// The types of Magento's products are enough, without the shipped profile and the other columns of the export.
  @Test func typesOfProductsAreEnough() throws {
    let file = "sku,product_type,name,price,qty\nP,configurable,Hat,5,0\nP-1,simple,Hat S,5,7\n"
    let error = try #require(throws: Problems.self) { try TestShop().take(file) }
    #expect(error.code == .profileNeeded)
    #expect(error.remedy.contains("file.csv --leave-out product_type=configurable --map product_type="))
    let shop = try TestShop()
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let summary = try shop.take(file) {
      $0.columns = ["product_type": ""]
      $0.rowRules.leftOut = ["product_type": ["configurable"]]
    }
    #expect(summary.isApplied)
    #expect(try shop.lines("variants", "sku") == ["P-1"])
    // Other lists have types too.
    #expect(try TestShop().take("sku,product_type,name,price\nP,simple,Hat,5\nQ,virtual,Card,7\n").isApplied)
  }

  @Test func profilesForFilesWithoutAHeaderAreTried() throws {
    let yaml = """
      profile: plain
      format: csv
      options: { header: "no" }
      columns: [code, name, amount, extra, more, last]
      records:
        - kind: prices
          fields: { sku: code, price: amount }
      """
    let profiles = [try known(yaml, "plain")]
    func remedy(_ file: String) throws -> String {
      try #require(throws: Problems.self) { try TestShop().take(file) { $0.knownProfiles = profiles } }.remedy
    }
    let fitting = try remedy(
      "4006381333931,Red tea,2.50,4006381333931,a,b\n4006381333948,Blue jam,3.50,4006381333948,a,c\n")
    #expect(fitting.contains("import file.csv --profile plain"))
    // Another width, and values that the profile cannot read.
    for file in [
      "4006381333931,Red tea,2.50,4006381333931,a\n4006381333948,Blue jam,3.50,4006381333948,b\n",
      "4006381333931,2.50,Red tea,x,a,b\n4006381333948,3.50,Blue jam,y,a,c\n",
    ] {
      #expect(try !remedy(file).contains("--profile plain"))
    }
  }

  @Test func inspectionSaysIt() throws {
    var request = ImportRequest(source: .text(Self.file, name: "list.csv"))
    request.knownProfiles = [try known(Self.magento)]
    let inspection = try Inspection(request, registry: standardFormats)
    #expect(
      inspection.advice.map(\.name).prefix(2) == ["profile that fits", "import without a profile"],
      "\(inspection.advice)")
    #expect(!inspection.recordKinds.isEmpty)
  }

  static let files: [(String, String?)] = [
    ("sku,product_type,attribute_set_code\nA,simple,x\n", "magento"),
    ("SKU;PRODUCT-TYPE;Attribute Set Code;more\nA;simple;x;1\n", "magento"),
    ("sku,product_type,attribute_set_code,bundle\nA,simple,x,y\n", nil), ("sku,product_type\nA,simple\n", nil),
  ]

  @Test(arguments: files) func onlyItsOwnFilesAreRecognised(text: String, name: String?) throws {
    var request = ImportRequest(source: .text(text, name: "list.csv"))
    request.knownProfiles = [try known(Self.magento)]
    let found = try Inspection(request, registry: standardFormats).advice.first { $0.name == "profile that fits" }
    #expect(found?.value == name)
  }

  @Test func theShopsOwnProfileForTheseColumnsComesFirst() throws {
    let own = """
      profile: ours
      header: [sku, product type, attribute_set_code, price]
      records: [{ kind: variants, fields: { sku: sku } }]
      """
    let profiles = [try known(own, "ours"), try known(Self.magento)]
    let error = try #require(throws: Problems.self) {
      try TestShop().take(Self.file) { $0.knownProfiles = profiles }
    }
    #expect(error.remedy.hasPrefix("Import it with --profile ours"))
  }

  /// A profile that a person wrote, without the columns of a file, fits the files that have all columns which it takes.
  @Test(
    arguments: [
      ("fields: { sku: sku, price: VK }", "sku,title,VK", 2),
      ("fields: { sku: sku, price: VK }", "sku,title,price", nil),
      // One column is in many files.
      ("fields: { sku: sku }", "sku,title,VK", nil),
      ("fields: { sku: sku, price: { column: VK, optional: true } }", "sku,title,VK", nil),
      ("when: { title: present }\n    fields: { sku: sku, price: VK }", "sku,title,VK", 3),
      ("when: { Art: present }\n    fields: { sku: sku, price: VK }", "sku,title,VK", nil),
      ("fields: { sku: sku, price: { column: VK, apply: [divide: '100'] } }", "sku,title,VK", 2),
      ("fields: { sku: sku, price: { column: VK, apply: [divide: Pack] } }", "sku,title,VK", nil),
      // The names of the columns say all of this themselves; another kind of records, or a value of all rows, they do not.
      ("fields: { sku: sku, price: price }", "sku,price", nil),
      ("fields: { sku: sku, price: price }", "sku,title,price", 2),
      ("fields: { sku: sku, price: price, currency: { constant: USD } }", "sku,price", 2),
    ] as [(String, String, Int?)])
  func aProfileThatAPersonWroteFitsFilesWithItsColumns(records: String, header: String, columns: Int?) throws {
    let yaml = "profile: ours\nrecords:\n  - kind: prices\n    \(records)\n"
    let values = header.split(separator: ",").map { ["sku": "A1", "title": "Hat"][String($0)] ?? "11.90" }
    func fitting(_ configure: (inout ImportRequest) -> Void = { _ in }) throws -> SourceFinding? {
      let text = "\(header)\n\(values.joined(separator: ","))\n"
      var request = ImportRequest(source: .text(text, name: "list.csv"))
      var profile = try known(yaml, "ours")
      profile.isOfShop = true
      request.knownProfiles = [profile]
      configure(&request)
      request.takeSavedProfile(standardFormats, in: nil) { try MappingProfile(yaml: yaml, source: $0) }
      #expect(request.profile == nil, "it is offered, and not taken")
      return try Inspection(request, registry: standardFormats).advice.first { $0.name == "profile that fits" }
    }
    let found = try fitting()
    let evidence = columns.map { "the file has all \($0) columns that it maps; use --profile ours" }
    #expect(found?.value == (columns == nil ? nil : "ours"))
    #expect(found?.evidence == evidence)
    // Those that the program comes with say which files they are for, or are for none in particular.
    let ofProgram = try fitting { $0.knownProfiles[0].isOfShop = false }
    #expect(ofProgram == nil)
  }

  /// Of two profiles with all their columns in the file, the one that takes more of them fits better.
  @Test func theProfileThatTakesMostColumnsFits() throws {
    var request = ImportRequest(source: .text("sku,VK,ab\nA1,11.90,2026-05-06\n", name: "list.csv"))
    for (name, fields) in [("less", "sku: sku, price: VK"), ("more", "sku: sku, price: VK, valid_from: ab")] {
      var profile = try known("profile: x\nrecords: [{ kind: prices, fields: { \(fields) } }]", name)
      profile.isOfShop = true
      request.knownProfiles.append(profile)
    }
    let found = try Inspection(request, registry: standardFormats).advice.first { $0.name == "profile that fits" }
    #expect(found?.value == "more")
    #expect(found?.evidence == "the file has all 3 columns that it maps; use --profile more")
  }

  /// Bytes that were imported with a profile are not read without it unseen.
  @Test func whatWasImportedWithAProfileSaysSo() throws {
    let yaml = """
      profile: nord
      records:
        - kind: products
          fields: { product_code: sku, title: title }
        - kind: variants
          fields: { sku: sku, product_code: sku }
      """
    let file = "sku,title,colour\nA1,Hat,red\n"
    let shop = try TestShop()
    try shop.take(file, profile: yaml)
    func said(_ file: String, names: [String]) throws -> String? {
      let known = try names.map { try self.known(yaml, $0) }
      let summary = try shop.take(file, plan: true) { $0.knownProfiles = known }
      let found = summary.findings.first { $0.code == SourceFinding.importedBefore }
      return found.map { "\($0.name): \($0.value) (\($0.evidence))" }
    }
    let offered = try said(file, names: ["nord", "sued"])
    #expect(offered == "imported before: as import 1 (with the profile nord; use --profile nord)")
    let unknown = try said(file, names: ["sued"])
    #expect(unknown == "imported before: as import 1 (with the profile nord)")
    let other = try said(file + "A2,Cap,red\n", names: ["nord"])
    #expect(other == nil)
    // Nothing is said of an import without a profile.
    let plain = "sku,title\nA3,Sock\n"
    try shop.take(plain)
    let withoutProfile = try said(plain, names: ["nord"])
    #expect(withoutProfile == nil)
  }

  /// What is taken for a file that its columns alone do not explain.
  @Test(
    arguments: [
      (["nord"], "Dings,Netto,Brutto", "Dings,Netto,Brutto", "nord"),
      (["nord", "sued"], "Dings,Netto,Brutto", "Dings,Netto,Brutto", nil),
      (["nord"], "Dings,Netto,Brutto", "Netto,Dings,Brutto", nil),
      (["nord"], "Dings,Netto,Brutto", "Dings,Netto,Brutto,Rest", nil),
      // This one is read without a question.
      (["nord"], "sku,title,price", "sku,title,price", nil),
    ] as [([String], String, String, String?)])
  func theOnlyProfileForTheSameColumnsIsTaken(names: [String], header: String, file: String, taken: String?) throws {
    let columns = header.split(separator: ",")
    let yaml = """
      profile: nord
      header: [\(header)]
      records: [{ kind: prices, fields: { sku: \(columns[0]), price: \(columns[2]) } }]
      """
    func request(_ configure: (inout ImportRequest) -> Void = { _ in }) throws -> ImportRequest {
      var request = ImportRequest(source: .text("\(file)\nA1,Hat,11.90\n", name: "list.csv"))
      request.knownProfiles = try names.map { name in
        var profile = try known(yaml, name)
        profile.isOfShop = true
        return profile
      }
      configure(&request)
      request.takeSavedProfile(standardFormats, in: nil) { try MappingProfile(yaml: yaml, source: $0) }
      return request
    }
    let read = try request()
    #expect(read.profileReference == taken && (read.profile != nil) == (taken != nil))
    #expect(read.findings.map(\.code) == (taken == nil ? [] : [SourceFinding.profileTaken]))
    #expect(try request { $0.kind = "prices" }.profile == nil, "an answer of the user comes first")
    #expect(try request { $0.knownProfiles[0].isOfShop = false }.profile == nil)
  }

  /// Files of other suppliers may have the same columns.
  @Test(
    arguments: [
      ("constants: { supplier: nord }", "price: Brutto", nil, false),
      ("constants: { supplier: nord }", "price: Brutto", "sued", false),
      ("constants: { supplier: nord, currency: USD }", "price: Brutto", "nord", true),
      ("constants: { currency: USD }", "price: Brutto", nil, false),
      ("constants: { location: cellar }", "price: Brutto", "nord", false),
      ("decimal: point", "price: Brutto, currency: { constant: USD }", nil, false),
      ("decimal: point", "price: Brutto, tax_included: { constant: no }", nil, true),
    ] as [(String, String, String?, Bool)])
  func whatAProfileGivesToAllRecordsIsTakenForItsSupplierAlone(
    line: String, fields: String, supplier: String?, isTaken: Bool
  ) throws {
    let yaml = """
      profile: nord
      header: [Dings, Netto, Brutto]
      \(line)
      records: [{ kind: prices, fields: { sku: Dings, \(fields) } }]
      """
    var request = ImportRequest(source: .text("Dings,Netto,Brutto\nA1,Hat,11.90\n", name: "list.csv"))
    var profile = try known(yaml, "nord")
    profile.isOfShop = true
    (request.knownProfiles, request.supplier) = ([profile], supplier)
    request.takeSavedProfile(standardFormats, in: nil) { try MappingProfile(yaml: yaml, source: $0) }
    #expect((request.profile != nil) == isTaken)
  }

  /// A file that is written otherwise than the profile says is not read by it without a question.
  @Test(
    arguments: [
      ("decimal: comma", "1,234.50", "2026-05-06", "--decimal point"),
      ("decimal: comma", "11.9", "2026-05-06", "--decimal point"),
      ("decimal: point", "11,90", "2026-05-06", "--decimal comma"), ("decimal: comma", "11,90", "2026-05-06", nil),
      // This may be either.
      ("decimal: comma", "1.234", "2026-05-06", nil), ("dates: mdy", "11.90", "31/12/2026", "--dates dmy"),
      ("dates: dmy", "11.90", "12/31/2026", "--dates mdy"), ("dates: mdy", "11.90", "12/31/2026", nil),
      ("dates: mdy", "11.90", "05/06/2026", nil),
      // The dates alone do not show their order, and the numbers are still compared.
      ("decimal: comma\ndates: dmy", "1,234.50", "05/06/2026", "--decimal point"),
    ] as [(String, String, String, String?)])
  func aProfileWithOtherMarksIsNotTaken(marks: String, price: String, day: String, option: String?) throws {
    let yaml = """
      profile: nord
      header: [Dings, Netto, Brutto, Ab]
      \(marks)
      records: [{ kind: prices, fields: { sku: Dings, price: Brutto, valid_from: Ab } }]
      """
    var request = ImportRequest(source: .text("Dings;Netto;Brutto;Ab\nA1;Hat;\(price);\(day)\n", name: "list.csv"))
    var profile = try known(yaml, "nord")
    profile.isOfShop = true
    request.knownProfiles = [profile]
    request.takeSavedProfile(standardFormats, in: nil) { try MappingProfile(yaml: yaml, source: $0) }
    #expect((request.profile == nil) == (option != nil))
    guard let option else { return }
    // The question of the file alone says it.
    let problems = try Inspection(request, registry: standardFormats).problems
    let remedy = problems.map(\.remedy).joined(separator: "\n")
    #expect(remedy.contains("; use --profile nord \(option). "), "\(remedy)")
    #expect(remedy.contains("has '\(option.hasPrefix("--dates") ? day : price)' in line 2"), "\(remedy)")
  }

  @Test func theCodesOfTheShopAreRecognisedWhereNothingElseIs() throws {
    let shop = try TestShop()
    try shop.take("sku,title,price\nA1,Hat,11.90\nA2,Cap,4.00\nA3,Sock,5.00\n")
    let error = try #require(throws: Problems.self) {
      try shop.take("Dings;Netto;Brutto\nA1;10,00;11,90\nA2;20,00;23,80\nA3;5,00;5,95\n", name: "list.csv")
    }
    #expect(
      error.remedy.hasPrefix(
        "The shop has items with the codes in 'Dings':\n    stockroom import list.csv --map Dings=sku\n"),
      "\(error.remedy)")
  }

  @Test func whatIsRecognisedIsNoPartOfTheMapping() throws {
    let profile = try MappingProfile(yaml: Self.magento, source: "x")
    var without = profile
    without.recognition = nil
    #expect(without.fingerprint == profile.fingerprint)
    for wrong in ["recognise: { system: x }", "recognise: { columns: [a] }", "recognise: { sytem: x, columns: [a] }"] {
      #expect(throws: Problems.self) {
        try MappingProfile(yaml: "profile: x\n\(wrong)\nrecords: [{ ignore: true }]", source: "x")
      }
    }
  }

  /// The profiles that are shipped.
  private static let shipped: [(name: String, profile: MappingProfile)] = {
    guard let root = PackageRoot.path() else { return [] }
    let folder = root + "/samples/profiles"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".yml") }.sorted().compactMap { file in
      guard let text = try? String(contentsOfFile: folder + "/" + file, encoding: .utf8),
        let profile = try? MappingProfile(yaml: text, source: file)
      else { return nil }
      return (String(file.dropLast(4)), profile)
    }
  }()

  /// Which files of other systems are recognised, by the end of their path.
  static let recognised: [(file: String, profile: String)] = [
    ("magento/ConfigurableSampleData/fixtures/products.csv", "magento"),
    ("fixtures/yoga_bundle.csv", "magento-bundles"), ("fixtures/yoga_grouped.csv", "magento-groups"),
    ("products_gear_bags.csv", "magento-gear"), ("products_gear_watches.csv", "magento-gear"),
    ("products_gear_fitness_equipment_strap.csv", "magento-gear-straps"),
    ("openboxes/configuration/products.csv", "openboxes-products"),
    ("openboxes/configuration/productSuppliers.csv", "openboxes-product-suppliers"),
    ("openboxes/configuration/locations.csv", "openboxes-locations"),
    ("openboxes/configuration/binLocations.csv", "openboxes-locations"),
    ("openboxes/configuration/WHO_categories.csv", "openboxes-categories"),
    ("Warehouse.StockItems.csv", "wwi-stock-items"), ("Warehouse.StockItemHoldings.csv", "wwi-holdings-stock"),
    ("Warehouse.StockItemHoldings.json", "wwi-holdings-stock"), ("Warehouse.StockGroups.json", "wwi-stock-groups"),
    ("csv/Purchasing.PurchaseOrders.csv", "wwi-purchase-orders"), ("csv/Warehouse.StockGroups.csv", "wwi-stock-groups"),
  ]

  @Test(.enabled(if: Corpora.isAvailable("retail"), "\(Corpora.notice)"))
  func theRealFilesAreRecognisedAndNoOthers() throws {
    #expect(Self.shipped.count >= 24)
    let known = Self.shipped.compactMap { KnownProfile(name: $0.name, profile: $0.profile) }
    for path in ["commerce", "retail", "csv", "xlsx"].flatMap({ Corpora.files(in: $0, largest: 3 << 20) }) {
      var request = ImportRequest(source: try .file(path))
      request.knownProfiles = known
      guard let inspection = try? Inspection(request, registry: standardFormats) else { continue }
      // Where nothing else is known of a file, the profile is named in what to do about it.
      let advised = inspection.problems.lazy.compactMap {
        $0.remedy.firstMatch(of: /import it with --profile ([-a-z]+)/)
      }
      let found =
        inspection.advice.first { $0.name == "profile that fits" }?.value ?? advised.first.map { String($0.1) }
      let wanted =
        path.contains("/by-day/")
        ? "uci-online-retail" : Self.recognised.first { path.hasSuffix($0.file) }?.profile
      #expect(found == wanted, "\(path)")
    }
  }
}
