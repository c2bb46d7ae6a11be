-- What the first twentieth of the items makes, the first two, and so on.
SELECT CAST(q.twentieth * 5 AS TEXT) || ' %' AS items, MAX(q.cumulated_share) AS share
FROM (
  SELECT (c.place * 20 + n.items - 1) / n.items AS twentieth, c.cumulated_share
  FROM classed c CROSS JOIN (SELECT COUNT(*) AS items FROM classed x WHERE x.class <> 'not known') n
  WHERE c.class <> 'not known' AND n.items >= 5 AND c.cumulated_share IS NOT NULL
) q
GROUP BY q.twentieth ORDER BY q.twentieth
