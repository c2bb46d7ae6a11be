import GRDB
import StockTesting
import Testing

@testable import Stock

/// The records of an import, read from any of them on.
@Suite struct ImportedRecordTests {
  /// A shop whose first import made 1,200 products, whose second changed one of them, and whose third changed three.
  private func withImports(_ body: (ShopDatabase) throws -> Void) throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO imports (id, identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
              unchanged, rejected, conflicts)
            SELECT value, value, '', 'a.csv', 1, 'csv', 0, 'mary', 0, 0, 0, 0, 0 FROM json_each('[1, 2, 3]');
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
              INSERT INTO products (id, code, title) SELECT i, 'P' || i, 'Now' FROM n;
            INSERT INTO created_records VALUES (1, 'products', 1, 1200, 1200);
            INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after) VALUES
              (2, 1, 'products', 1151, 'update', '{"title":"First"}', '{"title":"Second"}'),
              (3, 1, 'products', 1151, 'update', '{"title":"Second"}', '{"title":"Now"}'),
              (3, 8, 'products', 20, 'update', '{"title":"Old"}', '{"title":"Now"}'),
              (3, 9, 'products', 3, 'update', '{"title":"Old"}', '{"title":"Now"}');
            """)
      }
      try body(shop)
    }
  }

  private func keys(_ shop: ShopDatabase, _ number: Int64, from start: ImportedStart, chunk: Int = 7) throws -> [String]
  {
    var keys: [String] = []
    try shop.forEachImportedRecord(of: shop.importContents(number), from: start, reading: chunk) { record, _ in
      keys.append(record.key)
      return true
    }
    return keys
  }

  @Test func readingGoesOnAfterAPosition() throws {
    try withImports { shop in
      let contents = try shop.importContents(1)
      var positions: [ImportedPosition] = []
      try shop.forEachImportedRecord(of: contents) { _, position in
        positions.append(position)
        return positions.count < 1150
      }
      let last = try #require(positions.last)
      #expect(ImportedPosition(last.text, in: 1) == last)
      let rest = (1151...1200).map { "P\($0)" }
      #expect(try keys(shop, 1, from: .after(last)) == rest)
      #expect(try keys(shop, 1, from: .skipping(1150)) == rest)
      #expect(try keys(shop, 1, from: .skipping(1200)) == [])
      #expect(try keys(shop, 1, from: .after(.start)).count == 1200)
      #expect(try keys(shop, 3, from: .after(.start), chunk: 1) == ["P1151", "P20", "P3"])
      #expect(try keys(shop, 3, from: .skipping(1), chunk: 1) == ["P20", "P3"])
    }
  }

  @Test(arguments: [
    "", "7", "2.4711", "6.2.4711", "7.2.4711.1", "7.-2.4711", "7.2.-4711", "7.+2.4711", "7.02.4711", "07.2.4711",
    "7..2.4711",
    "7.2.4711.", "7.2.x", "Start",
  ]) func otherTextIsNoPosition(text: String) {
    #expect(ImportedPosition(text, in: 7) == nil)
  }

  @Test func theTextOfAPositionIsReadAgain() {
    #expect(ImportedPosition("start", in: 7) == .start)
    #expect(ImportedPosition("7.2.4711", in: 7)?.text == "7.2.4711")
  }

  @Test func changesOfAKindAreCountedWhereverTheyAre() throws {
    try withImports { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after) VALUES
              (2, 2, 'products', 1152, 'adopt', NULL, NULL),
              (2, 5, 'products', 3, 'update', '{"title":"Old"}', '{"title":"Now"}'),
              (2, 6, 'products', 2000, 'delete', '{"code":"P2000","title":"Gone"}', NULL),
              (2, 9, 'products', 5, 'update', '{"title":"Old"}', '{"title":"Now"}');
            """)
      }
      let counts = try shop.importContents(2).counts.map { "\($0.kind) \($0.action) \($0.records)" }
      #expect(counts == ["products update 3", "products delete 1"])
      #expect(try keys(shop, 2, from: .after(.start), chunk: 2) == ["P1151", "P3", "P5", "P2000"])
      #expect(try keys(shop, 2, from: .skipping(2)) == ["P5", "P2000"])
      #expect(try keys(shop, 2, from: .skipping(4)) == [])
    }
  }

  @Test func newRecordsHaveTheValuesBeforeTheFirstChange() throws {
    try withImports { shop in
      var titles: Set<String> = []
      let contents = try shop.importContents(1)
      try shop.forEachImportedRecord(of: contents, from: .skipping(1149)) { record, _ in
        titles.insert(record.key + " " + (record.fields.first { $0.field == "title" }?.after ?? ""))
        return titles.count < 2
      }
      #expect(titles == ["P1150 Now", "P1151 First"])
    }
  }

  /// A page of an old import does not read the changes of all later ones.
  @Test func earlierValuesAreFoundByTheirRecord() throws {
    try withImports { shop in
      let plan = try shop.read { database in
        try Row.fetchAll(
          database, sql: "EXPLAIN QUERY PLAN " + ImportHistory.earlierValues, arguments: [1151, "products", 1]
        ).map { $0["detail"] as String }
      }
      #expect(plan.contains { $0.contains("changes_by_record") && $0.contains("record_id=?") }, "\(plan)")
    }
  }
}
