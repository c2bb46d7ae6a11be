-- The head of the statement. Percentages are ten-thousandths of a percent, rounded half away from zero.
SELECT
  (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  COALESCE(
    (SELECT CASE WHEN COUNT(*) = 0 THEN NULL WHEN MIN(s.valuation_method) = MAX(s.valuation_method) THEN MIN(s.valuation_method)
        ELSE 'several, see the count sessions' END
      FROM report_count_sessions s WHERE s.session_id IN (SELECT c.session_id FROM counted c)),
    (SELECT h.valuation_method FROM report_shop h)) AS valuation_method,
  (SELECT h.valuation_method FROM report_shop h) AS books_valuation_method,
  (SELECT MIN(t.ancestor_name) FROM report_category_tree t WHERE t.ancestor = :category) AS category_name,
  (SELECT MAX(COALESCE(s.cut_off_at, c.as_of)) FROM counted c
    JOIN report_count_sessions s ON s.session_id = c.session_id) AS cut_off_at,
  t.tax, k.sessions, t.lines, t.unvalued_lines, t.unpriced_lines,
  CASE WHEN t.unvalued_lines > 0 THEN 1 ELSE 0 END AS has_unvalued,
  CASE WHEN t.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced,
  CASE WHEN EXISTS (SELECT 1 FROM chosen c WHERE c.origin = 'count') THEN 1 ELSE 0 END AS has_largest,
  CASE WHEN :detail = 'yes' AND EXISTS (SELECT 1 FROM chosen c WHERE c.origin = 'count') THEN 1 ELSE 0 END AS has_trail,
  CASE WHEN :denominator IN ('net-sales', 'net-sales-excluding-tax') THEN n.amount END AS net_sales,
  n.amount AS denominator,
  CASE :denominator WHEN 'net-sales' THEN 'net sales' WHEN 'net-sales-excluding-tax' THEN 'net sales without tax'
    WHEN 'book-stock' THEN 'book stock' ELSE 'cost of goods sold' END AS denominator_name,
  CASE :denominator WHEN 'net-sales' THEN 'included' WHEN 'net-sales-excluding-tax' THEN 'not included' END AS denominator_tax,
  CASE :denominator WHEN 'net-sales' THEN 'retail' WHEN 'net-sales-excluding-tax' THEN 'retail without tax' ELSE 'cost' END
    AS percent_basis,
  CASE WHEN n.amount > 0 THEN 1 ELSE 0 END AS is_percent_computed, n.base_lines AS sales_lines,
  n.unpriced AS unpriced_sales, CASE WHEN n.unpriced > 0 THEN 1 ELSE 0 END AS has_unpriced_sales,
  t.total_cost, t.total_retail,
  CASE WHEN :denominator IN ('net-sales', 'net-sales-excluding-tax') THEN t.percent_loss ELSE t.total_cost END AS percent_loss,
  t.untaxed_lines, CASE WHEN t.untaxed_lines > 0 THEN 1 ELSE 0 END AS has_untaxed,
  -- Cost is set against what is at cost too, retail against net sales.
  CASE WHEN :denominator NOT IN ('net-sales', 'net-sales-excluding-tax') THEN
    /* include ratio.sql (part: t.total_cost; whole: n.amount) */ END AS percent_cost,
  CASE WHEN :denominator IN ('net-sales', 'net-sales-excluding-tax') THEN
    /* include ratio.sql (part: t.percent_loss; whole: n.amount) */ END AS percent_retail,
  CASE WHEN :denominator IN ('net-sales', 'net-sales-excluding-tax') THEN
    /* include ratio.sql (part: t.percent_loss; whole: n.amount) */
    ELSE /* include ratio.sql (part: t.total_cost; whole: n.amount) */ END AS percent,
  k.counted_lines, k.right_lines,
  /* include ratio.sql (part: k.right_lines; whole: k.counted_lines) */
    AS percent_lines,
  k.uncounted_lines, k.restated_lines, CASE WHEN k.restated_lines > 0 THEN 1 ELSE 0 END AS has_restated,
  k.negative_lines, CASE WHEN k.negative_lines > 0 THEN 1 ELSE 0 END AS has_negative,
  CASE WHEN EXISTS (SELECT 1 FROM ratios) THEN 1 ELSE 0 END AS has_ratios
FROM (
  SELECT COUNT(*) AS lines,
    COALESCE(SUM(CASE WHEN c.loss_cost_minor IS NULL THEN 1 ELSE 0 END), 0) AS unvalued_lines,
    COALESCE(SUM(CASE WHEN c.loss_retail_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced_lines,
    CASE WHEN COUNT(*) = 0 OR COUNT(c.loss_cost_minor) > 0 THEN COALESCE(SUM(c.loss_cost_minor), 0) END AS total_cost,
    CASE WHEN COUNT(*) = 0 OR COUNT(c.loss_retail_minor) > 0 THEN COALESCE(SUM(c.loss_retail_minor), 0) END
      AS total_retail,
    /* include percent-loss.sql */,
    COALESCE(SUM(CASE WHEN c.loss_retail_minor IS NOT NULL AND c.percent_retail_minor IS NULL THEN 1 ELSE 0 END), 0)
      AS untaxed_lines,
    CASE WHEN MIN(c.tax_included) IS NULL THEN 'unknown'
      WHEN MIN(c.tax_included) <> MAX(c.tax_included) THEN 'included in some prices and not in others'
      WHEN MIN(c.tax_included) = 1 THEN 'included' ELSE 'not included' END AS tax
  FROM chosen c
) t CROSS JOIN (
  SELECT SUM(b.amount_minor) AS amount, COUNT(*) AS base_lines,
    COALESCE(SUM(CASE WHEN b.amount_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced
  FROM base b
) n CROSS JOIN (
  -- A count in which everything matched is a count as well.
  SELECT COUNT(DISTINCT c.session_id) AS sessions,
    COALESCE(SUM(CASE WHEN c.state IN ('counted', 'unexpected') THEN 1 ELSE 0 END), 0) AS counted_lines,
    COALESCE(SUM(CASE WHEN c.state IN ('counted', 'unexpected') AND c.variance_restated_milli = 0 THEN 1 ELSE 0 END), 0)
      AS right_lines,
    COALESCE(SUM(CASE WHEN c.state = 'uncounted' THEN 1 ELSE 0 END), 0) AS uncounted_lines,
    COUNT(c.restated_milli) AS restated_lines,
    COALESCE(SUM(CASE WHEN c.expected_restated_milli < 0 THEN 1 ELSE 0 END), 0) AS negative_lines
  FROM counted c
) k
