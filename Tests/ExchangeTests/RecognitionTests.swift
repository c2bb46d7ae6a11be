import Exchange
import FormatKit
import Foundation
import GRDB
import RetailValues
import ShopCheck
import StandardFormats
import Stock
import Testing

/// Rows that came in before, when the file comes again.
@Suite struct RecognitionTests {
  private let shop: TestShop

  init() throws { shop = try TestShop.unguarded() }

  private static let header = "sku,product_code,title,category,price\n"

  private func row(_ number: Int, price: Int = 1000) -> String {
    "S\(number),P\(number / 2),Title \(number / 2),cat\(number / 2 % 5),\(price + number).50\n"
  }

  /// - Returns: the result, and how many rows were recognised in each reading.
  @discardableResult
  private func take(
    _ text: String, plan: Bool = false, recognises: Bool = true, hours: Int = 1,
    _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> (summary: ImportSummary, recognised: [Int?]) {
    var request = ImportRequest(source: .text(text, name: "list.csv"))
    request.accepted = shop.accepted
    request.again = true
    configure(&request)
    var importer = Importer(shop: shop.shop, registry: standardFormats)
    importer.leastRememberedRows = 0
    importer.recognisesRows = recognises
    var recognised: [Int?] = []
    importer.recognised = { recognised.append($0) }
    shop.clock += hours
    let now = hour(shop.clock)
    let summary =
      plan ? try importer.plan(request, now: now) : try importer.apply(request, actor: manager, now: now)
    return (summary, recognised)
  }

  private func list(_ rows: ClosedRange<Int> = 1...60, changed: Int? = nil) -> String {
    Self.header + rows.map { row($0, price: $0 == changed ? 2000 : 1000) }.joined()
  }

  @Test func allThatIsAsItWasIsRecognised() throws {
    #expect(try take(list()).recognised == [])
    for _ in 1...2 {
      let plan = try take(list(), plan: true)
      let done = try take(list())
      #expect(plan.recognised == [60] && done.recognised == [60])
      #expect(plan.summary.tally == done.summary.tally)
      #expect(
        done.summary.tally == [
          "categories unchanged 5", "prices unchanged 60", "products unchanged 31", "variants unchanged 60",
        ])
    }
    #expect(try shop.shop.check() == [])
  }

  @Test func onlyWhatChangedIsMapped() throws {
    try take(list())
    let done = try take(list(changed: 7))
    #expect(done.recognised == [59])
    // A price that takes the place of another shows as a change.
    #expect(
      done.summary.tally == [
        "categories unchanged 5", "prices unchanged 59", "prices update 1", "products unchanged 31",
        "variants unchanged 60",
      ])
    #expect(try take(list(changed: 7)).recognised == [60])
    // An undo leaves the price as it was before, and the row is looked at again.
    try shop.shop.undoImport(2, actor: manager, at: hour(shop.clock))
    #expect(try take(list()).recognised.first ?? 0 == 59)
  }

  @Test func whatAnotherFileChangedIsLookedAt() throws {
    try take(list())
    try take("sku,price\nS9,77\n")
    let done = try take(list())
    #expect(done.recognised == [59])
    #expect(done.summary.count("prices", .update) == 1)
    try take("product_code,title\nP5,Other\n") { $0.kind = "products" }
    // Two variants of one product.
    let next = try take(list())
    #expect(next.recognised == [58])
    #expect(next.summary.count("products", .update) == 1)
  }

  /// A partner's code may mean another supplier the next time, by what was imported since or by the same file.
  @Test func whatAPartnersCodeMeansIsLookedAt() throws {
    try take("supplier\nacme\nbolt\n") { $0.kind = "suppliers" }
    try take("sku\n" + (1...20).map { "S\($0)\n" }.joined()) { $0.kind = "variants" }
    let costs = "sku,supplier,supplier_code,unit_cost\n" + (1...20).map { "S\($0),OURS,X\($0),2.5\n" }.joined()
    func costsAreOf(_ supplier: String, recognised: [Int?]) throws {
      let plain = try take(costs, plan: true, recognises: false)
      let done = try take(costs)
      #expect(done.recognised == recognised && done.summary.tally == plain.summary.tally, "\(supplier)")
      #expect(try shop.export("supplier_items").split(separator: "\n").count { $0.contains(supplier) } == 20)
    }
    try take("alias,supplier\nOURS,acme\n") { $0.kind = "supplier_aliases" }
    try costsAreOf("acme", recognised: [])
    try costsAreOf("acme", recognised: [20])
    try take("alias,supplier\nOURS,bolt\n") { $0.kind = "supplier_aliases" }
    try costsAreOf("bolt", recognised: [])
    try costsAreOf("bolt", recognised: [20])
  }

  @Test func whatTheSameFileSaysOfAPartnersCodeIsLookedAt() throws {
    try take("supplier\nacme\nbolt\n") { $0.kind = "suppliers" }
    try take("sku\n" + (1...20).map { "S\($0)\n" }.joined()) { $0.kind = "variants" }
    func file(_ supplier: String) -> String {
      let costs = (1...20).map { "supplier_items,S\($0),OURS,X\($0),2.5,\n" }.joined()
      return "stockroom_kind,sku,supplier,supplier_code,unit_cost,alias\nsupplier_aliases,,\(supplier),,,OURS\n" + costs
    }
    for supplier in ["acme", "acme", "bolt"] {
      let plain = try take(file(supplier), plan: true, recognises: false)
      let done = try take(file(supplier))
      #expect(done.summary.tally == plain.summary.tally, "\(supplier)")
      #expect(try shop.export("supplier_items").split(separator: "\n").count { $0.contains(supplier) } == 20)
    }
  }

  @Test func aContradictionIsToldAsEver() throws {
    try take(list())
    let text = list() + "S61,P4,Quite another title,cat4,5\n"
    let answer = try take(text)
    #expect(answer.recognised == [60, nil])
    let plain = try take(text, recognises: false)
    #expect(answer.summary.reported == plain.summary.reported && answer.summary.outcome == .refused)
    #expect(answer.summary.tally == plain.summary.tally)
  }

  @Test func anotherReadingKnowsNothing() throws {
    try take(list())
    #expect(try take(list()) { $0.constants["tax_included"] = "no" }.recognised == [])
    #expect(try take(list()) { $0.duplicates["prices"] = .last }.recognised == [])
    #expect(try take(list()).recognised == [0])
  }

  @Test func aPriceWithAnEndIsLookedAtEveryTime() throws {
    let text = "sku,price,valid_from,valid_to\nS1,5,,2026-12-31\nS2,5,2027-03-01,\nS3,5,2025-01-01,\n"
    try take("sku\nS1\nS2\nS3\n") { $0.kind = "variants" }
    try take(text)
    #expect(try take(text).recognised == [1])
    // The clock is set back.
    #expect(try take(text, hours: -100).recognised == [])
  }

  @Test func aSKUThatLooksLikeABarcodeIsLookedAt() throws {
    let text = "sku,title,barcode\n40000001,One,4006381333931\n4006381333931,Two,\n30000003,Three,\n"
    try take(text) { $0.kind = "variants" }
    let (answer, recognised) = try take(text) { $0.kind = "variants" }
    let plain = try take(text, recognises: false) { $0.kind = "variants" }.summary
    #expect(answer.reported == plain.reported && answer.tally == plain.tally)
    #expect(recognised.first == 2)
  }

  @Test func aSavedPlanNamesEveryRecord() throws {
    try take(list())
    let path = shop.folder.appendingPathComponent("list.plan").path
    var importer = Importer(shop: shop.shop, registry: standardFormats)
    var request = ImportRequest(source: .text(list(), name: "list.csv"))
    request.again = true
    importer.recognised = { _ in Issue.record("rows of a saved plan are all mapped") }
    _ = try importer.plan(request, savingTo: path, now: hour(shop.clock))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.dropFirst().count { $0.contains("\"action\":\"unchanged\"") } == 60 + 60 + 31 + 5)
  }

  @Test func damagedPagesAreToldAndNotUsed() throws {
    try take(list())
    try shop.shop.queue.write {
      try $0.execute(
        sql: "UPDATE known_rows SET content = CAST(substr(content, 1, 40) || 'x' || substr(content, 42) AS BLOB)")
    }
    #expect(try shop.shop.check().map(\.code) == [.wrongCachedRows])
    let (answer, recognised) = try take(list(), plan: true)
    #expect(recognised == [nil] && answer.count("variants", .unchanged) == 60)
    try shop.shop.repairIndex(actor: manager)
    #expect(try shop.shop.check() == [])
    #expect(try shop.int("SELECT COUNT(*) FROM known_rows") == 0)
    #expect(try take(list()).recognised == [])
    #expect(try take(list()).recognised == [60])
  }

  @Test func onlySoManyFeedsAreRemembered() throws {
    for number in 1...18 { try take(list()) { $0.constants["tax_rate"] = "\(number)" } }
    #expect(try shop.int("SELECT COUNT(*) FROM known_feeds") == 16)
    #expect(try take(list()) { $0.constants["tax_rate"] = "18" }.recognised == [60])
    #expect(try take(list()) { $0.constants["tax_rate"] = "1" }.recognised == [])
  }
}
