-- Each item that was on hand at one of those moments or was sold between them. total is of all moments, NULL where none of
-- its values is known.
SELECT q.variant_id, v.category, v.category_name, v.stock_unit,
  CASE WHEN COUNT(q.total) > 0 OR SUM(q.holdings) = 0 THEN COALESCE(SUM(q.total), 0) END AS total,
  CASE WHEN COUNT(q.closing) > 0 OR SUM(q.closing_holdings) = 0 THEN COALESCE(SUM(q.closing), 0) END AS closing,
  CASE WHEN COUNT(q.cost) > 0 OR SUM(q.lines) = 0 THEN COALESCE(SUM(q.cost), 0) END AS cost, SUM(q.sold_milli) AS sold_milli,
  SUM(q.lines) AS lines, SUM(q.holdings) AS holdings, SUM(q.unvalued) AS unvalued, SUM(q.negative) AS negative
FROM (
  SELECT k.variant_id, SUM(k.value_minor) AS total, COUNT(*) AS holdings,
    SUM(CASE WHEN k.place = n.place THEN k.value_minor END) AS closing,
    SUM(CASE WHEN k.place = n.place THEN 1 ELSE 0 END) AS closing_holdings,
    NULL AS cost, 0 AS sold_milli, 0 AS lines,
    SUM(CASE WHEN k.value_minor IS NULL THEN 1 ELSE 0 END) AS unvalued,
    SUM(CASE WHEN k.quantity_milli < 0 THEN 1 ELSE 0 END) AS negative
  FROM stock k CROSS JOIN (SELECT MAX(p.place) AS place FROM points p) n GROUP BY k.variant_id
  UNION ALL
  SELECT s.variant_id, NULL AS total, 0 AS holdings, NULL AS closing, 0 AS closing_holdings, SUM(s.cost_minor) AS cost,
    SUM(s.sold_milli) AS sold_milli, COUNT(*) AS lines, SUM(CASE WHEN s.cost_minor IS NULL THEN 1 ELSE 0 END) AS unvalued,
    0 AS negative
  FROM sales s CROSS JOIN bounds b
  WHERE s.effective_at <= b.ends_at AND /* include own-category.sql (category: s.category) */
  GROUP BY s.variant_id
) q JOIN report_variants v ON v.variant_id = q.variant_id
GROUP BY q.variant_id, v.category, v.category_name, v.stock_unit
