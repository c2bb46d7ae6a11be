internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Counted lines on their way into a count session.
extension StagingArea {
  private static let fields = [
    "count", "location", "section", "sku", "barcode", "lot", "counted_quantity", "counted_at", "counter", "note",
  ]

  /// SQL for a GTIN as it is printed, without the leading zeros of its canonical form.
  static let shortBarcode = """
    CASE WHEN length(f_barcode) != 14 THEN f_barcode WHEN substr(f_barcode, 1, 6) = '000000' THEN substr(f_barcode, 7)
      WHEN substr(f_barcode, 1, 2) = '00' THEN substr(f_barcode, 3)
      WHEN substr(f_barcode, 1, 1) = '0' THEN substr(f_barcode, 2) ELSE f_barcode END
    """

  /// Turns staged count lines into entries-to-be. A blank quantity is not an entry; a code that the catalog does not
  /// know is kept unchanged, for a person to resolve.
  func resolveCountLines(_ context: StagingContext) throws {
    guard staged["count_lines"] != nil || staged["counts"] != nil else { return }
    for (kind, wanted) in [
      ("count_lines", Self.fields), ("counts", ["count", "location", "count_kind", "cut_off_at"]),
    ] {
      if staged[kind] == nil { _ = try inserter(for: kind, fields: wanted) }
      try addFields(wanted, to: kind)
      try addResultColumn("r_location", to: "stage_\(kind)")
    }
    try addResultColumn("r_sku", to: "stage_count_lines")
    for kind in ["count_lines", "counts"] {
      try reportUnknown(
        in: kind, field: "count", where: "f_count IS NULL", code: .noCount, shown: "''",
        what: "the line does not say which count it belongs to",
        remedy: "Enter it with `stockroom count enter N FILE`, or map the column that names the count.")
    }
    try resolveSessions(context)
    try findItems(context)
    try mergeCountLines(policy: context.duplicates["count_lines"] ?? .conflict)
    try reportRecounts(context)
    try reportCountedBeforeRecount()
  }

  /// The sessions that the lines belong to: known ones, and new ones with their location.
  private func resolveSessions(_ context: StagingContext) throws {
    try database.execute(
      sql: """
        CREATE TEMP TABLE merged_sessions (
          code TEXT PRIMARY KEY, session_id INTEGER, location INTEGER, kind TEXT, cut_off_at INTEGER, state TEXT);
        INSERT INTO temp.merged_sessions (code) SELECT DISTINCT f_count FROM (
          SELECT f_count FROM temp.stage_counts WHERE broken = 0
          UNION SELECT f_count FROM temp.stage_count_lines WHERE broken = 0);
        UPDATE temp.merged_sessions AS m SET session_id = s.id, location = s.location_id, state = s.state
          FROM count_sessions s WHERE s.code = m.code;
        UPDATE temp.stage_counts AS c SET r_location = m.location FROM temp.merged_sessions m
          WHERE m.code = c.f_count AND m.location IS NOT NULL AND c.f_location IS NULL;
        UPDATE temp.stage_count_lines AS c SET r_location = m.location FROM temp.merged_sessions m
          WHERE m.code = c.f_count AND m.location IS NOT NULL AND c.f_location IS NULL;
        CREATE INDEX IF NOT EXISTS temp.stage_counts_key ON stage_counts (f_count);
        CREATE INDEX IF NOT EXISTS temp.stage_count_lines_key ON stage_count_lines (f_count);
        """)
    // A new session takes its location from its record, else from its lines, else the default.
    try database.execute(
      sql: """
        UPDATE temp.stage_count_lines AS c SET f_location = COALESCE(f_location,
          (SELECT MAX(s.f_location) FROM temp.stage_counts s WHERE s.f_count = c.f_count))
        WHERE r_location IS NULL
        """)
    for kind in ["counts", "count_lines"] {
      if let location = context.location {
        try database.execute(
          sql: "UPDATE temp.stage_\(kind) SET f_location = ? WHERE f_location IS NULL AND r_location IS NULL",
          arguments: [location])
      }
      try database.execute(
        sql: """
          UPDATE temp.stage_\(kind) AS c SET r_location = (SELECT id FROM locations WHERE code = c.f_location)
          WHERE r_location IS NULL
          """)
      if staged.isMerged("locations") {
        try indexKeys(of: "locations")
        try database.execute(
          sql: """
            UPDATE temp.stage_\(kind) AS c SET
              r_location = (SELECT m.target FROM temp.merged_locations m WHERE m.f_location = c.f_location)
            WHERE r_location IS NULL
            """)
      }
      try database.execute(
        sql: """
          UPDATE temp.stage_\(kind) SET r_location = (SELECT MIN(id) FROM locations)
          WHERE r_location IS NULL AND f_location IS NULL AND (SELECT COUNT(*) FROM locations) = 1
          """)
      try reportUnknown(
        in: kind, field: "location", where: "r_location IS NULL AND f_location IS NOT NULL", code: .unknownReference,
        what: "there is no record '%s' among the locations",
        remedy: "Import the locations first, or correct the code.")
      try reportUnknown(
        in: kind, field: "location", where: "r_location IS NULL", code: .noLocation, shown: "''",
        what: "the record does not say where, and the shop has several locations or none",
        remedy: "Give the location with --location CODE; a file with the column location makes new ones.")
    }
    try database.execute(
      sql: """
        UPDATE temp.merged_sessions AS m SET
          location = COALESCE(
            (SELECT MAX(r_location) FROM temp.stage_counts s WHERE s.f_count = m.code),
            (SELECT MIN(r_location) FROM temp.stage_count_lines s WHERE s.f_count = m.code)),
          kind = COALESCE((SELECT MAX(f_count_kind) FROM temp.stage_counts s WHERE s.f_count = m.code), 'partial'),
          cut_off_at = (SELECT MAX(f_cut_off_at) FROM temp.stage_counts s WHERE s.f_count = m.code)
        WHERE session_id IS NULL
        """)
    try reportUnknown(
      in: "count_lines", field: "location",
      where: "r_location IS NOT (SELECT location FROM temp.merged_sessions m WHERE m.code = f_count)",
      code: .countElsewhere, what: "the count belongs to another location than '%s'",
      remedy: "Use one count for each location.")
    for (states, code, what, remedy): (String, Problem.Code, String, String) in [
      (
        "'approved', 'posted', 'reversed'", .countClosed, "the count '%s' is already approved or posted",
        "Open a new count for what was counted since."
      ),
      (
        "'draft'", .countNotOpen, "the count '%s' is still a draft", "Open it first with `stockroom count start`."
      ),
    ] {
      try reportUnknown(
        in: "count_lines", field: "count",
        where: "f_count IN (SELECT code FROM temp.merged_sessions WHERE state IN (\(states)))", code: code, what: what,
        remedy: remedy)
    }
    try reportUnknown(
      in: "counts", field: "count_kind",
      where: """
        f_count_kind = 'full' AND f_count IN (SELECT m.code FROM temp.merged_sessions m WHERE m.session_id IS NULL
          AND EXISTS (SELECT 1 FROM count_sessions s WHERE s.location_id = m.location AND s.kind = 'full'
            AND s.state NOT IN ('posted', 'reversed')))
        """, code: .fullCountOpen, what: "another full count of the location of '%s' is still open",
      shownField: "count",
      remedy: """
        Post the other one, or enter the lines into it. To have both, open the new one with \
        `stockroom count open --kind full --accept full-count-open`, then import the lines into it.
        """)
  }

  private func findItems(_ context: StagingContext) throws {
    try resolveItems(in: "count_lines", column: "r_sku", context: context, keepsUnknown: true)
    try countPacks(in: "count_lines", quantity: "counted_quantity", context)
    try reportUnknown(
      in: "count_lines", field: "sku", where: "f_sku IS NULL AND f_barcode IS NULL", code: .noItem, shown: "''",
      what: "the line names no item", remedy: "Give a SKU or a barcode.")
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, 'count_lines', \(Problem.Code.unknownCountedItem.sqlColumns), 'sku', COALESCE(f_sku, \(Self.shortBarcode)),
          'the catalog has no item ''' || COALESCE(f_sku, \(Self.shortBarcode)) || '''; it is kept as found',
          'Import the item or name the one it is, before the count is posted.', tbl, line, record, offset
        FROM temp.stage_count_lines WHERE broken = 0 AND r_sku IS NULL AND f_counted_quantity IS NOT NULL
        """)
  }

  private func mergeCountLines(policy: StagingContext.DuplicatePolicy) throws {
    let quantity = policy == .sum ? "g.total" : "s.f_counted_quantity"
    let place = policy == .last ? "MAX(seq)" : "MIN(seq)"
    let total = policy == .sum ? "SUM(f_counted_quantity)" : "NULL"
    let conflict = policy == .conflict ? "MIN(f_counted_quantity) IS NOT MAX(f_counted_quantity)" : "0"
    // A profile that says which line counts has decided about equal ones too.
    let repeats = policy == .conflict ? "COUNT(*)" : "1"
    // Lines that are taken together were counted from the earliest of their times on.
    let earliest = policy == .sum || policy == .conflict ? "g.earliest" : "s.f_counted_at"
    try database.execute(
      sql: """
        CREATE TEMP TABLE merged_count_lines (
          seq INTEGER PRIMARY KEY, tbl INTEGER, line INTEGER, record INTEGER, offset INTEGER, session TEXT, section TEXT,
          variant INTEGER, code TEXT, lot TEXT, quantity INTEGER, counted_at INTEGER, counter TEXT, note TEXT,
          target INTEGER, action TEXT, repeats INTEGER, entry INTEGER, session_id INTEGER, lot_id INTEGER, round INTEGER,
          earliest INTEGER);
        INSERT INTO temp.merged_count_lines (
          seq, tbl, line, record, offset, session, section, variant, code, lot, quantity, counted_at, counter, note, action,
          repeats, earliest)
        SELECT s.seq, s.tbl, s.line, s.record, s.offset, s.f_count, COALESCE(s.f_section, ''), s.r_sku,
          COALESCE(s.f_sku, \(Self.shortBarcode)), s.f_lot, \(quantity), s.f_counted_at, COALESCE(s.f_counter, ''), s.f_note,
          CASE WHEN g.conflict THEN \(PlanAction.conflict.sql) END, g.repeats, \(earliest)
        FROM (SELECT \(place) AS place, \(total) AS total, \(conflict) AS conflict, \(repeats) AS repeats,
            MIN(f_counted_at) AS earliest
          FROM temp.stage_count_lines
          WHERE broken = 0 AND f_counted_quantity IS NOT NULL
          GROUP BY f_count, COALESCE(f_section, ''), COALESCE(r_sku, f_sku, f_barcode), f_lot,
            \(CounterIdentity.sql("COALESCE(f_counter, '')"))) g
        JOIN temp.stage_count_lines s ON s.seq = g.place;
        -- A lot that the shop does not have yet is like no lot that it has.
        UPDATE temp.merged_count_lines AS m SET
          session_id = (SELECT s.session_id FROM temp.merged_sessions s WHERE s.code = m.session),
          lot_id = CASE WHEN m.lot IS NOT NULL THEN
            COALESCE((SELECT l.id FROM lots l WHERE l.variant_id = m.variant AND l.lot = m.lot), -1) END;
        UPDATE temp.merged_count_lines AS m SET round = \(CountRecounts.round("m.session_id", "m.variant"));
        """)
    for sameItem in ["e.variant_id = m.variant", "m.variant IS NULL AND e.variant_id IS NULL AND e.code = m.code"] {
      // An entry supersedes one of exactly the same name, so the line takes the spelling of the entry that it replaces.
      try database.execute(
        sql: """
          UPDATE temp.merged_count_lines AS m SET counter = COALESCE(
            (SELECT COALESCE(MAX(CASE WHEN e.counter = m.counter THEN e.counter END), MAX(e.counter))
              FROM count_entries e WHERE e.session_id = m.session_id AND \(sameItem) AND e.section = m.section
              AND e.round = m.round AND e.superseded_by IS NULL AND \(CounterIdentity.areSame("e.counter", "m.counter"))),
            counter)
          WHERE session_id IS NOT NULL
          """)
      let target = "e.superseded_by IS NULL AND \(sameItem) AND \(CountEntries.areSameCounting("m", "e"))"
      try database.execute(
        sql: """
          UPDATE temp.merged_count_lines AS m SET target = (SELECT MAX(e.id) FROM count_entries e WHERE \(target))
          WHERE session_id IS NOT NULL AND target IS NULL;
          UPDATE temp.merged_count_lines AS m SET action = CASE
            WHEN (SELECT COUNT(*) FROM count_entries e WHERE \(target)) = 1
              AND EXISTS (SELECT 1 FROM count_entries e WHERE e.id = m.target AND e.quantity = m.quantity
                AND e.lot_id IS m.lot_id AND (m.counted_at IS NULL OR e.counted_at IS m.counted_at)) THEN \(PlanAction.unchanged.sql)
            ELSE \(PlanAction.update.sql) END
          WHERE action IS NULL AND target IS NOT NULL;
          """)
    }
    try database.execute(
      sql: """
        UPDATE temp.merged_count_lines SET action = \(PlanAction.create.sql) WHERE action IS NULL;
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, 'count_lines', \(Problem.Code.conflict.sqlColumns), 'counted_quantity', code,
          '''' || code || ''' is counted twice in one section with different quantities',
          'Keep one of the lines, name their sections, or say in the profile which counts (duplicates: last or sum).',
          tbl, line, record, offset
        FROM temp.merged_count_lines WHERE action = \(PlanAction.conflict.sql);
        """)
    staged.noteMerged("count_lines")
  }

  /// Reports a recount by another person than the counters before. In a shop of one person it is only a notice.
  func reportRecounts(_ context: StagingContext) throws {
    guard staged.isMerged("count_lines") else { return }
    let severity = context.isSinglePerson ? "warning" : "error"
    let same = """
      m.counter <> '' AND EXISTS (SELECT 1 FROM count_entries e WHERE e.session_id = m.session_id
        AND e.variant_id = m.variant AND e.round < m.round AND e.superseded_by IS NULL
        AND \(CounterIdentity.areSame("e.counter", "m.counter")))
      """
    for (condition, code, message, remedy): (String, Problem.Code, String, String) in [
      (
        "m.counter = ''", .recountWithoutCounter,
        "'''' || m.code || ''' is to be counted again, and the line does not say who counted it'",
        "Name the counter with --counter NAME or in the column counter."
      ),
      (
        same, .recountBySameCounter,
        "'''' || m.code || ''' is to be counted again by another counter than ' || m.counter",
        "Have somebody else count it, or let a manager decide with `stockroom reconcile N --decide SKU=QUANTITY`."
      ),
    ] {
      try database.execute(
        sql: """
          INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
          SELECT m.seq, 'count_lines', ?, ?, 'counter', m.counter, \(message), ?, m.tbl, m.line, m.record, m.offset
          FROM temp.merged_count_lines m
          WHERE m.round > 0 AND m.variant IS NOT NULL AND m.action \(PlanAction.isWrittenSQL) AND \(condition)
          """, arguments: [code.id, severity, remedy])
    }
    guard !context.isSinglePerson else { return }
    try database.execute(
      sql: """
        DELETE FROM temp.merged_count_lines WHERE seq IN (
          SELECT seq FROM temp.problems WHERE code IN (\(Problem.Code.recountWithoutCounter.sql), \(Problem.Code.recountBySameCounter.sql)))
        """)
  }

  /// Reports lines that are taken as recounts although they were counted before the recounts were asked for. A paper may be entered
  /// so late; a scanner's file that comes late has the first count of the item instead.
  private func reportCountedBeforeRecount() throws {
    guard staged.isMerged("count_lines") else { return }
    let code = Problem.Code.countedBeforeRecount
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT m.seq, 'count_lines', \(code.sqlColumns), 'sku', m.code,
          'the item ''' || m.code || ''' was counted ' || guard_moment(m.earliest) || ', before its recount was asked for, '
            || guard_moment(r.asked_at) || ', and is taken as the recount',
          ?, m.tbl, m.line, m.record, m.offset
        FROM temp.merged_count_lines m JOIN count_recounts r
          ON r.session_id = m.session_id AND r.variant_id = m.variant AND r.round = m.round
        WHERE m.earliest < r.asked_at AND m.action \(PlanAction.isWrittenSQL)
        ORDER BY m.seq
        """, arguments: [code.remedy])
  }
}
