import GRDB
import StockTesting
import Testing

@testable import Stock

/// What became of a line of an imported file.
@Suite struct ImportedLineTests {
  @Test func aLineNamesItsMovementsAndItsCountedItems() throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO imports (id, identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
              unchanged, rejected, conflicts)
            SELECT value, value, '', 'a.csv', 1, 'csv', 0, 'mary', 0, 0, 0, 0, 0 FROM json_each('[1, 2]');
            INSERT INTO products (id, code, title) VALUES (1, 'P1', 'Mug');
            INSERT INTO variants (id, sku, product_id) VALUES (1, 'MUG', 1);
            INSERT INTO locations (id, code, name, kind) VALUES (1, 'front', 'Front', 'shop');
            INSERT INTO documents (id, kind, party, number, import_id) VALUES (1, 'receipt', '', 'R1', 1);
            INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, document_id,
              document_line, import_id, source_line) VALUES
              (1, 1, 1, 2000, 'receipt', 0, 0, 1, '1', 1, 2), (2, 1, 1, 3000, 'receipt', 0, 0, 1, '2', 1, 3),
              (3, 1, 1, 4000, 'receipt', 0, 0, 1, '3', 2, 3);
            """)
      }
      let contents = try shop.importContents(1)
      let records = try shop.importedRecords(ofLine: 3, in: contents)
      #expect(records.map(\.kind) == ["movements"])
      #expect(records.first?.key == "MUG front")
      #expect(records.first?.fields.first { $0.field == "quantity" }?.after == "3000")
      #expect(try shop.importedRecords(ofLine: 4, in: contents).isEmpty)
    }
  }
}
