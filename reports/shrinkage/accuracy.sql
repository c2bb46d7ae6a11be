-- Accuracy of the books, by stock unit. Lines right: those whose count is what was expected. Units right: what is left
-- of the expected units when every unit too few and every unit too many is taken off; never below nothing.
SELECT q.stock_unit, q.lines, q.right_lines, /* include ratio.sql (part: q.right_lines; whole: q.lines) */ AS percent_lines,
  q.expected_units, q.wrong_units,
  CASE WHEN q.expected_units > 0 AND q.wrong_units >= q.expected_units THEN 0
    ELSE /* include ratio.sql (part: q.expected_units - q.wrong_units; whole: q.expected_units) */ END AS percent_units
FROM (
  SELECT c.stock_unit, COUNT(*) AS lines, SUM(CASE WHEN c.variance_restated_milli = 0 THEN 1 ELSE 0 END) AS right_lines,
    SUM(CASE WHEN c.expected_restated_milli > 0 THEN c.expected_restated_milli ELSE 0 END) AS expected_units,
    SUM(ABS(c.variance_restated_milli)) AS wrong_units
  FROM counted c WHERE c.state IN ('counted', 'unexpected') GROUP BY c.stock_unit
) q
ORDER BY q.stock_unit
