-- What changed the stock and is not a loss, by reason: shown next to the statement, in none of its sums.
SELECT COALESCE(o.reason, '') AS reason, COALESCE(MIN(o.reason_name), 'No reason given') AS reason_name, COUNT(*) AS lines,
  CASE WHEN MIN(v.stock_unit) = MAX(v.stock_unit) THEN SUM(o.loss_milli) END AS net_units,
  CASE WHEN MIN(v.stock_unit) = MAX(v.stock_unit) THEN MIN(v.stock_unit) ELSE 'mixed units' END AS stock_unit,
  SUM(o.loss_cost_minor) AS net_cost,
  CASE WHEN COUNT(o.loss_cost_minor) > 0
    THEN COALESCE(SUM(CASE WHEN o.loss_cost_minor > 0 THEN o.loss_cost_minor END), 0) END AS loss_cost,
  CASE WHEN COUNT(o.loss_cost_minor) > 0
    THEN COALESCE(-SUM(CASE WHEN o.loss_cost_minor < 0 THEN o.loss_cost_minor END), 0) END AS gain_cost,
  SUM(o.loss_retail_minor) AS net_retail,
  CASE WHEN COUNT(o.loss_retail_minor) > 0
    THEN COALESCE(SUM(CASE WHEN o.loss_retail_minor > 0 THEN o.loss_retail_minor END), 0) END AS loss_retail,
  CASE WHEN COUNT(o.loss_retail_minor) > 0
    THEN COALESCE(-SUM(CASE WHEN o.loss_retail_minor < 0 THEN o.loss_retail_minor END), 0) END AS gain_retail,
  SUM(CASE WHEN o.loss_cost_minor IS NULL THEN 1 ELSE 0 END) AS unvalued_lines
FROM report_other_adjustments o
  JOIN report_locations p ON p.location_id = o.location_id
  JOIN report_variants v ON v.variant_id = o.variant_id
WHERE (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND /* include in-period.sql (moment: o.effective_at) */
  AND (CAST(:category AS TEXT) IS NULL
    OR v.category IN (SELECT t.category FROM report_category_tree t WHERE t.ancestor = :category))
GROUP BY COALESCE(o.reason, '')
ORDER BY CASE WHEN SUM(o.loss_cost_minor) IS NULL THEN 1 ELSE 0 END, SUM(o.loss_cost_minor) DESC, COALESCE(o.reason, '')
