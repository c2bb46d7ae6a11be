-- The moments whose stock is averaged: the moment before the period, when the books had begun by then, the end of each month
-- in it, and its own end. after is the moment before, so that every movement belongs to one of them.
SELECT q.at, ROW_NUMBER() OVER (ORDER BY q.at) AS place,
  COALESCE(LAG(q.at) OVER (ORDER BY q.at), -9223372036854775807) AS after
FROM (
  SELECT b.before AS at FROM bounds b
  WHERE EXISTS (SELECT 1 FROM report_movements m WHERE m.effective_at <= b.before AND m.is_cancelled = 0)
  UNION ALL
  SELECT CASE WHEN m.ends_at < b.ends_at THEN m.ends_at ELSE b.ends_at END AS at
  FROM months m CROSS JOIN bounds b WHERE m.starts_at <= b.ends_at
) q
