-- Each of them with the step of time that it is in: the last that had begun.
SELECT q.variant_id, q.category, q.category_name, q.stock_unit, q.location_id, q.step, q.sold_milli, q.amount_minor,
  q.tax_minor
FROM (
  SELECT x.is_sale, x.variant_id, x.category, x.category_name, x.stock_unit, x.location_id, x.sold_milli, x.amount_minor, x.tax_minor,
    MAX(x.step) OVER (ORDER BY x.at, x.is_sale ROWS UNBOUNDED PRECEDING) AS step
  FROM (
    SELECT s.starts_at AS at, 0 AS is_sale, s.step, NULL AS variant_id, NULL AS category, NULL AS category_name,
      NULL AS stock_unit, NULL AS location_id, NULL AS sold_milli, NULL AS amount_minor, NULL AS tax_minor
    FROM steps s
    UNION ALL
    SELECT d.effective_at AS at, 1 AS is_sale, NULL AS step, d.variant_id, d.category, d.category_name, d.stock_unit,
      d.location_id, d.sold_milli, d.amount_minor, d.tax_minor
    FROM sold d
    WHERE /* include own-category.sql (category: d.category) */
  ) x
) q
WHERE q.is_sale = 1
