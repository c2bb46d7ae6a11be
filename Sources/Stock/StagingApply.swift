internal import Catalog
internal import GRDB

/// What is known of a source when it is applied.
public struct ImportRecord: Sendable {
  /// SHA-256 over the file's hash, the profile and the target.
  public var identity: String
  public var fileSHA256: String
  public var source: String
  public var byteCount: Int
  public var format: String
  public var profile: String?

  public init(
    identity: String, fileSHA256: String, source: String, byteCount: Int, format: String, profile: String?
  ) {
    self.identity = identity
    self.fileSHA256 = fileSHA256
    self.source = source
    self.byteCount = byteCount
    self.format = format
    self.profile = profile
  }
}

extension StagingArea {
  /// Runs work within one transaction of the shop that shuts out other writers from the start.
  public func inTransaction<Result>(_ work: () throws -> Result) throws -> Result {
    var result: Result?
    try database.inTransaction(.immediate) {
      result = try work()
      return .commit
    }
    guard let result else { throw StockError(.refused, "nothing was done", remedy: "Try again.") }
    return result
  }

  /// Compares with stock and lets `work` look at the plan, without locking or changing the shop.
  public func inReadOnlyTransaction<Result>(_ work: () throws -> Result) throws -> Result {
    var result: Result?
    try database.inTransaction(.deferred) {
      result = try work()
      return .commit
    }
    guard let result else { throw StockError(.refused, "nothing was done", remedy: "Try again.") }
    return result
  }

  /// The number of the import with which the same file was applied to the same target before; nil when there is none.
  public func earlierImport(identity: String) throws -> Int64? {
    try Int64.fetchOne(
      database, sql: "SELECT id FROM imports WHERE identity = ? AND state = 'applied' ORDER BY id DESC LIMIT 1",
      arguments: [identity])
  }

  /// Carries out what ``resolve(_:)`` decided, within the same transaction: records, movements, counted lines, the change
  /// set and the entry in the audit log.
  ///
  /// - Returns: the number of the import.
  public func apply(_ record: ImportRecord, context: StagingContext, actor: Actor) throws -> Int64 {
    let counts = try counts()
    func total(_ action: String) -> Int { counts.filter { $0.action == action }.reduce(0) { $0 + $1.records } }
    try database.execute(
      sql: """
        INSERT INTO imports (identity, file_sha256, source, byte_count, format, profile, applied_at, actor, created, updated,
          unchanged, rejected, conflicts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        record.identity, record.fileSHA256, record.source, record.byteCount, record.format, record.profile,
        context.now.millisecondsSince1970, actor.name, total("create"), total("update"), total("unchanged"),
        total("reject"), total("conflict"),
      ])
    let importID = database.lastInsertedRowID
    for stored in StoredKind.catalog where merged.contains(stored.kind) { try applyCatalog(stored, importID: importID) }
    try applyMovements(importID: importID, context: context, actor: actor)
    try applyCountLines(importID: importID, context: context)
    try ShopDatabase.advanceCatalogRevision(database)
    // Only what was accepted gets here.
    let accepted = try guards(limit: 0).map { "\($0.code.rawValue) (\($0.count))" }.joined(separator: ", ")
    try AuditLog.append(
      database, actor: actor, at: context.now,
      details: "import \(importID): \(record.source), SHA-256 \(record.fileSHA256), created \(total("create")), "
        + "updated \(total("update")), unchanged \(total("unchanged"))"
        + (accepted.isEmpty ? "" : ", accepted \(accepted)"))
    return importID
  }

  // MARK: Catalog

  private func applyCatalog(_ stored: StoredKind, importID: Int64) throws {
    let merged = "temp.merged_\(stored.kind)"
    let made = StoredKind.valuesWhenMade[stored.kind] ?? [:]
    let columns = stored.columns.map(\.column)
    let values = stored.columns.map { column in
      made[column.column].map { "COALESCE(m.\(column.staged), \($0))" } ?? "m.\(column.staged)"
    }
    let sequence = "(SELECT COALESCE(MAX(sequence), 0) FROM changes WHERE import_id = \(importID))"
    try database.execute(
      sql: """
        INSERT INTO \(stored.table) (id, \(columns.joined(separator: ", ")))
        SELECT m.target, \(values.joined(separator: ", ")) FROM \(merged) m WHERE m.action = 'create' ORDER BY m.target;
        INSERT INTO changes (import_id, sequence, kind, record_id, action)
        SELECT \(importID), \(sequence) + ROW_NUMBER() OVER (ORDER BY m.seq), '\(stored.kind)', m.target, 'create'
        FROM \(merged) m WHERE m.action = 'create';
        """)
    guard !stored.values.isEmpty else { return }
    let before = stored.values.map { "'\($0.column)', t.\($0.column)" }.joined(separator: ", ")
    let new = stored.values.map { column in
      (
        column.column,
        "CASE WHEN m.clear & \(clearBit(column.field, of: stored.kind)) AND m.\(column.staged) IS NULL THEN NULL "
          + "ELSE COALESCE(m.\(column.staged), t.\(column.column)) END"
      )
    }
    let after = new.map { "'\($0.0)', \($0.1)" }.joined(separator: ", ")
    let set = new.map { "\($0.0) = \($0.1.replacing("t.\($0.0)", with: "\(stored.table).\($0.0)"))" }
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after)
        SELECT \(importID), \(sequence) + ROW_NUMBER() OVER (ORDER BY m.seq), '\(stored.kind)', m.target, 'update',
          json_object(\(before)), json_object(\(after))
        FROM \(merged) m JOIN \(stored.table) t ON t.id = m.target WHERE m.action = 'update';
        UPDATE \(stored.table) SET \(set.joined(separator: ", ")) FROM \(merged) m
        WHERE m.target = \(stored.table).id AND m.action = 'update';
        """)
  }

  // MARK: Ledger

  private func applyMovements(importID: Int64, context: StagingContext, actor: Actor) throws {
    guard merged.contains("movements") else { return }
    let firstID = (try Int64.fetchOne(database, sql: "SELECT COALESCE(MAX(id), 0) FROM movements") ?? 0) + 1
    try makeLots(from: "merged_movements", expiry: "MAX(expires_on)")
    try database.execute(
      sql: """
        INSERT INTO documents (kind, party, number, import_id)
        SELECT document_kind, party, number, \(importID) FROM temp.merged_movements
        WHERE action IN ('create', 'update') AND document_id IS NULL GROUP BY document_kind, party, number
        ORDER BY MIN(seq)
        ON CONFLICT DO NOTHING;
        INSERT INTO movements (variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, unit_cost,
          unit_price, reason_id, document_id, document_line, order_number, import_id, source_line, note)
        SELECT m.variant, m.location, (SELECT l.id FROM lots l WHERE l.variant_id = m.variant AND l.lot = m.lot),
          m.quantity, m.kind, m.effective_at, \(context.now.millisecondsSince1970), m.unit_cost, m.unit_price, m.reason,
          d.id, m.document_line, m.order_number, \(importID), NULLIF(m.line, 0), m.note
        FROM temp.merged_movements m JOIN documents d ON d.kind = m.document_kind AND d.party = m.party
          AND d.number = m.number
        WHERE m.action IN ('create', 'update') ORDER BY m.seq;
        """)
    let settlement = try Ledger.settle(database, newMovementsFrom: firstID, actor: actor, at: context.now)
    restatedCountLines += settlement.restatedLines
  }

  private func makeLots(from table: String, expiry: String) throws {
    try database.execute(
      sql: """
        INSERT INTO lots (variant_id, lot, expires_on)
        SELECT variant, lot, \(expiry) FROM temp.\(table) WHERE lot IS NOT NULL AND variant IS NOT NULL
          AND action IN ('create', 'update') GROUP BY variant, lot
        ON CONFLICT (variant_id, lot) DO UPDATE SET expires_on = COALESCE(expires_on, excluded.expires_on);
        """)
  }

  // MARK: Counts

  private func applyCountLines(importID: Int64, context: StagingContext) throws {
    guard merged.contains("count_lines") else { return }
    let now = context.now.millisecondsSince1970
    try makeLots(from: "merged_count_lines", expiry: "NULL")
    let lastEntry = try Int64.fetchOne(database, sql: "SELECT COALESCE(MAX(id), 0) FROM count_entries") ?? 0
    try database.execute(
      sql: """
        INSERT INTO count_sessions (code, location_id, kind, state, opened_at, cut_off_at)
        SELECT code, location, kind, 'counting', \(now), cut_off_at FROM temp.merged_sessions
        WHERE session_id IS NULL AND location IS NOT NULL ORDER BY code;
        UPDATE temp.merged_count_lines AS m SET entry = n.id
        FROM (SELECT seq, \(lastEntry) + ROW_NUMBER() OVER (ORDER BY seq) AS id FROM temp.merged_count_lines
          WHERE action IN ('create', 'update')) AS n
        WHERE n.seq = m.seq;
        INSERT INTO count_entries (id, session_id, variant_id, code, section, lot_id, quantity, counted_at, counter,
          entered_at, import_id, source_line, note)
        SELECT m.entry, s.id, m.variant, m.code, m.section,
          (SELECT l.id FROM lots l WHERE l.variant_id = m.variant AND l.lot = m.lot), m.quantity, m.counted_at, m.counter,
          \(now), \(importID), NULLIF(m.line, 0), m.note
        FROM temp.merged_count_lines m JOIN count_sessions s ON s.code = m.session
        WHERE m.action IN ('create', 'update') ORDER BY m.seq;
        UPDATE count_entries AS e SET superseded_by = m.entry FROM temp.merged_count_lines m
        WHERE m.action = 'update' AND e.id = m.target;
        UPDATE count_sessions SET state = 'counting' WHERE state IN ('draft', 'open', 'review')
          AND code IN (SELECT session FROM temp.merged_count_lines WHERE action IN ('create', 'update'));
        """)
  }
}

/// One record of a plan, for display.
public struct PlannedRecord: Sendable {
  public struct Change: Hashable, Sendable {
    public let field: String
    /// As stored; references as codes. Nil when there was nothing.
    public let before: String?
    public let after: String?

    public init(field: String, before: String?, after: String?) {
      self.field = field
      self.before = before
      self.after = after
    }
  }

  public let kind: String
  public let action: String
  /// The record's key, for people.
  public let key: String
  public let line: Int
  public let record: Int
  /// The fields that will change; for a new record those that are given.
  public let changes: [Change]
}

extension StagingArea {
  /// Hands out what will be done with the records of a kind, in the order of the source, at most `limit` of each action
  /// given.
  public func forEachPlanned(
    kind: String, actions: [String] = ["create", "update"], limit: Int, _ body: (PlannedRecord) throws -> Void
  ) throws {
    guard let stored = StoredKind.catalog.first(where: { $0.kind == kind }), merged.contains(kind) else { return }
    var selected = ["m.seq", "\(shownAction(of: kind)) AS shown", "s.line AS line", "s.record AS record"]
    for (index, column) in stored.columns.enumerated() {
      selected.append("\(code(of: "m.\(column.staged)", column, stored)) AS a\(index)")
      selected.append("\(code(of: "t.\(column.column)", column, stored)) AS b\(index)")
      selected.append("(m.clear & \(clearBit(column.field, of: kind))) != 0 AS c\(index)")
    }
    if kind == "prices" { selected.append("m.previous") }
    if limit > 100 { try indexTargets(of: stored) }
    for action in actions {
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(selected.joined(separator: ", ")) FROM temp.merged_\(kind) m
            JOIN temp.stage_\(kind) s ON s.seq = m.seq LEFT JOIN \(stored.table) t ON t.id = m.target AND m.action != 'create'
          WHERE shown = ? ORDER BY m.seq LIMIT ?
          """, arguments: [action, Int64(clamping: limit)])
      while let row = try rows.next() {
        var keys: [String] = []
        var changes: [PlannedRecord.Change] = []
        for (index, column) in stored.columns.enumerated() {
          let after: String? = row["a\(index)"]
          if column.isKey {
            if column.field != "valid_from", let after { keys.append(after) }
            continue
          }
          var before: String? = row["b\(index)"]
          if kind == "prices", column.field == "price", let previous: String = row["previous"] { before = previous }
          let isCleared: Bool = row["c\(index)"]
          if after == nil, !isCleared { continue }
          if before != after { changes.append(.init(field: column.field, before: before, after: after)) }
        }
        try body(
          PlannedRecord(
            kind: kind, action: action, key: keys.joined(separator: " "), line: row["line"] ?? 0,
            record: row["record"] ?? 0, changes: changes))
      }
    }
  }

  /// Lets many records show the codes of those that they name.
  private func indexTargets(of stored: StoredKind) throws {
    for column in stored.columns {
      let kind: String
      switch column.reference {
      case nil: continue
      case .item: kind = "variants"
      case .known(let name), .made(let name): kind = name
      }
      guard merged.contains(kind) else { continue }
      try database.execute(
        sql: "CREATE INDEX IF NOT EXISTS temp.merged_\(kind)_target ON merged_\(kind) (target)")
    }
  }

  /// SQL for a value as people know it: references by their code, numbers as text.
  private func code(of value: String, _ column: StoredColumn, _ stored: StoredKind) -> String {
    let kind: String
    switch column.reference {
    case nil: return "CAST(\(value) AS TEXT)"
    case .item: kind = "variants"
    case .known(let name), .made(let name): kind = name
    }
    guard let target = StoredKind.catalog.first(where: { $0.kind == kind }), let key = target.keys.last else {
      return value
    }
    let stored = "(SELECT r.\(key.column) FROM \(target.table) r WHERE r.id = \(value))"
    guard merged.contains(kind) else { return stored }
    return "COALESCE(\(stored), (SELECT r.\(key.staged) FROM temp.merged_\(kind) r WHERE r.target = \(value)))"
  }
}
