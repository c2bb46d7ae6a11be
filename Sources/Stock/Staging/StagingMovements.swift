internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Importing receipts, sales and other movements into the ledger.
extension StagingArea {
  private static let fields = [
    "document", "line", "sku", "barcode", "supplier_code", "title", "supplier", "order_number", "quantity", "unit_cost",
    "unit_price", "effective_at", "lot", "expires_on", "note", "location", "to_location", "movement_kind", "reason",
    "mark",
  ]

  /// The fields whose codes are looked up.
  private static let resolved = ["sku", "location", "to_location", "supplier", "reason"]

  /// Turns staged movements into rows of the ledger-to-be, each with its document, its line and its action.
  func resolveMovements(_ context: StagingContext) throws {
    let sources = kinds.ledger.filter { staged[$0.name] != nil }
    guard !sources.isEmpty else { return }
    try database.execute(
      sql: """
        CREATE TEMP TABLE merged_movements (
          seq INTEGER PRIMARY KEY, source TEXT, stage_seq INTEGER, tbl INTEGER, line INTEGER, record INTEGER, offset INTEGER,
          variant INTEGER, location INTEGER, lot TEXT, expires_on TEXT, lot_id INTEGER, quantity INTEGER, level INTEGER,
          kind TEXT,
          effective_at INTEGER, unit_cost INTEGER, unit_price INTEGER, reason INTEGER, document_kind TEXT, party TEXT,
          number TEXT, revision INTEGER DEFAULT 0, document_line TEXT, order_number TEXT, note TEXT, mark TEXT,
          own_mark TEXT, document_id INTEGER, target INTEGER, corrects INTEGER, action TEXT);
        """)
    for source in sources {
      try prepare(source, context)
      if let rule = source.movement { try addMovements(source, rule) } else { try addStockLevels(context) }
    }
    staged.noteMerged("movements")
    try database.execute(
      sql: "CREATE INDEX temp.merged_movements_key ON merged_movements (document_kind, party, number, document_line)")
    try markOwnRecords(context)
    try decideMovements()
    try refuseRetiredReasons(context)
  }

  private func prepare(_ kind: RecordKind, _ context: StagingContext) throws {
    let source = kind.name
    let table = "temp.stage_\(source)"
    // Values given with the import apply to all records that do not have their own.
    var given: [String: String] = [:]
    if let supplier = context.supplier { given["supplier"] = Self.quoted(supplier) }
    if let location = context.location { given["location"] = Self.quoted(location) }
    if !kind.isMovement { given["effective_at"] = "\(context.now.millisecondsSince1970)" }
    try addFields(Self.fields, to: source, defaults: given)
    for field in Self.resolved {
      try addResultColumn("r_\(field)", to: "stage_\(source)")
    }
    if let supplier = context.supplier {
      try database.execute(sql: "UPDATE \(table) SET f_supplier = ? WHERE f_supplier IS NULL", arguments: [supplier])
    }
    try resolveItems(in: source, column: "r_sku", context: context)
    let currency = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'currency'") ?? ""
    let prices = kind.field("unit_price") == nil ? [] : [PackedAmount(field: "unit_price", unit: currency)]
    let costs = kind.field("unit_cost") == nil ? [] : [PackedAmount(field: "unit_cost", unit: "cost")]
    try countPacks(in: source, quantity: "quantity", amounts: costs + prices, context)
    try lookUp("supplier", of: "suppliers", in: source)
    try countReceivedPacks(in: source)
    try resolveLocation(in: source, context: context)
    try lookUp("to_location", of: "locations", in: source)
    try database.execute(
      sql: "UPDATE \(table) SET r_reason = (SELECT id FROM reasons WHERE code = f_reason) WHERE f_reason IS NOT NULL")
    try takeReasonWords(source)
    let known = try String.fetchAll(database, sql: "SELECT code FROM reasons ORDER BY id")
      .filter { !context.retiredReasons.contains($0) }.joined(separator: ", ")
    try reportUnknown(
      in: source, field: "reason", where: "f_reason IS NOT NULL AND r_reason IS NULL", code: .unknownReason,
      what: "there is no reason '%s'", remedy: "Known reasons: \(known).")
    if !kind.isMovement {
      try database.execute(
        sql: "UPDATE \(table) SET f_effective_at = \(context.now.millisecondsSince1970) WHERE f_effective_at IS NULL")
    }
    try takeTimesOfDocuments(source)
    try reportUnknown(
      in: source, field: "effective_at", where: "f_effective_at IS NULL", code: .noTime,
      what: "the record does not say when it happened",
      remedy: "Map the column that holds the date, or give one time for all with --set effective_at=DATE.")
    if kind.statesMovementKind {
      try reportUnknown(
        in: source, field: "to_location",
        where: "f_movement_kind = 'transfer' AND (r_to_location IS NULL OR r_to_location = r_location)",
        code: .noDestination, what: "the transfer names no other location to go to",
        remedy: "Give the location that the goods went to.")
      try reportUnknown(
        in: source, field: "reason", where: "f_movement_kind = 'write-off' AND r_reason IS NULL", code: .noReason,
        shown: "''", what: "the write-off gives no reason, so nobody could say what was lost",
        remedy: "Give one of: \(known).")
      try reportUnknown(
        in: source, field: "quantity", where: "f_movement_kind = 'write-off' AND f_quantity > 0", code: .wrongSign,
        what: "the write-off has a positive quantity and would add stock",
        remedy: "What goes out is negative; to take a write-off back, record an adjustment with its reason.")
    }
  }

  /// The location of each record: its own, the default, or the shop's only one.
  func resolveLocation(in source: String, context: StagingContext) throws {
    let table = "temp.stage_\(source)"
    if let location = context.location {
      try database.execute(sql: "UPDATE \(table) SET f_location = ? WHERE f_location IS NULL", arguments: [location])
    }
    try lookUp("location", of: "locations", in: source)
    let all =
      staged.isMerged("locations")
      ? "SELECT id FROM locations UNION SELECT target FROM temp.merged_locations" : "SELECT id FROM locations"
    try database.execute(
      sql: """
        UPDATE \(table) SET r_location = (SELECT MIN(id) FROM (\(all)))
        WHERE r_location IS NULL AND f_location IS NULL AND (SELECT COUNT(*) FROM (\(all))) = 1
        """)
    try reportUnknown(
      in: source, field: "location", where: "r_location IS NULL", code: .noLocation, shown: "''",
      what: "the record does not say where, and the shop has several locations or none",
      remedy: "Give the location with --location CODE; a file with the column location makes new ones.")
  }

  private func addMovements(_ record: RecordKind, _ rule: MovementRule) throws {
    let source = record.name
    let stage = "temp.stage_\(source)"
    let kind =
      rule.kinds.map { "CASE WHEN f_quantity < 0 THEN '\($0.negative)' ELSE '\($0.positive)' END" } ?? "f_movement_kind"
    let quantity =
      rule.kinds == nil
      ? "CASE WHEN f_movement_kind = 'transfer' THEN -ABS(f_quantity) ELSE f_quantity END"
      : rule.isOutgoing ? "-f_quantity" : "f_quantity"
    let documentKind = rule.document
    // A document without line numbers counts its lines, refused ones too. Without a number, records are distinguished
    // by their content and by how often it occurred before. A record from a reject file gives its position among the
    // others.
    let extra = rule.identity.map { field in
      let value = "\(Self.resolved.contains(field) ? "r" : "f")_\(field)"
      return " || '|' || " + (record.field(field)?.isRequired == true ? value : "COALESCE(\(value), '')")
    }.joined()
    let content = """
      r_sku || '|' || r_location || '|' || f_effective_at || '|' || f_quantity || '|' || COALESCE(f_unit_price, '') || '|'
        || COALESCE(f_lot, '')\(extra)
      """
    let columns = """
      source, stage_seq, tbl, line, record, offset, variant, location, lot, expires_on, quantity, kind, effective_at, unit_cost,
        unit_price, reason, document_kind, party, number, document_line, order_number, note, mark
      """
    let party = rule.partySQL
    // To number records of a document or of a content all of them are sorted; most files give documents and lines.
    func exists(_ condition: String) throws -> Bool {
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(stage) WHERE broken = 0 AND \(condition))")
        == true
    }
    let lacksDocument = try exists("f_document IS NULL")
    let ordinal = try exists("f_document IS NOT NULL AND f_line IS NULL") ? Self.ordinal(by: rule) : "NULL"
    let occurrence =
      lacksDocument
      ? """
      CASE WHEN f_mark IS NULL THEN 0 ELSE \(recordedTimes(of: content, documentKind, party)) END
        + ROW_NUMBER() OVER (
          PARTITION BY broken, f_mark IS NULL, f_document IS NULL, \(party), \(content) ORDER BY seq)
      """ : "NULL"
    try database.execute(
      sql: """
        INSERT INTO temp.merged_movements (\(columns))
        SELECT '\(source)', seq, tbl, line, record, offset, r_sku, r_location, f_lot, f_expires_on, \(quantity), \(kind),
          f_effective_at, f_unit_cost, f_unit_price, r_reason, '\(documentKind)', \(party), COALESCE(f_document, ''),
          CASE WHEN f_document IS NULL THEN content || '#' || occurrence
            WHEN f_line IS NOT NULL THEN f_line WHEN f_mark IS NULL THEN '#' || ordinal
            WHEN instr(f_mark, ':') THEN '#' || substr(f_mark, instr(f_mark, ':') + 1) ELSE '#' || f_mark END,
          f_order_number, f_note, f_mark
        FROM (SELECT *, \(lacksDocument ? content : "NULL") AS content, \(ordinal) AS ordinal, \(occurrence) AS occurrence
          FROM \(stage))
        WHERE broken = 0 ORDER BY seq;
        """)
    if rule.kinds != nil { return try passOverNothing(source) }
    try database.execute(
      sql: """
        INSERT INTO temp.merged_movements (\(columns))
        SELECT '\(source)', m.stage_seq, m.tbl, m.line, m.record, m.offset, m.variant, s.r_to_location, m.lot, m.expires_on,
          -m.quantity, m.kind, m.effective_at, m.unit_cost, m.unit_price, m.reason, m.document_kind, m.party, m.number,
          m.document_line || ' in', m.order_number, m.note, m.mark
        FROM temp.merged_movements m JOIN \(stage) s ON s.seq = m.stage_seq
        WHERE m.source = '\(source)' AND m.kind = 'transfer' ORDER BY m.seq;
        """)
  }

  /// SQL for how often the ledger has a record of that content without a document: the highest number among those that
  /// were not undone.
  private func recordedTimes(of content: String, _ documentKind: String, _ party: String) -> String {
    """
    (SELECT COALESCE(MAX(CAST(substr(x.document_line, length(\(content)) + 2) AS INTEGER)), 0)
      FROM documents d JOIN movements x ON x.document_id = d.id
      WHERE d.kind = '\(documentKind)' AND d.party = \(party) AND d.number = ''
        AND x.document_line > \(content) || '#' AND x.document_line < \(content) || '$'
        AND \(CancelledMovements.isLive("x")))
    """
  }

  /// Takes out sales and receipts of nothing, once the lines of their documents are numbered.
  private func passOverNothing(_ source: String) throws {
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT stage_seq, source, \(Problem.Code.quantityZero.sqlColumns), 'quantity', '0', 'the quantity is 0, so nothing is recorded',
          'Write the quantity that was moved, or leave the record out.', tbl, line, record, offset
        FROM temp.merged_movements WHERE source = '\(source)' AND quantity = 0;
        DELETE FROM temp.merged_movements WHERE source = '\(source)' AND quantity = 0;
        """)
  }

  /// SQL for whether a planned movement is the second half of a transfer.
  static let isArrival = "m.kind = 'transfer' AND m.document_line LIKE '% in'"

  /// SQL for whether a planned movement is written, apart from the second half of a transfer: guards look at one record
  /// of the file once.
  static let isWrittenOnce = "m.action \(PlanAction.isWrittenSQL) AND NOT (m.kind = 'transfer' AND m.quantity > 0)"

  private func decideMovements() throws {
    // Of new documents nothing is recorded, so nothing is written down about their lines either.
    let isKnownDocument = """
      EXISTS (SELECT 1 FROM documents k WHERE k.kind = m.document_kind AND k.party = m.party AND k.number = m.number)
      """
    try database.execute(
      sql: """
        -- A line that was undone is not recorded; of all revisions of a document, one at the most has it live.
        UPDATE temp.merged_movements AS m SET
          target = (SELECT x.id FROM documents d JOIN movements x ON x.document_id = d.id AND x.document_line = m.document_line
            WHERE d.kind = m.document_kind AND d.party = m.party AND d.number = m.number
              AND \(CancelledMovements.isLive("x")) LIMIT 1)
        WHERE action IS NULL AND \(isKnownDocument);
        """)
    try matchLinesByContent()
    try database.execute(
      sql: """
        -- A record without a number of its own that was corrected and taken already is known by its mark.
        UPDATE temp.merged_movements AS m SET
          target = (SELECT x.id FROM taken_marks k JOIN movements x ON x.id = k.movement_id
            WHERE k.mark = m.mark AND k.is_arrival = (\(Self.isArrival)) AND \(CancelledMovements.isLive("x")))
        WHERE mark IS NOT NULL AND number = '' AND action IS NULL;
        \(Self.takenByOwnMark)
        -- A list of movements may repeat sales, receipts and counts that came in as such.
        UPDATE temp.merged_movements AS m SET
          target = (SELECT x.id FROM documents d JOIN movements x ON x.document_id = d.id AND x.document_line = m.document_line
            WHERE d.number = m.number AND x.variant_id = m.variant AND x.location_id = m.location AND x.kind = m.kind
              AND x.quantity = m.quantity AND x.effective_at = m.effective_at AND \(CancelledMovements.isLive("x")))
        WHERE source = 'movements' AND number != '' AND target IS NULL AND action IS NULL;
        UPDATE temp.merged_movements AS m SET action = CASE WHEN EXISTS (
            SELECT 1 FROM movements x WHERE x.id = m.target AND x.variant_id = m.variant AND x.location_id = m.location
              AND x.quantity = m.quantity AND x.kind = m.kind AND x.effective_at = m.effective_at
              AND (m.unit_price IS NULL OR x.unit_price IS m.unit_price)
              AND (m.unit_cost IS NULL OR x.unit_cost IS m.unit_cost)
              AND (m.reason IS NULL OR x.reason_id IS m.reason)
              AND (m.lot IS NULL OR x.lot_id = (SELECT l.id FROM lots l WHERE l.variant_id = m.variant AND l.lot = m.lot)))
          THEN \(PlanAction.unchanged.sql) ELSE \(PlanAction.conflict.sql) END
        WHERE target IS NOT NULL AND action IS NULL;
        """)
    try settleRepeatedLines()
    try database.execute(sql: "UPDATE temp.merged_movements SET action = \(PlanAction.create.sql) WHERE action IS NULL")
    try reportMovementConflicts(
      "source != 'stock_levels' AND action = \(PlanAction.conflict.sql)",
      what: "is already recorded with different content")
    try takeOrderedCosts()
    try warnOfShorterDocuments()
    try findDocuments(where: isKnownDocument)
  }

  /// The same line of a document twice in the file: once is enough when both say the same.
  private func settleRepeatedLines() throws {
    let isRepeated = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM temp.merged_movements GROUP BY document_kind, party, number, document_line
          HAVING COUNT(*) > 1)
        """)
    guard isRepeated == true else { return }
    try database.execute(
      sql: """
        UPDATE temp.merged_movements AS m SET action = CASE WHEN EXISTS (
            SELECT 1 FROM temp.merged_movements o WHERE o.seq = d.first AND o.variant = m.variant AND o.location = m.location
              AND o.quantity = m.quantity AND o.kind = m.kind AND o.effective_at = m.effective_at
              AND o.unit_price IS m.unit_price AND o.unit_cost IS m.unit_cost AND o.lot IS m.lot
              AND o.reason IS m.reason)
          THEN \(PlanAction.unchanged.sql) ELSE \(PlanAction.conflict.sql) END
        FROM (SELECT seq, MIN(seq) OVER (PARTITION BY document_kind, party, number, document_line) AS first
          FROM temp.merged_movements) AS d
        WHERE d.seq = m.seq AND d.first != m.seq AND m.action IS NULL;
        """)
  }

  /// A document that comes again with fewer lines than are recorded may be a corrected one; what it lacks stays recorded.
  private func warnOfShorterDocuments() throws {
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT m.seq, m.source, \(Problem.Code.documentShorter.sqlColumns), 'document', m.number,
          'document ''' || m.number || ''' has ' || k.lines || ' recorded lines, and the file brings ' || f.known || ' of them',
          ?, m.tbl, m.line, m.record, m.offset
        FROM (SELECT MIN(seq) AS seq, document_kind, party, number, COUNT(target) AS known FROM temp.merged_movements
            WHERE source != 'stock_levels' AND number != '' GROUP BY document_kind, party, number
            HAVING COUNT(mark) = 0 AND COUNT(target) > 0) f
          JOIN temp.merged_movements m ON m.seq = f.seq
          JOIN (SELECT d.kind, d.party, d.number, COUNT(*) AS lines FROM documents d
              JOIN movements x ON x.document_id = d.id
            WHERE \(CancelledMovements.isLive("x")) AND x.reverses IS NULL
              AND (d.kind, d.party, d.number) IN (SELECT document_kind, party, number FROM temp.merged_movements
                WHERE target IS NOT NULL AND number != '')
            GROUP BY d.kind, d.party, d.number) k
            ON k.kind = f.document_kind AND k.party = f.party AND k.number = f.number
        WHERE k.lines > f.known
        """,
      arguments: [
        "If the document was corrected, undo the import that brought it and import this one; otherwise do nothing."
      ])
  }

  /// The document that each new line goes into: the latest of its number, or the next revision of it where a line of the
  /// same name was recorded and undone.
  private func findDocuments(where isKnownDocument: String) throws {
    try database.execute(
      sql: """
        UPDATE temp.merged_movements AS m SET
          (document_id, revision) = (SELECT d.id, d.revision FROM documents d WHERE d.kind = m.document_kind
            AND d.party = m.party AND d.number = m.number ORDER BY d.revision DESC LIMIT 1)
        WHERE action \(PlanAction.isWrittenSQL) AND \(isKnownDocument);
        DROP TABLE IF EXISTS temp.undone_documents;
        CREATE TEMP TABLE undone_documents AS SELECT DISTINCT m.document_id FROM temp.merged_movements m
          JOIN movements x ON x.document_id = m.document_id AND x.document_line = m.document_line
          WHERE m.action \(PlanAction.isWrittenSQL);
        UPDATE temp.merged_movements SET document_id = NULL, revision = revision + 1
        WHERE action \(PlanAction.isWrittenSQL) AND document_id IN (SELECT document_id FROM temp.undone_documents);
        UPDATE temp.merged_movements SET revision = 0 WHERE revision IS NULL;
        """)
  }

  func reportMovementConflicts(_ condition: String, what: String) throws {
    let tills = """
      If a till begins its numbers again each day, --map COLUMN=document for the column of the days makes the day a part of \
      them; --map COLUMN=note --set document=NAME keeps the numbers as notes, and gives all records of the file the number NAME.
      """
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, source, \(Problem.Code.conflict.sqlColumns), 'document',
          CASE number WHEN '' THEN '' ELSE number || ' ' || document_line END,
          CASE number WHEN '' THEN 'the record' ELSE 'line ''' || document_line || ''' of document ''' || number || '''' END
            || ' ' || ?,
          COALESCE((
            SELECT ? || ' If the file corrects ''' || i.source || ''', say `stockroom imports undo ' || i.id || '`, and import it again. '
              || ? FROM movements x JOIN imports i ON i.id = x.import_id WHERE x.id = target), ?),
          tbl, line, record, offset
        FROM temp.merged_movements WHERE \(condition)
        """,
      arguments: [
        what,
        "If the file is wrong, correct it, or record the difference as a new document.", tills,
        "Correct the file, or record the difference as a new document. \(tills)",
      ])
  }
}

extension MovementRule {
  /// SQL over a staged record for what its document's number is unique with.
  var partySQL: String { party.map { "COALESCE(f_\($0), '')" } ?? "''" }
}
