internal import Foundation
internal import GRDB
internal import ProblemKit
package import Reconciliation
package import RetailValues
package import Stock

package let manager = Actor(name: "mary", command: "test")

/// A moment so many hours after the start of 2026 (UTC).
package func hour(_ number: Int) -> Timestamp {
  Timestamp(millisecondsSince1970: 1_767_225_600_000 + Int64(number) * 3_600_000)
}

/// A movement to be put into a test shop; quantities in whole units, costs in whole cents.
package struct TestMovement {
  package var variant: Int64 = 1
  package var location: Int64 = 1
  package var quantity: Int64
  package var kind: MovementKind
  package var at: Timestamp
  package var costCents: Int64?
  package var lot: Int64?
  /// The code of a reason.
  package var reason: String?

  package init(
    variant: Int64 = 1, location: Int64 = 1, quantity: Int64, kind: MovementKind, at: Timestamp,
    costCents: Int64? = nil,
    lot: Int64? = nil, reason: String? = nil
  ) {
    self.variant = variant
    self.location = location
    self.quantity = quantity
    self.kind = kind
    self.at = at
    self.costCents = costCents
    self.lot = lot
    self.reason = reason
  }
}

extension ShopDatabase {
  /// Puts in so many variants `V1`… and the locations `shop` and `store`.
  package func addGoods(_ count: Int = 1) throws {
    try write { database in
      try database.execute(sql: "INSERT INTO locations (code) VALUES ('shop'), ('store')")
      for number in 1...count {
        try database.execute(
          sql: "INSERT INTO products (code, title, status) VALUES (?, ?, 'active')",
          arguments: ["P\(number)", "Product \(number)"])
        try database.execute(
          sql: "INSERT INTO variants (sku, product_id) VALUES (?, ?)",
          arguments: ["V\(number)", database.lastInsertedRowID])
      }
    }
  }

  /// Records movements as one document, as an import does.
  @discardableResult
  package func record(_ movements: [TestMovement], at moment: Timestamp = hour(0)) throws -> Ledger.Settlement {
    try write { database in
      let first = try Ledger.nextMovementID(database)
      let number = "D\(first)"
      try database.execute(
        sql: "INSERT INTO documents (kind, party, number) VALUES ('movement', '', ?)", arguments: [number])
      let document = database.lastInsertedRowID
      let insert = try database.makeStatement(
        sql: """
          INSERT INTO movements (
            variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
            document_line, reason_id)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM reasons WHERE code = ?))
          """)
      for (line, movement) in movements.enumerated() {
        try insert.execute(arguments: [
          movement.variant, movement.location, movement.lot, movement.quantity * 1000, movement.kind.rawValue,
          movement.at.millisecondsSince1970, moment.millisecondsSince1970, movement.costCents.map { $0 * 10_000 },
          document,
          // The side of a transfer that arrives is named after the one before it.
          movement.kind == .transfer && movement.quantity > 0 && line > 0 ? "\(line) in" : "\(line + 1)",
          movement.reason,
        ])
      }
      return try Ledger.settle(database, newMovementsFrom: first, actor: manager, at: moment)
    }
  }

  /// Enters counted quantities in whole units, as one file does; a nil variant is the code `?`.
  package func enter(
    _ counted: [(variant: Int64?, quantity: Int64)], in code: String, countedAt: Timestamp? = nil, section: String = "",
    counter: String = "carl", import number: Int64? = nil
  ) throws {
    try enter(
      counted.map { ($0.variant, $0.quantity, countedAt) }, in: code, section: section, counter: counter, import: number
    )
  }

  /// The same with a time for each.
  package func enter(
    _ counted: [(variant: Int64?, quantity: Int64, countedAt: Timestamp?)], in code: String, section: String = "",
    counter: String = "carl", import number: Int64? = nil
  ) throws {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      if let number {
        try database.execute(
          sql: """
            INSERT OR IGNORE INTO imports (id, identity, file_sha256, source, byte_count, format, applied_at, actor,
              created, updated, unchanged, rejected, conflicts)
            VALUES (?, ?, '', 'count.csv', 0, 'csv', 0, 'carl', 0, 0, 0, 0, 0)
            """, arguments: [number, "count \(number)"])
      }
      for (variant, quantity, countedAt) in counted {
        try database.execute(
          sql: """
            INSERT INTO count_entries (session_id, variant_id, code, section, quantity, counted_at, counter, entered_at,
              import_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            session.id, variant, variant.map { "V\($0)" } ?? "?", section, quantity * 1000,
            countedAt?.millisecondsSince1970, counter, 0, number,
          ])
      }
      try CountSessions.require(session, in: CountSessions.counting, to: "counted on")
      try CountEntries.settle(database, sessions: "\(session.id)", importID: nil)
      try CountSessions.set(database, session.id, .counting)
    }
  }

  /// Posts a session with the lines that reconciliation computes.
  package func post(
    _ code: String, asOf: Timestamp? = nil, options: ReconciliationOptions = ReconciliationOptions(uncounted: .ignore),
    at moment: Timestamp = hour(100_000)
  ) throws -> PostedCount {
    try postCount(
      code, asOf: asOf, uncounted: options.uncounted ?? .ignore, actor: manager, at: moment
    ) { facts in
      let reconciliation = Reconciliation(of: facts, options: options)
      if let problem = reconciliation.problems.first { throw Problems(problem) }
      return reconciliation.lines
    }
  }

  /// Gives a variant a regular price, as an import does.
  package func price(_ variant: Int64, _ cents: Int64, from start: Timestamp, to end: Timestamp? = nil) throws {
    try write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO prices (variant_id, price_type, currency, valid_from, valid_to, price)
          VALUES (?, 'regular', (SELECT value FROM settings WHERE name = 'currency'), ?, ?, ?)
          """, arguments: [variant, start.millisecondsSince1970, end?.millisecondsSince1970, cents])
      try ShopDatabase.advanceCatalogRevision(database)
    }
  }

  /// What is on hand of a variant, in thousandths, over all lots.
  package func onHand(_ variant: Int64, _ location: String = "shop", at moment: Timestamp? = nil) throws -> Int64 {
    try balances(at: moment, location: location, variant: variant).reduce(0) { $0 + $1.quantity.scaled }
  }

  /// The moving average cost of a variant now, in millionths.
  package func averageCost(_ variant: Int64 = 1, at moment: Timestamp = hour(1_000_000)) throws -> Int64? {
    try read { database in
      try Int64.fetchOne(
        database,
        sql: """
          SELECT average_cost FROM cost_history WHERE variant_id = ? AND effective_at <= ?
          ORDER BY effective_at DESC, movement_id DESC LIMIT 1
          """, arguments: [variant, moment.millisecondsSince1970])
    }
  }
}

/// A shop in a folder of its own that goes away with the test.
package func withShop(_ currency: String = "EUR", _ work: (ShopDatabase) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stock-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  guard let currency = Currency(currency) else {
    throw Problems(.usage, "'\(currency)' is not a currency", remedy: "Correct the test.")
  }
  let settings = ShopSettings(name: "Test", currency: currency, timeZone: "Europe/Berlin")
  try work(try NewShop.make(at: folder.appendingPathComponent("stock.sqlite").path, settings: settings))
}
