-- What each item that was sold amounts to by the measure; NULL where no line of it is known. Lines that are not known are
-- left out.
SELECT q.variant_id, SUM(q.sold_milli) AS units, SUM(q.amount_minor) AS amount, COUNT(*) AS lines,
  COUNT(*) - COUNT(q.amount_minor) AS left_out_lines
FROM (
  SELECT x.variant_id, x.sold_milli,
    CASE :measure WHEN 'net-sales' THEN x.sales_minor WHEN 'cost-of-goods-sold' THEN x.cost_minor
      ELSE x.sales_minor - x.cost_minor END AS amount_minor
  FROM (
    SELECT s.variant_id, s.sold_milli, s.cost_minor,
      CASE :tax WHEN 'with' THEN s.amount_minor ELSE s.amount_minor - s.tax_minor END AS sales_minor
    FROM sales s
  ) x
) q
GROUP BY q.variant_id
