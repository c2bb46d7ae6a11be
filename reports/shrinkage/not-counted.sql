-- What was on the sheets and was not counted, with what the books have of it.
SELECT q.session, q.treatment, q.stock_unit, COUNT(*) AS lines, SUM(q.expected_milli) AS units, SUM(q.value_cost) AS value_cost,
  SUM(q.value_retail) AS value_retail, SUM(CASE WHEN q.value_cost IS NULL THEN 1 ELSE 0 END) AS unvalued_lines
FROM (
  SELECT c.session, c.session_id, c.stock_unit, c.expected_milli,
    CASE WHEN c.state = 'excluded' THEN 'left out' WHEN c.variance_milli IS NULL THEN 'left as it was'
      ELSE 'written off' END AS treatment,
    /* include product.sql (quantity: c.expected_milli; price: c.unit_cost_micro; divisor: s.cost_divisor) */ AS value_cost,
    /* include product.sql (quantity: c.expected_milli; price: c.retail_price_minor; divisor: 1000) */ AS value_retail
  FROM counted c CROSS JOIN report_shop s WHERE c.state IN ('uncounted', 'excluded')
) q
GROUP BY q.session_id, q.session, q.treatment, q.stock_unit
ORDER BY q.session_id, q.treatment, q.stock_unit
