import FormatKit
import GRDB
import StockTesting
import Testing

@testable import Stock

/// The tables of the catalog follow from the declarations of the record kinds.
@Suite struct StoredKindTests {
  /// After all migrations every table has the columns of its kind, with their types.
  @Test func theTablesHaveTheColumnsOfTheirKinds() throws {
    try withShop { shop in
      for stored in StoredKind.catalog {
        let found = try shop.read { database in
          try Row.fetchAll(database, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [stored.table])
            .reduce(into: [String: String]()) { $0[$1["name"]] = $1["type"] }
        }
        for column in stored.columns {
          let type = column.storage == .integer ? "INTEGER" : "TEXT"
          #expect(found[column.column] == type, "\(stored.kind).\(column.field)")
        }
      }
    }
  }

  @Test func recordsAreCalledByTheirKeys() {
    func name(_ kind: String) -> String? { StoredKind.of(kind)?.keyText }
    let user = "(SELECT code FROM users WHERE id = t.user_id)"
    let product = "(SELECT code FROM products WHERE id = t.product_id)"
    let sku = "(SELECT sku FROM variants WHERE id = t.variant_id)"
    #expect(name("products") == "t.code")
    #expect(name("variants") == "t.sku")
    #expect(name("barcodes") == "t.code")
    #expect(name("prices") == "\(sku) || ' ' || t.price_type || ' ' || t.currency")
    #expect(name("favourites") == "\(user) || ' ' || \(product)")
    #expect(name("invoices") == "(SELECT code FROM suppliers WHERE id = t.supplier_id) || ' ' || t.invoice_number")
    #expect(name("invoice_lines") == "(SELECT invoice_number FROM invoices WHERE id = t.invoice_id) || ' ' || t.line")
    #expect(
      name("order_response_lines")
        == "(SELECT order_number FROM order_responses WHERE id = t.response_id) || ' ' || t.line"
    )
  }

  @Test func columnsOfALine() throws {
    let lines = try #require(StoredKind.of("despatch_lines"))
    #expect(
      lines.columns.map { $0.field == $0.column ? $0.field : "\($0.field) in \($0.column)" } == [
        "despatch_number in despatch_id", "line", "sku in variant_id", "item_code", "supplier_code", "title",
        "order_number", "order_line", "despatched_quantity", "outstanding_quantity", "order_unit", "pack_size", "lot",
        "expires_on", "sscc", "note",
      ])
    #expect(lines.document?.kind == "despatch_advices" && lines.documentFields.map(\.field) == ["supplier"])
    #expect(lines.keepsUnknownItems && StoredKind.of("order_lines")?.keepsUnknownItems == false)
  }

  /// What a field is when a record does not give it.
  @Test func valuesThatAreNotGiven() {
    let values = StoredKind.catalog.flatMap { kind in
      kind.columns.compactMap { column in
        (column.keyDefault ?? column.valueWhenMade).map { "\(kind.kind).\(column.field): \($0)" }
      }
    }
    #expect(
      values == [
        "storage_durations.storage_condition: 'stored'", "variants.product_code: m.r_product_code",
        "prices.price_type: 'regular'", "prices.currency: (SELECT value FROM settings WHERE name = 'currency')",
        "prices.tax_included: 1", "order_responses.response_number: ''", "invoices.invoice_kind: 'invoice'",
      ])
  }

  /// The whole scope of a store, kind by kind.
  @Test func whatAStoreSees() throws {
    let scope = RecordScope(store: "s")
    var unseen: [String] = []
    var all: [String] = []
    for kind in Vocabulary.kinds {
      do {
        if try scope.condition(for: kind.name) == nil { all.append(kind.name) }
      } catch { unseen.append(kind.name) }
    }
    #expect(
      all == [
        "foods", "storage_durations", "categories", "brands", "colours", "users", "favourites", "follows",
        "shared_lists", "list_items", "source_objects",
      ])
    #expect(
      unseen == [
        "suppliers", "supplier_aliases", "sales_events", "counters", "posts", "order_responses", "invoices",
      ])
    #expect(
      try scope.condition(for: "count_lines")?.sql == "s.location_id = (SELECT id FROM locations WHERE code = :store)")
    #expect(try scope.condition(for: "locations")?.sql == "t.code = :store")
  }

  /// The constants that are compared for each reference of a row.
  @Test func numbersOfRecognisedKinds() {
    #expect(RowReference.kinds.count == RowReference.item)
    #expect(RowReference.variants == Recognition.variants.rawValue)
    #expect(RowReference.barcodes == Recognition.barcodes.rawValue)
    #expect(RowReference.supplierItems == Recognition.supplierItems.rawValue)
    #expect(RowReference.prices == Recognition.prices.rawValue)
  }
}
