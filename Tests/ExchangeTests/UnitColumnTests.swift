import Exchange
import FormatKit
import RetailValues
import Stock
import Testing

/// Quantities whose unit is in another column, in the header or in an attribute.
@Suite struct UnitColumnTests {
  /// A shop with flour in kilograms, milk in litres, and a rose and oil in pieces, 100 of each on hand.
  private func pantry() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("sku,title,stock_unit\nFLOUR,Flour,kg\nMILK,Milk,l\nROSE,Rose,each\nOIL,Oil,\n")
    try shop.take("sku,quantity\nFLOUR,100\nMILK,100\nROSE,100\nOIL,100\n") { $0.location = "shop" }
    return shop
  }

  /// What is sold of the items of a file, by the movements that it makes.
  private func sold(_ text: String, _ change: (inout ImportRequest) -> Void = { _ in }) throws -> [String] {
    let shop = try pantry()
    let summary = try shop.take(text) {
      $0.kind = "sales"
      $0.location = "shop"
      change(&$0)
    }
    guard summary.isApplied else { return [summary.reported] }
    return try shop.lines("sales", "sku", "quantity").sorted()
  }

  @Test(arguments: [
    ("FLOUR,g,250", "FLOUR,0.25"), ("FLOUR,G,250", "FLOUR,0.25"), ("FLOUR,grams,250", "FLOUR,0.25"),
    ("FLOUR,kg,2", "FLOUR,2"), ("MILK,ml,500", "MILK,0.5"), ("MILK,cl,75", "MILK,0.75"),
    ("ROSE,Stk,3", "ROSE,3"), ("ROSE,each,3", "ROSE,3"), ("OIL,pcs,3", "OIL,3"), ("FLOUR,g,250 g", "FLOUR,0.25"),
  ]) func aColumnOfUnitsIsRead(row: String, expected: String) throws {
    #expect(try sold("date,receipt,sku,unit,quantity\n2026-11-03,1,\(row)\n") == [expected])
  }

  @Test func eachRowHasItsUnit() throws {
    let rows = ["FLOUR,g,250", "MILK,cl,50", "ROSE,Stk,2", "OIL,,1"]
    let text = "date,receipt,sku,Einheit,Menge\n" + rows.map { "2026-11-03,1,\($0)\n" }.joined()
    #expect(try sold(text) == ["FLOUR,0.25", "MILK,0.5", "OIL,1", "ROSE,2"])
  }

  @Test(arguments: ["FLOUR,lb,2", "FLOUR,ml,2", "FLOUR,each,2", "ROSE,kg,2", "OIL,l,2"])
  func anotherUnitThanThatOfTheItemIsRefused(row: String) throws {
    let text = "date,receipt,sku,unit,quantity\n2026-11-03,1,\(row)\n"
    let refused = try sold(text)
    #expect(refused.first?.contains("unit-differs") == true, "\(refused)")
    let item = row.prefix { $0 != "," }
    #expect(try sold(text) { $0.columns = ["unit": ""] } == ["\(item),2"])
  }

  @Test(arguments: ["quantity (g)", "Menge (g)"]) func aHeaderMayHaveTheUnit(name: String) throws {
    #expect(try sold("date,receipt,sku,\(name)\n2026-11-03,1,FLOUR,250\n") == ["FLOUR,0.25"])
  }

  @Test func aGivenColumnKeepsTheUnitOfItsHeader() throws {
    let text = "date,receipt,sku,qty_g\n2026-11-03,1,FLOUR,250\n"
    #expect(try sold(text) { $0.columns = ["qty_g": "quantity"] } == ["FLOUR,0.25"])
  }

  @Test(arguments: [
    ("stock_levels", "sku,location,quantity,unit\nFLOUR,shop,95000,g\n", "FLOUR,95"),
    ("receipts", "date,delivery note,sku,quantity,unit\n2026-11-03,1,FLOUR,25000,g\n", "FLOUR,25"),
    ("order_lines", "order,supplier,date,sku,quantity,unit\nP1,ACME,2026-11-03,FLOUR,25000,g\n", "FLOUR,25"),
    ("count_lines", "count,sku,counted,unit\nN1,FLOUR,2500,g\n", "FLOUR,2.5"),
  ]) func otherKindsReadItToo(kind: String, text: String, expected: String) throws {
    let shop = try pantry()
    let summary = try shop.take(text) {
      $0.kind = kind
      $0.location = "shop"
      $0.accepted = Set(GuardCode.allCases.map(\.rawValue))
    }
    #expect(summary.isApplied, "\(summary.reported)")
    let field = ["order_lines": "order_quantity", "count_lines": "counted_quantity"][kind] ?? "quantity"
    #expect(try shop.lines(kind, "sku", field).contains(expected))
  }

  /// The only column of numbers does not count pieces where its name is that of packs.
  @Test(arguments: ["Karton", "Colis", "Cajas", "Kartong", "Cases"])
  func packsAreNotTakenForPieces(name: String) throws {
    let shop = try pantry()
    let error = #expect(throws: Problems.self) {
      try shop.take("sku;\(name)\nROSE;3\nOIL;4\n") {
        $0.kind = "stock_levels"
        $0.location = "shop"
      }
    }
    #expect(error?.code == .nothingMapped && error?.remedy.contains("\(name)=quantity") == false)
    #expect(try shop.lines("stock_levels", "sku", "quantity").contains("ROSE,100"))
  }

  @Test func aProfileNamesTheUnit() throws {
    let profile = """
      profile: scales
      records:
        - kind: sales
          fields:
            document: no
            effective_at: day
            sku: sku
            quantity: { column: weight, apply: [{ unit: g }] }
      """
    let shop = try pantry()
    let summary = try shop.take("no,day,sku,weight\n1,2026-11-03,FLOUR,250\n", profile: profile) {
      $0.location = "shop"
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("sales", "sku", "quantity") == ["FLOUR,0.25"])
  }
}
