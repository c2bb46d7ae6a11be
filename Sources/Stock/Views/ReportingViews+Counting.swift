internal import RetailValues

/// The views of how far counts have come, for all who may see which counts there are.
///
/// A counter must not learn from them what others found. Quantities are only in columns that are NULL for people who
/// may not see what is expected, and names only in columns that are NULL for people who may not see persons.
extension ReportingViews {
  private static let isLive = "e.superseded_by IS NULL"
  private static let entriesOfSession = "FROM count_entries e WHERE e.session_id = s.id"

  /// Sections and counters are counted by items; what is under a code that the catalog does not know is one by its code.
  private static let items = "COUNT(DISTINCT COALESCE('#' || e.variant_id, e.code))"

  static let counting: [ReportingView] = [
    ReportingView(
      "report_count_progress", rows: .places,
      columns: [
        .places: [
          "session_id", "sheet_items", "counted_items", "left_items", "excluded_items", "unexpected_items",
          "unknown_codes", "entries", "superseded_entries", "recounted_items", "recounts_open", "last_entered_at",
        ]
      ],
      """
      How far each count session has come, in numbers of items. sheet_items is 0 for a count without a sheet; counted_items \
      are those of the sheet, zero included; left_items those that neither were nor are excluded; unexpected_items those found \
      that are not on it; unknown_codes what the catalog does not know. recounts_open are the recounts that were asked for and have not come in.
      """,
      """
      SELECT s.id AS session_id,
        (SELECT COUNT(DISTINCT c.variant_id) FROM count_sheet c WHERE c.session_id = s.id) AS sheet_items,
        (SELECT COUNT(DISTINCT c.variant_id) FROM count_sheet c WHERE c.session_id = s.id AND \(isCounted)) AS counted_items,
        (SELECT COUNT(DISTINCT c.variant_id) FROM count_sheet c WHERE c.session_id = s.id AND NOT \(isCounted)
          AND NOT \(isExcluded)) AS left_items,
        (SELECT COUNT(DISTINCT c.variant_id) FROM count_sheet c WHERE c.session_id = s.id AND \(isExcluded)) AS excluded_items,
        CASE WHEN EXISTS (SELECT 1 FROM count_sheet c WHERE c.session_id = s.id) THEN (
          SELECT COUNT(DISTINCT e.variant_id) \(entriesOfSession) AND \(isLive) AND e.variant_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM count_sheet c WHERE c.session_id = s.id AND c.variant_id = e.variant_id)
          ) ELSE 0 END AS unexpected_items,
        (SELECT COUNT(DISTINCT e.code) \(entriesOfSession) AND \(isLive) AND e.variant_id IS NULL AND e.quantity > 0) AS unknown_codes,
        (SELECT COUNT(*) \(entriesOfSession) AND \(isLive)) AS entries,
        (SELECT COUNT(*) \(entriesOfSession) AND e.superseded_by IS NOT NULL) AS superseded_entries,
        (SELECT COUNT(DISTINCT r.variant_id) FROM count_recounts r WHERE r.session_id = s.id) AS recounted_items,
        (SELECT COUNT(DISTINCT o.variant_id) FROM (\(CountRecounts.open)) o WHERE o.session_id = s.id) AS recounts_open,
        (SELECT MAX(e.entered_at) \(entriesOfSession)) AS last_entered_at
      FROM count_sessions s
      """
    ),
    ReportingView(
      "report_count_sections", rows: .places,
      columns: [
        .places: ["session_id", "section", "counted_at", "entered_items", "recounted_items", "last_entered_at"]
      ],
      """
      What was counted in each section of a count: entered_items are different items or codes, recounted_items those of them \
      that were counted again. section is empty for the location as a whole; counted_at is the section's own time, where it \
      has one.
      """,
      """
      SELECT k.session_id, k.section, t.counted_at, COALESCE(q.items, 0) AS entered_items,
        COALESCE(q.recounts, 0) AS recounted_items, q.last_entered_at
      FROM (
        SELECT n.session_id, n.section FROM count_entries n WHERE n.superseded_by IS NULL
        UNION SELECT n.session_id, n.section FROM count_sections n
      ) k
        LEFT JOIN count_sections t ON t.session_id = k.session_id AND t.section = k.section
        LEFT JOIN (
          SELECT e.session_id, e.section, \(items) AS items,
            COUNT(DISTINCT CASE WHEN e.round > 0 THEN e.variant_id END) AS recounts, MAX(e.entered_at) AS last_entered_at
          FROM count_entries e WHERE \(isLive) GROUP BY e.session_id, e.section
        ) q ON q.session_id = k.session_id AND q.section = k.section
      """
    ),
    ReportingView(
      "report_count_shares", rows: .places,
      columns: [
        .places: [
          "session_id", "section", "counter_shown", "entered_items", "recounted_items", "counted_shown_milli",
          "last_entered_at",
        ]
      ],
      """
      What each counter entered in each section of a count. Names that differ only in capital letters or in spaces \
      around them are one counter, as in the status of the count. counter_shown is empty when nobody is named, and NULL \
      for readers who may not see persons; counted_shown_milli is NULL for readers who may not see what was counted.
      """,
      """
      SELECT q.session_id, q.section, CASE WHEN reader_sees('person') THEN q.name END AS counter_shown, q.entered_items,
        q.recounted_items, CASE WHEN reader_sees('expected') THEN q.counted END AS counted_shown_milli, q.last_entered_at
      FROM (
        SELECT e.session_id, e.section, MIN(e.counter) AS name, \(items) AS entered_items,
          COUNT(DISTINCT CASE WHEN e.round > 0 THEN e.variant_id END) AS recounted_items, SUM(e.quantity) AS counted,
          MAX(e.entered_at) AS last_entered_at
        FROM count_entries e WHERE \(isLive) GROUP BY e.session_id, e.section, \(CounterIdentity.sql("e.counter"))
      ) q
      """
    ),
    ReportingView(
      "report_count_sheet", rows: .places,
      columns: [.places: ["session_id", "variant_id", "sheet_state"]],
      """
      What is to be counted in each session that has a sheet. sheet_state is uncounted, counted, excluded, or recount for \
      what is to be counted again; readers who may not see what is expected see counted in place of recount.
      """,
      """
      SELECT c.session_id, c.variant_id,
        CASE WHEN \(isExcluded) THEN 'excluded' WHEN NOT \(isCounted) THEN 'uncounted'
          WHEN reader_sees('expected') AND EXISTS (SELECT 1 FROM (\(CountRecounts.open)) o
            WHERE o.session_id = c.session_id AND o.variant_id = c.variant_id) THEN 'recount'
          ELSE 'counted' END AS sheet_state
      FROM (SELECT DISTINCT d.session_id, d.variant_id FROM count_sheet d) c
      """
    ),
  ]

  /// Whether an item `c` of a sheet was counted.
  private static let isCounted = """
    EXISTS (SELECT 1 FROM count_entries e WHERE e.session_id = c.session_id AND e.variant_id = c.variant_id
      AND \(isLive))
    """

  /// Whether it is left out of the count: the last decision about that holds.
  private static let isExcluded = """
    COALESCE((SELECT 1 - x.is_withdrawn FROM count_rulings x WHERE x.session_id = c.session_id
      AND x.variant_id = c.variant_id AND x.topic = 'exclusion' ORDER BY x.id DESC LIMIT 1), 0) = 1
    """
}
