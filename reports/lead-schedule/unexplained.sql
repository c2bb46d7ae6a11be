-- The lines whose adjustment has another cost in the ledger than the count was posted with, though nothing came later that could
-- have changed it: the shop still values by the method of the count, the cost is one of the ledger's own history, and no movement
-- of the item from before the count was recorded after its posting.
SELECT l.line_id, l.session_id, COALESCE(a.value_cost_minor, 0) - COALESCE(l.variance_cost_minor, 0) AS cost
FROM lines l JOIN adjustments a ON a.line_id = l.line_id AND a.part = 'posted'
  JOIN report_count_sessions s ON s.session_id = l.session_id CROSS JOIN report_shop h
WHERE COALESCE(a.value_cost_minor, 0) <> COALESCE(l.variance_cost_minor, 0)
  AND s.valuation_method = h.valuation_method
  AND (l.cost_source IN ('fifo', 'moving-average') OR l.cost_source = 'last' AND s.valuation_method = 'last')
  AND NOT EXISTS (
    SELECT 1 FROM report_stock_changes m
    WHERE m.variant_id = l.variant_id AND m.effective_at <= l.as_of AND m.movement_id > l.movement_id)
