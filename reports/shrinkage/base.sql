-- What the percentages are of, in the same place and time: net sales at the price paid, with tax or without it, the cost of the
-- goods sold, or the value at cost of the books' stock at the end, before the counts of the period corrected it.
SELECT CASE WHEN :denominator = 'net-sales-excluding-tax' THEN /* include without-tax.sql */
    ELSE t.amount_minor END AS amount_minor,
  t.effective_at, t.location, t.category
FROM (
  SELECT b.amount_minor, b.effective_at, p.location, v.category, v.tax_rate
  FROM (
    SELECT s.net_sales_minor AS amount_minor, s.effective_at, s.location_id, s.variant_id
    FROM report_sales s
    WHERE :denominator IN ('net-sales', 'net-sales-excluding-tax')
      AND /* include in-period.sql (moment: s.effective_at) */
    UNION ALL
    SELECT -m.value_cost_minor AS amount_minor, m.effective_at, m.location_id, m.variant_id
    FROM report_movements m
    WHERE :denominator = 'cost-of-goods-sold' AND m.kind IN ('sale', 'customer-return') AND m.is_cancelled = 0
      AND /* include in-period.sql (moment: m.effective_at) */
    UNION ALL
    SELECT m.value_cost_minor AS amount_minor, m.effective_at, m.location_id, m.variant_id
    FROM report_movements m
    WHERE :denominator = 'book-stock' AND m.is_cancelled = 0
      AND m.effective_at <= COALESCE(CAST(:to AS BIGINT), 9223372036854775807)
      AND NOT (m.kind = 'count-adjustment' AND (CAST(:from AS BIGINT) IS NULL OR m.effective_at >= :from))
  ) b
    JOIN report_locations p ON p.location_id = b.location_id
    JOIN report_variants v ON v.variant_id = b.variant_id
  WHERE (CAST(:location AS TEXT) IS NULL OR p.location = :location)
    AND (CAST(:category AS TEXT) IS NULL
      OR v.category IN (SELECT c.category FROM report_category_tree c WHERE c.ancestor = :category))
) t
