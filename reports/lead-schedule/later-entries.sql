-- What the journal booked later of the counts and movements of the place and period: what came after a count, and in the open
-- period the changed worth of what was closed. Named as the journal names them, by the first movement of each.
SELECT q.entry, q.kind, q.corrects, q.session_id, q.session, q.reason, MIN(q.reason_name) AS reason_name, COUNT(*) AS lines,
  COALESCE(SUM(CASE WHEN q.loss > 0 THEN q.loss END), 0) AS debit,
  COALESCE(-SUM(CASE WHEN q.loss < 0 THEN q.loss END), 0) AS credit, COALESCE(SUM(q.loss), 0) AS net,
  SUM(CASE WHEN q.loss IS NULL THEN 1 ELSE 0 END) AS unvalued
FROM (
  SELECT 'restatement-' || MIN(r.movement_id) OVER (PARTITION BY r.session_id, r.recorded_at, b.entry) AS entry,
    'restatement' AS kind, b.entry AS corrects, l.session_id, l.session, COALESCE(r.reason, '') AS reason, r.reason_name,
    j.loss_cost_minor AS loss
  FROM lines l JOIN report_count_restatements r ON r.line_id = l.line_id
    JOIN booked b ON b.session_id = l.session_id AND l.as_of >= b.starts_at AND l.as_of <= b.ends_at
    JOIN report_journal_movements j ON j.movement_id = r.movement_id AND j.kind = 'restatement'
  UNION ALL
  SELECT 'revaluation-' || d.day || '-' || MIN(m.movement_id) OVER (PARTITION BY c.entry) AS entry, 'revaluation' AS kind,
    c.entry AS corrects, NULL AS session_id, NULL AS session, COALESCE(m.reason, '') AS reason, m.reason_name,
    COALESCE(j.loss_cost_minor, 0) - COALESCE(w.loss, 0) AS loss
  FROM moves m
    JOIN report_closed_movements c ON c.movement_id = m.movement_id AND c.period_id = (
      SELECT MIN(o.period_id) FROM report_closed_movements o WHERE o.movement_id = m.movement_id)
    JOIN (
      SELECT o.movement_id, SUM(o.loss_cost_minor) AS loss FROM report_closed_movements o GROUP BY o.movement_id
    ) w ON w.movement_id = m.movement_id
    JOIN report_journal_movements j ON j.movement_id = m.movement_id
    CROSS JOIN first_open d
  WHERE j.is_cancelled = 0 AND COALESCE(j.loss_cost_minor, 0) <> COALESCE(w.loss, 0)
  UNION ALL
  SELECT c.entry, 'revaluation' AS kind, f.entry AS corrects, NULL AS session_id, NULL AS session,
    COALESCE(m.reason, '') AS reason, m.reason_name, c.loss_cost_minor AS loss
  FROM moves m JOIN report_closed_movements c ON c.movement_id = m.movement_id
    JOIN report_closed_movements f ON f.movement_id = m.movement_id AND f.period_id = (
      SELECT MIN(o.period_id) FROM report_closed_movements o WHERE o.movement_id = m.movement_id)
  WHERE c.entry LIKE 'revaluation-%'
) q
GROUP BY q.entry, q.kind, q.corrects, q.session_id, q.session, q.reason
