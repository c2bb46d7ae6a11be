-- The state of the books that the report was made from: when the ledger was last added to, and the last entry of the audit
-- log, whose hash holds all that was logged before it.
SELECT (SELECT m.recorded_at FROM report_movements m ORDER BY m.movement_id DESC LIMIT 1) AS changed_at,
  a.entry_id AS audit_entry, a.at AS audit_at, a.hash AS audit_hash
FROM report_shop s LEFT JOIN report_audit_log a ON a.entry_id = (SELECT MAX(o.entry_id) FROM report_audit_log o)
