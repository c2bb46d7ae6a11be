SELECT c.status, c.currency, COUNT(*) AS lines, SUM(c.amount_minor) AS amount, SUM(c.query_minor) AS query
FROM checked c GROUP BY c.status, c.currency
ORDER BY CASE c.status WHEN 'matched' THEN 1 WHEN 'credited' THEN 2 WHEN 'price differs' THEN 3
  WHEN 'more invoiced than received' THEN 4 WHEN 'pack differs' THEN 5 WHEN 'not ordered' THEN 6
  WHEN 'no price to compare' THEN 7 ELSE 8 END, c.currency
