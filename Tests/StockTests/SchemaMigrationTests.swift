import Foundation
import GRDB
import ProblemKit
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// Shops that earlier versions made are brought up to date with all that they hold.
@Suite struct SchemaMigrationTests {
  /// What a shop of version 1 holds: goods, a receipt, a sale, an import with its change set, a count.
  private static let contents = """
    INSERT INTO settings (name, value) VALUES ('name', 'Old'), ('currency', 'EUR'), ('time_zone', 'Europe/Berlin'),
      ('cost_divisor', '10000000'), ('catalog_revision', '7');
    INSERT INTO locations (id, code) VALUES (1, 'shop');
    INSERT INTO products (id, code, title) VALUES (1, 'P1', 'Mug');
    INSERT INTO variants (id, sku, product_id) VALUES (1, 'V1', 1);
    INSERT INTO imports (id, identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
      unchanged, rejected, conflicts) VALUES
      (1, 'a', 'a', 'receipts.csv', 1, 'csv', 0, 'mary', 2, 0, 0, 0, 0),
      (2, 'b', 'b', 'titles.csv', 1, 'csv', 0, 'mary', 0, 1, 0, 0, 0);
    INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after) VALUES
      (2, 1, 'products', 1, 'update', '{"title":"Cup","description":null}', '{"title":"Mug","description":null}');
    INSERT INTO documents (id, kind, party, number, import_id) VALUES (1, 'receipt', 'acme', 'R1', 1), (2, 'sale', '', '', 1);
    INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
      document_line, import_id) VALUES
      (1, 1, 1, 10000, 'receipt', 1000, 0, 2000000, 1, '1', 1), (2, 1, 1, -3000, 'sale', 2000, 0, NULL, 2, 'x#1', 1);
    INSERT INTO balances VALUES (1, 1, 0, 7000);
    INSERT INTO cost_history VALUES (1, 1000, 1, 2000000, 10000);
    INSERT INTO count_sessions (id, code, location_id, kind, state, opened_at) VALUES (1, 'N1', 1, 'partial', 'counting', 0);
    INSERT INTO count_entries (id, session_id, variant_id, code, quantity, entered_at, import_id)
      VALUES (1, 1, 1, 'V1', 7000, 0, 1);
    """

  /// SHA-256 of the SQL of each version; 19 has none.
  private static let digests: [Int: String] = [
    1: "b0866308b7bd214c9b2b664e11c384d3badfe9aa9c7c9ec2e6745c48d8262b00",
    2: "53c9e5fe2cac0297126c63feb5674a0d289faa632aeece797da6e9c02bfe8626",
    3: "93396bd9af5a9fb8f35678812a2ec7fdfb5ee46f177e771bc74599b5e7b39ac4",
    4: "b559cf822b7a32e265f2acf3169c42ed7fbf51c52227ef743218d39feceaec6e",
    5: "514e4ebf5b4fef508dda0f882d6218ba304570f76cbd71cbd9218899f55ad555",
    6: "9193671c8bf3a6b95c05ce0a88a6b976c2b47bbc3ab0b21d460e0ab1284e9ce0",
    7: "2aeb0f6c496f5031b39f4f1663e99c85fca71b2d8c7c954ad764672ffa75a157",
    8: "c1dec880eef556e7e06b9fdfa867e8edf6c50255f0f5068830089e46efa61fd4",
    9: "d09ee6d16c8a19e1f8f5a4418b6e6bd708ea41f425a58e1f7a7cd72ec38ef0ec",
    10: "138d8eb8eaf96478d1df445ac8df62a6f55ecae12e390aba4d93f38f25c71d37",
    11: "37ec3b086c4b3b8fe2bb67a1aad1fb5a37d944b1ad65a9e56cd243f8844db900",
    12: "0f4310655786ba8065029f9865c54362aa28e66548b13a491df5f64ac98b5f7d",
    13: "4d39320ed400193b10d0a3a1eaa2c268211ce4242fe91bc585b798c2ca996f29",
    14: "d28a2e843160a8fda83c0ec4e2f6e0741bd275c91d91b765dadccc7d60eb5199",
    15: "c59e3fda82396a1ae1cdea4ccfdeb47984f477b7c8112a5eace7480ecabef010",
    16: "1b2ed86c032e292886ae7378c78e88784ab7c7c916aa6c17d03404bf98fa8495",
    17: "e2d8c2e0aee0ad8f1749091d8a4d88e1a0988e9a29eee42acb4ed0732a385da5",
    18: "d782a00edfc89a511963b379e7bd0c7e76a08911995a4a56a78da8425d9cb8d7",
    20: "73900cf6d2babe36225c98be484fd32595605aa8da04e10a596b14bb8cbeaec8",
    21: "629896c40a1de2ed88d5a24dc0db9ec2c7468df49f447b603ee5fadb0c631bdb",
    22: "746096c4dcae5fcee64bb857f84cc45dc9dd05697032f64d82a3a5799ad0e89c",
    23: "e6a94ddece2db3cef0860eb847c4bd94c1950baafc4af6e58f608b84844e8f97",
    24: "ac5d3bc7cd01e8ee5f33adbf01c19ab15d76f3b4d9f8600dd9cc4f3ebd05a7a7",
    25: "ef2de2a6456434bafaa511e79a9df8529f6c2a9dbb7548eea410e8866c6f2d4d",
    26: "200f66e240c542a56df95b0305c511f1d5d54db01a1263ffe4a06305eb06b24e",
    27: "9d068b97e26d7ec8e205bfcfe8b1d114f4d67e495e5103773e8371ec1b56aa12",
    28: "999ffc981946711e9b2333c0cb054982df149adb051e22af40f035ec74539551",
  ]

  /// Shops of every version come to the same schema only if nobody edits SQL that was released.
  @Test func sqlThatWasReleasedIsNeverEdited() {
    #expect(SchemaVersion.history.map(\.number) == Array(1...SchemaVersion.history.count))
    for version in SchemaVersion.history {
      let digest = version.sql.isEmpty ? nil : SHA256Hash.hexadecimal(of: version.sql)
      #expect(digest == Self.digests[version.number], "version \(version.number): add a new version instead")
    }
  }

  private func withOldShop(_ work: (String) throws -> Void) throws {
    let (folder, path) = try oldShop()
    defer { try? FileManager.default.removeItem(at: folder) }
    try work(path)
  }

  /// A shop as version 1 made it, in a folder that has to be removed.
  private func oldShop() throws -> (folder: URL, path: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stock-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("stock.sqlite").path
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(sql: SchemaVersion.version1)
      // A view of that time, over tables that are rebuilt.
      try database.execute(
        sql: """
          CREATE VIEW report_movements AS SELECT m.id, d.number FROM movements m JOIN documents d ON d.id = m.document_id;
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('1');
          """)
      try database.execute(sql: Self.contents)
      let hash = AuditLog.hash(
        previous: "", at: 0, actor: "mary", role: "manager", command: "test", details: "made", login: nil)
      try database.execute(
        sql: """
          INSERT INTO audit_log (at, actor, role, command, details, previous_hash, hash)
          VALUES (0, 'mary', 'manager', 'test', 'made', '', ?)
          """, arguments: [hash])
    }
    try queue.close()
    return (folder, path)
  }

  /// What ends halfway leaves the version from which it began, so that the next attempt finds the digests that belong to it.
  @Test func anUpdateThatFailsChangesNothing() throws {
    try withOldShop { path in
      let queue = try DatabaseQueue(path: path)
      // A later version makes a table of this name.
      try queue.write { try $0.execute(sql: "CREATE TABLE order_responses (id INTEGER)") }
      #expect(throws: Problems.self) { try ShopDatabase.open(at: path) }
      try queue.write { database in
        #expect(try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations") == ["1"])
        #expect(try !database.tableExists("periods"))
        try database.execute(sql: "DROP TABLE order_responses")
      }
      #expect(try ShopDatabase.open(at: path).check() == [])
    }
  }

  @Test func severalProgramsMayOpenAnOldShopAtOnce() async throws {
    let (folder, path) = try oldShop()
    defer { try? FileManager.default.removeItem(at: folder) }
    let checks = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 { group.addTask { try ShopDatabase.open(at: path).check() == [] } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(checks == [true, true, true, true])
  }

  @Test func aShopOfALaterVersionIsNotOpened() async throws {
    try await withShopFile { path in
      let shop = try ShopDatabase.open(at: path)
      let later = SchemaVersion.history.count + 1
      try shop.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('\(later)')") }
      try shop.queue.close()
      let error = #expect(throws: Problems.self) { _ = try ShopDatabase.open(at: path) }
      #expect(error?.code == .newerSchema)
    }
  }

  @Test func aShopOfVersion1IsBroughtUpToDate() throws {
    try withOldShop { path in
      let shop = try ShopDatabase.open(at: path)
      #expect(try shop.check() == [])
      #expect(try shop.onHand(1) == 7000)
      #expect(try shop.movements(of: 1).map(\.document) == ["R1", ""])
      #expect(try shop.imports().map(\.operation) == [.import, .import])
      #expect(try shop.importContents(1).movements.map(\.records) == [1, 1])
      // Earlier imports can be undone as well.
      let undone = try shop.undoImport(1, actor: manager, at: hour(1))
      #expect(
        undone.counts == [
          .init(kind: "movements", outcome: .reverted, records: 2),
          .init(kind: "count_lines", outcome: .reverted, records: 1),
        ])
      #expect(try shop.onHand(1) == 0)
      #expect(try shop.averageCost() == nil)
      #expect(try shop.undoImport(2, actor: manager, at: hour(2)).isComplete)
      let title = try shop.read { try String.fetchOne($0, sql: "SELECT title FROM products") }
      #expect(title == "Cup")
      #expect(try shop.redoImport(1, actor: manager, at: hour(3)).isComplete)
      #expect(try shop.onHand(1) == 7000)
      #expect(try shop.averageCost() == 2_000_000)
      #expect(try shop.check() == [])
    }
  }

  @Test func itHasTheSameTablesAsANewShop() throws {
    func tables(_ shop: ShopDatabase) throws -> [String] {
      try shop.read {
        try String.fetchAll($0, sql: "SELECT name || ' ' || COALESCE(sql, '') FROM sqlite_master ORDER BY name")
      }
    }
    try withOldShop { path in
      let old = try tables(ShopDatabase.open(at: path))
      try withShop { shop in
        let new = try tables(shop)
        #expect(new == old)
      }
    }
  }

  @Test func aCountThatWasPostedBeforeThereWereSealsIsKnownToBeUnsealed() throws {
    try withOldShop { path in
      let queue = try DatabaseQueue(path: path)
      try queue.write { database in
        try database.execute(
          sql: """
            INSERT INTO count_lines (id, session_id, variant_id, state, as_of, counted, expected, variance, unit_cost,
              cost_source, cost_value, reason_id, movement_id)
              VALUES (1, 1, 1, 'counted', 3000, 7000, 7000, 0, 2000000, 'moving-average', 0, NULL, NULL);
            UPDATE count_sessions SET state = 'posted', posted_at = 4000, posted_by = 'mary';
            """)
      }
      try queue.close()
      let shop = try ShopDatabase.open(at: path)
      #expect(try shop.check() == [])
      #expect(try shop.unsealedCounts() == ["N1"])
      // What is posted from now on is sealed.
      try shop.write {
        try $0.execute(sql: "INSERT INTO reasons VALUES (1, 'unknown', 'Unknown', 'unknown', 'x', 'both')")
      }
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1], actor: manager)
      try shop.write { database in
        try database.execute(
          sql:
            "INSERT INTO count_entries (session_id, variant_id, code, quantity, entered_at) VALUES (2, 1, 'V1', 5000, 0)"
        )
      }
      #expect(try shop.post("1").adjustments == 1)
      #expect(try shop.check() == [])
      #expect(try shop.unsealedCounts() == ["N1"])
    }
  }

  /// Version 19 puts counts after the papers of their moment and takes a count line with its corrections as one movement.
  @Test func costsOfCountsAreDerivedAgain() async throws {
    try await withShopFile { path in
      let shop = try ShopDatabase.open(at: path).valued(by: .fifo, actor: manager)
      try shop.record([
        TestMovement(quantity: 10, kind: .opening, at: hour(1), costCents: 100),
        TestMovement(quantity: 10, kind: .receipt, at: hour(4), costCents: 500),
      ])
      _ = try shop.openCount(location: "shop", kind: .partial, cutOff: hour(4), variants: [1], actor: manager)
      try shop.enter([(1, 19)], in: "1")
      _ = try shop.post("1")
      try shop.record([TestMovement(quantity: -1, kind: .sale, at: hour(3))])
      // As an earlier version left them.
      try shop.write { database in
        try database.execute(
          sql: """
            UPDATE layer_costs SET stock_cost = stock_cost + 1, cost_value = cost_value + 1 WHERE cost_value IS NOT NULL;
            UPDATE cost_history SET on_hand = on_hand - 1000;
            DELETE FROM grdb_migrations WHERE identifier = '19';
            """)
      }
      #expect(try shop.check(quick: true).map(\.code).filter { $0 == .wrongCostHistory }.count == 2)
      try shop.queue.close()
      #expect(try ShopDatabase.open(at: path).check(quick: true) == [])
    }
  }

  /// Version 26 noted the deletion of a count as an undo, with a format that no other undo has.
  @Test func theDeletionOfACountIsNoLongerAnUndo() async throws {
    try await withShopFile { path in
      let shop = try ShopDatabase.open(at: path)
      try shop.record([TestMovement(quantity: 10, kind: .opening, at: hour(1), costCents: 100)])
      _ = try shop.openCount(location: "shop", kind: .full, actor: manager)
      try shop.enter([(1, 9)], in: "1", import: 101)
      try shop.undoImport(101, actor: manager)
      try shop.discardCount("1", actor: manager)
      let made = try shop.imports()
      #expect(made.prefix(3).map(\.operation) == [.discard, .undo, .import])
      // As an earlier version left them.
      try shop.write { database in
        try database.execute(
          sql: """
            UPDATE imports SET operation = 'undo', reverts = 101 WHERE operation = 'discard';
            DROP INDEX count_entries_by_counter;
            DELETE FROM grdb_migrations WHERE identifier = '27';
            """)
      }
      #expect(try shop.imports().first?.operation == .undo)
      try shop.queue.close()
      let migrated = try ShopDatabase.open(at: path)
      #expect(try migrated.imports() == made)
      #expect(try migrated.check(quick: true) == [])
    }
  }

  @Test func openedForReadingItIsBroughtUpToDateToo() throws {
    try withOldShop { path in
      let shop = try ShopDatabase.open(at: path, readOnly: true)
      let findings = try shop.check()
      #expect(findings == [])
    }
  }

  @Test func aDamagedReversalIsFound() throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.record([TestMovement(quantity: 5, kind: .receipt, at: hour(0), costCents: 100)])
      try shop.write { database in
        let first = try Ledger.nextMovementID(database)
        try database.execute(
          sql: """
            INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
              document_line, reverses)
            SELECT variant_id, location_id, -quantity, kind, effective_at, 0, unit_cost, document_id, 'undo', id FROM movements
            """)
        try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: hour(1))
      }
      #expect(try shop.check() == [])
      #expect(try shop.averageCost() == nil)
      try shop.write { try $0.execute(sql: "DELETE FROM cancelled_movements WHERE movement_id = 1") }
      let codes = try shop.check().map(\.code)
      #expect(Set(codes) == [.wrongCancellation, .wrongCostHistory])
      try shop.repairIndex(actor: manager)
      #expect(try shop.check() == [])
      try shop.write { database in
        let first = try Ledger.nextMovementID(database)
        try database.execute(
          sql: """
            INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
              document_line, reverses)
            SELECT variant_id, location_id, 4000, kind, effective_at, 0, unit_cost, document_id, 'redo', id FROM movements
            WHERE reverses IS NOT NULL
            """)
        try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: hour(2))
      }
      #expect(try shop.check().map(\.code) == [.wrongReversal])
    }
  }

  @Test func anUndoBeforeAPostedCountIsARestatement() throws {
    try withShop { shop in
      try shop.addGoods()
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO imports (id, identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
              unchanged, rejected, conflicts) VALUES (1, 'a', '', 'r.csv', 0, 'csv', 0, 'mary', 1, 0, 0, 0, 0);
            INSERT INTO documents (id, kind, party, number, import_id) VALUES (1, 'receipt', '', 'R1', 1);
            INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
              document_line, import_id)
            VALUES (1, 1, 10000, 'receipt', \(hour(1).millisecondsSince1970), 0, 1000000, 1, '1', 1);
            """)
        try Ledger.settle(database, newMovementsFrom: 1, actor: manager, at: hour(1))
      }
      let session = try shop.openCount(location: "shop", kind: .partial, code: "N1", variants: [1], actor: manager)
      try shop.enter([(1, 8)], in: session.code, countedAt: hour(5))
      _ = try shop.post("N1")
      #expect(try shop.onHand(1) == 8000)
      for number in 0...3 {
        let isUndo = number % 2 == 0
        let done =
          try isUndo
          ? shop.undoImport(1, actor: manager, at: hour(200_000))
          : shop.redoImport(1, actor: manager, at: hour(200_000))
        #expect(done.restatedCountLines == 1)
        // What was counted holds; what was expected is another number.
        #expect(try shop.onHand(1) == 8000)
        let restated = try shop.read {
          try Int64.fetchOne($0, sql: "SELECT variance_restated_milli FROM report_count_lines")
        }
        #expect(restated == (isUndo ? 8000 : -2000))
        #expect(try shop.check() == [])
      }
    }
  }
}
