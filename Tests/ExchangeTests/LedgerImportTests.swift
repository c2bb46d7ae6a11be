import Exchange
import FormatKit
import GRDB
import RetailValues
import ShopCheck
import Stock
import Testing

/// A shop with the variants A, B and C and the locations shop and store.
private func tradingShop() throws -> TestShop {
  let shop = try TestShop()
  try shop.take("sku\nA\nB\nC\n") { $0.kind = "variants" }
  try shop.take("location\nshop\nstore\n") { $0.kind = "locations" }
  return shop
}

@Suite struct LedgerImportTests {
  @Test func equalSalesWithoutADocumentAreTwo() throws {
    let shop = try tradingShop()
    let text = "sku;quantity;effective_at\nA;1;2026-01-01T10:00\nA;1;2026-01-01T10:00\nB;0;2026-01-01T10:00\n"
    #expect(
      try shop.take(text) {
        $0.kind = "sales"
        $0.location = "shop"
      }.tally == ["sales create 2"])
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,-2"])
    // A later export that overlaps adds only what is new.
    let later = text + "A;1;2026-01-01T10:00\nA;2;2026-01-01T11:00\n"
    #expect(
      try shop.take(later) {
        $0.kind = "sales"
        $0.location = "shop"
      }.tally
        == ["sales create 2", "sales unchanged 2"])
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,-5"])
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func differentMovementsWithoutADocumentStayApart() throws {
    let shop = try tradingShop()
    let both =
      "sku;quantity;movement_kind;reason;effective_at;location\nA;-1;adjustment;;2026-01-01;shop\nA;-1;write-off;damage;2026-01-01;shop\n"
    #expect(try shop.take(both, name: "movements.csv").tally == ["movements create 2"])
    let one = "sku;quantity;movement_kind;reason;effective_at;location\nA;-1;write-off;damage;2026-01-01;shop\n"
    #expect(try shop.take(one, name: "movements.csv").tally == ["movements unchanged 1"])
  }

  @Test func ourOwnMovementsAddNothingToTheirShop() throws {
    let shop = try tradingShop()
    try shop.take("sku;location;quantity;effective_at\nA;shop;10;2026-01-01\n", name: "stock.csv") {
      $0.kind = "stock_levels"
    }
    try shop.take("document;line;sku;quantity;effective_at;location\nR1;1;A;2;2026-01-02;shop\n") {
      $0.kind = "receipts"
    }
    try shop.take("document;line;sku;quantity;effective_at;location\nS1;1;A;3;2026-01-03;shop\n") { $0.kind = "sales" }
    let again = try shop.take(try shop.export("movements"), name: "movements.csv")
    #expect(again.tally == ["movements unchanged 3"])
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,9"])
  }

  @Test func documentLines() throws {
    let shop = try tradingShop()
    let header = "document;line;sku;quantity;effective_at;location;lot;unit_price\n"
    func take(_ rows: String) throws -> ImportSummary { try shop.take(header + rows) { $0.kind = "sales" } }
    #expect(try take("1;1;A;1;2026-01-01;shop;;9.90\n1;2;A;1;2026-01-01;shop;;9.90\n").tally == ["sales create 2"])
    #expect(
      try take("1;2;A;1;2026-01-01;shop;;\n1;3;B;1;2026-01-01;shop;;\n").tally == [
        "sales create 1", "sales unchanged 1",
      ])
    for row in [
      "1;1;A;2;2026-01-01;shop;;", "1;1;B;1;2026-01-01;shop;;", "1;1;A;1;2026-01-02;shop;;",
      "1;1;A;1;2026-01-01;store;;",
      "1;1;A;1;2026-01-01;shop;L1;", "1;1;A;1;2026-01-01;shop;;9.91",
    ] {
      let summary = try take(row + "\n")
      #expect(summary.errors == ["2 conflict"] && summary.outcome == .refused, "\(row)")
    }
    // Twice in one file: once when both say the same.
    #expect(
      try take("2;1;A;1;2026-01-01;shop;;\n2;1;A;1;2026-01-01;shop;;\n").tally == [
        "sales create 1", "sales unchanged 1",
      ])
    #expect(try take("3;1;A;1;2026-01-01;shop;;\n3;1;A;1;2026-01-01;shop;L1;\n").errors == ["3 conflict"])
    #expect(try take("3;1;A;1;2026-01-01;shop;;\n3;1;A;2;2026-01-01;shop;;\n").errors == ["3 conflict"])
    // Lines without numbers are counted.
    #expect(try take("4;;A;1;2026-01-01;shop;;\n4;;A;1;2026-01-01;shop;;\n").tally == ["sales create 2"])
    #expect(try take("4;;A;1;2026-01-01;shop;;1\n4;;A;1;2026-01-01;shop;;1\n").errors.count == 2)
  }

  @Test func transfersSumToZero() throws {
    let shop = try tradingShop()
    let text =
      "document;sku;quantity;movement_kind;effective_at;location;to_location\nT1;A;5;transfer;2026-01-01;shop;store\nT1;B;-2;transfer;2026-01-01;store;shop\n"
    #expect(try shop.take(text).tally == ["movements create 4"])
    #expect(
      try shop.lines("stock_levels", "sku", "location", "quantity") == [
        "A,shop,-5", "A,store,5", "B,shop,2", "B,store,-2",
      ])
    #expect(try shop.shop.check().isEmpty)
    let bad = text.replacing("shop;store", with: "shop;shop").replacing("store;shop", with: "store;").replacing(
      "T1", with: "T2")
    #expect(try shop.take(bad).errors == ["2 no-destination", "3 no-destination"])
  }

  @Test func levelsOpenAndAdjust() throws {
    let shop = try tradingShop()
    func levels(_ rows: String, _ name: String = "stock_levels.csv") throws -> ImportSummary {
      try shop.take("sku;location;quantity;unit_cost;effective_at\n" + rows, name: name)
    }
    #expect(try levels("A;shop;10;2.5;2026-01-01\nB;shop;0;;2026-01-01\n").tally == ["stock_levels create 2"])
    try shop.take("document;sku;quantity;effective_at;location\n1;A;3;2026-01-02;shop\n") { $0.kind = "sales" }
    // A level of before the sale is compared with what was there then.
    #expect(try levels("A;shop;12;;2026-01-01T12:00\n").tally == ["stock_levels update 1"])
    #expect(try levels("A;shop;9;;2026-01-03\nB;shop;0;;2026-01-03\n").tally == ["stock_levels unchanged 2"])
    #expect(try levels("A;shop;7;;2026-01-03\nB;shop;1;;2026-01-03\n").tally == ["stock_levels update 2"])
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,7", "B,1"])
    #expect(try levels("C;shop;;;2026-01-03\n").errors == ["2 missing-value"])
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func theSameLevelsAgain() throws {
    let shop = try tradingShop()
    let text = "sku;location;quantity\nA;shop;10\n"
    try shop.take(text, name: "stock_levels.csv")
    try shop.take("document;sku;quantity;effective_at;location\n1;A;3;2026-02-02;shop\n") { $0.kind = "sales" }
    let again = try shop.take(text, name: "stock_levels.csv") { $0.again = true }
    #expect(again.tally == ["stock_levels update 1"] && again.isApplied)
    #expect(try shop.lines("stock_levels", "quantity") == ["10"])
  }

  @Test func levelsOfOneItemInOneFile() throws {
    let rows = "A;shop;4;\nA;shop;6;\n"
    for (policy, expected) in [(StagingContext.DuplicatePolicy.first, "4"), (.last, "6"), (.sum, "10")] {
      let shop = try tradingShop()
      try shop.take("sku;location;quantity;lot\n" + rows, name: "stock_levels.csv") {
        $0.duplicates = ["stock_levels": policy]
      }
      #expect(try shop.lines("stock_levels", "quantity") == [expected])
    }
    let shop = try tradingShop()
    #expect(try shop.take("sku;location;quantity;lot\n" + rows, name: "stock_levels.csv").errors == ["2 conflict"])
    #expect(
      try shop.take("sku;location;quantity;unit_cost\nA;shop;4;1\nA;shop;4;2\n", name: "stock_levels.csv").errors
        == ["2 conflict"])
    let lots = try shop.take("sku;location;quantity;lot\nA;shop;4;L1\nA;shop;6;L2\n", name: "stock_levels.csv")
    #expect(lots.tally == ["lots create 2", "stock_levels create 2"])
    #expect(try shop.lines("stock_levels", "lot", "quantity") == ["L1,4", "L2,6"])
  }

  @Test func whereAndWhen() throws {
    let shop = try tradingShop()
    #expect(
      try shop.take("document;sku;quantity;effective_at\n1;A;1;2026-01-01\n") { $0.kind = "sales" }.errors == [
        "2 no-location"
      ])
    #expect(
      try shop.take("document;sku;quantity\n1;A;1\n") {
        $0.kind = "sales"
        $0.location = "shop"
      }.errors == ["2 no-time"])
    let one = try TestShop()
    try one.take("sku\nA\n") { $0.kind = "variants" }
    let profile = """
      profile: mixed
      records:
        - { kind: locations, fields: { location: place } }
        - { kind: sales, fields: { document: no, sku: item, quantity: n, effective_at: day } }
      """
    let text = "place;no;item;n;day\nshop;1;A;1;2026-01-01\n"
    #expect(try one.take(text, profile: profile).tally == ["locations create 1", "sales create 1"])
    #expect(
      try one.take("document;sku;quantity;effective_at;reason;movement_kind\n1;A;1;2026-01-01;lost;adjustment\n").errors
        == ["2 unknown-reason"])
    #expect(
      try one.take("document;sku;quantity;effective_at;currency\n9;A;1;2026-01-01;USD\n") { $0.kind = "sales" }.errors
        == ["2 unknown-currency"])
  }

  @Test func farTooMuchIsRefusedWhole() throws {
    let shop = try tradingShop()
    let before = try shop.dump()
    let rows = (1...3).map { "\($0);A;9000000000000000;2026-01-01;shop" }.joined(separator: "\n")
    #expect(throws: Problems.self) {
      try shop.take("document;sku;quantity;effective_at;location\n\(rows)\n") {
        $0.kind = "receipts"
        $0.accepted = ["quantity-far-off"]
      }
    }
    #expect(try shop.dump() == before && (shop.temporaryTables()).isEmpty)
  }
}

@Suite struct CountImportTests {
  private let header = "count;location;section;sku;counted_quantity;counter\n"

  @Test func zeroIsCountedAndBlankIsNot() throws {
    let shop = try tradingShop()
    let summary = try shop.take(header + "1;shop;;A;0;\n1;shop;;B;;\n1;shop;;C;2;\n")
    #expect(summary.tally == ["count_lines create 2", "counts create 1"])
    #expect(try shop.lines("count_lines", "sku", "counted_quantity") == ["A,0", "C,2"])
  }

  @Test func theSectionAgainIsARecount() throws {
    let shop = try tradingShop()
    try shop.take(header + "1;shop;x;A;5;ann\n1;shop;y;A;2;ann\n1;shop;x;??;1;ann\n")
    #expect(try shop.take(header + "1;shop;x;A;5;ann\n1;shop;x;??;1;ann\n").tally == ["count_lines unchanged 2"])
    let recount = try shop.take(header + "1;shop;x;A;4;ann\n1;shop;x;??;3;ann\n1;shop;x;A;1;bob\n") {
      $0.accepted = ["counted-by-another"]
    }
    #expect(recount.tally == ["count_lines create 1", "count_lines update 2"])
    #expect(
      try shop.lines("count_lines", "section", "sku", "counted_quantity", "counter").sorted() == [
        "x,??,3,ann", "x,A,1,bob", "x,A,4,ann", "y,A,2,ann",
      ])
    #expect(try shop.int("SELECT COUNT(*) FROM count_entries WHERE superseded_by IS NOT NULL") == 2)
    #expect(
      try shop.int(
        "SELECT COUNT(*) FROM count_entries e JOIN count_entries n ON n.id = e.superseded_by WHERE n.code != e.code")
        == 0)
  }

  @Test func whatDoesNotBelong() throws {
    let shop = try tradingShop()
    try shop.take(header + "1;shop;;A;5;\n")
    #expect(try shop.take(header + "1;store;;B;5;\n").errors == ["2 count-elsewhere"])
    #expect(try shop.take(header + "1;nowhere;;B;5;\n").errors == ["2 unknown-reference"])
    #expect(try shop.take("count;sku;counted_quantity\n1;B;5\n").isApplied)
    #expect(
      try shop.take(header + ";shop;;B;5;\n").errors.contains {
        $0.hasSuffix("no-count") || $0.hasSuffix("missing-value")
      })
    #expect(try shop.take(header + "2;shop;;A;5;\n2;store;;A;5;\n").errors == ["3 count-elsewhere"])
    #expect(try shop.take(header + "1;shop;;A;5;\n1;shop;;A;6;\n").errors == ["2 conflict"])
    let unknown = try shop.take(header + "1;shop;;ZZZ;5;\n")
    #expect(unknown.isApplied && unknown.problemCounts == ["warning": 1])
    try shop.shop.write { try $0.execute(sql: "UPDATE count_sessions SET state = 'posted'") }
    #expect(try shop.take(header + "1;shop;;C;5;\n").errors == ["2 count-closed"])
  }

  @Test func scansOfACase() throws {
    let shop = try tradingShop()
    try shop.take("barcode;sku;pack_quantity\n4006381333931;A;6\n") { $0.kind = "barcodes" }
    let summary = try shop.take(
      "count;location;sku;counted_quantity\n1;shop;4006381333931;1\n1;shop;A;2\n1;shop;4006381333931;1\n"
    ) { $0.duplicates = ["count_lines": .sum] }
    #expect(summary.reported == "" || summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("count_lines", "counted_quantity") == ["14"])
  }

  /// A quantity with the barcode of a case is in cases, in every kind of record and for every column with the barcode;
  /// the plan says so.
  @Test(arguments: ["sku", "barcode"])
  func quantitiesUnderTheBarcodeOfACaseAreInCases(column: String) throws {
    let shop = try tradingShop()
    try shop.take("barcode;sku;pack_quantity\n4006381333931;A;6\n4006381333948;A;\n") { $0.kind = "barcodes" }
    let head = "document;line;\(column);quantity;effective_at;location"
    let plan = try shop.take(
      "\(head);unit_cost\nD1;1;4006381333931;2;2026-02-01;shop;12.00\nD1;2;4006381333948;5;2026-02-01;shop;2.00\n",
      plan: true
    ) { $0.kind = "receipts" }
    #expect(plan.problemCounts == ["notice": 1])
    #expect(
      plan.reported
        == "pack-barcode file.csv:2: 2 of the barcode '4006381333931', which stands for 6 stock units: 12 stock units, at 2 each"
    )
    try shop.take(
      "\(head);unit_cost\nD1;1;4006381333931;2;2026-02-01;shop;12.00\nD1;2;4006381333948;5;2026-02-01;shop;2.00\n"
    ) { $0.kind = "receipts" }
    try shop.take("\(head);unit_price\nS1;1;4006381333931;-1;2026-02-02;shop;18.00\n") { $0.kind = "sales" }
    try shop.take("\(head);movement_kind;reason\nW1;1;4006381333931;-1;2026-02-03;shop;write-off;damage\n") {
      $0.kind = "movements"
    }
    #expect(
      try shop.lines("receipts", "document", "line", "sku", "quantity", "unit_cost").filter { $0.hasPrefix("D1") } == [
        "D1,1,A,12,2", "D1,2,A,5,2",
      ])
    #expect(
      try shop.lines("sales", "document", "quantity", "unit_price").filter { $0.hasPrefix("S1") } == ["S1,-6,3.00"])
    #expect(try shop.int("SELECT quantity FROM movements WHERE kind = 'write-off'") == -6000)
    try shop.take("\(column);quantity;effective_at;location\n4006381333931;3;2026-02-04;store\n") {
      $0.kind = "stock_levels"
    }
    #expect(try shop.int("SELECT SUM(quantity) FROM movements WHERE location_id = 2 AND variant_id = 1") == 18_000)
  }

  /// A SKU means one stock unit, regardless of the barcode in the same row, unless the profile says that barcodes come
  /// first.
  @Test func aSKUKeepsAQuantityInStockUnits() throws {
    let shop = try tradingShop()
    try shop.take("barcode;sku;pack_quantity\n4006381333931;A;6\n") { $0.kind = "barcodes" }
    let file = "document;line;sku;barcode;quantity;effective_at;location\n%;1;A;4006381333931;2;2026-02-01;shop\n"
    let inUnits = try shop.take(file.replacing("%", with: "D1")) { $0.kind = "receipts" }
    #expect(inUnits.isApplied && inUnits.problemCounts.isEmpty, "\(inUnits.reported)")
    let profile = """
      profile: cases
      format: csv
      match: [barcode, sku]
      records:
        - kind: receipts
          fields:
            document: document
            line: line
            sku: sku
            barcode: barcode
            quantity: quantity
            effective_at: effective_at
            location: location

      """
    let inCases = try shop.take(file.replacing("%", with: "D2"), profile: profile)
    #expect(inCases.isApplied && inCases.problemCounts == ["notice": 1], "\(inCases.reported)")
    #expect(
      try shop.lines("receipts", "document", "quantity").filter { $0.hasPrefix("D") } == ["D1,2", "D2,12"])
  }

  @Test func aPackThatTheSameFileDescribesIsKnown() throws {
    let shop = try tradingShop()
    let profile = """
      profile: cases
      format: csv
      records:
        - kind: barcodes
          fields: { barcode: case, sku: sku, pack_quantity: pack }
        - kind: receipts
          fields: { document: document, line: line, barcode: case, quantity: quantity, effective_at: on, location: where }

      """
    let summary = try shop.take(
      "case;sku;pack;document;line;quantity;on;where\n4006381333931;A;4;D1;1;3;2026-02-01;shop\n", profile: profile)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("receipts", "document", "quantity").filter { $0.hasPrefix("D1") } == ["D1,12"])
  }

  /// A price that cannot be divided to the cent is rounded with a warning; a price outside the range is refused.
  @Test func pricesOfCasesThatCannotBeDividedAreTold() throws {
    let shop = try tradingShop()
    try shop.take("barcode;sku;pack_quantity\n4006381333931;A;3\n") { $0.kind = "barcodes" }
    let head = "document;line;barcode;quantity;effective_at;location;unit_price\n"
    let rounded = try shop.take(head + "S1;1;4006381333931;1;2026-02-02;shop;10.00\n") { $0.kind = "sales" }
    #expect(rounded.isApplied && rounded.problemCounts == ["notice": 1, "warning": 1], "\(rounded.reported)")
    #expect(
      rounded.reported.contains(
        "pack-price-rounded file.csv:2: the price 10.00 of 3 stock units is 3.33 for each of them"))
    let beyond = try shop.take(head + "S2;1;4006381333931;9000000000000000;2026-02-02;shop;1.00\n") {
      $0.kind = "sales"
    }
    #expect(beyond.errors == ["2 out-of-range"], "\(beyond.reported)")
  }
}
