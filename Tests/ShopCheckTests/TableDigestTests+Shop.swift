import FormatKitTesting
import Foundation
import GRDB
import ProblemKit
import Reconciliation
import RetailValues
import StockJournal
import StockTesting
import Synchronization
import Testing

@testable import ShopCheck
@testable import Stock

/// The shop that the tests of digests alter, and how they alter it.
extension TableDigestTests {
  /// A shop with an import, an undone sale, lots, a posted count, a closed period and a row in every other table.
  func withFullShop(
    _ valuation: ValuationMethod = .movingAverage, _ work: (ShopDatabase) throws -> Void
  ) throws {
    let prepared = try Self.fullShops.withLock { shops in
      if let shop = shops[valuation.rawValue] { return shop }
      let shop = try Self.makeFullShop(valuation)
      shops[valuation.rawValue] = shop
      return shop
    }
    try withCopy(of: prepared, work)
  }

  /// By the name of the method of valuation.
  private static let fullShops = Mutex<[String: PreparedShop]>([:])

  private static func makeFullShop(_ valuation: ValuationMethod) throws -> PreparedShop {
    try PreparedShop { shop in
      let shop = try shop.valued(by: valuation, actor: manager, at: hour(0))
      try shop.addGoods(3)
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO prices (variant_id, price_type, currency, valid_from, price)
              SELECT id, 'regular', 'EUR', 0, 999 FROM variants;
            INSERT INTO lots (variant_id, lot, expires_on) VALUES (3, 'L1', '2026-03-01'), (3, 'L2', NULL);
            INSERT INTO imports (identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
              unchanged, rejected, conflicts) VALUES ('a', 'b', 'sales.csv', 9, 'csv', 0, 'mary', 1, 0, 0, 0, 0);
            INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after)
              VALUES (1, 1, 'products', 1, 'update', '{"title":"A"}', '{"title":"Product 1"}');
            INSERT INTO documents (kind, party, number, import_id) VALUES ('sale', 'till', 'S1', 1);
            """)
        try AuditLog.append(database, actor: manager, at: hour(0), details: "import 1: sales.csv")
      }
      try shop.record(
        [
          TestMovement(quantity: 10, kind: .receipt, at: hour(1), costCents: 100),
          TestMovement(variant: 2, quantity: 10, kind: .receipt, at: hour(1), costCents: 200),
          TestMovement(variant: 3, quantity: 10, kind: .receipt, at: hour(1), costCents: 300, lot: 1),
          TestMovement(variant: 3, quantity: -2, kind: .sale, at: hour(2)),
          TestMovement(quantity: -1, kind: .writeOff, at: hour(3), reason: "damage"),
        ], at: hour(4))
      try shop.write { database in
        let first = try Ledger.nextMovementID(database)
        try database.execute(
          sql: """
            INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_price,
              document_id, document_line, import_id)
              VALUES (1, 1, -3000, 'sale', ?, ?, 499, (SELECT id FROM documents WHERE number = 'S1'), '1', 1);
            """, arguments: [hour(5).millisecondsSince1970, hour(6).millisecondsSince1970])
        try database.execute(
          sql: """
            INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_price,
              document_id, document_line, import_id, reverses)
              SELECT variant_id, location_id, -quantity, kind, effective_at, recorded_at, unit_price, document_id, 'undo',
                import_id, id FROM movements WHERE quantity = -3000
            """)
        try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: hour(6))
      }
      _ = try shop.closePeriod(through: CalendarDate(daysSince1970: 20_460), actor: manager, at: hour(24 * 30))
      _ = try shop.openCount(location: "store", kind: .partial, variants: [3], actor: manager)
      _ = try shop.openCount(location: "shop", kind: .partial, variants: [1, 2], actor: manager)
      try shop.enter([(1, 8), (2, 10)], in: "2", countedAt: hour(24 * 31))
      _ = try shop.post("2", at: hour(24 * 32))
      let late = try shop.record([TestMovement(quantity: -1, kind: .sale, at: hour(24 * 29))], at: hour(24 * 33))
      #expect(late.restatedLines == 1)
      try shop.write { try Self.fill($0) }
      #expect(try shop.check() == [])
      return shop
    }
  }

  /// Puts a row into every empty table, after the tables that it refers to.
  private static func fill(_ database: Database) throws {
    _ = try CachedFeed.replace(
      database, fingerprint: "f", key: Array(repeating: 1, count: 16), importID: 1, at: hour(1), columns: ["sku"])
    var empty = try TableDigests.coveredTables(database).map(\.name).filter { table in
      try table != "known_rows" && Bool.fetchOne(database, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(table))") == true
    }
    while !empty.isEmpty {
      let ready = try empty.filter { table in
        try database.foreignKeys(on: table).allSatisfy { key in
          key.destinationTable == table || !empty.contains(key.destinationTable)
        }
      }
      try #require(!ready.isEmpty)
      for table in ready {
        let keys = try database.foreignKeys(on: table)
        let columns = try Row.fetchAll(
          database, sql: "SELECT name, type, dflt_value FROM pragma_table_info('\(table)')")
        let chosen = columns.filter { $0["dflt_value"] == nil }
        let values = try chosen.map { column -> String in
          let name: String = column["name"]
          if let key = keys.first(where: { $0.mapping.contains { $0.origin == name } }) {
            guard key.destinationTable != table else { return "NULL" }
            return "\(try Int64.fetchOne(database, sql: "SELECT MIN(rowid) FROM \(key.destinationTable)") ?? 1)"
          }
          return column["type"] == "TEXT" ? "'x'" : "1"
        }
        let names = chosen.map { $0["name"] as String }.joined(separator: ", ")
        try database.execute(sql: "INSERT INTO \(table) (\(names)) VALUES (\(values.joined(separator: ", ")))")
      }
      empty.removeAll { ready.contains($0) }
    }
  }

  /// How much of `check` is read after a statement.
  enum Depth {
    /// Everything.
    case whole
    /// First the digest of the table that was altered, which `check` compares for every table, and everything if that digest
    /// is right. In a thorough run, everything at once.
    case ofTable
  }

  /// Runs statements as another program does, on a connection that is not observed, reads the result of `check`, and
  /// rolls them back.
  func altering(
    _ shop: ShopDatabase,
    _ work: (
      _ findings: (_ table: String, Depth, String, StatementArguments) throws -> [FailedCheck]?, Database
    ) throws -> Void
  ) throws {
    try shop.queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      try database.inTransaction {
        for trigger in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'") {
          try database.execute(sql: "DROP TRIGGER \(trigger)")
        }
        try work(
          { table, depth, sql, arguments in
            var findings: [FailedCheck]?
            try database.inSavepoint {
              if (try? database.execute(sql: sql, arguments: arguments)) != nil {
                let isChanged = database.changesCount > 0
                let codes = try isChanged ? Self.codesOfDigests(database, of: table, depth) : []
                findings =
                  try isChanged && codes.isEmpty
                  ? LedgerCheck.findings(database, quick: true).filter { $0.code != .alteredSchema }
                  : codes.map { FailedCheck(code: $0, message: "", remedy: "", count: 1) }
              }
              return .rollback
            }
            return findings
          }, database)
        return .rollback
      }
      try database.execute(sql: "PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF")
    }
  }

  /// The problems that the digests show; none for tables that have no digest, which `check` computes again.
  private static func codesOfDigests(_ database: Database, of table: String, _ depth: Depth) throws -> [Problem.Code] {
    if costsAndBalances.contains(table) { return [] }
    if depth == .ofTable, !Seeds.isThorough, !TableDigests.derived.contains(table) {
      let columns = try TableDigests.columns(database, of: table)
      let sum = try TableDigests.contents(database, of: table, columns: columns).sum
      if try sum != TableDigests.stored(database)[table] { return [.alteredTable] }
    }
    return try TableDigestCheck(database).problems.map(\.code)
  }

  /// The derived tables that no digest has anything to do with.
  private static let costsAndBalances = TableDigests.derived.subtracting(["table_digests", "grdb_migrations"])
}
