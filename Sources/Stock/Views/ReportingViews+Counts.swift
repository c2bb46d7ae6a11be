internal import RetailValues

extension ReportingViews {
  /// The views of count sessions, their lines, and the shrinkage that they found.
  static let counts: [ReportingView] = [
    ReportingView(
      "report_count_sessions", rows: .places,
      columns: [
        .places: [
          "session_id", "session", "location_id", "kind", "state", "is_blind", "opened_at", "cut_off_at",
          "valuation_method", "uncounted_policy", "approved_at", "posted_at",
        ],
        .person: ["approved_by", "posted_by"],
      ],
      "Every count session.",
      """
      SELECT s.id AS session_id, s.code AS session, s.location_id, s.kind, s.state, s.is_blind, s.opened_at, s.cut_off_at,
        s.valuation_method, s.uncounted_policy, s.approved_at, s.approved_by, s.posted_at, s.posted_by
      FROM count_sessions s
      """
    ),
    ReportingView(
      "report_count_lines", rows: .expected,
      columns: [
        .expected: [
          "line_id", "session_id", "session", "session_state", "variant_id", "location_id", "state", "as_of",
          "counted_milli", "expected_milli", "variance_milli", "retail_price_minor", "variance_retail_minor",
          "restated_milli", "expected_restated_milli", "variance_restated_milli", "variance_restated_retail_minor",
          "tax_included", "reason", "reason_name", "loss_class", "movement_id", "round",
        ],
        .cost: [
          "unit_cost_micro", "cost_source", "variance_cost_minor", "variance_restated_cost_minor", "complement_micro",
        ],
      ],
      """
      The lines of posted and of reversed sessions (see session_state): counted, expected, variance, and their value as \
      posted; variance is counted − expected. The …restated… columns are what these are with the movements that came \
      after the count: restated_milli is added to the variance and taken from what was expected. It is NULL where \
      none came, and where what came was undone, so that the corrections add up to nothing; else the values are computed \
      from the restated variance. reason is unknown for a line that had no \
      variance when it was posted and was restated later, as the journal books it. round is the count that the quantity is \
      of, 0 being the first and 1 the first recount; NULL when a manager decided it.
      """,
      """
      SELECT q.line_id, q.session_id, q.session, q.session_state, q.variant_id, q.location_id, q.state, q.as_of,
        q.counted_milli, q.expected_milli, q.variance_milli, q.unit_cost_micro, q.cost_source, q.variance_cost_minor,
        q.retail_price_minor, q.variance_retail_minor, q.restated_milli, q.expected_restated_milli,
        q.variance_restated_milli,
        CASE WHEN q.restated_milli IS NULL THEN q.variance_cost_minor
          ELSE \(value("q.variance_restated_milli", at: "q.unit_cost_micro", divisor: "h.cost_divisor"))
          END AS variance_restated_cost_minor,
        CASE WHEN q.restated_milli IS NULL THEN q.variance_retail_minor
          ELSE \(value("q.variance_restated_milli", at: "q.retail_price_minor", divisor: "1000"))
          END AS variance_restated_retail_minor,
        q.tax_included, q.reason, q.reason_name, q.loss_class, q.movement_id, q.complement_micro, q.round
      FROM (
        SELECT cl.id AS line_id, cl.session_id, s.code AS session, s.state AS session_state, cl.variant_id,
          s.location_id, cl.state, cl.as_of, cl.counted AS counted_milli, cl.expected AS expected_milli,
          cl.variance AS variance_milli, cl.unit_cost AS unit_cost_micro, cl.cost_source,
          cl.cost_value AS variance_cost_minor, cl.retail_price AS retail_price_minor,
          cl.retail_value AS variance_retail_minor, t.restated_milli,
          COALESCE(t.expected_milli, cl.expected) AS expected_restated_milli,
          COALESCE(t.variance_milli, cl.variance) AS variance_restated_milli, cl.tax_included,
          cl.complement AS complement_micro, cl.round, r.code AS reason, r.name AS reason_name, COALESCE(r.loss_class, 'unknown') AS loss_class, cl.movement_id
        FROM count_lines cl JOIN count_sessions s ON s.id = cl.session_id
          LEFT JOIN (
            SELECT a.line_id, NULLIF(CAST(SUM(a.restated) AS BIGINT), 0) AS restated_milli,
              CAST(SUM(a.variance) AS BIGINT) AS variance_milli, CAST(SUM(a.expected) AS BIGINT) AS expected_milli
            FROM (
              SELECT cr.line_id, m.quantity AS restated, m.quantity AS variance, -m.quantity AS expected
              FROM count_restatements cr JOIN movements m ON m.id = cr.movement_id
              UNION ALL
              SELECT l.id AS line_id, 0 AS restated, l.variance, l.expected
              FROM count_lines l WHERE l.id IN (SELECT cr.line_id FROM count_restatements cr)
            ) a GROUP BY a.line_id
          ) t ON t.line_id = cl.id
          LEFT JOIN reasons r ON r.id = COALESCE(cl.reason_id, CASE WHEN cl.variance <> 0 OR t.restated_milli IS NOT NULL
            THEN (SELECT n.id FROM reasons n WHERE n.code = 'unknown') END)
      ) q CROSS JOIN report_shop h
      """
    ),
    ReportingView(
      "report_count_restatements", rows: .expected,
      columns: [
        .expected: [
          "movement_id", "line_id", "session_id", "variant_id", "location_id", "effective_at", "recorded_at",
          "restated_milli", "restated_retail_minor", "reason", "reason_name",
        ],
        .cost: ["unit_cost_micro", "restated_cost_minor"],
      ],
      """
      The corrections by movements that arrived after a count, one by one, with the reason that the journal books them \
      under; report_count_lines has them added up by line.
      """,
      """
      SELECT cr.movement_id, cr.line_id, cl.session_id, cl.variant_id, m.location_id, m.effective_at, m.recorded_at,
        m.quantity AS restated_milli, cl.unit_cost AS unit_cost_micro,
        \(value("m.quantity", at: "cl.unit_cost", divisor: "s.cost_divisor")) AS restated_cost_minor,
        \(value("m.quantity", at: "cl.retail_price", divisor: "1000")) AS restated_retail_minor, r.code AS reason,
        r.name AS reason_name
      FROM count_restatements cr JOIN count_lines cl ON cl.id = cr.line_id JOIN movements m ON m.id = cr.movement_id
        LEFT JOIN reasons r ON r.id = m.reason_id CROSS JOIN report_shop s
      """
    ),
    ReportingView(
      "report_count_entries", rows: .expected,
      columns: [
        .expected: [
          "entry_id", "session_id", "variant_id", "code", "section", "counted_milli", "counted_at", "source_line",
          "round",
        ],
        .person: ["counter", "superseded_by"],
        .shopOnly: ["import_id", "import_source"],
      ],
      """
      What was counted, entry by entry, with its file and line; superseded ones are marked. round is 0 for the first count \
      of an item, then one more for each recount.
      """,
      """
      SELECT e.id AS entry_id, e.session_id, e.variant_id, e.code, e.section, e.quantity AS counted_milli, e.counted_at,
        e.counter, e.import_id, i.source AS import_source, e.source_line, e.superseded_by, e.round
      FROM count_entries e LEFT JOIN imports i ON i.id = e.import_id
      """
    ),
    ReportingView(
      "report_count_recounts", rows: .expected,
      columns: [
        .expected: ["session_id", "variant_id", "round", "asked_at"],
        .person: ["asked_by"],
      ],
      "Every recount that was asked for; round as in report_count_entries.",
      "SELECT session_id, variant_id, round, asked_at, asked_by FROM count_recounts"
    ),
    ReportingView(
      "report_shrinkage_lines", rows: .expected,
      columns: [
        .expected: [
          "part", "origin", "variant_id", "location_id", "effective_at", "session_id", "line_id", "movement_id",
          "reason", "reason_name", "loss_milli", "loss_retail_minor", "tax_included",
        ],
        .cost: ["cost_source", "loss_cost_minor"],
      ],
      """
      Every line of shrinkage, losses positive: the variances of posted counts, restated by the movements that came later \
      (origin count), and the known losses (origin movement), with line_id or movement_id to follow them back. part is \
      known or unknown as the class of the reason says, as in the journal; a variance without a reason is unknown. A count \
      line is one line here; it has none when its restated variance is zero, or when its reason is not a loss: that is in \
      report_other_adjustments.
      """,
      """
      SELECT CASE c.loss_class WHEN 'known' THEN 'known' ELSE 'unknown' END AS part, 'count' AS origin, c.variant_id, c.location_id, c.as_of AS effective_at, c.session_id, c.line_id,
        c.movement_id, c.reason, c.reason_name, -c.variance_restated_milli AS loss_milli, c.cost_source,
        -c.variance_restated_cost_minor AS loss_cost_minor, -c.variance_restated_retail_minor AS loss_retail_minor,
        c.tax_included
      FROM report_count_lines c
      WHERE c.session_state = 'posted' AND c.variance_restated_milli <> 0 AND c.loss_class <> 'none'
      UNION ALL
      SELECT 'known' AS part, 'movement' AS origin, k.variant_id, k.location_id, k.effective_at, NULL AS session_id, NULL AS line_id,
        k.movement_id, k.reason, k.reason_name, k.loss_milli, k.cost_source, k.loss_cost_minor, k.loss_retail_minor,
        k.tax_included
      FROM report_known_losses k
      """
    ),
  ]
}
