-- The same as a line, where there is more than a point.
SELECT CASE WHEN p.at = b.before THEN 'start' ELSE COALESCE((SELECT MAX(m.month) FROM months m WHERE m.starts_at <= p.at), '') END
    AS day,
  COALESCE(p.value_minor, CASE WHEN p.holdings = 0 THEN 0 END) AS value_cost
FROM by_point p CROSS JOIN bounds b
WHERE (SELECT COUNT(*) FROM points x) > 1
ORDER BY p.at
