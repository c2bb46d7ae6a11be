import Exchange
import FormatKit
import RetailValues
import Stock
import Testing

@Suite struct ProfileImportTests {
  @Test func rowsBecomeRecords() throws {
    let shop = try TestShop()
    let profile = """
      profile: shop-export
      decimal: comma
      no-value: ["N/A"]
      fill-down: { group: Handle, columns: [Title, Vendor] }
      constants: { status: active }
      records:
        - { ignore: true, when: { Handle: { starts-with: "#" } } }
        - kind: products
          when: { Handle: { not: { starts-with: "#" } } }
          fields:
            product_code: Handle
            title: { column: Title, apply: [collapse-spaces] }
            brand: Vendor
            category: { constant: Shirts }
        - kind: variants
          when: { Handle: { not: { starts-with: "#" } } }
          fields:
            sku: { template: "{Handle}-{Size}" }
            product_code: Handle
            size: Size
            colour: { named: { name: "Attribute {n} name", value: "Attribute {n} value(s)", is: [Color, Colour] } }
            standard_cost: { column: Case cost, apply: [ { divide: Pack } ] }
      """
    let text = """
      Handle;Title;Vendor;Size;Attribute 1 name;Attribute 1 value(s);Attribute 2 name;Attribute 2 value(s);Case cost;Pack
      #note;not this;;;;;;;;
      shirt;Soft   shirt;Acme;S;Fit;slim;COLOUR;red;10,00;6
      shirt;;N/A;M;;;Color;blue;1.200,50;1
      hat;Hat;;L;;;;;N/A;6
      hat;;;;;;;;7;

      """
    let summary = try shop.take(text, profile: profile)
    #expect(summary.errors == ["6 missing-value"], "\(summary.reported)")
    let applied = try shop.take(text.replacing("hat;;;;;;;;7;\n", with: ""), profile: profile)
    #expect(applied.isApplied && applied.problemCounts.isEmpty, "\(applied.reported)")
    #expect(
      try shop.lines("variants", "sku", "product_code", "size", "colour", "standard_cost") == [
        "shirt-S,shirt,S,red,1.666667", "shirt-M,shirt,M,blue,1200.5", "hat-L,hat,L,,",
      ])
    #expect(
      try shop.lines("products", "product_code", "title", "brand", "category", "status") == [
        "shirt,Soft shirt,Acme,Shirts,active", "hat,Hat,,Shirts,active",
      ])
  }

  @Test func theFirstAlternativeIsTaken() throws {
    let shop = try TestShop()
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let profile = """
      profile: till
      dates: dmy
      decimal: comma
      records:
        - one-of:
            - { ignore: true, when: { Art: { one-of: [Storno, Summe] } } }
            - kind: sales
              when: { Menge: { greater-than: 0.5 }, Art: present }
              fields: { document: Bon, sku: Art, quantity: Menge, effective_at: Tag }
            - kind: movements
              fields:
                document: Bon
                sku: Art
                quantity: { column: Menge, apply: [negate, absolute] }
                effective_at: Tag
                movement_kind: { constant: adjustment }
      """
    let text = "Bon;Art;Menge;Tag\n1;A;2,5;31.12.2025\n2;A;0,4;31.12.2025\n3;Summe;9;31.12.2025\n"
    let summary = try shop.take(text, profile: profile)
    #expect(summary.tally == ["movements create 1", "sales create 1"], "\(summary.reported)")
    #expect(
      try shop.lines("movements", "document", "movement_kind", "quantity") == ["1,sale,-2.5", "2,adjustment,0.4"])
  }

  /// What a profile promises and a file does not keep.
  @Test(arguments: [
    ("{ kind: products, fields: { product_code: Cod } }", "column-missing", "Did you mean 'Code'?"),
    ("{ kind: products, when: { Nam: present }, fields: { product_code: Code } }", "column-missing", "'Name'"),
    ("{ kind: products, fields: { product_code: { template: '{Code}-{Nam}' } } }", "column-missing", "'Name'"),
    ("{ kind: products, fields: { title: Name } }", "field-missing", "--set"),
    ("{ kind: prices, fields: { sku: Code } }", "field-missing", "--set"),
    (
      "{ kind: count_lines, fields: { sku: Code, counted_quantity: Name, count: { given: '{count}-A' } } }",
      "field-missing", "--set count=VALUE"
    ),
    (
      "{ kind: variants, fields: { sku: Code, standard_cost: { column: Name, apply: [ { divide: Cod } ] } } }",
      "column-missing", "'Code'"
    ),
    ("{ kind: products, from: goods, fields: { product_code: Code } }", "unknown-table", "records"),
  ]) func aWrongProfileIsRefused(record: String, code: String, remedy: String) throws {
    let shop = try TestShop()
    let error = try #require(throws: Problems.self) {
      try shop.take("Code;Name\nA;B\n", profile: "profile: x\nrecords:\n  - \(record)\n")
    }
    #expect(error.code.id == code, "\(error)")
    #expect(error.remedy.contains(remedy), "\(error.remedy)")
    #expect(try shop.temporaryTables().isEmpty)
  }

  @Test func fillDownNeedsItsColumns() throws {
    let shop = try TestShop()
    let error = try #require(throws: Problems.self) {
      try shop.take(
        "Code;Name\nA;B\n",
        profile:
          "profile: x\nfill-down: {group: Code, columns: [Titel]}\nrecords:\n  - {kind: products, fields: {product_code: Code}}\n"
      )
    }
    #expect(error.code == .columnMissing)
  }

  @Test func whatIsForcedWins() throws {
    let shop = try TestShop()
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let text = "count;sku;counted_quantity\n7;A;0\n"
    let summary = try shop.take(text) { $0.forced = ["count": "9", "counter": "carl"] }
    #expect(summary.tally == ["count_lines create 1", "counts create 1"])
    #expect(try shop.lines("count_lines", "count", "sku", "counted_quantity", "counter") == ["9,A,0,carl"])
    // Constants do not replace values in the file.
    try shop.take("product_code;title\nP;Hat\nQ;\n") { $0.constants = ["title": "none", "status": "active"] }
    #expect(try shop.lines("products", "product_code", "title", "status").suffix(2) == ["P,Hat,active", "Q,,active"])
  }

  @Test func numbersOfJSONHaveAPoint() throws {
    let shop = try TestShop()
    let json = #"[{"code": "A", "cost": 12.375, "raw": "{\"x\": 1.125}", "text": "2,5"}]"#
    let profile = """
      profile: x
      decimal: comma
      records:
        - kind: variants
          fields:
            sku: code
            standard_cost: { column: cost, apply: [ { multiply: "2" } ] }
      """
    try shop.take(json, name: "x.json", profile: profile)
    #expect(try shop.lines("variants", "standard_cost") == ["24.75"])
    let second = profile.replacing(
      "column: cost, apply: [ { multiply: \"2\" } ]", with: "column: raw, apply: [ { json: x } ]")
    try shop.take(json, name: "x.json", profile: second) { $0.accepted = ["unit-cost-changed"] }
    #expect(try shop.lines("variants", "standard_cost") == ["1.125"])
  }

  @Test func aColumnMayTurnUpLate() throws {
    let shop = try TestShop()
    let rows = (1...3000).map { #"{"product_code": "P\#($0)"\#($0 > 2000 ? #", "title": "T""# : "")}"# }
    for (text, name) in [("[\(rows.joined(separator: ","))]", "x.json"), (rows.joined(separator: "\n"), "y.jsonl")] {
      let fresh = try TestShop()
      let summary = try fresh.take(text, name: name) { $0.kind = "products" }
      #expect(summary.tally == ["products create 3000"])
      #expect(try fresh.int("SELECT COUNT(*) FROM products WHERE title = 'T'") == 1000)
    }
    _ = shop
  }

  @Test func aSlowPatternEndsTheImport() throws {
    let shop = try TestShop()
    let error = try #require(throws: Problems.self) {
      try shop.take(
        "Code;Name\n\(String(repeating: "a", count: 64))!;B\n",
        profile:
          "profile: x\nrecords:\n  - {kind: products, when: {Code: {matches: '^(a+)+$'}}, fields: {product_code: Code}}\n"
      )
    }
    #expect(error.code == .patternTooSlow)
  }
}
