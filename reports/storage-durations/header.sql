SELECT COUNT(DISTINCT d.food) AS foods, COUNT(*) AS durations,
  COALESCE(SUM(CASE WHEN d.duration_unit IN ('hours', 'days', 'weeks', 'months', 'years') THEN 0 ELSE 1 END), 0)
    AS open_ended
FROM durations d
