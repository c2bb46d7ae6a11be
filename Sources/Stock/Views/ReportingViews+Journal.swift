internal import RetailValues

extension ReportingViews {
  /// A loss at cost in minor units from a quantity and a unit cost: rounded once, half away from zero; NULL where unknown.
  private static func loss(_ quantity: String, at cost: String) -> String {
    value("-\(quantity)", atLookedUp: cost, divisor: "s.cost_divisor")
  }

  /// The views from which the journal is made.
  static let journal: [ReportingView] = [
    ReportingView(
      "report_journal_movements", rows: .cost,
      columns: [
        .cost: [
          "movement_id", "kind", "variant_id", "location_id", "effective_at", "recorded_at", "session_id", "reason_id",
          "loss_milli", "loss_cost_minor", "is_cancelled",
        ]
      ],
      """
      Every movement that the journal books, with what it takes out of the stock at cost (a loss is positive, opening stock \
      negative, NULL without a cost). kind is opening, count, restatement or movement. Reversals are not among them: a \
      reversal is booked as the opposite of what it reverses, and is_cancelled is 1 for what was reversed. The restatements \
      of a line add up to what report_count_lines has as its restated value.
      """,
      """
      SELECT m.id AS movement_id, 'count' AS kind, m.variant_id, m.location_id, m.effective_at, m.recorded_at,
        cl.session_id, cl.reason_id, -m.quantity AS loss_milli, -cl.cost_value AS loss_cost_minor,
        CASE WHEN EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = m.id) THEN 1 ELSE 0 END AS is_cancelled
      FROM count_lines cl JOIN movements m ON m.id = cl.movement_id
      UNION ALL
      SELECT q.movement_id, 'restatement' AS kind, q.variant_id, q.location_id, q.effective_at, q.recorded_at,
        q.session_id, q.reason_id, -q.quantity AS loss_milli,
        (CASE WHEN q.after_milli = q.variance THEN -q.cost_value ELSE \(loss("q.after_milli", at: "q.unit_cost")) END)
          - (CASE WHEN q.before_milli = q.variance THEN -q.cost_value
            ELSE \(loss("q.before_milli", at: "q.unit_cost")) END) AS loss_cost_minor,
        CASE WHEN EXISTS (SELECT 1 FROM cancelled_movements x WHERE x.movement_id = q.movement_id) THEN 1 ELSE 0
          END AS is_cancelled
      FROM (
        SELECT r.movement_id, m.variant_id, m.location_id, m.effective_at, m.recorded_at, cl.session_id, m.reason_id,
          m.quantity, cl.unit_cost, cl.cost_value, cl.variance,
          cl.variance + SUM(m.quantity) OVER (PARTITION BY r.line_id ORDER BY r.movement_id) AS after_milli,
          cl.variance + SUM(m.quantity) OVER (PARTITION BY r.line_id ORDER BY r.movement_id) - m.quantity AS before_milli
        FROM count_restatements r JOIN count_lines cl ON cl.id = r.line_id JOIN movements m ON m.id = r.movement_id
      ) q CROSS JOIN report_shop s
      UNION ALL
      SELECT m.movement_id, 'movement' AS kind, m.variant_id, m.location_id, m.effective_at, m.recorded_at,
        NULL AS session_id, r.id AS reason_id, -m.quantity_milli AS loss_milli,
        CASE WHEN m.cost_source = 'fifo' AND m.is_cancelled = 0 THEN -m.value_cost_minor
          ELSE \(loss("m.quantity_milli", at: "m.unit_cost_micro")) END AS loss_cost_minor, m.is_cancelled
      FROM reasons r JOIN movements o ON o.reason_id = r.id JOIN report_movements m ON m.movement_id = o.id
        CROSS JOIN report_shop s
      WHERE m.reverses_movement_id IS NULL
        AND (m.kind IN ('adjustment', 'write-off')
          AND r.loss_class IN ('known', 'none')
          OR r.loss_class = 'known' AND (m.kind = 'transfer' OR (m.kind = 'receipt' AND m.quantity_milli < 0)))
      UNION ALL
      SELECT m.movement_id, 'opening' AS kind, m.variant_id, m.location_id, m.effective_at, m.recorded_at,
        NULL AS session_id, NULL AS reason_id, -m.quantity_milli AS loss_milli,
        \(loss("m.quantity_milli", at: "COALESCE(m.document_cost_micro, m.unit_cost_micro)")) AS loss_cost_minor,
        m.is_cancelled
      FROM report_movements m CROSS JOIN report_shop s
      WHERE m.kind = 'opening' AND m.reverses_movement_id IS NULL
      """
    ),
    ReportingView(
      "report_periods", rows: .cost,
      columns: [
        .cost: [
          "period_id", "first_day", "last_day", "closed_at", "entries", "debits_minor", "unvalued_lines", "digest",
          "reopened_at",
        ],
        .person: ["closed_by", "reopened_by"],
      ],
      """
      Every period of the books that was closed, those included that were reopened since. Days are counted from 1970-01-01 \
      in the shop's time zone; the first period has no first day.
      """,
      """
      SELECT id AS period_id, first_day, last_day, closed_at, closed_by, entries, debits AS debits_minor, unvalued_lines,
        digest, reopened_at, reopened_by
      FROM periods
      """
    ),
    ReportingView(
      "report_closed_movements", rows: .cost,
      columns: [.cost: ["period_id", "movement_id", "entry", "loss_cost_minor"]],
      """
      What closed periods hold of each movement: the journal's entry that booked it and the loss at cost that it was booked \
      with, NULL without a cost. A movement whose value changed since has a row more in the period that holds the revaluation.
      """,
      """
      SELECT c.period_id, c.movement_id, c.entry, c.loss AS loss_cost_minor
      FROM closed_movements c JOIN periods p ON p.id = c.period_id WHERE p.reopened_at IS NULL
      """
    ),
  ]
}
