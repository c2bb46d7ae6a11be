import Exchange
import FormatKit
import Foundation
import RetailValues
import ShopCheck
import StandardFormats
import Stock
import Testing

/// A shop with the items A-100 and MUG-BLUE, the supplier acme and the location shop.
private func shopWithItems() throws -> TestShop {
  let shop = try TestShop()
  try shop.take("sku,title\nA-100,Tea\nMUG-BLUE,Mug\n", name: "goods.csv")
  try shop.take("supplier,supplier_name\nacme,Acme\n") { $0.kind = "suppliers" }
  try shop.take("location\nshop\n") { $0.kind = "locations" }
  return shop
}

/// Suppliers, locations and items that a file names and the shop does not have.
struct NewRecordTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let kind: String
    let file: String
    /// Codes and records by guard, as `code codes/records`.
    var asked: [String]
    /// What is made once it is accepted.
    var made: [String]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "orders", kind: "order_lines",
      file: "supplier,order_number,line,sku,order_quantity\nnew,1,1,A-100,1\nnew,1,2,X,2\nacme,2,1,X,3\nold,3,1,Y,4\n",
      asked: ["new-suppliers 2/3", "new-items 2/3"],
      made: ["order_lines create 4", "orders create 3", "products create 2", "suppliers create 2", "variants create 2"]),
    Case(
      name: "stock levels", kind: "stock_levels",
      file: "sku,location,quantity\nA-100,shop,1\nX,shop,2\nX,attic,3\nA-100,attic,4\n",
      asked: ["new-locations 1/2", "new-items 1/2"],
      made: ["locations create 1", "products create 1", "stock_levels create 4", "variants create 1"]),
    Case(
      name: "a barcode makes an item with that barcode", kind: "stock_levels",
      file: "barcode,location,quantity\n4006381333931,shop,5\n", asked: ["new-items 1/1"],
      made: ["barcodes create 1", "products create 1", "stock_levels create 1", "variants create 1"]),
    Case(
      name: "a barcode alone is found with the SKU of another record", kind: "stock_levels",
      file: "sku,barcode,location,lot,quantity\n,4006381333931,shop,L1,5\nX,4006381333931,shop,L2,6\n",
      asked: ["new-items 1/1"],
      made: [
        "barcodes create 1", "lots create 2", "products create 1", "stock_levels create 2", "variants create 1",
      ]),
    Case(
      name: "a transfer to a new place", kind: "movements",
      file: "document,sku,quantity,movement_kind,location,to_location,effective_at\n"
        + "1,A-100,2,transfer,shop,attic,2026-02-01\n2,A-100,2,transfer,cellar,attic,2026-02-01\n",
      asked: ["new-locations 2/3"], made: ["locations create 2", "movements create 4"]),
    Case(
      name: "receipts with the supplier's codes and titles", kind: "receipts",
      file: "document,line,supplier,supplier_code,title,quantity,effective_at,location\n"
        + "1,1,acme,a-7,Seven,2,2026-02-01,shop\n1,2,acme,a-8,Eight,2,2026-02-01,shop\n",
      asked: ["new-items 2/2"],
      made: ["products create 2", "receipts create 2", "supplier_items create 2", "variants create 2"]),
    Case(
      name: "prices", kind: "prices", file: "sku,price\nA-100,2.00\nX,3.00\n", asked: ["new-items 1/1"],
      made: ["prices create 2", "products create 1", "variants create 1"]),
  ]

  @Test(arguments: cases) func oneQuestionForTheFile(_ test: Case) throws {
    let shop = try shopWithItems()
    let before = try shop.dump()
    func imported(_ accepted: Set<String>, plan: Bool = false) throws -> ImportSummary {
      try shop.take(test.file, plan: plan) {
        $0.kind = test.kind
        $0.asksForNewRecords = true
        $0.accepted = accepted
      }
    }
    for plan in [true, false] {
      let asked = try imported([], plan: plan)
      #expect(asked.outcome == (plan ? .planned : .refused))
      #expect(asked.errorCount == 0, "\(asked.problems.map(\.message))")
      #expect(
        asked.stoppingGuards.map { "\($0.code.rawValue) \($0.count)/\($0.newRecords?.records ?? 0)" } == test.asked)
      #expect(asked.tally == test.made)
      #expect(try shop.dump() == before)
    }
    let made = try imported(["new-suppliers", "new-locations", "new-items"])
    #expect(made.outcome != .refused)
    #expect(made.tally == test.made)
    #expect(made.stoppingGuards.isEmpty)
    #expect(try shop.shop.check().isEmpty)
    // The same again finds all that it names.
    let again = try shop.take(test.file) {
      $0.kind = test.kind
      $0.asksForNewRecords = true
      $0.again = true
    }
    #expect(again.guards.isEmpty)
    #expect(again.counts.allSatisfy { $0.action == .unchanged || test.kind == "receipts" || test.kind == "movements" })
  }

  /// The location that the import names for all records is not in a column of the file.
  @Test func theLocationOfAllRecordsIsMadeAsWell() throws {
    let shop = try shopWithItems()
    let taken = try shop.take("sku,quantity\nA-100,3\nMUG-BLUE,4\n") {
      $0.kind = "stock_levels"
      $0.location = "attic"
      $0.asksForNewRecords = true
      $0.accepted = ["new-locations"]
    }
    #expect(taken.outcome == .applied(importID: 2) || taken.errorCount == 0, "\(taken.problems.map(\.message))")
    #expect(taken.guards.map { "\($0.code.rawValue) \($0.newRecords?.first ?? [])" } == ["new-locations [\"attic\"]"])
    #expect(try shop.int("SELECT SUM(quantity) FROM movements") == 7000)
    #expect(try shop.lines("locations", "location").contains("attic"))
  }

  @Test func withoutAskingEachRecordIsInError() throws {
    let shop = try shopWithItems()
    let file = "sku,location,quantity\nX,shop,1\nY,attic,2\nA-100,shop,3\n"
    let refused = try shop.take(file) { $0.kind = "stock_levels" }
    #expect(refused.errorCount == 2)
    // Where errors are left out, what is unknown is left out with them.
    let skipped = try shop.take(file, plan: true) {
      $0.kind = "stock_levels"
      $0.asksForNewRecords = true
      $0.onError = .skip(rejects: shop.folder.appendingPathComponent("rejects.csv").path)
    }
    #expect(skipped.refusedRecords == 2 && skipped.guards.allSatisfy { $0.newRecords == nil })
    #expect(skipped.tally.contains("stock_levels create 1"))
    // Unless the user accepts it. A record that is refused for another reason does not create a new item.
    let taken = try shop.take(file + "Z,shop,many\n") {
      $0.kind = "stock_levels"
      $0.asksForNewRecords = true
      $0.accepted = ["new-items", "new-locations", "many-rejected"]
      $0.onError = .skip(rejects: shop.folder.appendingPathComponent("rejects.csv").path)
    }
    #expect(taken.refusedRecords == 1)
    #expect(try shop.lines("variants", "sku") == ["A-100", "MUG-BLUE", "X", "Y"])
    #expect(try shop.int("SELECT SUM(quantity) FROM movements") == 6000)
  }

  /// The question is the one that the file without the wrong cell asks.
  @Test func newRecordsAreOneQuestionNextToErrorsThatAreLeftOut() throws {
    let shop = try shopWithItems()
    let file = "supplier,order_number,line,sku,order_quantity\nnew,1,1,A-100,1\nnew,1,2,MUG-BLUE,2\n"
    let wrong = file + "acme,2,1,A-100,many\n"
    func planned(_ accepted: Set<String>, plan: Bool = true) throws -> ImportSummary {
      try shop.take(wrong, plan: plan) {
        $0.kind = "order_lines"
        $0.asksForNewRecords = true
        $0.asksWhenSkipping = true
        $0.accepted = accepted.union(["many-rejected"])
        $0.onError = .skip(rejects: shop.folder.appendingPathComponent("rejects.csv").path)
      }
    }
    let asked = try planned([])
    #expect(asked.refusedRecords == 1 && asked.errorCount == 1, "\(asked.problems.map(\.message))")
    #expect(asked.stoppingGuards.map { "\($0.code.rawValue) \($0.newRecords?.records ?? 0)" } == ["new-suppliers 2"])
    #expect(try planned([], plan: false).outcome == .refused)
    let taken = try planned(["new-suppliers"], plan: false)
    #expect(taken.refusedRecords == 1)
    #expect(try shop.lines("suppliers", "supplier") == ["acme", "new"])
  }

  /// What a file calls a supplier, and the code for which it is taken; nil where it is a new one.
  @Test(
    arguments: [
      ("Acme GmbH", "ACME"), ("acme gmbh ", "ACME"), ("ACME", "ACME"), ("BOLT", "BOLT"), ("Twin Ltd", nil),
      ("Acme", nil),
    ] as [(String, String?)]) func theNameOfASupplierIsTakenForIt(name: String, code: String?) throws
  {
    let shop = try shopWithItems()
    // The name of one is the code of another, and two have the same name.
    try shop.take("supplier,supplier_name\nACME,Acme GmbH\nBOLT,ACME\nT1,Twin Ltd\nT2,Twin Ltd\n")
    let summary = try shop.take("sku,supplier,supplier_code,unit_cost\nA-100,\(name),X1,2.50\n") {
      $0.kind = "supplier_items"
      $0.asksForNewRecords = true
    }
    #expect(summary.guards.contains { $0.code == .newSuppliers } == (code == nil), "\(summary.reported)")
    #expect(try shop.lines("supplier_items", "supplier").first == code)
    #expect(summary.reported.contains("is the name of the supplier") == (code != nil && code != name))
  }

  /// Lists of suppliers and of locations with nothing but a code and a name.
  @Test(arguments: [("suppliers", "supplier"), ("locations", "location")])
  func aCodeIsThatOfTheKind(kind: String, field: String) throws {
    let shop = try TestShop()
    let summary = try shop.take("Code,Name\nN1,North\nS1,South\n") { $0.kind = kind }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines(kind, field, "\(field)_name") == ["N1,North", "S1,South"])
  }

  @Test func misspeltCodesComeWithTheKnownOne() throws {
    let shop = try shopWithItems()
    let file = "sku,location,quantity\nMUG-BLEU,shop,1\nA-101,shop,1\na 100,shop,1\nMUG-BLUE,shopp,1\nZEBRA,shop,1\n"
    let summary = try shop.take(file) {
      $0.kind = "stock_levels"
      $0.asksForNewRecords = true
    }
    let items = try #require(summary.guards.first { $0.code == .newItems }?.newRecords)
    #expect(items.codes == 4 && items.nearCodes == 2)
    #expect(items.near.map { "\($0.code) \($0.known)" } == ["MUG-BLEU MUG-BLUE", "a 100 A-100"])
    let places = try #require(summary.guards.first { $0.code == .newLocations }?.newRecords)
    #expect(places.near.map { "\($0.code) \($0.known)" } == ["shopp shop"])
    #expect(
      summary.guards.first { $0.code == .newItems }?.examples.first?.message
        == "the shop has no item 'MUG-BLEU', in 1 record; did you mean 'MUG-BLUE'?")
  }

  /// Postage, fees and the like in a list of sales do not become items with stock without a question.
  @Test func chargesAreNoItems() throws {
    let shop = try shopWithItems()
    let file = """
      InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice
      1,A-100,Tea,2,2026-03-01,3.50
      1,POST,POSTAGE,1,2026-03-01,18.00
      2,M,Manual,1,2026-03-01,1.00
      2,77,Versandkosten DHL,1,2026-03-01,4.90
      3,BANK CHARGES,Bank Charges,1,2026-03-01,15.00
      3,22423,POSTAGE SCALE,1,2026-03-01,12.00
      3,Rabatt,,-1,2026-03-01,2.00
      4,C2,CARRIAGE,1,2026-03-01,50.00

      """
    func taken(_ accepted: Set<String>) throws -> ImportSummary {
      try shop.take(file) {
        $0.kind = "sales"
        $0.location = "shop"
        $0.asksForNewRecords = true
        $0.accepted = accepted
      }
    }
    let asked = try taken(["new-items"])
    #expect(asked.outcome == .refused)
    let charges = try #require(asked.stoppingGuards.first { $0.code == .chargeAsItem })
    // Lists of sales do not describe items, so that only the codes can tell.
    #expect(charges.count == 5)
    #expect(charges.examples.first?.message.hasPrefix("'POST', in 1 record, is probably a charge") == true)
    #expect(try shop.lines("variants", "sku") == ["A-100", "MUG-BLUE"])
    #expect(try taken(["new-items", "charge-as-item"]).isApplied)
    // What the shop has is asked about no more.
    let again = try shop.take(file + "5,POST,POSTAGE,1,2026-03-02,18.00\n") {
      $0.kind = "sales"
      $0.location = "shop"
      $0.asksForNewRecords = true
    }
    #expect(again.guards.isEmpty)
  }

  @Test func errorsComeBeforeTheQuestion() throws {
    let shop = try shopWithItems()
    let summary = try shop.take("sku,location,quantity\nX,shop,1\nY,shop,many\n") {
      $0.kind = "stock_levels"
      $0.asksForNewRecords = true
      $0.accepted = ["new-items"]
    }
    #expect(summary.outcome == .refused && summary.errorCount == 1)
    #expect(try shop.int("SELECT COUNT(*) FROM variants") == 2)
  }

  @Test func anUndoTakesTheNewRecordsAway() throws {
    let shop = try shopWithItems()
    func contents() throws -> [String] {
      try ["suppliers", "variants", "products", "orders", "order_lines", "location_aliases"].map {
        try shop.export($0)
      }
    }
    let before = try contents()
    let summary = try shop.take(Self.cases[0].file) {
      $0.kind = "order_lines"
      $0.accepted = ["new-suppliers", "new-items"]
      $0.aliases = [PartnerAlias(.locations, alias: "4012345000016", code: "shop")]
    }
    guard case .applied(let number) = summary.outcome else {
      Issue.record("not applied")
      return
    }
    #expect(try shop.lines("location_aliases") == ["4012345000016,shop"])
    _ = try shop.shop.undoImport(number, actor: manager, at: hour(30_000))
    #expect(try contents() == before)
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func aPartnersCodeIsKept() throws {
    let shop = try shopWithItems()
    let orders = "supplier,order_number,line,sku,order_quantity,location\nACME GmbH,1,1,A-100,1,ST-4\n"
    let first = try shop.take(orders) {
      $0.asksForNewRecords = true
      $0.aliases = [
        PartnerAlias(.locations, alias: "ST-4", code: "shop"),
        PartnerAlias(.suppliers, alias: "ACME GmbH", code: "acme"),
      ]
    }
    #expect(first.guards.isEmpty && first.errorCount == 0)
    #expect(first.tally.contains("location_aliases create 1") && first.tally.contains("supplier_aliases create 1"))
    // From now on no confirmation is needed.
    let next = try shop.take(orders.replacing(",1,1,", with: ",2,1,")) { $0.asksForNewRecords = true }
    #expect(next.guards.isEmpty && next.errorCount == 0)
    #expect(try shop.lines("orders", "supplier", "order_number", "location") == ["acme,1,shop", "acme,2,shop"])
    // A code that the shop has is never taken for a partner's.
    try shop.take("location\nST-9\n") { $0.kind = "locations" }
    let last = try shop.take(orders.replacing(",1,1,", with: ",3,1,").replacing("ST-4", with: "ST-9")) {
      $0.aliases = [PartnerAlias(.locations, alias: "ST-9", code: "shop")]
    }
    #expect(last.errorCount == 0, "\(last.problems.map(\.message))")
    let lines = try shop.lines("orders", "order_number", "location")
    #expect(lines.last == "3,ST-9")
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func anAliasOfWhatIsNotThereIsAnError() throws {
    let shop = try shopWithItems()
    let summary = try shop.take("sku,location,quantity\nA-100,ST-4,1\n") {
      $0.kind = "stock_levels"
      $0.aliases = [PartnerAlias(.locations, alias: "ST-4", code: "nowhere")]
    }
    #expect(summary.outcome == .refused && summary.errorCount > 0)
  }

  @Test func aPlanIsCarriedOutWithWhatItAsked() throws {
    let shop = try shopWithItems()
    let file = shop.folder.appendingPathComponent("stock.csv").path
    try Self.cases[1].file.write(toFile: file, atomically: true, encoding: .utf8)
    let path = shop.folder.appendingPathComponent("stock.plan").path
    var request = ImportRequest(source: try .file(file))
    request.kind = "stock_levels"
    request.asksForNewRecords = true
    request.aliases = [PartnerAlias(.locations, alias: "unused", code: "shop")]
    let importer = Importer(shop: shop.shop, registry: standardFormats)
    #expect(try importer.plan(request, savingTo: path, now: hour(20_000)).stoppingGuards.count == 2)
    let saved = try SavedPlan(path: path)
    var carried = ImportRequest(saved.header, source: try .file(file), profile: nil, rejects: file)
    #expect(try importer.apply(saved, request: carried, actor: manager, now: hour(20_001)).outcome == .refused)
    carried.accepted = ["new-items", "new-locations"]
    let summary = try importer.apply(
      SavedPlan(path: path), request: carried, actor: manager, now: hour(20_001))
    #expect(summary.tally == (Self.cases[1].made + ["location_aliases create 1"]).sorted())
    #expect(try shop.int("SELECT SUM(quantity) FROM movements") == 10_000)
    #expect(try shop.int("SELECT COUNT(*) FROM location_aliases") == 1)
  }

  @Test func newCategoriesAndBrandsThatAreNearlyKnownAreReported() throws {
    let shop = try shopWithItems()
    try shop.take("sku,title,category,brand\nA-100,Tea,Getränke,Lumen\n")
    let summary = try shop.take("sku,title,category,brand\nB-1,Jam,Geträncke,Lumenn\nB-2,Nut,Snacks,Nordlicht\n")
    #expect(summary.isApplied)
    #expect(
      summary.problems.map(\.message).sorted() == [
        "new brand 'Lumenn'; did you mean 'Lumen'?", "new category 'Geträncke'; did you mean 'Getränke'?",
      ])
    #expect(summary.problems.contains { $0.remedy.contains("--value COLUMN:Geträncke=Getränke") })
  }

  @Test func linesOfDocumentsMakeItemsOnlyWhenAccepted() throws {
    let shop = try shopWithItems()
    let file =
      "supplier,despatch_number,line,supplier_code,title,despatched_quantity\nacme,D1,1,a-9,Nine,4\n"
    let kept = try shop.take(file, plan: true) {
      $0.kind = "despatch_lines"
      $0.asksForNewRecords = true
    }
    #expect(kept.guards.map(\.code) == [.unknownLineItems] && kept.problemCounts["warning"] == 1)
    let made = try shop.take(file) {
      $0.kind = "despatch_lines"
      $0.accepted = ["new-items"]
    }
    #expect(made.problemCounts["warning"] == nil && made.count("variants", .create) == 1)
    #expect(try shop.lines("products", "product_code", "title").contains("a-9,Nine"))
    #expect(try shop.lines("supplier_items", "supplier", "sku", "supplier_code") == ["acme,a-9,a-9"])
  }
}

/// Orders whose lines the import numbers, where one of them is in error.
@Suite struct NumberedOrderErrorTests {
  @Test func suchAnOrderIsSetAsideWhole() throws {
    let shop = try TestShop()
    let summary = try shop.take(
      "order_number,supplier,sku,order_quantity\nPO-1,ACME,A1,10\nPO-1,ACME,A2,many\nPO-2,ACME,A1,5\n"
    ) {
      $0.asksForNewRecords = true
      $0.accepted = ["new-suppliers", "new-items", "many-rejected"]
      $0.onError = .skip(rejects: shop.folder.appendingPathComponent("rejects.csv").path)
    }
    #expect(summary.refusedRecords == 2, "\(summary.problems.map(\.message))")
    #expect(try shop.lines("order_lines", "order_number", "line", "order_quantity") == ["PO-2,1,5"])
    #expect(try shop.lines("orders", "order_number") == ["PO-2"])
  }
}
