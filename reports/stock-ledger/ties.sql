-- The proofs: the balances that are kept of earlier times one way, the movements and the balances of now the other way.
SELECT q.tie, q.left_name, q.left_units, q.right_name, q.right_units, q.left_units - q.right_units AS difference_units,
  q.differing_lines, CASE WHEN q.left_units = q.right_units AND q.differing_lines = 0 THEN 1 ELSE 0 END AS holds
FROM (
  SELECT 'A' AS tie, 'opening stock and movements' AS left_name,
    COALESCE(SUM(l.opening_milli), 0) + COALESCE(SUM(l.moved_milli), 0) AS left_units, 'closing stock' AS right_name,
    COALESCE(SUM(l.closing_milli), 0) AS right_units,
    COALESCE(SUM(CASE WHEN l.opening_milli + l.moved_milli <> l.closing_milli THEN 1 ELSE 0 END), 0) AS differing_lines
  FROM lines l
  UNION ALL
  SELECT 'B' AS tie, 'closing stock' AS left_name, COALESCE(SUM(l.closing_milli), 0) AS left_units,
    'stock on hand now, less what moved since' AS right_name, COALESCE(SUM(l.back_to_closing_milli), 0) AS right_units,
    COALESCE(SUM(CASE WHEN l.closing_milli <> l.back_to_closing_milli THEN 1 ELSE 0 END), 0) AS differing_lines
  FROM lines l
  UNION ALL
  SELECT 'C' AS tie, 'opening stock' AS left_name, COALESCE(SUM(l.opening_milli), 0) AS left_units,
    'stock on hand now, less what moved in the period and since' AS right_name,
    COALESCE(SUM(l.back_to_opening_milli), 0) AS right_units,
    COALESCE(SUM(CASE WHEN l.opening_milli <> l.back_to_opening_milli THEN 1 ELSE 0 END), 0) AS differing_lines
  FROM lines l
) q
ORDER BY q.tie
