internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// One record of a plan: what will be done with it, and why not where it is refused.
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

  /// The placeholder for a value that belongs to a user and is shown to nobody else.
  public static let personal = "(personal)"
  /// The placeholder for a value that may be another store's.
  public static let notShown = "(not shown)"

  /// The record kind; for problems found by the format, the table of the source.
  public let kind: String
  public let action: PlanAction
  /// The parts of the record's key, for people.
  public let keys: [String]
  public let position: StagedPosition
  /// The fields that will change; for a new record those that are given. Empty for other actions.
  public private(set) var changes: [Change]
  /// The currency of the record's amounts, where it names one.
  public let currency: String?

  public var key: String { keys.joined(separator: " ") }
  public var line: Int { position.line }
  public var record: Int { position.record }

  /// The same record with its values in other words.
  public func rewritten(_ text: (_ value: String, _ field: String) -> String) -> PlannedRecord {
    var record = self
    record.changes = changes.map { change in
      Change(
        field: change.field, before: change.before.map { text($0, change.field) },
        after: change.after.map { text($0, change.field) })
    }
    return record
  }
}

extension StagingArea {
  /// The kinds of the vocabulary whose records can be listed, in the order in which they are applied.
  public static let plannedKinds = StoredKinds.standard.planned

  /// The kinds whose records can be listed, in the order in which they are applied.
  package var plannedKinds: [String] { kinds.planned }

  /// Hands out what will be done with the records of a kind, action after action, each in the order of the source.
  ///
  /// - Parameters:
  ///   - actions: nil for all of them in one list.
  ///   - limit: how many records of each action at most.
  public func forEachPlanned(
    kind: String, actions: [PlanAction]? = [.create, .update], limit: Int = .max,
    _ body: (PlannedRecord) throws -> Void
  ) throws {
    if limit > 100 { try indexPlannedKeys() }
    guard let record = kinds.records[kind] else { return }
    let lists = actions.map { $0.map(Optional.some) } ?? [nil]
    for action in lists {
      switch record.storage {
      case .table: try kinds[kind].map { try forEachCatalogRecord($0, action: action, limit: limit, body) }
      case .levels, .movements: try forEachMovement(record, action: action, limit: limit, body)
      case .countLines: try forEachCountLine(action: action, limit: limit, body)
      case .counts: if action == nil || action == .create { try forEachNewCount(limit: limit, body) }
      }
    }
    if record.table?.isMadeByLedger == true, actions?.contains(.create) != false {
      try forEachImpliedLot(limit: limit, body)
    }
  }

  // MARK: Catalog

  private func forEachCatalogRecord(
    _ stored: StoredKind, action: PlanAction?, limit: Int, _ body: (PlannedRecord) throws -> Void
  ) throws {
    let kind = stored.kind
    guard staged.isMerged(kind) else { return }
    var selected = [
      "m.seq", "\(shownAction(of: kind)) AS shown", "s.tbl AS tbl", "s.line AS line", "s.record AS record",
      "s.offset AS offset",
    ]
    for (index, column) in stored.columns.enumerated() {
      selected.append("\(code(of: "m.\(column.staged)", column)) AS a\(index)")
      selected.append("\(code(of: "t.\(column.column)", column)) AS b\(index)")
      selected.append("(m.clear & \(clearBit(column.field, of: kind))) != 0 AS c\(index)")
    }
    let isPrice = stored.record.part == .price
    if isPrice { selected += ["m.previous", "\(Self.followedPrice) AS followed"] }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(selected.joined(separator: ", ")) FROM temp.merged_\(kind) m
          JOIN temp.stage_\(kind) s ON s.seq = m.seq LEFT JOIN \(stored.table) t ON t.id = m.target AND m.action != \(PlanAction.create.sql)
        \(action == nil ? "" : "WHERE shown = ?") ORDER BY m.seq LIMIT \(limit)
        """, arguments: action.map { [$0.rawValue] } ?? [])
    while let row = try rows.next() {
      let shown = try Self.action(row["shown"])
      var keys: [String] = []
      var changes: [PlannedRecord.Change] = []
      var currency: String?
      for (index, column) in stored.columns.enumerated() {
        let after: String? = row["a\(index)"]
        if column.field == "currency" { currency = after ?? row["b\(index)"] }
        if column.isKey, column.field != "valid_from" {
          if let after { keys.append(after) }
          continue
        }
        guard shown.isWritten else { continue }
        if column.field == "valid_from" {
          // A price that is valid since ever needs no saying.
          if after != "\(Schema.always)", row["b\(index)"] == nil as String? {
            changes.append(.init(field: column.field, before: nil, after: after))
          }
          continue
        }
        var before: String? = row["b\(index)"]
        if isPrice, column.field == "price", let previous: String = row["previous"] { before = previous }
        let isCleared: Bool = row["c\(index)"]
        if after == nil, !isCleared { continue }
        let followed: String? = isPrice && column.field == "price" ? row["followed"] : nil
        if let followed { before = followed }
        guard before != after || followed != nil else { continue }
        if before != nil, hidesStored { before = PlannedRecord.notShown }
        if before != nil, hidesPersonal, stored.record.isPersonal { before = PlannedRecord.personal }
        changes.append(.init(field: column.field, before: before, after: after))
      }
      try body(
        PlannedRecord(
          kind: kind, action: shown, keys: keys, position: Self.position(row), changes: changes, currency: currency))
    }
  }

  private func forEachImpliedLot(limit: Int, _ body: (PlannedRecord) throws -> Void) throws {
    guard let lots = try impliedLots() else { return }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(Self.itemCode("x.variant", self)) AS sku, x.lot AS lot, x.expires_on AS expires FROM (\(lots)) x
        ORDER BY sku, lot LIMIT \(limit)
        """)
    while let row = try rows.next() {
      let expires: String? = row["expires"]
      try body(
        PlannedRecord(
          kind: "lots", action: .create, keys: [row["sku"] ?? "", row["lot"] ?? ""],
          position: StagedPosition(table: 0, line: 0, record: 0, byteOffset: -1),
          changes: expires.map { [.init(field: "expires_on", before: nil, after: $0)] } ?? [], currency: nil))
    }
  }

  // MARK: Ledger and counts

  private func forEachMovement(
    _ kind: RecordKind, action: PlanAction?, limit: Int, _ body: (PlannedRecord) throws -> Void
  ) throws {
    guard staged.hasMovements else { return }
    let isLevel = !kind.isMovement
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT m.*, \(Self.itemCode("m.variant", self)) AS sku, \(locationCode("m.location")) AS location_code,
          (SELECT code FROM reasons r WHERE r.id = m.reason) AS reason_code,
          (SELECT x.unit_cost FROM movements x WHERE x.id = m.corrects) AS corrected_cost
        FROM temp.merged_movements m WHERE m.source = ? \(action == nil ? "" : "AND m.action = ?")
        ORDER BY m.seq LIMIT \(limit)
        """, arguments: StatementArguments([kind.name] + (action.map { [$0.rawValue] } ?? [])))
    while let row = try rows.next() {
      let shown = try Self.action(row["action"])
      let place = [row["sku"], row["location_code"], row["lot"]].compactMap { $0 as String? }
      let document: [String] = isLevel ? [] : [row["number"], row["document_line"]]
      var changes: [PlannedRecord.Change] = []
      func add(_ field: String, _ column: String, before: String? = nil) {
        if let value: String = row[column] { changes.append(.init(field: field, before: before, after: value)) }
      }
      if shown.isWritten {
        let isCorrection = (row["corrects"] as Int64?) != nil
        if isCorrection {
          add("unit_cost", "unit_cost", before: hidesStored ? PlannedRecord.notShown : row["corrected_cost"] as String?)
        } else if isLevel {
          let level: Int64 = row["level"] ?? 0
          let difference: Int64 = row["quantity"] ?? 0
          changes.append(
            .init(
              field: "quantity",
              before: shown == .create
                ? nil : hidesStored ? PlannedRecord.notShown : "\(level.subtractingReportingOverflow(difference).0)",
              after: "\(level)"))
        } else {
          add("quantity", "quantity")
          add("movement_kind", "kind")
        }
        if !isCorrection {
          add("effective_at", "effective_at")
          add("unit_cost", "unit_cost")
        }
        add("unit_price", "unit_price")
        add("reason", "reason_code")
        add("order_number", "order_number")
        add("note", "note")
      }
      try body(
        PlannedRecord(
          kind: kind.name, action: shown, keys: document.filter { !$0.isEmpty } + place, position: Self.position(row),
          changes: changes, currency: nil))
    }
  }

  private func forEachNewCount(limit: Int, _ body: (PlannedRecord) throws -> Void) throws {
    guard staged.isMerged("count_lines") else { return }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT m.*, \(locationCode("m.location")) AS location_code FROM temp.merged_sessions m
        WHERE session_id IS NULL AND location IS NOT NULL ORDER BY m.code LIMIT \(limit)
        """)
    while let row = try rows.next() {
      let changes = [("location", "location_code"), ("count_kind", "kind"), ("cut_off_at", "cut_off_at")].compactMap {
        field, column in
        (row[column] as String?).map { PlannedRecord.Change(field: field, before: nil, after: $0) }
      }
      try body(
        PlannedRecord(
          kind: "counts", action: .create, keys: [row["code"] ?? ""],
          position: StagedPosition(table: 0, line: 0, record: 0, byteOffset: -1), changes: changes, currency: nil))
    }
  }

  private func forEachCountLine(action: PlanAction?, limit: Int, _ body: (PlannedRecord) throws -> Void) throws {
    guard staged.isMerged("count_lines") else { return }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT m.*, e.quantity AS earlier FROM temp.merged_count_lines m LEFT JOIN count_entries e ON e.id = m.target
        \(action == nil ? "" : "WHERE m.action = ?") ORDER BY m.seq LIMIT \(limit)
        """, arguments: action.map { [$0.rawValue] } ?? [])
    while let row = try rows.next() {
      let shown = try Self.action(row["action"])
      let keys = ["session", "section", "code", "lot", "counter"].compactMap { row[$0] as String? }
      var changes: [PlannedRecord.Change] = []
      if shown.isWritten {
        changes.append(.init(field: "counted_quantity", before: row["earlier"], after: row["quantity"]))
        for field in ["counted_at", "note"] {
          if let value: String = row[field] { changes.append(.init(field: field, before: nil, after: value)) }
        }
      }
      try body(
        PlannedRecord(
          kind: "count_lines", action: shown, keys: keys.filter { !$0.isEmpty }, position: Self.position(row),
          changes: changes, currency: nil))
    }
  }

  // MARK: Problems

  /// The records of the source about which there is something to say, with how much of each severity, in the order of the
  /// source; one entry for each kind and record.
  public func forEachRecordWithProblems(_ body: (PlannedRecord, [StagedProblem]) throws -> Void) throws {
    var kind = ""
    var problems: [StagedProblem] = []
    func handOut() throws {
      guard let first = problems.first else { return }
      let isRefused = problems.contains { $0.severity == "error" }
      try body(
        PlannedRecord(
          kind: kind, action: isRefused ? .reject : .reported, keys: [], position: first.position, changes: [],
          currency: nil), problems)
      problems.removeAll(keepingCapacity: true)
    }
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM temp.problems ORDER BY tbl, record, kind, id")
    while let row = try rows.next() {
      let problem = Self.problem(row)
      if let last = problems.last,
        kind != problem.kind || last.position.record != problem.position.record
          || last.position.table != problem.position.table
      {
        try handOut()
      }
      kind = problem.kind
      problems.append(problem)
    }
    try handOut()
  }

  // MARK: Codes

  /// The action in a column of a staging table.
  private static func action(_ text: String) throws -> PlanAction {
    guard let action = PlanAction(rawValue: text) else {
      throw Problems(.damaged, "a staged record has the unknown action '\(text)'")
    }
    return action
  }

  static func position(_ row: Row) -> StagedPosition {
    StagedPosition(
      table: row["tbl"] ?? 0, line: row["line"] ?? 0, record: row["record"] ?? 0, byteOffset: row["offset"] ?? -1)
  }

  /// Lets many records show the codes of those that they name.
  private func indexPlannedKeys() throws {
    for kind in kinds.list.map(\.kind) where staged.isMerged(kind) {
      try addIndex("merged_\(kind)", "target")
    }
  }

  /// SQL for a value as people know it: references by their code, numbers as text.
  private func code(of value: String, _ column: StoredColumn) -> String {
    switch column.reference {
    case nil: "CAST(\(value) AS TEXT)"
    case .item: code(of: value, kind: "variants")
    case .known(let name), .made(let name), .document(let name): code(of: value, kind: name)
    }
  }

  private static func itemCode(_ value: String, _ area: StagingArea) -> String {
    area.code(of: value, kind: "variants")
  }

  private func locationCode(_ value: String) -> String { code(of: value, kind: "locations") }

  /// SQL for the code of a record that is stored or about to be made.
  private func code(of value: String, kind: String) -> String {
    guard let target = kinds[kind], let key = target.keys.last else {
      return value
    }
    let stored = "(SELECT r.\(key.column) FROM \(target.table) r WHERE r.id = \(value))"
    guard staged.isMerged(kind) else { return stored }
    return "COALESCE(\(stored), (SELECT r.\(key.staged) FROM temp.merged_\(kind) r WHERE r.target = \(value)))"
  }
}
