-- The journal's entries of the counts, with the document that the ledger has the same adjustments under.
SELECT j.entry, j.session,
  (SELECT MIN(m.document_kind || ' ' || m.document) FROM report_movements m JOIN lines l ON l.movement_id = m.movement_id
    WHERE l.session_id = j.session_id) AS document,
  j.reason, j.reason_name, j.lines, j.debit, j.credit, j.net, j.restated, j.unvalued
FROM journal j ORDER BY j.session_id, j.entry, j.reason
