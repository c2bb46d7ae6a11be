-- The journal's entries of the counts, with the document that the ledger has the same adjustments under, and what was booked
-- later.
SELECT q.entry, q.kind, q.corrects, q.session,
  CASE q.kind WHEN 'restatement' THEN 'restated count' ELSE (
    SELECT MIN(m.document_kind) FROM report_movements m JOIN lines l ON l.movement_id = m.movement_id
    WHERE l.session_id = q.session_id) END AS document_kind,
  CASE q.kind WHEN 'restatement' THEN q.session ELSE (
    SELECT MIN(m.document) FROM report_movements m JOIN lines l ON l.movement_id = m.movement_id
    WHERE l.session_id = q.session_id) END AS document,
  q.reason, COALESCE(q.reason_name, 'No reason given') AS reason_name, q.lines, q.debit, q.credit, q.net, q.restated,
  q.unvalued
FROM (
  SELECT j.entry, 'count' AS kind, NULL AS corrects, j.session, j.session_id, j.reason, j.reason_name, j.lines, j.debit,
    j.credit, j.net, j.restated, j.unvalued FROM journal j
  UNION ALL
  SELECT k.entry, k.kind, k.corrects, k.session, k.session_id, k.reason, k.reason_name, k.lines, k.debit, k.credit, k.net,
    NULL AS restated, k.unvalued FROM later k
) q
ORDER BY CASE WHEN q.session_id IS NULL THEN 1 ELSE 0 END, q.session_id, CASE q.kind WHEN 'count' THEN 1 ELSE 2 END,
  LENGTH(q.entry), q.entry, q.reason
