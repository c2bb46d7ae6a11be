-- What stands at the head of the statement. Percentages are ten-thousandths of a percent, rounded half away from zero.
SELECT
  (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  COALESCE(
    (SELECT CASE WHEN COUNT(*) = 0 THEN NULL WHEN MIN(s.valuation_method) = MAX(s.valuation_method) THEN MIN(s.valuation_method)
        ELSE 'several, see the count sessions' END
      FROM report_count_sessions s WHERE s.session_id IN (SELECT c.session_id FROM chosen c)),
    'moving-average') AS valuation_method,
  (SELECT MAX(COALESCE(s.cut_off_at, c.effective_at)) FROM chosen c
    JOIN report_count_sessions s ON s.session_id = c.session_id WHERE c.origin = 'count') AS cut_off_at,
  t.tax, t.sessions, t.lines, t.unvalued_lines, t.unpriced_lines,
  CASE WHEN t.unvalued_lines > 0 THEN 1 ELSE 0 END AS has_unvalued,
  CASE WHEN t.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced,
  CASE WHEN EXISTS (SELECT 1 FROM chosen c WHERE c.origin = 'count') THEN 1 ELSE 0 END AS has_largest,
  n.net_sales, CASE WHEN n.net_sales > 0 THEN 1 ELSE 0 END AS is_percent_computed, n.sales_lines, n.unpriced_sales,
  CASE WHEN n.unpriced_sales > 0 THEN 1 ELSE 0 END AS has_unpriced_sales,
  t.total_cost, t.total_retail,
  CASE WHEN n.net_sales > 0 AND ABS(t.total_cost) < 9000000000000 THEN
    CASE WHEN t.total_cost < 0 THEN -((-t.total_cost * 1000000 + n.net_sales / 2) / n.net_sales)
      ELSE (t.total_cost * 1000000 + n.net_sales / 2) / n.net_sales END END AS percent_cost,
  CASE WHEN n.net_sales > 0 AND ABS(t.total_retail) < 9000000000000 THEN
    CASE WHEN t.total_retail < 0 THEN -((-t.total_retail * 1000000 + n.net_sales / 2) / n.net_sales)
      ELSE (t.total_retail * 1000000 + n.net_sales / 2) / n.net_sales END END AS percent_retail
FROM (
  SELECT COUNT(DISTINCT c.session_id) AS sessions, COUNT(*) AS lines,
    COALESCE(SUM(CASE WHEN c.loss_cost_minor IS NULL THEN 1 ELSE 0 END), 0) AS unvalued_lines,
    COALESCE(SUM(CASE WHEN c.loss_retail_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced_lines,
    CASE WHEN COUNT(*) = 0 OR COUNT(c.loss_cost_minor) > 0 THEN COALESCE(SUM(c.loss_cost_minor), 0) END AS total_cost,
    CASE WHEN COUNT(*) = 0 OR COUNT(c.loss_retail_minor) > 0 THEN COALESCE(SUM(c.loss_retail_minor), 0) END
      AS total_retail,
    CASE WHEN MIN(c.tax_included) IS NULL THEN 'unknown'
      WHEN MIN(c.tax_included) <> MAX(c.tax_included) THEN 'included in some prices and not in others'
      WHEN MIN(c.tax_included) = 1 THEN 'included' ELSE 'not included' END AS tax
  FROM chosen c
) t CROSS JOIN (
  SELECT SUM(s.net_sales_minor) AS net_sales, COUNT(*) AS sales_lines,
    COALESCE(SUM(CASE WHEN s.net_sales_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced_sales
  FROM sold s
) n
