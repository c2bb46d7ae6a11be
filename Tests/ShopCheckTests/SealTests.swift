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

/// `check` reports every alteration of posted data.
@Suite struct SealTests {
  /// A posted count with every kind of line, an entry that was superseded, and a correction by a late movement.
  private static let postedCount: Result<PreparedShop, any Error> = Result {
    try PreparedShop { shop in
      try shop.addGoods(6)
      try shop.record(
        (1...5).map { TestMovement(variant: $0, quantity: 10, kind: .receipt, at: hour(1), costCents: 333) })
      try shop.write {
        try $0.execute(
          sql:
            "INSERT INTO prices (variant_id, price_type, currency, valid_from, price) SELECT id, 'regular', 'EUR', 0, 999 FROM variants"
        )
      }
      _ = try shop.openCount(
        location: "shop", kind: .partial, isBlind: true, cutOff: hour(9), variants: [1, 2, 3, 4], actor: manager,
        at: hour(2))
      try shop.enter([(1, 9), (2, 10)], in: "1", section: "A", import: 1)
      try shop.enter([(1, 7), (2, 10)], in: "1", section: "A", import: 2)
      try shop.enter([(4, 3), (5, 12)], in: "1", countedAt: hour(8), section: "B", counter: "dora", import: 3)
      // A section with a time, a recount that agrees, a decision; and an approval, as a count with rules has it.
      try shop.setSectionTime("C", in: "1", to: hour(7), actor: manager, at: hour(8))
      _ = try shop.askForRecounts(of: [2], in: "1", actor: manager, at: hour(8))
      try shop.enter([(2, 10)], in: "1", section: "A", counter: "emil", import: 4)
      try shop.write { try $0.execute(sql: "UPDATE count_entries SET round = 1 WHERE counter = 'emil'") }
      try shop.rule(.exclude, on: 3, in: "1", note: "in the window", actor: manager, at: hour(8))
      try shop.write {
        try $0.execute(sql: "INSERT INTO count_approvals VALUES (1, 1, -3000, -999, 0, 'mary')")
      }
      var options = ReconciliationOptions(uncounted: .ignore)
      options.excluded = [4]
      options.reasons = [1: try #require(Reason.builtIn.first { $0.code == "damage" })]
      _ = try shop.post("1", options: options, at: hour(10))
      let late = try shop.record([TestMovement(quantity: -2, kind: .sale, at: hour(3))], at: hour(11))
      #expect(late.restatedLines == 1)
      #expect(try shop.check() == [])
      return shop
    }
  }

  private func withPostedCount(_ work: (ShopDatabase) throws -> Void) throws {
    try withCopy(of: Self.postedCount.get(), work)
  }

  /// The tables with rows of the count; the condition for those rows.
  private static let tables: [(table: String, condition: String)] = [
    ("count_sessions", "1"), ("count_sheet", "1"), ("count_entries", "1"), ("count_lines", "1"),
    ("count_sections", "1"), ("count_recounts", "1"), ("count_rulings", "1"), ("count_approvals", "1"),
    ("count_restatements", "1"), ("documents", "kind = 'count'"), ("movements", "kind = 'count-adjustment'"),
    ("reasons", "id IN (SELECT reason_id FROM count_lines)"), ("seals", "1"), ("audit_log", "1"), ("audit_head", "1"),
  ]

  /// The name and the account of a reason are not part of a count.
  private static let free: Set<String> = ["reasons.name", "reasons.account", "reasons.direction"]

  /// Other values for one: the next number, a text with one byte changed, something for nothing, nothing for something.
  private static func alterations(of value: DatabaseValue, type: String) -> [(any DatabaseValueConvertible)?] {
    switch value.storage {
    case .int64(let number): [number &+ 1, number &- 1, number ^ (1 << 20), nil]
    case .string(let text):
      [text.isEmpty ? "x" : String(text.dropLast()) + (text.last == "x" ? "y" : "x"), "x" + text, nil]
    case .null: type == "TEXT" ? ["x"] : [1, 2, 1000]
    default: [nil]
    }
  }

  /// Lets statements change what must not be changed, one after the other, looks at what `check` says of each, and takes it
  /// back. What the table itself does not take is answered with nil.
  private func altering(
    _ shop: ShopDatabase, check: @escaping (Database) throws -> [FailedCheck] = Self.check,
    _ work: (_ findings: (String, StatementArguments) throws -> [FailedCheck]?) throws -> Void
  ) throws {
    try shop.queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      try database.inTransaction {
        for trigger in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'") {
          try database.execute(sql: "DROP TRIGGER \(trigger)")
        }
        try work { sql, arguments in
          var findings: [FailedCheck]?
          try database.inSavepoint {
            if (try? database.execute(sql: sql, arguments: arguments)) != nil {
              findings = try check(database)
            }
            return .rollback
          }
          return findings
        }
        return .rollback
      }
    }
  }

  private static let others: [Problem.Code] = [
    .alteredSchema, .alteredTable, .alteredImport, .alteredRow, .alteredDigests,
  ]

  /// The findings of `check`, without those of the digests of the tables: the seals must find it without them.
  private static func check(_ database: Database) throws -> [FailedCheck] {
    try LedgerCheck.findings(database, quick: true).filter { !others.contains($0.code) }
  }

  /// The same, and as soon as the seals or the audit log find something, that alone: they are two of the parts of `check`.
  private static func firstFindings(_ database: Database) throws -> [FailedCheck] {
    guard !Seeds.isThorough else { return try check(database) }
    var codes = try SealCheck.problems(database).map(\.code)
    if codes.isEmpty, try AuditLog.firstBrokenEntry(database) != nil { codes = [.brokenAuditLog] }
    return try codes.isEmpty ? check(database) : codes.map { FailedCheck(code: $0, message: "", remedy: "", count: 1) }
  }

  private func findings(_ shop: ShopDatabase, after sql: String) throws -> [FailedCheck]? {
    var found: [FailedCheck]?
    try altering(shop) { findings in found = try findings(sql, []) }
    return found
  }

  @Test(arguments: tables.map(\.table)) func everyAlteredValueIsFound(table: String) throws {
    let condition = try #require(Self.tables.first { $0.table == table }?.condition)
    try withPostedCount { shop in
      let (columns, rows, key) = try shop.read { database in
        (
          try database.columns(in: table), try Row.fetchAll(database, sql: "SELECT * FROM \(table) WHERE \(condition)"),
          try database.primaryKey(table).columns
        )
      }
      #expect(!rows.isEmpty)
      let place = key.map { "\($0) IS ?" }.joined(separator: " AND ")
      try altering(shop, check: Self.firstFindings) { findings in
        for row in Seeds.some(of: rows) {
          for column in columns where !Self.free.contains("\(table).\(column.name)") {
            var accepted = 0
            for value in Self.alterations(of: row[column.name], type: column.type) {
              let found = try findings(
                "UPDATE \(table) SET \(column.name) = ? WHERE \(place)",
                StatementArguments([value?.databaseValue ?? .null] + key.map { row[$0] as DatabaseValue }))
              guard let found else { continue }
              accepted += 1
              #expect(!found.isEmpty, "\(table).\(column.name) = \(value ?? "NULL") in \(row) is not found")
            }
            // Of this one, the table itself takes no other.
            if column.name == "id", table == "audit_head" { continue }
            #expect(accepted > 0, "nothing was tried on \(table).\(column.name)")
          }
          let removed = try findings(
            "DELETE FROM \(table) WHERE \(place)", StatementArguments(key.map { row[$0] as DatabaseValue }))
          #expect(removed?.isEmpty == false, "the removal of \(row) from \(table) is not found")
        }
      }
      #expect(try shop.check() == [])
    }
  }

  @Test(arguments: [
    "INSERT INTO count_sheet (session_id, variant_id) VALUES (1, 6)",
    "INSERT INTO count_entries (session_id, variant_id, code, quantity, entered_at, superseded_by) VALUES (1, 1, 'V1', 1, 0, 1)",
    "INSERT INTO count_lines (session_id, variant_id, state, as_of, expected, cost_source) VALUES (1, 6, 'excluded', 0, 0, 'unvalued')",
    "INSERT INTO count_restatements (movement_id, line_id) VALUES (1, 1)",
    "INSERT INTO seals (kind, session_id) VALUES ('reversal', 1)",
    """
    INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, document_id, document_line)
    SELECT variant_id, location_id, 0, kind, effective_at, recorded_at, document_id, 'stray' FROM movements
    WHERE kind = 'count-adjustment' LIMIT 1
    """,
    "UPDATE count_sessions SET state = 'reversed'", "UPDATE count_sessions SET state = 'counting'",
    "UPDATE count_lines SET cost_value = cost_value + 1, retail_value = retail_value - 1 WHERE variance <> 0",
    "UPDATE seals SET audit_id = NULL, parts = NULL, digest = NULL",
    "UPDATE seals SET parts = 'count_sessions id,code x'", "UPDATE seals SET parts = 'sqlite_master sql x'",
  ])
  func whatIsPutInIsFound(sql: String) throws {
    try withPostedCount { shop in
      let found = try #require(try findings(shop, after: sql))
      #expect(!found.isEmpty)
    }
  }

  @Test func theFindingNamesTheCountAndWhatIsWrong() throws {
    try withPostedCount { shop in
      let found = try #require(
        try findings(shop, after: "UPDATE count_entries SET counter = 'emil' WHERE counter = 'dora'"))
      #expect(found.map(\.code) == [.brokenSeal])
      #expect(found.first?.message == "what was posted is not what was sealed then: count 1: count_entries")
      let money = try #require(
        try findings(shop, after: "UPDATE count_lines SET cost_value = cost_value - 1 WHERE variance = -3000"))
      #expect(money.map(\.code) == [.wrongCountValue, .brokenSeal])
      #expect(money.first?.message.hasSuffix(": count 1 V1") == true)
    }
  }

  @Test func aDigestOfTheSameRowsIsTheSameWhereverTheyLie() throws {
    try withPostedCount { shop in
      let copy = shop.path + ".copy"
      try shop.queue.vacuum(into: copy)
      let other = try ShopDatabase.open(at: copy)
      #expect(try other.check() == [])
      #expect(try other.unsealedCounts() == [])
      try other.write {
        try $0.execute(sql: "UPDATE reasons SET name = 'Other', account = 'Other' WHERE code = 'damage'")
      }
      #expect(try other.check() == [])
    }
  }

  @Test func aReversalIsSealedToo() throws {
    try withPostedCount { shop in
      let reversed = try shop.reverseCount("1", note: "wrong shelf", actor: manager, at: hour(12))
      #expect(reversed.movements == 3)
      #expect(try shop.check() == [])
      for sql in [
        "UPDATE count_sessions SET reversed_at = reversed_at + 1", "UPDATE count_sessions SET reversed_by = 'x'",
        "UPDATE count_sessions SET state = 'posted'", "DELETE FROM seals WHERE kind = 'reversal'",
        "UPDATE count_sessions SET state = 'posted', reversed_at = NULL, reversed_by = NULL",
        "UPDATE movements SET recorded_at = recorded_at + 1 WHERE reverses IS NOT NULL",
        "UPDATE count_entries SET counter = 'x' WHERE counter = 'dora'",
      ] {
        let found = try #require(try findings(shop, after: sql))
        #expect(!found.isEmpty, "\(sql) is not found")
      }
      let found = try findings(shop, after: "UPDATE movements SET note = 'x' WHERE reverses IS NOT NULL")
      #expect(found?.map(\.code) == [.brokenSeal])
    }
  }

  @Test(arguments: [
    "DROP TRIGGER movements_are_not_changed", "DROP INDEX movements_by_time", "DROP VIEW report_shop",
    "CREATE TRIGGER later AFTER INSERT ON movements BEGIN UPDATE settings SET value = value; END",
    "CREATE TABLE more (a)",
    "DROP VIEW report_sales; CREATE VIEW report_sales AS SELECT 1 AS movement_id",
    "ALTER TABLE seals ADD COLUMN more TEXT",
  ])
  func anAlteredSchemaIsFound(sql: String) throws {
    try withPostedCount { shop in
      try shop.write { try $0.execute(sql: sql) }
      let found = try shop.check()
      #expect(found.map(\.code) == [.alteredSchema])
      let name = try #require(sql.split(separator: " ").dropFirst(2).first)
      #expect(found.first?.message.contains(name.replacing(";", with: "")) == true)
    }
  }

  @Test func onlyASealEndsAsASealDoes() throws {
    try withShop { shop in
      let details = "count 1: note; sealed SHA-256 " + String(repeating: "0", count: 64)
      try shop.recordAct(details, actor: manager)
      #expect(try shop.auditEntries().map(\.details) == [details + "."])
      #expect(try shop.check() == [])
    }
  }

  /// Changes single bytes of the file that are not zero: `check` or the engine finds every change of posted data, and
  /// the program does not crash.
  @Test func alteredBytesOfTheFileAreFound() throws {
    try withPostedCount { shop in
      let content = try Self.content(shop.queue)
      try shop.queue.close()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: shop.path))
      let path = shop.path + ".altered"
      var generator = SeededGenerator(seed: 42)
      let used = bytes.indices.filter { bytes[$0] != 0 }
      var changed = 0
      for _ in 0..<Seeds.rounds(400) {
        let place = try #require(used.randomElement(using: &generator))
        let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
        bytes[place] ^= bit
        defer { bytes[place] ^= bit }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try bytes.write(to: URL(fileURLWithPath: path))
        var configuration = Configuration()
        configuration.readonly = true
        let now = try? Self.content(DatabaseQueue(path: path, configuration: configuration))
        guard now != content else { continue }
        changed += 1
        guard let altered = try? ShopDatabase.open(at: path), let found = try? altered.check() else { continue }
        #expect(!found.isEmpty, "bit \(bit) of byte \(place) changed what was posted, and is not found")
      }
      #expect(changed > 5, "only \(changed) of the bytes were of the count")
    }
  }

  private static func content(_ queue: DatabaseQueue) throws -> [String] {
    try queue.read { database in
      try tables.flatMap { table, condition in
        try Row.fetchAll(database, sql: "SELECT * FROM \(table) WHERE \(condition) ORDER BY 1, 2").map { row in
          row.filter { !free.contains("\(table).\($0.0)") }.map { "\($0.0)=\($0.1)" }.joined(separator: "|")
        }
      }
    }
  }
}
