package import GRDB
package import RetailValues

/// The lines of the journal that no closed period holds, in a temporary table: one for each movement that is booked.
///
/// An entry follows from the movements, so it is the same in every run; what has been closed stays as it was closed. What a
/// closed entry would be otherwise today is booked as a revaluation, what was taken back as a reversal, in the open period.
package struct JournalLines {
  let database: Database
  /// The last day of the last closed period, counted from 1970-01-01; nil if no period is closed.
  let closedThrough: Int64?

  /// Fills `temp.journal_lines`; the transaction that it is filled in is to be rolled back, or ``drop()`` to be called.
  ///
  /// - Parameter days: the days whose lines are needed, counted from 1970-01-01; nil for all. Lines of other days may be missing.
  package init(
    _ database: Database, accounts: JournalAccounts, clock: ShopClock, days: ClosedRange<Int64>? = nil
  ) throws {
    self.database = database
    closedThrough = try JournalPeriods.closedThrough(database)
    for function in Self.functions(accounts, clock) { database.add(function: function) }
    try drop()
    try database.execute(sql: Self.closedTable)
    // What is open has no day that is closed.
    if let days, let closedThrough, days.upperBound <= closedThrough {
      try database.execute(sql: Self.linesColumns)
      return
    }
    try database.execute(sql: Self.closedRows)
    // While no period is closed a line has the day of its movement, as have all lines of its entry and the lines that it
    // corrects. A day and its neighbours cover the day in every time zone.
    let millisecondsOfDay: Int64 = 86_400_000
    let moments = closedThrough == nil ? days : nil
    try database.execute(
      sql: Self.chainTable,
      arguments: [
        "first": moments.map { ($0.lowerBound - 1) * millisecondsOfDay } ?? .min,
        "last": moments.map { ($0.upperBound + 2) * millisecondsOfDay } ?? .max,
      ])
    try database.execute(sql: Self.linesColumns)
    try database.execute(
      sql: Self.linesRows, arguments: ["closed": closedThrough, "first_open": (closedThrough ?? Int64.min) &+ 1])
    try database.execute(
      sql: """
        CREATE INDEX temp.journal_lines_by_entry ON journal_lines(entry, account, loss);
        CREATE INDEX temp.journal_lines_by_movement ON journal_lines(movement_id);
        """)
  }

  package func drop() throws {
    for table in ["journal_lines", "journal_chain", "journal_closed"] {
      try database.execute(sql: "DROP TABLE IF EXISTS temp.\(table)")
    }
  }

  private static func functions(_ accounts: JournalAccounts, _ clock: ShopClock) -> [DatabaseFunction] {
    [
      DatabaseFunction("journal_day", argumentCount: 1, pure: true) { values in
        Int64.fromDatabaseValue(values[0]).map {
          Int64(clock.date(of: Timestamp(millisecondsSince1970: $0)).daysSince1970)
        }
      },
      DatabaseFunction("journal_date", argumentCount: 1, pure: true) { values in
        Int64.fromDatabaseValue(values[0]).map { CalendarDate(daysSince1970: Int($0)).description }
      },
      DatabaseFunction("journal_name", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(JournalEntryID.safe)
      },
      DatabaseFunction("inventory_account", argumentCount: 2, pure: true) { values in
        accounts.inventory(
          location: String.fromDatabaseValue(values[0]) ?? "", category: String.fromDatabaseValue(values[1]))
      },
      DatabaseFunction("opening_account", argumentCount: 2, pure: true) { values in
        accounts.opening(
          location: String.fromDatabaseValue(values[0]) ?? "", category: String.fromDatabaseValue(values[1]))
      },
      // Location, category, code, class and account of the reason.
      DatabaseFunction("loss_account", argumentCount: 5, pure: true) { values in
        let texts = values.map { String.fromDatabaseValue($0) }
        return accounts.loss(
          Reason(
            code: texts[2] ?? "unknown", name: "", lossClass: texts[3].flatMap { LossClass(rawValue: $0) } ?? .unknown,
            account: texts[4] ?? "Expenses:Shrinkage:Unknown"), location: texts[0] ?? "", category: texts[1])
      },
    ]
  }

  /// The data of each movement in closed periods; the entry and the accounts are those of its first booking.
  private static let closedTable = """
    CREATE TEMP TABLE journal_closed (
      movement_id INTEGER PRIMARY KEY, first_period INTEGER, entry TEXT, loss INTEGER, inventory_account TEXT,
      other_account TEXT)
    """

  private static let closedRows = """
    INSERT INTO temp.journal_closed
    SELECT c.movement_id, MIN(c.period_id), c.entry, w.loss, c.inventory_account, c.other_account
    FROM closed_movements c JOIN periods p ON p.id = c.period_id AND p.reopened_at IS NULL
      JOIN (SELECT movement_id, SUM(loss) AS loss FROM closed_movements
        WHERE period_id IN (SELECT id FROM periods WHERE reopened_at IS NULL) GROUP BY movement_id) w
        ON w.movement_id = c.movement_id
    GROUP BY c.movement_id
    """

  /// Every booked movement. A reversal follows the movement that it reverses, with the opposite of its value.
  ///
  /// A movement in a closed period has the value at the time of closing; `current` is its value today.
  private static let chainTable = """
    CREATE TEMP TABLE journal_chain (
      movement_id INTEGER PRIMARY KEY, previous INTEGER, kind TEXT, session_id INTEGER, reason_id INTEGER, value INTEGER,
      current INTEGER, inventory TEXT, other TEXT, unit TEXT, is_closed INTEGER, is_cancelled INTEGER);
    INSERT INTO temp.journal_chain
    WITH RECURSIVE chain (movement_id, previous, kind, session_id, reason_id, value, current, inventory, other, unit,
      is_closed, is_cancelled) AS (
      SELECT j.movement_id, NULL, j.kind, j.session_id, j.reason_id,
        CASE WHEN c.movement_id IS NULL THEN j.loss_cost_minor ELSE c.loss END, j.loss_cost_minor,
        COALESCE(c.inventory_account, inventory_account(l.code, g.code)),
        COALESCE(c.other_account, CASE WHEN j.kind = 'opening' THEN opening_account(l.code, g.code)
          ELSE loss_account(l.code, g.code, r.code, r.loss_class, r.account) END),
        COALESCE(p.stock_unit, 'each'), c.movement_id IS NOT NULL, j.is_cancelled
      FROM report_journal_movements j JOIN variants v ON v.id = j.variant_id JOIN products p ON p.id = v.product_id
        JOIN locations l ON l.id = j.location_id LEFT JOIN categories g ON g.id = p.category_id
        LEFT JOIN reasons r ON r.id = j.reason_id LEFT JOIN temp.journal_closed c ON c.movement_id = j.movement_id
      WHERE j.effective_at >= :first AND j.effective_at <= :last
      UNION ALL
      SELECT m.id, b.movement_id, b.kind, b.session_id, b.reason_id,
        CASE WHEN c.movement_id IS NULL THEN -b.value ELSE c.loss END, NULL, b.inventory, b.other, b.unit,
        c.movement_id IS NOT NULL, 1
      FROM chain b JOIN movements m ON m.reverses = b.movement_id LEFT JOIN temp.journal_closed c ON c.movement_id = m.id
    )
    SELECT * FROM chain
    """

  private static let linesColumns = """
    CREATE TEMP TABLE journal_lines (
      movement_id INTEGER NOT NULL, kind TEXT NOT NULL, entry TEXT NOT NULL, day INTEGER NOT NULL,
      effective_day INTEGER NOT NULL, loss INTEGER, account TEXT NOT NULL, other_account TEXT NOT NULL, unit TEXT NOT NULL,
      quantity INTEGER NOT NULL, reason_id INTEGER, location_id INTEGER NOT NULL, session_id INTEGER,
      document_id INTEGER NOT NULL, import_id INTEGER, corrected INTEGER)
    """

  /// SQL for the entry of a count, by its session `s` and its location `l`.
  ///
  /// A restatement has the time of the line that it corrects, also where the line had no variance and so no movement.
  static func countEntry(day: String) -> String {
    "'count-' || journal_name(s.code) || '-' || journal_name(l.code) || '-' || journal_date(\(day))"
  }

  /// The lines that are open: what no closed period holds, and what a closed one has at another value.
  private static let linesRows = """
    INSERT INTO temp.journal_lines
    SELECT q.movement_id, q.kind,
      CASE q.kind
        WHEN 'count' THEN \(countEntry(day: "q.effective_day"))
        WHEN 'revaluation' THEN 'revaluation-' || journal_date(q.day) || '-'
          || MIN(q.movement_id) OVER (PARTITION BY q.kind, q.closed_entry)
        ELSE q.kind || '-' || MIN(q.movement_id) OVER (PARTITION BY q.kind, q.root_kind, q.document_id, q.import_id,
          q.recorded_at, q.location_id, q.effective_day) END,
      q.day, q.effective_day, q.loss, q.inventory, q.other, q.unit, q.quantity, q.reason_id, q.location_id, q.session_id,
      q.document_id, q.import_id, q.corrected
    FROM (
      SELECT c.movement_id, c.kind AS root_kind, CASE WHEN c.previous IS NULL THEN c.kind ELSE 'reversal' END AS kind,
        c.value AS loss, c.inventory, c.other, c.unit, m.quantity, c.reason_id, m.location_id, c.session_id, m.document_id,
        m.import_id, m.recorded_at, NULL AS closed_entry,
        CASE WHEN c.previous IS NOT NULL THEN c.previous WHEN c.kind = 'restatement' THEN (
          SELECT t.movement_id FROM count_restatements r JOIN count_lines t ON t.id = r.line_id
          WHERE r.movement_id = c.movement_id) END AS corrected,
        journal_day(m.effective_at) AS effective_day,
        CASE WHEN :closed IS NULL OR journal_day(m.effective_at) > :closed THEN journal_day(m.effective_at)
          ELSE MAX(journal_day(m.recorded_at), :first_open) END AS day
      FROM temp.journal_chain c JOIN movements m ON m.id = c.movement_id WHERE NOT c.is_closed
      UNION ALL
      SELECT c.movement_id, c.kind, 'revaluation', COALESCE(c.current, 0) - COALESCE(c.value, 0), c.inventory, c.other,
        c.unit, m.quantity, c.reason_id, m.location_id, c.session_id, m.document_id, m.import_id, m.recorded_at, d.entry,
        c.movement_id, journal_day(m.effective_at), :first_open
      FROM temp.journal_chain c JOIN movements m ON m.id = c.movement_id
        JOIN temp.journal_closed d ON d.movement_id = c.movement_id
      WHERE c.is_closed AND NOT c.is_cancelled AND c.previous IS NULL AND COALESCE(c.current, 0) <> COALESCE(c.value, 0)
    ) q JOIN locations l ON l.id = q.location_id LEFT JOIN count_sessions s ON s.id = q.session_id
    """
}
