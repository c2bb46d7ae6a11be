import Exchange
import FormatKit
import ShopCheck
import Stock
import Testing

/// Which item a record means, by what it gives and by the order that the profile states.
struct ItemMatchTests {
  /// Apple and Pear with a barcode and a supplier's code each; two plums under one code; `40063818` is the SKU of one
  /// item and, as a GTIN-8, a barcode of another.
  private static func shop() throws -> TestShop {
    let shop = try TestShop()
    for text in [
      "location\nshop\n", "supplier,supplier_name\nacme,Acme\nbest,Best\n",
      """
      sku,title,barcode,price
      A,Apple,4006381333931,1.00
      B,Pear,4006381333948,2.00
      P1,Small plum,,3.00
      P2,Large plum,,4.00
      96385074,Number,4006381333962,5.00
      N,Named,96385074,6.00

      """,
      """
      supplier,sku,supplier_code,unit_cost
      acme,A,a-1,0.5
      acme,B,b-1,0.5
      acme,P1,plum,0.5
      acme,P2,plum,0.5
      best,B,a-1,0.5

      """,
    ] {
      let summary = try shop.take(text)
      try #require(summary.isApplied, "\(summary.reported)")
    }
    return shop
  }

  struct Case: CustomTestStringConvertible, Sendable {
    /// SKU, barcode and supplier's code of a receipt from acme; empty is not given.
    let sku: String
    let barcode: String
    let code: String
    var match: String?
    /// The SKU received, or the code of the error.
    let result: String
    var reported: [String] = []
    var testDescription: String { "\(sku)|\(barcode)|\(code) match \(match ?? "–"): \(result)" }

    init(
      _ sku: String, _ barcode: String, _ code: String, _ match: String? = nil, _ result: String, _ reported: String...
    ) {
      self.sku = sku
      self.barcode = barcode
      self.code = code
      self.match = match
      self.result = result
      self.reported = reported
    }
  }

  private static let apple = "4006381333931"
  private static let pear = "4006381333948"

  static let cases: [Case] = [
    Case("A", "", "", nil, "A"), Case("", apple, "", nil, "A"), Case("", "", "a-1", nil, "A"),
    Case(apple, "", "", nil, "A"), Case("A", apple, "a-1", nil, "A"),
    // Unknown codes are skipped.
    Case("X", apple, "", nil, "A"), Case("A", "4006381333955", "", nil, "A"), Case("A", "", "x-9", nil, "A"),
    Case("X", "", "", nil, "unknown-item", "'X'"), Case("", "", "", nil, "no-item"),
    Case("", "", "x-9", nil, "unknown-item", "'x-9'"),
    // What leads elsewhere is not.
    Case("A", pear, "", nil, "items-differ", "'A' (Apple)", "'B' (Pear)", pear),
    Case("A", "", "b-1", nil, "items-differ", "'A' (Apple)", "'B' (Pear)", "'b-1'"),
    Case("", apple, "b-1", nil, "items-differ", "'A' (Apple)", "'B' (Pear)"),
    Case("A", "", "plum", nil, "items-differ", "'P1' (Small plum), 'P2' (Large plum)"),
    // Several matches are ambiguous, unless another field decides between them.
    Case("", "", "plum", nil, "ambiguous-item", "'P1' (Small plum), 'P2' (Large plum)", "'plum'"),
    Case("P2", "", "plum", nil, "P2"),
    Case("96385074", "4006381333962", "", nil, "96385074"),
    Case("96385074", "", "", nil, "ambiguous-item", "is the SKU of '96385074' (Number) and a barcode of 'N' (Named)"),
    // An order decides.
    Case("A", pear, "", "[sku, barcode]", "A"), Case("A", pear, "", "[barcode, sku]", "B"),
    Case("A", pear, "plum", "[barcode]", "B"), Case("A", pear, "a-1", "[supplier-code]", "A"),
    Case("", pear, "a-1", "[supplier-code, barcode]", "A"), Case("X", pear, "", "[sku, barcode]", "B"),
    Case("A", pear, "plum", "[supplier-code, sku]", "ambiguous-item", "'P1' (Small plum), 'P2' (Large plum)"),
    Case("A", pear, "plum", "[sku, supplier-code]", "A"),
    Case("A", "", "", "[barcode]", "unknown-item"), Case(apple, "", "", "[sku]", "unknown-item"),
    Case("96385074", "", "", "[sku]", "96385074"), Case("96385074", "", "", "[barcode, sku]", "N"),
    Case("96385074", "", "", "[sku, barcode]", "96385074"),
  ]

  private static func profile(_ kind: String, _ fields: String, match: String?) -> String {
    """
    profile: x
    \(match.map { "match: \($0)" } ?? "")
    records: [{ kind: \(kind), fields: { \(fields) } }]
    """
  }

  @Test(arguments: cases) func everyWayLeadsToOneItem(item: Case) throws {
    let shop = try Self.shop()
    let profile = Self.profile(
      "receipts",
      "document: doc, sku: item, barcode: ean, supplier_code: code, quantity: n, effective_at: day", match: item.match)
    let file = "doc;item;ean;code;n;day\nD1;\(item.sku);\(item.barcode);\(item.code);7;2026-11-01\n"
    let summary = try shop.take(file, profile: profile) { $0.supplier = "acme" }
    guard item.result.contains("-") else {
      #expect(summary.isApplied, "\(summary.reported)")
      #expect(try shop.lines("stock_levels", "sku", "quantity") == ["\(item.result),7"])
      return
    }
    #expect(summary.errors == ["2 \(item.result)"], "\(summary.reported)")
    for part in item.reported { #expect(summary.reported.contains(part), "\(summary.reported)") }
    #expect(try shop.lines("stock_levels", "sku").isEmpty)
  }

  @Test func theSameHoldsForEveryKind() throws {
    for (kind, fields, text) in [
      ("sales", "document: doc, sku: item, barcode: ean, quantity: n, effective_at: day", "receipt"),
      (
        "movements", "sku: item, barcode: ean, quantity: n, effective_at: day, movement_kind: { constant: adjustment }",
        ""
      ),
      ("stock_levels", "sku: item, barcode: ean, quantity: n", ""),
      (
        "order_lines",
        "supplier: { constant: acme }, order_number: doc, line: n, sku: item, barcode: ean, order_quantity: n", ""
      ),
      ("count_lines", "count: doc, sku: item, barcode: ean, counted_quantity: n", ""),
    ] {
      let shop = try Self.shop()
      for (sku, match, result) in [
        ("A", nil, ["2 items-differ"]), ("96385074", nil, ["2 ambiguous-item"]), ("A", "[sku, barcode]", []),
        ("X", nil, []),
      ] as [(String, String?, [String])] {
        let summary = try shop.take(
          "doc;item;ean;n;day\nD1;\(sku);\(Self.pear);7;2026-11-01\n",
          profile: Self.profile(kind, fields, match: match),
          plan: true)
        #expect(summary.errors == result, "\(kind) \(text) \(sku): \(summary.reported)")
        #expect(summary.problems.allSatisfy { $0.code.id != "unknown-counted-item" }, "\(kind)")
      }
    }
  }

  @Test func aSuppliersCodeIsFoundInTheSameFile() throws {
    let shop = try TestShop()
    let profile = """
      profile: x
      records:
        - { kind: suppliers, when: { what: item }, fields: { supplier: who } }
        - { kind: variants, when: { what: item }, fields: { sku: sku } }
        - { kind: supplier_items, when: { what: item }, fields: { supplier: who, sku: sku, supplier_code: code } }
        - { kind: order_lines, when: { what: order },
            fields: { supplier: who, order_number: doc, line: n, supplier_code: code, order_quantity: n } }
      """
    let file = """
      what;who;sku;code;doc;n
      item;acme;A;a-1;;
      item;acme;P1;plum;;
      item;acme;P2;plum;;
      order;acme;;a-1;O1;1
      order;acme;;plum;O1;2

      """
    #expect(try shop.take(file, profile: profile).errors == ["6 ambiguous-item"])
    let good = file.replacing("order;acme;;plum;O1;2\n", with: "")
    #expect(try shop.take(good, profile: profile).isApplied)
    #expect(try shop.lines("order_lines", "order_number", "sku") == ["O1,A"])
  }

  // MARK: Items described under another SKU

  struct Described: CustomTestStringConvertible, Sendable {
    let name: String
    let file: String
    var profile: String?
    var match: String?
    /// What the plan says, or the errors.
    let result: [String]
    var reported: [String] = []
    var finding: String?
    var testDescription: String { name }
  }

  private static let list = """
    - { kind: products, fields: { product_code: no, title: title } }
    - { kind: variants, fields: { sku: no, product_code: no } }
    - { kind: barcodes, fields: { sku: no, barcode: ean } }
    - { kind: supplier_items, fields: { supplier: { constant: acme }, sku: no, supplier_code: code, unit_cost: cost } }
    - { kind: prices, fields: { sku: no, price: price } }
    """

  static let described: [Described] = [
    Described(
      name: "by barcode alone, headers matched", file: "barcode,title,price\n4006381333931,Apple,1.10\n",
      result: [
        "barcodes unchanged 1", "prices update 1", "products unchanged 1", "variants unchanged 1",
      ], finding: "items found by barcode: 1"),
    Described(
      name: "by the supplier's code alone, headers matched",
      file: "supplier,supplier_code,title,price,unit_cost\nacme,b-1,Pear,2.10,0.5\n",
      result: ["prices update 1", "products unchanged 1", "supplier_items unchanged 1", "variants unchanged 1"],
      finding: "items found by the supplier's code: 1"),
    Described(
      name: "the barcode in the place of the SKU, without a barcode's record", file: "sku,title\n4006381333931,Apple\n",
      result: ["products unchanged 1", "variants unchanged 1"], finding: "items found by barcode: 1"),
    Described(
      name: "a lost zero in front", file: "sku,title\n04006381333931,Apple\n",
      result: ["products unchanged 1", "variants unchanged 1"], finding: "items found by barcode: 1"),
    Described(
      name: "a new barcode is a new item", file: "barcode,title\n4006381333955,Fig\n",
      result: ["barcodes create 1", "products create 1", "variants create 1"]),
    Described(
      name: "a new SKU with the barcode of another item", file: "sku,barcode,title\nNEW,4006381333931,Fig\n",
      result: ["2 items-differ"], reported: ["the SKU 'NEW' is new, but the barcode is that of 'A' (Apple)"]),
    Described(
      name: "a known SKU with the barcode of another item", file: "sku,barcode,title\nB,4006381333931,Pear\n",
      result: ["2 items-differ"], reported: ["'B' is 'B' (Pear), but the barcode is that of 'A' (Apple)"]),
    Described(
      name: "a text that is one item's SKU and another's barcode", file: "sku,title\n96385074,Number\n",
      result: ["2 ambiguous-item"],
      reported: ["'96385074' is the SKU of '96385074' (Number) and a barcode of 'N' (Named)"]),
    Described(
      name: "the same, told by its own barcode", file: "sku,barcode,title\n96385074,4006381333962,Number\n",
      result: ["barcodes unchanged 1", "products unchanged 1", "variants unchanged 1"]),
    Described(
      name: "a supplier's code for several items", file: "supplier,supplier_code,title,unit_cost\nacme,plum,Plum,0.5\n",
      result: ["2 ambiguous-item"], reported: ["'plum' leads to several items: 'P1' (Small plum), 'P2' (Large plum)"]),
    Described(
      name: "a new size under the code of the others",
      file: "supplier,sku,supplier_code,title,unit_cost\nacme,P3,plum,Huge plum,0.5\n",
      result: ["products create 1", "supplier_items create 1", "variants create 1"]),
    Described(
      name: "a known size under the code of the others",
      file: "supplier,sku,supplier_code,title,unit_cost\nacme,P2,plum,Large plum,0.5\n",
      result: ["products unchanged 1", "supplier_items unchanged 1", "variants unchanged 1"]),
    Described(
      name: "the barcode decides", file: "no;title;ean;code;cost;price\nNEW;Apple;4006381333931;a-1;0.5;1.00\n",
      profile: list, match: "[barcode, sku]",
      result: [
        "barcodes unchanged 1", "prices unchanged 1", "products unchanged 1", "supplier_items unchanged 1",
        "variants unchanged 1",
      ], finding: "items found by barcode: 1"),
    Described(
      name: "the SKU decides and the barcode moves",
      file: "no;title;ean;code;cost;price\nB;Pear;4006381333931;b-1;0.5;2.00\n",
      profile: list, match: "[sku]",
      result: [
        "barcodes update 1", "prices unchanged 1", "products unchanged 1", "supplier_items unchanged 1",
        "variants unchanged 1",
      ]),
    Described(
      name: "the supplier's code decides against the SKU",
      file: "no;title;ean;code;cost;price\nB;Apple;;a-1;0.5;1.00\n", profile: list, match: "[supplier-code]",
      result: ["prices unchanged 1", "products unchanged 1", "supplier_items unchanged 1", "variants unchanged 1"],
      finding: "items found by the supplier's code: 1"),
    Described(
      name: "a new item under the SKU of another, which does not count",
      file: "no;title;ean;code;cost;price\nB;Fig;;f-1;0.5;1.00\n", profile: list, match: "[supplier-code, barcode]",
      result: ["2 sku-taken"], reported: ["the SKU 'B' is that of 'B' (Pear)"]),
    Described(
      name: "a new item where the SKU does not count", file: "no;title;ean;code;cost;price\nF;Fig;;f-1;0.5;1.00\n",
      profile: list, match: "[supplier-code]",
      result: ["prices create 1", "products create 1", "supplier_items create 1", "variants create 1"]),
    Described(
      name: "barcode and supplier's code of different items",
      file: "no;title;ean;code;cost;price\n4006381333931;Apple;4006381333931;b-1;0.5;1.00\n", profile: list,
      result: ["2 items-differ"],
      reported: ["the barcode is that of 'A' (Apple), but the supplier's code is that of 'B' (Pear)"]),
    Described(
      name: "prices by the supplier's code of the same row", file: "code;cost;price\na-1;0.5;1.00\n",
      profile: """
        - { kind: supplier_items, fields: { supplier: { constant: acme }, supplier_code: code, unit_cost: cost } }
        - { kind: prices, fields: { sku: code, price: price } }
        """, result: ["prices unchanged 1", "supplier_items unchanged 1"],
      finding: "items found by the supplier's code: 1"),
    Described(
      name: "twice under different names", file: "sku,title\nA,Apple\n4006381333931,Apfel\n",
      result: ["2 conflict", "3 conflict"]),
  ]

  @Test(arguments: described) func knownItemsAreRecognised(item: Described) throws {
    let shop = try Self.shop()
    let profile = item.profile.map {
      """
      profile: x
      \(item.match.map { "match: \($0)" } ?? "")
      records:
      \($0.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      """
    }
    let before = try shop.int("SELECT COUNT(*) FROM variants")
    let summary = try shop.take(item.file, profile: profile)
    if item.result.allSatisfy({ $0.first?.isNumber == true }) {
      #expect(summary.errors == item.result, "\(summary.reported)")
      for part in item.reported { #expect(summary.reported.contains(part), "\(summary.reported)") }
      #expect(try shop.int("SELECT COUNT(*) FROM variants") == before)
      return
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(summary.tally == item.result)
    let isNew = item.result.contains("variants create 1")
    #expect(try shop.int("SELECT COUNT(*) FROM variants") == before + (isNew ? 1 : 0))
    let findings = summary.findings.filter { $0.name.hasPrefix("items found") }.map { "\($0.name): \($0.value)" }
    #expect(findings == [item.finding].compactMap { $0 })
    #expect(try shop.shop.check().isEmpty)
  }
}
