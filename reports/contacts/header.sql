SELECT COUNT(*) AS users, COUNT(c.shown_because) AS shown,
  COALESCE(SUM(CASE WHEN c.shown_because = 'match' THEN 1 ELSE 0 END), 0) AS by_match,
  COALESCE(SUM(c.is_withheld), 0) AS withheld
FROM report_contacts c
