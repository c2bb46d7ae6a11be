import Exchange
import FormatKit
import Foundation
import ShopCheck
import StandardFormats
import Stock
import Testing

/// What an import says of a file from which nothing comes: docs/guides/plans.md has the rule.
@Suite struct NothingTakenTests {
  static let header =
    "ISA*00*          *00*          *ZZ*A              *ZZ*B              *260915*0930*U*00401*000000001*0*P*>~"

  static func interchange(_ group: String, _ set: [String]) -> String {
    let body = set + ["SE*\(set.count + 1)*0001"]
    return header + "GS*\(group)*A*B*20260915*0930*1*X*004010~" + body.map { $0 + "~" }.joined()
      + "GE*1*1~IEA*1*000000001~"
  }

  static let files: [(String, String, String)] = [
    ("order.edi", interchange("GP", ["ST*880*0001", "G01*20260915*1"]), "1 of 880"),
    (
      "stock.edi", interchange("IB", ["ST*846*0001", "BIA*00*SI*1*20260915", "LIN*1*SK*A", "QTY*17*5*EA", "CTT*1"]),
      "1 of 846"
    ),
    ("answer.edi", interchange("FA", ["ST*997*0001", "AK1*PO*1", "AK9*A*1*1*1"]), "group 1 (PO): accepted"),
    ("none.edi", header + "IEA*0*000000001~", "no transaction set"),
    ("answer.edifact", "UNB+UNOC:3+A:14+B:14+260915:0930+1'UNH+1+IFTMIN:D:96A:UN'UNT+2+1'UNZ+1+1'", "IFTMIN"),
    ("map.geojson", #"{"type":"FeatureCollection","features":[]}"#, "no record can be taken"),
    ("list.json", "[]", "no record can be taken"),
    (
      "onix.xml",
      #"<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference"><Header><Sender><SenderName>x</SenderName>"#
        + "</Sender><SentDateTime>20260915</SentDateTime></Header></ONIXMessage>", "no record can be taken"
    ),
  ]

  @Test(arguments: files)
  func aFileWithoutRecordsForTheShopIsAnError(_ name: String, _ text: String, _ message: String) throws {
    let shop = try TestShop()
    let before = try shop.dump()
    for isPlan in [true, false] {
      let error = #expect(throws: Problems.self, "\(name)") { try shop.take(text, name: name, plan: isPlan) }
      let said = error.map { $0.all.map(\.message).joined(separator: "\n") } ?? ""
      #expect(said.contains(message), "\(name): \(said)")
    }
    #expect(try shop.dump() == before)
  }

  /// A header says which records the file could have, so a file without rows is an empty table.
  @Test func aTableWithoutRowsIsEmpty() throws {
    let shop = try TestShop()
    let before = try shop.dump()
    #expect(try shop.take("sku,product_code,title\n").outcome == .empty)
    #expect(
      try shop.take("sku,product_code,title\n") { $0.onError = .skip(rejects: "/nowhere/x.csv") }.outcome == .empty)
    #expect(try shop.take("sku,product_code,title\n", plan: true).outcome == .planned)
    #expect(try shop.dump() == before)
  }

  @Test func rowsThatAProfilePassesOverAreAnError() throws {
    let shop = try TestShop()
    let profile = """
      profile: list
      records:
        - { kind: variants, when: { type: [V] }, fields: { sku: code } }
      """
    let error = #expect(throws: Problems.self) { try shop.take("type,code\nX,1\nY,2\n", profile: profile) }
    #expect(error?.code == .nothingTaken)
    #expect(error?.message.contains("none of the 2 records") == true)
    #expect(try shop.take("type,code\nX,1\nV,2\n", profile: profile).tally.contains("variants create 1"))
    // Recognised as it was: that is taken.
    #expect(try shop.take("type,code\nV,2\n", profile: profile).tally.contains("variants unchanged 1"))
  }

  /// The same file with the same errors adds no import, however often it comes.
  @Test func leavingOutTheSameRecordsAgainAddsNoImport() throws {
    let shop = try TestShop()
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let text = "sku,quantity,effective_at,location\nA,1,2026-01-01,shop\nA,x,2026-01-01,shop\n"
    func skip(again: Bool = false) throws -> ImportSummary {
      try shop.take(text, name: "sales.csv") {
        $0.kind = "sales"
        $0.onError = .skip(rejects: shop.folder.appendingPathComponent("sales.rejects.csv").path)
        $0.accepted = ["many-rejected"]
        $0.again = again
      }
    }
    guard case .applied(let number) = try skip().outcome else { throw Problems(.sourceEmpty, "not applied") }
    let imports = try shop.int("SELECT COUNT(*) FROM imports")
    let second = try skip()
    #expect(second.outcome == .alreadyApplied(importID: number))
    #expect(second.refusedRecords == 1 && second.errorCount == 1)
    #expect(try shop.int("SELECT COUNT(*) FROM imports") == imports)
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,-1"])
    // Asked for, it is done.
    #expect(try skip(again: true).isApplied)
    #expect(try shop.shop.check().isEmpty)
  }
}
