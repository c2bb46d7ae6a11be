SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT MIN(t.ancestor_name) FROM report_category_tree t WHERE t.ancestor = :category) AS category_name,
  t.lines, COALESCE(t.sale_lines, 0) AS sale_lines, COALESCE(t.return_lines, 0) AS return_lines, t.items,
  t.gross_sales, t.returns, t.net_sales,
  CASE WHEN t.returns >= 0 THEN /* include ratio.sql (part: t.returns; whole: t.gross_sales) */ END AS return_rate,
  t.tax, t.net_without_tax, COALESCE(t.unpriced_lines, 0) AS unpriced_lines,
  CASE WHEN t.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced, t.untaxed_lines,
  t.untaxed_sales, CASE WHEN t.untaxed_lines > 0 THEN 1 ELSE 0 END AS has_untaxed
FROM (
  SELECT COUNT(*) AS lines, COUNT(DISTINCT d.variant_id) AS items,
    /* include sums.sql */,
    CASE WHEN COUNT(*) = 0 OR COUNT(d.tax_minor) > 0
      THEN COALESCE(SUM(CASE WHEN d.tax_minor IS NOT NULL THEN d.amount_minor - d.tax_minor END), 0) END AS net_without_tax,
    COALESCE(SUM(CASE WHEN d.amount_minor IS NOT NULL AND d.tax_minor IS NULL THEN 1 ELSE 0 END), 0) AS untaxed_lines,
    COALESCE(SUM(CASE WHEN d.tax_minor IS NULL THEN d.amount_minor END), 0) AS untaxed_sales
  FROM placed d
) t
