internal import GRDB
internal import RetailValues

/// Counted lines that can be true and are hardly ever: the shelf that somebody else has counted already, and another count's file.
extension StagingArea {
  /// Finds new lines of an item that another counter has entered for the same section, in the shop or in this file: they add up,
  /// although the second may have counted the same goods once more. Sections whose codes differ in capital letters alone are taken
  /// for one. Who that was and how much is not said: counts may be blind.
  func findCountedByAnother() throws {
    guard staged.isMerged("count_lines") else { return }
    func addsUp(to other: String) -> String {
      """
      lower(\(other).section) = lower(m.section) AND (\(other).section <> m.section OR \(other).counter <> m.counter)
        AND (\(other).lot_id IS NULL OR m.lot_id IS NULL OR \(other).lot_id = m.lot_id)
      """
    }
    func otherSection(_ other: String) -> String {
      "CASE WHEN \(other).section <> m.section THEN \(other).section END AS other_section"
    }
    try add(
      .countedByAnother,
      """
      SELECT m.seq AS seq, 'count_lines' AS kind, 'counted_quantity' AS field, guard_amount(m.quantity, 'quantity') AS value,
        '''' || m.code || '''' || CASE m.section WHEN '' THEN '' ELSE ' of section ''' || m.section || '''' END
          || CASE WHEN COUNT(*) = COUNT(m.other_section)
            THEN ' was counted in section ''' || MIN(m.other_section) || ''' already' ELSE ' was counted by another counter already' END
          || ', and ' || guard_amount(m.quantity, 'quantity') || ' would be added' AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM (
        SELECT m.*, \(otherSection("e")) FROM temp.merged_count_lines m JOIN count_entries e ON e.session_id = m.session_id
          AND e.variant_id = m.variant AND e.superseded_by IS NULL AND e.round = m.round AND \(addsUp(to: "e"))
        WHERE m.action = \(PlanAction.create.sql) AND m.variant IS NOT NULL AND m.quantity > 0 AND e.quantity > 0
        UNION ALL
        SELECT m.*, \(otherSection("o")) FROM temp.merged_count_lines m JOIN temp.merged_count_lines o ON o.session = m.session
          AND o.variant = m.variant AND o.seq < m.seq AND \(addsUp(to: "o"))
        WHERE m.action = \(PlanAction.create.sql) AND o.action = \(PlanAction.create.sql)
          AND m.quantity > 0 AND o.quantity > 0) m
      GROUP BY m.seq ORDER BY m.seq
      """)
  }

  /// Finds lines that a file has more than once for one item, section, lot and counter, with the same quantity: that is taken
  /// once, although the lines may be parts that add up, such as scans of one piece each.
  func findCountedTwice() throws {
    guard staged.isMerged("count_lines") else { return }
    try add(
      .countedTwice,
      """
      SELECT m.seq AS seq, 'count_lines' AS kind, 'counted_quantity' AS field, guard_amount(m.quantity, 'quantity') AS value,
        '''' || m.code || '''' || CASE m.section WHEN '' THEN '' ELSE ' of section ''' || m.section || '''' END
          || ' is counted ' || m.repeats || ' times with ' || guard_amount(m.quantity, 'quantity') || ', and would be taken once'
          || COALESCE(', not as ' || guard_amount(m.quantity * m.repeats, 'quantity'), '') AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM temp.merged_count_lines m
      WHERE m.repeats > 1 AND m.quantity > 0 AND m.action \(PlanAction.isWrittenSQL)
      ORDER BY m.seq
      """)
  }

  /// Finds lines of days more than a month before their count was opened, and before its cut-off: most likely they are those of
  /// another count. A count that the file itself makes may be one of long ago, and so may a day that a person gives.
  func findLinesBeforeCount(_ context: StagingContext) throws {
    guard staged.isMerged("count_lines"), !context.isCountTimeGiven else { return }
    let month: Int64 = 31 * 86_400_000
    try add(
      .dateFarOff,
      """
      SELECT m.seq AS seq, 'count_lines' AS kind, 'counted_at' AS field, guard_moment(m.counted_at) AS value,
        'the time ' || guard_moment(m.counted_at) || ' lies more than a month before count ''' || m.session
          || ''', which was opened ' || guard_moment(s.opened_at) AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM temp.merged_count_lines m JOIN count_sessions s ON s.id = m.session_id
      WHERE m.action \(PlanAction.isWrittenSQL)
        AND m.counted_at < MIN(s.opened_at, COALESCE(s.cut_off_at, s.opened_at)) - \(month)
      ORDER BY m.seq
      """)
  }
}
