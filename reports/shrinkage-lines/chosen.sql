-- Those lines that are in each part of the statement that was asked for.
SELECT t.part, t.origin, t.variant_id, t.effective_at, t.session_id, t.line_id, t.movement_id, t.reason, t.reason_name,
  t.loss_milli, t.loss_cost_minor, t.amount_minor AS loss_retail_minor, t.location, t.category, t.stock_unit, t.supplier
FROM (
  /* include losses.sql */
) t
WHERE (:part = 'total' OR t.part = :part)
  AND /* include own-category.sql (category: t.category) */
  AND (CAST(:reason AS TEXT) IS NULL OR t.reason = :reason)
  AND (CAST(:supplier AS TEXT) IS NULL OR t.supplier = :supplier)
  AND (CAST(:session AS TEXT) IS NULL
    OR t.session_id IN (SELECT s.session_id FROM report_count_sessions s WHERE s.session = :session))
  AND (CAST(:month AS TEXT) IS NULL OR EXISTS (
    SELECT 1 FROM months m WHERE m.month = :month AND t.effective_at >= m.starts_at AND t.effective_at <= m.ends_at))
  AND (CAST(:without AS TEXT) IS NULL
    OR :without = 'category' AND COALESCE(t.category, '') = '' OR :without = 'reason' AND COALESCE(t.reason, '') = ''
    OR :without = 'supplier' AND COALESCE(t.supplier, '') = '')
