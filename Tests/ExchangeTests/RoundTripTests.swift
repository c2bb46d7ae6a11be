import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import RetailValues
import ShopCheck
import StandardFormats
import Stock
import Testing

/// A shop that has something of everything.
///
/// - Parameter text: makes another of each text that people write.
func fullShop(writing text: ((String) -> String)? = nil) throws -> TestShop {
  let shop = try TestShop(timeZone: "Europe/Berlin")
  let json = """
    {
      "foods": [{"food": "12", "food_category": "Dairy", "title": "Butter", "subtitle": "salted", "keywords": "butter,fat"}],
      "storage_durations": [{"food": "12", "storage_place": "freezer", "minimum": 6, "maximum": 9, "duration_unit": "months",
        "tips": "wrapped"}, {"food": "12", "storage_place": "pantry", "storage_condition": "opened",
        "duration_unit": "not-recommended"}],
      "categories": [{"category": "tops", "category_name": "Tops", "parent_category": "all", "gender": "women"},
        {"category": "all"}],
      "brands": [{"brand": "Acme & Söhne", "gender": "neutral"}],
      "colours": [{"colour": "navy", "colour_family": "blue", "red": 0, "green": 0, "blue": 128}],
      "locations": [{"location": "shop", "location_name": "Shop", "location_kind": "shop", "gln": "4000001000005",
        "description": "Our first", "opening_hours": "Mo-Fr 9-17\\nSa 10-14", "contact": "shop@example.com",
        "address": "1 High Street", "latitude": 52.5200066, "longitude": -13.404954, "status": "inactive"},
        {"location": "store", "location_kind": "stockroom"}],
      "suppliers": [{"supplier": "ACME", "supplier_name": "Acme, Inc.", "email": "a@example.com"}],
      "products": [{"product_code": "P1", "title": "Shirt \\"soft\\"", "description": "two\\nlines", "category": "tops",
        "brand": "Acme & Söhne", "stock_unit": "kg", "tax_rate": 19.5, "status": "active", "attributes": "{\\"a\\": 1}",
        "gender": "men", "location": "shop", "published_at": "2026-01-01T10:00:00.5", "food": "12"}],
      "variants": [{"sku": "A", "product_code": "P1", "variant_title": "navy S", "colour": "navy", "size": "S",
        "standard_cost": 3.123456}, {"sku": "B", "product_code": "P1", "size": "01"}],
      "barcodes": [{"barcode": "4006381333931", "sku": "A"}, {"barcode": "012345678905", "sku": "A", "pack_quantity": 6},
        {"barcode": "own-1", "sku": "B"}],
      "supplier_items": [{"supplier": "ACME", "sku": "A", "supplier_code": "X-1", "unit_cost": 2.5, "currency": "USD",
        "pack_size": 12, "order_unit": "case", "minimum_order": 1, "lead_time_days": 14}],
      "prices": [{"sku": "A", "price": 9.9}, {"sku": "A", "price_type": "sale", "price": 7, "currency": "JPY",
        "valid_from": "2026-05-01", "valid_to": "2026-06-01T00:00", "tax_included": false}],
      "lots": [{"sku": "B", "lot": "L1", "expires_on": "2027-01-31"}],
      "orders": [{"supplier": "ACME", "order_number": "77", "ordered_on": "2026-01-02", "expected_on": "2026-01-20",
        "location": "shop", "currency": "EUR", "buyer": "Ann", "contract": "C-9", "contact": "Bob", "sender": "4000001000005",
        "receiver": "ACMEEDI", "document_identity": "4000001000005/1", "note": "by noon"}],
      "order_lines": [{"supplier": "ACME", "order_number": "77", "line": "1", "sku": "A", "order_quantity": 2,
        "order_unit": "case", "pack_size": 12, "unit_cost": 2.5, "supplier_code": "X-1"},
        {"supplier": "ACME", "order_number": "77", "line": "2", "sku": "B", "order_quantity": 6, "closed_on": "2026-02-01",
        "closed_reason": "enough"}],
      "product_colours": [{"product_code": "P1", "colour": "navy"}],
      "pictures": [{"product_code": "P1", "position": 1, "picture_width": 270, "picture_height": 360, "file": "p1-270.jpg",
        "media_type": "image/jpeg"}, {"product_code": "P1", "position": 1, "picture_width": 0, "file": "p1.png"}],
      "sections": [{"location": "shop", "section": "1", "section_title": "Windows", "map_x": 0, "map_y": 10,
        "map_width": 200, "map_height": 50}],
      "section_products": [{"location": "shop", "section": "1", "product_code": "P1"}],
      "sales_events": [{"event": "SPRING", "event_title": "Spring", "starts_at": "2026-03-01", "ends_at": "2026-03-31T23:59"}],
      "sales_event_rates": [{"event": "SPRING", "rate_group": "tops", "category": "all", "brand": "Acme & Söhne",
        "product_code": "P1", "gender": "men", "mark_off": 12.5}],
      "counters": [{"subject_kind": "product", "subject": "P1", "counter": "likes", "stated": 7}],
      "users": [{"user": "u1", "display_name": "Ann", "user_kind": "customer", "location": "shop", "email": "ann@example.com",
        "phone": "1", "address": "2 High Street", "contact": "by pigeon", "contact_shown_to": "matches", "latitude": 1.5,
        "longitude": 180, "attributes": "{}"}],
      "favourites": [{"user": "u1", "product_code": "P1", "added_at": "2026-01-05T08:00"}],
      "follows": [{"user": "u1", "followed_kind": "search", "followed": "red coats", "query": "{\\"colour\\":\\"red\\"}",
        "followed_at": "2026-01-05T08:00"}],
      "shared_lists": [{"list": "L1", "list_title": "Fridge", "list_kind": "household", "user": "u1", "members": "u1,u2"}],
      "list_items": [{"list": "L1", "item": "1", "title": "Butter", "product_code": "P1", "barcode": "4006381333931",
        "food": "12", "quantity": 2.5, "quantity_unit": "packs", "storage_place": "freezer", "purchased_on": "2026-01-01",
        "opened_on": "2026-01-02", "expires_on": "2026-02-01", "owners": "u1", "purchaser": "u2", "reminder": "1,7",
        "done": false, "note": "cold"}],
      "item_reports": [{"user": "u1", "product_code": "P1", "report_reason": "not in store", "reported_at": "2026-01-06"}],
      "listings": [{"listing": "B1", "user": "u1", "listing_kind": "for-trade", "product_code": "P1", "isbn": "9783161484100",
        "title": "A book", "author": "Somebody", "publisher": "A press", "condition": "good", "summary": "long",
        "picture": "b1.jpg", "latitude": -33.8688197, "longitude": 151.2092955, "posted_at": "2026-01-07T10:00",
        "message": "hello"}],
      "posts": [{"user": "u1", "post": "1", "post_kind": "asking-for", "message": "who has it?", "posted_at": "2026-01-08"}],
      "source_objects": [{"source_class": "_Join:likes:_User", "source_object": "u1 P1", "source_owner": "u1",
        "source_kind": "favourites", "source_record": "u1 P1", "source_text": "{\\"owningId\\": \\"u1\\"}"}],
      "reorder_levels": [{"sku": "A", "location": "shop", "reorder_point": 5, "order_up_to": 12.5}],
      "order_responses": [{"supplier": "ACME", "order_number": "77", "response_number": "R-1", "responded_on": "2026-01-03",
        "response": "changed", "currency": "EUR", "contact": "Eve", "sender": "ACMEEDI", "receiver": "4000001000005",
        "document_identity": "ACMEEDI/7", "note": "as told"}],
      "order_response_lines": [{"supplier": "ACME", "order_number": "77", "response_number": "R-1", "line": "1", "sku": "A",
        "supplier_code": "X-1", "title": "Shirt", "line_response": "substituted", "confirmed_quantity": 1,
        "order_unit": "case", "pack_size": 12, "unit_cost": 2.75, "promised_on": "2026-01-19",
        "substitute_barcode": "4006381333931", "substitute_supplier_code": "X-2", "note": "white"}],
      "despatch_advices": [{"supplier": "ACME", "despatch_number": "D-1", "despatched_on": "2026-01-18",
        "expected_on": "2026-01-20", "order_number": "77", "location": "shop", "carrier": "Post", "tracking_number": "T1",
        "packages": 2, "sender": "ACMEEDI", "receiver": "4000001000005", "document_identity": "ACMEEDI/8", "note": "fragile"}],
      "despatch_lines": [{"supplier": "ACME", "despatch_number": "D-1", "line": "1", "sku": "A", "supplier_code": "X-1",
        "title": "Shirt", "order_number": "77", "order_line": "1", "despatched_quantity": 1.5, "outstanding_quantity": 0.5,
        "order_unit": "case", "pack_size": 12, "lot": "L7", "expires_on": "2027-02-28", "sscc": "340123450000000018",
        "note": "top"}],
      "invoices": [{"supplier": "ACME", "invoice_number": "I-1", "invoiced_on": "2026-01-21", "due_on": "2026-02-20",
        "order_number": "77", "despatch_number": "D-1", "currency": "EUR", "net_amount": 60, "allowance_amount": 3,
        "charge_amount": 3, "tax_amount": 11.4, "total_amount": 71.4, "sender": "ACMEEDI", "receiver": "4000001000005",
        "document_identity": "ACMEEDI/9", "note": "thanks"},
        {"supplier": "ACME", "invoice_number": "I-2", "invoice_kind": "credit-note", "corrects": "I-1", "currency": "EUR",
        "total_amount": 1.19}],
      "invoice_lines": [{"supplier": "ACME", "invoice_number": "I-1", "line": "1", "sku": "A", "supplier_code": "X-1",
        "title": "Shirt", "order_number": "77", "order_line": "1", "despatch_number": "D-1", "invoiced_quantity": 2,
        "order_unit": "case", "pack_size": 12, "unit_cost": 2.5, "currency": "EUR", "line_amount": 60, "tax_rate": 19,
        "note": "net"}]
    }
    """
  guard let all = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] else { return shop }
  for kind in ShopDatabase.exportableKinds {
    guard var records = all[kind] as? [[String: Any]] else { continue }
    if let text {
      let fields = Vocabulary.kind(kind)?.fields.filter { $0.type == .text }.map(\.name) ?? []
      for index in records.indices {
        for field in fields {
          if let value = records[index][field] as? String { records[index][field] = text(value) }
        }
      }
    }
    let data = try JSONSerialization.data(withJSONObject: records)
    let taken = try shop.take(String(decoding: data, as: UTF8.self), name: "\(kind).json") { $0.kind = kind }
    #expect(taken.isApplied && taken.problemCounts.isEmpty, "\(kind) \(taken.reported)")
  }
  for (text, name) in [
    (
      "document;line;supplier;order_number;sku;quantity;unit_cost;location;effective_at;lot;expires_on;note\n"
        + "R1;1;ACME;77;A;24;2.5;shop;2026-01-20T09:00;;;\nR1;2;ACME;77;B;5.125;1.000001;shop;2026-01-20T09:00;L1;;fresh\n"
        + "R2;1;ACME;;A;-1;;shop;2026-01-21;;;back\n", "receipts.csv"
    ),
    (
      "document;sku;quantity;unit_price;location;effective_at\n1;A;2;9.9;shop;2026-01-22\n1;A;-1;9.9;shop;2026-01-22\n"
        + ";A;1;;shop;2026-01-23\n;A;1;;shop;2026-01-23\n", "sales.csv"
    ),
    (
      "document;sku;quantity;movement_kind;reason;location;to_location;effective_at\nT1;A;3;transfer;;shop;store;2026-01-24\n"
        + "W1;A;-1;write-off;damage;shop;;2026-01-25\n", "movements.csv"
    ), ("sku;location;quantity\nA;store;5\n", "stock_levels.csv"),
    ("alias;location\nST-4;store\n", "location_aliases.csv"), ("alias;supplier\nAC-1;ACME\n", "supplier_aliases.csv"),
    ("count;location;count_kind;cut_off_at\nC1;shop;cycle;2026-02-01T18:00\n", "counts.csv"),
    (
      "count;section;sku;counted_quantity;counted_at;counter;note\nC1;x;A;15;2026-02-01T17:00;ann;\nC1;;??;1;;;odd\n",
      "count_lines.csv"
    ),
  ] {
    let summary = try shop.take(text, name: name)
    #expect(summary.reported == "" || summary.isApplied, "\(name) \(summary.reported)")
  }
  #expect(try shop.shop.check().isEmpty)
  return shop
}

@Suite struct RoundTripTests {
  /// The kinds in the order in which a fresh shop takes them; the ledger comes as movements or in its parts.
  private func copy(
    _ shop: TestShop, format: String, ledger: [String], writing: [String: String] = [:], reading: [String: String] = [:]
  ) throws -> TestShop {
    let fresh = try TestShop(timeZone: "Europe/Berlin")
    let file = try standardFormats.format(format).descriptor.extensions[0]
    for kind in ShopDatabase.exportableKinds {
      if ["receipts", "sales", "movements", "stock_levels"].contains(kind), !ledger.contains(kind) { continue }
      let bytes = try shop.exported(kind, format: format, options: writing)
      let summary = try fresh.take(.memory(bytes, name: "\(kind).\(file)")) { $0.options = reading }
      #expect(summary.isApplied && summary.errors.isEmpty, "\(kind) as \(format): \(summary.reported)")
      let records = try shop.lines(kind).isEmpty ? 0 : 1
      #expect(summary.counts.reduce(0) { $0 + $1.records } >= records, "\(kind) as \(format)")
    }
    return fresh
  }

  @Test(arguments: ["csv", "json", "jsonl", "xml"]) func everyKindComesBack(format: String) throws {
    let known = standardFormats.formats.map(\.descriptor.id)
    let id = known.contains(format) ? format : try #require(known.first { $0.contains("lines") })
    let shop = try fullShop()
    let fresh = try copy(shop, format: id, ledger: ["movements"])
    for kind in ShopDatabase.exportableKinds {
      let expected = try shop.lines(kind)
      var actual = try fresh.lines(kind)
      if ["receipts"].contains(kind) {
        // A movement does not name its supplier.
        actual = try fresh.lines(
          kind, "document", "line", "sku", "quantity", "unit_cost", "location", "effective_at", "lot")
        #expect(
          actual
            == (try shop.lines(
              kind, "document", "line", "sku", "quantity", "unit_cost", "location", "effective_at", "lot")))
        continue
      }
      #expect(actual == expected, "\(kind) as \(id)")
    }
    #expect(try fresh.shop.check().isEmpty)
  }

  /// Texts that a spreadsheet would run come back from files that are made for people, and from those for machines when they
  /// are read as such.
  @Test(arguments: [("csv", true), ("xlsx", true), ("csv", false)])
  func formulasComeBack(format: String, isForPeople: Bool) throws {
    var generator = SeededGenerator(seed: 7)
    let signs = ["=", "+", "-", "@", "'=", "''+", "'-", "\u{FF1D}", "'s-", "-5", "+49 ", "'", "=1+", "x", "'@", "' ="]
    let shop = try fullShop { (signs.randomElement(using: &generator) ?? "") + $0 }
    let target = try standardFormats.format(format)
    let fresh = try copy(
      shop, format: format, ledger: ["movements"], writing: isForPeople ? target.harmless([:]) : [:],
      reading: isForPeople ? [:] : ["formulas": "as-is"])
    var guarded: Set<String> = []
    for kind in ShopDatabase.exportableKinds where kind != "receipts" {
      #expect(try fresh.lines(kind) == shop.lines(kind), "\(kind)")
      let forPeople = try shop.exported(kind, format: "csv", options: ["formulas": "harmless"])
      if try shop.exported(kind, format: "csv") != forPeople { guarded.insert(kind) }
    }
    // Most kinds have texts that are concerned.
    #expect(guarded.count > 10, "\(guarded.sorted())")
  }

  @Test func theLedgerComesBackInItsParts() throws {
    let shop = try fullShop()
    let fresh = try copy(shop, format: "csv", ledger: ["receipts", "sales"])
    for kind in ["receipts", "sales"] { #expect(try fresh.lines(kind) == (shop.lines(kind))) }
  }

  @Test func ourOwnExportsChangeNothing() throws {
    let shop = try fullShop()
    let before = try shop.dump()
    for kind in ShopDatabase.exportableKinds where kind != "movements" {
      let summary = try shop.take(try shop.export(kind), name: "\(kind).csv", plan: true)
      #expect(summary.count(kind, .create) + summary.count(kind, .update) == 0, "\(kind) \(summary.tally)")
      #expect(
        ["stock_levels", "receipts", "sales", "movements"].allSatisfy {
          summary.count($0, .create) + summary.count($0, .update) == 0
        }, "\(kind) \(summary.tally)")
      #expect(summary.errors.isEmpty, "\(kind) \(summary.reported)")
    }
    #expect(try shop.dump() == before)
  }

  @Test func exportsWhatIsAskedFor() throws {
    let shop = try fullShop()
    #expect(try shop.export("variants", fields: ["size", "sku"]).hasPrefix("size,sku"))
    #expect(try shop.lines("stock_levels", "sku", "location", "quantity").count == 3)
    #expect(
      try shop.export("stock_levels", fields: ["sku"], location: "store").split(whereSeparator: \.isNewline).count == 2)
    #expect(try shop.export("stock_levels", location: "x' OR 1=1 --").split(whereSeparator: \.isNewline).count == 1)
    let error = try #require(throws: Problems.self) { try shop.export("variants", fields: ["siez"]) }
    #expect(error.remedy.contains("'size'"))
    #expect(throws: Problems.self) { try shop.shop.forEachRecord(of: "x; DROP TABLE t", fields: []) { _ in } }
    try shop.shop.forEachRecord(of: "brands", fields: ["brand", "\"; DROP TABLE brands; --"]) { row in
      #expect(row.text(1) == nil)
    }
  }
}
