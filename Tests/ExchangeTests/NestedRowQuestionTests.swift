import FormatKit
import Foundation
import ProblemKit
import Stock
import Testing

@testable import Exchange

/// What records around the rows say of all rows together is never taken for each of them, and no record vanishes.
@Suite struct NestedRowQuestionTests {
  private func shop() throws -> TestShop {
    let shop = try TestShop()
    shop.accepted = ["new-suppliers", "new-locations", "new-items", "stock-changed"]
    try shop.take("sku,title,stock\nA1,Tea,100\nA2,Cup,100\n") { $0.location = "main" }
    return shop
  }

  /// The columns that are asked about.
  private func asked(_ text: String, name: String = "file.json", kind: String? = nil) throws -> [String] {
    let summary = try shop().take(text, name: name, plan: true) { ($0.kind, $0.location) = (kind, "main") }
    return summary.guards.filter { !$0.isAccepted }.flatMap(\.examples).compactMap(\.value).sorted()
  }

  @Test(arguments: [
    (
      #"[{"receipt":"R1","sold_at":"2026-11-02","price":11,"items":[{"sku":"A1","quantity":1},{"sku":"A2","quantity":2}]}]"#,
      "sales", ["price"]
    ),
    (
      #"[{"receipt":"R1","sold_at":"2026-11-02","unit_price":11,"items":[{"sku":"A1","quantity":1}]}]"#, "sales",
      ["unit_price"]
    ),
    (
      #"[{"receipt":"R1","sold_at":"2026-11-02","discount":2,"items":[{"sku":"A1","quantity":1,"price":5}]}]"#, "sales",
      ["discount"]
    ),
    (
      #"[{"name":"Shirt","brand":"B","price":10,"variants":[{"sku":"S-1","size":"S"},{"sku":"S-2","size":"M"}]}]"#, nil,
      ["price"]
    ),
    (
      #"[{"name":"Shirt","quantity":9,"variants":[{"sku":"S-1","size":"S","price":5},{"sku":"S-2","size":"M","price":5}]}]"#,
      nil, ["quantity"]
    ),
    (
      #"{"data":[{"name":"Main street","location":"main","items":[{"sku":"A1","on_hand":5,"price":2}]}]}"#, nil,
      ["name"]
    ),
    (
      #"[{"number":"PO-1","supplier":"ACME","date":"2026-11-02","cost":20,"lines":[{"sku":"A1","quantity":5}]}]"#,
      "receipts", ["cost"]
    ),
  ])
  func whatIsOfAllRowsIsAsked(text: String, kind: String?, columns: [String]) throws {
    #expect(try asked(text, kind: kind) == columns)
  }

  @Test func aPriceOfTheProductIsTakenWhenItIsSaidToBe() throws {
    let shop = try shop()
    let text = #"[{"name":"Shirt","price":10,"variants":[{"sku":"S-1","size":"S"},{"sku":"S-2","size":"M"}]}]"#
    #expect(try shop.take(text, name: "file.json") { $0.columns = ["price": "price"] }.isApplied)
    #expect(try shop.lines("prices", "sku", "price") == ["S-1,10.00", "S-2,10.00"])
  }

  @Test func totalsOfTheWholeAreNoAmountsOfTheRows() throws {
    let shop = try shop()
    let text =
      #"[{"receipt":"R1","sold_at":"2026-11-02","total":11,"quantity":3,"items":[{"sku":"A1","quantity":1,"total":5},{"sku":"A2","quantity":2,"total":6}]}]"#
    let summary = try shop.take(text, name: "file.json") {
      ($0.kind, $0.location, $0.columns) = ("sales", "main", ["total": "line_total"])
    }
    #expect(summary.isApplied, "\(summary.reported)")
    let sales = try shop.lines("movements", "document", "sku", "quantity", "unit_price").filter { $0.hasPrefix("R1") }
    #expect(sales == ["R1,A1,-1,5.00", "R1,A2,-2,3.00"])
  }

  /// The question about the total of a receipt does not offer it as the total of a row.
  @Test(arguments: ["total", "amount", "net_total"]) func aTotalOfTheWholeIsNotOfferedForTheRows(name: String) throws {
    let text = #"""
      [{"receipt":"R1","sold_at":"2026-11-02","\#(name)":5.5,"items":[{"sku":"A1","quantity":1},{"sku":"A2","quantity":1}]}]
      """#
    let summary = try shop().take(text, name: "file.json", plan: true) {
      ($0.kind, $0.location) = ("sales", "main")
    }
    let found = summary.guards.filter { !$0.isAccepted }.flatMap(\.examples)
    #expect(found.map(\.value) == [name], "\(summary.reported)")
    #expect(found.allSatisfy { !$0.message.contains("line_total") }, "\(found.map(\.message))")
  }

  @Test func cancelledDocumentsAreAsked() throws {
    let text =
      #"[{"receipt":"R1","sold_at":"2026-11-02","status":"paid","items":[{"sku":"A1","quantity":1,"price":5}]},{"receipt":"R2","sold_at":"2026-11-02","status":"cancelled","items":[{"sku":"A1","quantity":1,"price":5}]}]"#
    #expect(try !asked(text, kind: "sales").isEmpty)
  }

  @Test func aCodeOfTheProductNextToThoseOfItsVariantsIsAsked() throws {
    let text =
      #"[{"sku":"S","name":"Shirt","variants":[{"sku":"S-1","size":"S","price":10},{"sku":"S-2","size":"M","price":10}]}]"#
    let summary = try shop().take(text, name: "file.json", plan: true)
    let found = summary.guards.filter { $0.code == .columnsNotUsed }.flatMap(\.examples)
    #expect(found.map(\.value) == ["records.variants"])
    #expect(found.first?.message.contains("--option rows=records.variants") == true, "\(summary.reported)")
    let rows = try shop()
    #expect(try rows.take(text, name: "file.json") { $0.options = ["rows": "records.variants"] }.isApplied)
    #expect(try rows.lines("prices", "sku", "price") == ["S-1,10.00", "S-2,10.00"])
  }

  @Test func twoListsOfItemsAreAsked() throws {
    let text =
      #"{"orders":[{"number":"O1","date":"2026-11-02","lines":[{"sku":"A1","quantity":1}],"returns":[{"sku":"A2","quantity":1}]}]}"#
    let error = #expect(throws: Problems.self) { try shop().take(text, name: "file.json", plan: true) }
    #expect(error?.remedy.contains("--option rows=orders.lines\n") == true, "\(error?.remedy ?? "")")
    #expect(error?.remedy.contains("--option rows=orders.returns") == true, "\(error?.remedy ?? "")")
  }

  @Test(arguments: ["orders", nil]) func theRecordsThemselvesAreReadWhereTheyAreMeant(kind: String?) throws {
    let shop = try shop()
    shop.accepted.insert("columns-not-used")
    let text =
      #"{"orders":[{"order_number":"O1","supplier":"ACME","ordered_on":"2026-11-02","lines":[{"sku":"A1","quantity":1}]}]}"#
    let summary = try shop.take(text, name: "file.json") {
      $0.kind = kind
      if kind == nil { $0.options = ["rows": "orders"] }
    }
    #expect(summary.tally == ["orders create 1", "suppliers create 1"], "\(summary.reported)")
  }

  @Test func anUnknownTableIsRefused() throws {
    let text = #"{"orders":[{"order_number":"O1","lines":[{"sku":"A1","quantity":1}]}]}"#
    let error = #expect(throws: Problems.self) {
      try shop().take(text, name: "file.json", plan: true) { $0.options = ["rows": "orders.line"] }
    }
    #expect(error?.code == .tableUnknown)
    #expect(error?.remedy == "It has: orders, orders.lines.")
  }

  @Test(arguments: [
    (
      "file.json",
      #"[{"receipt":"R1","sold_at":"2026-11-02","items":[{"sku":"A1","quantity":1,"price":5}]},{"receipt":"R2","sold_at":"2026-11-02","items":[]},{"receipt":"R3","sold_at":"2026-11-02","items":[{"sku":"A1","quantity":1,"price":5}]},{"receipt":"R4","sold_at":"2026-11-02"}]"#,
      [2, 4]
    ),
    (
      "file.jsonl",
      """
      {"receipt":"R1","sold_at":"2026-11-02","items":[{"sku":"A1","quantity":1,"price":5}]}
      {"receipt":"R2","sold_at":"2026-11-02","items":[]}
      """, [2]
    ),
    (
      "file.xml",
      """
      <sales><sale receipt="R0" sold_at="2026-11-02"/>
      <sale receipt="R1" sold_at="2026-11-02"><item sku="A1" quantity="1" price="5"/><item sku="A2" quantity="1" price="5"/></sale>
      </sales>
      """, [1]
    ),
  ])
  func recordsWithoutRowsAreReported(name: String, text: String, records: [Int]) throws {
    let summary = try shop().take(text, name: name) { ($0.kind, $0.location) = ("sales", "main") }
    #expect(summary.isApplied, "\(summary.reported)")
    let found = summary.problems.filter { $0.code == .recordWithoutRows }
    #expect(found.count == records.count, "\(summary.reported)")
    for (problem, record) in zip(found, records) {
      #expect(problem.message.contains("record \(record) of"), "\(problem)")
    }
  }

  @Test(arguments: [
    #"[{"name":"Shirt","variants":[{"sku":"S-1","price":10},{"sku":"S-2","price":10}]},{"name":"Cap","price":5}]"#,
    #"[{"name":"Shirt","variants":[{"sku":"S-1","price":10},{"sku":"S-2","price":10}]},{"name":"Cap","variants":{"sku":"C-1","price":5}}]"#,
  ])
  func recordsInPlaceOfRowsAreRefused(text: String) throws {
    let summary = try shop().take(text, name: "file.json")
    #expect(!summary.isApplied)
    #expect(summary.problems.map(\.code).contains(.recordInPlaceOfRows), "\(summary.reported)")
  }

  @Test func recordsMayBeLargeAndTheirFieldsLast() throws {
    let lines = (1...3000).map { #"{"sku":"A\#($0 % 2 + 1)","quantity":1,"price":\#($0)}"# }.joined(separator: ",")
    let small = (1...3000).map {
      #"{"items":[{"sku":"A1","quantity":1,"price":1}],"sold_at":"2026-11-02","receipt":"S\#($0)"}"#
    }
    let text = #"[{"items":[\#(lines)],"sold_at":"2026-11-02","receipt":"L1"},\#(small.joined(separator: ","))]"#
    let shop = try shop()
    shop.accepted.formUnion(["stock-negative", "negative-stock"])
    let summary = try shop.take(text, name: "file.json", plan: true) { ($0.kind, $0.location) = ("sales", "main") }
    #expect(summary.count("sales", .create) == 6000, "\(summary.tally) \(summary.reported)")
    #expect(summary.errorCount == 0, "\(summary.reported)")
  }

  @Test func aBrokenLineIsAnErrorOfItsRows() throws {
    let text = """
      {"receipt":"R1","sold_at":"2026-11-02","items":[{"sku":"A1","quantity":1,"price":5}]}
      {"receipt":"R2","sold_at":"2026-11-02","items":[{"sku":"A1","quantity":1,"price":5}],"note":tru}
      {"receipt":"R3","sold_at":"2026-11-02","items":[{"sku":"A1","quantity":1,"price":5}]}
      """
    let shop = try shop()
    let summary = try shop.take(text, name: "file.jsonl") {
      ($0.kind, $0.location, $0.onError) = (
        "sales", "main", .skip(rejects: shop.folder.appendingPathComponent("r.jsonl").path)
      )
      $0.accepted.insert("many-rejected")
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(summary.problems.first?.position.line == 2)
    let sold = try shop.lines("movements", "document").filter { $0.hasPrefix("R") }
    #expect(sold == ["R1", "R3"])
  }

  @Test func refusedRowsComeBackWithTheirRecord() throws {
    let text = """
      {"sales":[{"receipt":"R1","sold_at":"2026-11-02","items":[{"sku":"A1","quantity":1,"price":5}]},
      {"receipt":"R2","sold_at":"2026-11-02","items":[{"sku":"A1","quantity":"x","price":5},{"sku":"A2","quantity":1,"price":3}]}]}
      """
    let shop = try shop()
    let path = shop.folder.appendingPathComponent("refused.json").path
    let summary = try shop.take(text, name: "file.json") {
      ($0.kind, $0.location, $0.onError) = ("sales", "main", .skip(rejects: path))
      $0.accepted.insert("many-rejected")
    }
    #expect(summary.isApplied && summary.errors == ["2 not-a-number"], "\(summary.reported)")
    let refused = try String(contentsOfFile: path, encoding: .utf8)
    #expect(refused.contains("R2") && !refused.contains("R1"))
    let again = try shop.take(refused.replacing(#""x""#, with: "4"), name: "refused.json") {
      ($0.kind, $0.location) = ("sales", "main")
    }
    #expect(again.isApplied && again.tally == ["sales create 1", "sales unchanged 1"], "\(again.reported)")
    let sold = try shop.lines("movements", "document", "sku", "quantity").filter { $0.hasPrefix("R") }.sorted()
    #expect(sold == ["R1,A1,-1", "R2,A1,-4", "R2,A2,-1"])
  }
}
