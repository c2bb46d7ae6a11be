SELECT COUNT(*) AS counters, COALESCE(SUM(CASE WHEN c.stated = c.counted THEN 1 ELSE 0 END), 0) AS agreeing,
  COALESCE(SUM(CASE WHEN c.stated <> c.counted THEN 1 ELSE 0 END), 0) AS differing,
  COALESCE(SUM(CASE WHEN c.counted IS NULL THEN 1 ELSE 0 END), 0) AS unknown
FROM report_counters c
