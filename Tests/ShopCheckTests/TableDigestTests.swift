import FormatKitTesting
import Foundation
import GRDB
import ProblemKit
import Reconciliation
import RetailValues
import StockTesting
import Testing

@testable import ShopCheck
@testable import Stock

/// `check` finds everything that another program alters in a shop.
@Suite struct TableDigestTests {
  private static let methods: [ValuationMethod] = [.movingAverage, .fifo, .retail]
  private static let tablesOfCosts: Set = ["cost_history", "layer_costs", "retail_complements"]

  @Test(arguments: methods) func everyCellOfEveryTableIsProven(_ valuation: ValuationMethod) throws {
    try withFullShop(valuation) { shop in
      try altering(shop) { findings, database in
        let names = try String.fetchAll(
          database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        #expect(names.count > 60)
        // The tables with digests do not depend on the method, and of the derived ones only those of costs do.
        let others = Seeds.isThorough ? TableDigests.derived : Self.tablesOfCosts
        for table in names where valuation == .movingAverage || others.contains(table) {
          let columns = try database.columns(in: table)
          let key = try database.primaryKey(table).columns
          let place = key.map { "\($0) IS ?" }.joined(separator: " AND ")
          let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(table)")
          for row in rows.suffix(1) {
            let keys = StatementArguments(key.map { row[$0] as DatabaseValue })
            for column in columns {
              var accepted = 0
              let new: [(any DatabaseValueConvertible)?] =
                switch (row[column.name] as DatabaseValue).storage {
                case .int64(let number): [number &+ (key.contains(column.name) ? 98_765 : 1), nil]
                case .string(let text): [text + "x", nil]
                case .null: column.type == "TEXT" ? ["x"] : [1]
                default: [Data([1]), nil]
                }
              for value in new {
                let found = try findings(
                  table, .ofTable, "UPDATE \(table) SET \(column.name) = ? WHERE \(place)",
                  StatementArguments([value?.databaseValue ?? DatabaseValue.null]) + keys)
                guard let found else { continue }
                accepted += 1
                #expect(!found.isEmpty, "\(table).\(column.name) = \(value ?? "NULL") in \(row) is not found")
              }
              #expect(accepted > 0 || table == "audit_head", "nothing was tried on \(table).\(column.name)")
            }
            let removed = try findings(table, .whole, "DELETE FROM \(table) WHERE \(place)", keys)
            #expect(removed?.isEmpty == false, "the removal of \(row) from \(table) is not found")
            // The same row again, with another key.
            let last = try #require(columns.first { key.contains($0.name) })
            let copied = columns.map { $0.name == last.name ? (last.type == "TEXT" ? "'copy'" : "987654") : $0.name }
            let doubled = try findings(
              table, .ofTable,
              "INSERT OR IGNORE INTO \(table) SELECT \(copied.joined(separator: ", ")) FROM \(table) WHERE \(place)",
              keys)
            if database.changesCount > 0 { #expect(doubled?.isEmpty != true, "a copy in \(table) is not found") }
          }
        }
      }
      #expect(try shop.check() == [])
    }
  }

  /// What an auditor changed, with what must be found.
  static let alterations: [(String, String, Problem.Code)] = [
    (
      "a reason in a closed month", "UPDATE movements SET reason_id = 1 + reason_id WHERE kind = 'write-off'",
      .alteredTable
    ),
    ("the class of a reason", "UPDATE reasons SET loss_class = 'unknown' WHERE code = 'damage'", .alteredRow),
    (
      "the last audit entry, with the head set back",
      """
      DELETE FROM audit_log WHERE id = (SELECT MAX(id) FROM audit_log);
      UPDATE audit_head SET (entry_id, hash) = (SELECT id, hash FROM audit_log ORDER BY id DESC LIMIT 1)
      """, .alteredTable
    ),
    (
      "a closed period", "DELETE FROM closed_movements; DELETE FROM closed_entries; DELETE FROM periods", .alteredRow
    ),
    ("a cost", "UPDATE movements SET unit_cost = 2 * unit_cost WHERE unit_cost IS NOT NULL", .alteredTable),
    ("the price of a sale", "UPDATE movements SET unit_price = 1 WHERE unit_price IS NOT NULL", .alteredImport),
    ("the supplier of a document", "UPDATE documents SET party = 'other' WHERE party = 'till'", .alteredImport),
    ("the digest of a file", "UPDATE imports SET file_sha256 = 'c'", .alteredRow),
    ("the state of an import", "UPDATE imports SET state = 'undone'", .alteredRow),
    ("the time of recording", "UPDATE movements SET recorded_at = recorded_at + 1 WHERE import_id = 1", .alteredImport),
    ("change sets", "UPDATE changes SET before = NULL, after = NULL", .alteredTable),
    ("change sets that are gone", "DELETE FROM changes", .alteredTable),
    ("a setting", "UPDATE settings SET value = 'Other' WHERE name = 'name'", .alteredRow),
    (
      "a digest that was computed again",
      "UPDATE table_digests SET digest = replace(digest, '0', '1') WHERE name = 'prices'", .alteredDigests
    ),
    ("a digest that is gone", "DELETE FROM table_digests WHERE name = 'prices'", .alteredDigests),
    ("no digests at all", "DELETE FROM table_digests", .alteredDigests),
  ]

  @Test(arguments: alterations)
  func whatAnAuditorAltersIsFound(what: String, sql: String, code: Problem.Code) throws {
    try withFullShop { shop in
      // Another program on a connection of its own, and the indexes made again afterwards.
      let triggers = try shop.read {
        try Row.fetchAll($0, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
      }
      let other = try DatabaseQueue(path: shop.path)
      try other.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA foreign_keys = OFF")
        for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger[0] as String)") }
        try database.execute(sql: sql)
        for trigger in triggers { try database.execute(sql: trigger[1]) }
      }
      try other.close()
      let codes = try shop.check().map(\.code)
      #expect(codes.contains(code), "\(what): \(codes)")
      #expect(!codes.contains(.alteredSchema))
      // The part of `check` that has these codes.
      func codesOfDigests() throws -> [Problem.Code] { try shop.read { try TableDigestCheck($0).problems.map(\.code) } }
      try shop.repairIndex(actor: manager)
      #expect(try codesOfDigests().contains(code), "\(what) is not found any more")
      try shop.recordAct("more", actor: manager)
      #expect(try codesOfDigests().contains(code), "\(what) is not found any more")
    }
  }

  @Test func theFindingNamesTableImportAndRow() throws {
    try withFullShop { shop in
      try altering(shop) { _, database in
        func messages(_ sql: String) throws -> [String] {
          var messages: [String] = []
          try database.inSavepoint {
            try database.execute(sql: sql)
            messages = try TableDigestCheck(database).problems.map {
              "\($0.code.id) \($0.of.joined(separator: "; "))"
            }
            return .rollback
          }
          return messages
        }
        #expect(
          try messages("UPDATE movements SET note = 'x' WHERE import_id = 1 AND quantity < 0")
            == ["altered-table movements", "altered-import import 1 (sales.csv)"])
        #expect(
          try messages("DELETE FROM brands").first == "altered-table brands (0 rows instead of 1)")
        let entry = try #require(
          try Int64.fetchOne(database, sql: "SELECT MIN(id) FROM audit_log WHERE rows LIKE '%settings name %'"))
        #expect(
          try messages("UPDATE settings SET value = 'x' WHERE name = 'name'")
            == ["altered-table settings", "altered-row settings name was changed (audit entry \(entry))"])
        #expect(
          try messages("UPDATE table_digests SET rows = 9 WHERE name = 'brands'").last?.hasPrefix(
            "altered-digests changed after audit entry ") == true)
      }
    }
  }

  @Test func digestsFollowEveryWayOfChangingRows() throws {
    try withShop { shop in
      try shop.addGoods(2)
      try shop.recordAct("begun", actor: manager)
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO settings (name, value) VALUES ('name', 'Other');
            INSERT INTO colours (id, code) VALUES (1, 'red'), (2, 'blue'), (3, 'green');
            INSERT OR REPLACE INTO colours (id, code) VALUES (4, 'red');
            REPLACE INTO colours (id, code, red) VALUES (2, 'green', 7);
            UPDATE colours SET id = 9 WHERE id = 4;
            INSERT INTO count_sessions (id, code, location_id, kind, state, opened_at) VALUES (1, '1', 1, 'partial', 'draft', 0);
            INSERT INTO count_sections VALUES (1, 'a', 1), (1, 'b', 2);
            INSERT OR REPLACE INTO count_sections VALUES (1, 'a', 3);
            UPDATE count_sections SET section = 'c' WHERE section = 'b';
            INSERT INTO brands (code) VALUES ('x'), ('y');
            DELETE FROM brands;
            """)
        // Copies of whole tables of the same form.
        try database.execute(
          sql:
            "CREATE TEMP TABLE kept_sections (a INTEGER, b TEXT, c INTEGER, PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID")
        try database.execute(
          sql: """
            INSERT INTO temp.kept_sections SELECT * FROM count_sections;
            DELETE FROM count_sections;
            INSERT INTO count_sections SELECT * FROM temp.kept_sections;
            DROP TABLE temp.kept_sections;
            """)
        // A statement that fails half-way takes back what it did, and so does a savepoint.
        #expect(throws: DatabaseError.self) {
          try database.execute(sql: "INSERT INTO brands (code) VALUES ('p'), ('q'), ('p')")
        }
        #expect(throws: DatabaseError.self) { try database.execute(sql: "UPDATE colours SET red = 255 + id - 2") }
        try database.inSavepoint {
          try database.execute(sql: "INSERT INTO brands (code) VALUES ('r'), ('s')")
          try database.inSavepoint {
            try database.execute(sql: "DELETE FROM brands WHERE code = 'r'")
            return .commit
          }
          return .rollback
        }
        try database.inSavepoint {
          try database.execute(sql: "INSERT INTO brands (code) VALUES ('t')")
          return .commit
        }
        try database.execute(sql: "INSERT INTO brands (code) VALUES ('u')")
        _ = try ShopDatabase.nextControlNumber(database, format: "x12", receiver: "acme")
        _ = try ShopDatabase.nextControlNumber(database, format: "x12", receiver: "acme")
      }
      #expect(try shop.read { try TableDigestCheck($0).problems.map(\.of) } == [])
      #expect(try shop.check() == [])
      #expect(try shop.read { try String.fetchAll($0, sql: "SELECT code FROM brands ORDER BY 1") } == ["t", "u"])
      // A transaction that is rolled back has no effect.
      try? shop.write { database in
        try database.execute(sql: "INSERT INTO brands (code) VALUES ('v')")
        throw Problems(.refused, "no", remedy: "")
      }
      try shop.write { try $0.execute(sql: "DELETE FROM brands WHERE code = 't'") }
      #expect(try shop.check() == [])
      try shop.queue.vacuum()
      try shop.write { try $0.execute(sql: "DELETE FROM brands") }
      #expect(try shop.check() == [])
    }
  }

  @Test func aChangeWithoutAnEntryGetsOne() throws {
    try withShop { shop in
      try shop.addGoods()
      #expect(try shop.auditEntries().isEmpty)
      try shop.recordAct("begun", actor: manager)
      try shop.write { try $0.execute(sql: "INSERT INTO brands (code) VALUES ('x')") }
      let entry = try #require(try shop.auditEntries().first)
      #expect(entry.details == "changed brands")
      #expect(entry.actor == "stockroom")
      #expect(try shop.check() == [])
    }
  }

  @Test func digestsThatWereMadeToFitStayFound() throws {
    try withFullShop { shop in
      let other = try DatabaseQueue(path: shop.path)
      // The actions of an attacker who has the code, but does not compute the audit log again.
      try other.write { database in
        try database.execute(sql: "UPDATE products SET title = 'Altered' WHERE id = 1")
        try TableDigests.make(database)
      }
      try other.close()
      #expect(try shop.check().map(\.code) == [.alteredDigests])
      try shop.write { try $0.execute(sql: "INSERT INTO brands (code) VALUES ('more')") }
      let found = try shop.check()
      #expect(found.map(\.code) == [.alteredDigests])
      #expect(found.first?.message.contains("changed before audit entry") == true)
    }
  }

  @Test func aNewVersionDoesNotMakeAnAlteredTablePass() throws {
    try withFullShop { shop in
      func migrate() throws {
        try shop.queue.write { database in
          try TableDigests.migrate(database, to: "99") {
            try database.execute(sql: "UPDATE brands SET name = 'New'; DELETE FROM listings")
          }
        }
      }
      try migrate()
      #expect(try shop.check() == [])
      let other = try DatabaseQueue(path: shop.path)
      try other.write {
        try $0.execute(sql: "UPDATE brands SET code = 'z' WHERE id = 1; UPDATE counters SET stated = 77")
      }
      try other.close()
      try migrate()
      let found = try shop.check()
      #expect(found.map(\.code) == [.alteredTable])
      #expect(found.first?.message.hasSuffix(": brands; counters") == true)
    }
  }

  @Test func rememberedRowsThatWereAlteredAreForgotten() throws {
    try withFullShop { shop in
      let other = try DatabaseQueue(path: shop.path)
      try other.write { try $0.execute(sql: "UPDATE known_feeds SET kept_at = kept_at + 1") }
      try other.close()
      #expect(try shop.check().map(\.code) == [.wrongCachedRows])
      try shop.repairIndex(actor: manager)
      #expect(try shop.check() == [])
    }
  }
}
