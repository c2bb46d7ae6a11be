-- The twelve suppliers of which most lines are done, the most reliable first.
SELECT q.supplier_name, q.on_time_in_full_rate
FROM (
  SELECT j.supplier, MIN(j.supplier_name) AS supplier_name, COUNT(j.is_on_time) AS dated_lines,
    (COALESCE(SUM(j.is_on_time * j.is_full), 0) * 1000000 + COUNT(j.is_on_time) / 2) / COUNT(j.is_on_time)
      AS on_time_in_full_rate
  FROM judged j GROUP BY j.supplier HAVING COUNT(j.is_on_time) > 0
  ORDER BY COUNT(j.is_on_time) DESC, j.supplier LIMIT 12
) q
ORDER BY q.on_time_in_full_rate DESC, q.supplier
