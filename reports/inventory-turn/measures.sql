SELECT (SELECT COUNT(*) FROM points p) AS points,
  (SELECT (b.ends_at - COALESCE(CAST(:from AS BIGINT),
      (SELECT m.effective_at FROM report_movements m WHERE m.is_cancelled = 0 ORDER BY m.effective_at LIMIT 1), b.ends_at) + 43200000) / 86400000
    FROM bounds b) AS days
