-- Each count with its expected and counted quantities, its entries in the ledger, and the entry of its posting in the audit log.
SELECT s.session, p.location, s.valuation_method, s.posted_at, s.posted_by, q.lines, q.expected, q.counted, q.variance,
  q.counted - q.expected - q.variance AS count_difference, q.adjusted, q.adjusted - q.variance AS ledger_difference,
  q.restated, q.ledger_restated, q.cost, q.ledger_cost, q.ledger_cost - q.cost - q.unexplained AS revaluation, q.unexplained,
  q.unvalued,
  (SELECT MIN(m.document_kind) FROM report_movements m JOIN lines l ON l.movement_id = m.movement_id
    WHERE l.session_id = s.session_id) AS document_kind,
  (SELECT MIN(m.document) FROM report_movements m JOIN lines l ON l.movement_id = m.movement_id
    WHERE l.session_id = s.session_id) AS document,
  a.entry_id AS audit_entry, a.hash AS audit_hash
FROM (
  SELECT l.session_id, COUNT(*) AS lines, SUM(l.expected_milli) AS expected, SUM(COALESCE(l.counted_milli, 0)) AS counted,
    SUM(l.variance_milli) AS variance, COALESCE(SUM(l.restated_milli), 0) AS restated,
    COALESCE(SUM(l.variance_cost_minor), 0) AS cost,
    SUM(CASE WHEN l.variance_milli <> 0 AND l.variance_cost_minor IS NULL THEN 1 ELSE 0 END) AS unvalued,
    COALESCE(SUM(j.posted), 0) AS adjusted, COALESCE(SUM(j.restated), 0) AS ledger_restated,
    COALESCE(SUM(j.cost), 0) AS ledger_cost, COALESCE(SUM(u.cost), 0) AS unexplained
  FROM lines l LEFT JOIN (
    SELECT d.line_id, SUM(CASE WHEN d.part = 'posted' THEN d.quantity_milli END) AS posted,
      SUM(CASE WHEN d.part = 'restated' THEN d.quantity_milli END) AS restated,
      SUM(CASE WHEN d.part = 'posted' THEN d.value_cost_minor END) AS cost
    FROM adjustments d GROUP BY d.line_id
  ) j ON j.line_id = l.line_id LEFT JOIN unexplained u ON u.line_id = l.line_id
  GROUP BY l.session_id
) q
  JOIN report_count_sessions s ON s.session_id = q.session_id
  JOIN report_locations p ON p.location_id = s.location_id
  LEFT JOIN report_audit_log a ON a.at = s.posted_at
    AND substr(a.details, 1, length('posted count ' || s.session || ' ')) = 'posted count ' || s.session || ' '
ORDER BY s.posted_at, s.session_id
