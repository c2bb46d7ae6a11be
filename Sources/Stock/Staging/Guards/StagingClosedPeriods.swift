internal import GRDB
internal import RetailValues

/// Movements of days for which the books are closed.
extension StagingArea {
  /// Finds movements that an import would add to closed periods. The reports of those days would change, and the
  /// journal would book what follows from them in the open period.
  ///
  /// A time that lies too far back is asked about already.
  func findMovementsOfClosedPeriods() throws {
    guard staged.hasMovements else { return }
    let clock = settings.clock
    let periods = try Row.fetchAll(
      database, sql: "SELECT id, last_day FROM periods WHERE reopened_at IS NULL ORDER BY last_day"
    ).map { row -> (number: Int64, day: CalendarDate, end: Int64) in
      let day = CalendarDate(daysSince1970: row["last_day"])
      let end = clock.timestamp(CalendarDate(daysSince1970: day.daysSince1970 + 1))
      return (row["id"], day, end.millisecondsSince1970)
    }
    guard let last = periods.last else { return }
    let values = periods.map { "(\($0.number), '\($0.day)', \($0.end))" }.joined(separator: ", ")
    try add(
      .closedPeriod,
      """
      WITH closed (number, last_day, end_at) AS (VALUES \(values))
      SELECT m.stage_seq AS seq, m.source AS kind, 'effective_at' AS field, guard_moment(m.effective_at) AS value,
        'the movement of ''' || \(try sku("m.variant")) || ''' at ' || guard_moment(m.effective_at) || ' is in period '
          || c.number || ' through ' || c.last_day || ', which is closed; movements of that period in the file: '
          || COUNT(*) OVER (PARTITION BY c.number) AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM (
        SELECT m.*, (SELECT MIN(c.end_at) FROM closed c WHERE c.end_at > m.effective_at) AS end_at
        FROM temp.merged_movements m
        WHERE \(Self.isWrittenOnce) AND m.effective_at < \(last.end) AND (m.source, m.stage_seq) NOT IN (
            SELECT p.kind, p.seq FROM temp.problems p WHERE p.code = '\(GuardCode.dateFarOff.rawValue)')
      ) m JOIN closed c ON c.end_at = m.end_at
      ORDER BY m.seq
      """)
  }
}
