internal import GRDB
internal import ProblemKit
public import RetailValues

/// The records that a removal took out of the catalog, or would take out.
///
/// A removal has a number among the imports and a change set: `imports undo` brings the records back.
public struct RecordRemoval: Hashable, Sendable {
  /// One record that went, as people call it.
  public struct Record: Hashable, Sendable {
    public let kind: String
    public let key: String
  }

  /// Its number among the imports; nil when it was only planned.
  public internal(set) var number: Int64?
  /// Its name among the imports.
  public let source: String
  public internal(set) var records: [Record] = []
}

extension ShopDatabase {
  /// Removes a product with its variants, barcodes, prices, colours and pictures, if nothing else depends on them.
  ///
  /// - Throws: ``Problems`` `.notFound` for an unknown product, `.refused` with all that depends on it.
  public func removeProduct(
    _ code: String, actor: Actor, isDryRun: Bool = false, at moment: Timestamp = .now
  ) throws -> RecordRemoval {
    try remove("product \(code) deleted", actor: actor, isDryRun: isDryRun, at: moment) { database in
      let product = try Self.productID(database, of: code)
      let variants = "SELECT id FROM variants WHERE product_id = \(product)"
      return [
        ("products", "id = \(product)"), ("variants", "product_id = \(product)"),
        ("barcodes", "variant_id IN (\(variants))"), ("prices", "variant_id IN (\(variants))"),
        ("product_colours", "product_id = \(product)"), ("pictures", "product_id = \(product)"),
      ]
    }
  }

  /// Removes colours from those that a product comes in; the colours themselves stay.
  ///
  /// - Throws: ``Problems`` `.notFound` for an unknown product, and for a colour that it does not have.
  public func removeColours(
    _ colours: [String], of code: String, actor: Actor, isDryRun: Bool = false, at moment: Timestamp = .now
  ) throws -> RecordRemoval {
    let source = "product \(code) without \(colours.joined(separator: ", "))"
    return try remove(source, actor: actor, isDryRun: isDryRun, at: moment) { database in
      let product = try Self.productID(database, of: code)
      let ids = try colours.map { colour in
        let id = try Int64.fetchOne(
          database,
          sql: """
            SELECT p.id FROM product_colours p JOIN colours c ON c.id = p.colour_id WHERE p.product_id = ? AND c.code = ?
            """, arguments: [product, colour])
        guard let id else { throw try Self.unknownColour(database, colour, of: code, product) }
        return String(id)
      }
      return [("product_colours", "id IN (\(ids.joined(separator: ", ")))")]
    }
  }

  /// Removes listings: what users own, offer or ask for.
  ///
  /// - Throws: ``Problems`` `.notFound` for a listing that there is not.
  public func removeListings(
    _ codes: [String], actor: Actor, isDryRun: Bool = false, at moment: Timestamp = .now
  ) throws -> RecordRemoval {
    let source = "listings \(codes.joined(separator: ", ")) deleted"
    return try remove(source, actor: actor, isDryRun: isDryRun, at: moment) { database in
      let ids = try codes.map { code in
        let id = try Int64.fetchOne(database, sql: "SELECT id FROM listings WHERE code = ?", arguments: [code])
        guard let id else {
          let near = try String.fetchOne(
            database, sql: "SELECT code FROM listings WHERE code = ? COLLATE NOCASE OR title = ? LIMIT 1",
            arguments: [code, code])
          throw Problems(
            .notFound, "there is no listing '\(code)'",
            remedy: near.map { "Did you mean '\($0)'?" } ?? "`stockroom export listings` lists them.")
        }
        return String(id)
      }
      return [("listings", "id IN (\(ids.joined(separator: ", ")))")]
    }
  }

  /// Whether there is a product of that code.
  public func hasProduct(_ code: String) throws -> Bool {
    try read { database in
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM products WHERE code = ?)", arguments: [code])
        ?? false
    }
  }

  /// The SKUs of a product's variants, in the order in which they were made.
  ///
  /// - Throws: ``Problems`` `.notFound`.
  public func variants(ofProduct code: String) throws -> [String] {
    try read { database in
      try String.fetchAll(
        database, sql: "SELECT sku FROM variants WHERE product_id = ? ORDER BY id",
        arguments: [try Self.productID(database, of: code)])
    }
  }

  private static func productID(_ database: Database, of code: String) throws -> Int64 {
    if let id = try Int64.fetchOne(database, sql: "SELECT id FROM products WHERE code = ?", arguments: [code]) {
      return id
    }
    let near = try String.fetchOne(
      database, sql: "SELECT code FROM products WHERE code = ? COLLATE NOCASE OR title = ? LIMIT 1",
      arguments: [code, code])
    throw Problems(
      .notFound, "there is no product '\(code)'",
      remedy: near.map { "Did you mean '\($0)'?" } ?? "`stockroom export products` lists them; a new one is imported.")
  }

  private static func unknownColour(
    _ database: Database, _ colour: String, of code: String, _ product: Int64
  ) throws -> Problems {
    let known = try String.fetchAll(
      database,
      sql:
        "SELECT c.code FROM product_colours p JOIN colours c ON c.id = p.colour_id WHERE p.product_id = ? ORDER BY p.id",
      arguments: [product])
    return Problems(
      .notFound, "the product '\(code)' does not come in '\(colour)'",
      remedy: known.isEmpty ? "It has no colours." : "It comes in \(known.joined(separator: ", ")).")
  }

  private func remove(
    _ source: String, actor: Actor, isDryRun: Bool, at moment: Timestamp,
    _ find: @escaping (Database) throws -> [(kind: String, condition: String)]
  ) throws -> RecordRemoval {
    try Self.translatingErrors(at: path) {
      try queue.writeWithoutTransaction { database in
        try database.inConfirmedTransaction(.immediate) {
          let run = RemovalRun(database: database, wanted: try find(database))
          try run.refuseDependedUpon()
          var result = try run.carryOut(source, actor: actor, at: moment)
          if isDryRun { result.number = nil }
          try TableDigests.settle(database)
          return (result, isDryRun ? .rollback : .commit)
        }
      }
    }
  }
}

/// One removal within its transaction.
struct RemovalRun {
  /// The name of a removal where an import has its format.
  static let format = "removal"

  let database: Database
  /// The records to go: for each kind SQL for which of its table.
  let wanted: [(kind: String, condition: String)]

  private func condition(of table: String) -> String? {
    RevertedTable.all.first { $0.table == table }.flatMap { found in wanted.first { $0.kind == found.kind }?.condition }
  }

  /// Refuses when a record that stays refers to one that is to go.
  func refuseDependedUpon() throws {
    var reasons: [String] = []
    for table in RevertedTable.all {
      guard let condition = condition(of: table.table) else { continue }
      for reference in try table.references(to: database) {
        let others = self.condition(of: reference.table).map { "AND NOT (\($0))" } ?? ""
        let isHeld = try Bool.fetchOne(
          database,
          sql: """
            SELECT EXISTS (SELECT 1 FROM \(reference.table)
              WHERE \(reference.column) IN (SELECT id FROM \(table.table) WHERE \(condition)) \(others))
            """)
        guard isHeld == true else { continue }
        let reason = ReversionRun.reason(for: reference.table)
        if !reasons.contains(reason) { reasons.append(reason) }
      }
    }
    guard !reasons.isEmpty else { return }
    throw Problems(
      .refused, "the product cannot be deleted: \(reasons.joined(separator: "; "))",
      remedy:
        "Set its status to discontinued with `stockroom product set CODE --status discontinued`; what happened stays.")
  }

  func carryOut(_ source: String, actor: Actor, at moment: Timestamp) throws -> RecordRemoval {
    var result = RecordRemoval(source: source)
    try database.execute(
      sql: """
        INSERT INTO imports (identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
          unchanged, rejected, conflicts)
        VALUES (? || ' ' || ?, '', ?, 0, '\(Self.format)', ?, ?, 0, 0, 0, 0, 0)
        """,
      arguments: [source, moment.millisecondsSince1970, source, moment.millisecondsSince1970, actor.name])
    let number = database.lastInsertedRowID
    result.number = number
    // Records that refer to others are removed first.
    for table in RevertedTable.all.reversed() {
      guard let condition = condition(of: table.table) else { continue }
      result.records += try Row.fetchAll(
        database, sql: "SELECT \(table.keyText) AS key FROM \(table.table) t WHERE \(condition) ORDER BY t.id"
      ).map { RecordRemoval.Record(kind: table.kind, key: $0["key"] ?? "") }
      try remove(table, where: condition, number)
    }
    try database.execute(
      sql: "UPDATE imports SET updated = ? WHERE id = ?", arguments: [result.records.count, number])
    if !result.records.isEmpty { try ShopDatabase.advanceCatalogRevision(database) }
    try AuditLog.append(
      database, actor: actor, at: moment,
      details: "import \(number): \(source), removed \(result.records.count) records")
    return result
  }

  private func remove(_ table: RevertedTable, where condition: String, _ number: Int64) throws {
    let row = try table.columns(database).map { "'\($0)', t.\($0)" }.joined(separator: ", ")
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before)
        SELECT \(number), \(StagingArea.lastSequence(of: number)) + ROW_NUMBER() OVER (ORDER BY t.id), '\(table.kind)', t.id,
          \(PlanAction.delete.sql), json_object(\(row))
        FROM \(table.table) t WHERE \(condition);
        DELETE FROM \(table.table) WHERE \(condition);
        INSERT INTO removed_records (kind, record_id, import_id, undo_id, sequence)
        SELECT c.kind, c.record_id, \(Self.maker(of: "c")), c.import_id, c.sequence
        FROM changes c WHERE c.import_id = \(number) AND c.kind = '\(table.kind)';
        DELETE FROM orphaned_records WHERE kind = '\(table.kind)'
          AND record_id IN (SELECT c.record_id FROM changes c WHERE c.import_id = \(number) AND c.kind = '\(table.kind)');
        """)
  }

  /// SQL for the import that made the record of a change.
  static func maker(of change: String) -> String {
    """
    COALESCE((SELECT r.import_id FROM removed_records r WHERE r.kind = \(change).kind AND r.record_id = \(change).record_id),
      (SELECT MIN(r.import_id) FROM created_records r
        WHERE r.kind = \(change).kind AND \(change).record_id BETWEEN r.first_id AND r.last_id),
      (SELECT MIN(m.import_id) FROM changes m JOIN imports i ON i.id = m.import_id AND i.operation = 'import'
        WHERE m.kind = \(change).kind AND m.record_id = \(change).record_id AND m.action = \(PlanAction.create.sql)),
      (SELECT MIN(id) FROM imports))
    """
  }
}
