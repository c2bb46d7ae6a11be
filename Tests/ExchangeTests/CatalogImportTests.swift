import Exchange
import FormatKit
import Foundation
import GRDB
import RetailValues
import ShopCheck
import Stock
import Testing

@Suite struct CatalogImportTests {
  @Test func createsUpdatesAndLeaves() throws {
    let shop = try TestShop()
    let first = try shop.take("product_code;title;tax_rate\nP1;Shirt;19\nP2;Hat;7\n")
    #expect(first.tally == ["products create 2"])
    let second = try shop.take("product_code;title\nP1;Shirt\nP2;Cap\nP3;Coat\n")
    #expect(second.tally == ["products create 1", "products unchanged 1", "products update 1"])
    #expect(try shop.lines("products", "product_code", "title", "tax_rate") == ["P1,Shirt,19", "P2,Cap,7", "P3,Coat,"])
    let change = try #require(second.changes.first { $0.action == .update })
    #expect(change.key == "P2" && change.line == 3)
    #expect(change.changes == [.init(field: "title", before: "Hat", after: "Cap")])
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func blankLeavesAndClearErases() throws {
    let shop = try TestShop()
    try shop.take("product_code;title;description;brand;tax_rate\nP1;Shirt;warm;Acme;19\n")
    let blank = try shop.take("product_code;title;description;brand\nP1; ;;\n")
    #expect(blank.tally == ["products unchanged 1"])
    let cleared = try shop.take("product_code;title;description;brand\nP1;;(clear);(clear)\n")
    #expect(cleared.tally == ["products update 1"])
    #expect(try shop.lines("products", "title", "description", "brand", "tax_rate") == ["Shirt,,,19"])
    // Emptying what is empty changes nothing.
    #expect(try shop.take("product_code;description\nP1;(clear)\n").tally == ["products unchanged 1"])
  }

  @Test func clearingIsToldApartFromValues() throws {
    let shop = try TestShop()
    try shop.take("product_code;title;description\nP1;Shirt;warm\n")
    // Two rows of one key that empty different fields empty both.
    try shop.take("product_code;title;description\nP1;(clear);\nP1;;(clear)\n")
    #expect(try shop.lines("products", "title", "description") == [","])
    // Emptying and setting one field is a contradiction, unless the profile says which counts.
    try shop.take("product_code;title\nP1;Shirt\n")
    let conflict = try shop.take("product_code;title\nP1;Coat\nP1;(clear)\n")
    #expect(conflict.errors == ["2 conflict", "3 conflict"] && conflict.outcome == .refused)
    let last = try shop.take("product_code;title\nP1;Coat\nP1;(clear)\n", name: "b.csv") {
      $0.duplicates = ["products": .last]
    }
    #expect(try last.tally == ["products update 1"] && (shop.lines("products", "product_code", "title")) == ["P1,"])
    let first = try shop.take("product_code;title\nP1;Cap\nP1;(clear)\n") { $0.duplicates = ["products": .first] }
    #expect(try first.isApplied && (shop.lines("products", "title")) == ["Cap"])
  }

  @Test(arguments: [
    ("sku;price\nA;(clear)\n", "missing-value"), ("sku;product_code\nA;(clear)\n", "missing-value"),
    ("sku;price;tax_included\nA;1;(clear)\n", "missing-value"), ("colour;red\nred;256\n", "out-of-range"),
    ("barcode;sku;pack_quantity\n4006381333931;A;0\n", "out-of-range"),
    ("supplier;sku;pack_size\nACME;A;-1\n", "out-of-range"), ("sku;lot;expires_on\nA;;2026-01-01\n", "missing-value"),
    ("sku;price\nA;\n", "missing-value"), ("category;parent_category\nc;c\n", "circular-reference"),
    ("category;parent_category\na;b\nb;c\nc;b\n", "circular-reference"),
    ("count;sku;counted_quantity\n1;A;-1\n", "negative-count"),
    ("sku;quantity;effective_at\nA;(clear);2026-01-01\n", "missing-value"),
  ]) func refusesWithACodeWhatTheDatabaseCannotHold(text: String, code: String) throws {
    let shop = try TestShop()
    try shop.take("sku\nA\n", name: "variants.csv") { $0.kind = "variants" }
    try shop.take("supplier\nACME\n", name: "suppliers.csv") { $0.kind = "suppliers" }
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    let before = try shop.dump()
    let summary = try shop.take(text) { if text.hasPrefix("sku;quantity") { $0.kind = "sales" } }
    #expect(summary.outcome == .refused)
    #expect(Set(summary.problems.map(\.code.id)).contains(code), "\(summary.reported)")
    #expect(try shop.dump() == before)
  }

  @Test func theSameFileAgain() throws {
    let shop = try TestShop()
    let text = "product_code;title\nP1;Shirt\n"
    guard case .applied(let number) = try shop.take(text).outcome else { throw CocoaError(.featureUnsupported) }
    let before = try shop.dump()
    #expect(try shop.take(text).outcome == .alreadyApplied(importID: number))
    #expect(try shop.take(text, name: "renamed.csv").outcome == .alreadyApplied(importID: number))
    #expect(try shop.take(text, plan: true).outcome == .alreadyApplied(importID: number))
    #expect(try shop.dump() == before)
    #expect(try shop.take("title;product_code\nShirt;P1\n").tally == ["products unchanged 1"])
    #expect(try shop.take(text) { $0.again = true }.tally == ["products unchanged 1"])
  }

  /// A record that says what an earlier one said counts where it comes, with others of its key in between.
  @Test(arguments: [
    (["Shirt", "Coat", "Shirt"], "Shirt", "Shirt"), (["Shirt", "Coat", "Shirt", "Coat"], "Shirt", "Coat"),
    (["Shirt", "Shirt", "Coat", "Coat", "Shirt", "Shirt"], "Shirt", "Shirt"),
  ]) func recordsThatComeAgainLater(titles: [String], first: String, last: String) throws {
    let rows = titles.flatMap { ["P1;\($0)", "P2;Hat"] }
    let text = (["product_code;title"] + rows).joined(separator: "\n") + "\n"
    for (policy, expected) in [(StagingContext.DuplicatePolicy.first, first), (.last, last)] {
      let shop = try TestShop()
      #expect(try shop.take(text) { $0.duplicates = ["products": policy] }.tally == ["products create 2"])
      #expect(try shop.lines("products", "product_code", "title") == ["P1,\(expected)", "P2,Hat"])
      #expect(try shop.shop.check().isEmpty)
    }
    let shop = try TestShop()
    let summary = try shop.take(text)
    #expect(summary.errors == titles.indices.map { "\(2 * $0 + 2) conflict" }.sorted())
    #expect(summary.problems[0].message.contains("'P1' is in the file \(titles.count) times"))
  }

  @Test func severalRecordsOfOneKey() throws {
    let text = "product_code;title;tax_rate\nP1;Shirt;\nP1;;19\nP1;Coat;7\n"
    for (policy, expected) in [
      (StagingContext.DuplicatePolicy.first, "Shirt,19"), (.last, "Coat,7"),
    ] {
      let shop = try TestShop()
      #expect(try shop.take(text) { $0.duplicates = ["products": policy] }.tally == ["products create 1"])
      #expect(try shop.lines("products", "title", "tax_rate") == [expected])
    }
    let shop = try TestShop()
    let summary = try shop.take(text)
    #expect(summary.tally == ["products conflict 1"] && summary.errors == ["2 conflict", "3 conflict", "4 conflict"])
    #expect(summary.problems[0].message.contains("'P1' is in the file 3 times"))
    // Rows that agree are one record.
    #expect(
      try shop.take("product_code;title;tax_rate\nP1;Shirt;\nP1;;19\nP1;Shirt;19\n").tally == ["products create 1"])
  }

  @Test func orderedQuantitiesAddUp() throws {
    let shop = try TestShop()
    try shop.take("supplier\nACME\n") { $0.kind = "suppliers" }
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    let text = "order_number;line;sku;order_quantity\n1;1;A;2\n1;1;A;3\n"
    let summary = try shop.take(text, name: "order_lines.csv") {
      $0.supplier = "ACME"
      $0.duplicates = ["order_lines": .sum]
    }
    #expect(summary.tally == ["order_lines create 1", "orders create 1"])
    #expect(try shop.lines("order_lines", "supplier", "order_number", "order_quantity") == ["ACME,1,5"])
  }

  @Test func makesWhatIsNamed() throws {
    let shop = try TestShop()
    let summary = try shop.take("sku;title;category;brand;colour\nA;Shirt;Shirts;Acme;red\nB;Hat;Hats;Acme;red\n")
    #expect(
      summary.tally == [
        "brands create 1", "categories create 2", "colours create 1", "products create 2", "variants create 2",
      ])
    #expect(try shop.lines("variants", "sku", "product_code", "colour") == ["A,A,red", "B,B,red"])
    #expect(try shop.shop.check().isEmpty)
  }

  /// The first colours, brands and categories of a shop are those of items that it has already.
  @Test func theFirstColoursAreThoseOfKnownItems() throws {
    let shop = try TestShop()
    try shop.take("sku,title\nA,Tea\nB,Mug\n")
    let summary = try shop.take("sku,colour,brand,category\nA,red,Acme,Drinks\nB,blue,Acme,Kitchen\n")
    #expect(
      summary.tally == [
        "brands create 1", "categories create 2", "colours create 2", "products update 2", "variants update 2",
      ])
    #expect(try shop.lines("variants", "sku", "colour") == ["A,red", "B,blue"])
    #expect(try shop.lines("products", "product_code", "brand", "category") == ["A,Acme,Drinks", "B,Acme,Kitchen"])
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func childrenMayComeBeforeParents() throws {
    let shop = try TestShop()
    let profile = """
      profile: mixed
      records:
        - one-of:
            - { kind: variants, when: { type: variant }, fields: { sku: code, product_code: of } }
            - { kind: barcodes, when: { type: barcode }, fields: { barcode: code, sku: of } }
            - { kind: products, fields: { product_code: code, title: of } }
      """
    let text = "type;code;of\nbarcode;4006381333931;A\nvariant;A;P\nproduct;P;Shirt\n"
    let summary = try shop.take(text, profile: profile)
    #expect(summary.errors == [] && summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("variants", "sku", "product_code") == ["A,P"])
    try shop.take("category;parent_category;category_name\nb;a;B\nc;b;C\na;;A\n")
    #expect(
      try shop.lines("categories", "category", "category_name", "parent_category").sorted() == [
        "a,A,", "b,B,a", "c,C,b",
      ])
    // A parent may be changed and removed, and two rows may contradict each other about it.
    #expect(try shop.take("category;parent_category\nc;(clear)\nb;c\n").tally == ["categories update 2"])
    #expect(try shop.lines("categories", "category", "parent_category").sorted() == ["a,", "b,c", "c,"])
    #expect(try shop.take("category;parent_category\nc;a\nc;b\n").errors == ["2 conflict", "3 conflict"])
    #expect(try shop.take("category;parent_category\nc;b\n").errors == ["2 circular-reference"])
  }

  @Test func findsItemsByCodesOfOthers() throws {
    let shop = try TestShop()
    try shop.take("sku;barcode;title\nA;012345678905;Shirt\nB;4006381333931;Hat\nC;;Coat\n")
    try shop.take("supplier\nACME\n") { $0.kind = "suppliers" }
    try shop.take("supplier;sku;supplier_code;unit_cost\nACME;C;X-1;5\n") { $0.kind = "supplier_items" }
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    // A barcode whose zeros were lost, one in the column of SKUs, and a supplier's code.
    let summary = try shop.take(
      "document;sku;barcode;supplier_code;quantity;effective_at\nD;;12345678905;;1;2026-01-01\nD;4006381333931;;;2;2026-01-01\n"
        + "D;;;X-1;3;2026-01-01\n", name: "receipts.csv"
    ) { $0.supplier = "ACME" }
    #expect(summary.errors == [] && summary.problems.map(\.code.id) == ["leading-zeros-doubtful"])
    #expect(try shop.lines("stock_levels", "sku", "quantity") == ["A,1", "B,2", "C,3"])
    // A text that merely ends in the digits of a barcode is not that barcode.
    let other = try shop.take(
      "document;sku;quantity;effective_at\nE;XX04006381333931;1;2026-01-01\n", name: "receipts.csv")
    #expect(other.errors == ["2 unknown-item"])
    let both = try shop.take(
      "document;sku;barcode;quantity;effective_at\nE;A;4006381333931;1;2026-01-01\n", name: "receipts.csv")
    #expect(both.errors == ["2 items-differ"])
  }

  @Test func oneRefusalIsToldOnce() throws {
    let shop = try TestShop()
    let summary = try shop.take("sku;title;tax_rate;price\nA;Shirt;abc;5\nB;Hat;19;x\n")
    #expect(summary.errors == ["2 not-a-number", "3 not-a-number"])
    #expect(summary.problems.map(\.position.field) == ["tax_rate", "price"])
    #expect(summary.count("products", .reject) == 1 && summary.count("prices", .reject) == 1)
  }

  @Test func allErrorsComeInOnePass() throws {
    let shop = try TestShop()
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let before = try shop.dump()
    let text = """
      Beleg;Artikel;Menge;Datum;Lager
      1;A;1;2026-01-01;shop
      2;Z;1;2026-01-01;shop
      3;A;viel;2026-01-01;shop
      4;A;1;gestern;shop
      5;A;1;2026-01-01;nirgends
      6;;1;2026-01-01;shop
      7;A;1;;shop
      8;A;;2026-01-01;shop

      """
    let summary = try shop.take(text) { $0.kind = "sales" }
    #expect(
      summary.errors == [
        "3 unknown-item", "4 not-a-number", "5 not-a-date", "6 unknown-reference", "7 no-item", "8 no-time",
        "9 missing-value",
      ])
    #expect(summary.outcome == .refused && summary.count("sales", .reject) == 7)
    let unknown = try #require(summary.problems.first { $0.code.id == "unknown-item" })
    #expect(unknown.position.field == "Artikel" && unknown.message.contains("'Z'") && !unknown.remedy.isEmpty)
    #expect(try shop.dump() == before && (shop.temporaryTables()).isEmpty)
  }

  @Test func currenciesHaveTheirDecimals() throws {
    for (currency, price, shown) in [("JPY", "1234", "1234"), ("KWD", "1.2345", "1.235"), ("EUR", "9.9", "9.90")] {
      let shop = try TestShop(currency: currency)
      try shop.take("sku\nA\n") { $0.kind = "variants" }
      // With a given decimal mark prices are rounded.
      try shop.take("sku;price\nA;\(price)\n") { ($0.kind, $0.decimal) = ("prices", .point) }
      #expect(try shop.lines("prices", "price", "currency") == ["\(shown),\(currency)"])
    }
    let shop = try TestShop()
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    let text = "sku;currency;price\nA;JPY;1500\nA;EUR;9.9\nA;KWD;3.456\n"
    #expect(try shop.take(text) { $0.kind = "prices" }.tally == ["prices create 3"])
    #expect(try shop.lines("prices", "currency", "price") == ["JPY,1500", "EUR,9.90", "KWD,3.456"])
    // The currency decides the decimals, even in places without a currency column.
    #expect(try shop.lines("prices", "price") == ["1500", "9.90", "3.456"])
    #expect(try shop.take("sku;currency;price\nA;EURO;1\n") { $0.kind = "prices" }.errors == ["2 unknown-currency"])
  }

  /// One of two prices may be the one that is valid already, and still they contradict each other.
  @Test func twoPricesOfOneItemAreAConflictWhateverIsStored() throws {
    let shop = try TestShop()
    try shop.take("sku\nA\nB\n") { $0.kind = "variants" }
    try shop.take("sku,price\nA,9.99\nB,5\n") { $0.kind = "prices" }
    try shop.take("sku,price_type,price,valid_from,valid_to\nA,sale,7,2026-01-01,2099-12-31\n") { $0.kind = "prices" }
    for rows in ["A,9.99\nA,7.99\n", "A,7.99\nA,9.99\n", "A,9.99\nB,6\nA,9.99\nA,7.99\n"] {
      let summary = try shop.take("sku,price\n" + rows) { $0.kind = "prices" }
      #expect(summary.problems.contains { $0.code == .conflict }, "\(rows): \(summary.reported)")
      #expect(!summary.isApplied)
    }
    let sales = try shop.take("sku,price_type,price\nA,sale,7\nA,sale,6\n") { $0.kind = "prices" }
    #expect(sales.problems.contains { $0.code == .conflict } && !sales.isApplied)
    #expect(try shop.take("sku,price\nA,9.99\nA,9.99\nB,6\n") { $0.kind = "prices" }.isApplied)
    #expect(try shop.lines("prices", "sku", "price").sorted() == ["A,7.00", "A,9.99", "B,5.00", "B,6.00"])
  }

  /// The price that is valid already may be the one that counts: then nothing changes.
  @Test(arguments: [
    ("first", "A,9.99\nA,7.99\n", ["9.99"]), ("first", "A,7.99\nA,9.99\n", ["7.99", "9.99"]),
    ("last", "A,9.99\nA,7.99\n", ["7.99", "9.99"]), ("last", "A,7.99\nA,9.99\n", ["9.99"]),
  ]) func aProfileSaysWhichOfTwoPricesCounts(policy: String, rows: String, prices: [String]) throws {
    let shop = try TestShop()
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take("sku,price\nA,9.99\n") { $0.kind = "prices" }
    try shop.take("sku,price\n" + rows) {
      $0.kind = "prices"
      $0.duplicates["prices"] = policy == "first" ? .first : .last
    }
    #expect(try shop.lines("prices", "price").sorted() == prices)
  }

  @Test func pricesHaveAHistory() throws {
    let shop = try TestShop()
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    func take(_ text: String) throws -> [String] { try shop.take(text) { $0.kind = "prices" }.tally }
    #expect(try take("sku;price\nA;10\n") == ["prices create 1"])
    #expect(try shop.lines("prices", "price", "valid_from") == ["10.00,"])
    #expect(try take("price;sku\n10.0;A\n") == ["prices unchanged 1"])
    #expect(try take("sku;price\nA;12\n") == ["prices update 1"])
    #expect(try shop.lines("prices", "price", "valid_from")[0] == "10.00,0001-01-01T00:00:00Z")
    #expect(try shop.lines("prices", "price").count == 2)
    #expect(try take("sku;price;valid_from;valid_to\nA;8;2030-01-01;2030-02-01\n") == ["prices create 1"])
    // Our own export changes nothing.
    let own = try shop.export("prices")
    #expect(try shop.take(own, name: "prices.csv").tally == ["prices unchanged 3"])
    let fresh = try TestShop()
    try fresh.take("sku\nA\n") { $0.kind = "variants" }
    try fresh.take(own, name: "prices.csv")
    #expect(try fresh.export("prices") == own)
  }

  /// To people, a price that follows another one changes it, also where it has a day of its own.
  @Test(
    arguments: [
      ("sku,price,valid_from\nA,11,2030-01-01\nB,8,2030-01-01\n", 2, 1), ("sku,price\nA,11\nB,8\n", 1, 0),
      // Two prices of an item that has none are new.
      ("sku,price,valid_from\nB,8,2030-01-01\nB,9,2031-01-01\n", 2, 0),
      // The same day as the price that the shop has.
      ("sku,price,valid_from\nA,10,2026-01-01\nB,8,2030-01-01\n", 1, 0),
    ] as [(String, Int, Int)])
  func pricesThatFollowOthersAreNotedAsChanged(text: String, planned: Int, following: Int) throws {
    let shop = try TestShop()
    try shop.take("sku\nA\nB\n") { $0.kind = "variants" }
    try shop.take("sku,price,valid_from\nA,10,2026-01-01\n") { $0.kind = "prices" }
    let summary = try shop.take(text) { $0.kind = "prices" }
    let created = summary.counts.filter { $0.action == .create }.reduce(0) { $0 + $1.records }
    #expect(created == planned && summary.followingPrices == following, "\(summary.tally)")
    let entry = try #require(try shop.shop.imports(limit: 1).first)
    let updated = summary.counts.filter { $0.action == .update }.reduce(0) { $0 + $1.records }
    #expect(entry.created == planned - following && entry.updated == updated + following)
    let counts = try shop.shop.importContents(entry.number).counts
    let noted = counts.reduce(0) { $0 + $1.followingPrices }
    #expect(noted == following + updated, "a price that takes the place of another is a new one that follows it")
  }

  @Test func aPriceThatEndedStaysAsItWas() throws {
    let shop = try TestShop()
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take("sku;price;valid_to\nA;10;2026-01-31\n") { $0.kind = "prices" }
    #expect(try shop.take("sku;price\nA;12\n") { $0.kind = "prices" }.tally == ["prices create 1"])
    #expect(try shop.lines("prices", "price") == ["10.00", "12.00"])
  }

  /// A price is valid through the day that is written as its end, and until a time that is written.
  @Test(arguments: [
    ("valid_to", "2027-06-30", "2027-06-30T23:59:59.999Z"), ("gültig bis", "30.06.2027", "2027-06-30T23:59:59.999Z"),
    ("valid_to", "2027-06-30T00:00", "2027-06-30T00:00:00Z"),
  ]) func theLastDayCounts(column: String, written: String, end: String) throws {
    let shop = try TestShop()
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take("sku;price;\(column)\nA;10;\(written)\n") { $0.kind = "prices" }
    #expect(try shop.lines("prices", "valid_to").map { $0.replacing("+00:00", with: "Z") } == [end])
    let own = try shop.export("prices")
    #expect(try shop.take(own, name: "prices.csv").tally == ["prices unchanged 1"])
  }

  @Test func hostileTextIsText() throws {
    let shop = try TestShop()
    let nasty = ["x'); DROP TABLE products; --", "\"quoted\"", "100%_", "’⁂𝔘\u{202E}", "(SELECT 1)", "x--", "*/"]
    let rows = nasty.map { "\"\($0.replacing("\"", with: "\"\""))\";\"it's\"" }.joined(separator: "\n")
    let summary = try shop.take("product_code;\"title\"\n\(rows)\n", name: "x'y.csv") {
      $0.kind = "products"
      $0.location = "a'b"
      $0.supplier = "c'd\""
    }
    #expect(summary.tally == ["products create \(nasty.count)"])
    #expect(try shop.int("SELECT COUNT(*) FROM products WHERE title = 'it''s'") == nasty.count)
    let json = #"{"product_code": "P9", "f_x'); DROP TABLE products; --": "y", "title\"; DROP": "z"}"#
    #expect(try shop.take("[\(json)]", name: "x.json") { $0.kind = "products" }.tally == ["products create 1"])
    // A supplier's code within a look-up.
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take("location\nshop\n") { $0.kind = "locations" }
    let sale = try shop.take("document;supplier_code;quantity;effective_at\n1;x' OR 1=1 --;1;2026-01-01\n") {
      $0.kind = "receipts"
      $0.constants = ["supplier": "'; DROP TABLE products; --"]
    }
    #expect(Set(sale.errors) == ["2 unknown-item"] || Set(sale.errors) == ["2 unknown-item", "2 unknown-reference"])
    #expect(try shop.int("SELECT COUNT(*) FROM products") == nasty.count + 2)
  }

  @Test func longCodesAreKeptWhole() throws {
    let shop = try TestShop()
    let code = String(repeating: "9", count: 200)
    #expect(try shop.take("product_code;title\n\(code);x\n").isApplied)
    #expect(try shop.lines("products", "product_code") == [code])
    #expect(try shop.take("product_code;title\n\(code)9;x\n").errors == ["2 value-too-long"])
  }
}
