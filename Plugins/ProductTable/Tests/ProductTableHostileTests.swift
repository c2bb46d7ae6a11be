import CLibSQLite
import FormatKit
import FormatKitTesting
import Foundation
import ProductTableFormat
import Testing

/// Inputs made to exhaust a reader or to make a database do what it may not; what is large is generated, never stored.
@Suite struct ProductTableHostileTests {
  /// A database made by statements.
  private func database(_ statements: String) throws -> ByteSource {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hostile-\(UUID().uuidString).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
    #expect(sqlite3_close(handle) == SQLITE_OK)
    return .memory(Array(try Data(contentsOf: URL(fileURLWithPath: path))), name: "hostile.db")
  }

  private func reading(_ source: ByteSource) -> CollectedReading {
    CollectedReading(of: ProductTableFormat.self, source: source, options: [:])
  }

  private static let table =
    "CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT, product_colors TEXT, product_stores TEXT);"

  @Test(arguments: [
    "CREATE VIEW products AS SELECT hex(randomblob(1000000000)) AS product_name;",
    "CREATE TABLE products (id INTEGER, product_name TEXT AS (hex(zeroblob(1000000000))));",
    "CREATE VIRTUAL TABLE products USING fts5(product_name);",
    "CREATE TABLE products (product_name TEXT PRIMARY KEY) WITHOUT ROWID;",
    "CREATE TABLE products (product_name TEXT, _rowid_ TEXT);", "CREATE TABLE goods (product_name TEXT);",
  ])
  func refusesWhatIsNoOrdinaryTable(statements: String) throws {
    let found = reading(try database(statements))
    #expect(["wrong-format", "product-table-damaged-file"].contains(found.error?.code.id))
    #expect(found.tables.isEmpty)
  }

  /// Triggers run only on writing, and an index over an expression is not used here.
  @Test func readsNoMoreThanTheTable() throws {
    let source = try database(
      Self.table + """
        CREATE TABLE log (text TEXT);
        CREATE TRIGGER t AFTER INSERT ON products BEGIN INSERT INTO log VALUES (hex(zeroblob(1000))); END;
        CREATE INDEX i ON products (lower(product_name));
        INSERT INTO products VALUES (1, 'Bag', '', '{}'), (2, 'Mug', '', '{}');
        """)
    #expect(reading(source).lines("products", "title") == ["Bag", "Mug"])
  }

  @Test func refusesALargeRowAndKeepsThoseAheadOfIt() throws {
    let source = try database(
      Self.table + "INSERT INTO products VALUES (1, 'Bag', '', '{}'), (2, hex(zeroblob(9000000)), '', '{}');")
    let found = reading(source)
    #expect(found.lines("products", "title") == ["Bag"])
    #expect(found.error?.code == .fieldTooLarge)
  }

  @Test func boundsListsWithinAColumn() throws {
    let source = try database(
      Self.table + """
        INSERT INTO products VALUES (1, 'Colours', replace(hex(zeroblob(500000)), '0', 'a,'), '{}'),
          (2, 'Stores', '', '{"' || replace(hex(zeroblob(10000)), '0', 'a":1,"') || '":1}'),
          (3, 'Nested', '', replace(hex(zeroblob(10000)), '0', '[')), (4, 'Fine', 'Red', '{"A":1}');
        """)
    let found = reading(source)
    #expect(found.error == nil)
    #expect(
      found.allProblems.filter { $0.severity == .error }.map(\.code) == [
        .productTableInvalidValue, .productTableDamagedStores, .productTableDamagedStores,
      ])
    #expect(found.lines("product_colours", "product_code", "colour") == ["Fine|Red"])
  }

  @Test func boundsAProductOfJSON() {
    let stores = (0..<30_000).map { "\"s\($0)\": 1" }.joined(separator: ",")
    let product = "{\"name\": \"Bag\", \"regular_price\": 1, \"stores\": {\(stores)}}"
    let array = ProductTableSamples.reading("[{\"name\": \"Mug\", \"regular_price\": 1, \"stores\": {}}, \(product)]")
    #expect(array.lines("products", "title") == ["Mug"])
    #expect(array.error?.code.id == "json-value-too-large")
    // On a line of its own it spoils no more than that.
    let lines = CollectedReading(
      of: ProductTableFormat.self,
      source: .text("\(product)\n{\"name\": \"Mug\", \"regular_price\": 1, \"stores\": {}}\n", name: "a.jsonl"),
      options: [:])
    #expect(lines.error == nil)
    #expect(lines.lines("products", "title") == ["-", "Mug"])
    let nested = ProductTableSamples.reading("[{\"name\": " + String(repeating: "[", count: 100_000))
    #expect(nested.error?.code == .tooDeep)
  }

  @Test func leavesNoTemporaryFilesBehind() throws {
    func folders() throws -> Set<String> {
      let all = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
      return Set(all.filter { $0.hasPrefix("stockroom-") })
    }
    let source = try database(Self.table + "INSERT INTO products VALUES (1, 'Bag', '', '{}');")
    let before = try folders()
    var reader = try ProductTableFormat(options: ProductTableOptions()).reader(for: source)
    // The copy has no name as soon as it is open.
    #expect(try folders().subtracting(before).isEmpty)
    var batch = RecordBatch()
    while try reader.read(into: &batch) {}
  }
}
